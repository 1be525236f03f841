"""Legal actions as values: what a seat may do now, to be listed, counted, asked for and shown.

Three kinds, by where the actions come from: a list, the moves of the core, and every choice of so many cards
out of a hand, which is never listed before it is asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from math import comb
from operator import index
from typing import NamedTuple, SupportsIndex, overload

from tricktake.actions import Action, Exchange, Play, parse_action, parse_play
from tricktake.cards import Card, CardSet
from tricktake.errors import TextError

__all__ = ["CardChoice", "ExchangeActions", "LegalActions", "ListedActions", "PlayActions"]


def _readings(text: str) -> Iterator[Action]:
    """What a text can mean: an action, or a card where the action would be a bid (``7H``)."""
    readers: tuple[Callable[[str], Action], ...] = (parse_action, parse_play)
    for read in readers:
        with suppress(TextError):
            yield read(text)


class CardChoice(NamedTuple):
    """So many cards out of these, whichever: what an exchange lets a seat choose.

    Examples
    --------
    >>> CardChoice(3, CardSet("S5 C6 D5 HA"))
    CardChoice(size=3, cards=CardSet('S5 C6 D5 HA'))
    """

    size: int
    """How many cards are to be chosen."""
    cards: CardSet
    """The cards they are chosen from."""


class LegalActions(Collection[Action], ABC):
    """What a seat may do now: iterate it, index it, count it, ask whether an action is in it.

    A value of its own: it does not change when the deal goes on, and holds nothing a seat may not know.
    Nothing is computed before it is asked for. A text is in it, in any spelling, if it reads as an action
    that is; one that cannot be read is not. What ``push`` takes as two actions, a look and an ordinary call
    (FH-BID-8), is not listed, so it is not in it either.

    Examples
    --------
    >>> actions = ListedActions([Play("HQ"), Play("H9")])
    >>> len(actions), Play("HQ") in actions, "9h" in actions, "H10" in actions, bool(actions)
    (2, True, True, False, True)
    >>> actions
    <LegalActions HQ H9>
    >>> actions[0], actions[-1:]
    (Play('HQ'), (Play('H9'),))
    """

    __slots__ = ()

    @abstractmethod
    def _all(self) -> Sequence[Action]:
        """The actions in their natural order."""

    def __iter__(self) -> Iterator[Action]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __bool__(self) -> bool:
        return len(self) > 0

    @overload
    def __getitem__(self, at: SupportsIndex) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, at: SupportsIndex | slice) -> Action | tuple[Action, ...]:
        if isinstance(at, slice):
            return tuple(self._all()[at])
        return self._all()[index(at)]

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return any(read in self for read in _readings(action))
        return action in self._all()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LegalActions):
            return NotImplemented
        return tuple(self._all()) == tuple(other._all())

    def __hash__(self) -> int:
        return hash(tuple(self._all()))

    def __reduce__(self) -> tuple[object, ...]:
        return ListedActions, (tuple(self._all()),)

    def texts(self, most: int | None = None) -> tuple[str, ...]:
        """The texts of the actions, each as ``push`` takes it: the list for a program, such as a client.

        Parameters
        ----------
        most : int, optional
            How many at most, 0 or more; default: all. An exchange can be hundreds or thousands of texts: look
            at ``len`` or :attr:`choice` first.

        Returns
        -------
        tuple of str
            In the order of the actions, without a mark where some are left out.

        Raises
        ------
        ValueError
            If ``most`` is negative.

        Examples
        --------
        >>> actions = ListedActions([Play("HQ"), Play("H9"), Play("HA")])
        >>> actions.texts(), actions.texts(2)
        (('HQ', 'H9', 'HA'), ('HQ', 'H9'))
        """
        if most is not None and most < 0:
            raise ValueError(f"most must be 0 or more, not {most}")
        return tuple([action.text for action in self[:most]])

    def summary(self, most: int = 40) -> tuple[str, ...]:
        """A few words for a person: the first texts, or one for all exchanges.

        Not everything in it can be pushed; a program takes :meth:`texts` and :attr:`choice`.

        Parameters
        ----------
        most : int, default 40
            How many texts at most.

        Returns
        -------
        tuple of str
            With ``"..."`` at the end where some are left out.

        Examples
        --------
        >>> ListedActions([Play("HQ"), Play("H9"), Play("HA")]).summary(2)
        ('HQ', 'H9', '...')
        >>> ExchangeActions(CardSet("S5 C6 D5 HA"), 3).summary()
        ('put 3 of S5 C6 D5 HA',)
        """
        texts = self.texts(most)
        return texts if len(self) <= most else (*texts, "...")

    @property
    def choice(self) -> CardChoice | None:
        """How many cards may be chosen, and from which, where every such choice is an action; else None.

        So a client can let its player mark cards instead of showing hundreds of exchanges: it sends back
        ``put`` and their names.

        Examples
        --------
        >>> ExchangeActions(CardSet("S5 C6 D5 HA"), 3).choice
        CardChoice(size=3, cards=CardSet('S5 C6 D5 HA'))
        >>> ListedActions([Play("HQ"), Play("H9")]).choice is None
        True
        """
        return None

    def __repr__(self) -> str:
        return f"<LegalActions {' '.join(self.summary(20))}>" if self else "<LegalActions>"


class ListedActions(LegalActions):
    """Legal actions from a list, or from a function that makes it when first asked.

    Parameters
    ----------
    actions : sequence of Action or callable
        The actions, or a function without arguments that returns them.

    Examples
    --------
    >>> len(ListedActions(()))
    0
    """

    __slots__ = ("_actions",)

    def __init__(self, actions: Sequence[Action] | Callable[[], Sequence[Action]] = ()) -> None:
        self._actions = actions

    def _all(self) -> Sequence[Action]:
        if callable(self._actions):
            self._actions = tuple(self._actions())
        return self._actions


class PlayActions(LegalActions):
    """Legal plays: moves of the core, turned into actions when asked.

    Parameters
    ----------
    moves : list of int
        Moves as the core numbers them, ascending.
    plays : dict of int to Play
        The action of each move in this card order.

    Examples
    --------
    >>> PlayActions([5, 7], {5: Play("H9"), 7: Play("HQ")})
    <LegalActions H9 HQ>
    """

    __slots__ = ("_moves", "_plays")

    def __init__(self, moves: list[int], plays: dict[int, Play]) -> None:
        self._moves = moves
        self._plays = plays

    def _all(self) -> Sequence[Action]:
        plays = self._plays
        return [plays[move] for move in self._moves]

    def __len__(self) -> int:
        return len(self._moves)


class ExchangeActions(LegalActions):
    """Legal exchanges: every choice of so many cards out of a hand.

    Parameters
    ----------
    cards : CardSet
        The hand with the kitty in it.
    size : int
        Cards to put away.

    Examples
    --------
    >>> actions = ExchangeActions(CardSet("S5 C6 D5 HA"), 3)
    >>> len(actions), next(iter(actions)), Exchange("S5 C6 HA") in actions
    (4, Exchange('S5 C6 D5'), True)
    """

    __slots__ = ("cards", "size")

    def __init__(self, cards: CardSet, size: int) -> None:
        self.cards: CardSet = cards
        self.size: int = size

    def _all(self) -> Sequence[Action]:
        return [Exchange(chosen) for chosen in combinations(self.cards.ascending(), self.size)]

    def __len__(self) -> int:
        return comb(len(self.cards), self.size)

    def __iter__(self) -> Iterator[Action]:
        return (Exchange(chosen) for chosen in combinations(self.cards.ascending(), self.size))

    @overload
    def __getitem__(self, at: SupportsIndex) -> Action: ...

    @overload
    def __getitem__(self, at: slice) -> tuple[Action, ...]: ...

    def __getitem__(self, at: SupportsIndex | slice) -> Action | tuple[Action, ...]:
        if isinstance(at, slice):
            return tuple([self._nth(rank) for rank in range(len(self))[at]])
        number = index(at)
        rank = number + len(self) if number < 0 else number
        if not 0 <= rank < len(self):
            raise IndexError(f"there is no exchange {number} of {len(self)}")
        return self._nth(rank)

    def _nth(self, rank: int) -> Exchange:
        """An exchange by its place in the order, without making those before it."""
        cards = self.cards.ascending()
        chosen: list[Card] = []
        for at, card in enumerate(cards):
            left = self.size - len(chosen)
            if not left:
                break
            with_it = comb(len(cards) - at - 1, left - 1)
            if rank < with_it:
                chosen.append(card)
            else:
                rank -= with_it
        return Exchange(chosen)

    def __contains__(self, action: object) -> bool:
        if isinstance(action, str):
            return super().__contains__(action)
        return isinstance(action, Exchange) and len(action.cards) == self.size and action.cards <= self.cards

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ExchangeActions):
            return self.cards == other.cards and self.size == other.size
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()

    def summary(self, most: int = 40) -> tuple[str, ...]:
        """One text for all of them; see :meth:`LegalActions.summary`."""
        return (f"put {self.size} of {self.cards}",)

    @property
    def choice(self) -> CardChoice:
        """How many cards are put away, and from which."""
        return CardChoice(self.size, self.cards)

    def __reduce__(self) -> tuple[object, ...]:
        return ExchangeActions, (self.cards, self.size)

    def __repr__(self) -> str:
        return f"<LegalActions {self.summary()[0]}>"
