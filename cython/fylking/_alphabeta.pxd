cdef class Searcher:
    cdef readonly object game
