"""``tricktake play``: a whole contest, told card by card, between bots or with people at this terminal."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from tricktake import tui
from tricktake.bots import BOTS, Bot, BotError, make_bot, own_bot
from tricktake.cli.arguments import (
    Failure,
    UsageError,
    add_screen,
    add_seed,
    chosen_seed,
    near,
    seat_of,
    whole,
)
from tricktake.cli.game import Contest, GameCommands
from tricktake.cli.games import GAMES, add_game, add_rules, chosen_game, chosen_rules
from tricktake.cli.keeping import Keeper
from tricktake.cli.session import Session
from tricktake.cli.terminal import Terminal
from tricktake.errors import SetupError
from tricktake.records import Record, read_records
from tricktake.records.writing import is_replaced

__all__ = ["add_arguments", "run"]

_HUMAN = "human"
_MOST_BYTES = 5_000_000
_RECORDS = ("[", "{", "%")  # how a file of records begins, and no text of a match


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args("five-hundred --seat 0 human --seat 1 random".split()).seat
    [['0', 'human'], ['1', 'random']]
    """
    kinds = ", ".join([_HUMAN, *BOTS])
    add_game(parser)
    add_rules(parser)
    match = parser.add_argument_group("match")
    add_seed(match)
    match.add_argument(
        "--seat",
        nargs=2,
        metavar=("S", "WHO"),
        action="append",
        default=[],
        help=f"who plays a seat, from 0: {kinds} (default heuristic), or a bot of your own, mybots.py:MyBot "
        "or module:MyBot; bots with settings as in random:bid=0.5; may be repeated",
    )
    match.add_argument(
        "--deals", type=whole(1), metavar="N", help="stop after N deals, 1 or more (default: at the end)"
    )
    match.add_argument("--dealer", type=whole(0), metavar="S", help="seat that deals first (default: drawn)")
    match.add_argument(
        "--tourney", action="store_true", help="in spades: play games until a side has won a tourney"
    )
    files = parser.add_argument_group("files")
    files.add_argument("--save", metavar="FILE", help="write it there, after every deal and when leaving")
    files.add_argument(
        "--record",
        metavar="FILE",
        help="write it there as a record, .ttr or .json, with what was taken back, at the same times",
    )
    files.add_argument("--resume", metavar="FILE", help="continue what has been saved or recorded before")
    output = parser.add_argument_group("output")
    output.add_argument("--quiet", action="store_true", help="one line a deal")
    add_screen(output)
    output.add_argument(
        "--pace",
        type=_seconds,
        default=0.9,
        metavar="SECONDS",
        help="full screen: time between the actions of bots, 0 to 60 seconds (default 0.9)",
    )
    output.add_argument("--four-colours", action="store_true", help="full screen: a colour for each suit")


def _seconds(text: str) -> float:
    """Read a number of seconds; an argparse type."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= 60:
        raise argparse.ArgumentTypeError(f"expected seconds from 0 to 60, got {text[:40]!r}")
    return seconds


def _is_screen() -> bool:
    """Whether somebody sits at a terminal that can show more than lines."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def run(args: argparse.Namespace) -> int:
    """Play a match, a game or a tourney.

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
        If the command line makes no sense.
    Failure, GameError, OSError
        If a file cannot be read or written.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> args = parser.parse_args("five-hundred --seed 500 --deals 1 --quiet --ascii".split())
    >>> run(args)  # doctest: +ELLIPSIS
    Five Hundred, australian, seed 500
    ...
    Stopped after 1 deal: seats 0 and 2 have 10, seats 1 and 3 have 180.
    0
    """
    game = chosen_game(args)
    if args.quiet and any(kind == _HUMAN for _, kind in args.seat):
        raise UsageError("--quiet prints no cards, so no seat can be played by a human")
    save, record = _file("--save", args.save), _file("--record", args.record)
    if save is not None and record is not None and is_replaced(save) and _is_same(save, record):
        raise UsageError("--save and --record need two files")
    contest, before, seed = _contest(game, args)
    kinds = _seat_kinds(args.seat, contest.rules.players)
    humans = frozenset([seat for seat, kind in kinds.items() if kind == _HUMAN])
    bots = _bots(kinds, seed)
    terminal = Terminal.of(args, width=game.width(contest.rules))
    keeper = Keeper(contest, save=save, record=record, kinds=kinds, recorded=game.recorded, before=before)
    try:
        return _play(game, contest, bots, terminal, kinds, humans, keeper, args)
    finally:
        keeper.write(last=True)


