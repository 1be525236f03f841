"""Reviews added up: what each seat gave away over several deals, and how that is printed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tricktake.review.model import Review, SeatSummary

__all__ = ["OPEN_CARDS", "add_up", "summary_text"]

OPEN_CARDS = (
    "Values are tricks with all hands open: who sees one hand only may be right to play a card that gives a "
    "trick away there."
)
"""What everybody should know who reads values."""


def add_up(reviews: Sequence[Review]) -> tuple[SeatSummary, ...]:
    """Add up what each seat gave away.

    Parameters
    ----------
    reviews : sequence of Review
        Deals with as many seats each.

    Returns
    -------
    tuple of SeatSummary
        From seat 0; empty without reviews.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.review import review
    >>> deal = fh.Deal.from_text(
    ...     "five-hundred/1 rules=australian dealer=3 hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 "
    ...     "contract=6H contractor=0 tricks=4,1,2,0 : H5; HK; H8; C5"
    ... )
    >>> add_up([review(deal), review(deal)])[0].lost
    2
    """
    rows = zip(*[review.seats for review in reviews], strict=True)
    return tuple(
        [
            SeatSummary(
                seat=seat,
                cards=sum([found.cards for found in row]),
                choices=sum([found.choices for found in row]),
                mistakes=sum([found.mistakes for found in row]),
                lost=sum([found.lost for found in row]),
                unsure=sum([found.unsure for found in row]),
            )
            for seat, row in enumerate(rows)
        ]
    )


def summary_text(seats: Iterable[SeatSummary], names: Iterable[str] = ()) -> list[str]:
    """What each seat gave away, as lines of a table.

    Parameters
    ----------
    seats : iterable of SeatSummary
    names : iterable of str, default ()
        Who sat there.

    Returns
    -------
    list of str

    Examples
    --------
    >>> for line in summary_text([SeatSummary(seat=0, cards=10, choices=7, mistakes=1, lost=1, unsure=0)]):
    ...     print(line)
    seat  cards  choices  mistakes  lost
       0     10        7         1     1
    """
    found, named = list(seats), list(names)
    unsure = any(seat.unsure for seat in found)
    head = ["seat", "cards", "choices", "mistakes", "lost", *["unsure"] * unsure, *["player"] * bool(named)]
    rows = []
    for seat in found:
        numbers = [seat.seat, seat.cards, seat.choices, seat.mistakes, seat.lost, *[seat.unsure] * unsure]
        rows.append((*map(str, numbers), *named[seat.seat : seat.seat + 1]))
    return table_lines(tuple(head), rows, left=(len(head) - 1,) if named else ())


def table_lines(head: tuple[str, ...], rows: list[tuple[str, ...]], *, left: tuple[int, ...]) -> list[str]:
    """A table with a heading; the columns named stand to the left."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = []
    for row in (head, *rows):
        cells = [
            cell.ljust(width) if at in left else cell.rjust(width)
            for at, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines
