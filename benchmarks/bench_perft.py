"""Exact counts. Asked: how fast is push and pop inside C?"""

from __future__ import annotations

from collections.abc import Iterable

from harness import Figure, benchmark, figure, rounds

import cardcore
from cardcore import TrickPlay, perft
from games import HEARTS, hearts_deal


@benchmark
def perft_counts() -> Iterable[Figure]:
    """Sequences counted a second in a hearts ending of five cards a hand."""
    full, _ = hearts_deal(3)
    hands = [list(full.hand(place))[:5] for place in range(4)]
    play = TrickPlay(HEARTS, hands, 0)
    counts = set()
    in_use = cardcore.build_in_use()
    for build in cardcore.builds():
        cardcore.use_build(build)
        counts.add(perft(play, 20))
    cardcore.use_build(in_use)
    if len(counts) != 1:
        raise AssertionError(f"the builds count differently: {counts}")
    (total,) = counts
    times = rounds([lambda: perft(play, 20)], 9)[0]
    yield figure(
        "perft, hearts, 5 cards a hand", "M/s", [total / second / 1e6 for second in times], higher=True
    )
