"""What seats see of many deals, and what has been done in them."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tricktake.actions import Action, Exchange, action_from_id
from tricktake.cards import CardSet
from tricktake.encoding import SECRET
from tricktake.vector._arrays import DealArrays, Rows
from tricktake.vector.bits import ONE, Ints, count, rotate

__all__ = ["SeenDeals"]

_SEAT_BITS = 9
_SEAT = 1 << _SEAT_BITS  # the record of an action is its id and this many times the seat


class SeenDeals(DealArrays):
    """Many deals as far as looking at them goes; base of ``VectorTable``."""

    @abstractmethod
    def values(self, rows: Rows | slice, me: Ints) -> dict[str, NDArray[Any]]:
        """What seats see, as :meth:`tricktake.encoding.Encoding.write` takes it."""

    @abstractmethod
    def replay(self, i: int) -> Any:
        """One deal as a ``Deal`` of the game."""

    @abstractmethod
    def score_of(self, i: int) -> Any:
        """The score of the deal that ended last in a slot."""

    # ---- what seats see --------------------------------------------------------------------------

    def observe(self, out: NDArray[np.int16], seat: Ints | None = None) -> None:
        """Write what seats see.

        Parameters
        ----------
        out : numpy.ndarray of int16, shape (n, length)
        seat : numpy.ndarray of int, optional
            Who looks; default: who is to act, seat 0 where a deal is over.
        """
        me = np.maximum(self.turn, 0) if seat is None else seat
        self.encoding.write(self.values(slice(None), me.astype(np.int64)), out)

    def common_values(self, rows: Rows | slice, me: Ints) -> dict[str, NDArray[Any]]:
        """What seats see in every game."""
        n, batch = self.players, self.batch
        places = self.around(me)
        seats = places[:, :n]
        turn, dealer, phase = self.turn[rows], self.dealer[rows], self.phase[rows]
        hand, put, seen = self.hand[rows], self.put[rows], self.seen[rows]
        trick, played = self.trick[rows, None], np.take_along_axis(self.played[rows], places, 1)
        began = self.began[rows]
        mine = np.arange(len(me))
        own = seen >> me.astype(np.uint64) & ONE  # whether the seat has looked
        sizes = count(hand).astype(np.int64)
        giving = np.flatnonzero(phase == self.EXCHANGE)
        sizes[giving, turn[giving]] += count(put[giving])  # an unfinished exchange has not been made
        leader = np.where(phase == self.PLAY, self.owner[batch.leader[rows]], -1)
        tricks = self.tricks(rows)
        return {
            "seat": me[:, None],
            "dealer": self.relative(dealer, me),
            "scores": np.take_along_axis(self.before["scores"][rows], self.side_order[me], 1),
            "phase": phase[:, None],
            "turn": self.relative(turn, me),
            "looked": rotate(seen, me, n)[:, None],
            "hand": (hand[mine, me] * own)[:, None],
            "dealt": (self.dealt[rows][mine, me] * own)[:, None],
            "leader": self.relative(leader, me),
            "trick": played & trick,
            "played": played & ~trick,
            "tricks": np.take_along_axis(tricks, seats, 1),
            "sizes": np.take_along_axis(sizes, seats, 1),
            "voids": np.take_along_axis(self.voids(rows) * began[:, None], seats, 1),
        }

    def around(self, me: Ints) -> Ints:
        """The places in the order in which seats see them, ``(n, places)``; those of hands first."""
        seats = (me[:, None] + np.arange(self.players)) % self.players
        return seats if self.places == self.players else np.concatenate([seats, seats + self.players], axis=1)

    def relative(self, seat: Ints, me: Ints) -> Ints:
        """Seats as other seats see them, ``(n, 1)``; -1 stays -1."""
        seen: Ints = np.where(seat < 0, -1, (seat.astype(np.int64) - me) % self.players)
        return seen[:, None]

    def tricks(self, rows: Rows | slice) -> NDArray[np.int64]:
        """Tricks won by each seat."""
        won = self.batch.tricks[rows].astype(np.int64)
        if self.places > self.players:
            won = won[:, : self.players] + won[:, self.players :]
        won *= self.began[rows, None]
        return won

    def voids(self, rows: Rows | slice) -> NDArray[np.uint64]:
        """Suits each seat has shown to be void in."""
        failed: NDArray[np.uint64] = (self.batch.failed[rows, : self.players] & 15).astype(np.uint64)
        return failed

    def history(self, out: NDArray[np.int16], who: Ints | None = None) -> None:
        """Write what has been done.

        Parameters
        ----------
        out : numpy.ndarray of int16, shape (n, most_actions, 2)
        who : numpy.ndarray of int, optional
            As for :meth:`observe`.
        """
        me = np.maximum(self.turn, 0) if who is None else who
        done = np.arange(self.log.shape[1]) < self.logged[:, None]
        seat = (self.log >> _SEAT_BITS) - me[:, None].astype(np.int16)
        seat += np.int16(self.players) * (seat < 0)
        out[:, :, 0] = np.where(done, seat, np.int16(-1))
        out[:, :, 1] = np.where(done, self.log & np.int16(_SEAT - 1), np.int16(-1))

    # ---- the record ------------------------------------------------------------------------------

    def record(self, actions: Ints, acting: NDArray[np.bool_]) -> None:
        """Write actions down; an exchange only when it is made."""
        acting = acting & (self.phase != self.EXCHANGE)
        at = self.logged
        # where nothing is written down, the next entry is written over later
        most = self.log.shape[1]
        flat = self.every * most + np.minimum(at, most - 1)
        log = self.log.reshape(-1)
        entry = self.columns.id[actions] + np.int16(_SEAT) * self.turn
        log[flat] = np.where(acting, entry, log[flat])
        at += acting

    def record_exchange(self, rows: Rows) -> None:
        """Write down that an exchange has been made by the seats to act."""
        self.log[rows, self.logged[rows]] = SECRET + _SEAT * self.turn[rows].astype(np.int16)
        self.logged[rows] += 1

    # ---- single deals ----------------------------------------------------------------------------

    def actions_of(self, i: int, exchanges: Sequence[int]) -> list[Action]:
        """The actions of a deal so far.

        Parameters
        ----------
        i : int
        exchanges : sequence of int
            Masks of the cards of the exchanges that were made.
        """
        made = iter(exchanges)
        found: list[Action] = []
        for entry in self.log[i, : int(self.logged[i])].tolist():
            id = entry % _SEAT
            found.append(Exchange(self.card_set(next(made))) if id == SECRET else action_from_id(id))
        return found

    def card_set(self, mask: int) -> CardSet:
        """A mask by pack index as cards."""
        return CardSet([card for at, card in enumerate(self.pack) if int(mask) >> at & 1])
