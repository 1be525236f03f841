"""Bit tricks on 64-bit words; the one place that knows compilers and instruction sets. Public.

``lowest`` and ``highest`` require a non-zero word, ``select`` requires ``k < popcount(word)``: they trust
their caller (the debug build asserts it). Everything compiles to single instructions where the including
module is built with wide instructions and to portable C elsewhere. All of it is ``nogil``, takes no memory and
cannot fail. Other files hold plain C11 that asks for no compiler: ``tests/distribution/test_portable_c.py``
looks for what does not belong there.

A module of your own follows its own compiler flags: ``-mbmi2 -mpopcnt`` (``/arch:AVX2``) makes it wide and then it
runs on such processors only. ``-DCARDCORE_DEBUG`` turns the assertions on.
"""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #ifndef CARDCORE_BITS_H
    #define CARDCORE_BITS_H
    #include <stdint.h>
    #if defined(_MSC_VER)
      #include <intrin.h>
    #endif
    #if defined(_MSC_VER) && !defined(__clang__)
      #define CARDCORE_INLINE static __forceinline
    #elif defined(__GNUC__)
      #define CARDCORE_INLINE static inline __attribute__((always_inline, unused))
    #else
      #define CARDCORE_INLINE static inline
    #endif
    /* 64-bit x86 only: the 32-bit one has no pdep for 64 bits. */
    #if (defined(__BMI2__) && defined(__x86_64__)) || (defined(_MSC_VER) && defined(__AVX2__) && defined(_M_X64))
      #include <immintrin.h>
      #define CARDCORE_WIDE 1
    #else
      #define CARDCORE_WIDE 0
    #endif
    #ifdef CARDCORE_DEBUG
      #include <stdio.h>
      #include <stdlib.h>
      #define CARDCORE_ASSERT(ok) \\
          ((ok) ? (void)0 : (fprintf(stderr, "cardcore: %s fails (%s:%d)\\n", #ok, __FILE__, __LINE__), abort()))
    #else
      #define CARDCORE_ASSERT(ok) ((void)0)
    #endif

    CARDCORE_INLINE int cardcore_popcount(uint64_t w) {
    #if CARDCORE_WIDE && defined(_MSC_VER) && !defined(__clang__)
        return (int)__popcnt64(w);
    #elif CARDCORE_WIDE || (defined(__GNUC__) && defined(__aarch64__))
        return __builtin_popcountll(w);
    #else
        /* Sums in 2, 4 and 8 bits; a library call on the baseline machine would cost more. */
        w = w - ((w >> 1) & UINT64_C(0x5555555555555555));
        w = (w & UINT64_C(0x3333333333333333)) + ((w >> 2) & UINT64_C(0x3333333333333333));
        w = (w + (w >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
        return (int)((w * UINT64_C(0x0101010101010101)) >> 56);
    #endif
    }

    CARDCORE_INLINE int cardcore_lowest(uint64_t w) {
        CARDCORE_ASSERT(w != 0);
    #if defined(_MSC_VER) && !defined(__clang__) && defined(_WIN64)
        unsigned long at; _BitScanForward64(&at, w); return (int)at;
    #elif defined(__GNUC__)
        return __builtin_ctzll(w);
    #else
        int at = 0; while (!(w & 1)) { w >>= 1; at++; } return at;
    #endif
    }

    CARDCORE_INLINE int cardcore_highest(uint64_t w) {
        CARDCORE_ASSERT(w != 0);
    #if defined(_MSC_VER) && !defined(__clang__) && defined(_WIN64)
        unsigned long at; _BitScanReverse64(&at, w); return (int)at;
    #elif defined(__GNUC__)
        return 63 - __builtin_clzll(w);
    #else
        int at = 0; while (w >>= 1) at++; return at;
    #endif
    }

    /* Index of the k-th set bit, counted from 0 at the low end. */
    CARDCORE_INLINE int cardcore_select(uint64_t w, int k) {
        CARDCORE_ASSERT(k >= 0 && k < cardcore_popcount(w));
    #if CARDCORE_WIDE
        return cardcore_lowest(_pdep_u64(UINT64_C(1) << k, w));
    #else
        for (; k > 0; k--) w &= w - 1;
        return cardcore_lowest(w);
    #endif
    }

    /* The bits of w where the mask has some, pushed together, and back; only where CARDCORE_WIDE is 1. */
    #if CARDCORE_WIDE
    CARDCORE_INLINE uint64_t cardcore_pext(uint64_t w, uint64_t mask) { return _pext_u64(w, mask); }
    CARDCORE_INLINE uint64_t cardcore_pdep(uint64_t w, uint64_t mask) { return _pdep_u64(w, mask); }
    #endif

    /* The word whose bytes in memory are those of w from the lowest to the highest, on any machine. */
    CARDCORE_INLINE uint64_t cardcore_lowest_first(uint64_t w) {
    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
        w = (w & UINT64_C(0x00ff00ff00ff00ff)) << 8 | (w >> 8 & UINT64_C(0x00ff00ff00ff00ff));
        w = (w & UINT64_C(0x0000ffff0000ffff)) << 16 | (w >> 16 & UINT64_C(0x0000ffff0000ffff));
        w = w << 32 | w >> 32;
    #endif
        return w;
    }

    /* What the processor says of itself in one leaf of cpuid; zeros where it has none. */
    #if (defined(__x86_64__) || defined(_M_X64)) && !defined(_M_ARM64EC)
      #define CARDCORE_X86_64 1
      #if defined(_MSC_VER)
        CARDCORE_INLINE void cardcore_cpuid(int leaf, int out[4]) { __cpuidex(out, leaf, 0); }
      #else
        #include <cpuid.h>
        CARDCORE_INLINE void cardcore_cpuid(int leaf, int out[4]) {
            unsigned a = 0, b = 0, c = 0, d = 0;
            if (!__get_cpuid_count((unsigned)leaf, 0, &a, &b, &c, &d)) a = b = c = d = 0;
            out[0] = (int)a; out[1] = (int)b; out[2] = (int)c; out[3] = (int)d;
        }
      #endif
    #else
      #define CARDCORE_X86_64 0
    #endif
    /* Whether the operating system keeps AVX registers, which the wide build of MSVC uses; asked after cpuid. */
    #if CARDCORE_X86_64 && defined(_MSC_VER)
      #define CARDCORE_WIDE_IS_AVX2 1
      CARDCORE_INLINE int cardcore_system_keeps_avx(void) { return (_xgetbv(0) & 6) == 6; }
    #else
      #define CARDCORE_WIDE_IS_AVX2 0
    #endif

    /* High half of the 128-bit product; the low half is a * b. */
    CARDCORE_INLINE uint64_t cardcore_mulhi(uint64_t a, uint64_t b) {
    #if defined(_MSC_VER) && !defined(__clang__) && (defined(_M_X64) || defined(_M_ARM64))
        return __umulh(a, b);
    #elif defined(__SIZEOF_INT128__)
        __extension__ typedef unsigned __int128 cardcore_u128;
        return (uint64_t)((cardcore_u128)a * b >> 64);
    #else
        uint64_t al = a & 0xffffffffu, ah = a >> 32, bl = b & 0xffffffffu, bh = b >> 32;
        uint64_t lh = al * bh, hl = ah * bl;
        uint64_t mid = (al * bl >> 32) + (lh & 0xffffffffu) + (hl & 0xffffffffu);
        return ah * bh + (lh >> 32) + (hl >> 32) + (mid >> 32);
    #endif
    }
    #endif
    """
    # Whether the including module is built with wide instructions: 0 or 1, known when it is compiled.
    int WIDE "CARDCORE_WIDE"
    # Stop the process if ``ok`` is false; nothing at all without CARDCORE_DEBUG.
    void check "CARDCORE_ASSERT"(bint ok) noexcept nogil
    # Number of set bits, 0 .. 64.
    int popcount "cardcore_popcount"(uint64_t w) noexcept nogil
    # Number of the lowest set bit, 0 .. 63. Trusts its caller: w is not 0.
    int lowest "cardcore_lowest"(uint64_t w) noexcept nogil
    # Number of the highest set bit, 0 .. 63. Trusts its caller: w is not 0.
    int highest "cardcore_highest"(uint64_t w) noexcept nogil
    # Number of the k-th set bit, k from 0. Trusts its caller: 0 <= k < popcount(w).
    int select "cardcore_select"(uint64_t w, int k) noexcept nogil
    # High half of the product of 128 bits; the low half is a * b.
    uint64_t mulhi "cardcore_mulhi"(uint64_t a, uint64_t b) noexcept nogil

cdef inline uint64_t bit(int k) noexcept nogil:
    """The word with bit ``k`` set, 0 <= k <= 63."""
    return (<uint64_t>1) << k

cdef inline uint64_t pop_lowest(uint64_t* w) noexcept nogil:
    """Remove the lowest set bit of ``w`` and return it as a word; ``w`` must not be 0."""
    cdef uint64_t low = w[0] & (0 - w[0])
    w[0] ^= low
    return low
