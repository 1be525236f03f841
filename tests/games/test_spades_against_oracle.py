"""Whole games and tourneys of spades in lock-step with the slow referee, and random illegal actions.

The rules are a preset in three games of ten, else a random combination of options. Bids are near what the
hand should take, and games begin with scores near their end more often than not, so that games are won, lost
and played on after ties. Everything is compared at every decision in one game of six and at one decision of
eight in the others, the turn always; results, scores and winners are compared in all of them.

The full run, 50 batches of 2,000 games, was last seen to agree in all 100,000 games (9.4 million decisions).
"""

from __future__ import annotations

import random
from collections import Counter
from math import comb
from typing import Any

import pytest

from oracle.packs import PACKS, in_order
from oracle.spades import SpadesReferee
from oracle.spades_games import GameReferee, TourneyReferee, draw_seats
from oracle.spades_options import ANY_PLAYERS, PRESETS, Options, random_options, read_options
from oracle.spades_points import deal_points, game_winner, ranks
from sizes import batches
from tricktake import (
    LOOK,
    Action,
    Bid,
    CardSet,
    Exchange,
    GameError,
    IllegalAction,
    Phase,
    Play,
    action_from_id,
)
from tricktake import spades as sp
from tricktake.actions import ID_BLOCKS

PHASES = {"AUCTION": Phase.AUCTION, "EXCHANGE": Phase.EXCHANGE, "PLAY": Phase.PLAY, "OVER": Phase.OVER}
BATCHES, PER_BATCH = 20, 250
SLOW_BATCHES, PER_SLOW_BATCH = 50, 2000
MOST_DEALS = 3
SHAPES: list[dict[str, object]] = [
    {"players": 3},
    {"players": 4},
    {"players": 5},
    {"players": 5, "jokers": 2},
    {"players": 5, "jokers": 3},
]


# ---- rules, and what to bid and play -------------------------------------------------------------------


def random_rules(rng: random.Random) -> tuple[sp.Rules, Options]:
    """Return a preset or any options that go together, for the library and for the referee."""
    if rng.random() < 0.3:
        name = rng.choice([*PRESETS, *ANY_PLAYERS])
        changes = rng.choice(SHAPES) if name in ANY_PLAYERS else {}
        if rng.random() < 0.5:
            changes = changes | {"target": rng.choice([40, 60, 100, 200])}
        return sp.Rules.preset(name, **changes), read_options(PRESETS[name] | changes)
    return both(random_options(rng))


def both(options: dict[str, Any]) -> tuple[sp.Rules, Options]:
    """Return options for the library and for the referee."""
    return sp.Rules(**options), read_options(options)


def estimate(hand: set[str], players: int) -> float:
    """Return about how many tricks a hand takes when everybody plays at random."""
    mean = len(hand) / players
    worth = 0.0
    for card in hand:
        if card.startswith("JK"):
            worth += 1.0
        elif card[0] == "S":
            worth += {"A": 0.95, "K": 0.9, "Q": 0.8, "J": 0.7}.get(card[1:], 0.5)
        else:
            worth += {"A": 0.7, "K": 0.5, "Q": 0.3, "J": 0.15}.get(card[1:], 0.0)
    return 0.8 * worth + 0.2 * mean


def choose_bid(rng: random.Random, referee: SpadesReferee) -> str:
    """Return a bid: blind now and then, else near what the hand should take, else anything."""
    assert referee.turn is not None
    legal = referee.legal()
    if "LOOK" in legal:
        blind = sorted(legal - {"LOOK"})
        expected = estimate(referee.hands[referee.turn], referee.players)
        if "B6" in blind and expected > 4.5 and rng.random() < 0.5:
            return "B6"
        share = 0.3 if referee.options.bn_exchange else 0.08
        return rng.choice(blind) if rng.random() < share else "LOOK"
    if rng.random() < 0.1:
        return rng.choice(sorted(legal))
    expected = estimate(referee.hands[referee.turn], referee.players) + rng.gauss(-0.3, 0.6)
    wanted = [str(max(1, round(expected)) + more) for more in (0, -1, 1, 2)]
    if expected < 0.8 and rng.random() < 0.7:
        wanted.insert(0, "NIL")
    if expected < 2.5 and rng.random() < 0.5:
        wanted.insert(0, "1F" if expected < 1.5 else "2F")
    most = referee.options.sm_tricks
    if most is not None and (expected > most - 1 or rng.random() < 0.03):
        wanted.insert(0, "SM")
    return next(text for text in [*wanted, *sorted(legal)] if text in legal)


