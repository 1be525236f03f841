"""A bot that draws worlds which fit what it knows, and searches them."""

from __future__ import annotations

from collections.abc import Mapping
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, cast

from tricktake.actions import Action
from tricktake.bots.base import Bot, Option
from tricktake.view import View

if TYPE_CHECKING:
    from tricktake.fivehundred.view import View as FiveHundredView
    from tricktake.spades.view import View as SpadesView

__all__ = ["Sampling"]


class Sampling(Bot):
    """Worlds drawn to fit what has been seen and called, and searches of them.

    It plays by tree search over its worlds, and by the solver in the endings of Five Hundred. Before it calls
    or puts cards away there it tries contracts and exchanges out with the solver; before a bid of spades it
    plays its hand out. The heuristic player's opinion is mixed in.

    Parameters
    ----------
    seed : int, default 0
        What the worlds come from, 0 or more.
    worlds : int, default 60, keyword only
        Worlds that are solved for a decision, two or four times as many in endings, where they cost less; in
        a tree search 150 iterations for each, and in Five Hundred four times as many worlds.
    seconds : float, default 0, keyword only
        Time after which each search of a decision stops looking at more worlds; 0: never. With a limit the
        choices depend on the machine.

    Raises
    ------
    ValueError
        If the seed is negative or a setting is out of range.
    TypeError
        If the number of worlds is no whole number.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> bot = Sampling(worlds=5)
    >>> bot.spec
    'sampling:worlds=5'
    """

    name = "sampling"
    SETTINGS: ClassVar[Mapping[str, float | None]] = MappingProxyType({"worlds": 60, "seconds": 0.0})

    def __init__(self, seed: int = 0, *, worlds: int = 60, seconds: float = 0.0) -> None:
        super().__init__(seed)
        if not 0 <= seconds <= 86_400:
            raise ValueError(f"seconds must be from 0 to 86400, not {seconds}")
        self.seconds: float = float(seconds)
        worlds = index(worlds)
        if not 1 <= worlds <= 100_000:
            raise ValueError(f"worlds must be from 1 to 100000, not {worlds}")
        self.worlds: int = int(worlds)

    def _choose(self, view: View) -> Action:
        return self._consider(view)[0].action

    def _consider(self, view: View) -> list[Option]:
        from tricktake.bots._worlds import Budget

        budget = Budget(self.worlds, self.seed, self.seconds)
        for base in type(view).__mro__:
            if base.__module__ == "tricktake.fivehundred.view":
                from tricktake.bots._fh_sampling import consider as fivehundred

                return fivehundred(cast("FiveHundredView", view), budget)
            if base.__module__ == "tricktake.spades.view":
                from tricktake.bots._sp_sampling import consider as spades

                return spades(cast("SpadesView", view), budget)
        raise TypeError(f"Sampling plays Five Hundred and spades; got a view of {type(view).__module__}")
