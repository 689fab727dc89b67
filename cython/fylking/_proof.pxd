cdef class Prover:
    cdef readonly object game
