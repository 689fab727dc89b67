cdef class Tree:
    cdef readonly object game
    cdef readonly Py_ssize_t memory
