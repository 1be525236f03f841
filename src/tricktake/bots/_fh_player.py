"""The heuristic player's part of Five Hundred: which module decides in which phase."""

from __future__ import annotations

from typing import cast

from tricktake.actions import Action
from tricktake.bots._fh_calls import choose_call
from tricktake.bots._fh_exchange import choose_exchange, choose_nomination
from tricktake.bots._fh_misere import choose_misere_card
from tricktake.bots._fh_partner import choose_partner
from tricktake.bots._fh_reading import Reading
from tricktake.bots._fh_tricks import choose_card
from tricktake.fivehundred.view import View
from tricktake.state import Phase
from tricktake.view import View as AnyView

__all__ = ["choose"]


def choose(view: AnyView) -> Action:
    """Choose an action.

    Parameters
    ----------
    view : View
        A view of Five Hundred of the seat to act.

    Returns
    -------
    Action
    """
    mine = cast(View, view)
    phase = mine.phase
    if phase is Phase.AUCTION or phase is Phase.FINAL_RAISE:
        return choose_call(mine)
    if phase is Phase.EXCHANGE:
        return choose_exchange(mine)
    if phase is Phase.PARTNER:
        return choose_partner(mine)
    if phase is Phase.NOMINATION:
        return choose_nomination(mine)
    reading = Reading(mine)
    if mine.contract is not None and mine.contract.is_misere:
        return choose_misere_card(reading)
    return choose_card(reading)
