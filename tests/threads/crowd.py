"""Many threads that begin together, and what they brought."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

__all__ = ["CROWD", "crowd", "hurried"]

CROWD = 8
"""Threads of a test."""

_T = TypeVar("_T")


@contextmanager
def hurried() -> Iterator[None]:
    """Make an interpreter with a lock switch threads as often as it can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        yield
    finally:
        sys.setswitchinterval(before)


def crowd(work: Callable[[int], _T], many: int = CROWD) -> list[_T]:
    """Call ``work(0)``, ``work(1)`` … in threads that begin together; the results, or the first error."""
    gate = threading.Barrier(many)
    results: dict[int, _T] = {}
    errors: list[BaseException] = []

    def run(number: int) -> None:
        try:
            gate.wait()
            results[number] = work(number)
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(number,), daemon=True) for number in range(many)]
    with hurried():
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(120)
    assert not any(thread.is_alive() for thread in threads), "a thread hangs"
    if errors:
        raise errors[0]
    return [results[number] for number in range(many)]
