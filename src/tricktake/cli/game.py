"""What a game brings to the command line: one value of :class:`GameCommands`, made in a folder of its own.

The commands know no game. They ask a ``GameCommands`` for rules, deals and words; those there are
stand in ``tricktake.cli.games``.
"""

# pyright: reportReturnType=false
# The methods of protocols have a docstring for a body.

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, Self, TypeVar

from cardcore import Solver, TrickPlay
from tricktake.actions import Action
from tricktake.analysis import Solvable
from tricktake.cards import CardSet
from tricktake.cli.human import Prompts
from tricktake.cli.terminal import Terminal
from tricktake.cli.transcript import Transcript
from tricktake.state import Step
from tricktake.view import PlayedCard

__all__ = ["Contest", "GameCommands", "PerftStart", "SolveTable", "TableDeal", "TableRules"]


class TableRules(Protocol):
    """Rules of any game.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> def seats(rules: TableRules) -> range:
    ...     return range(rules.players)
    >>> seats(fh.Rules())
    range(0, 4)
    """

    @property
    def players(self) -> int:
        """Number of seats."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Seats that score together."""

    def to_text(self) -> str:
        """The rules as one word."""

    def describe(self) -> str:
        """The rules in words."""


class TableDeal(Solvable, Protocol):
    """A deal of any game.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> def left(deal: TableDeal) -> int:
    ...     return (deal.dealer + 1) % deal.rules.players
    >>> left(fh.Deal(dealer=3, seed=500))
    0
    """

    @property
    def rules(self) -> TableRules:
        """The rules it is played by."""

    @property
    def dealer(self) -> int:
        """Seat that deals."""

    @property
    def dealt(self) -> tuple[CardSet, ...]:
        """The hands as dealt."""

    @property
    def is_over(self) -> bool:
        """Whether it is finished."""

    @property
    def history(self) -> tuple[Step, ...]:
        """Every action so far."""

    @property
    def trick(self) -> tuple[PlayedCard, ...]:
        """The trick in progress."""

    @property
    def finished(self) -> tuple[tuple[PlayedCard, ...], ...]:
        """The tricks played to the end."""

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won by each seat."""

    def __len__(self) -> int:
        """Count the actions so far."""

    def hand(self, seat: int) -> CardSet:
        """The cards a seat holds."""

    def view(self, seat: int) -> Any:
        """What a seat knows."""

    def push(self, action: Action | str) -> Action:
        """Take an action."""

    def push_all(self, actions: str | Sequence[Action | str]) -> Self:
        """Take several actions."""

    def pop(self) -> Action:
        """Take the last action back."""

    def copy(self) -> Self:
        """An independent copy."""

    def to_text(self) -> str:
        """The deal in one line."""


R = TypeVar("R", bound=TableRules)
D = TypeVar("D", bound=TableDeal)
R_co = TypeVar("R_co", bound=TableRules, covariant=True)
D_co = TypeVar("D_co", bound=TableDeal, covariant=True)
R_contra = TypeVar("R_contra", bound=TableRules, contravariant=True)


class Contest(Protocol[R_co, D_co]):
    """Deals until somebody has won: a match, a game, a tourney.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> def played(contest: Contest[fh.Rules, fh.Deal]) -> int:
    ...     return len(contest.deals)
    >>> played(fh.Match(seed=500))
    0
    """

    @property
    def rules(self) -> R_co:
        """The rules."""

    @property
    def seed(self) -> int | None:
        """What the cards come from, if that is known."""

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""

    @property
    def deal(self) -> D_co | None:
        """The current deal."""

    @property
    def deals(self) -> tuple[D_co, ...]:
        """The deals so far."""

    def next_deal(self) -> D_co:
        """Deal the next cards."""

    def to_text(self) -> str:
        """The contest as text."""


C = TypeVar("C", bound=Contest[Any, Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class PerftStart:
    """Hands whose play is counted.

    Examples
    --------
    >>> from tricktake.cli.games import GAMES
    >>> args = argparse.Namespace(players=4, cards=1, strain=None, jokers=None)
    >>> GAMES["five-hundred"].perft(args, 1).words
    '4 players, no trumps'
    """

    hands: tuple[CardSet, ...]
    """The cards of each seat; seat 0 leads."""
    play: TrickPlay
    """The play from there."""
    words: str
    """Players and trumps."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveTable:
    """What the hands of a deal are worth as dealt.

    Examples
    --------
    >>> SolveTable(lines=("nothing",), data={}).lines
    ('nothing',)
    """

    lines: tuple[str, ...]
    """For people."""
    data: Mapping[str, object]
    """For programs."""