def _file(name: str, path: str | None) -> Path | None:
    """A file that can be written, as far as its folder goes."""
    if path is None:
        return None
    file = Path(path)
    if not file.absolute().parent.is_dir():
        raise Failure(f"{name}: there is no directory {str(file.parent)!r}")
    if file.is_dir():
        raise Failure(f"{name}: {path!r} is a directory")
    return file


def _is_same(one: Path, other: Path) -> bool:
    return os.path.realpath(one) == os.path.realpath(other)


def _play(
    game: GameCommands[Any, Any, Any],
    contest: Contest[Any, Any],
    bots: dict[int, Bot],
    terminal: Terminal,
    kinds: dict[int, str],
    humans: frozenset[int],
    keeper: Keeper,
    args: argparse.Namespace,
) -> int:
    """Play full screen where that can be, else line by line."""
    if humans and not args.plain and _is_screen() and tui.is_available():
        return tui.run(
            game,
            contest,
            bots,
            terminal,
            kinds=kinds,
            humans=humans,
            keeper=keeper,
            deals=args.deals,
            pace=args.pace,
            four_colours=args.four_colours,
        )
    session = Session(game, contest, bots, terminal, humans=humans, keeper=keeper, quiet=args.quiet)
    session.greet(kinds, resumed=args.resume is not None)
    return session.play(args.deals)


def _seat_kinds(given: list[list[str]], players: int) -> dict[int, str]:
    kinds = dict.fromkeys(range(players), "heuristic")
    names = (_HUMAN, *BOTS)
    for text, kind in given:
        number = seat_of("--seat", text, players)
        if kind.partition(":")[0].strip().lower() not in names and not _is_own(kind):
            hint = near(kind.partition(":")[0], names)
            raise UsageError(
                f"--seat: nobody is called {kind[:40]!r}{hint}; a seat is played by {', '.join(names)}, "
                "or mybots.py:MyBot"
            )
        kinds[number] = kind
    return kinds


def _is_own(kind: str) -> bool:
    """Whether a name is that of a bot of one's own, which is there."""
    try:
        return own_bot(kind) is not None
    except BotError:
        raise
    except SetupError as error:
        raise UsageError(f"--seat: {error}") from error


def _bots(kinds: dict[int, str], seed: int) -> dict[int, Bot]:
    """The bots among those who play."""
    try:
        return {seat: make_bot(kind, seed) for seat, kind in kinds.items() if kind != _HUMAN}
    except BotError:
        raise
    except SetupError as error:
        raise UsageError(f"--seat: {error}") from error


def _contest(
    game: GameCommands[Any, Any, Any], args: argparse.Namespace
) -> tuple[Contest[Any, Any], Record | None, int]:
    """What is to be played, the record it is continued from if it is, and the seed of the bots."""
    if args.tourney and game.new_tourney is None:
        there = [other.name for other in GAMES.values() if other.new_tourney is not None]
        raise UsageError(f"--tourney: {game.title} has no tourney; there is one in {', '.join(there)}")
    if args.resume is None:
        rules, seed = chosen_rules(game, args), chosen_seed(args)
        dealer = None if args.dealer is None else seat_of("--dealer", args.dealer, rules.players)
        new = game.new_tourney if args.tourney and game.new_tourney is not None else game.new_contest
        return new(rules, seed, dealer), None, seed
    for name in ("preset", "option", "seed", "dealer", "tourney"):
        if getattr(args, name) not in (None, [], False):
            raise UsageError(f"--{name} cannot change a {game.prompts.noun} that is resumed")
    text, before = _read_text(args.resume), None
    if text.lstrip("\ufeff \t\r\n").startswith(_RECORDS):
        before = _one_record(game, text, args.resume)
        text = before.contest().to_text()
    contest = game.read_contest(text)
    return contest, before, 0 if contest.seed is None else contest.seed


def _one_record(game: GameCommands[Any, Any, Any], text: str, name: str) -> Record:
    """The record of a file with one contest."""
    found = read_records(text)
    if len(found) != 1:
        raise Failure(f"--resume: {name!r} has {len(found)} records; one is continued")
    if found[0].game.name != game.name:
        raise Failure(f"--resume: {name!r} is a record of {found[0].game.title}, not of {game.title}")
    if found[0].kind == "deals":
        raise Failure(f"--resume: {name!r} has single deals; only what they are part of can go on")
    return found[0]


def _read_text(name: str) -> str:
    """The text of a file, of which no more is read than a match can have."""
    with Path(name).open("rb") as file:
        data = file.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise Failure(f"--resume: {name!r} has more than {_MOST_BYTES // 1_000_000} MB, so it is no match")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Failure(f"--resume: {name!r} is no text file") from None
