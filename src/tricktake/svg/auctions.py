"""The calls of a deal as a list with a column for every seat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from tricktake.actions import Action, Bid
from tricktake.state import Phase
from tricktake.svg._draw import Svg
from tricktake.svg._facts import Seen, TableFacts, calls_of, read_table
from tricktake.svg._grid import Cell, Column, Grid, draw_grid
from tricktake.svg._options import short, theme_of, title_of
from tricktake.svg._story import game_words, headline
from tricktake.svg._words import Label, call_label, spoken
from tricktake.svg.theme import Theme

__all__ = ["auction"]


def auction(
    shown: Seen,
    *,
    names: Sequence[str] | None = None,
    size: float | None = None,
    theme: Theme | None = None,
    four_colour: bool | None = None,
    title: str | None = None,
) -> Svg:
    """Draw the calls of a deal: a column for every seat, the first to call on the left.

    Parameters
    ----------
    shown : View or Deal
        Of Five Hundred or spades; no card of it is shown.
    names, size, theme, four_colour, title
        As for :func:`table`.

    Returns
    -------
    Svg

    Raises
    ------
    SetupError
        If there are too many or too few names, or the size is out of range.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> from tricktake import fivehundred as fh, svg
    >>> deal = fh.Deal(dealer=3, seed=500).push_all("7H P 8H P P")
    >>> svg.auction(deal).count("data-row"), svg.auction(deal).count(">pass<")
    (2, 3)
    """
    facts = read_table(shown, names=names)
    players = len(facts.seats)
    calls = [(seat, cast(Action, call)) for seat, call in calls_of(shown)]
    first = calls[0][0] if calls else (shown.dealer + 1) % players
    seats = [(first + at) % players for at in range(players)]
    rows = _rows(facts, calls, seats)
    columns = [
        Column(f"{short(facts.names[seat])}{', dealer' if seat == shown.dealer else ''}", "middle", 76)
        for seat in seats
    ]
    head = headline(facts)
    grid = Grid(heading=head, note=game_words(facts), columns=columns, rows=rows)
    said = ", ".join([f"{facts.names[seat]} {spoken(call_label(call))}" for seat, call in calls])
    words = title_of(title, f"auction: {said or 'no call yet'}")
    return draw_grid(grid, theme_of(theme, four_colour), title=words, size=size)


def _rows(
    facts: TableFacts, calls: Sequence[tuple[int, Action]], seats: Sequence[int]
) -> list[list[Cell | None]]:
    """The calls in rows; a call that cannot follow in the row begins the next."""
    rows: list[list[Cell | None]] = []
    filled = len(seats)
    high = max([at for at, (_, call) in enumerate(calls) if isinstance(call, Bid)], default=None)
    ended = facts.contract is not None
    for at, (seat, call) in enumerate(calls):
        column = seats.index(seat)
        if column < filled or not rows:
            rows.append([None] * len(seats))
        filled = column + 1
        is_bid = isinstance(call, Bid)
        rows[-1][column] = Cell(
            call_label(call), "ink" if is_bid else "quiet", bold=is_bid, mark=ended and at == high
        )
    turn = facts.turn
    if turn is not None and facts.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
        column = seats.index(turn)
        if column < filled or not rows:
            rows.append([None] * len(seats))
        rows[-1][column] = Cell(Label("?"), "accent", bold=True, mark=True)
    return rows or [[None] * len(seats)]
