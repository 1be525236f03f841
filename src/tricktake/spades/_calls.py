"""The bidding of a deal of spades: who may bid what, and the exchange of blind nil (section 4 of the rules).

``Deal`` derives from :class:`DealCalls`; what follows is the deal's business.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import cast

from tricktake.actions import LOOK, Action, Bid, BidKind, Exchange
from tricktake.cards import CardSet
from tricktake.spades.bids import Bidding
from tricktake.spades.info import DealInfo
from tricktake.state import LegalActions, ListedActions, Phase

__all__ = ["DealCalls"]


class DealCalls(DealInfo):
    """A deal as far as bids and exchanges go; base of ``Deal``."""

    __slots__ = ()

    @abstractmethod
    def _begin_play(self) -> None:
        """Go on after the last bid and exchange."""

    def bidding(self, seat: int) -> Bidding:
        """What the bids of a seat depend on; for those who ask which bids it may make.

        Parameters
        ----------
        seat : int

        Returns
        -------
        Bidding

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        seat = self._seat(seat)
        own = self._scores[self._rules.side_of(seat)]
        return Bidding(
            self._rules,
            hand_size=len(self._dealt[seat]),
            behind=max(self._scores) - own,
            sixes=self.blind_sixes,
            seat=seat,
            bids=self._auction.bids,
        )

    def _legal_calls(self) -> LegalActions:
        """What the seat to act may do: bid, or while unseen look or bid blind (CS-BID-5)."""
        seat = cast(int, self._turn)
        bidding = self.bidding(seat)
        if self._seen >> seat & 1:
            return ListedActions(bidding.legal)
        return ListedActions(lambda: (LOOK, *bidding.legal(unseen=True)))

    def _apply_call(self, action: Action) -> bool:
        seat = cast(int, self._turn)
        unseen = not self._seen >> seat & 1
        if action is LOOK:
            if not unseen:
                return False
            self._save(action)
            self._seen |= 1 << seat
            return True
        if not isinstance(action, Bid):
            return False
        if self.bidding(seat).why_not(action, unseen=unseen and action.is_blind) is not None:
            return False
        if unseen and not action.is_blind:
            self._save(LOOK)  # CS-BID-5: an ordinary bid while unseen is a look and the bid
            self._seen |= 1 << seat
        self._save(action)
        self._seen |= 1 << seat  # CS-BID-5: he sees his cards right after bidding
        self._auction.push(action)
        self._turn = self._auction.turn
        if self._turn is None:
            self._end_auction()
        else:
            self._look_if_no_choice()
        return True

    def _look_if_no_choice(self) -> None:
        """CS-BID-5: a seat for which no blind bid is legal looks by itself."""
        seat = cast(int, self._turn)
        if not self.bidding(seat).legal(unseen=True):
            self._seen |= 1 << seat

    def _end_auction(self) -> None:
        """SP-BID-4, SP-BID-5: the exchanges that are to be made, in the order of the bids."""
        if self._rules.bn_exchange:
            number = {seat for seat, bid in self.auction if cast(Bid, bid).kind is BidKind.COUNT}
            nils = [seat for seat, bid in self.auction if cast(Bid, bid).kind is BidKind.BLIND_NIL]
            pairs = [(seat, (seat + 2) % 4) for seat in nils if (seat + 2) % 4 in number]
            self._passes = tuple([step for seat, mate in pairs for step in ((seat, mate), (mate, seat))])
        self._exchange_or_play()

    def _exchange_or_play(self) -> None:
        if self._passes:
            self._phase, self._turn = Phase.EXCHANGE, self._passes[0][0]
        else:
            self._begin_play()

    def _apply_exchange(self, action: Action) -> bool:
        giver, taker = self._passes[0]
        if not isinstance(action, Exchange) or len(action.cards) != self._rules.bn_exchange:
            return False
        if not action.cards <= self._hands[giver]:
            return False
        self._save(action)
        hands: list[CardSet] = list(self._hands)
        hands[giver] -= action.cards
        hands[taker] |= action.cards
        self._hands = tuple(hands)
        self._passes = self._passes[1:]
        self._exchange_or_play()
        return True
