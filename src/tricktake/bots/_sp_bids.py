"""The bid of the heuristic spades player: the one that gains most on average.

Each legal bid has an expectation, from the tricks of the hand, how far they scatter, what a bag costs at this
count of bags, and what the others have bid. Points beyond the target are worth little, reaching it is worth
much; that is all the scores change in it. Blind bids are for games that are lost otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import sqrt

from tricktake.actions import LOOK, Action, Bid, BidKind
from tricktake.bots._sp_estimate import expected_tricks, nil_chance, sure_tricks
from tricktake.bots._sp_terms import Terms, bag_cost, count_terms, is_nil, nil_value, terms_of
from tricktake.spades.bids import bid_tricks
from tricktake.spades.rules import Rules
from tricktake.spades.view import View

__all__ = ["Bidder", "choose_bid"]

_SCATTER: Mapping[int, float] = {3: 1.10, 4: 0.95, 5: 0.82}  # of the tricks a hand wins, by players
_PARTNER_SCATTER = 0.9
_UNDERBID = 0.35  # what a bid keeps back on average
_TABLE = 0.12  # how much of what the others bid too much is missing in one's own hand
_DUCKED = 0.45  # share of the tricks above a bid that are given away
_GAME = 100.0  # what reaching the target is worth on top of the points
_COVERING = 0.4  # tricks that covering a partner's nil costs
_NIL_MARGIN = 4.0  # a nil must gain so much more than a number
_LEAST_NIL = 0.6


def choose_bid(
    view: View, bidder: Bidder | None = None, weighed: dict[Action, float] | None = None
) -> Action:
    """Choose a call.

    Parameters
    ----------
    view : View
        A view of the seat to bid, or to look.
    bidder : Bidder, optional
        One's cards, judged by somebody who knows better than the rules of thumb.
    weighed : dict of Action to float, optional
        Takes down what each bid is worth.

    Returns
    -------
    Action
    """
    if view.hand is None:
        return _blind(view)
    bidder = Bidder(view) if bidder is None else bidder
    bids = [action for action in view.legal_actions if isinstance(action, Bid) and not action.is_blind]
    merits = [bidder.merit(bid) for bid in bids]
    if weighed is not None:
        weighed.update(zip(bids, merits, strict=True))
    return bids[merits.index(max(merits))]


def _blind(view: View) -> Action:
    """LOOK, unless the game is lost otherwise."""
    rules, legal = view.rules, view.legal_actions
    side = rules.side_of(view.seat)
    mine, leader = view.scores[side], max(view.scores)
    gap, to_go = leader - mine, rules.target - leader
    bids = {action.kind: action for action in legal if isinstance(action, Bid)}
    six, nil = bids.get(BidKind.BLIND_SIX), bids.get(BidKind.BLIND_NIL)
    if six is not None and to_go <= 60 and gap >= 150 and rules.players == 3:
        return six
    if nil is not None and rules.bn_exchange >= 2 and to_go <= 100 and gap >= 200:
        # with two cards exchanged it is no longer a wild bid, unless the partner is on nil himself
        partners = [view.bids[seat] for seat in view.partners]
        return LOOK if any(bid is not None and is_nil(bid) for bid in partners) else nil
    return nil if nil is not None and to_go <= 30 and gap >= 250 else LOOK


class Bidder:
    """What a seat's bids are worth."""

    def __init__(self, view: View) -> None:
        assert view.hand is not None
        self.view, self.rules = view, view.rules
        rules = view.rules
        side = rules.side_of(view.seat)
        self.score = view.scores[side]
        self.bags = view.bags[side]
        self.bag = (1.0 - _DUCKED) * bag_cost(rules, self.bags)
        self.sure = sure_tricks(rules, view.hand)
        self.expected = expected_tricks(rules, view.hand)
        self.mean = self.expected - _TABLE * _excess(view)
        self.deviation = _SCATTER[rules.players]
        self.nil = nil_chance(rules, view.hand)
        partner = next(iter(view.partners), None)
        self.partner = None if partner is None else view.bids[partner]
        if self.partner is not None and is_nil(self.partner):
            self.mean = max(0.0, self.mean - _COVERING)

    def merit(self, bid: Bid) -> float:
        """The points to expect from a bid, and what winning the game is worth."""
        if is_nil(bid):
            return self._of_nil(bid)
        terms, mean, deviation = self.outlook(bid)
        return self._shaped(terms).expectation(mean, deviation, self.bag_after(terms, mean))

    def outlook(self, bid: Bid) -> tuple[Terms, float, float]:
        """What a bid that is no nil pays, the tricks to expect (the partner's too), and their scatter."""
        terms, mean, deviation = terms_of(bid, self.rules), self.mean, self.deviation
        if self.partner is not None and not is_nil(self.partner):
            theirs = bid_tricks(self.rules, self.partner)
            terms = count_terms(terms.tricks + theirs)
            mean += theirs + _UNDERBID
            deviation = sqrt(deviation**2 + _PARTNER_SCATTER**2)
        if terms.exact != terms.over:
            if self.sure > terms.tricks + 0.5:
                terms = replace(terms, exact=terms.over)  # top cards cannot be ducked
            elif mean > terms.tricks:
                mean -= _DUCKED * (mean - terms.tricks)  # but who wants so many tricks can give others away
        return terms, mean, deviation

    def bag_after(self, terms: Terms, mean: float) -> float:
        """What a bag costs in a deal with these terms."""
        limit, bags = self.rules.bag_limit, self.bags
        if self.score + terms.exact >= self.rules.target and limit is not None and bags + mean < limit:
            return 0.2 * self.bag  # bags do not matter once the game is won
        return self.bag

    def _of_nil(self, bid: Bid) -> float:
        value, chance = nil_value(bid, self.rules), self.nil
        if chance < _LEAST_NIL:
            return -float(value)
        points = chance * self._shape(float(value)) - (1.0 - chance) * value - _NIL_MARGIN
        return points + self.covered()

    def covered(self) -> float:
        """The points to expect from the partner's number while one plays nil; 0 without one."""
        if self.partner is None or is_nil(self.partner):
            return 0.0
        theirs = bid_tricks(self.rules, self.partner)
        mean = theirs + _UNDERBID - _COVERING
        return count_terms(theirs).expectation(mean, _PARTNER_SCATTER, self.bag)

    def _shaped(self, terms: Terms) -> Terms:
        return replace(terms, exact=self._shape(terms.exact), over=self._shape(terms.over))

    def _shape(self, points: float) -> float:
        """Points as far as they bring the target nearer."""
        missing = self.rules.target - self.score
        if points < missing:
            return points
        return max(0.0, missing) + _GAME + 0.05 * (points - missing)


def _excess(view: View) -> float:
    """How much more the others have bid than such hands do on average."""
    rules = view.rules
    bids = [bid for seat, bid in enumerate(view.bids) if bid is not None and seat not in view.partners]
    fair = _fair_bid(rules)
    return sum([bid_tricks(rules, bid) - fair for bid in bids if not is_nil(bid)])


def _fair_bid(rules: Rules) -> float:
    return rules.hand_size / rules.players - _UNDERBID
