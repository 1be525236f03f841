"""Reading the JSON of records into raw ones; ``docs/record-format.md`` is the specification.

An object with a key twice, a key that is not known, and numbers that are none (``NaN``) are refused with the
path of the value. JSON that is no JSON has no part that could be kept.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from tricktake.errors import RecordError
from tricktake.records._build import build_record
from tricktake.records._jsontext import GAP, NoJson, Number, object_of, whole_number
from tricktake.records._raw import JsonSource, RawDeal, RawEntry, RawRecord, RawTag
from tricktake.records.escapes import check_text
from tricktake.records.fields import FIELDS, Json, from_json
from tricktake.records.games import RECORD_GAMES
from tricktake.records.model import Record
from tricktake.records.reading import (
    MAX_ACTION,
    MAX_COMMENT,
    MAX_DEALS,
    MAX_DEPTH,
    MAX_ENTRIES,
    MAX_RECORD,
    MAX_VALUE,
    FieldError,
    ReadError,
    ReadWarning,
    check_characters,
    shown,
)
from tricktake.records.tags import DEAL_NAMES, HEAD_NAMES, TAG_NAME

__all__ = ["JsonReader", "from_dict"]


def from_dict(made: Mapping[str, Json]) -> Record:
    """Make a record of what :func:`to_dict` gives, strictly.

    Parameters
    ----------
    made : mapping

    Returns
    -------
    Record

    Raises
    ------
    ReadError
        If something in it is wrong, with its path.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.records.jsonwrite import to_dict
    >>> record = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P"))
    >>> from_dict(to_dict(record)) == record
    True
    """
    if not isinstance(made, Mapping):
        raise TypeError(f"a record is made from a dict, not {type(made).__name__}")
    source = JsonSource(lenient=False)
    record = build_record(_Walk(source).record(dict(made), "$"), source)
    assert record is not None
    return record


class JsonReader:
    """Reads the records of a JSON document.

    Parameters
    ----------
    text : str
    lenient : bool, keyword only
    """

    def __init__(self, text: str, *, lenient: bool) -> None:
        self.text = text
        self.source = JsonSource(lenient=lenient)

    def all(self) -> tuple[list[Record], list[ReadWarning]]:
        """All records, with what was passed over."""
        try:
            values = self._values()
        except NoJson as error:
            if not self.source.lenient:
                raise error.told() from None
            return [], [error.warning()]
        sizes = self._sizes(values)
        made = [self._made(value, path, size) for (value, path), size in zip(values, sizes, strict=True)]
        return [record for record in made if record is not None], self.source.warnings

    def each(self) -> Iterator[Record | ReadError]:
        """Every record, strictly; for one that is damaged its error."""
        try:
            values = self._values()
        except NoJson as error:
            yield error.told()
            return
        for (value, path), size in zip(values, self._sizes(values), strict=True):
            try:
                made = self._made(value, path, size)
                assert made is not None
                yield made
            except ReadError as error:
                yield error

    def _values(self) -> list[tuple[Any, str]]:
        try:
            found = json.loads(
                self.text, object_pairs_hook=object_of, parse_constant=Number, parse_int=whole_number
            )
        except json.JSONDecodeError as error:
            raise NoJson(self.text, error) from None
        except RecursionError:
            raise NoJson(self.text, None) from None
        if isinstance(found, list):
            return [(value, f"$[{at}]") for at, value in enumerate(found)]
        return [(found, "$")]

    def _sizes(self, values: list[tuple[Any, str]]) -> Iterator[int]:
        """How many characters each value takes in the text, which is JSON; 0 where all is small."""
        at = GAP.match(self.text).end()  # type: ignore[union-attr]
        if len(self.text) <= MAX_RECORD or self.text[at] != "[":
            yield from [len(self.text.strip()) if len(self.text) > MAX_RECORD else 0] * len(values)
            return
        scan = json.JSONDecoder(parse_int=whole_number).raw_decode
        for _ in values:
            begin = GAP.match(self.text, at + 1).end()  # type: ignore[union-attr]
            _, end = scan(self.text, begin)
            yield end - begin
            at = GAP.match(self.text, end).end()  # type: ignore[union-attr]

    def _made(self, value: Any, path: str, size: int) -> Record | None:
        try:
            check_characters(size)
        except RecordError as error:
            self.source.trouble(path, str(error), done="it is left out")
            return None
        if not isinstance(value, dict):
            self.source.refuse(path, "a record", value)
            return None
        return build_record(_Walk(self.source).record(value, path), self.source)


class _Walk:
    """Walks through the values of a record."""

    def __init__(self, source: JsonSource) -> None:
        self.source = source

    # ---- the record ------------------------------------------------------------------------------

    def record(self, value: dict[str, Any], path: str) -> RawRecord:
        raw = RawRecord(path)
        self._doubles(value, path, raw)
        game = RECORD_GAMES.get(value["game"]) if isinstance(value.get("game"), str) else None
        kind = value.get("kind")
        due = game.fields_of(kind) if game is not None and isinstance(kind, str) else ()
        for name, inner in value.items():
            here = f"{path}.{name}" if TAG_NAME.fullmatch(name) else f"{path}[{name[:40]!r}]"
            if name == "tricktake-record":
                is_number = isinstance(inner, int) and not isinstance(inner, bool)
                text = str(inner) if is_number else None
                self._put(raw, name, text, here, "the number of a version", inner)
            elif name in ("game", "kind", "rules"):
                self._put(raw, name, self._text(inner, here, MAX_VALUE), here, "", None)
            elif name == "players":
                self._players(raw, inner, here)
            elif name == "winners":
                self._field(raw, name, inner, here)
            elif name == "comment":
                raw.comments = self._comment(inner, here)
            elif name == "tags":
                self._tags(raw, inner, here, (*HEAD_NAMES, *due))
            elif name == "deals":
                self._deals(raw, inner, here, tuple(FIELDS) if game is None else game.deal_fields)
            elif name in due or (game is None and name in FIELDS):
                self._field(raw, name, inner, here)
            else:
                self.source.trouble(here, f"{name[:40]!r} is no part of a record", done="it is left out")
        if "deals" not in value:
            self.source.trouble(path, "deals is missing", expected="deals", done="it is read as none")
        return raw

    def _doubles(self, value: dict[str, Any], path: str, raw: RawRecord | RawDeal | None) -> None:
        for name in getattr(value, "twice", ()):
            self.source.trouble(path, f"{name[:40]!r} stands twice", done="both are left out")
            value.pop(name, None)
            if raw is not None:
                raw.bad.add(name)

    def _put(
        self, raw: RawRecord | RawDeal, name: str, text: str | None, here: str, expected: str, got: Any
    ) -> None:
        if text is None:
            if expected:
                self.source.refuse(here, expected, got)
            raw.bad.add(name)
        else:
            raw.tags[name] = RawTag(name, [text], here)

    def _field(self, raw: RawRecord | RawDeal, name: str, value: Any, here: str) -> None:
        """A value that is a field of the text; it comes back as its text."""
        try:
            text = from_json(name if name in FIELDS else "scores", value)
        except FieldError as error:
            self.source.trouble(here, error.reason, done=f"{name} is left out")
            raw.bad.add(name)
        else:
            raw.tags[name] = RawTag(name, [text], here)

    def _text(self, value: Any, here: str, most: int) -> str | None:
        """A text; None, with trouble, if it is none or cannot be written."""
        if not isinstance(value, str):
            self.source.refuse(here, "a string", value)
            return None
        try:
            return check_text("a text", value, most)
        except RecordError as error:
            self.source.trouble(here, str(error), done="it is left out")
            return None

    def _comment(self, value: Any, here: str) -> list[str]:
        text = self._text(value, here, MAX_COMMENT)
        return [] if text is None else [text]

    def _players(self, raw: RawRecord, value: Any, here: str) -> None:
        if not isinstance(value, list):
            self.source.refuse(here, "a list of names", value)
            return
        names = [self._text(name, f"{here}[{at}]", MAX_VALUE) for at, name in enumerate(value)]
        raw.tags["players"] = RawTag("players", [name or "" for name in names], here)

    def _tags(self, raw: RawRecord | RawDeal, value: Any, here: str, taken: tuple[str, ...]) -> None:
        if not isinstance(value, dict):
            self.source.refuse(here, "an object", value)
            return
        self._doubles(value, here, None)
        for name, inner in value.items():
            if not isinstance(name, str) or not TAG_NAME.fullmatch(name) or name in taken:
                self.source.trouble(here, f"{shown(name)} is no free name of a tag", done="it is left out")
                continue
            text = self._text(inner, f"{here}.{name}", MAX_VALUE)
            if text is not None:
                raw.tags[name] = RawTag(name, [text], f"{here}.{name}")

    # ---- deals -----------------------------------------------------------------------------------

    def _deals(self, raw: RawRecord, value: Any, here: str, names: tuple[str, ...]) -> None:
        if not isinstance(value, list):
            self.source.refuse(here, "a list of deals", value)
            return
        if len(value) > MAX_DEALS:
            why = f"a record has at most {MAX_DEALS} deals, not {len(value)}"
            self.source.trouble(here, why, done="the rest is left out")
            value = value[:MAX_DEALS]
        for at, inner in enumerate(value):
            spot = f"{here}[{at}]"
            if not isinstance(inner, dict):
                self.source.refuse(spot, "a deal", inner)
                continue
            raw.deals.append(self._deal(inner, spot, at + 1, names))

    def _deal(self, value: dict[str, Any], path: str, number: int, names: tuple[str, ...]) -> RawDeal:
        raw = RawDeal(path, number)
        self._doubles(value, path, raw)
        for name, inner in value.items():
            here = f"{path}.{name}" if TAG_NAME.fullmatch(name) else f"{path}[{name[:40]!r}]"
            if name in names or name == "points":
                self._field(raw, name, inner, here)
            elif name == "in-game":
                is_number = isinstance(inner, int) and not isinstance(inner, bool)
                self._put(raw, name, str(inner) if is_number else None, here, "a number", inner)
            elif name == "ending":
                self._put(raw, name, self._text(inner, here, MAX_VALUE), here, "", None)
            elif name == "comment":
                raw.comments = self._comment(inner, here)
            elif name == "tags":
                self._tags(raw, inner, here, (*DEAL_NAMES, *names))
            elif name == "actions":
                self._actions(raw, inner, here)
            else:
                self.source.trouble(here, f"{name[:40]!r} is no part of a deal", done="it is left out")
        if "actions" not in value:
            self.source.trouble(path, "actions is missing", expected="actions", done="it is read as none")
        return raw

    def _actions(self, raw: RawDeal, value: Any, here: str) -> None:
        self._left = MAX_ENTRIES
        raw.entries, raw.is_cut = self._line(value, here, 0)

    def _line(self, value: Any, here: str, depth: int) -> tuple[list[RawEntry], bool]:
        """A line of actions; whether it was cut before damage."""
        if not isinstance(value, list):
            self.source.refuse(here, "a list of actions", value)
            return [], True
        if depth > MAX_DEPTH:
            self.source.trouble(here, f"other lines are nested at most {MAX_DEPTH} deep", done=_CUT)
            return [], True
        found: list[RawEntry] = []
        for at, inner in enumerate(value):
            spot = f"{here}[{at}]"
            self._left -= 1
            if self._left < 0:
                self.source.trouble(spot, f"a deal has at most {MAX_ENTRIES} actions", done=_CUT)
                return found, True
            entry = self._entry(inner, spot, depth)
            if entry is None:
                return found, True
            found.append(entry)
        return found, False

    def _entry(self, value: Any, here: str, depth: int) -> RawEntry | None:
        if isinstance(value, str):
            return self._action(value, here)
        if not isinstance(value, dict):
            self._no_action(here, value)
            return None
        twice = getattr(value, "twice", ())
        kind = "undo" if "undo" in value else "action"
        allowed = (kind, "comment") if kind == "undo" else (kind, "comment", "lines")
        wrong = [*twice, *[name for name in value if name not in allowed]]
        if wrong or kind not in value:
            why = f"expected {' and '.join(allowed)}, got {', '.join(map(repr, value))[:60]}"
            self.source.trouble(here, why, expected="an action", done=_CUT)
            return None
        entry = self._action(value[kind], f"{here}.{kind}") if kind == "action" else self._undo(value, here)
        if entry is not None and "comment" in value:
            entry.comments = self._comment(value["comment"], f"{here}.comment")
        lines = value.get("lines", [])
        if entry is not None and not isinstance(lines, list):
            self.source.refuse(f"{here}.lines", "a list of lines", lines)
        elif entry is not None:
            for at, line in enumerate(lines):
                entry.lines.append(self._line(line, f"{here}.lines[{at}]", depth + 1)[0])
        return entry

    def _action(self, value: Any, here: str) -> RawEntry | None:
        if not isinstance(value, str) or not 0 < len(value) <= MAX_ACTION:
            self._no_action(here, value)
            return None
        return RawEntry(here, value)

    def _no_action(self, here: str, value: Any) -> None:
        why = f"expected an action, got {shown(value)}"
        self.source.trouble(here, why, expected="an action", done=_CUT)

    def _undo(self, value: dict[str, Any], here: str) -> RawEntry | None:
        count = value["undo"]
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= 9999:
            why = f"expected how many actions are taken back, got {shown(count)}"
            self.source.trouble(f"{here}.undo", why, expected="a number", done=_CUT)
            return None
        return RawEntry(here, undo=count)


_CUT = "the rest of the line is left out"
