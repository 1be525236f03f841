"""Cases of ``docs/cases.md`` in spades: R-05, R-06, S-02 to S-08, A-01, A-02, P-01, P-02 and P-03."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from rules.spades_deals import (
    cards,
    dealt,
    ended_at,
    finished,
    game_of,
    middle,
    offers,
    play_on,
    random_action,
    texts,
    tourney_of,
)
from tricktake import Bid, Card, IllegalPlay, Phase
from tricktake import spades as sp

OFFICIAL = sp.Rules.official()
BAGS_SCORE = OFFICIAL.replace(bag_points=1, bag_rollover=True)
# Low targets, so that a few deals at random make a game.
QUICK = {
    "three": sp.Rules.official(target=60, wins_needed=2),
    "three jacks": sp.Rules.long_three_jacks(target=60, wins_needed=2),
    "four": sp.Rules.four(target=60, wins_needed=2),
    "five": sp.Rules.five(target=60, wins_needed=2),
    "two jokers": sp.Rules.five_2_jokers(target=60, wins_needed=2),
    "three jokers": sp.Rules.five_3_jokers(target=60, wins_needed=2),
    "partners": sp.Rules.partners_500(target=60, bn_behind=0, wins_needed=2),
    "partners, nil helps": sp.Rules.preset("partners_nil_helps", target=60, bn_behind=0, wins_needed=2),
}
every_game = pytest.mark.parametrize("rules", QUICK.values(), ids=QUICK)


# ---- play --------------------------------------------------------------------------------------------


def test_r_05_a_trump_is_no_way_out_of_following() -> None:
    deal = middle({0: "D5 D2 D3", 1: "D7 SA CK"}, plays="D5")
    assert texts(deal) == {"D7"}
    before = deal.to_text()
    for name in ("SA", "CK"):
        with pytest.raises(IllegalPlay) as caught:
            deal.push(name)
        assert caught.value.explanation is not None
        assert caught.value.explanation.clause == "CS-PLAY-2"
    assert deal.to_text() == before


def test_r_06_a_spade_thrown_breaks_spades() -> None:
    """The leader's club is followed by one, the third seat throws the S2 and breaks spades."""
    hands = {0: "C5 S4 S5 H2", 1: "C9 S6 H3 D3", 2: "S2 H4 D4 D5"}
    deal = middle(hands)
    assert texts(deal) == cards("C5 H2")
    deal.push_all("C5 C9")
    before, value, text = deal.copy(), hash(deal), deal.to_text()
    assert not deal.is_broken
    assert texts(deal) == cards("S2 H4 D4 D5")
    deal.push("S2")
    assert deal.is_broken
    assert (deal.tricks, deal.leader) == ((0, 0, 1), 2)
    deal.push_all("D4 H2 D3")
    assert deal.turn == 2
    deal.push_all("H4 S4 H3")
    assert deal.turn == 0
    assert texts(deal) == cards("S5")
    for _ in range(6):
        deal.pop()
    assert deal.is_broken
    deal.pop()
    assert not deal.is_broken
    assert (deal, hash(deal), deal.to_text()) == (before, value, text)


def test_r_06_from_the_next_lead_on_spades_may_be_led() -> None:
    hands = {0: "C5 S4 H2", 1: "CA S6 H3", 2: "S2 H4 D4"}
    discard = middle(hands, plays="C5 CA H4")
    assert discard.leader == 1
    assert texts(discard) == cards("H3")
    # The spade wins as well, and its owner may go on with another.
    hands = {0: "CA S4 H2", 1: "S2 S3 H3", 2: "C5 S9 D4"}
    deal = middle(hands, plays="CA S2 C5")
    assert deal.leader == 1
    assert texts(deal) == cards("S3 H3")


def test_r_06_the_flag_is_part_of_the_state() -> None:
    hands = {0: "S4 H2", 1: "S6 H3", 2: "S2 H4"}
    unbroken, broken = middle(hands), middle(hands, is_broken=True)
    assert unbroken != broken
    assert hash(unbroken) != hash(broken)
    assert unbroken.to_text() != broken.to_text()
    assert texts(unbroken) == cards("H2")
    assert texts(broken) == cards("S4 H2")
    for deal in (unbroken, broken):
        assert sp.Deal.from_text(deal.to_text()) == deal
        assert sp.Deal.from_text(deal.to_text()).is_broken is deal.is_broken
        assert deal.view(1).is_broken is deal.is_broken


