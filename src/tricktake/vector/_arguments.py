"""What callers hand over, checked: numbers, choices of deals, arrays to be written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tricktake._checks import LIMIT, whole
from tricktake.errors import SetupError

__all__ = ["number", "numbers_of", "read_actions", "room", "rows_of", "seats_of", "standing"]


def number(name: str, value: object, least: int, most: int) -> int:
    """A whole number in a range; ValueError if it is not in it."""
    found = whole(name, value)
    if not least <= found <= most:
        raise ValueError(f"{name} {found if abs(found) < LIMIT else 'too large'} is not in {least}..{most}")
    return found


def _ints(name: str, given: ArrayLike) -> NDArray[Any]:
    array = np.asarray(given)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name} must be whole numbers, not {array.dtype}")
    return array


def standing(name: str, given: ArrayLike | None, many: int, width: int, *, least: int) -> NDArray[np.int64]:
    """How matches stand before each deal, a row a deal."""
    if given is None:
        return np.zeros((many, width), np.int64)
    array = _ints(name, given)
    if array.shape not in ((width,), (many, width)):
        raise SetupError(f"{name} must have shape {(width,)} or {(many, width)}, not {array.shape}")
    if array.size and (int(array.min()) < least or int(array.max()) >= LIMIT):
        raise SetupError(f"{name} must be in {least}..{LIMIT - 1}")
    return np.array(np.broadcast_to(array, (many, width)), np.int64)


def rows_of(which: ArrayLike | None, n: int) -> NDArray[np.int64]:
    """A choice of deals as indices, each once; in the order given."""
    if which is None:
        return np.arange(n, dtype=np.int64)
    array = np.asarray(which)
    if array.dtype == np.bool_:
        if array.shape != (n,):
            raise ValueError(f"a choice of deals by bool must have shape {(n,)}, not {array.shape}")
        return np.flatnonzero(array).astype(np.int64)
    if array.ndim != 1:
        raise ValueError(f"a choice of deals is a list of indices, not an array of shape {array.shape}")
    if array.size == 0:
        return np.empty(0, np.int64)
    array = _ints("indices of deals", array)
    if int(array.min()) < 0 or int(array.max()) >= n:
        raise IndexError(f"indices of deals must be in 0..{n - 1}")
    rows = array.astype(np.int64)
    if len(np.unique(rows)) < len(rows):
        raise ValueError("a choice of deals names one twice")
    return rows


def numbers_of(name: str, given: ArrayLike, many: int, most: int) -> NDArray[np.uint64]:
    """A number from 0 for each of many deals, or one for all."""
    array = _ints(name, given)
    if array.shape not in ((), (many,)):
        raise ValueError(f"{name} must be one number or an array of shape {(many,)}, not {array.shape}")
    if array.size and (int(array.min()) < 0 or int(array.max()) > most):
        raise IndexError(f"{name} must be in 0..{most}")
    return np.array(np.broadcast_to(array, (many,)), np.uint64)


def seats_of(name: str, given: ArrayLike, many: int, players: int) -> NDArray[np.int64]:
    """A seat for each of many deals, or one for all."""
    return numbers_of(name, given, many, players - 1).astype(np.int64)


def read_actions(actions: ArrayLike, n: int) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """Actions as numbers that nobody else can change, what is none stays none; and as they were given."""
    array = _ints("actions", actions)
    if array.shape != (n,):
        raise ValueError(f"actions must have shape {(n,)}, not {array.shape}")
    if array.dtype.kind == "u" and array.dtype.itemsize == 8:
        array = array.copy()
        return np.minimum(array, np.uint64(2**62)).astype(np.int64), array
    made = array.astype(np.int64)
    return made, made


def room(name: str, out: Any, shape: tuple[int, ...], dtypes: Iterable[type]) -> None:
    """Refuse an array that cannot be written to as wanted; None is no array."""
    if out is None:
        return
    if not isinstance(out, np.ndarray):
        raise TypeError(f"{name} must be an array, not {type(out).__name__}")
    allowed = [np.dtype(one) for one in dtypes]
    if out.dtype not in allowed:
        raise TypeError(f"{name} must be {' or '.join(map(str, allowed))}, not {out.dtype}")
    if out.shape != shape:
        raise ValueError(f"{name} must have shape {shape}, not {out.shape}")
    if not out.flags.writeable:
        raise ValueError(f"{name} cannot be written to")
