"""Sections 9, 10, 14 and 15 of the rules: scores, the end of the game, options and presets."""

from __future__ import annotations

from rules.constructed import calling, finished, match_of, texts
from tricktake import Bid
from tricktake import fivehundred as fh


def points(bid: str, tricks: int, scores: tuple[int, int] = (0, 0), **options: object) -> tuple[int, ...]:
    """Return the points of both sides; seats 0 and 2 play the contract."""
    return finished(bid, tricks, rules=fh.Rules().replace(**options), scores=scores).score().points


def winner(
    bid: str, tricks: int, scores: tuple[int, int], *, contractor: int = 0, **options: object
) -> int | None:
    """Return the side that has won the match after a deal."""
    rules = fh.Rules().replace(**options)
    match = match_of(finished(bid, tricks, contractor=contractor, rules=rules, scores=scores))
    assert match.is_over is (match.winners is not None)
    if match.winners is None:
        return None
    (side,) = match.winners
    return side


# ---- scoring -----------------------------------------------------------------------------------------


def test_fh_score_1_avondale() -> None:
    table = fh.bid_table(fh.Rules())
    for level in range(6, 11):
        for strain, base in (("S", 40), ("C", 60), ("D", 80), ("H", 100), ("NT", 120)):
            assert table.value(Bid(f"{level}{strain}")) == 100 * (level - 6) + base
    assert [table.value(Bid(bid)) for bid in ("M", "OM", "BM")] == [250, 500, 500]
    assert points("M", 0, misere_value=300) == (300, 0)
    assert points("OM", 1, open_misere_value=430) == (-430, 0)
    assert points("BM", 0, blind_misere_value=1000) == (1000, 0)


def test_fh_score_2_made() -> None:
    """R-09: no points for more tricks than were bid."""
    assert points("7H", 7) == (200, 30)
    assert points("7H", 9) == (200, 10)
    assert finished("7H", 7).score().made is True


def test_fh_score_3_slam() -> None:
    """R-08: all ten tricks, not a sum of points."""
    assert points("6S", 10) == (250, 0)
    assert points("8H", 10) == (300, 0)
    assert points("6S", 9) == (40, 10)
    assert points("6S", 10, slam_value=0) == (40, 0)
    assert points("6S", 10, slam_value=300) == (300, 0)
    assert points("7S-SK", 10, sans_kitty_mult=2) == (280, 0)
    assert points("6S-SK", 10, sans_kitty_mult=2) == (250, 0)
    assert points("10S", 10) == (440, 0)


def test_fh_score_4_failed() -> None:
    """R-09: the value of the contract is lost, whatever the tricks."""
    assert points("7H", 6) == (-200, 40)
    assert points("7H", 0) == (-200, 100)
    assert finished("7H", 6).score().made is False


def test_fh_score_5_ten_for_each_trick_of_the_defenders() -> None:
    assert (points("7H", 8), points("7H", 6)) == ((200, 20), (-200, 40))
    assert points("7H", 8, defender_tricks="only_if_set") == (200, 0)
    assert points("7H", 6, defender_tricks="only_if_set") == (-200, 40)
    assert points("7H", 8, defender_tricks="never") == (200, 0)
    assert points("7H", 6, defender_tricks="never") == (-200, 0)


def test_fh_score_6_to_the_team() -> None:
    deal = finished("7H", 6, contractor=1)
    assert deal.score().points == (40, -200)
    assert [deal.score().for_seat(seat) for seat in range(4)] == [40, -200, 40, -200]


def test_fh_score_7_misere() -> None:
    for bid, value in (("M", 250), ("OM", 500), ("BM", 500)):
        assert points(bid, 0) == (value, 0)
        assert points(bid, 1) == (-value, 0)
        assert points(bid, 10) == (-value, 0)
    assert points("M-SK", 0, sans_kitty_mult=2) == (500, 0)
    assert points("M-SK", 0) == (250, 0)


