"""Worlds for bots: as many as wanted, in proportion to how well they fit what has been called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from cardcore import CardOrder, MoveValue, Stream
from tricktake.bots.base import BOT_STREAM, view_number
from tricktake.hidden import Hidden
from tricktake.knowledge import Knowledge
from tricktake.view import View
from tricktake.worlds import sample_worlds

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Budget", "fitting_worlds", "played_masks", "settled"]

_MORE = 8  # worlds drawn for each one kept
_MOST = 100_000  # worlds drawn, whatever is asked for
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Budget:
    """How much is searched for a decision."""

    worlds: int
    """Worlds."""
    seed: int
    """What they are drawn from."""
    seconds: float = 0.0
    """Time after which a search stops; 0: none."""

    def within(self, worlds: Iterable[_T]) -> Iterator[_T]:
        """The worlds one after the other, at least one of them, until the time is up.

        Parameters
        ----------
        worlds : iterable

        Yields
        ------
        object
        """
        until = perf_counter() + self.seconds
        for world in worlds:
            yield world
            if self.seconds and perf_counter() >= until:
                return


def fitting_worlds(
    view: View,
    many: int,
    seed: int,
    likelihoods: Callable[[Hidden, NDArray[np.uint64]], NDArray[np.float64]] | None,
) -> tuple[Knowledge, NDArray[np.uint64]]:
    """Draw worlds that fit a view, in proportion to how likely they are.

    Parameters
    ----------
    view : View
    many : int
        How many.
    seed : int
        What they are drawn from; equal views and seeds give equal worlds.
    likelihoods : callable or None
        Given what is hidden and the worlds as masks, how likely each is beside the others; None: all alike.

    Returns
    -------
    knowledge : Knowledge
    rows : numpy.ndarray of uint64, shape (many, places)
        Some of them several times, if few fit well.
    """
    start = view_number(view) >> 2
    drawn_many = many if likelihoods is None else min(_MORE * many, max(many, _MOST))
    drawn = sample_worlds(view, drawn_many, seed=seed, start=start)
    rows = drawn.masks
    if likelihoods is None:
        return drawn.knowledge, rows.copy()
    ends = np.cumsum(likelihoods(drawn.knowledge.hidden, rows))
    stream = Stream(seed, number=start, purpose=BOT_STREAM)
    shake = (stream.raw() >> 11) / (1 << 53)
    teeth = (np.arange(many) + shake) / many * ends[-1]
    chosen = np.searchsorted(ends, teeth, side="right").clip(0, len(rows) - 1)
    # in a random order, so that a search that stops early has seen all kinds
    mixed = np.argsort([stream.raw() for _ in range(many)], kind="stable")
    return drawn.knowledge, np.ascontiguousarray(rows[chosen[mixed]])


def settled(found: Sequence[MoveValue]) -> list[MoveValue]:
    """Sort the moves of a tree search: the highest value first among those it has looked at closely.

    Parameters
    ----------
    found : sequence of MoveValue
        The most visited first.

    Returns
    -------
    list of MoveValue
        Moves with less than half the visits of the first stand behind, as they were.
    """
    close = [value for value in found if 2 * value.visits >= found[0].visits]
    return [*sorted(close, key=lambda value: -value.value), *found[len(close) :]]


def played_masks(view: View, order: CardOrder) -> list[int]:
    """The cards each seat has played from its hand, as masks of an order.

    Parameters
    ----------
    view : View
    order : CardOrder

    Returns
    -------
    list of int
        By seat.
    """
    found = [0] * len(view.sizes)
    for trick in (*view.finished, view.trick):
        for card in trick:
            if not card.from_table:
                found[card.seat] |= 1 << order.position(card.card)
    return found