def choose(rng: random.Random, referee: SpadesReferee) -> str:
    """Return a legal action."""
    assert referee.turn is not None
    if referee.phase == "AUCTION":
        return choose_bid(rng, referee)
    if referee.phase == "EXCHANGE":
        chosen = rng.sample(in_order(referee.hands[referee.turn]), referee.options.bn_exchange)
        return "put " + " ".join(in_order(chosen))
    return rng.choice(sorted(referee.legal()))


# ---- one deal beside the referee's ---------------------------------------------------------------------


def names(cards: CardSet) -> set[str]:
    """Return the names of cards."""
    return {card.name for card in cards}


def pack_of(deal: sp.Deal) -> list[str]:
    """Return a pack order that deals the same hands."""
    players = deal.rules.players
    hands = [[card.name for card in hand] for hand in deal.dealt]
    order = []
    seat = deal.dealer
    while any(hands):
        seat = (seat + 1) % players
        if hands[seat]:
            order.append(hands[seat].pop())
    return order


def compare(deal: sp.Deal, referee: SpadesReferee, rng: random.Random) -> None:
    """Check that both say the same about everything there is to see and to do."""
    seats = range(referee.players)
    text = deal.to_text
    assert deal.phase is PHASES[referee.phase], text()
    assert deal.turn == referee.turn, text()
    assert [names(deal.hand(seat)) for seat in seats] == referee.hands, text()
    assert [deal.has_looked(seat) for seat in seats] == referee.seen, text()
    assert [None if bid is None else bid.text for bid in deal.bids] == referee.bids, text()
    assert deal.tricks == tuple(referee.tricks), text()
    assert deal.is_broken == referee.broken, text()
    assert [names(caught) for caught in deal.caught] == referee.caught, text()
    assert deal.blind_sixes == tuple(referee.sixes), text()
    assert deal.is_over == (referee.phase == "OVER")
    if referee.phase == "PLAY":
        assert deal.leader == referee.leader, text()
        assert [(play.seat, play.card.name) for play in deal.trick] == referee.trick, text()
    legal = deal.legal_actions
    if referee.phase == "EXCHANGE":
        compare_exchange(deal, referee, rng)
        return
    listed = [action.text for action in legal]
    assert len(listed) == len(legal) == len(set(listed)), text()
    assert set(listed) == referee.legal(), text()


def compare_exchange(deal: sp.Deal, referee: SpadesReferee, rng: random.Random) -> None:
    """Check the number of choices and samples of them; all of them where there are few."""
    assert referee.turn is not None
    legal = deal.legal_actions
    size = referee.options.bn_exchange
    hand = in_order(referee.hands[referee.turn])
    assert len(legal) == comb(len(hand), size), deal.to_text()
    if size < 3 or rng.random() < 0.1:
        assert {action.text for action in legal} == referee.legal(), deal.to_text()
    strange = [card for card in referee.pack if card not in hand]
    chosen = rng.sample(hand, size)
    assert Exchange(chosen) in legal
    assert Exchange([*chosen[1:], rng.choice(strange)]) not in legal
    if size > 1:
        assert Exchange(chosen[1:]) not in legal


def compare_views(deal: sp.Deal, referee: SpadesReferee) -> None:
    """Check what the seats see of an exchange (SP-BID-6)."""
    for seat in range(referee.players):
        view = deal.view(seat)
        for shown, cards in ((view.given, referee.given[seat]), (view.received, referee.received[seat])):
            assert (set() if shown is None else names(shown)) == cards, deal.to_text()


