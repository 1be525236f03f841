"""Scoring a hand of spades, and who has won the game (sections 4 and 6 to 9 of the cutthroat rules).

A side is one player or two partners; one set of steps serves both, in the order of section 6 and of section 3
of the partnership rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tricktake._checks import check_scores, need, whole
from tricktake.actions import Bid, BidKind
from tricktake.cards import Card, CardSet
from tricktake.errors import SetupError
from tricktake.spades.options import AwardMulti, BagStyle
from tricktake.spades.packs import PACKS
from tricktake.spades.rules import Rules

__all__ = ["Score", "game_winner", "score_deal", "standings"]

TRICK_POINTS = 10
"""Points of a trick bid, and the cost of a bag (CS-BID-4, CS-BAG-1)."""

_NILS = (BidKind.NIL, BidKind.BLIND_NIL)
_EXACT = {BidKind.ONE_FOR_FIFTY: (1, 50), BidKind.TWO_FOR_FORTY: (2, 40)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What a hand has brought.

    Parameters
    ----------
    points : tuple of int
        Points of each side, all included.
    bags : tuple of int
        Bags of each side after the hand.
    tricks : tuple of int
        Tricks won by each seat.
    made : tuple of bool
        For each seat whether its bid is made; a number of a partner is made if the contract is.
    new_bags, bid_points, bag_points, award_points, penalty : tuple of int
        For each side what the points are made of.

    Examples
    --------
    >>> score = score_deal(Rules(), ["4", "NIL", "6"], (6, 0, 11), bags=(0, 0, 8))
    >>> score.points, score.bags, score.made
    ((40, 100, -70), (2, 0, 0), (True, True, True))
    >>> score.bid_points[2], score.new_bags[2], score.penalty[2]
    (60, 5, -130)
    """

    points: tuple[int, ...]
    """Points of each side, all included; the sum of the parts below."""
    bags: tuple[int, ...]
    """Bags of each side after the hand."""
    tricks: tuple[int, ...]
    """Tricks won by each seat."""
    made: tuple[bool, ...]
    """For each seat whether its bid is made; a number of a partner is made if the contract is."""
    new_bags: tuple[int, ...]
    """New bags of each side, before any is taken off."""
    bid_points: tuple[int, ...]
    """Points of the bids (CS-SCORE-1, SP-SCORE-1 and 2)."""
    bag_points: tuple[int, ...]
    """Points of the new bags (CS-SCORE-3)."""
    award_points: tuple[int, ...]
    """Points of the award jacks (CS-SCORE-4)."""
    penalty: tuple[int, ...]
    """Cost of bags, 0 or below (CS-SCORE-5)."""


def score_deal(
    rules: Rules,
    bids: Sequence[Bid | str | int],
    tricks: Sequence[int],
    *,
    bags: Sequence[int] | None = None,
    caught: Sequence[CardSet | Iterable[Card] | str] | None = None,
) -> Score:
    """Score a hand.

    Parameters
    ----------
    rules : Rules
        The rules.
    bids : sequence of Bid or str or int
        The bid of each seat.
    tricks : sequence of int
        Tricks won by each seat.
    bags : sequence of int, optional, keyword only
        Bags of each side before the hand; default 0.
    caught : sequence of cards, optional, keyword only
        The award jacks each seat has caught, in use or not; default none.

    Returns
    -------
    Score

    Raises
    ------
    SetupError
        If the numbers do not fit the rules: too many or too few of them, tricks that are not those of a
        deal, a bid that is none of spades, a jack caught twice.

    Examples
    --------
    >>> score_deal(Rules(), [4, "1F", 5], (4, 3, 10), caught=["JC", "", "JD"]).points
    (50, 10, 60)
    >>> score_deal(Rules.partners_500(), ["NIL", 3, 4, 3], (1, 4, 4, 4), bags=(0, 9)).points
    (-59, -38)
    """
    found = [_bid(bid) for bid in bids]
    won = tuple([whole("a count of tricks", count) for count in tricks])
    held = check_scores(bags, len(rules.sides), "bags")
    jacks = [CardSet(cards) for cards in caught] if caught is not None else [CardSet()] * rules.players
    _check(rules, found, won, held, jacks)
    parts = [_score_side(rules, side, found, won, jacks, held[at]) for at, side in enumerate(rules.sides)]
    columns = dict(zip(_COLUMNS, zip(*parts, strict=True), strict=True))
    made = [_made(rules, seat, found, won) for seat in range(rules.players)]
    return Score(tricks=won, made=tuple(made), **columns)


