"""Threads that stay, for native calls that come often: `Batch` has one crew, see crew.h."""

import os
import threading

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t

from fylking.errors import Error

cdef extern from "fylking/clock.h" nogil:
    int64_t clock_ms()

cdef extern from "fylking/crew.h" nogil:
    crew_t *crew_new(int size)
    void crew_free(crew_t *crew)
    int32_t crew_open(crew_t *crew, crew_work_t work, void *what, Py_ssize_t n)
    int crew_take(crew_t *crew, int32_t round, int me)
    void crew_do(crew_t *crew, int part, int me)
    void crew_stop(crew_t *crew)
    void crew_forsake(crew_t *crew)
    void crew_close(crew_t *crew, int32_t round)
    void crew_serve(crew_t *crew, int me)
    void crew_dismiss(crew_t *crew)

cdef enum:
    SIGNALS_MS = 30  # time between two looks at signals


cdef class Crew:
    """Threads that share native work: the calling one, and `threads` - 1 of its own.

    The others are hired at the first call, and let go by `dismiss`.
    """

    def __cinit__(self, int threads):
        self.threads = threads
        self.crew = crew_new(threads)
        if self.crew == NULL:
            raise MemoryError

    def __dealloc__(self):
        crew_free(self.crew)  # a thread that still serves would hold the crew

    def dismiss(self):
        """Lets the other threads go; there must not be another call."""
        if self.process == os.getpid():  # those of a process that was forked are not here
            crew_dismiss(self.crew)

    def serve(self, int me):
        """What another thread does, until it is dismissed."""
        cdef crew_t *crew = self.crew
        with nogil:
            crew_serve(crew, me)

    cdef int share(self, crew_work_t work, void *what, Py_ssize_t n) except -1:
        """Does `work(what, first, last)` for spans of 0 to n - 1 that cover it, without the GIL.

        An exception from a signal handler, as for Ctrl-C, leaves part of it undone; no thread is
        at work any more when it gets out.
        """
        cdef bint in_main = threading.current_thread() is threading.main_thread()
        cdef int32_t round
        if self.threads > 1 and (self.hired < self.threads - 1 or self.process != os.getpid()):
            self.hire()
        with nogil:
            round = crew_open(self.crew, work, what, n)
            try:
                self.take_part(round, in_main)
            finally:
                crew_close(self.crew, round)
        return 0

    cdef int take_part(self, int32_t round, bint in_main) except -1 nogil:
        cdef int64_t now, looked = clock_ms()
        cdef int part = crew_take(self.crew, round, 0)
        while part >= 0:
            crew_do(self.crew, part, 0)
            if in_main:
                now = clock_ms()
                if not looked <= now < looked + SIGNALS_MS:
                    looked = now
                    with gil:
                        self.look_at_signals()
            part = crew_take(self.crew, round, 0)
        return 0

    cdef int look_at_signals(self) except -1:
        try:
            PyErr_CheckSignals()
        except BaseException:
            crew_stop(self.crew)
            raise
        finally:
            if self.threads > 1 and self.process != os.getpid():
                crew_forsake(self.crew)
        if self.threads > 1 and self.process != os.getpid():
            raise Error("this process was forked off within the call")
        return 0

    cdef hire(self):
        cdef crew_t *crew
        if self.process != os.getpid():
            if self.process:  # a fork has no threads; what they left behind stays as it is
                crew = crew_new(self.threads)
                if crew == NULL:
                    raise MemoryError
                self.crew = crew
            self.process = os.getpid()
            self.hired = 0
        while self.hired < self.threads - 1:
            # He counts before he begins: a Ctrl-C comes while `start` waits for him.
            self.hired += 1
            thread = threading.Thread(
                target=self.serve, args=(self.hired,), name="fylking-batch", daemon=True)
            try:
                thread.start()
            except RuntimeError:  # no more are to be had: those there are do it all
                self.hired -= 1
                return
