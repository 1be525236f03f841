"""Contract: what the winner of an auction has undertaken, and who is on his side."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tricktake.actions import Bid
from tricktake.cards import Strain, Suit

__all__ = ["Contract"]


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
        Tricks the side must win; default: the level of the bid, 0 for a misère.

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
        object.__setattr__(self, "bid", bid)
        object.__setattr__(self, "contractor", contractor)
        object.__setattr__(self, "side", frozenset(side))
        object.__setattr__(self, "target", (bid.level or 0) if target is None else target)
        if contractor not in self.side:
            raise ValueError(f"contractor {contractor} is not on the contract side {sorted(self.side)}")

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