def play_deal(deal: sp.Deal, referee: SpadesReferee, rng: random.Random, *, every: float) -> None:
    """Play a deal and its referee to the end; `every` is the share of decisions that are compared."""
    skip_look = rng.random() < 0.3
    while referee.phase != "OVER":
        assert deal.turn == referee.turn, deal.to_text()
        if every == 1 or rng.random() < every:
            compare(deal, referee, rng)
        action = choose(rng, referee)
        referee.do(action)
        if action == "LOOK" and skip_look:
            action = choose(rng, referee)  # a bid alone implies the look
            referee.do(action)
        deal.push(action)
    compare(deal, referee, rng)
    if referee.options.bn_exchange:
        compare_views(deal, referee)
    score, result = deal.score(), referee.result()
    assert score.points == tuple(result.points), deal.to_text()
    assert score.bags == tuple(result.bags), deal.to_text()
    assert score.made == tuple(result.made), deal.to_text()
    assert score.tricks == tuple(referee.tricks), deal.to_text()


def note(referee: SpadesReferee, count: Counter[str]) -> None:
    """Count what a deal shows."""
    count["deals"] += 1
    made = referee.result().made
    for seat, bid in enumerate(referee.bids):
        assert bid is not None
        count[f"{'number' if bid.isdigit() else bid} {'made' if made[seat] else 'failed'}"] += 1
    count["exchange"] += any(referee.given)
    count[referee.options.pack_name] += 1


# ---- games ---------------------------------------------------------------------------------------------


def random_start(rng: random.Random, o: Options) -> dict[str, list[int]]:
    """Return scores, bags and blind sixes to begin with: often near the end of the game, or level."""
    sides = len(o.sides)
    kind = rng.random()
    if kind < 0.25:
        scores = [0] * sides
    elif kind < 0.65:
        scores = [o.target - rng.choice([5, 10, 20, 30, 40, 50, 60, 110, 180]) for _ in range(sides)]
    elif kind < 0.75:
        scores = [o.target + rng.choice([0, 10])] * sides
    elif kind < 0.9 or o.lose_at is None:
        scores = [rng.randrange(-200, max(10, o.target), 10) for _ in range(sides)]
    else:
        scores = [o.lose_at + rng.choice([1, 10, 20, 40, 70]) for _ in range(sides)]
    most = o.bag_limit or 1
    bags = [rng.randrange(max(0, most - 4), most) if rng.random() < 0.6 else 0 for _ in range(sides)]
    sixes = [rng.choice([0, 0, 0, 1]) for _ in range(o.players)]
    return {"scores": scores, "bags": bags, "sixes": sixes}


def compare_game(game: sp.Game, referee: GameReferee) -> None:
    """Check the bookkeeping between two deals."""
    assert game.scores == tuple(referee.scores), game.to_text()
    assert game.bags == tuple(referee.bags), game.to_text()
    assert game.blind_sixes == tuple(referee.sixes), game.to_text()
    assert game.winner == referee.winner, game.to_text()
    assert game.winners == (None if referee.winner is None else {referee.winner})
    assert game.is_over == (referee.winner is not None)
    assert game.standings == tuple(referee.standings)
    assert game.next_dealer == referee.dealer, game.to_text()


def play_game(
    game: sp.Game, referee: GameReferee, rng: random.Random, count: Counter[str], *, deals: int
) -> None:
    """Play a game and its referee up to its end, or for some deals."""
    every = 1.0 if rng.random() < 1 / 6 else 1 / 8
    compare_game(game, referee)
    for _ in range(deals):
        deal = game.next_deal()
        assert deal.dealer == referee.dealer
        assert (deal.scores, deal.bags) == (tuple(referee.scores), tuple(referee.bags))
        deal_referee = referee.deal(pack_of(deal))
        before = list(referee.scores)
        play_deal(deal, deal_referee, rng, every=every)
        referee.finish(deal_referee)
        compare_game(game, referee)
        note(deal_referee, count)
        count["decisions"] += len(deal)
        note_end(referee, before, count)
        if referee.winner is not None:
            with pytest.raises(GameError):
                game.next_deal()
            break
    assert len(game.deals) == referee.deals


