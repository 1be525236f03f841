"""A deal of a record as it stands: what the record says of it, and a diagram with all hands open.

Cards that a record does not know are shown by ``tricktake.cli.partial``; a deal is told, action by action,
by ``tricktake.cli.telling``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from tricktake.actions import Look, Play
from tricktake.cli.arguments import Failure
from tricktake.cli.diagram import hand_rows
from tricktake.cli.game import GameCommands
from tricktake.cli.reading import Chosen
from tricktake.cli.sides import capital, running_score, seats, whose
from tricktake.cli.terminal import Terminal
from tricktake.errors import GameError
from tricktake.records import Ending
from tricktake.records.moves import Entry, TakeBack

__all__ = [
    "deal_lines",
    "deal_of",
    "ending_words",
    "one_line",
    "points_words",
    "remarks",
    "said_of",
    "scored_words",
    "told",
]

_TAGS = ("event", "site", "place", "date", "time", "round", "table", "board")
_STANDS = {Ending.OPEN: "The deal is still open.", Ending.ABANDONED: "The deal was abandoned."}
_MOST_OTHER = 12  # actions of another line that are printed


def deal_of(chosen: Chosen) -> Any:
    """A deal of a record as it stands after its last entry.

    Parameters
    ----------
    chosen : Chosen

    Returns
    -------
    Deal

    Raises
    ------
    Failure
        If not all of it is known.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.records import Record
    >>> record = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P"))
    >>> len(deal_of(Chosen(1, record, 0)))
    4
    """
    try:
        deal = chosen.deal.start(chosen.record.rules)
        for step in chosen.deal.steps(chosen.record.rules):
            deal = step.deal
    except GameError as error:
        raise Failure(f"deal {chosen.number}: {error}") from error
    return deal


def said_of(chosen: Chosen, *, alone: bool, seat: int | None = None) -> list[str]:
    """What a record says about a deal, as sentences: players, tags, remarks, and that it was abandoned.

    Parameters
    ----------
    chosen : Chosen
    alone : bool, keyword only
        Whether the number of the deal need not be said.
    seat : int, optional, keyword only
        Only what may be told to this seat: no remarks, which may give cards away.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.records import Record
    >>> deal = sp.Deal(dealer=2, seed=500)
    >>> record = Record.of(deal, players=("Ann", "Bo", "Cy"), comment="Late", tags={"event": "Club"})
    >>> said_of(Chosen(2, record, 0), alone=False)
    ['Deal 2. Seat 0 Ann, seat 1 Bo, seat 2 Cy.', 'Event: Club.', 'Late']
    """
    record, deal = chosen.record, chosen.deal
    head = [] if alone else [f"Deal {chosen.number}."]
    names = [f"seat {seat} {one_line(name)}" for seat, name in enumerate(record.players) if name]
    if names:
        head.append(f"{capital(', '.join(names))}.")
    lines = [" ".join(head)] if head else []
    tags = [*(record.tags if chosen.at == 0 else ()), *deal.tags]
    known = [f"{capital(name)}: {one_line(value)}." for name, value in tags if name in _TAGS and value]
    if known:
        lines.append(" ".join(known))
    if seat is None:
        lines += [one_line(text) for text in (record.comment if chosen.at == 0 else "", deal.comment) if text]
    if deal.ending is Ending.ABANDONED:
        lines.append(ending_words(chosen))
    return lines


def ending_words(chosen: Chosen) -> str:
    """How a deal stands that is not over.

    Parameters
    ----------
    chosen : Chosen

    Returns
    -------
    str
        Empty if it is over.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.records import Record
    >>> deal = sp.Deal(dealer=2, seed=500)
    >>> for abandoned in (False, True):
    ...     ending_words(Chosen(1, Record.of(deal, abandoned=abandoned), 0))
    'The deal is still open.'
    'The deal was abandoned.'
    """
    return _STANDS.get(chosen.deal.ending, "")


def remarks(terminal: Terminal, seat: int, entry: Entry) -> list[str]:
    """What a record says about an entry: that it takes something back, a remark, other lines.

    Parameters
    ----------
    terminal : Terminal
    seat : int
    entry : Move or TakeBack

    Returns
    -------
    list of str

    Examples
    --------
    >>> from tricktake.records import Move, TakeBack
    >>> terminal = Terminal(ascii_only=True)
    >>> remarks(terminal, 1, TakeBack(count=2))
    ['Seat 1 takes 2 actions back.']
    >>> remarks(terminal, 0, Move(action=Play("H5"), comment="hm", lines=((Move(action=Play("S9")),),)))
    ['Seat 0, H5: hm', 'Another line instead of H5: S9']
    """
    comment = one_line(entry.comment)
    if isinstance(entry, TakeBack):
        actions = "an action" if entry.count == 1 else f"{entry.count} actions"
        return [f"Seat {seat} takes {actions} back.{' ' if comment else ''}{comment}"]
    done = _entry_words(terminal, entry)
    lines = [f"Seat {seat}, {done}: {comment}"] if comment else []
    for line in entry.lines:
        words = [_entry_words(terminal, other) for other in line[:_MOST_OTHER]]
        more = "; ..." if len(line) > _MOST_OTHER else ""
        lines.append(f"Another line instead of {done}: {'; '.join(words)}{more}")
    return lines


def _entry_words(terminal: Terminal, entry: Entry) -> str:
    if isinstance(entry, TakeBack):
        return entry.text
    if isinstance(entry.action, Look):
        return "look"
    return entry.text if entry.action is None else terminal.action(entry.action)


def one_line(text: str) -> str:
    r"""A remark of a record without anything a terminal would obey.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> one_line("two\nlines" + chr(27) + "[2J")
    'two lines?[2J'
    """
    return "".join([char if char.isprintable() else "?" for char in " ".join(text.split())])


def deal_lines(terminal: Terminal, game: GameCommands[Any, Any, Any], deal: Any) -> list[str]:
    """A deal as a diagram, all hands open.

    Parameters
    ----------
    terminal : Terminal
    game : GameCommands
    deal : Deal

    Returns
    -------
    list of str

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.cli.games import GAMES
    >>> deal = sp.Deal(dealer=2, seed=500).push_all("5 NIL 6")
    >>> deal_lines(Terminal(ascii_only=True), GAMES["spades"], deal)[-1]
    'Calls: seat 0 5, seat 1 NIL, seat 2 6'
    """
    acting = "" if deal.turn is None else f", {whose(deal.turn, table=_from_table(deal))} to act"
    lines = [f"{game.title}, {deal.rules.to_text()}: {game.solve_stage(terminal, deal)}{acting}"]
    lines.append(f"Seat {deal.dealer} deals; {running_score(deal.rules.sides, deal.scores)}.")
    if deal.is_over:
        rows = game.dealt_rows(deal)
    else:
        rows = game.solve_rows(deal)
    lines += [*hand_rows(terminal, rows), *([] if deal.is_over else game.table_lines(terminal, deal))]
    lines += told(terminal, deal.auction, deal.trick, deal.tricks if deal.finished else ())
    if deal.is_over:
        lines.append(points_words(deal))
    return lines


def told(terminal: Terminal, calls: Sequence[Any], trick: Sequence[Any], tricks: Sequence[int]) -> list[str]:
    """Calls, tricks won by the seats and the trick in progress, each if there are any.

    Parameters
    ----------
    terminal : Terminal
    calls : sequence of Call
    trick : sequence of PlayedCard
    tricks : sequence of int

    Returns
    -------
    list of str

    Examples
    --------
    >>> told(Terminal(ascii_only=True), (), (), (2, 0, 1))
    ['Tricks won: seat 0 2, seat 1 0, seat 2 1']
    """
    lines = []
    if calls:
        made = [f"seat {seat} {terminal.action(call)}" for seat, call in calls]
        words = f"Calls: {', '.join(made)}"
        lines += textwrap.wrap(words, terminal.width, subsequent_indent="  ", break_on_hyphens=False)
    if tricks:
        won = [f"seat {seat} {count}" for seat, count in enumerate(tricks)]
        lines.append(f"Tricks won: {', '.join(won)}")
    if trick:
        shown = [
            f"{whose(card.seat, table=card.from_table)} {terminal.action(Play(card.card, named=card.named))}"
            for card in trick
        ]
        lines.append(f"On the table: {', '.join(shown)}")
    return lines


def points_words(deal: Any) -> str:
    """What the sides have scored in a finished deal.

    Parameters
    ----------
    deal : Deal

    Returns
    -------
    str

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> points_words(fh.Deal(dealer=3, seed=500).push_all("P P P P"))
    'Points: seats 0 and 2 +0, seats 1 and 3 +0'
    """
    try:
        points = deal.score().points
    except GameError as error:
        return f"No score: {error}."
    return scored_words(deal.rules.sides, points)


def scored_words(sides: Sequence[Sequence[int]], points: Sequence[int]) -> str:
    """Points of sides.

    Parameters
    ----------
    sides : sequence of sequence of int
    points : sequence of int

    Returns
    -------
    str

    Examples
    --------
    >>> scored_words(((0,), (1,)), (80, -520))
    'Points: seat 0 +80, seat 1 -520'
    """
    scored = [f"{seats(side)} {number:+d}" for side, number in zip(sides, points, strict=False)]
    return f"Points: {', '.join(scored)}"


def _from_table(deal: Any) -> bool:
    return getattr(deal, "plays_from", None) == "table"
