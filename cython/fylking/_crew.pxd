from libc.stdint cimport int32_t

cdef extern from "fylking/crew.h" nogil:
    ctypedef void (*crew_work_t)(void *what, Py_ssize_t first, Py_ssize_t last) noexcept nogil
    ctypedef struct crew_t:
        pass

cdef class Crew:
    cdef crew_t *crew
    cdef readonly int threads
    cdef int hired  # threads that were started, of process `process`
    cdef int process
    cdef int share(self, crew_work_t work, void *what, Py_ssize_t n) except -1
    cdef int take_part(self, int32_t round, bint in_main) except -1 nogil
    cdef int look_at_signals(self) except -1
    cdef hire(self)
