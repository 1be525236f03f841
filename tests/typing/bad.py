"""Uses that a strict type check must refuse: each line marked here has to fail, and no other.

``warn_unused_ignores`` is on, so a line that passes after all is an error of its own.
"""

from __future__ import annotations

import numpy as np

import tricktake as tt
from cardcore import CardOrder, PlayBatch, Sampler, Solver, Stream, TrickPlay
from tricktake import bots, svg
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.encoding import encoding_of
from tricktake.envs.episodes import Episodes
from tricktake.records import Record
from tricktake.vector import VectorDeals

# ---- names -----------------------------------------------------------------------------------------------

print(tt.nothing)  # type: ignore[attr-defined]
print(fh.Bids)  # type: ignore[attr-defined]
print(tt.Card.H99)  # type: ignore[attr-defined]

# ---- cards and actions -----------------------------------------------------------------------------------

tt.parse_card(5)  # type: ignore[arg-type]
tt.CardSet(7)  # type: ignore[arg-type]
tt.CardSet(["HQ"]) + tt.CardSet()  # type: ignore[operator]
tt.CardSet().mask = 3  # type: ignore[misc]
tt.Bid(7)  # type: ignore[arg-type]
tt.Bid("7H").level + 1  # type: ignore[operator]

# ---- deals -----------------------------------------------------------------------------------------------

deal = fh.Deal(dealer=3, seed=500)
deal.push(7)  # type: ignore[arg-type]
deal.hand("0")  # type: ignore[arg-type]
deal.view(deal.turn)  # type: ignore[arg-type]
deal.turn = 2  # type: ignore[misc]
fh.Deal(fh.Rules(), 3)  # type: ignore[call-arg]
fh.Deal(seed="500")  # type: ignore[arg-type]
fh.Deal(sp.Rules())  # type: ignore[arg-type]
fh.Rules(4)  # type: ignore[call-arg]
fh.Rules(players="4")  # type: ignore[arg-type]
fh.Rules().players = 5  # type: ignore[misc]
deal.legal_actions["7H"]  # type: ignore[call-overload]
tt.solve(deal, objective=0)  # type: ignore[arg-type]
deal.view(0).hand = None  # type: ignore[misc]
print(deal.view(0).hand.mask)  # type: ignore[union-attr]
sp.Game(seed=1).bags = (0, 0, 0)  # type: ignore[misc]
print(fh.Match(seed=1).next_deal().bids)  # type: ignore[attr-defined]

# ---- bots ------------------------------------------------------------------------------------------------


class Blind(bots.Bot):
    """A bot answers with an action, not with its text."""

    def _choose(self, view: tt.View) -> str:  # type: ignore[override]
        return view.legal_actions[0].text


class Nothing(bots.Bot):
    """A bot that cannot choose."""


Nothing()  # type: ignore[abstract]
bots.Heuristic().choose(deal)  # type: ignore[arg-type]
bots.Sampling(0, 60)  # type: ignore[call-arg]

# ---- analysis, records, pictures -------------------------------------------------------------------------

tt.solve(deal.view(0))  # type: ignore[arg-type]
tt.infer(deal)  # type: ignore[arg-type]
tt.sample_worlds(deal.view(0))  # type: ignore[call-arg]
Record.from_text(b"")  # type: ignore[arg-type]
svg.card("HQ", theme="dark")  # type: ignore[arg-type]

# ---- the core --------------------------------------------------------------------------------------------

CardOrder(["S2"], 0)  # type: ignore[call-arg]
Stream(1.5)  # type: ignore[arg-type]
Sampler(1, (2,), 3)  # type: ignore[arg-type]


def wrong(play: TrickPlay, batch: PlayBatch) -> str:
    """Moves are numbers, and arrays have dtypes."""
    Solver().solve(play, 1)  # type: ignore[call-arg]
    floats = np.zeros((2, 3), np.float64)
    batch.observe(floats)  # type: ignore[arg-type]
    batch.mask(floats)  # type: ignore[type-var]
    batch.turn = np.zeros(2, np.int8)  # type: ignore[misc]
    return play.legal_moves()[0]  # type: ignore[return-value]


# ---- arrays and environments -----------------------------------------------------------------------------

encoding_of(fh.Rules()).encode(deal)  # type: ignore[arg-type]
VectorDeals(fh.Rules(), "8")  # type: ignore[arg-type]
VectorDeals("spades", 8)  # type: ignore[arg-type]
Episodes(4)  # type: ignore[arg-type]
Episodes("spades", "win")  # type: ignore[call-arg]
Episodes("spades", reward=3)  # type: ignore[arg-type]