def test_fh_score_8_defender_cap() -> None:
    capped = {"defender_cap": 490}
    assert points("6S", 6, (0, 470), **capped) == (40, 20)
    assert points("6S", 6, (0, 490), **capped) == (40, 0)
    assert points("6S", 6, (0, 520), **capped) == (40, 0)
    assert points("6S", 6, (0, 470), defender_cap=480) == (40, 10)
    assert points("6S", 6, (0, 470)) == (40, 40)
    assert points("8H", 8, (480, 0), **capped) == (300, 20)  # contract points are not limited


def test_fh_score_9_other_schedules() -> None:
    original, inverted = [
        fh.bid_table(fh.Rules.no_misere(schedule=name)) for name in ("original", "inverted")
    ]
    perfect = fh.bid_table(fh.Rules.perfect())
    for level, row in enumerate((40, 80, 120, 160, 200), 6):
        for times, (straight, turned) in enumerate(zip("SCDH", "CSHD", strict=True), 2):
            assert original.value(Bid(f"{level}{straight}")) == row * times // 2
            assert inverted.value(Bid(f"{level}{turned}")) == row * times // 2
        assert original.value(Bid(f"{level}NT")) == inverted.value(Bid(f"{level}NT")) == row * 3
    assert perfect.value(Bid("6S")) == 20
    assert perfect.value(Bid("10NT")) == 500
    assert perfect.value(Bid("M")) == 250
    assert perfect.outranks(Bid("8S"), Bid("M"))


# ---- the end of the game -----------------------------------------------------------------------------


def test_fh_end_1_a_contract_made_at_500() -> None:
    assert winner("7H", 7, (300, 0)) == 0
    assert winner("7H", 7, (299, 0)) is None
    assert winner("7H", 7, (0, 300), contractor=1) == 1


def test_fh_end_2_out_backwards() -> None:
    """S-10: also at exactly minus 500."""
    assert winner("7H", 6, (-300, 0)) == 1
    assert winner("7H", 6, (-299, 0)) is None
    assert winner("7S", 5, (-420, 60)) == 1
    match = match_of(finished("7S", 5, scores=(-420, 60)))
    assert match.scores == (-560, 110)


def test_fh_end_3_tricks_do_not_win() -> None:
    assert winner("6S", 6, (0, 480)) is None
    assert winner("6S", 5, (0, 490)) is None
    assert winner("7S", 6, (520, 0)) is None
    assert winner("6S", 6, (500, 0)) == 0


def test_fh_end_4_the_side_with_the_contract_before_a_higher_score() -> None:
    assert winner("7H", 7, (310, 700)) == 0


def test_fh_end_5_both_ends_at_once() -> None:
    assert winner("8H", 6, (-300, 480)) == 1
    assert winner("8H", 6, (-300, 480), win_rule="any") == 1


def test_fh_end_6_win_rule_any() -> None:
    assert winner("6S", 6, (300, 470), win_rule="any") == 1
    assert winner("6S", 6, (300, 470), win_rule="contract") is None
    assert winner("6S", 6, (460, 470), win_rule="any") == 0
    assert winner("6S", 5, (600, 510), win_rule="any") is None  # 560 each: nobody by this rule
    assert winner("6S", 5, (610, 510), win_rule="any") == 0
    assert winner("6S", 5, (-470, 100), win_rule="any") == 1


def test_fh_end_7_other_ends() -> None:
    assert winner("6S", 6, (260, 0), target=300) == 0
    assert winner("6S", 5, (-260, 0), lose_at=-300) == 1
    assert winner("10NT", 0, (-900, 0), lose_at=None) is None


# ---- options and presets -----------------------------------------------------------------------------

