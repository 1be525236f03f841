"""Renumbering the cards of a mask, for C code. Public.

Shuffling a pack is ``rng_shuffle`` (``rng.pxd``), dealing it ``dealplan.pxd``.
"""

from libc.stdint cimport int8_t, uint64_t

from cardcore.bits cimport bit, lowest


cdef inline int renumber_mask(uint64_t mask, const int8_t* table, uint64_t* made) noexcept nogil:
    """Write the mask with its bits renumbered; 1, or 0 if a bit has no new number (the others are there).

    Trusts its caller: ``table`` has a number, -1 .. 63, for every bit that is set. -1: none.
    """
    cdef int at, whole = 1
    made[0] = 0
    while mask:
        at = table[lowest(mask)]
        mask &= mask - 1
        if at < 0:
            whole = 0
        else:
            made[0] |= bit(at)
    return whole
