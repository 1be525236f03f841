"""How well the heuristic player plays: against chance, and against its own estimates."""

from collections import defaultdict
from statistics import mean, stdev

import pytest

from tricktake import Strain
from tricktake import fivehundred as fh
from tricktake.bots import Heuristic, Random
from tricktake.bots._fh_estimate import levelled, own_tricks
from tricktake.bots._fh_exchange import spread
from tricktake.bots._fh_misere import suit_safety

RULES = fh.Rules(blind_misere=False, misere_requires_7=False)


def play_out(deal, table):
    while not deal.is_over:
        deal.push(table[deal.turn].choose(deal.view(deal.turn)))
    return deal


def test_heuristic_beats_random_clearly():
    """Every deal is played twice with the sides swapped, so the cards are the same for both."""
    gains = []
    for number in range(200):
        good, poor = Heuristic(), Random(number)
        gain = 0
        for table in ([good, poor] * 2, [poor, good] * 2):
            deal = play_out(fh.Deal(dealer=number % 4, seed=9, number=number), table)
            points = deal.score().points
            gain += points[0] - points[1] if table[0] is good else points[1] - points[0]
        gains.append(gain / 2)
    assert sum(gain > 0 for gain in gains) > 170
    assert mean(gains) > 100 + 3 * stdev(gains) / len(gains) ** 0.5 - 20


def test_heuristic_wins_nearly_every_match_against_random():
    won = 0
    for seed in range(20):
        side = seed % 2
        table = [Heuristic() if seat % 2 == side else Random(seed) for seat in range(4)]
        match = fh.Match(fh.Rules(), seed=seed)
        while not match.is_over:
            play_out(match.next_deal(), table)
        won += side in match.winners
    assert won >= 19


def test_contracts_are_made_about_as_often_as_expected():
    """Bids are chosen for what they gain, so they must be made more often than not, and not always."""
    made, tried = defaultdict(int), defaultdict(int)
    for number in range(400):
        deal = play_out(fh.Deal(RULES, dealer=number % 4, seed=14, number=number), [Heuristic()] * 4)
        if deal.contract is not None:
            tried[deal.contract.bid.level] += 1
            made[deal.contract.bid.level] += deal.score().made
    assert sum(tried.values()) > 390
    assert 0.65 < made[6] / tried[6] <= 1
    assert 0.65 < made[7] / tried[7] < 0.95
    assert 0.45 < made[8] / tried[8] < 0.9


@pytest.mark.slow
def test_own_estimates_are_unbiased():
    """Tricks counted in one hand against tricks won when that hand plays its best strain."""
    errors = []
    for number in range(1500):
        deal = fh.Deal(RULES, dealer=3, seed=15, number=number)
        best = max(list(Strain)[:4], key=lambda strain: own_tricks("43", deal.hand(0), strain))
        expected = levelled(own_tricks("43", deal.hand(0), best))
        deal.push_all(f"6{best.letter} P P P")
        play_out(deal, [Heuristic()] * 4)
        errors.append(deal.tricks[0] + deal.tricks[2] - expected)
    assert abs(mean(errors)) < 0.4
    assert stdev(errors) < 1.7


@pytest.mark.slow
def test_misere_safety_is_a_fair_chance():
    made = defaultdict(list)
    for number in range(3000):
        deal = fh.Deal(RULES.replace(open_misere=False), dealer=3, seed=16, number=number)
        if Heuristic().choose(deal.view(0)).text == "M":
            deal.push_all("M P P P")
            made["M"].append(play_out(deal, [Heuristic()] * 4).score().made)
    assert 0.6 < mean(made["M"]) < 0.95


def test_levelled_stops_short_of_ten():
    assert [levelled(tricks) for tricks in (6.0, 8.5)] == [6.0, 8.5]
    assert 8.5 < levelled(12.0) < 10


def test_suit_safety():
    assert suit_safety([], [0, 1, 2]) == 1.0
    assert suit_safety([0, 1, 2], [3, 4, 5, 6]) == 1.0
    assert suit_safety([0, 2, 4], [1, 3, 5, 6]) > suit_safety([0, 4, 6], [1, 2, 3, 5])
    assert suit_safety([6], [0, 1, 2, 3, 4, 5]) < 0.4


def test_spread_finds_the_best_sum():
    assert spread([[0.0, 5.0], [0.0, 1.0, 7.0]], 2) == (0, 2)
    assert spread([[0.0, 5.0], [0.0, 3.0, 7.0]], 2) == (1, 1)
    assert spread([[1.0], [1.0, 0.5], [1.0, 0.6]], 1) == (0, 0, 1)
