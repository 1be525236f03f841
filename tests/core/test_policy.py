"""policy_playouts: whole deals of every kind played sensibly, towards what each place wants."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from cardcore import (
    CardOrder,
    JokerFollow,
    JokerLead,
    JokerVoid,
    PlaySetup,
    SeatOrder,
    SetupError,
    Stakes,
    Stream,
    TrickPlay,
    policy_playouts,
)
from core.random_hands import KINDS
from core.snapshots import play_on, random_plays

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [suit + rank for suit in "SCDH" for rank in RANKS]
ORDER = CardOrder([[suit + rank for rank in RANKS] for suit in "SCDH"], trump=0)
Aim = tuple[int, int, bool] | None
DUCK: Aim = (0, 0, True)


def stakes(
    places: int, aims: Sequence[Aim] | None = None, friends: Iterable[Iterable[int]] | None = None
) -> Stakes:
    """One account for each place."""
    return Stakes(
        places,
        [((place,), range(20)) for place in range(places)],
        [[1.0] * places] * places,
        aims=aims,
        friends=friends,
    )


def true_world(play: TrickPlay, worlds: int = 1) -> tuple[NDArray[np.uint64], list[None]]:
    """Worlds in which every hand is the one in the play."""
    return np.zeros((worlds, 0), np.uint64), [None] * play.setup.seats.places


def random_worlds(count: int, places: int = 4, cards: int = 13) -> tuple[TrickPlay, NDArray[np.uint64]]:
    """Deals of all hands by chance, place 0 on lead, and a play to put them into."""
    rng = random.Random("worlds")
    rows = []
    for _ in range(count):
        pack = rng.sample(PACK, places * cards)
        rows.append([ORDER.to_mask(pack[at::places]) for at in range(places)])
    first = [ORDER.to_cards(mask) for mask in rows[0]]
    return TrickPlay(PlaySetup(ORDER, SeatOrder.circle(places)), first, 0), np.array(rows, np.uint64)


def mean(play: TrickPlay, rows: NDArray[np.uint64], wanted: Stakes, seed: int = 1) -> list[float]:
    """Tricks of each place on average."""
    played = policy_playouts(play, rows, range(rows.shape[1]), wanted, seed=seed, repeat=3)
    return [float(tricks) for tricks in played.mean(axis=0)]


def random_wants(rng: random.Random, places: int) -> Stakes:
    """Any aims and any friends."""
    aims = [
        rng.choice([None, (rng.randrange(places), rng.randint(0, 8), rng.random() < 0.5)])
        for _ in range(places)
    ]
    friends = [rng.sample(range(places), rng.randint(0, places)) for _ in range(places)]
    return stakes(places, aims, friends)


# --- every kind of play -----------------------------------------------------------------------------------


def test_tricks_add_up_in_plays_of_every_kind() -> None:
    """From the beginning and the middle, whatever the places want: as many tricks as there are."""
    seen: Counter[str] = Counter()
    for number, (rng, play) in enumerate(random_plays(81, 100 * len(KINDS))):
        kind = KINDS[number % len(KINDS)].__name__
        play_on(play, rng, rng.choice([0, 0, 1, 2, 3, 5, 8, 13, 21]))
        if play.is_over:
            continue
        places = play.setup.seats.places
        wanted = random_wants(rng, places)
        if play.setup.under:
            with pytest.raises(SetupError, match="cards lie under others"):
                policy_playouts(play, *true_world(play), wanted, seed=1)
            seen[f"{kind} refused"] += 1
            continue
        total = sum(play.playout(Stream(1)))
        before = play.copy()
        played = policy_playouts(play, *true_world(play, 2), wanted, seed=number, repeat=10)
        assert play == before
        assert played.dtype == np.uint8
        assert played.shape == (20, places)
        assert (played.sum(axis=1) == total).all()
        assert (played >= np.array(play.tricks)).all()
        active = {order[0] for order in play.setup.seats.later if order}
        assert all(not played[:, place].any() for place in range(places) if place not in active)
        seen[kind] += 1
    assert {kind.split()[0] for kind in seen} == {kind.__name__ for kind in KINDS}
    assert {kind for kind in seen if kind.endswith("refused")} == {
        "two_tables refused",
        "forced_joker refused",
    }
    assert min(seen.values()) > 10, seen


@pytest.mark.parametrize("lead", JokerLead)
@pytest.mark.parametrize("follow", JokerFollow)
@pytest.mark.parametrize("void", JokerVoid)
def test_free_jokers_under_every_policy(lead: JokerLead, follow: JokerFollow, void: JokerVoid) -> None:
    """A joker that is led names a suit, one held back is kept: every playout ends as it must."""
    order = CardOrder([[suit + rank for rank in RANKS[3:]] for suit in "SCDH"], free_joker="JK")
    try:
        setup = PlaySetup(order, SeatOrder.circle(4), joker_lead=lead, joker_follow=follow, joker_void=void)
    except SetupError:
        assert (follow, void) == (JokerFollow.FIRST_OR_LAST, JokerVoid.MUST)
        return
    rng = random.Random("joker")
    for _ in range(6):
        pack = ["JK", *rng.sample([card for card in PACK if int(RANKS.index(card[1:])) > 2], 39)]
        rng.shuffle(pack)
        play = TrickPlay(setup, [pack[at::4] for at in range(4)], rng.randrange(4))
        for wanted in (stakes(4), stakes(4, [DUCK] * 4), stakes(4, friends=[(0, 2), (1, 3)] * 2)):
            played = policy_playouts(play, *true_world(play), wanted, seed=3, repeat=30)
            assert (played.sum(axis=1) == 10).all()


def test_worlds_in_the_middle_of_a_trick() -> None:
    """Hidden hands of several worlds under a trick that has begun; the rows come out world by world."""
    setup = PlaySetup(ORDER, SeatOrder.circle(3))
    play = TrickPlay(setup, ["HK", "HA", "C2"], 0)
    play.play("HK")
    rows = np.array([ORDER.to_mask([card]) for card in ("HA", "HQ", "S2", "D5")], np.uint64).reshape(4, 1)
    played = policy_playouts(play, rows, [None, 0, None], stakes(3), seed=1, repeat=2)
    assert played.tolist() == [[0, 1, 0]] * 2 + [[1, 0, 0]] * 2 + [[0, 1, 0]] * 2 + [[1, 0, 0]] * 2


def test_tricks_won_before_count() -> None:
    """Tricks the play began with are among those counted, for the result and for the aims."""
    play = TrickPlay(PlaySetup(ORDER, SeatOrder.circle(2)), ["HK", "HA"], 0, tricks=(4, 7))
    assert policy_playouts(play, *true_world(play), stakes(2), seed=1).tolist() == [[4, 8]]


# --- chance -----------------------------------------------------------------------------------------------


def test_the_seed_decides() -> None:
    """The same seed and number play the same, others play otherwise; prizes change no card."""
    play, rows = random_worlds(20)
    columns = range(4)
    wanted = stakes(4, [None, DUCK, (2, 4, True), None])

    def played(**keys: object) -> list[list[int]]:
        found = policy_playouts(play, rows, columns, wanted, **keys)  # type: ignore[arg-type]
        return found.tolist()  # type: ignore[no-any-return]

    base = played(seed=5, number=2, repeat=3)
    assert played(seed=5, number=2, repeat=3) == base
    for keys in ({"seed": 6, "number": 2}, {"seed": 5, "number": 3}, {"seed": (5, 1), "number": 2}):
        assert played(repeat=3, **keys) != base
    assert len({tuple(row) for row in base[:3]}) > 1  # a world is not played the same way twice
    eights = [range(start, start + 8) for start in range(0, 56, 8)]
    prizes = [(range(4), [at for at in eight if at < 52], [9.0] * (1 << len(eight))) for eight in eights]
    prizes = [(places, cards, table[: 1 << len(cards)]) for places, cards, table in prizes]
    prized = Stakes(4, wanted.accounts, wanted.weights, aims=wanted.aims, prizes=prizes)
    again = policy_playouts(play, rows, columns, prized, seed=5, number=2, repeat=3)
    assert again.tolist() == base


def test_nothing_but_aims_and_friends_matters() -> None:
    """Worths and weights are for the end, not for the way there."""
    play, rows = random_worlds(20)
    one = policy_playouts(play, rows, range(4), stakes(4), seed=5)
    other = Stakes(4, [((0, 1, 2), [-5, 3, 100])], [[-1], [7], [0], [2]])
    assert (policy_playouts(play, rows, range(4), other, seed=5) == one).all()


# --- what places want -------------------------------------------------------------------------------------


@pytest.mark.parametrize("places", [2, 3, 4, 5, 6])
def test_who_ducks_wins_less(places: int) -> None:
    """In the same worlds each place wins far less if it wants nothing, at whatever place it sits."""
    play, rows = random_worlds(150, places, 8)
    taking = mean(play, rows, stakes(places))
    assert sum(taking) == pytest.approx(8)
    for place in range(places):
        aims: list[Aim] = [None] * places
        aims[place] = (place, 0, True)
        ducking = mean(play, rows, stakes(places, aims))
        assert ducking[place] < (0.75 if places == 2 else 0.6) * taking[place], (place, ducking, taking)


def test_who_has_enough_ducks() -> None:
    """A place that wants three tricks and no more stays near them; one that may win more is not held back."""
    play, rows = random_worlds(200)
    free = mean(play, rows, stakes(4))
    three = mean(play, rows, stakes(4, [(0, 3, True), None, None, None]))
    more = mean(play, rows, stakes(4, [(0, 3, False), None, None, None]))
    none = mean(play, rows, stakes(4, [DUCK, None, None, None]))
    assert none[0] + 0.5 < three[0] < free[0] - 0.1
    assert more == free


def test_an_aim_counts_the_tricks_of_its_account() -> None:
    """A side's aim is met by both of its members together."""
    play, rows = random_worlds(150)
    partners = [(0, 2), (1, 3), (0, 2), (1, 3)]

    def together(aim: Aim) -> float:
        wanted = Stakes(4, [((0, 2), range(14))], [[1]] * 4, aims=[aim, None, aim, None], friends=partners)
        won = mean(play, rows, wanted)
        return won[0] + won[2]

    assert together((0, 0, True)) + 1 < together((0, 4, True)) < together(None) - 0.4