def note_end(referee: GameReferee, before: list[int], count: Counter[str]) -> None:
    """Count how a game stands after a deal."""
    o = referee.options
    top = max(referee.scores)
    if referee.winner is not None:
        count["won" if top >= o.target else "won by the other side's loss"] += 1
        if sum(score >= o.target for score in referee.scores) > 1:
            count["won among several at the target"] += 1
    elif top >= o.target:
        count["tie at the target"] += 1
    elif max(before) >= o.target:
        count["fell below the target"] += 1


def one_game(rng: random.Random, count: Counter[str]) -> None:
    """Play one game in lock-step."""
    rules, o = random_rules(rng)
    start = random_start(rng, o)
    dealer = rng.randrange(o.players)
    game = sp.Game(
        rules,
        seed=rng.getrandbits(40),
        dealer=dealer,
        scores=start["scores"],
        bags=start["bags"],
        blind_sixes=start["sixes"],
    )
    referee = GameReferee(o, dealer, start["scores"], start["bags"], start["sixes"])
    play_game(game, referee, rng, count, deals=rng.randint(1, MOST_DEALS))
    count["games"] += 1


@pytest.mark.parametrize("batch", batches(BATCHES, 10))
def test_random_games(batch: int) -> None:
    """2,500 games, and as many more in the slow suite; P-06."""
    rng = random.Random(f"games in lock-step {batch}")
    count: Counter[str] = Counter()
    for _ in range(PER_BATCH):
        one_game(rng, count)
    assert count["games"] == PER_BATCH
    if batch == 0:
        check_variety(count)


def check_variety(count: Counter[str]) -> None:
    """Check that a batch shows every kind of game."""
    least = {
        "won": 0.3,
        "won among several at the target": 0.05,
        "won by the other side's loss": 0.002,
        "tie at the target": 0.005,
        "fell below the target": 0.001,
        "exchange": 0.01,
        "number made": 1.0,
        "number failed": 0.7,
        "NIL made": 0.005,
        "NIL failed": 0.02,
        "BN made": 0.01,
        "BN failed": 0.1,
        "B6 made": 0.005,
        "B6 failed": 0.02,
        "1F made": 0.08,
        "1F failed": 0.03,
        "2F made": 0.15,
        "2F failed": 0.08,
        "SM made": 0.05,
        "SM failed": 0.02,
        "cs3": 0.1,
        "cs4": 0.2,
        "cs5": 0.1,
        "cs5j2": 0.1,
        "cs5j3": 0.1,
    }
    for what, share in least.items():
        assert count[what] >= share * count["games"], (what, count)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(SLOW_BATCHES))
def test_random_games_in_full(batch: int) -> None:
    """100,000 games; P-06."""
    rng = random.Random(f"games in lock-step in full {batch}")
    count: Counter[str] = Counter()
    for _ in range(PER_SLOW_BATCH):
        one_game(rng, count)
    check_variety(count)


# ---- tourneys ------------------------------------------------------------------------------------------


