"""The auctions of many deals of Five Hundred at once (section 5 of the rules).

It is the auction of ``tricktake.auction`` with an array for each of its variables; what may be bid is
looked up.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tricktake.fivehundred._vector_tables import BidArrays
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.encoding import phases_of
from tricktake.fivehundred.options import AuctionStyle, FinalRaise
from tricktake.state import Phase
from tricktake.vector.bits import Bits, Ints, bit, has
from tricktake.vector.table import Rows, VectorTable, check_points

__all__ = ["CallTable"]


class CallTable(VectorTable):
    """Many deals as far as calls go; base of ``Table``."""

    def __init__(self, encoding: Any, shared: Any, **more: Any) -> None:
        rules, table = encoding.rules, bid_table(encoding.rules)
        self.phases: tuple[Phase, ...] = tuple(phases_of(rules))
        check_points(max(rules.slam_value, *[table.stake(bid) for bid in table.bids]))
        self.bids: BidArrays = BidArrays(rules, encoding)
        super().__init__(encoding, shared, **more)
        n, players = self.n, self.players
        self.everybody: np.uint64 = np.uint64((1 << players) - 1)
        self.high: NDArray[np.int8] = np.full(n, -1, np.int8)
        self.high_seat: NDArray[np.int8] = np.full(n, -1, np.int8)
        self.passed: NDArray[np.uint64] = np.zeros(
            n, np.uint64
        )  # out of the auction, or passed since the last bid (FH-BID-11)
        self.last_passed: NDArray[np.uint64] = np.zeros(n, np.uint64)
        self.last_bid: NDArray[np.int8] = np.full((n, players), -1, np.int8)
        self.called: NDArray[np.uint64] = np.zeros(n, np.uint64)  # seats that have called
        self.calls: NDArray[np.int64] = np.zeros(n, np.int64)
        self.seven: NDArray[np.int8] = np.zeros(n, np.int8)
        self.eight: NDArray[np.int8] = np.zeros(n, np.int8)
        self.AUCTION = self.phase_of[Phase.AUCTION]
        self.RAISE = self.phase_of.get(Phase.FINAL_RAISE, np.int8(-1))

    @abstractmethod
    def _end_auction(self, rows: Rows) -> None:
        """Go on after the last call."""

    def open_auction(self, rows: Rows) -> None:
        """Begin the auction; the seat to call first is to act (FH-BID-1).

        Parameters
        ----------
        rows : numpy.ndarray of int64
        """
        for empty in (self.passed, self.last_passed, self.called, self.calls, self.seven, self.eight):
            empty[rows] = 0
        for none in (self.high, self.high_seat, self.last_bid):
            none[rows] = -1
        self.seen[rows] = 0 if self.rules.looks else self.everybody  # FH-BID-8
        self._look_if_no_choice(rows)

    def _call(self, rows: Rows, actions: Ints) -> None:
        """Look, pass or bid."""
        looking = actions == self.bids.look
        if looking.any():
            at = rows[looking]
            self.seen[at] |= bit(self.turn[at])
            rows, actions = rows[~looking], actions[~looking]
            if not len(rows):
                return
        seat = self.turn[rows]
        bid = self._note_call(rows, seat, actions)
        bids = bid >= 0
        at = rows[bids]
        self.high[at], self.high_seat[at] = bid[bids], seat[bids]
        if not self.rules.pass_final:
            self.passed[at] = 0  # FH-BID-11: only passes following a bid count
        at = rows[~bids]
        self.passed[at] |= bit(seat[~bids])
        self._next_caller(rows, seat)

    def _note_call(self, rows: Rows, seat: Ints, actions: Ints) -> Ints:
        """What is remembered of every call; returns the bids, -1 for none."""
        bid = self.bids.of_action[actions]
        self.calls[rows] += 1
        self.called[rows] |= bit(seat)
        bids = bid >= 0
        at, who, made = rows[bids], seat[bids], bid[bids]
        self.last_bid[at, who] = made
        self.last_passed[at] &= ~bit(who)
        level = self.bids.level[made]
        self.seven[at] |= level == 7
        self.eight[at] |= level >= 8
        passes = actions == self.bids.passing
        self.last_passed[rows[passes]] |= bit(seat[passes])
        return bid

    def _raise(self, rows: Rows, actions: Ints) -> None:
        """FH-BID-13: the high bidder stands, raises once, or reopens the auction."""
        seat = self.turn[rows]
        bid = self._note_call(rows, seat, actions)
        raises = bid >= 0
        at = rows[raises]
        self.high[at] = bid[raises]
        self.phase[rows] = self.AUCTION
        self.turn[rows] = -1
        if self.rules.final_raise is FinalRaise.REOPEN:
            self.passed[at] = 0
            self.turn[at] = (seat[raises] + 1) % self.players
        self._after_call(rows)

    def _next_caller(self, rows: Rows, seat: Ints) -> None:
        """The seat to call after another one, if the auction goes on."""
        rules, players = self.rules, self.players
        turn = (seat + 1) % players
        if rules.auction is AuctionStyle.SINGLE:  # FH-BID-15
            self.turn[rows] = np.where(self.calls[rows] < players, turn, -1)
            self._after_call(rows)
            return
        passed = self.passed[rows]
        if rules.pass_final:  # FH-BID-1
            for _ in range(players - 1):
                turn = np.where(has(passed, turn), (turn + 1) % players, turn)
        high_seat = self.high_seat[rows]
        left = high_seat >= 0
        left &= (passed | bit(np.maximum(high_seat, 0))) == self.everybody  # FH-BID-12
        over = (passed == self.everybody) | left  # FH-BID-14
        turn = np.where(over, -1, turn)
        if rules.final_raise is not FinalRaise.NONE:
            raising = left & (passed != self.everybody) & self.bids.can_raise[self.high[rows]]
            turn = np.where(raising, high_seat, turn)
            self.phase[rows[raising]] = self.RAISE
        self.turn[rows] = turn
        self._after_call(rows)

    def _after_call(self, rows: Rows) -> None:
        over = self.turn[rows] < 0
        if over.any():
            self._end_auction(rows[over])
        self._look_if_no_choice(rows[~over])

    def _look_if_no_choice(self, rows: Rows) -> None:
        """FH-BID-8: look where no blind bid is left to make, or where one has been made already."""
        if not self.rules.looks or not len(rows):
            return
        seat = self.turn[rows]
        blind = self.bids.blind[
            self.high[rows], self.seven[rows], self.eight[rows], self._signals(rows, seat).astype(np.int8)
        ]
        blind &= ~has(self.called[rows], seat)
        at = rows[~blind]
        self.seen[at] |= bit(seat[~blind])

    def _signals(self, rows: Rows, seat: Ints) -> NDArray[np.bool_]:
        """FH-BID-18: whether seats are among the two whose turn comes first."""
        found: NDArray[np.bool_] = (seat - self.dealer[rows] - 1) % self.players < 2
        return found

    def _legal_bids(self, rows: Rows, seat: Ints, phase: Ints) -> Bits:
        """Pass, stand or look, and the bids that may be made."""
        bids = self.bids
        unseen = ~has(self.seen[rows], seat)
        signals = self._signals(rows, seat)
        words = bids.legal[
            self.high[rows],
            self.seven[rows],
            self.eight[rows],
            unseen.astype(np.int8),
            signals.astype(np.int8),
        ]
        other = np.where(unseen, bids.look, bids.passing)
        other = np.where(phase == self.RAISE, bids.stand, other)
        words[np.arange(len(rows)), other >> 6] |= bit(other & 63)
        return words
