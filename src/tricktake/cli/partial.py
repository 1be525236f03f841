"""A deal not all of which is known, as far as a record tells it: ``?`` stands for a card nobody has told.

Whose turn it was and who won a trick follow from what was done in the open, whatever the unknown cards are.
So they are read from a deal that can have gone so; no card of that is shown which the record does not have.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from tricktake.actions import Exchange
from tricktake.cards import CardSet
from tricktake.cli.diagram import hand_line
from tricktake.cli.game import GameCommands
from tricktake.cli.position import ending_words, remarks, scored_words, told
from tricktake.cli.reading import Chosen
from tricktake.cli.sides import running_score
from tricktake.cli.terminal import Terminal
from tricktake.cli.transcript import trick_winners
from tricktake.errors import GameError
from tricktake.records.moves import Entry, Move

__all__ = ["entries_of", "partial_lines"]

_CARDS = ("hands", "tables", "kitty", "dead", "pack")


def entries_of(chosen: Chosen) -> Iterator[tuple[int, Entry, Any]]:
    """The entries of a deal, each with its seat and the deal after it, whether all of it is known or not.

    Parameters
    ----------
    chosen : Chosen

    Yields
    ------
    tuple of int, Move or TakeBack, Deal
        The same deal each time. Unknown cards in it are only some that can have been.

    Raises
    ------
    GameError
        If no cards are found with which it can have gone so.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.records import Record
    >>> record = Record.of(sp.Deal(dealer=2, seed=500).push_all("5"))
    >>> [(seat, entry.text) for seat, entry, _ in entries_of(Chosen(1, record, 0))]
    [(0, 'LOOK'), (0, '5')]
    """
    rules = chosen.record.rules
    filled = chosen.deal.possible(rules)
    for entry, step in zip(chosen.deal.entries, filled.steps(rules), strict=True):
        yield step.seat, entry, step.deal


def partial_lines(
    terminal: Terminal, game: GameCommands[Any, Any, Any], chosen: Chosen, *, tricks: bool
) -> list[str]:
    """A deal with unknown cards as a diagram.

    Parameters
    ----------
    terminal : Terminal
    game : GameCommands
    chosen : Chosen
    tricks : bool, keyword only
        Whether every trick is told.

    Returns
    -------
    list of str

    Examples
    --------
    >>> from tricktake.cli.contests import read_texts
    >>> from tricktake.cli.games import GAMES
    >>> text = "five-hundred-partial/1 rules=australian dealer=3 hands=JK,?9|?10|?10|?10 kitty=?3 : LOOK; 7H"
    >>> chosen = Chosen(1, read_texts(text.encode(), False, print)[0], 0)
    >>> for line in partial_lines(Terminal(ascii_only=True), GAMES["five-hundred"], chosen, tricks=False):
    ...     print(line)
    Five Hundred, australian: not all is known
    Seat 3 deals.
      seat 0    JK  ?9
      seat 1    ?10
      seat 2    ?10
      seat 3    ?10
      kitty     ?3
    Calls: seat 0 7H
    """
    rules, deal = chosen.record.rules, chosen.deal
    lines = [f"{game.title}, {rules.to_text()}: not all is known", _dealer_words(chosen)]
    for name, value in deal.fields:
        if name in _CARDS:
            parts = value.split("|")
            for seat, part in enumerate(parts):
                label = name if len(parts) == 1 else f"seat {seat}" if name == "hands" else f"table {seat}"
                lines.append(f"  {label:<9} {_cards(terminal, part)}".rstrip())
    put: list[str] = []
    said: list[str] = []
    played: Any = None
    try:
        for seat, entry, played in entries_of(chosen):  # noqa: B007 (the last one counts)
            if isinstance(entry, Move) and (entry.action is None or isinstance(entry.action, Exchange)):
                words = "put ?" if entry.action is None else terminal.action(entry.action)
                put.append(f"Put away: seat {seat} {words.removeprefix('put ')}")
            said += remarks(terminal, seat, entry)
    except GameError:  # a search that has given up
        moves = "; ".join([entry.text for entry in deal.entries])
        lines += _wrapped(terminal, f"Done: {moves}")
        played = None
    if played is not None:
        lines += [*told(terminal, played.auction, (), ()), *put]
        lines += _trick_lines(terminal, played) if tricks else []
        lines += told(terminal, (), played.trick, played.tricks if played.finished else ())
    if deal.points is not None:
        lines.append(scored_words(rules.sides, deal.points))
    for line in said:
        lines += _wrapped(terminal, line)
    return [*lines, *filter(None, [ending_words(chosen) if tricks else ""])]


def _dealer_words(chosen: Chosen) -> str:
    dealer, scores = chosen.deal.field("dealer"), chosen.deal.field("scores")
    words = "The dealer is not known" if dealer is None else f"Seat {dealer} deals"
    if scores is None:
        return f"{words}."
    return f"{words}; {running_score(chosen.record.rules.sides, [int(part) for part in scores.split(',')])}."


def _cards(terminal: Terminal, text: str) -> str:
    """Cards as a field has them: what is known in suits, and how many are not."""
    words = [word for word in text.split(",") if word]
    known = [word for word in words if "?" not in word]
    try:
        shown = hand_line(terminal, CardSet(" ".join(known)))
    except ValueError:  # piles on a table, two cards a word
        shown = " ".join(known)
    return "  ".join([*([shown] if known else []), *[word for word in words if "?" in word]])


def _trick_lines(terminal: Terminal, deal: Any) -> list[str]:
    lines = []
    for number, (trick, winner) in enumerate(zip(deal.finished, trick_winners(deal), strict=True), 1):
        shown = ", ".join(told(terminal, (), trick, ()))
        lines += _wrapped(terminal, f"Trick {number}: {shown.partition(': ')[2]}; won by seat {winner}")
    return lines


def _wrapped(terminal: Terminal, text: str) -> list[str]:
    return textwrap.wrap(text, terminal.width, subsequent_indent="  ", break_on_hyphens=False)
