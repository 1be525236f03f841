"""Records as JSON: the same things as in the text, numbers and cards as lists.

``record.schema.json`` beside this file describes the form, and ``docs/record-format.md`` explains it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from tricktake.errors import RecordError
from tricktake.records.deals import DealRecord
from tricktake.records.fields import Json, to_json
from tricktake.records.model import Record
from tricktake.records.moves import Entry, Line, TakeBack
from tricktake.records.reading import MAX_FILE, check_characters
from tricktake.records.textwrite import VERSION, check_size

__all__ = ["to_dict", "write_json", "write_json_list"]

_HIDDEN = re.compile("[\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


def to_dict(record: Record) -> dict[str, Json]:
    """A record as the dict that JSON shows.

    Parameters
    ----------
    record : Record

    Returns
    -------
    dict
        New, with nothing but lists, dicts, texts, numbers, True, False and None.

    Raises
    ------
    RecordError
        If it is larger than a reader takes.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> made = to_dict(Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P")))
    >>> made["game"], made["deals"][0]["actions"]
    ('five-hundred', ['LOOK', '7H', 'LOOK', 'P'])
    """
    check_size(record)
    made: dict[str, Json] = {
        "tricktake-record": VERSION,
        "game": record.game.name,
        "kind": record.kind,
        "rules": record.rules.to_text(),
    }
    made |= {name: to_json(name, value) for name, value in record.fields}
    if record.players:
        made["players"] = list(record.players)
    if record.winners is not None:
        made["winners"] = list(record.winners)
    if record.tags:
        made["tags"] = dict(record.tags)
    if record.comment:
        made["comment"] = record.comment
    is_tourney = record.kind == "tourney"
    made["deals"] = [_deal(deal, in_game=is_tourney) for deal in record.deals]
    return made


def _deal(deal: DealRecord, *, in_game: bool) -> dict[str, Json]:
    made: dict[str, Json] = {"in-game": deal.game + 1} if in_game or deal.game else {}
    made |= {name: to_json(name, value) for name, value in deal.fields}
    made["ending"] = deal.ending.value
    if deal.points is not None:
        made["points"] = list(deal.points)
    if deal.tags:
        made["tags"] = dict(deal.tags)
    if deal.comment:
        made["comment"] = deal.comment
    made["actions"] = _line(deal.entries)
    return made


def _line(line: Line) -> list[Json]:
    return [_entry(entry) for entry in line]


def _entry(entry: Entry) -> Json:
    made: dict[str, Json]
    if isinstance(entry, TakeBack):
        made = {"undo": entry.count}
    elif not entry.comment and not entry.lines:
        return entry.text
    else:
        made = {"action": entry.text}
    if entry.comment:
        made["comment"] = entry.comment
    if not isinstance(entry, TakeBack) and entry.lines:
        made["lines"] = [_line(line) for line in entry.lines]
    return made


def write_json(record: Record) -> str:
    """Write a record as a JSON object, one value of it a line.

    Parameters
    ----------
    record : Record

    Returns
    -------
    str

    Raises
    ------
    RecordError
        If it is larger than a reader takes.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> print(write_json(Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P")))[:49])
    {
     "tricktake-record": 1,
     "game": "five-hundred"
    """
    return _object(record) + "\n"


def write_json_list(records: Iterable[Record]) -> str:
    """Write records as a JSON list.

    Parameters
    ----------
    records : iterable of Record

    Returns
    -------
    str

    Raises
    ------
    RecordError
        If they are larger than a reader takes.

    Examples
    --------
    >>> write_json_list([]).split()
    ['[', ']']
    """
    text = "[\n" + ",\n".join(map(_object, records)) + "\n]\n"
    if len(text) > MAX_FILE:
        raise RecordError(f"a file has at most {MAX_FILE} characters, not {len(text)}", text[:80])
    return text


def _object(record: Record) -> str:
    """A record as an object that a reader takes."""
    text = _laid_out(to_dict(record), 0)
    check_characters(len(text))
    return text


def _laid_out(made: Mapping[str, Json], depth: int) -> str:
    """An object with one value a line; the deals one level deeper."""
    pad = " " * (depth + 1)
    lines = []
    for name, value in made.items():
        if name == "deals" and isinstance(value, list) and value:
            deals = [_laid_out(deal, depth + 2) for deal in value if isinstance(deal, dict)]
            shown = f"[\n{pad} " + f",\n{pad} ".join(deals) + f"\n{pad}]"
        else:
            shown = _dumped(value)
        lines.append(f"{pad}{_dumped(name)}: {shown}")
    return "{\n" + ",\n".join(lines) + f"\n{' ' * depth}}}"


def _dumped(value: Json) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return _HIDDEN.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