# ---- scores ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("option", "points", "bags"), [(False, -100, 8), (True, -197, 1)])
def test_s_02_tricks_of_a_failed_nil(option: bool, points: int, bags: int) -> None:
    deal = finished(
        ("NIL", "7", "7"), (3, 7, 7), rules=BAGS_SCORE.replace(nil_fail_bags=option), bags=(8, 0, 0)
    )
    score = deal.score()
    assert (score.points[0], score.bags[0]) == (points, bags)
    assert score.made == (False, True, True)
    assert (score.new_bags[0], score.bag_points[0]) == ((3, 3) if option else (0, 0))


def test_s_03_bags_over_the_limit() -> None:
    rules = BAGS_SCORE.replace(bag_limit=5)
    deal = finished(("3", "6", "6"), (5, 6, 6), rules=rules, bags=(4, 0, 0))
    score = deal.score()
    assert (score.points[0], score.bags[0]) == (30 + 2 - 50, 1)
    assert score.penalty[0] == -50


def test_s_03_bags_paid_for_in_their_own_hand() -> None:
    rules = sp.Rules.short_minus10()
    first = finished(("4", "5", "5"), (7, 5, 5), rules=rules)
    assert first.score().points[0] == 40 - 30
    assert first.score().bags == (0, 0, 0)
    game = game_of(first)
    assert game.bags == (0, 0, 0)
    deal = game.next_deal()
    assert deal.scores[0] == 10
    assert deal.bags == (0, 0, 0)
    assert all(deal.view(seat).bags == (0, 0, 0) for seat in range(3))
    assert "bags=0,0,0" in deal.to_text()


def test_s_04_a_tie_at_the_top_is_played_off() -> None:
    rules = OFFICIAL.replace(target=200)
    game = ended_at(212, 212, 150, rules=rules)
    assert (game.winner, game.winners, game.is_over) == (None, None, False)
    assert game.standings == (1, 1, 3)
    assert game.next_deal().scores == (212, 212, 150)
    game = ended_at(250, 231, 190, rules=rules)
    assert (game.winner, game.winners, game.is_over) == (0, frozenset({0}), True)
    assert game.standings == (1, 2, 3)
    game = ended_at(205, 212, 212, rules=rules)
    assert (game.winner, game.is_over) == (None, False)
    assert game.standings == (3, 1, 1)
    assert game.next_deal().scores == (205, 212, 212)


def test_s_06_far_enough_behind_for_a_blind_six() -> None:
    offered = offers(dealt(scores=(180, 131, 130)))
    assert [("B6" in legal) for legal in offered] == [False, False, True]
    far = OFFICIAL.replace(b6_behind=100)
    offered = offers(dealt(rules=far, scores=(0, 0, 0)))
    assert not any("B6" in legal for legal in offered)
    offered = offers(dealt(rules=far, scores=(100, 1, 0)))
    assert [("B6" in legal) for legal in offered] == [False, False, True]


@pytest.mark.parametrize(
    ("players", "seed", "size", "left_out"),
    [(3, 4, 17, {Card.C2}), (4, 6, 13, set()), (5, 6, 10, {Card.C2, Card.D2})],
)
def test_s_07_whole_games(players: int, seed: int, size: int, left_out: set[Card]) -> None:
    rng = random.Random(seed)
    game = sp.Game(sp.Rules(players=players, target=100), seed=seed)
    while not game.is_over:
        assert len(game) < 2000, "this seed makes too long a game"
        deal = game.next_deal()
        assert [len(hand) for hand in deal.dealt] == [size] * players
        held = {card for hand in deal.dealt for card in hand}
        assert held == set(sp.PACKS["52"]) - left_out
        play_on(rng, deal)
        assert len(deal.finished) == sum(deal.tricks) == size
        assert len(deal.tricks) == len(deal.score().points) == len(deal.score().bags) == players
        assert len(game.scores) == len(game.bags) == len(game.standings) == players
        assert all(0 <= bags < 10 for bags in game.bags)
    assert game.winner is not None
    assert game.standings[game.winner] == 1
    assert game.scores[game.winner] >= 100
    assert len(game.deals) > 1


