"""The worked examples of both spades documents on scores, games and tourneys: CS-X22 to 48, SP-X5 to 15."""

from __future__ import annotations

from itertools import product

import pytest

from rules.spades_deals import ended_at, finished, game_of, middle, tourney_of
from tricktake import CardSet, Phase
from tricktake import spades as sp

OFFICIAL = sp.Rules.official()
LIMIT5 = sp.Rules.short_limit5()
MINUS10 = sp.Rules.short_minus10()
JACKS = sp.Rules.long_three_jacks()
PARTNERS = sp.Rules.partners_500()


def scored(
    bids: tuple[str, ...], tricks: tuple[int, ...], rules: sp.Rules, bags: int, caught: tuple[str, ...]
) -> tuple[int, int]:
    """Return the points and bags of side 0, which a deal played to its end must give as well."""
    before = (bags,) + (0,) * (len(rules.sides) - 1)
    score = sp.score_deal(rules, bids, tricks, bags=before, caught=caught)
    in_use = [CardSet(jacks) & CardSet(rules.awards) for jacks in caught]
    jacks = [",".join(card.name for card in found) for found in in_use]
    deal = finished(bids, tricks, rules=rules, caught=jacks, bags=before)
    assert deal.score() == score
    for side in range(len(rules.sides)):
        parts = (score.bid_points, score.bag_points, score.award_points, score.penalty)
        assert score.points[side] == sum(part[side] for part in parts)
    return score.points[0], score.bags[0]


def line(
    bid: str, tricks: int, *, rules: sp.Rules = OFFICIAL, bags: int = 0, caught: str = ""
) -> tuple[int, int]:
    """Return the points and bags of seat 0, who has bid and won this; seat 1 has won all other tricks."""
    bids = (bid,) + ("1",) * (rules.players - 1)
    won = (tricks, rules.hand_size - tricks) + (0,) * (rules.players - 2)
    return scored(bids, won, rules, bags, (caught,) + ("",) * (rules.players - 1))


def pair(
    bids: tuple[str, str],
    tricks: tuple[int, int],
    *,
    rules: sp.Rules = PARTNERS,
    bags: int = 0,
    caught: tuple[str, str] = ("", ""),
) -> tuple[int, int]:
    """Return the points and bags of seats 0 and 2, who have bid and won this."""
    all_bids = (bids[0], "1", bids[1], "1")
    won = (tricks[0], 13 - sum(tricks), tricks[1], 0)
    return scored(all_bids, won, rules, bags, (caught[0], "", caught[1], ""))


# ---- bids --------------------------------------------------------------------------------------------


def test_cs_x22_numbers() -> None:
    assert line("4", 4) == (40, 0)
    assert line("4", 6) == (40, 2)
    assert line("4", 3) == (-40, 0)


def test_cs_x23_one_for_fifty() -> None:
    assert line("1F", 1) == (50, 0)
    assert line("1F", 3) == (10, 2)
    assert line("1F", 0) == (-50, 0)


def test_cs_x24_two_for_forty() -> None:
    assert line("2F", 2) == (40, 0)
    assert line("2F", 4) == (20, 2)
    assert line("2F", 1) == (-40, 0)
    assert line("2F", 0) == (-40, 0)


def test_cs_x25_nil_and_blind_nil() -> None:
    assert line("NIL", 0) == (100, 0)
    assert line("NIL", 2) == (-100, 0)
    assert line("NIL", 2, rules=OFFICIAL.replace(nil_fail_bags=True)) == (-100, 2)
    assert line("BN", 0)[0] == 200
    assert line("BN", 1)[0] == -200


def test_cs_x26_blind_six() -> None:
    assert line("B6", 6) == (100, 0)
    assert line("B6", 8) == (100, 2)
    assert line("B6", 5) == (-100, 0)
    assert line("6", 6)[0] == 60


def test_cs_x27_shoot_the_moon() -> None:
    assert line("SM", 14) == (150, 0)
    assert line("SM", 17) == (150, 0)
    assert line("SM", 13) == (-150, 0)


