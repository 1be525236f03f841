"""Sizes that do not fit the machine: counts of 64 bits where a pointer may have 32.

On such a machine (32-bit x86, a browser) the bytes of a large batch, or of a large table, are a number that a
word cannot hold; a block of the lower half of that number would be written past its end.
"""

from __future__ import annotations

import sys

import pytest

from cardcore import CardOrder, PlaySetup, SeatOrder, Solver, TrickPlay
from cardcore._buffers import Memory  # type: ignore[import-not-found]


@pytest.mark.parametrize(
    ("count", "size"), [(sys.maxsize // 2, 4), (sys.maxsize, 1), (sys.maxsize // 64 + 1, 64)]
)
def test_a_product_that_does_not_fit_is_no_memory(count: int, size: int) -> None:
    """The product is compared before it is made; the margin for aligning counts too."""
    with pytest.raises(MemoryError):
        Memory(count, size)


def test_memory_has_the_size_asked_for() -> None:
    """Count times size, zeroed, read-only."""
    block = memoryview(Memory(5, 24))
    assert (block.nbytes, block.readonly, bytes(block)) == (120, True, bytes(120))
    assert memoryview(Memory(0, 24)).nbytes == 0
    for wrong in ((-1, 4), (4, 0), (4, -1)):
        with pytest.raises(ValueError, match="0 or more"):
            Memory(*wrong)


def test_the_largest_table_is_only_a_limit() -> None:
    """100,000 MB are more than 32 bits can reach; the solver takes what it needs."""
    setup = PlaySetup(CardOrder([["S2", "S3", "S4", "S5"], ["H2", "H3", "H4", "H5"]]), SeatOrder.circle(4))
    play = TrickPlay(setup, ["S5 H2", "S4 S2", "S3 H3", "H4 H5"], 0)
    solver = Solver(100_000.0)
    assert solver.solve(play, 0b0101, 0b0101).value == Solver().solve(play, 0b0101, 0b0101).value
    assert solver.memory < 10_000_000
