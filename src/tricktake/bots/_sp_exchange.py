"""The exchange of a blind nil: dangerous cards go to the partner, harmless ones come back (SP-BID-4)."""

from __future__ import annotations

from itertools import combinations
from math import prod

from tricktake.actions import Exchange
from tricktake.bots._sp_estimate import outside
from tricktake.bots._sp_nil import hand_danger
from tricktake.bots._sp_reading import SPADES, place_of, split
from tricktake.bots._sp_terms import is_nil
from tricktake.cards import Card, CardSet
from tricktake.spades.view import View

__all__ = ["choose_exchange"]


def choose_exchange(view: View) -> Exchange:
    """Choose the cards to put over.

    Parameters
    ----------
    view : View
        A view of the bidder of a blind nil, or of his partner.

    Returns
    -------
    Exchange
    """
    assert view.hand is not None
    mine = view.bids[view.seat]
    size = view.rules.bn_exchange
    if mine is not None and is_nil(mine):
        return Exchange(_most_dangerous(view, view.hand, size))
    return Exchange(_most_harmless(view.hand, size))


def _most_dangerous(view: View, cards: CardSet, size: int) -> CardSet:
    """The cards without which the hand is safest; of equals the higher ones."""
    hand = split(cards)
    unseen = outside(view.rules, hand)
    # only the two or three highest of a suit come into question
    choice: list[Card] = []
    for suit in range(4):
        choice += [card for card in reversed(cards.ascending()) if place_of(card)[0] == suit][:size]
    best, most = CardSet(), -1.0
    for chosen in combinations(choice, size):
        left = list(hand)
        for card in chosen:
            suit, height = place_of(card)
            left[suit] &= ~(1 << height)
        safety = prod([1.0 - 0.98 * danger for danger in hand_danger(left, unseen)])
        safety += 0.00001 * sum([place_of(card)[1] for card in chosen])
        if safety > most:
            best, most = CardSet(chosen), safety
    return best


def _most_harmless(cards: CardSet, size: int) -> CardSet:
    """The lowest cards, side suits before spades, and those that guard nothing before those that do."""
    hand = split(cards)

    def harm(card: Card) -> float:
        suit, height = place_of(card)
        under = (hand[suit] & ((1 << height) - 1)).bit_count()
        return height + under * 0.1 + (6.0 if suit == SPADES else 0.0) - 0.2 * hand[suit].bit_count()

    return CardSet(sorted(cards, key=harm)[:size])