class NewDeal(Protocol[R_contra, D_co]):
    """Makes a deal."""

    def __call__(self, rules: R_contra, /, *, dealer: int, seed: int, number: int) -> D_co:
        """The deal of a seed."""


def _itself(contest: Any) -> Any:
    return contest


@dataclass(frozen=True, slots=True, kw_only=True)
class GameCommands(Generic[R, D, C]):
    """What the commands ask of a game.

    Examples
    --------
    >>> from tricktake.cli.games import GAMES
    >>> GAMES["five-hundred"].title, GAMES["five-hundred"].default
    ('Five Hundred', 'australian')
    """

    # --- names ---
    name: str
    """On the command line, and at the head of a deal as text."""
    title: str
    """In sentences."""
    width: Callable[[R], int]
    """Longest line of a told game and of its diagrams."""

    # --- rules and deals ---
    presets: Mapping[str, R]
    """Presets by name."""
    default: str
    """The preset played without another word."""
    read_rules: Callable[[str], R]
    """Rules from their text."""
    new_deal: NewDeal[R, D]
    """The deal of a seed."""
    read_deal: Callable[[str], D]
    """A deal from its text."""
    dealt_rows: Callable[[D], list[tuple[str, CardSet]]]
    """A label and the cards for each row of a diagram: hands as dealt and whatever lies on the table."""

    table_lines: Callable[[Terminal, D], list[str]]
    """Lines of a diagram for what lies on the table in piles, as it is now."""

    # --- playing ---
    new_contest: Callable[[R, int, int | None], C]
    """A match or a game from rules, seed and first dealer (None: drawn)."""
    new_tourney: Callable[[R, int, int | None], C] | None
    """A row of games likewise, where there is such a thing."""
    read_contest: Callable[[str], C]
    """Either of them from its text."""
    recorded: Callable[[C], Any] = _itself
    """What of it a record is made of: the games of a tourney are told apart there."""
    noun: Callable[[C], str]
    """What it is called: ``match``."""
    opening: Callable[[Terminal, C, bool], list[str]]
    """What is to be said before the first deal; the last argument: also about the cards told."""
    transcript: Callable[[Terminal, frozenset[int]], Transcript[D]]
    """Tells deals, to these seats only."""
    prompts: Prompts
    """What a person is shown and asked."""
    after_deal: Callable[[C, D, int], list[str]]
    """What is to be said after a deal that has been told: contest, deal, its number from 1."""
    milestone: Callable[[C], list[str]]
    """What is to be said besides, told or not: that a game of several has been won, or is level."""
    quiet_head: Callable[[R], str]
    """Heading of the lines that tell a deal each."""
    quiet_row: Callable[[Terminal, C, D, int], str]
    """One of these lines."""
    running: Callable[[C], str]
    """How it stands."""
    ending: Callable[[C], list[str]]
    """Who has won and why."""

    # --- counting and solving ---
    perft: Callable[[argparse.Namespace, int], PerftStart]
    """Hands to count the play of, from the arguments and a seed."""
    solve_table: Callable[[Terminal, D, Solver], SolveTable | None]
    """What a deal is worth as dealt, where that can be said."""
    solve_stage: Callable[[Terminal, D], str]
    """How far a deal has come."""
    solve_rows: Callable[[D], list[tuple[str, CardSet]]]
    """Like ``dealt_rows``, with the hands as they are now."""
