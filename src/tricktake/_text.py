"""Reading the texts of deals and matches: a head of ``name=value`` fields, each with its place.

Reading is strict: an unknown name, a field that stands twice and another version are refused with the offset,
in characters from the start of the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from tricktake._checks import read_number
from tricktake.cards import CardSet
from tricktake.errors import GameError, RecordError
from tricktake.trickdeal import TrickDeal

__all__ = [
    "SEED_DIGITS",
    "Head",
    "push_body",
    "read_cards",
    "read_hands",
    "read_numbers",
    "read_seed",
    "split_body",
    "write_body",
    "write_cards",
    "write_hands",
    "write_head",
    "write_numbers",
    "write_seed",
]

MAX_TEXT = 20_000
SEED_DIGITS = 10_000  # of a seed in hexadecimal
_BODY = re.compile(r"(?:^|\s):(?:\s|$)")
_T = TypeVar("_T")


class Head:
    """The first words of a text: what it is, in which version, and its fields.

    Parameters
    ----------
    text : str
    end : int
        Where the head ends.
    kind : str
        What the text must be, such as ``five-hundred``.
    version : int
        The version this library reads.
    names : sequence of str
        The fields there are.

    Raises
    ------
    RecordError
        If the text is something else, of another version, or a field is unknown or stands twice.
    """

    def __init__(self, text: str, end: int, kind: str, version: int, names: Sequence[str]) -> None:
        self.text = text
        self.fields: dict[str, tuple[str, int]] = {}
        words = [(match.group(), match.start()) for match in re.finditer(r"\S+", text[:end])]
        self._check_version(kind, version, *(words[0] if words else ("", 0)))
        for word, offset in words[1:]:
            name, equals, value = word.partition("=")
            if not equals or name not in names:
                known = ", ".join(names)
                raise RecordError(f"expected one of {known} as name=value, got {word[:40]!r}", text, offset)
            if name in self.fields:
                raise RecordError(f"{name} stands twice", text, offset)
            self.fields[name] = value, offset + len(name) + 1

    def _check_version(self, kind: str, version: int, word: str, offset: int) -> None:
        last = kind.rpartition("-")[2]
        what = last if last in ("match", "game", "tourney") else "deal"
        name, _, found = word.partition("/")
        if name != kind:
            raise RecordError(f"expected {kind}/{version}, got {word[:40]!r}", self.text, offset)
        if found != str(version):
            known = f"this library reads version {version}"
            raise RecordError(f"{what} text version {found[:20]!r} is unknown; {known}", self.text, offset)

    def need(self, name: str, read: Callable[[str], _T]) -> _T:
        """The value of a field that must be there.

        Parameters
        ----------
        name : str
        read : callable
            Makes the value from its text; a ``ValueError`` or ``IndexError`` of it becomes a ``RecordError``.
        """
        if name not in self.fields:
            raise RecordError(f"{name} is missing", self.text, len(self.text))
        value, offset = self.fields[name]
        try:
            return read(value)
        except (ValueError, IndexError) as error:
            raise RecordError(f"{name}: {error}", self.text, offset) from error

    def get(self, name: str, read: Callable[[str], _T]) -> _T | None:
        """The value of a field, or None if it is not there; see :meth:`need`."""
        return self.need(name, read) if name in self.fields else None

    def offset(self, name: str) -> int:
        """Where the value of a field begins."""
        return self.fields[name][1]


def split_body(text: str) -> tuple[int, int]:
    """Where the head of a deal's text ends and its actions begin; RecordError if it is too long."""
    if not isinstance(text, str):
        raise TypeError(f"the text of a deal must be a str, not {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise RecordError(f"a deal has at most {MAX_TEXT} characters, not {len(text)}", text[:80])
    colon = _BODY.search(text)
    return (len(text), len(text)) if colon is None else colon.span()


def push_body(deal: TrickDeal[Any], text: str, start: int) -> None:
    """Push the actions of a text, from an offset on; RecordError with the place of one that is illegal."""
    offset, body = start, text[start:]
    for part in body.split(";") if body.strip() else ():
        try:
            deal.push(part.strip())
        except GameError as error:
            raise RecordError(f"action {len(deal) + 1}: {error}", text, offset) from error
        offset += len(part) + 1


def write_head(kind: str, version: int, fields: dict[str, str]) -> str:
    """The words of a head with single blanks."""
    return " ".join([f"{kind}/{version}", *[f"{name}={value}" for name, value in fields.items()]])


def write_body(deal: TrickDeal[Any]) -> str:
    """The actions of a deal as they follow its head; empty if there are none."""
    actions = "; ".join([step.action.text for step in deal.history if step.action is not None])
    return f" : {actions}" if actions else ""


def write_cards(cards: CardSet) -> str:
    """Cards with commas between, ``-`` for none."""
    return ",".join([card.name for card in cards]) or "-"


def write_hands(hands: Iterable[CardSet]) -> str:
    """Sets of cards with ``|`` between."""
    return "|".join([write_cards(hand) for hand in hands])


def read_cards(text: str) -> CardSet:
    """Read what :func:`write_cards` writes."""
    return CardSet("" if text == "-" else text)


def read_hands(text: str) -> list[CardSet]:
    """Read what :func:`write_hands` writes."""
    return [read_cards(part) for part in text.split("|")]


def read_numbers(text: str) -> tuple[int, ...]:
    """Read whole numbers of at most 18 digits with commas between; ValueError if one is none."""
    return tuple([read_number(part) for part in text.split(",")])


def write_numbers(numbers: Iterable[int]) -> str:
    """Whole numbers with commas between."""
    return ",".join(map(str, numbers))


def write_seed(seed: int | None) -> str:
    """A seed: below 2**64 in decimal, larger ones in hexadecimal; ``none`` for none."""
    return "none" if seed is None else str(seed) if seed < 1 << 64 else hex(seed)


def read_seed(text: str) -> int | None:
    """Read what :func:`write_seed` writes; ValueError if it is no seed."""
    if text == "none":
        return None
    if re.fullmatch(rf"0x[0-9a-f]{{1,{SEED_DIGITS}}}", text):
        return int(text, 16)
    if re.fullmatch(r"[0-9]{1,20}", text, re.ASCII):
        return int(text)
    raise ValueError(f"expected a seed, got {text[:20]!r}")
