"""Award jacks in the searches: several in one hand are worth what the score says (CS-AWARD-3)."""

from __future__ import annotations

import pytest

from tricktake import CardSet, Phase
from tricktake import spades as sp
from tricktake.bots import ISMCTS, Heuristic, Sampling
from tricktake.bots._sp_stakes import make_stakes
from tricktake.bots._sp_terms import bag_cost
from tricktake.cards import Card
from tricktake.spades.orders import card_order
from tricktake.spades.packs import PACKS

BOTS = [Sampling(1, worlds=40), ISMCTS(1, iterations=6_000, worlds=60)]
SINGLE = "official,awards=CJ+DJ+HJ,award_multi=single_only"
JACKS = (Card.CJ, Card.DJ, Card.HJ)


def ending(hands, cards, *, rules="official", caught="||", bids="5,5,5", bags="3,2,4"):
    """Seat 0 to play to a trick led by seat 1, two cards each before it, and 15 of 17 tricks won."""
    return sp.Deal.from_text(
        f"spades/1 rules={rules} dealer=2 scores=200,210,190 bags={bags} sixes=0,0,0 hands={hands} "
        f"bids={bids} leader=1 tricks=5,5,5 broken=yes caught={caught} : {cards}"
    )


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize(
    ("deal", "card"),
    [
        pytest.param(ending("CK,C3|CJ,H4|DJ,H5", "CJ; DJ"), "C3", id="both on the table, the bid made"),
        pytest.param(ending("CK,C3|CJ,H4|C7,H5", "CJ; C7", caught="DJ||"), "C3", id="one caught before"),
        pytest.param(
            ending("CK,C3|CJ,H4|C7,H5", "CJ; C7", caught="|DJ|"), "C3", id="he who has one may have both"
        ),
        pytest.param(
            ending("CK,C3|CJ,H4|C7,H5", "CJ; C7", caught="HJ,DJ||", rules=SINGLE),
            "C3",
            id="a third does not matter, the bag does",
        ),
        pytest.param(
            ending("HK,H3|HJ,C4|H7,C5", "HJ; H7", caught="CJ,DJ||", rules="long_three_jacks", bags="8,2,4"),
            "HK",
            id="the third of three makes all of them pay",
        ),
    ],
)
def test_the_second_jack_counts_as_the_score_counts_it(bot, deal, card):
    assert bot.choose(deal.view(0)).text == card


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize(
    "deal",
    [
        pytest.param(
            ending("CK,C3|CJ,H4|DJ,H5", "CJ; DJ", rules="official,award_multi=each"), id="each jack pays"
        ),
        pytest.param(ending("CK,C3|CJ,H4|DJ,H5", "CJ; DJ", rules="official,awards=CJ"), id="one jack in use"),
        pytest.param(ending("CK,C3|CJ,H4|C7,H5", "CJ; C7"), id="the first jack"),
        pytest.param(
            ending("CK,C3|CJ,H4|C7,H5", "CJ; C7", caught="DJ||", bids="6,5,4"), id="the bid needs it"
        ),
    ],
)
def test_a_jack_that_is_worth_its_bag_is_taken(bot, deal):
    assert bot.choose(deal.view(0)).text == "CK"


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_partners_catch_together(bot):
    """The second jack is no better in the partner's hand (SP-SCORE-7)."""
    for caught, card in (("DJ|||", "C3"), ("||DJ|", "C3"), ("|||", "CK")):
        deal = sp.Deal.from_text(
            "spades/1 rules=partners,awards=CJ+DJ dealer=3 scores=200,210 bags=5,2 "
            "hands=CK,C3|CJ,H4|C4,H5|C7,H6 bids=3,3,2,3 leader=1 tricks=3,3,2,3 broken=yes "
            f"caught={caught} : CJ; C4; C7"
        )
        assert bot.choose(deal.view(0)).text == card, caught


@pytest.mark.parametrize("multi", ["one_or_all3", "each", "single_only"])
@pytest.mark.parametrize("awards", ["CJ", "CJ+DJ", "CJ+DJ+HJ", "DJ+HJ"])
@pytest.mark.parametrize("preset", ["official", "partners", "short_minus10"])
def test_prizes_are_what_the_score_says(preset, awards, multi):
    """For every share-out of the jacks among three seats: points, and a bag taken off for 0.8 of its cost."""
    rules = sp.Rules.preset(preset).replace(awards=awards, award_multi=multi)
    deal = sp.Deal(rules, dealer=rules.players - 1, seed=4)
    while deal.phase is not Phase.PLAY:
        deal.push(Heuristic().choose(deal.view(deal.turn)))
    order = card_order(PACKS[rules.pack_name])
    prizes = make_stakes(deal.view(deal.turn), order).prizes
    assert [set(seats) for seats, _, _ in prizes] == [set(side) for side in rules.sides]
    tricks = [rules.hand_size // rules.players] * rules.players
    tricks[0] += rules.hand_size - sum(tricks)
    plain = sp.score_deal(rules, [1] * rules.players, tricks)  # everybody has bags
    for number in range(3 ** len(JACKS)):
        caught = [CardSet() for _ in range(rules.players)]
        for at, jack in enumerate(JACKS):
            caught[number // 3**at % 3] |= CardSet([jack])
        score = sp.score_deal(rules, [1] * rules.players, tricks, caught=caught)
        for side, (seats, positions, table) in enumerate(prizes):
            bags_off = plain.bags[side] - score.bags[side]
            bags_off += (score.penalty[side] - plain.penalty[side]) // 10
            mine = order.to_mask(CardSet([card for seat in seats for card in caught[seat]]))
            worth = table[sum([1 << bit for bit, at in enumerate(positions) if mine >> at & 1])]
            assert worth == score.award_points[side] + 0.8 * bag_cost(rules, 0) * bags_off


def test_without_award_jacks_there_are_no_prizes():
    rules = sp.Rules.official(awards="none")
    deal = sp.Deal(rules, dealer=2, seed=4)
    while deal.phase is not Phase.PLAY:
        deal.push(Heuristic().choose(deal.view(deal.turn)))
    assert make_stakes(deal.view(deal.turn), card_order(PACKS[rules.pack_name])).prizes == ()
