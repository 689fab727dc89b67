cdef class Position:
    cdef readonly object game

cdef class Control:
    cdef int stop

cdef class Turnstile:
    cdef object inside
    cdef object refusal
