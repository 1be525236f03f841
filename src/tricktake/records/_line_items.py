"""What stands in a line: the JSON of a record, or of a single deal, which is shorter and read faster."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from tricktake.actions import ID_BLOCKS, Action, action_from_id, parse_action
from tricktake.errors import RecordError
from tricktake.records._column_rows import score_of
from tricktake.records._line_files import MAX_LINE
from tricktake.records.deals import DealRecord, Ending
from tricktake.records.files import one_record, read_json
from tricktake.records.games import record_game
from tricktake.records.jsonwrite import to_dict
from tricktake.records.model import Record
from tricktake.records.moves import Move

__all__ = ["checked_record", "deals_of_line", "is_ours", "line_of", "trusted_record"]

_DEAL, _ENDING, _POINTS = "deal", "ending", "points"
_RECORD = "tricktake-record"  # what every record in JSON has
_ENDINGS = {ending.value: ending for ending in Ending}


def is_ours(line: bytes, is_finished: bool) -> bool:
    """Whether the first line of a file, or what there is of it, can be one of ours."""
    start = line.removeprefix(b"\xef\xbb\xbf")
    if not is_finished:
        return b'{"'.startswith(start[:2])
    try:
        data = json.loads(start)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and (_DEAL in data or _RECORD in data)


def line_of(item: Any) -> str:
    """A line for whatever there is."""
    if isinstance(item, Record):
        data = to_dict(item)
    elif hasattr(item, "tricks_played"):
        data = {_DEAL: item.to_text()}
        if item.is_over:
            data[_ENDING] = Ending.OVER.value
            score = score_of(item)
            if score is not None:
                data[_POINTS] = score.points
    elif hasattr(item, "deals") or hasattr(item, "games"):
        data = to_dict(Record.of(item))
    else:
        raise TypeError(f"a deal, a match or a record is needed, not {type(item).__name__}")
    line = json.dumps(data, separators=(",", ":"))
    if len(line) > MAX_LINE:
        raise RecordError(f"a line has at most {MAX_LINE >> 20} MB; this record needs {len(line):,} bytes")
    return line


def _data_of(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_object)
    except RecordError:
        raise
    except json.JSONDecodeError as error:
        raise RecordError(f"this is no JSON: {error}", text[:80]) from error
    except ValueError as error:  # Python reads no number of thousands of digits
        raise RecordError("a number has too many digits", text[:80]) from error
    except RecursionError as error:
        raise RecordError("objects and lists stand too deep within each other", text[:80]) from error
    if not isinstance(data, dict):
        raise RecordError("a line is an object of JSON, which begins with {", text[:80])
    return data


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise RecordError("a key stands twice in an object")
    return made


def _record_of(text: str) -> Record:
    """The record of a line, every deal of it played through its rules."""
    return one_record(read_json(text))


def checked_record(text: str) -> Record:
    """The record of a line, every deal of it played through its rules."""
    data = _data_of(text)
    if _DEAL in data:
        deal, ending, points = _deal_of_line(data)
        moves = tuple([_move_of(step.action) for step in deal.history])
        fields = _head_of(data[_DEAL])[2]
        found = DealRecord(fields=fields, entries=moves, ending=ending, points=points)
        return Record(rules=deal.rules, deals=(found,))
    return _record_of(text)


def trusted_record(text: str) -> Record:
    """The record of a line; trusts its caller that the line of a deal is as :func:`line_of` writes it."""
    data = _data_of(text)
    if _DEAL not in data:
        return _record_of(text)
    line = _deal_text(data)
    head, rules, fields = _head_of(line)
    actions = line[len(head) + 3 :]
    moves = tuple([_move(part) for part in actions.split("; ")]) if actions else ()
    ending, points = _ending_of(data)
    found = DealRecord(fields=fields, entries=moves, ending=ending, points=points)
    return Record(rules=rules, deals=(found,))


def deals_of_line(text: str) -> tuple[Any, ...]:
    """The deals of a line, played."""
    data = _data_of(text)
    if _DEAL in data:
        return (_deal_of_line(data)[0],)
    record = _record_of(text)
    return tuple([found.deal(record.rules) for found in record.deals])


def _deal_text(data: dict[str, Any]) -> str:
    text = data[_DEAL]
    unknown = data.keys() - {_DEAL, _ENDING, _POINTS}
    if unknown:
        raise RecordError(f"a line of a deal has no {min(unknown)[:40]!r}")
    if not isinstance(text, str):
        raise RecordError(f"deal must be the text of a deal, not {type(text).__name__}")
    return text


def _ending_of(data: dict[str, Any]) -> tuple[Ending, tuple[int, ...] | None]:
    word, points = data.get(_ENDING, Ending.OPEN.value), data.get(_POINTS)
    if not isinstance(word, str) or word not in _ENDINGS:
        raise RecordError(f"ending must be one of {', '.join(_ENDINGS)}, not {str(word)[:40]!r}")
    if points is not None and (
        not isinstance(points, list) or any(type(number) is not int for number in points)
    ):
        raise RecordError("points must be whole numbers, one for each side")
    return _ENDINGS[word], None if points is None else tuple(points)


def _deal_of_line(data: dict[str, Any]) -> tuple[Any, Ending, tuple[int, ...] | None]:
    """The deal of a short line; RecordError if it ended otherwise than the line says."""
    text = _deal_text(data)
    ending, points = _ending_of(data)
    deal = record_game(text.partition("/")[0]).type_of("deal").from_text(text)
    DealRecord(fields=(), ending=ending, points=points).check_end(deal)
    return deal, ending, points


def _head_of(text: str) -> tuple[str, Any, tuple[tuple[str, str], ...]]:
    """The head of a deal's text, its rules, and its other fields."""
    head = text.partition(" : ")[0]
    words = head.split()
    pairs = [word.partition("=") for word in words[1:]]
    fields = tuple([(name, value) for name, _, value in pairs if name != "rules"])
    rules = next((value for name, _, value in pairs if name == "rules"), "")
    return head, _rules(words[0] if words else "", rules), fields


@lru_cache(maxsize=256)
def _rules(head: str, rules: str) -> Any:
    game = record_game(head.partition("/")[0])
    if head != game.head("deal"):
        raise RecordError(f"expected {game.head('deal')}, got {head[:40]!r}", head)
    return game.read_rules(rules)


# ---- moves, which are the same in every deal -------------------------------------------------------------

_KEPT = ID_BLOCKS["put_1"].start
_BY_ID = tuple([Move(action=action_from_id(number)) for number in range(_KEPT)])
_BY_TEXT = {move.text: move for move in _BY_ID}


def _move_of(action: Action) -> Move:
    return _BY_ID[action.id] if action.id < _KEPT else Move(action=action)


def _move(text: str) -> Move:
    known = _BY_TEXT.get(text)
    return Move(action=parse_action(text)) if known is None else known
