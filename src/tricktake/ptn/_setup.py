"""One game before its first action: which game under which rules, who deals, and which cards lie where.

:class:`Setup` reads the tags that say so and completes the cards that are not shown; ``_game.py`` derives the
reader of a whole game from it.
"""

from __future__ import annotations

from typing import Any

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake._checks import read_number
from tricktake.cards import CardSet
from tricktake.contract import Contract
from tricktake.errors import GameError, RecordError
from tricktake.ptn._filling import Filling
from tricktake.ptn._parts import hand_words, read_seat, read_set, seated
from tricktake.ptn._replay import Script
from tricktake.ptn._tags import Note, Tags
from tricktake.ptn.calls import read_call
from tricktake.ptn.dialect import Dialect
from tricktake.ptn.options import GAME_CODES, read_options
from tricktake.ptn.source import Game, Tag
from tricktake.records import RecordGame, record_game

__all__ = ["Setup"]

_CODES = {"fivehundred": "FiveHundred", "500": "FiveHundred", "spades": "Spades"}


class Setup:
    """The beginning of a game."""

    def __init__(self, game: Game, dialect: Dialect, note: Note, lenient: bool) -> None:
        self.game = game
        self.dialect = dialect
        self.note = note
        self.lenient = lenient
        self.tags = Tags(game, note)
        self.deal_tag = self.tags.need("Deal")
        self.point, words = hand_words(self.deal_tag)
        self.players = len(words)
        self.code = self._code()
        self.spades = self.code == "Spades"
        self.record_game: RecordGame = record_game(GAME_CODES[self.code])
        self.notes = self._notes()
        self.script = Script()

    # ---- what the game is ------------------------------------------------------------------------

    def _code(self) -> str:
        tag = self.tags.get("GameCode") or self.tags.get("Game")
        if tag is None:
            raise self.game.place.error("which game this is, is not told: there is no tag GameCode")
        code = _CODES.get(tag.value.replace(" ", "").lower())
        if code is None:
            games = " and ".join(GAME_CODES)
            raise tag.place.error(f"the game {tag.value[:30]!r} is not known here; {games} are")
        return code

    def _rules(self) -> Any:
        ours, theirs = self.tags.get("TricktakeRules"), self.tags.get("GameOptionsJson")
        try:
            if ours is not None:
                rules = self.record_game.read_rules(ours.value)
            else:
                place = self.deal_tag.place if theirs is None else theirs.place
                rules = read_options(
                    None if theirs is None else theirs.value,
                    self.code,
                    self.players,
                    blind_nil=self.lenient and self._bids_blind_nil(),
                    note=lambda message: self.note(place, message),
                )
        except GameError as error:
            place = (ours or theirs or self.deal_tag).place
            raise error if str(error).startswith("line ") else place.error(str(error)) from None
        if rules.players != self.players:
            assert ours is not None
            raise ours.place.error(f"rules for {rules.players} players; there are {self.players} hands")
        return rules

    def _bids_blind_nil(self) -> bool:
        tag = self.tags.get("Auction")
        words = [word.lower() for row in (tag.rows if tag else ()) for word, _ in row]
        return "blindnil" in words or "blind" in words

    def _dealer(self) -> int:
        tag = self.tags.get("Dealer")
        if tag is not None:
            return read_seat(tag, self.players)
        return seated(self.deal_tag, self.players)[0]

    def _notes(self) -> dict[str, str]:
        notes: dict[str, str] = {}
        for tag in self.tags.several("Note"):
            number, colon, text = tag.value.partition(":")
            if not colon or not number.isascii() or not number.isdecimal() or len(number) > 4:
                self.note(tag.place, "a note is written number:text")
            else:
                notes[number] = notes[number] + "\n" + text if number in notes else text
        return notes

    # ---- the cards -------------------------------------------------------------------------------

    def _filling(
        self, rules: Any, dealer: int, hands: list[CardSet | None]
    ) -> tuple[Filling, list[CardSet | None]]:
        pack = (sp.PACKS if self.spades else fh.PACKS)[rules.pack_name].cards
        kitty = self._cards("Undealt")
        dead = self._cards("TricktakeDead")
        self._check_pack(hands, pack)
        sizes = list(rules.hand_sizes(dealer)) if self.spades else [rules.hand_size] * self.players
        if self._is_constructed():
            held = [len(hand) for hand in hands if hand is not None]
            size = max(held, default=rules.hand_size)
            sizes = [size if hand is None else len(hand) for hand in hands]
        if self.spades:
            if kitty:
                raise self.tags.need("Undealt").place.error("there is no kitty in spades")
            kitty = CardSet()
        elif kitty is None:
            kitty = next((cards for _, cards, _ in self.script.added), None)
            if kitty is None and (self._is_constructed() or not rules.kitty_size):
                kitty = CardSet()
        kitty_size = 0 if self.spades else rules.kitty_size
        places: list[CardSet | None] = [*hands, kitty]
        known = [CardSet() if cards is None else cards for cards in places]
        if None in hands and (None in places or self.script.rows):
            self._certain(hands, known, kitty, sizes)
        sizes = [
            len(cards) if cards is not None else size
            for cards, size in zip(places, [*sizes, kitty_size], strict=True)
        ]
        if any(len(cards) > size for cards, size in zip(known, sizes, strict=True)):
            raise self.deal_tag.place.error("a seat plays more cards than it holds")
        everything = pack - (dead or CardSet())
        twice = sum(map(len, known)) - len(CardSet([card for cards in known for card in cards]))
        if twice and None in places:
            raise self.deal_tag.place.error("a card that is shown in one hand is played by another seat")
        return Filling(everything, sizes, known), places

    def _certain(
        self, hands: list[CardSet | None], known: list[CardSet], kitty: CardSet | None, sizes: list[int]
    ) -> None:
        """What seats whose hands are not shown certainly held: the cards they play or put away."""
        script = self.script
        if self.spades and script.removed:
            raise script.removed[0][2].error("cards are passed, but not all hands are shown")
        contractor = next((seat for seat, _, _ in [*script.removed, *script.added]), None)
        declarer = self.tags.get("Declarer")
        if contractor is None and declarer is not None:
            contractor = read_seat(declarer, self.players)
        for seat, hand in enumerate(hands):
            if hand is not None:
                continue
            cards = script.played(seat)
            if seat == contractor and not self._is_constructed():
                cards |= CardSet([card for _, gone, _ in script.removed for card in gone])
                cards -= kitty or CardSet()
                if kitty is None:  # which of them lay in the kitty nobody can say
                    listed = list(cards)
                    cards, known[-1] = CardSet(listed[: sizes[seat]]), CardSet(listed[sizes[seat] :])
            known[seat] = cards

    def _check_pack(self, hands: list[CardSet | None], pack: CardSet) -> None:
        """The deck check: a card that is not in the pack, with a word about the other order of writing."""
        strange = CardSet([card for hand in hands if hand is not None for card in hand]) - pack
        if strange:
            raise self.deal_tag.place.error(f"{strange} is not in the pack of these rules")
        for row in self.script.rows:
            for card, place, _ in row.values():
                if card not in pack:
                    raise place.error(f"{card} is not in the pack of these rules")

    def _cards(self, name: str) -> CardSet | None:
        tag = self.tags.get(name)
        if tag is None or tag.value.strip() == "-":
            return None
        return read_set(tag.value, tag.place, self.dialect, spades=self.spades)

    def _is_constructed(self) -> bool:
        """Whether a deal of Five Hundred begins with the play: a contract, but no auction."""
        return not self.spades and self.tags.get("Auction") is None and self.tags.get("Contract") is not None

    def _begin(self, rules: Any, dealer: int, cards: list[CardSet]) -> Any:
        """The deal before its first action."""
        before = self._before()
        try:
            if self.spades:
                return sp.Deal(
                    rules,
                    dealer=dealer,
                    hands=cards[: self.players],
                    scores=before.get("scores"),
                    bags=before.get("bags"),
                    blind_sixes=before.get("sixes"),
                )
            start = None
            if self._is_constructed():
                start = self._start(rules, cards)
            return fh.Deal(
                rules,
                dealer=dealer,
                hands=cards[: self.players],
                kitty=cards[self.players],
                dead=self._cards("TricktakeDead"),
                scores=before.get("scores"),
                start=start,
            )
        except (GameError, IndexError) as error:
            raise error if str(error).startswith("line ") else self.deal_tag.place.error(str(error)) from None

    def _start(self, rules: Any, cards: list[CardSet]) -> fh.PlayStart:
        """Where the play begins if there is no auction."""
        tag = self.tags.need("Contract")
        declarer = self.tags.get("Declarer") or self.tags.need("Play")
        contractor = read_seat(declarer, self.players)
        bid = self._contract(tag)
        for taken, gone in ((self.script.added, False), (self.script.removed, True)):
            for seat, some, place in taken:
                if seat != contractor or (gone and not some <= cards[seat]):
                    raise place.error("these are not cards of the contractor")
                cards[seat] = cards[seat] - some if gone else cards[seat] | some
        if self.script.added or self.script.removed:
            cards[self.players] = CardSet()
            self.script.added, self.script.removed = [], []
            self.note(tag.place, "there is no auction; the deal begins with the play")
        side = next(side for side in rules.sides if contractor in side)
        full = max(map(len, cards[: self.players])) == rules.hand_size
        return fh.PlayStart(
            Contract(bid, contractor=contractor, side=side),
            tricks=(0,) * self.players if full else None,
        )

    def _contract(self, tag: Tag) -> Any:
        try:
            bid = read_call("".join(tag.value.split()), spades=False)
        except RecordError as error:
            raise tag.place.error(str(error)) from None
        if bid.text == "P":
            raise tag.place.error("a pass is no contract")
        return bid

    def _before(self) -> dict[str, tuple[int, ...]]:
        tag = self.tags.get("TricktakeBefore")
        before: dict[str, tuple[int, ...]] = {}
        for word in tag.value.split() if tag is not None else ():
            assert tag is not None
            name, _, value = word.partition("=")
            if name not in (("scores", "bags", "sixes") if self.spades else ("scores",)) or name in before:
                raise tag.place.error(f"{word[:30]!r} is not known to this game")
            try:
                before[name] = tuple([read_number(part) for part in value.split(",")])
            except ValueError as error:
                raise tag.place.error(str(error)) from None
        return before
