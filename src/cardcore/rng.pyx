"""Random streams for Python: the class over the C functions of ``rng.pxd``.

``docs/seeds.md`` publishes the scheme. The seed passes through numpy's ``SeedSequence`` once and becomes a
Philox key; deal *k* is a stream of its own under that key, so nothing needs to be saved to replay it.
"""

from operator import index

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcmp

cimport cython

from cardcore.bits cimport check, mulhi
from cardcore.rng cimport RNG_WORDS, rng_below, rng_start, rng_t, rng_word

__all__ = ["STREAM_VERSION", "Stream", "key_from_seed", "secure_permutation"]

STREAM_VERSION = 1
"""Number of the seed scheme: it changes when the same seed would give other cards."""


cdef void philox_two_blocks(const uint64_t* key, const uint64_t* counter, uint64_t* out) noexcept nogil:
    """The blocks of ``counter`` + 1 and + 2: ten rounds each, interleaved to keep the multiplier busy."""
    cdef uint64_t k0 = key[0], k1 = key[1]
    cdef uint64_t a0 = counter[0] + 1, a1 = counter[1] + (a0 == 0), a2 = counter[2], a3 = counter[3]
    cdef uint64_t b0 = a0 + 1, b1 = a1 + (b0 == 0), b2 = counter[2], b3 = counter[3]
    cdef uint64_t h0, l0, h1, l1
    cdef int _round
    for _round in range(10):
        h0 = mulhi(<uint64_t>0xD2E7470EE14C6C93, a0)
        l0 = <uint64_t>0xD2E7470EE14C6C93 * a0
        h1 = mulhi(<uint64_t>0xCA5A826395121157, a2)
        l1 = <uint64_t>0xCA5A826395121157 * a2
        a0 = h1 ^ a1 ^ k0
        a1 = l1
        a2 = h0 ^ a3 ^ k1
        a3 = l0
        h0 = mulhi(<uint64_t>0xD2E7470EE14C6C93, b0)
        l0 = <uint64_t>0xD2E7470EE14C6C93 * b0
        h1 = mulhi(<uint64_t>0xCA5A826395121157, b2)
        l1 = <uint64_t>0xCA5A826395121157 * b2
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


cdef void rng_refill(rng_t* s) noexcept nogil:
    """Make the next RNG_WORDS words."""
    philox_two_blocks(s.key, s.counter, s.word)
    # A stream is far shorter than 2**64 blocks; the carry keeps it right all the same.
    s.counter[1] += s.counter[0] >= <uint64_t>0xFFFFFFFFFFFFFFFE
    s.counter[0] += 2
    s.at = 0


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


cdef void rng_shuffle(rng_t* s, uint8_t* a, int n) noexcept nogil:
    """Fisher-Yates from the top: for i = n, n - 1, .. 2 swap a[i - 1] with a[j], j uniform below i; n <= 255.

    Bounds i, i - 1, ... share one word as long as their product stays below 2**48: each draw multiplies
    the fraction left over by the one before. A word whose last fraction falls short of 2**64 modulo the
    product is thrown away, which makes all outcomes equally likely (Brackett-Rozinsky and Lemire 2024).
    """
    cdef uint8_t pick[256]
    cdef int i = n, k, count
    cdef uint64_t x
    cdef uint8_t kept
    check(0 <= n <= 255)
    while i > 1:
        count = shuffle_group[i]
        x = rng_word(s)
        for k in range(count):
            pick[i - k] = <uint8_t>mulhi(x, <uint64_t>(i - k))
            x *= <uint64_t>(i - k)
        if x < shuffle_product[i] and x < (0 - shuffle_product[i]) % shuffle_product[i]:
            continue
        i -= count
    for i in range(n, 1, -1):
        kept = a[i - 1]
        a[i - 1] = a[pick[i]]
        a[pick[i]] = kept


fill_shuffle_groups()


def key_from_seed(seed):
    """Turn a seed into a Philox key.

    Parameters
    ----------
    seed : int
        0 or more, of any size.

    Returns
    -------
    tuple of int
        Two 64-bit words: ``numpy.random.SeedSequence(seed).generate_state(2, numpy.uint64)``.

    Raises
    ------
    ValueError
        If the seed is negative.
    TypeError
        If it is not an integer.

    Examples
    --------
    >>> key_from_seed(500) == key_from_seed(500), key_from_seed(500) == key_from_seed(501)
    (True, False)
    """
    from numpy import uint64
    from numpy.random import SeedSequence

    value = index(seed)
    if value < 0:
        raise ValueError(f"a seed must be 0 or more, not {value}")
    words = SeedSequence(value).generate_state(2, uint64)
    return int(words[0]), int(words[1])


def read_key(seed):
    """A key as it is, or the key of a seed.

    Parameters
    ----------
    seed : int or tuple of two int
        A seed of 0 or more, or two 64-bit words.

    Returns
    -------
    tuple of int

    Raises
    ------
    ValueError
        If the seed is negative, or the key is not two 64-bit words.
    """
    if not isinstance(seed, tuple):
        return key_from_seed(seed)
    if len(seed) != 2:
        raise ValueError(f"a key is two 64-bit words, not {len(seed)}")
    words = tuple([index(word) for word in tuple(seed)])
    for word in words:
        if not 0 <= word < 1 << 64:
            raise ValueError(f"key word {word} is not in 0..2**64-1")
    if len(words) != 2:                # a subclass may say one length and have another
        raise ValueError(f"a key is two 64-bit words, not {len(words)}")
    return words


