"""Sections 6 and 7 of the rules, clause by clause: play, and the joker."""

from __future__ import annotations

import random

import pytest

from rules.constructed import calling, cards, dealt, middle, put_away, texts, trick_winner
from tricktake import Explanation, IllegalPlay, Phase, Suit
from tricktake import fivehundred as fh

ALL_SUITS = tuple(Suit)
LAST_ONLY = fh.Rules(joker_lead=fh.JokerLead.LAST_TRICK_ONLY)
ANY_SUIT = fh.Rules(joker_lead=fh.JokerLead.ANY_SUIT)
FIRST_OR_LAST = fh.Rules(joker_follow=fh.JokerFollow.FIRST_OR_LAST)


def why(deal: fh.Deal, play: str) -> Explanation:
    """Return why a play is illegal, checking that the error says the same and nothing changes."""
    before = deal.to_text()
    found = deal.explain(play)
    assert found is not None
    with pytest.raises(IllegalPlay) as caught:
        deal.push(play)
    assert caught.value.explanation == found
    assert str(caught.value).startswith(found.sentence)
    assert deal.to_text() == before
    return found


# ---- play --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("calls", ["P 6S P P", "7S M P P P", "OM-SK P P P", "BM-SK P P P", "P P P 10NT-SK"])
def test_fh_play_1_the_contractor_leads(calls: str) -> None:
    deal = dealt({2: "JK"}, calls=calls)
    if deal.phase is Phase.EXCHANGE:
        put_away(deal)
    assert deal.contract is not None
    assert deal.turn == deal.leader == deal.contract.contractor


def test_fh_play_2_follow_suit() -> None:
    """R-01: the left bower is no diamond; and R-18: the reason as data and as a sentence."""
    deal = middle("7H", {0: "TD 5S 6S", 1: "JD 9D AC"}, plays="TD")
    assert texts(deal) == {"D9"}
    reason = why(deal, "AC")
    assert (reason.seat, reason.rule, reason.clause, reason.option) == (1, "follow suit", "FH-PLAY-2", None)
    assert reason.sentence == "seat 1 must follow diamonds (holds D9); got CA"
    assert reason.legal == ("D9",)
    assert why(deal, "JD").sentence == "seat 1 must follow diamonds (holds D9); got DJ"
    void = middle("7H", {0: "TD 5S", 1: "JD AC"}, plays="TD")
    assert texts(void) == {"DJ", "CA"}
    trumps = middle("7H", {0: "AH 5S 6S", 1: "JD 9D AC"}, plays="AH")
    assert texts(trumps) == {"DJ"}
    assert "DJ, the left bower" in why(trumps, "AC").sentence
    assert trick_winner("7H", "TD JD AD KD") == 2


def test_fh_play_2_without_trumps() -> None:
    """R-03: in a misère all jacks are cards of their own suits."""
    assert texts(middle("M", {0: "TH 5S 6S", 1: "JD 9H KC"}, plays="TH")) == cards("9H")
    assert texts(middle("M", {0: "TD 5S 6S", 1: "JD 9D JH"}, plays="TD")) == cards("JD 9D")


def test_fh_play_3_no_duty_to_trump_or_to_win() -> None:
    assert texts(middle("7H", {0: "TD 5S 6S", 1: "AH AC 5C"}, plays="TD")) == cards("AH AC 5C")
    assert texts(middle("7H", {0: "TD 5S 6S", 1: "AD 4D KC"}, plays="TD")) == cards("AD 4D")


def test_fh_play_4_winner_of_a_trick() -> None:
    """R-04 and the suitless joker."""
    assert trick_winner("7H", "TH AH JD JH") == 4
    assert trick_winner("7H", "KH JD AH 9C") == 2
    assert trick_winner("7H", "AS 5H KS QS") == 2
    assert trick_winner("7NT", "5S AH AD AC") == 1
    assert trick_winner("7NT", "AS KS JK QS") == 3
    assert trick_winner("M", "5S JK AS") == 2


