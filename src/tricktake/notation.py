"""Positions as text, of any game and kind, told apart by their first word.

A deal, a view, a match, a game or a tourney reads and writes itself; see ``docs/deal-text.md`` and
``docs/view-text.md``. Here they all come together, and with them :class:`PartialDeal`: a deal some of whose
cards whoever wrote it down did not know. ``docs/record-format.md`` says how that is written.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self, TypeAlias

from tricktake.actions import parse_action
from tricktake.errors import GameError, RecordError
from tricktake.match import Series
from tricktake.records.deals import DealRecord
from tricktake.records.fields import canonical
from tricktake.records.games import RECORD_GAMES, RecordGame, game_of
from tricktake.records.moves import SECRET, Entry, Move, main_line
from tricktake.trickdeal import TrickDeal
from tricktake.view import View

__all__ = ["PartialDeal", "Position", "read_position", "write_position"]

_VERSION = 1
_MAX_TEXT = 20_000
_BODY = re.compile(r"(?:^|\s):(?:\s|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialDeal:
    """A deal some of whose cards are not known, from nobody's seat.

    Parameters
    ----------
    rules : Rules
        Of any game.
    deal : DealRecord
        Cards and actions. Only the moves that stand are kept, and no words.

    Raises
    ------
    RecordError
        If a field is none of the game's.

    Examples
    --------
    >>> partial = PartialDeal.from_text(
    ...     "five-hundred-partial/1 rules=australian dealer=3 hands=JK,?9|?10|?10|?10 kitty=?3 : LOOK; 7H"
    ... )
    >>> partial.deal.field("hands"), [move.text for move in partial.deal.moves]
    ('JK,?9|?10|?10|?10', ['LOOK', '7H'])
    >>> partial.possible(seed=1).turn
    1
    """

    rules: Any
    """The rules."""
    deal: DealRecord
    """Cards and actions."""

    def __post_init__(self) -> None:
        game = game_of(self.rules)
        for name, _ in self.deal.fields:
            if name not in game.deal_fields:
                raise RecordError(f"a deal of {game.title} has no field {name}", name)
        moves = tuple([replace(move, comment="", lines=()) for move in main_line(self.deal.entries)])
        object.__setattr__(self, "deal", DealRecord(fields=self.deal.fields, entries=moves))

    def possible(self, *, seed: int = 0) -> Any:
        """A deal that can have gone so, with cards for those that are not known.

        Parameters
        ----------
        seed : int, default 0, keyword only
            Draws the cards; see :meth:`tricktake.records.DealRecord.possible`.

        Returns
        -------
        Deal
            After every action.

        Raises
        ------
        RecordError
            If no such cards are found.
        """
        filled = self.deal.possible(self.rules, seed=seed)
        deal = filled.start(self.rules)
        for move in filled.moves:
            deal.push(move.action)
        return deal

    def to_text(self) -> str:
        """Write it in one line.

        Returns
        -------
        str
        """
        game = game_of(self.rules)
        words = [f"{name}={value}" for name, value in self.deal.fields]
        head = " ".join([f"{game.name}-partial/{_VERSION}", f"rules={self.rules.to_text()}", *words])
        actions = "; ".join([move.text for move in self.deal.moves])
        return f"{head} : {actions}" if actions else head

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what :meth:`to_text` writes.

        Parameters
        ----------
        text : str
            Actions as they are written, or as they can be read without a deal: cards suit first.

        Returns
        -------
        PartialDeal

        Raises
        ------
        RecordError
            If it is damaged or of another version, or if no deal can be found that can have gone so.
        """
        if not isinstance(text, str):
            raise TypeError(f"the text of a deal must be a str, not {type(text).__name__}")
        if len(text) > _MAX_TEXT:
            raise RecordError(f"a deal has at most {_MAX_TEXT} characters, not {len(text)}", text[:80])
        colon = _BODY.search(text)
        end, begin = (len(text), len(text)) if colon is None else colon.span()
        words = [(found.group(), found.start()) for found in re.finditer(r"\S+", text[:end])]
        game = _game_of_word(text, *(words[0] if words else ("", 0)))
        rules, fields = _read_fields(game, text, words[1:])
        entries, places = _read_moves(text, begin)
        made = cls(rules=rules, deal=DealRecord(fields=fields, entries=entries))
        _check(made, text, begin, places)
        return made

    def __str__(self) -> str:
        return self.to_text()


def _game_of_word(text: str, word: str, offset: int) -> RecordGame:
    for game in RECORD_GAMES.values():
        name, _, version = word.partition("/")
        if name == f"{game.name}-partial":
            if version != str(_VERSION):
                known = f"this library reads version {_VERSION}"
                raise RecordError(f"deal text version {version[:20]!r} is unknown; {known}", text, offset)
            return game
    names = " or ".join([f"{name}-partial/{_VERSION}" for name in RECORD_GAMES])
    raise RecordError(f"expected {names}, got {word[:40]!r}", text, offset)


