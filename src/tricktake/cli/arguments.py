"""What the commands share: a parser whose errors are one line, options for rules and seeds, near names."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NoReturn

from tricktake.fivehundred import PRESETS, Rules

__all__ = [
    "GAMES",
    "Parser",
    "UsageError",
    "add_rules",
    "add_screen",
    "chosen_rules",
    "chosen_seed",
    "near",
    "whole",
]

GAMES = ("five-hundred",)
"""Games the commands know."""


class UsageError(Exception):
    """A command line that makes no sense; its text is one line."""


class Parser(argparse.ArgumentParser):
    """An ``ArgumentParser`` that raises :class:`UsageError` instead of leaving the program.

    Examples
    --------
    >>> try:
    ...     Parser(prog="x").parse_args(["--what"])
    ... except UsageError as error:
    ...     print(error)
    unrecognized arguments: --what; see x --help
    """

    def error(self, message: str) -> NoReturn:
        """Refuse the command line.

        Parameters
        ----------
        message : str

        Raises
        ------
        UsageError
            Always.
        """
        raise UsageError(f"{' '.join(message.split())}; see {self.prog} --help")


def near(name: str, names: Iterable[str]) -> str:
    """A hint at the name that comes nearest, or an empty text.

    Parameters
    ----------
    name : str
    names : iterable of str

    Returns
    -------
    str

    Examples
    --------
    >>> near("five-hundrd", GAMES)
    " (did you mean 'five-hundred'?)"
    """
    found = get_close_matches(name, list(names), n=1) if len(name) <= 40 else []
    return f" (did you mean {found[0]!r}?)" if found else ""


def game(text: str) -> str:
    """Read the name of a game; an argparse type."""
    if text not in GAMES:
        raise argparse.ArgumentTypeError(
            f"there is no game {text[:40]!r}{near(text, GAMES)}; games are {', '.join(GAMES)}"
        )
    return text


def whole(low: int, high: int | None = None) -> Whole:
    """An argparse type: a whole number from ``low`` to ``high``.

    Parameters
    ----------
    low : int
    high : int, optional
        None: no upper limit.

    Returns
    -------
    callable

    Examples
    --------
    >>> whole(0, 3)("2")
    2
    """
    return Whole(low, high)


class Whole:
    """Reads a whole number within limits; see :func:`whole`.

    Examples
    --------
    >>> Whole(1, None)("12")
    12
    """

    def __init__(self, low: int, high: int | None) -> None:
        self.low, self.high = low, high

    def __call__(self, text: str) -> int:
        limits = f"from {self.low} to {self.high}" if self.high is not None else f"of {self.low} or more"
        try:
            number = int(text) if len(text) <= 40 else self.low - 1
        except ValueError:
            number = self.low - 1
        if number < self.low or (self.high is not None and number > self.high):
            raise argparse.ArgumentTypeError(f"expected a whole number {limits}, got {text[:40]!r}")
        return number


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add the game, ``--preset`` and ``--option``.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = Parser(prog="x")
    >>> add_rules(parser)
    >>> parser.parse_args(["five-hundred", "--preset", "kitchen"]).preset
    'kitchen'
    """
    parser.add_argument("game", type=game, help=f"the game: {', '.join(GAMES)}")
    parser.add_argument(
        "--preset", metavar="NAME", help=f"rules to play by (default australian): {', '.join(PRESETS)}"
    )
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="one option that differs from the preset, such as misere_stop=True; may be repeated",
    )


def add_screen(parser: argparse.ArgumentParser) -> None:
    """Add ``--ascii``.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = Parser(prog="x")
    >>> add_screen(parser)
    >>> parser.parse_args(["--ascii"]).ascii
    True
    """
    parser.add_argument("--ascii", action="store_true", help="letters S C D H instead of suit signs")


def chosen_rules(args: argparse.Namespace) -> Rules:
    """The rules of ``--preset`` and ``--option``.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    Rules

    Raises
    ------
    RulesError
        If a name or a value is unknown, or options cannot go together.

    Examples
    --------
    >>> args = argparse.Namespace(preset="american", option=["deck4=43"])
    >>> chosen_rules(args).to_text()
    'american,deck4=43'
    """
    return Rules.from_text(",".join([args.preset or "australian", *args.option]))


def chosen_seed(args: argparse.Namespace) -> int:
    """The seed given, or a new one to be printed.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    int

    Examples
    --------
    >>> chosen_seed(argparse.Namespace(seed=7))
    7
    """
    return secrets.randbits(32) if args.seed is None else int(args.seed)