def test_s_08_scores_and_bags_before_are_part_of_a_deal() -> None:
    game = sp.Game(seed=8, dealer=2, scores=(480, 470, 300), bags=(9, 0, 2))
    deal = game.next_deal()
    single = sp.Deal(dealer=2, hands=deal.dealt, scores=(480, 470, 300), bags=(9, 0, 2))
    assert single == deal
    assert single.to_text() == deal.to_text()
    assert "scores=480,470,300 bags=9,0,2" in deal.to_text()
    for seat in range(3):
        view = deal.view(seat)
        assert (view.scores, view.bags) == ((480, 470, 300), (9, 0, 2))
    for scores, bags in ((None, (9, 0, 2)), ((480, 470, 300), None)):
        bare = sp.Deal(dealer=2, hands=deal.dealt, scores=scores, bags=bags)
        assert bare != deal
        assert bare.to_text() != deal.to_text()
        assert bare.view(0) != deal.view(0)
    rng = random.Random(8)
    while not deal.is_over:
        action = random_action(rng, deal)
        deal.push(action)
        single.push(action)
    assert single == deal
    assert single.score() == deal.score()
    points = single.score().points
    assert game.scores == tuple(a + b for a, b in zip((480, 470, 300), points, strict=True))
    assert game.bags == single.score().bags


# ---- auction -----------------------------------------------------------------------------------------


@every_game
def test_a_01_a_02_each_seat_bids_once(rules: sp.Rules) -> None:
    """A-01 and A-02: the auction ends after one bid of each seat, and nobody is asked twice."""
    rng = random.Random(12)
    for number in range(20):
        dealer = number % rules.players
        scores = [100 * rng.randrange(3) for _ in rules.sides]
        deal = sp.Deal(rules, dealer=dealer, seed=1, number=number, scores=scores)
        asked: list[int | None] = []
        while deal.phase is Phase.AUCTION:
            asked.append(deal.turn)
            if "LOOK" in texts(deal) and rng.random() < 0.7:
                deal.push("LOOK")
            action = rng.choice([bid for bid in deal.legal_actions if isinstance(bid, Bid)])
            deal.push(action)
        assert asked == [(dealer + step) % rules.players for step in range(1, rules.players + 1)]
        assert [call.seat for call in deal.auction] == asked
        assert None not in deal.bids


# ---- program -----------------------------------------------------------------------------------------


def snapshot(deal: sp.Deal) -> tuple[object, ...]:
    """Return everything a deal tells."""
    seats = range(deal.rules.players)
    return (
        deal.copy(),
        hash(deal),
        deal.to_text(),
        deal.phase,
        deal.turn,
        deal.legal_actions,
        deal.bids,
        deal.blind_sixes,
        deal.auction,
        deal.exchanged,
        deal.leader,
        deal.trick,
        deal.finished,
        deal.tricks,
        deal.is_broken,
        deal.caught,
        [deal.hand(seat) for seat in seats],
        [deal.has_looked(seat) for seat in seats],
        [deal.view(seat) for seat in seats],
    )


def positions(rules: sp.Rules, seed: int) -> list[sp.Deal]:
    """Return a deal at several places, from its beginning to its end."""
    found = []
    for most in (0, 1, 3, 6, 9, 25, None):
        deal = sp.Deal(rules, dealer=0, seed=seed, scores=[150 * side for side in range(len(rules.sides))])
        found.append(play_on(random.Random(seed), deal, most))
    return found


def whole_game(rules: sp.Rules, seed: int, hands: int) -> sp.Game:
    """Return a game of so many deals at most, the last one in progress if the game is not over."""
    rng = random.Random(seed)
    game = sp.Game(rules, seed=seed, dealer=0)
    for _ in range(hands):
        if not game.is_over:
            play_on(rng, game.next_deal())
    if not game.is_over:
        play_on(rng, game.next_deal(), 12)
    return game


