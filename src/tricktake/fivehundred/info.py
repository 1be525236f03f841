"""What can be read off a deal of Five Hundred: everything but doing and undoing.

:class:`DealInfo` holds the state and answers questions about it; ``deal.py`` derives ``Deal`` from it and
changes it.
"""

from __future__ import annotations

from typing import NamedTuple

from tricktake._checks import need, whole
from tricktake.actions import Alone, Bid, BidKind, CallPartner, Play
from tricktake.cards import Card, CardSet, Suit
from tricktake.contract import Contract
from tricktake.errors import SetupError
from tricktake.fivehundred.bids import BidTable
from tricktake.fivehundred.dealing import Dealt
from tricktake.fivehundred.options import FivePartner, OpenExposure
from tricktake.fivehundred.packs import Pile
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.view import View
from tricktake.state import Objective, Phase
from tricktake.trickdeal import TrickDeal

__all__ = ["DealInfo", "PlayStart"]


_NO_CARDS = CardSet()


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
    """Seat that leads; None: the contractor. Where cards lie on the table, 2 and 3 stand for the tables of
    seats 0 and 1."""
    tricks: tuple[int, ...] | None = None
    """Tricks already won by each seat; None: none."""
    suits_led: tuple[Suit, ...] = ()
    """Suits that count as led."""
    failed: tuple[tuple[Suit, ...], ...] | None = None
    """Suits each seat has failed to follow, then those of the tables if there are any; None: none."""
    called: Card | None = None
    """With five players, the card by which the partner was called in secret (FH-P5-2)."""

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
                suits_led=tuple(dict.fromkeys([Suit(suit) for suit in self.suits_led])),
                failed=None if failed is None else tuple([tuple(map(Suit, suits)) for suits in failed]),
                called=None if self.called is None else Card(self.called),
            )
        except ValueError as error:
            raise SetupError(str(error)) from None


class DealInfo(TrickDeal[View]):
    """The state of a deal and what can be asked of it; base of ``Deal``."""

    __slots__ = (
        "_bid_table",
        "_call",
        "_contract",
        "_from",
        "_nominated",
        "_put_away",
        "_rules",
        "_start",
    )
    _CHANGING = (*TrickDeal._CHANGING, "_contract", "_put_away", "_nominated", "_call")

    _rules: Rules
    _from: Dealt
    _start: PlayStart | None
    _bid_table: BidTable
    _contract: Contract | None
    _call: Alone | CallPartner | None  # what the contractor of five players has announced
    _put_away: CardSet | None
    _nominated: Suit | None

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def kitty(self) -> CardSet:
        """The kitty as dealt. Nobody but the contractor may know it (FH-DEAL-5)."""
        return self._from.kitty

    @property
    def dead(self) -> CardSet:
        """The dead hand of two players, if there is one; nobody may know it (FH-P2-8)."""
        return self._from.dead

    @property
    def tables(self) -> tuple[tuple[Pile, ...], ...]:
        """The piles of each seat as dealt; nobody may know what lies face down (FH-P2-1)."""
        return self._from.tables

    def piles(self, seat: int) -> tuple[Pile, ...]:
        """The piles of a seat now; empty in games without cards on the table.

        Parameters
        ----------
        seat : int

        Returns
        -------
        tuple of Pile

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        seat = self._seat(seat)
        if not self._from.tables:
            return ()
        table, play = self._from.tables[seat], self._play
        if play is None:
            return table
        lying = play.hand(seat + 2)
        found = []
        for down, up in table:
            if up in lying:
                found.append(Pile(down, up))
            elif down in lying:
                found.append(Pile(None, down))  # FH-P2-6
            else:  # its card is in the trick in progress, or the pile is empty
                covered = up is not None and any(played.card == up for played in self.trick)
                found.append(Pile(down if covered else None, None))
        return tuple(found)

    @property
    def plays_from(self) -> str | None:
        """Where the seat to act plays from, ``hand`` or ``table``; None outside the play (FH-P2-4)."""
        play = self._play
        if play is None or play.turn is None or self._phase is not Phase.PLAY:
            return None
        return "table" if play.turn >= self._players else "hand"

    def _tabled(self) -> CardSet:
        return self._from.tabled() if self._from.tables else _NO_CARDS

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
    def called(self) -> Card | int | None:
        """The card or the seat the contractor of five players has called (FH-P5-2)."""
        if self._start is not None:
            return self._start.called
        call = self._call
        if not isinstance(call, CallPartner):
            return None
        return call.seat if call.card is None else call.card

    @property
    def partner(self) -> int | None:
        """The called partner of five players, secret or not; None if there is none (FH-P5-1)."""
        contract = self._contract
        if contract is None or self._players != 5:
            return None
        return next(iter(contract.side - {contract.contractor}), None)

    def knows_partner(self, seat: int) -> bool:
        """Whether a seat knows who plays with the contractor, if anybody does (FH-P5-2).

        Parameters
        ----------
        seat : int

        Returns
        -------
        bool
            With a card called in secret only its holder does, until it is played or the deal is over.

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        seat, called = self._seat(seat), self.called
        secret = self._rules.five_partner is FivePartner.CALL_CARD_SECRET
        if not isinstance(called, Card) or not secret or self._phase is Phase.OVER:
            return True
        held = self._hands[seat] if self._play is None else self._play.hand(seat)
        if called in held or any(step.action == Play(called) for step in self._history):
            return True
        contract = self._contract  # FH-P5-4: who calls a card of his own knows that he plays alone
        mine = contract is not None and contract.contractor == seat
        return mine and self._put_away is not None and called in self._put_away

    def contract_as_known(self, seat: int) -> Contract | None:
        """The contract as a seat knows it: without a partner who is secret to it (FH-P5-2).

        Parameters
        ----------
        seat : int

        Returns
        -------
        Contract or None

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        contract = self._contract
        if contract is None or self.knows_partner(seat):
            return contract
        return Contract(contract.bid, contractor=contract.contractor, side={contract.contractor})

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

    def _objective_of(self, seat: int) -> Objective:
        """The tricks of its side or of all defenders; in a misère those of the contractor (FH-MIS-1)."""
        contract = self._contract
        if contract is not None and contract.is_misere:
            count = frozenset((contract.contractor,))
            others = frozenset(range(self._rules.players)) - self.sits_out - count
            return self._placed(others, count)
        side = frozenset(next(side for side in self._rules.sides if seat in side))
        if contract is not None and len(self._rules.sides) > 2:  # the others play against the contract
            others = frozenset(range(self._players)) - contract.side
            side = contract.side if seat in contract.side else others
        return self._placed(side, side)

    def _placed(self, side: frozenset[int], count: frozenset[int]) -> Objective:
        """An objective of seats as one of places: a seat with a table plays from both (FH-P2-7)."""
        if self._from.tables:
            side = side | {seat + 2 for seat in side}
            count = count | {seat + 2 for seat in count}
        return Objective(side=side, count=count)
