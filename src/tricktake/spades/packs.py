"""The packs of spades and how they are dealt (sections 2 and 3 of the cutthroat rules).

A pack lists its cards suit by suit (spades, clubs, diamonds, hearts), each from low to high, the jokers
last; what a seed deals depends on this order, so it never changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from tricktake.cards import Card, CardSet, Pack, Rank, Suit
from tricktake.errors import SetupError

__all__ = ["PACKS", "deal_round"]


def _pack(*, without: str = "", jokers: int = 0) -> Pack:
    # the ranks 11, 12 and 13 are cards of Five Hundred only
    ranks = [rank for rank in Rank if not Rank.ELEVEN <= rank <= Rank.THIRTEEN]
    cards = [Card(suit * 16 + rank) for suit in Suit for rank in ranks]
    left_out = CardSet(without)
    return Pack([card for card in cards if card not in left_out] + [Card.JK1, Card.JK2, Card.JK3][:jokers])


PACKS: Mapping[str, Pack] = MappingProxyType(
    {
        "51": _pack(without="C2"),
        "52": _pack(),
        "50": _pack(without="C2 D2"),
        "54": _pack(jokers=2),
        "55": _pack(jokers=3),
    }
)
"""The packs by name, their number of cards, each in its fixed order (CS-DECK-1)."""


def deal_round(order: Sequence[Card], *, players: int, dealer: int) -> tuple[CardSet, ...]:
    """Deal an ordered pack one card at a time, off the top (CS-DEAL-3, CS-DEAL-4).

    Parameters
    ----------
    order : sequence of Card
        The pack in the order it is dealt, first card first.
    players : int
        Number of hands.
    dealer : int
        Seat of the dealer; each round starts on his left and ends with him. Where the cards do not come out
        even he is the first to be left out.

    Returns
    -------
    tuple of CardSet
        One hand a seat, from seat 0.

    Raises
    ------
    SetupError
        If a card stands twice.
    IndexError
        If there is no such dealer.

    Examples
    --------
    >>> [len(hand) for hand in deal_round(PACKS["54"], players=5, dealer=4)]
    [11, 11, 11, 11, 10]
    """
    if not 0 <= dealer < players:
        raise IndexError(f"dealer {dealer} is not in 0..{players - 1}")
    if len(CardSet(order)) != len(order):
        raise SetupError("a card stands twice in the pack to be dealt")
    return tuple([CardSet(order[(seat - dealer - 1) % players :: players]) for seat in range(players)])
