"""Whole numbers of 256 bits, as far as exact counting needs them. Public.

Four 64-bit words, lowest first. Nothing here checks for overflow: callers keep numbers below 2**239, so that
a shift by sixteen bits still fits. Plain values, ``nogil``, no memory, no failure.
"""

from libc.stdint cimport uint64_t

from cardcore.bits cimport mulhi

ctypedef struct wide_t:
    uint64_t word[4]               # lowest first


cdef inline void wide_set(wide_t* a, uint64_t value) noexcept nogil:
    """``a = value``."""
    a.word[0] = value
    a.word[1] = 0
    a.word[2] = 0
    a.word[3] = 0


cdef inline bint wide_is_zero(const wide_t* a) noexcept nogil:
    """Whether ``a`` is 0."""
    return (a.word[0] | a.word[1] | a.word[2] | a.word[3]) == 0


cdef inline bint wide_less(const wide_t* a, const wide_t* b) noexcept nogil:
    """``a < b``."""
    cdef int k
    for k in range(3, -1, -1):
        if a.word[k] != b.word[k]:
            return a.word[k] < b.word[k]
    return False


cdef inline void wide_add_product(wide_t* a, const wide_t* b, uint64_t factor) noexcept nogil:
    """``a += b * factor``."""
    cdef uint64_t carry = 0, low, high
    cdef int k
    for k in range(4):
        low = b.word[k] * factor
        high = mulhi(b.word[k], factor)
        low += carry
        high += low < carry
        a.word[k] += low
        carry = high + (a.word[k] < low)


cdef inline void wide_subtract_product(wide_t* a, const wide_t* b, uint64_t factor) noexcept nogil:
    """``a -= b * factor``, which must not be above ``a``."""
    cdef uint64_t borrow = 0, low, high
    cdef int k
    for k in range(4):
        low = b.word[k] * factor
        high = mulhi(b.word[k], factor)
        low += borrow
        high += low < borrow
        borrow = high + (a.word[k] < low)
        a.word[k] -= low


cdef inline double wide_double(const wide_t* a) noexcept nogil:
    """``a``, rounded."""
    cdef double scale = 18446744073709551616.0
    return ((<double>a.word[3] * scale + <double>a.word[2]) * scale + <double>a.word[1]) * scale + <double>a.word[0]


cdef inline uint64_t wide_digit(wide_t* a, const wide_t* b) noexcept nogil:
    """The next sixteen bits of ``a / b`` after the point, for ``a < b``; ``a`` becomes what is left over.

    The quotient of the rounded numbers is at most one off, whatever the rounding, and is put right exactly.
    """
    cdef uint64_t digit
    cdef wide_t product
    a.word[3] = a.word[3] << 16 | a.word[2] >> 48
    a.word[2] = a.word[2] << 16 | a.word[1] >> 48
    a.word[1] = a.word[1] << 16 | a.word[0] >> 48
    a.word[0] = a.word[0] << 16
    digit = <uint64_t>(wide_double(a) / wide_double(b))
    wide_set(&product, 0)
    wide_add_product(&product, b, digit)
    if wide_less(a, &product):
        digit -= 1
    wide_subtract_product(a, b, digit)
    if not wide_less(a, b):
        wide_subtract_product(a, b, 1)
        digit += 1
    return digit


cdef inline uint64_t wide_fraction(wide_t* a, const wide_t* b) noexcept nogil:
    """The next 64 bits of ``a / b`` after the point, for ``a < b``; ``a`` becomes what is left over."""
    cdef uint64_t bits = 0
    cdef int _digit
    for _digit in range(4):
        bits = bits << 16 | wide_digit(a, b)
    return bits
