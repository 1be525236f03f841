"""Bots for comparison, and the arena runs behind ``docs/strength.md``.

    python benchmarks/strength.py paranoid [BOARDS]    # cutthroat: one against the table, solved
    python benchmarks/strength.py flat [BOARDS]        # cutthroat: playouts without a tree
    python benchmarks/strength.py open [BOARDS]        # Five Hundred: worlds solved with open cards

Each meets the heuristic player, and so does, on the same boards, the sampling player's way of playing.

Everything else there is the command ``tricktake arena``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
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


class Paranoid(Bot):
    """In cutthroat every world solved as one seat against all others: too gloomy to play by."""

    name = "paranoid"
    worlds = 40
    nodes = 30_000  # of one world, all moves together

    def _choose(self, view: Any) -> Any:
        if view.phase is not tt.Phase.PLAY or len(view.legal_actions) == 1:
            return Heuristic().choose(view)
        knowledge, rows = fitting_worlds(view, self.worlds, self.seed, partial(likelihoods, view))
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
            for move, result in solver.moves(play, wants, seat, max_nodes=self.nodes).items():
                middle = view.tricks[view.seat] + (result.low + result.high) // 2
                found[move] = found.get(move, 0.0) + worth[middle]
        return tt.Play(knowledge.hidden.order.card(max(found, key=lambda move: found[move])))


def _points(terms: Any, tricks: int, bag: float) -> float:
    more: int = tricks - terms.tricks
    if more < 0:
        return float(terms.miss) + tricks
    return float(terms.over if more else terms.exact) - bag * more


class Flat(Bot):
    """The sampling player of spades without a tree: every card compared by playouts alone."""

    name = "flat"
    worlds = 60

    def _choose(self, view: Any) -> Any:
        if view.phase is not tt.Phase.PLAY:
            return Heuristic().choose(view)
        player: Any = _sp_sampling  # what it imports is changed for a moment
        before = player.tree_search
        player.tree_search = partial(before, depth=1)
        try:
            return _sp_sampling.consider(view, Budget(self.worlds, self.seed))[0].action
        finally:
            player.tree_search = before


class Tree(Bot):
    """The sampling player's play alone; calls are the heuristic player's."""

    name = "tree"
    worlds = 60

    def _choose(self, view: Any) -> Any:
        if view.phase is not tt.Phase.PLAY:
            return Heuristic().choose(view)
        return tt.bots.Sampling(self.seed, worlds=self.worlds).choose(view)


class Open(Bot):
    """Five Hundred with every world solved with open cards, from the first lead on."""

    name = "open"
    worlds = 60

    def _choose(self, view: Any) -> Any:
        if view.phase is not tt.Phase.PLAY:
            return Heuristic().choose(view)
        before = _fh_sampling._ENDING
        _fh_sampling._ENDING = 99
        try:
            return _fh_sampling.consider(view, Budget(self.worlds, self.seed))[0].action
        finally:
            _fh_sampling._ENDING = before


FORMS: dict[str, tuple[Any, list[type[Bot]]]] = {
    "paranoid": (sp.Rules(), [Paranoid, Tree]),
    "flat": (sp.Rules(), [Flat, Tree]),
    "open": (fh.Rules(), [Open, Tree]),
}
"""For each form the rules, and the bots that meet the heuristic player one after the other."""


def compare(form: str, *, boards: int, workers: int = 2) -> list[tt.arena.Report]:
    """Play one comparison: single deals, the same for each bot."""
    rules, bots = FORMS[form]
    return [tt.arena.play(rules, [bot, "heuristic"], boards=boards, seed=21, workers=workers) for bot in bots]


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one comparison and print what the arena says of it."""
    parser = argparse.ArgumentParser(description="Compare ways to search, each against the heuristic player.")
    parser.add_argument("form", choices=FORMS)
    parser.add_argument("boards", nargs="?", type=int, default=60, help="default: 60")
    parser.add_argument("--workers", type=int, default=2, help="processes that play; default: 2")
    given = parser.parse_args(arguments)
    for report in compare(given.form, boards=given.boards, workers=given.workers):
        print(report)


if __name__ == "__main__":
    # worker processes find the bots by the name of their module
    sys.path.insert(0, str(Path(__file__).resolve().parent))
    import strength

    strength.main()
