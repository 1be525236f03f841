"""A sound club player, made of rules of thumb and small expectations: one part for each game it plays.

Nothing is searched or simulated, so it is fast; it makes the mistakes of a player who does not count the
cards by heart but remembers which have gone. The part of a game is loaded when a view of that game is first
met.
"""

from __future__ import annotations

from collections.abc import Callable

from tricktake.actions import Action
from tricktake.bots.base import Bot
from tricktake.view import View

__all__ = ["Heuristic"]


class Heuristic(Bot):
    """A simple player of Five Hundred and of spades, without chance.

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
    In Five Hundred it always looks at its cards before calling, never bids sans kitty, and never bids nine or
    more in a suit without the joker or the right bower unless the hand is solid. In spades it bids blind only
    where the game is lost otherwise.

    Examples
    --------
    >>> from tricktake import fivehundred as fh, spades as sp
    >>> bot = Heuristic()
    >>> for deal in (fh.Deal(dealer=3, seed=500), sp.Deal(dealer=2, seed=500)):
    ...     while not deal.is_over:
    ...         _ = deal.push(bot.choose(deal.view(deal.turn)))
    ...     print(sum(deal.score().tricks))
    10
    17
    """

    name = "heuristic"

    def _choose(self, view: View) -> Action:
        kind = type(view)
        part = _PARTS.get(kind)
        if part is None:
            part = _PARTS[kind] = _part(kind)
        return part(view)


_PARTS: dict[type[View], Callable[[View], Action]] = {}


def _part(kind: type[View]) -> Callable[[View], Action]:
    """The part that plays views of a kind."""
    for base in kind.__mro__:
        if base.__module__ == "tricktake.fivehundred.view":
            from tricktake.bots._fh_player import choose as fivehundred

            return fivehundred
        if base.__module__ == "tricktake.spades.view":
            from tricktake.bots._sp_player import choose as spades

            return spades
    raise TypeError(f"Heuristic plays Five Hundred and spades; got a view of {kind.__module__}")
