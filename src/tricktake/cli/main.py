"""The entry point: reads the command line, runs a command, and turns what goes wrong into one line."""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence

from tricktake._version import __version__
from tricktake.cli import advise, arena, deal, perft, play, replay, rules, show, solve
from tricktake.cli.arguments import Parser, UsageError, near
from tricktake.cli.terminal import Terminal, open_closed_streams
from tricktake.errors import GameError

__all__ = ["main"]

_COMMANDS: dict[str, tuple[Callable[[Parser], None], Callable[[argparse.Namespace], int], str]] = {
    "play": (play.add_arguments, play.run, "play a match or a game: bots against each other, or with you"),
    "rules": (rules.add_arguments, rules.run, "say what the rules of a game are"),
    "deal": (deal.add_arguments, deal.run, "deal cards and print them"),
    "show": (show.add_arguments, show.run, "show a deal, or what a seat sees of it"),
    "replay": (
        replay.add_arguments,
        replay.run,
        "tell recorded deals again: steps, pictures, a page, an analysis",
    ),
    "solve": (solve.add_arguments, solve.run, "say what deals are worth with all hands open"),
    "advise": (advise.add_arguments, advise.run, "say what to bid or play, and what else is worth what"),
    "arena": (arena.add_arguments, arena.run, "play bots against each other and say which is better"),
    "perft": (perft.add_arguments, perft.run, "count every way the cards of a deal can be played"),
}
_BAD_USAGE = 2
_INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments without the program's name; default: those of the process.

    Returns
    -------
    int
        Exit code: 0 if all went well, 2 if the command line or a file makes no sense, 130 after Ctrl-C.

    Examples
    --------
    >>> main(["perft", "--cards", "1", "--seed", "1"]) == main(["--version"]) == 0  # doctest: +ELLIPSIS
    1 card a seat...
    tricktake ...
    True
    """
    argv = sys.argv[1:] if argv is None else list(argv)
    open_closed_streams()
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # A character that cannot be read or shown is no reason to stop a game.
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")
    try:
        code = _run(argv)
        sys.stdout.flush()
    except SystemExit as leaving:  # argparse has printed help or the version
        return int(leaving.code or 0) if not isinstance(leaving.code, str) else _BAD_USAGE
    except BrokenPipeError:
        # Whoever reads has gone away. What is left in the buffer must not raise again at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return _INTERRUPTED
    except (UsageError, GameError, OSError) as error:
        text = " ".join(str(error).split())
        if isinstance(error, OSError) and error.filename is not None:
            text = f"{error.filename}: {error.strerror}"
        sys.stderr.write(Terminal(sys.stderr).encodable(f"tricktake: {text}") + "\n")
        return _BAD_USAGE
    return code


def _run(argv: list[str]) -> int:
    parser = _build()
    if not argv:
        parser.print_help(sys.stderr)
        return _BAD_USAGE
    first = argv[0]
    if not first.startswith("-") and first not in _COMMANDS:
        hint = near(first, _COMMANDS)
        raise UsageError(f"there is no command {first[:40]!r}{hint}; commands are {', '.join(_COMMANDS)}")
    args = parser.parse_args(argv)
    if args.command is None:
        parser.print_help(sys.stderr)
        return _BAD_USAGE
    return _COMMANDS[args.command][1](args)


def _build() -> Parser:
    parser = Parser(prog="tricktake", description="Trick-taking card games: play, deal, count.")
    parser.add_argument("--version", action="version", version=f"tricktake {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    for name, (add_arguments, _, words) in _COMMANDS.items():
        add_arguments(commands.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}."))
    return parser
