"""Misère in Five Hundred: how safe a hand is, the contractor's cards, and the two against him.

A suit is safe if the defenders cannot get under it: for every card held there are enough lower cards of one's
own to play on the rounds before. ``suit_safety`` turns that into a probability; the bid, the exchange and the
discards all ask the same function.
"""

from __future__ import annotations

from collections.abc import Sequence

from tricktake.actions import Play
from tricktake.bots._fh_reading import FREE, Ranking, Reading
from tricktake.cards import Card

__all__ = ["choose_misere_card", "hand_safety", "suit_safety"]

# Chance that the defenders force a card to win, by how many more cards of theirs rank below it than one has
# rounds to spare: none, one, two, three, more. ``tests/bots/test_estimates.py`` checks it against the table.
_FORCED = (0.02, 0.10, 0.28, 0.45, 0.60, 0.72)
# How often a suit is led a first, second, third … time while its contractor still has to follow.
_ROUNDS = (1.0, 0.85, 0.55, 0.25, 0.10, 0.04)


def suit_safety(mine: Sequence[int], others: Sequence[int]) -> float:
    """Chance that a suit takes no trick in a misère.

    Parameters
    ----------
    mine : sequence of int
        Heights of one's own cards, ascending.
    others : sequence of int
        Heights of the cards the defenders may hold.

    Returns
    -------
    float
        0 to 1.
    """
    safety = 1.0
    for place, height in enumerate(mine):
        lower = sum([other < height for other in others])
        excess = lower - place
        if excess > 0:
            forced = _FORCED[min(excess, len(_FORCED) - 1)]
            safety *= 1 - forced * _ROUNDS[min(place, len(_ROUNDS) - 1)]
    return safety


def hand_safety(ranking: Ranking, suits: Sequence[Sequence[Card]], unseen: Sequence[Sequence[Card]]) -> float:
    """Chance that a hand without a suitless joker takes no trick in a misère.

    Parameters
    ----------
    ranking : Ranking
    suits : sequence of sequence of Card
        One's own cards by suit, low to high.
    unseen : sequence of sequence of Card
        The cards the defenders may hold, by suit.

    Returns
    -------
    float
        0 to 1.
    """
    safety = 1.0
    height = ranking.height
    for mine, others in zip(suits, unseen, strict=True):
        safety *= suit_safety([height[card] for card in mine], [height[card] for card in others])
    return safety


def choose_misere_card(r: Reading) -> Play:
    """Choose a card in a misère.

    Parameters
    ----------
    r : Reading
        A position with at least one legal card.

    Returns
    -------
    Play
    """
    if len(r.plays) == 1:
        return r.plays[0]
    if r.view.seat == r.contractor:
        card = _contractor_lead(r) if not r.view.trick else _contractor_follow(r)
    else:
        card = _defender_lead(r) if not r.view.trick else _defender_follow(r)
    return r.play(card)


# ---- the contractor ----------------------------------------------------------------------------------------


def _danger(r: Reading, card: Card) -> float:
    """How much safer the suit is without the card."""
    suit = r.ranking.suit[card]
    if suit == FREE:
        return 10.0
    height = r.ranking.height
    mine = [height[other] for other in r.suits[suit]]
    others = [height[other] for other in r.unseen[suit]]
    without = [other for other in mine if other != height[card]]
    return suit_safety(without, others) / suit_safety(mine, others) - 1 + 0.001 * height[card]


def _contractor_lead(r: Reading) -> Card:
    choice = [card for card in r.legal if r.ranking.suit[card] != FREE] or r.legal

    def risk(card: Card) -> tuple[float, float]:
        suit = r.ranking.suit[card]
        if suit == FREE:
            return 100.0, 0.0
        above, below = r.above(card), r.below(card)
        if above == 0 or not any(r.may_hold(seat, suit) for seat in r.foes):
            return 50.0, 0.0  # nobody can beat it
        # The defenders win the trick only if they cannot get under the card.
        lower = below / (above + below)
        return round(lower, 3) + 0.1 * (above <= 1), -_danger(r, card)

    return min(choice, key=risk)


