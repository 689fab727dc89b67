cdef class Slots:
    cdef readonly object game
    cdef readonly Py_ssize_t n
    cdef bint busy
