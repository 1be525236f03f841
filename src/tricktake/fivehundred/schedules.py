"""What the bids of Five Hundred are worth and in which order they stand, in the shape of the printed tables.

The order is that of FH-BID-4, the values are those of FH-SCORE-1 and FH-SCORE-9 in
``docs/rules/five-hundred.md``. Bids with ``-SK`` are not listed: each goes with its twin.
"""

from __future__ import annotations

from collections.abc import Mapping

from tricktake.actions import Bid
from tricktake.fivehundred.options import MisereRank, Schedule

__all__ = ["NUMERIC_VALUES", "plain_ranks"]

# FH-BID-4, low to high, level by level; bids joined by = rank the same. FH-BID-17 moves M.
_ORDER = """
    6S  6C  6D  6H  6NT
    7S  7C  7D  7H  7NT
    M
    8S  8C  8D  8H  8NT
    9S  9C  9D  9H  9NT
    10S 10C 10D
    OM=BM
    10H 10NT
"""

_SCHEDULES: Mapping[Schedule, str] = {
    # FH-SCORE-1
    Schedule.AVONDALE: """
             S    C    D    H   NT
        6   40   60   80  100  120
        7  140  160  180  200  220
        8  240  260  280  300  320
        9  340  360  380  400  420
       10  440  460  480  500  520
    """,
    # FH-SCORE-9
    Schedule.ORIGINAL: """
             S    C    D    H   NT
        6   40   60   80  100  120
        7   80  120  160  200  240
        8  120  180  240  300  360
        9  160  240  320  400  480
       10  200  300  400  500  600
    """,
    Schedule.INVERTED: """
             C    S    H    D   NT
        6   40   60   80  100  120
        7   80  120  160  200  240
        8  120  180  240  300  360
        9  160  240  320  400  480
       10  200  300  400  500  600
    """,
    Schedule.PERFECT: """
             S    C    D    H   NT
        6   20   40   60   80  100
        7  120  140  160  180  200
        8  220  240  260  280  300
        9  320  340  360  380  400
       10  420  440  460  480  500
    """,
}


def _read_schedule(text: str) -> dict[Bid, int]:
    header, *rows = [line.split() for line in text.strip().splitlines()]
    return {
        Bid(level + strain): int(points)
        for level, *row in rows
        for strain, points in zip(header, row, strict=True)
    }


NUMERIC_VALUES: Mapping[Schedule, Mapping[Bid, int]] = {
    schedule: _read_schedule(text) for schedule, text in _SCHEDULES.items()
}
"""Points of the numeric bids, by schedule."""


def plain_ranks(schedule: Schedule, misere_rank: MisereRank) -> dict[Bid, int]:
    """Rank every bid without ``-SK``, whether or not the rules allow it.

    Parameters
    ----------
    schedule : Schedule
        What numeric bids are worth.
    misere_rank : MisereRank
        Where misère stands; ignored where bids rank by value.

    Returns
    -------
    dict of Bid to int
        From 0, without gaps; bids that rank the same share the number. Where bids rank by value there is no
        misère (FH-BID-19).

    Examples
    --------
    >>> ranks = plain_ranks(Schedule.AVONDALE, MisereRank.BETWEEN_7_8)
    >>> ranks[Bid("7NT")], ranks[Bid("M")], ranks[Bid("OM")] == ranks[Bid("BM")]
    (9, 10, True)
    """
    if schedule in (Schedule.ORIGINAL, Schedule.INVERTED):  # FH-BID-19
        values = NUMERIC_VALUES[schedule]
        ordered = sorted(values, key=lambda bid: (values[bid], bid.level))
        return {bid: rank for rank, bid in enumerate(ordered)}
    steps = _ORDER.split()
    if misere_rank is MisereRank.BETWEEN_8S_8C:  # FH-BID-17
        steps.remove("M")
        steps.insert(steps.index("8C"), "M")
    return {Bid(text): rank for rank, step in enumerate(steps) for text in step.split("=")}
