"""Whom a contractor of five players calls: the holder of the card he misses most, or nobody."""

from __future__ import annotations

from tricktake.actions import ALONE, Action, Bid, CallPartner
from tricktake.bots._fh_reading import ranking
from tricktake.cards import CardSet, Strain
from tricktake.fivehundred.view import View

__all__ = ["choose_partner"]

_ALONE = 1  # tricks that must be sure beyond the bid


def choose_partner(view: View) -> Action:
    """Choose a partner by card or by seat, or play alone.

    Parameters
    ----------
    view : View
        The contractor's view when a partner is called.

    Returns
    -------
    Action
        Alone only with more sure tricks than the contract needs. Otherwise the highest trump that may be
        called, or the missing ace behind the longest holding; a seat is called by what it has bid.
    """
    contract, hand = view.contract, view.hand
    assert contract is not None
    assert hand is not None
    calls = [action for action in view.legal_actions if isinstance(action, CallPartner)]
    strain = Strain.NO_TRUMP if contract.strain is None else contract.strain
    if not calls or _sure_tricks(view, hand, strain) >= contract.target + _ALONE:
        return ALONE
    if calls[0].seat is not None:
        return max(calls, key=lambda call: _spoken_for(view, call.seat or 0, strain))
    order = ranking(view.rules.pack_name, strain)
    by_card = {call.card: call for call in calls}
    missing = (
        [card for card in reversed(order.suits[strain]) if card in by_card] if strain.suit is not None else []
    )
    if missing and missing[0] in order.suits[strain][-5:]:
        return by_card[missing[0]]
    held = order.split(hand)
    tops = [(len(held[suit]), cards[-1]) for suit, cards in enumerate(order.suits) if cards]
    aces = [(length, card) for length, card in tops if card in by_card]
    if aces:
        return by_card[max(aces)[1]]
    return by_card[missing[0]] if missing else calls[-1]


def _sure_tricks(view: View, hand: CardSet, strain: Strain) -> int:
    """Top trumps in sequence, and aces with what follows them."""
    sure = 0
    for suit in ranking(view.rules.pack_name, strain).suits:
        for card in reversed(suit):
            if card not in hand:
                break
            sure += 1
    return sure


def _spoken_for(view: View, seat: int, strain: Strain) -> tuple[bool, int, int]:
    """How well a seat's calls fit: it has bid the strain, how high it has bid, how far away it sits."""
    bids = [call.call for call in view.calls if call.seat == seat and isinstance(call.call, Bid)]
    level = max([bid.level or 0 for bid in bids], default=0)
    return any(bid.strain is strain for bid in bids), level, (seat - view.seat) % view.rules.players
