"""Memory: making and dropping objects of the core many times does not make the process grow."""

from __future__ import annotations

import multiprocessing
import sys

import pytest

from core.workers import growth

LIMIT = 5_000_000


def check(count: int) -> None:
    """Run the tasks in a fresh process, so that nothing else in this one counts."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        grown = pool.apply(growth, (count,))
    assert len(grown) == 7
    assert max(grown.values()) < LIMIT, grown


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow() -> None:
    """10,000 times copy, pickle, pop and push, refuse, and the rest: under 5 MB each (P-14)."""
    check(10_000)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_memory_does_not_grow_in_200_000() -> None:
    """200,000 times each: under 5 MB (P-14)."""
    check(200_000)