# ---- bags --------------------------------------------------------------------------------------------


def test_cs_x28_bagging_out() -> None:
    assert line("3", 5, bags=9) == (-80, 0)
    assert line("3", 5, bags=9, rules=OFFICIAL.replace(bag_rollover=True)) == (-70, 1)


def test_cs_x29_exactly_the_limit() -> None:
    assert line("2", 4, bags=8) == (-80, 0)
    assert line("2", 4, bags=8, rules=OFFICIAL.replace(bag_rollover=True)) == (-80, 0)


def test_cs_x30_limit_of_five() -> None:
    assert line("2", 4, bags=3, rules=LIMIT5) == (-30, 0)
    assert line("1", 8, bags=4, rules=LIMIT5) == (-100, 0)
    assert line("1", 8, bags=4, rules=LIMIT5.replace(bag_rollover=True)) == (-90, 1)


def test_cs_x31_ten_off_for_each_bag() -> None:
    assert line("2", 5, rules=MINUS10)[0] == -10
    assert line("4", 4, rules=MINUS10)[0] == 40
    assert line("3", 2, rules=MINUS10)[0] == -30


def test_cs_x32_bags_of_special_bids() -> None:
    assert line("1F", 3, bags=9) == (-100, 0)
    assert line("SM", 16, bags=9) == (150, 9)


def test_cs_x33_bags_that_score() -> None:
    rules = OFFICIAL.replace(bag_points=1)
    assert line("4", 6, rules=rules) == (42, 2)
    assert line("3", 5, bags=9, rules=rules) == (-78, 0)


# ---- awards ------------------------------------------------------------------------------------------


def test_cs_x34_award_jacks_of_the_official_game() -> None:
    assert line("4", 4, caught="JC")[0] == 50
    assert line("4", 4, caught="JC JD")[0] == 40
    apart = sp.score_deal(OFFICIAL, ("4", "3", "10"), (4, 3, 10), caught=("JC", "JD", ""))
    assert apart.points == (50, 40, 100)
    assert line("4", 4, caught="JC JH")[0] == 50
    # Who wins the trick has caught the jack, whoever played it.
    deal = middle({0: "2D", 1: "JC", 2: "5H"}, bids=("4", "3", "10"), tricks=(3, 3, 10))
    deal.push_all("2D JC 5H")
    assert deal.caught == (CardSet("JC"), CardSet(), CardSet())
    assert deal.score().points == (50, 30, 100)


def test_cs_x35_three_jacks() -> None:
    assert line("4", 4, bags=3, rules=JACKS, caught="JH") == (40, 2)
    assert line("4", 4, bags=3, rules=JACKS, caught="JC JH") == (40, 3)
    assert line("4", 4, bags=3, rules=JACKS, caught="JC JD JH") == (60, 2)


def test_cs_x36_no_bags_below_zero() -> None:
    assert line("4", 4, rules=JACKS, caught="JH") == (40, 0)


def test_cs_x37_jack_of_hearts_before_the_limit() -> None:
    assert line("3", 4, bags=9, rules=JACKS, caught="JH") == (30, 9)
    assert line("3", 4, bags=9, rules=JACKS) == (-70, 0)


def test_cs_x38_awards_of_failed_bids() -> None:
    assert line("5", 4, caught="JC")[0] == -40
    assert line("NIL", 1, caught="JD")[0] == -90


def test_cs_x39_jacks_not_in_use() -> None:
    assert line("4", 4, rules=LIMIT5, caught="JD")[0] == 40
    assert line("4", 4, rules=LIMIT5, caught="JC JD")[0] == 50


def test_cs_x40_jack_of_hearts_with_bags_per_hand() -> None:
    assert line("2", 5, rules=MINUS10.replace(awards="JC+JH"), caught="JH")[0] == 0


def test_cs_x41_several_jacks() -> None:
    assert line("4", 4, rules=OFFICIAL.replace(award_multi="each"), caught="JC JD")[0] == 60
    assert line("4", 4, rules=JACKS.replace(award_multi="single_only"), caught="JC JD JH")[0] == 40


