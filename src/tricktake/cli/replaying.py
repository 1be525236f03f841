"""What ``tricktake replay`` makes of deals: an analysis, a page, pictures, and steps at a prompt."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple, TextIO

from tricktake.actions import Look
from tricktake.cli.arguments import Failure, UsageError
from tricktake.cli.games import GAMES
from tricktake.cli.position import deal_lines, deal_of, ending_words, one_line, remarks, said_of
from tricktake.cli.reading import Chosen, Given
from tricktake.cli.terminal import Terminal
from tricktake.records import Ending, Record
from tricktake.records.moves import TakeBack
from tricktake.review import MAX_NODES, OPEN_CARDS, Review, add_up, review, summary_text

__all__ = [
    "Shot",
    "analyse",
    "check_page",
    "save_page",
    "save_pictures",
    "shots",
    "step_through",
]


# ---- analysis --------------------------------------------------------------------------------------------


def analyse(terminal: Terminal, chosen: Sequence[Chosen], args: argparse.Namespace) -> list[Review]:
    """Value every card of some deals, and print it.

    Parameters
    ----------
    terminal : Terminal
    chosen : sequence of Chosen
    args : argparse.Namespace
        Budgets, and what is to be printed.

    Returns
    -------
    list of Review

    Raises
    ------
    Failure
        If a plot is asked for that cannot be drawn.
    """
    progress = _Progress(len(chosen), quiet=args.quiet)
    found = []
    for number, one in enumerate(chosen):
        progress.deal = number + 1
        made = review(
            one.deal,
            one.record.rules,
            max_nodes=MAX_NODES if args.max_nodes is None else args.max_nodes,
            seconds=args.seconds,
            progress=progress,
        )
        progress.clear()
        found.append(made)
        if args.json:
            head = {"number": one.number, "ending": one.deal.ending.value}
            terminal.stream.write(json.dumps(head | made.data()) + "\n")
        else:
            _print_review(terminal, one, made, only=args.mistakes, first=not number)
        terminal.flush()
    if not args.json:
        _print_totals(terminal, chosen, found)
        terminal.line()
        terminal.paragraph(OPEN_CARDS, style="quiet")
    if args.plot is not None:
        try:
            found[0].to_plot(args.plot)
        except (ImportError, ValueError) as error:
            raise Failure(f"--plot: {error}") from error
    return found


def _print_review(terminal: Terminal, one: Chosen, made: Review, *, only: bool, first: bool) -> None:
    if not first:
        terminal.line()
    stage = GAMES[one.record.game.name].solve_stage(terminal, made.deal)
    terminal.line(f"Deal {one.number}: {stage}", style="head")
    if one.deal.ending is Ending.ABANDONED:
        terminal.line(ending_words(one))
    for line in made.to_text(signs=terminal.has_signs, mistakes_only=only).splitlines():
        terminal.line(line, style="bad" if _is_loss(line) else None)


def _is_loss(line: str) -> bool:
    """Whether a line of the table says that something was given away."""
    words = line.split()
    return len(words) >= 7 and words[0].isdigit() and words[6][0] in "123456789"


def _print_totals(terminal: Terminal, chosen: Sequence[Chosen], found: Sequence[Review]) -> None:
    """All deals together, if they are those of one record and it has several."""
    if len(found) < 2 or any(one.record != chosen[0].record for one in chosen):
        return
    terminal.line()
    terminal.line(f"All {len(found)} deals", style="head")
    names = [one_line(name) for name in chosen[0].record.players]
    for line in summary_text(add_up(found), names):
        terminal.line(line)


class _Progress:
    """A line on standard error that says how far the analysis is, if a person sees it."""

    def __init__(self, deals: int, *, quiet: bool) -> None:
        self.deals, self.deal, self._shown = deals, 1, not quiet and sys.stderr.isatty()

    def __call__(self, done: int, total: int) -> None:
        if self._shown:
            sys.stderr.write(f"\ranalysing deal {self.deal} of {self.deals}, card {done} of {total} ... ")
            sys.stderr.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._shown:
            sys.stderr.write("\r" + " " * 60 + "\r")
            sys.stderr.flush()


# ---- a page ----------------------------------------------------------------------------------------------


def save_page(
    file: str, given: Given, chosen: Sequence[Chosen], reviews: Sequence[Review], *, seat: int | None
) -> None:
    """Write a page to step through, unknown cards and all.

    Parameters
    ----------
    file : str
    given : Given
    chosen : sequence of Chosen
        Deals of one record.
    reviews : sequence of Review
        The analysis of those that are known, if there is one.
    seat : int or None, keyword only
        Only what this seat knows.

    Raises
    ------
    UsageError
        If the deals are of several records.
    OSError
        If the file cannot be written.
    """
    from tricktake import html

    check_page(given, chosen)
    record = chosen[0].record
    verdicts: dict[Any, Any] = {}
    known = [at for at, one in enumerate(chosen) if one.deal.is_known]
    for at, made in zip(known, reviews, strict=False):
        verdicts |= made.verdicts(at)
    shown = record if len(chosen) == len(record.deals) else _part(record, chosen)
    page = html.replay_page(shown, verdicts=verdicts or None, seat=seat)
    Path(file).write_text(page, encoding="utf-8", newline="\n")


def check_page(given: Given, chosen: Sequence[Chosen]) -> None:
    """Refuse to make one page of several records.

    Parameters
    ----------
    given : Given
    chosen : sequence of Chosen

    Raises
    ------
    UsageError
        If the deals are of several records.
    """
    many = len({id(one.record) for one in chosen})
    if many > 1:
        raise UsageError(f"--html: {given.where} holds {many} records; choose deals of one with --deal")


def _part(record: Record, chosen: Sequence[Chosen]) -> Record:
    """Some deals of a record; they are no whole contest any more."""
    deals = tuple([replace(one.deal, game=0) for one in chosen])
    return Record(
        rules=record.rules, players=record.players, tags=record.tags, comment=record.comment, deals=deals
    )


# ---- steps -----------------------------------------------------------------------------------------------


class Shot(NamedTuple):
    """A deal after one of its steps."""

    deal: Any
    """The deal, a copy of its own."""
    words: str
    """What was done last; empty before the first action."""
    comment: str
    """What the record says about it."""
    is_trick: bool
    """Whether a trick has just been finished."""
    others: tuple[str, ...] = ()
    """Sentences about other lines that begin there."""


def shots(chosen: Chosen, terminal: Terminal) -> Iterator[Shot]:
    """A deal before its first action and after each of its entries.

    Parameters
    ----------
    chosen : Chosen
    terminal : Terminal
        Whether there are signs of suits.

    Yields
    ------
    Shot
    """
    deal = chosen.deal.start(chosen.record.rules)
    yield Shot(deal.copy(), "", chosen.deal.comment, False)
    for step in chosen.deal.steps(chosen.record.rules):
        entry = step.entry
        if isinstance(entry, TakeBack):
            actions = "an action" if entry.count == 1 else f"{entry.count} actions"
            words, done = f"Seat {step.seat} takes {actions} back.", False
        else:
            assert entry.action is not None
            looks = isinstance(entry.action, Look)
            words = (
                f"Seat {step.seat} looks." if looks else f"Seat {step.seat}: {terminal.action(entry.action)}"
            )
            done = bool(step.deal.finished) and not step.deal.trick
        others = (
            () if isinstance(entry, TakeBack) else remarks(terminal, step.seat, replace(entry, comment=""))
        )
        yield Shot(step.deal.copy(), words, entry.comment, done, tuple(others))


def step_through(terminal: Terminal, chosen: Sequence[Chosen], source: TextIO | None = None) -> int:
    """Let a person step through deals.

    Parameters
    ----------
    terminal : Terminal
    chosen : sequence of Chosen
    source : text stream, optional
        Where the answers come from; default: standard input.

    Returns
    -------
    int
        Exit code.
    """
    answers = sys.stdin if source is None else source
    steps = [(one, number, shot) for one in chosen for number, shot in enumerate(shots(one, terminal))]
    last = {one.number: number for one, number, _ in steps}
    at = 0
    terminal.line(
        "Enter goes on, b goes back, a number goes to that step of the deal, q ends.", style="quiet"
    )
    while True:
        one, number, shot = steps[at]
        _print_step(terminal, one, number, last[one.number], shot)
        answer = _ask(terminal, answers, at + 1 < len(steps))
        if answer is None or answer in ("q", "quit"):
            return 0
        if answer in ("", "n", "next"):
            if at + 1 == len(steps):
                return 0
            at += 1
        elif answer in ("b", "back"):
            at = max(0, at - 1)
        elif answer.isascii() and answer.isdigit() and len(answer) < 7 and int(answer) <= last[one.number]:
            at += int(answer) - number
        else:
            terminal.line(f"Enter, b, q, or a number from 0 to {last[one.number]}.", style="bad")


def _print_step(terminal: Terminal, one: Chosen, number: int, last: int, shot: Shot) -> None:
    game = GAMES[one.record.game.name]
    terminal.width = game.width(one.record.rules)
    terminal.line()
    if not number:
        for line in said_of(one, alone=True):
            terminal.paragraph(line, indent="  ", style="quiet")
    words = f" {shot.words}" if shot.words else ""
    terminal.line(f"Deal {one.number}, step {number} of {last}.{words}", style="head")
    if number and shot.comment:
        terminal.paragraph(one_line(shot.comment), indent="  ", style="quiet")
    for line in shot.others:
        terminal.paragraph(line, indent="  ", style="quiet")
    for line in deal_lines(terminal, game, shot.deal):
        terminal.line(line)
    if number == last and one.deal.ending is not Ending.OVER:
        terminal.line(ending_words(one))


def _ask(terminal: Terminal, source: TextIO, more: bool) -> str | None:
    """An answer; None at the end of the input."""
    terminal.stream.write("step> " if more else "end> ")
    terminal.flush()
    line = source.readline()
    if not line:
        terminal.line()
        return None
    if not source.isatty():
        terminal.line(line.strip())  # what is typed at a terminal shows by itself
    return line.strip().lower()


# ---- pictures --------------------------------------------------------------------------------------------


def save_pictures(folder: str, chosen: Sequence[Chosen], *, seat: int | None, tricks: bool) -> None:
    """Write a picture for every step, or for every trick.

    Parameters
    ----------
    folder : str
        Made if it is not there.
    chosen : sequence of Chosen
    seat : int or None, keyword only
        Only what this seat sees.
    tricks : bool, keyword only
        One picture after each trick, and one before the first and at the end.

    Raises
    ------
    OSError
        If the folder is a file, or a file cannot be written.
    """
    from tricktake import svg

    path = Path(folder)
    path.mkdir(exist_ok=True)
    terminal = Terminal()
    for one in chosen:
        deal = deal_of(one)
        wanted = [shot for shot in shots(one, terminal) if not tricks or shot.is_trick or not shot.words]
        if tricks and wanted[-1].deal != deal:
            wanted.append(Shot(deal, "", "", False))
        digits = len(str(len(wanted) - 1))
        before = "" if len(chosen) == 1 else f"{one.number:0{len(str(chosen[-1].number))}}-"
        for number, shot in enumerate(wanted):
            seen = shot.deal if seat is None else shot.deal.view(seat)
            picture = svg.table(seen, names=one.record.players or None)
            (path / f"{before}{number:0{digits}}.svg").write_text(str(picture), encoding="utf-8")
