"""Section 4 of the rules, clause by clause: the auction."""

from __future__ import annotations

from itertools import pairwise

import pytest

from rules.constructed import auction, bids, calling, dealt, texts
from tricktake import (
    Bid,
    IllegalCall,
    Phase,
    RulesError,
    WrongPhase,
)
from tricktake import fivehundred as fh

ORDER = (
    *("6S", "6C", "6D", "6H", "6NT", "7S", "7C", "7D", "7H", "7NT", "M", "8S", "8C", "8D", "8H", "8NT"),
    *("9S", "9C", "9D", "9H", "9NT", "10S", "10C", "10D", "OM", "10H", "10NT"),
)
NO_MISERE = {"misere": False, "open_misere": False, "blind_misere": False}


def seats_asked(deal: fh.Deal) -> list[int]:
    """Return who called, in order."""
    return [call.seat for call in deal.auction]


def outcome(deal: fh.Deal) -> tuple[str, int] | None:
    """Return the contract and its contractor."""
    return None if deal.contract is None else (deal.contract.bid.text, deal.contract.contractor)


# ---- the auction -------------------------------------------------------------------------------------


def test_fh_bid_1_left_of_the_dealer_calls_first() -> None:
    for dealer in range(4):
        assert dealt(dealer=dealer).turn == (dealer + 1) % 4
    assert seats_asked(calling("6S P 6C P 6D P")) == [0, 1, 2, 3, 0, 2]


def test_fh_bid_2_six_to_ten_tricks() -> None:
    legal = bids(auction(""))
    assert {f"{level}{strain}" for level in range(6, 11) for strain in ("S", "C", "D", "H", "NT")} <= legal
    with pytest.raises(IllegalCall, match="no bid of five hundred"):
        auction("").push("5")
    assert calling("7H P P P").contract is not None
    assert calling("7H P P P").contract.target == 7  # type: ignore[union-attr]


def test_fh_bid_3_order_of_the_suits() -> None:
    for low, high in pairwise(["7S", "7C", "7D", "7H", "7NT"]):
        assert high in bids(auction(low))
        assert low not in bids(auction(high))


def test_fh_bid_4_strictly_higher() -> None:
    table = fh.bid_table(fh.Rules())
    for number, low in enumerate(ORDER):
        for high in ORDER[number + 1 :]:
            assert table.outranks(Bid(high), Bid(low))
            assert not table.outranks(Bid(low), Bid(high))
        assert not table.outranks(Bid(low), Bid(low))
    with pytest.raises(IllegalCall, match="seat 1 cannot bid 7S: it does not outrank the high bid 7C"):
        calling("7C").push("7S")


def test_fh_bid_5_misere_after_a_seven() -> None:
    assert "M" not in bids(auction("6NT"))
    assert "M" in bids(auction("7NT"))
    assert "M" not in bids(auction("7S 8S"))
    free = {"misere_requires_7": False}
    assert "M" in bids(auction("6NT", **free))
    assert "M" in bids(auction("", **free))
    assert "M" not in bids(auction("8S", **free))
    assert "M" not in bids(auction("7S", misere=False))


def test_fh_bid_6_open_misere() -> None:
    assert "OM" in bids(auction(""))
    assert "OM" in bids(auction("10D"))
    assert "OM" not in bids(auction("10H"))
    eight = {"open_misere_requires_8": True}
    assert "OM" not in bids(auction("7NT", **eight))
    assert "OM" not in bids(auction("7S M", **eight))
    assert "OM" in bids(auction("8S", **eight))
    assert "BM" in texts(calling("7NT", **eight))
    assert "OM" not in bids(auction("", open_misere=False))


def test_fh_bid_7_blind_misere_ranks_as_open_misere() -> None:
    table = fh.bid_table(fh.Rules())
    assert table.rank(Bid("BM")) == table.rank(Bid("OM"))
    assert table.value(Bid("BM")) == table.value(Bid("OM")) == 500
    deal = calling("BM P")
    assert deal.has_looked(2)
    assert "OM" not in bids(deal)
    assert "BM" not in texts(calling("", blind_misere=False))


