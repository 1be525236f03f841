"""Actions: everything a seat can do in either game, as values that read and write themselves.

An action is its text. ``HQ`` is always the card and ``7H`` always the bid, so no context is needed to read
one back. It is also a number, the same in both games and in every version: ``ID_BLOCKS`` is the whole
numbering, ``docs/actions.md`` explains it, and changing it needs a new major version.

Actions are frozen, hashable and ordered by id (which is not the rank of a bid; see ``fivehundred.bids``). All
but exchanges of two or more cards are interned: equal ones are the same object, also after pickling.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import Enum
from itertools import accumulate, pairwise
from math import comb
from types import MappingProxyType
from typing import ClassVar, NoReturn, Self, TypeVar, cast

from tricktake.cards import Card, CardSet, Strain, Suit, parse_card
from tricktake.errors import GameError, SetupError, TextError

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

_CARDS: tuple[Card, ...] = tuple(Card)
_NAMES: tuple[str, ...] = tuple(card.name for card in _CARDS)
_MOST_PUT = 5  # FH-DECK-1: no kitty is larger
_SEATS = 6  # FH-GEN-2: no game has more

_LENGTHS = {
    "pass": 1,
    "look": 1,
    "stand": 1,
    "alone": 1,
    "nominate": 5,  # S C D H none
    "call_seat": _SEATS,
    "bid": 28,  # 6S 6C 6D 6H 6NT 7S … 10NT M OM BM
    "bid_sans_kitty": 28,  # the same with -SK
    "spades_bid": 23,  # 1 … 17 NIL 1F 2F B6 BN SM
    "play": 68,  # by card id
    "play_joker": 4,  # JK led naming S C D H
    "call_card": 68,  # by card id
    "put_1": 68,  # by card id
    "put_2": comb(68, 2),  # by colexicographic rank of the card ids among all sets of that size
    "put_3": comb(68, 3),
    "put_4": comb(68, 4),
    "put_5": comb(68, 5),
}

_BOUNDS = pairwise(accumulate(_LENGTHS.values(), initial=0))

ID_BLOCKS: Mapping[str, range] = MappingProxyType(
    {name: range(start, stop) for name, (start, stop) in zip(_LENGTHS, _BOUNDS, strict=True)}
)
"""The ids of every kind of action, block by block. Frozen: a change needs a new major version."""

ACTION_COUNT: int = ID_BLOCKS["put_5"].stop
"""How many action ids there are."""

_SUBSETS = [[comb(card, size) for card in range(len(_CARDS))] for size in range(_MOST_PUT + 1)]


class BidKind(Enum):
    """What a bid undertakes.

    Examples
    --------
    >>> Bid("7H").kind, Bid("4").kind, Bid("SM").kind.value
    (<BidKind.NUMERIC: 'numeric'>, <BidKind.COUNT: 'count'>, 'shoot the moon')
    """

    NUMERIC = "numeric"
    """Five Hundred: at least so many tricks in a strain (FH-BID-2)."""
    MISERE = "misère"
    """Five Hundred: no trick (FH-BID-5)."""
    OPEN_MISERE = "open misère"
    """Five Hundred: no trick, with the hand exposed (FH-BID-6)."""
    BLIND_MISERE = "blind misère"
    """Five Hundred: no trick, called before looking (FH-BID-7)."""
    COUNT = "count"
    """Spades: at least so many tricks (CS-BID-2)."""
    NIL = "nil"
    """Spades: no trick (CS-BID-2)."""
    ONE_FOR_FIFTY = "one for fifty"
    """Spades: exactly one trick (CS-BID-3)."""
    TWO_FOR_FORTY = "two for forty"
    """Spades: exactly two tricks (CS-BID-3)."""
    BLIND_SIX = "blind six"
    """Spades: at least six tricks, before looking (CS-BID-3)."""
    BLIND_NIL = "blind nil"
    """Spades: no trick, before looking (CS-BID-3)."""
    SHOOT_THE_MOON = "shoot the moon"
    """Spades: at least so many tricks as the rules ask (CS-BID-3)."""


_MISERES = (BidKind.MISERE, BidKind.OPEN_MISERE, BidKind.BLIND_MISERE)
_BLIND = (BidKind.BLIND_MISERE, BidKind.BLIND_SIX, BidKind.BLIND_NIL)


class Action:
    """Base of every action. Build one with a subclass, :func:`parse_action` or :func:`action_from_id`.

    Examples
    --------
    >>> action = parse_action("7H-SK")
    >>> action, action.text, action.id, isinstance(action, Action)
    (Bid('7H-SK'), '7H-SK', 51, True)
    >>> sorted([parse_action("HQ"), parse_action("7H"), parse_action("P")])
    [Pass(), Bid('7H'), Play('HQ')]
    """

    __slots__ = ("id", "text")
    _VERB: ClassVar[str] = ""

    text: str
    """Canonical text, readable without context."""
    id: int
    """Number of the action, 0 <= id < ``ACTION_COUNT``; see ``ID_BLOCKS``."""

    def __new__(cls, *args: object, **kwargs: object) -> Self:
        raise TypeError("Action is a base class; use Pass, Bid, Play … or parse_action")

    @classmethod
    def from_id(cls, id: int) -> Self:
        """Return the action of this class with this id.

        Parameters
        ----------
        id : int
            0 <= id < ``ACTION_COUNT``.

        Returns
        -------
        Action
            The interned object if there is one.

        Raises
        ------
        IndexError
            If no action has this id, or one of another class.

        Examples
        --------
        >>> Action.from_id(0), Play.from_id(94)
        (Pass(), Play('S2'))
        """
        action = action_from_id(id)
        if not isinstance(action, cls):
            raise IndexError(f"action id {id} is {action!r}, not a {cls.__name__}")
        return action

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self!r} is frozen; cannot set {name!r}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{self!r} is frozen; cannot delete {name!r}")

    def __hash__(self) -> int:
        # The id, not the address, so that sets of actions are the same in every run.
        return self.id

    def __lt__(self, other: object) -> bool:
        return self.id < other.id if isinstance(other, Action) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.id <= other.id if isinstance(other, Action) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self.id > other.id if isinstance(other, Action) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self.id >= other.id if isinstance(other, Action) else NotImplemented

    def __str__(self) -> str:
        return self.text

    def __format__(self, spec: str) -> str:
        return format(self.text, spec)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.text.removeprefix(self._VERB)!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return action_from_id, (self.id,)


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
            return _typed(cls, _lookup(_ACTIONS, f"NAME {suit}"), suit, "expected S, C, D, H or none")
        return cast(Self, _SMALL[ID_BLOCKS["nominate"][4 if suit is None else Suit(suit)]])


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
            if not 0 <= seat < _SEATS:
                raise IndexError(f"seat {seat} is not in 0..{_SEATS - 1}")
            return cast(Self, _SMALL[ID_BLOCKS["call_seat"][seat]])
        if isinstance(called, str):
            return _typed(cls, _lookup(_ACTIONS, f"CALL {called}"), called, "expected a card, or seat 0 to 5")
        if not isinstance(called, Card):
            raise TypeError(f"the card called must be a Card or a str, not {type(called).__name__}")
        return cast(Self, _SMALL[ID_BLOCKS["call_card"][called]])


class Bid(Action):
    """A bid of either game: ``7H``, ``10NT``, ``OM``, ``7H-SK``; in spades ``4``, ``NIL``, ``B6``.

    Parameters
    ----------
    text : str
        The bid, as :func:`parse_call` reads it.

    Raises
    ------
    TextError
        If the text is no bid.

    Notes
    -----
    Bids sort by id. Which bid outranks which depends on the rules: ``fivehundred.bids.BidTable``.

    Examples
    --------
    >>> bid = Bid("7H-SK")
    >>> bid.level, bid.strain, bid.sans_kitty, bid.plain
    (7, <Strain.HEARTS: 3>, True, Bid('7H'))
    >>> Bid("OM").is_misere, Bid("BN").is_blind, Bid("4").level
    (True, True, 4)
    """

    __slots__ = ("is_blind", "is_misere", "kind", "level", "sans_kitty", "strain")

    kind: BidKind
    """What the bid undertakes."""
    level: int | None
    """Tricks undertaken by a numeric or count bid, else None."""
    strain: Strain | None
    """Strain of a numeric bid, else None."""
    sans_kitty: bool
    """Whether the kitty stays untouched (FH-BID-9)."""
    is_misere: bool
    """Whether it is a misère, open misère or blind misère."""
    is_blind: bool
    """Whether it is made before looking."""

    def __new__(cls, text: str) -> Self:
        found = _ACTIONS.get(text)
        if isinstance(found, cls):
            return found
        return _typed(cls, _lookup(_ACTIONS, text), text, f"expected {_A_BID}")

    @classmethod
    def numeric(cls, level: int, strain: Strain | Suit, *, sans_kitty: bool = False) -> Self:
        """Build a Five Hundred bid from its parts.

        Parameters
        ----------
        level : int
            Tricks undertaken, 6 to 10.
        strain : Strain or Suit
            What it is played in.
        sans_kitty : bool, default False
            Whether the kitty stays untouched.

        Returns
        -------
        Bid

        Raises
        ------
        IndexError
            If the level or the strain is out of range.

        Examples
        --------
        >>> Bid.numeric(7, Strain.NO_TRUMP), Bid.numeric(8, Suit.HEARTS, sans_kitty=True)
        (Bid('7NT'), Bid('8H-SK'))
        """
        if not (6 <= level <= 10 and 0 <= strain < len(Strain)):
            raise IndexError(f"no bid has level {level} and strain {int(strain)}")
        block = ID_BLOCKS["bid_sans_kitty" if sans_kitty else "bid"]
        return cast(Self, _SMALL[block[5 * (level - 6) + strain]])

    @property
    def plain(self) -> Bid:
        """The same bid without ``-SK``."""
        return cast(Bid, _SMALL[self.id - len(ID_BLOCKS["bid"])]) if self.sans_kitty else self


class Exchange(Action):
    """Cards put away face down after taking the kitty, ``put S5 C6 D5`` (FH-KIT-1).

    Parameters
    ----------
    cards : str or iterable of Card, int or str
        One to five different cards, in any order. One card gives a :class:`PutCard`.

    Raises
    ------
    TextError
        If a text names no card, one twice, or too many or too few.
    SetupError
        If other cards are given twice, or too many or too few.

    Examples
    --------
    >>> Exchange("D5 S5 C6"), Exchange([Card.D5, Card.S5, Card.C6]).text
    (Exchange('S5 C6 D5'), 'put S5 C6 D5')
    >>> Exchange("5D 6C 5S") == Exchange("S5 C6 D5"), Exchange("S5")
    (True, PutCard('S5'))
    """

    __slots__ = ("cards",)
    _VERB = "put "

    cards: CardSet
    """The cards put away."""

    def __new__(cls, cards: str | Iterable[Card | int | str]) -> Self:
        if isinstance(cards, str):
            return _typed(cls, _read_put(cards, 0), cards, "expected one card")
        listed = tuple(cards)
        chosen = CardSet(listed)
        if len(chosen) != len(listed):
            raise SetupError(f"a card stands twice in {' '.join(str(card) for card in listed)}")
        if not 1 <= len(chosen) <= _MOST_PUT:
            raise SetupError(f"an exchange puts away 1 to {_MOST_PUT} cards, not {len(chosen)}")
        return _typed(cls, _put(chosen), str(chosen), "expected one card")

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Exchange) else NotImplemented

    __hash__ = Action.__hash__


class PutCard(Exchange):
    """An exchange of one card, ``put S5``; environments put away one card at a time.

    Parameters
    ----------
    card : Card, int or str
        The card put away.

    Raises
    ------
    TextError
        If a text names no card, or several.

    Examples
    --------
    >>> PutCard("S5"), PutCard(Card.S5).card, PutCard("5S") is Exchange("S5")
    (PutCard('S5'), Card.S5, True)
    """

    __slots__ = ("card",)

    card: Card
    """The card put away."""

    def __new__(cls, card: Card | int | str) -> Self:
        return super().__new__(cls, card if isinstance(card, str) else (card,))


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
        if not 0 <= card < len(_CARDS):
            raise IndexError(f"card id {card} is not in 0..{len(_CARDS) - 1}")
        if named is None:
            return cast(Self, _SMALL[ID_BLOCKS["play"].start + card])
        if card != Card.JK:
            raise GameError(f"only JK names a suit when led; got {_NAMES[card]} naming {Suit(named).letter}")
        return cast(Self, _SMALL[ID_BLOCKS["play_joker"][Suit(named)]])


def action_from_id(id: int) -> Action:
    """Return the action with this id.

    Parameters
    ----------
    id : int
        0 <= id < ``ACTION_COUNT``.

    Returns
    -------
    Action
        The interned object if there is one.

    Raises
    ------
    IndexError
        If no action has this id.

    Examples
    --------
    >>> action_from_id(0), action_from_id(Play("HQ").id), action_from_id(ID_BLOCKS["put_3"][0])
    (Pass(), Play('HQ'), Exchange('S2 S3 S4'))
    """
    if 0 <= id < len(_SMALL):
        return _SMALL[id]
    for size in range(2, _MOST_PUT + 1):
        block = ID_BLOCKS[f"put_{size}"]
        if block.start <= id < block.stop:
            rank = int(id) - block.start
            mask = 0
            for chosen in range(size, 0, -1):
                card = bisect_right(_SUBSETS[chosen], rank) - 1
                rank -= _SUBSETS[chosen][card]
                mask |= 1 << card
            return _put(CardSet.from_mask(mask))
    raise IndexError(f"action id {id} is not in 0..{ACTION_COUNT - 1}")


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
    found = _ACTIONS.get(text)
    if found is None:
        found = _lookup(_ACTIONS, text)
        if found is None:
            verb = _TOKEN.match(text)
            if verb is not None and verb["token"].upper() == "PUT":
                return _read_put(text, verb.end())
            raise _cannot_read(text, "an action", f"expected {_A_CALL}, {_A_CARD}, or {_OTHERS}")
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
    found = _lookup(_ACTIONS, text)
    if isinstance(found, (Bid, Pass)):
        return found
    raise _cannot_read(text, "a call", f"expected {_A_CALL}")


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
        found = _lookup(_PLAYS, text)
        if found is None:
            raise _cannot_read(text, "a card played", f"expected {_A_CARD}")
    return found


# ---- reading ------------------------------------------------------------------------------------

_T = TypeVar("_T", bound=Action)
_TOKEN = re.compile(r"[\s,]*(?P<token>[^\s,]+)")
_SIGNS = str.maketrans("♠♤♣♧♦♢♥♡", "SSCCDDHH", "\ufe0e\ufe0f")  # without the selectors of text or colour
_A_BID = "a bid (7H, M, NIL)"
_A_CALL = "a call (P, 7H, M, NIL)"
_A_CARD = "a card (HQ, JK:C)"
_OTHERS = "one of LOOK, STAND, ALONE, put S5, call HA, name S"
_HINTS = ("PASS", "LOOK", "STAND", "ALONE", "NIL", "put", "call", "name", "seat", "none")


def _fold(text: str) -> str:
    """Capital letters, suit letters for signs, single blanks; a text beyond ASCII is left as it is."""
    folded = " ".join(text.translate(_SIGNS).split())
    return folded.upper() if folded.isascii() else text


def _lookup(table: Mapping[str, _T], text: str) -> _T | None:
    if not isinstance(text, str):
        raise TypeError(f"the text of an action must be a str, not {type(text).__name__}")
    return table.get(_fold(text))


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def _cannot_read(text: str, what: str, expected: str) -> TextError:
    """Return the error for a text that is not what it should be, with a hint if a word comes near."""
    words = {hint.upper(): hint for hint in _HINTS}
    folded = _fold(text)
    for word in folded.split()[:2] if len(folded) <= 40 else ():
        near = get_close_matches(word, words, n=1, cutoff=0.7)
        if near and near[0] != word:
            expected += f"; did you mean {words[near[0]]!r}?"
            break
    if folded == "J":
        expected += "; the joker is JK"
    head, colon, _ = folded.partition(":")
    if colon and head in _PLAYS and _PLAYS[head].card is not Card.JK:
        expected += "; only JK names a suit when led"
    return TextError(f"cannot read {_shown(text)} as {what}: {expected}", text)


def _typed(cls: type[_T], found: Action | None, text: str, expected: str) -> _T:
    """Pass on an action of this class; refuse anything else."""
    if not isinstance(found, cls):
        raise _cannot_read(text, f"the text of {cls.__name__}", expected)
    return found


def _read_put(text: str, start: int) -> Exchange:
    """Read the cards of an exchange, from an offset on."""
    mask = 0
    for found in _TOKEN.finditer(text, start):
        try:
            bit = 1 << parse_card(found["token"])
        except TextError as error:
            raise TextError(f"{error} in {_shown(text)}", text, found.start("token")) from None
        if mask & bit:
            raise TextError(f"{found['token']} stands twice in {_shown(text)}", text, found.start("token"))
        mask |= bit
    if not 1 <= mask.bit_count() <= _MOST_PUT:
        wanted = f"an exchange puts away 1 to {_MOST_PUT} cards, not {mask.bit_count()}"
        raise TextError(f"{wanted} as in {_shown(text)}", text, start)
    return _put(CardSet.from_mask(mask))


# ---- the interned actions -----------------------------------------------------------------------


def _make(cls: type[_T], id: int, text: str, **fields: object) -> _T:
    """Build an action past its constructor; trusts its caller."""
    made = object.__new__(cls)
    for name, value in (("id", id), ("text", text), *fields.items()):
        object.__setattr__(made, name, value)
    return made


def _put(cards: CardSet) -> Exchange:
    """The exchange of 1 to 5 cards; trusts its caller."""
    ids = cards.ascending()
    if len(ids) == 1:
        return cast(Exchange, _SMALL[ID_BLOCKS["put_1"].start + ids[0]])
    rank = sum([_SUBSETS[size][card] for size, card in enumerate(ids, 1)])
    text = " ".join(["put", *[_NAMES[card] for card in ids]])
    return _make(Exchange, ID_BLOCKS[f"put_{len(ids)}"].start + rank, text, cards=cards)


def _make_bid(
    id: int, text: str, kind: BidKind, level: int | None = None, strain: Strain | None = None
) -> Bid:
    return _make(
        Bid,
        id,
        text,
        kind=kind,
        level=level,
        strain=strain,
        sans_kitty=text.endswith("-SK"),
        is_misere=kind in _MISERES,
        is_blind=kind in _BLIND,
    )


def _make_small() -> list[Action]:
    """Every action of the blocks up to ``put_1``, in the order of their ids."""
    made: list[Action] = []
    for word, text in ((Pass, "P"), (Look, "LOOK"), (Stand, "STAND"), (Alone, "ALONE")):
        made.append(_make(word, len(made), text))
    for suit in (*Suit, None):
        text = "name none" if suit is None else f"name {suit.letter}"
        made.append(_make(Nominate, len(made), text, suit=suit))
    for seat in range(_SEATS):
        made.append(_make(CallPartner, len(made), f"call seat {seat}", card=None, seat=seat))
    for suffix in ("", "-SK"):
        for level in range(6, 11):  # FH-BID-2
            for strain in Strain:
                text = f"{level}{strain.letter}{suffix}"
                made.append(_make_bid(len(made), text, BidKind.NUMERIC, level, strain))
        for text, kind in zip(("M", "OM", "BM"), _MISERES, strict=True):
            made.append(_make_bid(len(made), text + suffix, kind))
    for tricks in range(1, 18):  # CS-BID-2
        made.append(_make_bid(len(made), str(tricks), BidKind.COUNT, tricks))
    specials = (
        ("NIL", BidKind.NIL),
        ("1F", BidKind.ONE_FOR_FIFTY),
        ("2F", BidKind.TWO_FOR_FORTY),
        ("B6", BidKind.BLIND_SIX),
        ("BN", BidKind.BLIND_NIL),
        ("SM", BidKind.SHOOT_THE_MOON),
    )
    for text, kind in specials:  # CS-BID-3
        made.append(_make_bid(len(made), text, kind))
    for card in _CARDS:
        made.append(_make(Play, len(made), card.name, card=card, named=None))
    for suit in Suit:
        made.append(_make(Play, len(made), f"JK:{suit.letter}", card=Card.JK, named=suit))
    for card in _CARDS:
        made.append(_make(CallPartner, len(made), f"call {card.name}", card=card, seat=None))
    for card in _CARDS:
        made.append(_make(PutCard, len(made), f"put {card.name}", card=card, cards=CardSet((card,))))
    return made


def _spellings(card: Card) -> list[str]:
    """How capital letters can spell a card, the canonical way first."""
    if card.is_joker:
        return [card.name, "JOKER"] if card is Card.JK else [card.name]
    suit, rank = card.name[0], card.name[1:]
    return [suit + rank, rank + suit] + ([suit + "T", "T" + suit] if rank == "10" else [])


_SMALL = _make_small()
_WORDS: dict[type[Action], Action] = {type(action): action for action in _SMALL[: ID_BLOCKS["alone"].stop]}

PASS = Pass()
"""The one pass."""
LOOK = Look()
"""The one look."""
STAND = Stand()
"""The one stand."""
ALONE = Alone()
"""The one declaration to play alone."""

_ACTIONS: dict[str, Action] = {}
_PLAYS: dict[str, Play] = {}


def _fill_texts() -> None:
    for action in _SMALL:
        _ACTIONS[action.text] = _ACTIONS[action.text.upper()] = action
        if isinstance(action, Bid) and action.strain is Strain.NO_TRUMP:
            _ACTIONS[action.text.replace("NT", "N")] = action
        if isinstance(action, Nominate) and action.suit is not None:
            _ACTIONS[f"NAME {action.suit.name}"] = action
    _ACTIONS["PASS"] = PASS
    for action in _SMALL:
        if isinstance(action, Play):
            named = "" if action.named is None else f":{action.named.letter}"
            for spelling in _spellings(action.card):
                _PLAYS[spelling + named] = action
                _ACTIONS.setdefault(spelling + named, action)  # a bid comes before a card: 7H
        if isinstance(action, (CallPartner, PutCard)) and action.card is not None:
            for spelling in _spellings(action.card):
                _ACTIONS[f"{action._VERB}{spelling}".upper()] = action


_fill_texts()
