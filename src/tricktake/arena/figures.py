"""The statistics of the arena: means with their errors, shares, and what a result proves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from statistics import NormalDist

__all__ = ["CONFIDENCE", "Mean", "boards_needed", "mean_of", "student", "wilson"]

CONFIDENCE = 0.95
"""How often an interval holds the true value."""
_POWER = 0.8  # how often as many boards as are asked for would show the difference
_EXACT = 60  # degrees of freedom up to which Student's distribution is summed exactly
_NORMAL = NormalDist()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mean:
    """A mean over boards, with what is known of its error.

    Examples
    --------
    >>> mean = mean_of([Fraction(1), Fraction(2), Fraction(3), Fraction(6)])
    >>> mean.value, round(mean.error, 3), round(mean.low, 2), round(mean.high, 2)
    (3.0, 1.08, -0.44, 6.44)
    """

    value: float
    """The mean."""
    error: float | None
    """Its standard error; None of less than two boards."""
    low: float | None
    """Lower end of the interval; None of too few boards."""
    high: float | None
    """Upper end of the interval; None of too few boards."""
    boards: int
    """Boards it was taken over."""

    @property
    def sign(self) -> int:
        """1 or -1 if the interval lies above or below 0, else 0."""
        if self.low is None or self.high is None:
            return 0
        return 1 if self.low > 0 else -1 if self.high < 0 else 0


def mean_of(values: Sequence[Fraction], confidence: float = CONFIDENCE) -> Mean:
    """The mean of independent values, with its interval by Student's distribution.

    Parameters
    ----------
    values : sequence of Fraction
        At least one.
    confidence : float, default 0.95
        Of the interval.

    Returns
    -------
    Mean

    Examples
    --------
    >>> mean_of([Fraction(5)])
    Mean(value=5.0, error=None, low=None, high=None, boards=1)
    """
    count = len(values)
    exact = sum(values, Fraction(0)) / count
    value = float(exact)
    if count < 2:
        return Mean(value=value, error=None, low=None, high=None, boards=count)
    squares = math.fsum([float(found - exact) ** 2 for found in values])
    error = math.sqrt(squares / (count - 1) / count)
    if not error and value and 2.0 ** (1 - count) > 1 - confidence:
        # All alike, as a coin may fall the same way so many times: that says nothing of how far they scatter.
        return Mean(value=value, error=error, low=None, high=None, boards=count)
    reach = student(count - 1, confidence) * error
    return Mean(value=value, error=error, low=value - reach, high=value + reach, boards=count)


@lru_cache(maxsize=256)
def student(freedom: int, confidence: float = CONFIDENCE) -> float:
    """How many standard errors an interval reaches to each side.

    Parameters
    ----------
    freedom : int
        Degrees of freedom, 1 or more.
    confidence : float, default 0.95

    Returns
    -------
    float

    Notes
    -----
    Up to 60 degrees of freedom the distribution is summed exactly (Abramowitz and Stegun, 26.7.3 and 26.7.4)
    and inverted by halving; beyond, the expansion 26.7.5 is exact to six digits.

    Examples
    --------
    >>> round(student(1), 3), round(student(10), 4), round(student(1000), 4)
    (12.706, 2.2281, 1.9623)
    """
    normal = _NORMAL.inv_cdf((1 + confidence) / 2)
    if freedom > _EXACT:
        square = normal * normal
        terms = (
            (square + 1) / 4,
            ((5 * square + 16) * square + 3) / 96,
            (((3 * square + 19) * square + 17) * square - 15) / 384,
        )
        return normal * (1 + sum([term / float(freedom) ** (at + 1) for at, term in enumerate(terms)]))
    low, high = 0.0, math.pi / 2
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < confidence else (low, middle)
    return math.tan(low) * math.sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """Chance that Student's t stays within plus and minus sqrt(freedom) * tan(angle)."""
    square = math.cos(angle) ** 2
    odd = freedom % 2
    term, total = (math.cos(angle) if odd else 1.0), 0.0
    for at in range(odd, freedom - 1, 2):
        total += term
        term *= square * (at + 1) / (at + 2)
    total *= math.sin(angle)
    return (angle + total) * 2 / math.pi if odd else total


def wilson(share: float, count: int, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Wilson's interval for a share.

    Parameters
    ----------
    share : float
        What was won of ``count``, 0 to 1.
    count : int
        0 or more.
    confidence : float, default 0.95

    Returns
    -------
    tuple of float
        Lower and upper end; 0 and 1 if ``count`` is 0.

    Examples
    --------
    >>> [round(end, 4) for end in wilson(0.7, 10)]
    [0.3968, 0.8922]
    """
    if not count:
        return 0.0, 1.0
    square = _NORMAL.inv_cdf((1 + confidence) / 2) ** 2
    middle = (share + square / (2 * count)) / (1 + square / count)
    reach = math.sqrt(square * (share * (1 - share) / count + square / (4 * count * count)))
    reach /= 1 + square / count
    return max(0.0, middle - reach), min(1.0, middle + reach)


def boards_needed(mean: Mean, confidence: float = CONFIDENCE) -> int | None:
    """About how many boards would show a difference of the size found, four times in five.

    Parameters
    ----------
    mean : Mean
        The difference so far.
    confidence : float, default 0.95
        Of the interval that is to exclude 0.

    Returns
    -------
    int or None
        None if nothing can be said: there is no difference, or no error.

    Examples
    --------
    >>> boards_needed(mean_of([Fraction(20), Fraction(-16)] * 50))
    643
    """
    if not mean.value or not mean.error:
        return None
    reach = _NORMAL.inv_cdf((1 + confidence) / 2) + _NORMAL.inv_cdf(_POWER)
    return math.ceil(mean.boards * (reach * mean.error / mean.value) ** 2)
