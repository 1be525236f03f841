"""Cutthroat Spades: scores, jacks, bags, games, tourneys, clause by clause (sections 6 to 9)."""

from __future__ import annotations

import pytest

from rules.spades_deals import ended_at, finished, game_of, tourney_of
from tricktake import SetupError
from tricktake import spades as sp

LONG = sp.Rules.long_three_jacks()


def scored(
    bid: str, tricks: int, *, rules: sp.Rules | None = None, bags: int = 0, caught: str = ""
) -> tuple[int, int]:
    """Return points and bags of the first of three players."""
    rules = sp.Rules() if rules is None else rules
    rest = 17 - tricks
    score = sp.score_deal(
        rules, [bid, "NIL", "1"], (tricks, 0, rest), bags=(bags, 0, 0), caught=[caught, "", ""]
    )
    assert (
        score.points[0]
        == score.bid_points[0] + score.bag_points[0] + score.award_points[0] + score.penalty[0]
    )
    return score.points[0], score.bags[0]


def test_cs_score_1_bid_points_from_the_table() -> None:
    assert scored("7", 7) == (70, 0)
    assert scored("7", 6) == (-70, 0)
    assert sp.score_deal(sp.Rules(), ["7", "1F", "NIL"], (7, 1, 9)).bid_points == (70, 50, -100)


def test_cs_score_2_new_bags() -> None:
    assert scored("3", 5) == (30, 2)
    assert scored("6", 5) == (-60, 0)
    assert scored("NIL", 3) == (-100, 0)
    assert scored("NIL", 3, rules=sp.Rules(nil_fail_bags=True)) == (-100, 3)
    assert scored("BN", 2, rules=sp.Rules(nil_fail_bags=True)) == (-200, 2)
    assert scored("NIL", 0, rules=sp.Rules(nil_fail_bags=True)) == (100, 0)


def test_cs_score_3_a_bag_scores_nothing_or_one() -> None:
    assert scored("3", 5, rules=sp.Rules(bag_points=0)) == (30, 2)
    assert scored("3", 5, rules=sp.Rules(bag_points=1)) == (32, 2)
    assert scored("NIL", 2, rules=sp.Rules(bag_points=1, nil_fail_bags=True)) == (-98, 2)


def test_cs_score_4_award_jacks_are_added() -> None:
    assert scored("4", 4, caught="CJ") == (50, 0)
    assert scored("4", 4, caught="HJ", rules=LONG, bags=3) == (40, 2)


def test_cs_score_5_the_bag_penalty_comes_last() -> None:
    # bags 9 + 1 new - 1 for the jack stays below the limit
    assert scored("3", 4, caught="HJ", rules=LONG, bags=9) == (30, 9)
    assert scored("3", 4, rules=LONG, bags=9) == (30 - 100, 0)


def test_cs_score_6_scores_may_be_negative() -> None:
    deal = finished(("9", "1", "1"), (5, 6, 6), scores=(-950, 0, 0))
    assert deal.score().points[0] == -90
    assert game_of(deal).scores[0] == -1040
    assert not game_of(deal).is_over


def test_cs_score_7_awards_do_not_ask_for_the_bid() -> None:
    assert scored("5", 4, caught="CJ") == (-50 + 10, 0)
    assert scored("NIL", 1, caught="DJ") == (-100 + 10, 0)


def test_cs_award_1_the_winner_of_the_trick_catches_the_jack() -> None:
    deal = sp.Deal(
        hands=["CK D3", "CJ D4", "CA DJ"],
        start=sp.PlayStart(("1", "1", "1"), leader=0),
    ).push_all("CK CJ CA")
    assert [str(caught) for caught in deal.caught] == ["", "", "CJ"]
    deal.push_all("DJ D3 D4")
    assert deal.caught[2] == deal.view(0).caught[2]
    assert len(deal.caught[2]) == 2
    assert sp.Rules(awards="none").awards == frozenset()
    none = sp.Deal(
        sp.Rules(awards="none"), hands=["CK", "CJ", "CA"], start=sp.PlayStart(("1", "1", "1"), leader=0)
    )
    assert not any(none.push_all("CK CJ CA").caught)


def test_cs_award_2_what_a_jack_brings() -> None:
    assert scored("4", 4, caught="CJ", rules=LONG) == (50, 0)
    assert scored("4", 4, caught="DJ", rules=LONG) == (50, 0)
    assert scored("4", 6, caught="HJ", rules=LONG) == (40, 1)
    assert scored("4", 4, caught="CJ", rules=sp.Rules(award_points=25)) == (65, 0)


def test_cs_award_3_one_or_all_three() -> None:
    assert scored("4", 4, caught="CJ HJ", rules=LONG, bags=3) == (40, 3)
    assert scored("4", 4, caught="CJ DJ HJ", rules=LONG, bags=3) == (60, 2)
    assert scored("4", 4, caught="CJ HJ") == (50, 0)  # not in use, so it does not count
    assert scored("4", 4, caught="DJ", rules=sp.Rules(awards="CJ")) == (40, 0)


def test_cs_award_4_both_of_two_gain_nothing() -> None:
    assert scored("4", 4, caught="CJ DJ") == (40, 0)


