"""Laying cards into cells at random where there are more kinds of cells than the sampler tells apart.

Two players with ten piles on the table have up to 23 cells, and every one can come to take other cards. Here
cards are laid one after the other in a random order; where the cells a card may lie in are full, others move
on (an augmenting path). Every layout that fits can come out, but not each as often as the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from cardcore import Stream
from tricktake.cards import Card

__all__ = ["lay_out"]

_Place = TypeVar("_Place")


def lay_out(
    sizes: Mapping[_Place, int], allowed: Mapping[Card, frozenset[_Place]], stream: Stream
) -> dict[Card, _Place] | None:
    """A cell for every card.

    Parameters
    ----------
    sizes : mapping
        How many cards each cell takes.
    allowed : mapping
        The cells each card may lie in.
    stream : Stream
        Draws the order.

    Returns
    -------
    dict or None
        None if there is no layout.

    Examples
    --------
    >>> from cardcore import key_from_seed
    >>> stream = Stream(key_from_seed(1), number=0, purpose=5)
    >>> may = {Card.SA: frozenset("ab"), Card.SK: frozenset("a"), Card.SQ: frozenset("bc")}
    >>> found = lay_out({"a": 1, "b": 1, "c": 1}, may, stream)
    >>> [found[card] for card in may]
    ['b', 'a', 'c']
    >>> lay_out({"a": 1, "b": 2}, dict.fromkeys(may, frozenset("b")), stream) is None
    True
    """
    lying: dict[_Place, list[Card]] = {cell: [] for cell in sizes}
    cards = list(allowed)
    order = {card: _shuffled([cell for cell in sizes if cell in allowed[card]], stream) for card in cards}
    for card in _shuffled(cards, stream):
        if not _lay(card, sizes, order, lying):
            return None
    return {card: cell for cell, there in lying.items() for card in there}


_Item = TypeVar("_Item")


def _shuffled(items: Sequence[_Item], stream: Stream) -> list[_Item]:
    return [items[at] for at in stream.permutation(len(items))]


def _lay(
    card: Card,
    sizes: Mapping[_Place, int],
    order: Mapping[Card, Sequence[_Place]],
    lying: dict[_Place, list[Card]],
) -> bool:
    """Lay one card more; whether there is room, if others move on."""
    came: dict[_Place, tuple[Card, _Place | None]] = {}  # which card would come in, and from where
    waiting: list[tuple[Card, _Place | None]] = [(card, None)]
    for moving, left in waiting:  # grows as it goes: the nearest free cell is found first
        for cell in order[moving]:
            if cell in came or not sizes[cell]:
                continue
            came[cell] = (moving, left)
            if len(lying[cell]) < sizes[cell]:
                _move(cell, came, lying)
                return True
            waiting += [(other, cell) for other in lying[cell]]
    return False


def _move(
    free: _Place, came: Mapping[_Place, tuple[Card, _Place | None]], lying: dict[_Place, list[Card]]
) -> None:
    """Let every card on the way to a free cell move on."""
    to: _Place | None = free
    while to is not None:
        moving, left = came[to]
        lying[to].append(moving)
        if left is not None:
            lying[left].remove(moving)
        to = left