def test_friends_do_not_take_tricks_from_each_other() -> None:
    """Two places win more together as friends than each for itself, against the same others."""
    play, rows = random_worlds(300)
    alone = mean(play, rows, stakes(4))
    friends = mean(play, rows, stakes(4, friends=[(0, 2), (1,), (0, 2), (3,)]))
    assert friends[0] + friends[2] > alone[0] + alone[2] + 0.15
    others = mean(play, rows, stakes(4, friends=[(0,), (1, 3), (2,), (1, 3)]))
    assert others[1] + others[3] > alone[1] + alone[3] + 0.15


def test_takers_win_more_than_by_chance() -> None:
    """Two friends who want tricks, against two who want none, win far more than by random cards."""
    play, rows = random_worlds(60)
    wanted = stakes(4, [None, (1, 0, True), None, (3, 0, True)], [(0, 2), (1, 3)] * 2)
    won = mean(play, rows, wanted)
    by_chance = np.zeros(4)
    stream = Stream(4)
    for row in rows.tolist():
        hands = [ORDER.to_cards(mask) for mask in row]
        start = TrickPlay(play.setup, hands, 0)
        for _ in range(3):
            by_chance += start.playout(stream)
    share = by_chance / (3 * len(rows))
    assert won[0] + won[2] > share[0] + share[2] + 2


