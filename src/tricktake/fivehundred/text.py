"""A deal of Five Hundred as one line of text, and back; ``docs/deal-text.md`` is the specification.

    five-hundred/1 rules=australian dealer=3 scores=0,0 hands=SA,SQ…|…|…|… kitty=S5,C6,D5 : 7H; P; 8H; P; P

Reading is strict: it pushes every action through the rules, and refuses what is damaged with the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from tricktake._checks import read_number
from tricktake.cards import CardSet, Suit
from tricktake.contract import Contract
from tricktake.errors import GameError, RecordError
from tricktake.fivehundred.deal import Deal, PlayStart
from tricktake.fivehundred.rules import Rules

__all__ = ["TEXT_VERSION", "read_deal", "read_numbers", "write_deal"]

TEXT_VERSION = 1
"""Version of the text form."""

_MAX_TEXT = 20_000
_GAME = "five-hundred"
_CARDS = ("rules", "dealer", "scores", "hands", "kitty")
_PLAY = ("contract", "contractor", "nominated", "leader", "tricks", "led", "failed")
_BODY = re.compile(r"(?:^|\s):(?:\s|$)")
_T = TypeVar("_T")
_D = TypeVar("_D", bound=Deal)


def write_deal(deal: Deal) -> str:
    """Write a deal in one line.

    Parameters
    ----------
    deal : Deal

    Returns
    -------
    str
        Every card and every action: a full deal, not for bots.

    Examples
    --------
    >>> write_deal(Deal(dealer=3, seed=500)).split()[:3]
    ['five-hundred/1', 'rules=australian', 'dealer=3']
    """
    start = deal.start
    fields = {
        "rules": deal.rules.to_text(),
        "dealer": str(deal.dealer),
        "scores": ",".join(map(str, deal.scores)),
        "hands": "|".join([_cards(hand) for hand in deal.dealt]),
        "kitty": _cards(deal.kitty),
    }
    if start is not None:
        fields["contract"] = start.contract.bid.text
        fields["contractor"] = str(start.contract.contractor)
        if start.nominated is not None:
            fields["nominated"] = start.nominated.letter
        if start.leader is not None:
            fields["leader"] = str(start.leader)
        if start.tricks is not None:
            fields["tricks"] = ",".join(map(str, start.tricks))
        if start.suits_led:
            fields["led"] = _suits(start.suits_led)
        if start.failed is not None:
            fields["failed"] = "|".join([_suits(suits) for suits in start.failed])
    words = [f"{_GAME}/{TEXT_VERSION}", *[f"{name}={value}" for name, value in fields.items()]]
    actions = "; ".join([step.action.text for step in deal.history if step.action is not None])
    return " ".join(words) + (f" : {actions}" if actions else "")


def _cards(cards: CardSet) -> str:
    return ",".join([card.name for card in cards]) or "-"


def _suits(suits: Iterable[Suit]) -> str:
    return "".join([suit.letter for suit in suits]) or "-"


def read_deal(text: str, kind: type[_D]) -> _D:
    """Read a deal from one line.

    Parameters
    ----------
    text : str
        As :func:`write_deal` writes it; fields in any order, ``scores`` and ``kitty`` may be left out.
    kind : type
        ``Deal`` or a class derived from it, which is made.

    Returns
    -------
    Deal

    Raises
    ------
    RecordError
        If the text is damaged, of another version, or holds an illegal action.

    Examples
    --------
    >>> deal = Deal(dealer=3, seed=500).push_all("7H P 8H P P")
    >>> read_deal(write_deal(deal), Deal).contract
    Contract('8H', contractor=2, side={0, 2}, target=8)
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of a deal must be a str, not {type(text).__name__}")
    if len(text) > _MAX_TEXT:
        raise RecordError(f"a deal has at most {_MAX_TEXT} characters, not {len(text)}", text[:80])
    colon = _BODY.search(text)
    head_end, body_start = (len(text), len(text)) if colon is None else colon.span()
    deal = _Head(text, head_end).deal(kind)
    offset = body_start
    body = text[body_start:]
    for part in body.split(";") if body.strip() else ():
        try:
            deal.push(part.strip())
        except GameError as error:
            raise RecordError(f"action {len(deal) + 1}: {error}", text, offset) from error
        offset += len(part) + 1
    return deal


