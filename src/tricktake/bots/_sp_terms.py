"""What a bid of spades undertakes and pays, what it is worth with tricks still open, and what jacks bring."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import exp, log1p

from tricktake.actions import Bid, BidKind
from tricktake.cards import Card
from tricktake.spades.options import AwardMulti, BagStyle
from tricktake.spades.rules import Rules

__all__ = ["Terms", "bag_cost", "count_terms", "is_nil", "jacks_worth", "nil_value", "terms_of"]

_NILS = (BidKind.NIL, BidKind.BLIND_NIL)
_BAG_OFF = 0.8  # what a bag taken off is worth, against one that is not won
_STEEP = 1.702  # makes the logistic curve a good likeness of the normal one


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a bid pays (CS-BID-3)."""

    tricks: int
    """Tricks that make it."""
    exact: float
    """Points for exactly so many."""
    over: float
    """Points for more."""
    miss: float
    """Points for fewer."""
    bags: bool = True
    """Whether tricks above it are bags."""

    def expectation(self, mean: float, deviation: float, bag: float) -> float:
        """The points to expect.

        Parameters
        ----------
        mean : float
            Tricks expected.
        deviation : float
            How far they scatter.
        bag : float
            What a bag costs.

        Returns
        -------
        float
        """
        steep = _STEEP / deviation
        made = _curve(steep * (mean - self.tricks + 0.5))
        points = self.miss + (self.exact - self.miss) * made
        if self.exact != self.over:
            points -= (self.exact - self.over) * _curve(steep * (mean - self.tricks - 0.5))
        if self.bags:
            points -= bag * _ramp(steep * (mean - self.tricks)) / steep
        return points


def _curve(x: float) -> float:
    return 1.0 / (1.0 + exp(-x)) if x > -40.0 else 0.0


def _ramp(x: float) -> float:
    return x if x > 30.0 else log1p(exp(x))


def count_terms(tricks: int) -> Terms:
    """The terms of a number, or of the contract of two partners.

    Parameters
    ----------
    tricks : int

    Returns
    -------
    Terms
    """
    return Terms(tricks=tricks, exact=10.0 * tricks, over=10.0 * tricks, miss=-10.0 * tricks)


def terms_of(bid: Bid, rules: Rules) -> Terms:
    """The terms of a bid that is no nil.

    Parameters
    ----------
    bid : Bid
    rules : Rules

    Returns
    -------
    Terms
    """
    kind = bid.kind
    if kind is BidKind.ONE_FOR_FIFTY:
        return Terms(tricks=1, exact=50.0, over=10.0, miss=-50.0)
    if kind is BidKind.TWO_FOR_FORTY:
        return Terms(tricks=2, exact=40.0, over=20.0, miss=-40.0)
    if kind is BidKind.BLIND_SIX:
        return Terms(tricks=6, exact=100.0, over=100.0, miss=-100.0)
    if kind is BidKind.SHOOT_THE_MOON:
        return Terms(tricks=rules.sm_tricks or 0, exact=150.0, over=150.0, miss=-150.0, bags=False)
    return count_terms(bid.level or 0)


def is_nil(bid: Bid) -> bool:
    """Whether a bid undertakes to win no trick.

    Parameters
    ----------
    bid : Bid

    Returns
    -------
    bool
    """
    return bid.kind in _NILS


def nil_value(bid: Bid, rules: Rules) -> int:
    """What a nil wins or loses.

    Parameters
    ----------
    bid : Bid
    rules : Rules

    Returns
    -------
    int
    """
    return rules.blind_nil_value if bid.kind is BidKind.BLIND_NIL else rules.nil_value


def bag_cost(rules: Rules, bags: int) -> float:
    """What one more bag costs, the nearer to the limit the more.

    Parameters
    ----------
    rules : Rules
    bags : int
        Bags of the side before the deal.

    Returns
    -------
    float
        Points.
    """
    if rules.bag_style is BagStyle.PER_HAND or rules.bag_limit is None:
        return 10.0 - rules.bag_points
    if rules.bag_limit > 10 * rules.hand_size:
        return 1.0 - rules.bag_points  # it is never reached
    return 10.0 * (0.5 + 0.9 * min(1.0, bags / rules.bag_limit)) - rules.bag_points


def jacks_worth(rules: Rules, jacks: Collection[Card], bag: float) -> float:
    """What the award jacks a side has caught are worth together (CS-AWARD-3, CS-AWARD-6).

    Parameters
    ----------
    rules : Rules
    jacks : collection of Card
        Jacks that are in use under the rules.
    bag : float
        What a bag costs the side.

    Returns
    -------
    float
        Points.
    """
    count, multi = len(jacks), rules.award_multi
    all_three = multi is AwardMulti.ONE_OR_ALL3 and count == 3
    if count != 1 and multi is not AwardMulti.EACH and not all_three:
        return 0.0
    # where there is no bag to take off the jack of hearts brings nothing (CS-AWARD-5)
    return sum([_BAG_OFF * bag if card is Card.HJ else float(rules.award_points) for card in jacks])
