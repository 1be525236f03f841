"""One game of a PTN text: its tags put together, its cards completed, and everything played.

The public functions are in ``reading.py``; this is what they do with each game.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, cast

from tricktake._checks import read_number
from tricktake.cards import CardSet
from tricktake.errors import GameError, RecordError
from tricktake.ptn._parts import (
    read_calls,
    read_hands,
    read_named,
    read_rows,
    read_scores,
    read_seat,
    read_set,
    seated,
)
from tricktake.ptn._replay import Clash, Replayed, read_between, replay
from tricktake.ptn._setup import Setup
from tricktake.ptn._tags import STRUCTURE, Note
from tricktake.ptn.dialect import Dialect
from tricktake.ptn.options import write_options
from tricktake.ptn.seats import COMPASS, NAME_TAGS
from tricktake.ptn.source import Game, Place, Tag
from tricktake.records import DealRecord, Ending, Move

__all__ = ["GameRead", "read_game"]


@dataclass(slots=True, kw_only=True)
class GameRead:
    """What one game says."""

    rules: Any
    players: tuple[str, ...]
    tags: tuple[tuple[str, str], ...]
    comment: str
    contest: str
    deal: DealRecord


def read_game(game: Game, dialect: Dialect, note: Note, *, lenient: bool) -> GameRead:
    """Read one game and play it.

    Parameters
    ----------
    game : Game
    dialect : Dialect
    note : callable
        Gets what is doubtful, with its place; raises where that is an error.
    lenient : bool, keyword only
        Whether it does not.

    Returns
    -------
    GameRead
    """
    return _Reader(game, dialect, note, lenient).read()


class _Reader(Setup):
    def read(self) -> GameRead:
        rules = self._rules()
        hands = read_hands(self.deal_tag, self.dialect, spades=self.spades)
        dealer = self._dealer()
        self._script()
        deal, found, hidden = self._played(rules, dealer, hands)
        self._check_said(deal)
        record = DealRecord.of(deal, abandoned=self.tags.value("TricktakeEnding") == "abandoned")
        return GameRead(
            rules=rules,
            players=self._names(),
            tags=self._record_tags(),
            comment="\n".join([tag.value for tag in self.tags.several("TricktakeComment")]),
            contest=self.tags.value("TricktakeContest") or "",
            deal=self._dressed(rules, record, found, hidden),
        )

    # ---- what happened ---------------------------------------------------------------------------

    def _script(self) -> None:
        script, tags, players = self.script, self.tags, self.players
        auction, play = tags.get("Auction"), tags.get("Play")
        if auction is not None:
            script.first = read_seat(auction, players)
            read_calls(auction, script, spades=self.spades, notes=self.notes)
        for name, into in (("CardsRemoved", script.removed), ("CardsAdded", script.added)):
            for tag in tags.several(name):
                seat, text, place = seated(tag, players)
                into.append((seat, read_set(text, place, self.dialect, spades=self.spades), place))
        between, named = tags.get("TricktakeBetween"), tags.get("TricktakeNamed")
        if between is not None:
            script.between = read_between(between.value, between.place)
        if named is not None:
            script.named = read_named(named)
        if play is not None:
            script.leader = read_seat(play, players)
            read_rows(play, script, players, self.dialect, spades=self.spades, notes=self.notes)
            self._once(play)

    def _once(self, play: Tag) -> None:
        seen = CardSet()
        for row in self.script.rows:
            for card, place, _ in row.values():
                if card in seen:
                    raise place.error(f"{card} is played twice")
                seen |= CardSet([card])

    def _played(
        self, rules: Any, dealer: int, hands: list[CardSet | None]
    ) -> tuple[Any, Replayed, list[bool]]:
        """The deal played to its end, what is found, and which hands, and the kitty, are not known."""
        filling, shown = self._filling(rules, dealer, hands)
        while True:
            cards = filling.choose()
            if cards is None:
                raise self.deal_tag.place.error("no cards in the hidden hands make this play legal")
            hidden = [place in filling.open for place in range(len(shown))]
            loose = [cards[seat] - filling.known[seat] for seat in range(self.players)]
            deal = self._begin(rules, dealer, cards)
            try:
                found = replay(deal, self.script, note=self.note, loose=loose, barred=filling.barred)
            except Clash as clash:
                if not filling.bar(clash.seat, clash.cards):
                    raise clash.why from None
                continue
            return self._scored(deal, rules), found, hidden

    def _scored(self, deal: Any, rules: Any) -> Any:
        """The deal with the scores before it: those of the text are those after it."""
        tag = self.tags.get("GameScores")
        if tag is None:
            return deal
        after = read_scores(tag, rules.sides, self.players)
        points = deal.score().points if deal.is_over else (0,) * len(after)
        ours = self.tags.get("TricktakeBefore")
        before = tuple([score - gain for score, gain in zip(after, points, strict=True)])
        if ours is not None or before == deal.scores:
            if before != deal.scores:
                self.note(tag.place, f"before the deal it is {deal.scores}, so after it not {after}")
            return deal
        if self.spades:
            self.note_anyway(tag.place, "bags before the deal are not told, and taken as 0")
        try:
            return _with_scores(deal, before)
        except GameError as error:
            self.note(tag.place, f"scores of {before} before the deal do not go with it: {error}")
            return deal

    def note_anyway(self, place: Place, message: str) -> None:
        """A warning in both modes."""
        self.game.oddities.append((place, message))

    # ---- what it says besides --------------------------------------------------------------------

    def _check_said(self, deal: Any) -> None:
        """Declarer and contract must be those of the auction."""
        if self.spades or self._is_constructed():
            return
        contract = deal.contract
        declarer, said = self.tags.get("Declarer"), self.tags.get("Contract")
        if declarer is not None and declarer.value.strip():
            seat = read_seat(declarer, self.players)
            if contract is not None and seat != contract.contractor:
                self.note(declarer.place, f"seat {contract.contractor} won the auction, not seat {seat}")
        if said is not None and said.value.strip():
            bid = self._contract(said)
            if contract is not None and bid != contract.bid:
                self.note(said.place, f"the auction ended with {contract.bid}, not {bid}")

    def _names(self) -> tuple[str, ...]:
        by_name = {name.lower(): tag.value for name, (tag, *_) in self.tags.all.items()}
        points = [NAME_TAGS[point].lower() for point in COMPASS[self.players]]
        if not any(point in by_name for point in points):
            return ()
        return tuple([by_name.get(point, "") for point in points])

    def _record_tags(self) -> tuple[tuple[str, str], ...]:
        event = self.tags.value("Event")
        tags = [] if event is None else [("event", event)]
        for tag in self.tags.several("TricktakeTag"):
            name, equals, value = tag.value.partition("=")
            if not equals:
                raise tag.place.error("a tag of the record is written name=value")
            tags.append((name, value))
        return tuple(tags)

    def _kept(self, rules: Any) -> tuple[tuple[str, str], ...]:
        """The tags that are not read."""
        names = {NAME_TAGS[point].lower() for point in COMPASS[self.players]}
        kept = [
            (name, tags[0].value)
            for name, tags in self.tags.all.items()
            if name not in STRUCTURE and name.lower() not in names
        ]
        options = self.tags.get("GameOptionsJson")
        ours = self.tags.get("TricktakeRules") is not None
        if options is not None and not ours and options.value != write_options(rules, self.record_game):
            kept.append(("GameOptionsJson", options.value))
        notes = [f"{number}:{line}" for number, text in self.notes.items() for line in text.split("\n")]
        if notes:  # that nothing refers to
            kept.append(("Note", "\n".join(notes)))
        return tuple(kept)

    def _dressed(self, rules: Any, record: DealRecord, found: Replayed, hidden: list[bool]) -> DealRecord:
        """The deal's record with what is said about it, and without what was only supposed."""
        entries = [
            replace(
                cast(Move, entry),
                action=None if at in found.unknown else cast(Move, entry).action,
                comment=found.remarks.get(at, ""),
            )
            for at, entry in enumerate(record.entries)
        ]
        fields = record.fields
        if any(hidden):
            fields = tuple([(name, _hide(name, value, hidden)) for name, value in fields])
        game = self.tags.get("TricktakeGame")
        try:
            number = 0 if game is None else read_number(game.value)
        except ValueError as error:
            raise (game or self.deal_tag).place.error(str(error)) from None
        ending = self.tags.get("TricktakeEnding")
        if ending is not None and (ending.value != "abandoned" or record.ending is Ending.OVER):
            raise ending.place.error("only a deal that is not over can be abandoned")
        try:
            return replace(
                record,
                fields=fields,
                entries=tuple(entries),
                game=number,
                tags=self._kept(rules),
                comment="\n".join(self.game.comments),
            )
        except RecordError as error:
            raise self.game.place.error(str(error)) from None


def _hide(name: str, value: str, hidden: list[bool]) -> str:
    """A field of cards with those that are not known as question marks."""
    if name == "kitty" and hidden[-1]:
        return ",".join(["?"] * len(value.split(",")))
    if name != "hands":
        return value
    hands = [
        ",".join(["?"] * len(hand.split(","))) if unknown else hand
        for hand, unknown in zip(value.split("|"), hidden, strict=False)
    ]
    return "|".join(hands)


def _with_scores(deal: Any, scores: tuple[int, ...]) -> Any:
    """The same deal with other scores before it."""
    text = deal.to_text()
    head, _, body = text.partition(" : ")
    words = [
        f"scores={','.join(map(str, scores))}" if word.startswith("scores=") else word
        for word in head.split()
    ]
    return type(deal).from_text(" ".join(words) + (f" : {body}" if body else ""))
