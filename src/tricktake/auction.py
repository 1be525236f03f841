"""Auction: whose turn it is to call, who has passed, which bid is high, and when the calling ends.

The order of the bids is the game's business and comes in as a function; turns, passes, raises and ends are
the same for every game and are data here: one round or many, passes final or not, the high bidder's choice
to raise himself. Clause ids are those of ``docs/rules/five-hundred.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tricktake.actions import Bid, Pass, Stand

__all__ = ["Auction", "Call", "Refusal"]


class Call(NamedTuple):
    """One call of an auction.

    Examples
    --------
    >>> Call(0, Bid("7H"))
    Call(seat=0, call=Bid('7H'))
    """

    seat: int
    """Seat that called."""
    call: Bid | Pass | Stand
    """What it called."""


class Refusal(NamedTuple):
    """Why a bid may not be made.

    Parameters
    ----------
    rule : str
        The rule in a few words.
    clause : str
        Id of the clause in the rules document.
    option : str or None
        Name of the ``Rules`` field that governs it.
    sentence : str
        One English sentence, lower case, without a final stop.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> rule, clause, option, sentence = fh.bid_table(fh.Rules()).why_not(Bid("M"), Bid("6NT"))
    >>> clause, option, sentence
    ('FH-BID-5', 'misere_requires_7', 'M needs an earlier bid of seven')
    """

    rule: str
    """The rule in a few words."""
    clause: str
    """Id of the clause in the rules document."""
    option: str | None
    """Name of the rules field that governs it."""
    sentence: str
    """One English sentence, lower case, without a final stop."""


class _Before(NamedTuple):
    """What a call changes, to take it back."""

    turn: int | None
    high: Bid | None
    high_seat: int | None
    passed: int
    is_raising: bool


class Auction:
    """The calls of one deal. It trusts its caller that each call is legal.

    Parameters
    ----------
    players : int
        Number of seats.
    first : int
        Seat that calls first.
    single_round : bool, keyword only
        Each seat calls exactly once (FH-BID-15).
    pass_final : bool, keyword only
        A seat that has passed is not asked again (FH-BID-11).
    raises : bool, keyword only
        A high bidder whom all others have passed may raise himself (FH-BID-13).
    reopens : bool, keyword only
        Such a raise cancels all passes (FH-BID-13).
    can_raise : callable, keyword only
        ``can_raise(high)``: whether any bid is left above the high bid.

    Examples
    --------
    >>> from tricktake.actions import PASS
    >>> auction = Auction(4, 0)
    >>> for call in (Bid("6S"), PASS, Bid("7S"), PASS, PASS):
    ...     auction.push(call)
    >>> auction.is_over, auction.high, auction.high_seat
    (True, Bid('7S'), 2)
    >>> auction.pop()
    Pass()
    >>> auction.turn
    0
    """

    __slots__ = (
        "_can_raise",
        "_undo",
        "bids",
        "calls",
        "first",
        "high",
        "high_seat",
        "is_raising",
        "pass_final",
        "passed",
        "players",
        "raises",
        "reopens",
        "single_round",
        "turn",
    )

    def __init__(
        self,
        players: int,
        first: int,
        *,
        single_round: bool = False,
        pass_final: bool = True,
        raises: bool = False,
        reopens: bool = False,
        can_raise: Callable[[Bid], bool] = lambda high: True,
    ) -> None:
        self.players: int = players
        self.first: int = first
        self.single_round: bool = single_round
        self.pass_final: bool = pass_final
        self.raises: bool = raises
        self.reopens: bool = reopens
        self._can_raise = can_raise
        self.calls: list[Call] = []
        self.bids: tuple[Bid, ...] = ()
        """The bids so far, oldest first."""
        self.turn: int | None = first
        """Seat to call, or None when the auction is over."""
        self.high: Bid | None = None
        """The highest bid so far."""
        self.high_seat: int | None = None
        """Seat that made it."""
        self.passed: int = 0
        """Seats whose last call was a pass, bit *k* for seat *k*."""
        self.is_raising: bool = False
        """Whether the high bidder is choosing between standing and raising himself."""
        self._undo: list[_Before] = []

    @property
    def is_over(self) -> bool:
        """Whether the last call has been made."""
        return self.turn is None

    def push(self, call: Bid | Pass | Stand) -> None:
        """Add the call of the seat whose turn it is.

        Parameters
        ----------
        call : Bid, Pass or Stand
            A legal call.
        """
        seat = self.turn
        assert seat is not None
        self._undo.append(_Before(seat, self.high, self.high_seat, self.passed, self.is_raising))
        self.calls.append(Call(seat, call))
        if isinstance(call, Bid):
            self.bids = (*self.bids, call)
        if self.is_raising:
            self._raise(seat, call)
            return
        if isinstance(call, Bid):
            self.high, self.high_seat = call, seat
            if not self.pass_final:
                self.passed = 0  # FH-BID-11: only passes following a bid count
        else:
            self.passed |= 1 << seat
        self.turn = self._next(seat)

    def _raise(self, seat: int, call: Bid | Pass | Stand) -> None:
        """FH-BID-13: the high bidder stands, raises once, or reopens the auction."""
        self.is_raising = False
        self.turn = None
        if isinstance(call, Bid):
            self.high = call
            if self.reopens:
                self.passed = 0
                self.turn = (seat + 1) % self.players

    def _next(self, seat: int) -> int | None:
        """The seat to call after this one, or None when the auction is over."""
        everybody = (1 << self.players) - 1
        if self.single_round:  # FH-BID-15
            return (seat + 1) % self.players if len(self.calls) < self.players else None
        if self.passed == everybody:  # FH-BID-14
            return None
        if self.high_seat is not None and self.passed | 1 << self.high_seat == everybody:  # FH-BID-12
            if self.raises and self.high is not None and self._can_raise(self.high):
                self.is_raising = True
                return self.high_seat
            return None
        turn = (seat + 1) % self.players
        while self.pass_final and self.passed >> turn & 1:  # FH-BID-1
            turn = (turn + 1) % self.players
        return turn

    def pop(self) -> Bid | Pass | Stand:
        """Take back the last call.

        Returns
        -------
        Bid, Pass or Stand

        Raises
        ------
        IndexError
            If there is none.
        """
        if not self.calls:
            raise IndexError("no call to take back")
        self.turn, self.high, self.high_seat, self.passed, self.is_raising = self._undo.pop()
        call = self.calls.pop().call
        if isinstance(call, Bid):
            self.bids = self.bids[:-1]
        return call

    def copy(self) -> Auction:
        """An independent copy."""
        made = Auction.__new__(Auction)
        for name in Auction.__slots__:
            value = getattr(self, name)
            setattr(made, name, list(value) if isinstance(value, list) else value)
        return made
