# The generator of the package, for C and Cython.
from libc.stdint cimport uint32_t, uint64_t

cdef extern from "fylking/rng.h" nogil:
    ctypedef struct rng_t:
        uint64_t s[4]
    void rng_seed(rng_t *rng, uint64_t seed)
    uint64_t rng_next(rng_t *rng)
    uint32_t rng_below(rng_t *rng, uint32_t n)
    void rng_split(rng_t *child, const rng_t *parent, uint64_t i)
