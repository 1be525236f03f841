"""``tricktake show``: a deal or what a seat sees of it, as a diagram, as text, or as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any, NamedTuple

from tricktake.cli.arguments import Failure, UsageError, add_quiet, add_screen, seat_of, whole
from tricktake.cli.contests import is_text
from tricktake.cli.diagram import hand_line
from tricktake.cli.game import GameCommands
from tricktake.cli.games import GAMES
from tricktake.cli.partial import entries_of, partial_lines
from tricktake.cli.position import deal_lines, deal_of, points_words, remarks, said_of, told
from tricktake.cli.reading import Chosen, called, chosen_deals, read_bytes, read_text, unpack, warn
from tricktake.cli.terminal import Terminal, complain
from tricktake.errors import GameError
from tricktake.notation import PartialDeal, read_position
from tricktake.records.games import RECORD_GAMES, game_of
from tricktake.view import View

__all__ = ["add_arguments", "run"]


class _Shown(NamedTuple):
    """Something to be shown: a deal, a view or a partial deal."""

    game: GameCommands[Any, Any, Any]
    seen: Any
    notes: list[str]
    names: tuple[str, ...] = ()
    chosen: Chosen | None = None
    """The deal it comes from."""
    points: str = ""
    """Of a view of a finished deal: what was scored."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["match.ttr", "--deal", "2"]).deal
    [2]
    """
    parser.add_argument(
        "what",
        metavar="FILE",
        help="a record, PTN, the text of a match, deals, partial deals or views; - reads standard input; "
        "or such a text itself",
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
    output.add_argument("--seat", metavar="S", help="what this seat, from 0, sees (default: all hands)")
    output.add_argument("--text", action="store_true", help="print the text of the deal instead of a diagram")
    output.add_argument("--svg", metavar="FILE", help="write a picture instead")
    add_screen(output)
    add_quiet(output)


def run(args: argparse.Namespace) -> int:
    """Show what was asked for.

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
        If there is nothing to show, or a text is damaged.
    OSError
        If a file cannot be read or written.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> text = fh.Deal(dealer=3, seed=500).push_all("7H P P P").to_text()
    >>> run(parser.parse_args([text, "--ascii"]))
    Five Hundred, australian: 7H by seat 0, exchange, seat 0 to act
    Seat 3 deals; seats 0 and 2 have 0, seats 1 and 3 have 0.
                S       C       D             H         joker
      seat 0    6       A K     A 10 9 6 5 4  8 6 4     JK
      seat 1    K 10 5  J 10 5  Q 8           Q J       -
      seat 2    A J 8   8 7     K J 7         K 9       -
      seat 3    Q 9 7   Q 9 6   -             A 10 7 5  -
    Calls: seat 0 7H, seat 1 pass, seat 2 pass, seat 3 pass
    0
    """
    if args.text and args.svg is not None:
        raise UsageError("--text and --svg do not go together")
    shown = _shown(args)
    if not shown:
        Terminal().line(f"{args.what}: there is no deal in it yet.")
        return 0
    if args.svg is not None:
        if len(shown) > 1:
            what = f"there are {len(shown)} deals; choose one with --deal, or see tricktake replay --svg"
            raise UsageError(f"--svg: {what}")
        if isinstance(shown[0].seen, PartialDeal):
            raise Failure("--svg: there is no picture of a deal with unknown cards or actions")
        from tricktake import svg

        picture = svg.table(shown[0].seen, names=shown[0].names or None)
        Path(args.svg).write_text(str(picture), encoding="utf-8")
        return 0
    for number, one in enumerate(shown):
        terminal = Terminal.of(args, width=one.game.width(one.seen.rules))
        if args.text:
            terminal.stream.write(one.seen.to_text().rstrip("\n") + "\n")
            continue
        if number:
            terminal.line()
        _print(terminal, one)
    return 0


def _print(terminal: Terminal, one: _Shown) -> None:
    for line in one.notes:
        terminal.paragraph(line, indent="  ", style="quiet")
    if isinstance(one.seen, View):
        _print_view(terminal, one)
        return
    assert one.chosen is not None
    if isinstance(one.seen, PartialDeal):
        lines = partial_lines(terminal, one.game, one.chosen, tricks=False)
    else:
        lines = deal_lines(terminal, one.game, one.seen)
    for line in lines:
        terminal.line(line)
    if not isinstance(one.seen, PartialDeal):
        for seat, entry, _ in entries_of(one.chosen):
            for line in remarks(terminal, seat, entry):
                terminal.paragraph(line, indent="  ")


def _shown(args: argparse.Namespace) -> list[_Shown]:
    """Deals or views with their games."""
    if _is_text(args.what):
        data, where = args.what.encode("utf-8", "replace"), "the text"
    else:
        data, where = read_bytes(args.what), called(args.what)
    views = _views_of(data, where)
    if views:
        for name in ("deal", "seat"):
            if getattr(args, name) is not None:
                raise UsageError(f"--{name} does not go with a view")
        return views
    given = read_text(data, where, lenient=args.lenient)
    if not args.quiet:
        warn(given)
    chosen = chosen_deals(given, args.deal)
    shown = []
    for one in chosen:
        try:
            shown.append(_shown_deal(one, args.seat, alone=len(chosen) == 1))
        except _NotKnownError as error:
            if len(chosen) == 1:
                raise Failure(str(error)) from error
            if not args.quiet:
                complain(str(error), kind="warning")
    if chosen and not shown:
        raise Failure("no deal is left to be shown")
    return shown


class _NotKnownError(Exception):
    """A deal with unknown cards that cannot be shown as asked."""


def _shown_deal(chosen: Chosen, text: str | None, *, alone: bool) -> _Shown:
    record = chosen.record
    game = GAMES[record.game.name]
    seat = None if text is None else seat_of("--seat", text, record.rules.players)
    notes = said_of(chosen, alone=alone, seat=seat)
    if not chosen.deal.is_known:
        if seat is not None:
            why = "not all its cards and actions are known, so neither is what a seat sees"
            raise _NotKnownError(f"Deal {chosen.number} is left out: {why}.")
        partial = PartialDeal(rules=record.rules, deal=chosen.deal)
        return _Shown(game, partial, notes, record.players, chosen)
    deal = deal_of(chosen)
    if seat is None:
        return _Shown(game, deal, notes, record.players, chosen)
    points = points_words(deal) if deal.is_over else ""
    return _Shown(game, deal.view(seat), notes, record.players, chosen, points)


def _is_text(what: str) -> bool:
    """Whether an argument is a text itself, not the name of a file."""
    head = what.strip()
    return " " in head and (is_text(head) or _is_view(head))


def _is_view(line: str) -> bool:
    return line[:40].partition("/")[0] in [f"{name}-view" for name in RECORD_GAMES]


def _views_of(packed: bytes, where: str) -> list[_Shown]:
    """Views one a line, if that is what was given; else nothing."""
    text = unpack(packed)[0].decode("utf-8-sig", "replace")
    if not _is_view(text[:4000].lstrip()):
        return []
    views = []
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    for number, line in lines:
        try:
            view: Any = read_position(line)
        except GameError as error:
            place = f"line {number}: " if len(lines) > 1 else ""
            raise Failure(f"{where}: {place}{error}") from error
        if not isinstance(view, View):
            raise Failure(f"{where}: line {number}: a view was expected, as in the lines before")
        views.append(_Shown(GAMES[game_of(view.rules).name], view, []))  # type: ignore[attr-defined]
    return views


def _print_view(terminal: Terminal, one: _Shown) -> None:
    """What a seat sees, as it is shown to somebody who plays; of a finished deal, what it saw."""
    game, view = one.game, one.seen
    seen = "saw" if view.is_over else "sees"
    terminal.line(f"{game.title}, {view.rules.to_text()}: what seat {view.seat} {seen}", style="head")
    if view.is_over:
        contract = getattr(view, "contract", None)
        if contract is not None:
            terminal.line(f"Contract: {terminal.bid(contract.bid)} by seat {contract.contractor}")
        for line in told(terminal, view.calls, (), view.tricks if view.finished else ()):
            terminal.line(line)
        if one.points:
            terminal.line(one.points)
        shown = "never looked at" if view.dealt is None else hand_line(terminal, view.dealt)
        terminal.line(f"Cards of seat {view.seat} as dealt: {shown}")
        return
    game.prompts.show(terminal, view)
    shown = "not looked at yet" if view.hand is None else hand_line(terminal, view.hand)
    terminal.line(f"Cards of seat {view.seat}: {shown}")
    if view.is_turn:
        terminal.paragraph(f"Legal: {game.prompts.legal(terminal, view.legal_actions)}", indent="  ")
