"""What the commands share: a parser whose errors are one line, numbers within limits, near names."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterable
from difflib import get_close_matches
from typing import NoReturn

__all__ = [
    "Parser",
    "UsageError",
    "Whole",
    "add_screen",
    "add_seed",
    "chosen_seed",
    "near",
    "seat_of",
    "whole",
]


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
    >>> near("spads", ["five-hundred", "spades"])
    " (did you mean 'spades'?)"
    """
    found = get_close_matches(name, list(names), n=1) if len(name) <= 40 else []
    return f" (did you mean {found[0]!r}?)" if found else ""


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
        self.low: int = low
        self.high: int | None = high

    def __call__(self, text: str) -> int:
        limits = f"from {self.low} to {self.high}" if self.high is not None else f"of {self.low} or more"
        try:
            number = int(text) if len(text) <= 40 else self.low - 1
        except ValueError:
            number = self.low - 1
        if number < self.low or (self.high is not None and number > self.high):
            raise argparse.ArgumentTypeError(f"expected a whole number {limits}, got {text[:40]!r}")
        return number


def seat_of(option: str, text: object, players: int) -> int:
    """Read a seat, once the number of players is known.

    Parameters
    ----------
    option : str
        The option it was given with, for the error.
    text : object
        What was given.
    players : int

    Returns
    -------
    int

    Raises
    ------
    UsageError
        If there is no such seat.

    Examples
    --------
    >>> seat_of("--seat", "2", 3)
    2
    """
    try:
        return whole(0, players - 1)(str(text))
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"{option}: {error}") from None


def add_seed(parser: argparse.ArgumentParser) -> None:
    """Add ``--seed``.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = Parser(prog="x")
    >>> add_seed(parser)
    >>> parser.parse_args(["--seed", "7"]).seed
    7
    """
    parser.add_argument(
        "--seed", type=whole(0), metavar="N", help="what the cards come from (default: a new one)"
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
