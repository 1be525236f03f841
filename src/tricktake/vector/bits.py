"""Rows of bits: sets of seats, of cards and of actions, one row a deal.

A set of cards or seats is one ``uint64`` a deal; a set of actions is several, action *k* being bit *k* mod 64
of word *k* div 64. Everything here works on whole arrays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "ONE",
    "Bits",
    "Ints",
    "bit",
    "choose",
    "count",
    "has",
    "pack_words",
    "put_mask",
    "rotate",
    "unpack",
]

Bits = NDArray[np.uint64]
"""Sets, one bit a member."""
Ints = NDArray[Any]
"""Whole numbers of any width."""

ONE = np.uint64(1)
"""A single bit."""


def bit(index: Ints) -> Bits:
    """The set of one member; the index is 0 to 63.

    Parameters
    ----------
    index : numpy.ndarray of int

    Returns
    -------
    numpy.ndarray of uint64

    Examples
    --------
    >>> bit(np.array([0, 3])).tolist()
    [1, 8]
    """
    return ONE << index.astype(np.uint64)


def has(mask: Bits, index: Ints) -> NDArray[np.bool_]:
    """Whether a member is in a set; the index is 0 to 63.

    Parameters
    ----------
    mask : numpy.ndarray of uint64
    index : numpy.ndarray of int

    Returns
    -------
    numpy.ndarray of bool

    Examples
    --------
    >>> has(np.array([8, 8], np.uint64), np.array([0, 3])).tolist()
    [False, True]
    """
    return (mask >> index.astype(np.uint64) & ONE).astype(bool)


def count(mask: Bits) -> NDArray[np.uint8]:
    """The size of a set.

    Parameters
    ----------
    mask : numpy.ndarray of uint64

    Returns
    -------
    numpy.ndarray of uint8

    Examples
    --------
    >>> count(np.array([0, 8, 9], np.uint64)).tolist()
    [0, 1, 2]
    """
    found: NDArray[np.uint8] = np.bitwise_count(mask)
    return found


def rotate(mask: Bits, by: Ints, size: int) -> Bits:
    """Sets of seats as another seat sees them: seat ``by`` becomes 0, the next one 1.

    Parameters
    ----------
    mask : numpy.ndarray of uint64
        Sets of the numbers below ``size``.
    by : numpy.ndarray of int
    size : int

    Returns
    -------
    numpy.ndarray of uint64

    Examples
    --------
    >>> rotate(np.array([0b0011], np.uint64), np.array([1]), 4).tolist()
    [9]
    """
    low = by.astype(np.uint64)
    return (mask >> low | mask << (np.uint64(size) - low)) & np.uint64((1 << size) - 1)


def pack_words(members: Iterable[int], words: int) -> Bits:
    """A set of numbers as one row of words.

    Parameters
    ----------
    members : iterable of int
    words : int

    Returns
    -------
    numpy.ndarray of uint64, shape (words,)

    Examples
    --------
    >>> pack_words([0, 65], 2).tolist()
    [1, 2]
    """
    whole = sum([1 << member for member in set(members)])
    return np.array([whole >> 64 * at & (1 << 64) - 1 for at in range(words)], np.uint64)


def put_mask(rows: Bits, mask: Bits, start: int) -> None:
    """Add a set of at most 64 members to sets of actions, its member 0 being action ``start``.

    Parameters
    ----------
    rows : numpy.ndarray of uint64, shape (n, words)
        Written.
    mask : numpy.ndarray of uint64, shape (n,)
    start : int

    Examples
    --------
    >>> rows = np.zeros((1, 2), np.uint64)
    >>> put_mask(rows, np.array([3], np.uint64), 63)
    >>> rows.tolist()
    [[9223372036854775808, 1]]
    """
    word, shift = divmod(start, 64)
    rows[:, word] |= mask << np.uint64(shift)
    if shift and word + 1 < rows.shape[1]:
        rows[:, word + 1] |= mask >> np.uint64(64 - shift)


def unpack(rows: Bits, length: int) -> NDArray[np.uint8]:
    """Sets of actions as bytes of 0 and 1.

    Parameters
    ----------
    rows : numpy.ndarray of uint64, shape (n, words)
    length : int

    Returns
    -------
    numpy.ndarray of uint8, shape (n, length)

    Examples
    --------
    >>> unpack(np.array([[5]], np.uint64), 4).tolist()
    [[1, 0, 1, 0]]
    """
    many, words = rows.shape
    data = np.ascontiguousarray(rows, dtype="<u8").view(np.uint8).reshape(-1)
    return np.unpackbits(data, bitorder="little").reshape(many, 64 * words)[:, :length]


_STEPS: Sequence[tuple[np.uint64, np.uint64]] = [
    (np.uint64(half), np.uint64((1 << half) - 1)) for half in (32, 16, 8, 4, 2, 1)
]


def choose(rows: Bits, draws: NDArray[np.float64]) -> NDArray[np.int16]:
    """A member of each set, chosen by a number from 0 to 1.

    Parameters
    ----------
    rows : numpy.ndarray of uint64, shape (n, words)
    draws : numpy.ndarray of float64, shape (n,)
        From 0 to below 1; member *k* of *m* is chosen by a number from *k*/*m* to below (*k* + 1)/*m*.

    Returns
    -------
    numpy.ndarray of int16, shape (n,)
        -1 for an empty set.

    Examples
    --------
    >>> rows = np.array([[0b1010, 1], [0, 0]], np.uint64)
    >>> choose(rows, np.array([0.5, 0.5])).tolist()
    [3, -1]
    """
    sizes = np.bitwise_count(rows)
    total = sizes.sum(axis=1, dtype=np.uint8)
    rank = (draws * total).astype(np.uint8)
    at = np.zeros(len(rows), np.int16)
    word = rows[:, 0].copy()
    for k in range(1, rows.shape[1]):  # go on to the word that holds the member
        beyond = rank >= sizes[:, k - 1]
        beyond &= at == 64 * (k - 1)
        rank -= sizes[:, k - 1] * beyond
        at += beyond * np.int16(64)
        np.copyto(word, rows[:, k], where=beyond)
    for half, low in _STEPS:  # halve the word
        below = np.bitwise_count(word & low)
        beyond = rank >= below
        rank -= below * beyond
        step = half * beyond
        word >>= step
        at += step.astype(np.int16)
    at[total == 0] = -1
    return at
