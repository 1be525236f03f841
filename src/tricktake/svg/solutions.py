"""What the solver has found: the value of every play, and the table of strains and contractors."""

from __future__ import annotations

from collections.abc import Sequence

from cardcore import Result
from tricktake import fivehundred as fh
from tricktake.actions import Play
from tricktake.analysis import Solution
from tricktake.cards import Strain
from tricktake.svg._draw import Canvas, Svg
from tricktake.svg._face import SMALL, draw_card
from tricktake.svg._grid import Cell, Column, Grid, draw_grid
from tricktake.svg._options import names_of, short, theme_of, title_of
from tricktake.svg._suits import SUITS
from tricktake.svg._text import width_of
from tricktake.svg._words import Label, draw_label
from tricktake.svg.theme import Theme, suit_role

__all__ = ["solution", "strains"]

_MARGIN = 14
_STEP = SMALL.width + 8
_ACROSS = 13  # cards in a row


def solution(
    found: Solution,
    *,
    size: float | None = None,
    theme: Theme | None = None,
    four_colour: bool | None = None,
    title: str | None = None,
) -> Svg:
    """Draw a solution: the tricks each play brings, the best ones framed, and a line of best play.

    Parameters
    ----------
    found : Solution
        Of :func:`tricktake.solve`. Its line shows cards of all hands.
    size, theme, four_colour, title
        As for :func:`card`.

    Returns
    -------
    Svg

    Raises
    ------
    SetupError
        If the size is out of range.
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> import tricktake as tt
    >>> from tricktake import fivehundred as fh, svg
    >>> deal = fh.Deal.from_text("five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 "
    ...                          "contract=6H contractor=0 tricks=5,1,2,0")
    >>> picture = svg.solution(tt.solve(deal))
    >>> picture.count("data-move"), picture.count("data-line")
    (2, 1)
    """
    if not isinstance(found, Solution):
        raise TypeError(f"a Solution is needed, not {type(found).__name__}")
    canvas = Canvas(theme_of(theme, four_colour))
    seats = sorted(found.objective.count)
    value = _bounds(found.low, found.high)
    word = "trick" if value == "1" else "tricks"
    who = (
        f"seat {seats[0]}" if len(seats) == 1 else f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]}"
    )
    heading = f"{value} {word} for {who}"
    moves, line = list(found.moves.items()), list(found.line)
    rows = [-(-len(cards) // _ACROSS) for cards in (moves, line)]
    across = max(min(max(len(moves), len(line)), _ACROSS), 5)
    width = max(across * _STEP - 8, width_of(heading, 16, bold=True)) + 2 * _MARGIN
    y = 44.0
    tops = []
    for count, high in ((rows[0], SMALL.height + 26), (rows[1], SMALL.height + 8)):
        tops.append(y)
        y += 20 + count * high + 8 if count else 0
    height = y + 4
    canvas.rect(0, 0, width, height, fill="paper")
    draw_label(canvas, Label(heading), _MARGIN, 28, 16, room=width - 2 * _MARGIN, bold=True)
    if moves:
        canvas.text(_MARGIN, tops[0] + 12, "tricks to come after each play", 12, fill="quiet")
    for at, (play, result) in enumerate(moves):
        x = _MARGIN + at % _ACROSS * _STEP
        _move(canvas, play, result, x, tops[0] + 20 + at // _ACROSS * (SMALL.height + 26), play in found.best)
    if line:
        canvas.text(_MARGIN, tops[1] + 12, "a line of best play", 12, fill="quiet")
        canvas.open(line=1)
        for at, play in enumerate(line):
            x = _MARGIN + at % _ACROSS * _STEP
            top = tops[1] + 20 + at // _ACROSS * (SMALL.height + 8)
            draw_card(canvas, play.card, x, top, SMALL, again=True)
            _named(canvas, play, x, top)
        canvas.close()
    return canvas.finish(width, height, title=title_of(title, f"solution: {heading}"), size=size)


def _bounds(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _move(canvas: Canvas, play: Play, result: Result, x: float, y: float, is_best: bool) -> None:
    canvas.open(move=play.text)
    draw_card(canvas, play.card, x, y, SMALL, mark="good" if is_best else None)
    _named(canvas, play, x, y)
    value = str(result.low) if result.low == result.high else f"{result.low}–{result.high}"
    fill = "good" if is_best else "ink"
    middle = x + SMALL.width / 2
    canvas.text(middle, y + SMALL.height + 17, value, 13, fill=fill, anchor="middle", bold=is_best)
    canvas.close()


def _named(canvas: Canvas, play: Play, x: float, y: float) -> None:
    """The suit a joker is led with."""
    if play.named is not None:
        canvas.path(SUITS[play.named], x + 32, y + 14, 0.14, fill=suit_role(play.named))


def strains(
    found: fh.DealTable,
    *,
    names: Sequence[str] | None = None,
    size: float | None = None,
    theme: Theme | None = None,
    four_colour: bool | None = None,
    title: str | None = None,
) -> Svg:
    """Draw what a deal is worth in every strain: a row for each strain, a column for each contractor.

    Parameters
    ----------
    found : DealTable
        Of :func:`tricktake.fivehundred.solve_table`.
    names : sequence of str, optional, keyword only
        What the contractors are called.
    size, theme, four_colour, title
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
    >>> from tricktake import Strain, fivehundred as fh, svg
    >>> found = fh.DealTable(tricks={(strain, 0): 7 for strain in Strain}, misere={0: False})
    >>> svg.strains(found).count("data-row")
    6
    """
    if not isinstance(found, fh.DealTable):
        raise TypeError(f"a DealTable is needed, not {type(found).__name__}")
    seats = sorted({seat for _, seat in found.tricks} | set(found.misere))
    called = names_of(names, len(seats))
    if names is None:
        called = tuple([f"Seat {seat}" for seat in seats])
    best = {
        seat: max([n for (_, who), n in found.tricks.items() if who == seat], default=0) for seat in seats
    }
    rows: list[list[Cell | None]] = []
    for strain in Strain:
        label = Label("no trump") if strain.suit is None else Label("", strain.suit)
        row: list[Cell | None] = [Cell(label)]
        for seat in seats:
            tricks = found.tricks.get((strain, seat))
            top = tricks == best[seat]
            row.append(None if tricks is None else Cell(Label(str(tricks)), bold=top, mark=top))
        rows.append(row)
    if found.misere:
        row = [Cell(Label("misère"))]
        for seat in seats:
            made = found.misere.get(seat)
            row.append(
                None
                if made is None
                else Cell(Label("made" if made else "lost"), "good" if made else "bad", mark=made)
            )
        rows.append(row)
    columns = [Column("", "middle"), *[Column(short(name), "middle", 52) for name in called]]
    grid = Grid(heading=Label("Tricks for each contractor"), columns=columns, rows=rows)
    words = title_of(title, "tricks for each strain and contractor, all hands open")
    return draw_grid(grid, theme_of(theme, four_colour), title=words, size=size)
