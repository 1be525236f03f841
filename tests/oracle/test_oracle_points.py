"""The points of a deal and the end of the game against the worked examples of the rules.

Tests are named after the example or the clause they check.
"""

from __future__ import annotations

from typing import Any

from oracle.bids import NUMERIC_BIDS
from oracle.fivehundred import match_end
from oracle.options import read_options
from oracle.points import deal_points

NO_MISERE = {"misere": False, "open_misere": False, "blind_misere": False}


def points(contract: str, ours: int, score: int = 0, **options: Any) -> tuple[int, ...]:
    """Return the points of the contractors (seats 0 and 2) and the defenders, whose score is given."""
    tricks = [ours, 10 - ours, 0, 0]
    return deal_points(contract, 0, tricks, (0, score), read_options(options))


def test_fh_x41_made_and_failed() -> None:
    assert points("7H", 8) == (200, 20)
    assert points("7H", 6) == (-200, 40)


def test_fh_x42_slam() -> None:
    assert points("8S", 10) == (250, 0)
    assert points("8C", 10) == (260, 0)
    assert points("6S", 10) == (250, 0)
    assert points("10S", 10) == (440, 0)
    assert points("6S", 10, slam_value=0) == (40, 0)


def test_fh_x43_failed() -> None:
    assert points("9D", 8) == (-380, 20)
    assert points("10NT", 9) == (-520, 10)


def test_fh_x44_misere_and_sans_kitty() -> None:
    assert points("M", 0) == (250, 0)
    assert points("M", 2) == (-250, 0)
    assert points("8NT-SK", 8) == (320, 20)
    assert points("8NT-SK", 8, sans_kitty_mult=2) == (640, 20)
    assert points("6D-SK", 10, sans_kitty_mult=2) == (250, 0)


def test_fh_x45_only_if_set() -> None:
    assert points("7H", 8, defender_tricks="only_if_set") == (200, 0)
    assert points("7H", 6, defender_tricks="only_if_set") == (-200, 40)
    assert points("7H", 6, defender_tricks="never") == (-200, 0)


def test_fh_x46_defender_cap() -> None:
    for before, won, after in ((470, 4, 490), (490, 3, 490), (520, 3, 520), (300, 4, 340)):
        assert before + points("6S", 10 - won, before, defender_cap=490)[1] == after


def test_fh_score_1_avondale_formula() -> None:
    plus = {"S": 40, "C": 60, "D": 80, "H": 100, "NT": 120}
    for bid in NUMERIC_BIDS:
        level = int(bid.rstrip("SCDHNT"))
        value = 100 * (level - 6) + plus[bid.lstrip("0123456789")]
        assert points(bid, level - 1)[0] == -value


def test_fh_score_9_other_schedules() -> None:
    assert points("8D", 7, schedule="inverted", **NO_MISERE) == (-300, 30)
    assert points("8H", 7, schedule="inverted", **NO_MISERE) == (-240, 30)
    assert points("7C", 7, schedule="original", **NO_MISERE) == (120, 30)
    assert points("9NT", 9, schedule="perfect") == (400, 10)
    assert points("M", 0, schedule="perfect") == (250, 0)


def end(scores: tuple[int, int], made: bool, team: int = 0, **options: Any) -> set[int] | None:
    """Return the winners of the game after a deal."""
    return match_end(scores, made, team, options)


def test_fh_x30_open_misere_from_20() -> None:
    assert end((520, 0), True) == {0}
    assert end((-500, 0), False) == {1}


def test_fh_x50_contractors_first() -> None:
    assert end((510, 500), True) == {0}


def test_fh_x51_trick_points_do_not_win() -> None:
    assert end((520, 0), False, team=1) is None
    assert end((560, 0), True) == {0}
    assert end((540, 520), True, team=1) == {1}


def test_fh_x52_out_backwards() -> None:
    assert end((-600, 520), False) == {1}


def test_fh_x54_exactly_minus_500() -> None:
    assert end((-520, 150), False) == {1}
    assert end((-500, 150), False) == {1}
    assert end((-500, 150), False, lose_at=None) is None


def test_fh_x55_play_on() -> None:
    assert end((380, 0), False) is None


def test_fh_x56_win_rule_any() -> None:
    assert end((500, 510), True, win_rule="any") == {0}
    assert end((340, 510), True, win_rule="any") == {1}
    assert end((510, 510), False, win_rule="any") is None
    assert end((-600, 300), False, win_rule="any") == {1}


def test_fh_end_2_three_sides() -> None:
    three = {"players": 3}
    assert match_end((-500, 300, 310), False, 0, three) == {2}
    assert match_end((-500, 300, 310), False, 0, {"players": 6, "teams6": "3x2"}) == {2}
    assert match_end((-490, 700, 310), False, 0, three) is None
    assert match_end((-500, -500, 310, 310, 20), False, {0, 1}, {"players": 5}) == {2, 3}
    assert match_end((-520, -480, -490, -490, -490), False, {0, 1}, {"players": 5}) == {1}


def test_fh_end_6_three_sides() -> None:
    rules = {"players": 3, "win_rule": "any"}
    assert match_end((500, 700, 600), True, 0, rules) == {0}
    assert match_end((490, 600, 700), True, 0, rules) == {2}
    assert match_end((490, 600, 600), True, 0, rules) is None
    assert match_end((-500, 600, 600), False, 0, rules) == {1, 2}
    assert match_end((-500, 600, 590), False, 0, rules) == {1}
    assert match_end((0, 600, 590), None, None, rules) == {1}


def test_fh_p5_8_both_win() -> None:
    five = {"players": 5}
    assert match_end((500, 900, 510, 0, 0), True, {0, 2}, five) == {0, 2}
    assert match_end((490, 900, 510, 0, 0), True, {0, 2}, five) == {2}
    assert match_end((490, 900, 480, 0, 0), True, {0, 2}, five) is None
    assert match_end((490, 0, 480, 0, 0), True, 0, {"players": 5, "target": 490}) == {0}


def test_fh_end_7_target_and_lose_at() -> None:
    assert match_end((300, 0, 0), True, 0, {"players": 3, "target": 300}) == {0}
    assert match_end((-300, 10, 0), False, 0, {"players": 3, "lose_at": -300}) == {1}
    assert match_end((-900, 10, 0), False, 0, {"players": 3, "lose_at": None}) is None