def whole_tourney(rules: sp.Rules, seed: int) -> sp.Tourney:
    """Return a tourney in its second game, or at its end."""
    rng = random.Random(seed)
    tourney = sp.Tourney(rules, seed=seed)
    while len(tourney.games) < 2 and not tourney.is_over:
        game = tourney.next_game()
        while not game.is_over and len(tourney.games) < 2:
            assert len(game) < 2000, "this seed makes too long a game"
            play_on(rng, game.next_deal())
        if len(tourney.games) == 2:
            play_on(rng, game.next_deal(), 12)
    return tourney


@every_game
def test_p_01_deals_go_through_a_pickle(rules: sp.Rules) -> None:
    for deal in positions(rules, 1):
        again = pickle.loads(pickle.dumps(deal))
        assert snapshot(again) == snapshot(deal)
        assert pickle.loads(pickle.dumps(deal.view(1))) == deal.view(1)
        for one in (again, deal):
            play_on(random.Random(2), one)
        assert again == deal
        assert again.score() == deal.score()
        assert pickle.loads(pickle.dumps(deal.score())) == deal.score()


def test_p_01_constructed_deals_go_through_a_pickle() -> None:
    rules = sp.Rules.long_three_jacks()
    deal = middle(
        {0: "S4 H2", 1: "S6 H3", 2: "S2 HJ"},
        rules=rules,
        bids=("4", "NIL", "B6"),
        leader=1,
        is_broken=True,
        tricks=(5, 1, 9),
        caught=("JC", "", "JD"),
    )
    again = pickle.loads(pickle.dumps(deal))
    assert snapshot(again) == snapshot(deal)
    play_on(random.Random(2), again)
    play_on(random.Random(2), deal)
    assert again.score() == deal.score()


@every_game
def test_p_01_games_and_tourneys_go_through_a_pickle(rules: sp.Rules) -> None:
    game = whole_game(rules, 3, 2)
    again = pickle.loads(pickle.dumps(game))
    assert again == game
    assert (again.scores, again.bags, again.blind_sixes) == (game.scores, game.bags, game.blind_sixes)
    assert (again.standings, again.winner, again.next_dealer) == (
        game.standings,
        game.winner,
        game.next_dealer,
    )
    if game.deal is not None and not game.deal.is_over:
        for one in (game, again):
            assert one.deal is not None
            play_on(random.Random(4), one.deal)
    assert again == game
    if not game.is_over:
        assert again.next_deal() == game.next_deal()
    tourney = whole_tourney(rules, 5)
    other = pickle.loads(pickle.dumps(tourney))
    assert other == tourney
    assert (other.tokens, other.winner, other.seating.order) == (
        tourney.tokens,
        tourney.winner,
        tourney.seating.order,
    )
    for each in (tourney, other):
        current = each.game
        if current is not None and current.deal is not None:
            play_on(random.Random(6), current.deal)
    assert other == tourney


@every_game
def test_p_02_copies_of_deals_are_independent(rules: sp.Rules) -> None:
    for deal in positions(rules, 7):
        before = snapshot(deal)
        for made in (deal.copy(), copy.copy(deal), copy.deepcopy(deal)):
            assert snapshot(made) == before
            play_on(random.Random(8), made)
            while len(made):
                made.pop()
            assert snapshot(deal) == before
        made = deal.copy()
        for one in (deal, made):
            play_on(random.Random(9), one)
        assert snapshot(made) == snapshot(deal)


@every_game
def test_p_02_copies_of_games_and_tourneys_are_independent(rules: sp.Rules) -> None:
    for original in (whole_game(rules, 10, 2), whole_tourney(rules, 11)):
        text, value = original.to_text(), hash(original)
        for made in (original.copy(), copy.copy(original), copy.deepcopy(original)):
            assert made == original
            while len(made):
                made.pop()
            assert made != original
            assert (original.to_text(), hash(original)) == (text, value)


@every_game
def test_p_03_undo_restores_a_deal(rules: sp.Rules) -> None:
    for seed in (13, 14):
        rng = random.Random(seed)
        scores = [150 * side for side in range(len(rules.sides))]
        deal = sp.Deal(rules, dealer=1, seed=seed, scores=scores)
        places = []
        while not deal.is_over:
            places.append(snapshot(deal))
            deal.push(random_action(rng, deal))
        while places:
            deal.pop()
            assert snapshot(deal) == places.pop()
        with pytest.raises(IndexError):
            deal.pop()