def one_tourney(rng: random.Random, count: Counter[str]) -> None:
    """Play a tourney in lock-step, or a few games of one."""
    rules, o = random_rules(rng)
    target, wins = rng.choice([1, 10, 20, 30]), rng.randint(1, 3)
    rules = rules.replace(target=target, wins_needed=wins, lose_at=None)
    o = Options(
        **{name: getattr(o, name) for name in Options.__dataclass_fields__}
        | {"target": target, "wins_needed": wins, "lose_at": None}
    )
    dealer = rng.randrange(o.players)
    tokens = [rng.randrange(wins) for _ in o.sides]
    tourney = sp.Tourney(rules, seed=rng.getrandbits(40), dealer=dealer, tokens=tokens)
    drawn = [card.name for drawing in tourney.seating.rounds for _, card in drawing]
    pack = drawn + [card for card in PACKS["cs4"] if card not in drawn]
    assert list(tourney.seating.order) == draw_seats(o.players, pack)
    referee = TourneyReferee(o, dealer, tokens)
    for _ in range(4):
        game = tourney.next_game()
        assert tourney.tokens == tuple(referee.tokens)
        play_game(game, referee.game, rng, count, deals=6)
        if referee.game.winner is None:
            assert tourney.winner is None
            count["broken off"] += 1
            return
        referee.end_game()
        count["games"] += 1
        assert tourney.tokens == tuple(referee.tokens), tourney.to_text()
        assert tourney.winner == referee.winner, tourney.to_text()
        assert tourney.winners == (None if referee.winner is None else {referee.winner})
        assert tourney.is_over == (referee.winner is not None)
        if referee.winner is not None:
            count["over"] += 1
            with pytest.raises(GameError):
                tourney.next_game()
            return
        count["next game"] += 1


@pytest.mark.parametrize("batch", range(4))
def test_random_tourneys(batch: int) -> None:
    """Tokens, the winner, and the deal passing on from game to game; CS-TOUR."""
    rng = random.Random(f"tourneys in lock-step {batch}")
    count: Counter[str] = Counter()
    for _ in range(40):
        one_tourney(rng, count)
    assert count["over"] >= 8, count
    assert count["next game"] >= 8, count


# ---- scripted ends, scores, seats and options ------------------------------------------------------------


def random_caught(rng: random.Random, o: Options) -> list[set[str]]:
    """Return the award jacks in use, caught by anybody; now and then all by one player."""
    caught: list[set[str]] = [set() for _ in range(o.players)]
    one = rng.randrange(o.players) if rng.random() < 0.4 else None
    for jack in sorted(o.awards):
        caught[rng.randrange(o.players) if one is None else one].add(jack)
    return caught


@pytest.mark.parametrize("batch", range(4))
def test_scores_of_made_up_deals(batch: int) -> None:
    """The score of bids, tricks, bags and jacks of all kinds without playing; CS-SCORE, SP-SCORE."""
    rng = random.Random(f"made-up deals {batch}")
    for _ in range(1000):
        rules, o = random_rules(rng)
        special = sorted(o.special_bids - (set() if o.sm_tricks else {"SM"}))
        bids = [
            rng.choice(special) if special and rng.random() < 0.5 else str(rng.randint(1, 6))
            for _ in range(o.players)
        ]
        tricks = [0] * o.players
        weights = [rng.choice([0, 1, 1, 3]) for _ in range(o.players - 1)] + [1]
        for winner in rng.choices(range(o.players), weights, k=o.n_tricks):
            tricks[winner] += 1
        bags = [rng.randrange(o.bag_limit or 1) for _ in o.sides]
        caught = random_caught(rng, o)
        got = sp.score_deal(
            rules, bids, tricks, bags=bags, caught=[" ".join(sorted(jacks)) for jacks in caught]
        )
        expected = deal_points(o, bids, tricks, bags, caught)
        assert (got.points, got.bags, got.made) == (
            tuple(expected.points),
            tuple(expected.bags),
            tuple(expected.made),
        ), (rules.to_text(), bids, tricks, bags, caught)
        for side in range(len(o.sides)):
            parts = (got.bid_points, got.bag_points, got.award_points, got.penalty)
            assert got.points[side] == sum(part[side] for part in parts)


def test_scripted_ends_of_games() -> None:
    """Winners and places of scores around the target and the lower limit; CS-END, SP-END."""
    rng = random.Random("ends")
    seen: Counter[str] = Counter()
    for _ in range(4000):
        rules, o = random_rules(rng)
        near = [o.target - 10, o.target - 1, o.target, o.target + 10, 0]
        if o.lose_at is not None:
            near += [o.lose_at - 10, o.lose_at, o.lose_at + 1]
        scores = [rng.choice(near) for _ in o.sides]
        winner = game_winner(scores, o)
        assert sp.game_winner(rules, scores) == winner, (rules.to_text(), scores)
        assert sp.standings(scores) == tuple(ranks(scores)), scores
        seen["goes on" if winner is None else "won"] += 1
    assert min(seen["won"], seen["goes on"]) > 1000


