"""What the deals of every game share: phases, legal actions as values, and push and pop.

A game's ``Deal`` derives from :class:`DealState` and fills in its phases. The base keeps the history, reads
texts, refuses illegal actions with their reason, and takes actions back one by one.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from itertools import combinations
from math import comb
from typing import ClassVar, Generic, NamedTuple, Self, TypeVar

from tricktake._notebook import Drawn
from tricktake.actions import Action, Exchange, Play, parse_action, parse_play
from tricktake.cards import Card, CardSet
from tricktake.errors import (
    Explanation,
    IllegalAction,
    IllegalCall,
    IllegalExchange,
    IllegalPlay,
    TextError,
    WrongPhase,
)

__all__ = [
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


def _readings(text: str) -> Iterator[Action]:
    """What a text can mean: an action, or a card where the action would be a bid (``7H``)."""
    readers: tuple[Callable[[str], Action], ...] = (parse_action, parse_play)
    for read in readers:
        with suppress(TextError):
            yield read(text)


class LegalActions(Collection[Action], ABC):
    """What a seat may do now: iterate it, count it, ask whether an action is in it.

    A value of its own: it does not change when the deal goes on, and holds nothing a seat may not know.
    Nothing is computed before it is asked for. A text is in it, in any spelling, if it reads as an action
    that is; one that cannot be read is not. What ``push`` takes as two actions, a look and an ordinary call
    (FH-BID-8), is not listed, so it is not in it either.

    Examples
    --------
    >>> actions = ListedActions([Play("HQ"), Play("H9")])
    >>> len(actions), Play("HQ") in actions, "9h" in actions, "H10" in actions, bool(actions)
    (2, True, True, False, True)
    >>> actions
    <LegalActions HQ H9>
    """

    __slots__ = ()

    @abstractmethod
    def _all(self) -> Sequence[Action]:
        """The actions in their natural order."""

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return len(self) > 0

    def __getitem__(self, index: int) -> Action:
        return self._all()[index]

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return any(read in self for read in _readings(action))
        return action in self._all()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalActions):
            return NotImplemented
        return tuple(self._all()) == tuple(other._all())

    def __hash__(self) -> int:
        return hash(tuple(self._all()))

    def __reduce__(self) -> tuple[object, ...]:
        return ListedActions, (tuple(self._all()),)

    def texts(self, most: int = 40) -> tuple[str, ...]:
        """The texts of the actions, the first ``most`` of them.

        Parameters
        ----------
        most : int
            How many at most.

        Returns
        -------
        tuple of str
            With ``"..."`` at the end where some are left out.
        """
        texts = tuple(action.text for action in self._all()[:most])
        return texts if len(self) <= most else (*texts, "...")

    def __repr__(self) -> str:
        return f"<LegalActions {' '.join(self.texts(20))}>" if self else "<LegalActions>"


class ListedActions(LegalActions):
    """Legal actions from a list, or from a function that makes it when first asked.

    Parameters
    ----------
    actions : sequence of Action or callable
        The actions, or a function without arguments that returns them.

    Examples
    --------
    >>> len(ListedActions(()))
    0
    """

    __slots__ = ("_actions",)

    def __init__(self, actions: Sequence[Action] | Callable[[], Sequence[Action]] = ()) -> None:
        self._actions = actions

    def _all(self) -> Sequence[Action]:
        if callable(self._actions):
            self._actions = tuple(self._actions())
        return self._actions


class PlayActions(LegalActions):
    """Legal plays: moves of the core, turned into actions when asked.

    Parameters
    ----------
    moves : list of int
        Moves as the core numbers them, ascending.
    plays : dict of int to Play
        The action of each move in this card order.

    Examples
    --------
    >>> PlayActions([5, 7], {5: Play("H9"), 7: Play("HQ")})
    <LegalActions H9 HQ>
    """

    __slots__ = ("_moves", "_plays")

    def __init__(self, moves: list[int], plays: dict[int, Play]) -> None:
        self._moves = moves
        self._plays = plays

    def _all(self) -> Sequence[Action]:
        plays = self._plays
        return [plays[move] for move in self._moves]

    def __len__(self) -> int:
        return len(self._moves)


class ExchangeActions(LegalActions):
    """Legal exchanges: every choice of so many cards out of a hand.

    Parameters
    ----------
    cards : CardSet
        The hand with the kitty in it.
    size : int
        Cards to put away.

    Examples
    --------
    >>> actions = ExchangeActions(CardSet("S5 C6 D5 HA"), 3)
    >>> len(actions), next(iter(actions)), Exchange("S5 C6 HA") in actions
    (4, Exchange('S5 C6 D5'), True)
    """

    __slots__ = ("cards", "size")

    def __init__(self, cards: CardSet, size: int) -> None:
        self.cards: CardSet = cards
        self.size: int = size

    def _all(self) -> Sequence[Action]:
        return [Exchange(chosen) for chosen in combinations(self.cards.ascending(), self.size)]

    def __len__(self) -> int:
        return comb(len(self.cards), self.size)

    def __iter__(self) -> Iterator[Action]:
        return (Exchange(chosen) for chosen in combinations(self.cards.ascending(), self.size))

    def __getitem__(self, index: int) -> Action:
        rank = index + len(self) if index < 0 else index
        if not 0 <= rank < len(self):
            raise IndexError(f"there is no exchange {index} of {len(self)}")
        cards = self.cards.ascending()
        chosen: list[Card] = []
        for at, card in enumerate(cards):
            left = self.size - len(chosen)
            if not left:
                break
            with_it = comb(len(cards) - at - 1, left - 1)
            if rank < with_it:
                chosen.append(card)
            else:
                rank -= with_it
        return Exchange(chosen)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return super().__contains__(action)
        return isinstance(action, Exchange) and len(action.cards) == self.size and action.cards <= self.cards

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ExchangeActions):
            return self.cards == other.cards and self.size == other.size
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()

    def texts(self, most: int = 40) -> tuple[str, ...]:
        """One text for all of them; see :meth:`LegalActions.texts`."""
        return (f"put {self.size} of {self.cards}",)

    def __reduce__(self) -> tuple[object, ...]:
        return ExchangeActions, (self.cards, self.size)

    def __repr__(self) -> str:
        return f"<LegalActions {self.texts()[0]}>"


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
