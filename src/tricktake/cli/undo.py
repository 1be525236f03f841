"""Taking back: how far a person may go back without having learned anything he should not know."""

from __future__ import annotations

from typing import Any

from tricktake.actions import LOOK
from tricktake.cli.human import Prompts

__all__ = ["can_take_back"]


def _known(view: Any, prompts: Prompts) -> int:
    """Every card whose place the seat has seen, as a mask."""
    mask = 0
    for cards in (view.hand, view.dealt, *view.exposed, *prompts.seen(view)):
        mask |= 0 if cards is None else cards.mask
    for trick in (*view.finished, view.trick):
        for played in trick:
            mask |= 1 << played.card
    return mask


def can_take_back(deal: Any, seat: int, prompts: Prompts) -> int | str:
    """How many actions ``undo`` takes back for a seat whose turn it is, or why it does not.

    Parameters
    ----------
    deal : Deal
    seat : int
    prompts : Prompts
        Those of its game.

    Returns
    -------
    int or str
        A number of actions of the deal, or a sentence.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.cli.games import GAMES
    >>> prompts = GAMES["five-hundred"].prompts
    >>> deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("6S 7S P P")
    >>> can_take_back(deal, 0, prompts), can_take_back(deal.copy().push_all("P"), 1, prompts)
    (4, '7S stays: a card that was hidden has been shown since')
    """
    probe = deal.copy()
    known = _known(deal.view(seat), prompts)
    count = 0
    while len(probe):
        step = probe.history[-1]
        probe.pop()
        count += 1
        if step.seat == seat:
            assert step.action is not None
            if step.action is LOOK or _known(probe.view(seat), prompts) != known:
                return f"{step.action} stays: a card that was hidden has been shown since"
            return count
    return "there is nothing of yours to take back in this deal"
