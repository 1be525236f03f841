"""The worked examples of both spades documents on draw, play and bidding: CS-X1 to 21, SP-X1 to 4."""

from __future__ import annotations

import random
from typing import Any

import pytest

from rules.spades_deals import (
    cards,
    dealt,
    finished,
    game_of,
    middle,
    offers,
    texts,
    trick_order,
    trick_winner,
)
from tricktake import Card, CardSet, GameError, IllegalCall, IllegalPlay, Phase
from tricktake import spades as sp

TWO = sp.Rules.five_2_jokers()
THREE = sp.Rules.five_3_jokers()
PARTNERS = sp.Rules.partners_500()
NUMBERS = [str(number) for number in range(1, 18)]


def drawn(players: int, top: str) -> sp.Seating:
    """Return the seats where these cards come off the top of the pack, and no further ones are drawn."""
    first = [next(iter(CardSet(name))) for name in top.split()]
    rest = [card for card in sp.PACKS["52"] if card not in first]
    seating = sp.draw_seats(players, pack=[*first, *rest])
    assert [card for draws in seating.rounds for _, card in draws] == first
    return seating


def check_refused(deal: sp.Deal, actions: str) -> None:
    """Check that actions are refused and that nothing changes."""
    before = deal.to_text()
    for action in actions.split():
        with pytest.raises(GameError):
            deal.push(action)
    assert deal.to_text() == before


# ---- setup -------------------------------------------------------------------------------------------


def test_cs_x01_draw_with_one_tie() -> None:
    seating = drawn(3, "KH 9S 9D 4C QC")
    assert seating.order == (0, 2, 1)
    assert [[player for player, _ in draws] for draws in seating.rounds] == [[0, 1, 2], [1, 2]]
    deal = dealt(dealer=0)
    bidders = []
    while deal.phase is Phase.AUCTION:
        assert deal.turn is not None
        bidders.append(seating.order[deal.turn])
        deal.push("1")
    assert bidders == [2, 1, 0]
    assert deal.turn is not None
    assert seating.order[deal.turn] == 2


def test_cs_x02_draw_with_a_tie_in_a_tie() -> None:
    seating = drawn(4, "7H 7C AS 7D 2H KD KS 5C 8H")
    assert seating.order == (2, 3, 1, 0)
    assert [[player for player, _ in draws] for draws in seating.rounds] == [[0, 1, 2, 3], [0, 1, 3], [1, 3]]


def shuffled(name: str) -> list[Card]:
    """Return a pack in an order that is not its own."""
    pack = list(sp.PACKS[name])
    random.Random(3).shuffle(pack)
    return pack


def test_cs_x03_three_hands() -> None:
    pack = shuffled("51")
    deal = sp.Deal(dealer=2, pack=pack)
    assert [deal.hand(seat) for seat in range(3)] == [CardSet(pack[seat:51:3]) for seat in range(3)]
    assert pack[48] in deal.hand(0)
    assert pack[49] in deal.hand(1)
    assert pack[50] in deal.hand(2)
    assert [len(hand) for hand in deal.dealt] == [17, 17, 17]
    assert not any(Card.C2 in hand for hand in deal.dealt)


def test_cs_x04_two_jokers_dealer_gets_ten() -> None:
    pack = shuffled("54")
    deal = sp.Deal(TWO, dealer=4, pack=pack)
    assert deal.hand(0) == CardSet([pack[at] for at in (*range(0, 46, 5), 50)])
    assert deal.hand(3) == CardSet([pack[at] for at in (*range(3, 49, 5), 53)])
    assert deal.hand(4) == CardSet([pack[at] for at in range(4, 50, 5)])
    assert [len(hand) for hand in deal.dealt] == [11, 11, 11, 11, 10]


# ---- playing -----------------------------------------------------------------------------------------


def led(lead: str, hand: str, **more: Any) -> sp.Deal:
    """Return a deal where seat 0 has led a card and seat 1 holds this hand."""
    return middle({0: lead, 1: hand}, plays=lead, **more)


def check_legal(deal: sp.Deal, legal: str) -> None:
    """Check which cards may be played, and that the others of the hand are refused without change."""
    assert deal.turn is not None
    assert texts(deal) == cards(legal)
    before = deal.to_text()
    for card in deal.hand(deal.turn) - CardSet(legal):
        with pytest.raises(IllegalPlay):
            deal.push(card.name)
    assert deal.to_text() == before


def test_cs_x05_leading_spades() -> None:
    check_legal(middle({0: "5S KH 3D"}), "KH 3D")
    check_legal(middle({0: "5S KH 3D"}, is_broken=True), "5S KH 3D")
    check_legal(middle({0: "AS 4S"}), "AS 4S")


def test_cs_x06_following_and_breaking() -> None:
    check_legal(led("7D", "QD 2D AS"), "QD 2D")
    deal = led("7D", "AS 4C")
    check_legal(deal, "AS 4C")
    assert not deal.is_broken
    assert not deal.copy().push_all("4C").is_broken
    assert deal.push_all("AS").is_broken


