"""What a seat knows in OpenSpiel's words, and what else could be: strings, tensors, states drawn anew."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from tricktake import SetupError
from tricktake.knowledge import count_worlds

pyspiel = pytest.importorskip("pyspiel")

from tricktake.envs.openspiel import load_game  # noqa: E402 - not without OpenSpiel

RNG = pyspiel.UniformProbabilitySampler(0.0, 1.0)
GAMES = [
    ("five-hundred:australian,players=2", ()),
    ("five-hundred:australian,players=2,two_player=dead_hand", ()),
    ("five-hundred:free_misere", ()),
    ("five-hundred:australian,players=5", ()),
    ("five-hundred:american,players=6", ()),
    ("spades", (100, 0, 40)),
    ("spades:partners,bn_exchange=2", (0, -300)),
    ("spades:five_2_jokers", ()),
]
ENDINGS = {
    "two players": "five-hundred/1 rules=australian,players=2,two_player=dead_hand dealer=1 "
    "hands=JK,SA,CK|HA,SQ,D9 kitty=CA,H10 contract=7NT contractor=0 tricks=4,3",
    "in a trick": "five-hundred/1 rules=australian dealer=3 hands=JK,D9,H4|SA,D10,H5|S8,C8,C7|S7,CA,DA "
    "contract=8NT contractor=0 tricks=3,4,0,0 led=SH : JK:D; D10; C7; DA",
    "failed to follow": "five-hundred/1 rules=australian,joker_follow=first_or_last dealer=0 scores=120,-40 "
    "hands=S5,C6|S9,C7|S10,C8|JK,SA contract=6NT contractor=2 leader=0 tricks=2,2,2,2 led=CH failed=-|D|-|CH",
    "open misere": "five-hundred/1 rules=australian dealer=1 hands=JK|HA|HK,H10|D4 "
    "contract=OM contractor=0 nominated=H leader=3 tricks=0,5,0,4",
    "misere": "five-hundred/1 rules=australian dealer=1 hands=S5,C5|HA,S6|HK,H10|D4,S7 "
    "contract=M contractor=0 leader=3 tricks=0,4,0,4",
    "a secret partner": "five-hundred/1 rules=australian,players=5 dealer=1 hands=HJ|DJ|SA|S5|S7 kitty=HA "
    "contract=7H contractor=0 called=SA partner=2 tricks=4,2,3,0,0",
    "award jacks": "spades/1 rules=official dealer=2 hands=SA,CJ|SK,DJ|S2,H4 bids=3,NIL,1F "
    "tricks=6,4,5 leader=0 caught=-|-|-",
    "partners": "spades/1 rules=partners dealer=3 scores=100,20 bags=4,9 hands=SA,D5|SK,D7|S2,H4|C3,C4 "
    "bids=3,NIL,4,4 tricks=4,1,3,3 leader=2 broken=yes",
}


def walk(game: Any, chance: random.Random) -> Any:
    """The states of one random deal, chance included."""
    state = game.new_initial_state()
    yield state
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
        yield state


def check_draw(state: Any, seat: int) -> Any:
    """Draw a state a seat cannot tell from this one, and prove that it cannot."""
    made = state.resample_from_infostate(seat, RNG)
    assert made.information_state_string(seat) == state.information_state_string(seat)
    assert made.observation_string(seat) == state.observation_string(seat)
    assert made.information_state_tensor(seat) == state.information_state_tensor(seat)
    assert made.current_player() == state.current_player()
    if state.current_player() == seat:
        assert made.legal_actions() == state.legal_actions()
    again = state.get_game().new_initial_state()  # its history is one of the game, and leads to it
    for step in made.full_history():
        assert again.current_player() == step.player
        assert step.action in again.legal_actions()
        again.apply_action(step.action)
    assert str(again) == str(made)
    own = [[a.action for a in s.full_history() if a.player == seat] for s in (state, made)]
    assert own[0] == own[1]
    return made


@pytest.mark.parametrize(("rules", "scores"), GAMES)
def test_states_drawn_anew(rules: str, scores: tuple[int, ...]) -> None:
    """L-07 A drawn state looks the same to the seat, and its history is a legal one that leads to it."""
    game, chance = load_game(rules, scores=scores), random.Random(1)
    for _ in range(2):
        for state in walk(game, chance):
            if chance.random() < 0.04 or (state.table is not None and state.table.put):
                for seat in range(game.num_players()):
                    check_draw(state, seat)
        check_draw(state, 0)


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS.keys())
def test_endings(ending: str) -> None:
    """L-07 Endings are games: OpenSpiel's tests, the game string, and states drawn anew in every position."""
    game, chance = load_game(ending=ending, reward="margin"), random.Random(2)
    for serialize in (False, True):
        pyspiel.random_sim_test(game, 2, serialize, False)
    assert str(pyspiel.load_game(str(game))) == str(game)
    for _ in range(3):
        for state in walk(game, chance):
            for seat in range(game.num_players()):
                check_draw(state, seat)


