"""The worked examples of section 16 on dealing and play, FH-X1 to FH-X30, each as a deal that is played.

Examples for other numbers of players that the core alone can show (X2, X4, X13, X57, X58) are shown with the
core. ``tests/rules/test_coverage.py`` lists those that are not shown at all.
"""

from __future__ import annotations

import random

import pytest

from cardcore import PlaySetup, SeatOrder, TrickPlay
from rules.constructed import cards, dealt, finished, match_of, middle, put_away, texts, trick_winner
from tricktake import CardSet, IllegalPlay, Phase, Strain, Suit
from tricktake import fivehundred as fh
from tricktake.fivehundred.packs import PACK_SPECS, deal_packets

ALL_SUITS = tuple(Suit)


def led(bid: str, lead: str, hand: str, *, contractor: int = 0, leader: int = 0, **more: object) -> fh.Deal:
    """Return a deal where one seat has led a card and the next one holds this hand."""
    follower = (leader + 1) % 4
    hands = {leader: lead, follower: hand}
    return middle(bid, hands, contractor=contractor, leader=leader, plays=lead, **more)  # type: ignore[arg-type]


# ---- deal and order ----------------------------------------------------------------------------------


def test_fh_x01_four_players() -> None:
    pack = list(fh.PACKS["43"])
    random.Random(1).shuffle(pack)
    deal = fh.Deal(dealer=3, pack=pack)
    places = ((0, 13, 30), (3, 17, 33), (6, 21, 36), (9, 25, 39))
    for seat, (first, second, third) in enumerate(places):
        expected = pack[first : first + 3] + pack[second : second + 4] + pack[third : third + 3]
        assert deal.hand(seat) == CardSet(expected)
    assert deal.kitty == CardSet([pack[12], pack[29], pack[42]])


def test_fh_x02_three_players() -> None:
    pack = list(fh.PACKS["33"])
    hands, kitty = deal_packets(pack, players=3, dealer=0, pattern=PACK_SPECS["33"].pattern)
    assert CardSet(pack[:3]) <= hands[1]
    assert kitty == CardSet([pack[9], pack[22], pack[32]])


def test_fh_x03_partner_of_a_misere_sits_out() -> None:
    deal = dealt({0: "AH", 1: "4H", 2: "5H JK"}, calls="7S M P P P")
    put_away(deal, keep="4H")
    assert deal.sits_out == {3}
    seats = []
    for card in ("4H", "5H", "AH"):
        seats.append(deal.turn)
        deal.push(card)
    assert seats == [1, 2, 0]
    assert deal.tricks == (1, 0, 0, 0)
    seats = []
    for _ in range(3):
        seats.append(deal.turn)
        deal.push(deal.legal_actions[0])
    assert seats == [0, 1, 2]


@pytest.mark.parametrize(("out", "order"), [((0, 2), [4, 5, 1, 3]), ((1,), [4, 5, 0, 2, 3])])
def test_fh_x04_six_players(out: tuple[int, ...], order: list[int]) -> None:
    setup = PlaySetup(fh.card_order(fh.PACKS["63"], Strain.NO_TRUMP), SeatOrder.circle(6, out=out))
    hands = [CardSet() if seat in out else CardSet([f"H{seat + 4}"]) for seat in range(6)]
    play = TrickPlay(setup, hands, 4)
    seats = []
    while play.turn is not None:
        seats.append(play.turn)
        play.push(play.legal_moves()[0])
    assert seats == order


# ---- bowers and following ----------------------------------------------------------------------------


def check_following(bid: str, lead: str, hand: str, legal: str) -> None:
    """Check which cards of a hand are legal, and that the others are refused without change."""
    deal = led(bid, lead, hand)
    before = deal.to_text()
    assert texts(deal) == cards(legal)
    for name in cards(hand) - cards(legal):
        with pytest.raises(IllegalPlay):
            deal.push(name)
    assert deal.to_text() == before


def test_fh_x05_left_bower_is_no_diamond() -> None:
    check_following("7H", "TD", "JD 9D AS JK", "9D")


def test_fh_x06_void_but_for_the_left_bower() -> None:
    check_following("7H", "TD", "JD AS JK 5C", "JD AS JK 5C")


def test_fh_x07_left_bower_follows_trumps() -> None:
    check_following("7H", "AH", "JD 9D AS", "JD")


def test_fh_x08_joker_follows_trumps() -> None:
    check_following("7H", "AH", "JK 4D AS", "JK")


def test_fh_x09_left_bower_led() -> None:
    check_following("7S", "JC", "AC 5S KH", "5S")


