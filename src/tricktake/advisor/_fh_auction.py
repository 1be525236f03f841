"""The auction of Five Hundred: every call with its chance, its points and what it does for the match."""

from __future__ import annotations

from tricktake.actions import PASS, STAND, Action, Bid
from tricktake.advisor._fh_outcome import Outcome, of_bid, of_nothing
from tricktake.advisor.advice import Discard, Rated, TrickShares
from tricktake.advisor.asking import Answer
from tricktake.bots._fh_calls import RIVALS_VALUE, Hand, choose_call, stakes_of, standing_chance
from tricktake.bots._fh_estimate import chance_of
from tricktake.bots._fh_exchange import misere_exchange, put_away
from tricktake.bots._fh_sampling import SampledHand, sampled_hand
from tricktake.bots._worlds import Budget
from tricktake.cards import Card, CardSet, Strain
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.view import View

__all__ = ["answer"]

_KITTIES = 5
_SANS_KITTY = 1.0  # tricks that renouncing the kitty costs
_NAMES = {
    Strain.SPADES: "spades",
    Strain.CLUBS: "clubs",
    Strain.DIAMONDS: "diamonds",
    Strain.HEARTS: "hearts",
    Strain.NO_TRUMP: "no trumps",
}


def answer(view: View, budget: Budget) -> Answer:
    """Weigh the calls of a seat that has looked.

    Parameters
    ----------
    view : View
    budget : Budget

    Returns
    -------
    Answer
    """
    hand = sampled_hand(view, budget) or Hand(view)
    call = choose_call(view, hand)
    rated = [_rated(view, hand, action) for action in view.legal_actions]
    rated.sort(key=lambda option: (option.action != call, -(option.win or 0.0), -(option.points or 0.0)))
    wanted = _wanted(view, hand, rated)
    if not isinstance(hand, SampledHand) or wanted is None:
        return Answer(rated, _reason(view, hand, rated, None))
    tricks = _tricks(view, hand, wanted)
    return Answer(rated, _reason(view, hand, rated, tricks), tricks, _discards(view, hand, wanted))


def _chance(hand: Hand, bid: Bid) -> float:
    """The chance of a bid, also of one the bot would not consider."""
    plain = bid.plain
    if plain.is_misere:
        if not bid.sans_kitty:
            return hand.safety
        return 0.0 if Card.JK in hand.cards else misere_exchange(hand.pack_name, hand.cards, 0)[1]
    assert plain.strain is not None
    assert plain.level is not None
    if bid.sans_kitty:
        tricks, deviation = hand.tricks(plain.strain)
        return chance_of(plain.level, tricks - _SANS_KITTY, deviation)
    chance = hand.chance(plain)
    if chance > 0.0:
        return chance
    tricks, deviation = hand.tricks(plain.strain)
    return chance_of(plain.level, tricks, deviation)


def _rated(view: View, hand: Hand, action: Action) -> Rated:
    """One call."""
    if isinstance(action, Bid):
        chance = _chance(hand, action)
        return _of_bid(view, hand, action, action, view.seat, chance)
    if action is PASS or action is STAND:
        chance_of_high = standing_chance(view, hand)
        if view.high is not None and view.high_seat is not None and chance_of_high is not None:
            return _of_bid(view, hand, action, view.high, view.high_seat, chance_of_high)
        found = of_nothing(view, _ordinary(view))
        return Rated(action, None, found.points, None, found.win)
    return Rated(action)


def _of_bid(view: View, hand: Hand, action: Action, bid: Bid, seat: int, chance: float) -> Rated:
    found = of_bid(view, bid, seat, chance)
    error = None
    if isinstance(hand, SampledHand) and not bid.sans_kitty:
        of_chance = hand.trials.error(seat, bid)
        if of_chance is not None:
            made: Outcome = of_bid(view, bid, seat, 1.0)
            error = of_chance * abs(made.points - of_bid(view, bid, seat, 0.0).points)
    return Rated(action, chance, found.points, error, found.win)


def _ordinary(view: View) -> Bid:
    """The bid the opponents play now and then: the one worth about as much as an ordinary seven."""
    table = bid_table(view.rules)
    plain = [bid for bid in table.bids if not bid.is_misere and not bid.sans_kitty]
    return min(plain, key=lambda bid: abs(table.value(bid) - RIVALS_VALUE))


