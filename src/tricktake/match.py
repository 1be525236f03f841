"""A match: deals one after the other, the deal passing round, running scores, and an end.

A game's ``Match`` derives from :class:`MatchState` and says how a deal is made, what it is worth and who has
won. The base keeps the deals, so that a match can be taken back action by action across deals.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from cardcore import Stream, secure_permutation
from tricktake.actions import Action
from tricktake.errors import WrongPhase

__all__ = ["SEATING_STREAM", "MatchState"]

SEATING_STREAM = 1
"""Purpose of the random stream that draws the first dealer, see ``docs/seeds.md``."""

_Deal = TypeVar("_Deal")


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


class MatchState(ABC, Generic[_Deal]):
    """Deals in sequence with running scores. Base of each game's ``Match``.

    A deal that another one follows is the match's own: nobody else has a reference to it, so that it cannot
    be changed behind the back of the match, and copies of the match share it.
    """

    __slots__ = ("_deals",)

    def __init__(self) -> None:
        self._deals: list[_Deal] = []

    @property
    def deals(self) -> tuple[_Deal, ...]:
        """The deals so far, the current one last.

        Those before the current one are copies, made at each call; the current one is :attr:`deal` itself.
        """
        return (*[self._copy_of(deal) for deal in self._deals[:-1]], *self._deals[-1:])

    @property
    def deal(self) -> _Deal | None:
        """The current deal itself, for ``push`` and ``pop``; None before the first.

        It stays the current one when it is over, until the next is dealt. From then on an older reference to
        it is to a deal of its own, which the match does not look at.
        """
        return self._deals[-1] if self._deals else None

    @property
    @abstractmethod
    def winners(self) -> frozenset[int] | None:
        """Indices of the sides that have won; None as long as the match goes on."""

    @abstractmethod
    def _make_deal(self) -> _Deal:
        """The next deal."""

    @abstractmethod
    def _is_finished(self, deal: _Deal) -> bool:
        """Whether a deal is over."""

    @abstractmethod
    def _push_to(self, deal: _Deal, action: Action | str) -> Action:
        """Take an action in a deal."""

    @abstractmethod
    def _pop_from(self, deal: _Deal) -> Action:
        """Take the last action of a deal back."""

    @abstractmethod
    def _actions_in(self, deal: _Deal) -> int:
        """Count the actions of a deal."""

    @abstractmethod
    def _copy_of(self, deal: _Deal) -> _Deal:
        """Copy a deal."""

    @property
    def is_over(self) -> bool:
        """Whether the match has been won."""
        return self.winners is not None

    def next_deal(self) -> _Deal:
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
        return self._lay_out(self._next_deal())

    def _next_deal(self) -> _Deal:
        """The next deal, not yet on the table."""
        current = self.deal
        if current is not None and not self._is_finished(current):
            raise WrongPhase(f"deal {len(self._deals)} is not over")
        if self.is_over:
            raise WrongPhase("the match is over")
        return self._make_deal()

    def _lay_out(self, deal: _Deal) -> _Deal:
        """Make a deal the current one; the one before it becomes the match's own."""
        self._deals[-1:] = [self._copy_of(last) for last in self._deals[-1:]]
        self._deals.append(deal)
        return deal

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
            If the match is over.
        IllegalAction, TextError
            As ``Deal.push``; nothing has changed, and no new deal has been dealt.
        """
        current = self.deal
        if current is not None and not self._is_finished(current):
            return self._push_to(current, action)
        current = self._next_deal()
        taken = self._push_to(current, action)
        self._lay_out(current)
        return taken

    def pop(self) -> Action:
        """Take back the last action of the match, and with it the deals that then have none.

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
        :meth:`next_deal` dealt it, and so does one that has none yet. This restores what was there before a
        :meth:`push`, except that a deal laid out by :meth:`next_deal` is gone too; ``match.deal.pop()``
        leaves it on the table. Dealt again it has the same cards, unless the match has no seed.
        """
        at = len(self._deals) - 1
        while at >= 0 and not self._actions_in(self._deals[at]):
            at -= 1
        if at < 0:
            raise IndexError("no action to take back")
        self._drop_after(at)
        action = self._pop_from(self._deals[at])
        if not self._actions_in(self._deals[at]):
            self._drop_after(at - 1)
        return action

    def _drop_after(self, last: int) -> None:
        """Take up the deals after one of them; copies of the match share that one, so it is copied first."""
        if last < len(self._deals) - 1:
            del self._deals[last + 1 :]
            if self._deals:
                self._deals[-1] = self._copy_of(self._deals[-1])
