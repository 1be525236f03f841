"""Memory that Python may look at but not change, and arrays of the caller's, checked and held. Private."""

from libc.stdint cimport uint8_t


cdef class Memory:
    """A zeroed block of memory, aligned to a cache line; its buffer is read-only."""
    cdef void* data
    cdef void* block               # as malloc gave it
    cdef Py_ssize_t size


cdef class Turns:
    """A lock for calls that may release the interpreter lock: other threads wait, the same one is refused."""
    cdef object lock
    cdef long owner                # thread whose turn it is, 0: nobody's


cdef class Held:
    """Buffers of one call: given back when the object goes."""
    cdef Py_buffer views[12]
    cdef int n
    cdef void* take(self, object source, str name, bytes letters, Py_ssize_t itemsize, int ndim, Py_ssize_t rows,
                    Py_ssize_t columns, bint writable) except? NULL
