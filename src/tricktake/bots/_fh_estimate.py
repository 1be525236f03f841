"""How many tricks a Five Hundred hand is worth: the table a bid is made from.

The weights were fitted to 1500 seeded deals in which the first seat was given its best strain at a six and
the heuristic bot played all four hands; ``tests/bots/test_estimates.py`` checks them against fresh deals.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erf, sqrt
from typing import TYPE_CHECKING

from cardcore import CardOrder
from tricktake.bots._fh_reading import ranking
from tricktake.cards import Card, CardSet, Strain

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["OWN_SPREAD", "PAIR_SPREAD", "OwnTricks", "chance_of", "levelled", "own_tricks", "support"]

OWN_SPREAD = 1.5
"""Standard deviation of the tricks won around an estimate from one hand."""
PAIR_SPREAD = 1.3
"""The same when partner has shown his suit."""

#                                            joker right left  ace   king  queen other
_OWN_TRUMPS: Sequence[float] = (1.25, 1.05, 1.05, 0.90, 0.60, 0.60, 0.55)
_PARTNER_TRUMPS: Sequence[float] = (1.35, 1.10, 0.75, 0.70, 0.60, 0.50, 0.30)

_OWN_BASE = 3.3  # what kitty and partner add to a hand without a single trump honour
_PARTNER_MEAN = 2.0  # what an average partner adds

_NO_TRUMP_BASE = 4.2

_PLENTY, _BEYOND = 8.5, 0.2


def own_tricks(pack_name: str, hand: CardSet, strain: Strain) -> float:
    """Estimate the tricks of one's side with oneself as contractor.

    Parameters
    ----------
    pack_name : str
        Name of the pack.
    hand : CardSet
        The cards dealt.
    strain : Strain

    Returns
    -------
    float
        Tricks, with an average kitty and partner.
    """
    if strain is Strain.NO_TRUMP:
        joker = 1.5 if Card.JK in hand else 0.0
        return _NO_TRUMP_BASE + joker + _side_suits(pack_name, hand, strain, ace=0.6, second=0.7, king=0.35)
    side = _side_suits(pack_name, hand, strain, ace=0.5, second=0.45, king=0.2)
    return _OWN_BASE + _trumps(pack_name, hand, strain, _OWN_TRUMPS) + side


def support(pack_name: str, hand: CardSet, strain: Strain) -> float:
    """Estimate by how many tricks a hand is better than average for a partner's strain.

    Parameters
    ----------
    pack_name : str
        Name of the pack.
    hand : CardSet
        The cards dealt.
    strain : Strain
        The strain the partner has bid.

    Returns
    -------
    float
        Tricks, negative for a poor hand.
    """
    if strain is Strain.NO_TRUMP:
        joker = 1.4 if Card.JK in hand else 0.0
        return joker + _side_suits(pack_name, hand, strain, ace=1.0, second=0.6, king=0.6) - _PARTNER_MEAN
    side = _side_suits(pack_name, hand, strain, ace=0.45, second=0.1, king=0.25)
    return _trumps(pack_name, hand, strain, _PARTNER_TRUMPS) + side - _PARTNER_MEAN


def _trumps(pack_name: str, hand: CardSet, strain: Strain, weights: Sequence[float]) -> float:
    trumps = ranking(pack_name, strain).suits[strain][::-1]
    if trumps[0] != Card.JK:
        weights = weights[1:]
    honours = len(weights) - 1
    tricks = sum([weight for weight, card in zip(weights, trumps, strict=False) if card in hand])
    # The last weight is that of every lower trump.
    tricks += weights[-1] * sum([card in hand for card in trumps[honours + 1 :]])
    return tricks


def _side_suits(
    pack_name: str, hand: CardSet, strain: Strain, *, ace: float, second: float, king: float
) -> float:
    """Aces, kings behind their ace, and guarded kings outside the trumps."""
    tricks = 0.0
    ranks = ranking(pack_name, strain)
    held = ranks.split(hand)
    for suit, cards in enumerate(held):
        if suit == strain or not cards:
            continue
        top, next_top = ranks.suits[suit][-1], ranks.suits[suit][-2]
        if cards[-1] == top:
            tricks += ace + (second if next_top in cards else 0.0)
        elif cards[-1] == next_top and len(cards) > 1:
            tricks += king
    return tricks


class OwnTricks:
    """:func:`own_tricks` for many hands at once, as masks in some order.

    Parameters
    ----------
    pack_name : str
        Name of the pack.
    strain : Strain
    order : CardOrder
        What the bits of the masks stand for.
    """

    def __init__(self, pack_name: str, strain: Strain, order: CardOrder) -> None:
        import numpy as np

        ranks = ranking(pack_name, strain)
        trump = strain.suit
        self._base = _NO_TRUMP_BASE if trump is None else _OWN_BASE
        self._bonus: list[tuple[np.uint64, float]] = []
        if trump is None:
            self._rates = 0.6, 0.7, 0.35
            if Card.JK in order:
                self._bonus.append((np.uint64(1 << order.position(Card.JK)), 1.5))
        else:
            self._rates = 0.5, 0.45, 0.2
            tops = ranks.suits[strain][::-1]
            weights = _OWN_TRUMPS if tops[0] == Card.JK else _OWN_TRUMPS[1:]
            for at, card in enumerate(tops):
                weight = weights[min(at, len(weights) - 1)]
                self._bonus.append((np.uint64(1 << order.position(card)), weight))
        sides = [cards for suit, cards in enumerate(ranks.suits) if suit != strain and len(cards) > 1]
        self._sides = [
            tuple([np.uint64(order.to_mask(cards)) for cards in (suit[-1:], suit[-2:-1], suit)])
            for suit in sides
        ]

    @classmethod
    @cache
    def of(cls, pack_name: str, strain: Strain, order: CardOrder) -> OwnTricks:
        """The counter of a strain; shared and cached."""
        return cls(pack_name, strain, order)

    def count(self, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Estimate the tricks of many hands.

        Parameters
        ----------
        hands : numpy.ndarray of uint64
            Masks.

        Returns
        -------
        numpy.ndarray of float64
        """
        import numpy as np

        found = np.full(len(hands), self._base)
        for bit, weight in self._bonus:
            found += weight * ((hands & bit) != 0)
        ace, second, king = self._rates
        for top, next_top, suit in self._sides:
            first, other = (hands & top) != 0, (hands & next_top) != 0
            found += ace * first + second * (first & other)
            found += king * (other & ~first & (np.bitwise_count(hands & suit) > 1))
        return found


def levelled(tricks: float) -> float:
    """Bring an estimate down to what ten tricks can hold.

    Parameters
    ----------
    tricks : float
        A sum of weights, which knows no limit.

    Returns
    -------
    float
        The same up to eight and a half tricks; beyond, the last tricks are hard to come by.
    """
    return tricks if tricks <= _PLENTY else _PLENTY + _BEYOND * (tricks - _PLENTY)


def chance_of(level: int, tricks: float, deviation: float) -> float:
    """Chance of winning at least so many tricks.

    Parameters
    ----------
    level : int
        Tricks wanted.
    tricks : float
        Tricks expected.
    deviation : float
        Standard deviation of the tricks won around the estimate.

    Returns
    -------
    float
        0 to 1, by the normal distribution.
    """
    return 0.5 * (1 + erf((tricks - level + 0.5) / (deviation * sqrt(2))))
