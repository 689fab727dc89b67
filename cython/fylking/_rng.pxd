from fylking.rng cimport rng_t

cdef class Rng:
    cdef rng_t state

cdef Rng as_rng(object source)
cdef int as_passes(object passes) except -1
