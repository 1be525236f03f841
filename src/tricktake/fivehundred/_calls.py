"""The auction of a deal of Five Hundred: who may call what, and what a call does (section 5 of the rules).

``Deal`` derives from :class:`DealCalls`; what follows the last call is the deal's business.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import cast

from tricktake.actions import LOOK, PASS, STAND, Action, Bid, Pass, Stand
from tricktake.auction import Auction
from tricktake.fivehundred.info import DealInfo
from tricktake.fivehundred.options import AuctionStyle, FinalRaise
from tricktake.state import LegalActions, ListedActions, Phase

__all__ = ["DealCalls"]


class DealCalls(DealInfo):
    """A deal as far as calls go; base of ``Deal``."""

    __slots__ = ()

    @abstractmethod
    def _end_auction(self) -> None:
        """Go on after the last call."""

    def _new_auction(self) -> Auction:
        rules, table = self._rules, self._bid_table
        return Auction(
            rules.players,
            (self._dealer + 1) % rules.players,  # FH-BID-1
            single_round=rules.auction is AuctionStyle.SINGLE,
            pass_final=rules.pass_final,
            raises=rules.final_raise is not FinalRaise.NONE,
            reopens=rules.final_raise is FinalRaise.REOPEN,
            can_raise=lambda high: bool(table.legal(high)),
        )

    def _legal_calls(self) -> LegalActions:
        """What the seat to act may call; while unseen, to look or a blind bid.

        Where nothing outranks the high bid only the pass is left (FH-BID-16).
        """
        seat = cast(int, self._turn)
        unseen = not self._seen >> seat & 1
        first = STAND if self._phase is Phase.FINAL_RAISE else LOOK if unseen else PASS
        table, high, bids = self._bid_table, self._auction.high, self._auction.bids
        signals = self._is_inkle_seat(seat)
        return ListedActions(lambda: (first, *table.legal(high, bids, unseen=unseen, inkle_seat=signals)))

    def _is_inkle_seat(self, seat: int) -> bool:
        """FH-BID-18: whether a seat is one of the two whose turn comes first."""
        return (seat - self._auction.first) % self._rules.players < 2

    def _legal_bids(self, seat: int, *, unseen: bool) -> tuple[Bid, ...]:
        return self._bid_table.legal(
            self._auction.high, self._auction.bids, unseen=unseen, inkle_seat=self._is_inkle_seat(seat)
        )

    def _apply_call(self, action: Action) -> bool:
        seat = cast(int, self._turn)
        unseen = not self._seen >> seat & 1
        if action is LOOK:
            if not unseen:
                return False
            self._save(action)
            self._seen |= 1 << seat
            return True
        raising = self._phase is Phase.FINAL_RAISE
        if action is PASS:
            legal = not raising
        elif action is STAND:
            legal = raising
        else:
            legal = isinstance(action, Bid) and (
                action in self._legal_bids(seat, unseen=False)
                or (unseen and action in self._legal_bids(seat, unseen=True))
            )
        if not legal:
            return False
        if unseen and not (isinstance(action, Bid) and action.is_blind):
            self._save(LOOK)  # FH-BID-8: an ordinary call while unseen is a look and the call
            self._seen |= 1 << seat
        self._save(action)
        auction = self._auction
        auction.push(cast("Bid | Pass | Stand", action))
        self._turn = auction.turn
        if self._turn is None:
            self._end_auction()
        else:
            self._phase = Phase.FINAL_RAISE if auction.is_raising else Phase.AUCTION
            self._look_if_no_choice()
        return True

    def _look_if_no_choice(self) -> None:
        """FH-BID-8: look where no blind bid is left to make, or where one has been made already."""
        seat = cast(int, self._turn)
        if self._seen >> seat & 1:
            return
        called = any(call.seat == seat for call in self._auction.calls)
        if called or not self._legal_bids(seat, unseen=True):
            self._seen |= 1 << seat
