"""An outside module that plays Herfor by the C face alone."""

from fylking.herfor cimport *

include "player.pxi"
