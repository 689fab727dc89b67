"""The small bot's choice in Herfor."""

from fylking.herfor cimport *

include "flat.pxi"