def test_fh_play_5_ten_tricks_the_winner_leads() -> None:
    deal = calling("6S-SK P P P")
    rng = random.Random(5)
    while not deal.is_over:
        done = len(deal.finished)
        leader = deal.leader
        tricks = deal.tricks
        deal.push(rng.choice(list(deal.legal_actions)))
        if len(deal.finished) > done:
            (winner,) = [seat for seat in range(4) if deal.tricks[seat] > tricks[seat]]
            assert deal.is_over or deal.leader == deal.turn == winner
        else:
            assert deal.leader == leader
    assert sum(deal.tricks) == 10
    assert deal.score().tricks == deal.tricks


@pytest.mark.parametrize("lead", ["JK", "JH", "JD"])
def test_fh_play_6_leading_a_bower_leads_trumps(lead: str) -> None:
    deal = middle("7H", {0: f"{lead} 5S", 1: "4H AD", 2: "QD KD", 3: "AH KS"}, plays=lead)
    assert texts(deal) == cards("4H")
    deal.push("4H")
    assert texts(deal) == cards("QD KD")
    deal.push("QD")
    assert texts(deal) == cards("AH")


def test_fh_play_7_only_legal_cards() -> None:
    deal = middle("7H", {0: "TD 5S", 1: "9D AC"}, plays="TD")
    for refused in ("AC", "TD", "KS", "JK"):
        with pytest.raises(IllegalPlay):
            deal.push(refused)
    assert deal.turn == 1


def test_fh_play_8_what_is_known() -> None:
    deal = dealt({0: "AS"}, kitty="JK", calls="6NT P P P")
    put_away(deal, keep="JK AS").push_all("name S; AS")
    for seat in range(4):
        view = deal.view(seat)
        assert view.hand == deal.hand(seat)
        assert view.nominated is Suit.SPADES
        assert [card.card.name for card in view.trick] == ["SA"]
        assert view.tricks == (0, 0, 0, 0)
        assert view.calls == deal.auction
        assert view.exposed == (None,) * 4
        assert (view.kitty is not None) == (view.put_away is not None) == (seat == 0)


# ---- the joker ---------------------------------------------------------------------------------------


def test_fh_jok_1_highest_trump() -> None:
    assert trick_winner("7D", "JH JD AD JK") == 4
    assert "JK" in texts(middle("7D", {0: "JK 5S"}, led=ALL_SUITS))
    assert "JK" in texts(middle("7D", {0: "JK 5S"}, led=ALL_SUITS, rules=LAST_ONLY))
    assert why(middle("7D", {0: "JK 5S"}), "JK:D").clause == "FH-JOK-8"


def test_fh_jok_2_nomination() -> None:
    nominations = {"name S", "name C", "name D", "name H", "name none"}
    for calls in ("6NT P P P", "7S M P P P", "OM P P P", "BM P P P"):
        deal = dealt(kitty="JK", calls=calls)
        put_away(deal, keep="JK")
        assert (deal.phase, texts(deal)) == (Phase.NOMINATION, nominations)
        put = dealt(kitty="JK", calls=calls)
        put.push(fh.Exchange(put.kitty))
        assert put.phase is Phase.PLAY  # he put it away
    assert dealt({0: "JK"}, calls="6NT-SK P P P").phase is Phase.NOMINATION
    assert dealt({1: "JK"}, calls="6NT-SK P P P").phase is Phase.PLAY  # only the contractor
    assert dealt({0: "JK"}, calls="6S-SK P P P").phase is Phase.PLAY
    none = fh.Rules(joker_nomination=fh.JokerNomination.NONE)
    assert dealt({0: "JK"}, rules=none, calls="6NT-SK P P P").phase is Phase.PLAY
    all_passed = dealt({0: "JK"}, rules=fh.Rules(all_pass=fh.AllPass.PLAY_NT), calls="P P P P")
    assert all_passed.phase is Phase.PLAY  # nobody is the contractor


def test_fh_jok_3_a_nominated_joker_is_a_card_of_its_suit() -> None:
    hands = {0: "JK KS 4H", 3: "5S 4D 5D"}
    deal = middle("7NT", hands, leader=3, nominated=Suit.SPADES, plays="5S")
    assert texts(deal) == cards("JK KS")
    lead = middle("7NT", hands, nominated=Suit.SPADES, led=ALL_SUITS, rules=LAST_ONLY)
    assert texts(lead) == cards("JK KS 4H")
    assert trick_winner("7NT", "AS JK KS QS", nominated=Suit.SPADES) == 2
    assert trick_winner("7NT", "5H JK 4H AD", nominated=Suit.SPADES) == 1


