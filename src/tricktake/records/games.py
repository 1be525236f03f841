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

from tricktake._rules import GameRules
from tricktake.errors import RecordError

__all__ = ["RECORD_GAMES", "RecordGame", "game_of", "record_game"]


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
    contest_fields: Mapping[str, tuple[str, ...]]
    """For every kind of contest the fields of its text, all of them needed; the rules aside."""
    deal_fields: tuple[str, ...]
    """The fields of the text of a deal, the rules aside, and ``pack``."""

    def fields_of(self, kind: str) -> tuple[str, ...]:
        """The fields of a kind of contest; none of ``deals``.

        Parameters
        ----------
        kind : str

        Returns
        -------
        tuple of str
        """
        return self.contest_fields.get(kind, ())

    def type_of(self, kind: str) -> Any:
        """The class of a kind of contest, of a deal or of a view.

        Parameters
        ----------
        kind : str
            ``deal``, ``view``, or a key of :attr:`contests`.

        Returns
        -------
        type
        """
        names = {"deal": "Deal", "view": "View"}
        return getattr(import_module(self.package), names.get(kind) or self.contests[kind])

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


_HUNDRED_CARDS = ("dealer", "scores", "hands", "kitty", "tables", "dead", "pack")
_HUNDRED_PLAY = (
    *("contract", "contractor", "partner", "called", "nominated"),
    *("leader", "tricks", "led", "failed"),
)
_SPADES_CARDS = ("dealer", "scores", "bags", "sixes", "hands", "pack")
_SPADES_PLAY = ("bids", "leader", "tricks", "broken", "caught")

RECORD_GAMES: Mapping[str, RecordGame] = MappingProxyType(
    {
        game.name: game
        for game in (
            RecordGame(
                name="five-hundred",
                title="Five Hundred",
                package="tricktake.fivehundred",
                contests=MappingProxyType({"match": "Match"}),
                contest_fields=MappingProxyType({"match": ("seed", "dealer", "scores")}),
                deal_fields=(*_HUNDRED_CARDS, *_HUNDRED_PLAY),
            ),
            RecordGame(
                name="spades",
                title="Spades",
                package="tricktake.spades",
                contests=MappingProxyType({"game": "Game", "tourney": "Tourney"}),
                contest_fields=MappingProxyType(
                    {
                        "game": ("seed", "dealer", "scores", "bags", "sixes", "number"),
                        "tourney": ("seed", "dealer", "tokens", "seats"),
                    }
                ),
                deal_fields=(*_SPADES_CARDS, *_SPADES_PLAY),
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


def game_of(rules: GameRules) -> RecordGame:
    """The game that some rules are of.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    RecordGame

    Raises
    ------
    TypeError
        If they are no rules of a game.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> game_of(sp.Rules()).name
    'spades'
    """
    package = type(rules).__module__.rpartition(".")[0]
    for game in RECORD_GAMES.values():
        if game.package == package:
            return game
    raise TypeError(f"rules of a game are needed, not {type(rules).__name__}")
