"""The bots that search play whole deals legally: every preset, player count and odd option, both games."""

import random

import pytest

from bots.test_legality import OPTIONS as FH_OPTIONS
from bots.test_spades_legality import OPTIONS as SP_OPTIONS
from tricktake import CardSet, Contract, Phase, RulesError
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import Heuristic, Random, make_bot

BOTS = [make_bot("sampling:worlds=3"), make_bot("ismcts:iterations=40,worlds=6")]

FIVE_HUNDRED = {
    **fh.PRESETS,
    "two_table": fh.Rules(players=2),
    "two_dead_hand": fh.Rules(players=2, two_player="dead_hand"),
    "two_short24": fh.Rules(players=2, two_player="short24"),
    "three": fh.Rules(players=3),
    "four_45_cards": fh.Rules(deck4=45),
    "five_card_secret": fh.Rules(players=5, five_partner="call_card_secret"),
    "five_secret_alone": fh.Rules(players=5, five_partner="call_card_secret", five_secret_alone=True),
    "five_card_open": fh.Rules(players=5, five_partner="call_card_open"),
    "five_call_player": fh.Rules(players=5, five_partner="call_player"),
    "five_alone": fh.Rules(players=5, five_partner="alone"),
    "five_joker_only": fh.Rules(players=5, five_call_bar="joker_only", five_share="full"),
    "six_threes": fh.Rules(players=6, teams6="2x3"),
    "six_pairs": fh.Rules(players=6, teams6="3x2"),
    "all_pass_no_trump": fh.Rules(all_pass="play_nt"),
    "final_raise": fh.Rules(final_raise="allowed"),
    "joker_any_suit": fh.Rules(joker_lead="any_suit"),
    "joker_first_or_last": fh.Rules(joker_follow="first_or_last", joker_misere_void="may"),
}
SPADES = {
    **sp.PRESETS,
    "exchange": sp.Rules.preset("partners", bn_exchange=2, bn_behind=0),
    "lead_two_of_clubs": sp.Rules.preset("five_2_jokers", must_lead_2c=True),
    "four_lead_two_of_clubs": sp.Rules.preset("four", must_lead_2c=True),
    "hook": sp.Rules.preset("official", hook=True),
}


def play_out(deal, table):
    """Play to the end; every action is among the legal ones."""
    while not deal.is_over:
        view = deal.view(deal.turn)
        action = table[deal.turn % len(table)].choose(view)
        assert action in view.legal_actions, f"{table[deal.turn % len(table)]}: {action} at {deal.to_text()}"
        deal.push(action)
    return deal


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("name", FIVE_HUNDRED)
def test_five_hundred(name, bot):
    rules = FIVE_HUNDRED[name]
    for number in range(2 if name in fh.PRESETS else 1):
        deal = play_out(fh.Deal(rules, dealer=number, seed=13, number=number), [bot])
        assert sum(deal.tricks) == (0 if deal.contract is None and rules.all_pass != "play_nt" else 10)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("name", SPADES)
def test_spades(name, bot):
    rules = SPADES[name]
    deal = sp.Deal(rules, dealer=0, seed=13, number=1)
    play_out(deal, [bot])
    assert sum(deal.tricks) == rules.hand_size


@pytest.mark.slow
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_many_deals(bot):
    """Twenty deals of every kind."""
    for module, rules_of in ((fh, FIVE_HUNDRED), (sp, SPADES)):
        for rules in rules_of.values():
            for number in range(20):
                deal = module.Deal(rules, dealer=number % rules.players, seed=14, number=number)
                play_out(deal, [bot])