@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS.keys())
def test_endings_are_dealt_uniformly(ending: str) -> None:
    """Chance makes every way the hidden cards can lie equally likely, and no other; drawing does as well."""
    game = load_game(ending=ending)
    leaves: Counter[str] = Counter()

    def deal(state: Any, odds: float) -> None:
        if state.is_chance_node():
            for action, chance in state.chance_outcomes():
                deal(state.child(action), odds * chance)
        else:
            leaves[str(state)] += odds

    if len(game.setup.chance.pool) > 7:
        pytest.skip("many ways")
    deal(game.new_initial_state(), 1.0)
    assert min(leaves.values()) == pytest.approx(1 / len(leaves))
    assert max(leaves.values()) == pytest.approx(1 / len(leaves))
    state = next(s for s in walk(game, random.Random(3)) if s.current_player() >= 0)
    for seat in range(min(game.num_players(), 3)):
        mine = state.information_state_string(seat)
        hands = [s for s in leaves if str_view(game, s, seat) == mine]
        numbers = random.Random(7).random
        drawn = {str(state.resample_from_infostate(seat, numbers)) for _ in range(15 * len(hands))}
        assert drawn == set(hands)
        view = state.table.deal.view(seat)
        assert count_worlds(view, facts=game.setup.chance.facts()) == len(hands)


def str_view(game: Any, text: str, seat: int) -> str:
    """The text of a seat's view of a deal in text."""
    return str(game.setup.kind.from_text(text).view(seat).to_text())


def test_draws_are_uniform() -> None:
    """Every world comes about equally often: 10 worlds, 3,000 draws, each within five standard deviations."""
    game = load_game(ending=ENDINGS["two players"])
    state = next(s for s in walk(game, random.Random(1)) if s.current_player() >= 0)
    numbers = random.Random(7).random
    drawn = Counter(str(state.resample_from_infostate(0, numbers)) for _ in range(3000))
    assert len(drawn) == 10
    assert all(abs(many - 300) < 5 * (3000 * 0.1 * 0.9) ** 0.5 for many in drawn.values())


