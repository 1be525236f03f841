"""Uses that must pass a strict type check."""

from __future__ import annotations

from typing import assert_type

import tricktake as tt
from cardcore import CardOrder, PlaySetup, SeatOrder, Stream, TrickPlay
from tricktake import fivehundred as fh

deal = fh.Deal(fh.Rules.australian(players=4), dealer=3, seed=500)
assert_type(deal.phase, tt.Phase)
assert_type(deal.turn, int | None)
assert_type(deal.hand(0), tt.CardSet)
assert_type(deal.push("7H"), tt.Action)
assert_type(deal.pop(), tt.Action)
assert_type(deal.contract, tt.Contract | None)
assert_type(deal.view(0), fh.View)
assert_type(deal.view(0).hand, tt.CardSet | None)
assert_type(deal.explain("7H"), tt.Explanation | None)
assert_type(list(deal.legal_actions), list[tt.Action])
assert_type(fh.Deal.from_text(deal.to_text()), fh.Deal)
assert_type(tt.parse_play("HQ").card, tt.Card)
assert_type(tt.Card.HQ.suit, tt.Suit | None)
assert_type(tt.Bid("7H").strain, tt.Strain | None)

match = fh.Match(seed=500)
assert_type(match.next_deal(), fh.Deal)
assert_type(match.winners, frozenset[int] | None)

setup = PlaySetup(CardOrder(["S2 S3", "H2 H3"], trump=0), SeatOrder.circle(2), limit=0)
play = TrickPlay(setup, ["S2 H2", "S3 H3"], 0)
assert_type(play.legal_mask, int)
assert_type(play.legal_moves(), list[int])
assert_type(play.pop() if play.history else 0, int)
assert_type(play.playout(Stream(1)), tuple[int, ...])
