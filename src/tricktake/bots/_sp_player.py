"""The heuristic player's part of spades: which module decides in which phase."""

from __future__ import annotations

from typing import cast

from tricktake.actions import Action
from tricktake.bots._sp_bids import choose_bid
from tricktake.bots._sp_cards import choose_card
from tricktake.bots._sp_exchange import choose_exchange
from tricktake.spades.view import View
from tricktake.state import Phase
from tricktake.view import View as AnyView

__all__ = ["choose"]


def choose(view: AnyView) -> Action:
    """Choose an action.

    Parameters
    ----------
    view : View
        A view of spades of the seat to act.

    Returns
    -------
    Action
    """
    mine = cast(View, view)
    if mine.phase is Phase.AUCTION:
        return choose_bid(mine)
    if mine.phase is Phase.EXCHANGE:
        return choose_exchange(mine)
    return choose_card(mine)
