"""A bot that plays by chance: the weakest sparring partner, and a source of varied legal games."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from tricktake.actions import Action, Bid, BidKind
from tricktake.bots.base import Bot, view_stream
from tricktake.state import Phase
from tricktake.view import View

__all__ = ["Random"]

_CHANCE_STEPS = 1 << 32
_LOW_BIDS = 5
_SPECIAL = (BidKind.NIL, BidKind.ONE_FOR_FIFTY, BidKind.TWO_FOR_FORTY, BidKind.SHOOT_THE_MOON)


class Random(Bot):
    """Any legal action with equal chance, except that it bids seldom and low.

    Where it may pass, stand or look, it does so unless a draw of chance ``bid`` says otherwise; then it takes
    one of the five lowest bids that are legal, each with equal chance. (A uniform choice would open at ten
    tricks as often as at six.) Where everybody must bid, as in spades, it takes one of the five lowest
    numbers, and with chance ``bid`` one of the special bids. It never bids blind. Cards, exchanges and suits
    for the joker are chosen uniformly.

    Parameters
    ----------
    seed : int, default 0
        What the choices come from, 0 or more.
    bid : float, default 0.2, keyword only
        Chance of bidding at a turn to call, or of a special bid where bidding is no choice, 0 to 1.

    Raises
    ------
    ValueError
        If the seed is negative or the chance is not between 0 and 1.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(fh.Rules.kitchen(), dealer=3, seed=500)
    >>> Random(7).choose(deal.view(0)) == Random(7).choose(deal.view(0))
    True
    >>> Random(bid=1.0).choose(deal.view(0)).level
    6
    """

    name = "random"
    SETTINGS: ClassVar[Mapping[str, float | None]] = MappingProxyType({"bid": 0.2})

    def __init__(self, seed: int = 0, *, bid: float = 0.2) -> None:
        super().__init__(seed)
        if not 0 <= bid <= 1:
            raise ValueError(f"the chance of a bid must be between 0 and 1, not {bid}")
        self.bid = bid

    def _choose(self, view: View) -> Action:
        actions = view.legal_actions
        stream = view_stream(view, self.seed)
        if view.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
            open_bids = [action for action in actions if isinstance(action, Bid) and not action.is_blind]
            bids = open_bids[:_LOW_BIDS]
            quiet = [action for action in actions if not isinstance(action, Bid)]
            bidding = stream.below(_CHANCE_STEPS) < self.bid * _CHANCE_STEPS
            listed: list[Bid] | list[Action] = bids if bids and (bidding or not quiet) else quiet
            special = [bid for bid in open_bids if bid.kind in _SPECIAL]
            if bidding and special and not quiet:
                listed = special
            return listed[stream.below(len(listed))]
        return actions[stream.below(len(actions))]
