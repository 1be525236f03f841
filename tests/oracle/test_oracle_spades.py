"""The referee of spades against the worked examples of the rules: the deal, the bids and the play.

The points and the games are in the other file of tests of this referee.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from oracle.packs import PACKS, in_order
from oracle.spades import SpadesReferee
from oracle.spades_options import preset, read_options


def shuffled(options: Mapping[str, object], seed: int = 1) -> list[str]:
    """Return the pack of some options in random order."""
    pack = list(PACKS[read_options(options).pack_name])
    random.Random(seed).shuffle(pack)
    return pack


def new_deal(
    options: Mapping[str, object] | None = None,
    *,
    dealer: int = 0,
    seed: int = 1,
    scores: list[int] | None = None,
    sixes: list[int] | None = None,
) -> SpadesReferee:
    """Return a deal from a shuffled pack."""
    options = options or {}
    return SpadesReferee(shuffled(options, seed), dealer, options, scores=scores, sixes=sixes)


def holding(options: Mapping[str, object], dealer: int, some: dict[int, str], seed: int = 1) -> SpadesReferee:
    """Return a deal in which some seats hold given cards, the others come from a shuffled pack."""
    o = read_options(options)
    hands = [some.get(seat, "").split() for seat in range(o.players)]
    rest = [card for card in shuffled(options, seed) if all(card not in hand for hand in hands)]
    for seat, hand in enumerate(hands):
        while len(hand) < o.hand_size(seat, dealer):
            hand.append(rest.pop())
    order: list[str] = []
    seat = dealer
    while any(hands):
        seat = (seat + 1) % o.players
        if hands[seat]:
            order.append(hands[seat].pop(0))
    return SpadesReferee(order, dealer, options)


def bid(deal: SpadesReferee, bids: str) -> SpadesReferee:
    """Make some bids, looking first where that is open and the bid is not blind."""
    for text in bids.split():
        if text not in deal.legal():
            deal.do("LOOK")
        deal.do(text)
    return deal


def look(deal: SpadesReferee) -> set[str]:
    """Return what may be bid after looking."""
    if "LOOK" in deal.legal():
        deal.do("LOOK")
    return deal.legal()


# ---- setup -------------------------------------------------------------------------------------------


def test_dealing() -> None:
    """CS-X3, CS-X4."""
    pack = shuffled({})
    deal = SpadesReferee(pack, 2, {})
    assert deal.hands == [set(pack[seat::3]) for seat in range(3)]
    assert all(len(hand) == 17 for hand in deal.hands)
    assert "C2" not in pack
    options = preset("five_2_jokers")
    pack = shuffled(options)
    deal = SpadesReferee(pack, 4, options)
    assert deal.hands[0] == set(pack[0:50:5]) | {pack[50]}
    assert deal.hands[3] == set(pack[3:50:5]) | {pack[53]}
    assert deal.hands[4] == set(pack[4:50:5])


def test_order_of_bidding() -> None:
    """CS-X1: the left of the dealer bids first and leads."""
    deal = new_deal(dealer=0)
    for turn, text in ((1, "4"), (2, "5"), (0, "NIL")):
        assert deal.turn == turn
        bid(deal, text)
    assert (deal.phase, deal.turn, deal.bids) == ("PLAY", 1, ["NIL", "4", "5"])


# ---- play --------------------------------------------------------------------------------------------

FOUR = preset("four")


def reduced(deal: SpadesReferee, *hands: str) -> SpadesReferee:
    """Leave every seat only the given cards, as after some tricks."""
    assert deal.trick_play is not None
    for seat, hand in enumerate(hands):
        deal.trick_play.hands[seat] = set(hand.split())
    deal.trick_play.tricks_done = 17 - len(hands[0].split())
    return deal


def started(options: dict[str, object] | None = None) -> SpadesReferee:
    """Return a deal in which seat 0 is about to lead."""
    n = read_options(options or {}).players
    return bid(new_deal(options, dealer=n - 1), " ".join(["1"] * n))


def test_leading_spades() -> None:
    """CS-X5."""
    deal = reduced(started(), "S5 HK D3", "C3 C4 C5", "C6 C7 C8")
    assert deal.legal() == {"HK", "D3"}
    assert deal.trick_play is not None
    deal.trick_play.broken = True
    assert deal.legal() == {"S5", "HK", "D3"}
    deal = reduced(started(), "SA S4", "C3 C4", "C6 C7")
    assert deal.legal() == {"SA", "S4"}
    deal.do("S4")
    assert deal.broken


def test_following() -> None:
    """CS-X6, CS-X7."""
    deal = reduced(started(), "D7 D8 D9", "DQ D2 SA", "C6 C7 C8")
    deal.do("D7")
    assert deal.legal() == {"DQ", "D2"}
    deal = reduced(started(), "D7 D8", "SA C4", "C6 C7")
    deal.do("D7")
    assert deal.legal() == {"SA", "C4"}
    assert not deal.broken
    deal.do("SA")
    assert deal.broken
    spades = "S2 S3 S4 S5 S6 S7 S8 S9 S10 SJ SQ SK SA"
    deal = bid(holding({}, 2, {0: "D7", 1: f"CK C3 C4 C5 {spades}"}), "1 1 1")
    deal.do("D7")
    assert deal.legal() == deal.hands[1]
    assert len(deal.legal()) == 17


@pytest.mark.parametrize(("plays", "winner"), [("D7 DA S2", 2), ("HK CA HQ", 0), ("S5 SK SA", 2)])
def test_who_wins(plays: str, winner: int) -> None:
    """CS-X8."""
    cards = plays.split()
    deal = reduced(started(), *cards)
    for card in cards:
        deal.do(card)
    assert deal.tricks.index(1) == winner


@pytest.mark.parametrize(
    ("name", "plays", "winner"),
    [("five_2_jokers", "SA JK2 SK JK1 S3", 3), ("five_3_jokers", "SA JK3 SK SQ S2", 1)],
)
def test_jokers_win(name: str, plays: str, winner: int) -> None:
    """CS-X9."""
    cards = plays.split()
    deal = started(preset(name, joker_first_lead="left"))
    assert deal.trick_play is not None
    deal.trick_play.order = [0, 1, 2, 3, 4]
    reduced(deal, *cards)
    for card in cards:
        deal.do(card)
    assert deal.tricks.index(1) == winner


def test_jokers_are_spades() -> None:
    """CS-X10."""
    options = preset("five_2_jokers", joker_first_lead="left")
    deal = reduced(started(options), "S4 S5", "JK2 H9")
    deal.do("S4")
    assert deal.legal() == {"JK2"}
    assert reduced(started(options), "JK1 H9").legal() == {"H9"}
    assert reduced(started(options), "JK1 S3").legal() == {"JK1", "S3"}


def play_trick(deal: SpadesReferee) -> list[int]:
    """Play a trick with any legal cards; return who played."""
    order = []
    done = sum(deal.tricks)
    while sum(deal.tricks) == done:
        assert deal.turn is not None
        order.append(deal.turn)
        deal.do(min(deal.legal()))
    return order


def test_first_trick_with_two_jokers() -> None:
    """CS-X11, CS-X12."""
    options = preset("five_2_jokers")
    deal = bid(holding(options, 4, {2: "C2", 0: "CA"}), "1 1 1 1 1")
    assert deal.turn == 2
    deal.do("C2")
    for card_of in (3, 0, 1):
        assert deal.turn == card_of
        deal.do("CA" if card_of == 0 else min(deal.legal(), key=lambda card: card[0] == "S"))
    assert deal.tricks == [1, 0, 0, 0, 0]
    assert [len(hand) for hand in deal.hands] == [10, 10, 10, 10, 10]  # CS-PLAY-8
    assert play_trick(deal) == [0, 1, 2, 3, 4]
    for forced in (False, True):  # he leads, but not because he holds 2C
        deal = bid(holding(options | {"must_lead_2c": forced}, 4, {4: "C2", 0: "H5"}), "1 1 1 1 1")
        assert deal.legal() == {card for card in deal.hands[0] if card[0] not in "SJ"}
        assert play_trick(deal) == [0, 1, 2, 3]


def test_first_trick_with_three_jokers() -> None:
    """CS-X13, CS-X14."""
    options = preset("five_3_jokers")
    assert play_trick(bid(holding(options, 4, {4: "C2"}), "1 1 1 1 1")) == [4, 0, 1, 2, 3]
    deal = bid(holding(options, 4, {2: "C2 H7 S3"}), "1 1 1 1 1")
    assert deal.turn == 2
    assert {"C2", "H7"} <= deal.legal()
    assert "S3" not in deal.legal()
    forced = preset("five_3_jokers", must_lead_2c=True)
    assert bid(holding(forced, 4, {2: "C2 H7 S3"}), "1 1 1 1 1").legal() == {"C2"}
    left = forced | {"joker_first_lead": "left"}
    assert bid(holding(left, 4, {0: "C2 H7 S3"}), "1 1 1 1 1").legal() > {"C2", "H7"}
    assert bid(holding(FOUR, 1, {3: "C2"}), "1 1 1 1").turn == 2


# ---- bids --------------------------------------------------------------------------------------------


def blind(options: dict[str, object], scores: list[int], sixes: list[int] | None = None) -> list[set[str]]:
    """Return the blind bids open to each seat at its turn, if everybody else bids 1."""
    deal = new_deal(options, scores=scores, sixes=sixes)
    found: list[set[str]] = [set() for _ in range(deal.players)]
    while deal.phase == "AUCTION":
        assert deal.turn is not None
        found[deal.turn] = deal.legal() & {"BN", "B6"}
        bid(deal, "1")
    return found


def has_six(options: dict[str, object], scores: list[int], sixes: list[int] | None = None) -> list[int]:
    """Return the seats that may bid B6."""
    return [seat for seat, bids in enumerate(blind(options, scores, sixes)) if "B6" in bids]


def test_who_may_bid_blind_six() -> None:
    """CS-X15 to CS-X17."""
    assert has_six({}, [120, 70, 80]) == [1]
    assert has_six({}, [0, 0, 0]) == []
    assert has_six({}, [100, -20, 60]) == [1]
    assert has_six({}, [120, 70, 80], [0, 1, 0]) == []
    assert has_six(preset("long_three_jacks"), [120, 70, 80], [0, 5, 0]) == [1]
    assert has_six({}, [120, 70, 20], [0, 1, 0]) == [2]
    assert has_six({"b6_limit_scope": "table"}, [120, 70, 20], [0, 1, 0]) == []
    assert has_six({"b6_behind": 0}, [120, 70, 20]) == [0, 1, 2]
    assert all("BN" in bids for bids in blind({}, [120, 70, 80]))


def test_blind_six_of_the_same_hand() -> None:
    """CS-BID-7: a limit of the table counts the bids before in the same hand."""
    for scope, allowed in (("player", True), ("table", False)):
        options = preset("five", b6_behind=0, b6_limit_scope=scope)
        deal = new_deal(options, dealer=4)
        for turn in range(5):
            assert ("B6" in deal.legal()) == (allowed or turn == 0)
            bid(deal, "B6" if turn == 0 else "1")
        assert deal.sixes == [1, 0, 0, 0, 0]
    options = {"b6_behind": 0, "b6_limit_scope": "table", "b6_limit": 2}
    assert "B6" in bid(new_deal(options), "B6").legal()
    assert "B6" not in bid(new_deal(options), "B6 B6").legal()
    assert has_six({"b6_behind": 0, "b6_limit": None}, [0, 0, 0], [9, 9, 9]) == [0, 1, 2]
    assert has_six({"b6_behind": 0, "b6_limit": 0}, [0, 0, 0]) == []


def test_numbers_that_may_be_bid() -> None:
    """CS-X18 to CS-X20."""
    numbers = {str(k) for k in range(1, 18)}
    assert look(new_deal()) == numbers | {"NIL", "1F", "2F", "SM"}
    assert "SM" not in look(new_deal(FOUR))
    assert "SM" not in look(new_deal(preset("five")))
    deal = new_deal(preset("five_2_jokers", sm_tricks=11))
    for most in (11, 11, 11, 11, 10):
        legal = look(deal)
        assert max(int(text) for text in legal if text.isdigit()) == most
        assert ("SM" in legal) == (most == 11)
        bid(deal, "1")
    deal = new_deal()
    assert deal.legal() == {"LOOK", "BN"}
    assert not {"B6", "BN", "LOOK"} & look(deal)


def test_hook() -> None:
    """CS-X21."""
    deal = bid(new_deal({"hook": True}), "6 7")
    legal = look(deal)
    assert "4" not in legal
    assert {"3", "5", "NIL"} <= legal
    assert look(bid(new_deal({"hook": True}), "8 9")) == {str(k) for k in range(1, 18)} | {"1F", "2F", "SM"}
    deal = bid(new_deal({"hook": True}), "8 9")
    assert deal.seen == [True, True, True]  # no blind nil: he has looked
    assert "2F" not in look(bid(new_deal({"hook": True}), "BN 15"))
    deal = bid(new_deal({"hook": True, "b6_behind": 0}), "SM NIL")  # 14, so that 3 is missing
    assert deal.legal() == {"LOOK", "BN", "B6"}
    assert "3" not in look(deal)
    # 11, so that 6 is missing, and nobody else is bound
    assert bid(new_deal({"hook": True, "b6_behind": 0}), "10 1F").legal() == {"LOOK", "BN"}
    assert "7" in look(bid(new_deal({"hook": True}), "10"))
    # the dealer has 10 cards, the tricks are 11
    legal = look(bid(new_deal(preset("five_2_jokers", hook=True)), "1 1 1 1"))
    assert legal & {"6", "7", "8"} == {"6", "8"}


def test_unseen() -> None:
    """CS-BID-5."""
    deal = new_deal(dealer=2)
    assert deal.seen == [False, False, False]
    deal.do("BN")
    assert deal.seen == [True, False, False]
    deal.do("LOOK")
    assert (deal.turn, deal.seen) == (1, [True, True, False])
    assert new_deal({"special_bids": {"NIL"}}).seen == [True, True, True]
    assert new_deal({"special_bids": {"B6"}}, dealer=2).seen == [True, False, False]


# ---- partners ----------------------------------------------------------------------------------------

PARTNERS = preset("partners")


def test_who_may_bid_blind_nil() -> None:
    """SP-X1, SP-X2."""
    assert blind(PARTNERS, [300, 180]) == [set(), {"BN"}, set(), {"BN"}]
    assert blind(PARTNERS, [300, 210]) == [set()] * 4
    assert blind(PARTNERS, [0, 0]) == [set()] * 4
    assert blind(preset("partners", bn_behind=0), [300, 180]) == [{"BN"}] * 4
    deal = new_deal(preset("partners_no_blind"), scores=[300, 100])
    assert deal.seen == [True] * 4
    assert deal.legal() == {"NIL"} | {str(k) for k in range(1, 14)}


def test_exchange() -> None:
    """SP-X3, SP-X4."""
    deal = new_deal(PARTNERS, scores=[300, 180])
    bid(deal, "BN 3 4 5")
    assert (deal.phase, deal.turn) == ("EXCHANGE", 1)
    assert len(deal.legal()) == 78
    put = in_order(deal.hands[1])[:2]
    deal.do("put " + " ".join(put))
    assert (deal.turn, len(deal.hands[1]), len(deal.hands[3])) == (3, 11, 15)
    assert set(put) <= deal.hands[3]
    deal.do("put " + " ".join(put))  # may be those just received
    assert [len(hand) for hand in deal.hands] == [13, 13, 13, 13]
    assert (deal.phase, deal.turn) == ("PLAY", 1)
    assert bid(new_deal(PARTNERS, scores=[300, 180]), "BN 3 NIL 5").phase == "PLAY"
    assert bid(new_deal(PARTNERS, scores=[300, 180]), "BN 3 BN 5").phase == "PLAY"
    for dealer, expected in ((0, [1, 3, 2, 0]), (2, [3, 1, 0, 2])):  # not by seat number
        deal = bid(new_deal(preset("partners", bn_behind=0), dealer=dealer), "BN BN 3 4")
        turns = []
        while deal.phase == "EXCHANGE":
            turns.append(deal.turn)
            deal.do(min(deal.legal()))
        assert turns == expected
