"""Many deals of one game as arrays: what every game does alike.

A game derives from :class:`VectorTable`. It says how its auction goes; dealing, the play, the record of
actions and most of what a seat sees are the same for all and stand here and below. Each step touches whole
arrays, and for the phases before the play the rows that are in them; no deal is looked at alone.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import permute_bits, shuffled_packs
from tricktake.state import Phase
from tricktake.vector._arrays import Rows, Shared, check_points
from tricktake.vector._seen import SeenDeals
from tricktake.vector.bits import ONE, Bits, Ints, put_mask

__all__ = ["Rows", "Shared", "VectorTable", "check_points"]

_NAMES = np.uint8(0x7F)  # of the suits a joker may name: all but "none"


class VectorTable(SeenDeals):
    """Many deals under some rules, stepped at once; base of each game's ``Table``.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> from tricktake.vector import VectorDeals
    >>> from tricktake.spades.vector import Table
    >>> issubclass(Table, VectorTable), VectorDeals(sp.Rules(), 3).turn.tolist()
    (True, [1, 2, 0])
    """

    # ---- what a game says of itself --------------------------------------------------------------

    @abstractmethod
    def dealt_groups(self) -> list[list[int]]:
        """For each seat, that on the dealer's left first, the places of its cards in the shuffled pack."""

    @abstractmethod
    def open(self, rows: Rows, packs: NDArray[np.uint8]) -> None:
        """Begin the auction of deals that have just been dealt."""

    @abstractmethod
    def act(self, rows: Rows, actions: Ints) -> None:
        """Take actions of any phase but the play."""

    @abstractmethod
    def legal_calls(self, rows: Rows) -> Bits:
        """The legal actions of deals in any phase but the play, as rows of words."""

    @abstractmethod
    def scored(self, rows: Rows) -> dict[str, NDArray[Any]]:
        """The score of finished deals; ``points`` by side is part of it."""

    def before_play(
        self, playing: NDArray[np.bool_], lead: NDArray[np.bool_], cards: Ints, named: Ints, place: Ints
    ) -> None:
        """Notice what cannot be read from the play any more once cards are played."""

    def after_play(
        self, playing: NDArray[np.bool_], ended: NDArray[np.bool_], trick: Bits
    ) -> NDArray[np.bool_] | None:
        """Notice finished tricks; returns which deals are over before their last card, None for none."""
        return None

    # ---- dealing ---------------------------------------------------------------------------------

    def deal_first(self) -> None:
        """Deal the first deal of every slot."""
        self.plan: list[list[int]] = self.dealt_groups()
        nothing = self.scored(np.empty(0, np.int64))
        self.scores: dict[str, NDArray[Any]] = {
            name: np.zeros((self.n, *one.shape[1:]), one.dtype) for name, one in nothing.items()
        }
        numbers = np.uint64(self.first) + np.arange(self.n, dtype=np.uint64)
        self.deal(self.every, numbers)

    def deal(self, rows: Rows, numbers: NDArray[np.uint64], dealer: Ints | None = None) -> None:
        """Shuffle and deal.

        Parameters
        ----------
        rows : numpy.ndarray of int64
            The slots.
        numbers : numpy.ndarray of uint64
            Which deals of the seed.
        dealer : numpy.ndarray of int, optional
            Seats that deal; default: as ever.
        """
        if not len(rows):
            return
        self._starting = []
        self.shared.number[rows] = numbers
        if dealer is None:
            turns = numbers % np.uint64(self.players)
            dealer = turns if self.fixed_dealer is None else np.full(len(rows), self.fixed_dealer)
        self.dealer[rows] = dealer
        packs = shuffled_packs(numbers, self.cards, seed=self.key)
        self.hand[rows] = 0
        cards = ONE << packs.astype(np.uint64)
        left = self.dealer[rows].astype(np.int64) + 1
        for relative in self.seats():
            mask = np.bitwise_or.reduce(cards[:, self.plan[relative]], axis=1)
            self.hand[rows, (left + relative) % self.players] = mask
        self.dealt[rows] = self.hand[rows, : self.players]
        self.played[rows] = 0
        self.trick[rows] = 0
        self.put[rows] = 0
        self.named[rows] = -1
        self.began[rows] = False
        self.logged[rows] = 0
        self.turn[rows] = left % self.players
        self.phase[rows] = self.phase_of[Phase.AUCTION]
        self.open(rows, packs)
        self._start_plays()
        self.refresh(rows)

    def deal_next(self, rows: Rows) -> None:
        """Deal the next deals of some slots."""
        self.deal(rows, self.shared.number[rows] + np.uint64(self.stride))

    # ---- stepping --------------------------------------------------------------------------------

    def wrong(self, actions: Ints) -> Rows:
        """Which deals are given an action that is not legal.

        Parameters
        ----------
        actions : numpy.ndarray of int64

        Returns
        -------
        numpy.ndarray of int64
        """
        fits = (actions >= 0) & (actions < self.columns.size)
        at = np.where(fits, actions, 0)
        word = self.bits[self.every, at >> 6]
        fits &= (word >> (at & 63).astype(np.uint64) & ONE).astype(np.bool_)
        fits |= actions == -1
        return np.flatnonzero(~fits)

    def step(self, actions: Ints) -> Rows:
        """Take an action in every deal; all are legal, -1 leaves a deal alone.

        Parameters
        ----------
        actions : numpy.ndarray of int64

        Returns
        -------
        numpy.ndarray of int64
            The deals that are over now and were not before.
        """
        acting = actions >= 0
        playing = self.phase == self.PLAY
        playing &= acting
        others = np.flatnonzero(acting & ~playing)
        self.record(actions, acting)
        if len(others) < self.n:
            self._play(actions, playing)
        if len(others):
            self.act(others, actions[others])
            self._start_plays()
        over = acting
        over &= self.turn < 0
        ended: Rows = np.flatnonzero(over)
        if len(ended):
            found = self.scored(ended)
            self.rewards_of(ended, found["points"])
            self.keep_score(ended, found)
        self._refresh_plays(playing)
        if len(others):
            self.refresh(others)
        return ended

    def advance(
        self,
        actions: Ints,
        bad: Rows,
        *,
        penalty: int,
        autoreset: bool,
        final: NDArray[np.int16] | None,
    ) -> int:
        """Step, and deal afresh where deals end.

        Parameters
        ----------
        actions : numpy.ndarray of int64
            All legal; -1 leaves a deal alone.
        bad : numpy.ndarray of int64
            Deals that an illegal action ends.
        penalty : int, keyword only
            What it costs.
        autoreset : bool, keyword only
            Whether to deal afresh.
        final : numpy.ndarray of int16, shape (n, players, length), or None, keyword only
            Where to write what the seats see of deals that have ended.

        Returns
        -------
        int
            How many deals ended.
        """
        shared = self.shared
        shared.done[:] = False
        shared.illegal[:] = False
        shared.rewards[:] = 0
        if len(bad):
            shared.illegal[bad] = True
            bad = bad[self.turn[bad] >= 0]
        ended = self.step(actions)
        if final is not None and len(ended) + len(bad):
            self._write_final(np.concatenate([ended, bad]), final)
        if len(bad):
            shared.rewards[bad, self.turn[bad]] = -penalty
            self.stop(bad)
            self.forget_score(bad)
            ended = np.concatenate([ended, bad])
        shared.done[ended] = True
        if autoreset and len(ended):
            self.deal_next(ended)
        return len(ended)

    def _write_final(self, rows: Rows, final: NDArray[np.int16]) -> None:
        made = np.empty((len(rows), self.encoding.length), np.int16)
        for seat in self.seats():
            final[rows, seat] = self.encoding.write(self.values(rows, np.full(len(rows), seat)), made)

    def stop(self, rows: Rows) -> None:
        """End deals where they stand."""
        self.turn[rows] = -1
        self.phase[rows] = self.OVER
        self.bits[rows] = 0

    def _play(self, actions: Ints, playing: NDArray[np.bool_]) -> None:
        batch, columns = self.batch, self.columns
        actions = np.where(playing, actions, -1)
        cards, named = columns.card[actions], columns.named[actions]
        lead = batch.trick == 0
        lead &= playing
        place = np.where(playing, batch.turn, 0)
        moves = self.position[batch.setup, cards]
        if columns.joker:
            moves = np.where(named >= 0, named + np.int16(self.cards), moves)
        self.before_play(playing, lead, cards, named, place)
        batch.step(moves)
        card = self.card_bit[cards]
        flat = self.every * self.places + place
        self.hand.reshape(-1)[flat] ^= card
        self.played.reshape(-1)[flat] |= card
        np.bitwise_or(self.trick, card, out=self.trick)
        ended = batch.winner >= 0
        trick = np.where(ended, self.trick, np.uint64(0))
        np.bitwise_xor(self.trick, trick, out=self.trick)
        if columns.joker:
            np.copyto(self.named, named, where=lead)
            self.named[ended] = -1
        turn = batch.turn
        np.copyto(self.turn, self.owner[turn], where=playing)
        over = playing & (turn < 0)
        early = self.after_play(playing, ended, trick)
        if early is not None:
            over |= early
            self.turn[early] = -1
        self.phase[over] = self.OVER

    def rewards_of(self, rows: Rows, points: NDArray[np.int64]) -> None:
        """Write the points of the sides as rewards of the seats."""
        self.shared.rewards[rows] = points[:, self.side_of]

    def keep_score(self, rows: Rows, found: Mapping[str, NDArray[Any]]) -> None:
        """Remember the scores of deals that have ended."""
        for name, values in found.items():
            self.scores[name][rows] = values
        self.has_score[rows] = True

    def forget_score(self, rows: Rows) -> None:
        """Some slots have no score any more: that of an earlier deal must not pass for that of the last."""
        for values in self.scores.values():
            values[rows] = 0
        self.has_score[rows] = False

    # ---- from the auction to the play ------------------------------------------------------------

    def start_play(self, rows: Rows, setup: Ints, leader: Ints) -> None:
        """Let plays begin; the batch is told once at the end of a step.

        Parameters
        ----------
        rows : numpy.ndarray of int64
        setup, leader : numpy.ndarray of int
        """
        if len(rows):
            self._starting.append((rows, setup, leader))

    def _start_plays(self) -> None:
        if not self._starting:
            return
        rows = np.concatenate([one[0] for one in self._starting])
        setup = np.concatenate([one[1] for one in self._starting])
        leader = np.concatenate([one[2] for one in self._starting])
        self._starting = []
        hands = permute_bits(self.hand[rows], self.position[:, : self.cards], setup)
        self.batch.reset(hands, rows, setup=setup, leader=leader, piles=self.piles_of(rows, setup))
        self.began[rows] = True
        self.phase[rows] = self.PLAY
        self.turn[rows] = self.owner[self.batch.turn[rows]]

    def piles_of(self, rows: Rows, setup: Ints) -> NDArray[np.int8] | None:
        """The piles on tables in positions, where there are any."""
        return None

    # ---- what is legal ---------------------------------------------------------------------------

    def refresh(self, rows: Rows) -> None:
        """Write down what is legal in some deals.

        Parameters
        ----------
        rows : numpy.ndarray of int64
        """
        phase = self.phase[rows]
        calling = rows[(phase != self.PLAY) & (phase != self.OVER)]
        self.bits[rows[phase == self.OVER]] = 0
        if len(calling):
            self.bits[calling] = self.legal_calls(calling)
        self._refresh_rows(rows[phase == self.PLAY])

    def _refresh_plays(self, playing: NDArray[np.bool_]) -> None:
        rows = np.flatnonzero(playing)
        if not len(rows):
            return
        over = self.phase[rows] == self.OVER
        self.bits[rows[over]] = 0
        self._refresh_rows(rows[~over])

    def _refresh_rows(self, rows: Rows) -> None:
        """Write down which cards are legal."""
        if not len(rows):
            return
        batch = self.batch
        mask = permute_bits(batch.legal[rows][:, None], self.card_at, batch.setup[rows])[:, 0]
        words = np.zeros((len(rows), self.columns.words), np.uint64)
        if self.columns.joker:
            names = batch.names[rows] & _NAMES
            mask = np.where(names > 0, mask & ~self.joker_bit, mask)
            put_mask(words, names.astype(np.uint64), self.columns.joker)
        put_mask(words, mask, self.columns.play)
        self.bits[rows] = words
