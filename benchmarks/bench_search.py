"""Tree search and quick playouts. Asked: does a change of the stakes, the policy or the tree cost speed?

An iteration takes one of 100 worlds, goes down the tree, adds a node and plays the rest; a playout plays a
world to its end. Each figure is one call of a function of the core, on one thread.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import numpy as np
from harness import Figure, benchmark, figure, rounds

import tricktake as tt
from cardcore import Stakes, TrickPlay, policy_playouts, tree_search
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import _fh_stakes, _sp_stakes

_ITERATIONS = 20_000
_REPEAT = 50
_WORLDS = 100


def _position(deal: Any, tricks: int) -> tuple[TrickPlay, Any, tuple[int | None, ...], Stakes]:
    """Play, worlds, columns and stakes once the heuristic player has played so many tricks of a deal."""
    bot = tt.bots.Heuristic()
    while deal.phase is not tt.Phase.PLAY or len(deal.finished) < tricks:
        deal.push(bot.choose(deal.view(deal.turn)))
    view = deal.view(deal.turn)
    knowledge = tt.infer(view)
    rows = np.empty((_WORLDS, len(knowledge.places)), np.uint64)
    knowledge.samplers[0].fill(rows, seed=1)
    play = view.world_maker(knowledge.hidden).plays(rows[:1])[0]
    if isinstance(deal, fh.Deal):
        stakes = _fh_stakes.make_stakes(view, view.contract)
    else:
        stakes = _sp_stakes.make_stakes(view, play.order)
    return play, rows, knowledge.columns, stakes


def _check(play: TrickPlay, rows: Any, at: tuple[int | None, ...], stakes: Stakes) -> None:
    """All iterations count, every move is legal, every trick is somebody's, and the seed decides."""
    found = tree_search(play, rows, at, stakes, iterations=1_000, seed=1)
    if sum(one.visits for one in found) != 1_000 or not {one.move for one in found} <= set(
        play.legal_moves()
    ):
        raise AssertionError("iterations are lost, or a move is not legal")
    if tree_search(play, rows, at, stakes, iterations=1_000, seed=1) != found:
        raise AssertionError("the same seed found something else")
    tricks = policy_playouts(play, rows, at, stakes, seed=1)
    cards = max(play.hand_mask(place).bit_count() for place in range(play.setup.seats.places))
    if set(tricks.sum(axis=1).tolist()) != {sum(play.tricks) + cards}:
        raise AssertionError("tricks are lost")


@benchmark
def search() -> Iterable[Figure]:
    """Iterations of tree search and quick playouts, thousands a second."""
    for name, make, tricks in (
        ("cutthroat, first lead", partial(sp.Deal, dealer=2, seed=500), 0),
        ("cutthroat, after seven tricks", partial(sp.Deal, dealer=2, seed=500), 7),
        ("Five Hundred, first lead", partial(fh.Deal, dealer=3, seed=500), 0),
    ):
        position = _position(make(), tricks)
        _check(*position)

        def searched(position: Any = position) -> None:
            tree_search(*position, iterations=_ITERATIONS, seed=1, explore=0.5)

        def played(position: Any = position) -> None:
            policy_playouts(*position, seed=1, repeat=_REPEAT)

        trees, playouts = rounds([searched, played])
        rates = [_ITERATIONS / second / 1e3 for second in trees]
        yield figure(f"tree search: {name}", "k iterations/s", rates, higher=True)
        rates = [_WORLDS * _REPEAT / second / 1e3 for second in playouts]
        yield figure(f"quick playouts: {name}", "k/s", rates, higher=True)
