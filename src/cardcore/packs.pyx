"""Many packs at once: shuffled as the games shuffle them, and renumbered from one order of cards to another."""

from operator import index

from libc.stdint cimport int8_t, int64_t, uint8_t, uint64_t

from cardcore.rng cimport rng_shuffle, rng_start, rng_t

from cardcore.rng import read_key

__all__ = ["permute_bits", "shuffled_packs"]


include "_batch_args.pxi"


def shuffled_packs(numbers, size, *, seed):
    """Packs as the games shuffle them: the pack of each of many deals.

    Parameters
    ----------
    numbers : array of int, shape (m,)
        Numbers of the deals.
    size : int
        Cards of the pack, 0 .. 255.
    seed : int or tuple of two int, keyword only
        As for :class:`~cardcore.rng.Stream`.

    Returns
    -------
    numpy.ndarray of uint8, shape (m, size)
        Row *k* is ``Stream(seed, number=numbers[k]).permutation(size)``: pack indices from the top.

    Raises
    ------
    ValueError
        If a number is out of range.

    Examples
    --------
    >>> from cardcore import Stream
    >>> packs = shuffled_packs([3, 7], 43, seed=500)
    >>> bytes(packs[1]) == Stream(500, number=7).permutation(43)
    True
    """
    import numpy

    cdef rng_t r
    cdef uint64_t key0, key1
    cdef Py_ssize_t k
    cdef int cards
    cdef uint8_t[:, ::1] packs
    cdef const uint64_t[::1] given
    size = index(size)
    if not 0 <= size <= 255:
        raise ValueError(f"size {size} is not in 0..255")
    cards = size
    key0, key1 = read_key(seed)
    # Copied before it is looked at: another thread may give it another shape.
    array = numpy.array(numbers, order="C", copy=True)
    if array.size == 0:
        array = array.astype(numpy.uint64)
    if array.dtype.kind not in "iu" or array.ndim != 1:
        raise TypeError("numbers must be a list of whole numbers")
    if array.dtype.kind == "i" and array.size and int(array.min()) < 0:
        raise ValueError(f"numbers must be 0 or more, got {int(array.min())}")
    given = array.astype(numpy.uint64, copy=False)
    made = numpy.empty((len(array), cards), numpy.uint8)
    made[:] = numpy.arange(cards, dtype=numpy.uint8)
    packs = made
    if cards:
        with nogil:
            for k in range(given.shape[0]):
                rng_start(&r, key0, key1, given[k], 0)
                rng_shuffle(&r, &packs[k, 0], cards)
    return made


def permute_bits(masks, tables, which):
    """Renumber the cards of masks, for instance from pack indices to positions of a contract.

    Parameters
    ----------
    masks : array of int, shape (m, k)
        Masks of at most 63 bits.
    tables : array of int, shape (t, b)
        Table *j* says for each bit, at most 63 of them, its new number, 0 .. 62, or -1 if there is none.
    which : int or array of int, shape (m,)
        The table for each row.

    Returns
    -------
    numpy.ndarray of uint64, shape (m, k)

    Raises
    ------
    IndexError
        If there is no such table.
    ValueError
        If a mask has a bit without a new number.

    Examples
    --------
    >>> permute_bits([[0b011], [0b110]], [[2, 1, 0], [0, 1, 5]], [0, 1]).tolist()
    [[6], [34]]
    """
    import numpy

    cdef const uint64_t[:, ::1] source
    cdef uint64_t[:, ::1] to
    cdef const int8_t[:, ::1] table
    cdef const int64_t[::1] rows
    cdef Py_ssize_t i, k
    cdef bint bad = False
    array = numpy.array(masks, order="C", copy=True)       # before it is looked at
    if array.size == 0:
        array = array.astype(numpy.uint64)
    if array.dtype.kind not in "iu" or array.ndim != 2:
        raise TypeError("masks must be whole numbers, in rows")
    if array.dtype.kind == "i" and array.size and int(array.min()) < 0:
        raise ValueError("masks must be 0 or more")
    numbers = _whole("tables", tables, -1, 62, ValueError)
    if numbers.ndim != 2 or numbers.shape[1] > 63 or numbers.shape[0] == 0:
        raise ValueError("tables must be rows of at most 63 numbers")
    full = numpy.full((numbers.shape[0], 64), -1, numpy.int8)
    full[:, :numbers.shape[1]] = numbers
    table = full
    rows = _spread("which", _whole("which", which, 0, numbers.shape[0] - 1, IndexError), (array.shape[0],), numpy.int64)
    source = array.astype(numpy.uint64, copy=False)
    result = numpy.empty(array.shape, numpy.uint64)
    to = result
    with nogil:
        for i in range(source.shape[0]):
            for k in range(source.shape[1]):
                if not renumber_mask(source[i, k], &table[rows[i], 0], &to[i, k]):
                    bad = True
    if bad:
        raise ValueError("a mask has a card that its table does not know")
    return result
