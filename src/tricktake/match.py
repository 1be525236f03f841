"""Deals one after the other: the deal passing round, running scores, an end, and everything taken back.

:class:`Series` is any row of things that are played to their end, one after the other: the deals of a
match, the games of a tourney. A game's ``Match`` derives from :class:`MatchState`, which knows seeds,
dealers and texts, and says what a deal is worth and who has won.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from cardcore import Stream, key_from_seed, secure_permutation
from tricktake._checks import check_scores, read_number, seat_of, whole
from tricktake._copying import copy_slots
from tricktake._notebook import Drawn
from tricktake._text import SEED_DIGITS, Head, read_numbers, read_seed, write_head, write_numbers, write_seed
from tricktake.actions import Action
from tricktake.errors import GameError, RecordError, SetupError, WrongPhase
from tricktake.trickdeal import TrickDeal

__all__ = ["SEATING_STREAM", "MatchState", "Series", "check_seed", "draw_dealer"]

SEATING_STREAM = 1
"""Purpose of the random stream that draws seats and the first dealer, see ``docs/seeds.md``."""


class _Played(Protocol):
    """What a series is made of."""

    @property
    def is_over(self) -> bool: ...
    def push(self, action: Action | str) -> Action: ...
    def pop(self) -> Action: ...
    def copy(self) -> Self: ...
    def to_text(self) -> str: ...
    def __len__(self) -> int: ...


_Laid = TypeVar("_Laid", bound=_Played)
_Item_co = TypeVar("_Item_co", bound=_Played, covariant=True)
_Deal_co = TypeVar("_Deal_co", bound=TrickDeal[Any], covariant=True)


def check_seed(seed: int) -> int:
    """A seed as a plain int.

    Parameters
    ----------
    seed : int

    Returns
    -------
    int

    Raises
    ------
    SetupError
        If its text could not be read back.

    Examples
    --------
    >>> check_seed(500)
    500
    """
    seed = whole("seed", seed)
    if seed.bit_length() > 4 * SEED_DIGITS:
        raise SetupError(f"a seed has at most {SEED_DIGITS} hexadecimal digits")
    return seed


def draw_dealer(players: int, seed: int | tuple[int, int] | None) -> int:
    """Draw the first dealer.

    Parameters
    ----------
    players : int
        Number of seats.
    seed : int, pair of int or None
        None: from the operating system's entropy.

    Returns
    -------
    int
        A seat.

    Examples
    --------
    >>> draw_dealer(4, 500) == draw_dealer(4, 500)
    True
    """
    if seed is None:
        return secure_permutation(players)[0]
    return Stream(seed, purpose=SEATING_STREAM).below(players)


class Series(Drawn, ABC, Generic[_Item_co]):
    """Things played one after the other, the next one begun when the last is over.

    One that another follows is the series' own: nobody else has a reference to it, so that it cannot be
    changed behind the back of the series, and copies of the series share it.
    """

    __slots__ = ("_items",)
    _PICTURE: ClassVar[str] = "scoresheet"

    _KIND: ClassVar[str]  # what its text is called
    _ONE: ClassVar[str]  # what one of its things is called
    _ALL: ClassVar[str]  # what the whole is called

    def __init__(self) -> None:
        self._items: list[_Item_co] = []

    def _all(self) -> tuple[_Item_co, ...]:
        """All so far: copies, and the current one itself."""
        return (*[item.copy() for item in self._items[:-1]], *self._items[-1:])

    @property
    def _current(self) -> _Item_co | None:
        return self._items[-1] if self._items else None

    @property
    @abstractmethod
    def winners(self) -> frozenset[int] | None:
        """Indices of the sides that have won; None as long as it goes on."""

    @abstractmethod
    def _make(self) -> _Item_co:
        """The next one."""

    @property
    def is_over(self) -> bool:
        """Whether it has been won."""
        return self.winners is not None

    def __len__(self) -> int:
        """Count the actions so far."""
        return sum([len(item) for item in self._items])

    def __bool__(self) -> bool:
        return True

    def _next(self) -> _Item_co:
        """The next one, not yet on the table."""
        current = self._current
        if current is not None and not current.is_over:
            raise WrongPhase(f"{self._ONE} {len(self._items)} is not over")
        if self.is_over:
            raise WrongPhase(f"the {self._ALL} is over")
        return self._make()

    def _lay_out(self: Series[_Laid], item: _Laid) -> _Laid:
        """Make one the current one; the one before it becomes the series' own."""
        self._items[-1:] = [last.copy() for last in self._items[-1:]]
        self._items.append(item)
        return item

    def push(self, action: Action | str) -> Action:
        """Take an action in the current deal, which is dealt first if there is none or the last one is over.

        Parameters
        ----------
        action : Action or str

        Returns
        -------
        Action

        Raises
        ------
        WrongPhase
            If all is over.
        IllegalAction, TextError
            As ``Deal.push``; nothing has changed, and no new deal has been dealt.
        """
        current = self._current
        if current is not None and not current.is_over:
            return current.push(action)
        current = self._next()
        taken = current.push(action)
        self._lay_out(current)
        return taken

    def pop(self) -> Action:
        """Take back the last action, and with it the deals that then have none.

        Returns
        -------
        Action

        Raises
        ------
        IndexError
            If there is none; nothing has changed.

        Notes
        -----
        Dealing is no action: a deal goes back into the pack with its first action, whether :meth:`push` or
        ``next_deal`` dealt it, and so does one that has none yet. This restores what was there before a
        :meth:`push`, except that a deal laid out by ``next_deal`` is gone too; ``match.deal.pop()``
        leaves it on the table. Dealt again it has the same cards, unless there is no seed.
        """
        at = len(self._items) - 1
        while at >= 0 and not len(self._items[at]):
            at -= 1
        if at < 0:
            raise IndexError("no action to take back")
        self._drop_after(at)
        action = self._items[at].pop()
        if not len(self._items[at]):
            self._drop_after(at - 1)
        return action

    def _drop_after(self, last: int) -> None:
        """Take up all after one of them; copies of the series share that one, so it is copied first."""
        if last < len(self._items) - 1:
            del self._items[last + 1 :]
            if self._items:
                self._items[-1] = self._items[-1].copy()

    # ---- values ----------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy."""
        made = copy_slots(self)
        made._items = self._items[:-1] + [item.copy() for item in self._items[-1:]]
        return made

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    @abstractmethod
    def _key(self) -> tuple[object, ...]:
        """What makes two of them equal, besides what they are made of."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Series) or self._KIND != other._KIND:
            return NotImplemented
        return self._key() == other._key() and self._items == other._items

    def __hash__(self) -> int:
        return hash((self._key(), tuple(self._items)))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_text, (self.to_text(),)

    @abstractmethod
    def _head(self) -> dict[str, str]:
        """The fields of the first line of its text."""

    def to_text(self) -> str:
        """Write all of it, one line for itself and one for each deal; see ``docs/deal-text.md``.

        Returns
        -------
        str

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> match = fh.Match(seed=500, dealer=3)
        >>> _ = match.push("6S")
        >>> fh.Match.from_text(match.to_text()) == match
        True
        """
        lines = [write_head(self._KIND, TEXT_VERSION, self._head())]
        return "\n".join([*lines, *[item.to_text().rstrip("\n") for item in self._items]]) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read what :meth:`to_text` writes.

        Parameters
        ----------
        text : str

        Returns
        -------
        Match

        Raises
        ------
        RecordError
            If the text is damaged, of another version, or its deals do not follow from one another.
        """
        if not isinstance(text, str):
            raise TypeError(f"the text of a {cls._ALL} must be a str, not {type(text).__name__}")
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        return cls._from_lines(lines)

    @classmethod
    @abstractmethod
    def _from_lines(cls, lines: Sequence[tuple[int, str]]) -> Self:
        """Read numbered lines that are not blank."""


