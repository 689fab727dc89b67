cdef class Position:
    cdef readonly object game

cdef class Control:
    cdef int stop
