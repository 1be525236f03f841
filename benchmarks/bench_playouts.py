"""Random playouts in C. Asked: does a change of the play state or the random stream cost speed?

One playout = shuffle 43 cards, deal ten to each of four places, play forty random legal cards in hearts.
"""

from __future__ import annotations

from collections.abc import Iterable

from harness import Figure, benchmark, figure, rounds

import cardcore
from cardcore import play_random_deals
from games import HEARTS, HEARTS_PACK, PLACES, hearts_deal

_DEALS = 100_000


def _run(build: str, count: int) -> tuple[int, ...]:
    cardcore.use_build(build)
    return play_random_deals(HEARTS, HEARTS_PACK, PLACES, count, leader=0, seed=1)


def _check() -> None:
    """Both builds, and the loop in Python, win the same tricks."""
    totals = [0, 0, 0, 0]
    for number in range(500):
        play, stream = hearts_deal(number)
        for place, won in enumerate(play.playout(stream)):
            totals[place] += won
    for build in cardcore.builds():
        if _run(build, 500) != tuple(totals):
            raise AssertionError(f"the {build} build differs from the loop in Python")


@benchmark
def playouts() -> Iterable[Figure]:
    """Deal and play out, millions a second, each build."""
    _check()
    in_use = cardcore.build_in_use()
    builds = cardcore.builds()
    try:
        times = rounds([lambda build=build: _run(build, _DEALS) for build in builds])  # type: ignore[misc]
    finally:
        cardcore.use_build(in_use)
    for build, taken in zip(builds, times, strict=True):
        rates = [_DEALS / second / 1e6 for second in taken]
        best = build == builds[0]
        name = f"playouts with dealing, {build} build"
        yield figure(
            name, "M/s", rates, higher=True, at_least=1.5 if best else None, goal=3 if best else None
        )
