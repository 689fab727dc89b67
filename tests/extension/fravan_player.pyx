"""An outside module that plays Fravan by the C face alone."""

from fylking.fravan cimport *

include "player.pxi"
