"""The arrays of many deals, and how they are dealt.

Cards are bits by pack index throughout; only ``cardcore.PlayBatch``, which plays the tricks, numbers them by
their place in the contract.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cardcore import Pack, PlayBatch, PlaySetup
from tricktake.encoding import Encoding
from tricktake.errors import SetupError
from tricktake.state import Phase
from tricktake.vector.bits import Bits, Ints
from tricktake.vector.columns import Columns

__all__ = ["DealArrays", "Rows", "Shared", "check_points"]

Rows = NDArray[np.int64]
"""Indices of deals."""
_MOST_REWARD = 2**31 - 1


class Shared:
    """The arrays that users of many deals see, or a part of them.

    Parameters
    ----------
    n, players, words : int
        Deals, seats, words of a set of actions.

    Examples
    --------
    >>> Shared(8, 4, 3).part(2, 5).turn.shape
    (3,)
    """

    __slots__ = ("bits", "dealer", "done", "illegal", "number", "phase", "rewards", "turn")

    turn: NDArray[np.int8]
    """Seat to act; -1 where a deal is over."""
    phase: NDArray[np.int8]
    """Index into the phases of the rules."""
    dealer: NDArray[np.int8]
    """Seat that dealt."""
    number: NDArray[np.uint64]
    """Which deal of the seed it is."""
    done: NDArray[np.bool_]
    """Whether a deal ended in the last step."""
    illegal: NDArray[np.bool_]
    """Whether the last action was illegal."""
    rewards: NDArray[np.int32]
    """Points of the last step by seat."""
    bits: Bits
    """The legal actions."""

    def __init__(self, n: int, players: int, words: int) -> None:
        self.turn = np.full(n, -1, np.int8)
        self.phase = np.zeros(n, np.int8)
        self.dealer = np.zeros(n, np.int8)
        self.number = np.zeros(n, np.uint64)
        self.done = np.zeros(n, np.bool_)
        self.illegal = np.zeros(n, np.bool_)
        self.rewards = np.zeros((n, players), np.int32)
        self.bits = np.zeros((n, words), np.uint64)

    def part(self, low: int, high: int) -> Shared:
        """The same memory from one deal to another.

        Parameters
        ----------
        low, high : int

        Returns
        -------
        Shared
        """
        made = Shared.__new__(Shared)
        for name in Shared.__slots__:
            setattr(made, name, getattr(self, name)[low:high])
        return made


class DealArrays(ABC):
    """The state of many deals under some rules; base of ``VectorTable``.

    Parameters
    ----------
    encoding : Encoding
        Of the rules.
    shared : Shared
        Where users look.
    key : tuple of two int, keyword only
        What the packs are shuffled from.
    first : int, keyword only
        Number of the first deal of the first slot.
    stride : int, keyword only
        From the number of a deal to that of the next in its slot.
    dealer : int or None, keyword only
        Seat that always deals; None: the number of the deal modulo the seats.
    before : mapping of str to numpy.ndarray, keyword only
        How the match stands before each deal: ``scores`` and what else the game knows, a row a deal.
    """

    phases: tuple[Phase, ...]
    """The phases under these rules; ``phase`` is an index into them."""

    def __init__(
        self,
        encoding: Encoding,
        shared: Shared,
        *,
        key: tuple[int, int],
        first: int,
        stride: int,
        dealer: int | None,
        before: Mapping[str, NDArray[np.int64]],
    ) -> None:
        rules = encoding.rules
        self.rules: Any = rules
        self.encoding: Encoding = encoding
        self.shared: Shared = shared
        self.pack: Pack = encoding.pack
        self.columns: Columns = Columns(encoding.actions, encoding.pack)
        self.n: int = len(shared.turn)
        self.players: int = int(rules.players)
        self.cards: int = len(encoding.pack)
        self.key: tuple[int, int] = key
        self.first: int = first
        self.stride: int = stride
        self.fixed_dealer: int | None = dealer
        self.before = before
        self.turn: NDArray[np.int8] = shared.turn
        self.phase: NDArray[np.int8] = shared.phase
        self.dealer: NDArray[np.int8] = shared.dealer
        self.bits: Bits = shared.bits
        self.every: NDArray[np.intp] = np.arange(self.n)
        self.phase_of: dict[Phase, np.int8] = {phase: np.int8(at) for at, phase in enumerate(self.phases)}
        self.PLAY, self.OVER = self.phase_of[Phase.PLAY], self.phase_of[Phase.OVER]
        self.EXCHANGE = self.phase_of.get(Phase.EXCHANGE, np.int8(-1))
        sides = rules.sides
        self.side_of: NDArray[np.intp] = np.array(
            [next(k for k, s in enumerate(sides) if seat in s) for seat in self.seats()]
        )
        self.side_order: NDArray[np.intp] = np.array(
            [
                sorted(range(len(sides)), key=lambda at: min([(s - me) % self.players for s in sides[at]]))
                for me in self.seats()
            ]
        )
        # (seats, sides)
        self.in_side: NDArray[np.int64] = (np.arange(len(sides)) == self.side_of[:, None]).astype(np.int64)
        self._make_play()
        self._make_arrays()

    @classmethod
    def standing(cls, rules: Any) -> dict[str, int]:
        """What decides besides the cards how a deal goes: for each name how many numbers there are."""
        return {"scores": len(rules.sides)}

    @classmethod
    def check_standing(cls, rules: Any, given: Mapping[str, NDArray[np.int64]]) -> None:
        """Refuse matches that cannot stand as given; most games have none."""
        return

    def seats(self) -> range:
        """The seats."""
        return range(self.players)

    @abstractmethod
    def setups(self) -> list[PlaySetup]:
        """All setups a play can have."""

    def owners(self) -> Sequence[int]:
        """The seat of each place of the play."""
        return self.seats()

    def _make_play(self) -> None:
        setups = self.setups()
        self.batch: PlayBatch = PlayBatch(setups, self.n)
        self.places: int = max([setup.seats.places for setup in setups])
        # position of each card of the pack in each order (the last column for none), and back
        self.position: NDArray[np.int16] = np.full((len(setups), self.cards + 1), -1, np.int16)
        self.card_at: NDArray[np.int8] = np.zeros((len(setups), self.cards), np.int8)
        self.suit_in: NDArray[np.int8] = np.full((len(setups), self.cards + 1), -1, np.int8)
        free = -1
        for at, setup in enumerate(setups):
            order = setup.order
            for index, card in enumerate(self.pack):
                self.position[at, index] = order.position(card)
                self.card_at[at, order.position(card)] = index
                suit = order.suit_of(card)
                self.suit_in[at, index] = -1 if suit is None else suit
            if order.free_joker is not None:
                free = self.pack.index(order.free_joker)
        self.joker_bit: np.uint64 = np.uint64(0 if free < 0 else 1 << free)
        self.card_bit: NDArray[np.uint64] = np.array([*[1 << at for at in range(self.cards)], 0], np.uint64)
        self.owner: NDArray[np.int8] = np.array([*self.owners(), -1], np.int8)

    def _make_arrays(self) -> None:
        n, most = self.n, self.encoding.most_actions
        self.dealt: NDArray[np.uint64] = np.zeros((n, self.players), np.uint64)
        self.hand: NDArray[np.uint64] = np.zeros((n, self.places), np.uint64)
        self.played: NDArray[np.uint64] = np.zeros((n, self.places), np.uint64)
        self.trick: NDArray[np.uint64] = np.zeros(n, np.uint64)
        self.put: NDArray[np.uint64] = np.zeros(n, np.uint64)
        self.seen: NDArray[np.uint64] = np.zeros(n, np.uint64)
        self.named: NDArray[np.int8] = np.full(n, -1, np.int8)
        self.began: NDArray[np.bool_] = np.zeros(n, np.bool_)
        self.log: NDArray[np.int16] = np.zeros((n, most), np.int16)
        self.logged: NDArray[np.int64] = np.zeros(n, np.int64)
        self.has_score: NDArray[np.bool_] = np.zeros(n, np.bool_)  # whether a deal has ended in the slot
        self.scores: dict[str, NDArray[Any]] = {}
        self._starting: list[tuple[Rows, Ints, Ints]] = []

    def snapshot(self) -> tuple[dict[str, NDArray[Any]], PlayBatch]:
        """Copies of everything that changes: arrays by name, and the plays.

        What has a row a deal is taken for changing. ``number`` and what else only users look at is in
        ``Shared``; how matches stand is not in it.
        """
        found = {name: array.copy() for name, array in self._changing()}
        return found, self.batch.copy()

    def restore(self, arrays: Mapping[str, NDArray[Any]], batch: PlayBatch) -> None:
        """Become what a snapshot of equally many deals under the same rules was taken of."""
        for name, array in self._changing():
            array[...] = arrays[name]  # in place: users look at some of them
        self.batch = batch.copy()

    def _changing(self) -> list[tuple[str, NDArray[Any]]]:
        own = [*vars(self).items(), *[(f"scores.{name}", one) for name, one in self.scores.items()]]
        return [
            (name, one)
            for name, one in own
            if isinstance(one, np.ndarray) and one.shape[:1] == (self.n,) and one.flags.writeable
        ]


def check_points(most: int) -> None:
    """Refuse rules whose points do not fit the rewards.

    Parameters
    ----------
    most : int

    Raises
    ------
    SetupError
        If they do not fit 32 bits.

    Examples
    --------
    >>> check_points(520)
    """
    if most > _MOST_REWARD:
        raise SetupError(f"rewards have 32 bits, and under these rules a deal may bring {most} points")
