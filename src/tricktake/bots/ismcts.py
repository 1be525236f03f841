"""A bot that searches the play of many worlds in one tree."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar, cast

from tricktake.actions import Action, Play
from tricktake.bots.base import Bot, Option, view_number
from tricktake.bots.heuristic import Heuristic
from tricktake.cards import Card, Suit
from tricktake.state import Phase
from tricktake.view import View

if TYPE_CHECKING:
    from tricktake.fivehundred.view import View as FiveHundredView
    from tricktake.spades.view import View as SpadesView

__all__ = ["ISMCTS"]


class ISMCTS(Bot):
    """Information set tree search over the play.

    Calls and exchanges are those of the heuristic player, and so is the play of two with cards
    on the table, and of five while the partner is secret.

    Parameters
    ----------
    seed : int, default 0
        What worlds and playouts come from, 0 or more.
    iterations : int, default 10000, keyword only
        Ways down the tree for a decision.
    worlds : int, default 400, keyword only
        Worlds they take in turn.
    explore : float, default 0.5, keyword only
        How much is tried that looks worse, as a share of the spread of results.
    seconds : float, default 0, keyword only
        Time after which a decision is made; 0: when the iterations are done. With a limit the choices depend
        on the machine.

    Raises
    ------
    ValueError
        If the seed is negative or a setting is out of range.

    Notes
    -----
    Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE TCIAIG 4, 2012), with one
    observer. Every seat prefers what is best for itself.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> deal = sp.Deal(dealer=2, seed=500).push_all("4 4 4")
    >>> bot = ISMCTS(iterations=200, worlds=20)
    >>> bot.choose(deal.view(0)) in deal.legal_actions, bot.spec
    (True, 'ismcts:iterations=200,worlds=20')
    """

    name = "ismcts"
    SETTINGS: ClassVar[Mapping[str, float | None]] = MappingProxyType(
        {"iterations": 10_000, "worlds": 400, "explore": 0.5, "seconds": 0.0}
    )

    def __init__(
        self,
        seed: int = 0,
        *,
        iterations: int = 10_000,
        worlds: int = 400,
        explore: float = 0.5,
        seconds: float = 0.0,
    ) -> None:
        super().__init__(seed)
        iterations, worlds = index(iterations), index(worlds)
        if not 1 <= iterations <= 10**9 or not 1 <= worlds <= 100_000:
            raise ValueError(f"iterations {iterations} or worlds {worlds} is out of range")
        if not 0 <= explore <= 100 or not 0 <= seconds <= 86_400:
            raise ValueError(f"explore {explore} or seconds {seconds} is out of range")
        self.iterations: int = int(iterations)
        self.worlds: int = int(worlds)
        self.explore: float = float(explore)
        self.seconds: float = float(seconds)
        self._heuristic = Heuristic()

    def _choose(self, view: View) -> Action:
        return self._consider(view)[0].action

    def _consider(self, view: View) -> list[Option]:
        # Cards face down on a table are part of the play's setup, and a secret partner of its stakes: neither
        # is the same in all worlds of one tree.
        unlike = bool(getattr(view, "tables", False)) or not getattr(view, "knows_partner", True)
        if view.phase is not Phase.PLAY or len(view.legal_actions) == 1 or unlike:
            return [Option(self._heuristic.choose(view))]
        from cardcore import tree_search
        from tricktake.bots._worlds import fitting_worlds, settled

        for base in type(view).__mro__:
            if base.__module__ == "tricktake.fivehundred.view":
                from tricktake.bots._fh_deduce import likelihoods as fh_likelihoods
                from tricktake.bots._fh_stakes import make_stakes as fh_stakes

                mine = cast("FiveHundredView", view)
                weigh = partial(fh_likelihoods, mine)
                knowledge, rows = fitting_worlds(view, self.worlds, self.seed, weigh)
                play = view.world_maker(knowledge.hidden).plays(rows[:1])[0]
                stakes = fh_stakes(mine, mine.contract)
                break
            if base.__module__ == "tricktake.spades.view":
                from tricktake.bots._sp_deduce import likelihoods as sp_likelihoods
                from tricktake.bots._sp_stakes import make_stakes as sp_stakes

                theirs = cast("SpadesView", view)
                knowledge, rows = fitting_worlds(
                    view, self.worlds, self.seed, partial(sp_likelihoods, theirs)
                )
                play = view.world_maker(knowledge.hidden).plays(rows[:1])[0]
                stakes = sp_stakes(theirs, play.order)
                break
        else:
            raise TypeError(f"ISMCTS plays Five Hundred and spades; got a view of {type(view).__module__}")
        found = tree_search(
            play,
            rows,
            knowledge.columns,
            stakes,
            iterations=self.iterations,
            seed=self.seed,
            number=view_number(view),
            explore=self.explore,
            seconds=self.seconds or None,
        )
        options = []
        for move, _, value, error in settled(found):
            card, named = play.card_of(move)
            options.append(
                Option(Play(Card(card), named=None if named is None else Suit(named)), value, error)
            )
        return options
