"""A duplicate traveller: what has come of one board at every table, and how the tables compare."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake._checks import whole
from tricktake.errors import SetupError
from tricktake.svg._draw import Svg
from tricktake.svg._grid import Cell, Column, Grid, Span, draw_grid
from tricktake.svg._options import names_of, short, theme_of, title_of
from tricktake.svg._words import Label, call_label, contract_label, points
from tricktake.svg.scores import side_words
from tricktake.svg.theme import Theme

__all__ = ["traveller"]

_Deal: TypeAlias = "fh.Deal | sp.Deal"


# What is asked of the report of an arena: by its shape, since pictures do not know the arena.


class _Setup(Protocol):
    @property
    def rules(self) -> Any: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def seatings(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def whole(self) -> bool: ...


class _Fault(Protocol):
    @property
    def seat(self) -> int: ...


class _Result(Protocol):
    @property
    def scores(self) -> tuple[int, ...]: ...
    @property
    def fault(self) -> _Fault | None: ...


class _Board(Protocol):
    @property
    def number(self) -> int: ...
    @property
    def results(self) -> Sequence[_Result]: ...


class _Report(Protocol):
    @property
    def setup(self) -> _Setup: ...
    @property
    def boards(self) -> Sequence[_Board]: ...


Played: TypeAlias = "_Report | Sequence[fh.Deal] | Sequence[sp.Deal]"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """What one table has made of the board."""

    names: tuple[str, ...]
    points: tuple[int, ...]
    deal: _Deal | None = None
    note: str = ""


def traveller(
    played: Played,
    *,
    board: int | None = None,
    names: Sequence[Sequence[str]] | None = None,
    size: float | None = None,
    theme: Theme | None = None,
    four_colour: bool | None = None,
    title: str | None = None,
) -> Svg:
    """Draw the traveller of a board: a row for every table that has played it.

    Parameters
    ----------
    played : sequence of Deal, or Report
        Finished deals of the same cards, dealer and rules, one a table: with contract or bids and tricks. Or
        the report of an arena: a row for each seating of the board, with the points that are kept of it.
    board : int, optional, keyword only
        With a report: which of its boards, by number; default: the first. With deals: a number to show.
    names : sequence of sequences of str, optional, keyword only
        With deals: for every table what its seats are called. A report has the names of its bots.
    size, theme, four_colour, title
        As for :func:`table`.

    Returns
    -------
    Svg

    Raises
    ------
    SetupError
        If there is no deal, one is not over, they are not of one board, there is no such board, or there are
        too many or too few names.
    TypeError
        If an argument is of another type.

    Notes
    -----
    The last column of a side compares its result, points less the mean of the other sides' points, with the
    mean result of the same seats at the other tables.

    Examples
    --------
    >>> from tricktake import fivehundred as fh, svg
    >>> deals = [fh.Deal(dealer=3, seed=1).push_all("P P P P") for _ in range(2)]
    >>> svg.traveller(deals, board=7).count("data-row")
    2
    """
    listed, rules, number, what = _tables(played, board, names)
    sides = rules.sides
    with_deals = any(table.deal is not None for table in listed)
    with_names = names is not None or not with_deals
    columns = [Column("", "end"), *([Column("players")] if with_names else [])]
    if with_deals:
        fh_game = isinstance(rules, fh.Rules)
        columns += [Column("contract" if fh_game else "bids"), Column("tricks", "end"), Column("")]
    spans = []
    for seats in sides:
        word = "seat" if len(seats) == 1 else "seats"
        spans.append(Span(f"{word} {' + '.join(map(str, seats))}", len(columns), 2))
        columns += [Column("points", "end", 44), Column("compared", "end", 44)]
    compared = _compared([table.points for table in listed])
    rows: list[list[Cell | None]] = []
    for at, table in enumerate(listed):
        row: list[Cell | None] = [Cell(Label(str(at + 1)), "quiet")]
        if with_names:
            note = f" ({table.note})" if table.note else ""
            row.append(Cell(Label(_players(table.names, sides) + note)))
        if with_deals:
            row += _deal_cells(table)
        for side, mine in enumerate(compared[at]):
            row.append(Cell(Label(points(table.points[side])), "bad" if table.points[side] < 0 else "ink"))
            best = mine > 0 and mine == max([found[side] for found in compared])
            row.append(Cell(Label(_fraction(mine)), "quiet" if mine == 0 else "ink", mark=best))
        rows.append(row)
    heading = "Traveller" if number is None else f"Board {number}"
    game = "Five Hundred" if isinstance(rules, fh.Rules) else "Spades"
    grid = Grid(heading=Label(heading), note=f"{game}, {what}", columns=columns, spans=spans, rows=rows)
    words = title_of(title, f"traveller, {game}: {len(listed)} {what}")
    return draw_grid(grid, theme_of(theme, four_colour), title=words, size=size)


def _tables(
    played: Played, board: int | None, names: Sequence[Sequence[str]] | None
) -> tuple[list[_Table], fh.Rules | sp.Rules, int | None, str]:
    """The rows, the rules, the number of the board and what a row is."""
    number = None if board is None else whole("board", board)
    if not isinstance(played, Sequence):
        if hasattr(played, "setup") and hasattr(
            played, "boards"
        ):  # no import: pictures do not know the arena
            return _from_report(played, number, names)
        raise TypeError(f"a report or a sequence of deals is needed, not {type(played).__name__}")
    deals: list[_Deal] = list(played)
    if not deals:
        raise SetupError("a traveller needs at least one deal")
    for deal in deals:
        if not isinstance(deal, (fh.Deal, sp.Deal)):
            raise TypeError(f"a traveller is made of deals, not of {type(deal).__name__}")
    first = deals[0]
    if names is not None and len(names) != len(deals):
        raise SetupError(f"names for {len(deals)} tables are needed, got those of {len(names)}")
    for at, deal in enumerate(deals):
        if (deal.rules, deal.dealer, _cards(deal)) != (first.rules, first.dealer, _cards(first)):
            raise SetupError(f"deal {at} has other cards, another dealer or other rules than the first")
        if not deal.is_over:
            raise SetupError(f"deal {at} is not over")
    made = [
        _Table(
            names=names_of(None if names is None else names[at], first.rules.players),
            points=deal.score().points,
            deal=deal,
        )
        for at, deal in enumerate(deals)
    ]
    return made, first.rules, number, "tables"


def _cards(deal: _Deal) -> tuple[object, ...]:
    if isinstance(deal, sp.Deal):
        return (deal.dealt,)
    return deal.dealt, deal.kitty, deal.tables, deal.dead


def _from_report(
    report: _Report, number: int | None, names: Sequence[Sequence[str]] | None
) -> tuple[list[_Table], fh.Rules | sp.Rules, int | None, str]:
    if names is not None:
        raise SetupError("a report has the names of its bots; names go with deals")
    found = [board for board in report.boards if number is None or board.number == number]
    if not found:
        raise SetupError(f"there is no board {number} in this report")
    setup, board = report.setup, found[0]
    made = [
        _Table(
            names=tuple([setup.names[bot] for bot in seating]),
            points=result.scores,
            note="" if result.fault is None else f"fault of seat {result.fault.seat}",
        )
        for seating, result in zip(setup.seatings, board.results, strict=True)
    ]
    return made, setup.rules, board.number, "matches" if setup.whole else "seatings"


def _players(names: Sequence[str], sides: Sequence[Sequence[int]]) -> str:
    """Who sits on which side; a side of equal names is named once."""
    words = []
    for side in sides:
        mine = dict.fromkeys([names[seat] for seat in side])
        words.append(short(next(iter(mine))) if len(mine) == 1 else side_words(names, side))
    return " / ".join(words)


def _deal_cells(table: _Table) -> list[Cell | None]:
    """What was played and what came of it."""
    deal = table.deal
    if isinstance(deal, fh.Deal):
        contract = deal.contract
        if contract is None:
            return [Cell(Label("all passed" if deal.high is None else "thrown in"), "quiet"), None, None]
        made = bool(deal.score().made)
        won = sum([deal.tricks[seat] for seat in contract.side])
        return [
            Cell(contract_label(contract, f" by {short(table.names[contract.contractor])}")),
            Cell(Label(str(won))),
            Cell(Label("made" if made else "lost"), "good" if made else "bad"),
        ]
    if isinstance(deal, sp.Deal):
        said = ", ".join([call_label(bid).text for bid in deal.bids if bid is not None])
        return [Cell(Label(said)), Cell(Label(", ".join(map(str, deal.tricks)))), None]
    return [None, None, None]


def _compared(tables: Sequence[Sequence[int]]) -> list[list[Fraction]]:
    """For every table and side its result less the mean of the other tables'."""
    results = []
    for found in tables:
        others = len(found) - 1
        results.append([mine - Fraction(sum(found) - mine, others) for mine in found])
    if len(tables) == 1:
        return [[Fraction(0)] * len(results[0])]
    sums = [sum(column, Fraction(0)) for column in zip(*results, strict=True)]
    rest = len(tables) - 1
    return [[mine - (total - mine) / rest for mine, total in zip(row, sums, strict=True)] for row in results]


def _fraction(value: Fraction) -> str:
    """A number with its sign, and a digit behind the point where it is no whole one."""
    text = f"{float(value):+.1f}".removesuffix(".0")
    return "0" if text in ("+0", "-0") else text.replace("-", "−")