class _Head:
    """The fields before the actions, each with its place in the text."""

    def __init__(self, text: str, end: int) -> None:
        self.text = text
        self.fields: dict[str, tuple[str, int]] = {}
        words = [(match.group(), match.start()) for match in re.finditer(r"\S+", text[:end])]
        self.check_version(*(words[0] if words else ("", 0)))
        for word, offset in words[1:]:
            name, equals, value = word.partition("=")
            if not equals or name not in _CARDS + _PLAY:
                known = ", ".join(_CARDS + _PLAY)
                raise RecordError(f"expected one of {known} as name=value, got {word[:40]!r}", text, offset)
            if name in self.fields:
                raise RecordError(f"{name} stands twice", text, offset)
            self.fields[name] = value, offset + len(name) + 1

    def check_version(self, word: str, offset: int) -> None:
        """Refuse another kind of text and other versions."""
        game, _, version = word.partition("/")
        if game != _GAME:
            raise RecordError(f"expected {_GAME}/{TEXT_VERSION}, got {word[:40]!r}", self.text, offset)
        if version != str(TEXT_VERSION):
            known = f"this library reads version {TEXT_VERSION}"
            raise RecordError(f"deal text version {version[:20]!r} is unknown; {known}", self.text, offset)

    def need(self, name: str, read: Callable[[str], _T]) -> _T:
        """The value of a field that must be there."""
        if name not in self.fields:
            raise RecordError(f"{name} is missing", self.text, len(self.text))
        value, offset = self.fields[name]
        try:
            return read(value)
        except (ValueError, IndexError) as error:
            raise RecordError(f"{name}: {error}", self.text, offset) from error

    def get(self, name: str, read: Callable[[str], _T]) -> _T | None:
        """The value of a field, or None if it is not there."""
        return self.need(name, read) if name in self.fields else None

    def deal(self, kind: type[_D]) -> _D:
        """The deal before its actions."""
        rules = self.need("rules", Rules.from_text)
        dealer = self.need("dealer", read_number)
        hands = self.need("hands", _read_hands)
        kitty = self.get("kitty", _read_cards)
        scores = self.get("scores", read_numbers)
        start = self.start(rules)
        try:
            return kind(rules, dealer=dealer, hands=hands, kitty=kitty, scores=scores, start=start)
        except (GameError, IndexError) as error:
            raise RecordError(str(error), self.text, self.fields["hands"][1]) from error

    def start(self, rules: Rules) -> PlayStart | None:
        """Where the play of a constructed deal begins, if it is one."""
        if "contract" not in self.fields:
            for name in _PLAY:
                if name in self.fields:
                    raise RecordError(f"{name} needs a contract", self.text, self.fields[name][1])
            return None
        contractor = self.need("contractor", read_number)
        side = next((side for side in rules.sides if contractor in side), None)
        if side is None:
            offset = self.fields["contractor"][1]
            raise RecordError(f"contractor {contractor} is not in 0..{rules.players - 1}", self.text, offset)
        return PlayStart(
            self.need("contract", lambda value: Contract(value, contractor=contractor, side=side)),
            nominated=self.get("nominated", _read_suit),
            leader=self.get("leader", read_number),
            tricks=self.get("tricks", read_numbers),
            suits_led=self.get("led", _read_suits) or (),
            failed=self.get("failed", _read_failed),
        )


def read_numbers(text: str) -> tuple[int, ...]:
    """Read whole numbers with commas between them.

    Parameters
    ----------
    text : str

    Returns
    -------
    tuple of int

    Raises
    ------
    ValueError
        If one of them is no whole number of at most 18 digits.

    Examples
    --------
    >>> read_numbers("40,-20")
    (40, -20)
    """
    return tuple([read_number(part) for part in text.split(",")])


def _read_cards(text: str) -> CardSet:
    return CardSet("" if text == "-" else text)


def _read_suits(text: str) -> tuple[Suit, ...]:
    if text == "-":
        return ()
    if not text or any(letter not in "SCDH" for letter in text) or len(set(text)) != len(text):
        raise ValueError(f"expected letters of S C D H, got {text[:20]!r}")
    return tuple([Suit("SCDH".index(letter)) for letter in text])


def _read_suit(text: str) -> Suit:
    suits = _read_suits(text)
    if len(suits) != 1:
        raise ValueError(f"expected one letter of S C D H, got {text[:20]!r}")
    return suits[0]


def _read_failed(text: str) -> tuple[tuple[Suit, ...], ...]:
    return tuple([_read_suits(part) for part in text.split("|")])


def _read_hands(text: str) -> list[CardSet]:
    return [_read_cards(part) for part in text.split("|")]
