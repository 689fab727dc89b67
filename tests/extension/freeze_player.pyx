"""An outside module that plays Freeze by the C face alone."""

from fylking.freeze cimport *

include "player.pxi"
