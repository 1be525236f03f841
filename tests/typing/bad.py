"""Uses that a strict type check must refuse: each line marked here has to fail, and no other.

``warn_unused_ignores`` is on, so a line that passes after all is an error of its own.
"""

from __future__ import annotations

import tricktake as tt
from cardcore import CardOrder, Stream, TrickPlay
from tricktake import fivehundred as fh

deal = fh.Deal(dealer=3, seed=500)
deal.push(7)  # type: ignore[arg-type]
deal.hand("0")  # type: ignore[arg-type]
deal.turn = 2  # type: ignore[misc]
fh.Deal(fh.Rules(), 3)  # type: ignore[call-arg]
fh.Deal(seed="500")  # type: ignore[arg-type]
deal.view(0).hand = None  # type: ignore[misc]
tt.parse_card(5)  # type: ignore[arg-type]
tt.CardSet(7)  # type: ignore[arg-type]
CardOrder(["S2"], 0)  # type: ignore[call-arg]
Stream(1.5)  # type: ignore[arg-type]


def wrong(play: TrickPlay) -> str:
    """Legal moves are numbers."""
    return play.legal_moves()[0]  # type: ignore[return-value]
