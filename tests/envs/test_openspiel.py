"""The games as games of OpenSpiel: loading, dealing, acting, ending, copying."""

from __future__ import annotations

import copy
import pickle
import random
import subprocess
import sys
import time
from typing import Any

import pytest

from tricktake import IllegalAction, IllegalCall, RulesError, SetupError
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.actions import Bid

pyspiel = pytest.importorskip("pyspiel")

from tricktake.envs import openspiel  # noqa: E402 - not without OpenSpiel
from tricktake.envs.openspiel import load_game  # noqa: E402

GAMES = [
    "five-hundred:australian,players=2",
    "five-hundred:australian,players=2,two_player=dead_hand",
    "five-hundred:kitchen,players=2,two_player=short24",
    "five-hundred:free_misere,players=3",
    "five-hundred",
    "five-hundred:american",
    "five-hundred:australian,players=5",
    "five-hundred:hoyle_original,players=6",
    "spades",
    "spades:four,hook=True",
    "spades:five_2_jokers",
    "spades:long_three_jacks",
    "spades:partners",
]


def every_game() -> list[str]:
    """All presets with all numbers of players."""
    found = []
    for name, game, most in (("five-hundred", fh, 6), ("spades", sp, 5)):
        for preset in game.PRESETS:  # type: ignore[attr-defined]
            for players in range(2, most + 1):
                try:
                    rules = game.Rules.preset(preset, players=players)  # type: ignore[attr-defined]
                except RulesError:
                    continue
                text = f"{name}:{rules.to_text()}"
                if text not in found:
                    found.append(text)
    return found


def dealt(game: Any, seed: int = 0) -> Any:
    """A state with all cards dealt."""
    chance, state = random.Random(seed), game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(chance.choice(state.legal_actions()))
    return state


def play(state: Any, *texts: str) -> Any:
    """Take actions by their texts."""
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state


def play_on(state: Any, chance: random.Random) -> Any:
    """Random actions to the end."""
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("rules", GAMES)
@pytest.mark.parametrize("serialize", [False, True])
def test_basic_tests(rules: str, serialize: bool) -> None:
    """L-07 OpenSpiel's own tests: sorted actions, unique texts, bounds, lengths, tensors, clones."""
    pyspiel.random_sim_test(load_game(rules, reward="margin"), 1, serialize, False)


@pytest.mark.slow
@pytest.mark.parametrize("rules", every_game())
@pytest.mark.parametrize("reward", ["points", "win"])
def test_basic_tests_of_every_preset(rules: str, reward: str) -> None:
    """L-07 The same for every preset and number of players."""
    game = load_game(rules, dealer=1, reward=reward)
    for serialize in (False, True):
        pyspiel.random_sim_test(game, 10, serialize, False)


@pytest.mark.parametrize("rules", every_game())
def test_game_string(rules: str) -> None:
    """L-07 A game is made again by its string, and by its pickle."""
    game = load_game(rules, dealer=1, reward="win")
    for again in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game))):
        assert str(again) == str(game)
        assert again.setup is game.setup
        assert again.get_type().utility == game.get_type().utility
        assert again.new_initial_state().clone().legal_actions() == game.new_initial_state().legal_actions()


def test_parameters() -> None:
    """Everything a deal depends on is a parameter, in a string and in a dict."""
    game = pyspiel.load_game(
        "tricktake_spades(preset=partners,options=target~300&bn_exchange~2,dealer=3,scores=120&-40,"
        "bags=3&0,sixes=0&1&0&0,reward=margin)"
    )
    table = dealt(game).table.deal
    assert table.rules == sp.Rules.preset("partners", target=300, bn_exchange=2)
    assert (table.dealer, table.scores, table.bags) == (3, (120, -40), (3, 0))
    assert table.blind_sixes_before == (0, 1, 0, 0)
    same = openspiel.SpadesGame(
        {
            "preset": "partners",
            "options": "target=300,bn_exchange=2",
            "dealer": 3,
            "scores": "120,-40",
            "bags": "3,0",
            "sixes": "0,1,0,0",
            "reward": "margin",
        }
    )
    assert str(same) == str(game)
    assert str(load_game(table.rules, dealer=3, scores=(120, -40), bags=(3, 0), sixes=(0, 1, 0, 0),
                         reward="margin")) == str(game)  # fmt: skip


