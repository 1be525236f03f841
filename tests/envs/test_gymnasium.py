"""Gymnasium's checker, and what it does not look at: bots, seats, seeds, masks, hidden cards."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, ClassVar

import numpy as np
import pytest

from envs.tables import EVERY, SOME, some_number

gymnasium = pytest.importorskip("gymnasium")
from gymnasium.utils.env_checker import check_env  # noqa: E402

from tricktake import IllegalAction, SetupError, WrongPhase, sample_worlds  # noqa: E402
from tricktake import fivehundred as fh  # noqa: E402
from tricktake.bots import Bot, Heuristic, Random  # noqa: E402
from tricktake.envs.gymnasium import SeatEnv  # noqa: E402


class Watching(Random):
    """Random, and it takes down whose views it was shown."""

    seen: ClassVar[Counter[int]] = Counter()

    def _choose(self, view: Any) -> Any:
        self.seen[view.seat] += 1
        return super()._choose(view)


@pytest.mark.parametrize("name", EVERY)
def test_checker(name: str) -> None:
    """L-02: ``check_env`` finds nothing, although it samples actions without the mask."""
    check_env(SeatEnv(name, opponents="random"), skip_render_check=True)


@pytest.mark.parametrize("name", ["FiveHundred", "Spades"])
@pytest.mark.parametrize("match", [False, True])
def test_checker_of_registered(name: str, match: bool) -> None:
    """The same by name, with rendering and wrappers, and for whole matches."""
    env = gymnasium.make(f"tricktake/{name}-v0", opponents="random", match=match)
    check_env(env.unwrapped)
    env.reset(seed=1)
    assert env.step(env.action_space.n - 1)[2]


def test_render(capsys: pytest.CaptureFixture[str]) -> None:
    """What is shown is the view of the agent, and nothing else."""
    env = SeatEnv("spades", opponents="random", render_mode="ansi", seat=1)
    env.reset(seed=2)
    assert env.render() == env.table.deal.view(1).to_text()
    loud = SeatEnv("spades", opponents="random", render_mode="human", seat=1)
    loud.reset(seed=2)
    assert capsys.readouterr().out == f"{env.render()}\n"
    quiet = SeatEnv("spades", opponents="random")
    quiet.reset(seed=2)
    with pytest.warns(UserWarning, match="render_mode"):
        assert quiet.render() is None


@pytest.mark.parametrize("name", SOME)
def test_episodes(name: str) -> None:
    """The agent is asked at its turns only, masks are its legal actions, the reward is that of the deal."""
    rng = random.Random(name)
    env = SeatEnv(name, opponents="random")
    seen, info = env.reset(seed=5)
    for _ in range(6):
        reward, over = 0.0, False
        while not over:
            table = env.table
            assert table.turn == env.seat
            assert seen.dtype == np.int16
            assert (seen == table.observation(env.seat)).all()
            mask = info["action_mask"]
            assert mask.dtype == np.int8
            assert mask.nonzero()[0].tolist() == table.legal()
            assert (env.action_masks() == mask.astype(bool)).all()
            assert env.action_masks().dtype == np.bool_
            seen, reward, over, cut, info = env.step(some_number(table, rng))
            assert not cut
            assert over or reward == 0.0
        assert not info["action_mask"].any()
        assert info["points"] == env.table.points()
        assert reward == info["points"][env.seat]
        seen, info = env.reset()


def test_every_seat_with_every_dealer() -> None:
    """Without a fixed seat the agent comes to all seats, and to each with every dealer."""
    for name in ("five-hundred", "spades"):
        env = SeatEnv(name, opponents="random")
        met = set()
        env.reset(seed=1)
        players = env.rules.players
        for _ in range(players * players):
            met.add((env.seat, env.table.deal.dealer))
            env.reset()
        assert len(met) == players * players


def test_opponents_see_their_own_views_only() -> None:
    """Bots are asked for the seats after the agent's, each for its own."""
    Watching.seen.clear()
    env = SeatEnv("spades", opponents=[Watching, "heuristic"], seat=1)
    _, info = env.reset(seed=1)
    over = False
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    assert set(Watching.seen) == {2}
    assert Watching.seen[2] >= 18


def test_opponents() -> None:
    """Texts, objects and classes; a wrong number of them is refused."""
    own = Heuristic()
    env = SeatEnv("spades", opponents=[own, Random])
    env.reset(seed=9)
    assert env._bots[0] is own
    assert isinstance(env._bots[1], Random)
    assert env._bots[1].seed == 9
    for wrong in ([], ["random"], ["random"] * 3):
        with pytest.raises(SetupError, match="2 opponents are needed"):
            SeatEnv("spades", opponents=wrong)
    with pytest.raises(SetupError, match="no bot"):
        SeatEnv("spades", opponents="nobody")
    with pytest.raises(SetupError, match="seat 3"):
        SeatEnv("spades", seat=3)


def test_a_bot_that_errs_is_heard() -> None:
    """An illegal action of a bot is the error it is, not a silent end."""

    class Wrong(Bot):
        def _choose(self, view: Any) -> Any:
            return fh.Exchange("S5 S6 S7")

    env = SeatEnv("five-hundred", opponents=Wrong, seat=0)
    with pytest.raises((IllegalAction, WrongPhase)):
        env.reset(seed=1)


def test_hidden_cards_are_not_observed() -> None:
    """Other cards in hidden places give the same observation and mask."""
    for name in ("five-hundred", "spades"):
        env, twin = (SeatEnv(name, opponents="random", seat=1) for _ in range(2))
        seen, info = env.reset(seed=3)
        checked, over = 0, False
        rng = random.Random(3)
        while not over:
            if not env.table.put:
                for world in sample_worlds(env.table.deal.view(1), 2, seed=4):
                    other, facts = twin.reset(options={"deal": world})
                    assert (other == seen).all()
                    assert facts.keys() == {"action_mask"}
                    assert (facts["action_mask"] == info["action_mask"]).all()
                    checked += world != env.table.deal
            seen, _, over, _, info = env.step(some_number(env.table, rng))
        assert checked > 10


def test_before_and_after_an_episode() -> None:
    """Nothing can be done before the first reset, nor after the end."""
    env = SeatEnv("spades", opponents="random")
    with pytest.raises(WrongPhase, match="reset comes first"):
        env.step(0)
    env.reset(seed=1)
    env.step(env.action_space.n - 1)
    with pytest.raises(WrongPhase, match="reset comes first"):
        env.step(0)


def test_a_deal_before_the_agent_is_asked() -> None:
    """What such a deal of a match brings comes with the first reward, so that all add up to the score."""
    match = fh.Match(fh.Rules.free_misere(blind_misere=False), seed=2, dealer=3)
    match.next_deal().push_all("M P P P")
    env = SeatEnv(match.rules, opponents="random", seat=2, match=True, cap=2)
    _, info = env.reset(options={"match": match})
    assert env.episode.deals == 2
    first = env.episode.scores[0]
    total, over = 0.0, False
    while not over:
        _, reward, over, _, info = env.step(int(info["action_mask"].argmax()))
        total += reward
    assert first != 0
    assert total == info["scores"][0]


def test_a_deal_without_the_agent() -> None:
    """A deal in which the agent is never asked is refused: its partner plays a misère."""
    deal = fh.Deal(fh.Rules.free_misere(blind_misere=False), dealer=3, seed=2).push_all("M P P P")
    env = SeatEnv("five-hundred:free_misere,blind_misere=False", opponents="random", seat=2)
    with pytest.raises(SetupError, match="seat 2 is never asked"):
        env.reset(options={"deal": deal})
    env.reset()
    assert env.table.turn == 2