_COLUMNS = ("points", "bags", "new_bags", "bid_points", "bag_points", "award_points", "penalty")


def _bid(bid: Bid | str | int) -> Bid:
    if isinstance(bid, Bid):
        return bid
    return Bid(bid if isinstance(bid, str) else str(whole("a bid", bid)))


def _check(
    rules: Rules, bids: Sequence[Bid], tricks: Sequence[int], bags: Sequence[int], caught: Sequence[CardSet]
) -> None:
    need("rules", rules, Rules, "Rules()")
    for name, given in (("bids", bids), ("counts of tricks", tricks), ("sets of caught jacks", caught)):
        if len(given) != rules.players:
            raise SetupError(f"{rules.players} {name} are needed, got {len(given)}")
    for bid in bids:
        if bid.kind is not BidKind.COUNT and bid not in rules.special_bids:
            raise SetupError(f"{bid} is no bid of these rules")
    if min(tricks) < 0 or sum(tricks) != rules.hand_size:
        raise SetupError(f"a deal has {rules.hand_size} tricks; got {' '.join(map(str, tricks))}")
    if min(bags) < 0:
        raise SetupError(f"bags cannot be below 0; got {' '.join(map(str, bags))}")
    if rules.bag_style is BagStyle.PER_HAND and any(bags):  # CS-BAG-3
        raise SetupError("bags do not add up under these rules, so they are 0 before every hand")
    seen = CardSet()
    for cards in caught:
        if not cards <= PACKS[rules.pack_name].cards or not seen.isdisjoint(cards):
            raise SetupError(f"caught jacks must be cards of the pack, each once; got {cards}")
        seen |= cards


def _needed(rules: Rules, bid: Bid) -> int:
    """The tricks a bid that is no nil and no exact bid undertakes."""
    if bid.kind is BidKind.BLIND_SIX:
        return 6
    return rules.sm_tricks or 0 if bid.kind is BidKind.SHOOT_THE_MOON else bid.level or 0


def _made(rules: Rules, seat: int, bids: Sequence[Bid], tricks: Sequence[int]) -> bool:
    """Whether the bid of a seat is made: the table of CS-BID-3, or the contract of its side."""
    bid = bids[seat]
    if bid.kind in _NILS:
        return tricks[seat] == 0
    if bid.kind in _EXACT:
        return tricks[seat] >= _EXACT[bid.kind][0]
    if rules.partners:
        contract, won = _contract(rules, rules.sides[rules.side_of(seat)], bids, tricks)
        return won >= contract
    return tricks[seat] >= _needed(rules, bid)


def _contract(
    rules: Rules, side: Sequence[int], bids: Sequence[Bid], tricks: Sequence[int]
) -> tuple[int, int]:
    """The numbers of a side added (SP-BID-2, SP-SCORE-5), and the tricks that count (SP-SCORE-4)."""
    numbers = [seat for seat in side if bids[seat].kind not in _NILS]
    helpers = side if rules.nil_fail_helps else numbers
    return sum([bids[seat].level or 0 for seat in numbers]), sum([tricks[seat] for seat in helpers])


def _score_side(
    rules: Rules,
    side: Sequence[int],
    bids: Sequence[Bid],
    tricks: Sequence[int],
    caught: Sequence[CardSet],
    before: int,
) -> tuple[int, ...]:
    """The steps of section 6 for one side; returns the columns of the score."""
    points, new_bags = _score_bids(rules, side, bids, tricks)  # CS-SCORE-1, CS-SCORE-2
    bag_points = rules.bag_points * new_bags  # CS-SCORE-3, SP-SCORE-6
    jacks = CardSet([card for seat in side for card in caught[seat]]) & CardSet(rules.awards)
    paying = _paying(rules, jacks)
    # CS-SCORE-7: whatever has become of the bid; SP-SCORE-7: the jacks of both partners count together
    awards = rules.award_points * len(paying - CardSet((Card.HJ,)))  # CS-AWARD-2, CS-SCORE-4
    off = 1 if Card.HJ in paying else 0
    per_hand = rules.bag_style is BagStyle.PER_HAND
    bags = max(0, (new_bags if per_hand else before + new_bags) - off)  # CS-AWARD-5
    bags, cost = _bag_penalty(rules, bags)  # CS-SCORE-5
    total = points + bag_points + awards - cost
    return total, bags, new_bags, points, bag_points, awards, -cost


