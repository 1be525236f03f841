"""Asking for advice: which game and which decision it is about."""

from __future__ import annotations

from typing import NamedTuple

from tricktake.advisor.advice import Advice, Discard, Rated, TrickShares
from tricktake.bots._worlds import Budget
from tricktake.errors import WrongPhase
from tricktake.view import View

__all__ = ["Answer", "advise"]

_MOST_WORLDS = 100_000


class Answer(NamedTuple):
    """What a game's part of the advisor has found.

    Examples
    --------
    >>> from tricktake import PASS
    >>> Answer([Rated(PASS)], "there is nothing else to do").tricks is None
    True
    """

    options: list[Rated]
    """The recommended one first."""
    reason: str
    """Why."""
    tricks: TrickShares | None = None
    """Tricks over the worlds."""
    discards: tuple[Discard, ...] = ()
    """What to put away."""


def advise(view: View, *, worlds: int = 200, seed: int = 0) -> Advice:
    """Say what a seat to act should do, what everything else is worth, and why.

    Parameters
    ----------
    view : View
        A view of the seat to act, of Five Hundred or spades.
    worlds : int, default 200, keyword only
        Worlds that are drawn and searched, 1 to 100,000.
    seed : int, default 0, keyword only
        What they are drawn from, 0 or more.

    Returns
    -------
    Advice
        Equal for equal views, worlds and seeds. Hidden cards cannot influence it: a view holds none. The
        recommended action is the choice of ``bots.Sampling(seed, worlds=worlds)``.

    Raises
    ------
    WrongPhase
        If the seat is not to act.
    TypeError
        If it is no view, or one of another game.
    ValueError
        If the number of worlds or the seed is out of range.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(dealer=3, seed=500).push_all("7NT P P P")
    >>> advice = advise(deal.view(0), worlds=20)
    >>> advice.best, advice.options[0].chance > 0.5
    (Exchange('S6 H4 H6'), True)
    """
    if not isinstance(view, View):
        raise TypeError(f"advise needs a view; got {type(view).__name__}")
    if not 1 <= worlds <= _MOST_WORLDS:
        raise ValueError(f"worlds must be from 1 to {_MOST_WORLDS}, not {worlds}")
    if seed < 0:
        raise ValueError(f"a seed must be 0 or more, not {seed}")
    if not view.is_turn:
        why = "the deal is over" if view.turn is None else f"it is the turn of seat {view.turn}"
        raise WrongPhase(f"seat {view.seat} is not to act: {why}")
    budget = Budget(int(worlds), int(seed))
    answer = _answer(view, budget)
    return Advice(
        view=view,
        worlds=budget.worlds,
        seed=budget.seed,
        options=tuple(answer.options),
        reason=answer.reason,
        tricks=answer.tricks,
        discards=answer.discards,
    )


def _answer(view: View, budget: Budget) -> Answer:
    from tricktake.fivehundred.view import View as FiveHundredView
    from tricktake.spades.view import View as SpadesView

    if isinstance(view, FiveHundredView):
        from tricktake.advisor import _fivehundred

        return _fivehundred.answer(view, budget)
    if isinstance(view, SpadesView):
        from tricktake.advisor import _spades

        return _spades.answer(view, budget)
    raise TypeError(f"advise knows Five Hundred and spades; got a view of {type(view).__module__}")
