"""Texts of matches, games, tourneys, deals and partial deals in a file, as records.

``tricktake play --save`` writes the text of a match, ``Deal.to_text`` that of a deal; several of them can
stand in a file. Errors name the line of the file. Read leniently, what stands before a damaged line is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tricktake.cli.arguments import Failure
from tricktake.errors import GameError, RecordError
from tricktake.notation import PartialDeal
from tricktake.records import Record
from tricktake.records.games import RECORD_GAMES

__all__ = ["is_text", "read_texts", "together"]

_PLACE = re.compile(r"line (\d+): ")
_PARTIAL = "partial"
_SINGLE = ("", "deal", _PARTIAL)  # kinds of one line


def is_text(line: str) -> bool:
    """Whether a line begins as the text of a deal or a contest does.

    Parameters
    ----------
    line : str

    Returns
    -------
    bool

    Examples
    --------
    >>> is_text("spades-game/1 rules=official"), is_text("spades-partial/1"), is_text("[event]")
    (True, True, False)
    """
    return _named(line.lstrip()) is not None


def _named(head: str) -> tuple[str, str] | None:
    """The game and the kind of contest of a first word such as ``spades-game/1``; None if it is none."""
    name = head.partition("/")[0]
    for game in RECORD_GAMES.values():
        if name == f"{game.name}-{_PARTIAL}":
            return game.name, _PARTIAL
        for kind in ("deal", *game.contests):
            if name == game.head(kind).partition("/")[0]:
                return game.name, kind
    return None


def read_texts(data: bytes, lenient: bool, say: Callable[[str], object]) -> list[Record]:
    r"""Read matches as ``play --save`` writes them, and deals one a line.

    Parameters
    ----------
    data : bytes
        UTF-8.
    lenient : bool
        Keep what stands before a damaged line, and go on behind its deal or contest.
    say : callable
        Told what was left out.

    Returns
    -------
    list of Record

    Raises
    ------
    Failure
        If something is damaged, with its line in the file.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> text = sp.Deal(dealer=2, seed=500).to_text()
    >>> [len(record.deals) for record in read_texts(f"{text} : 5\n\n{text}".encode(), False, print)]
    [2]
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Failure("this is no text in UTF-8") from error
    records: list[Record] = []
    for kind, lines in _parts(text):
        while lines:
            try:
                records.append(_contest(kind, [line for _, line in lines]))
                break
            except GameError as error:
                at, why = _place(error, len(lines))
                what = f"line {lines[at][0]}: {why}"
                if not lenient:
                    raise Failure(what) from error
                rest = "it is left out" if len(lines) == 1 else f"what follows of the {kind[1]} is left out"
                say(f"{what}; {rest if at else 'it is left out'}")
                lines = lines[:at]
    return together(records)


def _place(error: GameError, count: int) -> tuple[int, str]:
    """Which of the lines of a contest an error is about, from 0, and its words without that."""
    found = _PLACE.match(str(error))
    if found is None or not 1 <= int(found[1][:9]) <= count:
        return 0, str(error)
    return int(found[1]) - 1, str(error)[found.end() :]


def _parts(text: str) -> Iterator[tuple[tuple[str, str], list[tuple[int, str]]]]:
    """The contests and single deals of a text: game and kind, and the lines with their numbers."""
    part: list[tuple[int, str]] = []
    kind = ("", "")
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or (line.lstrip().startswith("#") and kind[1] in _SINGLE):
            continue
        found = _named(line.split(maxsplit=1)[0]) or ("", "deal")
        inside = kind[1] not in _SINGLE and (
            found[1] == "deal" or (kind[1] == "tourney" and found[1] == "game")
        )
        if inside:
            part.append((number, line))
            continue
        if part:
            yield kind, part
        kind, part = found, [(number, line)]
    if part:
        yield kind, part


def _contest(kind: tuple[str, str], lines: list[str]) -> Record:
    game = RECORD_GAMES.get(kind[0])
    if game is None:
        heads = " or ".join([known.head("deal") for known in RECORD_GAMES.values()])
        raise RecordError(f"expected {heads}, got {lines[0].split()[0][:40]!r}", lines[0])
    if kind[1] == _PARTIAL:
        found = PartialDeal.from_text(lines[0].strip())
        return Record(rules=found.rules, deals=(found.deal,))
    return Record.of(game.type_of(kind[1]).from_text("\n".join(lines).strip()))


# ---- single deals as one record --------------------------------------------------------------------------


def together(records: Sequence[Record]) -> list[Record]:
    """Single deals of the same rules, one after the other, as one record.

    Parameters
    ----------
    records : sequence of Record

    Returns
    -------
    list of Record

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> record = Record.of(sp.Deal(dealer=2, seed=500))
    >>> [len(found.deals) for found in together([record, record])]
    [2]
    """
    found: list[list[Record]] = []
    for record in records:
        before = found[-1][0] if found else None
        if before is not None and _plain(record) and _plain(before) and record.rules == before.rules:
            found[-1].append(record)
        else:
            found.append([record])
    return [_joined(group) for group in found]


def _plain(record: Record) -> bool:
    """Whether a record says nothing but its deals."""
    return record.kind == "deals" and not (record.players or record.tags or record.comment)


def _joined(group: list[Record]) -> Record:
    if len(group) == 1:
        return group[0]
    deals = tuple([deal for record in group for deal in record.deals])
    return Record(rules=group[0].rules, deals=deals)
