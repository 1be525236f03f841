"""Advice where nothing is counted, and words all games share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from cardcore import CardOrder
from tricktake.actions import Action, Play
from tricktake.advisor.advice import Rated
from tricktake.advisor.asking import Answer

__all__ = ["by_rule", "closest", "only_one", "with_equals"]


def only_one(action: Action) -> Answer:
    """The answer where there is no choice.

    Parameters
    ----------
    action : Action

    Returns
    -------
    Answer
    """
    return Answer([Rated(action)], "Nothing else is legal.")


def by_rule(best: Action, legal: Iterable[Action], reason: str) -> Answer:
    """The answer by rules of thumb, without numbers.

    Parameters
    ----------
    best : Action
    legal : iterable of Action
    reason : str

    Returns
    -------
    Answer
    """
    return Answer([Rated(best), *[Rated(action) for action in legal if action != best]], reason)


def closest(rated: Sequence[Rated]) -> str:
    """How the first of several compares with what comes next.

    Parameters
    ----------
    rated : sequence of Rated
        The recommended one first, all with values if the first has one.

    Returns
    -------
    str
        A sentence.
    """
    best, others = rated[0], [option for option in rated[1:] if option.points is not None]
    if best.points is None or not others:
        return "It is the choice by rules of thumb."
    second = max(others, key=lambda option: option.points or 0.0)
    lead = best.points - (second.points or 0.0)
    error = ((best.error or 0.0) ** 2 + (second.error or 0.0) ** 2) ** 0.5
    pair = f"{best.action.text} is worth {best.points:+.1f} points, {second.action.text}"
    value = f"{second.points or 0.0:+.1f}"
    if lead > 2 * error:
        return f"{pair}, the next best, {value}."
    if lead >= 0:
        return f"{pair}, the next best, {value}: within what chance allows."
    return (
        f"{pair} {value}; the difference may be chance, and by rules of thumb {best.action.text} is better."
    )


def with_equals(rated: Sequence[Rated], legal: Iterable[Action], order: CardOrder) -> list[Rated]:
    """Give every card the value of the one that was searched for it.

    Parameters
    ----------
    rated : sequence of Rated
        Cards, of those that are worth the same the lowest alone.
    legal : iterable of Action
        Every card that may be played.
    order : CardOrder
        Which cards are neighbours.

    Returns
    -------
    list of Rated
        Equal cards after the one that was searched.
    """
    at = {order.position(found.action.card): found for found in rated if isinstance(found.action, Play)}
    known = {found.action for found in rated}
    twins: dict[Action, list[Rated]] = {}
    lost = []
    for action in legal:
        if action in known:
            continue
        assert isinstance(action, Play)
        suit, place = order.suit_of(action.card), order.position(action.card)
        below = [other for other in at if other < place and order.suit_of(order.card(other)) == suit]
        if below and action.named is None:
            found = at[max(below)]
            twins.setdefault(found.action, []).append(replace(found, action=action))
        else:
            lost.append(Rated(action))
    return [option for found in rated for option in (found, *twins.get(found.action, ()))] + lost
