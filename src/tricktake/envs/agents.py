"""A deal as agents play it: numbered actions, an exchange card by card, observations as arrays.

All environments stand on :class:`AgentDeal`. It holds a deal and, during an exchange, the cards put away so
far.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import index
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from tricktake.actions import Action, Exchange
from tricktake.actionspace import PUT
from tricktake.cards import Card, CardSet
from tricktake.encoding import Encoding, encoding_of
from tricktake.errors import GameError, IllegalAction, IllegalCall, IllegalExchange, RecordError, WrongPhase
from tricktake.state import Phase

__all__ = ["AgentDeal"]

_NO_CARDS = CardSet()


class AgentDeal:
    """A deal whose actions are numbers and whose exchanges are made card by card.

    Parameters
    ----------
    deal : Deal
        Of any game; it is played on, not copied.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> table = AgentDeal(fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500))
    >>> for text in ("7H", "P", "P", "P", "put S6", "put CA"):
    ...     _ = table.push(table.encoding.actions.index(text))
    >>> table.turn, table.put, table.deal.phase
    (0, CardSet('S6 CA'), Phase.EXCHANGE)
    """

    __slots__ = ("_done", "_order", "deal", "encoding")

    deal: Any
    """The deal, as far as whole actions go."""
    encoding: Encoding
    """Numbers of its actions, and how views become arrays."""

    def __init__(self, deal: Any) -> None:
        self.deal = deal
        self.encoding = encoding_of(deal.rules)
        self._order: list[Card] = []  # put away so far, in this order
        # finished exchanges: actions then, cards in their order
        self._done: list[tuple[int, list[Card]]] = []

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, AgentDeal):
            return NotImplemented
        return bool(self.deal == other.deal) and self.put == other.put

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    def __copy__(self) -> AgentDeal:
        return self.copy()

    def __deepcopy__(self, memo: object) -> AgentDeal:
        return self.copy()

    def __repr__(self) -> str:
        return f"AgentDeal({self.deal!r}, put={self.put})"

    @property
    def put(self) -> CardSet:
        """The cards of an unfinished exchange that are put away already."""
        return CardSet(self._order) if self._order else _NO_CARDS

    @property
    def turn(self) -> int | None:
        """Seat to act; None when the deal is over."""
        turn: int | None = self.deal.turn
        return turn

    @property
    def is_over(self) -> bool:
        """Whether the deal is finished."""
        return bool(self.deal.is_over)

    def legal(self) -> list[int]:
        """Numbers of the actions the seat to act may take, ascending; empty when the deal is over.

        Returns
        -------
        list of int
        """
        deal, at = self.deal, self.encoding.actions._at
        if deal.turn is None:
            return []
        if deal.phase is Phase.EXCHANGE:
            cards = deal.hand(deal.turn) - self.put
            return [at[PUT + int(card)] for card in cards.ascending()]
        return sorted([at[action.id] for action in deal.legal_actions])

    def push(self, number: int) -> Action:
        """Take an action.

        Parameters
        ----------
        number : int
            In the encoding's action space.

        Returns
        -------
        Action
            Of a card of an exchange the exchange of that card alone.

        Raises
        ------
        IllegalAction
            If it is not legal now; nothing has changed.
        IndexError
            If there is no such number.
        TypeError
            If it is no whole number.
        WrongPhase
            If the deal is over.
        """
        deal = self.deal
        action = self.encoding.actions.action(index(number))
        if deal.turn is None:
            raise WrongPhase(f"the deal is over; got {action}")
        if deal.phase is not Phase.EXCHANGE:
            if deal.phase is Phase.AUCTION and not deal.has_looked(deal.turn):
                self._check_unseen(action)
            deal.push(action)
            return action
        if not isinstance(action, Exchange):
            deal.push(action)  # which says what is wrong with it
            raise AssertionError(f"{action} was taken in an exchange")
        (card,) = action.cards
        if card in self.put or card not in deal.hand(deal.turn):
            where = "has been put away already" if card in self.put else "is not in the hand"
            raise IllegalExchange(f"seat {deal.turn} cannot put {card.name}: it {where}")
        if len(self._order) + 1 == self._size():
            deal.push(Exchange([*self._order, card]))
            self._done.append((len(deal), [*self._order, card]))
            self._order = []
        else:
            self._order.append(card)
        return action

    def _check_unseen(self, action: Action) -> None:
        """Refuse the calls that a deal takes as two actions, a look and the call (FH-BID-8, CS-BID-5)."""
        legal = self.deal.legal_actions
        if action not in legal and self.deal.explain(action) is None:
            texts = ", ".join([option.text for option in legal])
            raise IllegalCall(
                f"seat {self.deal.turn} has not looked at its cards; got {action.text}, legal: {texts}"
            )

    def pop(self) -> None:
        """Take the last action back, of an exchange the card put away last.

        Of an exchange that was not made card by card here, but before or in one piece, the highest card
        counts as the last.

        Raises
        ------
        IndexError
            If there is none.
        """
        if self._order:
            self._order.pop()
            return
        at = len(self.deal)
        action = self.deal.pop()
        if isinstance(action, Exchange):
            order = list(action.cards.ascending())
            while self._done and self._done[-1][0] >= at:
                made_at, made = self._done.pop()
                if made_at == at and CardSet(made) == action.cards:
                    order = made
            self._order = order[:-1]

    def _size(self) -> int:
        """Cards of an exchange under these rules."""
        rules = self.deal.rules
        return int(rules.kitty_size if hasattr(rules, "kitty_size") else rules.bn_exchange)

    def observation(self, seat: int, *, out: NDArray[np.int16] | None = None) -> NDArray[np.int16]:
        """What a seat knows, as :meth:`Encoding.encode` writes it.

        Parameters
        ----------
        seat : int
        out : numpy.ndarray of int16, optional, keyword only

        Returns
        -------
        numpy.ndarray of int16, shape (encoding.length,)
        """
        put = self.put if seat == self.deal.turn else _NO_CARDS
        return self.encoding.encode(self.deal.view(seat), put=put, out=out)

    def history(self, seat: int) -> NDArray[np.int16]:
        """What a seat has seen done, as :meth:`Encoding.history` writes it.

        Parameters
        ----------
        seat : int

        Returns
        -------
        numpy.ndarray of int16, shape (encoding.most_actions, 2)
        """
        return self.encoding.history(self.deal.view(seat))

    def mask(self, seat: int) -> NDArray[np.int8]:
        """1 for every action a seat may take now; all 0 for one that is not to act.

        Parameters
        ----------
        seat : int

        Returns
        -------
        numpy.ndarray of int8, shape (len(encoding.actions),)
        """
        row = np.zeros(len(self.encoding.actions), dtype=np.int8)
        if seat == self.deal.turn:
            row[self.legal()] = 1
        return row

    def points(self) -> tuple[int, ...]:
        """Points of every seat: those of its side.

        Returns
        -------
        tuple of int
            All 0 as long as the deal goes on.
        """
        deal = self.deal
        if not deal.is_over:
            return (0,) * int(deal.rules.players)
        points: Sequence[int] = deal.score().points
        found: dict[int, int] = {s: points[at] for at, side in enumerate(deal.rules.sides) for s in side}
        return tuple([int(found[seat]) for seat in range(len(found))])

    def copy(self) -> AgentDeal:
        """An independent copy.

        Returns
        -------
        AgentDeal
        """
        made = AgentDeal(self.deal.copy())
        made._order = list(self._order)
        made._done = list(self._done)
        return made

    def to_text(self) -> str:
        """The deal as text, with the cards of an unfinished exchange.

        Returns
        -------
        str

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> table = AgentDeal(sp.Deal(dealer=2, seed=500))
        >>> AgentDeal.from_text(type(table.deal), table.to_text()).deal == table.deal
        True
        """
        put = ",".join([card.name for card in self._order])
        return f"{put}|{self.deal.to_text()}"

    @classmethod
    def from_text(cls, kind: type, text: str) -> AgentDeal:
        """Read what :meth:`to_text` writes.

        Parameters
        ----------
        kind : type
            The ``Deal`` of the game.
        text : str

        Returns
        -------
        AgentDeal

        Raises
        ------
        RecordError
            If the text is damaged.
        """
        put, bar, rest = text.partition("|")
        if not bar:
            raise RecordError("a bar is missing between the cards put away and the deal", text, len(text))
        made = cls(kind.from_text(rest))  # type: ignore[attr-defined]
        names = put.split(",") if put else []
        try:
            if names and (made.deal.phase is not Phase.EXCHANGE or len(names) >= made._size()):
                raise IllegalAction(f"{len(names)} cards are no part of an unfinished exchange here")
            for name in names:
                made.push(made.encoding.actions.index(f"put {name}"))
        except GameError as error:
            raise RecordError(str(error), text, 0) from error
        return made
