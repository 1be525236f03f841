"""The games an arena can be held in: how a deal or a match of each is made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tricktake import fivehundred, spades
from tricktake._rules import GameRules

__all__ = ["GAMES", "ArenaGame", "game_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaGame:
    """What the arena asks of a game.

    Examples
    --------
    >>> GAMES[0].title, GAMES[0].new_deal(fivehundred.Rules(), dealer=3, seed=500).turn
    ('Five Hundred', 0)
    """

    name: str
    """In files and on the command line."""
    title: str
    """In sentences."""
    rules: type[Any]
    """Class of its rules."""
    new_deal: Callable[..., Any]
    """A deal from rules, dealer, seed and number."""
    new_match: Callable[..., Any]
    """A match or a game from rules, seed and first dealer."""


GAMES: tuple[ArenaGame, ...] = (
    ArenaGame(
        name="five-hundred",
        title="Five Hundred",
        rules=fivehundred.Rules,
        new_deal=fivehundred.Deal,
        new_match=fivehundred.Match,
    ),
    ArenaGame(
        name="spades",
        title="Spades",
        rules=spades.Rules,
        new_deal=spades.Deal,
        new_match=spades.Game,
    ),
)
"""The games."""


def game_of(rules: GameRules) -> ArenaGame:
    """The game some rules belong to.

    Parameters
    ----------
    rules : Rules
        Of any game.

    Returns
    -------
    ArenaGame

    Raises
    ------
    TypeError
        If it is no rules value.

    Examples
    --------
    >>> game_of(spades.Rules()).name
    'spades'
    """
    for game in GAMES:
        if isinstance(rules, game.rules):
            return game
    known = " or ".join([f"a {game.rules.__module__.rpartition('.')[0]}.Rules" for game in GAMES])
    raise TypeError(f"rules must be {known}; got {type(rules).__name__}")
