"""A record as the data of a page: who played what under which rules, deal by deal.

On a page for one seat nothing stands that the seat does not know: no seed, no remarks, no tags but those
that say where and when.
"""

from __future__ import annotations

import re
from typing import Any

from tricktake.errors import GameError, RecordError
from tricktake.html.frames import Data
from tricktake.html.lines import deal_data
from tricktake.html.verdict import CardVerdict, Verdicts
from tricktake.records import Record

__all__ = ["plain", "record_data"]

# What may be told to everybody: such a tag holds no card.
_OPEN_TAGS = frozenset(("event", "site", "place", "date", "time", "round", "table", "board"))
_STRANGE = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def record_data(record: Record, *, verdicts: Verdicts | None = None, seat: int | None = None) -> Data:
    """A record as data for the page.

    Parameters
    ----------
    record : Record
    verdicts : mapping, optional, keyword only
        Verdicts by the number of the deal and the number of the entry.
    seat : int or None, default None, keyword only
        Show only what this seat knows.

    Returns
    -------
    dict
        A JSON object.

    Raises
    ------
    RecordError
        If a verdict is of a deal or an entry that is not there, or of one that is no play.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> match = fh.Match(seed=500, dealer=3)
    >>> _ = match.push("7H")
    >>> data = record_data(Record.of(match, players=("Ann", "Bo", "Cy", "Di")), seat=0)
    >>> data["title"], data["kind"], data["players"][1], len(data["deals"]), data["fields"]
    ('Five Hundred', 'match', 'Bo', 1, [['dealer', '3'], ['scores', '0,0']])
    """
    rules = record.rules
    shared: dict[int, dict[int, CardVerdict]] = {}
    for (deal, entry), verdict in (verdicts or {}).items():
        if not 0 <= deal < len(record.deals):
            raise RecordError(f"there is a verdict on deal {deal}; there are {len(record.deals)}", str(deal))
        shared.setdefault(deal, {})[entry] = verdict
    names = record.players or ("",) * rules.players
    tags = [pair for pair in record.tags if seat is None or pair[0].lower() in _OPEN_TAGS]
    return {
        "game": record.game.name,
        "title": record.game.title,
        "kind": record.kind,
        "players": [plain(name) or f"Seat {number}" for number, name in enumerate(names)],
        "sides": [list(side) for side in rules.sides],
        "tricks": rules.hand_size,
        "kitty": getattr(rules, "kitty_size", 0),
        "rules": rules.to_text(),
        "about": rules.describe(),
        "fields": [[name, value] for name, value in record.fields if seat is None or name != "seed"],
        "tags": [[name, plain(value)] for name, value in tags],
        "comment": record.comment if seat is None else "",
        "seat": seat,
        "verdicts": int(bool(shared)),
        "winners": _winners(record),
        "deals": [
            deal_data(deal, rules, seat=seat, verdicts=shared.get(number))
            for number, deal in enumerate(record.deals)
        ],
    }


def plain(text: str) -> str:
    r"""A name without characters that move or hide what stands round it.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        With control characters, marks that turn the direction of the text and lone surrogates as U+FFFD.

    Examples
    --------
    >>> plain("Ann\x00\u202e") == "Ann\ufffd\ufffd", plain("Zo\u00eb") == "Zo\u00eb"
    (True, True)
    """
    return _STRANGE.sub("\ufffd", text)


def _winners(record: Record) -> list[int] | None:
    """The sides that have won the contest; None as long as it goes on, or if it is none."""
    if record.kind == "deals" or not all(deal.is_known for deal in record.deals):
        return None
    try:
        contest: Any = record.contest()
    except GameError:
        return None
    winners: frozenset[int] | None = contest.winners
    return None if winners is None else sorted(winners)
