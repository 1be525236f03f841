"""Rows of numbers for learning programs, for C code. Public."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t

cdef enum:
    # Kinds of fields: MASK, INDEX and NUMBER of fields.pyi.
    IS_MASK = 0                # a set: each of its ``size`` members, at most 64, as 0 or 1
    IS_INDEX = 1               # a member: 1 among ``size`` numbers, the others 0; none if it is out of range
    IS_NUMBER = 2              # a number, cut to 16 bits; ``size`` is 1

# Write one row of ``length`` numbers from ``many`` fields. Trusts its caller: the fields follow one another without
# gaps (``starts[0]`` is 0, ``starts[j + 1]`` is ``starts[j] + sizes[j]``) and fill the row, sizes and kinds are as
# above, no two arrays overlap. ``nogil``, takes no memory, cannot fail.
cdef void write_row(const int64_t* values, const uint8_t* kinds, const int32_t* starts, const int32_t* sizes,
                    Py_ssize_t many, int length, int16_t* row) noexcept nogil