def test_fh_bid_8_looking() -> None:
    deal = dealt()
    assert texts(deal) == {"LOOK", "BM", "BM-SK"}
    assert not any(deal.has_looked(seat) for seat in range(4))
    deal.push("LOOK")
    assert deal.turn == 0
    assert len(deal.auction) == 0  # LOOK is not a call
    assert "P" in texts(deal)
    for gone in ("BM", "LOOK"):
        with pytest.raises(IllegalCall):
            deal.push(gone)
    assert calling("10H").has_looked(1)  # no blind bid would be legal
    assert calling("OM").has_looked(1)
    seen = dealt(rules=fh.Rules(blind_misere=False))
    assert all(seen.has_looked(seat) for seat in range(4))
    assert "LOOK" not in texts(seen)


def test_fh_bid_8_a_blind_bidder_looks_at_his_next_decision() -> None:
    overcalled = calling("BM 10H P P")
    assert overcalled.turn == 0
    assert overcalled.has_looked(0)
    assert not calling("BM 10H P").has_looked(0)
    raising = calling("BM P P P", final_raise="allowed")
    assert (raising.phase, raising.turn, raising.has_looked(0)) == (Phase.FINAL_RAISE, 0, True)
    won = calling("BM P P P")
    assert (won.phase, won.has_looked(0)) == (Phase.EXCHANGE, True)
    sans = calling("BM-SK P P P")
    assert all(sans.has_looked(seat) for seat in range(4))


def test_fh_bid_8_only_the_first_two_views_of_a_blind_auction() -> None:
    deal = calling("BM")
    assert [deal.has_looked(seat) for seat in range(4)] == [False, True, False, False]


def test_fh_bid_9_sans_kitty() -> None:
    deal = dealt({0: "AS"}, calls="6S-SK P P P")
    assert deal.phase is Phase.PLAY
    assert deal.hand(0) == deal.dealt[0]
    assert deal.view(0).kitty is None
    assert "6S-SK" not in texts(auction("", sans_kitty=False))
    with pytest.raises(IllegalCall, match="the kitty is always taken"):
        auction("", sans_kitty=False).push("6S-SK")


def test_fh_bid_10_sans_kitty_ranks_the_same_or_above() -> None:
    assert not {"7H", "7H-SK"} & texts(auction("7H"))
    assert "7H-SK" in texts(auction("7H", sans_kitty_rank="above"))
    assert "7H" not in texts(auction("7H-SK", sans_kitty_rank="above"))
    assert "7NT" in texts(auction("7H-SK", sans_kitty_rank="above"))
    stakes = [fh.bid_table(fh.Rules(sans_kitty_mult=times)).stake(Bid("7H-SK")) for times in (1, 2)]
    assert stakes == [200, 400]


def test_fh_bid_11_pass_is_final() -> None:
    assert seats_asked(calling("P 6S P P")) == [0, 1, 2, 3]
    assert calling("P 6S P P").phase is Phase.EXCHANGE
    again = calling("P 6S P P", pass_final=False)
    assert again.turn == 0
    again.push_all("7S P P P")
    assert outcome(again) == ("7S", 0)
    assert seats_asked(again) == [0, 1, 2, 3, 0, 1, 2, 3]
    assert calling("P P P P", pass_final=False).is_over
    assert calling("P P P 6S P P P", pass_final=False).phase is Phase.EXCHANGE
    single = calling("6S P P P", pass_final=False, auction="single")
    assert outcome(single) == ("6S", 0)


def test_fh_bid_12_the_end_of_the_auction() -> None:
    deal = calling("6S P 7S P P")
    assert outcome(deal) == ("7S", 2)
    assert calling("P P P").turn == 3
    assert outcome(calling("P P P 6S")) == ("6S", 3)


def test_fh_bid_13_final_raise() -> None:
    assert calling("6S P P P").phase is Phase.EXCHANGE
    allowed = calling("6S P P P", final_raise="allowed")
    assert (allowed.phase, allowed.turn) == (Phase.FINAL_RAISE, 0)
    with pytest.raises(WrongPhase, match="stand or raise"):
        allowed.push("P")
    stood = allowed.copy()
    stood.push("STAND")
    assert outcome(stood) == ("6S", 0)
    allowed.push("7S")
    assert outcome(allowed) == ("7S", 0)
    reopen = calling("6S P P P 7S", final_raise="reopen")
    assert (reopen.phase, reopen.turn) == (Phase.AUCTION, 1)
    reopen.push_all("7C P P P")
    assert (reopen.phase, reopen.turn) == (Phase.FINAL_RAISE, 1)
    reopen.push("STAND")
    assert outcome(reopen) == ("7C", 1)


