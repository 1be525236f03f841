"""``tricktake arena``: bots against each other on the same cards in every seating, with what that proves."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from contextlib import closing
from time import perf_counter

from tricktake.arena import Board, Report, Setup, play_boards, read_header
from tricktake.bots import BOTS
from tricktake.cli.arguments import Failure, UsageError, add_quiet, add_screen, add_seed, chosen_seed, whole
from tricktake.cli.games import add_game, add_rules, chosen_game, chosen_rules
from tricktake.cli.manual import INTERRUPTED
from tricktake.cli.terminal import Terminal, complain
from tricktake.errors import SetupError

__all__ = ["add_arguments", "run"]

_DEFAULT_BOARDS = 1000


def _seconds(text: str) -> float:
    """Read a number of seconds; an argparse type."""
    try:
        seconds = float(text) if len(text) <= 40 else 0.0
    except ValueError:
        seconds = 0.0
    if not (seconds > 0 and math.isfinite(seconds)):
        raise argparse.ArgumentTypeError(f"expected seconds, more than 0, got {text[:40]!r}")
    return seconds


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> args = parser.parse_args("spades heuristic random --matches 20".split())
    >>> args.bots, args.matches
    (['heuristic', 'random'], 20)
    """
    add_game(parser)
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help=f"who plays: {', '.join(BOTS)}, or your own: mybots.py:MyBot or module:MyBot; with settings as "
        "in random:bid=0.5 or mybots.py:MyBot:depth=3",
    )
    add_rules(parser)
    boards = parser.add_argument_group("boards")
    many = boards.add_mutually_exclusive_group()
    many.add_argument(
        "--deals", type=whole(1), metavar="N", help=f"shuffles to play, 1 or more (default {_DEFAULT_BOARDS})"
    )
    many.add_argument("--matches", type=whole(1), metavar="N", help="play whole matches or games, 1 or more")
    boards.add_argument(
        "--cap", type=whole(1), default=100, metavar="N", help="deals after which a match ends (default 100)"
    )
    add_seed(boards)
    boards.add_argument(
        "--limit",
        type=_seconds,
        metavar="SECONDS",
        help="time for a decision, more than 0 seconds, after which the deal is lost (default: none)",
    )
    boards.add_argument(
        "--workers",
        type=whole(0, 1024),
        default=1,
        metavar="N",
        help="processes that play, 0 to 1024 (default 1; 0: one for each processor); results do not depend "
        "on it",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--out", metavar="FILE", help="write every board there; what the file has already is not played again"
    )
    output.add_argument("--json", action="store_true", help="one line of JSON, for programs")
    add_screen(output)
    add_quiet(output)


def run(args: argparse.Namespace) -> int:
    """Play and print.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    int
        Exit code; 130 if Ctrl-C has ended it, after printing what had been played.

    Raises
    ------
    UsageError
        If the command line makes no sense.
    Failure, GameError, OSError
        If a file cannot be read or written, or belongs to another arena.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> run(parser.parse_args("spades random random:bid=0.5 --deals 30 --seed 500".split()))
    Spades, official, seed 500: 30 deals in 3 seatings each
    <BLANKLINE>
      bot             points  error     95 % interval    won   95 % interval  faults
      random          +28.17   5.67  +16.56 to +39.77  60.0%  49.7% to 69.5%       0
      random:bid=0.5  -28.17   5.67  -39.77 to -16.56  34.4%  25.4% to 44.7%       0
    <BLANKLINE>
    random is better than random:bid=0.5: +28.17 points a deal, and the 95 % interval from +16.56 to
    +39.77 excludes 0.
    0
    """
    boards = args.matches or args.deals or _DEFAULT_BOARDS
    setup = _setup(args)
    played: list[Board] = []
    stopped = _play(setup, boards, args, played)
    terminal = Terminal.of(args)
    if played:
        report = Report.of(setup, played)
        text = json.dumps(report.data()) + "\n" if args.json else report.to_text()
        terminal.stream.write(terminal.encodable(text))
        terminal.flush()
    if stopped:
        complain(_going_on(args, setup, len(played), boards), kind="note")
    return INTERRUPTED if stopped else 0


def _setup(args: argparse.Namespace) -> Setup:
    """What is to be played."""
    rules, seed = chosen_rules(chosen_game(args), args), _seed(args)
    try:
        return Setup(
            rules,
            tuple(args.bots),
            whole=args.matches is not None,
            seed=seed,
            cap=args.cap,
            limit=args.limit,
        )
    except SetupError as error:
        raise UsageError(str(error)) from error


def _seed(args: argparse.Namespace) -> int:
    """The seed given, else that of the file that is to be continued, else a new one."""
    if args.seed is None and args.out is not None:
        known = (read_header(args.out) or {}).get("seed")
        if isinstance(known, int):
            return known
    return chosen_seed(args)


def _play(setup: Setup, boards: int, args: argparse.Namespace, played: list[Board]) -> bool:
    """Play boards into a list; return whether Ctrl-C has ended it."""
    workers = args.workers or len(_processors())
    progress = _Progress(boards, quiet=args.quiet)
    try:
        with closing(
            play_boards(setup, boards, workers=workers, file=args.out, progress=progress.show)
        ) as coming:
            for board in coming:
                played.append(board)
    except KeyboardInterrupt:
        return True
    except BrokenExecutor as error:
        hint = "" if args.out is None else f"; the {len(played)} boards before are in {args.out}"
        raise Failure(f"a process that played has died{hint}") from error
    finally:
        progress.clear()
    return False


def _processors() -> Sequence[int]:
    """The processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return range(os.cpu_count() or 1)


def _going_on(args: argparse.Namespace, setup: Setup, done: int, boards: int) -> str:
    """How an arena that was stopped can go on."""
    text = f"stopped after {done} of {boards} boards"
    if args.out is not None:
        return f"{text}; the same command goes on from there"
    return f"{text}; with --seed {setup.seed} and --out FILE an arena that is stopped can go on"


class _Progress:
    """A line on standard error with what is done and how long the rest will take, if a person sees it."""

    def __init__(self, total: int, *, quiet: bool = False) -> None:
        self.total = total
        self.shown = not quiet and sys.stderr.isatty()
        self.width = 0
        self.first: tuple[int, float] | None = None
        self.last = 0.0

    def show(self, done: int) -> None:
        now = perf_counter()
        if self.first is None:
            self.first = (done, now)  # boards of a file cost nothing
        if not self.shown or (now - self.last < 0.1 and done < self.total):
            return
        self.last = now
        boards, began = self.first
        text = f"{done:,} of {self.total:,} boards"
        if done > boards and now > began:
            rate = (done - boards) / (now - began)
            text += f", {rate:,.3g} a second, {_time((self.total - done) / rate)} left"
        sys.stderr.write("\r" + text.ljust(self.width))
        sys.stderr.flush()
        self.width = len(text)

    def clear(self) -> None:
        if self.shown and self.width:
            sys.stderr.write("\r" + " " * self.width + "\r")
            sys.stderr.flush()


def _time(seconds: float) -> str:
    """A time in words, to two of its units."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours:,} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