def test_draws_for_seats() -> None:
    """Random packs, some with their ranks together so that many tie; CS-DEAL-1, CS-DEAL-2."""
    rng = random.Random("draws")
    rounds: Counter[int] = Counter()
    for _ in range(5000):
        players = rng.randint(3, 5)
        pack = list(PACKS["cs4"])
        rng.shuffle(pack)
        if rng.random() < 0.6:
            few = set(rng.sample([card[1:] for card in PACKS["cs4"][:13]], rng.randint(2, 5)))
            top = [card for card in pack if card[1:] in few]
            pack = top + [card for card in pack if card not in top]
        seating = sp.draw_seats(players, pack=pack)
        assert list(seating.order) == draw_seats(players, pack), (players, pack)
        drawn = [card.name for drawing in seating.rounds for _, card in drawing]
        assert drawn == pack[: len(drawn)]
        rounds[min(len(seating.rounds), 5)] += 1
    assert min(rounds[n] for n in range(1, 6)) > 50, rounds


def plain(value: object) -> object:
    """Return the value of an option as a number, a word or a set of names."""
    if isinstance(value, (frozenset, CardSet)):
        return frozenset(member.text if isinstance(member, Bid) else member.name for member in value)
    if value is None or isinstance(value, (bool, int)):
        return value
    return getattr(value, "value", value)


def test_options_mean_the_same() -> None:
    """All presets and many combinations have the same values on both sides, defaults included."""
    rng = random.Random("options")
    cases = [random_rules(rng) for _ in range(300)]
    cases += [(sp.Rules.preset(name), read_options(changes)) for name, changes in PRESETS.items()]
    cases += [
        (sp.Rules.preset(name, **shape), read_options(PRESETS[name] | shape))
        for name in ANY_PLAYERS
        for shape in SHAPES
    ]
    for rules, o in cases:
        for name in Options.__dataclass_fields__:
            assert plain(getattr(rules, name)) == getattr(o, name), (name, rules.to_text())
        assert [list(side) for side in rules.sides] == o.sides
        for dealer in range(o.players):
            sizes = tuple(o.hand_size(seat, dealer) for seat in range(o.players))
            assert rules.hand_sizes(dealer) == sizes


# ---- illegal actions -----------------------------------------------------------------------------------


def tries(rng: random.Random, referee: SpadesReferee) -> list[Action]:
    """Return actions to try: of every kind, near what is legal and far from it."""
    assert referee.turn is not None
    hand = in_order(referee.hands[referee.turn])
    made: list[Action] = [action_from_id(rng.randrange(ID_BLOCKS["put_1"].stop)) for _ in range(2)]
    if referee.phase == "PLAY":
        made += [Play(card) for card in rng.sample(hand, min(len(hand), 4))]
        made += [Play(rng.choice(referee.pack)), Bid("4"), LOOK]
    elif referee.phase == "EXCHANGE":
        made += [Exchange(rng.sample(hand, size)) for size in range(1, 5)]
        made += [Exchange(rng.sample(referee.pack, referee.options.bn_exchange)) for _ in range(2)]
        made += [Play(hand[0]), Bid("NIL")]
    else:
        made += [Bid(rng.choice(["1F", "2F", "B6", "BN", "NIL", "SM"])) for _ in range(4)]
        made += [Bid(str(rng.randint(1, 17))) for _ in range(3)]
        made += [LOOK, Play(rng.choice(hand)), Exchange(rng.sample(hand, 2))]
    return made


