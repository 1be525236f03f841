"""The referees for two, three, five and six players against the rules: examples and hand-checked cases.

Where nothing else is said nobody has looked yet and seat 0 deals.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from oracle.bids import rank
from oracle.fivehundred import PHASES, DealReferee, match_end
from oracle.fivehundred_deal_out import deal_out, pack_name
from oracle.fivehundred_play import start_play
from oracle.options import random_options, read_options
from oracle.packs import PACKS, five_hundred_suits, in_order
from oracle.partners import contract_seats, sides_of
from oracle.points import deal_points, half

SHAPES: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 2, "two_player": "dead_hand"},
    {"players": 2, "two_player": "short24"},
    {"players": 3},
    {"players": 4},
    {"players": 4, "deck4": 45},
    {"players": 5},
    {"players": 6},
    {"players": 6, "teams6": "3x2"},
]
SUITLESS = {"JK:S", "JK:C", "JK:D", "JK:H"}


def in_pack_order(dealer: int = 0, **options: Any) -> DealReferee:
    """Return a deal of the pack in canonical order, and so with a known card in every place."""
    return DealReferee(PACKS[pack_name(read_options(options))], dealer, options)


def stacked(
    hands: Sequence[str], dealer: int = 0, tables: Sequence[Sequence[str]] = (), **options: Any
) -> DealReferee:
    """Return a deal in which the seats have some given cards, and others that nobody was given.

    A table is given as its piles, each ``up/down``.
    """
    o = read_options(options)
    pack = PACKS[pack_name(o)]
    plain = deal_out(pack, dealer, o)
    order: dict[int, str] = {}
    for hand, wanted in zip(plain.hands, hands, strict=False):
        places = sorted(pack.index(card) for card in hand)
        order |= dict(zip(places, wanted.split(), strict=False))
    for piles, wanted_piles in zip(plain.tables, tables, strict=False):
        for (down, up), pile in zip(piles, wanted_piles, strict=False):
            assert up is not None
            assert down is not None
            order[pack.index(up)], order[pack.index(down)] = pile.split("/")
    rest = [card for card in pack if card not in order.values()]
    return DealReferee([order.get(place) or rest.pop(0) for place in range(len(pack))], dealer, options)


def do(deal: DealReferee, *texts: str) -> DealReferee:
    """Carry out actions; whoever has to look before one looks."""
    for text in texts:
        if text not in deal.legal() and "LOOK" in deal.legal():
            deal.do("LOOK")
        deal.do(text)
    return deal


def cards(pack: list[str], *spans: tuple[int, int]) -> set[str]:
    """Return the cards of a pack at the given places, first and last."""
    return {pack[place] for first, last in spans for place in range(first, last + 1)}


def points(contract: str, contractor: int, tricks: list[int], **more: Any) -> tuple[int, ...]:
    """Return the points of all sides from scores of 0, or the given ones."""
    scores = more.pop("scores", [0] * 6)
    partner = more.pop("partner", None)
    return deal_points(contract, contractor, tricks, scores, read_options(more), partner)


# ---- the deal ----------------------------------------------------------------------------------------


def test_example_x2_three_players() -> None:
    deal = in_pack_order(players=3)
    pack = PACKS["33"]
    assert deal.hands[1] == cards(pack, (0, 2), (10, 13), (23, 25))
    assert deal.hands[2] == cards(pack, (3, 5), (14, 17), (26, 28))
    assert deal.hands[0] == cards(pack, (6, 8), (18, 21), (29, 31))
    assert deal.kitty == {pack[9], pack[22], pack[32]}
    assert deal.turn == 1


def test_fh_deal_2_five_and_six_players() -> None:
    for players, kitty in ((5, (15, 36, 52)), (6, (18, 43, 62))):
        deal = in_pack_order(dealer=2, players=players)
        assert deal.kitty == {deal.pack[place] for place in kitty}
        assert deal.hands[3] >= cards(deal.pack, (0, 2), (kitty[0] + 1, kitty[0] + 4))
        assert {len(hand) for hand in deal.hands} == {10}
        assert deal.turn == 3


def test_fh_p2_2_table_deal() -> None:
    pack = PACKS["43"]
    deal = in_pack_order(players=2, dealer=1)  # O is seat 0, D seat 1
    down = {0: [0, 1, 2, 13, 14], 1: [3, 4, 5, 17, 18]}
    up = {0: [15, 16, 30, 31, 32], 1: [19, 20, 33, 34, 35]}
    for seat in (0, 1):
        assert deal.tables[seat] == [[pack[d], pack[u]] for d, u in zip(down[seat], up[seat], strict=True)]
    assert deal.hands[0] == cards(pack, (6, 8), (21, 24), (36, 38))
    assert deal.hands[1] == cards(pack, (9, 11), (25, 28), (39, 41))
    assert deal.kitty == {pack[12], pack[29], pack[42]}
    other = in_pack_order(players=2, dealer=0)
    assert other.hands == [deal.hands[1], deal.hands[0]]
    assert other.tables == [deal.tables[1], deal.tables[0]]
    assert (deal.turn, other.turn) == (0, 1)
    assert (deal.place, deal.dead) == (None, set())


def test_fh_p2_8_dead_hand() -> None:
    pack = PACKS["33"]
    deal = in_pack_order(players=2, two_player="dead_hand")
    assert deal.dead == cards(pack, (0, 2), (10, 13), (23, 25))
    assert deal.hands[1] == cards(pack, (3, 5), (14, 17), (26, 28))
    assert deal.hands[0] == cards(pack, (6, 8), (18, 21), (29, 31))
    assert deal.kitty == {pack[9], pack[22], pack[32]}
    assert deal.legal() == {"LOOK", "BM", "BM-SK"}
    deal.do("LOOK")
    assert "OM" in deal.legal()
    assert "M" not in deal.legal()  # no 7 bid yet
    do(deal, "OM-SK", "P")
    assert (deal.phase, deal.turn, deal.place) == ("PLAY", 1, None)
    do(deal, min(deal.legal()))
    assert deal.turn == 0
    do(deal, min(deal.legal()))
    assert sum(deal.tricks) == 1
    assert deal.exposed
    assert deal.tables == [[], []]


def test_fh_p2_9_short_pack() -> None:
    pack = PACKS["24"]
    deal = in_pack_order(players=2, two_player="short24", dealer=1)
    assert deal.hands[0] == cards(pack, (0, 2), (8, 11), (17, 19))
    assert deal.hands[1] == cards(pack, (3, 5), (12, 15), (20, 22))
    assert deal.kitty == {pack[6], pack[7], pack[16], pack[23]}
    assert five_hundred_suits(pack, "D", None)[0]["D"] == ["D9", "D10", "DQ", "DK", "DA", "HJ", "DJ"]
    do(deal, "7NT", "P")
    assert len(deal.legal()) == 1001  # 4 out of 14
    deal.do(min(deal.legal()))
    assert deal.phase == "PLAY"  # no joker to nominate


def test_wrong_packs() -> None:
    for shape in SHAPES:
        with pytest.raises(ValueError, match="cards of the pack"):
            DealReferee(PACKS["cs4"], 0, shape)


# ---- sides -------------------------------------------------------------------------------------------


def test_fh_gen_2_sides() -> None:
    assert sides_of(read_options({"players": 2})) == [(0,), (1,)]
    assert sides_of(read_options({"players": 3})) == [(0,), (1,), (2,)]
    assert sides_of(read_options({})) == [(0, 2), (1, 3)]
    assert sides_of(read_options({"players": 5})) == [(0,), (1,), (2,), (3,), (4,)]
    assert sides_of(read_options({"players": 6})) == [(0, 2, 4), (1, 3, 5)]
    assert sides_of(read_options({"players": 6, "teams6": "3x2"})) == [(0, 3), (1, 4), (2, 5)]
    assert contract_seats(read_options({"players": 6, "teams6": "3x2"}), 5) == {2, 5}
    assert contract_seats(read_options({"players": 5}), 1, 4) == {1, 4}


# ---- the auction -------------------------------------------------------------------------------------


def test_fh_p2_3_table_auction() -> None:
    deal = in_pack_order(players=2)
    assert deal.seen == [True, True]
    opening = deal.legal()
    assert {"P", "6S", "M", "M-SK", "8S"} <= opening
    assert not {"LOOK", "OM", "OM-SK", "BM", "BM-SK"} & opening
    assert "M" not in in_pack_order(players=2, misere=False).legal()
    do(deal, "6S")
    assert "M" in deal.legal()
    do(deal, "8S")
    assert "M" not in deal.legal()
    do(deal, "P")
    assert (deal.phase, deal.turn, deal.contract) == ("EXCHANGE", 0, "8S")
    assert len(deal.legal()) == 286
    on_tables = {card for piles in deal.tables for pile in piles for card in pile}
    assert all(not on_tables & set(text.split()) for text in deal.legal())


@pytest.mark.parametrize("shape", SHAPES)
def test_fh_bid_14_all_pass(shape: dict[str, Any]) -> None:
    n = shape["players"]
    deal = do(in_pack_order(**shape), *["P"] * n)
    assert deal.phase == "OVER"
    assert deal.result() == (dict.fromkeys(range(len(deal.sides)), 0), None)
    deal = do(in_pack_order(**shape, all_pass="play_nt"), *["P"] * n)
    assert (deal.phase, deal.turn, deal.contractor, deal.side) == ("PLAY", 1, None, set())
    assert len(deal.kitty) == deal.kitty_size
    while deal.phase == "PLAY":
        deal.do(min(deal.legal()))
    won = [10 * sum(deal.tricks[seat] for seat in side) for side in deal.sides]
    assert sum(won) == 100
    assert deal.result() == (dict(enumerate(won)), None)
    capped = DealReferee(deal.pack, 0, {**shape, "defender_cap": 15}).options
    assert deal_points(None, None, deal.tricks, [0] * 6, capped) == tuple(min(score, 15) for score in won)


def test_fh_bid_11_and_15_other_numbers_of_players() -> None:
    deal = do(in_pack_order(players=3, pass_final=False), "P", "P", "6S", "P")
    assert deal.phase == "AUCTION"
    assert do(deal, "P").contract == "6S"
    deal = do(in_pack_order(players=6, auction="single"), "6S", "P", "7S", "P", "P")
    assert (deal.phase, deal.turn) == ("AUCTION", 0)
    assert do(deal, "7C").contract == "7C"
    deal = do(in_pack_order(players=5, final_raise="reopen"), "6S", "P", "P", "P", "P")
    assert (deal.phase, deal.turn) == ("RAISE", 1)
    assert do(deal, "7S").turn == 2


def test_fh_bid_18_inkle_with_two_and_three() -> None:
    for shape in SHAPES[:3]:
        deal = do(in_pack_order(**shape, inkle=True, all_pass="play_nt"), "6S", "6C", "P")
        assert (deal.phase, deal.contract) == ("OVER", None)
        assert deal.score() == (0, 0)
    deal = do(in_pack_order(players=3, inkle=True, blind_misere=False), "P", "P")
    assert "6S" not in deal.legal()
    assert "7S" in deal.legal()


# ---- who plays ---------------------------------------------------------------------------------------


def test_example_x4_six_players_open_misere() -> None:
    for shape, order, side in (
        ({}, [4, 5, 1, 3], {0, 2, 4}),
        ({"teams6": "3x2"}, [4, 5, 0, 2, 3], {1, 4}),
    ):
        deal = in_pack_order(dealer=3, players=6, joker_nomination="none", **shape)
        do(deal, "OM-SK", *["P"] * 5)
        assert deal.side == side
        seats = []
        while not sum(deal.tricks):
            assert not deal.exposed
            assert deal.turn is not None
            seats.append(deal.turn)
            deal.do(min(deal.legal()))
        assert seats == order
        assert deal.exposed
        while deal.phase == "PLAY":
            deal.do(min(deal.legal()))
        assert sum(deal.tricks) == 10
        assert len(deal.hands[1 if shape else 0]) == 10


def test_fh_mis_2_nobody_sits_out_with_three_and_five() -> None:
    for players in (3, 5):
        deal = in_pack_order(players=players, joker_nomination="none")
        do(deal, "OM-SK", *["P"] * (players - 1))
        assert deal.phase == "PLAY"
        assert (deal.side, deal.partner, deal.partner_public) == ({1}, None, True)
        for _ in range(players):
            assert sum(deal.tricks) == 0
            deal.do(min(deal.legal()))
        assert sum(deal.tricks) == 1


def winner(players: int, trump: str, trick: str) -> int:
    """Return who wins a trick, counted from 1."""
    o = read_options({"players": players})
    play = start_play(
        o,
        PACKS[pack_name(o)],
        [{card} for card in trick.split()],
        [[] for _ in range(players)],
        leader=0,
        sitting_out=set(),
        trump=trump,
        nominated=None,
        misere=False,
    )
    for card in trick.split():
        play.play(card)
    assert play.last_winner is not None
    return play.last_winner + 1


def test_example_x13_six_player_tricks() -> None:
    assert winner(6, "H", "S12 SJ S10 S11 SQ S9") == 5
    assert winner(6, "S", "CK CJ CQ CA D13 C4") == 2


# ---- the table game ----------------------------------------------------------------------------------

# A is seat 0 and calls first; B deals.
A_TABLE = ["HA/C7", "D5/D6", "D7/D8", "S9/S10", "C5/C6"]
B_TABLE = ["H4/C8", "D9/D10", "SQ/SK", "CQ/CK", "S5/S6"]


def table_deal(calls: str, hands: Sequence[str] = ("H9", "H10 JK"), **options: Any) -> DealReferee:
    """Return the table game above after some calls."""
    deal = stacked(hands, 1, [A_TABLE, B_TABLE], players=2, **options)
    return do(deal, *calls.split())


def test_example_x57_table_card_wins() -> None:
    deal = table_deal("6NT-SK P")
    assert deal.phase == "PLAY"
    for card, turn, place in (
        ("H9", 0, "hand"),
        ("H10", 1, "hand"),
        ("HA", 0, "table"),
        ("H4", 1, "table"),
    ):
        assert (deal.turn, deal.place) == (turn, place)
        deal.do(card)
        if card == "HA":
            assert deal.tables[0][0] == ["C7", None]  # not yet turned up
    assert deal.tricks == [1, 0]
    assert deal.tables[0][0] == [None, "C7"]
    assert deal.tables[1][0] == [None, "C8"]
    order = []
    while sum(deal.tricks) == 1:
        order.append((deal.turn, deal.place))
        deal.do(min(deal.legal() - SUITLESS))
    assert order == [(0, "table"), (1, "table"), (0, "hand"), (1, "hand")]


def test_example_x58_hidden_cards_do_not_count() -> None:
    piles = ["SQ/D8", "H7/D9", "S5/D10", "S6/DQ", "H8/DA"]
    deal = stacked(["DK", "D5"], 1, [["D6/C7"], piles], players=2)
    do(deal, "6C-SK", "P", "DK", "D5", "D6")
    assert (deal.turn, deal.place) == (1, "table")
    assert deal.legal() == {"SQ", "H7", "S5", "S6", "H8"}


def test_fh_p2_4_order_of_the_other_contractor_and_without_contract() -> None:
    deal = table_deal("P 6C-SK")
    order = []
    while not sum(deal.tricks):
        order.append((deal.turn, deal.place))
        deal.do(min(deal.legal()))
    assert order == [(1, "hand"), (0, "hand"), (1, "table"), (0, "table")]
    deal = table_deal("P P", all_pass="play_nt")  # left of the dealer is A
    order = []
    for text in ("H9", "H10", "HA", "H4"):
        order.append((deal.turn, deal.place))
        deal.do(text)
    assert order == [(0, "hand"), (1, "hand"), (0, "table"), (1, "table")]


def test_fh_p2_4_hand_card_wins() -> None:
    deal = table_deal("6NT-SK P", ["H9", "H10 JK HK"])
    do(deal, "H9", "HK", "HA", "H4")
    assert (deal.turn, deal.place) == (0, "table")
    deal = stacked(["H9", "HK JK"], 1, [["H5/C7"], ["H4/C8"]], players=2)
    do(deal, "6NT-SK", "P", "H9", "HK", "H5", "H4")
    order = []
    while sum(deal.tricks) == 1:
        order.append((deal.turn, deal.place))
        deal.do(min(deal.legal() - SUITLESS))
    assert order == [(1, "hand"), (0, "hand"), (1, "table"), (0, "table")]


def test_fh_p2_7_misere() -> None:
    deal = table_deal("M-SK P")  # nobody has bid 7
    do(deal, "H9", "H10", "HA", "H4")
    assert (deal.tricks, deal.phase) == ([1, 0], "PLAY")
    while deal.phase == "PLAY":
        deal.do(min(deal.legal()))
    assert sum(deal.tricks) == 10
    assert deal.result() == ({0: -250, 1: 0}, False)
    deal = table_deal("M-SK P", misere_stop=True)
    do(deal, "H9", "H10", "HA", "H4")
    assert (deal.phase, deal.turn, deal.place) == ("OVER", None, None)
    assert deal.result() == ({0: -250, 1: 0}, False)


def test_fh_p2_7_nomination() -> None:
    face_up = ["JK/S7", *A_TABLE[1:]]
    for contract in ("6NT-SK", "M-SK"):
        deal = stacked([], 1, [face_up, B_TABLE], players=2)
        do(deal, contract, "P")
        assert deal.phase == "NOMINATION"
        do(deal, "name H")
        assert deal.nominated == "H"
        assert deal.trick_play is not None
        assert deal.trick_play.suit_of("JK") == "H"
    hidden = ["S7/JK", *A_TABLE[1:]]
    assert do(stacked([], 1, [hidden], players=2), "6NT-SK", "P").phase == "PLAY"
    assert do(stacked([], 1, [[], face_up], players=2), "6NT-SK", "P").phase == "PLAY"
    assert do(stacked(["JK"], 1, [A_TABLE], players=2), "6NT-SK", "P").phase == "NOMINATION"
    assert do(stacked([], 1, [face_up], players=2), "6S-SK", "P").phase == "PLAY"
    none = stacked([], 1, [face_up], players=2, joker_nomination="none")
    assert do(none, "6NT-SK", "P").phase == "PLAY"


def test_fh_p2_7_joker_put_away_cannot_be_nominated() -> None:
    deal = do(table_deal("6NT P", ["JK H9 H8"]), "put H8 H9 JK")
    assert deal.phase == "PLAY"


# ---- five players ------------------------------------------------------------------------------------

# Seat 1 calls first and is the contractor.
FIVE = ["S2 S3", "HA SA DJ", "HK HJ", "CA", "DA C2"]


def five_deal(bid: str, put: str = "", **options: Any) -> DealReferee:
    """Return a deal in which seat 1 is the contractor, at the call of a partner if he has one."""
    deal = stacked(FIVE, players=5, **options)
    do(deal, bid, "P", "P", "P", "P")
    if deal.phase == "EXCHANGE":
        away = set(put.split())
        away |= set([card for card in in_order(deal.hands[1]) if card not in FIVE[1]][: 3 - len(away)])
        deal.do("put " + " ".join(in_order(away)))
    return deal


def called(deal: DealReferee) -> set[str]:
    """Return the cards that may be called."""
    assert deal.phase == "PARTNER"
    assert deal.turn == 1
    assert "ALONE" in deal.legal()
    return {text.removeprefix("call ") for text in deal.legal() if text != "ALONE"}


def play_until(deal: DealReferee, card: str) -> None:
    """Play the lowest cards until a card has been played."""
    while deal.trick_play is None or card not in [played for _, played, _ in deal.trick_play.history]:
        assert deal.phase == "PLAY"
        assert not deal.partner_public
        deal.do(card if card in deal.legal() else min(deal.legal()))


def test_fh_p5_1_who_is_asked() -> None:
    assert five_deal("OM-SK").phase in ("NOMINATION", "PLAY")
    deal = five_deal("6H")
    assert deal.phase == "PARTNER"
    do(deal, "ALONE")
    assert (deal.called, deal.partner, deal.partner_public, deal.side) == (None, None, True, {1})
    deal = five_deal("6H", five_partner="alone")
    assert (deal.phase, deal.partner, deal.partner_public) == ("PLAY", None, True)


def test_fh_kit_4_partner_before_nomination() -> None:
    deal = stacked(["", "JK"], players=5)
    do(deal, "6NT-SK", "P", "P", "P", "P")
    assert deal.phase == "PARTNER"
    do(deal, "ALONE")
    assert (deal.phase, deal.turn) == ("NOMINATION", 1)


def test_fh_p5_2_secret_card() -> None:
    deal = do(five_deal("6H"), "call DA")
    assert (deal.called, deal.partner, deal.side) == ("DA", 4, {1, 4})
    assert not deal.partner_public
    play_until(deal, "DA")
    assert deal.partner_public


def test_fh_p5_2_open_card_and_seat() -> None:
    deal = do(five_deal("6H", five_partner="call_card_open"), "call CA")
    assert (deal.called, deal.partner, deal.partner_public) == ("CA", 3, True)
    deal = five_deal("6H", five_partner="call_player", five_secret_alone=True)
    assert deal.legal() == {"ALONE", "call seat 0", "call seat 2", "call seat 3", "call seat 4"}
    do(deal, "call seat 0")
    assert (deal.called, deal.partner, deal.partner_public) == ("seat 0", 0, True)


def test_fh_p5_3_barred_cards() -> None:
    pack = set(PACKS["53"])
    hearts = {card for card in pack if card[0] == "H"}
    for bar, barred in (
        ("no_bowers", {"JK", "HJ", "DJ"}),
        ("no_trumps", {"JK", "DJ"} | hearts),
        ("joker_only", {"JK"}),
    ):
        deal = five_deal("6H-SK", five_call_bar=bar)
        assert called(deal) == pack - barred - deal.hands[1]
        deal = five_deal("6H-SK", five_call_bar=bar, five_secret_alone=True)
        assert called(deal) == pack - barred
        deal = five_deal("6NT-SK", five_call_bar=bar)
        assert called(deal) == pack - {"JK"} - deal.hands[1]


def test_fh_p5_4_own_cards() -> None:
    deal = five_deal("6H", put="SA")
    assert "SA" in deal.put_away
    assert not called(deal) & (deal.hands[1] | deal.put_away)
    for card in ("SA", "HA"):
        deal = five_deal("6H", put="SA", five_secret_alone=True)
        assert card in called(deal)
        assert "DJ" not in called(deal)  # the left bower stays barred
        do(deal, f"call {card}")
        assert (deal.called, deal.partner, deal.side, deal.partner_public) == (card, None, {1}, False)
        if card == "HA":
            play_until(deal, "HA")
            assert deal.partner_public  # everybody sees that he called himself
        while deal.phase == "PLAY":
            deal.do(min(deal.legal()))
        assert deal.partner_public == (card == "HA")
        assert abs(deal.score()[1]) in (100, 250)


def test_fh_p5_5_called_card_in_the_kitty() -> None:
    for how, public in (("call_card_secret", False), ("call_card_open", True)):
        deal = five_deal("6H-SK", five_partner=how)
        card = min(deal.kitty - {"JK", "HJ", "DJ"})
        do(deal, f"call {card}")
        assert (deal.partner, deal.side, deal.partner_public) == (None, {1}, public)
        while deal.phase == "PLAY":
            deal.do(min(deal.legal()))
        assert deal.partner_public == public
        assert deal.made == (deal.tricks[1] >= 6)
        assert abs(deal.score()[1]) in (100, 250)


def test_example_x47_five_player_scores() -> None:
    assert points("8D", 0, [5, 4, 1, 0, 0], players=5, partner=1) == (140, 140, 10, 0, 0)
    assert points("6H", 2, [0, 3, 7, 0, 0], players=5, partner=1) == (0, 125, 125, 0, 0)
    assert points("7NT", 0, [5, 2, 2, 1, 0], players=5) == (-220, 20, 20, 10, 0)


def test_fh_p5_6_shares() -> None:
    assert points("8D", 0, [5, 4, 1, 0, 0], players=5, partner=1, five_share="full") == (280, 280, 10, 0, 0)
    assert points("6H", 0, [10, 0, 0, 0, 0], players=5) == (250, 0, 0, 0, 0)
    assert points("6H", 0, [10, 0, 0, 0, 0], players=5, partner=4, slam_value=251) == (125, 0, 0, 0, 125)
    assert points("7S", 0, [3, 3, 2, 2, 0], players=5, partner=1) == (-70, -70, 20, 20, 0)
    assert points("OM", 3, [0, 3, 7, 0, 0], players=5) == (0, 0, 0, 500, 0)
    assert (half(251), half(-251), half(-140)) == (125, -125, -70)


# ---- points of three and six -------------------------------------------------------------------------


def test_example_x48_three_pairs() -> None:
    pairs = {"players": 6, "teams6": "3x2"}
    assert points("7C", 3, [4, 2, 0, 3, 0, 1], **pairs) == (160, 20, 10)
    assert points("7C", 0, [4, 2, 0, 2, 2, 0], **pairs) == (-160, 40, 0)


def test_fh_p6_1_two_teams_of_three() -> None:
    assert points("7C", 3, [1, 2, 1, 2, 0, 4], players=6) == (20, 160)
    assert points("M", 3, [1, 0, 9, 0, 0, 0], players=6) == (0, 250)


def test_example_x49_three_players() -> None:
    assert points("6H", 0, [5, 3, 2], players=3) == (-100, 30, 20)
    assert points("6H", 0, [6, 3, 1], players=3, defender_tricks="only_if_set") == (100, 0, 0)
    assert points("6H", 0, [5, 3, 2], players=3, defender_tricks="never") == (-100, 0, 0)


def test_fh_score_8_cap_for_every_account() -> None:
    capped = points("6H", 0, [5, 3, 2], players=3, defender_cap=490, scores=[480, 470, 485])
    assert capped == (-100, 20, 5)
    capped = points("6H", 1, [1, 5, 1, 1, 2], players=5, defender_cap=490, scores=[490, 0, 600, 485, 0])
    assert capped == (0, -100, 0, 5, 20)


def test_example_x53_shared_win() -> None:
    assert match_end((-520, 510, 510), False, 0, {"players": 3}) == {1, 2}


def test_scores_before_the_deal() -> None:
    deal = DealReferee(PACKS["33"], 0, {"players": 3, "all_pass": "play_nt", "defender_cap": 5}, [0, 5, 100])
    do(deal, "P", "P", "P")
    while deal.phase == "PLAY":
        deal.do(min(deal.legal()))
    assert deal.score() == (5 if deal.tricks[0] else 0, 0, 0)
    assert deal.score([-500, -500, -500]) == tuple(10 * won for won in deal.tricks)


# ---- random deals ------------------------------------------------------------------------------------


def everywhere(deal: DealReferee, played: list[str]) -> list[str]:
    """Return all cards, wherever they are."""
    found = [*played, *deal.kitty, *deal.put_away, *deal.dead]
    found += [card for hand in deal.hands for card in hand]
    found += [card for piles in deal.tables for pile in piles for card in pile if card is not None]
    return found


def play_out(deal: DealReferee, rng: random.Random) -> set[str]:
    """Play a deal at random to its end, checking it on the way, and return the phases it went through."""
    phases = set()
    played: list[str] = []
    while deal.phase != "OVER":
        phases.add(deal.phase)
        legal = sorted(deal.legal())
        assert legal
        assert deal.turn in range(deal.players)
        assert (deal.place is not None) == (deal.phase == "PLAY" and deal.options.table_game)
        text = rng.choice(legal)
        if deal.phase == "AUCTION" and "P" in legal and len(legal) > 1:  # calls tend to be low
            bids = sorted((bid for bid in legal if bid != "P"), key=lambda bid: rank(bid, deal.options))
            text = rng.choice(["P", "P", "P", rng.choice(bids[:8]), rng.choice(bids)])
        if deal.phase == "PLAY":
            card = text.partition(":")[0]
            played.append(card)
            assert deal.turn is not None
            if deal.place == "table":
                assert card in {up for _, up in deal.tables[deal.turn]}
            else:
                assert card in deal.hands[deal.turn]
        deal.do(text)
        assert in_order(everywhere(deal, played)) == deal.pack
    return phases


def check_end(deal: DealReferee) -> None:
    """Check what every finished deal has in common."""
    o = deal.options
    assert deal.legal() == set()
    assert all(deal.seen)
    won = sum(deal.tricks)
    points, made = deal.result()
    assert list(points) == list(range(len(deal.sides)))
    assert (made is None) == (deal.contract is None)
    if deal.contract is None or deal.contractor is None:
        assert won in (0, 10)
        assert sum(points.values()) == 10 * won or o.defender_cap is not None
        return
    assert won == 10 or (o.misere_stop and not made)
    assert deal.contractor in deal.side
    for index, side in enumerate(deal.sides):
        if set(side) <= deal.side:
            assert (points[index] > 0) == made
        else:
            assert not set(side) & deal.side
            assert 0 <= points[index] <= 10 * sum(deal.tricks[seat] for seat in side)
    assert deal.partner is None or deal.partner != deal.contractor
    assert len(deal.put_away) == (0 if deal.contract.endswith("-SK") else deal.kitty_size)


@pytest.mark.parametrize("shape", SHAPES)
def test_random_deals(shape: dict[str, Any]) -> None:
    rng = random.Random(f"players {shape}")
    phases: set[str] = set()
    contracts = set()
    for _ in range(150):
        options = random_options(rng, shape["players"]) | {
            "two_player": "table",
            "deck4": 43,
            "teams6": "2x3",
        }
        options |= shape
        pack = list(PACKS[pack_name(read_options(options))])
        rng.shuffle(pack)
        scores = [10 * rng.randrange(-40, 60) for _ in range(6)]
        deal = DealReferee(pack, rng.randrange(shape["players"]), options, scores)
        phases |= play_out(deal, rng)
        check_end(deal)
        contracts.add(deal.contract)
    expected = set(PHASES) - {"OVER"}
    if shape["players"] != 5:
        expected -= {"PARTNER"}
    if shape.get("two_player") == "short24":
        expected -= {"NOMINATION"}
    assert phases == expected
    assert len(contracts) > 20


def test_random_options_vary() -> None:
    rng = random.Random(7)
    for players in range(2, 7):
        drawn = [read_options(random_options(rng, players)) for _ in range(300)]
        assert {o.players for o in drawn} == {players}
        for name, least in (("schedule", 4), ("final_raise", 3), ("five_partner", 4), ("defender_cap", 4)):
            assert len({getattr(o, name) for o in drawn}) >= least
