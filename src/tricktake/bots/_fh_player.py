"""A sound club player of Five Hundred, made of rules of thumb.

It counts tricks to bid, keeps trumps and aces in the exchange, and plays by the proverbs. Nothing is searched
or simulated, so it is fast; it makes the mistakes of a player who does not count the cards by heart but
remembers which have gone. The parts are private modules beside this one: estimates, calls, exchange, tricks
and misère.
"""

from __future__ import annotations

from tricktake.actions import Action
from tricktake.bots._fh_calls import choose_call
from tricktake.bots._fh_exchange import choose_exchange, choose_nomination
from tricktake.bots._fh_misere import choose_misere_card
from tricktake.bots._fh_reading import Reading
from tricktake.bots._fh_tricks import choose_card
from tricktake.bots.base import Bot
from tricktake.fivehundred.view import View as FiveHundredView
from tricktake.state import Phase
from tricktake.view import View

__all__ = ["Heuristic"]


class Heuristic(Bot):
    """A simple player of Five Hundred for four, without chance.

    Parameters
    ----------
    seed : int, default 0
        Taken so that all bots are made alike; the choices do not depend on it.

    Raises
    ------
    ValueError
        If the seed is negative.

    Notes
    -----
    It always looks at its cards before calling, never bids sans kitty, and never bids nine or more in a suit
    without the joker or the right bower unless the hand is solid.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal, bot = fh.Deal(dealer=3, seed=500), Heuristic()
    >>> while not deal.is_over:
    ...     _ = deal.push(bot.choose(deal.view(deal.turn)))
    >>> sum(deal.score().tricks)
    10
    """

    name = "heuristic"

    def _choose(self, view: View) -> Action:
        if not isinstance(view, FiveHundredView):
            raise TypeError(f"Heuristic plays Five Hundred; got a view of {type(view).__module__}")
        phase = view.phase
        if phase is Phase.AUCTION or phase is Phase.FINAL_RAISE:
            return choose_call(view)
        if phase is Phase.EXCHANGE:
            return choose_exchange(view)
        if phase is Phase.NOMINATION:
            return choose_nomination(view)
        reading = Reading(view)
        contract = view.contract
        if contract is not None and contract.is_misere:
            return choose_misere_card(reading)
        return choose_card(reading)
