"""Partnership spades, clause by clause (docs/rules/partnership-spades.md)."""

from __future__ import annotations

import random

import pytest

from rules.spades_deals import dealt, finished, game_of, offers, play_on, texts
from tricktake import CardSet, Exchange, IllegalCall, IllegalExchange, Phase, RulesError
from tricktake import spades as sp

PARTNERS = sp.Rules.preset("partners")
FREE = PARTNERS.replace(bn_behind=0)


def scored(
    bids: str,
    tricks: tuple[int, int],
    *,
    rules: sp.Rules = PARTNERS,
    bags: int = 0,
    caught: tuple[str, str] = ("", ""),
) -> tuple[int, int]:
    """Return points and bags of the first side: its two bids, its tricks."""
    first, second = bids.split()
    rest = 13 - sum(tricks)
    score = sp.score_deal(
        rules,
        [first, "1", second, "1"],
        (tricks[0], rest, tricks[1], 0),
        bags=(bags, 0),
        caught=[caught[0], "", caught[1], ""],
    )
    return score.points[0], score.bags[0]


def test_sp_side_1_two_sides_of_two() -> None:
    assert PARTNERS.sides == ((0, 2), (1, 3))
    deal = sp.Deal(PARTNERS, seed=1, scores=(30, 40), bags=(2, 3))
    assert (deal.scores, deal.bags) == ((30, 40), (2, 3))
    assert deal.view(1).partners == {3}
    assert len(sp.Tourney(PARTNERS, seed=1).tokens) == 2
    for players in (3, 5):
        with pytest.raises(RulesError, match="partners needs players=4"):
            PARTNERS.replace(players=players)


def test_sp_side_2_seats_by_the_draw_or_by_agreement() -> None:
    assert sp.Tourney(PARTNERS, seed=4).seating == sp.draw_seats(4, seed=4)
    assert sp.Tourney(PARTNERS, seed=4, seats=(3, 1, 0, 2)).seating.order == (3, 1, 0, 2)
    with pytest.raises(ValueError, match="each once"):
        sp.Tourney(PARTNERS, seats=(0, 0, 1, 2))


def test_sp_side_3_deal_and_play_are_those_of_four() -> None:
    ours, theirs = sp.Deal(PARTNERS, dealer=2, seed=8), sp.Deal(sp.Rules.four(), dealer=2, seed=8)
    assert ours.dealt == theirs.dealt
    ours.push_all("3 3 3 3")
    theirs.push_all("3 3 3 3")
    rng = random.Random(1)
    while not theirs.is_over:
        assert list(ours.legal_actions) == list(theirs.legal_actions)
        action = rng.choice(list(theirs.legal_actions))
        ours.push(action)
        theirs.push(action)
    assert ours.tricks == theirs.tricks


def test_sp_bid_1_numbers_nil_and_blind_nil() -> None:
    deal = sp.Deal(FREE, dealer=3, seed=1)
    assert texts(deal) == {"LOOK", "BN"}
    assert texts(deal.push_all("LOOK")) == {"NIL", *map(str, range(1, 14))}
    for bid in ("B6", "1F", "2F", "SM"):
        with pytest.raises(IllegalCall) as caught:
            sp.Deal(FREE, dealer=3, seed=1).push(bid)
        assert caught.value.explanation.clause == "SP-BID-1"
        with pytest.raises(RulesError, match="NIL and BN only"):
            FREE.replace(special_bids={"NIL", bid})


def test_sp_bid_2_numbers_are_added_and_nil_is_ones_own() -> None:
    assert scored("3 4", (0, 7)) == (70, 0)
    assert scored("NIL 4", (0, 4)) == (140, 0)
    score = sp.score_deal(PARTNERS, ["3", "1", "4", "NIL"], (2, 5, 4, 2))
    assert score.made == (False, True, False, False)


