"""How likely the sampled hands of spades are, given what their owners have bid.

A bid says how many tricks its owner counts. What hands are worth is learned once for each pack: the estimate
bids are made from, as a sum over the cards, fitted to hands by chance.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from cardcore import CardOrder, Stream
from tricktake.actions import Bid, BidKind
from tricktake.bots._sp_estimate import expected_tricks
from tricktake.bots._sp_terms import is_nil
from tricktake.bots._worlds import played_masks
from tricktake.cards import CardSet
from tricktake.hidden import Hidden, Place
from tricktake.spades.bids import bid_tricks
from tricktake.spades.packs import PACKS
from tricktake.spades.rules import Rules
from tricktake.spades.view import View

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["likelihoods"]

_HANDS = 500  # by chance, from which the worth of cards is learned
_RIDGE = 2.0
_OFFSET, _SPREAD = 0.35, 0.9  # tricks counted above a bid, and how far that scatters
_NIL, _NIL_SPREAD = 1.0, 1.0  # the same of a nil
_TRUST = 0.8  # how far the likenesses are believed: others bid by other rules


def likelihoods(view: View, hidden: Hidden, rows: NDArray[np.uint64]) -> NDArray[np.float64]:
    """How likely worlds are, beside each other, given the bids.

    Parameters
    ----------
    view : View
    hidden : Hidden
        What is hidden from it.
    rows : numpy.ndarray of uint64, shape (n, places)
        The worlds.

    Returns
    -------
    numpy.ndarray of float64, shape (n,)
        The largest is 1.
    """
    found = np.zeros(len(rows))
    order = hidden.order
    played = played_masks(view, order)
    for seat, bid in enumerate(view.bids):
        place = Place.hand(seat)
        if seat == view.seat or place not in hidden.places or bid is None or bid.is_blind:
            continue
        hands = rows[:, hidden.places.index(place)] | np.uint64(played[seat])
        tricks = _worths(view.rules, order).count(hands)
        middle, spread = _likely(view.rules, bid)
        off = (tricks - middle) / spread
        found -= 0.5 * off * off
    return np.asarray(np.exp(_TRUST * (found - found.max()))) if len(found) else found


def _likely(rules: Rules, bid: Bid) -> tuple[float, float]:
    """Tricks that somebody who bids so counts, and how far they scatter."""
    if is_nil(bid):
        return _NIL, _NIL_SPREAD
    offset = 0.0 if bid.kind in (BidKind.ONE_FOR_FIFTY, BidKind.TWO_FOR_FORTY) else _OFFSET
    return bid_tricks(rules, bid) + offset, _SPREAD


class _Worths:
    """What cards are worth on average, as bits of an order."""

    def __init__(self, rules: Rules, order: CardOrder) -> None:
        pack = list(PACKS[rules.pack_name])
        size = rules.hand_size
        stream = Stream(0, number=size, purpose=2)
        bits = np.zeros((_HANDS, len(pack) + 1))
        bits[:, -1] = 1.0
        tricks = np.zeros(_HANDS)
        for row in range(_HANDS):
            chosen = list(stream.permutation(len(pack))[:size])
            bits[row, chosen] = 1.0
            tricks[row] = expected_tricks(rules, CardSet([pack[at] for at in chosen]))
        square = bits.T @ bits + _RIDGE * np.eye(len(pack) + 1)
        worth = np.linalg.solve(square, bits.T @ tricks)
        self._base = float(worth[-1])
        self._worth = np.zeros(len(order))
        for at, card in enumerate(pack):
            self._worth[order.position(card)] = worth[at]
        self._shifts = np.arange(len(order), dtype=np.uint64)

    def count(self, hands: NDArray[np.uint64]) -> NDArray[np.float64]:
        """Estimate the tricks of many hands, given as masks."""
        bits = (hands[:, None] >> self._shifts) & np.uint64(1)
        return np.asarray(self._base + bits.astype(np.float64) @ self._worth)


@cache
def _worths(rules: Rules, order: CardOrder) -> _Worths:
    return _Worths(rules, order)
