"""A deal of a record as it stands: what the record says of it, and a diagram with all hands open."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import Any

from tricktake.actions import Play
from tricktake.cli.arguments import UsageError
from tricktake.cli.diagram import hand_rows
from tricktake.cli.game import GameCommands
from tricktake.cli.reading import Chosen
from tricktake.cli.sides import running_score, seats, whose
from tricktake.cli.terminal import Terminal
from tricktake.errors import GameError

__all__ = ["deal_lines", "deal_of", "one_line", "said_of"]


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
    UsageError
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
        raise UsageError(f"deal {chosen.number}: {error}") from error
    return deal


def said_of(chosen: Chosen, *, alone: bool) -> list[str]:
    """What a record says about a deal, as sentences.

    Parameters
    ----------
    chosen : Chosen
    alone : bool, keyword only
        Whether no other deal is shown: then its number is left out.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.records import Record
    >>> record = Record.of(sp.Deal(dealer=2, seed=500), players=("Ann", "Bo", "Cy"), comment="Friday")
    >>> said_of(Chosen(2, record, 0), alone=False)
    ['Deal 2. Seat 0 Ann, seat 1 Bo, seat 2 Cy.', 'Friday']
    """
    record, deal = chosen.record, chosen.deal
    head = [] if alone else [f"Deal {chosen.number}."]
    names = [f"seat {seat} {one_line(name)}" for seat, name in enumerate(record.players) if name]
    if names:
        players = ", ".join(names)
        head.append(f"{players[:1].upper()}{players[1:]}.")
    lines = [" ".join(head)] if head else []
    if chosen.at == 0 and record.comment:
        lines.append(one_line(record.comment))
    if deal.comment:
        lines.append(one_line(deal.comment))
    return lines


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
    lines += _told(terminal, deal.auction, deal.trick, deal.tricks if deal.finished else ())
    if deal.is_over:
        lines.append(_result(deal))
    return lines


def _told(terminal: Terminal, calls: Sequence[Any], trick: Sequence[Any], tricks: Sequence[int]) -> list[str]:
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


def _result(deal: Any) -> str:
    try:
        points = deal.score().points
    except GameError as error:
        return f"No score: {error}."
    scored = [f"{seats(side)} {points[at]:+d}" for at, side in enumerate(deal.rules.sides)]
    return f"Points: {', '.join(scored)}"


def _from_table(deal: Any) -> bool:
    return getattr(deal, "plays_from", None) == "table"
