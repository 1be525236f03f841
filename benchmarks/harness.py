"""What every benchmark shares: figures, rounds, and the table.

A benchmark module holds functions marked with :func:`benchmark`. Each checks its results before the clock
counts, measures in rounds (peers in turn within each round), and returns :class:`Figure` rows.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass

BENCHMARKS: dict[str, Callable[[], Iterable[Figure]]] = {}


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """One measured number."""

    name: str
    value: float
    """Median of the rounds."""
    unit: str
    best: float
    """Best round."""
    spread: float
    """Half the distance between the quartiles of the rounds, as a share of the median."""
    required: str = ""
    """What is asked for, in words; empty: nothing."""
    ok: bool | None = None
    """Whether it is reached."""
    peer: str = ""
    peer_value: float | None = None
    ratio: float | None = None
    """Median over the rounds of ours against the peer's, more being better for us."""

    def row(self) -> list[str]:
        """The cells of the table."""
        peer = f"{self.peer}: {show(self.peer_value)}" if self.peer_value is not None else self.peer
        return [
            self.name,
            show(self.value),
            self.unit,
            show(self.best),
            f"±{100 * self.spread:.0f} %",
            self.required + {True: " ✓", False: " ✗", None: ""}[self.ok],
            peer,
            "" if self.ratio is None else f"{self.ratio:.1f}×",
        ]

    def data(self) -> dict[str, object]:
        """The figure for a JSON file."""
        return asdict(self)


def show(value: float | None) -> str:
    """A number with three significant digits."""
    if value is None:
        return ""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def benchmark(function: Callable[[], Iterable[Figure]]) -> Callable[[], Iterable[Figure]]:
    """Register a benchmark under its function's name."""
    BENCHMARKS[function.__name__] = function
    return function


def seconds(work: Callable[[], object]) -> float:
    """Time one call, with the garbage collector quiet."""
    gc.collect()
    gc.disable()
    try:
        start = time.perf_counter()
        work()
        return time.perf_counter() - start
    finally:
        gc.enable()


def rounds(works: Sequence[Callable[[], object]], count: int = 15) -> list[list[float]]:
    """Time several works in turn, ``count`` rounds of them after one that does not count.

    Returns
    -------
    list of list of float
        For each work its seconds, round by round.
    """
    for work in works:
        work()
    times: list[list[float]] = [[] for _ in works]
    for _ in range(count):
        for work, taken in zip(works, times, strict=True):
            taken.append(seconds(work))
    return times


def figure(
    name: str,
    unit: str,
    values: Sequence[float],
    *,
    higher: bool,
    at_least: float | None = None,
    at_most: float | None = None,
    goal: float | None = None,
    peer: str = "",
    peer_values: Sequence[float] | None = None,
    ratio_at_least: float | None = None,
) -> Figure:
    """Make a row of the values of the rounds.

    Parameters
    ----------
    name, unit : str
    values : sequence of float
        One for each round.
    higher : bool
        Whether more is better.
    at_least, at_most, goal : float, optional
        What is required of the median, and what we aim for.
    peer, peer_values
        Name of a peer measured in the same rounds, and its values.
    ratio_at_least : float, optional
        How many times better than the peer we must be.
    """
    median = statistics.median(values)
    quartiles = statistics.quantiles(values, n=4) if len(values) > 1 else [median] * 3
    words, checks = [], []
    if at_least is not None:
        words.append(f"≥ {at_least:g}")
        checks.append(median >= at_least)
    if at_most is not None:
        words.append(f"≤ {at_most:g}")
        checks.append(median <= at_most)
    ratio = None
    if peer_values is not None:
        pairs = zip(values, peer_values, strict=True)
        ratio = statistics.median([ours / theirs if higher else theirs / ours for ours, theirs in pairs])
        if ratio_at_least is not None:
            words.append(f"≥ {ratio_at_least:g}× peer")
            checks.append(ratio >= ratio_at_least)
    if goal is not None:
        words.append(f"(goal {goal:g})")
    return Figure(
        name=name,
        value=median,
        unit=unit,
        best=max(values) if higher else min(values),
        spread=(quartiles[2] - quartiles[0]) / 2 / median if median else 0.0,
        required=" ".join(words),
        ok=all(checks) if checks else None,
        peer=peer,
        peer_value=statistics.median(peer_values) if peer_values is not None else None,
        ratio=ratio,
    )
