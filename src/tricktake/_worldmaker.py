"""From a view and the cards of its hidden places to full deals: what the games do alike.

A game's ``WorldMaker`` derives from :class:`BaseMaker` and says how its cards were dealt and what was
exchanged.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardcore import Stream, TrickPlay, redeal_rows
from tricktake.actions import Action
from tricktake.cards import CardSet
from tricktake.errors import Contradiction, GameError, WrongPhase
from tricktake.hidden import Hidden, Place
from tricktake.state import Phase
from tricktake.trickdeal import TrickDeal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["BaseMaker"]

_View = TypeVar("_View", bound=Any)
_Deal = TypeVar("_Deal", bound=TrickDeal[Any])
_NO_CARDS = CardSet()


class BaseMaker(ABC, Generic[_View, _Deal]):
    """Makes deals in which a seat has a given view; base of each game's ``WorldMaker``.

    The first one is played action by action; the others are copies of it with other cards, whose play the
    core checks again.

    Parameters
    ----------
    view : View
    hidden : Hidden
        What is hidden from it.
    """

    def __init__(self, view: _View, hidden: Hidden) -> None:
        self._view = view
        self._hidden = hidden
        self._at = {place: at for at, place in enumerate(hidden.places)}
        self._seats = range(view.rules.players)
        self._played = [CardSet() for _ in self._seats]  # from the hands, not from a table
        for trick in (*view.finished, view.trick):
            for played in trick:
                if not played.from_table:
                    self._played[played.seat] |= CardSet([played.card])
        self._play: TrickPlay | None = None

    @abstractmethod
    def deal(self, held: Sequence[CardSet], details: Callable[[], Stream]) -> _Deal:
        """A deal with these cards in the hidden places.

        Parameters
        ----------
        held : sequence of CardSet
            For each hidden place its cards.
        details : callable
            Gives the random stream for what the places leave open: which of his cards a contractor found in
            the kitty, what opponents put over to each other.

        Returns
        -------
        Deal

        Raises
        ------
        Contradiction
            If no deal of these cards can have gone as the view says.
        """

    @abstractmethod
    def opening(self, held: Sequence[CardSet], details: Callable[[], Stream]) -> tuple[_Deal, list[Action]]:
        """A deal with these cards before its first action, and the actions that lead to the view.

        Parameters
        ----------
        held : sequence of CardSet
            For each hidden place its cards.
        details : callable
            As for :meth:`deal`.

        Returns
        -------
        deal : Deal
        actions : list of Action

        Raises
        ------
        GameError, IndexError
            If these cards cannot be dealt so.
        """

    def plays(self, rows: NDArray[np.uint64]) -> list[TrickPlay]:
        """The core's plays with these cards, as masks, in the hidden places.

        Parameters
        ----------
        rows : numpy.ndarray of uint64, shape (n, places)

        Returns
        -------
        list of TrickPlay

        Raises
        ------
        WrongPhase
            If no card is to be played.
        """
        if not len(rows):
            return []
        if self._play is None:
            self._play = self._play_of(rows[0])
        return redeal_rows(self._play, rows, [self._at.get(Place.hand(seat)) for seat in self._seats])

    def _play_of(self, row: NDArray[np.uint64]) -> TrickPlay:
        """The play of one world, by way of its deal."""
        order = self._hidden.order
        world = self.deal([order.to_cards(mask) for mask in row.tolist()], lambda: Stream(0))
        play = world.play_state
        if play is None or world.phase is not Phase.PLAY:
            raise WrongPhase(f"no card is to be played: {world.phase.value}")
        return play

    def _hand(self, seat: int, held: Sequence[CardSet]) -> CardSet:
        """The cards a seat holds now."""
        at = self._at.get(Place.hand(seat))
        if at is not None:
            return held[at]
        known = self._view.hand if seat == self._view.seat else self._view.exposed[seat]
        return _NO_CARDS if known is None else known

    def _replayed(self, opened: Callable[[], tuple[_Deal, list[Action]]]) -> _Deal:
        """A deal played action by action; Contradiction if the rules or the view do not allow it."""
        view = self._view
        try:
            made, actions = opened()
            for action in actions:
                made.push(action)
        except (GameError, IndexError) as error:
            raise Contradiction(f"no deal under the rules has this view: {error}") from error
        if made.view(view.seat) != view:
            raise Contradiction("no deal under the rules has this view: its fields do not fit together")
        return made