def test_winners_are_cashed() -> None:
    """A hand of top cards on lead takes its tricks whatever the others hold, but for a card by chance."""
    setup = PlaySetup(ORDER, SeatOrder.circle(2))
    play = TrickPlay(setup, ["SA SK SQ HA HK", "S2 S3 S4 H2 H3"], 0)
    played = policy_playouts(play, *true_world(play), stakes(2), seed=1, repeat=200)
    assert (played[:, 0] == 5).all()
    low = TrickPlay(setup, ["S2 S3 S4 H2 H3", "SA SK SQ HA HK"], 0)
    assert (policy_playouts(low, *true_world(low), stakes(2), seed=1, repeat=200)[:, 0] == 0).all()


def test_a_misere_is_defended() -> None:
    """Everybody under the contractor: he wins more often than when the others take what they can."""
    play, rows = random_worlds(300, 3, 10)
    contractor: list[Aim] = [DUCK, DUCK, DUCK]
    under = policy_playouts(play, rows, range(3), stakes(3, contractor, [(0,), (1, 2), (1, 2)]), seed=1)
    over = policy_playouts(play, rows, range(3), stakes(3, [DUCK, None, None]), seed=1)
    assert (under[:, 0] == 0).mean() + 0.02 < (over[:, 0] == 0).mean()
