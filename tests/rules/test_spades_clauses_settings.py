"""Spades: clauses at every table and every setting, against the sentences of the rules written out again."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from rules.spades_deals import play_on, texts
from tricktake import CardSet, Phase
from tricktake import spades as sp

SHAPES = ("official", "four", "five", "five_2_jokers", "five_3_jokers", "partners")
JACKS = ("CJ", "DJ", "HJ")


def scored(rules: sp.Rules, bid: str, tricks: int, bags: int = 0, caught: str = "") -> tuple[int, int]:
    """Return points and bags of the first of three players."""
    score = sp.score_deal(
        rules, [bid, "NIL", "1"], (tricks, 0, 17 - tricks), bags=(bags, 0, 0), caught=[caught, "", ""]
    )
    return score.points[0], score.bags[0]


@pytest.mark.parametrize("name", SHAPES)
def test_cs_deal_3_one_at_a_time_from_the_left_of_every_dealer(name: str) -> None:
    """Also CS-DEAL-4; with two jokers the dealer is not in the last round."""
    rules, rng = sp.PRESETS[name], random.Random(name)
    pack = list(sp.PACKS[rules.pack_name])
    for dealer in range(rules.players):
        rng.shuffle(pack)
        hands: list[list[object]] = [[] for _ in range(rules.players)]
        seat = dealer
        for card in pack:
            seat = (seat + 1) % rules.players
            hands[seat].append(card)
        deal = sp.Deal(rules, dealer=dealer, pack=pack)
        assert deal.dealt == tuple([CardSet(hand) for hand in hands])  # type: ignore[arg-type]
        assert len(hands[dealer]) == rules.hand_size - (rules.jokers == 2)


@pytest.mark.parametrize("name", SHAPES)
def test_cs_bid_2_every_number_up_to_the_cards_in_hand(name: str) -> None:
    """The dealer with two jokers too; and every number can be bid without looking first."""
    rules = sp.PRESETS[name]
    for dealer in range(rules.players):
        deal = sp.Deal(rules, dealer=dealer, seed=1)
        while deal.phase is Phase.AUCTION:
            turn = deal.turn
            assert turn is not None
            if "LOOK" in texts(deal):
                deal.push("LOOK")
            numbers = {int(text) for text in texts(deal) if text.isdigit()}
            assert numbers == {*range(1, len(deal.dealt[turn]) + 1)}
            deal.push("1")


@pytest.mark.parametrize("name", ["official", "four", "five", "five_2_jokers", "five_3_jokers"])
def test_cs_bid_10_hook_counts_every_bid(name: str) -> None:
    """NIL and BN count 0, 1F 1, 2F 2, B6 6, SM ``sm_tricks``."""
    rules = sp.PRESETS[name].replace(hook=True, b6_behind=0, b6_limit=None, sm_tricks=7)
    worth = {"NIL": 0, "BN": 0, "1F": 1, "2F": 2, "B6": 6, "SM": 7, "3": 3}
    dealer, rng = rules.players - 1, random.Random(name)
    barred = 0
    for _ in range(60):
        bids = [rng.choice(list(worth)) for _ in range(dealer)]
        deal = sp.Deal(rules, dealer=dealer, seed=1).push_all(" ".join(bids))
        left = rules.hand_size - sum([worth[bid] for bid in bids])
        blind = {"BN", "B6"} - {bid for bid in ("BN", "B6") if worth[bid] == left}
        if blind:
            assert texts(deal) == {"LOOK", *blind}
            deal.push("LOOK")
        most = len(deal.dealt[dealer])
        seen = {str(number): number for number in range(1, most + 1)} | {"NIL": 0, "1F": 1, "2F": 2, "SM": 7}
        assert texts(deal) == {text for text, count in seen.items() if count != left}
        barred += len(texts(deal)) < len(seen)
    assert barred > 10


@pytest.mark.parametrize("scope", ["player", "table"])
@pytest.mark.parametrize("limit", [0, 1, 2, None])
def test_cs_bid_7_limit_and_scope(scope: str, limit: int | None) -> None:
    """Each player's own count, or that of all, the bids before in the same hand included."""
    rules = sp.Rules(b6_behind=0, b6_limit=limit, b6_limit_scope=scope)
    for before in product(range(3), repeat=3):
        deal = sp.Deal(rules, dealer=2, seed=1, blind_sixes=before)
        used = list(before)
        for seat in range(3):
            count = used[seat] if scope == "player" else sum(used)
            may = limit is None or count < limit
            assert ("B6" in texts(deal)) == may
            deal.push("B6" if may else "1")
            used[seat] += may
            assert deal.blind_sixes == tuple(used)


