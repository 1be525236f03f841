"""The games the benchmarks play: fixed packs, orders and deals."""

from __future__ import annotations

from cardcore import CardOrder, Pack, PlaySetup, SeatOrder, Stream, TrickPlay, key_from_seed
from tricktake import fivehundred as fh
from tricktake.cards import Strain

HEARTS_PACK = fh.PACKS["43"]
HEARTS = PlaySetup(fh.card_order(HEARTS_PACK, Strain.HEARTS), SeatOrder.circle(4))
"""Four-player Five Hundred in hearts: 43 cards, bowers and joker."""

PLACES = [0] * 10 + [1] * 10 + [2] * 10 + [3] * 10 + [None] * 3
"""Who gets each card of the shuffled pack; the last three are the kitty."""

_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SPADES_PACK = Pack([suit + rank for suit in "SCDH" for rank in _RANKS])
SPADES = PlaySetup(
    CardOrder([[suit + rank for rank in _RANKS] for suit in "SCDH"], trump=0), SeatOrder.circle(4), limit=0
)
"""Four-player spades: 52 cards, spades trumps and not to be led before they are broken."""


def hearts_deal(number: int, *, seed: int = 1) -> tuple[TrickPlay, Stream]:
    """Deal ``number`` of a seed in hearts, and the stream behind the shuffle."""
    stream = Stream(key_from_seed(seed), number=number)
    order = stream.permutation(len(HEARTS_PACK))
    hands: list[list[int]] = [[], [], [], []]
    for place, index in zip(PLACES, order, strict=True):
        if place is not None:
            hands[place].append(HEARTS_PACK[index])
    return TrickPlay(HEARTS, hands, 0), stream


def spades_deal(number: int, *, seed: int = 1) -> tuple[TrickPlay, list[int]]:
    """Deal ``number`` of a seed in spades, and the shuffled pack indices, dealt one at a time."""
    order = list(Stream(key_from_seed(seed), number=number).permutation(52))
    hands = [[SPADES_PACK[index] for index in order[place::4]] for place in range(4)]
    return TrickPlay(SPADES, hands, 0), order
