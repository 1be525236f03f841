"""Counter-based random numbers in C: Philox 4x64-10, bounded draws, shuffles. Public.

A stream is a key (from the seed) and the upper half of a counter (deal number, purpose). Nothing has to be
set up or saved: the same four numbers give the same words everywhere. The words are those of numpy's
``Philox`` with the same key and counter.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

from cardcore.bits cimport mulhilo

cdef enum:
    RNG_WORDS = 8                  # two blocks of four words at a time

ctypedef struct rng_t:
    uint64_t key[2]
    uint64_t counter[4]            # of the last block made: low, high, deal number, purpose
    uint64_t word[8]               # words made and not yet all used
    uint64_t small                 # what is left of a word being used 16 bits at a time
    uint32_t at                    # next word in ``word``; RNG_WORDS = all used
    uint32_t small_left            # 16-bit pieces left in ``small``


cdef inline void philox_two_blocks(const uint64_t* key, const uint64_t* counter, uint64_t* out) noexcept nogil:
    """The blocks of ``counter`` + 1 and + 2: ten rounds each, interleaved to keep the multiplier busy."""
    cdef uint64_t k0 = key[0], k1 = key[1]
    cdef uint64_t a0 = counter[0] + 1, a1 = counter[1] + (a0 == 0), a2 = counter[2], a3 = counter[3]
    cdef uint64_t b0 = a0 + 1, b1 = a1 + (b0 == 0), b2 = counter[2], b3 = counter[3]
    cdef uint64_t h0, l0, h1, l1
    cdef int r
    for r in range(10):
        h0 = mulhilo(<uint64_t>0xD2E7470EE14C6C93, a0, &l0)
        h1 = mulhilo(<uint64_t>0xCA5A826395121157, a2, &l1)
        a0 = h1 ^ a1 ^ k0
        a1 = l1
        a2 = h0 ^ a3 ^ k1
        a3 = l0
        h0 = mulhilo(<uint64_t>0xD2E7470EE14C6C93, b0, &l0)
        h1 = mulhilo(<uint64_t>0xCA5A826395121157, b2, &l1)
        b0 = h1 ^ b1 ^ k0
        b1 = l1
        b2 = h0 ^ b3 ^ k1
        b3 = l0
        k0 = k0 + <uint64_t>0x9E3779B97F4A7C15
        k1 = k1 + <uint64_t>0xBB67AE8584CAA73B
    out[0] = a0
    out[1] = a1
    out[2] = a2
    out[3] = a3
    out[4] = b0
    out[5] = b1
    out[6] = b2
    out[7] = b3


cdef inline void rng_start(rng_t* s, uint64_t key0, uint64_t key1, uint64_t number, uint64_t purpose) noexcept nogil:
    """Begin stream ``number`` of ``purpose`` under a key."""
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
    if s.at == RNG_WORDS:
        philox_two_blocks(s.key, s.counter, s.word)
        # A stream is far shorter than 2**64 blocks; the carry keeps it right all the same.
        s.counter[1] += s.counter[0] >= <uint64_t>0xFFFFFFFFFFFFFFFE
        s.counter[0] += 2
        s.at = 0
    s.at += 1
    return s.word[s.at - 1]


cdef inline uint64_t rng_below(rng_t* s, uint64_t n) noexcept nogil:
    """A number in 0 .. n - 1, unbiased, n > 0 (Lemire 2019, multiply and reject)."""
    cdef uint64_t low, floor
    cdef uint64_t high = mulhilo(rng_word(s), n, &low)
    if low < n:
        floor = (0 - n) % n
        while low < floor:
            high = mulhilo(rng_word(s), n, &low)
    return high


cdef inline uint32_t rng_small(rng_t* s, uint32_t n) noexcept nogil:
    """A number in 0 .. n - 1, unbiased, 0 < n <= 256, from 16 bits of a word, low bits first."""
    cdef uint32_t product
    while True:
        if s.small_left == 0:
            s.small = rng_word(s)
            s.small_left = 4
        product = (<uint32_t>(s.small & 0xFFFF)) * n
        s.small >>= 16
        s.small_left -= 1
        if (product & 0xFFFF) >= n or (product & 0xFFFF) >= (65536 - n) % n:
            return product >> 16


cdef extern from *:
    """
    #ifndef CARDCORE_SHUFFLE_H
    #define CARDCORE_SHUFFLE_H
    /* For each n, how many bounds n, n - 1, ... share one word, and their product: as many as stay below 2**48. */
    #define CARDCORE_N 256
    static uint8_t cardcore_group[CARDCORE_N];
    static uint64_t cardcore_product[CARDCORE_N];
    CARDCORE_INLINE void cardcore_fill_groups(void) {
        int n, count;
        uint64_t product;
        for (n = 2; n < CARDCORE_N; n++) {
            product = (uint64_t)n;
            for (count = 1; n - count > 1 && product * (uint64_t)(n - count) < UINT64_C(0x1000000000000); count++)
                product *= (uint64_t)(n - count);
            cardcore_group[n] = (uint8_t)count;
            cardcore_product[n] = product;
        }
    }
    #endif
    """
    const uint8_t* shuffle_group "cardcore_group"
    const uint64_t* shuffle_product "cardcore_product"
    void fill_shuffle_groups "cardcore_fill_groups"() noexcept nogil


cdef inline void rng_shuffle(rng_t* s, uint8_t* a, int n) noexcept nogil:
    """Fisher-Yates from the top: for i = n, n - 1, .. 2 swap a[i - 1] with a[j], j uniform below i; n <= 255.

    Bounds i, i - 1, ... share one word as long as their product stays below 2**48: each draw multiplies
    the fraction left over by the one before. A word whose last fraction falls short of 2**64 modulo the
    product is thrown away, which makes all outcomes equally likely (Brackett-Rozinsky and Lemire 2024).
    A module that calls this calls ``fill_shuffle_groups`` once when it is imported.
    """
    cdef uint8_t pick[256]
    cdef int i = n, k, count
    cdef uint64_t x
    cdef uint8_t kept
    while i > 1:
        count = shuffle_group[i]
        x = rng_word(s)
        for k in range(count):
            pick[i - k] = <uint8_t>mulhilo(x, <uint64_t>(i - k), &x)
        if x < shuffle_product[i] and x < (0 - shuffle_product[i]) % shuffle_product[i]:
            continue
        i -= count
    for i in range(n, 1, -1):
        kept = a[i - 1]
        a[i - 1] = a[pick[i]]
        a[pick[i]] = kept


cdef class Stream:
    """A random stream for Python; see rng.pyi."""
    cdef rng_t s
