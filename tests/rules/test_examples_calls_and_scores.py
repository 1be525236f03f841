"""The worked examples of section 16 on bidding, scoring and the end of the game, FH-X31 to FH-X56."""

from __future__ import annotations

import pytest

from rules.constructed import auction, bids, calling, dealt, finished, match_of, texts
from tricktake import IllegalCall, Phase
from tricktake import fivehundred as fh

NO_MISERE = {"misere": False, "open_misere": False, "blind_misere": False}


def callers(deal: fh.Deal) -> list[int]:
    """Return the seats that called, in order."""
    return [call.seat for call in deal.auction]


def points(bid: str, tricks: int, **more: object) -> tuple[int, ...]:
    """Return the points of both sides; seats 0 and 2 play the contract."""
    return finished(bid, tricks, **more).score().points  # type: ignore[arg-type]


def after(
    bid: str, tricks: int, scores: tuple[int, int], **more: object
) -> tuple[tuple[int, ...], int | None]:
    """Return the scores after a deal, and the side that has won the match."""
    match = match_of(finished(bid, tricks, scores=scores, **more))  # type: ignore[arg-type]
    if match.winners is None:
        return match.scores, None
    (winner,) = match.winners
    return match.scores, winner


# ---- bidding -----------------------------------------------------------------------------------------


def test_fh_x31_misere_needs_a_seven() -> None:
    legal = bids(auction("6NT"))
    assert "M" not in legal
    assert {"7S", "8S", "OM"} <= legal
    assert "M" in bids(auction("6NT", misere_requires_7=False))


def test_fh_x32_misere_between_sevens_and_eights() -> None:
    assert "M" in bids(auction("7S"))
    over_misere = bids(auction("7S M"))
    assert "7NT" not in over_misere
    assert "8S" in over_misere
    assert "M" not in bids(auction("6H 8S"))


def test_fh_x33_open_and_blind_misere() -> None:
    assert bids(auction("10D")) == {"OM", "10H", "10NT"}
    unseen = calling("10D")
    assert texts(unseen) == {"LOOK", "BM", "BM-SK"}
    assert bids(auction("OM")) == {"10H", "10NT"}
    over_open = calling("OM")
    assert over_open.has_looked(1)  # no blind bid is legal any more
    for refused in ("BM", "10D"):
        with pytest.raises(IllegalCall):
            over_open.push(refused)
    assert "OM" in bids(auction(""))


def test_fh_x34_sans_kitty_twins() -> None:
    assert "7H-SK" not in texts(auction("7H"))
    assert "7H-SK" in texts(auction("7H", sans_kitty_rank="above"))
    assert "7NT" in texts(auction("7H 7H-SK", sans_kitty_rank="above"))
    assert "7H" not in texts(auction("7H-SK"))


def test_fh_x35_passed_players_are_not_asked_again() -> None:
    deal = auction("6S P 7S P P")
    assert callers(deal) == [0, 1, 2, 3, 0]
    assert deal.contract is not None
    assert (deal.contract.bid.text, deal.contract.contractor) == ("7S", 2)
    assert deal.phase is Phase.EXCHANGE


def test_fh_x36_last_player_and_all_passed() -> None:
    deal = auction("P P P 6S")
    assert deal.contract is not None
    assert (deal.contract.contractor, deal.phase, callers(deal)) == (3, Phase.EXCHANGE, [0, 1, 2, 3])
    match = fh.Match(seed=36, dealer=3, scores=(120, -40))
    for _ in range(4):
        match.push("P")
    assert match.deal is not None
    assert match.deal.is_over
    assert match.scores == (120, -40)
    assert match.next_deal().dealer == 0


def test_fh_x37_single_round() -> None:
    deal = auction("6H 7C P P", auction="single")
    assert deal.contract is not None
    assert (deal.contract.bid.text, deal.contract.contractor) == ("7C", 1)
    assert callers(deal) == [0, 1, 2, 3]


def test_fh_x38_nullo_between_8s_and_8c() -> None:
    nullo = {"misere_rank": "between_8S_8C", "misere_requires_7": False}
    assert "M" in bids(auction("8S", **nullo))
    assert "8C" in bids(auction("M", **nullo))
    assert "8S" not in bids(auction("M", **nullo))
    assert "M" not in bids(auction("8C", **nullo))