def _read_fields(
    game: RecordGame, text: str, words: list[tuple[str, int]]
) -> tuple[Any, tuple[tuple[str, str], ...]]:
    """The rules, and the fields in canonical spelling."""
    found: dict[str, str] = {}
    rules = None
    for word, offset in words:
        name, equals, value = word.partition("=")
        if not equals or name not in ("rules", *game.deal_fields):
            known = ", ".join(["rules", *game.deal_fields])
            raise RecordError(f"expected one of {known} as name=value, got {word[:40]!r}", text, offset)
        if name in found or (name == "rules" and rules is not None):
            raise RecordError(f"{name} stands twice", text, offset)
        at = offset + len(name) + 1
        try:
            if name == "rules":
                rules = game.read_rules(value)
            else:
                found[name] = canonical(name, value)
        except GameError as error:
            raise RecordError(f"rules: {error}" if name == "rules" else str(error), text, at) from error
    if rules is None:
        raise RecordError("rules is missing", text, len(text))
    return rules, tuple(found.items())


def _read_moves(text: str, begin: int) -> tuple[tuple[Entry, ...], list[int]]:
    """The actions, and where they stand."""
    moves: list[Entry] = []
    places: list[int] = []
    offset, body = begin, text[begin:]
    for part in body.split(";") if body.strip() else ():
        word = part.strip()
        place = offset + part.find(word)
        try:
            moves.append(Move(action=None if SECRET.fullmatch(word) else parse_action(word)))
        except GameError as error:
            raise RecordError(f"action {len(moves) + 1}: {error}", text, place) from error
        places.append(place)
        offset += len(part) + 1
    return tuple(moves), places


def _check(made: PartialDeal, text: str, begin: int, places: list[int]) -> None:
    """Refuse what no deal can have been."""
    try:
        made.possible()
    except RecordError as error:
        from tricktake.records.unknown import TooLong, legal_prefix

        try:
            fits = -1 if isinstance(error, TooLong) else legal_prefix(made.deal, made.rules)
        except TooLong:
            fits = -1
        word = re.search(rf"(?<=\s){getattr(error, 'field', '')}=", text[:begin])
        place = places[fits] if 0 <= fits < len(places) else begin if word is None else word.end()
        why = f"action {fits + 1}: {error}" if fits >= 0 else str(error)
        raise RecordError(why, text, place) from error


Position: TypeAlias = "TrickDeal[Any] | View | Series[Any] | PartialDeal"
"""A deal, a view, a match, game or tourney, or a deal with unknown cards."""


def _readers() -> Mapping[str, Callable[[str], Position]]:
    """What reads a text, by its first word without the version."""
    found: dict[str, Callable[[str], Position]] = {}
    for game in RECORD_GAMES.values():
        found[game.name] = partial(_read, game, "deal")
        found[f"{game.name}-view"] = partial(_read, game, "view")
        found[f"{game.name}-partial"] = PartialDeal.from_text
        for kind in game.contests:
            found[f"{game.name}-{kind}"] = partial(_read, game, kind)
    return found


def _read(game: RecordGame, kind: str, text: str) -> Position:
    made: Position = game.type_of(kind).from_text(text)
    return made


def read_position(text: str) -> Position:
    """Read a position of any game and kind.

    Parameters
    ----------
    text : str
        What a deal, view, match, game, tourney or partial deal writes. The first word says which.

    Returns
    -------
    Deal, View, Match, Game, Tourney or PartialDeal

    Raises
    ------
    RecordError
        If the first word is none of them, or the text cannot be read as what it says.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> deal = sp.Deal(dealer=2, seed=500).push_all("4 NIL")
    >>> read_position(deal.to_text()) == deal, read_position(deal.view(1).to_text()) == deal.view(1)
    (True, True)
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of a position must be a str, not {type(text).__name__}")
    words = text.split(None, 1)
    word = words[0] if words else ""
    readers = _readers()
    reader = readers.get(word.partition("/")[0])
    if reader is None:
        known = ", ".join([f"{name}/{_VERSION}" for name in readers])
        raise RecordError(f"expected one of {known}, got {word[:40]!r}", text[:80])
    return reader(text)


def write_position(position: Position) -> str:
    """Write a position of any game and kind.

    Parameters
    ----------
    position : Deal, View, Match, Game, Tourney or PartialDeal

    Returns
    -------
    str

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> write_position(fh.Deal(dealer=3, seed=500)).split()[0]
    'five-hundred/1'
    """
    if not isinstance(position, (TrickDeal, View, Series, PartialDeal)):
        raise TypeError(f"a deal, view or match is needed, not {type(position).__name__}")
    return position.to_text()