# ---- game and tourney --------------------------------------------------------------------------------


def follow(game: sp.Game, bids: tuple[str, ...], tricks: tuple[int, ...]) -> sp.Game:
    """Return the game with one more hand, which ends like this."""
    assert not game.is_over
    deal = finished(
        bids,
        tricks,
        rules=game.rules,
        dealer=game.next_dealer,
        scores=game.scores,
        bags=game.bags,
        blind_sixes=game.blind_sixes,
    )
    return sp.Game.from_text(game.to_text() + deal.to_text())


def test_cs_x42_highest_of_two_wins() -> None:
    game = game_of(finished(("4", "6", "7"), (4, 6, 7), scores=(480, 470, 130)))
    assert game.scores == (520, 530, 200)
    assert (game.winner, game.winners, game.is_over) == (1, frozenset({1}), True)


def test_cs_x43_tie_is_played_off() -> None:
    tied = ended_at(510, 510, 300)
    assert (tied.winner, tied.is_over) == (None, False)
    assert tied.copy().next_deal().scores == (510, 510, 300)
    game = follow(tied, ("4", "3", "4"), (4, 3, 10))
    assert (game.scores, game.winner) == ((550, 540, 340), 0)
    game = follow(tied, ("4", "4", "3"), (3, 3, 11))
    assert (game.scores, game.winner, game.is_over) == ((470, 470, 330), None, False)
    assert game.next_deal().scores == (470, 470, 330)


def test_cs_x44_bags_before_the_check() -> None:
    game = game_of(finished(("2", "6", "7"), (4, 6, 7), scores=(490, 0, 0), bags=(8, 0, 0)))
    assert (game.scores[0], game.bags[0], game.winner) == (410, 0, None)
    assert not game.is_over


def test_cs_x45_ties_at_the_top_and_below() -> None:
    game = ended_at(510, 510, 505)
    assert (game.winner, game.is_over) == (None, False)
    assert game.next_deal().scores == (510, 510, 505)
    game = ended_at(510, 505, 505)
    assert (game.winner, game.is_over) == (0, True)


@pytest.mark.parametrize("rules", [LIMIT5, MINUS10], ids=["limit5", "minus10"])
def test_cs_x46_exactly_three_hundred(rules: sp.Rules) -> None:
    assert ended_at(300, 290, 100, rules=rules).winner == 0
    assert ended_at(300, 300, 100, rules=rules).winner is None
    bids = [*map(str, range(1, 18)), "NIL", "1F", "2F", "B6", "BN", "SM"]
    for bid, tricks, jacks in product(bids, range(18), ("", "JC")):
        score = sp.score_deal(rules, (bid, "1", "1"), (tricks, 17 - tricks, 0), caught=(jacks, "", ""))
        assert not any(points % 10 for points in score.points)


def won_game(rules: sp.Rules, dealer: int, hands: int) -> sp.Game:
    """Return a game that seat 1 wins with so many blind nils; the others have bags, and one blind six."""
    game = game_of(finished(("B6", "BN", "8"), (8, 0, 9), rules=rules, dealer=dealer))
    for _ in range(hands - 1):
        game = follow(game, ("8", "BN", "9"), (8, 0, 9))
    assert game.winner == 1
    return game


def test_cs_x47_last_token() -> None:
    before = sp.Tourney(OFFICIAL, tokens=(4, 4, 2))
    assert not before.is_over
    tourney = tourney_of(before, won_game(OFFICIAL, 0, 3))
    assert tourney.tokens == (4, 5, 2)
    assert (tourney.winner, tourney.winners, tourney.is_over) == (1, frozenset({1}), True)
    short = tourney_of(sp.Tourney(LIMIT5, tokens=(2, 1, 0)), won_game(LIMIT5, 0, 2))
    assert (short.tokens, short.is_over) == ((2, 2, 0), False)
    short = tourney_of(sp.Tourney(LIMIT5, tokens=(2, 2, 0)), won_game(LIMIT5, 0, 2))
    assert (short.tokens, short.winner, short.is_over) == ((2, 3, 0), 1, True)