SHOWN = {
    "players": "test_fh_gen_2_sides_by_the_number_of_players",
    "two_player": "test_fh_p2_9_three_games_from_one_option",
    "deck4": "test_fh_deck_1_packs_of_43_and_45",
    "teams6": "test_fh_gen_2_sides_by_the_number_of_players",
    "schedule": "test_fh_score_9_other_schedules",
    "target": "test_fh_end_7_other_ends",
    "lose_at": "test_fh_end_7_other_ends",
    "auction": "test_fh_bid_15_single_round",
    "pass_final": "test_fh_bid_11_pass_is_final",
    "final_raise": "test_fh_bid_13_final_raise",
    "inkle": "test_fh_bid_18_inkle",
    "all_pass": "test_fh_bid_14_all_pass",
    "misere": "test_fh_bid_5_misere_after_a_seven",
    "open_misere": "test_fh_bid_6_open_misere",
    "blind_misere": "test_fh_bid_8_looking",
    "misere_requires_7": "test_fh_bid_5_misere_after_a_seven",
    "open_misere_requires_8": "test_fh_bid_6_open_misere",
    "misere_rank": "test_fh_bid_17_nullo",
    "misere_value": "test_fh_score_1_avondale",
    "open_misere_value": "test_fh_score_1_avondale",
    "blind_misere_value": "test_fh_score_1_avondale",
    "sans_kitty": "test_fh_bid_9_sans_kitty",
    "sans_kitty_rank": "test_fh_bid_10_sans_kitty_ranks_the_same_or_above",
    "sans_kitty_mult": "test_fh_bid_10_sans_kitty_ranks_the_same_or_above",
    "joker_nomination": "test_fh_jok_2_nomination",
    "joker_lead": "test_fh_jok_11_joker_lead",
    "joker_follow": "test_fh_jok_11_joker_follow",
    "joker_misere_void": "test_fh_jok_7_compulsory_in_a_misere",
    "open_exposure": "test_fh_mis_4_the_hand_is_exposed",
    "misere_stop": "test_fh_mis_8_played_to_the_end_or_stopped",
    "slam_value": "test_fh_score_3_slam",
    "defender_tricks": "test_fh_score_5_ten_for_each_trick_of_the_defenders",
    "defender_cap": "test_fh_score_8_defender_cap",
    "win_rule": "test_fh_end_6_win_rule_any",
    "five_partner": "test_fh_p5_1_alone_or_with_a_partner",
    "five_call_bar": "test_fh_p5_3_cards_that_may_be_called",
    "five_secret_alone": "test_fh_p5_4_no_card_of_ones_own",
    "five_share": "test_fh_p5_6_partners_share",
}
"""For each option of section 14, the test that shows its settings."""


def test_options_without_meaning_are_ignored() -> None:
    plain = calling("6S P P P", auction="single")
    assert calling("6S P P P", auction="single", pass_final=False).contract == plain.contract
    assert points("6S", 6, misere=False, misere_value=1) == (40, 40)
    other = fh.Deal(fh.Rules(five_share="full", two_player="short24", teams6="3x2"), dealer=3, seed=1)
    assert other.dealt == fh.Deal(dealer=3, seed=1).dealt


def test_presets_play_as_section_15_says() -> None:
    american = fh.Deal(fh.Rules.american(), dealer=3, seed=1)
    assert "M" in texts(american)
    assert texts(american).isdisjoint({"OM", "BM", "LOOK", "6S-SK"})
    american.push_all("6S 7S P P")
    assert american.contract is not None
    assert american.contract.bid == Bid("7S")
    assert american.rules.kitty_size == 5
    kitchen = fh.Deal(fh.Rules.kitchen(), dealer=3, seed=1)
    assert len(kitchen.legal_actions) == 26
    assert all("K" not in action.text and "M" not in action.text for action in kitchen.legal_actions)
    hoyle = fh.Deal(fh.Rules.hoyle_original(), dealer=3, seed=1).push_all("9C")
    assert "8H" in texts(hoyle)
    assert "10S" not in texts(hoyle)
    free = fh.Deal(fh.Rules.free_misere(), dealer=3, seed=1).push_all("LOOK")
    assert "M" in texts(free)
    no_misere = fh.Deal(fh.Rules.no_misere(), dealer=3, seed=1)
    assert "6S-SK" in texts(no_misere)
    assert len(no_misere.legal_actions) == 51
    rules = fh.Rules.australian_490()
    assert (rules.joker_lead, rules.defender_cap) == (fh.JokerLead.LAST_TRICK_ONLY, 490)
    assert finished("8S", 8, rules=fh.Rules.perfect()).score().points == (220, 20)
