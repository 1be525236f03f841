"""A deal of Five Hundred as one line of text, and back; ``docs/deal-text.md`` is the specification::

    five-hundred/1 rules=australian dealer=3 scores=0,0 hands=SA,SQ…|…|…|… kitty=S5,C6,D5 : 7H; P; 8H; P; P

Reading is strict: it pushes every action through the rules, and refuses what is damaged with the place.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from tricktake._checks import read_number
from tricktake._text import (
    Head,
    push_body,
    read_cards,
    read_hands,
    read_numbers,
    split_body,
    write_body,
    write_cards,
    write_hands,
    write_head,
    write_numbers,
)
from tricktake.cards import Card, Suit, parse_card
from tricktake.contract import Contract
from tricktake.errors import GameError, RecordError
from tricktake.fivehundred.deal import Deal, PlayStart
from tricktake.fivehundred.packs import Pile
from tricktake.fivehundred.rules import Rules

__all__ = ["TEXT_VERSION", "read_deal", "write_deal"]

TEXT_VERSION = 1
"""Version of the text form."""

_GAME = "five-hundred"
_CARDS = ("rules", "dealer", "scores", "hands", "kitty", "tables", "dead")
_PLAY = ("contract", "contractor", "partner", "called", "nominated", "leader", "tricks", "led", "failed")
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
        "scores": write_numbers(deal.scores),
        "hands": write_hands(deal.dealt),
        "kitty": write_cards(deal.kitty),
    }
    if deal.tables:
        fields["tables"] = "|".join([",".join(map(_write_pile, table)) for table in deal.tables])
    if deal.dead:
        fields["dead"] = write_cards(deal.dead)
    if start is not None:
        fields["contract"] = start.contract.bid.text
        fields["contractor"] = str(start.contract.contractor)
        if deal.partner is not None:
            fields["partner"] = str(deal.partner)
        if start.called is not None:
            fields["called"] = start.called.name
        if start.nominated is not None:
            fields["nominated"] = start.nominated.letter
        if start.leader is not None:
            fields["leader"] = str(start.leader)
        if start.tricks is not None:
            fields["tricks"] = write_numbers(start.tricks)
        if start.suits_led:
            fields["led"] = _suits(start.suits_led)
        if start.failed is not None:
            fields["failed"] = "|".join([_suits(suits) for suits in start.failed])
    return write_head(_GAME, TEXT_VERSION, fields) + write_body(deal)


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
    end, begin = split_body(text)
    head = Head(text, end, _GAME, TEXT_VERSION, _CARDS + _PLAY)
    deal = _laid_out(head, kind)
    push_body(deal, text, begin)
    return deal


def _laid_out(head: Head, kind: type[_D]) -> _D:
    """The deal before its actions."""
    rules = head.need("rules", Rules.from_text)
    dealer = head.need("dealer", read_number)
    hands = head.need("hands", read_hands)
    kitty = head.get("kitty", read_cards)
    scores = head.get("scores", read_numbers)
    tables, dead = head.get("tables", _read_tables), head.get("dead", read_cards)
    start = _start(head, rules)
    try:
        return kind(
            rules,
            dealer=dealer,
            hands=hands,
            kitty=kitty,
            tables=tables,
            dead=dead,
            scores=scores,
            start=start,
        )
    except (GameError, IndexError) as error:
        raise RecordError(str(error), head.text, head.offset("hands")) from error


def _start(head: Head, rules: Rules) -> PlayStart | None:
    """Where the play of a constructed deal begins, if it is one."""
    if "contract" not in head.fields:
        for name in _PLAY:
            if name in head.fields:
                raise RecordError(f"{name} needs a contract", head.text, head.offset(name))
        return None
    contractor = head.need("contractor", read_number)
    side = next((side for side in rules.sides if contractor in side), None)
    if side is None:
        why = f"contractor {contractor} is not in 0..{rules.players - 1}"
        raise RecordError(why, head.text, head.offset("contractor"))
    partner = head.get("partner", read_number)
    if partner is not None:
        if not rules.calls_partner or not 0 <= partner < rules.players:
            raise RecordError(f"seat {partner} is no called partner", head.text, head.offset("partner"))
        side = (*side, partner)
    return PlayStart(
        head.need("contract", lambda value: Contract(value, contractor=contractor, side=side)),
        nominated=head.get("nominated", _read_suit),
        leader=head.get("leader", read_number),
        tricks=head.get("tricks", read_numbers),
        suits_led=head.get("led", _read_suits) or (),
        failed=head.get("failed", _read_failed),
        called=head.get("called", parse_card),
    )


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


def _write_pile(pile: Pile) -> str:
    return "/".join(["-" if card is None else card.name for card in pile])


def _read_tables(text: str) -> list[list[Pile]]:
    return [[_read_pile(pile) for pile in table.split(",")] for table in text.split("|")]


def _read_pile(text: str) -> Pile:
    """A pile: the card face down, a slash, the card face up."""
    cards: list[Card | None] = [None if card == "-" else parse_card(card) for card in text.split("/")]
    if len(cards) != 2:
        raise ValueError(f"expected a card face down, a slash and a card face up, got {text[:20]!r}")
    return Pile(cards[0], cards[1])


def _read_failed(text: str) -> tuple[tuple[Suit, ...], ...]:
    return tuple([_read_suits(part) for part in text.split("|")])