def test_cs_x48_next_game() -> None:
    first = won_game(OFFICIAL, 0, 3)
    assert first.deal is not None
    assert first.deal.dealer == 2
    assert (first.bags, first.blind_sixes) == ((2, 0, 1), (1, 0, 0))
    tourney = tourney_of(sp.Tourney(OFFICIAL), first)
    game = tourney.next_game()
    assert (game.scores, game.bags, game.blind_sixes) == ((0, 0, 0),) * 3
    deal = game.next_deal()
    assert deal.dealer == 0
    assert (deal.scores, deal.bags, deal.blind_sixes) == ((0, 0, 0),) * 3
    assert deal.phase is Phase.AUCTION


# ---- partnership -------------------------------------------------------------------------------------


def test_sp_x05_contract_of_two_numbers() -> None:
    assert pair(("3", "4"), (3, 4)) == (70, 0)
    assert pair(("3", "4"), (5, 4)) == (72, 2)
    assert pair(("3", "4"), (0, 7)) == (70, 0)
    assert pair(("3", "4"), (3, 3)) == (-70, 0)


def test_sp_x06_nil_made() -> None:
    assert pair(("NIL", "4"), (0, 4)) == (140, 0)
    assert pair(("NIL", "4"), (0, 6)) == (142, 2)
    assert pair(("NIL", "4"), (0, 3)) == (60, 0)


def test_sp_x07_nil_failed() -> None:
    assert pair(("NIL", "4"), (1, 4)) == (-59, 1)
    assert pair(("NIL", "4"), (2, 3)) == (-138, 2)


def test_sp_x08_failed_nil_helps() -> None:
    rules = sp.Rules.preset("partners_nil_helps")
    assert pair(("NIL", "4"), (1, 3), rules=rules) == (-60, 0)
    assert pair(("NIL", "4"), (2, 4), rules=rules) == (-58, 2)


def test_sp_x09_blind_nil() -> None:
    assert pair(("BN", "5"), (0, 5)) == (250, 0)
    assert pair(("BN", "5"), (1, 5)) == (-149, 1)


def test_sp_x10_two_nils() -> None:
    assert pair(("NIL", "NIL"), (0, 0)) == (200, 0)
    assert pair(("NIL", "NIL"), (0, 2)) == (2, 2)


def test_sp_x11_bags_of_a_side() -> None:
    assert pair(("3", "3"), (5, 4), bags=8) == (-37, 1)
    assert pair(("2", "2"), (3, 2), bags=9) == (-59, 0)


def test_sp_x12_failed_nil_without_bags() -> None:
    assert pair(("NIL", "4"), (1, 4), rules=PARTNERS.replace(nil_fail_bags=False)) == (-60, 0)


def test_sp_x13_award_jacks_of_a_side() -> None:
    rules = PARTNERS.replace(awards="JC+JD")
    assert pair(("3", "4"), (3, 4), rules=rules, caught=("JC", "JD"))[0] == 70
    assert pair(("3", "4"), (3, 4), rules=rules, caught=("JC", ""))[0] == 80


def test_sp_x14_winning_side() -> None:
    assert ended_at(505, 480, rules=PARTNERS).winner == 0
    assert ended_at(510, 520, rules=PARTNERS).winner == 1
    for scores in ((510, 510), (499, 100)):
        game = ended_at(*scores, rules=PARTNERS)
        assert (game.winner, game.is_over) == (None, False)
        assert game.next_deal().scores == scores


def test_sp_x15_lowest_score() -> None:
    rules = PARTNERS.replace(lose_at=-200)
    assert ended_at(100, -200, rules=rules).winner == 0
    assert ended_at(-210, -250, rules=rules).winner == 0
    for scores in ((-220, -220), (100, -199)):
        game = ended_at(*scores, rules=rules)
        assert (game.winner, game.is_over) == (None, False)
        assert game.next_deal().scores == scores
    assert ended_at(100, -200, rules=PARTNERS).winner is None
