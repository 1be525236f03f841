"""Read the frozen perft files: positions with exact counts of their play sequences.

A file holds cases separated by blank lines; lines that begin with ``#`` are comments. A case is one line
for every field, the name of the field first::

    case hearts-1
    suits S=S5,S6,... C=... D=... H=...     all cards of the pack, low to high as the contract counts them
    trump H                                 or: none
    free JK                                 the suitless joker, or: none
    joker unled_suit void_only must         how it is led, how it follows, what it does when void
    orders 0=0,1,2,3 1=1,2,3,0 ...          leader=places in playing order
    first none                              or the orders of the first trick
    limit S                                 a suit not to be led before it is broken, or: none
    firstcard none                          the only legal first lead of its holder
    leader 0
    hands S5,HQ|C7,D4|...                   one place after the other, - for an empty place
    under none                              or face-up card=card below it: S5=C7 D8=H9
    perft 1=3 2=9 3=27                      depth=number of sequences
    divide S5=12 HQ=13 JK:C=2               first play=number of sequences of the largest depth
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True, kw_only=True)
class PerftCase:
    """One position and its counts; cards and suits are strings, places are numbers."""

    name: str
    suits: dict[str, list[str]]
    trump: str | None
    free: str | None
    joker_lead: str
    joker_follow: str
    joker_void: str
    orders: dict[int, list[int]]
    first: dict[int, list[int]] | None
    limit: str | None
    firstcard: str | None
    leader: int
    hands: list[list[str]]
    under: dict[str, str]
    perft: dict[int, int] = field(default_factory=dict)
    divide: dict[str, int] = field(default_factory=dict)


def read_file(path: Path) -> list[PerftCase]:
    """Return the cases of a file in order."""
    lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
    text = "\n".join(line for line in lines if not line.startswith("#"))
    return [_read_case(block) for block in text.split("\n\n") if block.strip()]


def read_folder(folder: Path = FOLDER) -> dict[str, list[PerftCase]]:
    """Return the cases of all files of a folder by file name without ending."""
    return {path.stem: read_file(path) for path in sorted(folder.glob("*.txt"))}


def _read_case(block: str) -> PerftCase:
    fields: dict[str, str] = {}
    for line in block.strip().splitlines():
        name, _, rest = line.partition(" ")
        if name in fields:
            raise ValueError(f"field {name!r} occurs twice in {block!r}")
        fields[name] = rest
    joker_lead, joker_follow, joker_void = fields["joker"].split()
    return PerftCase(
        name=fields["case"],
        suits={suit: cards.split(",") for suit, cards in _pairs(fields["suits"]).items()},
        trump=_or_none(fields["trump"]),
        free=_or_none(fields["free"]),
        joker_lead=joker_lead,
        joker_follow=joker_follow,
        joker_void=joker_void,
        orders=_orders(fields["orders"]),
        first=None if fields["first"] == "none" else _orders(fields["first"]),
        limit=_or_none(fields["limit"]),
        firstcard=_or_none(fields["firstcard"]),
        leader=int(fields["leader"]),
        hands=[[] if hand == "-" else hand.split(",") for hand in fields["hands"].split("|")],
        under={} if fields["under"] == "none" else _pairs(fields["under"]),
        perft={int(depth): int(count) for depth, count in _pairs(fields["perft"]).items()},
        divide={play: int(count) for play, count in _pairs(fields["divide"]).items()},
    )


def _or_none(text: str) -> str | None:
    return None if text == "none" else text


def _pairs(text: str) -> dict[str, str]:
    pairs = {}
    for part in text.split():
        left, right = part.split("=")
        pairs[left] = right
    return pairs


def _orders(text: str) -> dict[int, list[int]]:
    return {int(leader): [int(place) for place in order.split(",")] for leader, order in _pairs(text).items()}
