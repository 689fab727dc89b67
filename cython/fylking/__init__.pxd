# The C face of fylking: `from fylking.fravan cimport state_t, start, apply`.