def _wanted(view: View, hand: Hand, rated: list[Rated]) -> Bid | None:
    """The bid tricks and discards are shown for: the one recommended, else the best one of one's own."""
    bids = [option.action for option in rated if isinstance(option.action, Bid)]
    plain = [bid for bid in bids if not bid.sans_kitty]
    if isinstance(hand, SampledHand) and rated[0].action not in bids:
        plain = [bid for bid in plain if bid.strain in hand.tried] or plain
    return plain[0] if plain else None


def _tricks(view: View, hand: SampledHand, bid: Bid) -> TrickShares | None:
    if bid.strain is None or bid.strain not in hand.tried:
        return None
    won = hand.trials.tricks(view.seat, bid.strain)
    shares = [won.count(tricks) / len(won) for tricks in range(view.rules.hand_size + 1)]
    side = "your side" if view.partners else "yours"
    return TrickShares(f"Tricks of {side} with {_NAMES[bid.strain]}, all hands open", tuple(shares))


def _discards(view: View, hand: SampledHand, bid: Bid) -> tuple[Discard, ...]:
    """What to put away, for the first few kitties of the worlds."""
    strain = None if bid.is_misere else bid.strain
    tried = strain is not None and strain in hand.tried
    won = hand.trials.tricks(view.seat, strain) if tried and strain is not None else None
    found: dict[CardSet, Discard] = {}
    for at, row in enumerate(hand.trials.rows[: 4 * _KITTIES].tolist()):
        kitty = hand.trials.cards(row)[1]
        if kitty and kitty not in found and len(found) < _KITTIES:
            put = CardSet(put_away(view.rules.pack_name, hand.cards | kitty, len(kitty), strain))
            found[kitty] = Discard(kitty, put, None if won is None else won[at])
    return tuple(found.values())


# ---- the reason --------------------------------------------------------------------------------------


def _reason(view: View, hand: Hand, rated: list[Rated], tricks: TrickShares | None) -> str:
    best = rated[0]
    sampled = isinstance(hand, SampledHand)
    quiet = next(option for option in rated if not isinstance(option.action, Bid))
    if isinstance(best.action, Bid):
        sure = "by rules of thumb" if not sampled or best.error is None else "in the worlds looked at"
        words = f"{best.action.text} is made {_percent(best.chance)} of the time {sure}"
        if tricks is not None:
            words += f", with {tricks.mean:.1f} tricks on average when all hands are open"
        gain = f"It is worth {_points(best.points)} points, passing {_points(quiet.points)}."
        return f"{words}. {gain}{_score_words(view, best)}"
    return _reason_to_pass(view, rated)


def _reason_to_pass(view: View, rated: list[Rated]) -> str:
    best = rated[0]
    bids = [option for option in rated[1:] if isinstance(option.action, Bid)]
    ours = view.high_seat is not None and (view.high_seat == view.seat or view.high_seat in view.partners)
    high = "" if view.high is None else view.high.text
    if ours and view.high is not None:
        whose = "your own" if view.high_seat == view.seat else "your partner's"
        stakes = stakes_of(view)
        if stakes.ours + bid_table(view.rules).stake(view.high) >= stakes.target:
            return f"Made, {whose} {high} wins the match; a higher bid only risks it."
        return (
            f"{whose.capitalize()} {high} stands and is worth {_points(best.points)} points; "
            "no bid gains enough to be worth the risk of taking the contract over."
        )
    if not bids:
        return "No bid is legal."
    top = max(bids, key=lambda option: option.points or 0.0)
    words = (
        f"No bid is good enough: the best by points, {top.action.text}, is made {_percent(top.chance)} of "
        f"the time and worth {_points(top.points)} points, passing {_points(best.points)}."
    )
    if (top.points or 0.0) > (best.points or 0.0):
        words += f" The chance of {top.action.text} is too uncertain to be trusted."
    if high:
        return f"{words} The opponents make {high} about {_percent(best.chance)} of the time."
    return words


def _score_words(view: View, best: Rated) -> str:
    stakes = stakes_of(view)
    assert isinstance(best.action, Bid)
    if stakes.ours + bid_table(view.rules).stake(best.action) >= stakes.target:
        return " Made, it wins the match."
    return ""


def _percent(chance: float | None) -> str:
    return "-" if chance is None else f"{100 * chance:.0f} %"


def _points(points: float | None) -> str:
    return "-" if points is None else f"{points:+.0f}"
