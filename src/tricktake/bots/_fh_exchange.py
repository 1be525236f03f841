"""What a Five Hundred contractor puts away, and the suit he gives the joker.

Both kinds of contract use one search: for every suit the value of the holding after putting away its lowest
(in a misère its highest) 0, 1, 2 … cards, and the best way to spread the cards put away over the suits.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from tricktake.actions import Exchange, Nominate
from tricktake.bots._fh_misere import suit_safety
from tricktake.bots._fh_reading import Ranking, ranking
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.fivehundred.packs import PACKS
from tricktake.fivehundred.view import View

__all__ = ["choose_exchange", "choose_nomination", "misere_exchange", "put_away", "spread"]


def spread(values: Sequence[Sequence[float]], size: int) -> tuple[int, ...]:
    """Find how many cards of each suit to put away.

    Parameters
    ----------
    values : sequence of sequence of float
        For each suit its value after putting away 0, 1, 2 … cards of it.
    size : int
        Cards to put away.

    Returns
    -------
    tuple of int
        The numbers with the highest sum of values.
    """
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for suit in values:
        longer: dict[int, tuple[float, tuple[int, ...]]] = {}
        for used, (value, counts) in best.items():
            for count, worth in enumerate(suit):
                at = used + count
                if at <= size and (at not in longer or longer[at][0] < value + worth):
                    longer[at] = value + worth, (*counts, count)
        best = longer
    return best[size][1]


def choose_exchange(view: View) -> Exchange:
    """Choose the cards to put away.

    Parameters
    ----------
    view : View
        The contractor's view in the exchange.

    Returns
    -------
    Exchange
    """
    contract, hand = view.contract, view.hand
    assert contract is not None
    assert hand is not None
    strain = None if contract.is_misere else contract.strain
    return Exchange(put_away(view.rules.pack_name, hand, view.rules.kitty_size, strain))


def put_away(pack_name: str, hand: CardSet, size: int, strain: Strain | None) -> list[Card]:
    """Choose the cards a contractor puts away.

    Parameters
    ----------
    pack_name : str
        Name of the pack.
    hand : CardSet
        The hand with the kitty in it.
    size : int
        Cards to put away.
    strain : Strain or None
        None: a misère.

    Returns
    -------
    list of Card
    """
    if strain is None:
        return misere_exchange(pack_name, hand, size)[0]
    ranks = ranking(pack_name, strain)
    suits = ranks.split(hand)
    unseen = ranks.split(PACKS[pack_name].cards - hand)
    trump = strain.suit
    values = []
    for suit, cards in enumerate(suits):
        worth = _trump_worth if suit == trump else _side_worth if trump is not None else _no_trump_worth
        values.append(
            [worth(cards[count:], unseen[suit], ranks) for count in range(min(len(cards), size) + 1)]
        )
    counts = spread(values, size)
    return [card for cards, count in zip(suits, counts, strict=True) for card in cards[:count]]


_Worth = Callable[[Sequence[Card], Sequence[Card], Ranking], float]


def _above(card: Card, unseen: Sequence[Card], ranks: Ranking) -> int:
    return sum([ranks.height[other] > ranks.height[card] for other in unseen])


def _trump_worth(cards: Sequence[Card], unseen: Sequence[Card], ranks: Ranking) -> float:
    """Trumps are put away only when there is nothing else."""
    return sum([5.0 + ranks.height[card] for card in cards])


def _side_worth(cards: Sequence[Card], unseen: Sequence[Card], ranks: Ranking) -> float:
    """Tricks a side suit is good for, with trumps to ruff what is short."""
    if not cards:
        return 0.9  # a void ruffs from the first round
    worth = 0.35 if len(cards) == 1 else 0.0
    for rounds, card in enumerate(reversed(cards)):
        above = _above(card, unseen, ranks)
        if above == 0:
            worth += (1.0, 0.8, 0.5, 0.3)[min(rounds, 3)]  # later rounds are ruffed
        elif above == 1 and len(cards) - rounds >= 2:
            worth += 0.4 if rounds == 0 else 0.25  # a guarded king or queen
        else:
            worth -= 0.12  # a loser
    return worth


def _no_trump_worth(cards: Sequence[Card], unseen: Sequence[Card], ranks: Ranking) -> float:
    """Tricks a suit is good for at no trump: winners, guarded honours and length."""
    worth = 0.0
    for rounds, card in enumerate(reversed(cards)):
        above, guards = _above(card, unseen, ranks), len(cards) - 1 - rounds
        if above == 0:
            worth += 1.0
        elif guards >= above:
            worth += 0.6 / above
        elif rounds >= 3:
            worth += 0.35  # the others run out of the suit
    return worth


def misere_exchange(pack_name: str, hand: CardSet, size: int) -> tuple[list[Card], float]:
    """Choose the cards to put away in a misère.

    Parameters
    ----------
    pack_name : str
        Name of the pack.
    hand : CardSet
        The hand with the kitty in it.
    size : int
        Cards to put away.

    Returns
    -------
    cards : list of Card
        The most dangerous cards, the joker first of all.
    safety : float
        Chance that what is left takes no trick, 0 to 1.
    """
    ranks = ranking(pack_name, Strain.NO_TRUMP)
    away = [Card.JK] if Card.JK in hand else []  # FH-MIS-7: with a suitless joker a misère cannot be made
    suits = ranks.split(hand)
    unseen = ranks.split(PACKS[pack_name].cards - hand)
    left = size - len(away)
    values = []
    for cards, others in zip(suits, unseen, strict=True):
        heights = [ranks.height[card] for card in cards]
        out = [ranks.height[card] for card in others]
        tops = min(len(cards), left)
        values.append([_log(suit_safety(heights[: len(heights) - count], out)) for count in range(tops + 1)])
    counts = spread(values, left)
    for cards, count in zip(suits, counts, strict=True):
        away += cards[len(cards) - count :]
    safety = 1.0
    for value, count in zip(values, counts, strict=True):
        safety *= 2.0 ** value[count]
    return away, safety


def _log(value: float) -> float:
    return math.log2(max(value, 1e-9))


def choose_nomination(view: View) -> Nominate:
    """Choose the suit of the joker at no trump.

    Parameters
    ----------
    view : View
        The contractor's view in the nomination.

    Returns
    -------
    Nominate
    """
    contract, hand = view.contract, view.hand
    assert contract is not None
    assert hand is not None
    ranks = ranking(view.rules.pack_name, Strain.NO_TRUMP)
    suits = ranks.split(hand)
    if contract.is_misere:
        # In the suit with the most low cards it is never the only card left to follow with, and it can be
        # thrown away on another suit; a suitless joker would win its trick (FH-MIS-6, FH-MIS-7).
        return Nominate(Suit(max(range(4), key=lambda suit: (len(suits[suit]), -_top(suits[suit], ranks)))))
    unseen = ranks.split(PACKS[view.rules.pack_name].cards - hand)
    # Left suitless the joker is a sure trick but stops a suit only once one is void in it. A short suit
    # without a stopper would lose its first rounds, so there it is better as the highest card.
    weak = [
        suit
        for suit in range(4)
        if 1 <= len(suits[suit]) <= 3 and _above(suits[suit][-1], unseen[suit], ranks) >= len(suits[suit])
    ]
    if not weak:
        return Nominate(None)
    return Nominate(Suit(max(weak, key=lambda suit: (len(suits[suit]), suit))))


def _top(cards: Sequence[Card], ranks: Ranking) -> int:
    return ranks.height[cards[-1]] if cards else 0