def test_fh_jok_4_otherwise_it_has_no_suit() -> None:
    assert trick_winner("7NT", "5H JK AH KH") == 2
    defender = dealt({1: "JK 5S", 0: "AH"}, calls="6NT-SK P P P")
    assert defender.nominated is None
    declined = dealt({0: "JK"}, calls="6NT-SK P P P")
    declined.push("name none")
    assert declined.nominated is None


def test_fh_jok_5_only_when_void() -> None:
    deal = middle("7NT", {0: "9H 5S 6S", 1: "JK 5H AC"}, plays="9H")
    assert texts(deal) == cards("5H")
    reason = why(deal, "JK")
    assert (reason.clause, reason.option) == ("FH-JOK-5", "joker_follow")
    assert reason.sentence == "seat 1 may play the joker only when void in hearts (holds H5)"
    assert "JK" in texts(middle("7NT", {0: "9H 5S 6S", 1: "JK 5D AC"}, plays="9H"))


def test_fh_jok_6_optional_at_no_trumps() -> None:
    assert texts(middle("7NT", {0: "9H 5S 6S", 1: "JK 5D AC"}, plays="9H")) == cards("JK 5D AC")


def test_fh_jok_7_compulsory_in_a_misere() -> None:
    for bid in ("M", "OM", "BM"):
        deal = middle(bid, {0: "9H 5S 6S", 1: "JK 5D AC"}, plays="9H")
        assert texts(deal) == {"JK"}
        reason = why(deal, "AC")
        assert (reason.clause, reason.option) == ("FH-JOK-7", "joker_misere_void")
        contractor = middle(bid, {3: "9H 5S 6S", 0: "JK 5D AC"}, leader=3, plays="9H")
        assert texts(contractor) == {"JK"}
    may = fh.Rules(joker_misere_void=fh.JokerMisereVoid.MAY)
    assert texts(middle("M", {0: "9H 5S 6S", 1: "JK 5D AC"}, plays="9H", rules=may)) == cards("JK 5D AC")
    assert texts(middle("M", {0: "9H 5S 6S", 1: "JK 5H AC"}, plays="9H", rules=may)) == cards("5H")


def test_fh_jok_8_led_naming_a_suit_not_led() -> None:
    """R-14: others must follow the suit named, and the joker wins."""
    deal = middle("7NT", {0: "JK 4H 5H", 1: "6C AS 5S", 2: "KS 6S 7S"}, led=(Suit.HEARTS,))
    assert texts(deal) == cards("4H 5H") | {"JK:S", "JK:C", "JK:D"}
    assert (why(deal, "JK:H").clause, why(deal, "JK:H").option) == ("FH-JOK-8", "joker_lead")
    assert why(deal, "JK").rule == "name a suit"
    deal.push("JK:C")
    assert texts(deal) == {"C6"}
    deal.push("6C")
    assert "SK" in texts(deal)
    deal.push("KS")
    deal.push(deal.legal_actions[0])
    assert deal.leader == 0
    assert "JK:H" in texts(middle("7NT", {0: "JK 4H 5H"}, led=(Suit.HEARTS,), rules=ANY_SUIT))


def test_fh_jok_9_after_four_suits() -> None:
    deal = middle("7NT", {0: "JK 4H 5H"}, led=ALL_SUITS)
    assert texts(deal) == cards("4H 5H")
    assert why(deal, "JK:C").clause == "FH-JOK-9"
    assert why(deal, "JK").clause == "FH-JOK-9"
    for rules in (fh.Rules(), LAST_ONLY, ANY_SUIT):
        last = middle("7NT", {0: "JK", 1: "AS"}, led=ALL_SUITS, rules=rules)
        assert texts(last) == {"JK"}
        assert why(last, "JK:C").clause == "FH-JOK-9"
        last.push("JK")
        while not last.is_over:
            last.push(last.legal_actions[0])
        assert last.tricks[0] == 1
    follow = middle("7NT", {3: "9C 5S 6S", 0: "JK 4H 5H"}, leader=3, led=ALL_SUITS, plays="9C")
    assert texts(follow) == cards("JK 4H 5H")


