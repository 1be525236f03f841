"""The games the commands know, and the arguments that choose one and its rules."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tricktake.cli.arguments import UsageError, near
from tricktake.cli.fivehundred import FIVE_HUNDRED
from tricktake.cli.game import GameCommands
from tricktake.cli.spades import SPADES
from tricktake.errors import GameError

__all__ = ["GAMES", "add_game", "add_rules", "chosen_game", "chosen_rules", "rules_text"]

GAMES: Mapping[str, GameCommands[Any, Any, Any]] = MappingProxyType(
    {game.name: game for game in (FIVE_HUNDRED, SPADES)}
)
"""The games by name."""


def _game(text: str) -> str:
    """Read the name of a game; an argparse type."""
    if text not in GAMES:
        raise argparse.ArgumentTypeError(
            f"there is no game {text[:40]!r}{near(text, GAMES)}; games are {', '.join(GAMES)}"
        )
    return text


def add_game(parser: argparse._ActionsContainer, *, default: str | None = None, option: bool = False) -> None:
    """Add the name of the game.

    Parameters
    ----------
    parser : argparse.ArgumentParser or a group of it
    default : str, optional, keyword only
        The game without another word; None: one must be named.
    option : bool, default False, keyword only
        Whether it is named with ``--game``.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_game(parser, default="spades")
    >>> parser.parse_args([]).game, parser.parse_args(["five-hundred"]).game
    ('spades', 'five-hundred')
    """
    words = f"the game: {', '.join(GAMES)}"
    if default is None:
        parser.add_argument("game", type=_game, help=words)
        return
    words += f" (default {default})"
    if option:
        parser.add_argument("--game", type=_game, metavar="NAME", help=words)
    else:
        parser.add_argument("game", type=_game, nargs="?", default=default, help=words)


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add ``--preset`` and ``--option``, in a group of their own.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_rules(parser)
    >>> parser.parse_args(["--preset", "kitchen"]).preset
    'kitchen'
    """
    presets = "; ".join(
        [f"{game.title} (default {game.default}): {', '.join(game.presets)}" for game in GAMES.values()]
    )
    group = parser.add_argument_group("rules")
    group.add_argument("--preset", metavar="NAME", help=f"rules to play by. {presets}")
    group.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="one option that differs from the preset, such as target=300; may be repeated",
    )


def chosen_game(args: argparse.Namespace) -> GameCommands[Any, Any, Any]:
    """The game named.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    GameCommands

    Examples
    --------
    >>> chosen_game(argparse.Namespace(game="spades")).title
    'Spades'
    """
    return GAMES[args.game]


def rules_text(game: GameCommands[Any, Any, Any], args: argparse.Namespace) -> str:
    """The text of the rules asked for, not yet read.

    Parameters
    ----------
    game : GameCommands
    args : argparse.Namespace

    Returns
    -------
    str

    Examples
    --------
    >>> rules_text(GAMES["five-hundred"], argparse.Namespace(preset=None, option=["target=300"]))
    'australian,target=300'
    """
    return ",".join([args.preset or game.default, *args.option])


def chosen_rules(game: GameCommands[Any, Any, Any], args: argparse.Namespace) -> Any:
    """The rules of ``--preset`` and ``--option``.

    Parameters
    ----------
    game : GameCommands
    args : argparse.Namespace

    Returns
    -------
    Rules
        Of that game.

    Raises
    ------
    UsageError
        If a name or a value is unknown, or options cannot go together.

    Examples
    --------
    >>> args = argparse.Namespace(preset="american", option=["deck4=43"])
    >>> chosen_rules(GAMES["five-hundred"], args).to_text()
    'american,deck4=43'
    """
    try:
        return game.read_rules(rules_text(game, args))
    except GameError as error:
        raise UsageError(str(error)) from error