def random_calls(deal, chance, other):
    """Calls of a wild bidder, so that contracts nobody would choose come up; then the exchange."""
    wild = Random(chance.randrange(1_000), bid=0.7)
    while not deal.is_over and deal.phase is not Phase.PLAY:
        bot = wild if deal.phase is Phase.AUCTION else other
        deal.push(bot.choose(deal.view(deal.turn)))


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_wild_contracts(bot):
    """Misères, open ones, high levels and sans kitty, with two and five players too."""
    chance = random.Random(1)
    strains = set()
    for number in range(12):
        rules = chance.choice(list(FIVE_HUNDRED.values()))
        deal = fh.Deal(rules, dealer=number % rules.players, seed=15, number=number)
        random_calls(deal, chance, bot)
        if deal.contract is not None:
            strains.add(deal.contract.bid.is_misere or deal.contract.strain)
        play_out(deal, [bot])
    assert len(strains) > 3


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_beside_other_players(bot):
    """Others play at random, so what they do fits no idea of good play."""
    for number in range(3):
        table = [bot, Random(number), Random(number, bid=0.8)]
        play_out(fh.Deal(dealer=number, seed=16, number=number), [*table, Heuristic()])
        play_out(sp.Deal(dealer=number, seed=16, number=number), table)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_options_in_mixtures(bot):
    """Every option of Five Hundred and of spades drawn from what is allowed."""
    chance = random.Random(2)
    for module, options, many in ((fh, FH_OPTIONS, 10), (sp, SP_OPTIONS, 6)):
        made = 0
        while made < many:
            try:
                rules = module.Rules(**{name: chance.choice(list(v)) for name, v in options.items()})
            except RulesError:
                continue
            made += 1
            deal = module.Deal(rules, dealer=made % rules.players, seed=17, number=made)
            play_out(deal, [bot, Random(made, bid=0.5)])


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("rest", [1, 3, 6, 9])
def test_constructed_positions_of_five_hundred(rest, bot):
    """Positions no auction leads to: any contract with any cards, any seat on lead, any tricks before."""
    chance = random.Random(rest)
    bids = [bid for bid in fh.bid_table(fh.Rules()).bids if not bid.sans_kitty]
    for _ in range(8):
        rules = fh.Rules(
            joker_lead=chance.choice(list(fh.JokerLead)), joker_follow=chance.choice(list(fh.JokerFollow))
        )
        cards = list(fh.PACKS["43"])
        chance.shuffle(cards)
        hands = [cards[seat * rest : (seat + 1) * rest] for seat in range(4)]
        bid = chance.choice(bids)
        contractor = chance.randrange(4)
        contract = Contract(bid, contractor=contractor, side={contractor, (contractor + 2) % 4})
        out = (contractor + 2) % 4 if bid.is_misere else None
        leader = chance.choice([seat for seat in range(4) if seat != out])
        start = fh.PlayStart(contract, leader=leader)
        deal = fh.Deal(rules, dealer=0, hands=hands, start=start)
        for _ in range(chance.randrange(4)):
            if not deal.is_over:
                deal.push(chance.choice(deal.legal_actions))
        play_out(deal, [bot])


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("rest", [1, 2, 5, 10])
def test_constructed_positions_of_spades(rest, bot):
    """Any bids with any cards, any seat on lead, spades broken or not."""
    chance = random.Random(rest)
    for name in ("official", "five_3_jokers", "partners", "long_three_jacks"):
        rules = sp.PRESETS[name]
        bids = ["1", "3", "NIL", "10"]
        bids += [] if rules.partners else ["1F", "2F", "B6", "BN"]
        bids += ["SM"] if rules.sm_tricks else []
        cards = list(sp.PACKS[rules.pack_name])
        chance.shuffle(cards)
        hands = [cards[seat * rest : (seat + 1) * rest] for seat in range(rules.players)]
        start = sp.PlayStart(
            [chance.choice(bids) for _ in hands],
            leader=chance.randrange(rules.players),
            is_broken=chance.random() < 0.5,
        )
        deal = sp.Deal(rules, dealer=0, hands=hands, start=start)
        for _ in range(chance.randrange(3)):
            if not deal.is_over:
                deal.push(chance.choice(deal.legal_actions))
        play_out(deal, [bot])


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_every_phase(bot):
    """Decisions other than calls and cards come up, so the tests above mean something."""
    seen = set()
    for rules in (
        fh.Rules(final_raise="allowed"),
        FIVE_HUNDRED["five_card_secret"],
        FIVE_HUNDRED["five_call_player"],
    ):
        for number in range(3):
            deal = fh.Deal(rules, dealer=0, seed=18, number=number)
            wild = Random(number, bid=0.6)
            while not deal.is_over and deal.phase is not Phase.PLAY:
                view = deal.view(deal.turn)
                seen.add(deal.phase)
                action = (wild if deal.phase is Phase.AUCTION else bot).choose(view)
                assert action in view.legal_actions
                deal.push(action)
    assert seen == {Phase.AUCTION, Phase.FINAL_RAISE, Phase.EXCHANGE, Phase.PARTNER}


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("strain", ["M-SK", "NT-SK"])
def test_a_suit_for_the_joker(strain, bot):
    """Without trumps the contractor may say which suit his joker belongs to."""
    rules = fh.Rules(misere_requires_7=False)
    hands = ["S5 S6 S8 C5 C7 D4 D5 D7 H4 JK"]
    rest = sorted(fh.PACKS["43"].cards - CardSet(hands[0]))
    random.Random(4).shuffle(rest)
    hands += [CardSet(rest[10 * seat : 10 * seat + 10]) for seat in range(3)]
    deal = fh.Deal(rules, dealer=3, hands=hands, kitty=CardSet(rest[30:]))
    deal.push_all("M-SK P P P" if strain == "M-SK" else "7NT-SK P P P")
    assert deal.phase is Phase.NOMINATION
    play_out(deal, [bot])


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_cards_for_a_blind_nil(bot):
    """Partners exchange cards after a blind nil."""
    exchanges = 0
    for number in range(4):
        deal = sp.Deal(SPADES["exchange"], dealer=number, seed=19, number=number)
        while deal.phase is Phase.AUCTION:
            blind = deal.turn < 2 and "BN" in deal.legal_actions
            deal.push("BN" if blind else bot.choose(deal.view(deal.turn)))
        exchanges += deal.phase is Phase.EXCHANGE
        play_out(deal, [bot])
    assert exchanges
