"""``tricktake replay``: recorded deals told again, step by step, as pictures, as a page, or analysed."""

from __future__ import annotations

import argparse

from tricktake.cli.arguments import Failure, UsageError, add_quiet, add_screen, seat_of, whole
from tricktake.cli.games import GAMES
from tricktake.cli.reading import Chosen, chosen_deals, read_any, warn
from tricktake.cli.replaying import (
    analyse,
    check_page,
    save_page,
    save_pictures,
    step_through,
)
from tricktake.cli.targets import check_targets
from tricktake.cli.telling import tell_deal, tell_partial
from tricktake.cli.terminal import Terminal, complain
from tricktake.review import MAX_NODES, Review

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["match.ttr", "--deal", "2", "--analyse"]).deal
    [2]
    """
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a record as text or JSON, JSON Lines, PTN, what tricktake play --save wrote, or deals as text; "
        "compressed or not; - reads standard input",
    )
    chosen = parser.add_argument_group("deals")
    chosen.add_argument(
        "--deal",
        type=whole(1),
        action="append",
        metavar="N",
        help="only this deal of the file, from 1 (default: all); may be repeated",
    )
    chosen.add_argument("--lenient", action="store_true", help="pass over damage in the file, with a warning")
    output = parser.add_argument_group("output")
    output.add_argument("--step", action="store_true", help="step through the deals: Enter, b for back, q")
    output.add_argument("--html", metavar="FILE", help="write a page to step through in a browser")
    output.add_argument("--svg", metavar="FOLDER", help="write a picture of the table after each step")
    output.add_argument(
        "--tricks", action="store_true", help="with --svg: a picture after each trick, not each step"
    )
    output.add_argument(
        "--seat",
        metavar="S",
        help="told, --html and --svg: only what this seat, from 0, saw (default: all hands)",
    )
    add_screen(output)
    add_quiet(output)
    analysis = parser.add_argument_group("analysis")
    analysis.add_argument(
        "--analyse",
        "--analyze",
        action="store_true",
        help="value every card with all hands open, and mark those that gave tricks away",
    )
    analysis.add_argument("--mistakes", action="store_true", help="with --analyse: print only such cards")
    analysis.add_argument("--json", action="store_true", help="with --analyse: one line of JSON a deal")
    analysis.add_argument(
        "--plot", metavar="FILE", help="with --analyse: draw the value of a deal, .png or .svg"
    )
    analysis.add_argument(
        "--max-nodes",
        type=whole(1),
        metavar="N",
        help=f"with --analyse: budget of each position, in positions searched (default {MAX_NODES:,})",
    )
    analysis.add_argument(
        "--seconds",
        type=_seconds,
        metavar="SECONDS",
        help="with --analyse: time for each deal (default: no limit)",
    )


def _seconds(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 < found < 1e9:
        raise argparse.ArgumentTypeError(f"expected a number of seconds above 0, got {text[:40]!r}")
    return found


def run(args: argparse.Namespace) -> int:
    """Replay what was asked for.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    int
        Exit code.

    Raises
    ------
    UsageError
        If the arguments do not go together.
    Failure, GameError
        If there is nothing to replay, or a record is damaged.
    OSError
        If a file cannot be read or written.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from tricktake import fivehundred as fh
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> text = (
    ...     "five-hundred/1 rules=australian dealer=3 hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 "
    ...     "contract=6H contractor=0 tricks=4,1,2,0 : H5; HK; H8; C5"
    ... )
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder) / "deal.txt"
    ...     _ = path.write_text(text)
    ...     run(parser.parse_args([str(path), "--analyse", "--mistakes", "--ascii"]))  # doctest: +ELLIPSIS
    Deal 1: 6H by seat 0, play
    trick  seat  card  tricks of  before  after  lost  instead
        1     0  >H5         0+2       8      7     1  S9 HA
    ...
    0
    """
    _check(args)
    given = read_any(args.file, lenient=args.lenient)
    if not args.quiet:
        warn(given)
    chosen = chosen_deals(given, args.deal)
    if not chosen:
        Terminal().line(f"{given.where}: there is no deal in it yet.")
        return 0
    seat = _seat(args, chosen)
    if args.plot is not None and len(chosen) > 1:
        raise UsageError(f"--plot: there are {len(chosen)} deals; choose one with --deal")
    check_targets(args)
    terminal = Terminal.of(args)
    terminal.width = max([GAMES[one.record.game.name].width(one.record.rules) for one in chosen])
    told = not (args.analyse or args.step or args.html is not None or args.svg is not None)
    needed = args.analyse or args.step or args.svg is not None or (told and seat is not None)
    known = _known(chosen, quiet=args.quiet) if needed else chosen
    if args.html is not None:
        check_page(given, chosen)
    reviews: list[Review] = []
    if args.analyse:
        reviews = analyse(terminal, known, args)
    if args.html is not None:
        save_page(args.html, given, chosen, reviews, seat=seat)
    if args.svg is not None:
        save_pictures(args.svg, known, seat=seat, tricks=args.tricks)
    if args.step:
        return step_through(terminal, known)
    for one in known if told else ():
        if one.deal.is_known:
            tell_deal(terminal, one, seat=seat)
        else:
            tell_partial(terminal, one)
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuse options that mean nothing without another one."""
    analyse = {
        "--mistakes": args.mistakes,
        "--json": args.json,
        "--plot": args.plot is not None,
        "--max-nodes": args.max_nodes is not None,
        "--seconds": args.seconds is not None,
    }
    for name, given in analyse.items():
        if given and not args.analyse:
            raise UsageError(f"{name} goes with --analyse")
    if args.tricks and args.svg is None:
        raise UsageError("--tricks goes with --svg")
    alone = args.svg is None and args.html is None
    if args.seat is not None and alone and (args.analyse or args.step):
        raise UsageError("--seat does not go with --analyse or --step, which show all hands")
    if args.step and args.json:
        raise UsageError("--step and --json do not go together")


def _seat(args: argparse.Namespace, chosen: list[Chosen]) -> int | None:
    if args.seat is None:
        return None
    return seat_of("--seat", args.seat, min([one.record.rules.players for one in chosen]))


def _known(chosen: list[Chosen], *, quiet: bool) -> list[Chosen]:
    """The deals that can be played again; of the others it is said that they are left out."""
    known, left_out = [], []
    for one in chosen:
        if one.deal.is_known:
            known.append(one)
        else:
            left_out.append(f"Deal {one.number} is left out: not all its cards and actions are known.")
    if not known:
        raise Failure(left_out[0])
    for words in () if quiet else left_out:
        complain(words, kind="warning")
    return known
