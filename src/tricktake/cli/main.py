"""The entry point: reads the command line, runs a command, and turns what goes wrong into one line.

A command is a module of this package with ``add_arguments`` and ``run``, loaded when it is asked for: neither
``--version`` nor ``--help`` waits for games and bots.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from tricktake._version import __version__
from tricktake.cli.arguments import Failure, Parser, UsageError, near
from tricktake.cli.manual import FAILED, INTERRUPTED, USAGE
from tricktake.cli.manuals import COMMANDS, WHOLE
from tricktake.cli.terminal import Terminal, complain, open_closed_streams
from tricktake.errors import GameError

__all__ = ["build_parser", "main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    argv : sequence of str, optional
        The arguments without the program's name; default: those of the process.

    Returns
    -------
    int
        Exit code: 0 if all went well, 1 if what was asked for could not be done, 2 if the command line makes
        no sense, 130 after Ctrl-C.

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
            with contextlib.suppress(OSError, ValueError):  # input that somebody has begun to read
                reconfigure(errors="replace")
    try:
        code = _run(argv)
        sys.stdout.flush()
    except SystemExit as leaving:  # argparse has printed help or the version
        return int(leaving.code or 0) if not isinstance(leaving.code, str) else USAGE
    except BrokenPipeError:
        # Whoever reads has gone away. What is left in the buffer must not raise again at exit.
        with contextlib.suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Failure as error:
        complain(str(error))
        return error.code
    except OSError as error:
        complain(str(error) if error.filename is None else f"{error.filename}: {error.strerror}")
        return FAILED
    except GameError as error:
        trace = getattr(error, "trace", "")  # of a bot of one's own: what its author needs
        if trace:
            sys.stderr.write(Terminal(sys.stderr).encodable(trace) + "\n")
        complain(str(error))
        return FAILED
    except MemoryError:
        complain("there is not enough memory for this")
        return FAILED
    return code


def _run(argv: list[str]) -> int:
    first = argv[0] if argv else ""
    if not argv:
        build_parser("").print_help(sys.stderr)
        return USAGE
    if not first.startswith("-") and first not in COMMANDS:
        hint = near(first, COMMANDS)
        raise UsageError(f"there is no command {first[:40]!r}{hint}; commands are {', '.join(COMMANDS)}")
    parser = build_parser(first)
    args, left = parser.parse_known_args(argv)
    if args.command is None:
        if left:
            parser.refuse(left[0])
        parser.print_help(sys.stderr)
        return USAGE
    if left:
        args.parser.refuse(left[0])
    code: int = _module(args.command).run(args)
    return code


def _module(command: str) -> Any:
    return import_module(f"tricktake.cli.{command}")


def build_parser(command: str | None = None) -> Parser:
    """Build the parser.

    Parameters
    ----------
    command : str, optional
        The only command whose arguments are needed; default: those of all commands.

    Returns
    -------
    Parser

    Examples
    --------
    >>> build_parser("deal").parse_args(["deal", "spades", "--seed", "5"]).seed
    5
    """
    parser = Parser(prog="tricktake", description=WHOLE.description(), epilog=WHOLE.epilog())
    parser.add_argument(
        "--version", action="version", version=f"tricktake {__version__}", help="print the version and exit"
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", title="commands", parser_class=Parser, prog="tricktake"
    )
    for name, manual in COMMANDS.items():
        one = commands.add_parser(
            name, help=manual.summary, description=manual.description(), epilog=manual.epilog()
        )
        one.set_defaults(parser=one)
        if command in (None, name):
            _module(name).add_arguments(one)
    return parser
