"""A deal of spades as one line of text, and back; ``docs/deal-text.md`` is the specification::

    spades/1 rules=official dealer=2 scores=0,0,0 bags=0,0,0 sixes=0,0,0 hands=SA,SQ…|…|… : LOOK; 4; …

Reading is strict: it pushes every action through the rules, and refuses what is damaged with the place.
"""

from __future__ import annotations

from typing import TypeVar, cast

from tricktake._checks import read_number
from tricktake._text import (
    Head,
    push_body,
    read_hands,
    read_numbers,
    split_body,
    write_body,
    write_hands,
    write_head,
    write_numbers,
)
from tricktake.actions import Bid
from tricktake.cards import CardSet
from tricktake.errors import GameError, RecordError
from tricktake.spades.deal import Deal, PlayStart
from tricktake.spades.rules import Rules

__all__ = ["TEXT_VERSION", "read_deal", "write_deal"]

TEXT_VERSION = 1
"""Version of the text form."""

_GAME = "spades"
_CARDS = ("rules", "dealer", "scores", "bags", "sixes", "hands")
_PLAY = ("bids", "leader", "tricks", "broken", "caught")
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
    >>> write_deal(Deal(dealer=2, seed=500)).split()[:5]
    ['spades/1', 'rules=official', 'dealer=2', 'scores=0,0,0', 'bags=0,0,0']
    """
    start = deal.start
    fields = {
        "rules": deal.rules.to_text(),
        "dealer": str(deal.dealer),
        "scores": write_numbers(deal.scores),
        "bags": write_numbers(deal.bags),
        "sixes": write_numbers(deal.blind_sixes_before),
        "hands": write_hands(deal.dealt),
    }
    if start is not None:
        fields["bids"] = ",".join([bid.text for bid in cast("tuple[Bid, ...]", start.bids)])
        if start.leader is not None:
            fields["leader"] = str(start.leader)
        if start.tricks is not None:
            fields["tricks"] = write_numbers(start.tricks)
        if start.is_broken:
            fields["broken"] = "yes"
        if start.caught is not None:
            fields["caught"] = write_hands(cast("tuple[CardSet, ...]", start.caught))
    return write_head(_GAME, TEXT_VERSION, fields) + write_body(deal)


def read_deal(text: str, kind: type[_D]) -> _D:
    """Read a deal from one line.

    Parameters
    ----------
    text : str
        As :func:`write_deal` writes it; fields in any order, ``scores``, ``bags`` and ``sixes`` may be left
        out.
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
    >>> deal = Deal(dealer=2, seed=500).push_all("5 NIL 6")
    >>> read_deal(write_deal(deal), Deal).bids
    (Bid('5'), Bid('NIL'), Bid('6'))
    """
    end, begin = split_body(text)
    deal = _laid_out(Head(text, end, _GAME, TEXT_VERSION, _CARDS + _PLAY), kind)
    push_body(deal, text, begin)
    return deal


def _laid_out(head: Head, kind: type[_D]) -> _D:
    """The deal before its actions."""
    rules = head.need("rules", Rules.from_text)
    dealer = head.need("dealer", read_number)
    hands = head.need("hands", read_hands)
    numbers = {name: head.get(name, read_numbers) for name in ("scores", "bags", "sixes")}
    start = _start(head)
    try:
        return kind(
            rules,
            dealer=dealer,
            hands=hands,
            scores=numbers["scores"],
            bags=numbers["bags"],
            blind_sixes=numbers["sixes"],
            start=start,
        )
    except (GameError, IndexError) as error:
        raise RecordError(str(error), head.text, head.offset("hands")) from error


def _start(head: Head) -> PlayStart | None:
    """Where the play of a constructed deal begins, if it is one."""
    if "bids" not in head.fields:
        for name in _PLAY:
            if name in head.fields:
                raise RecordError(f"{name} needs bids", head.text, head.offset(name))
        return None
    caught = head.get("caught", read_hands)
    return PlayStart(
        head.need("bids", lambda value: tuple([Bid(part) for part in value.split(",")])),
        leader=head.get("leader", read_number),
        tricks=head.get("tricks", read_numbers),
        is_broken=head.get("broken", _read_yes) or False,
        caught=None if caught is None else tuple(caught),
    )


def _read_yes(text: str) -> bool:
    if text not in ("yes", "no"):
        raise ValueError(f"expected yes or no, got {text[:20]!r}")
    return text == "yes"
