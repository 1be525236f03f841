"""From what was read to records: every value looked at, every action pushed through the rules.

Both forms come together here. Damage goes to the source, which stops strict reading; lenient reading then
keeps what stands before it. Nothing is kept that the rules of the record do not allow: a lenient record can
be written and read strictly.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from tricktake.actions import parse_action, parse_play
from tricktake.errors import GameError, RecordError
from tricktake.records._raw import Place, RawDeal, RawEntry, RawRecord, RawTag, Source
from tricktake.records.contest import DoesNotFollow, check_winners, join_deals
from tricktake.records.deals import DealRecord, Ending
from tricktake.records.escapes import check_comment
from tricktake.records.fields import canonical
from tricktake.records.games import RecordGame, record_game
from tricktake.records.model import Record
from tricktake.records.moves import SECRET, Entry, Move, TakeBack
from tricktake.records.reading import FieldError, ReadError
from tricktake.records.replay import start_deal
from tricktake.records.tags import DEAL_NAMES, HEAD_NAMES, Pairs, check_tags
from tricktake.records.textwrite import VERSION

__all__ = ["build_record"]

_DROPPED = "the record is left out"
_NO_DEAL = "the deal is left out"


class _Lost(Exception):
    """A deal or a record that lenient reading gives up; the warning has been made."""


def build_record(raw: RawRecord, source: Source) -> Record | None:
    """Make a record.

    Parameters
    ----------
    raw : RawRecord
    source : Source
        Raises in strict reading.

    Returns
    -------
    Record or None
        None if lenient reading gives it up.
    """
    try:
        return _Builder(source).record(raw)
    except _Lost:
        return None


class _Builder:
    def __init__(self, source: Source) -> None:
        self.source = source

    def lost(self, place: Place, message: str, *, expected: str = "", what: str = _DROPPED) -> _Lost:
        """Stop, or note a warning and give the thing up."""
        self.source.trouble(place, message, expected=expected, done=what)
        return _Lost()

    # ---- the record ------------------------------------------------------------------------------

    def record(self, raw: RawRecord) -> Record:
        game, kind, rules = self._terms(raw)
        tags = dict(raw.tags)
        for name in HEAD_NAMES:
            tags.pop(name, None)
        fields = self._contest_fields(raw, game, kind, tags)
        if fields is None:
            kind, fields = "deals", ()
        built = []
        for number, deal in enumerate(raw.deals, 1):
            try:
                built.append((deal, *self.deal(deal, number, game, rules, kind)))
            except _Lost:
                continue
            except RecordError as error:  # something about the deal as a whole
                if isinstance(error, ReadError):
                    raise
                self.source.trouble(deal.place, str(error), done=_NO_DEAL)
        record = Record(
            rules=rules,
            kind=kind,
            fields=fields,
            players=self._players(raw, rules),
            tags=self._free(tags.values(), (*HEAD_NAMES, *game.fields_of(kind)), "record"),
            comment=self._comment(raw.place, raw.comments),
            deals=tuple([made for _, made, _ in built]),
            winners=self._winners(raw, kind),
        )
        return self._joined(record, raw, [(deal.place, played) for deal, _, played in built])

    def _terms(self, raw: RawRecord) -> tuple[RecordGame, str, Any]:
        """Game, kind and rules, without which nothing can be said."""
        version = self._one(raw, "tricktake-record")
        if version != str(VERSION):
            why = f"record version {(version or '')[:20]!r} is unknown; this library reads version {VERSION}"
            raise self.lost(self._place(raw, "tricktake-record"), why, expected=f"version {VERSION}")
        named = self._one(raw, "game")
        try:
            game = record_game(named or "")
        except RecordError as error:
            raise self.lost(self._place(raw, "game"), str(error), expected="a game") from None
        kind = self._one(raw, "kind")
        kinds = ("deals", *game.contests)
        if kind not in kinds:
            why = f"expected the kind {' or '.join(kinds)}, got {(kind or '')[:40]!r}"
            raise self.lost(self._place(raw, "kind"), why, expected=" or ".join(kinds))
        text = self._one(raw, "rules")
        try:
            rules = game.read_rules(text or "")
        except GameError as error:
            raise self.lost(self._place(raw, "rules"), f"rules: {error}", expected="rules") from None
        return game, kind, rules

    def _place(self, raw: RawRecord | RawDeal, name: str) -> Place:
        return raw.tags[name].place if name in raw.tags else raw.place

    def _one(self, raw: RawRecord | RawDeal, name: str, *, what: str = _DROPPED) -> str:
        """The value of a tag that must be there."""
        tag = raw.tags.get(name)
        if tag is None or name in raw.bad:
            why = f"the tag {name} cannot be read" if name in raw.bad else f"the tag {name} is missing"
            raise self.lost(raw.place, why, expected=f"a tag {name}", what=what)
        return self._value(tag, what=what)

    def _value(self, tag: RawTag, *, what: str) -> str:
        if len(tag.values) != 1:
            why = f"the tag {tag.name} has one value, got {len(tag.values)}"
            raise self.lost(tag.place, why, expected="one value", what=what)
        return tag.values[0]

    def _contest_fields(
        self, raw: RawRecord, game: RecordGame, kind: str, tags: dict[str, RawTag]
    ) -> Pairs | None:
        """The fields of the contest; None where it can only be read as single deals."""
        due = game.fields_of(kind)
        try:
            done = "it is read as single deals"
            texts = [(name, self._one(raw, name, what=done)) for name in due]
            found = tuple([(name, self._canonical(raw, name, text, done)) for name, text in texts])
        except _Lost:
            return None
        for name in due:
            del tags[name]
        return found

    def _canonical(self, raw: RawRecord | RawDeal, name: str, text: str, done: str) -> str:
        try:
            return canonical(name, text)
        except RecordError as error:
            raise self.lost(self._place(raw, name), str(error), expected=name, what=done) from None

    def _players(self, raw: RawRecord, rules: Any) -> tuple[str, ...]:
        tag = raw.tags.get("players")
        if tag is None or "players" in raw.bad:
            return ()
        if len(tag.values) != rules.players:
            why = f"{rules.players} players are needed, got {len(tag.values)}"
            self.source.trouble(tag.place, why, expected=f"{rules.players} names", done="they are left out")
            return ()
        return tuple(tag.values)

    def _winners(self, raw: RawRecord, kind: str) -> tuple[int, ...] | None:
        tag = raw.tags.get("winners")
        if tag is None or "winners" in raw.bad:
            return None
        if kind == "deals":
            self.source.trouble(tag.place, "single deals have no winners", done="they are left out")
            return None
        return self._numbers(tag, "they are left out")

    def _numbers(self, tag: RawTag, done: str) -> tuple[int, ...] | None:
        try:
            text = canonical("scores", self._value(tag, what=done))
        except FieldError as error:
            self.source.trouble(tag.place, f"{tag.name}: {error.reason}", expected="numbers", done=done)
            return None
        except _Lost:
            return None
        return tuple(map(int, text.split(",")))

    def _free(self, tags: Iterable[RawTag], names: Sequence[str], what: str) -> Pairs:
        """The tags that are no part of the format."""
        found: list[tuple[str, str]] = []
        for tag in tags:
            if tag.name in names:
                why = f"{tag.name} is no tag of a {what}"
                self.source.trouble(tag.place, why, done="it is left out")
                continue
            try:
                pair = (tag.name, self._value(tag, what="it is left out"))
                check_tags([*found, pair])
            except RecordError as error:
                self.source.trouble(tag.place, str(error), done="it is left out")
            except _Lost:
                continue
            else:
                found.append(pair)
        return tuple(found)

    def _comment(self, place: Place, parts: list[str]) -> str:
        comment = "\n".join([part for part in parts if part])
        try:
            return check_comment(comment)
        except RecordError as error:
            self.source.trouble(place, str(error), done="it is left out")
            return ""

    def _joined(self, record: Record, raw: RawRecord, played: list[tuple[Place, Any]]) -> Record:
        """The record, if its deals follow from one another; read as single deals if not."""
        if record.kind == "deals":
            return record
        done = "it is read as single deals"
        try:
            whole = join_deals(replace(record, winners=None), [deal for _, deal in played])
        except DoesNotFollow as error:
            self.source.trouble(played[error.number][0], str(error), done=done)
        except RecordError as error:
            self.source.trouble(raw.place, str(error), done=done)
        else:
            return self._won(record, raw, whole)
        tags = (*record.tags, *record.fields)
        return replace(record, kind="deals", fields=(), winners=None, tags=tags)

    def _won(self, record: Record, raw: RawRecord, whole: Any) -> Record:
        """The record, if those have won whom it names."""
        try:
            check_winners(record, whole)
        except RecordError as error:
            self.source.trouble(self._place(raw, "winners"), str(error), done="they are left out")
            return replace(record, winners=None)
        return record

    # ---- a deal ----------------------------------------------------------------------------------

    def deal(
        self, raw: RawDeal, number: int, game: RecordGame, rules: Any, kind: str
    ) -> tuple[DealRecord, Any]:
        """A deal, and as it stands after its last action."""
        if raw.number != number:
            told = "it has no number" if raw.number is None else f"it has number {raw.number}"
            self.source.trouble(raw.place, f"expected deal {number}, but {told}", done="it is read on")
        tags = {name: tag for name, tag in raw.tags.items() if name not in DEAL_NAMES}
        fields: list[tuple[str, str]] = []
        for name in game.deal_fields:
            if name in raw.bad:
                raise self.lost(raw.place, f"the tag {name} cannot be read", what=_NO_DEAL)
            if name in tags:
                text = self._value(tags.pop(name), what=_NO_DEAL)
                fields.append((name, self._canonical(raw, name, text, _NO_DEAL)))
        made = DealRecord(
            fields=tuple(fields),
            ending=self._ending(raw),
            points=self._points(raw),
            game=self._in_game(raw, kind),
            tags=self._free(tags.values(), (*DEAL_NAMES, *game.deal_fields), "deal"),
            comment=self._comment(raw.place, raw.comments),
        )
        if self._is_hidden(made, raw.entries):
            return self._unknown(made, raw, rules)
        return self._known(made, raw, rules)

    def _ending(self, raw: RawDeal) -> Ending:
        tag = raw.tags.get("ending")
        names = [ending.value for ending in Ending]
        if tag is not None and "ending" not in raw.bad and tag.values in [[name] for name in names]:
            return Ending(tag.values[0])
        words = " or ".join(names)
        why = "the tag ending is missing" if tag is None else f"expected the ending {words}"
        place = self._place(raw, "ending")
        self.source.trouble(place, why, expected=words, done="it follows from the actions")
        return Ending.OPEN

    def _points(self, raw: RawDeal) -> tuple[int, ...] | None:
        tag = raw.tags.get("points")
        return None if tag is None or "points" in raw.bad else self._numbers(tag, "they are left out")

    def _in_game(self, raw: RawDeal, kind: str) -> int:
        tag = raw.tags.get("in-game")
        if tag is None:
            if kind == "tourney":
                raise self.lost(raw.place, "the tag in-game is missing", what=_NO_DEAL)
            return 0
        text = self._value(tag, what=_NO_DEAL)
        if not re.fullmatch("[1-9][0-9]{0,5}", text):
            raise self.lost(tag.place, f"in-game counts from 1, got {text[:20]!r}", what=_NO_DEAL)
        return int(text) - 1

    def _is_hidden(self, made: DealRecord, entries: list[RawEntry]) -> bool:
        return not made.has_known_cards or any(SECRET.fullmatch(entry.text) for entry in entries)

    def _known(self, made: DealRecord, raw: RawDeal, rules: Any) -> tuple[DealRecord, Any]:
        """A deal whose cards and actions are all known."""
        deal = self._start(made, raw, rules)
        entries, is_cut = self._line(deal, raw.entries)
        return self._stands(replace(made, entries=entries), raw, deal, is_cut=is_cut or raw.is_cut)

    def _start(self, made: DealRecord, raw: RawDeal, rules: Any) -> Any:
        try:
            return start_deal(rules, made.fields)
        except FieldError as error:
            raise self.lost(self._place(raw, error.field), str(error), what=_NO_DEAL) from None

    def _stands(self, made: DealRecord, raw: RawDeal, deal: Any, *, is_cut: bool) -> tuple[DealRecord, Any]:
        """A deal with its ending and its points checked."""
        if is_cut or (self.source.lenient and "ending" not in raw.tags):
            ending = Ending.OVER if deal.is_over else Ending.ABANDONED
            if made.ending is Ending.OPEN and not deal.is_over:
                ending = Ending.OPEN
            points = made.points if deal.is_over else None
            made = replace(made, ending=ending, points=points)
        try:
            made.check_end(deal)
        except FieldError as error:
            place = self._place(raw, error.field)
            self.source.trouble(place, str(error), done="what the actions say is kept")
            if (made.ending is Ending.OVER) != deal.is_over:
                made = replace(made, ending=Ending.OVER if deal.is_over else Ending.ABANDONED)
            made = replace(made, points=None)
        return made, deal

    def _line(self, deal: Any, raw: list[RawEntry]) -> tuple[tuple[Entry, ...], bool]:
        """Push a line on a deal; whether it was cut before an illegal action."""
        entries: list[Entry] = []
        first = len(deal)
        for entry in raw:
            comment = self._comment(entry.place, entry.comments)
            if entry.undo:
                if entry.undo > len(deal) - first:
                    why = f"there are {len(deal) - first} actions to take back, not {entry.undo}"
                    self.source.trouble(entry.place, why, done=_CUT)
                    return tuple(entries), True
                for _ in range(entry.undo):
                    deal.pop()
                entries.append(TakeBack(count=entry.undo, comment=comment))
                continue
            before = deal.copy() if entry.lines else None
            done = len(deal)
            try:
                deal.push(entry.text)
            except GameError as error:
                why = f"{error}{_hint(entry.text)}"
                self.source.trouble(entry.place, why, expected="a legal action", done=_CUT)
                return tuple(entries), True
            taken = [step.action for step in deal.history[done:]]
            lines = [self._line(before.copy(), line)[0] for line in entry.lines] if before is not None else []
            moves = [Move(action=action) for action in taken]
            if lines:
                moves[0] = replace(moves[0], lines=tuple([line for line in lines if line]))
            if comment:
                moves[-1] = replace(moves[-1], comment=comment)
            entries += moves
        return tuple(entries), False

    # ---- a deal with unknown cards ---------------------------------------------------------------

    def _unknown(self, made: DealRecord, raw: RawDeal, rules: Any) -> tuple[DealRecord, Any]:
        """A deal some of whose cards or actions are not known."""
        from tricktake.records.unknown import TooLong, legal_prefix, possible_deal

        effort = self.source.effort
        effort.add_deal()
        entries, is_cut = self._texts(raw.entries)
        made = replace(made, entries=entries)
        try:
            deal = possible_deal(made, rules, effort=effort)
        except RecordError as error:
            try:
                fits = -1 if isinstance(error, TooLong) else legal_prefix(made, rules, effort=effort)
            except TooLong:  # nobody can tell how much of it was possible
                fits = -1
            if fits < 0:
                field = getattr(error, "field", "hands")
                raise self.lost(self._place(raw, field), str(error), what=_NO_DEAL) from None
            try:
                possible_deal(replace(made, entries=entries[: fits + 1]), rules, effort=effort)
            except RecordError as first:
                error = error if isinstance(first, TooLong) else first
            self.source.trouble(raw.entries[fits].place, str(error), expected="a legal action", done=_CUT)
            made, is_cut = replace(made, entries=entries[:fits]), True
            deal = possible_deal(made, rules)  # found before, so it is found again
        return self._stands(made, raw, deal, is_cut=is_cut or raw.is_cut)

    def _texts(self, raw: list[RawEntry]) -> tuple[tuple[Entry, ...], bool]:
        """Actions read without a deal; whether they were cut."""
        entries: list[Entry] = []
        for entry in raw:
            comment = self._comment(entry.place, entry.comments)
            if entry.undo:
                entries.append(TakeBack(count=entry.undo, comment=comment))
                continue
            try:
                action = None if SECRET.fullmatch(entry.text) else parse_action(entry.text)
            except GameError as error:
                why = f"{error}{_hint(entry.text)}"
                self.source.trouble(entry.place, why, expected="an action", done=_CUT)
                return tuple(entries), True
            lines = [self._texts(line)[0] for line in entry.lines]
            entries.append(
                Move(action=action, comment=comment, lines=tuple([line for line in lines if line]))
            )
        return tuple(entries), False


def _hint(text: str) -> str:
    """What to say of an action that cannot be, if it is several."""
    words = text.split()
    for word in words:
        for read in (parse_action, parse_play):
            with suppress(GameError):
                read(word)
                break
        else:
            return ""
    return "; a ; belongs between two actions" if len(words) > 1 else ""


_CUT = "the rest of the line is left out"
