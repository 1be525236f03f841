"""What can be read off a deal of Five Hundred: everything but doing and undoing.

:class:`DealInfo` holds the state and answers questions about it; ``deal.py`` derives ``Deal`` from it and
changes it.
"""

from __future__ import annotations

from typing import NamedTuple

from tricktake._checks import need, whole
from tricktake.actions import Bid, BidKind
from tricktake.cards import CardSet, Suit
from tricktake.contract import Contract
from tricktake.errors import SetupError, WrongPhase
from tricktake.fivehundred.bids import BidTable
from tricktake.fivehundred.options import OpenExposure
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.view import View
from tricktake.state import Objective
from tricktake.trickdeal import TrickDeal

__all__ = ["DealInfo", "PlayStart"]


class PlayStart(NamedTuple):
    """Where a constructed deal begins in the middle of the play.

    Examples
    --------
    >>> PlayStart(Contract("8NT", contractor=0, side={0, 2}), leader=0).tricks is None
    True
    """

    contract: Contract
    """The contract."""
    nominated: Suit | None = None
    """Suit of a nominated joker."""
    leader: int | None = None
    """Seat that leads; None: the contractor."""
    tricks: tuple[int, ...] | None = None
    """Tricks already won by each seat; None: none."""
    suits_led: tuple[Suit, ...] = ()
    """Suits that count as led."""
    failed: tuple[tuple[Suit, ...], ...] | None = None
    """Suits each seat has failed to follow; None: none."""

    def frozen(self) -> PlayStart:
        """The same start with plain values and tuples inside, whatever it was built from.

        Returns
        -------
        PlayStart

        Raises
        ------
        TypeError, SetupError
            If a field holds something else.
        """
        tricks, failed = self.tricks, self.failed
        try:
            return PlayStart(
                need("contract", self.contract, Contract),
                nominated=None if self.nominated is None else Suit(self.nominated),
                leader=None if self.leader is None else whole("leader", self.leader),
                tricks=None if tricks is None else tuple([whole("a count of tricks", won) for won in tricks]),
                suits_led=tuple([Suit(suit) for suit in self.suits_led]),
                failed=None if failed is None else tuple([tuple(map(Suit, suits)) for suits in failed]),
            )
        except ValueError as error:
            raise SetupError(str(error)) from None


class DealInfo(TrickDeal[View]):
    """The state of a deal and what can be asked of it; base of ``Deal``."""

    __slots__ = (
        "_bid_table",
        "_contract",
        "_kitty",
        "_nominated",
        "_put_away",
        "_rules",
        "_start",
    )
    _CHANGING = (*TrickDeal._CHANGING, "_contract", "_put_away", "_nominated")

    _rules: Rules
    _kitty: CardSet
    _start: PlayStart | None
    _bid_table: BidTable
    _contract: Contract | None
    _put_away: CardSet | None
    _nominated: Suit | None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def kitty(self) -> CardSet:
        """The kitty as dealt. Nobody but the contractor may know it (FH-KIT-1)."""
        return self._kitty

    @property
    def put_away(self) -> CardSet | None:
        """Cards the contractor put away; only he may know them (FH-KIT-2)."""
        return self._put_away

    @property
    def start(self) -> PlayStart | None:
        """Where a constructed deal began, if it began in the middle of the play."""
        return self._start

    @property
    def high(self) -> Bid | None:
        """The high bid so far."""
        return self._auction.high

    @property
    def high_seat(self) -> int | None:
        """Seat that made the high bid."""
        return self._auction.high_seat

    @property
    def contract(self) -> Contract | None:
        """The contract once the auction is over; None before, and where all have passed."""
        return self._contract

    @property
    def nominated(self) -> Suit | None:
        """Suit the contractor gave the joker (FH-JOK-2)."""
        return self._nominated

    @property
    def sits_out(self) -> frozenset[int]:
        """Seats that sit out: the partners of a misère contractor (FH-MIS-2)."""
        contract = self._contract
        if contract is None or not contract.is_misere:
            return frozenset()
        return contract.side - {contract.contractor}

    def is_exposed(self, seat: int) -> bool:
        """Whether a seat's cards lie open: those of an open misère contractor (FH-MIS-4).

        Parameters
        ----------
        seat : int

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        self._seat(seat)
        contract, play = self._contract, self._play
        if contract is None or play is None or contract.bid.kind is not BidKind.OPEN_MISERE:
            return False
        if seat != contract.contractor:
            return False
        return self._rules.open_exposure is OpenExposure.BEFORE_FIRST_LEAD or play.tricks_done > 0

    @property
    def objective(self) -> Objective:
        """What the seat to act plays for, as a question for the solver.

        The tricks of its side; in a misère those of the contractor, which his opponents want (FH-MIS-1).

        Raises
        ------
        WrongPhase
            If no card is to be played.
        """
        play = self._play
        if play is None or self._turn is None:
            raise WrongPhase(f"only a deal in its play has an objective; this one is at: {self._phase.value}")
        contract = self._contract
        if contract is not None and contract.is_misere:
            count = frozenset((contract.contractor,))
            others = frozenset(range(self._rules.players)) - self.sits_out - count
            return Objective(side=others, count=count)
        side = frozenset(next(side for side in self._rules.sides if self._turn in side))
        return Objective(side=side, count=side)
