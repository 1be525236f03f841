"""``tricktake show``: a deal or what a seat sees of it, as a diagram, as text, or as a picture."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from tricktake import fivehundred, spades
from tricktake.cli.arguments import UsageError, add_screen, seat_of, whole
from tricktake.cli.diagram import hand_line
from tricktake.cli.game import GameCommands
from tricktake.cli.games import GAMES
from tricktake.cli.position import deal_lines, deal_of, said_of
from tricktake.cli.reading import Chosen, called, chosen_deals, read_bytes, read_text, warn
from tricktake.cli.terminal import Terminal
from tricktake.errors import GameError
from tricktake.records.games import RECORD_GAMES
from tricktake.view import View

__all__ = ["add_arguments", "run"]

_VIEWS: Mapping[str, type[View]] = MappingProxyType({"five-hundred": fivehundred.View, "spades": spades.View})


class _Shown(NamedTuple):
    """Something to be shown."""

    game: GameCommands[Any, Any, Any]
    seen: Any
    notes: list[str]
    names: tuple[str, ...]


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
        help="a record, the text of a match, deals, or a view; - reads standard input; or such a text itself",
    )
    parser.add_argument(
        "--deal",
        type=whole(1),
        action="append",
        metavar="N",
        help="only this deal of the file, from 1 (default: all); may be repeated",
    )
    parser.add_argument("--seat", metavar="S", help="what this seat sees instead of all hands")
    parser.add_argument("--text", action="store_true", help="print the text of the deal instead of a diagram")
    parser.add_argument("--svg", metavar="FILE", help="write a picture instead")
    parser.add_argument("--lenient", action="store_true", help="pass over damage in the file, with a warning")
    add_screen(parser)


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
        If the arguments do not go together, or there is nothing to show.
    GameError
        If a text is damaged.
    OSError
        If a file cannot be read or written.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> text = fivehundred.Deal(dealer=3, seed=500).push_all("7H P P P").to_text()
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
    if args.svg is not None:
        if len(shown) > 1:
            what = f"there are {len(shown)} deals; choose one with --deal, or see tricktake replay --svg"
            raise UsageError(f"--svg: {what}")
        from tricktake import svg

        picture = svg.table(shown[0].seen, names=shown[0].names or None)
        Path(args.svg).write_text(str(picture), encoding="utf-8")
        return 0
    for number, (game, seen, notes, _) in enumerate(shown):
        terminal = Terminal(ascii_only=args.ascii, width=game.width(seen.rules))
        if args.text:
            terminal.stream.write(seen.to_text().rstrip("\n") + "\n")
            continue
        if number:
            terminal.line()
        for line in notes:
            terminal.paragraph(line, indent="  ", style="quiet")
        if isinstance(seen, View):
            _print_view(terminal, game, seen)
        else:
            for line in deal_lines(terminal, game, seen):
                terminal.line(line)
    return 0


def _shown(args: argparse.Namespace) -> list[_Shown]:
    """Deals or views with their games."""
    if _is_text(args.what):
        data, where = args.what.encode("utf-8", "replace"), "the text"
    else:
        data, where = read_bytes(args.what), called(args.what)
    view = _view_of(data, where)
    if view is not None:
        for name in ("deal", "seat"):
            if getattr(args, name) is not None:
                raise UsageError(f"--{name} does not go with a view")
        return [view]
    given = read_text(data, where, lenient=args.lenient)
    warn(given)
    chosen = chosen_deals(given, args.deal)
    return [_shown_deal(one, args.seat, alone=len(chosen) == 1) for one in chosen]


def _shown_deal(chosen: Chosen, seat: str | None, *, alone: bool) -> _Shown:
    seen = deal_of(chosen)
    if seat is not None:
        seen = seen.view(seat_of("--seat", seat, seen.rules.players))
    game, names = GAMES[chosen.record.game.name], chosen.record.players
    return _Shown(game, seen, said_of(chosen, alone=alone), names)


def _is_text(what: str) -> bool:
    """Whether an argument is a text itself, not the name of a file."""
    head = what.lstrip()[:40].partition("/")[0]
    kinds = [game.head(kind) for game in RECORD_GAMES.values() for kind in ("deal", *game.contests)]
    known = [*[kind.partition("/")[0] for kind in kinds], *[f"{name}-view" for name in _VIEWS]]
    return " " in what.strip() and head in known


def _view_of(data: bytes, where: str) -> _Shown | None:
    """A view, if that is what was given."""
    head = data.removeprefix(b"\xef\xbb\xbf").lstrip()[:40].partition(b"/")[0].decode("utf-8", "replace")
    name = head.removesuffix("-view")
    if name == head or name not in _VIEWS:
        return None
    try:
        view = _VIEWS[name].from_text(data.decode("utf-8-sig", "replace").strip())
    except GameError as error:
        raise UsageError(f"{where}: {error}") from error
    return _Shown(GAMES[name], view, [], ())


def _print_view(terminal: Terminal, game: GameCommands[Any, Any, Any], view: Any) -> None:
    """What a seat sees, as it is shown to somebody who plays."""
    terminal.line(f"{game.title}, {view.rules.to_text()}: what seat {view.seat} sees", style="head")
    game.prompts.show(terminal, view)
    shown = "not looked at yet" if view.hand is None else hand_line(terminal, view.hand)
    terminal.line(f"Cards of seat {view.seat}: {shown}")
    if view.is_turn:
        terminal.paragraph(f"Legal: {game.prompts.legal(terminal, view.legal_actions)}", indent="  ")
