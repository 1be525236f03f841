"""Lists with rows and columns: widths from what stands in them, every second row shaded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tricktake.svg._draw import Canvas, Svg
from tricktake.svg._text import width_of
from tricktake.svg._words import Label, draw_label, label_width
from tricktake.svg.theme import Theme

__all__ = ["Cell", "Column", "Grid", "Span", "draw_grid"]

_FONT = 13
_ROW = 26
_PAD = 9  # beside what stands in a column
_MARGIN = 14
_WIDEST = 200  # a column


class Cell(NamedTuple):
    """What stands in a row and a column.

    Examples
    --------
    >>> Cell(Label("8")).fill
    'ink'
    """

    label: Label
    fill: str = "ink"
    bold: bool = False
    mark: bool = False
    """Whether it is picked out."""


class Column(NamedTuple):
    """A column.

    Examples
    --------
    >>> Column("points", "end").least
    0
    """

    head: Label | str
    anchor: str = "start"
    least: float = 0
    """Its least width."""


class Span(NamedTuple):
    """A heading over several columns.

    Examples
    --------
    >>> Span("Ann", 1, 3).columns
    3
    """

    text: str
    first: int
    columns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """A list to draw."""

    heading: Label
    note: str = ""
    """At the right of the heading."""
    columns: Sequence[Column]
    spans: Sequence[Span] = ()
    rows: Sequence[Sequence[Cell | None]]
    """A row of one cell is written across all columns."""
    foot: Sequence[str] = ()
    """Lines under it."""


def draw_grid(grid: Grid, theme: Theme, *, title: str, size: float | None) -> Svg:
    """Draw a list as a picture of its own.

    Parameters
    ----------
    grid : Grid
    theme : Theme
    title : str, keyword only
        What a screen reader says.
    size : float or None, keyword only
        Width in pixels.

    Returns
    -------
    Svg
    """
    canvas = Canvas(theme)
    widths = _widths(grid)
    heading = label_width(grid.heading, 16, bold=True) + (width_of(grid.note, 12) + 24 if grid.note else 0)
    notes = max([0.0, *[width_of(line, 12) for line in grid.foot]])
    short = max(heading, min(notes, 600)) - sum(widths)
    if short > 0:  # spread evenly, so that the list is as wide as its heading
        widths = [wide + short / len(widths) for wide in widths]
    inner = sum(widths)
    width = inner + 2 * _MARGIN
    tops = 2 if grid.spans else 1
    first = 44
    height = first + _ROW * (tops + len(grid.rows)) + 20 * len(grid.foot) + _MARGIN
    edges = [_MARGIN + sum(widths[:at]) for at in range(len(widths) + 1)]
    canvas.rect(0, 0, width, height, fill="paper")
    draw_label(canvas, grid.heading, _MARGIN, 28, 16, room=inner, bold=True)
    canvas.text(width - _MARGIN, 28, grid.note, 12, fill="quiet", anchor="end")
    for span in grid.spans:
        left, right = edges[span.first], edges[span.first + span.columns]
        label = Label(span.text)
        draw_label(
            canvas,
            label,
            (left + right) / 2,
            first + 18,
            _FONT,
            room=right - left - 8,
            anchor="middle",
            bold=True,
        )
        canvas.line(left, first + 4, left, first + _ROW * tops)
    y = first + _ROW * (tops - 1)
    for at, column in enumerate(grid.columns):
        head = column.head if isinstance(column.head, Label) else Label(column.head)
        _put(canvas, Cell(head, "quiet"), column, edges[at], y, widths[at], font=12)
    y += _ROW
    canvas.line(_MARGIN, y, width - _MARGIN, y)
    for number, row in enumerate(grid.rows):
        canvas.open(row=number)
        if number % 2:
            canvas.rect(_MARGIN, y, inner, _ROW, fill="panel")
        if len(row) == 1 and row[0] is not None:
            _put(canvas, row[0], Column(""), edges[0], y, inner)
        else:
            for at, cell in enumerate(row):
                if cell is not None:
                    _put(canvas, cell, grid.columns[at], edges[at], y, widths[at])
            for span in grid.spans:
                canvas.line(edges[span.first], y, edges[span.first], y + _ROW)
        canvas.close()
        y += _ROW
    canvas.line(_MARGIN, y, width - _MARGIN, y)
    for at, line in enumerate(grid.foot):
        draw_label(canvas, Label(line), _MARGIN, y + 20 + 20 * at, 12, room=inner, fill="quiet")
    return canvas.finish(width, height, title=title, size=size)


def _put(
    canvas: Canvas, cell: Cell, column: Column, x: float, y: float, width: float, *, font: float = _FONT
) -> None:
    if cell.mark:
        canvas.rect(x + 2, y + 2, width - 4, _ROW - 4, fill="mark", round_by=4)
    place = {"start": x + _PAD, "middle": x + width / 2, "end": x + width - _PAD}[column.anchor]
    draw_label(
        canvas,
        cell.label,
        place,
        y + 18,
        font,
        room=width - 2 * _PAD + 4,
        fill=cell.fill,
        anchor=column.anchor,
        bold=cell.bold,
    )


def _widths(grid: Grid) -> list[float]:
    found = []
    for at, column in enumerate(grid.columns):
        head = column.head if isinstance(column.head, Label) else Label(column.head)
        wide = [column.least, label_width(head, 12)]
        for row in grid.rows:
            cell = row[at] if len(row) > 1 and at < len(row) else None
            if cell is not None:
                wide.append(label_width(cell.label, _FONT, bold=cell.bold))
        found.append(min(max(wide), _WIDEST) + 2 * _PAD)
    for span in grid.spans:
        columns = range(span.first, span.first + span.columns)
        short = min(width_of(span.text, _FONT, bold=True), _WIDEST) + 16 - sum([found[at] for at in columns])
        if short > 0:
            for at in columns:
                found[at] += short / span.columns
    return found
