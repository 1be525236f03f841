"""What the deals of every game share: phases, legal actions as values, and push and pop.

A game's ``Deal`` derives from :class:`DealState` and fills in its phases. The base keeps the history, reads
texts, refuses illegal actions with their reason, and takes actions back one by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

from tricktake._notebook import Drawn
from tricktake.actions import Action, parse_action, parse_play
from tricktake.errors import (
    Explanation,
    IllegalAction,
    IllegalCall,
    IllegalExchange,
    IllegalPlay,
    WrongPhase,
)
from tricktake.legal import CardChoice, ExchangeActions, LegalActions, ListedActions, PlayActions

__all__ = [
    "CardChoice",
    "DealState",
    "ExchangeActions",
    "LegalActions",
    "ListedActions",
    "Objective",
    "Phase",
    "PlayActions",
    "Step",
    "error_for",
    "read_action",
]


class Phase(Enum):
    """What is being decided in a deal; each kind of action belongs to one phase, looking to the auction.

    Examples
    --------
    >>> Phase.AUCTION
    Phase.AUCTION
    """

    AUCTION = "auction"
    """Calls are made."""
    FINAL_RAISE = "final raise"
    """The high bidder stands or raises himself (FH-BID-13)."""
    EXCHANGE = "exchange"
    """The contractor puts cards away (FH-KIT-1); in partnership spades partners exchange cards (SP-BID-4)."""
    PARTNER = "partner"
    """The contractor calls a partner or plays alone (FH-P5-1)."""
    NOMINATION = "nomination"
    """The contractor may give the joker a suit (FH-JOK-2)."""
    PLAY = "play"
    """Cards are played."""
    OVER = "over"
    """The deal is finished and scored."""

    def __repr__(self) -> str:
        return f"Phase.{self.name}"


class Step(NamedTuple):
    """One action of a deal with the seat that took it.

    Examples
    --------
    >>> from tricktake import Play
    >>> Step(0, Play("HQ"))
    Step(seat=0, action=Play('HQ'))
    """

    seat: int
    """Seat that acted."""
    action: Action | None
    """What it did; None where a view must not know (another seat's exchange)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Objective:
    """A question for the solver: who wants tricks, and whose tricks are counted.

    What a seat plays for is ``deal.objective_of(seat)``; any other question can be asked too.

    Examples
    --------
    >>> Objective(side=frozenset((0, 2)), count=frozenset((0, 2))).is_for(2)
    True
    """

    side: frozenset[int]
    """Seats that want more of the counted tricks; all others want fewer."""
    count: frozenset[int]
    """Seats whose tricks are counted."""

    def is_for(self, seat: int) -> bool:
        """Whether a seat wants more of the counted tricks.

        Parameters
        ----------
        seat : int
        """
        return seat in self.side


_ERRORS: dict[Phase, type[IllegalAction]] = {
    Phase.AUCTION: IllegalCall,
    Phase.FINAL_RAISE: IllegalCall,
    Phase.EXCHANGE: IllegalExchange,
    Phase.PARTNER: IllegalExchange,
    Phase.NOMINATION: IllegalExchange,
    Phase.PLAY: IllegalPlay,
    Phase.OVER: WrongPhase,
}


def error_for(phase: Phase, why: Explanation) -> IllegalAction:
    """The exception for an action that is illegal in a phase.

    Parameters
    ----------
    phase : Phase
        The phase it was tried in.
    why : Explanation
        The reason.

    Returns
    -------
    IllegalAction
        Of the class that fits the phase; ``WrongPhase`` where the action belongs to another one.
    """
    kind = WrongPhase if why.rule == "wrong phase" else _ERRORS[phase]
    legal = f"; legal: {', '.join(why.legal)}" if why.legal else ""
    return kind(f"{why.sentence}{legal}", explanation=why)


_View_co = TypeVar("_View_co", covariant=True)


def read_action(text: str, phase: Phase) -> Action:
    """Read an action as a phase understands it: in the play a card may come rank first.

    Parameters
    ----------
    text : str
    phase : Phase

    Returns
    -------
    Action

    Raises
    ------
    TextError
        If the text cannot be read.

    Examples
    --------
    >>> read_action("QH", Phase.PLAY), read_action("6H", Phase.AUCTION)
    (Play('HQ'), Bid('6H'))
    """
    if phase is not Phase.PLAY:
        return parse_action(text)
    try:
        return parse_play(text)
    except ValueError as error:
        try:  # a call or another action, to be refused as what it is
            return parse_action(text)
        except ValueError:
            raise error from None


class DealState(Drawn, ABC, Generic[_View_co]):
    """A deal of some game: its phase, whose turn it is, and its history. Base of each game's ``Deal``."""

    __slots__ = ("_history", "_phase", "_turn")
    _PICTURE: ClassVar[str] = "table"

    def __init__(self) -> None:
        self._phase = Phase.AUCTION
        self._turn: int | None = None
        self._history: list[Step] = []

    @property
    def phase(self) -> Phase:
        """What is being decided."""
        return self._phase

    @property
    def turn(self) -> int | None:
        """Seat to act, or None when the deal is over."""
        return self._turn

    @property
    def is_over(self) -> bool:
        """Whether the deal is finished."""
        return self._phase is Phase.OVER

    @property
    def history(self) -> tuple[Step, ...]:
        """Every action so far with its seat, oldest first."""
        return tuple(self._history)

    def __len__(self) -> int:
        """Count the actions so far."""
        return len(self._history)

    def __bool__(self) -> bool:
        return True

    @property
    @abstractmethod
    def legal_actions(self) -> LegalActions:
        """What the seat to act may do now; empty when the deal is over."""

    @abstractmethod
    def view(self, seat: int) -> _View_co:
        """What a seat knows."""

    @abstractmethod
    def explain(self, action: Action | str) -> Explanation | None:
        """Say why an action is not legal now, or None if it is."""

    @abstractmethod
    def _apply(self, action: Action) -> bool:
        """Do an action if it is legal; return whether it was. If not, nothing has changed."""

    @abstractmethod
    def _revert(self, action: Action) -> None:
        """Undo the last action, which is no longer in the history."""

    def push(self, action: Action | str) -> Action:
        """Take an action for the seat whose turn it is.

        Parameters
        ----------
        action : Action or str
            An action or its text.

        Returns
        -------
        Action
            The action taken.

        Raises
        ------
        IllegalAction
            If it is not legal now: an ``IllegalCall``, ``IllegalExchange``, ``IllegalPlay`` or ``WrongPhase``
            that says who, what, which rule, and what would be legal. Nothing has changed.
        TextError
            If a text cannot be read. Nothing has changed.
        """
        if isinstance(action, str):
            action = self._parse(action)
        if not self._apply(action):
            why = self.explain(action)
            assert why is not None, f"{action!r} is refused without a reason"
            raise error_for(self._phase, why)
        return action

    def _parse(self, text: str) -> Action:
        return read_action(text, self._phase)

    def pop(self) -> Action:
        """Take back the last action: for analysis and search.

        The deal, and with it every view, is exactly what it was before. A card shown and taken back is hidden
        again, so a program that lets people take back keeps what they have seen itself; see
        ``docs/knowledge.md``.

        Returns
        -------
        Action
            The action taken back.

        Raises
        ------
        IndexError
            If there is none.
        """
        if not self._history:
            raise IndexError("no action to take back")
        action = self._history.pop().action
        assert action is not None
        self._revert(action)
        return action

    def push_all(self, actions: str | Sequence[Action | str]) -> Self:
        """Take several actions, one after the other.

        Parameters
        ----------
        actions : str or sequence of Action or str
            A text is split at semicolons, or at blanks if it has none and is not one action of several words.

        Returns
        -------
        DealState
            This deal.

        Raises
        ------
        IllegalAction, TextError
            As :meth:`push`; the actions before the one at fault stay taken.
        """
        if isinstance(actions, str):
            single = ";" not in actions and actions.split()[:1] in (["put"], ["call"], ["name"])
            actions = [actions] if single else actions.split(";" if ";" in actions else None)
        for action in actions:
            self.push(action.strip() if isinstance(action, str) else action)
        return self