def test_cs_bid_7_the_count_goes_on_in_a_game_and_restarts_with_the_next() -> None:
    rules = sp.Rules(b6_behind=0, target=100, wins_needed=9, awards="none")
    tourney = sp.Tourney(rules, seed=4)
    rng = random.Random("sixes")
    restarted = 0
    while len(tourney.games) < 4:
        game = tourney.next_game()
        sixes = [0, 0, 0]
        while not game.is_over:
            deal = game.next_deal()
            assert deal.blind_sixes == tuple(sixes)
            while deal.phase is Phase.AUCTION:
                turn = deal.turn
                assert turn is not None
                assert ("B6" in texts(deal)) == (not sixes[turn])
                if "B6" in texts(deal) and rng.random() < 0.6:
                    sixes[turn] += 1
                    deal.push("B6")
                else:
                    deal.push("4")
            play_on(rng, deal)
        restarted += any(sixes)
    assert restarted


def test_cs_bag_4_nothing_is_carried_into_the_next_game() -> None:
    """Scores, bags and counts of blind sixes were not 0 at the end of the game before."""
    tourney = sp.Tourney(sp.Rules(target=100, b6_behind=0, wins_needed=9), seed=2)
    rng = random.Random("bags")
    left = [0, 0, 0]
    for _ in range(4):
        game = tourney.next_game()
        assert (game.scores, game.bags, game.blind_sixes) == ((0, 0, 0),) * 3
        while not game.is_over:
            deal = game.next_deal()
            assert (deal.scores, deal.bags) == (game.scores, game.bags)
            while deal.phase is Phase.AUCTION:
                deal.push("B6" if "B6" in texts(deal) and rng.random() < 0.3 else str(rng.randrange(2, 5)))
            play_on(rng, deal)
        ends = (game.scores, game.bags, game.blind_sixes)
        left = [count + any(end) for count, end in zip(left, ends, strict=True)]
    assert min(left) > 0


def bonus(used: set[str], caught: set[str], multi: str) -> set[str]:
    """Return the jacks that pay, by the sentences of section 7."""
    counted = used & caught
    if len(counted) == 1 or multi == "each":
        return counted
    return counted if multi == "one_or_all3" and len(counted) == 3 else set()


@pytest.mark.parametrize("multi", ["one_or_all3", "each", "single_only"])
def test_cs_award_3_every_set_of_jacks(multi: str) -> None:
    """Also CS-AWARD-1, -2, -4, -5 and -6: jacks in use and jacks caught, all of them."""
    sets = [set(jacks) for count in range(4) for jacks in combinations(JACKS, count)]
    for used, caught in product(sets, sets):
        for style, limit in (("accumulate", 10), ("per_hand", None)):
            rules = sp.Rules(
                awards=used, award_multi=multi, award_points=15, bag_style=style, bag_limit=limit
            )
            paid = bonus(used, caught, multi)
            points = 15 * len(paid - {"HJ"})
            held = " ".join(sorted(caught & used))  # no other jack is handed in as caught
            for new in (0, 2):
                bags = max(0, new - ("HJ" in paid))
                if style == "per_hand":
                    assert scored(rules, "4", 4 + new, 0, held) == (40 + points - 10 * bags, 0)
                else:
                    assert scored(rules, "4", 4 + new, 0, held) == (40 + points, bags)