def test_fh_x10_left_bower_wins() -> None:
    assert trick_winner("7S", "AC JC 5S KC") == 2


def test_fh_x11_bowers_and_joker() -> None:
    assert trick_winner("7D", "JH JD AD JK") == 4
    assert trick_winner("7D", "JH JD AD 4D") == 2


def test_fh_x12_ruffs_and_discards() -> None:
    assert trick_winner("7C", "9H AH 5C QH") == 3
    assert trick_winner("7D", "9S 5S AH KC") == 1


def test_fh_x13_six_players_extra_ranks() -> None:
    hearts = fh.card_order(fh.PACKS["63"], Strain.HEARTS)
    assert hearts.winner(["S12", "SJ", "S10", "S11", "SQ", "S9"]) == 5 - 1
    spades = fh.card_order(fh.PACKS["63"], Strain.SPADES)
    assert spades.winner(["CK", "CJ", "CQ", "CA", "D13", "C4"]) == 2 - 1


def test_fh_x14_leading_the_left_bower() -> None:
    deal = middle("7C", {0: "JS 5H", 1: "AC 8S"})
    assert texts(deal) == cards("JS 5H")
    deal.push("JS")
    assert texts(deal) == cards("AC")


# ---- the joker without trumps ------------------------------------------------------------------------


def test_fh_x15_nominated_joker_follows_and_beats_the_ace() -> None:
    hands = {3: "7S 4D 5D", 0: "JK 4H AD", 1: "AS 6D 7D", 2: "9S 8D 9D"}
    deal = middle("7NT", hands, leader=3, nominated=Suit.SPADES, plays="7S")
    assert texts(deal) == {"JK"}
    deal.push_all("JK AS 9S")
    assert deal.leader == 0


def test_fh_x16_nominated_joker_thrown_does_not_win() -> None:
    deal = led("7NT", "9H", "JK QS 5C", leader=3, nominated=Suit.SPADES)
    assert texts(deal) == cards("JK QS 5C")
    assert trick_winner("7NT", "9H JK 6H KH", nominated=Suit.SPADES) == 4


def test_fh_x17_suitless_joker_only_when_void() -> None:
    assert texts(led("7NT", "9H", "JK 5H AC")) == cards("5H")
    assert texts(led("7NT", "9H", "JK AC 7D")) == cards("JK AC 7D")


@pytest.mark.parametrize("leader", [0, 3], ids=["defender holds it", "contractor holds it"])
def test_fh_x18_misere_joker_when_void(leader: int) -> None:
    assert texts(led("M", "9H", "JK AC 7D", leader=leader)) == {"JK"}
    may = fh.Rules(joker_misere_void=fh.JokerMisereVoid.MAY)
    assert texts(led("M", "9H", "JK AC 7D", leader=leader, rules=may)) == cards("JK AC 7D")


def test_fh_x19_joker_names_a_suit_not_led() -> None:
    deal = middle("8NT", {0: "JK 9D 4H"}, led=(Suit.HEARTS, Suit.SPADES))
    assert texts(deal) == {"D9", "H4", "JK:C", "JK:D"}


def test_fh_x20_joker_after_four_suits() -> None:
    assert texts(middle("8NT", {0: "JK 9D 4H"}, led=ALL_SUITS)) == {"D9", "H4"}
    any_suit = fh.Rules(joker_lead=fh.JokerLead.ANY_SUIT)
    legal = texts(middle("8NT", {0: "JK 9D 4H"}, led=ALL_SUITS, rules=any_suit))
    assert legal == {"D9", "H4", "JK:S", "JK:C", "JK:D", "JK:H"}


def test_fh_x21_joker_to_the_last_trick() -> None:
    deal = middle("8NT", {0: "JK", 1: "AS", 2: "AC", 3: "AD"}, led=ALL_SUITS)
    assert texts(deal) == {"JK"}
    deal.push_all("JK AS AC AD")
    assert deal.tricks[0] == 1


def test_fh_x22_joker_follows_after_four_suits() -> None:
    assert texts(led("8NT", "6C", "JK 9D 4H", leader=3, led=ALL_SUITS)) == cards("JK 9D 4H")


def test_fh_x23_joker_to_the_last_trick_only() -> None:
    rules = fh.Rules(joker_lead=fh.JokerLead.LAST_TRICK_ONLY)
    deal = dealt({0: "JK"}, rules=rules, calls="6NT P P P")
    put_away(deal, keep="JK").push("name none")
    assert deal.phase is Phase.PLAY
    assert texts(deal) == {card.name for card in deal.hand(0)} - {"JK"}


