"""Rows of numbers for learning programs, written from sets, indices and numbers of many deals at once."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

__all__ = ["INDEX", "MASK", "NUMBER", "write_fields"]

MASK, INDEX, NUMBER = 0, 1, 2

cdef int16_t SPREAD[256][8]        # the bits of a byte as numbers


cdef void fill_spread() noexcept:
    cdef int byte, k
    for byte in range(256):
        for k in range(8):
            SPREAD[byte][k] = (byte >> k) & 1


fill_spread()


cdef void write_row(const int64_t* values, const uint8_t* kinds, const int32_t* starts, const int32_t* sizes,
                    Py_ssize_t many, int length, int16_t* row) noexcept nogil:
    """Write one row. A mask is written in eights; what is too much is written over by what follows."""
    cdef Py_ssize_t j
    cdef int k, start, size
    cdef int64_t value
    cdef uint64_t mask
    for j in range(many):
        start = starts[j]
        size = sizes[j]
        value = values[j]
        if kinds[j] == IS_MASK:
            mask = <uint64_t>value
            if start + ((size + 7) & ~7) <= length:
                for k in range(0, size, 8):
                    memcpy(row + start + k, SPREAD[mask & 255], 8 * sizeof(int16_t))
                    mask >>= 8
            else:
                for k in range(size):
                    row[start + k] = <int16_t>((mask >> k) & 1)
        elif kinds[j] == IS_INDEX:
            memset(row + start, 0, size * sizeof(int16_t))
            if 0 <= value < size:
                row[start + value] = 1
        else:
            row[start] = <int16_t>(32767 if value > 32767 else -32768 if value < -32768 else value)


def _whole_numbers(name, numbers, dtype):
    """A copy of a row of whole numbers that fit a type."""
    import numpy

    array = numpy.array(numbers, order="C", copy=True)  # before it is looked at: another thread may write to it
    if array.size == 0:
        array = array.astype(dtype)
    limits = numpy.iinfo(dtype)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise ValueError(f"{name} must be a row of whole numbers")
    if array.size and not (limits.min <= int(array.min()) and int(array.max()) <= limits.max):
        raise ValueError(f"{name} must be numbers of {limits.min} to {limits.max}")
    return array.astype(dtype, copy=False)


def write_fields(values, kinds, starts, sizes, out):
    """Write rows of numbers, each made of fields one after the other.

    Parameters
    ----------
    values : array of int64, shape (n, k)
        For every row and field its value, as its kind says.
    kinds : array of uint8, shape (k,)
        ``MASK``: a set of at most 64 members, written as 0 and 1. ``INDEX``: a member, written as 1 among 0; -1 for
        none. ``NUMBER``: a number, cut to 16 bits.
    starts, sizes : arrays of int32, shape (k,)
        Where each field begins, and how many numbers it has; they follow each other without gaps.
    out : numpy.ndarray of int16, shape (n, length)
        Written; rows may stand apart, numbers of a row may not.

    Raises
    ------
    ValueError
        If shapes or types do not go together, or the fields do not fill a row.

    Examples
    --------
    >>> import numpy as np
    >>> from cardcore.fields import INDEX, MASK, NUMBER, write_fields
    >>> out = np.empty((2, 7), np.int16)
    >>> write_fields([[5, 1, 9], [6, -1, -9]], [MASK, INDEX, NUMBER], [0, 3, 6], [3, 3, 1], out)
    >>> out.tolist()
    [[1, 0, 1, 0, 1, 0, 9], [0, 1, 1, 0, 0, 0, -9]]
    """
    import numpy

    if out is None:                    # which a typed array would take
        raise TypeError("out must be an array of int16")
    # What decides where is written is copied, so that nobody can change it between the checks and the writing.
    cdef const uint8_t[::1] kind = _whole_numbers("kinds", kinds, numpy.uint8)
    cdef const int32_t[::1] start = _whole_numbers("starts", starts, numpy.int32)
    cdef const int32_t[::1] size = _whole_numbers("sizes", sizes, numpy.int32)
    cdef int16_t[:, :] rows = out
    array = numpy.asarray(values)
    if array.dtype.kind not in "iu" and array.size:
        raise ValueError(f"values must be whole numbers, not {array.dtype}")
    if numpy.may_share_memory(array, out):
        array = array.copy()
    cdef const int64_t[:, ::1] given = numpy.ascontiguousarray(array, numpy.int64)
    cdef Py_ssize_t i, j, n = given.shape[0], many = given.shape[1]
    cdef int length = <int>rows.shape[1], at = 0
    if kind.shape[0] != many or start.shape[0] != many or size.shape[0] != many:
        raise ValueError(f"{many} fields need as many kinds, starts and sizes")
    for j in range(many):
        if start[j] != at or not 0 <= size[j] <= length - at or kind[j] > 2:
            raise ValueError(f"field {j} does not follow the one before, or is too long or of no kind")
        if (kind[j] == IS_MASK and size[j] > 64) or (kind[j] > IS_INDEX and size[j] != 1):
            raise ValueError(f"field {j} has {size[j]} numbers; a mask has at most 64, a number is one")
        at += size[j]
    if at != length or rows.shape[0] != n:
        raise ValueError(f"fields of {n} rows and {at} numbers do not fill {rows.shape[0]} rows of {length}")
    if n == 0 or length == 0:
        return
    if rows.strides[1] != sizeof(int16_t):
        raise ValueError("the numbers of a row must lie side by side")
    with nogil:
        for i in range(n):
            write_row(&given[i, 0], &kind[0], &start[0], &size[0], many, length, &rows[i, 0])
