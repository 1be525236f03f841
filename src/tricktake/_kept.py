"""Values made once and kept: a cache that gives every thread the same object.

``functools.lru_cache`` is safe in threads, but two that ask for the same new value at the same moment may
each get an object of their own. Where equal arguments promise the same object, that is wrong; here the second
one waits for the first.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

__all__ = ["kept"]

_K = TypeVar("_K")
_V = TypeVar("_V")

_MAKING = threading.RLock()  # one for all: making a value may need another one


def kept(most: int) -> Callable[[Callable[[_K], _V]], Callable[[_K], _V]]:
    """Keep the values of a function of one hashable argument, at least the last so many.

    Parameters
    ----------
    most : int
        How many, 1 or more.

    Returns
    -------
    callable
        The decorator.

    Examples
    --------
    >>> @kept(8)
    ... def pair(number):
    ...     return [number, number]
    >>> pair(3) is pair(3)
    True
    """

    def decorate(make: Callable[[_K], _V]) -> Callable[[_K], _V]:
        made: dict[_K, _V] = {}

        def find(key: _K) -> _V:
            with _MAKING:
                if key not in made:
                    value = make(key)
                    if len(made) >= most:
                        del made[next(iter(made))]
                    made[key] = value
                return made[key]

        find.__doc__, find.__name__, find.__qualname__ = make.__doc__, make.__name__, make.__qualname__
        find.__module__, find.__annotations__ = make.__module__, make.__annotations__
        # What is found is found without a lock and without a call of Python's.
        cached: Callable[[_K], _V] = lru_cache(maxsize=most)(find)
        return cached

    return decorate
