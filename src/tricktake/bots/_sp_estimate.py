"""How many tricks a hand of spades is worth before a card is played: the table a bid is made from.

The weights were fitted to seeded deals, 2500 for each number of players, in which everybody took what he
could; those of nil to 1500 deals each, in which the likeliest hand bid it.
``tests/bots/test_spades_strength.py`` checks them against fresh deals.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp, log

from tricktake.bots._sp_holding import holding, shortness
from tricktake.bots._sp_nil import hand_danger
from tricktake.bots._sp_reading import SPADES, pack_masks, split
from tricktake.cards import CardSet
from tricktake.spades.rules import Rules

__all__ = ["expected_tricks", "nil_chance", "outside", "sure_tricks"]

# base, spades, side suits, a spade's length, shortness, shortness for each of up to four spades
_WEIGHTS: Mapping[tuple[int, int], tuple[float, ...]] = {
    (3, 0): (1.235, 0.622, 0.886, 0.167, 4.445, -1.081),
    (4, 0): (0.525, 0.621, 0.914, 0.086, 2.445, -0.581),
    (5, 0): (-0.039, 0.786, 0.880, 0.059, 1.674, -0.526),
    (5, 2): (0.218, 0.701, 0.878, 0.042, 1.489, -0.440),
    (5, 3): (0.369, 0.686, 0.854, -0.033, 1.167, -0.288),
}
# base, logarithm of the safety of spades, the same of the other suits together, each spade
_NIL_WEIGHTS: Mapping[tuple[int, int, bool], tuple[float, ...]] = {
    (3, 0, False): (1.20, 8.0, 12.0, -0.37),
    (4, 0, False): (1.20, 7.5, 8.0, -0.05),
    (5, 0, False): (1.57, 4.99, 5.56, -0.18),
    (5, 2, False): (1.41, 4.17, 5.53, -0.18),
    (5, 3, False): (0.97, 3.07, 4.70, -0.05),
    (4, 0, True): (2.46, 3.77, 4.07, -0.35),
}


def outside(rules: Rules, hand: Sequence[int]) -> list[int]:
    """The cards the other players hold.

    Parameters
    ----------
    rules : Rules
    hand : sequence of int
        Own cards by suit, as dealt.

    Returns
    -------
    list of int
        By suit.
    """
    return [pack & ~mine for pack, mine in zip(pack_masks(rules.pack_name), hand, strict=True)]


def expected_tricks(rules: Rules, cards: CardSet) -> float:
    """Estimate the tricks of a hand whose player takes what he can.

    Parameters
    ----------
    rules : Rules
    cards : CardSet
        The hand as dealt.

    Returns
    -------
    float
    """
    hand = split(cards)
    unseen = outside(rules, hand)
    short = shortness(hand, unseen)
    tricks = holding(hand, unseen, rules.players - 1)
    length = hand[SPADES].bit_count()
    features = (1.0, tricks[SPADES], sum(tricks[1:]), length, short, short * min(length, 4))
    weights = _WEIGHTS[rules.players, rules.jokers]
    found = sum([weight * feature for weight, feature in zip(weights, features, strict=True)])
    return min(float(len(cards)), max(0.0, found))


def sure_tricks(rules: Rules, cards: CardSet) -> float:
    """Count the tricks a hand can hardly help winning: its top spades and its aces.

    Parameters
    ----------
    rules : Rules
    cards : CardSet
        The hand as dealt.

    Returns
    -------
    float
    """
    hand = split(cards)
    unseen = outside(rules, hand)
    top = (hand[SPADES] >> unseen[SPADES].bit_length()).bit_count()
    return top + sum([0.8 for suit in (1, 2, 3) if hand[suit] > unseen[suit]])


def nil_chance(rules: Rules, cards: CardSet) -> float:
    """Estimate the chance that a hand wins no trick when its player tries.

    Parameters
    ----------
    rules : Rules
    cards : CardSet
        The hand as dealt.

    Returns
    -------
    float
    """
    hand = split(cards)
    unseen = outside(rules, hand)
    safety = [log(1.0 - 0.97 * danger) for danger in hand_danger(hand, unseen)]
    base, spades, side, length = _NIL_WEIGHTS[rules.players, rules.jokers, rules.partners]
    x = base + spades * safety[SPADES] + side * sum(safety[1:]) + length * hand[SPADES].bit_count()
    return 1.0 / (1.0 + exp(-x))
