"""Contract: what the winner of an auction has undertaken, and who is on his side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index
from typing import SupportsIndex

from tricktake.actions import Bid
from tricktake.cards import Strain, Suit
from tricktake.errors import SetupError

__all__ = ["Contract"]

_MOST_TRICKS = 63  # cards in the largest pack


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Contract:
    """The high bid of an auction as a contract to be played.

    Parameters
    ----------
    bid : Bid or str
        The bid.
    contractor : int, keyword only
        Seat that made it.
    side : iterable of int, keyword only
        Seats that win or lose the contract, the contractor among them.
    target : int, optional, keyword only
        Tricks the side must win, 0 to 63; default: the level of the bid, 0 for a misère.

    Raises
    ------
    SetupError
        If a seat is negative, the contractor is not on his side, or the target is not in 0..63.
    TypeError
        If the bid is none, or a seat or the target is no whole number.
    TextError
        If the text of the bid cannot be read.

    Examples
    --------
    >>> contract = Contract("8H", contractor=2, side={0, 2})
    >>> contract
    Contract('8H', contractor=2, side={0, 2}, target=8)
    >>> contract.trump, contract.is_misere
    (<Suit.HEARTS: 3>, False)
    """

    bid: Bid
    """The bid that became the contract."""
    contractor: int
    """Seat that made it."""
    side: frozenset[int]
    """Seats that win or lose it."""
    target: int
    """Tricks the side must win; 0 in a misère, where it must win none."""

    def __init__(
        self, bid: Bid | str, *, contractor: int, side: Iterable[int], target: int | None = None
    ) -> None:
        bid = Bid(bid) if isinstance(bid, str) else bid
        if not isinstance(bid, Bid):
            raise TypeError(f"a contract needs a Bid or its text, not {type(bid).__name__}")
        contractor = _whole("contractor", contractor)
        seats = frozenset([_whole("a seat of the side", seat) for seat in side])
        tricks = (bid.level or 0) if target is None else _whole("target", target)
        if min(seats, default=0) < 0:
            raise SetupError(f"seats are counted from 0; the side has {min(seats)}")
        if contractor not in seats:
            raise SetupError(f"contractor {contractor} is not on the contract side {sorted(seats)}")
        if not 0 <= tricks <= _MOST_TRICKS:
            raise SetupError(f"the target must be 0 to {_MOST_TRICKS} tricks; got {tricks}")
        object.__setattr__(self, "bid", bid)
        object.__setattr__(self, "contractor", contractor)
        object.__setattr__(self, "side", seats)
        object.__setattr__(self, "target", tricks)

    @property
    def strain(self) -> Strain:
        """The strain it is played in; a misère is played at no trump."""
        return Strain.NO_TRUMP if self.bid.strain is None else self.bid.strain

    @property
    def trump(self) -> Suit | None:
        """The trump suit, or None at no trump."""
        return self.strain.suit

    @property
    def is_misere(self) -> bool:
        """Whether the contractor must win no trick."""
        return self.bid.is_misere

    @property
    def is_sans_kitty(self) -> bool:
        """Whether the contractor plays the cards he was dealt."""
        return self.bid.sans_kitty

    def __repr__(self) -> str:
        side = ", ".join(map(str, sorted(self.side)))
        who = f"contractor={self.contractor}, side={{{side}}}"
        return f"Contract({self.bid.text!r}, {who}, target={self.target})"


def _whole(name: str, value: object) -> int:
    if isinstance(value, SupportsIndex) and not isinstance(value, bool):
        return int(index(value))
    raise TypeError(f"{name} must be a whole number, not {type(value).__name__}")
