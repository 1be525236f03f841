"""What every action is, the list of the interned ones, and the exchanges, too many to be interned.

An action is a text and a number. The interned ones are made once, in the order of their ids, when ``actions``
is imported; an exchange of two or more cards is made when it is asked for. What is public in
``tricktake.actions`` is at home there, so that pickles do not depend on how the files are cut.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, NoReturn, Self, TypeVar, cast

from tricktake._action_ids import MOST_PUT, exchange_id, exchange_mask
from tricktake._action_texts import read_cards, typed
from tricktake.cards import Card, CardSet
from tricktake.errors import SetupError

__all__ = [
    "INTERNED",
    "TEXTS",
    "Action",
    "Exchange",
    "PutCard",
    "action_from_id",
    "at_home",
    "intern_action",
    "read_put",
]

_NAMES = tuple(card.name for card in Card)
_Public = TypeVar("_Public", bound=Callable[..., object])


def at_home(public: _Public) -> _Public:
    """Put a class or function into ``tricktake.actions``: pickles, ``repr`` and doctest look for it there."""
    public.__module__ = "tricktake.actions"
    return public


@at_home
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
    @at_home
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


INTERNED: list[Action] = []
"""The interned actions: those of the blocks up to ``put_1``, by id."""

TEXTS: dict[str, Action] = {}
"""The interned actions by text: as they write themselves, and in every spelling of capital letters."""

_A = TypeVar("_A", bound=Action)


def _make(cls: type[_A], id: int, text: str, **fields: object) -> _A:
    """Build an action past its constructor; trusts its caller."""
    made = object.__new__(cls)
    for name, value in (("id", id), ("text", text), *fields.items()):
        object.__setattr__(made, name, value)
    return made


def intern_action(cls: type[_A], text: str, *spellings: str, **fields: object) -> _A:
    """Build the action with the next id; a spelling that an earlier action has stays with that."""
    made = _make(cls, len(INTERNED), text, **fields)
    INTERNED.append(made)
    for spelling in (text, text.upper(), *spellings):
        TEXTS.setdefault(spelling, made)
    return made


@at_home
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
    if 0 <= id < len(INTERNED):
        return INTERNED[id]
    return _put(CardSet.from_mask(exchange_mask(id)))


@at_home
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
            return typed(cls, read_put(cards, 0), cards, "expected one card")
        listed = tuple(cards)
        chosen = CardSet(listed)
        if len(chosen) != len(listed):
            raise SetupError(f"a card stands twice in {' '.join(str(card) for card in listed)}")
        if not 1 <= len(chosen) <= MOST_PUT:
            raise SetupError(f"an exchange puts away 1 to {MOST_PUT} cards, not {len(chosen)}")
        return typed(cls, _put(chosen), str(chosen), "expected one card")

    def __eq__(self, other: object) -> bool:
        return self.id == other.id if isinstance(other, Exchange) else NotImplemented

    def __hash__(self) -> int:  # of an action; __eq__ has taken it away
        return self.id


@at_home
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


def read_put(text: str, start: int) -> Exchange:
    """Read the cards of an exchange, from an offset on."""
    return _put(CardSet.from_mask(read_cards(text, start)))


def _put(cards: CardSet) -> Exchange:
    """The exchange of 1 to 5 cards; trusts its caller."""
    ids = cards.ascending()
    id = exchange_id(ids)
    if len(ids) == 1:
        return cast(Exchange, INTERNED[id])
    return _make(Exchange, id, " ".join(["put", *[_NAMES[card] for card in ids]]), cards=cards)