def test_fh_x24_suitless_joker_led_naming_a_suit() -> None:
    deal = middle("7NT", {0: "JK 5C", 1: "AD 6C", 2: "QD AS", 3: "KS 7C"}, plays="JK:D")
    assert texts(deal) == cards("AD")
    deal.push("AD")
    assert texts(deal) == cards("QD")
    deal.push_all("QD KS")
    assert deal.leader == 0
    assert deal.view(1).suits_led == {Suit.DIAMONDS}


def test_fh_x25_joker_follow_first_or_last() -> None:
    rules = fh.Rules(joker_follow=fh.JokerFollow.FIRST_OR_LAST)
    assert texts(led("7NT", "9H", "JK 5H AC", rules=rules)) == cards("JK 5H")
    assert texts(led("7NT", "9H", "JK 5H AC", rules=rules, led=(Suit.HEARTS,))) == cards("5H")


def test_fh_x26_joker_is_a_trump() -> None:
    assert texts(led("7S", "9H", "JK 5H")) == cards("5H")


# ---- misère ------------------------------------------------------------------------------------------


def test_fh_x27_nominated_joker_thrown_in_a_misere() -> None:
    hands = {3: "9S 5D 6D", 0: "JK 4H 5C", 1: "TS 7D 8D"}
    deal = middle("M", hands, leader=3, nominated=Suit.HEARTS, plays="9S")
    assert texts(deal) == cards("JK 4H 5C")
    deal.push_all("JK TS")
    assert deal.leader == 1
    assert deal.tricks[0] == 0


def test_fh_x28_nominated_joker_alone_in_its_suit() -> None:
    deal = middle("M", {3: "6H 5S", 0: "JK 5C", 1: "KH 6S"}, leader=3, nominated=Suit.HEARTS, plays="6H")
    assert texts(deal) == {"JK"}
    deal.push_all("JK KH")
    assert deal.leader == 0
    deal.push_all("5C 6S 5S")
    assert deal.score().points == (-250, 0)


def test_fh_x29_joker_without_a_suit_fails_the_misere() -> None:
    low = "JK 5S 5C 6C 4D 5D 6D 4H 5H 6H"
    deal = dealt({1: low, 0: "7S 8S 9S TS"}, calls="7S M P P P")
    put_away(deal, keep=low).push("name none")
    while not deal.is_over:  # the contractor plays as low as he can, the others as high as they can
        legal = sorted(deal.legal_actions, key=lambda play: play.card.rank or -1)  # type: ignore[attr-defined]
        deal.push(legal[0] if deal.turn == 1 else legal[-1])
    assert deal.tricks[1] == 1
    assert deal.score().points == (0, -250)


def test_fh_x30_open_misere_wins_or_loses_the_match() -> None:
    made = match_of(finished("OM", 0, scores=(20, 0)))
    assert made.scores == (520, 0)
    assert made.winners == frozenset({0})
    failed = match_of(finished("OM", 3, scores=(0, 0)))
    assert failed.scores == (-500, 0)
    assert failed.winners == frozenset({1})


# ---- two players, as far as the core shows them ------------------------------------------------------


def test_fh_x57_two_players_table_card_wins() -> None:
    setup = PlaySetup(
        fh.card_order(fh.PACKS["43"], Strain.NO_TRUMP),
        SeatOrder.two_tables(),
        under=[(2, "HA", "S5"), (3, "H4", "S6")],
    )
    play = TrickPlay(setup, ["9H 5C", "TH 6C", "AH", "4H"], 0)
    for card in ("H9", "H10", "HA", "H4"):
        play.play(card)
    assert play.tricks == (0, 0, 1, 0)
    assert play.hand(2) == CardSet("5S")
    seats = []
    while play.turn is not None:
        seats.append(play.turn)
        play.push(play.legal_moves()[0])
    assert seats == [2, 3, 0, 1]


def test_fh_x58_two_players_hidden_cards_do_not_count() -> None:
    order = fh.card_order(fh.PACKS["43"], Strain.CLUBS)
    setup = PlaySetup(order, SeatOrder.two_tables(), under=[(3, "SQ", "D8"), (2, "S5", "S6")])
    play = TrickPlay(setup, ["KD 5C 6C", "TD 7C 8C", "5S 9S", "QS 7H"], 0)
    for card in ("DK", "D10", "S5"):
        play.play(card)
    assert play.turn == 3
    assert play.legal_cards == CardSet("QS 7H")