def test_draws_follow_the_random_numbers() -> None:
    """The same numbers give the same state, others another one."""
    state = next(s for s in walk(load_game("spades"), random.Random(1)) if s.current_player() >= 0)
    texts = [str(state.resample_from_infostate(1, random.Random(seed).random)) for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


@pytest.mark.parametrize(("rules", "scores"), GAMES)
def test_strings_are_the_views(rules: str, scores: tuple[int, ...]) -> None:
    """An information state is the text of the view, in every position, from Python and from C++."""
    game, chance = load_game(rules, scores=scores), random.Random(5)
    observer = game.make_py_observer(pyspiel.IIGObservationType(perfect_recall=True))
    for state in walk(game, chance):
        if state.is_chance_node():
            assert state.information_state_string(1) == "seat 1: dealing"
            continue
        if chance.random() < 0.2:
            continue  # texts are also right where none was asked for on the way
        for seat in range(game.num_players()):
            text = state.information_state_string(seat)
            put = state.table.put and seat == state.current_player()
            assert text.partition(" (put ")[0] == state.table.deal.view(seat).to_text()
            assert bool(put) == (" (put " in text)
            assert text == observer.string_from(state, seat)
            assert text == pyspiel.State.information_state_string(state, seat)
            clone = state.clone()
            assert clone.information_state_string(seat) == text


@pytest.mark.parametrize(("rules", "scores"), GAMES)
def test_tensors_are_the_encoding(rules: str, scores: tuple[int, ...]) -> None:
    """Tensors are what ``tricktake.encoding`` writes; with perfect recall the history too."""
    game, chance = load_game(rules, scores=scores), random.Random(6)
    encoding = game.setup.encoding
    assert game.observation_tensor_size() == encoding.length
    assert game.information_state_tensor_size() == encoding.length + 2 * encoding.most_actions
    observer = game.make_py_observer()
    for state in walk(game, chance):
        if state.is_chance_node() or chance.random() < 0.8:
            continue
        for seat in range(game.num_players()):
            row = state.table.observation(seat)
            assert state.observation_tensor(seat) == row.astype(np.float32).tolist()
            whole = state.information_state_tensor(seat)
            assert whole[: encoding.length] == row.tolist()
            assert whole[encoding.length :] == state.table.history(seat).reshape(-1).tolist()
            observer.set_from(state, seat)
            for name, part in observer.dict.items():
                assert part.reshape(-1).tolist() == row[encoding.part(name)].tolist()


def test_observation_strings() -> None:
    """An observation names what its tensor says, and says nothing of the order of what was done."""
    game = load_game("spades", dealer=2)
    state = next(s for s in walk(game, random.Random(1)) if s.current_player() >= 0)
    assert state.observation_string(0).startswith("seat=0 dealer=2 ")
    assert "hand=" not in state.observation_string(0)  # nobody has looked
    state.apply_action(state.string_to_action("LOOK"))
    hand = [card.name for card in state.table.deal.hand(0).ascending()]
    assert f"hand={','.join(hand)} " in state.observation_string(0)
    assert "hand=" not in state.observation_string(1)


def test_observers() -> None:
    """There are observers of what one seat knows, and no others."""
    game = load_game("spades")
    for kind in (
        pyspiel.IIGObservationType(
            public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS
        ),
        pyspiel.IIGObservationType(
            public_info=False, perfect_recall=True, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
        ),
    ):
        with pytest.raises(ValueError, match="what one seat knows"):
            game.make_py_observer(kind)
    with pytest.raises(ValueError, match="no parameters"):
        game.make_py_observer(None, {"size": 3})


def test_no_seat() -> None:
    """There is no information state of chance, nor of a seat that is not there."""
    state = load_game("spades").new_initial_state()
    for seat in (-1, 3):
        with pytest.raises(IndexError, match=r"not in 0\.\.2"):
            state.information_state_string(seat)
        with pytest.raises(IndexError, match=r"not in 0\.\.2"):
            state.resample_from_infostate(seat, RNG)


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        (
            "five-hundred/1 rules=australian dealer=3 hands=JK|SA|S8|S7 contract=8NT contractor=0",
            "add up to 10",
        ),
        (
            "five-hundred/1 rules=australian dealer=3 hands=JK|SA|S8|S7 contract=8NT contractor=0 "
            "tricks=3,4,2,0 : JK; SA; S8; S7",
            "a card still to be played",
        ),
        (
            "five-hundred/1 rules=australian,players=2 dealer=1 hands=JK|SA tables=-/S5,-/-,-/-,-/-,-/-|"
            "-/S6,-/-,-/-,-/-,-/- contract=8H contractor=0 tricks=5,4",
            "cards on the table",
        ),
        (
            "five-hundred/1 rules=australian,joker_follow=first_or_last dealer=0 hands=S5|S9|S10|SA "
            "contract=6NT contractor=2 leader=0 tricks=3,2,2,2 led=CH failed=-|D|-|CH",
            "may have played the joker",
        ),
    ],
)
def test_no_endings(ending: str, words: str) -> None:
    """What is no ending, or cannot be dealt anew, is refused with the reason."""
    with pytest.raises(SetupError, match=words):
        load_game(ending=ending)


def test_an_ending_says_everything() -> None:
    """Other parameters beside an ending are refused, and so is a whole deal as an ending."""
    text = ENDINGS["partners"].replace("=", "~").replace(",", "&")
    with pytest.raises(SetupError, match="says itself what dealer is"):
        pyspiel.load_game("tricktake_spades", {"ending": text, "dealer": 1})
    whole = load_game("spades")
    deal = next(s for s in walk(whole, random.Random(1)) if s.current_player() >= 0).table.deal
    with pytest.raises(SetupError, match="constructed in the middle of its play"):
        load_game(ending=deal)
