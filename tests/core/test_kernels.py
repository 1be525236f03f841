"""The hot loops: both builds and the plain Python loops give the same results, bit for bit."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from cardcore import (
    CardOrder,
    Pack,
    PlaySetup,
    SeatOrder,
    SetupError,
    Stream,
    TrickPlay,
    build_in_use,
    builds,
    key_from_seed,
    perft,
    play_random_deals,
    use_build,
)
from core import seeds_page
from core.random_hands import KINDS, POLICIES
from core.snapshots import play_on, random_plays
from core.translate import core_play
from oracle.packs import PACKS, SUITS, five_hundred_suits, spades_suits
from oracle.tricks import circle

both_builds = pytest.mark.skipif(len(builds()) < 2, reason="this machine has one build only")


@pytest.fixture(autouse=True)
def _restore_build() -> Iterator[None]:
    """Leave the process as it was."""
    before = build_in_use()
    yield
    use_build(before)


def python_playout(play: TrickPlay, words: Iterator[int], pieces: Iterator[int]) -> tuple[int, ...]:
    """The playout of docs/seeds.md: one small draw a card, one more for the suit a led free joker names."""
    play = play.copy()
    free = play.order.free_joker
    while not play.is_over:
        legal = play.legal_mask
        positions = [at for at in range(64) if legal >> at & 1]
        move = positions[seeds_page.small(pieces, len(positions))]
        if not play.trick and free is not None and move == play.order.position(free):
            suits: tuple[int | None, ...] = play.joker_suits or (None,)
            named = suits[seeds_page.small(pieces, len(suits))]
            move = play.move_of(free, named)
        play.push(move)
    return play.tricks


# --- both builds ----------------------------------------------------------------------------------------


@both_builds
def test_builds_agree_on_playouts() -> None:
    """Same tricks and same stream afterwards, from every kind of position at any ply."""
    for number, (rng, play) in enumerate(random_plays(200, 40 * len(KINDS))):
        play_on(play, rng, rng.randrange(25))
        results = []
        for name in builds():
            use_build(name)
            stream = Stream(3, number=number)
            results.append(([play.playout(stream) for _ in range(20)], stream.raw(), stream))
        assert results[0] == results[1]


@both_builds
def test_builds_agree_on_perft() -> None:
    """Same counts to four plies, and to the end in endings."""
    for rng, play in random_plays(201, 10 * len(KINDS)):
        use_build("wide")
        wide = [perft(play, depth) for depth in range(5)]
        use_build("portable")
        assert [perft(play, depth) for depth in range(5)] == wide
        play_on(play, rng, len(play.history) + 12)
        before = play.copy()
        use_build("wide")
        deep = perft(play, 6)
        use_build("portable")
        assert perft(play, 6) == deep
        assert play == before


def test_playout_is_the_published_loop(build: str) -> None:
    """Every draw of a playout is that of docs/seeds.md, and the stream stands at the same word afterwards."""
    for number, (rng, play) in enumerate(random_plays(202, 20 * len(KINDS))):
        play_on(play, rng, rng.choice([0, 0, 3, 10, 25]))
        stream = Stream(4, number=number)
        words = seeds_page.words(key_from_seed(4), number)
        pieces = seeds_page.pieces(words)
        for _ in range(6):
            assert play.playout(stream) == python_playout(play, words, pieces), build
            assert stream.raw() == next(words)
            assert list(stream.permutation(20)) == seeds_page.shuffle(words, 20)


# --- many deals -----------------------------------------------------------------------------------------


def deal_cases() -> dict[str, dict[str, Any]]:
    """Arguments of a referee without hands, with the pack and who gets the k-th card of it."""
    cases: dict[str, dict[str, Any]] = {}
    packet = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, None]
    packet += [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, None, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, None]
    for trump in (*SUITS, None):
        suits, free = five_hundred_suits(PACKS["43"], trump, None)
        case = {"suits": suits, "trump": trump, "free_joker": free, "orders": circle(4), "leader": 1}
        cases[f"43-{trump}"] = case | {"pack": PACKS["43"], "places": packet}
    for number, policy in enumerate(POLICIES):
        cases[f"43-free-{number}"] = cases["43-None"] | policy
    cases["misere"] = cases["43-None"] | {"orders": circle(4, [2]), "joker_void": "must", "leader": 3}
    round_robin = [k % 6 for k in range(60)] + [None] * 3
    suits, free = five_hundred_suits(PACKS["63"], "D", None)
    base: dict[str, Any] = {"trump": "D", "free_joker": None, "orders": circle(6), "leader": 5}
    cases["63"] = base | {"suits": suits, "pack": PACKS["63"], "places": round_robin}
    suits = spades_suits(PACKS["cs4"])
    spades: dict[str, Any] = {"trump": "S", "free_joker": None, "lead_limit": "S", "suits": suits}
    cases["cs4"] = spades | {
        "orders": circle(4), "leader": 0, "pack": PACKS["cs4"], "places": [k % 4 for k in range(52)]
    }  # fmt: skip
    cases["cs4-first"] = cases["cs4"] | {"first_card": "C2"}
    first = {lead: [place for place in order if place != 4] for lead, order in circle(5).items() if lead != 4}
    cases["cs5j2"] = spades | {
        "suits": spades_suits(PACKS["cs5j2"]),
        "orders": circle(5),
        "first_orders": first,
        "leader": 0,
        "pack": PACKS["cs5j2"],
        "places": [k % 5 for k in range(54)],
        "first_card": "C2",
    }
    cases["24"] = {
        "suits": five_hundred_suits(PACKS["24"], "H", None)[0],
        "trump": "H",
        "free_joker": None,
        "orders": circle(2),
        "leader": 0,
        "pack": PACKS["24"],
        "places": [0] * 10 + [None] * 4 + [1] * 10,
    }
    return cases


DEALS = deal_cases()


def hands_of(pack: list[str], places: list[int | None], order: bytes, count: int) -> list[list[str]]:
    """Deal a shuffled pack: the k-th card from the top goes to the k-th place."""
    hands: list[list[str]] = [[] for _ in range(count)]
    for at, place in zip(order, places, strict=True):
        if place is not None:
            hands[place].append(pack[at])
    return hands


@pytest.mark.parametrize("name", DEALS)
def test_random_deals_are_the_python_loop(name: str, build: str) -> None:
    """Deal k is stream k: the shuffle, then the playout, added up (P-10)."""
    case = dict(DEALS[name])
    pack, places = case.pop("pack"), case.pop("places")
    count = 1 + max(place for place in places if place is not None)
    total = [0] * count
    first, number = 1000, 120
    for k in range(first, first + number):
        stream = Stream(77, number=k)
        hands = hands_of(pack, places, stream.permutation(len(pack)), count)
        play = core_play(hands=hands, **case)
        for place, won in enumerate(play.playout(stream)):
            total[place] += won
    found = play_random_deals(
        play.setup, Pack(pack), places, number, leader=case["leader"], seed=77, first=first
    )
    assert found == tuple(total), build
    by_key = play_random_deals(
        play.setup, pack, places, number, leader=case["leader"], seed=key_from_seed(77), first=first
    )
    assert by_key == found


@both_builds
@pytest.mark.parametrize("name", DEALS)
def test_builds_agree_on_random_deals(name: str) -> None:
    """The same totals over 20,000 deals."""
    case = dict(DEALS[name])
    pack, places = case.pop("pack"), case.pop("places")
    count = 1 + max(place for place in places if place is not None)
    hands = hands_of(pack, places, bytes(range(len(pack))), count)
    setup = core_play(hands=hands, **case).setup
    results = []
    for build_name in builds():
        use_build(build_name)
        results.append(play_random_deals(setup, pack, places, 20_000, leader=case["leader"], seed=5))
    assert results[0] == results[1]
    tricks = core_play(hands=hands, **case).playout(Stream(1))
    assert sum(results[0]) == 20_000 * sum(tricks)


def simple() -> tuple[PlaySetup, list[str], list[int | None]]:
    """Two places, three cards each, two cards for nobody."""
    setup = PlaySetup(CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0), SeatOrder.circle(2))
    return setup, "S2 S3 S4 S5 H2 H3 H4 H5".split(), [0, 0, 0, 1, 1, 1, None, None]  # noqa: SIM905


def test_random_deals_add_up(build: str) -> None:
    """More deals than are played in one go: the sum of the parts, whatever the split (P-11)."""
    setup, pack, places = simple()

    def deals(first: int, count: int) -> tuple[int, ...]:
        return play_random_deals(setup, pack, places, count, leader=0, seed=8, first=first)

    whole = deals(0, 140_000)
    parts = [deals(0, 65_536), deals(65_536, 1), deals(65_537, 74_463)]
    assert whole == tuple(map(sum, zip(*parts, strict=True)))
    assert sum(whole) == 3 * 140_000
    assert deals(0, 0) == (0, 0)
    assert sum(deals(2**64 - 11, 10)) == 30


def test_random_deals_refusals() -> None:
    """Sizes, places and numbers that do not fit."""
    setup, pack, places = simple()

    def deals(**changes: Any) -> tuple[int, ...]:
        arguments: dict[str, Any] = {"setup": setup, "pack": pack, "places": places, "count": 1}
        arguments |= {"leader": 0, "seed": 1} | changes
        return play_random_deals(**arguments)

    with pytest.raises(SetupError, match="8 cards are dealt, but 7 places named"):
        deals(places=places[:-1])
    with pytest.raises(SetupError, match="cannot be played to the end"):
        deals(places=[0, 0, 1, 1, 1, None, None, None])
    for place in (2, -1, 15):
        with pytest.raises(IndexError, match=f"place {place} is not in"):
            deals(places=[*places[:-1], place])
    for leader in (2, -1):
        with pytest.raises(IndexError, match=f"leader {leader} is not in"):
            deals(leader=leader)
    with pytest.raises(SetupError, match="place 1 cannot lead"):
        deals(setup=PlaySetup(setup.order, SeatOrder.circle(3, out=[1])), leader=1)
    with pytest.raises(SetupError, match="SA is not in this order"):
        deals(pack=[*pack[:-1], "SA"])
    with pytest.raises(ValueError, match="S2 stands twice"):
        deals(pack=[*pack[:-1], "S2"])
    with pytest.raises(SetupError, match="hidden cards"):
        deals(setup=PlaySetup(setup.order, setup.seats, under=[(0, "S2", "S3")]))
    for count, first in ((-1, 0), (1, -1), (1, 2**64), (5, 2**64 - 3)):
        with pytest.raises(ValueError, match=r"not in 0\.\.2\*\*64-1"):
            deals(count=count, first=first)
    with pytest.raises(ValueError):
        deals(seed=-1)
    with pytest.raises(TypeError):
        deals(seed="1")
    with pytest.raises(TypeError):
        deals(setup=None)


@pytest.mark.parametrize("name", ["portable", "wide"])
def test_bug_deals_without_cards_have_no_tricks(name: str) -> None:
    """Every card to nobody: no tricks are won and nothing outside the hands is played."""
    if name not in builds():
        pytest.skip(f"this machine has no {name} build")
    code = (
        "from cardcore import *\n"
        f"use_build({name!r})\n"
        "setup = PlaySetup(CardOrder(['S2 S3', 'H2 H3']), SeatOrder.circle(2))\n"
        "print(play_random_deals(setup, 'S2 S3', [None, None], 3, leader=0, seed=1))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 0
    assert done.stdout.split() == ["(0,", "0)"]


def test_bug_bad_keys_are_value_errors() -> None:
    """A key that is not two 64-bit words is refused as by Stream."""
    setup, pack, places = simple()
    for key in ((1,), (1, 2, 3), (0, 2**64), (-1, 0)):
        with pytest.raises(ValueError, match="key"):
            play_random_deals(setup, pack, places, 1, leader=0, seed=key)  # type: ignore[arg-type]


# --- the choice of a build ------------------------------------------------------------------------------


def run_python(code: str, kernels: str | None) -> subprocess.CompletedProcess[str]:
    """Run code in a fresh interpreter with CARDCORE_KERNELS set or not."""
    environment = {name: value for name, value in os.environ.items() if name != "CARDCORE_KERNELS"}
    if kernels is not None:
        environment["CARDCORE_KERNELS"] = kernels
    return subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False, timeout=60
    )


REPORT = "import cardcore; print(cardcore.build_in_use(), *cardcore.builds())"
WITHOUT_WIDE = """
import sys

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name == "cardcore._kernels_wide":
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Blocker())
"""


def test_builds_of_this_machine() -> None:
    """Best first; the portable one is always there."""
    assert builds() in (("wide", "portable"), ("portable",))


@pytest.mark.parametrize("kernels", [None, "", "portable", "wide"])
def test_environment_variable(kernels: str | None) -> None:
    """CARDCORE_KERNELS chooses; unset or empty means the best build."""
    if kernels == "wide" and "wide" not in builds():
        pytest.skip("this machine has no wide build")
    done = run_python(REPORT, kernels)
    assert done.stdout.split() == [kernels or builds()[0], *builds()], done.stderr


def test_environment_variable_with_a_wrong_name() -> None:
    """An unknown build stops the import and says which there are."""
    done = run_python(REPORT, "fast")
    assert done.returncode != 0
    assert "ValueError: this machine cannot run the 'fast' build; it has " in done.stderr
    assert ", ".join(builds()) in done.stderr


def test_without_the_wide_build() -> None:
    """Where the wide module is not there, the portable one runs and the wide one is refused."""
    done = run_python(WITHOUT_WIDE + REPORT, None)
    assert done.stdout.split() == ["portable", "portable"], done.stderr
    done = run_python(WITHOUT_WIDE + REPORT, "wide")
    assert "cannot run the 'wide' build; it has portable" in done.stderr
    done = run_python(WITHOUT_WIDE + "import cardcore; cardcore.use_build('wide')", None)
    assert "cannot run the 'wide' build; it has portable" in done.stderr


def test_use_build() -> None:
    """Switching works at any time; an unknown name changes nothing."""
    for name in builds():
        use_build(name)
        assert build_in_use() == name
        with pytest.raises(ValueError, match="cannot run the 'other' build"):
            use_build("other")
        assert build_in_use() == name


def test_python_s_own_generator_is_left_alone() -> None:
    """Playing deals neither reads nor changes the state of the random module (P-10)."""
    random.seed(4)
    before = random.getstate()
    setup, pack, places = simple()
    play_random_deals(setup, pack, places, 100, leader=0, seed=1)
    assert random.getstate() == before
