"""The bots never crash and always answer with a legal action: every preset, random options, odd positions."""

import dataclasses
import random

import pytest

from tricktake import Contract, Phase, RulesError
from tricktake import fivehundred as fh
from tricktake.bots import Heuristic, Random

DEALS = 150


def play_out(deal, table):
    while not deal.is_over:
        view = deal.view(deal.turn)
        action = table[deal.turn].choose(view)
        assert action in view.legal_actions, f"{table[deal.turn]} chose {action} at {deal.to_text()}"
        deal.push(action)
    return deal


@pytest.mark.parametrize("preset", fh.PRESETS)
def test_four_heuristics_in_every_preset(preset):
    table = [Heuristic()] * 4
    levels = set()
    for number in range(DEALS):
        deal = play_out(fh.Deal(fh.PRESETS[preset], dealer=number % 4, seed=8, number=number), table)
        assert sum(deal.tricks) in (0, deal.rules.hand_size)
        if deal.contract is not None:
            levels.add(deal.contract.bid.level)
    assert {6, 7, 8} <= levels


@pytest.mark.parametrize("preset", fh.PRESETS)
def test_heuristics_and_random_bots_mixed(preset):
    for number in range(60):
        table = [Heuristic(), Random(number), Random(number, bid=0.9), Heuristic()]
        play_out(fh.Deal(fh.PRESETS[preset], dealer=number % 4, seed=9, number=number), table)


BOOLS = (True, False)
OPTIONS = {
    "players": (4, 2, 3, 5, 6),
    "two_player": fh.TwoPlayer,
    "teams6": fh.Teams6,
    "five_partner": fh.FivePartner,
    "five_call_bar": fh.FiveCallBar,
    "five_secret_alone": BOOLS,
    "five_share": fh.FiveShare,
    "deck4": (43, 45),
    "schedule": fh.Schedule,
    "target": (500, 250),
    "lose_at": (-500, None),
    "auction": fh.AuctionStyle,
    "pass_final": BOOLS,
    "final_raise": fh.FinalRaise,
    "inkle": BOOLS,
    "all_pass": fh.AllPass,
    "misere": BOOLS,
    "open_misere": BOOLS,
    "blind_misere": BOOLS,
    "misere_requires_7": BOOLS,
    "open_misere_requires_8": BOOLS,
    "misere_rank": fh.MisereRank,
    "sans_kitty": BOOLS,
    "sans_kitty_rank": fh.SansKittyRank,
    "sans_kitty_mult": (1, 2),
    "joker_nomination": fh.JokerNomination,
    "joker_lead": fh.JokerLead,
    "joker_follow": fh.JokerFollow,
    "joker_misere_void": fh.JokerMisereVoid,
    "open_exposure": fh.OpenExposure,
    "misere_stop": BOOLS,
    "slam_value": (0, 250),
    "defender_tricks": fh.DefenderTricks,
    "defender_cap": (None, 490),
    "win_rule": fh.WinRule,
}
VALUES_ONLY = {"misere_value", "open_misere_value", "blind_misere_value"}


def random_rules(chance):
    """Rules with every option drawn from what the library allows."""
    while True:
        try:
            return fh.Rules(**{name: chance.choice(list(values)) for name, values in OPTIONS.items()})
        except RulesError:
            continue


def test_every_option_is_drawn():
    assert {field.name for field in dataclasses.fields(fh.Rules)} == set(OPTIONS) | VALUES_ONLY


def test_every_option_in_some_mixture():
    chance = random.Random(3)
    for number in range(150):
        rules = random_rules(chance)
        for table in ([Heuristic()] * 6, [Heuristic(), Random(1)] * 3, [Random(2)] * 6):
            play_out(fh.Deal(rules, dealer=number % rules.players, seed=10, number=number), table)


@pytest.mark.parametrize("rest", [1, 3, 6, 9])
def test_constructed_positions(rest):
    """Positions no auction leads to: any contract with any cards, any seat on lead, a few suits led."""
    chance = random.Random(rest)
    bids = [bid for bid in fh.bid_table(fh.Rules()).bids if not bid.sans_kitty]
    for _ in range(60):
        rules = fh.Rules(
            joker_lead=chance.choice(list(fh.JokerLead)), joker_follow=chance.choice(list(fh.JokerFollow))
        )
        cards = list(fh.PACKS["43"])
        chance.shuffle(cards)
        hands = [cards[seat * rest : (seat + 1) * rest] for seat in range(4)]
        bid = chance.choice(bids)
        contractor = chance.randrange(4)
        contract = Contract(bid, contractor=contractor, side={contractor, (contractor + 2) % 4})
        played = [seat for seat in range(4) if not bid.is_misere or seat != (contractor + 2) % 4]
        start = fh.PlayStart(contract, leader=chance.choice(played))
        deal = fh.Deal(rules, dealer=0, hands=hands, start=start)
        play_out(deal, [Heuristic()] * 4)


def test_every_phase_was_met():
    """The decisions other than calls and cards come up, so the tests above mean something."""
    seen = set()
    bot = Heuristic()
    for number in range(60):
        deal = fh.Deal(fh.Rules(final_raise="allowed"), dealer=0, seed=12, number=number)
        while not deal.is_over:
            seen.add(deal.phase)
            deal.push(bot.choose(deal.view(deal.turn)))
    assert seen == {Phase.AUCTION, Phase.FINAL_RAISE, Phase.EXCHANGE, Phase.NOMINATION, Phase.PLAY}