@pytest.mark.parametrize("limit", [1, 2, 5, 10, 25])
@pytest.mark.parametrize("rollover", [False, True])
def test_cs_bag_2_whole_count_or_full_limits(limit: int, rollover: bool) -> None:
    """Also CS-BAG-1: at the limit, above it, and twice above it."""
    rules = sp.Rules(bag_limit=limit, bag_rollover=rollover)
    for before, new in product(range(limit), range(16)):
        bags = before + new
        if rollover:
            expected = (10 - 10 * limit * (bags // limit), bags % limit)
        else:
            expected = (10 - 10 * bags, 0) if bags >= limit else (10, bags)
        assert scored(rules, "1", 1 + new, before) == expected


@pytest.mark.parametrize(("name", "sides"), [("official", 3), ("four", 4), ("five", 5), ("partners", 2)])
def test_cs_end_1_target_and_sole_lead(name: str, sides: int) -> None:
    """Also CS-END-2, CS-END-3 and SP-END-1: nobody below the target, nobody in a tie at the top."""
    rules = sp.PRESETS[name]
    wins = 0
    for scores in product((490, 500, 510, 520), repeat=sides):
        top = max(scores)
        leaders = [side for side, score in enumerate(scores) if score == top]
        expected = leaders[0] if top >= 500 and len(leaders) == 1 else None
        assert sp.game_winner(rules, scores) == expected
        wins += expected is not None
    assert wins


def test_sp_end_2_either_end_and_the_higher_side() -> None:
    rules = sp.Rules.partners_500(lose_at=-200)
    for one, other in product((-300, -210, -200, -199, 0, 499, 500, 600), repeat=2):
        ends = max(one, other) >= 500 or min(one, other) <= -200
        expected = int(other > one) if ends and one != other else None
        assert sp.game_winner(rules, (one, other)) == expected


@pytest.mark.parametrize(("needed", "games"), [(1, 1), (2, 3), (3, 5)])
def test_cs_tour_1_the_first_with_the_tokens_needed(needed: int, games: int) -> None:
    """Two sides: it is over after at most ``games``, and not before one of them has its tokens."""
    tourney = sp.Tourney(sp.Rules.partners_500(target=20, wins_needed=needed), seed=needed)
    rng = random.Random(needed)
    winners = []
    while not tourney.is_over:
        assert max(tourney.tokens) < needed
        game = tourney.next_game()
        while not game.is_over:
            play_on(rng, game.next_deal())
        winners.append(game.winner)
        assert tourney.tokens == (winners.count(0), winners.count(1))
    assert max(tourney.tokens) == needed
    assert tourney.winner == winners[-1]
    assert needed <= len(winners) <= games
    assert len({game.deals[0].dealer for game in tourney.games}) >= 1


def test_sp_bid_4_as_many_cards_as_the_option_says() -> None:
    """And any of the cards then held may come back."""
    for count in (1, 2, 3):
        rules = sp.Rules.partners_500(bn_behind=None, bn_exchange=count)
        rng = random.Random(count)
        for number in range(20):
            deal = sp.Deal(rules, dealer=0, seed=8, number=number).push_all("BN 4 5 4")
            hands = [set(deal.hand(seat)) for seat in range(4)]
            gift = rng.sample(sorted(hands[1]), count)
            deal.push("put " + " ".join([card.name for card in gift]))
            assert set(deal.hand(3)) == hands[3] | set(gift)
            assert [len(deal.hand(seat)) for seat in range(4)] == [13, 13 - count, 13, 13 + count]
            back = rng.sample(sorted(deal.hand(3)), count)
            deal.push("put " + " ".join([card.name for card in back]))
            assert set(deal.hand(1)) == (hands[1] - set(gift)) | set(back)
            assert set(deal.hand(3)) == (hands[3] | set(gift)) - set(back)
            assert (set(deal.hand(0)), set(deal.hand(2))) == (hands[0], hands[2])
            assert (deal.phase, deal.turn) == (Phase.PLAY, 1)
