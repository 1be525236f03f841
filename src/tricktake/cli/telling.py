"""Recorded deals told in words: trick by trick as ``tricktake play`` tells them, with what the record adds.

A deal is told entry by entry, so that remarks, take-backs and other lines stand where they belong. For one
seat only what it knew is told, and no remarks, which may give cards away.
"""

from __future__ import annotations

from typing import Any

from tricktake.cli.diagram import hand_line
from tricktake.cli.games import GAMES
from tricktake.cli.partial import partial_lines
from tricktake.cli.position import ending_words, remarks, said_of, told
from tricktake.cli.reading import Chosen
from tricktake.cli.terminal import Terminal
from tricktake.records import Ending
from tricktake.records.moves import TakeBack
from tricktake.state import Phase

__all__ = ["tell_deal", "tell_partial"]


def tell_deal(terminal: Terminal, chosen: Chosen, *, seat: int | None = None) -> None:
    """Tell a deal all of which is known.

    Parameters
    ----------
    terminal : Terminal
    chosen : Chosen
    seat : int, optional, keyword only
        Only what this seat knew.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.records import Record
    >>> record = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P"), abandoned=True)
    >>> tell_deal(Terminal(ascii_only=True), Chosen(1, record, 0), seat=1)
    <BLANKLINE>
    Deal 1: seat 3 deals; seats 0 and 2 have 0, seats 1 and 3 have 0
    Cards of seat 1: S K 10 5  C J 10 5  D Q 8  H Q J
    Calls: seat 0 7H, seat 1 pass
    The deal was abandoned.
    """
    game, rules = GAMES[chosen.record.game.name], chosen.record.rules
    for line in said_of(chosen, alone=True, seat=seat):
        if line != ending_words(chosen):  # which is said at the end
            terminal.paragraph(line, indent="  ", style="quiet")
    transcript = game.transcript(terminal, frozenset() if seat is None else frozenset([seat]))
    deal = chosen.deal.start(rules)
    transcript.begin(deal, chosen.number)
    if seat is not None:
        for step in chosen.deal.steps(rules):
            deal = step.deal
        dealt = deal.view(seat).dealt
        shown = "not looked at" if dealt is None else hand_line(terminal, dealt)
        terminal.line(f"Cards of seat {seat}: {shown}")
        deal = chosen.deal.start(rules)
    transcript.tell(deal)
    for step in chosen.deal.steps(rules):
        deal = step.deal
        if isinstance(step.entry, TakeBack):
            transcript.rewind(deal)
        else:
            transcript.tell(deal)
        entry = step.entry
        if seat is not None:
            if not isinstance(entry, TakeBack):
                continue
            entry = TakeBack(count=entry.count)
        for line in remarks(terminal, step.seat, entry):
            terminal.paragraph(line, indent="  ")
    _tell_end(terminal, chosen, deal)
    terminal.flush()


def _tell_end(terminal: Terminal, chosen: Chosen, deal: Any) -> None:
    """What is not complete, and that it is not over."""
    if not deal.is_over:
        calls = deal.auction if deal.phase in (Phase.AUCTION, Phase.FINAL_RAISE) else ()
        for line in told(terminal, calls, deal.trick, ()):
            terminal.line(line)
    if chosen.deal.ending is not Ending.OVER:
        terminal.line(ending_words(chosen))


def tell_partial(terminal: Terminal, chosen: Chosen) -> None:
    """Tell what is known of a deal with unknown cards or actions.

    Parameters
    ----------
    terminal : Terminal
    chosen : Chosen
    """
    for line in said_of(chosen, alone=True):
        if line != ending_words(chosen):
            terminal.paragraph(line, indent="  ", style="quiet")
    terminal.line()
    terminal.line(f"Deal {chosen.number}", style="head")
    for line in partial_lines(terminal, GAMES[chosen.record.game.name], chosen, tricks=True):
        terminal.line(line)
    terminal.flush()