def _score_bids(
    rules: Rules, side: Sequence[int], bids: Sequence[Bid], tricks: Sequence[int]
) -> tuple[int, int]:
    """Points and new bags of a side's bids."""
    points = new_bags = 0
    for seat in side:
        bid, won = bids[seat], tricks[seat]
        if bid.kind in _NILS:
            value = rules.nil_value if bid.kind is BidKind.NIL else rules.blind_nil_value
            points += value if won == 0 else -value  # SP-SCORE-2
            if rules.nil_fail_bags and not rules.nil_fail_helps:  # CS-SCORE-2, SP-SCORE-3
                new_bags += won
        elif not rules.partners:
            scored, bags = _score_bid(rules, bid, won)
            points, new_bags = points + scored, new_bags + bags
    if rules.partners:
        contract, won = _contract(rules, side, bids, tricks)
        made = won >= contract
        points += TRICK_POINTS * (contract if made else -contract)  # SP-SCORE-1
        new_bags += won - contract if made else 0  # SP-SCORE-3
    return points, new_bags


def _score_bid(rules: Rules, bid: Bid, won: int) -> tuple[int, int]:
    """One row of the table of CS-BID-3: points and new bags."""
    if bid.kind in _EXACT:
        tricks, value = _EXACT[bid.kind]
        if won < tricks:
            return -value, 0
        return (value if won == tricks else TRICK_POINTS * tricks), won - tricks
    needed = _needed(rules, bid)
    if bid.kind is BidKind.SHOOT_THE_MOON:
        return (150 if won >= needed else -150), 0
    value = 100 if bid.kind is BidKind.BLIND_SIX else TRICK_POINTS * needed
    return (value, won - needed) if won >= needed else (-value, 0)


def _paying(rules: Rules, jacks: CardSet) -> CardSet:
    """The jacks that pay, of those a side has caught (CS-AWARD-3, CS-AWARD-4, CS-AWARD-6)."""
    multi, count = rules.award_multi, len(jacks)
    if count == 1 or multi is AwardMulti.EACH or (multi is AwardMulti.ONE_OR_ALL3 and count == 3):
        return jacks
    return CardSet()


def _bag_penalty(rules: Rules, bags: int) -> tuple[int, int]:
    """Section 8: the bags that stay, and what the others cost."""
    limit = rules.bag_limit
    if limit is None:  # CS-BAG-3
        return 0, TRICK_POINTS * bags
    if bags < limit:
        return bags, 0
    if rules.bag_rollover:  # CS-BAG-2, SP-SCORE-8
        return bags % limit, TRICK_POINTS * (bags - bags % limit)
    return 0, TRICK_POINTS * bags  # CS-BAG-1


def game_winner(rules: Rules, scores: Sequence[int]) -> int | None:
    """Who has won a game after a hand (CS-END-1, CS-END-2, CS-END-3, SP-END-1, SP-END-2).

    Parameters
    ----------
    rules : Rules
    scores : sequence of int
        Scores of the sides after the hand, in points.

    Returns
    -------
    int or None
        An index into ``rules.sides``; None if the game goes on.

    Raises
    ------
    SetupError
        If there are not as many scores as sides.

    Examples
    --------
    >>> game_winner(Rules(), (520, 530, 200)), game_winner(Rules(), (510, 510, 300))
    (1, None)
    """
    found = check_scores(scores, len(rules.sides))
    best = max(found)
    if found.count(best) > 1:
        return None
    lost = rules.lose_at is not None and min(found) <= rules.lose_at  # SP-END-2
    return found.index(best) if best >= rules.target or lost else None


def standings(scores: Sequence[int]) -> tuple[int, ...]:
    """The place of each side, 1 for the best; sides with equal scores share a place.

    Parameters
    ----------
    scores : sequence of int

    Returns
    -------
    tuple of int

    Examples
    --------
    >>> standings((205, 212, 212))
    (3, 1, 1)
    """
    return tuple([1 + sum([other > score for other in scores]) for score in scores])
