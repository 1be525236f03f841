"""How likely the sampled hands of Five Hundred are, given what their owners have called.

Rules allow any call with any hand; players do not bid like that. A bid says about how many tricks its owner
counts with that strain, a pass that he counts too few for what he could have bid. The likenesses below were
read off the auctions of 400 deals of the heuristic player.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cardcore import CardOrder
from tricktake.actions import Bid, Pass
from tricktake.bots._fh_estimate import OwnTricks
from tricktake.bots._worlds import played_masks
from tricktake.cards import Strain
from tricktake.fivehundred.view import View
from tricktake.hidden import Hidden, Place

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["likelihoods"]

_BID_OFFSET, _BID_SPREAD = (
    0.5,
    0.8,
)  # tricks counted above the level of a first bid, and how far that scatters
_KEPT_OFFSET = 1.3  # the same for the contractor, with the kitty in his hand
_PASS_MIDDLE, _PASS_STEEP = 6.65, 2.2  # a hand that counts so many tricks passes every second time
_TRUST = 0.75  # how far the likenesses are believed: others bid by other rules


def likelihoods(view: View, hidden: Hidden, rows: NDArray[np.uint64]) -> NDArray[np.float64]:
    """How likely worlds are, beside each other, given the calls.

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
    contract = view.contract
    for seat in range(view.rules.players):
        place = Place.hand(seat)
        if seat == view.seat or place not in hidden.places:
            continue
        calls = [call.call for call in view.calls if call.seat == seat]
        if not calls:
            continue
        hands = rows[:, hidden.places.index(place)] | np.uint64(played[seat])
        kept = contract is not None and contract.contractor == seat and not contract.is_sans_kitty
        found += _of_seat(view, order, calls, hands, kept=kept)
    return np.exp(_TRUST * (found - found.max())) if len(found) else found


def _of_seat(
    view: View, order: CardOrder, calls: Sequence[object], hands: NDArray[np.uint64], *, kept: bool
) -> NDArray[np.float64]:
    """The logarithm of the likelihood of the calls of one seat."""
    pack = view.rules.pack_name
    bids = [call for call in calls if isinstance(call, Bid)]
    suits = [bid for bid in bids if bid.strain is not None and not bid.is_misere]
    if any(bid.is_misere for bid in bids):
        return np.zeros(len(hands))
    if suits:
        bid = suits[-1] if kept else suits[0]
        assert bid.strain is not None
        tricks = OwnTricks.of(pack, bid.strain, order).count(hands)
        off = (tricks - (bid.level or 6) - (_KEPT_OFFSET if kept else _BID_OFFSET)) / _BID_SPREAD
        return np.asarray(-0.5 * off * off)
    if any(isinstance(call, Pass) for call in calls):
        most = np.max([OwnTricks.of(pack, strain, order).count(hands) for strain in Strain], axis=0)
        return np.asarray(-np.logaddexp(0.0, _PASS_STEEP * (most - _PASS_MIDDLE)))
    return np.zeros(len(hands))
