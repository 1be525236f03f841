"""Which episodes there are: seeds, options, copies in mid-deal, whole matches."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import pytest

from envs.tables import SOME, some_number

pytest.importorskip("pettingzoo")

from tricktake import RecordError, SetupError
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.envs import pettingzoo as zoo
from tricktake.envs.episodes import Episodes, Reward
from tricktake.envs.gymnasium import SeatEnv


def cards(env: Any) -> str:
    """The deal of an environment as text."""
    text: str = env.unwrapped.table.deal.to_text()
    return text


def both(name: str, **options: Any) -> tuple[Any, Any]:
    """The two environments for some rules."""
    return zoo.env(name, **options), SeatEnv(name, opponents="random", seat=0, **options)


# ---- seeds ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("name", ["five-hundred", "spades"])
def test_a_seed_gives_a_row_of_episodes(name: str, match: bool) -> None:
    """L-08: the same episodes again and everywhere; other seeds and further resets give others."""
    for make in (0, 1):
        env, again, other = (both(name, match=match)[make] for _ in range(3))
        row = []
        for number in range(5):
            env.reset(**({"seed": 77} if number == 0 else {}))
            row.append(cards(env))
        assert len(set(row)) == 5
        other.reset(seed=78)
        for number, text in enumerate(row):
            again.reset(**({"seed": 77} if number == 0 else {}))
            other.reset()  # another environment in between changes nothing
            random.random()
            assert cards(again) == text
            assert cards(other) != text
        again.reset(seed=77)
        assert cards(again) == row[0]


def test_deals_are_those_of_the_seed() -> None:
    """Episode k of seed s is deal k of the seed; with matches, that of seed s * 2**32 + k."""
    env, whole = zoo.raw_env("spades"), zoo.raw_env("spades", match=True)
    for number in range(4):
        env.reset(**({"seed": 5} if number == 0 else {}))
        assert env.table.deal == sp.Deal(dealer=number % 3, seed=5, number=number)
        whole.reset(**({"seed": 5} if number == 0 else {}))
        game = sp.Game(seed=(5 << 32) + number, dealer=number % 3)
        assert whole.table.deal == game.next_deal()


def test_without_a_seed() -> None:
    """Two environments that were never given a seed have different cards."""
    texts = set()
    for env in (*both("spades"), *both("spades")):
        env.reset()
        texts.add(cards(env).split(" : ")[0])
    assert len(texts) == 4


@pytest.mark.parametrize("seed", [-1, 1.5, "7"])
def test_impossible_seeds(seed: Any) -> None:
    """A seed that is none is refused, and the row goes on."""
    episodes = Episodes("spades")
    first = [episodes.begin(seed=3).table, episodes.begin().table]
    episodes.begin(seed=3)
    with pytest.raises((SetupError, TypeError)):
        episodes.begin(seed=seed)
    assert episodes.begin().table == first[1]


# ---- options ----------------------------------------------------------------------------------------------


def test_rules_stay_on_every_reset() -> None:
    """L-01: reset, seeded reset and options leave the rules alone; unknown options are refused."""
    rules = sp.Rules(nil_value=50, target=200)
    for env in (zoo.env(rules), SeatEnv(rules, opponents="random", seat=0)):
        before = env.unwrapped.rules
        for arguments in ({}, {"seed": 3}, {"seed": 3, "options": {"scores": (0, 150, -20)}}):
            env.reset(**arguments)
            assert env.unwrapped.rules is before
            assert env.unwrapped.table.deal.rules == rules
        assert env.unwrapped.table.deal.scores == (0, 150, -20)
        env.reset(seed=3)
        assert env.unwrapped.table.deal.scores == (0, 0, 0)
        text = cards(env)
        for options in (
            {"target": 500},
            {"scores": (0, 0)},
            {"bags": (-1, 0, 0)},
            {"deal": sp.Deal(dealer=0, seed=1)},  # other rules
            {"deal": 7},
            {"match": sp.Game(rules)},  # episodes are deals
            {"deal": sp.Deal(rules, dealer=0, seed=1), "dealer": 1},
        ):
            with pytest.raises(SetupError):
                env.reset(options=options)
            assert cards(env) == text
        with pytest.raises(IndexError):
            env.reset(options={"dealer": 3})
        with pytest.raises(RecordError):
            env.reset(options={"deal": "spades/1 nonsense"})


def test_options() -> None:
    """Dealer, scores, bags, a whole deal or its text."""
    episodes = Episodes("spades")
    options = {"dealer": 2, "scores": (10, 20, 30), "bags": (1, 2, 3), "options": 1}
    deal = episodes.begin(seed=4, options=options).table.deal
    assert deal == sp.Deal(dealer=2, seed=4, number=0, scores=(10, 20, 30), bags=(1, 2, 3))
    middle = sp.Deal(dealer=1, seed=8).push_all("5 NIL 6")
    for given in (middle, middle.to_text()):
        found = episodes.begin(options={"deal": given}).table.deal
        assert found == middle
        assert found is not middle
    with pytest.raises(SetupError, match="only spades has bags"):
        Episodes("five-hundred").begin(options={"bags": (0, 0)})


def test_a_match_that_goes_on() -> None:
    """A match or its text is an option of episodes that are matches."""
    match = fh.Match(seed=500, dealer=3)
    match.next_deal().push_all("P P P P")
    episodes = Episodes("five-hundred", match=True)
    for given in (match, match.to_text()):
        episode = episodes.begin(options={"match": given})
        assert episode.deals == 2
        assert episode.table.deal == match.copy().next_deal()
    assert len(match.deals) == 1
    with pytest.raises(SetupError, match="'deal' stands alone, and episodes are matches here"):
        episodes.begin(options={"deal": fh.Deal(dealer=0, seed=1)})


# ---- copies -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("match", [False, True])
@pytest.mark.parametrize("name", SOME)
def test_copies_in_every_phase(name: str, match: bool) -> None:
    """A deep copy, or a pickle, in any position goes its own way: neither changes the other."""
    rng = random.Random(name)
    env = zoo.env(name, match=match, cap=2, illegal="random")
    env.reset(seed=6)
    phases, partly = set(), 0
    while env.agents and not env.unwrapped.episode.is_over:
        table = env.unwrapped.table
        phases.add(table.deal.phase)
        partly += bool(table.put)
        if rng.random() < 0.2 or table.put:
            text, agent = table.to_text(), env.agent_selection
            for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                assert twin.unwrapped.table == table
                assert twin.agent_selection == agent
                assert twin.unwrapped.rules == env.unwrapped.rules
                ends = []
                for one in (twin, copy.deepcopy(twin)):  # the same actions and the same chance: the same end
                    chance = random.Random(1)
                    while not one.unwrapped.episode.is_over:
                        legal = one.unwrapped.table.legal()
                        one.step(999 if chance.random() < 0.1 else chance.choice(legal))
                    ends.append((one.unwrapped.table.to_text(), one.unwrapped.episode.scores, one.rewards))
                assert ends[0] == ends[1]
                assert env.unwrapped.table.to_text() == text
                assert (env.agent_selection, env.unwrapped.episode.is_over) == (agent, False)
        env.step(some_number(table, rng))
    assert len(phases) >= 2
    assert partly or "exchange" not in {phase.value for phase in phases}


def test_copies_of_the_environment_for_one_agent() -> None:
    """The same with bots: copies of the environment have bots of the same chance."""
    for match in (False, True):
        env = SeatEnv("five-hundred", opponents="random", match=match, cap=2, illegal="random")
        env.reset(seed=11)
        rng, over = random.Random(2), False
        while not over:
            text = env.table.to_text()
            ends = []
            for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
                assert twin.table.to_text() == text
                total, done = 0.0, False
                while not done:
                    _, reward, done, _, _ = twin.step(999)
                    total += reward
                ends.append((twin.table.to_text(), total))
            assert ends[0] == ends[1]
            assert env.table.to_text() == text
            for _ in range(8):
                if not over:
                    _, _, over, _, _ = env.step(some_number(env.table, rng))


# ---- rewards and matches ----------------------------------------------------------------------------------


def play_out(env: Any, rng: random.Random) -> tuple[list[float], list[tuple[int, ...]]]:
    """Sums of rewards by seat, and the points of each deal."""
    earned, points = [0.0] * len(env.possible_agents), []
    while not env.episode.is_over:
        env.step(some_number(env.table, rng))
        earned = [
            total + env.rewards[agent] for total, agent in zip(earned, env.possible_agents, strict=True)
        ]
        if "points" in env.infos["player_0"]:
            points.append(env.infos["player_0"]["points"])
    return earned, points


@pytest.mark.parametrize(
    "name", ["five-hundred", "five-hundred:australian,players=3", "spades", "spades:partners"]
)
@pytest.mark.parametrize("reward", list(Reward))
def test_rewards_of_deals(name: str, reward: Reward) -> None:
    """Points, margins that add up to nothing over the sides, and a win that is shared."""
    env = zoo.raw_env(name, reward=reward.value)
    rng = random.Random(1)
    env.reset(seed=2)
    for _ in range(8):
        earned, (points,) = play_out(env, rng)
        sides = env.rules.sides
        worth = [points[side[0]] for side in sides]
        assert points == env.table.points()
        assert worth == list(env.table.deal.score().points)
        got = [earned[side[0]] for side in sides]
        assert all(earned[seat] == got[at] for at, side in enumerate(sides) for seat in side)
        if reward is Reward.POINTS:
            assert got == worth
        elif reward is Reward.MARGIN:
            mean = [(sum(worth) - won) / (len(sides) - 1) for won in worth]
            assert got == [won - other for won, other in zip(worth, mean, strict=True)]
            assert abs(sum(got)) < 1e-6
        else:
            best = [won == max(worth) for won in worth]
            assert got == [is_best / sum(best) for is_best in best]
        env.reset()


@pytest.mark.parametrize("name", [*SOME, "five-hundred:kitchen", "spades:short_minus10"])
def test_whole_matches(name: str) -> None:
    """Deals follow each other with running scores, to the end that the rules say; points add up to scores."""
    for cap in (3, 40):
        env = zoo.raw_env(name, match=True, cap=cap)
        env.reset(seed=12)
        kind = fh.Match if isinstance(env.rules, fh.Rules) else sp.Game
        twin = kind(env.rules, seed=12 << 32, dealer=0)  # played along by hand
        rng = random.Random(3)
        twin.next_deal()
        earned = [0.0] * len(env.possible_agents)
        dealers = []
        while not env.episode.is_over:
            if twin.deal.is_over:
                twin.next_deal()
            assert env.table.deal == twin.deal
            dealers.append(env.table.deal.dealer)
            number = some_number(env.table, rng)
            was = env.table
            env.step(number)
            while len(twin.deal) < len(was.deal):
                twin.push(was.deal.history[len(twin.deal)].action)
            earned = [sum(two) for two in zip(earned, env.rewards.values(), strict=True)]
        deals = len(twin.deals)
        assert env.episode.deals == deals
        assert sorted(set(dealers)) == sorted({number % env.rules.players for number in range(deals)})
        assert twin.is_over or deals == cap
        scores = env.infos["player_1"]["scores"]
        assert scores == twin.scores == env.episode.scores
        assert earned == [scores[at] for seat in range(len(earned)) for at in [side_of(env.rules, seat)]]
        best = tuple([at for at, score in enumerate(scores) if score == max(scores)])
        assert env.infos["player_0"]["winners"] == (tuple(sorted(twin.winners or ())) or best)


def side_of(rules: Any, seat: int) -> int:
    return next(at for at, side in enumerate(rules.sides) if seat in side)


@pytest.mark.parametrize("name", ["five-hundred", "five-hundred:kitchen,players=5", "spades"])
def test_winning_a_match(name: str) -> None:
    """With ``win`` only the end of a match is rewarded: 1 for the winners, shared if there are several."""
    env = zoo.raw_env(name, match=True, cap=6, reward="win")
    for seed in range(6):
        env.reset(seed=seed)
        rng = random.Random(seed)
        while not env.episode.is_over:
            assert not any(env.rewards.values())
            env.step(some_number(env.table, rng))
        winners = env.infos["player_0"]["winners"]
        for seat, agent in enumerate(env.possible_agents):
            won = side_of(env.rules, seat) in winners
            assert env.rewards[agent] == (1 / len(winners) if won else 0.0)


def test_matches_of_one_agent() -> None:
    """L-05: rewards of one agent over several episodes are those of the deals, whoever ended them."""
    for name in ("five-hundred", "spades"):
        env = SeatEnv(name, opponents="random", match=True, cap=3)
        for seed in range(4):
            _, info = env.reset(seed=seed)
            rng, over, total, deals = random.Random(seed), False, 0.0, 0
            while not over:
                _, reward, over, _, info = env.step(some_number(env.table, rng))
                total += reward
                deals += "points" in info
            assert total == info["scores"][side_of(env.rules, env.seat)]
            assert 1 <= deals <= 3
            assert env.episode.winners == info["winners"]