def test_defaults_are_not_in_the_string() -> None:
    """Equal games have equal strings, however they were asked for."""
    assert str(load_game("five-hundred")) == "tricktake_five_hundred(preset=australian)"
    spelled = pyspiel.load_game("tricktake_five_hundred(options=target~500,dealer=0,scores=0&0)")
    assert str(spelled) == "tricktake_five_hundred(preset=australian)"


@pytest.mark.parametrize(
    ("params", "error", "words"),
    [
        ({"preset": "austrian"}, RulesError, "did you mean 'australian'"),
        ({"options": "players=7"}, RulesError, "players"),
        ({"rules": "australian"}, SetupError, "no parameter 'rules'"),
        ({"scores": "1,x"}, SetupError, "scores are whole numbers"),
        ({"scores": "1,2,3"}, SetupError, "scores"),
        ({"reward": "money"}, SetupError, "points, margin, win"),
        ({"dealer": 4}, IndexError, "dealer 4 is not in 0..3"),
    ],
)
def test_wrong_parameters(params: dict[str, Any], error: type[Exception], words: str) -> None:
    """What makes no game is refused in words."""
    with pytest.raises(error, match=words):
        openspiel.FiveHundredGame(params)


@pytest.mark.parametrize("rules", GAMES)
def test_chance_deals_as_the_game_deals(rules: str) -> None:
    """The cards in the order chance deals them are a pack order, dealt by the rules of the game."""
    game = load_game(rules, dealer=1)
    state, chance = game.new_initial_state(), random.Random(3)
    order = []
    while state.is_chance_node():
        outcomes = state.chance_outcomes()
        assert [at for at, _ in outcomes] == state.legal_actions()
        assert len({odds for _, odds in outcomes}) == 1
        assert sum([odds for _, odds in outcomes]) == pytest.approx(1)
        order.append(chance.choice(outcomes)[0])
        state.apply_action(order[-1])
    pack = list(game.setup.encoding.pack)
    assert len(order) == len(pack) - 1 == game.max_chance_nodes_in_history()
    order += set(range(len(pack))) - set(order)
    kind = fh.Deal if rules.startswith("five") else sp.Deal
    assert state.table.deal == kind(game.setup.rules, dealer=1, pack=[pack[at] for at in order])  # type: ignore[operator]


def test_chance_deals_no_card_twice() -> None:
    """An outcome that is none is refused."""
    state = load_game("spades").new_initial_state()
    state.apply_action(5)
    for wrong in (5, 51, -7):
        with pytest.raises(IllegalAction, match="no outcome"):
            state.apply_action(wrong)
    assert state.history() == [5]


@pytest.mark.parametrize("rules", GAMES)
def test_actions(rules: str) -> None:
    """L-07 Legal actions are those of the deal, strictly ascending, with texts that name them."""
    game, chance = load_game(rules), random.Random(5)
    state = dealt(game, 5)
    while not state.is_terminal():
        legal = state.legal_actions()
        assert legal == state.table.legal() == sorted(set(legal))
        assert legal == state.legal_actions(state.current_player())
        others = [seat for seat in range(game.num_players()) if seat != state.current_player()]
        assert not any(state.legal_actions(seat) for seat in others)
        texts = [state.action_to_string(action) for action in legal]
        assert len(set(texts)) == len(texts)
        if len(state.table.put) == 0 and state.table.deal.phase.value != "exchange":
            assert set(texts) == {action.text for action in state.table.deal.legal_actions}
        state.apply_action(chance.choice(legal))


