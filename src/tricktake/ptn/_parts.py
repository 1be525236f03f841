"""The tags of one game read into values: seats, hands, cards, calls, rows, scores and names.

Nothing here knows whether it makes sense together; ``_game.py`` puts it together and plays it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tricktake._checks import read_number
from tricktake.cards import Card, CardSet, Suit
from tricktake.errors import GameError, RecordError
from tricktake.ptn._replay import Cell, Script
from tricktake.ptn.calls import join_words, read_call
from tricktake.ptn.dialect import Dialect, card_of, is_dotted, read_dotted, split_cards
from tricktake.ptn.seats import COMPASS, seat_at
from tricktake.ptn.source import Place, Tag

__all__ = ["UNKNOWN_HANDS", "Hand", "hand_words", "read_calls", "read_hands", "read_rows", "read_seat"]

Hand = tuple[str, Place]
"""A hand as it is written, and where."""
UNKNOWN_HANDS = re.compile(r"-|(?:0[U?])+", re.IGNORECASE)
"""A hand that is not shown."""
_POINT = re.compile(r"\s*([A-Za-z]{1,2})\s*:")
_NOTE = re.compile(r"=([0-9]{1,4})=")
_WORD = re.compile(r"\S+")
_SUITS = {"S": Suit.SPADES, "C": Suit.CLUBS, "D": Suit.DIAMONDS, "H": Suit.HEARTS}


def at_place(place: Place, error: GameError) -> RecordError:
    """An error that has no place yet, with one."""
    return place.error(str(error))


def read_seat(tag: Tag, players: int) -> int:
    """The seat a tag names."""
    try:
        return seat_at(tag.value.strip(), players)
    except RecordError as error:
        raise at_place(tag.place, error) from None


def hand_words(tag: Tag) -> tuple[str, list[Hand]]:
    """The point of the compass the hands begin at, and the hands as they are written."""
    found = _POINT.match(tag.value)
    if found is None:
        raise tag.place.error(f"hands begin with a seat, as in S:…, not {tag.value[:12]!r}")
    words = [(word.group(), tag.place.at(word.start())) for word in _WORD.finditer(tag.value, found.end())]
    if len(words) not in COMPASS:
        raise tag.place.error(f"there are 2 to 6 hands, not {len(words)}")
    return found[1], words


def read_hands(tag: Tag, dialect: Dialect, *, spades: bool) -> list[CardSet | None]:
    """The hands by seat; None for one that is not shown."""
    point, words = hand_words(tag)
    players = len(words)
    try:
        first = seat_at(point, players)
    except RecordError as error:
        raise at_place(tag.place, error) from None
    hands: list[CardSet | None] = [None] * players
    for number, (word, place) in enumerate(words):
        if not UNKNOWN_HANDS.fullmatch(word):
            hands[(first + number) % players] = read_hand(word, place, dialect, spades=spades)
    return hands


def read_hand(word: str, place: Place, dialect: Dialect, *, spades: bool) -> CardSet:
    """One hand, dotted or card by card."""
    if not is_dotted(word):
        return read_set(word, place, dialect, spades=spades)
    try:
        cards = read_dotted(word, spades=spades)
    except GameError as error:
        raise at_place(place, error) from None
    if cards is None:
        raise place.error(f"{word[:30]!r} is no hand: spades.hearts.diamonds.clubs, and jokers H or L fifth")
    return _different(cards, place)


def read_set(text: str, place: Place, dialect: Dialect, *, spades: bool) -> CardSet:
    """Cards without anything between them."""
    tokens = split_cards("".join(text.split()), dialect)
    if tokens is None:
        raise place.error(f"{text[:30]!r} are no cards written {dialect.hint}")
    try:
        return _different([card_of(token, dialect, spades=spades) for token in tokens], place)
    except GameError as error:
        raise error if str(error).startswith("line ") else at_place(place, error) from None


def _different(cards: list[Card], place: Place) -> CardSet:
    found = CardSet(cards)
    if len(found) != len(cards):
        twice = next(card for at, card in enumerate(cards) if card in cards[:at])
        raise place.error(f"{twice} stands twice")
    return found


def seated(tag: Tag, players: int) -> tuple[int, str, Place]:
    """The seat before a colon, what follows it, and where."""
    found = _POINT.match(tag.value)
    if found is None:
        raise tag.place.error(f"{tag.name} begins with a seat, as in S:…, not {tag.value[:12]!r}")
    try:
        seat = seat_at(found[1], players)
    except RecordError as error:
        raise at_place(tag.place, error) from None
    return seat, tag.value[found.end() :].strip(), tag.place.at(found.end())


def words_of(tag: Tag) -> Iterator[tuple[str, Place, str | None]]:
    """The words of a section; a reference to a note is given with the word before it."""
    before: tuple[str, Place] | None = None
    for word, place in (pair for row in tag.rows for pair in row):
        found = _NOTE.fullmatch(word)
        if found and before is not None:
            yield *before, found[1]
            before = None
            continue
        if before is not None:
            yield *before, None
        before = word, place
    if before is not None:
        yield *before, None


def read_calls(tag: Tag, script: Script, *, spades: bool, notes: dict[str, str]) -> None:
    """Read the section of an auction."""
    script.auction = tag.place
    words = list(words_of(tag))
    at = 0
    for word, place, number in words:
        at += 1
        joined = join_words([(word, 0), (words[at][0], 1)]) if at < len(words) else []
        if len(joined) == 1 and word != "-":  # the first word of a call of two
            words[at] = joined[0][0], place, words[at][2]
            continue
        try:
            action = None if word == "-" else read_call(word, spades=spades)
        except RecordError as error:
            raise at_place(place, error) from None
        script.calls.append((action, place, _remark(number, place, notes)))


def _remark(number: str | None, place: Place, notes: dict[str, str]) -> str:
    if number is None:
        return ""
    if number not in notes:
        raise place.error(f"there is no note {number}")
    return notes.pop(number)


def read_rows(
    tag: Tag, script: Script, players: int, dialect: Dialect, *, spades: bool, notes: dict[str, str]
) -> None:
    """Read the section of a play: a column for each seat, from the first leader on."""
    assert script.leader is not None
    script.play = tag.place
    for row in tag.rows:
        cells: list[tuple[str, Place, str | None]] = list(words_of(Tag("", "", tag.place, [row])))
        if len(cells) > players:
            raise cells[players][1].error(f"a trick has {players} columns, one a seat")
        columns = _columns([place.column - 1 for _, place, _ in cells], players)
        cards: dict[int, Cell] = {}
        for column, (word, place, number) in zip(columns, cells, strict=True):
            if word in ("-", "--"):
                continue
            card = read_set(word, place, dialect, spades=spades)
            if len(card) != 1:
                raise place.error(f"{word[:20]!r} is not one card")
            cards[(script.leader + column) % players] = next(iter(card)), place, _remark(number, place, notes)
        script.rows.append(cards)


def _columns(offsets: list[int], players: int) -> list[int]:
    """The columns of the words of a row: in order, or by where they stand if some are missing in front."""
    if len(offsets) < players and all(offset % 3 == 0 for offset in offsets):
        columns = [offset // 3 for offset in offsets]
        if columns and columns[-1] < players:
            return columns
    return list(range(len(offsets)))


def read_scores(tag: Tag, sides: tuple[tuple[int, ...], ...], players: int) -> tuple[int, ...]:
    """The scores of the sides from those of the seats."""
    seat, text, place = seated(tag, players)
    try:
        numbers = [read_number(word) for word in text.replace("−", "-").split()]
    except ValueError as error:
        raise place.error(str(error)) from None
    if len(numbers) != players:
        raise place.error(f"{players} scores are needed, got {len(numbers)}")
    by_seat = {(seat + at) % players: number for at, number in enumerate(numbers)}
    for side in sides:
        if len({by_seat[member] for member in side}) > 1:
            raise place.error("partners have the same score")
    return tuple([by_seat[side[0]] for side in sides])


def read_named(tag: Tag) -> list[tuple[Suit, Place]]:
    """The suits named by joker leads."""
    suits = []
    for word in _WORD.finditer(tag.value):
        place = tag.place.at(word.start())
        if word.group() not in _SUITS:
            raise place.error(f"suits are letters of S C D H, not {word.group()[:20]!r}")
        suits.append((_SUITS[word.group()], place))
    return suits