TEXT_VERSION = 1
"""Version of the text forms of matches, games and tourneys."""


class MatchState(Series[_Deal_co]):
    """Deals in sequence with running scores. Base of each game's ``Match``.

    Parameters
    ----------
    players, sides : int
        How many of each there are.
    seed : int or None
        Draws the first dealer and deals every deal.
    dealer : int or None
        First dealer; None: drawn.
    scores : sequence of int or None
        Scores of the sides at the start.
    number : int
        Which deal of the seed is the first.
    """

    __slots__ = ("_dealer", "_key_of_seed", "_number", "_players", "_scores", "_seed")
    _ONE = "deal"
    _FIELDS: ClassVar[tuple[str, ...]] = ("rules", "seed", "dealer", "scores")

    def __init__(
        self,
        players: int,
        sides: int,
        *,
        seed: int | None,
        dealer: int | None,
        scores: Sequence[int] | None,
        number: int = 0,
    ) -> None:
        super().__init__()
        self._players = players
        self._seed = None if seed is None else check_seed(seed)
        self._key_of_seed = None if self._seed is None else key_from_seed(self._seed)
        drawn = draw_dealer(players, self._seed) if dealer is None else dealer
        self._dealer = seat_of("dealer", drawn, players)
        self._scores = check_scores(scores, sides)
        self._number = whole("number", number)

    @property
    def deals(self) -> tuple[_Deal_co, ...]:
        """The deals so far, the current one last.

        Those before the current one are copies, made at each call; the current one is :attr:`deal` itself.
        """
        return self._all()

    @property
    def deal(self) -> _Deal_co | None:
        """The current deal itself, for ``push`` and ``pop``; None before the first.

        It stays the current one when it is over, until the next is dealt. From then on an older reference to
        it is to a deal of its own, which the match does not look at.
        """
        return self._current

    def next_deal(self) -> _Deal_co:
        """Deal the next cards.

        Returns
        -------
        Deal
            The new current deal.

        Raises
        ------
        WrongPhase
            If the current deal is not finished or the match is over.
        """
        return self._lay_out(self._next())

    @property
    def seed(self) -> int | None:
        """The seed, if there is one."""
        return self._seed

    @property
    def first_dealer(self) -> int:
        """Seat that deals first."""
        return self._dealer

    @property
    def next_dealer(self) -> int:
        """Seat that deals next (FH-GEN-3, CS-DEAL-5)."""
        return (self._dealer + len(self._items)) % self._players

    @property
    def first_scores(self) -> tuple[int, ...]:
        """Scores of the sides at the start, in points."""
        return self._scores

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """Scores of the sides after the last finished deal, in points."""

    @abstractmethod
    def _rules_text(self) -> str:
        """The rules as a word."""

    @classmethod
    @abstractmethod
    def _read_deal(cls, line: str) -> _Deal_co:
        """Read a deal."""

    @classmethod
    @abstractmethod
    def _from_head(cls, head: Head) -> Self:
        """The match of a first line, before its deals."""

    def _head(self) -> dict[str, str]:
        return {
            "rules": self._rules_text(),
            "seed": write_seed(self._seed),
            "dealer": str(self._dealer),
            "scores": write_numbers(self._scores),
        }

    @staticmethod
    def _common(head: Head) -> dict[str, Any]:
        """The fields every match has, read."""
        return {
            "seed": head.need("seed", read_seed),
            "dealer": head.need("dealer", read_number),
            "scores": head.need("scores", read_numbers),
        }

    @classmethod
    def _from_lines(cls, lines: Sequence[tuple[int, str]]) -> Self:
        line = lines[0][1] if lines else ""
        head = Head(line, len(line), cls._KIND, TEXT_VERSION, cls._FIELDS)
        try:
            match = cls._from_head(head)
        except (GameError, IndexError) as error:
            raise error if isinstance(error, RecordError) else RecordError(str(error), line) from error
        for number, line in lines[1:]:
            match._items.append(match._follow(number, line))
        return match

    def _follow(self, number: int, line: str) -> _Deal_co:
        """The deal of a line, if it can be the next one."""
        try:
            deal = self._read_deal(line)
        except RecordError as error:
            raise RecordError(f"line {number}: {error}", line, error.offset) from error
        current = self._current
        if self.is_over or (current is not None and not current.is_over):
            raise RecordError(f"line {number}: the deal before is not over, or the {self._ALL} is", line)
        due = self._make()
        if deal._terms() != due._terms():
            raise RecordError(f"line {number}: rules, dealer or scores do not follow the deals before", line)
        if self._seed is not None and deal._cards() != due._cards():
            raise RecordError(f"line {number}: the cards are not those of seed {self._seed}", line)
        return deal
