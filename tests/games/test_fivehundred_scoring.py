"""Scoring deals of Five Hundred and ending its matches, by the worked examples of the rules."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tricktake.actions import Bid
from tricktake.errors import RulesError, SetupError
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.rules import PRESETS, Rules
from tricktake.fivehundred.scoring import Score, match_winners, score_deal

NS, EW = 0, 1
THREE = ((0,), (1,), (2,))
PAIRS = ((0, 3), (1, 4), (2, 5))


def points(bid, won, *, rules=None, scores=(0, 0)):
    """Points of both sides when seat 0 plays a contract and its side wins so many tricks."""
    rules = rules or Rules()
    partner = 0 if Bid(bid).is_misere else won // 2
    others = 10 - won
    tricks = (won - partner, others - others // 3, partner, others // 3)
    score = score_deal(rules, Bid(bid), contractor=0, tricks=tricks, scores=scores)
    assert score.tricks == tricks
    return score.points


# ---- worked examples: a deal ----------------------------------------------------------------------


def test_fh_x41_defenders_score_their_tricks():
    assert points("7H", 8) == (200, 20)
    assert points("7H", 6) == (-200, 40)


def test_fh_x42_slam():
    assert points("8S", 10) == (250, 0)
    assert points("8C", 10) == (260, 0)
    assert points("6S", 10) == (250, 0)
    assert points("10S", 10) == (440, 0)


def test_fh_x43_failed_contracts():
    assert points("9D", 8) == (-380, 20)
    assert points("10NT", 9) == (-520, 10)


def test_fh_x44_misere_and_sans_kitty():
    assert points("M", 0) == (250, 0)
    assert points("M", 1) == (-250, 0)
    doubled = Rules(sans_kitty_mult=2)
    assert points("8NT-SK", 8) == (320, 20)
    assert points("8NT-SK", 8, rules=doubled) == (640, 20)
    assert points("6D-SK", 10, rules=doubled) == (250, 0)
    assert points("8S-SK", 10, rules=doubled) == (480, 0)  # FH-SCORE-3 compares the doubled value
    assert points("8NT-SK", 7, rules=doubled) == (-640, 30)


def test_fh_x45_defenders_score_only_if_set():
    rules = Rules(defender_tricks="only_if_set")
    assert points("7H", 8, rules=rules) == (200, 0)
    assert points("7H", 6, rules=rules) == (-200, 40)
    assert points("7H", 6, rules=Rules(defender_tricks="never")) == (-200, 0)


def test_fh_x46_defender_cap():
    rules = Rules(defender_cap=490)
    for before, won, after in ((470, 4, 490), (490, 3, 490), (520, 3, 520), (300, 4, 340)):
        assert before + points("6S", 10 - won, rules=rules, scores=(0, before))[EW] == after
    assert points("7H", 8, rules=rules, scores=(480, 0)) == (200, 20)  # contract points have no limit


def test_fh_x48_six_players_in_pairs():
    tricks = (4, 1, 0, 3, 1, 1)
    score = score_deal(Rules(), Bid("7C"), contractor=3, tricks=tricks, scores=(0, 0, 0), sides=PAIRS)
    assert score.points == (160, 20, 10)
    assert score.for_seat(4) == 20


def test_fh_x49_three_players():
    score = score_deal(Rules(), Bid("6H"), contractor=0, tricks=(5, 3, 2), scores=(0, 0, 0), sides=THREE)
    assert score.points == (-100, 30, 20)


def test_s_11_three_players_each_score_their_own_tricks():
    """S-11: seat 2 fails 8C; seats 0 and 1 score their own tricks."""
    score = score_deal(Rules(), Bid("8C"), contractor=2, tricks=(3, 1, 6), sides=THREE)
    assert score.points == (30, 10, -260)


# ---- cases from other projects --------------------------------------------------------------------


def test_r_08_a_slam_is_all_tricks():
    """R-08: a slam is won by ten tricks, not found from a sum of points."""
    assert points("6S", 10) == (250, 0)
    assert points("8H", 10) == (300, 0)
    assert points("6S", 9) == (40, 10)
    assert points("6S", 10, rules=Rules(slam_value=0)) == (40, 0)


def test_r_09_values_of_lost_and_overfulfilled_contracts():
    """R-09: a lost contract costs its value; overtricks win nothing."""
    assert points("7H", 6) == (-200, 40)
    assert points("7H", 9) == (200, 10)


def test_s_10_losing_by_going_out_backwards():
    """S-10: A at -420 fails 7S and goes to -560, so B wins. With three, the highest of the others wins."""
    score = score_deal(Rules(), Bid("7S"), contractor=0, tricks=(3, 3, 2, 2), scores=(-420, 60))
    after = tuple(map(sum, zip((-420, 60), score.points, strict=True)))
    assert after == (-560, 110)
    assert match_winners(Rules(), after, contract_side=NS, made=score.made) == {EW}
    assert match_winners(Rules(), (-500, 40, 90), contract_side=0, made=False) == {2}
    assert match_winners(Rules(lose_at=None), (-500, 40, 90), contract_side=0, made=False) is None


# ---- clauses of a deal ----------------------------------------------------------------------------


@pytest.mark.parametrize("bid", ["M", "OM", "BM", "M-SK"])
def test_fh_score_7_nobody_else_scores_in_a_misere(bid):
    value = bid_table(Rules()).value(Bid(bid))
    made = score_deal(Rules(), Bid(bid), contractor=1, tricks=(5, 0, 5, 0))
    assert (made.made, made.points) == (True, (0, value))
    failed = score_deal(Rules(), Bid(bid), contractor=1, tricks=(5, 1, 4, 0))
    assert (failed.made, failed.points) == (False, (0, -value))


def test_fh_mis_8_a_misere_may_stop_early():
    rules = Rules(misere_stop=True)
    assert score_deal(rules, Bid("M"), contractor=0, tricks=(1, 2, 0, 0)).points == (-250, 0)
    with pytest.raises(SetupError, match="finished deal"):
        score_deal(Rules(), Bid("M"), contractor=0, tricks=(1, 2, 0, 0))


def test_fh_bid_14_thrown_in():
    score = score_deal(Rules(), None, contractor=None, tricks=(0, 0, 0, 0), scores=(100, -60))
    assert score == Score(made=None, tricks=(0, 0, 0, 0), sides=((0, 2), (1, 3)), points=(0, 0))


def test_fh_bid_14_played_at_no_trumps():
    rules = Rules(all_pass="play_nt", defender_tricks="never", defender_cap=490)
    score = score_deal(rules, None, contractor=None, tricks=(3, 2, 4, 1), scores=(450, 100))
    assert score.made is None
    assert score.points == (40, 30)
    inkled = score_deal(rules, None, contractor=None, tricks=(0, 0, 0, 0))  # FH-BID-18
    assert inkled.points == (0, 0)


@pytest.mark.parametrize(
    ("bid", "contractor", "tricks", "scores", "fact"),
    [
        (None, None, (3, 2, 4, 1), (0, 0), "finished deal"),  # nothing is played by default
        ("7H", 0, (0, 0, 0, 0), (0, 0), "finished deal"),
        ("7H", 0, (5, 5, 1, 0), (0, 0), "finished deal"),
        ("7H", 0, (11, -1, 0, 0), (0, 0), "finished deal"),
        ("7H", None, (5, 5, 0, 0), (0, 0), "bid and a contractor"),
        (None, 0, (5, 5, 0, 0), (0, 0), "bid and a contractor"),
        ("7H", 0, (5, 5, 0), (0, 0), "4 seats on 2 sides"),
        ("7H", 0, (5, 5, 0, 0), (0, 0, 0), "4 seats on 2 sides"),
    ],
)
def test_deals_refused(bid, contractor, tricks, scores, fact):
    bid = None if bid is None else Bid(bid)
    with pytest.raises(SetupError, match=fact):
        score_deal(Rules(), bid, contractor=contractor, tricks=tricks, scores=scores)


def test_contracts_refused():
    with pytest.raises(RulesError, match="NIL is no bid"):
        score_deal(Rules(), Bid("NIL"), contractor=0, tricks=(5, 5, 0, 0))
    for seat in (-1, 4):
        with pytest.raises(IndexError, match=f"seat {seat}"):
            score_deal(Rules(), Bid("7H"), contractor=seat, tricks=(5, 5, 0, 0))


def test_scores_are_values():
    score = score_deal(Rules(), Bid("8H"), contractor=0, tricks=(5, 1, 4, 0))
    assert eval(repr(score), {"Score": Score}) == score
    assert pickle.loads(pickle.dumps(score)) == score
    assert hash(score) == hash(pickle.loads(pickle.dumps(score)))
    assert [score.for_seat(seat) for seat in range(4)] == [300, 10, 300, 10]
    with pytest.raises(IndexError, match="seat 4"):
        score.for_seat(4)


splits = st.lists(st.integers(0, 10), min_size=3, max_size=3).map(sorted)


@given(st.sampled_from(list(PRESETS.values())), st.data(), splits, st.integers(0, 3))
def test_scores_add_up(rules, data, cuts, contractor):
    bid = data.draw(st.sampled_from(bid_table(rules).bids))
    tricks = tuple(high - low for low, high in zip((0, *cuts), (*cuts, 10), strict=True))
    score = score_deal(rules, bid, contractor=contractor, tricks=tricks)
    side = contractor % 2
    stake = bid_table(rules).stake(bid)
    won = tricks[side] + tricks[side + 2]
    assert score.made == (won == 0 if bid.is_misere else won >= bid.level)
    assert score.points[side] in ({stake, max(stake, 250)} if score.made else {-stake})
    assert score.points[1 - side] == (0 if bid.is_misere else 10 * (10 - won))
    turned = score_deal(rules, bid, contractor=(contractor + 1) % 4, tricks=(tricks[3], *tricks[:3]))
    assert turned.points == score.points[::-1]


# ---- worked examples: a match ---------------------------------------------------------------------


def play(before, bid, won, *, side=NS, rules=None):
    """Play a deal between two sides; return the scores after it and who has won."""
    rules = rules or Rules()
    tricks = [won, 10 - won, 0, 0] if side == NS else [10 - won, won, 0, 0]
    score = score_deal(rules, Bid(bid), contractor=side, tricks=tricks, scores=before)
    after = tuple(map(sum, zip(before, score.points, strict=True)))
    return after, match_winners(rules, after, contract_side=side, made=score.made)


def test_fh_x30_open_misere_wins_or_loses_at_once():
    assert play((20, 0), "OM", 0) == ((520, 0), {NS})
    assert play((0, 0), "OM", 1) == ((-500, 0), {EW})


def test_fh_x50_the_contract_wins():
    assert play((310, 470), "7H", 7) == ((510, 500), {NS})


def test_fh_x51_tricks_win_no_match():
    assert play((490, 0), "6S", 7, side=EW)[0] == (520, 40)
    assert play((490, 0), "6S", 7, side=EW)[1] is None
    assert play((520, 40), "6S", 6) == ((560, 80), {NS})
    assert play((520, 240), "8D", 8, side=EW) == ((540, 520), {EW})  # FH-END-4


def test_fh_x52_out_backwards():
    assert play((-300, 480), "8H", 6) == ((-600, 520), {EW})


def test_fh_x53_three_players_share_the_win():
    score = score_deal(Rules(), Bid("8NT"), contractor=0, tricks=(5, 3, 2), sides=THREE)
    after = tuple(map(sum, zip((-200, 480, 490), score.points, strict=True)))
    assert after == (-520, 510, 510)
    assert match_winners(Rules(), after, contract_side=0, made=False) == {1, 2}


def test_fh_x54_exactly_minus_500_loses():
    assert play((-480, 100), "6S", 5) == ((-520, 150), {EW})
    assert match_winners(Rules(), (-500, 100), contract_side=NS, made=False) == {EW}
    assert match_winners(Rules(), (-499, 100), contract_side=NS, made=False) is None


def test_fh_x55_a_failure_may_cost_500():
    assert play((520, 0), "7S", 6) == ((380, 40), None)


def test_fh_x56_win_rule_any():
    rules = Rules(win_rule="any")
    assert play((460, 470), "6S", 6, rules=rules) == ((500, 510), {NS})
    assert play((300, 470), "6S", 6, rules=rules) == ((340, 510), {EW})


# ---- clauses of a match ---------------------------------------------------------------------------


def test_fh_end_3_reaching_the_target_without_a_contract():
    assert match_winners(Rules(), (560, 0), contract_side=None, made=None) is None
    assert match_winners(Rules(), (560, 0), contract_side=EW, made=True) is None


def test_fh_end_6_ties_at_the_target():
    rules = Rules(win_rule="any")
    assert match_winners(rules, (510, 510), contract_side=None, made=None) is None
    assert match_winners(rules, (510, 520), contract_side=None, made=None) == {EW}
    assert match_winners(rules, (-520, 510, 510), contract_side=0, made=False) == {1, 2}
    assert match_winners(rules, (-520, 510, 520), contract_side=0, made=False) == {2}


def test_fh_end_7_target_and_lose_at_are_options():
    rules = Rules(target=1000, lose_at=-1000)
    assert match_winners(rules, (990, 0), contract_side=NS, made=True) is None
    assert match_winners(rules, (1000, 0), contract_side=NS, made=True) == {NS}
    assert match_winners(rules, (-990, 0), contract_side=NS, made=False) is None
    assert match_winners(Rules(lose_at=None), (-5000, 0), contract_side=NS, made=False) is None


def test_nobody_is_left_to_win():
    assert match_winners(Rules(), (-500, -500), contract_side=NS, made=False) == frozenset()


def test_sides_are_checked():
    with pytest.raises(IndexError, match="side 2"):
        match_winners(Rules(), (0, 0), contract_side=2, made=True)