cdef class Stream:
    """A stream of random numbers, the same on every platform, Python and numpy version.

    Parameters
    ----------
    seed : int or tuple of two int
        A seed of 0 or more, or a key as :func:`key_from_seed` returns it.
    number : int, keyword only
        Which stream under that seed, 0 .. 2**64 - 1, for instance the number of the deal.
    purpose : int, keyword only
        What the stream is for, 0 .. 2**64 - 1; streams of different purpose never overlap.

    Raises
    ------
    ValueError
        If the seed is negative, or number, purpose or key are not 64-bit words.

    Notes
    -----
    Philox 4x64-10 (Salmon et al., 2011). ``raw`` gives the words of
    ``numpy.random.Philox(key=key, counter=[0, 0, number, purpose]).random_raw()``.

    Examples
    --------
    >>> Stream(500).permutation(5) == Stream(500).permutation(5)
    True
    >>> first, second = Stream(500, number=0), Stream(500, number=1)
    >>> first.raw() == second.raw()
    False
    """

    def __init__(self, seed, *, number=0, purpose=0):
        cdef rng_t made
        key = read_key(seed)
        number, purpose = index(number), index(purpose)
        for name, value in (("number", number), ("purpose", purpose)):
            if not 0 <= value < 1 << 64:
                raise ValueError(f"{name} {value} is not in 0..2**64-1")
        rng_start(&made, key[0], key[1], number, purpose)
        with cython.critical_section(self):
            self.s = made

    def raw(self):
        """The next 64-bit word.

        Returns
        -------
        int
        """
        cdef uint64_t word
        with cython.critical_section(self):
            word = rng_word(&self.s)
        return word

    def below(self, n):
        """A uniform number in 0 .. n - 1.

        Parameters
        ----------
        n : int
            1 .. 2**64 - 1.

        Raises
        ------
        ValueError
            If ``n`` is out of range.

        Examples
        --------
        >>> 0 <= Stream(1).below(6) < 6
        True
        """
        cdef uint64_t bound, drawn
        n = index(n)
        if not 1 <= n < 1 << 64:
            raise ValueError(f"bound {n} is not in 1..2**64-1")
        bound = n
        with cython.critical_section(self):
            drawn = rng_below(&self.s, bound)
        return drawn

    def permutation(self, n):
        """The numbers 0 .. n - 1 in random order.

        Parameters
        ----------
        n : int
            0 .. 255.

        Returns
        -------
        bytes
            Each number once.

        Raises
        ------
        ValueError
            If ``n`` is out of range.

        Examples
        --------
        >>> sorted(Stream(1).permutation(4))
        [0, 1, 2, 3]
        """
        cdef uint8_t order[256]
        cdef int k, length
        n = index(n)
        if not 0 <= n <= 255:
            raise ValueError(f"length {n} is not in 0..255")
        length = n
        for k in range(length):
            order[k] = k
        with cython.critical_section(self):
            rng_shuffle(&self.s, order, length)
        return <bytes>order[:length]

    def copy(self):
        """An independent stream that goes on exactly as this one."""
        cdef Stream made = Stream.__new__(Stream)
        made.s = self.seen()
        return made

    cdef rng_t seen(self):
        """The state, whole."""
        cdef rng_t state
        with cython.critical_section(self):
            state = self.s
        return state

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __eq__(self, other):
        cdef rng_t mine, his
        if not isinstance(other, Stream):
            return NotImplemented
        mine = self.seen()
        his = (<Stream>other).seen()
        return (memcmp(mine.key, his.key, sizeof(mine.key)) == 0
                and memcmp(mine.counter, his.counter, sizeof(mine.counter)) == 0
                and mine.at == his.at
                and mine.small_left == his.small_left
                and mine.small == his.small)

    __hash__ = None

    def __reduce__(self):
        cdef rng_t s = self.seen()
        state = (s.key[0], s.key[1], s.counter[0], s.counter[1], s.counter[2], s.counter[3], s.at, s.small,
                 s.small_left)
        return _restore, (state,)

    def __repr__(self):
        cdef rng_t s = self.seen()
        used = int(s.counter[0]) * 4 - (RNG_WORDS - int(s.at))
        return (f"Stream(({s.key[0]:#x}, {s.key[1]:#x}), number={s.counter[2]}, "
                f"purpose={s.counter[3]})  # {used} words used")


def _restore(state):
    """Rebuild a pickled stream; the unused words are made again from the counter."""
    cdef Stream made
    state = [index(number) for number in state]
    if len(state) != 9:
        raise ValueError("damaged random stream")
    made = Stream((state[0], state[1]), number=state[4], purpose=state[5])
    low, high = state[2:4]
    at, small, small_left = state[6:9]
    if not (0 <= at <= RNG_WORDS and 0 <= small_left <= 3 and 0 <= small < 1 << 16 * small_left and high == 0
            and low % 2 == 0 and 0 <= low < 1 << 63 and (low > 0 or at == RNG_WORDS)):
        raise ValueError("damaged random stream")
    if low > 0:
        made.s.counter[0] = low - 2
        rng_word(&made.s)
    made.s.at = at
    made.s.small = small
    made.s.small_left = small_left
    return made


def secure_permutation(n):
    """The numbers 0 .. n - 1 in an order nobody can foresee, from the operating system's entropy.

    Parameters
    ----------
    n : int
        0 .. 255.

    Returns
    -------
    bytes

    Notes
    -----
    For real tables. It cannot be repeated from a seed: keep the pack order if the deal is to be replayed.

    Examples
    --------
    >>> sorted(secure_permutation(4))
    [0, 1, 2, 3]
    """
    from secrets import randbelow

    n = index(n)
    if not 0 <= n <= 255:
        raise ValueError(f"length {n} is not in 0..255")
    order = bytearray(range(n))
    for top in range(n - 1, 0, -1):
        pick = randbelow(top + 1)
        order[top], order[pick] = order[pick], order[top]
    return bytes(order)
