"""Records: what was played, with names, comments and results, on paper and back.

Examples
--------
>>> from tricktake import fivehundred as fh
>>> from tricktake.records import Record
>>> match = fh.Match(seed=500, dealer=3)
>>> _ = match.push("7H")
>>> Record.of(match, players=("Ann", "Bo", "Cy", "Di")).contest() == match
True
"""

from tricktake.records.games import RECORD_GAMES, RecordGame, record_game
from tricktake.records.model import DealRecord, Ending, Record, Step
from tricktake.records.moves import Entry, Line, Move, TakeBack, main_line

__all__ = [
    "RECORD_GAMES",
    "DealRecord",
    "Ending",
    "Entry",
    "Line",
    "Move",
    "Record",
    "RecordGame",
    "Step",
    "TakeBack",
    "main_line",
    "record_game",
]
