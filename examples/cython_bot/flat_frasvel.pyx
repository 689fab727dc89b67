"""The small bot's choice in Frasvel."""

from fylking.frasvel cimport *

include "flat.pxi"
