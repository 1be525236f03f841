"""Memory that Python may look at but not change, and arrays of the caller's, checked and held.

Shape and type of an array are read from the buffer itself, so that nothing an object says about itself is
believed, and the buffer is held while C uses it, so that it cannot be resized or freed.
"""

from cpython.buffer cimport (
    PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBUF_ND, PyBUF_STRIDES, PyBUF_WRITABLE, PyBuffer_Release, PyObject_GetBuffer,
)
from cpython.pythread cimport PyThread_get_thread_ident
from libc.stdlib cimport calloc, free
from libc.stdint cimport uintptr_t

import threading

cdef enum:
    LINE = 64
    MOST_VIEWS = 12

cdef Py_ssize_t MOST_BYTES = <Py_ssize_t>1 << (8 * sizeof(Py_ssize_t) - 2)


cdef class Memory:
    """A zeroed block of memory, aligned to a cache line; its buffer is read-only."""

    def __cinit__(self, Py_ssize_t count, Py_ssize_t size=1):
        if count < 0 or size < 1:
            raise ValueError("a block of memory has a size of 0 or more")
        # Where a machine word has 32 bits the product can be too large for it.
        if count > MOST_BYTES // size:
            raise MemoryError()
        self.size = count * size
        # Never of size 0, and loads of whole words may look past the end.
        self.block = calloc(<size_t>self.size + 2 * LINE, 1)
        if self.block == NULL:
            raise MemoryError()
        self.data = <void*>((<uintptr_t>self.block + LINE - 1) & ~<uintptr_t>(LINE - 1))

    def __dealloc__(self):
        free(self.block)

    def __getbuffer__(self, Py_buffer* view, int flags):
        # By hand: PyBuffer_FillInfo would lose the reference that Cython has put into view.obj.
        if flags & PyBUF_WRITABLE:
            raise BufferError("this memory is read-only")
        view.buf = self.data
        view.obj = self
        view.len = self.size
        view.itemsize = 1
        view.readonly = 1
        view.ndim = 1
        view.format = NULL
        if flags & PyBUF_FORMAT:
            view.format = b"B"
        view.shape = &view.len if flags & PyBUF_ND else NULL
        view.strides = &view.itemsize if flags & PyBUF_STRIDES == PyBUF_STRIDES else NULL
        view.suboffsets = NULL
        view.internal = NULL


cdef class Turns:
    """A lock for calls that may release the interpreter lock: other threads wait, the same one is refused."""

    def __cinit__(self):
        self.lock = threading.Lock()

    def __enter__(self):
        cdef long me = PyThread_get_thread_ident()
        if self.owner == me:               # only this thread can have written that
            raise RuntimeError("a call is running; a signal handler or a callback cannot begin another")
        self.lock.acquire()
        self.owner = me

    def __exit__(self, kind, value, trace):
        self.owner = 0
        self.lock.release()


cdef class Held:
    """Buffers of one call: given back when the object goes."""

    def __dealloc__(self):
        cdef int k
        for k in range(self.n):
            PyBuffer_Release(&self.views[k])

    cdef void* take(self, object source, str name, bytes letters, Py_ssize_t itemsize, int ndim, Py_ssize_t rows,
                    Py_ssize_t columns, bint writable) except? NULL:
        """The memory of a C-contiguous array of one of the types of ``letters``, of the given shape."""
        cdef Py_buffer* view
        cdef int flags = PyBUF_C_CONTIGUOUS | PyBUF_FORMAT | PyBUF_ND | (PyBUF_WRITABLE if writable else 0)
        if self.n == MOST_VIEWS:
            raise ValueError("too many arrays")
        view = &self.views[self.n]
        try:
            PyObject_GetBuffer(source, view, flags)
        except TypeError:
            raise TypeError(f"{name} must be an array, not {type(source).__name__}") from None
        except (ValueError, BufferError) as error:
            kind = "writable, C-contiguous" if writable else "C-contiguous"
            raise ValueError(f"{name} must be a {kind} array: {error}") from None
        self.n += 1
        shape = tuple([view.shape[k] for k in range(view.ndim)])
        letter = b"B" if view.format == NULL else <bytes>view.format
        if len(letter) == 2 and letter[:1] in b"@=":
            letter = letter[1:]
        if len(letter) != 1 or letter not in letters or view.itemsize != itemsize:
            raise TypeError(f"{name} must have dtype {_NAMES[letters]}, its buffer has format "
                            f"{letter.decode('ascii', 'replace')!r}")
        wanted = (rows, columns)[:ndim]
        if shape != wanted:
            raise ValueError(f"{name} must have shape {wanted}, not {shape}")
        return view.buf


_NAMES = {b"B": "uint8", b"?B": "bool or uint8", b"b": "int8", b"h": "int16", b"QL": "uint64", b"f": "float32",
          b"hH": "int16", b"qQlL": "int64 or uint64"}
