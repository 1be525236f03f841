"""Cutthroat Spades: the play, clause by clause (section 5 of the rules)."""

from __future__ import annotations

import pytest

from rules.spades_deals import dealt, middle, texts, trick_order, trick_winner
from tricktake import CardSet, IllegalPlay, Phase
from tricktake import spades as sp


def refused(deal: sp.Deal, play: str) -> tuple[str, str | None]:
    """Return clause and option of the refusal of a play."""
    with pytest.raises(IllegalPlay) as caught:
        deal.push(play)
    why = caught.value.explanation
    assert why == deal.explain(play)
    assert why.seat == deal.turn
    assert set(why.legal) == texts(deal)
    return why.clause, why.option


def test_cs_play_1_left_of_the_dealer_leads_first() -> None:
    for dealer in range(4):
        deal = sp.Deal(sp.Rules.four(), dealer=dealer, seed=1).push_all("3 3 3 3")
        assert deal.phase is Phase.PLAY
        assert deal.leader == deal.turn == (dealer + 1) % 4


def test_cs_play_2_follow_suit_or_play_anything() -> None:
    deal = middle({0: "D7 C3", 1: "DQ D2 SA", 2: "SA S4 C4".replace("SA", "SK")}, plays="D7")
    assert texts(deal) == {"DQ", "D2"}
    assert refused(deal, "SA") == ("CS-PLAY-2", None)
    assert refused(deal, "HA") == ("CS-PLAY-2", None)  # not held
    deal.push("DQ")
    assert texts(deal) == {"SK", "S4", "C4"}  # void: spades too


def test_cs_play_3_spades_are_led_when_broken() -> None:
    hand = {0: "S5 HK D3"}
    assert texts(middle(hand)) == {"HK", "D3"}
    assert refused(middle(hand), "S5") == ("CS-PLAY-3", None)
    assert texts(middle(hand, is_broken=True)) == {"S5", "HK", "D3"}
    assert texts(middle({0: "SA S4"})) == {"SA", "S4"}
    first = dealt({0: "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK SA H2"}, calls="3 3 3")
    assert all(not text.startswith("S") for text in texts(first))  # trick 1 too


def test_cs_play_4_what_breaks_spades() -> None:
    deal = middle({0: "C4 C5 C6", 1: "S2 D4 D5", 2: "C9 H4 S3"}, plays="C4")
    assert not deal.is_broken
    deal.push("S2")
    assert deal.is_broken
    deal.push("C9")
    assert deal.turn == 1
    deal.pop()
    deal.pop()
    assert not deal.is_broken
    assert middle({0: "S4 S5"}, plays="S4").is_broken  # led from an all-spade hand
    followed = middle({0: "S4 S5", 1: "S6 H4", 2: "H7 H8"}, is_broken=True, plays="S4 S6 H7")
    assert followed.is_broken  # to the end of the hand


def test_cs_play_5_who_wins_and_leads() -> None:
    assert trick_winner("D7 DA S2") == 3
    assert trick_winner("HK CA HQ") == 1
    assert trick_winner("S5 SK SA") == 3
    deal = middle({0: "D7 D8", 1: "DA C2".replace("C2", "C3"), 2: "D2 D3"}, plays="D7 DA D2")
    assert deal.leader == deal.turn == 1


def test_cs_play_6_all_cards_are_played() -> None:
    deal = sp.Deal(sp.Rules.five(), dealer=0, seed=2).push_all("1 1 1 1 1")
    for _ in range(50):
        assert not deal.is_over
        deal.push(deal.legal_actions[0])
    assert deal.is_over
    assert sum(deal.tricks) == 10


def holding_c2(seat: int, rules: sp.Rules, dealer: int) -> sp.Deal:
    """Return a deal at its first lead in which a seat was dealt the two of clubs, a heart and a spade."""
    return dealt({seat: "C2 H7 S3"}, rules=rules, dealer=dealer, calls=" ".join(["1"] * rules.players))


