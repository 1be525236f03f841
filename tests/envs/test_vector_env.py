"""The vector environment: the same episodes as one at a time, nothing lost where deals end (L-05)."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np
import pytest

from envs.tables import SOME

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("tricktake.vector")

from gymnasium.vector import AutoresetMode  # noqa: E402

from tricktake import Exchange, IllegalAction, SetupError, WrongPhase  # noqa: E402
from tricktake.bots import Bot  # noqa: E402
from tricktake.encoding import encoding_of  # noqa: E402
from tricktake.envs.gymnasium import SeatEnv  # noqa: E402
from tricktake.envs.vector import VectorSeatEnv  # noqa: E402

MODES = [mode.value for mode in AutoresetMode]
_MIDDLE = 3  # of the legal actions, so that auctions go on and end


class Middle(Bot):
    """Takes the legal action at some place of the list; an exchange of the lowest cards."""

    def _choose(self, view: Any) -> Any:
        encoding = encoding_of(view.rules)
        legal = encoding.legal(view)
        if view.phase.value == "exchange":
            rules = view.rules
            size = rules.kitty_size if hasattr(rules, "kitty_size") else rules.bn_exchange
            return Exchange(view.hand.ascending()[:size])
        return encoding.actions.action(legal[min(_MIDDLE, len(legal) - 1)])


def middle(seen: Any, masks: Any, rules: Any = None) -> Any:
    """The same for arrays."""
    chosen = []
    for mask in masks:
        legal = mask.nonzero()[0]
        chosen.append(legal[min(_MIDDLE, len(legal) - 1)])
    return np.array(chosen, dtype=np.int64)


def lowest_put(rules: Any) -> Any:
    """``middle``, but cards are put away from the lowest."""
    encoding = encoding_of(rules)
    phases = encoding.part("phase")
    size = phases.stop - phases.start
    from tricktake.state import Phase

    game = __import__(f"{type(rules).__module__.rpartition('.')[0]}.encoding", fromlist=["phases_of"])
    named = game.phases_of(rules)
    assert len(named) == size
    exchange = named.index(Phase.EXCHANGE) if Phase.EXCHANGE in named else -1

    def choose(seen: Any, masks: Any) -> Any:
        chosen = middle(seen, masks)
        if exchange >= 0:
            rows = seen[:, phases.start + exchange] == 1
            chosen[rows] = masks[rows].argmax(axis=1)
        return chosen

    return choose


def one_by_one(rules: Any, episodes: int, seed: int) -> dict[int, tuple[float, Any, tuple[int, ...]]]:
    """Reward, last observation and points of each episode of the environment for one agent."""
    env = SeatEnv(rules, opponents=Middle)
    choose, found = lowest_put(rules), {}
    for number in range(episodes):
        seen, info = env.reset(**({"seed": seed} if number == 0 else {}))
        total, over = 0.0, False
        while not over:
            action = choose(seen[None], info["action_mask"][None])[0]
            seen, reward, over, _, info = env.step(action)
            total += reward
        found[number] = (total, seen, info["points"])
    return found


@pytest.mark.parametrize(
    ("name", "mode"),
    [*[(name, "SameStep") for name in SOME], *[("five-hundred", mode) for mode in MODES[::2]]],
)
def test_same_episodes_as_one_at_a_time(name: str, mode: str) -> None:
    """L-05: count, rewards, points and last observations are those of single environments, in every mode."""
    rules, tables, each = SOME[name], 8 if name == "spades" else 4, 2
    expected = one_by_one(rules, tables * each, seed=21)
    envs = VectorSeatEnv(name, num_envs=tables, opponents=lowest_put(rules), autoreset_mode=mode, threads=2)
    assert envs.metadata["autoreset_mode"] is AutoresetMode(mode)
    choose = lowest_put(rules)
    seen, infos = envs.reset(seed=21)
    totals: dict[int, float] = defaultdict(float)
    number, found = np.arange(tables), {}
    fresh = np.zeros(tables, bool)
    while len(found) < tables * each:
        mask = infos["action_mask"]
        assert (mask.any(axis=1) == ~fresh).all() or mode == "SameStep"
        moves = np.full(tables, -7)
        live = mask.any(axis=1)
        moves[live] = choose(seen[live], mask[live])
        seen, rewards, terminations, truncations, infos = envs.step(moves)
        assert not truncations.any()
        assert not rewards[fresh & (mode == "NextStep")].any()
        for at in range(tables):
            totals[int(number[at])] += rewards[at]
            if terminations[at]:
                last, facts = (
                    (seen[at], infos)
                    if mode != "SameStep"
                    else (
                        infos["final_obs"][at],
                        infos["final_info"],
                    )
                )
                assert facts["_points"][at]
                assert not facts["action_mask"][at].any()
                found[int(number[at])] = (totals[int(number[at])], last, tuple(facts["points"][at].tolist()))
                number[at] += tables
        if mode == "SameStep":
            assert ("final_obs" in infos) == bool(terminations.any())
            if terminations.any():
                assert (infos["_final_obs"] == terminations).all()
                assert all((infos["final_obs"][at] is not None) == terminations[at] for at in range(tables))
        if mode == "NextStep":
            fresh = terminations
        if mode == "Disabled" and terminations.any():
            with pytest.raises(WrongPhase, match="reset comes first"):
                envs.step(moves)
            seen, infos = envs.reset(options={"reset_mask": terminations})
    for episode, (total, last, points) in expected.items():
        if episode in found:
            assert found[episode][0] == total
            assert (found[episode][1] == last).all()
            assert found[episode][2] == points
    assert len(set(found) & set(expected)) >= tables


@pytest.mark.parametrize("reward", ["points", "margin", "win"])
@pytest.mark.parametrize("name", ["five-hundred", "spades", "spades:partners"])
def test_rewards(name: str, reward: str) -> None:
    """The three kinds of reward are those of the environment for one agent."""
    envs = VectorSeatEnv(name, num_envs=6, reward=reward, autoreset_mode="Disabled")
    single = SeatEnv(name, opponents="random", reward=reward)
    _, infos = envs.reset(seed=3)
    ended = np.zeros(6, bool)
    rng = np.random.default_rng(1)
    checked = 0
    for _ in range(45):
        liking = rng.random(infos["action_mask"].shape)
        _, rewards, over, _, infos = envs.step((liking * infos["action_mask"]).argmax(axis=1))
        for at in np.flatnonzero(over):
            points = infos["points"][at]
            sides = single.rules.sides
            worth = [int(points[side[0]]) for side in sides]
            mine = next(k for k, side in enumerate(sides) if infos["seat"][at] in side)
            expected = {
                "points": worth[mine],
                "margin": worth[mine] - (sum(worth) - worth[mine]) / (len(sides) - 1),
                "win": (worth[mine] == max(worth)) / worth.count(max(worth)),
            }[reward]
            assert rewards[at] == pytest.approx(expected)
            checked += 1
        assert not rewards[~over].any()
        if over.any():
            _, infos = envs.reset(options={"reset_mask": over})
        ended |= over
    assert checked > 6


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("illegal", ["end", "ask", "random", "raise"])
def test_illegal_actions(illegal: str, mode: str) -> None:
    """L-02: at one table out of four; the others go on."""
    envs = VectorSeatEnv("spades", num_envs=4, illegal=illegal, penalty=9.0, autoreset_mode=mode)
    _, infos = envs.reset(seed=5)
    texts = [envs.deals.deal(at).to_text() for at in range(4)]
    for wrong in (-1, -5, 999, int((infos["action_mask"][2] == 0).argmax())):
        moves = infos["action_mask"].argmax(axis=1)
        moves[2] = wrong
        if illegal == "raise":
            with pytest.raises(IllegalAction, match=f"table 2: seat .* action {wrong}"):
                envs.step(moves)
            assert [envs.deals.deal(at).to_text() for at in range(4)] == texts
            continue
        before = envs.deals.number.tolist()
        _, rewards, over, _, infos = envs.step(moves)
        assert rewards.tolist() == [0.0, 0.0, -9.0, 0.0]
        assert over.tolist() == [False, False, illegal == "end", False]
        facts = infos["final_info"] if illegal == "end" and mode == "SameStep" else infos
        assert facts["illegal"].tolist() == facts["_illegal"].tolist() == [False, False, True, False]
        if illegal == "end" and mode == "SameStep":
            assert "illegal" not in infos
            assert envs.deals.number.tolist() == [*before[:2], before[2] + 4, before[3]]
        if illegal == "end" and mode == "NextStep":
            assert not infos["action_mask"][2].any()
            _, rewards, over, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
            assert (rewards[2], over[2], "illegal" in infos) == (0.0, False, False)
            assert infos["action_mask"][2].any()
        if illegal == "end" and mode == "Disabled":
            _, infos = envs.reset(options={"reset_mask": over})
            assert infos["action_mask"].any(axis=1).all()


def test_seeds_and_resets() -> None:
    """L-08: a seed settles cards and chance; without one, two environments differ."""
    texts = []
    for seed in (4, 4, 5, None, None):
        envs = VectorSeatEnv("five-hundred", num_envs=5)
        _, infos = envs.reset(**({} if seed is None else {"seed": seed}))
        for _ in range(12):
            _, _, _, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        envs.reset()
        texts.append("\n".join([envs.deals.deal(at).to_text() for at in range(5)]))
    assert texts[0] == texts[1]
    assert len(set(texts)) == 4


def test_options() -> None:
    """Scores before the deals, some tables only, and what is refused."""
    envs = VectorSeatEnv("spades", num_envs=3)
    with pytest.raises(WrongPhase, match="reset comes first"):
        envs.step(np.zeros(3, int))
    envs.reset(seed=1, options={"scores": [[0, 0, 0], [400, 0, 0], [0, 0, -50]], "bags": [1, 2, 3]})
    assert [envs.deals.deal(at).scores for at in range(3)] == [(0, 0, 0), (400, 0, 0), (0, 0, -50)]
    assert envs.deals.deal(1).bags == (1, 2, 3)
    number = envs.deals.number.tolist()
    for options in (
        {"target": 3},
        {"reset_mask": [True, False]},
        {"reset_mask": np.zeros(3, bool)},
        {"reset_mask": np.array([1, 0, 0])},
        {"scores": [0, 0]},
    ):
        with pytest.raises((SetupError, ValueError)):
            envs.reset(options=options)
        assert envs.deals.number.tolist() == number
    with pytest.raises(SetupError, match="all tables"):
        envs.reset(seed=1, options={"reset_mask": np.array([True, False, False])})
    envs.reset(options={"reset_mask": np.array([True, False, True])})
    assert envs.deals.number.tolist() == [3, 1, 5]


@pytest.mark.parametrize("actions", [[0, 0], [0.0, 0.0, 0.0], [[0, 0, 0]], "abc"])
def test_actions_of_a_wrong_kind(actions: Any) -> None:
    """Neither fewer actions nor other types are taken."""
    envs = VectorSeatEnv("spades", num_envs=3)
    envs.reset(seed=1)
    with pytest.raises(TypeError, match="whole numbers"):
        envs.step(actions)


def test_opponents_that_err() -> None:
    """What opponents return is checked."""
    for opponents in (lambda seen, masks: 3, lambda seen, masks: np.zeros(len(seen)) + 0.5):
        with pytest.raises(SetupError, match="opponents must return"):
            VectorSeatEnv("spades", num_envs=3, seat=0, opponents=opponents).reset(seed=1)
    envs = VectorSeatEnv("spades", num_envs=3, seat=0, opponents=lambda seen, masks: masks.argmin(axis=1))
    with pytest.raises(IllegalAction):
        envs.reset(seed=1)


def test_made_by_name() -> None:
    """``gymnasium.make_vec`` finds it, and Gymnasium's wrappers work on it."""
    import tricktake.envs.gymnasium  # noqa: F401 - registers

    envs: Any = gymnasium.make_vec(
        "tricktake/Spades-v0", num_envs=4, vectorization_mode="vector_entry_point", illegal="random"
    )
    assert envs.observation_space.contains(envs.reset(seed=1)[0])
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    _, infos = envs.reset(seed=1)
    returns = []
    for _ in range(45):
        _, rewards, over, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
        if over.any():
            returns += infos["episode"]["r"][over].tolist()
            assert (infos["episode"]["r"][over] == rewards[over]).all()
    assert len(returns) >= 8
    envs.close()