def test_sp_bid_3_blind_nil_when_behind() -> None:
    assert ["BN" in found for found in offers(dealt(rules=PARTNERS, scores=(300, 200)))] == [
        False,
        True,
        False,
        True,
    ]
    assert not any("BN" in found for found in offers(dealt(rules=PARTNERS, scores=(300, 201))))
    assert all("BN" in found for found in offers(dealt(rules=FREE, scores=(0, 0))))
    always = PARTNERS.replace(bn_behind=None)
    assert all("BN" in found for found in offers(dealt(rules=always, scores=(300, 0))))
    with pytest.raises(IllegalCall) as caught:
        sp.Deal(PARTNERS, dealer=3, seed=1).push("BN")
    assert (caught.value.explanation.clause, caught.value.explanation.option) == ("SP-BID-3", "bn_behind")


def test_sp_bid_4_the_exchange() -> None:
    deal = sp.Deal(FREE, dealer=0, seed=1).push_all("BN 4 5 4")
    assert (deal.phase, deal.turn) == (Phase.EXCHANGE, 1)
    gift = CardSet(deal.hand(1).ascending()[:2])
    for wrong, clause in (
        (Exchange(deal.hand(1).ascending()[:3]), "SP-BID-4"),
        (Exchange(deal.hand(0).ascending()[:2]), "SP-BID-4"),
    ):
        with pytest.raises(IllegalExchange) as caught:
            deal.push(wrong)
        assert caught.value.explanation.clause == clause
    deal.push(Exchange(gift))
    assert deal.turn == 3
    assert gift <= deal.hand(3)
    deal.push(Exchange(gift))  # the same cards may come back
    assert deal.phase is Phase.PLAY
    assert deal.hand(1) == deal.dealt[1]
    assert [len(deal.hand(seat)) for seat in range(4)] == [13] * 4
    assert sp.Deal(FREE.replace(bn_exchange=0), dealer=0, seed=1).push_all("BN 4 5 4").phase is Phase.PLAY
    one = sp.Deal(FREE.replace(bn_exchange=1), dealer=0, seed=1).push_all("BN 4 5 4")
    assert len(one.legal_actions) == 13


def test_sp_bid_5_whose_exchange_and_in_which_order() -> None:
    assert sp.Deal(FREE, dealer=0, seed=1).push_all("BN 4 NIL 4").phase is Phase.PLAY
    assert sp.Deal(FREE, dealer=0, seed=1).push_all("BN 4 BN 4").phase is Phase.PLAY
    deal = sp.Deal(FREE, dealer=0, seed=1).push_all("BN BN 5 4")
    order = []
    while deal.phase is Phase.EXCHANGE:
        order.append(deal.turn)
        deal.push(deal.legal_actions[0])
    assert order == [1, 3, 2, 0]
    assert deal.turn == 1


def test_sp_bid_6_both_partners_know_the_cards_and_nobody_else() -> None:
    deal = sp.Deal(FREE, dealer=0, seed=1).push_all("BN 4 5 4")
    put = deal.push(deal.legal_actions[5])
    back = deal.push(deal.legal_actions[9])
    assert isinstance(put, Exchange)
    assert isinstance(back, Exchange)
    assert (deal.view(1).given, deal.view(1).received) == (put.cards, back.cards)
    assert (deal.view(3).given, deal.view(3).received) == (back.cards, put.cards)
    for seat in (0, 2):
        view = deal.view(seat)
        assert (view.given, view.received) == (None, None)
        assert [step.action for step in view.history[-2:]] == [None, None]
    assert [step.action for step in deal.view(1).history[-2:]] == [put, back]


def test_sp_flow_1_bids_exchanges_play() -> None:
    deal = sp.Deal(FREE, dealer=0, seed=1)
    phases = []
    rng = random.Random(2)
    for call in ["BN", "4", "5", "4"]:
        phases.append(deal.phase)
        deal.push(call)
    while not deal.is_over:
        phases.append(deal.phase)
        play_on(rng, deal, 1)
    assert phases == [Phase.AUCTION] * 4 + [Phase.EXCHANGE] * 2 + [Phase.PLAY] * 52


def test_sp_score_1_the_contract() -> None:
    assert scored("3 4", (3, 4)) == (70, 0)
    assert scored("3 4", (3, 3)) == (-70, 0)


