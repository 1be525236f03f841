"""Many deals in parts, each with a thread of its own: one call at a time, and none on half a step.

A process that is forked has the deals but not the threads; it makes a pool and a lock of its own.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import pairwise
from operator import index
from typing import Any

from tricktake.encoding import Encoding
from tricktake.errors import SetupError
from tricktake.vector.table import Shared, VectorTable

__all__ = ["PartedDeals"]


class PartedDeals:
    """The parts of many deals and the threads that work on them; base of ``ShownDeals``."""

    _n: int
    _encoding: Encoding
    _shared: Shared
    _parts: list[VectorTable]
    _cuts: list[int]  # where each part begins, and where the last one ends
    _threads: int
    # by process: what was made before a fork has no threads in the child, and may be locked for ever
    _locks: dict[int, threading.Lock]
    _pools: dict[int, ThreadPoolExecutor]
    _is_whole: bool  # whether no step has been broken off

    def _jobs(self) -> list[tuple[VectorTable, int, int]]:
        spans = zip(self._parts, pairwise(self._cuts), strict=True)
        return [(part, low, high) for part, (low, high) in spans]

    def _each(self, work: Callable[[VectorTable, int, int], Any]) -> list[Any]:
        """Do something with every part, in threads if there are several; an error waits for all of them."""
        jobs = self._jobs()
        if len(jobs) == 1:
            return [work(*jobs[0])]
        me = os.getpid()
        if me not in self._pools:
            self._pools = {me: ThreadPoolExecutor(self._threads)}
        pool = self._pools[me]
        try:
            return [one.result() for one in [pool.submit(work, *job) for job in jobs]]
        except BaseException:
            self._pools = {}
            _finish(pool)
            raise

    def _change(self, work: Callable[[VectorTable, int, int], Any]) -> list[Any]:
        """Change every part; if this is broken off, the deals cannot be trusted any more."""
        self._is_whole = False
        found = self._each(work)
        self._is_whole = True
        return found

    def _find(self, i: int) -> tuple[VectorTable, int]:
        at = index(i)
        if not 0 <= at < self._n:
            raise IndexError(f"deal {at} is not in 0..{self._n - 1}")
        which = next(k for k, high in enumerate(self._cuts[1:]) if at < high)
        return self._parts[which], at - self._cuts[which]

    @contextmanager
    def _whole(self, *, needed: bool = True) -> Iterator[None]:
        """One call at a time, and only while no step has been broken off."""
        with self._locks.setdefault(os.getpid(), threading.Lock()):
            if needed and not self._is_whole:
                raise SetupError("a step was broken off in the middle; reset all deals")
            yield


def _finish(pool: ThreadPoolExecutor) -> None:
    """Wait until no thread works any more, whatever comes in between: the deals are theirs until then."""
    while True:
        try:
            pool.shutdown(wait=True, cancel_futures=True)
            return
        except KeyboardInterrupt:  # the first one is raised when they are done
            continue
