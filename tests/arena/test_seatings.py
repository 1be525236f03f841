"""Who sits where: counts of bots that fit, those that do not, and all player counts of both games."""

from __future__ import annotations

from collections import Counter

import pytest

from tricktake import arena
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import Heuristic
from tricktake.errors import GameError, SetupError

H, R, Q = "heuristic", "random", "random:bid=0.5"
GAMES: list[fh.Rules | sp.Rules] = [
    *[fh.Rules(two_player=kind, players=2) for kind in ("table", "dead_hand", "short24")],
    *[fh.Rules(players=players) for players in (3, 4, 5, 6)],
    fh.Rules(players=6, teams6="3x2"),
    *[
        sp.PRESETS[name]
        for name in ("official", "four", "five", "five_2_jokers", "five_3_jokers", "partners")
    ],
]


def seatings(rules: fh.Rules | sp.Rules, *bots: str) -> tuple[tuple[int, ...], ...]:
    return arena.Setup(rules, bots).seatings


def test_as_many_bots_as_sides() -> None:
    assert seatings(fh.Rules(), H, R) == ((0, 1, 0, 1), (1, 0, 1, 0))
    assert seatings(fh.Rules(players=2), H, R) == ((0, 1), (1, 0))
    assert seatings(fh.Rules(players=6), H, R) == ((0, 1) * 3, (1, 0) * 3)
    pairs = seatings(fh.Rules(players=6, teams6="3x2"), H, R, Q)
    assert len(pairs) == 6
    assert all(seating[:3] == seating[3:] for seating in pairs)


def test_as_many_bots_as_seats() -> None:
    assert seatings(sp.Rules(), H, R, R) == ((0, 1, 1), (1, 0, 1), (1, 1, 0))
    assert len(seatings(sp.Rules(), H, R, Q)) == 6
    assert len(seatings(sp.Rules(players=5), H, H, R, R, Q)) == 30
    assert len(seatings(fh.Rules(), H, R, Q, "random:bid=1")) == 24


def test_seatings_that_compare_nobody_are_left_out() -> None:
    assert seatings(fh.Rules(), H, R, H, R) == seatings(fh.Rules(), H, R)
    assert len(seatings(fh.Rules(), H, H, R, Q)) == 12  # the other ones have a heuristic on both sides
    with pytest.raises(SetupError, match="heuristic would sit on every side"):
        seatings(fh.Rules(), H, H, H, R)


def test_two_bots_where_there_are_more_sides() -> None:
    assert seatings(sp.Rules.four(), H, R) == ((0, 1, 1, 1), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0))
    assert seatings(fh.Rules(players=6, teams6="3x2"), H, R)[0] == (0, 1, 1, 0, 1, 1)


@pytest.mark.parametrize(
    ("rules", "count", "words"),
    [
        (fh.Rules(), 0, "4 players on 2 sides need 2 or 4 bots; got 0"),
        (fh.Rules(), 1, "need 2 or 4 bots; got 1"),
        (fh.Rules(), 3, "need 2 or 4 bots; got 3"),
        (fh.Rules(players=2), 3, "2 players on 2 sides need 2 bots; got 3"),
        (sp.Rules(), 4, "3 players on 3 sides need 2 or 3 bots; got 4"),
        (sp.Rules(players=5), 3, "need 2 or 5 bots; got 3"),
        (fh.Rules(players=6, teams6="3x2"), 4, "6 players on 3 sides need 2, 3 or 6 bots; got 4"),
    ],
)
def test_refused_counts(rules: fh.Rules | sp.Rules, count: int, words: str) -> None:
    with pytest.raises(GameError, match=words):
        seatings(rules, *[R, H, Q, R][:count])


def test_refused_bots() -> None:
    with pytest.raises(SetupError, match="all 3 bots are random; there is nobody to compare it with"):
        seatings(sp.Rules(), R, R, R)
    with pytest.raises(SetupError, match="there is no bot 'huristic'"):
        seatings(sp.Rules(), R, "huristic")
    with pytest.raises(SetupError, match="random has no setting"):
        seatings(sp.Rules(), R, "random:bids=1")
    for strange in (None, 3, object, dict, arena.Setup):
        with pytest.raises(TypeError, match="a bot must be"):
            arena.Setup(sp.Rules(), (R, strange))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="name the class Heuristic, not a bot of it"):
        arena.Setup(sp.Rules(), (R, Heuristic()))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="bots must be several"):
        arena.Setup(sp.Rules(), "random")  # type: ignore[arg-type]


def test_refused_settings() -> None:
    for name, value, words in [
        ("seed", -1, "seed of an arena is 0 or more"),
        ("seed", 2**64, "seed of an arena is 0 or more"),
        ("cap", 0, "at least 1 deal"),
        ("limit", 0, "more than 0 seconds"),
        ("limit", float("nan"), "more than 0 seconds"),
    ]:
        with pytest.raises(SetupError, match=words):
            arena.Setup(fh.Rules(), (H, R), **{name: value})  # type: ignore[arg-type]
    for name, value in [("seed", 1.0), ("cap", True), ("limit", "1"), ("whole", 1)]:
        with pytest.raises(TypeError):
            arena.Setup(fh.Rules(), (H, R), **{name: value})  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="rules must be a"):
        arena.Setup("australian", (H, R))
    for numbers in ({"boards": 0}, {"workers": 0}, {"chunk": 0}):
        with pytest.raises(SetupError, match="must be 1 or more"):
            arena.play(fh.Rules(), (H, R), **numbers)  # type: ignore[arg-type]
    with pytest.raises(SetupError, match="at most"):
        arena.play(fh.Rules(), (H, R), boards=2**32 + 1, whole=True)


def test_names_are_specs_in_their_shortest_form() -> None:
    setup = arena.Setup(fh.Rules(), (" Random : bid = 0.50", "RANDOM:bid=0.2"))
    assert setup.names == ("random:bid=0.5", "random")
    assert arena.Setup(fh.Rules(), ("random", "random:bid=0.20")).names == ("random", "random (2)")
    precise = arena.Setup(fh.Rules(), ("random:bid=0.123456789", "random"))
    assert precise.names[0] == "random:bid=0.123456789"
    assert repr(precise.make_bot(0)) == "Random(seed=0, bid=0.123456789)"


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.to_text())
@pytest.mark.parametrize("whole", [False, True])
def test_all_player_counts(rules: fh.Rules | sp.Rules, whole: bool) -> None:
    """Two bots play every game; each side is the first bot's equally often."""
    report = arena.play(rules, [Q, R], boards=2, seed=1, whole=whole, cap=2)
    sides = len(rules.sides)
    assert len(report.setup.seatings) == sides
    at = Counter(seat for seating in report.setup.seatings for seat, bot in enumerate(seating) if bot == 0)
    assert at == dict.fromkeys(range(rules.players), 1)
    for board in report.boards:
        for result in board.results:
            assert len(result.scores) == sides
            assert result.deals <= 2
            assert bool(result.winners) is whole
            assert result.fault is None
    assert report.results(Q) == tuple([-gain for gain in report.results(R)])


def test_mixed_sides() -> None:
    """With a bot at every seat of a partnership game, partners share what their side brings."""
    report = arena.play(sp.Rules.preset("partners"), [H, R, Q, "random:bid=1"], boards=1, whole=True, cap=2)
    assert sum(standing.won for standing in report.standings) == pytest.approx(24)
    assert [standing.fair for standing in report.standings] == [0.25] * 4
    assert len(report.pairs) == 6
    assert all(standing.rating is not None for standing in report.standings)
