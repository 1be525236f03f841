"""The deal referee against the worked examples of the rules: deal, auction, kitty, misère.

Tests are named after the example or the clause they check. In the bidding tests seat 3 deals, so seat 0
calls first, and every player looks before he calls unless the test is about blind bids.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from oracle.bids import NUMERIC_BIDS
from oracle.fivehundred import DealReferee
from oracle.options import random_options
from oracle.packs import PACKS, in_order

NO_MISERE = {"misere": False, "open_misere": False, "blind_misere": False}


def new_deal(seed: int = 1, dealer: int = 3, **options: Any) -> DealReferee:
    """Return a deal from a shuffled pack."""
    pack = list(PACKS[str(options.get("deck4", 43))])
    random.Random(seed).shuffle(pack)
    return DealReferee(pack, dealer, options)


def look(deal: DealReferee) -> None:
    """Make the player to call look if he has to."""
    if "LOOK" in deal.legal():
        deal.do("LOOK")


def auction(calls: str, **options: Any) -> DealReferee:
    """Return a deal after some calls, with the next caller having looked."""
    deal = new_deal(**options)
    for call in calls.split():
        if call.removesuffix("-SK") != "BM":
            look(deal)
        deal.do(call)
    look(deal)
    return deal


def bids(calls: str, **options: Any) -> set[str]:
    """Return the bids legal after some calls, sans-kitty twins left out."""
    return {bid for bid in auction(calls, **options).legal() if not bid.endswith("-SK") and bid != "P"}


def stacked(hands: list[str], dealer: int = 3, **options: Any) -> DealReferee:
    """Return a deal in which each seat gets the given ten cards; the rest of the pack is the kitty."""
    deal = [hand.split() for hand in hands]
    kitty = [card for card in PACKS["43"] if all(card not in hand for hand in deal)]
    order: list[str] = []
    for number in (3, 4, 3):
        for step in range(1, 5):
            seat = (dealer + step) % 4
            order += deal[seat][:number]
            deal[seat] = deal[seat][number:]
        order.append(kitty.pop(0))
    return DealReferee(order, dealer, options)


def test_fh_x01_deal() -> None:
    pack = PACKS["43"]
    deal = DealReferee(pack, 3, {})
    assert deal.hands[0] == set(pack[0:3] + pack[13:17] + pack[30:33])
    assert deal.hands[1] == set(pack[3:6] + pack[17:21] + pack[33:36])
    assert deal.hands[2] == set(pack[6:9] + pack[21:25] + pack[36:39])
    assert deal.hands[3] == set(pack[9:12] + pack[25:29] + pack[39:42])
    assert deal.kitty == {pack[12], pack[29], pack[42]}


def test_fh_deal_3_pack_of_45() -> None:
    pack = PACKS["45"]
    deal = DealReferee(pack, 1, {"deck4": 45})
    assert deal.hands[2] == set(pack[0:3] + pack[15:19] + pack[33:36])
    assert deal.kitty == set(pack[12:15] + pack[31:33])


def test_fh_x31_misere_needs_a_seven() -> None:
    assert "M" not in bids("6NT")
    assert {"7S", "8S", "OM"} <= bids("6NT")
    assert "M" in bids("6NT", misere_requires_7=False)


def test_fh_x32_misere_between_seven_and_eight() -> None:
    assert "M" in bids("7S")
    assert "7NT" not in bids("7S M")
    assert "8S" in bids("7S M")
    assert "M" not in bids("6H 8S")


def test_fh_x33_open_and_blind_misere() -> None:
    assert bids("10D") == {"OM", "10H", "10NT"}
    unseen = new_deal()
    unseen.do("LOOK")
    unseen.do("10D")
    assert unseen.legal() == {"LOOK", "BM", "BM-SK"}
    assert bids("OM") == {"10H", "10NT"}
    assert "OM" in bids("")
    after_om = new_deal()
    after_om.do("LOOK")
    after_om.do("OM")
    assert "LOOK" not in after_om.legal()
    assert after_om.seen == [True, True, False, False]


def test_fh_x34_sans_kitty_rank() -> None:
    assert "7H-SK" not in auction("7H").legal()
    assert "7H-SK" in auction("7H", sans_kitty_rank="above").legal()
    assert "7NT" in auction("7H 7H-SK", sans_kitty_rank="above").legal()
    assert not {"7H", "7H-SK"} & auction("7H-SK").legal()
    assert not any(text.endswith("-SK") for text in auction("7H", sans_kitty=False).legal())


def test_fh_x35_passed_players_are_not_asked_again() -> None:
    deal = auction("6S P 7S P P")
    assert deal.phase == "EXCHANGE"
    assert deal.contract == "7S"
    assert deal.contractor == 2
    assert deal.calls == [(0, "6S"), (1, "P"), (2, "7S"), (3, "P"), (0, "P")]


def test_fh_x36_last_player_and_thrown_in() -> None:
    deal = auction("P P P 6S")
    assert deal.phase == "EXCHANGE"
    assert deal.contractor == 3
    thrown_in = auction("P P P P")
    assert thrown_in.phase == "OVER"
    assert thrown_in.contract is None
    assert thrown_in.made is None
    assert thrown_in.score((120, -40)) == (0, 0)


def test_fh_x37_single_round() -> None:
    deal = auction("6H 7C P P", auction="single")
    assert deal.contract == "7C"
    assert deal.contractor == 1


def test_fh_x38_american_nullo() -> None:
    options = {"misere_rank": "between_8S_8C", "misere_requires_7": False}
    assert "M" in bids("8S", **options)
    assert "8C" in bids("M", **options)
    assert "8S" not in bids("M", **options)
    assert "M" not in bids("8C", **options)


def test_fh_x39_final_raise() -> None:
    deal = auction("6H P P P", final_raise="allowed")
    assert deal.phase == "RAISE"
    assert deal.turn == 0
    assert {"STAND", "8H"} <= deal.legal()
    assert not {"P", "6H"} & deal.legal()
    deal.do("8H")
    assert deal.phase == "EXCHANGE"
    assert deal.contract == "8H"
    deal = auction("P P P 6H", final_raise="allowed")  # he bid after all others had passed
    assert deal.phase == "RAISE"
    assert deal.turn == 3
    deal.do("STAND")
    assert deal.contract == "6H"
    assert auction("10NT P P P", final_raise="allowed", sans_kitty=False).phase == "EXCHANGE"


def test_fh_bid_13_reopen() -> None:
    deal = auction("6H P P P", final_raise="reopen")
    deal.do("7H")
    assert deal.phase == "AUCTION"
    assert deal.turn == 1
    for call in ("P", "8S", "P", "P"):
        deal.do(call)
    assert deal.phase == "RAISE"
    assert deal.turn == 2
    deal.do("STAND")
    assert deal.contract == "8S"
    assert deal.contractor == 2


def test_fh_x40_original_schedule() -> None:
    options = {"schedule": "original", **NO_MISERE}
    assert "8H" in bids("9C", **options)
    assert "9C" not in bids("8H", **options)
    assert "7S" in bids("6D", **options)
    assert "6D" not in bids("7S", **options)
    with pytest.raises(ValueError, match="misère"):
        new_deal(schedule="original")


def test_fh_bid_4_full_order() -> None:
    order = [*NUMERIC_BIDS[:10], "M", *NUMERIC_BIDS[10:23], "OM", *NUMERIC_BIDS[23:]]
    assert order[-3:] == ["OM", "10H", "10NT"]
    assert len(order) == 27
    for place, bid in enumerate(order):
        calls = "7S M" if bid == "M" else bid
        higher = set(order[place + 1 :])
        if not bid.startswith("7") and bid != "M":
            higher.discard("M")
        assert bids(calls) == higher


def test_fh_bid_8_looking() -> None:
    deal = new_deal()
    assert deal.legal() == {"LOOK", "BM", "BM-SK"}
    assert not any(deal.seen)
    deal.do("BM")
    assert deal.turn == 1
    assert deal.seen == [False, True, False, False]
    deal.do("10H")
    deal.do("P")
    deal.do("P")
    assert deal.turn == 0
    assert deal.seen[0]
    assert deal.legal() == {"P", "10NT", "10NT-SK"}
    deal = auction("BM P P P")
    assert deal.phase == "EXCHANGE"
    assert all(deal.seen)
    assert deal.contract == "BM"
    assert new_deal(blind_misere=False).seen == [True] * 4


def test_fh_bid_11_passes_not_final() -> None:
    deal = auction("P P 6S P 7S P P", pass_final=False)
    assert deal.phase == "AUCTION"
    assert deal.turn == 3
    deal.do("P")
    assert deal.contract == "7S"
    assert deal.contractor == 0
    assert auction("P P P P", pass_final=False).phase == "OVER"


def test_fh_bid_14_play_no_trumps() -> None:
    deal = auction("P P P P", all_pass="play_nt")
    assert deal.phase == "PLAY"
    assert deal.turn == 0
    assert deal.contract is None
    assert len(deal.kitty) == 3
    while deal.phase == "PLAY":
        deal.do(min(deal.legal()))
    ours = deal.tricks[0] + deal.tricks[2]
    assert deal.result() == ({0: 10 * ours, 1: 100 - 10 * ours}, None)


def test_fh_bid_16_after_the_highest_bid() -> None:
    assert auction("10NT").legal() == {"P"}


def test_fh_bid_18_inkle() -> None:
    assert "6S" in bids("P", inkle=True)
    assert not any(bid.startswith("6") for bid in bids("P P", inkle=True))
    deal = auction("6S 6C P P P", inkle=True, all_pass="play_nt")
    assert deal.phase == "OVER"
    assert deal.contract is None
    assert deal.score() == (0, 0)


MISERE_HANDS = [
    "JK S5 S6 S7 C5 C6 C7 D4 D5 H4",
    "S8 S9 S10 SJ C8 C9 C10 CJ D6 D7",
    "SQ SK SA CQ CK CA D8 D9 D10 DJ",
    "H5 H6 H7 H8 H9 H10 HJ DQ DK DA",
]


def start_misere(bid: str, nominate: str, **options: Any) -> DealReferee:
    """Return a misère by seat 0 at its first lead; the three kitty cards are put away again."""
    deal = stacked(MISERE_HANDS, misere_requires_7=False, **options)
    for text in ("LOOK", bid):
        deal.do(text)
    while deal.phase == "AUCTION":
        look(deal)
        deal.do("P")
    assert deal.hands[0] == set(MISERE_HANDS[0].split()) | {"HQ", "HK", "HA"}
    assert not deal.kitty
    assert len(deal.legal()) == 286
    deal.do("put HQ HK HA")
    assert deal.put_away == {"HQ", "HK", "HA"}
    assert deal.phase == "NOMINATION"
    assert deal.legal() == {"name S", "name C", "name D", "name H", "name none"}
    deal.do(nominate)
    return deal


def test_fh_x29_unnominated_joker_in_misere() -> None:
    deal = start_misere("M", "name none")
    assert {"JK:S", "JK:C", "JK:D", "JK:H", "S5"} <= deal.legal()
    assert "JK" not in deal.legal()
    for text in ("JK:H", "D7", "H10"):  # three cards to a trick: seat 2 sits out
        deal.do(text)
    assert deal.tricks == [1, 0, 0, 0]
    assert deal.turn == 0
    assert deal.phase == "PLAY"
    while deal.phase == "PLAY":
        deal.do(min(deal.legal()))
    assert deal.made is False
    assert deal.score() == (-250, 0)
    assert len(deal.hands[2]) == 10
    assert sum(deal.tricks) == 10


def test_fh_mis_8_misere_stop() -> None:
    deal = start_misere("M", "name none", misere_stop=True)
    for text in ("JK:H", "D7", "H10"):
        deal.do(text)
    assert deal.phase == "OVER"
    assert deal.score() == (-250, 0)


def test_fh_mis_4_exposure() -> None:
    deal = start_misere("OM", "name H")
    assert not deal.exposed
    for text in ("D4", "D6"):
        deal.do(text)
    assert not deal.exposed
    deal.do("DA")
    assert deal.exposed
    assert deal.turn == 3
    assert start_misere("OM", "name H", open_exposure="before_first_lead").exposed


def test_fh_jok_2_no_nomination() -> None:
    deal = stacked(MISERE_HANDS, joker_nomination="none", blind_misere=False)
    for text in ("7NT-SK", "P", "P", "P"):
        deal.do(text)
    assert deal.phase == "PLAY"
    assert len(deal.kitty) == 3
    assert deal.nominated is None


def test_random_deals_of_every_option() -> None:
    stream = random.Random(500)
    phases = set()
    for seed in range(250):
        options = random_options(stream, 4)
        deal = new_deal(seed, seed % 4, **options)
        played: list[str] = []
        while deal.phase != "OVER":
            phases.add(deal.phase)
            legal = sorted(deal.legal())
            assert legal
            text = stream.choice(legal)
            if deal.phase == "AUCTION" and stream.random() < 0.5 and "P" in legal:
                text = "P"
            if deal.phase == "PLAY":
                played.append(text.partition(":")[0])
            deal.do(text)
            everywhere = [
                *played,
                *deal.kitty,
                *deal.put_away,
                *(card for hand in deal.hands for card in hand),
            ]
            assert in_order(everywhere) == deal.pack
        deltas = deal.score((100, 300))
        assert (deal.made is None) == (deal.contract is None)
        if deal.contract is not None and deal.contractor is not None:
            assert (deltas[deal.contractor % 2] > 0) == deal.made
        assert sum(deal.tricks) in (0, 10) or deal.options.misere_stop
        assert all(deal.seen)
        assert deal.legal() == set()
    assert phases == {"AUCTION", "RAISE", "EXCHANGE", "NOMINATION", "PLAY"}
