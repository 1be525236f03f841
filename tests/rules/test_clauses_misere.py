"""Section 8 of the rules, clause by clause: the misères."""

from __future__ import annotations

import random

import pytest

from rules.constructed import calling, cards, dealt, finished, middle, put_away, texts, trick_winner
from tricktake import CardSet, Phase, Suit
from tricktake import fivehundred as fh


def test_fh_mis_1_no_trick_and_no_trumps() -> None:
    assert finished("M", 0).score().made is True
    assert finished("M", 1).score().made is False
    assert trick_winner("M", "5S AH KH") == 1
    contract = finished("M", 0).contract
    assert contract is not None
    assert (contract.trump, contract.target) == (None, 0)


@pytest.mark.parametrize("contractor", range(4))
def test_fh_mis_2_the_partner_sits_out(contractor: int) -> None:
    deal = middle("OM", {contractor: "4H 5H 6H"}, contractor=contractor)
    partner = (contractor + 2) % 4
    assert deal.sits_out == {partner}
    rng = random.Random(contractor)
    while not deal.is_over:
        assert deal.turn != partner
        deal.push(rng.choice(list(deal.legal_actions)))
    assert len(deal.hand(partner)) == 3
    assert deal.view(contractor).exposed[partner] is None
    assert deal.tricks[partner] == 0
    assert middle("7NT", {0: "4H 5H"}).sits_out == frozenset()


def test_fh_mis_3_tricks_of_three_cards() -> None:
    deal = middle("M", {0: "4H 5S", 1: "AH 6S", 3: "KH 7S"}, plays="4H AH KH")
    assert [len(trick) for trick in deal.finished] == [3]
    assert deal.leader == 1


def test_fh_mis_4_the_hand_is_exposed() -> None:
    """R-11 in short: after the first trick, or when play begins."""
    for exposure, first in (
        (fh.OpenExposure.AFTER_FIRST_TRICK, False),
        (fh.OpenExposure.BEFORE_FIRST_LEAD, True),
    ):
        rules = fh.Rules(open_exposure=exposure)
        deal = dealt(kitty="JK", rules=rules, calls="OM P P P")
        put_away(deal, keep="JK")
        assert not deal.is_exposed(0)
        deal.push("name S")
        assert deal.is_exposed(0) is first
        deal.push(deal.legal_actions[0])
        deal.push(deal.legal_actions[0])
        assert deal.is_exposed(0) is first
        deal.push(deal.legal_actions[0])
        assert deal.is_exposed(0)
        assert deal.view(2).exposed[0] == deal.hand(0)
        assert not any(deal.is_exposed(seat) for seat in (1, 2, 3))
        deal.pop()
        assert deal.is_exposed(0) is first
    sans = calling("OM-SK P P P", open_exposure="before_first_lead")
    assert sans.phase is not Phase.PLAY or sans.is_exposed(0)


@pytest.mark.parametrize("bid", ["M", "BM"])
def test_fh_mis_5_blind_misere_is_closed(bid: str) -> None:
    rules = fh.Rules(open_exposure=fh.OpenExposure.BEFORE_FIRST_LEAD)
    deal = middle(bid, {0: "4H 5S", 1: "AH 6S", 3: "KH 7S"}, rules=rules, plays="4H AH KH")
    assert not any(deal.is_exposed(seat) for seat in range(4))
    assert deal.sits_out == {2}


def test_fh_mis_6_a_nominated_joker_may_be_thrown() -> None:
    thrown = middle("M", {3: "9S 5D", 0: "JK 5C", 1: "TS 6D"}, leader=3, nominated=Suit.HEARTS, plays="9S")
    assert texts(thrown) == cards("JK 5C")
    thrown.push_all("JK TS")
    assert thrown.tricks[0] == 0
    forced = middle("M", {3: "9H 5D", 0: "JK 5C", 1: "AH 6D"}, leader=3, nominated=Suit.HEARTS, plays="9H")
    assert texts(forced) == {"JK"}
    forced.push_all("JK AH")
    assert forced.tricks[0] == 1


def test_fh_mis_7_a_joker_without_a_suit_fails() -> None:
    """However a contractor plays who keeps the joker and declines to nominate, he wins its trick."""
    rng = random.Random(7)
    for _ in range(40):
        deal = dealt({1: "JK 5S 5C 4D 5D 4H 5H"}, calls="7S M P P P")
        put_away(deal, keep="JK 5S 5C 4D 5D 4H 5H").push("name none")
        while not deal.is_over:
            deal.push(rng.choice(list(deal.legal_actions)))
        assert deal.tricks[1] >= 1
        assert len(deal.finished) == 10
        assert deal.score().points == (0, -250)


def test_fh_mis_8_played_to_the_end_or_stopped() -> None:
    hands = {0: "AH 5S 5C", 1: "4H 6S 6C", 3: "5H 7S 7C"}
    on = middle("M", hands, plays="AH 4H 5H")
    assert (on.phase, on.turn) == (Phase.PLAY, 0)
    rules = fh.Rules(misere_stop=True)
    stopped = middle("M", hands, rules=rules, plays="AH 4H 5H")
    assert (stopped.phase, stopped.turn, stopped.leader) == (Phase.OVER, None, None)
    assert stopped.score().points == (-250, 0)
    assert list(stopped.legal_actions) == []
    stopped.pop()
    assert (stopped.phase, stopped.turn) == (Phase.PLAY, 3)
    numeric = middle("7NT", hands, rules=rules, plays="AH 4H")
    numeric.push_all([numeric.legal_actions[0], "5H"])
    assert not numeric.is_over
    while not on.is_over:
        on.push(on.legal_actions[0])
    assert on.score().points == (-250, 0)
    assert CardSet("4H").isdisjoint(on.hand(1))
