"""What can be read off a deal of Five Hundred: everything but doing and undoing.

:class:`DealInfo` holds the state and answers questions about it; ``deal.py`` derives ``Deal`` from it and
changes it.
"""

from __future__ import annotations

from operator import index
from typing import NamedTuple, cast

from cardcore import CardOrder, TrickPlay
from tricktake.actions import Bid, BidKind, Play
from tricktake.auction import Auction, Call
from tricktake.cards import CardSet, Suit
from tricktake.contract import Contract
from tricktake.errors import SetupError, WrongPhase
from tricktake.fivehundred._checks import need, whole
from tricktake.fivehundred.bids import BidTable
from tricktake.fivehundred.options import OpenExposure
from tricktake.fivehundred.orders import PlayTable
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.view import View
from tricktake.state import DealState, Objective, Phase
from tricktake.view import PlayedCard

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


class DealInfo(DealState[View]):
    """The state of a deal and what can be asked of it; base of ``Deal``."""

    __slots__ = (
        "_auction",
        "_bid_table",
        "_contract",
        "_dealer",
        "_dealt",
        "_hands",
        "_kitty",
        "_nominated",
        "_play",
        "_plays",
        "_put_away",
        "_rules",
        "_scores",
        "_seen",
        "_start",
        "_stop",
        "_table",
        "_undo",
    )

    _rules: Rules
    _dealer: int
    _scores: tuple[int, ...]
    _dealt: tuple[CardSet, ...]  # hands at the start
    _kitty: CardSet
    _start: PlayStart | None
    _hands: tuple[CardSet, ...]  # hands until the play begins; then the core has them
    _seen: int  # seats that have looked, bit k for seat k
    _bid_table: BidTable
    _auction: Auction
    _contract: Contract | None
    _put_away: CardSet | None
    _nominated: Suit | None
    _table: PlayTable | None
    _play: TrickPlay | None
    _plays: int  # cards played since the start
    _stop: int | None  # seat whose first trick ends the play (FH-MIS-8)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def dealer(self) -> int:
        """Seat that dealt."""
        return self._dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores of the sides before this deal, in points."""
        return self._scores

    @property
    def kitty(self) -> CardSet:
        """The kitty as dealt. Nobody but the contractor may know it (FH-KIT-1)."""
        return self._kitty

    @property
    def put_away(self) -> CardSet | None:
        """Cards the contractor put away; only he may know them (FH-KIT-2)."""
        return self._put_away

    @property
    def dealt(self) -> tuple[CardSet, ...]:
        """The hands as dealt, all seats: a full deal, not for bots."""
        return self._dealt

    @property
    def start(self) -> PlayStart | None:
        """Where a constructed deal began, if it began in the middle of the play."""
        return self._start

    @property
    def auction(self) -> tuple[Call, ...]:
        """The calls so far, oldest first."""
        return tuple(self._auction.calls)

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

    def has_looked(self, seat: int) -> bool:
        """Whether a seat has seen its cards (FH-BID-8).

        Parameters
        ----------
        seat : int

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        return bool(self._seen >> self._seat(seat) & 1)

    def hand(self, seat: int) -> CardSet:
        """The cards a seat holds now, seen or not.

        Parameters
        ----------
        seat : int

        Returns
        -------
        CardSet

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        self._seat(seat)
        return self._hands[seat] if self._play is None else self._play.hand(seat)

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
    def leader(self) -> int | None:
        """Seat that led the trick in progress or is to lead; None outside the play."""
        return None if self._play is None or self._phase is not Phase.PLAY else self._play.leader

    @property
    def trick(self) -> tuple[PlayedCard, ...]:
        """The trick in progress, in playing order."""
        return self.tricks_played()[-1] if self._play is not None and self._play.trick_mask else ()

    @property
    def finished(self) -> tuple[tuple[PlayedCard, ...], ...]:
        """The tricks played to the end, oldest first."""
        tricks = self.tricks_played()
        return tricks[:-1] if self._play is not None and self._play.trick_mask else tricks

    def tricks_played(self) -> tuple[tuple[PlayedCard, ...], ...]:
        """All tricks since the start of the deal, oldest first; the one in progress last.

        Returns
        -------
        tuple of tuple of PlayedCard
        """
        per_trick = self._rules.players - len(self.sits_out)
        steps = self._history[len(self._history) - self._plays :]
        plays = cast("list[tuple[int, Play]]", steps)
        cards = [PlayedCard(seat, play.card, play.named) for seat, play in plays]
        return tuple([tuple(cards[at : at + per_trick]) for at in range(0, self._plays, per_trick)])

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        return (0,) * self._rules.players if self._play is None else self._play.tricks

    @property
    def order(self) -> CardOrder | None:
        """How the cards rank in this deal's contract; None before the play (FH-CARD-1 to 5)."""
        return None if self._play is None else self._play.order

    @property
    def play_state(self) -> TrickPlay | None:
        """A copy of the core's play, for solvers and simulations; None before the play."""
        return None if self._play is None else self._play.copy()

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

    def play_of(self, move: int) -> Play:
        """The action of a move of :attr:`play_state`.

        Parameters
        ----------
        move : int

        Raises
        ------
        WrongPhase
            If the play has not begun.
        IndexError
            If there is no such move in this contract.
        """
        if self._table is None:
            raise WrongPhase(f"only a deal in its play has moves; this one is at: {self._phase.value}")
        if move not in self._table.plays:
            raise IndexError(f"there is no move {move} in this contract")
        return self._table.plays[move]

    def _seat(self, seat: int) -> int:
        seat = index(seat)
        if not 0 <= seat < self._rules.players:
            raise IndexError(f"seat {seat} is not in 0..{self._rules.players - 1}")
        return seat
