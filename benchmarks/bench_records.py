"""Deals by the million. Asked: how fast are lines written and read, and deals turned into columns?"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from harness import Figure, benchmark, figure, seconds

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.records import Record, read_records, write_records
from tricktake.records.columns import columns, play_columns
from tricktake.records.lines import LineWriter, count_lines, read_deals, read_lines

_DEALS = 1_000
_ROUNDS = 7


def _played(kind: Any, rules: Any) -> list[Any]:
    """Whole deals by chance."""
    draw, deals = random.Random(1).random, []
    for number in range(_DEALS):
        deal = kind(rules, dealer=number % rules.players, seed=1, number=number)
        while True:
            actions = deal.legal_actions
            if not actions:
                break
            deal.push(actions[int(draw() * len(actions))])
        deals.append(deal)
    return deals


def _write(path: Path, items: Iterable[Any]) -> None:
    path.unlink(missing_ok=True)
    with LineWriter(path) as file:
        file.write_all(items)


def _exhaust(items: Iterable[Any]) -> None:
    for _ in items:
        pass


def _rate(name: str, work: Callable[[], object], many: int) -> Figure:
    work()
    return figure(name, "/s", [many / seconds(work) for _ in range(_ROUNDS)], higher=True)


def _lines_of(game: str, deals: list[Any], folder: Path) -> Iterable[Figure]:
    """Short lines of deals, plain and compressed."""
    for name in ("deals.jsonl", "deals.jsonl.gz"):
        path = folder / name
        _write(path, deals)
        if list(read_deals(path)) != deals or count_lines(path) != len(deals):
            raise AssertionError("what was written was not read")
        if list(read_lines(path, check=False)) != [Record.of(deal) for deal in deals]:
            raise AssertionError("reading without a check gives something else")
        size = path.stat().st_size / len(deals)
        what = f"{game}{', compressed' if name.endswith('gz') else ''}"
        yield figure(f"size of a deal's line: {what}", "bytes", [size], higher=False)
        yield _rate(f"deals written as lines: {what}", partial(_write, path, deals), _DEALS)
        yield _rate(f"deals read and played again: {what}", lambda: _exhaust(read_deals(path)), _DEALS)  # noqa: B023
    unchecked = partial(read_lines, folder / "deals.jsonl", check=False)
    yield _rate(f"deals read as records, check=False: {game}", lambda: _exhaust(unchecked()), _DEALS)


def _whole_records(game: str, deals: list[Any], folder: Path) -> Iterable[Figure]:
    """The same deals as whole records, in lines and as text."""
    few = [Record.of(deal) for deal in deals[:200]]
    path = folder / "records.jsonl"
    _write(path, few)
    yield figure(f"size of a record's line: {game}", "bytes", [path.stat().st_size / len(few)], higher=False)
    name = f"records of one deal: {game}, "
    yield _rate(f"{name}written as lines", partial(_write, path, few), len(few))
    yield _rate(f"{name}read from lines", lambda: _exhaust(read_lines(path)), len(few))
    yield _rate(f"{name}read from text", partial(read_records, write_records(few)), len(few))


@benchmark
def records() -> Iterable[Figure]:
    """Deals a second through lines and columns, bytes a deal, and whole records for comparison."""
    games = (
        ("Five Hundred", _played(fh.Deal, fh.Rules())),
        ("cutthroat", _played(sp.Deal, sp.Rules())),
    )
    with TemporaryDirectory() as name:
        folder = Path(name)
        for game, deals in games:
            yield from _lines_of(game, deals, folder)
            yield from _whole_records(game, deals, folder)
            yield _rate(f"deals into columns: {game}", partial(columns, deals), _DEALS)
            yield _rate(f"actions of deals into columns: {game}", partial(play_columns, deals), _DEALS)
