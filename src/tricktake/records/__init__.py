"""Records: what was played, with names, comments and results, on paper and back.

Examples
--------
>>> from tricktake import fivehundred as fh
>>> from tricktake.records import Record
>>> match = fh.Match(seed=500, dealer=3)
>>> _ = match.push("7H")
>>> record = Record.of(match, players=("Ann", "Bo", "Cy", "Di"))
>>> record.contest() == match, Record.from_text(record.to_text()) == record
(True, True)
"""

from typing import TYPE_CHECKING, Any

from tricktake.records._jsonread import from_dict
from tricktake.records.deals import DealRecord, Ending
from tricktake.records.files import RecordFile, iter_records, load, read_records, save
from tricktake.records.games import RECORD_GAMES, RecordGame, record_game
from tricktake.records.jsonwrite import to_dict
from tricktake.records.model import Record
from tricktake.records.moves import Entry, Line, Move, TakeBack, main_line
from tricktake.records.reading import ReadError, ReadWarning
from tricktake.records.replay import Step
from tricktake.records.textwrite import write_records

__all__ = [
    "RECORD_GAMES",
    "SCHEMA",
    "DealRecord",
    "Ending",
    "Entry",
    "Line",
    "Move",
    "ReadError",
    "ReadWarning",
    "Record",
    "RecordFile",
    "RecordGame",
    "Step",
    "TakeBack",
    "from_dict",
    "iter_records",
    "load",
    "main_line",
    "read_records",
    "record_game",
    "save",
    "to_dict",
    "write_records",
]

SCHEMA: dict[str, Any]
"""The JSON Schema of records, ``docs/record-format.md``; read when it is first asked for."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        if name == "SCHEMA":
            return _schema()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _schema() -> Any:
    """The JSON Schema of records, read when it is first asked for."""
    import json
    from importlib.resources import files

    made = json.loads(files(__name__).joinpath("record.schema.json").read_text(encoding="utf-8"))
    globals()["SCHEMA"] = made
    return made
