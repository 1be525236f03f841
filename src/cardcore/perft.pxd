"""Exact counts of move sequences, for C code. Public."""

from libc.stdint cimport uint64_t

from cardcore cimport kernels
from cardcore.play cimport play_t, setup_t


cdef inline uint64_t perft_count(const play_t* s, const setup_t* c, int depth) noexcept nogil:
    """Number of sequences of ``depth`` moves, modulo 2**64; the position is not changed.

    Trusts its caller: ``s`` is a position of ``c``, ``depth`` is 0 or more. A play that ends before the depth is
    reached counts as one sequence; a lead of the free joker counts once for each suit it may name.
    """
    cdef play_t at = s[0]
    return kernels.table.perft(&at, c, depth)
