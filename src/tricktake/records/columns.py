"""Deals and actions as columns: arrays that go straight into pandas, polars or Arrow.

:func:`columns` makes a table with a row for each deal, :func:`play_columns` one with a row for each action,
from any number of deals, matches or records. :func:`column_chunks` and :func:`play_column_chunks` give the
same tables piece by piece, so that no more than a piece is in memory. A table is a ``dict`` of names and
numpy arrays of equal length; ``docs/bulk.md`` says what stands in each column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from tricktake._rules import GameRules
from tricktake.errors import RecordError, SetupError
from tricktake.records._column_rows import (
    PLAY_COLUMNS,
    Column,
    DealTable,
    Origin,
    deal_table,
    play_rows,
)
from tricktake.records.model import Record

__all__ = ["Table", "column_chunks", "columns", "play_column_chunks", "play_columns"]

Table = dict[str, npt.NDArray[Any]]
"""Arrays of equal length by name."""

_AT_ONCE = 10_000  # rows made into arrays at a time


def columns(source: Any, *, rules: GameRules | None = None) -> Table:
    """Make a table with a row for each deal.

    Parameters
    ----------
    source : Deal, Match, Game, Tourney, Record, or an iterable of them
        Deals of one game and one number of players; other rules may differ. Read once.
    rules : Rules, optional, keyword only
        Rules of that game and number of players: then a source without any deal gives the columns too.

    Returns
    -------
    dict of str to numpy.ndarray
        Whole numbers are numpy integers, flags are ``bool``, texts are numpy unicode. A seat, a level or a
        count of tricks that there is none of is -1; points are 0 where ``scored`` is false. Empty without
        deals and rules.

    Raises
    ------
    SetupError
        If deals of different games or numbers of players come together.
    RecordError
        If a card or an action of a record is not known, or is illegal.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deals = [fh.Deal(dealer=3, seed=500).push_all(calls) for calls in ("7H P P P", "P P P P")]
    >>> table = columns(deals)
    >>> table["contract"].tolist(), table["contractor"].tolist(), table["scored"].tolist()
    (['7H', ''], [0, -1], [False, True])
    """
    return _joined(list(column_chunks(source, size=_AT_ONCE, rules=rules)))


def column_chunks(source: Any, *, size: int = 10_000, rules: GameRules | None = None) -> Iterator[Table]:
    """Make the table of :func:`columns` piece by piece.

    Parameters
    ----------
    source, rules
        As for :func:`columns`; an iterable is read as the pieces are asked for.
    size : int, default 10_000, keyword only
        Rows in a piece, 1 or more; the last piece has what is left.

    Yields
    ------
    dict of str to numpy.ndarray
        All pieces have the same columns; texts are as wide as the piece needs. Without deals, one piece
        without rows if there are rules, else none.

    Raises
    ------
    SetupError, RecordError
        As :func:`columns`.
    ValueError
        If ``size`` is below 1.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> deals = (sp.Deal(dealer=0, seed=500, number=number) for number in range(5))
    >>> [len(piece["dealer"]) for piece in column_chunks(deals, size=2)]
    [2, 2, 1]
    """
    _check_size(size)
    return _deal_chunks(source, size, None if rules is None else deal_table(rules))


def _deal_chunks(source: Any, size: int, table: DealTable | None) -> Iterator[Table]:
    rows = _deal_rows(source, table)
    first = next(rows, None)
    if first is None:
        if table is not None:
            yield _arrays(table.columns, [])
        return
    made, row = first
    yield from _chunks(made.columns, chain([row], (row for _, row in rows)), size)


def _deal_rows(source: Any, table: DealTable | None) -> Iterator[tuple[DealTable, tuple[Any, ...]]]:
    """Every deal as a row, with the table of the first of them."""
    rules = None
    for origin, deal in _deals(source):
        if deal.rules is not rules:  # most deals have the rules of the one before
            rules = deal.rules
            found = deal_table(rules)
            table = found if table is None else table
            if (found.game, found.players, found.sides) != (table.game, table.players, table.sides):
                there = f"{table.game.title} with {table.players} players"
                here = f"{found.game.title} with {found.players}"
                if (found.game, found.players) == (table.game, table.players):
                    there, here = f"{table.sides} sides", f"{found.sides}"
                raise SetupError(f"deal {origin.row}: a table of {there} has no room for {here}")
        assert table is not None
        yield table, table.row(origin, deal)


def play_columns(source: Any) -> Table:
    """Make a table with a row for each action.

    Parameters
    ----------
    source
        As for :func:`columns`, of any games. Actions taken back are left out.

    Returns
    -------
    dict of str to numpy.ndarray
        ``row``, ``record`` and ``number`` are those of the deal in :func:`columns`.

    Raises
    ------
    RecordError
        As :func:`columns`.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> table = play_columns(sp.Deal(dealer=2, seed=500).push_all("5 NIL 6"))
    >>> table["seat"].tolist(), table["text"].tolist()
    ([0, 0, 1, 1, 2, 2], ['LOOK', '5', 'LOOK', 'NIL', 'LOOK', '6'])
    """
    return _joined(list(play_column_chunks(source, size=10 * _AT_ONCE)))


def play_column_chunks(source: Any, *, size: int = 100_000) -> Iterator[Table]:
    """Make the table of :func:`play_columns` piece by piece.

    Parameters
    ----------
    source
        As for :func:`play_columns`; an iterable is read as the pieces are asked for.
    size : int, default 100_000, keyword only
        Rows in a piece, 1 or more; a deal may be spread over two.

    Yields
    ------
    dict of str to numpy.ndarray
        One piece without rows if there are no actions.

    Raises
    ------
    RecordError
        As :func:`columns`.
    ValueError
        If ``size`` is below 1.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> deal = sp.Deal(dealer=2, seed=500).push_all("5 NIL 6")
    >>> [len(piece["seat"]) for piece in play_column_chunks(deal, size=4)]
    [4, 2]
    """
    _check_size(size)
    return _play_chunks(source, size)


def _play_chunks(source: Any, size: int) -> Iterator[Table]:
    rows = (row for origin, deal in _deals(source) for row in play_rows(origin, deal))
    first = next(rows, None)
    if first is None:
        yield _arrays(PLAY_COLUMNS, [])
        return
    yield from _chunks(PLAY_COLUMNS, chain([first], rows), size)


# ---- where deals come from -------------------------------------------------------------------------------


def _deals(source: Any) -> Iterator[tuple[Origin, Any]]:
    """Every deal of a source with where it comes from."""
    row = 0
    for number, item in enumerate(_items(source)):
        for at, deal in enumerate(_deals_of(item, number)):
            yield Origin(row, number, at), deal
            row += 1


def _items(source: Any) -> Iterable[Any]:
    if isinstance(source, Record) or hasattr(source, "to_text"):
        return (source,)
    if isinstance(source, (str, bytes)) or not isinstance(source, Iterable):
        raise TypeError(f"deals or records are needed, not {type(source).__name__}")
    return source


def _deals_of(item: Any, number: int) -> Iterator[Any]:
    """The deals of a record, a tourney, a match, or a deal."""
    if isinstance(item, Record):
        for at, deal in enumerate(item.deals):
            try:
                played = deal.deal(item.rules)
            except RecordError as error:
                raise RecordError(f"record {number}, deal {at}: {error}", error.text, error.offset) from error
            yield played
    elif hasattr(item, "games"):
        for game in item.games:
            yield from game.deals
    elif hasattr(item, "deals"):
        yield from item.deals
    elif hasattr(item, "tricks_played"):
        yield item
    else:
        raise TypeError(f"deals or records are needed, not {type(item).__name__}")


# ---- rows into arrays ------------------------------------------------------------------------------------


def _check_size(size: int) -> None:
    if size < 1:
        raise ValueError(f"size must be 1 or more, got {size}")


def _chunks(names: Sequence[Column], rows: Iterator[tuple[Any, ...]], size: int) -> Iterator[Table]:
    piece: Callable[[], list[tuple[Any, ...]]] = lambda: list(islice(rows, size))  # noqa: E731
    for found in iter(piece, []):
        yield _arrays(names, found)


def _arrays(names: Sequence[Column], rows: Sequence[tuple[Any, ...]]) -> Table:
    cells: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else [()] * len(names)
    return {
        column.name: np.array(values, dtype=column.dtype) for column, values in zip(names, cells, strict=True)
    }


def _joined(pieces: list[Table]) -> Table:
    if len(pieces) < 2:
        return pieces[0] if pieces else {}
    return {name: np.concatenate([piece[name] for piece in pieces]) for name in pieces[0]}
