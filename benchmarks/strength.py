"""Bots for comparison, and the arena runs behind ``docs/strength.md``.

    python benchmarks/strength.py paranoid [BOARDS]    # cutthroat: one against the table, solved
    python benchmarks/strength.py flat [BOARDS]        # cutthroat: playouts without a tree
    python benchmarks/strength.py open [BOARDS]        # Five Hundred: worlds solved with open cards

Each meets the heuristic player, and so does, on the same boards, the sampling player's way of playing.

Everything else there is the command ``tricktake arena``.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import tricktake as tt
from cardcore import Solver
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import Bot, Heuristic, _fh_sampling, _sp_sampling, _sp_terms
from tricktake.bots._sp_deduce import likelihoods
from tricktake.bots._worlds import Budget, fitting_worlds

WORLDS = 40
NODES = 30_000  # of one world, all moves together


class Paranoid(Bot):
    """In cutthroat every world solved as one seat against all others: too gloomy to play by."""

    name = "paranoid"

    def _choose(self, view: Any) -> Any:
        if view.phase is not tt.Phase.PLAY or len(view.legal_actions) == 1:
            return Heuristic().choose(view)
        knowledge, rows = fitting_worlds(view, WORLDS, self.seed, partial(likelihoods, view))
        bid = view.bids[view.seat]
        bag = _sp_terms.bag_cost(view.rules, view.bags[view.seat])
        if _sp_terms.is_nil(bid):
            worth = [100.0] + [-100.0 - tricks for tricks in range(1, 64)]
        else:
            terms = _sp_terms.terms_of(bid, view.rules)
            worth = [_points(terms, tricks, bag) for tricks in range(64)]
        solver, seat = Solver(), 1 << view.seat
        wants = seat if not _sp_terms.is_nil(bid) else ~seat & (1 << view.rules.players) - 1
        found: dict[int, float] = {}
        for play in view.world_maker(knowledge.hidden).plays(rows):
            for move, result in solver.moves(play, wants, seat, max_nodes=NODES).items():
                middle = view.tricks[view.seat] + (result.low + result.high) // 2
                found[move] = found.get(move, 0.0) + worth[middle]
        return tt.Play(knowledge.hidden.order.card(max(found, key=lambda move: found[move])))


def _points(terms: Any, tricks: int, bag: float) -> float:
    if tricks < terms.tricks:
        return float(terms.miss) + tricks
    return float(terms.exact if tricks == terms.tricks else terms.over) - bag * (tricks - terms.tricks)


class Flat(Bot):
    """The sampling player of spades without a tree: every card compared by playouts alone."""

    name = "flat"

    def _choose(self, view: Any) -> Any:
        if view.phase is not tt.Phase.PLAY:
            return Heuristic().choose(view)
        before = _sp_sampling.tree_search
        _sp_sampling.tree_search = partial(before, depth=1)
        try:
            return _sp_sampling.consider(view, Budget(60, self.seed))[0].action
        finally:
            _sp_sampling.tree_search = before


class Tree(Bot):
    """The sampling player's play alone; calls are the heuristic player's."""

    name = "tree"

    def _choose(self, view: Any) -> Any:
        if view.phase is not tt.Phase.PLAY:
            return Heuristic().choose(view)
        return tt.bots.Sampling(self.seed, worlds=60).choose(view)


class Open(Bot):
    """Five Hundred with every world solved with open cards, from the first lead on."""

    name = "open"

    def _choose(self, view: Any) -> Any:
        if view.phase is not tt.Phase.PLAY:
            return Heuristic().choose(view)
        before = _fh_sampling._ENDING
        _fh_sampling._ENDING = 99
        try:
            return _fh_sampling.consider(view, Budget(60, self.seed))[0].action
        finally:
            _fh_sampling._ENDING = before


def main() -> None:
    """Run one comparison: against the heuristic player, deals with the calls of the heuristic player."""
    kinds: dict[str, tuple[Any, list[Any]]] = {
        "paranoid": (sp.Rules(), [Paranoid, Tree]),
        "flat": (sp.Rules(), [Flat, Tree]),
        "open": (fh.Rules(), [Open, Tree]),
    }
    rules, bots = kinds[sys.argv[1]]
    boards = int(sys.argv[2]) if len(sys.argv) > 2 else 60
    for bot in bots:
        print(tt.arena.play(rules, [bot, "heuristic"], boards=boards, seed=21, workers=2))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    import strength

    strength.main()
