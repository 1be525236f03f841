"""Reading the text of records into raw ones; ``docs/record-format.md`` is the specification.

A line that begins with ``[tricktake-record`` or ``[deal`` begins a record or a deal, whatever stands before
it: damage never reaches beyond. Every character is looked at a fixed number of times, and other lines are
kept on a list, not on the stack of the program, so that no text takes long or breaks the reader.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from tricktake.errors import RecordError
from tricktake.records._raw import RawDeal, RawEntry, RawRecord, RawTag, TextSource
from tricktake.records.escapes import COMMENT_PART, VALUE_PART, unescape
from tricktake.records.reading import (
    MAX_ACTION,
    MAX_COMMENT,
    MAX_DEALS,
    MAX_DEPTH,
    MAX_ENTRIES,
    MAX_RECORD,
    MAX_VALUE,
    check_characters,
)
from tricktake.records.tags import TAG_NAME

__all__ = ["TextReader"]

_START = re.compile(r'^[ \t]*\[[ \t]*(tricktake-record|deal)(?=[ \t"\]])', re.MULTILINE)
_SKIP = re.compile(r"(?:[ \t\n]+|(?<![^\n])%[^\n]*)*")
_BLANKS = re.compile(r"[ \t]*")
_ACTION = re.compile(r"[^;{}()\[\]\"\\\n\x00-\x08\x0b-\x1f\x7f]+")
_UNDO = re.compile(r"undo(?:[ \t]+([1-9][0-9]{0,3}))?", re.IGNORECASE)
_AFTER = (";", "\n", "{", "(", ")")


class TextReader:
    """Finds the records of a text.

    Parameters
    ----------
    source : TextSource
    """

    def __init__(self, source: TextSource) -> None:
        self.source = source
        self.text = source.text

    def records(self) -> Iterator[tuple[int, int, list[int]]]:
        """Begin and end of every record, and where its deals begin.

        Yields
        ------
        tuple of int, int and list of int
        """
        begin: int | None = None
        deals: list[int] = []
        for found in _START.finditer(self.text):
            if found[1] == "deal":
                deals.append(found.start())
                continue
            if begin is not None:
                yield begin, found.start(), deals
            begin, deals = found.start(), []
        if begin is not None:
            yield begin, len(self.text), deals

    def preamble(self) -> list[str]:
        """The comments before the first record; anything else there is damage."""
        first = next((begin for begin, _, _ in self.records()), len(self.text))
        parts: list[str] = []
        at = self._skip(0, first)
        while at < first:
            comment, following = self._comment(at, first) if self.text[at] == "{" else (None, at)
            if comment is None:
                if at == following:
                    self._wrong(at, first, 'a comment or [tricktake-record "1"]', "what is before the record")
                break
            parts.append(comment)
            at = self._skip(following, first)
        return parts

    def read(self, begin: int, end: int, deals: list[int]) -> RawRecord:
        """Read a record.

        Parameters
        ----------
        begin, end : int
            Where it stands.
        deals : list of int
            Where its deals begin.

        Returns
        -------
        RawRecord
        """
        starts = [deal for deal in deals if begin < deal < end]
        record = RawRecord(begin)
        try:
            check_characters(end - begin)
        except RecordError as error:
            self.source.trouble(begin, str(error), done="the rest is left out")
            end = begin + MAX_RECORD
            starts = [deal for deal in starts if deal < end]
        head = _Section(self, begin, starts[0] if starts else end)
        record.place = _BLANKS.match(self.text, begin).end()  # type: ignore[union-attr]
        head.read(is_deal=False)
        record.tags, record.comments, record.bad = head.tags, head.comments, head.bad
        if len(starts) > MAX_DEALS:
            why = f"a record has at most {MAX_DEALS} deals, not {len(starts)}"
            self.source.trouble(starts[MAX_DEALS], why, done="the rest is left out")
            del starts[MAX_DEALS:]
        for start, stop in pairwise([*starts, end]):
            section = _Section(self, start, stop)
            section.read(is_deal=True)
            record.deals.append(section.deal(_BLANKS.match(self.text, start).end()))  # type: ignore[union-attr]
        return record

    # ---- parts -----------------------------------------------------------------------------------

    def _skip(self, at: int, end: int) -> int:
        """Past blanks, line ends and lines that begin with a per cent sign."""
        found = _SKIP.match(self.text, at, end)
        assert found is not None
        return found.end()

    def _shown(self, at: int, end: int) -> str:
        if at >= end:
            return "the end"
        return repr(self.text[at : min(end, at + 20)].split("\n")[0] or "a line end")

    def _wrong(self, at: int, end: int, expected: str, lost: str) -> None:
        message = f"expected {expected}, got {self._shown(at, end)}"
        self.source.trouble(at, message, expected=expected, done=f"{lost} is left out")

    def _comment(self, at: int, end: int) -> tuple[str | None, int]:
        """Read a comment; None if it is damaged."""
        found = COMMENT_PART.match(self.text, at + 1, end)
        assert found is not None
        stop = found.end()
        if stop >= end or self.text[stop] != "}":
            at_end = (
                "\\{ in a comment" if self.text[stop : stop + 1] == "{" else "} at the end of the comment"
            )
            place = at if stop >= end else stop
            message = f"expected {at_end}, got {self._shown(stop, end)}"
            self.source.trouble(place, message, expected=at_end, done="the rest of this part is left out")
            return None, stop
        if stop - at > 12 * MAX_COMMENT:
            return self._long(at, stop)
        raw = found.group()
        body = raw.strip(" \t\n")
        comment = self._unescaped(body, at + 1 + len(raw) - len(raw.lstrip(" \t\n")))
        return self._long(at, stop) if len(comment) > MAX_COMMENT else (comment, stop + 1)

    def _long(self, at: int, stop: int) -> tuple[str, int]:
        why = f"a comment has at most {MAX_COMMENT} characters"
        self.source.trouble(at, why, done="it is left out")
        return "", stop + 1

    def _unescaped(self, inside: str, at: int) -> str:
        """The text that stands escaped at an offset."""

        def fail(why: str, offset: int) -> None:
            self.source.trouble(at + offset, why, expected="an escape", done="it is left as it is")

        return unescape(inside, fail)

    def _tag(self, at: int, end: int) -> tuple[RawTag | None, int, str]:
        """Read a tag; None if it is damaged, with its name if that can be read."""
        name = TAG_NAME.match(self.text, _past_blanks(self.text, at + 1))
        if name is None or name.end() > end:
            self._wrong(at + 1, end, "the name of a tag", "the tag")
            return None, _line_end(self.text, at, end), ""
        values: list[str] = []
        spot = name.end()
        while True:
            following = _past_blanks(self.text, spot)
            if following < end and self.text[following] == "]":
                return RawTag(name.group(), values, at), following + 1, name.group()
            if following >= end or self.text[following] != '"' or following == spot:
                self._wrong(following, end, "a blank and a value in quotes, or ]", f"the tag {name.group()}")
                return None, _line_end(self.text, at, end), name.group()
            found = VALUE_PART.match(self.text, following + 1, end)
            assert found is not None
            spot = found.end()
            if spot >= end or self.text[spot] != '"':
                self._wrong(spot, end, '" at the end of the value', f"the tag {name.group()}")
                return None, _line_end(self.text, at, end), name.group()
            value = self._unescaped(found.group(), following + 1)
            if len(value) > MAX_VALUE:
                why = f"a value has at most {MAX_VALUE} characters, not {len(value)}"
                self.source.trouble(following, why, done=f"the tag {name.group()} is left out")
                return None, _line_end(self.text, at, end), name.group()
            values.append(value)
            spot += 1


def _past_blanks(text: str, at: int) -> int:
    found = _BLANKS.match(text, at)
    assert found is not None
    return found.end()


def _line_end(text: str, at: int, end: int) -> int:
    found = text.find("\n", at, end)
    return end if found < 0 else found


class _Section:
    """The head of a record, or one deal: tags, then for a deal its actions."""

    def __init__(self, reader: TextReader, begin: int, end: int) -> None:
        self.reader, self.source, self.text = reader, reader.source, reader.text
        self.at, self.end = begin, end
        self.tags: dict[str, RawTag] = {}
        self.comments: list[str] = []
        self.entries: list[RawEntry] = []
        self.bad: set[str] = set()
        self.is_cut = False
        self._begun = False  # whether the tag the section begins with has been read

    def deal(self, place: int) -> RawDeal:
        """What was read, as a deal."""
        number = self.tags.pop("deal", None)
        told = number.values[0] if number is not None and len(number.values) == 1 else ""
        return RawDeal(
            place,
            number=int(told) if re.fullmatch("[1-9][0-9]{0,8}", told) else None,
            tags=self.tags,
            comments=self.comments,
            entries=self.entries,
            is_cut=self.is_cut,
            bad=self.bad,
        )

    def read(self, *, is_deal: bool) -> None:
        """Read all of it."""
        while True:
            self.at = self.reader._skip(self.at, self.end)
            if self.at >= self.end:
                return
            char = self.text[self.at]
            if char == "[":
                self._read_tag()
                if self.is_cut:
                    return
            elif char == "{":
                comment, self.at = self.reader._comment(self.at, self.end)
                if comment is None:
                    self.is_cut = True
                    return
                self.comments.append(comment)
            elif is_deal:
                self._read_actions()
                return
            else:
                self.reader._wrong(self.at, self.end, "a tag, a comment or a deal", "the line")
                self.at = _line_end(self.text, self.at, self.end)

    def _read_tag(self) -> None:
        place = self.at
        tag, self.at, name = self.reader._tag(self.at, self.end)
        if tag is None:
            self._begun = True
            if name:
                self.bad.add(name)
            return
        if name in ("deal", "tricktake-record") and self._begun:
            why = f"expected [{name} at the beginning of a line"
            self.source.trouble(place, why, expected="the beginning of a line", done="the rest is left out")
            self.is_cut = True
            return
        self._begun = True
        if name in self.tags:
            self.source.trouble(place, f"the tag {name} stands twice", done="both are left out")
            self.bad.add(name)
            return
        if len(self.tags) >= 400:
            self.source.trouble(place, "there are too many tags", done="it is left out")
            return
        self.tags[name] = tag

    # ---- actions ---------------------------------------------------------------------------------

    def _read_actions(self) -> None:
        """Read the actions; what follows damage is left out."""
        lines = [self.entries]
        held: list[list[str]] = [[]]  # for each open line the comments before its first action
        due = True  # whether an action, or the end, comes next
        count = 0
        while True:
            self.at = at = self.reader._skip(self.at, self.end)
            if at >= self.end:
                break
            line, char = lines[-1], self.text[at]
            if char == "{":
                comment, self.at = self.reader._comment(at, self.end)
                if comment is None:
                    self.is_cut = True
                    return
                self._attach(comment, line, held)
            elif char == ";":
                if due:
                    self._cut("an action")
                    return
                due = True
                self.at += 1
            elif char == "(":
                if due or line[-1].undo:
                    self._cut("an action, before another line in its stead" if due else "an action or ;")
                    return
                if len(lines) > MAX_DEPTH:
                    self.source.trouble(at, f"other lines are nested at most {MAX_DEPTH} deep", done=_CUT)
                    self.is_cut = True
                    return
                inner: list[RawEntry] = []
                line[-1].lines.append(inner)
                lines.append(inner)
                held.append([])
                due = True
                self.at += 1
            elif char == ")":
                if len(lines) == 1 or not line:
                    self._cut("an action" if due else "; or the end")
                    return
                lines.pop()
                held.pop()
                due = False
                self.at += 1
            elif char == "[":  # no tag counts from here on, whatever it is called
                self._cut("an action; tags stand before the actions" if due else _NO_TAG)
                return
            else:
                count += 1
                if count > MAX_ENTRIES:
                    self.source.trouble(at, f"a deal has at most {MAX_ENTRIES} actions", done=_CUT)
                    self.is_cut = True
                    return
                entry = self._entry(due=due)
                if entry is None:
                    return
                entry.comments = held[-1]
                held[-1] = []
                line.append(entry)
                due = False
        if len(lines) > 1:
            self._cut(") at the end of the other line")

    def _attach(self, comment: str, line: list[RawEntry], held: list[list[str]]) -> None:
        """Give a comment to the action before it, or keep it for the first of the line."""
        if line:
            line[-1].comments.append(comment)
        elif len(held) == 1:
            self.comments.append(comment)
        else:
            held[-1].append(comment)

    def _entry(self, *, due: bool) -> RawEntry | None:
        """Read an action or a take-back; None if it is damaged."""
        at = self.at
        found = _ACTION.match(self.text, at, self.end)
        if found is None:
            self._cut("an action" if due else "; or the end")
            return None
        if not due:
            self._cut("; between two actions")
            return None
        self.at = found.end()
        text = found.group().strip()
        if self.text[self.at : self.at + 1] not in _AFTER:
            self._cut("; or a line end after the action")  # which may have been a longer one
            return None
        if len(text) > MAX_ACTION:
            self._cut("an action", at)
            return None
        undo = _UNDO.fullmatch(text)
        if undo is not None:
            return RawEntry(at, undo=int(undo[1] or 1))
        return RawEntry(at, text)

    def _cut(self, expected: str, place: int | None = None) -> None:
        at = self.at if place is None else place
        message = f"expected {expected}, got {self.reader._shown(at, self.end)}"
        self.source.trouble(at, message, expected=expected, done=_CUT)
        self.is_cut = True


_CUT = "the rest of the deal is left out"
_NO_TAG = "; or the end of the deal; tags stand before the actions"
