"""Comparing how long two things take on a machine that does something else besides."""

from __future__ import annotations

import time
from collections.abc import Callable

__all__ = ["ratio_of_times"]


def ratio_of_times(first: Callable[[], object], second: Callable[[], object], *, below: float = 2) -> float:
    """Return how many times as much processor time the first takes, by the best of many runs in turn.

    Measuring ends as soon as the ratio is below the limit, and goes on for a while if it is not.
    """
    best = [float("inf")] * 2
    for number in range(400):
        for at, call in enumerate((first, second)):
            start = time.process_time_ns()
            for _ in range(100):
                call()
            best[at] = min(best[at], max(1, time.process_time_ns() - start))
        if number >= 20 and best[0] < below * best[1]:
            break
    return best[0] / best[1]
