"""The order in which a hand is held: trumps on the left, colours side by side in turn, high cards first."""

from __future__ import annotations

from collections.abc import Iterable

from cardcore import CardOrder
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.contract import Contract
from tricktake.fivehundred.orders import card_order
from tricktake.fivehundred.packs import PACKS

__all__ = ["order_of", "sort_cards"]

_TURN = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)  # black and red in turn
_WHOLE = max(PACKS.values(), key=len)  # every card of Five Hundred is in the largest pack


def order_of(order: CardOrder | Contract | Strain | Suit | None) -> CardOrder | None:
    """The card order that is meant.

    Parameters
    ----------
    order : CardOrder, Contract, Strain, Suit or None
        A strain or a contract is one of Five Hundred, with bowers.

    Returns
    -------
    CardOrder or None

    Raises
    ------
    TypeError
        If it is something else.

    Examples
    --------
    >>> order_of(Strain.HEARTS).suit_of(Card.DJ)
    3
    """
    if order is None or isinstance(order, CardOrder):
        return order
    if isinstance(order, Contract):
        order = order.strain
    if isinstance(order, (Strain, Suit)):
        return card_order(_WHOLE, Strain(order))
    raise TypeError(f"an order is a CardOrder, a Contract or a Strain; got {type(order).__name__}")


def sort_cards(cards: Iterable[Card], order: CardOrder | None = None) -> tuple[Card, ...]:
    """Sort cards as a player holds them.

    Parameters
    ----------
    cards : iterable of Card
    order : CardOrder, optional
        How they rank; default: as in no contract.

    Returns
    -------
    tuple of Card
        Jokers that belong to no suit first, then the trumps, then the other suits so that black and red
        stand in turn as far as can be; each from high to low.

    Examples
    --------
    >>> [card.name for card in sort_cards(CardSet("JK S5 C6 D5 HA"))]
    ['JK', 'S5', 'HA', 'C6', 'D5']
    >>> [card.name for card in sort_cards(CardSet("JK S5 C6 DJ HA HJ"), order_of(Strain.HEARTS))]
    ['JK', 'HJ', 'DJ', 'HA', 'S5', 'C6']
    """
    held: dict[Suit | None, list[Card]] = {}
    for card in CardSet(cards):
        held.setdefault(_suit(card, order), []).append(card)
    trump = None if order is None or order.trump is None else Suit(order.trump)
    found = list(held.pop(None, ()))
    for suit in _in_turn([suit for suit in held if suit is not None], trump):
        found += sorted(held[suit], key=lambda card: _strength(card, order), reverse=True)
    return tuple(found)


def _suit(card: Card, order: CardOrder | None) -> Suit | None:
    if order is None or card not in order:
        return card.suit
    if card == order.free_joker:
        return None
    suit = order.suit_of(card)
    return None if suit is None else Suit(suit)


def _strength(card: Card, order: CardOrder | None) -> int:
    return order.position(card) if order is not None and card in order else -100 + card


def _in_turn(suits: Iterable[Suit], trump: Suit | None) -> list[Suit]:
    """The suits that are held, the trump first, then black and red in turn."""
    left = [suit for suit in _TURN if suit in suits]
    found: list[Suit] = []
    if trump is not None and trump in left:
        left.remove(trump)
        found.append(trump)
    elif len(left) == 3:  # the colour of which there is one suit goes between
        alone = next(suit for suit in left if sum([other.is_red == suit.is_red for other in left]) == 1)
        left.remove(alone)
        return [left[0], alone, left[1]]
    while left:
        other = [suit for suit in left if not found or suit.is_red != found[-1].is_red]
        found.append((other or left)[0])
        left.remove(found[-1])
    return found
