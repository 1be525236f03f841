"""The advisor's part of spades: bids from playouts, cards from tree search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tricktake.actions import Action, Bid
from tricktake.advisor._plain import by_rule, closest, only_one, with_equals
from tricktake.advisor.advice import Rated, TrickShares
from tricktake.advisor.asking import Answer
from tricktake.advisor.winning import after_hand
from tricktake.bots._sp_bids import Bidder, choose_bid
from tricktake.bots._sp_player import choose as heuristic
from tricktake.bots._sp_sampling import Judged, consider, judge_hand
from tricktake.bots._sp_terms import Terms, is_nil, nil_value, terms_of
from tricktake.bots._worlds import Budget
from tricktake.spades.bids import bid_tricks
from tricktake.spades.rules import Rules
from tricktake.spades.view import View
from tricktake.state import Phase

__all__ = ["answer"]

_GAIN = 8.0  # points the others gain for each trick they bid: nine such bids of ten are made
_NIL_GAIN = 0.25  # of the value of a nil of others


def answer(view: View, budget: Budget) -> Answer:
    """Advise a seat of spades.

    Parameters
    ----------
    view : View
        A view of the seat to act.
    budget : Budget

    Returns
    -------
    Answer
    """
    legal = view.legal_actions
    if len(legal) == 1:
        return only_one(legal[0])
    if view.phase is Phase.AUCTION:
        if view.hand is None:
            return _blind(view)
        return _auction(view, budget)
    if view.phase is Phase.PLAY:
        rated = [Rated(action, None, value, error) for action, value, error in consider(view, budget)]
        return Answer(with_equals(rated, legal, view.hidden().order), closest(rated))
    best = heuristic(view)
    return by_rule(best, [best], "By rules of thumb these cards help the blind nil most.")


def _blind(view: View) -> Answer:
    best = heuristic(view)
    if isinstance(best, Bid):
        reason = "The game is lost if nothing happens; a blind bid may turn it."
    else:
        reason = "A blind bid is for a game that is lost otherwise: look at the cards first."
    return by_rule(best, view.legal_actions, reason)


def _auction(view: View, budget: Budget) -> Answer:
    judged = judge_hand(view, budget)
    call = choose_bid(view, judged.bidder)
    scores = _others_after(view)
    rated = [_rated(view, judged, scores, action) for action in view.legal_actions]
    rated.sort(key=lambda option: (option.action != call, -(option.points or 0.0)))
    counts = judged.tricks.tolist()
    shares = [counts.count(tricks) / len(counts) for tricks in range(view.rules.hand_size + 1)]
    tricks = TrickShares(f"Tricks of seat {view.seat} in quick play", tuple(shares))
    return Answer(rated, _reason(view, judged.bidder, rated, tricks), tricks)


def _rated(view: View, judged: Judged, scores: Sequence[float], action: Action) -> Rated:
    """One bid."""
    if not isinstance(action, Bid) or action.is_blind:
        return Rated(action)
    bidder, rules = judged.bidder, view.rules
    if is_nil(action):
        value, chance = float(nil_value(action, rules)), bidder.nil
        points = (2.0 * chance - 1.0) * value + bidder.covered()
        ends = [(chance, value + bidder.covered()), (1.0 - chance, bidder.covered() - value)]
        return Rated(action, chance, points, 2.0 * value * judged.nil_error, _win(view, scores, ends))
    terms, mean, deviation = bidder.outlook(action)
    bag = bidder.bag_after(terms, mean)
    low, points, high = [
        terms.expectation(mean + step * judged.error, deviation, bag) for step in (-1.0, 0.0, 1.0)
    ]
    made = _chance(terms, mean, deviation, exactly=False)
    exactly = _chance(terms, mean, deviation, exactly=True)
    paid = terms_of(action, rules)  # of 1F and 2F what counts is to win exactly so many
    chance = made if paid.exact == paid.over else exactly
    bags = mean - terms.tricks if terms.bags and mean > terms.tricks else 0.0
    ends = [
        (exactly, terms.exact),
        (made - exactly, terms.over - bag * max(1.0, bags) * terms.bags),
        (1.0 - made, terms.miss),
    ]
    return Rated(action, chance, points, abs(high - low) / 2.0, _win(view, scores, ends))


def _chance(terms: Terms, mean: float, deviation: float, *, exactly: bool) -> float:
    """The chance of at least, or of exactly, the tricks of a bid."""
    over = 0.0 if exactly else 1.0
    sure = replace(terms, exact=1.0, over=over, miss=0.0, bags=False)
    return sure.expectation(mean, deviation, 0.0)


def _others_after(view: View) -> list[float]:
    """Scores after the hand, but for what the seat's own bid brings."""
    rules, scores = view.rules, [float(score) for score in view.scores]
    own = set(view.partners) | {view.seat}
    for side, seats in enumerate(rules.sides):
        for seat in seats:
            bid = view.bids[seat]
            if seat == view.seat or (seat in own and bid is not None and not is_nil(bid)):
                continue  # a partner's number is part of one's own terms
            scores[side] += _gain(rules, bid)
    return scores


def _gain(rules: Rules, bid: Bid | None) -> float:
    if bid is None:
        return _GAIN * rules.hand_size / rules.players
    if is_nil(bid):
        return _NIL_GAIN * nil_value(bid, rules)
    return _GAIN * bid_tricks(rules, bid)


def _win(view: View, scores: Sequence[float], ends: Sequence[tuple[float, float]]) -> float:
    """The chance to win the game over the ways a bid can end."""
    side = view.rules.side_of(view.seat)
    total = 0.0
    for share, points in ends:
        after = [score + (points if at == side else 0.0) for at, score in enumerate(scores)]
        total += share * after_hand(view.rules, after, side)
    return min(1.0, max(0.0, total))


def _reason(view: View, bidder: Bidder, rated: Sequence[Rated], tricks: TrickShares) -> str:
    best = rated[0]
    if not isinstance(best.action, Bid) or best.chance is None:
        return "It is the choice by rules of thumb."
    if is_nil(best.action):
        words = f"A nil is safe {100 * best.chance:.0f} % of the time"
    else:
        words = (
            f"{tricks.mean:.1f} tricks on average in quick play, {bidder.mean:.1f} once rules of thumb and "
            f"the bids of the others have their say: {best.action.text} is made "
            f"{100 * best.chance:.0f} % of the time"
        )
    others = [option for option in rated[1:] if option.points is not None]
    if not others:
        return f"{words}."
    second = max(others, key=lambda option: option.points or 0.0)
    first, next_best = best.points or 0.0, second.points or 0.0
    if first >= next_best:
        return f"{words}, and {first:+.0f} points are more than any other bid brings."
    return (
        f"{words}. At this score it is better than {second.action.text}, which brings "
        f"{next_best:+.0f} points on average against {first:+.0f}."
    )