def test_p_03_a_look_and_a_bid_are_two_steps() -> None:
    deal = dealt()
    before, looked = snapshot(deal), deal.copy()
    looked.push("LOOK")
    deal.push("4")
    assert [step.action.text for step in deal.history if step.action is not None] == ["LOOK", "4"]
    deal.pop()
    assert snapshot(deal) == snapshot(looked)
    deal.pop()
    assert snapshot(deal) == before


def test_p_03_undo_restores_an_exchange() -> None:
    rules = sp.Rules.partners_500(bn_behind=0)
    deal = dealt(rules=rules, dealer=0, calls="BN BN 4 3")
    places, rng = [], random.Random(15)
    while deal.phase is Phase.EXCHANGE:
        places.append(snapshot(deal))
        deal.push(random_action(rng, deal))
    assert len(places) == 4
    while places:
        deal.pop()
        assert snapshot(deal) == places.pop()


def state(game: sp.Game) -> tuple[object, ...]:
    """Return everything a game tells."""
    return (
        game.to_text(),
        game.scores,
        game.bags,
        game.blind_sixes,
        game.winners,
        game.standings,
        game.next_dealer,
        len(game.deals),
        game.is_over,
    )


@every_game
def test_p_03_undo_goes_back_over_deals(rules: sp.Rules) -> None:
    """Every action of a game of several deals is taken back, by ``push`` alone, so that deals come and go."""
    rng = random.Random(16)
    game = sp.Game(rules, seed=16, dealer=0)
    places = []
    while not game.is_over and len(game) < 300:
        places.append(state(game))
        deal = game.deal
        if deal is None or deal.is_over:
            deal = game.copy().next_deal()
        game.push(random_action(rng, deal))
    assert len(game.deals) > 1
    end = state(game)
    actions = [step.action for deal in game.deals for step in deal.history]
    while places:
        game.pop()
        assert state(game) == places.pop()
    assert game == sp.Game(rules, seed=16, dealer=0)
    for action in actions:
        assert action is not None
        game.push(action)
    assert state(game) == end


def test_p_03_undo_goes_back_over_games() -> None:
    rules = sp.Rules.short_limit5()
    won = game_of(finished(("B6", "BN", "8"), (8, 0, 9), rules=rules, dealer=0, scores=(0, 0, 0)))
    second = finished(
        ("8", "BN", "9"),
        (8, 0, 9),
        rules=rules,
        dealer=1,
        scores=won.scores,
        bags=won.bags,
        blind_sixes=won.blind_sixes,
    )
    won = sp.Game.from_text(won.to_text() + second.to_text())
    assert won.winner == 1
    tourney = tourney_of(sp.Tourney(rules, tokens=(0, 2, 0)))
    assert (tourney.tokens, tourney.is_over) == ((0, 2, 0), False)
    tourney = tourney_of(tourney, won)
    assert (tourney.tokens, tourney.winner) == ((0, 3, 0), 1)
    tourney.pop()
    assert (tourney.tokens, tourney.winner, tourney.is_over) == ((0, 2, 0), None, False)
    tourney = tourney_of(sp.Tourney(rules), won)
    between = tourney.to_text()
    tourney.push("LOOK")
    assert (len(tourney.games), tourney.tokens) == (2, (0, 1, 0))
    assert tourney.game is not None
    assert tourney.game.deal is not None
    assert tourney.game.deal.dealer == 2
    tourney.pop()
    assert tourney.to_text() == between
    assert (len(tourney.games), tourney.tokens) == (1, (0, 1, 0))
    last = tourney.pop()
    assert len(tourney.games) == 1
    assert (tourney.tokens, tourney.game is not None) == ((0, 0, 0), True)
    tourney.push(last)
    assert tourney.to_text() == between


@every_game
def test_p_03_undo_of_a_whole_tourney(rules: sp.Rules) -> None:
    tourney = whole_tourney(rules, 11)
    assert len(tourney.games) == 2
    end = tourney.to_text()
    actions = [step.action for game in tourney.games for deal in game.deals for step in deal.history]
    for _ in actions:
        tourney.pop()
    assert tourney == sp.Tourney(rules, seed=11)
    for action in actions:
        assert action is not None
        tourney.push(action)
    assert tourney.to_text() == end