def accepted(referee: SpadesReferee, action: Action) -> bool:
    """Whether the referee allows an action; a bid while unseen is a look and the bid (CS-BID-5)."""
    seat = referee.turn
    assert seat is not None
    if isinstance(action, Exchange) and referee.phase == "EXCHANGE":
        return len(action.cards) == referee.options.bn_exchange and names(action.cards) <= referee.hands[seat]
    if referee.phase == "EXCHANGE":
        return False
    legal = referee.legal()
    if referee.phase == "AUCTION" and not referee.seen[seat]:
        legal = legal | referee.seen_bids(seat)
    return action.text in legal


def check_tries(deal: sp.Deal, referee: SpadesReferee, rng: random.Random, count: Counter[str]) -> None:
    """Try actions; those the referee refuses must be refused with the same words, and change nothing."""
    before, key, text = deal.copy(), hash(deal), deal.to_text()
    for action in tries(rng, referee):
        why = deal.explain(action)
        assert (why is None) == accepted(referee, action), (action, deal.to_text())
        if why is None:
            continue
        with pytest.raises(IllegalAction) as caught:
            deal.push(action)
        error = caught.value
        assert error.explanation == why == deal.explain(action)
        assert str(error).startswith(why.sentence)
        assert (why.seat, why.action) == (deal.turn, action.text)
        assert why.clause.startswith(("CS-", "SP-"))
        assert why.option is None or why.option in Options.__dataclass_fields__
        assert why.sentence == why.sentence.strip()
        assert not why.sentence.endswith(".")
        assert (deal == before, hash(deal), deal.to_text()) == (True, key, text)
        count[f"{type(error).__name__} {why.clause}"] += 1
    assert list(deal.legal_actions)[:50] == list(before.legal_actions)[:50]


def test_illegal_actions_change_nothing() -> None:
    """``explain`` and the error state the same facts, for every rule that can be broken."""
    rng = random.Random("illegal actions")
    count: Counter[str] = Counter()
    for number in range(120):
        if number % 10:
            rules, o = random_rules(rng)
        else:
            rules, o = both({"players": 5, "jokers": 3, "must_lead_2c": True})
        start = random_start(rng, o)
        deal = sp.Deal(
            rules,
            dealer=rng.randrange(o.players),
            seed=number,
            scores=start["scores"],
            bags=start["bags"],
            blind_sixes=start["sixes"],
        )
        referee = SpadesReferee(pack_of(deal), deal.dealer, o, *start.values())
        while referee.phase != "OVER":
            if (referee.phase != "PLAY" and rng.random() < 0.5) or rng.random() < 0.12:
                check_tries(deal, referee, rng, count)
            action = choose(rng, referee)
            referee.do(action)
            deal.push(action)
    assert sum(count.values()) > 1_500
    assert {what.split()[0] for what in count} == {
        "IllegalCall",
        "IllegalExchange",
        "IllegalPlay",
        "WrongPhase",
    }
    for clause in ("CS-BID-2", "CS-BID-3", "CS-BID-5", "CS-BID-6", "CS-BID-7", "CS-BID-9", "CS-BID-10"):
        assert count[f"IllegalCall {clause}"], (clause, count)
    for clause in ("CS-PLAY-2", "CS-PLAY-3", "CS-PLAY-7"):
        assert count[f"IllegalPlay {clause}"], (clause, count)
    assert count["IllegalCall SP-BID-1"] + count["IllegalCall SP-BID-3"], count
    assert count["IllegalExchange SP-BID-4"], count


def test_a_deal_that_is_over_takes_no_action() -> None:
    rng = random.Random("over")
    deal = sp.Deal(seed=1)
    referee = SpadesReferee(pack_of(deal), 0, {})
    play_deal(deal, referee, rng, every=1)
    before = deal.to_text()
    for text in ("4", "NIL", "B6", "LOOK", "put S5 C6", "HQ", "P"):
        with pytest.raises(GameError, match="the deal is over"):
            deal.push(text)
        why = deal.explain(text)
        assert why is not None
        assert (why.seat, why.legal) == (None, ())
    assert deal.to_text() == before
