"""Counter-based random numbers in C: Philox 4x64-10, bounded draws, shuffles. Public.

A stream is a key (from the seed) and the upper half of a counter (deal number, purpose). Nothing has to be
set up or saved: the same four numbers give the same words everywhere. The words are those of numpy's
``Philox`` with the same key and counter.

A ``rng_t`` belongs to its caller, may be copied with ``=`` (the copy goes on alike), and serves one thread at a time.
Everything is ``nogil`` and cannot fail. The key of a seed comes from ``cardcore.key_from_seed`` (Python, once);
``docs/seeds.md`` lists the purposes in use: 0 is dealing, and those from 16 up are free for callers.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from cardcore.bits cimport check, mulhi

cdef enum:
    RNG_WORDS = 8                  # two blocks of four words at a time

ctypedef struct rng_t:
    uint64_t key[2]                # of the seed
    uint64_t counter[4]            # of the last block made: low, high, deal number, purpose
    uint64_t word[8]               # words made and not yet all used
    uint64_t small                 # what is left of a word being used 16 bits at a time
    uint32_t at                    # next word in ``word``; RNG_WORDS = all used
    uint32_t small_left            # 16-bit pieces left in ``small``


# Make the next RNG_WORDS words; rng_word calls it. Not inline: it is long, and needed once in many draws.
cdef void rng_refill(rng_t* s) noexcept nogil


cdef inline void rng_start(rng_t* s, uint64_t key0, uint64_t key1, uint64_t number, uint64_t purpose) noexcept nogil:
    """Begin stream ``number`` of ``purpose`` under a key; all four are any 64-bit words."""
    s.key[0] = key0
    s.key[1] = key1
    s.counter[0] = 0
    s.counter[1] = 0
    s.counter[2] = number
    s.counter[3] = purpose
    s.at = RNG_WORDS
    s.small = 0
    s.small_left = 0


cdef inline uint64_t rng_word(rng_t* s) noexcept nogil:
    """The next 64 random bits."""
    if s.at >= RNG_WORDS:
        rng_refill(s)
    s.at += 1
    return s.word[s.at - 1]


cdef inline uint64_t rng_below(rng_t* s, uint64_t n) noexcept nogil:
    """A number in 0 .. n - 1, unbiased (Lemire 2019, multiply and reject). Trusts its caller: n > 0."""
    cdef uint64_t word = rng_word(s)
    cdef uint64_t floor
    check(n > 0)
    if word * n < n:
        floor = (0 - n) % n
        while word * n < floor:
            word = rng_word(s)
    return mulhi(word, n)


cdef inline uint32_t rng_small_from(rng_t* s, uint64_t* small, uint32_t* left, uint32_t n) noexcept nogil:
    """``rng_small`` with the word in use held by the caller, so that a loop can keep it in registers."""
    cdef uint32_t product
    check(0 < n <= 256)
    while True:
        if left[0] == 0:
            small[0] = rng_word(s)
            left[0] = 4
        product = (<uint32_t>(small[0] & 0xFFFF)) * n
        small[0] >>= 16
        left[0] -= 1
        if (product & 0xFFFF) >= n or (product & 0xFFFF) >= (65536 - n) % n:
            return product >> 16


cdef inline uint32_t rng_small(rng_t* s, uint32_t n) noexcept nogil:
    """A number in 0 .. n - 1, unbiased, from 16 bits of a word, low bits first. Trusts its caller: 0 < n <= 256."""
    return rng_small_from(s, &s.small, &s.small_left, n)


# Shuffle the first n bytes of a: Fisher-Yates from the top; see rng.pyx. Trusts its caller: 0 <= n <= 255 and a
# holds that many. Not inline: it brings tables.
cdef void rng_shuffle(rng_t* s, uint8_t* a, int n) noexcept nogil


cdef class Stream:
    """A random stream for Python; see rng.pyi."""
    cdef rng_t s                   # where the stream is; C code may draw from it in a critical section of the object
    # Private: a copy.
    cdef rng_t seen(self)
