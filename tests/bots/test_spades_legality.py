"""The bots always answer a view of spades legally: every preset, random options, odd positions."""

import dataclasses
import random

import pytest

from tricktake import Phase, RulesError
from tricktake import spades as sp
from tricktake.bots import Heuristic, Random

DEALS = 60


def play_out(deal, table):
    while not deal.is_over:
        view = deal.view(deal.turn)
        action = table[deal.turn].choose(view)
        assert action in view.legal_actions, f"{table[deal.turn]} chose {action} at {deal.to_text()}"
        deal.push(action)
    return deal


@pytest.mark.parametrize("preset", sp.PRESETS)
def test_heuristics_in_every_preset(preset):
    rules = sp.PRESETS[preset]
    for number in range(DEALS):
        deal = sp.Deal(rules, dealer=number % rules.players, seed=8, number=number)
        play_out(deal, [Heuristic()] * rules.players)
        assert sum(deal.tricks) == rules.hand_size


@pytest.mark.parametrize("preset", sp.PRESETS)
def test_heuristics_and_random_bots_mixed(preset):
    rules = sp.PRESETS[preset]
    for number in range(30):
        table = [Heuristic(), Random(number), Random(number, bid=0.9), Heuristic(), Random(1)]
        play_out(sp.Deal(rules, dealer=number % rules.players, seed=9, number=number), table)


BOOLS = (True, False)
OPTIONS = {
    "players": (3, 4, 5),
    "jokers": (0, 0, 2, 3),
    "partners": BOOLS,
    "target": (100, 500),
    "lose_at": (None, None, -200),
    "bag_style": sp.BagStyle,
    "bag_limit": (None, 1, 5, 10),
    "bag_rollover": BOOLS,
    "bag_points": (0, 1),
    "nil_fail_bags": BOOLS,
    "nil_fail_helps": (False, False, True),
    "nil_value": (50, 100),
    "blind_nil_value": (200, 300),
    "bn_behind": (None, 0, 100),
    "bn_exchange": (0, 0, 1, 2, 3),
    "b6_limit": (None, 0, 1),
    "b6_limit_scope": sp.LimitScope,
    "b6_behind": (0, 50),
    "special_bids": ("none", "NIL", "NIL+BN", "1F+2F", "B6+SM", "1F+2F+B6+BN+NIL+SM"),
    "sm_tricks": (None, 3, 8, 14),
    "awards": ("none", "CJ", "DJ+HJ", "CJ+DJ+HJ"),
    "award_points": (0, 10),
    "award_multi": sp.AwardMulti,
    "wins_needed": (1, 5),
    "hook": BOOLS,
    "joker_first_lead": sp.FirstLead,
    "must_lead_2c": BOOLS,
}


def random_rules(chance):
    """Rules with every option drawn from what the library allows."""
    while True:
        try:
            return sp.Rules(**{name: chance.choice(list(values)) for name, values in OPTIONS.items()})
        except RulesError:
            continue


def test_every_option_is_drawn():
    assert {field.name for field in dataclasses.fields(sp.Rules)} == set(OPTIONS)


def test_every_option_in_some_mixture():
    """Any scores and bags as well; one seat bids at random, so that every bid is met at the table."""
    chance = random.Random(3)
    seen = set()
    for number in range(120):
        rules = random_rules(chance)
        sides = range(len(rules.sides))
        scores = [chance.randrange(-300, 600) for _ in sides]
        bags = [chance.randrange(10) if rules.bag_limit else 0 for _ in sides]
        for table in ([Heuristic()] * 5, [Heuristic(), Random(1, bid=0.7)] * 3):
            deal = sp.Deal(
                rules, dealer=number % rules.players, seed=10, number=number, scores=scores, bags=bags
            )
            play_out(deal, table)
            seen.update(bid.text for bid in deal.bids)
    assert {"NIL", "BN", "B6", "SM", "1F", "2F", "1", "5"} <= seen


def test_any_first_calls_of_the_others():
    """Blind nils and exchanges come up seldom by themselves, so here they are pushed."""
    chance = random.Random(4)
    rules = sp.Rules.partners_500(bn_behind=0, bn_exchange=3)
    exchanges = 0
    for number in range(60):
        deal = sp.Deal(rules, dealer=number % 4, seed=11, number=number)
        while deal.phase is Phase.AUCTION:
            wild = chance.random() < 0.4 and "BN" in deal.legal_actions
            deal.push("BN" if wild else Heuristic().choose(deal.view(deal.turn)))
        exchanges += deal.phase is Phase.EXCHANGE
        play_out(deal, [Heuristic(), Random(2)] * 2)
    assert exchanges > 15


@pytest.mark.parametrize("rest", [1, 2, 5, 10])
def test_constructed_positions(rest):
    """Positions no auction leads to: any bids with any cards, any seat on lead, any tricks before."""
    chance = random.Random(rest)
    for name in sp.PRESETS:
        rules = sp.PRESETS[name]
        bids = ["1", "3", "NIL", "10"]
        bids += [] if rules.partners else ["1F", "2F", "B6", "BN"]
        bids += ["SM"] if rules.sm_tricks else []
        for _ in range(10):
            cards = list(sp.PACKS[rules.pack_name])
            chance.shuffle(cards)
            hands = [cards[seat * rest : (seat + 1) * rest] for seat in range(rules.players)]
            start = sp.PlayStart(
                [chance.choice(bids) for _ in hands],
                leader=chance.randrange(rules.players),
                is_broken=chance.random() < 0.5,
            )
            deal = sp.Deal(rules, dealer=0, hands=hands, start=start)
            play_out(deal, [Heuristic()] * rules.players)
