"""What a record asks of a game: its rules, deals and contests, by the names they have in texts.

A game of its own is one entry of :data:`RECORD_GAMES`; its package is imported when a record of it is read or
made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import Any

from tricktake.errors import RecordError

__all__ = ["RECORD_GAMES", "RecordGame", "record_game"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordGame:
    """Names of a game, and where its types are.

    Examples
    --------
    >>> game = RECORD_GAMES["spades"]
    >>> game.title, sorted(game.contests), game.type_of("tourney").__name__
    ('Spades', ['game', 'tourney'], 'Tourney')
    """

    name: str
    """In texts: ``five-hundred``."""
    title: str
    """In sentences: ``Five Hundred``."""
    package: str
    """Where its types are."""
    contests: Mapping[str, str]
    """For every kind of contest the name of its class; a part of a tourney is a kind of its own."""

    def type_of(self, kind: str) -> Any:
        """The class of a kind of contest, or of a deal.

        Parameters
        ----------
        kind : str
            ``deal``, or a key of :attr:`contests`.

        Returns
        -------
        type
        """
        return getattr(import_module(self.package), "Deal" if kind == "deal" else self.contests[kind])

    def read_rules(self, text: str) -> Any:
        """Read rules; RulesError if they are impossible or unknown.

        Parameters
        ----------
        text : str

        Returns
        -------
        Rules
        """
        return import_module(self.package).Rules.from_text(text)

    def head(self, kind: str) -> str:
        """The first word of a text of this kind.

        Parameters
        ----------
        kind : str

        Returns
        -------
        str
        """
        return f"{self.name}/1" if kind == "deal" else f"{self.name}-{kind}/1"


RECORD_GAMES: Mapping[str, RecordGame] = MappingProxyType(
    {
        game.name: game
        for game in (
            RecordGame(
                name="five-hundred",
                title="Five Hundred",
                package="tricktake.fivehundred",
                contests=MappingProxyType({"match": "Match"}),
            ),
            RecordGame(
                name="spades",
                title="Spades",
                package="tricktake.spades",
                contests=MappingProxyType({"game": "Game", "tourney": "Tourney"}),
            ),
        )
    }
)
"""The games by name."""


def record_game(name: str) -> RecordGame:
    """The game of a name.

    Parameters
    ----------
    name : str

    Returns
    -------
    RecordGame

    Raises
    ------
    RecordError
        If there is no such game.

    Examples
    --------
    >>> record_game("five-hundred").title
    'Five Hundred'
    """
    try:
        return RECORD_GAMES[name]
    except KeyError:
        known = ", ".join(RECORD_GAMES)
        raise RecordError(f"there is no game {name[:40]!r}; games are {known}", name) from None
