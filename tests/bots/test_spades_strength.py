"""How well the heuristic spades player plays: against chance, and against its own bids."""

from collections import Counter
from statistics import mean, stdev

import pytest

from tricktake import spades as sp
from tricktake.bots import Heuristic, Random
from tricktake.bots._sp_estimate import expected_tricks, nil_chance, sure_tricks
from tricktake.bots._sp_holding import side_tricks, spade_tricks
from tricktake.bots._sp_nil import suit_danger
from tricktake.bots._sp_terms import Terms, bag_cost, count_terms
from tricktake.cards import CardSet

GAMES = ("official", "four", "five", "five_2_jokers", "partners")


def play_out(deal, table):
    while not deal.is_over:
        deal.push(table[deal.turn].choose(deal.view(deal.turn)))
    return deal


@pytest.mark.parametrize("preset", GAMES)
def test_heuristic_beats_random_clearly(preset):
    """Every deal is played once with the heuristic on each side, so the cards are the same for both."""
    rules, gains = sp.PRESETS[preset], []
    for number in range(40):
        gain = []
        for side, seats in enumerate(rules.sides):
            table = [Heuristic() if seat in seats else Random(number) for seat in range(rules.players)]
            points = (
                play_out(sp.Deal(rules, dealer=number % rules.players, seed=9, number=number), table)
                .score()
                .points
            )
            gain.append(points[side] - mean(points[:side] + points[side + 1 :]))
        gains.append(mean(gain))
    assert sum(gain > 0 for gain in gains) >= 0.85 * len(gains)
    assert mean(gains) > 25 + 2 * stdev(gains) / len(gains) ** 0.5


@pytest.mark.parametrize("preset", ["official", "five", "partners"])
def test_heuristic_wins_nearly_every_game_against_random(preset):
    rules, won = sp.PRESETS[preset], 0
    for seed in range(10):
        side = seed % len(rules.sides)
        mine = rules.sides[side]
        table = [Heuristic() if seat in mine else Random(seed) for seat in range(rules.players)]
        game = sp.Game(rules, seed=seed)
        while not game.is_over:
            play_out(game.next_deal(), table)
        won += game.winner == side
    assert won >= 9


@pytest.mark.parametrize(
    ("preset", "least", "off"),
    [
        ("official", 38, 1.4),
        ("four", 23, 1.15),
        ("five", 19, 1.0),
        ("five_2_jokers", 19, 1.0),
        ("partners", 40, 1.3),
    ],
)
def test_bids_are_sound(preset, least, off):
    """In play among equals: points of a side in a deal, tricks off the bid, bids made."""
    rules = sp.PRESETS[preset]
    points, errors, made = [], [], []
    for number in range(120):
        deal = sp.Deal(rules, dealer=number % rules.players, seed=14, number=number)
        score = play_out(deal, [Heuristic()] * rules.players).score()
        points.append(mean(score.points))
        made += score.made
        errors += [
            abs(won - sp.bid_tricks(rules, bid)) for won, bid in zip(deal.tricks, deal.bids, strict=True)
        ]
    assert mean(points) > least
    assert mean(errors) < off
    assert 0.8 < mean(made) < 0.99


def test_nils_are_made_about_as_often_as_expected():
    rules = sp.Rules.partners_500()
    made = []
    for number in range(250):
        deal = play_out(sp.Deal(rules, dealer=number % 4, seed=17, number=number), [Heuristic()] * 4)
        made += [won == 0 for won, bid in zip(deal.tricks, deal.bids, strict=True) if bid.text == "NIL"]
    assert len(made) > 40
    assert 0.62 < mean(made) < 0.95


@pytest.mark.parametrize("preset", ["official", "four", "five", "five_2_jokers", "five_3_jokers"])
def test_estimates_add_up_to_the_tricks(preset):
    rules, sums = sp.PRESETS[preset], []
    for number in range(300):
        deal = sp.Deal(rules, dealer=0, seed=15, number=number)
        sums.append(sum([expected_tricks(rules, hand) for hand in deal.dealt]))
    assert abs(mean(sums) - rules.hand_size) < 0.4


@pytest.mark.slow
@pytest.mark.parametrize("preset", GAMES)
def test_games_among_equals_end(preset):
    rules, lengths, winners = sp.PRESETS[preset], [], Counter()
    for seed in range(40):
        game = sp.Game(rules, seed=seed)
        while not game.is_over:
            play_out(game.next_deal(), [Heuristic()] * rules.players)
        lengths.append(len(game.deals))
        winners[game.winner] += 1
    assert 5 < mean(lengths) < 40
    assert len(winners) == len(rules.sides)


def test_holdings():
    assert side_tricks(0b1000, 0b0111, 2, trumps_out=False) == 1.0
    assert side_tricks(0b1000, 0b0111, 2, trumps_out=True) < 1.0
    assert side_tricks(0b0001, 0b1110, 2, trumps_out=True) == 0.0
    guarded = side_tricks(0b0100_0001, 0b1011_1110, 2, trumps_out=True)
    assert 0.4 < guarded < 0.9
    assert spade_tricks(0b111, 0, 2, 0.0) == 3.0
    assert spade_tricks(0b11, 0b1100, 2, 1.0) > spade_tricks(0b11, 0b1100, 2, 0.0)


def test_suit_danger():
    assert suit_danger(0, 0b111, spades=False) == 0.0
    assert suit_danger(0b1, 0b1110, spades=False) == 0.0
    assert suit_danger(0b1000, 0b111, spades=False) == 1.0
    assert suit_danger(0b1001, 0b110, spades=False) < 1.0
    assert suit_danger(0b1001, 0b110, spades=True) > suit_danger(0b1001, 0b110, spades=False)


def test_safe_hands_make_nil():
    rules = sp.Rules.four()
    safe, risky = (
        CardSet("S2 C5 C4 C3 C2 D5 D4 D3 D2 H5 H4 H3 H2"),
        CardSet("SA C5 C4 C3 C2 D5 D4 D3 D2 H5 H4 H3 H2"),
    )
    assert nil_chance(rules, safe) > 0.7
    assert nil_chance(rules, risky) < 0.1
    assert sure_tricks(rules, safe) == 0
    assert sure_tricks(rules, risky) == 1


def test_terms():
    sure = count_terms(4).expectation(4.0, 0.05, 0.0)
    assert abs(sure - 40) < 0.1
    assert count_terms(4).expectation(2.0, 0.05, 0.0) == pytest.approx(-40)
    assert count_terms(4).expectation(6.0, 0.05, 10.0) == pytest.approx(20)
    exact = Terms(tricks=2, exact=40.0, over=20.0, miss=-40.0)
    assert exact.expectation(2.0, 0.05, 0.0) == pytest.approx(40)
    assert exact.expectation(3.0, 0.05, 0.0) == pytest.approx(20)
    assert bag_cost(sp.Rules(), 9) > bag_cost(sp.Rules(), 0) > 0
