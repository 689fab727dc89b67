"""An outside module that plays Frasvel by the C face alone."""

from fylking.frasvel cimport *

include "player.pxi"