def _contractor_follow(r: Reading) -> Card:
    losing = [card for card in r.legal if r.strength(card) < r.best_strength]
    if losing:
        if r.ranking.suit[losing[0]] == r.led:
            return max(losing, key=r.strength)  # the highest card that still loses
        return max(losing, key=lambda card: _danger(r, card))
    if not r.later_foes:
        return max(r.legal, key=r.strength)  # the trick is lost to the contract: spend the worst card on it
    return min(r.legal, key=r.strength)  # somebody may still have to go above it


# ---- the defenders -----------------------------------------------------------------------------------------


def _contractor_cards(r: Reading) -> tuple[list[Card], ...]:
    """The cards the contractor may hold, by suit: exactly known if they lie open."""
    assert r.contractor is not None
    exposed = r.view.exposed[r.contractor]
    if exposed is not None:
        return r.ranking.split(exposed)
    suits = enumerate(r.unseen)
    return tuple([list(cards) if r.may_hold(r.contractor, suit) else [] for suit, cards in suits])


def _weakness(r: Reading, suit: int) -> float:
    """Chance that the contractor can be made to win a suit, as far as this defender can tell."""
    height = r.ranking.height
    theirs = [height[card] for card in _contractor_cards(r)[suit]]
    if not theirs:
        return 0.0
    assert r.contractor is not None
    if r.view.exposed[r.contractor] is None:
        # His cards are hidden: one's own low cards decide, the more the better.
        mine = [height[card] for card in r.suits[suit]]
        if not mine:
            return 0.0
        return 1 - sum([other < mine[0] for other in theirs]) / len(theirs)
    held = set(theirs)
    others = [height[card] for card in (*r.suits[suit], *r.unseen[suit]) if height[card] not in held]
    return 1 - suit_safety(theirs, others)


def _defender_lead(r: Reading) -> Card:
    theirs = _contractor_cards(r)
    height = r.ranking.height
    assert r.contractor is not None
    is_open = r.view.exposed[r.contractor] is not None
    partners = [seat for seat in r.partners if seat not in r.view.sits_out]

    def hope(card: Card) -> tuple[float, float]:
        suit = r.ranking.suit[card]
        if suit == FREE or not theirs[suit]:
            return -2.0, 0.0  # he would only throw a dangerous card away
        under = sum([height[other] < height[card] for other in theirs[suit]])
        if is_open:
            # He cannot get under it, and perhaps the other defender can: now or never.
            if not under and any(r.may_hold(seat, suit) for seat in partners):
                return 2.0, -height[card]
            return _weakness(r, suit), -height[card]
        return -under / len(theirs[suit]) + 0.02 * len(r.suits[suit]), -height[card]

    return max(r.legal, key=hope)


def _defender_follow(r: Reading) -> Card:
    following = [card for card in r.legal if r.ranking.suit[card] == r.led]
    played = {card.seat for card in r.view.trick}
    if r.contractor in played:
        if r.best == r.contractor:
            # He is winning: stay under him, with the highest card that does, and keep the low ones.
            under = [card for card in r.legal if r.strength(card) < r.best_strength]
            if under:
                return max(under, key=lambda card: (_waste(r, card), card))
        # He has escaped this time: a high card is best spent where it does no harm.
        return max(r.legal, key=lambda card: (_waste(r, card), card))
    if following:
        return min(following, key=r.strength)  # make it hard for him to get under
    return max(r.legal, key=lambda card: (_waste(r, card), card))


def _waste(r: Reading, card: Card) -> float:
    """How useless a card is against a misère: high ones, and suits where he cannot be caught."""
    suit = r.ranking.suit[card]
    if suit == FREE:
        return 100.0  # it wins its trick, so the contractor does not
    theirs = _contractor_cards(r)[suit]
    if not theirs:
        return 10.0
    above = sum([r.ranking.height[other] < r.ranking.height[card] for other in theirs]) / len(theirs)
    assert r.contractor is not None
    return above - _weakness(r, suit) if r.view.exposed[r.contractor] is not None else above