def test_sp_score_2_nil_whatever_becomes_of_the_contract() -> None:
    assert scored("NIL 4", (0, 3)) == (60, 0)
    assert scored("BN 4", (0, 4)) == (240, 0)
    assert scored("BN 4", (0, 4), rules=PARTNERS.replace(blind_nil_value=300)) == (340, 0)
    assert scored("NIL 4", (0, 4), rules=PARTNERS.replace(nil_value=50)) == (90, 0)


def test_sp_score_3_new_bags() -> None:
    assert scored("3 4", (5, 4)) == (72, 2)
    assert scored("3 4", (1, 4)) == (-70, 0)
    assert scored("NIL 4", (2, 3)) == (-138, 2)  # also where the contract fails
    assert scored("NIL 4", (1, 4), rules=PARTNERS.replace(nil_fail_bags=False)) == (-60, 0)


def test_sp_score_4_a_failed_nil_may_help() -> None:
    helps = sp.Rules.preset("partners_nil_helps")
    assert scored("NIL 4", (1, 3), rules=helps) == (-60, 0)
    assert scored("NIL 4", (2, 4), rules=helps) == (-58, 2)
    both = helps.replace(nil_fail_bags=True)
    assert scored("NIL 4", (2, 4), rules=both) == (-58, 2)  # it adds nothing then
    with pytest.raises(RulesError, match="needs partners"):
        sp.Rules(nil_fail_helps=True)


def test_sp_score_5_two_nils() -> None:
    assert scored("NIL NIL", (0, 0)) == (200, 0)
    assert scored("NIL BN", (0, 2)) == (100 - 200 + 2, 2)


def test_sp_score_6_a_bag_scores_a_point() -> None:
    assert scored("3 4", (4, 4)) == (71, 1)
    assert scored("3 4", (4, 4), rules=PARTNERS.replace(bag_points=0)) == (70, 1)


def test_sp_score_7_jacks_are_caught_by_the_side() -> None:
    jacks = PARTNERS.replace(awards={"JC", "JD"})
    assert scored("3 4", (3, 4), rules=jacks, caught=("CJ", "DJ")) == (70, 0)
    assert scored("3 4", (3, 4), rules=jacks, caught=("", "DJ")) == (80, 0)


def test_sp_score_8_ten_bags_cost_a_hundred() -> None:
    assert scored("3 3", (5, 4), bags=8) == (60 + 3 - 100, 1)
    assert scored("1 1", (6, 6), bags=9) == (20 + 10 - 100, 9)


def test_sp_end_1_the_higher_side_at_the_target() -> None:
    assert sp.game_winner(PARTNERS, (510, 520)) == 1
    assert sp.game_winner(PARTNERS, (510, 510)) is None
    deal = finished(("3", "3", "4", "3"), (3, 3, 4, 3), rules=PARTNERS, scores=(440, 430))
    game = game_of(deal)
    assert (game.scores, game.winner) == ((510, 490), 0)


def test_sp_end_2_out_at_the_lower_end() -> None:
    rules = PARTNERS.replace(lose_at=-200)
    assert sp.game_winner(rules, (100, -200)) == 0
    assert sp.game_winner(rules, (100, -199)) is None
    assert sp.game_winner(rules, (-210, -250)) == 0
    assert sp.game_winner(rules, (-220, -220)) is None
    assert sp.game_winner(PARTNERS, (100, -900)) is None
    with pytest.raises(RulesError, match="needs partners"):
        sp.Rules(lose_at=-200)


def test_sp_end_3_a_token_for_the_side() -> None:
    assert PARTNERS.wins_needed == 1
    tourney = sp.Tourney(PARTNERS.replace(target=10, wins_needed=2), seed=3)
    rng = random.Random(5)
    while not tourney.is_over:
        game = tourney.next_game()
        while not game.is_over:
            deal = game.next_deal()
            while deal.phase is Phase.AUCTION:
                deal.push("2")
            play_on(rng, deal)
    assert max(tourney.tokens) == 2
    assert tourney.winner == tourney.tokens.index(2)
