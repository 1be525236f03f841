"""Copies of deals and matches that keep their class, with whatever a derived class has added."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import TypeVar, cast

__all__ = ["copy_slots"]

_T = TypeVar("_T")


@cache
def _slots(kind: type) -> tuple[str, ...]:
    """The names of all slots of a class and its bases."""
    found: list[str] = []
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        found += [slots] if isinstance(slots, str) else slots
    return tuple([name for name in found if name not in ("__dict__", "__weakref__")])


def copy_slots(value: _T) -> _T:
    """A new object of the same class that refers to the same attributes; every slot has a value."""
    kind: type[_T] = type(value)
    made = kind.__new__(kind)
    for name in _slots(cast(Hashable, kind)):
        setattr(made, name, getattr(value, name))
    if hasattr(value, "__dict__"):
        made.__dict__.update(value.__dict__)
    return made