def test_illegal_actions() -> None:
    """What is illegal raises the error of the deal, and nothing has changed."""
    state = play(dealt(load_game("spades", dealer=2)), "LOOK", "4", "LOOK", "4", "LOOK", "4")
    before, history = str(state), state.history()
    held = state.table.deal.hand(1).ascending()[0]
    with pytest.raises(IllegalAction):
        state.apply_action(load_game("spades").setup.encoding.actions.index(held.name))
    assert (str(state), state.history()) == (before, history)


def test_a_seat_looks_before_it_calls() -> None:
    """What a deal takes as a look and a call is one action too many here (FH-BID-8, CS-BID-5)."""
    state = dealt(load_game("spades", dealer=2))
    before = str(state)
    with pytest.raises(IllegalCall, match="seat 0 has not looked at its cards; got 4"):
        state.apply_action(load_game("spades").setup.encoding.actions.index(Bid("4")))
    assert str(state) == before


def test_exchange_card_by_card() -> None:
    """Cards are put away one by one, in any order; a state knows those put away so far."""
    state = play(dealt(load_game("five-hundred:no_misere", dealer=3)), "7H", "P", "P", "P")
    hand = state.table.deal.hand(0).ascending()
    assert [state.action_to_string(action) for action in state.legal_actions()] == [
        f"put {card.name}" for card in hand
    ]
    play(state, f"put {hand[4].name}", f"put {hand[1].name}")
    assert str(state).endswith(f"(put {hand[1].name},{hand[4].name})")
    assert len(state.legal_actions()) == len(hand) - 2
    play(state, f"put {hand[0].name}")
    assert state.table.deal.put_away.ascending() == (hand[0], hand[1], hand[4])


@pytest.mark.parametrize("rules", ["five-hundred:no_misere", "spades:partners,bn_exchange=2"])
def test_copies(rules: str) -> None:
    """P-01, P-02 Clones, pickles and serialised states are equal in every phase, go on alike, and apart."""
    scores = (0, 0) if rules.startswith("five") else (0, -200)
    game, chance = load_game(rules, scores=scores, dealer=3), random.Random(1)
    if rules.startswith("five"):
        state = play(dealt(game), "7H", "P", "P", "P")
    else:
        state = play(dealt(game), "3", "BN", "3", "LOOK", "3")
    seen = set()
    while not state.is_terminal():
        seen.add(state.table.deal.phase)
        copies = [
            state.clone(),
            copy.deepcopy(state),
            pickle.loads(pickle.dumps(state)),
            game.deserialize_state(state.serialize()),
        ]
        legal = state.legal_actions()
        for made in copies:
            assert str(made) == str(state)
            assert made.table == state.table
            assert made.history() == state.history()
            assert [step.player for step in made.full_history()] == [
                step.player for step in state.full_history()
            ]
            assert made.legal_actions() == legal
            assert made.serialize() == state.serialize()
            made.apply_action(legal[-1])
        action = chance.choice(legal)
        state.apply_action(action)
        if action == legal[-1]:
            assert {str(made) for made in copies} == {str(state)}
    assert len(seen) >= 2


def test_returns() -> None:
    """Rewards are the points of a seat's side, their margin, or shares of a win."""
    chance = random.Random(4)
    for rules in ("five-hundred:australian,players=5", "spades:partners", "spades"):
        points = load_game(rules).setup.rules
        for reward in ("points", "margin", "win"):
            game = load_game(points, reward=reward)
            state = dealt(game, 2)
            assert state.returns() == [0.0] * game.num_players()
            play_on(state, chance)
            won = state.table.deal.score().points
            sides = points.sides
            for at, side in enumerate(sides):
                others = [p for k, p in enumerate(won) if k != at]
                want = {
                    "points": won[at],
                    "margin": won[at] - sum(others) / len(others),
                    "win": (won[at] == max(won)) / won.count(max(won)),
                }[reward]
                for seat in side:
                    assert state.returns()[seat] == pytest.approx(want)
            if reward != "points":
                assert sum(state.returns()) == pytest.approx(game.utility_sum())
    kinds = [load_game("spades", reward=reward).get_type().utility for reward in ("points", "margin", "win")]
    utility = pyspiel.GameType.Utility
    assert kinds == [utility.GENERAL_SUM, utility.ZERO_SUM, utility.CONSTANT_SUM]


