"""Actions: everything a seat can do in either game, as values that read and write themselves.

An action is its text. ``HQ`` is always the card and ``7H`` always the bid, so no context is needed to read
one back. It is also a number, the same in both games and in every version: ``ID_BLOCKS`` is the whole
numbering, ``docs/actions.md`` explains it, and changing it needs a new major version.

Actions are frozen, hashable and ordered by id (which is not the rank of a bid; see ``fivehundred.bids``). All
but exchanges of two or more cards are interned: equal ones are the same object, also after pickling.
"""

from __future__ import annotations

from typing import Self, cast

from tricktake._action_base import (
    INTERNED,
    TEXTS,
    Action,
    Exchange,
    PutCard,
    action_from_id,
    intern_action,
    read_put,
)
from tricktake._action_bids import Bid, BidKind, intern_bids
from tricktake._action_ids import ACTION_COUNT, ID_BLOCKS, SEATS
from tricktake._action_texts import (
    A_CALL,
    A_CARD,
    OTHERS,
    SPELLINGS,
    TOKEN,
    cannot_read,
    look_up,
    typed,
)
from tricktake.cards import Card, CardSet, Suit
from tricktake.errors import GameError

__all__ = [
    "ACTION_COUNT",
    "ALONE",
    "ID_BLOCKS",
    "LOOK",
    "PASS",
    "STAND",
    "Action",
    "Alone",
    "Bid",
    "BidKind",
    "CallPartner",
    "Exchange",
    "Look",
    "Nominate",
    "Pass",
    "Play",
    "PutCard",
    "Stand",
    "action_from_id",
    "parse_action",
    "parse_call",
    "parse_play",
]


class _Word(Action):
    """An action of one word; there is one object of each class."""

    __slots__ = ()

    def __new__(cls) -> Self:
        return cast(Self, _WORDS[cls])

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class Pass(_Word):
    """The pass of an auction, ``P``.

    Examples
    --------
    >>> Pass().text, Pass() is PASS
    ('P', True)
    """

    __slots__ = ()


class Look(_Word):
    """To look at one's cards instead of calling blind, ``LOOK`` (FH-BID-8, CS-BID-5).

    Examples
    --------
    >>> Look().text
    'LOOK'
    """

    __slots__ = ()


class Stand(_Word):
    """To let one's unopposed bid stand instead of raising it, ``STAND`` (FH-BID-13).

    Examples
    --------
    >>> Stand().text
    'STAND'
    """

    __slots__ = ()


class Alone(_Word):
    """To play without a partner in the five-handed game, ``ALONE`` (FH-P5-1).

    Examples
    --------
    >>> Alone().text
    'ALONE'
    """

    __slots__ = ()


class Nominate(Action):
    """The suit the contractor gives his joker before play, ``name S`` or ``name none`` (FH-JOK-2).

    Parameters
    ----------
    suit : Suit, str or None
        A suit, its letter or its name; None or ``none`` to decline.

    Raises
    ------
    TextError
        If a text names no suit.

    Examples
    --------
    >>> Nominate("S"), Nominate(Suit.HEARTS).text, Nominate(None).text
    (Nominate('S'), 'name H', 'name none')
    """

    __slots__ = ("suit",)
    _VERB = "name "

    suit: Suit | None
    """The suit named, or None."""

    def __new__(cls, suit: Suit | str | None) -> Self:
        if isinstance(suit, str):
            return typed(cls, look_up(TEXTS, f"NAME {suit}"), suit, "expected S, C, D, H or none")
        return cast(Self, INTERNED[ID_BLOCKS["nominate"][4 if suit is None else Suit(suit)]])


class CallPartner(Action):
    """The partner called with five players, by card or seat: ``call HA``, ``call seat 3`` (FH-P5-2).

    Parameters
    ----------
    called : Card or str, optional
        The card whose holder is called; as a text also ``seat 3``.
    seat : int, optional
        The seat called, 0 to 5, in place of a card.

    Raises
    ------
    TextError
        If a text names no card or seat.
    IndexError
        If there is no such seat.

    Examples
    --------
    >>> CallPartner("HA").card, CallPartner(Card.HA).text
    (Card.HA, 'call HA')
    >>> CallPartner(seat=3), CallPartner("seat 3").seat
    (CallPartner('seat 3'), 3)
    """

    __slots__ = ("card", "seat")
    _VERB = "call "

    card: Card | None
    """The card called, or None."""
    seat: int | None
    """The seat called, or None."""

    def __new__(cls, called: Card | str | None = None, *, seat: int | None = None) -> Self:
        if (called is None) == (seat is None):
            raise TypeError("CallPartner takes a card or a seat")
        if seat is not None:
            if not 0 <= seat < SEATS:
                raise IndexError(f"seat {seat} is not in 0..{SEATS - 1}")
            return cast(Self, INTERNED[ID_BLOCKS["call_seat"][seat]])
        if isinstance(called, str):
            return typed(cls, look_up(TEXTS, f"CALL {called}"), called, "expected a card, or seat 0 to 5")
        if not isinstance(called, Card):
            raise TypeError(f"the card called must be a Card or a str, not {type(called).__name__}")
        return cast(Self, INTERNED[ID_BLOCKS["call_card"][called]])


