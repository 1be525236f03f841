"""Reviewing a deal: every position of its play is solved with all hands open, the last one first.

Later positions are the cheaper ones. Should the time run out, it is the first cards that nothing is said of.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

from cardcore import Result, Solver
from tricktake._rules import GameRules
from tricktake.actions import Play
from tricktake.analysis import solve
from tricktake.records.deals import DealRecord
from tricktake.review.model import CardReview, Review
from tricktake.state import Objective

__all__ = ["MAX_NODES", "review"]

MAX_NODES = 10_000_000
"""Budget of each position unless another one is given: about half a second."""


def review(
    deal: Any,
    rules: GameRules | None = None,
    *,
    max_nodes: int | None = MAX_NODES,
    seconds: float | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> Review:
    """Value every card of a deal with all hands open.

    Parameters
    ----------
    deal : Deal or DealRecord
        Over or not; not changed.
    rules : Rules, optional
        Needed for a record, which has none of its own.
    max_nodes : int or None, default 10_000_000, keyword only
        Budget of each position, in positions searched; the same on every machine. None: no budget.
    seconds : float or None, default None, keyword only
        Time for the whole deal; when it is used up, the cards left, the first ones, are not looked at.
    progress : callable, optional, keyword only
        Called after each position with the number of those done and of all.

    Returns
    -------
    Review

    Raises
    ------
    RecordError
        If a card or an action of a record is not known, or an action is illegal.
    TypeError
        If it is no deal, or a record comes without rules.

    Notes
    -----
    Every position is solved once, for the seat that played, which gives the value of each legal card at the
    same time. What each seat plays for is ``Deal.objective``: the tricks of its side, in a misère those of
    the contractor, and with a nil that is still alive its own; of these only the first matters, so that no
    more than one can be given away. All this is with all hands open: a card that gives nothing away there can
    be bad, and one that does can be right, for somebody who sees one hand only.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal.from_text(
    ...     "five-hundred/1 rules=australian dealer=3 hands=D5,SA|C7,D6|C9,C5|H5,H6 "
    ...     "contract=OM contractor=1 leader=2 tricks=8,0,0,0 : C9; D5; C7"
    ... )
    >>> [(card.play.text, card.before.value, card.after.value, card.loss) for card in review(deal).cards]
    [('C9', 2, 0, 1), ('D5', 0, 0, 0), ('C7', 0, 0, 0)]
    """
    if isinstance(deal, DealRecord):
        if rules is None:
            raise TypeError("a record of a deal is reviewed with its rules: review(deal, rules)")
        entries, back = _played(deal, rules)
    elif hasattr(deal, "tricks_played"):
        entries, back = list(range(len(deal))), deal.copy()
    else:
        raise TypeError(f"a deal or the record of one is needed, not {type(deal).__name__}")
    final = back.copy()
    tricks = back.tricks_played()
    total = sum(map(len, tricks))
    places = [(number, place) for number, trick in enumerate(tricks) for place in range(len(trick))]
    deadline = None if seconds is None else perf_counter() + seconds
    solver, cards = Solver(), []
    for number in range(total - 1, -1, -1):
        play = back.pop()
        assert isinstance(play, Play)
        at = entries[len(back)], *places[number]
        cards.append(_card(back, play, at, solver, max_nodes, deadline))
        if progress is not None:
            progress(total - number, total)
    return Review(deal=final, cards=tuple(reversed(cards)), max_nodes=max_nodes, seconds=seconds)


def _played(record: DealRecord, rules: Any) -> tuple[list[int], Any]:
    """For each action that stands the number of its entry, and the deal of a record."""
    deal = record.start(rules)
    entries: list[int] = []
    for number, step in enumerate(record.steps(rules)):
        deal = step.deal
        del entries[len(deal) :]
        entries += [number] * (len(deal) - len(entries))
    return entries, deal


def _card(
    deal: Any,
    play: Play,
    at: tuple[int, int, int],
    solver: Solver,
    max_nodes: int | None,
    deadline: float | None,
) -> CardReview:
    """What a card is worth in the position before it."""
    left = _tricks_left(deal)
    time = None if deadline is None else deadline - perf_counter()
    values: dict[Play, Result] = {}
    best: tuple[Play, ...] = ()
    unknown = Result(0, left)
    before = after = unknown
    low, high = 0, left
    objective, tricks = _of_seats(deal.objective, deal.rules.players), deal.tricks
    won = sum([tricks[seat] for seat in objective.count])
    wants_more = objective.is_for(deal.turn)
    if time is None or time > 0:
        found = solve(deal, line=False, max_nodes=max_nodes, max_seconds=time, solver=solver)
        values = dict(found.moves)
        before, after = Result(found.low, found.high, found.nodes), values[play]
        matter = None if objective.count & objective.side else max(0, 1 - won)
        best = _best(values, matter, wants_more=wants_more)
        low, high = _loss(values, play, matter, wants_more=wants_more)
    elif len(deal.legal_actions) == 1:
        values, low, high = {play: unknown}, 0, 0
    return CardReview(
        entry=at[0],
        seat=deal.turn,
        play=play,
        trick=at[1],
        place=at[2],
        objective=objective,
        won=won,
        left=left,
        values=values,
        before=before,
        after=after,
        best=best,
        loss_low=low,
        loss_high=high,
    )


def _best(values: dict[Play, Result], matter: int | None, *, wants_more: bool) -> tuple[Play, ...]:
    """The plays to choose, if that is known; tricks beyond those that matter are all one."""
    found = {play: _that_matter(result, matter) for play, result in values.items()}
    of_all = max if wants_more else min
    low, high = of_all([low for low, _ in found.values()]), of_all([high for _, high in found.values()])
    return tuple([play for play, bounds in found.items() if bounds == (low, low)]) if low == high else ()


def _loss(values: dict[Play, Result], play: Play, matter: int | None, *, wants_more: bool) -> tuple[int, int]:
    """At least and at most how many tricks a play gave away; equal cards share one result."""
    low, high = _that_matter(values[play], matter)
    others = [_that_matter(result, matter) for result in values.values() if result is not values[play]]
    if not others:
        return 0, 0
    if wants_more:
        least, most = (
            max([bounds[0] for bounds in others]) - high,
            max([bounds[1] for bounds in others]) - low,
        )
    else:
        least, most = (
            low - min([bounds[1] for bounds in others]),
            high - min([bounds[0] for bounds in others]),
        )
    return max(0, least), max(0, most)


def _that_matter(result: Result, matter: int | None) -> tuple[int, int]:
    """Bounds of the tricks that matter: in a misère and with a nil the first one, else every one."""
    if matter is None:
        return result.low, result.high
    return min(result.low, matter), min(result.high, matter)


def _tricks_left(deal: Any) -> int:
    """Tricks still to come, the unfinished one included: one for each card in the hand of the seat to act."""
    played = [card for card in deal.trick if card.seat == deal.turn and not card.from_table]
    return len(deal.hand(deal.turn)) + len(played)  # it plays twice to a trick where it has a table


def _of_seats(objective: Objective, players: int) -> Objective:
    """An objective of places as one of seats."""
    return Objective(
        side=frozenset([place % players for place in objective.side]),
        count=frozenset([place % players for place in objective.count]),
    )