def test_fh_jok_10_when_a_suit_counts_as_led() -> None:
    deal = middle(
        "7NT", {0: "JK 4H 5H 6H", 1: "AC 6S 7S 8S", 2: "5S 9S TS KS", 3: "AS KC 5C 6C"}, plays="JK:C"
    )
    assert deal.view(2).suits_led == {Suit.CLUBS}
    deal.push_all("AC 5S KC")
    assert texts(deal) == cards("4H 5H 6H")
    deal.push("4H")
    assert deal.view(2).suits_led == {Suit.CLUBS, Suit.HEARTS}
    bower = middle("7S", {0: "JC 5H", 1: "AC 6H"}, plays="JC")
    assert bower.view(1).suits_led == {Suit.SPADES}  # its effective suit
    thrown = middle("7NT", {0: "4H 5H", 1: "AC 6S"}, plays="4H AC")
    assert thrown.view(1).suits_led == {Suit.HEARTS}  # not a suit thrown


def test_fh_jok_11_joker_lead() -> None:
    hand = {0: "JK 4H 5H"}
    assert texts(middle("7NT", hand)) == cards("4H 5H") | {"JK:S", "JK:C", "JK:D", "JK:H"}
    last = middle("7NT", hand, rules=LAST_ONLY)
    assert texts(last) == cards("4H 5H")
    assert (why(last, "JK:S").clause, why(last, "JK:S").option) == ("FH-JOK-11", "joker_lead")
    every = {"JK:S", "JK:C", "JK:D", "JK:H"}
    assert texts(middle("7NT", hand, rules=ANY_SUIT, led=ALL_SUITS)) == cards("4H 5H") | every
    assert texts(middle("M", hand, rules=ANY_SUIT, led=ALL_SUITS)) == cards("4H 5H") | every
    both = ANY_SUIT.replace(joker_follow="first_or_last")
    restricted = middle("7NT", hand, rules=both, led=(Suit.HEARTS,))
    assert texts(restricted) == cards("4H 5H") | {"JK:S", "JK:C", "JK:D"}
    assert why(restricted, "JK:H").option == "joker_follow"


def test_fh_jok_11_joker_follow() -> None:
    hands = {0: "9H 5S 6S", 1: "JK 5H AC"}
    assert texts(middle("7NT", hands, plays="9H")) == cards("5H")
    assert texts(middle("7NT", hands, plays="9H", rules=FIRST_OR_LAST)) == cards("JK 5H")
    assert texts(middle("7NT", hands, plays="9H", rules=FIRST_OR_LAST, led=(Suit.HEARTS,))) == cards("5H")
    assert texts(middle("M", hands, plays="9H", rules=FIRST_OR_LAST)) == cards("5H")  # numeric contracts only
    void = {0: "9H 5S 6S", 1: "JK 5D AC"}
    once = middle("7NT", void, plays="9H", rules=FIRST_OR_LAST, led=(Suit.HEARTS,))
    assert texts(once) == cards("JK 5D AC")
    failed = ((), (Suit.HEARTS,), (), ())
    again = middle("7NT", void, plays="9H", rules=FIRST_OR_LAST, led=(Suit.HEARTS,), failed=failed)
    assert texts(again) == cards("5D AC")
    assert (why(again, "JK").clause, why(again, "JK").option) == ("FH-JOK-11", "joker_follow")
    only = middle("7NT", {0: "9H", 1: "JK"}, plays="9H", rules=FIRST_OR_LAST, led=ALL_SUITS, failed=failed)
    assert texts(only) == {"JK"}


def test_fh_jok_11_failing_to_follow_is_remembered() -> None:
    """The first failure is an ordinary play of the deal; afterwards the joker is locked for that suit."""
    hands = {0: "9H 8H 5S", 1: "JK 5D AC", 2: "6H 7H 6S", 3: "TH AH 7S"}
    deal = middle("7NT", hands, rules=FIRST_OR_LAST, plays="9H 5D 6H TH")
    assert deal.turn == 3
    deal.push_all("AH 8H")
    assert texts(deal) == cards("AC")
    while len(deal) > 1:
        deal.pop()
    assert texts(deal) == cards("JK 5D AC")
