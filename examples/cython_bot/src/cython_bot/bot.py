"""FastBot: how a view of tricktake becomes numbers for the engine, and the engine's answer an action.

This half is plain Python. It runs once a decision; what runs a million times stands in ``_fast.pyx``.
"""

from __future__ import annotations

from types import MappingProxyType

import tricktake as tt
from cython_bot._fast import rank_moves
from tricktake import fivehundred as fh
from tricktake.actions import Action, Play
from tricktake.bots import Bot, Heuristic, Option
from tricktake.view import View

__all__ = ["FastBot"]

TARGET_BONUS = 10.0  # what making or breaking the contract is worth beside one more trick


class FastBot(Bot):
    """Plays the cards of Five Hundred by random play and exact endings in sampled worlds.

    Calls and exchanges, and the two-handed game with cards on the table, are left to the heuristic player.

    Parameters
    ----------
    seed : int, default 0
        What worlds and playouts come from.
    worlds : int, default 100, keyword only
        Worlds for a decision.
    playouts : int, default 8, keyword only
        Random plays to the end for every move in every world.
    exact : int, default 4, keyword only
        Cards in hand from which on the worlds are solved instead.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(dealer=3, seed=500)
    >>> while not deal.is_over:
    ...     _ = deal.push(FastBot(worlds=10).choose(deal.view(deal.turn)))
    >>> deal.is_over
    True
    """

    name = "fast"
    SETTINGS = MappingProxyType({"worlds": 100, "playouts": 8, "exact": 4})

    def __init__(self, seed: int = 0, *, worlds: int = 100, playouts: int = 8, exact: int = 4) -> None:
        super().__init__(seed)
        if not 1 <= worlds <= 100_000 or not 1 <= playouts <= 100_000 or not 0 <= exact <= 10:
            raise ValueError(f"worlds {worlds}, playouts {playouts} or exact {exact} is out of range")
        self.worlds, self.playouts, self.exact = worlds, playouts, exact
        self._heuristic = Heuristic()

    def _choose(self, view: View) -> Action:
        # ``Bot.choose`` has made sure that it is a view and that the seat is to act.
        return self._consider(view)[0].action

    def _consider(self, view: View) -> list[Option]:
        if not isinstance(view, fh.View):
            raise TypeError(f"FastBot plays Five Hundred; got a view of {type(view).__module__}")
        # Rules that need no thinking come first: a forced card costs nothing.
        if view.phase is not tt.Phase.PLAY or len(view.legal_actions) == 1 or any(view.tables):
            return [Option(self._heuristic.choose(view))]
        plays = list(tt.sample_worlds(view, self.worlds, seed=self.seed).plays())
        side, count, pays = question(view)
        ranked = rank_moves(
            plays, pays, side=side, count=count, seed=self.seed, playouts=self.playouts, exact=self.exact
        )
        return [Option(action(plays[0].card_of(move)), value) for move, value in ranked]


def question(view: fh.View) -> tuple[int, int, list[float]]:
    """Who wants what: masks of places for the solver, and what each number of tricks is worth to this seat.

    In Five Hundred without cards on the table a place of the core is a seat.
    """
    contract = view.contract
    assert contract is not None  # there is no play without one
    everybody = (1 << view.rules.players) - 1
    contractors = sum(1 << seat for seat in contract.side)
    sign = 1.0 if view.seat in contract.side else -1.0
    if contract.is_misere:
        # The contractor's tricks count, and his opponents want him to have them.
        pays = [sign * (-tricks - (TARGET_BONUS if tricks else 0.0)) for tricks in range(64)]
        return everybody & ~contractors, 1 << contract.contractor, pays
    pays = [sign * (tricks + (TARGET_BONUS if tricks >= contract.target else 0.0)) for tricks in range(64)]
    return contractors, contractors, pays


def action(played: tuple[int, int | None]) -> Action:
    """The action of a move: its card, and the suit a joker names."""
    card, named = played
    return Play(tt.Card(card), named=None if named is None else tt.Suit(named))