def test_cs_x07_spades_in_the_first_trick() -> None:
    hand = "9S KC 2S 3S AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H"
    deal = dealt({0: "7D", 1: hand}, calls="1 1 1 7D")
    assert (deal.turn, deal.tricks) == (1, (0, 0, 0))
    check_legal(deal, hand)
    assert cards("9S KC") <= texts(deal)


def test_cs_x08_winning_card() -> None:
    assert trick_winner("7D AD 2S") == 3
    assert trick_winner("KH AC QH") == 1
    assert trick_winner("5S KS AS") == 3


def test_cs_x09_jokers_win() -> None:
    assert trick_winner("AS JK2 KS JK1 3S", TWO) == 4
    assert trick_winner("AS JK3 KS QS 2S", THREE) == 2


def test_cs_x10_jokers_are_spades() -> None:
    check_legal(led("4S", "JK2 9H", rules=TWO, is_broken=True), "JK2")
    check_legal(middle({0: "JK1 9H"}, rules=TWO), "9H")
    check_legal(middle({0: "JK1 3S"}, rules=TWO), "JK1 3S")


def test_cs_x11_dealer_out_of_the_first_trick() -> None:
    clubs = {0: "AC", 1: "5C", 2: "2C", 3: "3C"}
    deal = dealt(clubs, rules=TWO, dealer=4, calls="1 1 1 1 1")
    assert trick_order(deal, "2C 3C AC 5C") == [2, 3, 0, 1]
    assert deal.tricks == (1, 0, 0, 0, 0)
    assert [len(deal.hand(seat)) for seat in range(5)] == [10] * 5
    seats = []
    for _ in range(5):
        seats.append(deal.turn)
        deal.push(deal.legal_actions[0])
    assert seats == [0, 1, 2, 3, 4]
    assert len(deal.finished) == 2


def test_cs_x12_dealer_with_the_two_of_clubs() -> None:
    deal = dealt({0: "AC", 1: "5C", 2: "3C", 3: "4C", 4: "2C"}, rules=TWO, dealer=4, calls="1 1 1 1 1")
    assert deal.leader == 0
    assert trick_order(deal, "AC 5C 3C 4C") == [0, 1, 2, 3]
    assert len(deal.finished) == 1


def test_cs_x13_three_jokers_first_lead() -> None:
    deal = dealt({4: "2C", 0: "3C", 1: "4C", 2: "5C", 3: "6C"}, rules=THREE, dealer=4, calls="1 1 1 1 1")
    assert deal.leader == 4
    assert trick_order(deal, "2C 3C 4C 5C 6C") == [4, 0, 1, 2, 3]
    assert len(deal.finished) == 1
    deal = dealt({2: "2C 7H 3S"}, rules=THREE, dealer=4, calls="1 1 1 1 1")
    assert deal.turn == 2
    assert cards("7H 2C") <= texts(deal)
    assert texts(deal).isdisjoint(cards("3S"))
    check_refused(deal, "3S")
    deal = dealt({2: "2C 7H 3S"}, rules=THREE.replace(must_lead_2c=True), dealer=4, calls="1 1 1 1 1")
    check_legal(deal, "2C")


def test_cs_x14_no_jokers_left_of_the_dealer_leads() -> None:
    deal = dealt({0: "2C"}, rules=sp.Rules.four(), dealer=1, calls="1 1 1 1")
    assert Card.C2 not in deal.hand(2)
    assert (deal.leader, deal.turn) == (2, 2)


# ---- bids and eligibility ----------------------------------------------------------------------------


def eligible(*scores: int, bid: str = "B6", rules: sp.Rules | None = None, **more: Any) -> set[int]:
    """Return the seats that may make a blind bid at these scores."""
    offered = offers(dealt(rules=rules, dealer=0, scores=scores, **more))
    return {seat for seat, legal in enumerate(offered) if bid in legal}


def test_cs_x15_fifty_behind() -> None:
    assert eligible(120, 70, 80) == {1}
    assert eligible(0, 0, 0) == set()
    deal = dealt(scores=(120, 70, 80))
    check_refused(deal, "B6")
    deal.push_all("LOOK 1")
    assert deal.push_all("B6").bids[1] is not None
    check_refused(deal, "B6")


def test_cs_x16_behind_with_a_negative_score() -> None:
    assert eligible(100, -20, 60) == {1}


@pytest.mark.parametrize(("preset", "again"), [("official", set()), ("long_three_jacks", {1})])
def test_cs_x17_limit_of_blind_sixes(preset: str, again: set[int]) -> None:
    rules = sp.Rules.preset(preset)
    first = finished(("4", "B6", "8"), (5, 4, 8), rules=rules, dealer=2, scores=(120, 70, 80))
    assert not first.score().made[1]
    game = game_of(first)
    assert game.scores == (160, -30, 160)
    assert game.blind_sixes == (0, 1, 0)
    deal = game.next_deal()
    assert deal.blind_sixes == (0, 1, 0)
    offered = offers(deal)
    assert {seat for seat, legal in enumerate(offered) if "B6" in legal} == again
    new = sp.Game(rules, seed=17, dealer=2, scores=(120, 70, 80))
    assert new.blind_sixes == (0, 0, 0)
    assert [("B6" in legal) for legal in offers(new.next_deal())] == [False, True, False]