def test_cs_award_5_the_jack_of_hearts_takes_a_bag_off() -> None:
    assert scored("4", 4, caught="HJ", rules=LONG) == (40, 0)  # never below 0
    per_hand = sp.Rules.short_minus10(awards="CJ+HJ")
    assert scored("2", 5, caught="HJ", rules=per_hand) == (20 - 20, 0)
    assert scored("2", 2, caught="HJ", rules=per_hand) == (20, 0)
    points = LONG.replace(bag_points=1)
    assert scored("4", 6, caught="HJ", rules=points) == (42, 1)  # the points of the bags stay


def test_cs_award_6_other_house_rules() -> None:
    each, single = sp.Rules(award_multi="each"), LONG.replace(award_multi="single_only")
    assert scored("4", 4, caught="CJ DJ", rules=each) == (60, 0)
    assert scored("4", 4, caught="CJ DJ HJ", rules=single, bags=2) == (40, 2)
    assert scored("4", 4, caught="CJ", rules=single) == (50, 0)


def test_cs_bag_1_bagging_out() -> None:
    assert scored("3", 5, bags=9) == (30 - 110, 0)
    assert scored("2", 4, bags=8) == (20 - 100, 0)
    assert scored("2", 3, bags=8) == (20, 9)
    assert scored("1", 8, bags=4, rules=sp.Rules.short_limit5()) == (10 - 110, 0)


def test_cs_bag_2_rollover_keeps_the_rest() -> None:
    rules = sp.Rules(bag_rollover=True)
    assert scored("3", 5, bags=9, rules=rules) == (30 - 100, 1)
    assert scored("1", 17, bags=9, rules=rules) == (10 - 200, 5)


def test_cs_bag_3_each_bag_costs_at_once() -> None:
    rules = sp.Rules(bag_style="per_hand", bag_limit=None)
    assert scored("2", 5, rules=rules) == scored("2", 5, rules=sp.Rules.short_minus10()) == (20 - 30, 0)
    assert scored("2", 5, rules=rules.replace(bag_rollover=True)) == (20 - 30, 0)
    with pytest.raises(SetupError, match="do not add up"):
        scored("2", 5, rules=rules, bags=1)


def game_of_dealer_0(won: sp.Game) -> sp.Game:
    """Return a game of a new tourney, from 0, that the same side wins."""
    fresh = sp.Game(won.rules, seed=0, dealer=0)
    head = fresh.to_text().replace("seed=0", "seed=none")
    scores, lines = (0, 0, 0), []
    at = 0
    while sp.game_winner(won.rules, scores) is None:
        hand = finished(("8", "4", "5"), (8, 4, 5), rules=won.rules, dealer=at % 3, scores=scores)
        lines.append(hand.to_text())
        scores = tuple([a + b for a, b in zip(scores, hand.score().points, strict=True)])
        at += 1
    return sp.Game.from_text(head + "\n".join(lines))


def test_cs_end_1_the_highest_alone_at_the_target() -> None:
    assert ended_at(500, 490, 400).winner == 0
    assert ended_at(490, 480, 400).winner is None
    assert ended_at(500, 490, 400).winners == {0}
    assert ended_at(500, 490, 400).is_over


def test_cs_end_2_of_several_the_highest() -> None:
    assert ended_at(520, 530, 200).winner == 1
    assert ended_at(520, 530, 540).standings == (3, 2, 1)


def test_cs_end_3_a_tie_is_played_off() -> None:
    tied = ended_at(510, 510, 300)
    assert tied.winner is None
    assert tied.standings == (1, 1, 3)
    tied.next_deal()
    assert sp.game_winner(sp.Rules(), (470, 470, 330)) is None
    assert sp.game_winner(sp.Rules(), (510, 505, 505)) == 0


def test_cs_end_4_bag_penalties_come_before_the_check() -> None:
    deal = finished(("2", "5", "5"), (4, 6, 7), scores=(490, 0, 0), bags=(8, 0, 0))
    game = game_of(deal)
    assert game.scores[0] == 410
    assert not game.is_over


def test_cs_tour_1_tokens() -> None:
    rules = sp.Rules(wins_needed=2)
    tourney = tourney_of(
        sp.Tourney(rules, tokens=(0, 1, 0)), game_of_dealer_0(ended_at(500, 0, 0, rules=rules))
    )
    assert tourney.tokens == (1, 1, 0)
    assert not tourney.is_over
    done = tourney_of(sp.Tourney(rules, tokens=(1, 1, 0)), game_of_dealer_0(ended_at(500, 0, 0, rules=rules)))
    assert done.tokens == (2, 1, 0)
    assert (done.winner, done.is_over) == (0, True)
    with pytest.raises(SetupError, match="nobody can begin with 2"):
        sp.Tourney(rules, tokens=(0, 2, 0))


def test_cs_tour_2_seats_stay_and_the_deal_goes_on() -> None:
    first = game_of_dealer_0(ended_at(500, 0, 0))
    tourney = tourney_of(sp.Tourney(), first)
    order = tourney.seating.order
    assert tourney.next_game().next_deal().dealer == len(first.deals) % 3
    assert tourney.seating.order == order
