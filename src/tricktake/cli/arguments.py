"""What the commands share: errors of one line and their exit codes, a parser, numbers within limits.

Something wrong on the command line is a :class:`UsageError`; what is in order there and cannot be done all
the same is a :class:`Failure`.
"""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any, NoReturn

from tricktake.cli.manual import FAILED, USAGE, HelpFormatter

__all__ = [
    "Failure",
    "Parser",
    "UsageError",
    "Whole",
    "add_quiet",
    "add_screen",
    "add_seed",
    "chosen_seed",
    "near",
    "seat_of",
    "whole",
]


class Failure(Exception):
    """Something that could not be done; its text is one line.

    Examples
    --------
    >>> Failure("match.ttr: there is no deal in it").code
    1
    """

    code = FAILED
    """Exit code of the command."""


class UsageError(Failure):
    """A command line that makes no sense; its text is one line.

    Examples
    --------
    >>> UsageError("--seat: there is no seat 9").code
    2
    """

    code = USAGE


class Parser(argparse.ArgumentParser):
    """An ``ArgumentParser`` that raises :class:`UsageError` instead of leaving the program.

    Options are given by their whole names, so that a script still means the same when there are more of them.

    Examples
    --------
    >>> try:
    ...     Parser(prog="x").parse_args(["--hlp"])
    ... except UsageError as error:
    ...     print(error)
    there is no option '--hlp' (did you mean '--help'?); see x --help
    """

    def __init__(self, **settings: Any) -> None:
        settings = {"formatter_class": HelpFormatter, "allow_abbrev": False, **settings}
        super().__init__(**settings)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Read a command line, and refuse what is left over.

        Parameters
        ----------
        args : sequence of str, optional
            Default: those of the process.
        namespace : argparse.Namespace, optional

        Returns
        -------
        argparse.Namespace

        Raises
        ------
        UsageError
            If it makes no sense.
        """
        found, left = self.parse_known_args(args, namespace)
        if left:
            self.refuse(left[0])
        return found

    def refuse(self, word: str) -> NoReturn:
        """Refuse a word that is no option and for which there is no place.

        Parameters
        ----------
        word : str

        Raises
        ------
        UsageError
            Always.
        """
        if not word.startswith("-"):
            self.error(f"{word[:40]!r} is one word too many")
        name = word.partition("=")[0]
        options = [option for option in self._option_string_actions if option.startswith("--")]
        self.error(f"there is no option {name[:40]!r}{near(name, options)}")

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


def add_seed(parser: argparse._ActionsContainer) -> None:
    """Add ``--seed``.

    Parameters
    ----------
    parser : argparse.ArgumentParser or a group of it

    Examples
    --------
    >>> parser = Parser(prog="x")
    >>> add_seed(parser)
    >>> parser.parse_args(["--seed", "7"]).seed
    7
    """
    parser.add_argument(
        "--seed",
        type=whole(0),
        metavar="N",
        help="what the cards come from, 0 or more (default: a new one, which is printed)",
    )


def add_screen(parser: argparse._ActionsContainer) -> None:
    """Add ``--ascii`` and ``--plain``.

    Parameters
    ----------
    parser : argparse.ArgumentParser or a group of it

    Examples
    --------
    >>> parser = Parser(prog="x")
    >>> add_screen(parser)
    >>> parser.parse_args(["--ascii"]).ascii
    True
    """
    parser.add_argument("--ascii", action="store_true", help="letters S C D H instead of suit signs")
    parser.add_argument("--plain", action="store_true", help="plain lines: no colour, nothing full screen")


def add_quiet(parser: argparse._ActionsContainer) -> None:
    """Add ``--quiet`` to a command that says something besides its results.

    Parameters
    ----------
    parser : argparse.ArgumentParser or a group of it

    Examples
    --------
    >>> parser = Parser(prog="x")
    >>> add_quiet(parser)
    >>> parser.parse_args(["--quiet"]).quiet
    True
    """
    parser.add_argument("--quiet", action="store_true", help="results only: no progress and no warnings")


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