def test_fh_x39_final_raise() -> None:
    deal = auction("6H P P P", final_raise="allowed")
    assert (deal.phase, deal.turn) == (Phase.FINAL_RAISE, 0)
    assert {"STAND", "8H"} <= texts(deal)
    raised = deal.copy()
    raised.push("8H")
    assert raised.contract is not None
    assert (raised.contract.bid.text, raised.phase) == ("8H", Phase.EXCHANGE)
    deal.push("STAND")
    assert deal.contract is not None
    assert (deal.contract.bid.text, deal.phase) == ("6H", Phase.EXCHANGE)


def test_fh_x40_bids_by_value() -> None:
    original = {"schedule": "original", **NO_MISERE}
    assert "8H" in bids(auction("9C", **original))
    assert "9C" not in bids(auction("8H", **original))
    assert "7S" in bids(auction("6D", **original))
    assert "6D" not in bids(auction("7S", **original))


# ---- scoring -----------------------------------------------------------------------------------------


def test_fh_x41_made_and_failed() -> None:
    assert points("7H", 8) == (200, 20)
    assert points("7H", 6) == (-200, 40)


def test_fh_x42_slam() -> None:
    assert points("8S", 10) == (250, 0)
    assert points("8C", 10) == (260, 0)
    assert points("6S", 10) == (250, 0)
    assert points("10S", 10) == (440, 0)


def test_fh_x43_high_contracts_failed() -> None:
    assert points("9D", 8) == (-380, 20)
    assert points("10NT", 9) == (-520, 10)


def test_fh_x44_misere_and_sans_kitty() -> None:
    assert points("M", 0) == (250, 0)
    assert points("M", 4) == (-250, 0)
    twice = fh.Rules(sans_kitty_mult=2)
    assert points("8NT-SK", 8) == (320, 20)
    assert points("8NT-SK", 8, rules=twice) == (640, 20)
    assert points("6D-SK", 10, rules=twice) == (250, 0)


def test_fh_x45_defenders_only_if_set() -> None:
    only = fh.Rules(defender_tricks=fh.DefenderTricks.ONLY_IF_SET)
    assert points("7H", 8, rules=only) == (200, 0)
    assert points("7H", 6, rules=only) == (-200, 40)


def test_fh_x46_defender_cap() -> None:
    capped = fh.Rules(defender_cap=490)
    for score, tricks, end in ((470, 4, 490), (490, 3, 490), (520, 3, 520), (300, 4, 340)):
        gained = points("6S", 10 - tricks, rules=capped, scores=(0, score))[1]
        assert score + gained == end


# ---- the end of the game -----------------------------------------------------------------------------


def test_fh_x50_a_contract_wins_before_500_on_tricks() -> None:
    assert after("7H", 7, (310, 470)) == ((510, 500), 0)


def test_fh_x51_tricks_do_not_win() -> None:
    first = finished("7S", 7, contractor=1, scores=(490, 0), dealer=3)
    match = match_of(first)
    assert match.scores == (520, 140)
    assert match.winners is None
    match = match_of(first, finished("6S", 6, scores=(520, 140), dealer=0))
    assert match.scores == (560, 180)
    assert match.winners == frozenset({0})
    assert after("8D", 8, (520, 240), contractor=1) == ((540, 520), 1)


def test_fh_x52_out_backwards() -> None:
    assert after("8H", 6, (-300, 480)) == ((-600, 520), 1)


def test_fh_x54_minus_500_exactly_loses() -> None:
    assert after("6S", 5, (-480, 100)) == ((-520, 150), 1)
    assert after("6S", 5, (-460, 100)) == ((-500, 150), 1)


def test_fh_x55_a_failure_may_cost_500() -> None:
    assert after("7S", 6, (520, 0)) == ((380, 40), None)


def test_fh_x56_win_rule_any() -> None:
    rules = fh.Rules(win_rule=fh.WinRule.ANY)
    assert after("6S", 6, (460, 470), rules=rules) == ((500, 510), 0)
    assert after("6S", 6, (300, 470), rules=rules) == ((340, 510), 1)
    assert after("6S", 6, (300, 470)) == ((340, 510), None)


def test_examples_begin_left_of_the_dealer() -> None:
    assert dealt(dealer=3).turn == 0