class Play(Action):
    """A card played: ``HQ``; or a suitless joker led naming a suit: ``JK:C`` (FH-JOK-8).

    Parameters
    ----------
    card : Card, int or str
        The card; a text may be anything :func:`parse_play` reads.
    named : Suit or None, default None
        The suit a led joker names.

    Raises
    ------
    TextError
        If a text names no card.
    GameError
        If a card other than ``JK`` names a suit.

    Examples
    --------
    >>> Play("HQ").card, Play(Card.HQ) is Play("qh")
    (Card.HQ, True)
    >>> Play("JK:C").named, Play(Card.JK, named=Suit.CLUBS)
    (<Suit.CLUBS: 1>, Play('JK:C'))
    """

    __slots__ = ("card", "named")

    card: Card
    """The card played."""
    named: Suit | None
    """The suit a led joker names, or None."""

    def __new__(cls, card: Card | int | str, *, named: Suit | None = None) -> Self:
        if isinstance(card, str):
            play = parse_play(card)
            if named is None or named is play.named:
                return cast(Self, play)
            card = play.card
        if not 0 <= card < len(Card):
            raise IndexError(f"card id {card} is not in 0..{len(Card) - 1}")
        if named is None:
            return cast(Self, INTERNED[ID_BLOCKS["play"].start + card])
        if card != Card.JK:
            raise GameError(
                f"only JK names a suit when led; got {Card(card).name} naming {Suit(named).letter}"
            )
        return cast(Self, INTERNED[ID_BLOCKS["play_joker"][Suit(named)]])


def parse_action(text: str) -> Action:
    """Read an action of either game, without context.

    Parameters
    ----------
    text : str
        The canonical text, or: any case, blanks around it, suit signs (``7♥``), ``PASS``, ``N`` for ``NT``,
        cards with the rank first where that is no bid (``QH``; but ``7H`` is the bid and ``H7`` the card),
        the cards of an exchange in any order and either spelling.

    Returns
    -------
    Action

    Raises
    ------
    TextError
        If the text is no action.

    Examples
    --------
    >>> parse_action("HQ"), parse_action("TS"), parse_action("7H"), parse_action("8n-sk"), parse_action("p")
    (Play('HQ'), Play('S10'), Bid('7H'), Bid('8NT-SK'), Pass())
    >>> parse_action("put d5 6c s5"), parse_action("name ♠"), parse_action("jk:c")
    (Exchange('S5 C6 D5'), Nominate('S'), Play('JK:C'))
    """
    found = TEXTS.get(text)
    if found is None:
        found = look_up(TEXTS, text)
        if found is None:
            verb = TOKEN.match(text)
            if verb is not None and verb["token"].upper() == "PUT":
                return read_put(text, verb.end())
            raise cannot_read(text, "an action", f"expected {A_CALL}, {A_CARD}, or {OTHERS}")
    return found


def parse_call(text: str) -> Pass | Bid:
    """Read a call: a pass or a bid of either game.

    Parameters
    ----------
    text : str
        As for :func:`parse_action`.

    Returns
    -------
    Pass or Bid

    Raises
    ------
    TextError
        If the text is no call; a card is none.

    Examples
    --------
    >>> parse_call("10nt"), parse_call("P"), parse_call("nil")
    (Bid('10NT'), Pass(), Bid('NIL'))
    """
    found = look_up(TEXTS, text)
    if isinstance(found, (Bid, Pass)):
        return found
    raise cannot_read(text, "a call", f"expected {A_CALL}")


def parse_play(text: str) -> Play:
    """Read a card played, in either spelling: here ``7H`` is the seven of hearts.

    Parameters
    ----------
    text : str
        A card as ``parse_card`` reads it, for a joker led naming a suit with ``:C`` behind it.

    Returns
    -------
    Play

    Raises
    ------
    TextError
        If the text is no card, or a card other than ``JK`` names a suit.

    Examples
    --------
    >>> parse_play("7H"), parse_play("H7"), parse_play("q♥"), parse_play("JK:C")
    (Play('H7'), Play('H7'), Play('HQ'), Play('JK:C'))
    """
    found = _PLAYS.get(text)
    if found is None:
        found = look_up(_PLAYS, text)
        if found is None:
            raise cannot_read(text, "a card played", f"expected {A_CARD}")
    return found


# ---- the interned actions -----------------------------------------------------------------------

_PLAYS: dict[str, Play] = {}


def _intern_play(card: Card, named: Suit | None = None) -> None:
    suffix = "" if named is None else f":{named.letter}"
    spellings = [spelling + suffix for spelling in SPELLINGS[card]]
    play = intern_action(Play, *spellings, card=card, named=named)
    _PLAYS.update(dict.fromkeys(spellings, play))


def _intern_all() -> None:
    """Build every action of the blocks up to ``put_1``, in the order of their ids."""
    INTERNED.clear()  # where this module is loaded again
    TEXTS.clear()
    intern_action(Pass, "P", "PASS")
    intern_action(Look, "LOOK")
    intern_action(Stand, "STAND")
    intern_action(Alone, "ALONE")
    for suit in Suit:
        intern_action(Nominate, f"name {suit.letter}", f"NAME {suit.name}", suit=suit)
    intern_action(Nominate, "name none", suit=None)
    for seat in range(SEATS):
        intern_action(CallPartner, f"call seat {seat}", card=None, seat=seat)
    intern_bids()  # before the cards: 7H is the bid
    for card in SPELLINGS:
        _intern_play(card)
    for suit in Suit:
        _intern_play(Card.JK, suit)
    for card, (name, *others) in SPELLINGS.items():
        intern_action(
            CallPartner, f"call {name}", *[f"CALL {other}" for other in others], card=card, seat=None
        )
    for card, (name, *others) in SPELLINGS.items():
        cards = CardSet.from_mask(1 << card)
        intern_action(PutCard, f"put {name}", *[f"PUT {other}" for other in others], card=card, cards=cards)


_intern_all()
_WORDS: dict[type[Action], Action] = {type(action): action for action in INTERNED[: ID_BLOCKS["alone"].stop]}

PASS = Pass()
"""The one pass."""
LOOK = Look()
"""The one look."""
STAND = Stand()
"""The one stand."""
ALONE = Alone()
"""The one declaration to play alone."""
