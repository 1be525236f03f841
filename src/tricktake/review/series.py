"""The value of a deal, position by position: tricks at the end if all played perfectly from there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from cardcore import Result
    from tricktake.review.model import CardReview, Review

__all__ = ["Point", "Series"]


class Point(NamedTuple):
    """How many tricks a side would end with.

    Examples
    --------
    >>> Point(0, 7, 7).card
    0
    """

    card: int
    """Cards that have been played."""
    low: int
    """At least so many tricks."""
    high: int
    """At most so many."""


class Series(NamedTuple):
    """The value of a deal for some seats.

    Examples
    --------
    >>> Series(frozenset((0, 2)), 7, (Point(0, 7, 7),)).target
    7
    """

    seats: frozenset[int]
    """Whose tricks are counted."""
    target: int | None
    """Tricks they have undertaken, none in a misère or a nil; None if they have undertaken nothing."""
    points: tuple[Point, ...]
    """One for each position before or after a card for which these seats were counted, in order."""


def series_of(review: Review) -> tuple[Series, ...]:
    """The values of a review, see :meth:`Review.series`.

    Parameters
    ----------
    review : Review

    Returns
    -------
    tuple of Series
    """
    deal = review.deal
    points: dict[frozenset[int], dict[int, Point]] = {}
    for number, card in enumerate(review.cards):
        seats, flipped = seats_of(deal, card)
        found = points.setdefault(seats, {})
        found[number] = Point(number, *_total(deal, card, card.before, flipped))  # rather than after the last
        found[number + 1] = Point(number + 1, *_total(deal, card, card.after, flipped))
    end = len(review.cards)
    if deal.is_over:
        for seats, found in points.items():
            won = sum([deal.tricks[seat] for seat in seats])
            found[end] = Point(end, won, won)
    order = sorted(points, key=sorted)
    return tuple([Series(seats, _target(deal, seats), tuple(points[seats].values())) for seats in order])


def seats_of(deal: Any, card: CardReview) -> tuple[frozenset[int], bool]:
    """Whose tricks are shown where this card is played, and whether the solver counts those of the others."""
    counted = card.objective.count
    contract = getattr(deal, "contract", None)
    if contract is None or contract.is_misere or counted == contract.side:
        return counted, False
    return contract.side, True


def _total(deal: Any, card: CardReview, to_come: Result, flipped: bool) -> tuple[int, int]:
    """Bounds of the tricks at the end of the deal."""
    low, high = card.won + to_come.low, card.won + to_come.high
    if not flipped:
        return low, high
    total = _all_tricks(deal, card)
    return total - high, total - low


def _all_tricks(deal: Any, card: CardReview) -> int:
    """Tricks of the whole deal, those won before it began in the middle of the play included."""
    started = deal.start
    before = 0 if started is None or started.tricks is None else sum(started.tricks)
    return int(before) + card.trick + card.left


def _target(deal: Any, seats: frozenset[int]) -> int | None:
    """The tricks some seats have undertaken."""
    contract = getattr(deal, "contract", None)
    if contract is not None:
        return int(contract.target)
    bids = getattr(deal, "bids", None)
    if bids is None or any(bids[seat] is None for seat in seats):
        return None
    from tricktake.spades import bid_tricks

    return sum([bid_tricks(deal.rules, bids[seat]) for seat in seats])
