"""The small bot's choice in Freeze."""

from fylking.freeze cimport *

include "flat.pxi"