def test_cs_play_7_the_holder_of_the_two_of_clubs_leads() -> None:
    for rules in (sp.Rules.five_2_jokers(), sp.Rules.five_3_jokers()):
        deal = holding_c2(2, rules, 4)
        assert deal.turn == 2
        assert {"C2", "H7"} <= texts(deal)
        assert "S3" not in texts(deal)
        assert texts(holding_c2(2, rules.replace(must_lead_2c=True), 4)) == {"C2"}
        assert refused(holding_c2(2, rules.replace(must_lead_2c=True), 4), "H7") == (
            "CS-PLAY-7",
            "must_lead_2c",
        )
        assert holding_c2(2, rules.replace(joker_first_lead="left"), 4).turn == 0
        forced = rules.replace(joker_first_lead="left", must_lead_2c=True)
        assert len(texts(holding_c2(0, forced, 4))) > 1  # he does not lead because he holds it
    # with two jokers the dealer takes no part in the first trick: left of him leads, and nothing is forced
    dealer = holding_c2(4, sp.Rules.five_2_jokers(must_lead_2c=True), 4)
    assert dealer.turn == 0
    assert len(texts(dealer)) > 1
    assert holding_c2(4, sp.Rules.five_3_jokers(), 4).turn == 4
    assert holding_c2(0, sp.Rules.four(), 1).turn == 2  # no jokers, no such rule


def test_cs_play_8_the_dealer_misses_the_first_trick_with_two_jokers() -> None:
    deal = holding_c2(2, sp.Rules.five_2_jokers(), 4)
    order = []
    while sum(deal.tricks) < 1:
        order.append(deal.turn)
        deal.push(deal.legal_actions[0])
    assert order == [2, 3, 0, 1]
    assert [len(deal.hand(seat)) for seat in range(5)] == [10] * 5
    assert [len(trick) for trick in deal.finished] == [4]
    while not deal.is_over:
        deal.push(deal.legal_actions[0])
    assert [len(trick) for trick in deal.finished] == [4] + [5] * 10


def test_cs_play_9_a_joker_is_a_spade() -> None:
    rules = sp.Rules.five_2_jokers()
    assert texts(middle({0: "JK1 H9"}, rules=rules)) == {"H9"}
    assert refused(middle({0: "JK1 H9"}, rules=rules), "JK1") == ("CS-PLAY-9", None)
    assert texts(middle({0: "JK1 S3"}, rules=rules)) == {"JK1", "S3"}
    follow = middle({0: "S4 S6", 1: "JK2 H9"}, rules=rules, is_broken=True, plays="S4")
    assert texts(follow) == {"JK2"}
    thrown = middle({0: "D4 D6", 1: "JK2 H9"}, rules=rules, plays="D4 JK2")
    assert thrown.is_broken


def test_cs_play_10_who_sees_what() -> None:
    deal = sp.Deal(dealer=2, seed=1, scores=(10, 20, 30), bags=(1, 2, 3))
    assert [deal.view(seat).hand for seat in range(3)] == [None] * 3
    deal.push("LOOK")
    assert deal.view(0).hand == deal.hand(0)
    assert deal.view(1).hand is None
    assert deal.view(1).looked == (True, False, False)
    deal.push_all("3 NIL 4")
    for name in ("bids", "tricks", "scores", "bags", "is_broken", "history", "calls"):
        assert len({repr(getattr(deal.view(seat), name)) for seat in range(3)}) == 1
    deal.push(deal.legal_actions[0])
    assert len({deal.view(seat).trick for seat in range(3)}) == 1
    shown = [CardSet(() if hand is None else hand) for hand in (deal.view(seat).hand for seat in range(3))]
    assert shown == [deal.hand(seat) for seat in range(3)]


def test_the_order_of_a_trick_is_clockwise() -> None:
    deal = middle({0: "D4 D5", 1: "D6 D7", 2: "D8 D9"}, leader=1)
    assert trick_order(deal, "D6 D8 D4") == [1, 2, 0]