def test_longest_deal() -> None:
    """L-07 The most actions are reached: all bids one by one, the joker named, all cards played."""
    game = load_game("five-hundred:no_misere,sans_kitty=False", dealer=3)
    bids = [f"{level}{strain}" for level in range(6, 11) for strain in ("S", "C", "D", "H", "NT")]
    states = [dealt(game, seed) for seed in range(40)]
    state = next(s for s in states if "JK" in s.table.deal.hand(0) | s.table.deal.kitty)
    play(state, *bids, "P", "P", "P")  # seat 0 bids first and last
    length = len(bids) + 3
    while not state.is_terminal():
        legal = [a for a in state.legal_actions() if state.action_to_string(a) != "put JK"]
        state.apply_action(legal[0])
        length += 1
    assert length == game.max_game_length()


@pytest.mark.parametrize("rules", ["spades", "spades:four", "spades:five", "spades:five_3_jokers"])
def test_spades_length(rules: str) -> None:
    """L-07 Every seat looks, bids and plays all its cards."""
    game = load_game(rules)
    state = dealt(game, 1)
    length = 0
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
        length += 1
    assert length == game.max_game_length()


def test_rl_environment() -> None:
    """OpenSpiel's learning environment takes the games."""
    environments = pytest.importorskip("open_spiel.python.rl_environment")
    made = environments.Environment(load_game("spades", reward="margin"), include_full_state=False)
    step = made.reset()
    for _ in range(8):
        seat = step.observations["current_player"]
        legal = step.observations["legal_actions"][seat]
        assert legal
        assert len(step.observations["info_state"][seat]) == made.game.information_state_tensor_size()
        step = made.step([legal[0]])


def test_missing_extra() -> None:
    """Without OpenSpiel the error names the extra to install."""
    code = "import sys; sys.modules['pyspiel'] = None; import tricktake.envs.openspiel"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 1
    assert "pip install 'tricktake[openspiel]'" in ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["five-hundred", "spades"])
def test_speed(rules: str) -> None:
    """F-02 At least 30,000 steps a second driven from Python, dealing by chance included."""
    game, chance = load_game(rules), random.Random(1)
    best = 0.0
    for _ in range(3):
        start, steps = time.process_time(), 0
        while time.process_time() - start < 1:
            state = game.new_initial_state()
            while not state.is_terminal():
                is_chance = state.is_chance_node()
                state.apply_action(chance.choice(state.legal_actions()))
                steps += not is_chance
        best = max(best, steps / (time.process_time() - start))
    assert best >= 30_000


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"rules": "spades", "dealer": 1.5}, TypeError),
        ({"rules": "spades", "dealer": True}, TypeError),
        ({"rules": 5}, TypeError),
        ({"ending": "spades/1", "rules": "spades"}, SetupError),
        ({"ending": "spades/1", "dealer": 1}, SetupError),
        ({"ending": "spades/1", "scores": (1, 2, 3)}, SetupError),
        ({"ending": "spades/1", "bags": (1, 2, 3)}, SetupError),
    ],
)
def test_load_game_refuses(given: dict[str, Any], error: type[Exception]) -> None:
    """A dealer that is no number, and an ending that does not stand alone."""
    with pytest.raises(error, match=r"dealer|rules|an ending says itself"):
        load_game(**given)
    if error is TypeError and "dealer" in given:
        with pytest.raises(error, match="dealer"):
            openspiel.SpadesGame({"dealer": given["dealer"]})
