"""Writing PTN texts, where nothing is lost.

What PTN has no place for stands in tags whose names begin with ``Tricktake``; other readers skip them. What
has no spelling at all, such as a bid sans kitty or cards on a table, is refused by name. Every text is read
back before it is handed out, and must give the record it was made from.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tricktake import fivehundred as fh
from tricktake.actions import Alone, Bid, CallPartner, Exchange, Look, Nominate, Pass, Play, Stand
from tricktake.cards import Card, CardSet, Suit
from tricktake.errors import GameError, RecordError
from tricktake.ptn._tags import STRUCTURE
from tricktake.ptn.calls import write_call
from tricktake.ptn.dialect import Dialect, write_card, write_joker, write_rank
from tricktake.ptn.options import GAME_CODES, read_options, write_options
from tricktake.ptn.reading import read
from tricktake.ptn.seats import COMPASS, NAME_TAGS, seat_name
from tricktake.records import DealRecord, Ending, Move, Record

__all__ = ["write"]

_HEADER = "% PTN ---------------------------"
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,59}")
_NUMBERED = re.compile("([0-9]{1,4}):")
_DEALT = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
_CODES = {name: code for code, name in GAME_CODES.items()}


def write(record_or_deal: Any, *, dialect: Dialect = Dialect.RECORD) -> str:
    """Write a record or a deal as PTN.

    Parameters
    ----------
    record_or_deal : Record, Deal, Match, Game or Tourney
        Of either game.
    dialect : Dialect, default Dialect.RECORD, keyword only
        In which order to write cards.

    Returns
    -------
    str
        One game a deal; :func:`read` gives the record back.

    Raises
    ------
    RecordError
        If PTN cannot hold it; the message names what.

    Examples
    --------
    >>> deal = fh.Deal(fh.Rules.kitchen(), dealer=3, seed=500).push_all("P P 7H P")
    >>> lines = write(deal).splitlines()
    >>> lines[3], lines[-2:]
    ('[TricktakeRules "kitchen"]', ['[Auction "S"]', 'Pass Pass 7♥ Pass'])
    """
    record = record_or_deal if isinstance(record_or_deal, Record) else Record.of(record_or_deal)
    if not record.deals:
        raise RecordError("PTN holds deals; this record has none", "")
    writer = _Writer(record, dialect)
    text = "\n".join([writer.game(deal) for deal in record.deals])
    try:
        back = read(text, dialect=dialect).record
    except GameError as error:
        raise RecordError(f"PTN cannot hold this record: {error}", "") from error
    lost = _lost(record, back)
    if lost:
        raise RecordError(f"PTN cannot hold this record: {lost} would be lost", "")
    return text


def _lost(record: Record, back: Record) -> str:
    """What differs in a record that was written and read; points that were not told are no loss."""
    for name in ("rules", "kind", "fields", "players", "tags", "comment"):
        if getattr(record, name) != getattr(back, name):
            return f"the {name} of the record"
    if len(record.deals) != len(back.deals):
        return "a deal"
    for number, (one, other) in enumerate(zip(record.deals, back.deals, strict=True), 1):
        other = replace(other, points=one.points) if one.points is None else other
        for name in DealRecord.__slots__:
            mine, theirs = getattr(one, name), getattr(other, name)
            if name == "fields":
                mine, theirs = sorted(mine), sorted(theirs)
            if mine != theirs:
                return f"the {name} of deal {number}"
    return ""


def _hidden_hands(deal: DealRecord) -> frozenset[int]:
    """The seats whose hands are not shown; RecordError for one that is shown in part."""
    hidden = set()
    for seat, hand in enumerate((deal.field("hands") or "").split("|")):
        if "?" in hand:
            if hand.strip("?0123456789,"):
                raise RecordError(f"PTN shows a hand or does not; seat {seat} has {hand[:40]}", hand)
            hidden.add(seat)
    return frozenset(hidden)


def _completed(deal: DealRecord, rules: Any) -> DealRecord:
    """The deal with cards for those that are not known, so that it can be played."""
    if deal.is_known:
        return deal
    from tricktake.records.unknown import fill

    return fill(deal, rules)


class _Writer:
    def __init__(self, record: Record, dialect: Dialect) -> None:
        self.record = record
        self.dialect = dialect
        self.rules = record.rules
        self.players: int = record.rules.players
        self.spades = record.game.name == "spades"
        self.american = not self.spades and self.rules.auction is fh.AuctionStyle.SINGLE
        self.inkle = not self.spades and self.rules.inkle
        self.lines: list[str] = []
        self.notes: list[str] = []
        self.first_note = 1
        self.hidden: frozenset[int] = frozenset()
        self.kitty_shown = True

    def game(self, deal: DealRecord) -> str:
        """The text of one deal."""
        self.lines, self.notes = [_HEADER], []
        kept = dict(deal.tags).get("Note", "").split("\n")
        numbers = [int(found[1]) for found in map(_NUMBERED.match, kept) if found]
        self.first_note = 1 + max(numbers, default=0)
        moves = self._moves(deal)
        self.hidden = _hidden_hands(deal)
        self.kitty_shown = "?" not in (deal.field("kitty") or "")
        played = _completed(deal, self.rules).deal(self.rules)
        if getattr(played, "tables", ()):
            raise RecordError("PTN has no place for cards on the table", "")
        if self.spades and played.start is not None:
            raise RecordError("PTN cannot begin a deal of spades in the middle of the play", "")
        for line in deal.comment.split("\n") if deal.comment else ():
            self._comment(line)
        self._head(deal)
        self._state(deal, played)
        self._cards(played)
        self._course(played, moves)
        self._rest(deal)
        return "\n".join(self.lines) + "\n"

    def _moves(self, deal: DealRecord) -> list[Move]:
        moves: list[Move] = []
        for entry in deal.entries:
            if not isinstance(entry, Move):
                raise RecordError(f"PTN cannot hold actions taken back: {entry.text}", entry.text)
            if entry.lines:
                raise RecordError(f"PTN cannot hold other lines, as beside {entry.text}", entry.text)
            moves.append(entry)
        return moves

    # ---- tags ------------------------------------------------------------------------------------

    def _tag(self, name: str, value: str) -> None:
        if "\n" in value or "\r" in value:
            raise RecordError(f"PTN cannot hold the line break in {name}: {value[:40]!r}", value)
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        self.lines.append(f'[{name} "{escaped}"]')

    def _comment(self, line: str) -> None:
        if "\r" in line or re.fullmatch(r" *(PTN|PBN) *-+\s*", line):
            raise RecordError(f"PTN cannot hold the comment {line[:40]!r}", line)
        self.lines.append(f"% {line}")

    def _head(self, deal: DealRecord) -> None:
        record = self.record
        tags = list(record.tags)
        if tags and tags[0][0] == "event":
            self._tag("Event", tags.pop(0)[1])
        self._tag("GameCode", _CODES[record.game.name])
        kept = dict(deal.tags).get("GameOptionsJson")
        options = kept if kept is not None else write_options(self.rules, record.game)
        self._tag("GameOptionsJson", options)
        if not self._says_it_all(options):
            self._tag("TricktakeRules", self.rules.to_text())
        for name, value in tags:
            self._tag("TricktakeTag", f"{name}={value}")
        for line in record.comment.split("\n") if record.comment else ():
            self._tag("TricktakeComment", line)
        if record.kind != "deals":
            words = [record.kind, *[f"{name}={value}" for name, value in record.fields]]
            if any(re.search(r"\s", word) for word in words):
                raise RecordError("PTN cannot hold blanks in the fields of a record", "")
            self._tag("TricktakeContest", " ".join(words))
        elif record.fields:
            raise RecordError("PTN cannot hold fields of single deals", "")
        if deal.game:  # in a tourney
            self._tag("TricktakeGame", str(deal.game))
        for point, name in zip(COMPASS[self.players], record.players, strict=False):
            self._tag(NAME_TAGS[point], name)

    def _says_it_all(self, options: str) -> bool:
        """Whether the options alone give these rules."""

        def refuse(message: str) -> None:
            raise RecordError(message, "")

        try:
            code = _CODES[self.record.game.name]
            return bool(read_options(options, code, self.players, blind_nil=False, note=refuse) == self.rules)
        except GameError:
            return False

    def _state(self, deal: DealRecord, played: Any) -> None:
        before = {"scores": played.scores}
        if self.spades:
            before |= {"bags": played.bags, "sixes": played.blind_sixes_before}
        words = [f"{name}={','.join(map(str, many))}" for name, many in before.items() if any(many)]
        if words:
            self._tag("TricktakeBefore", " ".join(words))
        points = (0,) * len(played.scores)
        if played.is_over:
            try:
                points = played.score().points
            except GameError:
                points = ()
        if points:
            after = [score + gain for score, gain in zip(played.scores, points, strict=True)]
            seats = [
                after[at]
                for seat in range(self.players)
                for at, side in enumerate(self.rules.sides)
                if seat in side
            ]
            self._tag("GameScores", f"S:{' '.join(map(str, seats))}")
        if deal.ending is Ending.ABANDONED:
            self._tag("TricktakeEnding", "abandoned")

    def _cards(self, played: Any) -> None:
        seats = [(played.dealer + at) % self.players for at in range(self.players)]
        self._tag("Dealer", seat_name(played.dealer, self.players))
        hands = " ".join(["-" if seat in self.hidden else self._hand(played.dealt[seat]) for seat in seats])
        self._tag("Deal", f"{seat_name(played.dealer, self.players)}:{hands}")
        if not self.spades:
            if played.kitty and self.kitty_shown:
                self._tag("Undealt", self._row(played.kitty))
            if played.dead:
                self._tag("TricktakeDead", self._row(played.dead))

    def _hand(self, hand: CardSet) -> str:
        """A hand: with dots, or card by card in the dialect of unit tests."""
        if not hand:
            raise RecordError("PTN cannot hold an empty hand", "")
        if self.dialect is Dialect.TEST:
            return self._row(hand)
        cards = sorted(hand, reverse=True)
        suits = ["".join([write_rank(card) for card in cards if card.suit == suit]) for suit in _DEALT]
        jokers = "".join([write_joker(card) for card in hand if card >= Card.JK])
        return ".".join([*suits, jokers] if jokers else suits)

    def _row(self, cards: Iterable[Card]) -> str:
        return "".join([write_card(card, self.dialect) for card in cards])

    # ---- what happened ---------------------------------------------------------------------------

    def _course(self, played: Any, moves: list[Move]) -> None:
        steps = list(zip(played.history, moves, strict=True))
        kinds = (Bid, Pass, Stand)
        calls = [(step, move) for step, move in steps if isinstance(step.action, kinds)]
        plays = [(step, move) for step, move in steps if isinstance(step.action, Play)]
        for step, move in steps:
            if move.comment and not isinstance(step.action, (*kinds, Play)):
                raise RecordError(f"PTN cannot hold a remark on {move.text}", move.comment)
        if played.start is not None:
            self._tag("Declarer", seat_name(played.start.contract.contractor, self.players))
            self._tag("Contract", self._call(played.start.contract.bid).replace("Open", "Open "))
        else:
            if steps and isinstance(steps[-1][0].action, Look):
                seat = steps[-1][0].seat
                raise RecordError(f"PTN cannot say that seat {seat} has looked, and not called yet", "LOOK")
            if not self.spades and played.contract is not None:
                self._tag("Declarer", seat_name(played.contract.contractor, self.players))
                self._tag("Contract", self._call(played.contract.bid).replace("Open", "Open "))
            self._auction(played, calls)
        told = all(move.action is not None for _, move in steps)
        self._between(played, [step for step, _ in steps], told)
        if plays:
            self._play(played, [move for _, move in plays])

    def _call(self, action: Any) -> str:
        return write_call(action, american=self.american, inkle=self.inkle)

    def _auction(self, played: Any, calls: list[Any]) -> None:
        seat = (played.dealer + 1) % self.players
        if not calls:
            return
        rows: list[list[str]] = [[]]
        self._tag("Auction", seat_name(seat, self.players))
        for step, move in calls:
            while True:
                if len(rows[-1]) == self.players:
                    rows.append([])
                if seat == step.seat:
                    break
                rows[-1].append("-")
                seat = (seat + 1) % self.players
            rows[-1].append(self._call(step.action) + self._note(move))
            seat = (seat + 1) % self.players
        self.lines += [" ".join(row) for row in rows if row]

    def _note(self, move: Move) -> str:
        """A reference to a note with the remark of a move."""
        if not move.comment:
            return ""
        self.notes.append(move.comment)
        return f" ={self.first_note + len(self.notes) - 1}="

    def _between(self, played: Any, steps: list[Any], told: bool) -> None:
        exchanges = [step for step in steps if isinstance(step.action, Exchange)]
        others = [
            step.action.text for step in steps if isinstance(step.action, (Alone, CallPartner, Nominate))
        ]
        if not self.spades and exchanges and self.kitty_shown:
            seat = seat_name(exchanges[0].seat, self.players)
            self._tag("CardsAdded", f"{seat}:{self._row(played.kitty)}")
        for step in exchanges if told else ():
            cards = self._row(step.action.cards)
            self._tag("CardsRemoved", f"{seat_name(step.seat, self.players)}:{cards}")
            if self.spades:
                self._tag("CardsAdded", f"{seat_name((step.seat + 2) % 4, self.players)}:{cards}")
        if others:
            self._tag("TricktakeBetween", "; ".join(others))
        named = [
            step.action.named.letter
            for step in steps
            if isinstance(step.action, Play) and step.action.named is not None
        ]
        if named:
            self._tag("TricktakeNamed", " ".join(named))

    def _play(self, played: Any, moves: list[Move]) -> None:
        tricks = played.tricks_played()
        first = tricks[0][0].seat
        self._tag("Play", seat_name(first, self.players))
        remarks = iter(moves)
        for trick in tricks:
            cells = ["-"] * self.players
            for card in trick:
                cells[(card.seat - first) % self.players] = write_card(card.card, self.dialect) + self._note(
                    next(remarks)
                )
            self.lines.append(" ".join(cells))

    def _rest(self, deal: DealRecord) -> None:
        """Notes, and the tags that are kept."""
        names = {name.lower() for name in NAME_TAGS.values()}
        for name, value in deal.tags:
            if name == "GameOptionsJson":
                continue
            if name == "Note":  # those that nothing refers to
                for line in value.split("\n"):
                    self._tag(name, line)
                continue
            if name in STRUCTURE or name.lower() in names or not _NAME.fullmatch(name):
                raise RecordError(f"PTN cannot hold a tag of its own name {name[:40]!r} here", name)
            self._tag(name, value)
        for number, note in enumerate(self.notes, self.first_note):
            for line in note.split("\n"):
                self._tag("Note", f"{number}:{line}")