def test_cs_x18_shoot_the_moon_and_numbers() -> None:
    deal = dealt(calls="LOOK")
    assert texts(deal) == {*NUMBERS, "NIL", "1F", "2F", "SM"}
    check_refused(deal, "18 0")
    assert deal.copy().push_all("SM").bids[0] is not None
    for players in (4, 5):
        deal = dealt(rules=sp.Rules(players=players), calls="LOOK")
        assert "SM" not in texts(deal)
        with pytest.raises(IllegalCall) as caught:
            deal.push("SM")
        assert caught.value.explanation is not None
        assert caught.value.explanation.clause == "CS-BID-9"


def test_cs_x19_numbers_with_two_jokers() -> None:
    deal = dealt(rules=TWO, dealer=4)
    for seat in range(5):
        assert deal.turn == seat
        deal.push("LOOK")
        numbers = {text for text in texts(deal) if text.isdigit()}
        assert numbers == set(NUMBERS[: 10 if seat == 4 else 11])
        if seat == 4:
            check_refused(deal, "11")
        deal.push("1")


def test_cs_x20_after_looking() -> None:
    deal = dealt(scores=(0, 100, 0))
    assert texts(deal) == {"LOOK", "BN", "B6"}
    deal.push("LOOK")
    assert "NIL" in texts(deal)
    assert texts(deal).isdisjoint({"B6", "BN", "LOOK"})
    check_refused(deal, "B6 BN")


def test_cs_x21_hook() -> None:
    deal = dealt(rules=sp.Rules.official(hook=True), calls="6 7 LOOK")
    assert {text for text in texts(deal) if text.isdigit()} == set(NUMBERS) - {"4"}
    with pytest.raises(IllegalCall) as caught:
        deal.push("4")
    assert caught.value.explanation is not None
    assert caught.value.explanation.option == "hook"
    for bid in ("3", "5"):
        assert deal.copy().push_all(bid).phase is Phase.PLAY
    assert "4" in texts(dealt(calls="6 7 LOOK"))


# ---- partnership -------------------------------------------------------------------------------------


def test_sp_x01_blind_nil_a_hundred_behind() -> None:
    assert eligible(300, 180, bid="BN", rules=PARTNERS) == {1, 3}
    assert eligible(300, 210, bid="BN", rules=PARTNERS) == set()
    assert eligible(0, 0, bid="BN", rules=PARTNERS) == set()


def test_sp_x02_no_blind_bids() -> None:
    deal = dealt(rules=sp.Rules.preset("partners_no_blind"), dealer=0, scores=(300, 0))
    for seat in range(4):
        assert deal.has_looked(seat)
        assert deal.view(seat).hand == deal.hand(seat)
    for _ in range(4):
        assert texts(deal) == {"NIL", *NUMBERS[:13]}
        check_refused(deal, "BN 1F 2F B6 SM LOOK 14")
        deal.push("3")


def exchanging(calls: str, **options: object) -> sp.Deal:
    """Return a deal of seat 0 after some calls, with the side of seats 1 and 3 120 behind."""
    return dealt(rules=PARTNERS.replace(**options), dealer=0, scores=(300, 180), calls=calls)


def test_sp_x03_exchange_of_blind_nil() -> None:
    deal = exchanging("BN 3 4 3")
    assert (deal.phase, deal.turn) == (Phase.EXCHANGE, 1)
    given = CardSet(deal.hand(1).ascending()[-2:])
    deal.push("put " + " ".join(card.name for card in given))
    assert (deal.phase, deal.turn) == (Phase.EXCHANGE, 3)
    assert (len(deal.hand(1)), len(deal.hand(3))) == (11, 15)
    assert given <= deal.hand(3)
    one_received = next(iter(given))
    one_own = next(card for card in deal.hand(3) if card not in given)
    back = CardSet([one_received, one_own])
    deal.push("put " + " ".join(card.name for card in back))
    assert (deal.phase, deal.turn) == (Phase.PLAY, 1)
    assert [len(deal.hand(seat)) for seat in range(4)] == [13] * 4
    assert back <= deal.hand(1)
    assert deal.finished == ()
    assert deal.trick == ()


def test_sp_x04_two_nils_and_two_exchanges() -> None:
    assert exchanging("BN 3 NIL 3").phase is Phase.PLAY
    sides = [eligible(first, 0, bid="BN", rules=PARTNERS) for first in range(-300, 301, 50)]
    assert {frozenset(seats) for seats in sides} == {frozenset(), frozenset({0, 2}), frozenset({1, 3})}
    deal = exchanging("BN BN 4 3", bn_behind=0)
    choices = []
    while deal.phase is Phase.EXCHANGE:
        assert deal.turn is not None
        choices.append(deal.turn)
        two = deal.hand(deal.turn).ascending()[:2]
        deal.push("put " + " ".join(card.name for card in two))
    assert choices == [1, 3, 2, 0]
    assert deal.phase is Phase.PLAY
