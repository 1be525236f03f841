"""The advisor's part of Five Hundred: which decision it is, exchanges and cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tricktake.actions import Exchange
from tricktake.advisor import _fh_auction
from tricktake.advisor._fh_outcome import of_tricks
from tricktake.advisor._plain import by_rule, closest, only_one, with_equals
from tricktake.advisor.advice import Rated, TrickShares
from tricktake.advisor.asking import Answer
from tricktake.bots._fh_player import choose as heuristic
from tricktake.bots._fh_sampling import Weighed, weigh_cards, weigh_exchanges
from tricktake.bots._worlds import Budget
from tricktake.fivehundred.view import View
from tricktake.state import Phase

__all__ = ["answer"]


def answer(view: View, budget: Budget) -> Answer:
    """Advise a seat of Five Hundred.

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
    if view.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
        if view.hand is None:
            return by_rule(heuristic(view), legal, "A blind bid gains nothing: look at the cards first.")
        return _fh_auction.answer(view, budget)
    if view.phase is Phase.EXCHANGE and view.contract is not None and not view.tables:
        return _valued(view, weigh_exchanges(view, budget), _exchange_words)
    if view.phase is Phase.PLAY:
        return _valued(view, weigh_cards(view, budget), _card_words)
    best = heuristic(view)
    if view.phase is Phase.EXCHANGE:
        return by_rule(best, [best], "These cards are least likely to win tricks or to guard a high card.")
    if view.phase is Phase.PARTNER:
        return by_rule(best, legal, "This helps the contract most by rules of thumb.")
    return by_rule(best, legal, _nomination_words(view))


def _valued(view: View, weighed: Weighed, words: Callable[[View, Sequence[Rated]], str]) -> Answer:
    """Options as the search has weighed them."""
    contract = view.contract
    rated = []
    for option in weighed.options:
        counts = weighed.tricks.get(option.action)
        chance = win = None
        if counts and contract is not None:
            made = [won == 0 if contract.is_misere else won >= contract.target for won in counts]
            chance = sum(made) / len(made)
            if view.knows_partner or view.rules.players != 5:
                wins = [of_tricks(view, contract, int(won)).win for won in counts]
                win = sum(wins) / len(wins)
        rated.append(Rated(option.action, chance, option.value, option.error, win))
    reason = words(view, rated)
    tricks = _tricks(view, weighed.tricks.get(rated[0].action))
    if view.phase is Phase.PLAY and len(rated) < len(view.legal_actions):
        rated = with_equals(rated, view.legal_actions, view.hidden().order)
    return Answer(rated, reason, tricks)


def _tricks(view: View, won: Sequence[float] | None) -> TrickShares | None:
    """Tricks of the recommended action, over the worlds."""
    if not won:
        return None
    contract = view.contract
    if contract is None:
        whose = "your side"
    elif contract.is_misere:
        whose = "the contractor"
    else:
        whose = "the contractor's side"
    counts = [int(tricks) for tricks in won]
    shares = [counts.count(tricks) / len(counts) for tricks in range(view.rules.hand_size + 1)]
    return TrickShares(f"Tricks of {whose}, all hands open", tuple(shares))


# ---- the reasons -------------------------------------------------------------------------------------


def _exchange_words(view: View, rated: Sequence[Rated]) -> str:
    best = rated[0]
    if best.chance is None or not isinstance(best.action, Exchange):
        return "These cards are least likely to win tricks or to guard a high card."
    contract = view.contract
    bid = "the contract" if contract is None else contract.bid.text
    words = f"With what is kept {bid} is made in {100 * best.chance:.0f} % of the worlds, all hands open."
    return f"{words} {closest(rated)}"


def _card_words(view: View, rated: Sequence[Rated]) -> str:
    best, contract = rated[0], view.contract
    words = closest(rated)
    if best.chance is None or contract is None:
        return words
    share = f"{contract.bid.text} is made in {100 * best.chance:.0f} % of the worlds after {best.action.text}"
    return f"{words} With all hands open {share}."


def _nomination_words(view: View) -> str:
    contract = view.contract
    if contract is not None and contract.is_misere:
        return "In the suit with the most low cards the joker is least likely to win a trick."
    return "The joker is the highest card of a short suit without a stopper, else a sure trick of its own."
