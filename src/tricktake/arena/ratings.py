"""Ratings of several bots from the games between each two of them (Bradley and Terry's model)."""

from __future__ import annotations

import math
from collections.abc import Sequence

__all__ = ["rate"]

_SCALE = 400 / math.log(10)  # ten times the strength is 400 points, as in chess
_STEPS = 10_000
_SETTLED = 1e-9


def rate(wins: Sequence[Sequence[float]]) -> tuple[float, ...]:
    """Ratings with which the results are most likely.

    Parameters
    ----------
    wins : sequence of sequence of float
        ``wins[a][b]``: how often ``a`` has beaten ``b``, a draw being half a win for each.

    Returns
    -------
    tuple of float
        Points on the scale of chess ratings: 400 more mean ten wins to one. Their mean is 0.

    Notes
    -----
    Minorisation and maximisation, as by Hunter (2004). Each pair gets one drawn game besides, so that the
    ratings stay finite even if a bot has won or lost all its games.

    Examples
    --------
    >>> [round(rating) for rating in rate([[0, 75, 90], [25, 0, 75], [10, 25, 0]])]
    [188, 0, -188]
    """
    count = len(wins)
    if count < 2:
        return (0.0,) * count
    others = [[b for b in range(count) if b != a] for a in range(count)]
    won = [sum([wins[a][b] + 0.5 for b in others[a]]) for a in range(count)]
    games = [[wins[a][b] + wins[b][a] + 1 for b in range(count)] for a in range(count)]
    strength = [1.0] * count
    for _ in range(_STEPS):
        after = [
            won[a] / sum([games[a][b] / (strength[a] + strength[b]) for b in others[a]]) for a in range(count)
        ]
        middle = math.exp(sum(map(math.log, after)) / count)
        after = [value / middle for value in after]
        moved = max([abs(math.log(new / old)) for new, old in zip(after, strength, strict=True)])
        strength = after
        if moved < _SETTLED:
            break
    return tuple([_SCALE * math.log(value) for value in strength])
