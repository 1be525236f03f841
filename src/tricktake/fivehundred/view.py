"""What a seat knows in a deal of Five Hundred (FH-PLAY-8)."""

from __future__ import annotations

from dataclasses import dataclass

from tricktake.actions import Bid
from tricktake.auction import Call
from tricktake.cards import CardSet, Suit
from tricktake.contract import Contract
from tricktake.fivehundred.rules import Rules
from tricktake.view import View as _View

__all__ = ["View"]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(_View):
    """A seat's view of a deal; made by ``Deal.view``.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500)
    >>> view = deal.view(0)
    >>> view.hand == deal.hand(0), view.is_turn, deal.view(1).hand == deal.hand(0)
    (True, True, False)
    """

    rules: Rules
    """The rules of the game."""
    calls: tuple[Call, ...]
    """The calls of the auction, oldest first."""
    high: Bid | None
    """The high bid of the auction."""
    high_seat: int | None
    """Seat that made it."""
    contract: Contract | None
    """The contract, once the auction is over; None if there is none."""
    nominated: Suit | None
    """Suit the contractor gave the joker, if he did."""
    kitty: CardSet | None
    """The kitty, for the contractor who took it; None for everybody else."""
    put_away: CardSet | None
    """Own cards put away, for the contractor; None for everybody else."""
    sits_out: frozenset[int]
    """Seats that sit out (FH-MIS-2)."""
    suits_led: frozenset[Suit]
    """Suits that count as led (FH-JOK-10)."""

    @property
    def partners(self) -> frozenset[int]:
        """The other seats of this seat's side."""
        side = next(side for side in self.rules.sides if self.seat in side)
        return frozenset(side) - {self.seat}