def test_fh_bid_13_raising_after_all_others_have_passed() -> None:
    late = calling("P P P 6S", final_raise="allowed")
    assert (late.phase, late.turn) == (Phase.FINAL_RAISE, 3)
    assert calling("10NT P P P", final_raise="allowed").phase is Phase.EXCHANGE  # nothing is higher
    above = calling("10NT P P P", final_raise="allowed", sans_kitty_rank="above")
    assert texts(above) == {"STAND", "10NT-SK"}


def test_fh_bid_14_all_pass() -> None:
    thrown = calling("P P P P")
    assert (thrown.phase, thrown.score().points) == (Phase.OVER, (0, 0))
    played = calling("P P P P", all_pass="play_nt")
    assert (played.phase, played.turn, played.contract) == (Phase.PLAY, 0, None)
    while not played.is_over:
        played.push(played.legal_actions[-1])
    tricks = played.tricks
    assert played.score().points == (10 * (tricks[0] + tricks[2]), 10 * (tricks[1] + tricks[3]))
    capped = dealt(rules=fh.Rules(all_pass="play_nt", defender_cap=490), scores=(480, 0), calls="P P P P")  # type: ignore[arg-type]
    for step in played.history[len(capped) :]:
        assert step.action is not None
        capped.push(step.action)
    assert capped.score().points == (min(10, 10 * (tricks[0] + tricks[2])), 10 * (tricks[1] + tricks[3]))


def test_fh_bid_15_single_round() -> None:
    single = calling("6S 7S P P", auction="single")
    assert outcome(single) == ("7S", 1)
    assert seats_asked(calling("6S 7S P P", auction="multi")) == [0, 1, 2, 3]
    assert calling("6S 7S P P", auction="multi").turn == 0


def test_fh_bid_16_only_a_pass_over_10nt() -> None:
    deal = calling("10NT")
    assert texts(deal) == {"P"}
    deal.push_all("P P P")
    assert seats_asked(deal) == [0, 1, 2, 3]


def test_fh_bid_17_nullo() -> None:
    nullo = {"misere_rank": "between_8S_8C", "misere_requires_7": False}
    assert "M" in bids(auction("8S", **nullo))
    assert "M" not in bids(auction("8C", **nullo))
    assert "M" not in bids(auction("8S", misere_requires_7=False))
    assert "M" not in bids(auction("8S", misere_rank="between_8S_8C"))  # no seven has been bid
    assert "M" in bids(auction("7S 8S", misere_rank="between_8S_8C"))


def test_fh_bid_18_inkle() -> None:
    assert "6H" in bids(auction("6S", inkle=True))
    assert not any(bid.startswith("6") for bid in bids(auction("6S P", inkle=True)))
    assert "6H" in bids(auction("6S P"))
    assert "6D" in bids(auction("6S 6C P P", inkle=True))  # at any of his turns
    for all_pass in ("throw_in", "play_nt"):
        thrown = calling("6S P P P", inkle=True, all_pass=all_pass)
        assert (thrown.phase, thrown.contract, thrown.score().points) == (Phase.OVER, None, (0, 0))
    assert outcome(calling("6S P P P")) == ("6S", 0)


def test_fh_bid_19_bids_by_value() -> None:
    original, inverted = ({"schedule": name, **NO_MISERE} for name in ("original", "inverted"))
    assert "8H" in bids(auction("9C", **original))  # 300 over 240
    assert "7S" in bids(auction("6D", **original))  # 80 each, and more tricks
    assert "8NT" in bids(auction("9H", **inverted))  # 360 over 320
    assert "7D" in bids(auction("7H", **inverted))
    assert "7D" not in bids(auction("7H"))
    assert "6S" in bids(auction("6C", **inverted))
    assert "6S" not in bids(auction("6C"))
    for schedule in ("original", "inverted"):
        with pytest.raises(RulesError, match="misère has no place"):
            fh.Rules(schedule=schedule)  # type: ignore[arg-type]
