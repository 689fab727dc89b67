"""The small bot's choice in Fravan."""

from fylking.fravan cimport *

include "flat.pxi"
