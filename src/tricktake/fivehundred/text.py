"""A deal of Five Hundred as one line of text, and back; ``docs/deal-text.md`` is the specification.

    five-hundred/1 rules=australian dealer=3 scores=0,0 hands=SA,SQ…|…|…|… kitty=S5,C6,D5 : 7H; P; 8H; P; P

Reading is strict: it pushes every action through the rules, and refuses what is damaged with the place.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeVar

from tricktake.cards import CardSet, Suit
from tricktake.contract import Contract
from tricktake.errors import GameError, RecordError
from tricktake.fivehundred.deal import Deal, PlayStart
from tricktake.fivehundred.rules import Rules

__all__ = ["TEXT_VERSION", "read_deal", "write_deal"]

TEXT_VERSION = 1
"""Version of the text form."""

_MAX_TEXT = 20_000
_GAME = "five-hundred"
_FIELDS = ("rules", "dealer", "scores", "hands", "kitty", "contract", "contractor", "nominated", "leader", "tricks",
           "led", "failed")
_T = TypeVar("_T")


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


def read_deal(text: str) -> Deal:
    """Read a deal from one line.

    Parameters
    ----------
    text : str
        As :func:`write_deal` writes it; fields in any order, ``scores`` and ``kitty`` may be left out.

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
    >>> read_deal(write_deal(deal)).contract
    Contract('8H', contractor=2, side={0, 2}, target=8)
    """
    if not isinstance(text, str):
        raise TypeError(f"the text of a deal must be a str, not {type(text).__name__}")
    if len(text) > _MAX_TEXT:
        raise RecordError(f"the text of a deal has at most {_MAX_TEXT} characters, not {len(text)}", text[:80])
    head, colon, tail = text.partition(":") if re.search(r"\s:(\s|$)", text) is None else _split(text)
    words = [(match.group(), match.start()) for match in re.finditer(r"\S+", head)]
    if not words:
        raise RecordError(f"expected {_GAME}/{TEXT_VERSION}", text)
    _check_version(text, *words[0])
    if colon and not re.search(r"\s:(\s|$)", text):
        raise RecordError("expected blanks around the colon before the actions", text, len(head))
    fields: dict[str, tuple[str, int]] = {}
    for word, offset in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or name not in _FIELDS:
            raise RecordError(f"expected one of {', '.join(_FIELDS)} as name=value, got {word[:40]!r}", text, offset)
        if name in fields:
            raise RecordError(f"{name} stands twice", text, offset)
        fields[name] = value, offset + len(name) + 1
    deal = _build(text, fields)
    offset = len(text) - len(tail)
    for part in tail.split(";") if tail.strip() else ():
        try:
            deal.push(part.strip())
        except GameError as error:
            raise RecordError(f"action {len(deal) + 1}: {error}", text, offset) from error
        offset += len(part) + 1
    return deal


def _split(text: str) -> tuple[str, str, str]:
    match = re.search(r"\s:(\s|$)", text)
    assert match is not None
    return text[: match.start()], ":", text[match.end() :]


def _check_version(text: str, word: str, offset: int) -> None:
    game, _, version = word.partition("/")
    if game != _GAME:
        raise RecordError(f"expected {_GAME}/{TEXT_VERSION}, got {word[:40]!r}", text, offset)
    if version != str(TEXT_VERSION):
        raise RecordError(
            f"version {version[:20]!r} of the deal text is unknown; this library reads version {TEXT_VERSION}",
            text, offset,
        )


def _build(text: str, fields: dict[str, tuple[str, int]]) -> Deal:
    """The deal before its actions."""

    def get(name: str, read: Callable[[str], _T], default: _T) -> _T:
        if name not in fields:
            return default
        value, offset = fields[name]
        try:
            return read(value)
        except (ValueError, IndexError) as error:
            raise RecordError(f"{name}: {error}", text, offset) from error

    for name in ("rules", "dealer", "hands"):
        if name not in fields:
            raise RecordError(f"{name} is missing", text, len(text))
    rules = get("rules", Rules.from_text, Rules())
    contractor = get("contractor", _number, 0)
    start = None
    if "contract" in fields:
        if not 0 <= contractor < rules.players or "contractor" not in fields:
            raise RecordError(f"contractor must be in 0..{rules.players - 1}", text, fields["contract"][1])
        side = next(side for side in rules.sides if contractor in side)
        start = PlayStart(
            get("contract", lambda value: Contract(value, contractor=contractor, side=side), Contract("6S", contractor=0, side=(0,))),
            nominated=get("nominated", lambda value: _read_suits(value)[0], None),
            leader=get("leader", _number, contractor) if "leader" in fields else None,
            tricks=get("tricks", _numbers, ()) if "tricks" in fields else None,
            suits_led=get("led", _read_suits, ()),
            failed=get("failed", lambda value: tuple([_read_suits(part) for part in value.split("|")]), ()) if "failed" in fields else None,
        )
    elif stray := [name for name in _FIELDS[6:] if name in fields]:
        raise RecordError(f"{stray[0]} needs a contract", text, fields[stray[0]][1])
    hands = get("hands", lambda value: [_read_cards(part) for part in value.split("|")], [])
    kitty = get("kitty", _read_cards, CardSet())
    scores = get("scores", _numbers, (0,) * len(rules.sides))
    try:
        return Deal(rules, dealer=get("dealer", _number, 0), hands=hands, kitty=kitty, scores=scores, start=start)
    except (GameError, IndexError) as error:
        raise RecordError(str(error), text, fields["hands"][1]) from error


def _number(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,9}", text, re.ASCII):
        raise ValueError(f"expected a number, got {text[:20]!r}")
    return int(text)


def _numbers(text: str) -> tuple[int, ...]:
    return tuple([_number(part) for part in text.split(",")])


def _read_cards(text: str) -> CardSet:
    return CardSet("" if text == "-" else text)


def _read_suits(text: str) -> tuple[Suit, ...]:
    if text == "-":
        return ()
    if not text or any(letter not in "SCDH" for letter in text) or len(set(text)) != len(text):
        raise ValueError(f"expected letters of S C D H, got {text[:20]!r}")
    return tuple([Suit("SCDH".index(letter)) for letter in text])
