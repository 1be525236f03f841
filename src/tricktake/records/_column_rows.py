"""What stands in the columns of :mod:`tricktake.records.columns`: names, types, and a row for each deal.

A table has the columns every game has, and then those of its game. Numbers that there are none of are -1
where they could not be below 0 (seats, tricks, levels), and 0 under a flag that is false where they could
(points). ``docs/bulk.md`` lists the columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from tricktake.actions import Play
from tricktake.errors import GameError
from tricktake.records.games import RecordGame, record_game
from tricktake.records.model import Record

__all__ = ["PLAY_COLUMNS", "Column", "DealTable", "Origin", "deal_table", "play_rows", "score_of"]

Row = tuple[Any, ...]


class Column(NamedTuple):
    """A column: its name, and the type of its array as numpy reads it."""

    name: str
    dtype: str


class Origin(NamedTuple):
    """Where a deal comes from: its number in all, the number of its record, and its number in that."""

    row: int
    record: int
    number: int


class DealTable(NamedTuple):
    """The columns for deals of one game and one number of players, and what makes a row of a deal."""

    game: RecordGame
    players: int
    sides: int
    columns: tuple[Column, ...]
    row: Callable[[Origin, Any], Row]


_ORIGIN = (Column("row", "int64"), Column("record", "int64"), Column("number", "int32"))


def deal_table(rules: Any) -> DealTable:
    """The table that deals of these rules go into; TypeError if they are no rules of a game."""
    game = Record(rules=rules).game
    return _deal_table(game.name, rules.players, len(rules.sides))


@lru_cache(maxsize=64)
def _deal_table(name: str, players: int, sides: int) -> DealTable:
    columns = [
        *_ORIGIN,
        Column("game", "str"),
        Column("rules", "str"),
        Column("players", "int8"),
        Column("dealer", "int8"),
        Column("actions", "int32"),
        Column("over", "bool"),
        Column("scored", "bool"),
        *_each("score", sides, "int64"),
        *_each("tricks", players, "int8"),
        *_each("points", sides, "int64"),
    ]
    more, row_of_game = (_spades if name == "spades" else _fivehundred)(players, sides)

    def row(origin: Origin, deal: Any) -> Row:
        score = score_of(deal)
        return (
            *origin,
            name,
            _rules_text(deal.rules),
            players,
            deal.dealer,
            len(deal),
            deal.is_over,
            score is not None,
            *deal.scores,
            *deal.tricks,
            *((0,) * sides if score is None else score.points),
            *row_of_game(deal, score),
        )

    return DealTable(record_game(name), players, sides, (*columns, *more), row)


def _each(name: str, many: int, dtype: str) -> list[Column]:
    return [Column(f"{name}_{at}", dtype) for at in range(many)]


@lru_cache(maxsize=256)
def _rules_text(rules: Any) -> str:
    text: str = rules.to_text()
    return text


def score_of(deal: Any) -> Any:
    """The score of a deal; None if it is not over, or began in the middle and cannot be scored."""
    if not deal.is_over:
        return None
    try:
        return deal.score()
    except GameError:
        return None


# ---- Five Hundred ----------------------------------------------------------------------------------------


def _fivehundred(players: int, sides: int) -> tuple[list[Column], Callable[[Any, Any], Row]]:
    columns = [
        Column("contract", "str"),
        Column("level", "int8"),
        Column("strain", "str"),
        Column("misere", "bool"),
        Column("contractor", "int8"),
        Column("partner", "int8"),
        Column("target", "int8"),
        Column("side_tricks", "int8"),
        Column("made", "int8"),
    ]

    def row(deal: Any, score: Any) -> Row:
        contract = deal.contract
        made = -1 if score is None or score.made is None else int(score.made)
        if contract is None:
            return "", -1, "", False, -1, -1, -1, -1, made
        bid, won = contract.bid, deal.tricks
        return (
            bid.text,
            -1 if bid.level is None else bid.level,
            contract.strain.letter,
            bid.is_misere,
            contract.contractor,
            -1 if deal.partner is None else deal.partner,
            contract.target,
            sum([won[seat] for seat in contract.side]),
            made,
        )

    return columns, row


# ---- spades ----------------------------------------------------------------------------------------------

_PARTS = ("new_bags", "bags_after", "bid_points", "bag_points", "award_points", "penalty")


def _spades(players: int, sides: int) -> tuple[list[Column], Callable[[Any, Any], Row]]:
    bid_tricks = import_module("tricktake.spades").bid_tricks
    columns = [
        *_each("bid", players, "str"),
        *_each("bid_tricks", players, "int8"),
        *_each("made", players, "int8"),
        *_each("bags", sides, "int64"),
        *[column for part in _PARTS for column in _each(part, sides, "int64")],
    ]
    no_score = (-1,) * players, (0,) * (sides * len(_PARTS))

    def row(deal: Any, score: Any) -> Row:
        bids = deal.bids
        made, parts = no_score
        if score is not None:
            made = score.made
            parts = (
                *score.new_bags,
                *score.bags,
                *score.bid_points,
                *score.bag_points,
                *score.award_points,
                *score.penalty,
            )
        return (
            *["" if bid is None else bid.text for bid in bids],
            *[-1 if bid is None else bid_tricks(deal.rules, bid) for bid in bids],
            *made,
            *deal.bags,
            *parts,
        )

    return columns, row


# ---- actions ---------------------------------------------------------------------------------------------

PLAY_COLUMNS = (
    *_ORIGIN,
    Column("step", "int32"),
    Column("seat", "int8"),
    Column("phase", "str"),
    Column("action", "int32"),
    Column("text", "str"),
    Column("card", "int8"),
    Column("trick", "int8"),
    Column("place", "int8"),
    Column("winner", "int8"),
    Column("from_table", "bool"),
)
"""The columns of a table of actions, whatever the game."""

_NO_PLAY = (-1, -1, -1, -1, False)


def play_rows(origin: Origin, deal: Any) -> Iterator[Row]:
    """A row for every action of a deal, oldest first."""
    history, tricks = deal.history, deal.tricks_played()
    first = len(history) - sum(map(len, tricks))
    back = deal.copy()
    for _ in range(len(history) - first):
        back.pop()
    phases = []
    for _ in range(first):
        back.pop()
        phases.append(back.phase.value)
    for step, phase in enumerate(reversed(phases)):
        seat, action = history[step]
        yield (*origin, step, seat, phase, action.id, action.text, *_NO_PLAY)
    step = first
    winners = _winners(deal, tricks)
    for number, trick in enumerate(tricks):
        for place, played in enumerate(trick):
            action = history[step].action
            assert isinstance(action, Play)
            cells = int(played.card), number, place, winners[number], played.from_table
            yield (*origin, step, played.seat, "play", action.id, action.text, *cells)
            step += 1


def _winners(deal: Any, tricks: tuple[tuple[Any, ...], ...]) -> list[int]:
    """The seat that won each trick, -1 for one that is not finished."""
    found = [trick[0].seat for trick in tricks[1:]]  # FH-PLAY-5, CS-PLAY-5: the winner leads next
    if tricks:
        if deal.trick:
            found.append(-1)
        else:
            before = _tricks_before(deal)
            counts = [won - found.count(seat) - before[seat] for seat, won in enumerate(deal.tricks)]
            found.append(counts.index(1))
    return found


def _tricks_before(deal: Any) -> tuple[int, ...]:
    """Tricks won before a deal that begins in the middle of the play."""
    start = deal.start
    none = (0,) * int(deal.rules.players)
    return none if start is None or start.tricks is None else start.tricks
