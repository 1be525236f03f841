"""The numbers of the actions: which ids each kind of action has, and which exchange has which id.

The numbering is the same in both games and in every version; ``docs/actions.md`` explains it. Within its
block an exchange has the rank of its cards among all sets of that size in colexicographic order: the sum of
the binomials C(card, place), cards ascending, places from 1 (the combinatorial number system).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import comb
from types import MappingProxyType

from tricktake.cards import Card

__all__ = ["ACTION_COUNT", "ID_BLOCKS", "MOST_PUT", "SEATS", "exchange_id", "exchange_mask"]

MOST_PUT = 5  # FH-DECK-1: no kitty is larger
SEATS = 6  # FH-GEN-2: no game has more

_LENGTHS = {
    "pass": 1,
    "look": 1,
    "stand": 1,
    "alone": 1,
    "nominate": 5,  # S C D H none
    "call_seat": SEATS,
    "bid": 28,  # 6S 6C 6D 6H 6NT 7S … 10NT M OM BM
    "bid_sans_kitty": 28,  # the same with -SK
    "spades_bid": 23,  # 1 … 17 NIL 1F 2F B6 BN SM
    "play": 68,  # by card id
    "play_joker": 4,  # JK led naming S C D H
    "call_card": 68,  # by card id
    "put_1": 68,  # by card id
    "put_2": comb(68, 2),  # by colexicographic rank of the card ids among all sets of that size
    "put_3": comb(68, 3),
    "put_4": comb(68, 4),
    "put_5": comb(68, 5),
}

_BOUNDS = pairwise(accumulate(_LENGTHS.values(), initial=0))

ID_BLOCKS: Mapping[str, range] = MappingProxyType(
    {name: range(start, stop) for name, (start, stop) in zip(_LENGTHS, _BOUNDS, strict=True)}
)
"""The ids of every kind of action, block by block. Frozen: a change needs a new major version."""

ACTION_COUNT: int = ID_BLOCKS["put_5"].stop
"""How many action ids there are."""

_SUBSETS = [[comb(card, size) for card in range(len(Card))] for size in range(MOST_PUT + 1)]


def exchange_id(cards: Sequence[int]) -> int:
    """The id of the exchange of these 1 to 5 cards, given ascending; trusts its caller."""
    rank = sum([_SUBSETS[size][card] for size, card in enumerate(cards, 1)])
    return ID_BLOCKS[f"put_{len(cards)}"].start + rank


def exchange_mask(id: int) -> int:
    """The cards of the exchange with this id, as a mask; an IndexError for an id that no action has."""
    for size in range(1, MOST_PUT + 1):
        block = ID_BLOCKS[f"put_{size}"]
        if block.start <= id < block.stop:
            rank = int(id) - block.start
            mask = 0
            for chosen in range(size, 0, -1):
                card = bisect_right(_SUBSETS[chosen], rank) - 1
                rank -= _SUBSETS[chosen][card]
                mask |= 1 << card
            return mask
    raise IndexError(f"action id {id} is not in 0..{ACTION_COUNT - 1}")
