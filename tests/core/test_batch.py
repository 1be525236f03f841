"""PlayBatch against TrickPlay, one deal at a time: the same play, and the bytes an agent reads."""

from __future__ import annotations

import copy
import pickle
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardcore import (
    CardOrder,
    Dealing,
    IllegalMove,
    Pack,
    PlayBatch,
    PlaySetup,
    SeatOrder,
    SetupError,
    Stream,
    TrickPlay,
    builds,
    play_random_deals,
    redeal,
    use_build,
)
from cardcore.observation import DEFAULT_FIELDS, FIELDS, Layout
from core.batches import EVERY_FIELD, batch_of, dealt, mask_row, plays, same, seen_by
from core.test_kernels import DEALS, hands_of
from core.translate import core_play
from oracle.tricks import TrickReferee

PACK = Pack("S2 S3 S4 S5 H2 H3 H4 H5")
SIMPLE = PlaySetup(CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0), SeatOrder.circle(2))
DEALING = Dealing(PACK, [0, 0, 0, 1, 1, 1, None, None])


def simple(n: int = 5, **options: Any) -> PlayBatch:
    """Deals of two places and three cards, dealt."""
    batch = PlayBatch([SIMPLE], n, **({"dealing": DEALING, "seed": 4} | options))
    batch.deal()
    return batch


def game(name: str) -> tuple[PlaySetup, Dealing, int]:
    """A setup, dealing and leader of the cases of ``play_random_deals``."""
    case = dict(DEALS[name])
    pack, places = case.pop("pack"), case.pop("places")
    count = 1 + max(place for place in places if place is not None)
    setup = core_play(hands=hands_of(pack, places, bytes(range(len(pack))), count), **case).setup
    return setup, Dealing(Pack(pack), places), case["leader"]


def joker_deal(setup: PlaySetup, dealing: Dealing) -> tuple[TrickPlay, int]:
    """A deal in which somebody holds the free joker, and who."""
    for number in range(100):
        play = dealt(dealing, setup, 0, Stream(1, number=number))
        for place in range(4):
            if setup.order.free_joker in play.hand(place):
                return play, place
    raise AssertionError("the joker is always in the kitty")


# --- the play -------------------------------------------------------------------------------------------


def test_lockstep(build: str) -> None:
    """Every kind of contract: position, legal cards, names, winners and single deals at every ply."""
    start = plays(500, 30)
    batch = batch_of(start)
    stream = Stream(3)
    rng = random.Random(3)
    n = len(start)
    winner, done = np.empty(n, np.int8), np.empty(n, bool)
    rewards, tricks = np.empty((n, batch.places), np.float32), np.empty((n, batch.places), np.uint8)
    ended = 0
    for _ in range(70):
        for i, play in enumerate(start):
            same(batch, i, play)
            if rng.random() < 0.1:
                one = batch.play(i)
                assert one.legal_moves() == play.legal_moves()
                assert one.trick == play.trick
                assert one.tricks == play.tricks
                assert one.best_place == play.best_place
                assert one.is_broken == play.is_broken
                while one.history:
                    one.pop()
                before = play.copy()
                while before.trick:
                    before.pop()
                assert one.suits_led == before.suits_led
                assert one.is_broken == before.is_broken
                assert [one.failed(k) for k in range(one.setup.seats.places)] == [
                    before.failed(k) for k in range(before.setup.seats.places)
                ]
        actions = batch.random_actions(stream)
        actions[rng.randrange(n)] = -1  # leave one alone
        moves = batch.moves_of(actions)
        now = batch.step(actions, winner=winner, done=done, rewards=rewards, tricks=tricks)
        ended += now
        assert now == done.sum()
        assert (batch.winner == winner).all()
        assert (batch.done == done).all()
        assert (tricks == batch.tricks).all()
        for i, play in enumerate(start):
            before_tricks = play.tricks
            if actions[i] >= 0:
                play.push(int(moves[i]))
            gained = [a - b for a, b in zip(play.tricks, before_tricks, strict=True)]
            assert rewards[i, : len(gained)].tolist() == gained
            assert rewards[i].sum() == sum(gained)
            assert winner[i] == (gained.index(1) if 1 in gained else -1)
            assert done[i] == (play.is_over and actions[i] >= 0)
        if ended == n:
            break
    assert ended == n
    assert all(play.is_over for play in start)
    assert (batch.turn == -1).all()
    assert not batch.legal.any()


def test_every_legal_action_and_no_other(build: str) -> None:
    """The check of a step accepts exactly the legal moves, action by action."""
    start = plays(501, 12)
    batch = batch_of(start)
    stream = Stream(3)
    n = len(start)
    illegal = np.empty(n, bool)
    while (batch.turn >= 0).any():
        rows = np.array([mask_row(batch, play) for play in start], bool)
        assert (batch.mask() == rows).all()
        for action in [*range(batch.actions), batch.actions, 64, 128, 511, 32767, -2, -32768]:
            other = batch.copy()
            other.step(np.full(n, action, np.int16), illegal=illegal)
            wanted = rows[:, action] if 0 <= action < batch.actions else np.zeros(n, bool)
            assert (illegal == ~wanted).all(), action
            assert (other.trick[illegal] == batch.trick[illegal]).all()
        for _ in range(9):
            actions = batch.random_actions(stream)
            moves = batch.moves_of(actions)
            batch.step(actions)
            for play, move in zip(start, moves.tolist(), strict=True):
                if move >= 0:
                    play.push(move)


def test_against_the_referee(build: str) -> None:
    """The slow referee sees the same legal plays (P-05)."""
    from core.random_hands import specs

    games = [spec for _, spec in specs(502, 180)]
    referees = [TrickReferee(**spec) for spec in games]
    start = [core_play(**spec) for spec in games]
    letters = [list(spec["suits"]) for spec in games]
    batch = batch_of(start)
    stream = Stream(5)
    while (batch.turn >= 0).any():
        mask = batch.mask()
        actions = batch.random_actions(stream)
        for i, referee in enumerate(referees):
            order = start[i].order
            found: dict[int, tuple[str, str | None]] = {}
            for action in np.flatnonzero(mask[i]).tolist():
                if action < batch.cards:
                    found[action] = (order.card(action).name, None)
                else:
                    assert order.free_joker is not None
                    found[action] = (order.free_joker.name, letters[i][action - batch.cards])
            assert set(found.values()) == referee.legal()
            assert batch.turn[i] == (-1 if referee.turn is None else referee.turn)
            assert batch.tricks[i, : len(referee.tricks)].tolist() == list(referee.tricks)
            if actions[i] >= 0:
                referee.play(*found[int(actions[i])])
        batch.step(actions)
    assert all(referee.over for referee in referees)


# --- observations ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("fields", [EVERY_FIELD, None, ["hand"], ["place"], ["finished", "turn"], ["hands"]])
def test_observations(build: str, fields: list[str] | None) -> None:
    """Every byte of every field, from the place to play and from any other; nothing is written beyond."""
    start = plays(503, 4)
    n = len(start)
    rng = random.Random(6)
    sees = [
        [
            [at for at in range(play.setup.seats.places) if at != place and rng.random() < 0.3]
            for place in range(play.setup.seats.places)
        ]
        for play in start
    ]
    batch = batch_of(start, fields=fields, sees=sees if fields is not None else None)
    stream = Stream(3)
    width = batch.layout.width
    flat = np.full(64 + n * width + 64, 77, np.uint8)
    out = flat[64 : 64 + n * width].reshape(n, width)
    flat_mask = np.full(64 + n * batch.actions + 64, 77, np.uint8)
    mask = flat_mask[64 : 64 + n * batch.actions].reshape(n, batch.actions)
    seats = np.empty(n, np.int8)

    def check(viewers: list[int | None]) -> None:
        for i, play in enumerate(start):
            viewer = viewers[i]
            row = seen_by(
                batch,
                play,
                viewer,
                i,
                sees[i][viewer] if viewer is not None and viewer < len(sees[i]) else [],
            )
            for span in batch.layout.spans:
                assert out[i, span.slice].tolist() == row[span.name], (i, span.name, viewer)
        assert (flat[:64] == 77).all()
        assert (flat[-64:] == 77).all()

    for ply in range(64):
        batch.observe(out)
        check([play.turn for play in start])
        if ply % 6 == 0:
            for seat in range(batch.places):
                batch.observe(out, seat=seat)
                check([seat] * n)
        seats[:] = [rng.randrange(-2, 8) for _ in range(n)]
        actions = batch.random_actions(stream)
        moves = batch.moves_of(actions)
        batch.step(actions, mask=mask, observation=out, seat=seats)
        for play, move in zip(start, moves.tolist(), strict=True):
            if move >= 0:
                play.push(move)
        check([None if seat < 0 else int(seat) for seat in seats])
        assert mask.tolist() == [mask_row(batch, play) for play in start]
        assert (flat_mask[:64] == 77).all()
        assert (flat_mask[-64:] == 77).all()


def test_observations_do_not_peek() -> None:
    """Redraw the hidden cards: what the place to play sees is the same, but for ``hands``."""
    fields = [name for name in EVERY_FIELD if name != "hands"]
    start = [play for play in plays(504, 20) if not play.setup.under]
    rng = random.Random(7)
    compared = 0
    for play in start:
        for _ in range(rng.randrange(25)):
            if not play.is_over:
                play.push(rng.choice(play.legal_moves()))
        if play.turn is None:
            continue
        places = play.setup.seats.places
        others = [place for place in range(places) if place != play.turn]
        pool = [at for place in others for at in range(63) if play.hand_mask(place) >> at & 1]
        for _ in range(10):
            rng.shuffle(pool)
            hands, at = [play.hand_mask(place) for place in range(places)], 0
            for place in others:
                size = hands[place].bit_count()
                hands[place] = sum(1 << k for k in pool[at : at + size])
                at += size
            try:
                world = redeal(play, hands)
            except SetupError:
                continue
            batch = PlayBatch([play.setup], 2, fields=fields)
            batch.load(0, play)
            batch.load(1, world)
            rows = batch.observe(seat=play.turn)
            assert rows[0].tolist() == rows[1].tolist()
            compared += hands != [play.hand_mask(place) for place in range(places)]
    assert compared > 100


def test_layout() -> None:
    """Fields stand one after the other, in the order of the table; the widest fits the rows of the loops."""
    for cards in (1, 8, 24, 43, 63):
        for places in (2, 6):
            layout = Layout(cards, places, EVERY_FIELD)
            at = 0
            for span, field in zip(layout.spans, FIELDS, strict=True):
                assert span.name == field.name
                assert span.start == at
                assert layout[field.name].slice == slice(at, at + span.length)
                at += span.length
            assert layout.width == at <= 2048 - 16
    assert Layout(43, 4).width == 209
    assert [span.name for span in Layout(43, 4).spans] == list(DEFAULT_FIELDS)
    assert [span.name for span in Layout(43, 4, ["led", "hand"]).spans] == ["hand", "led"]
    with pytest.raises(KeyError):
        Layout(43, 4, ["hand"])["led"]


def test_the_page_has_the_table_of_fields() -> None:
    """docs/batch.md lists every field with its shape, whether it is a default, and its meaning."""
    page = (Path(__file__).resolve().parents[2] / "docs" / "batch.md").read_text(encoding="utf-8")
    sizes = {"one": "1", "cards": "cards", "suits": "8", "places": "places"}
    rows = []
    for field in FIELDS:
        shape = ("places × " if field.rows == "places" else "") + sizes[field.columns]
        default = "yes" if field.name in DEFAULT_FIELDS else "with `sees`" if field.name == "open" else ""
        rows.append(f"| `{field.name}` | {shape} | {default} | {field.meaning} |\n")
    assert "".join(rows) in page


# --- dealing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DEALS)
def test_deals_are_those_of_the_streams(name: str, build: str) -> None:
    """Deal k has the cards of stream k, and random play goes on with that stream (P-10)."""
    setup, dealing, leader = game(name)
    batch = PlayBatch([setup], 60, dealing=dealing, seed=77, first=1000)
    batch.deal(leader=leader)
    assert batch.numbers.tolist() == list(range(1000, 1060))
    start = []
    for i in range(60):
        stream = Stream(77, number=1000 + i)
        start.append((dealt(dealing, setup, leader, stream), stream))
        same(batch, i, start[i][0])
    rewards = np.empty((60, batch.places), np.float32)
    tricks = np.empty((60, batch.places), np.uint8)
    assert batch.step_random(None, rewards=rewards, tricks=tricks) == 60
    for i, (play, stream) in enumerate(start):
        assert tuple(batch.tricks[i].tolist()) == play.playout(stream)
    assert (rewards == batch.tricks).all()
    assert (tricks == batch.tricks).all()
    found = play_random_deals(setup, dealing.pack, dealing.places, 60, leader=leader, seed=77, first=1000)
    assert tuple(batch.tricks.sum(axis=0).tolist()) == found


def tables() -> tuple[PlaySetup, Dealing]:
    """The two-handed game: five piles of two cards on each table, suitless joker."""
    setup, dealing, _ = game("43-free-3")
    places: list[int | None] = [0] * 10 + [1] * 10 + [2] * 10 + [3] * 10 + [None] * 3
    under = [(at, at + 5) for at in (20, 21, 22, 23, 24, 30, 31, 32, 33, 34)]
    setup = PlaySetup(
        setup.order, SeatOrder.two_tables(), joker_lead=setup.joker_lead, joker_follow=setup.joker_follow
    )
    return setup, Dealing(dealing.pack, places, under=under)


@pytest.mark.parametrize("piled", [False, True])
def test_autoreset(build: str, piled: bool) -> None:
    """A deal that ends is followed by the next of its slot; its last tricks are not lost (L-05)."""
    first, dealing, _ = game("43-H")
    second, _, _ = game("43-free-5")
    if piled:
        second, dealing = tables()
        first = PlaySetup(first.order, second.seats)
    n = 12
    batch = PlayBatch([first, second], n, dealing=dealing, seed=5, autoreset=True)
    which = np.arange(n) % 2
    leaders = np.arange(n) % 4
    batch.deal(setup=which, leader=leaders)
    stream = Stream(9)
    numbers = np.arange(n)
    setups = [first, second]
    start = [dealt(dealing, setups[i % 2], i % 4, Stream(5, number=i)) for i in range(n)]
    done, tricks = np.empty(n, bool), np.empty((n, 4), np.uint8)
    legal, turn = np.empty(n, np.uint64), np.empty(n, np.int8)
    ended = 0
    for ply in range(150):
        actions = batch.random_actions(stream)
        actions[ply % n] = -1  # so that they do not end together
        moves = batch.moves_of(actions)
        ended += batch.step(actions, done=done, tricks=tricks, legal=legal, turn=turn)
        for i in range(n):
            if moves[i] >= 0:
                start[i].push(int(moves[i]))
            assert tricks[i].tolist() == list(start[i].tricks)
            assert done[i] == start[i].is_over
            if done[i]:
                numbers[i] += n
                start[i] = dealt(dealing, setups[i % 2], i % 4, Stream(5, number=int(numbers[i])))
            same(batch, i, start[i])
        assert (legal == batch.legal).all()
        assert (turn == batch.turn).all()
        assert (numbers == batch.numbers).all()
    assert ended == (numbers - np.arange(n)).sum() // n
    assert ended >= 3 * n - 3


def test_next_deals() -> None:
    """Setup and leader of the next deal can be said beforehand, and stay until said otherwise."""
    other = PlaySetup(CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"]), SeatOrder.circle(2))
    batch = PlayBatch([SIMPLE, other], 4, dealing=DEALING, autoreset=True)
    batch.deal()
    batch.next_deals([1, 2], setup=1)
    batch.next_deals(np.array([False, False, True, True]), leader=1)
    assert batch.setup.tolist() == [0] * 4
    batch.step_random(6)
    assert batch.setup.tolist() == [0, 1, 1, 0]
    assert batch.turn.tolist() == [0, 0, 1, 1]
    batch.step_random(6)
    assert batch.setup.tolist() == [0, 1, 1, 0]
    assert batch.turn.tolist() == [0, 0, 1, 1]
    batch.deal([0], setup=1, leader=1, numbers=77)
    assert batch.numbers.tolist() == [77, 9, 10, 11]
    assert batch.setup.tolist() == [1, 1, 1, 0]
    batch.deal([0])
    assert batch.numbers.tolist() == [81, 9, 10, 11]


def test_dealings_of_several_setups() -> None:
    """Each setup can have a dealing of its own, or none."""
    setup, dealing, leader = game("43-H")
    more, fewer, _ = game("cs4")
    batch = PlayBatch([setup, more, SIMPLE], 6, dealing=[dealing, fewer, None], seed=3)
    assert (batch.places, batch.cards, batch.actions) == (4, 52, 52)
    batch.deal(setup=[0, 1, 0, 1, 0, 1], leader=leader)
    for i in range(6):
        kind = (setup, dealing) if i % 2 == 0 else (more, fewer)
        same(batch, i, dealt(kind[1], kind[0], leader, Stream(3, number=i)))
    with pytest.raises(SetupError, match="setup 2 has no dealing"):
        batch.deal(setup=2)
    batch.reset([[0b11, 0b1100, 0, 0]], [4], setup=2, leader=0)
    assert batch.legal[4] == 0b11
    assert batch.setup.tolist() == [0, 1, 0, 1, 2, 1]


# --- given hands ----------------------------------------------------------------------------------------


def test_reset_in_mid_deal(build: str) -> None:
    """Tricks, suits led, failures and broken limits are taken over; so are piles, deal by deal."""
    start = plays(505, 30)
    rng = random.Random(8)
    for play in start:
        for _ in range(rng.randrange(30)):
            if not play.is_over:
                play.push(rng.choice(play.legal_moves()))
        while play.trick:
            play.push(rng.choice(play.legal_moves()))
    start = [play for play in start if not play.is_over and 128 not in play.suits_led]
    bare = []
    for play in start:
        c = play.setup
        policy = {"joker_lead": c.joker_lead, "joker_follow": c.joker_follow, "joker_void": c.joker_void}
        bare.append(PlaySetup(c.order, c.seats, limit=c.limit, first_card=c.first_card, **policy))
    n = len(start)
    batch = PlayBatch(bare, n)
    hands, tricks = np.zeros((n, 6), np.uint64), np.zeros((n, 6), int)
    failed, piles = np.zeros((n, 6), int), np.full((n, 20, 2), -1)
    for i, play in enumerate(start):
        for place in range(play.setup.seats.places):
            hands[i, place] = play.hand_mask(place)
            tricks[i, place] = play.tricks[place]
            failed[i, place] = sum(1 << suit for suit in play.failed(place))
        left = [pile for pile in play.setup.under if pile[1] in play.hand(pile[0])]
        for k, (_, over, under) in enumerate(left):
            piles[i, k] = play.order.position(over), play.order.position(under)
    assert (piles >= 0).any()
    batch.reset(
        hands, setup=range(n), leader=[play.leader for play in start], tricks=tricks, failed=failed,
        suits_led=[sum(1 << suit for suit in play.suits_led) for play in start],
        broken=[play.is_broken for play in start], piles=piles,
    )  # fmt: skip
    stream = Stream(3)
    while True:
        for i, play in enumerate(start):
            same(batch, i, play)
            assert batch.play(i).legal_moves() == play.legal_moves()
        if (batch.turn < 0).all():
            break
        actions = batch.random_actions(stream)
        moves = batch.moves_of(actions)
        batch.step(actions)
        for play, move in zip(start, moves.tolist(), strict=True):
            if move >= 0:
                play.push(move)


def test_load_is_play_turned_round(build: str) -> None:
    """A position put into a slot comes out again, in any phase of a trick."""
    start = plays(506, 20)
    rng = random.Random(9)
    setups = list({play.setup: None for play in start})
    batch = PlayBatch(setups, len(start))
    for i, play in enumerate(start):
        for _ in range(rng.randrange(40)):
            if not play.is_over:
                play.push(rng.choice(play.legal_moves()))
        batch.load(i, play)
        same(batch, i, play)
        one = batch.play(i)
        later = play.copy()
        while not one.is_over:
            move = rng.choice(one.legal_moves())
            one.push(move)
            later.push(move)
            assert one.legal_moves() == later.legal_moves()
        assert one.tricks == later.tricks
    with pytest.raises(SetupError, match="no setup equal"):
        simple().load(0, start[0])


def test_random_streams_of_given_deals() -> None:
    """Deals with given hands draw from streams of their number, purpose 7."""
    batch = PlayBatch([SIMPLE], 3, seed=6)
    order = SIMPLE.order
    row = [order.to_mask("S2 H2 H5"), order.to_mask("S3 S4 H3")]
    batch.reset([row] * 3, numbers=[5, 6, 5])
    batch.step_random(None)
    for i, number in enumerate((5, 6, 5)):
        play = TrickPlay(SIMPLE, ["S2 H2 H5", "S3 S4 H3"], 0)
        assert play.playout(Stream(6, number=number, purpose=7)) == tuple(batch.tricks[i].tolist())


# --- one result whatever the build, the threads, the pieces ---------------------------------------------


def everything(batch: PlayBatch) -> list[Any]:
    """All that can be read from a batch."""
    names = "legal names turn done winner hands trick leader led tricks finished suits_led failed played"
    return [getattr(batch, name).tolist() for name in (*names.split(), "numbers", "setup")]


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_threads_and_builds_agree(threads: int) -> None:
    """The same bytes from every build and any number of threads (P-11)."""
    setup, dealing, _ = game("43-free-4")
    other, _, _ = game("43-H")
    n = 3000
    results = []
    for name in builds():
        use_build(name)
        batch = PlayBatch(
            [setup, other], n, dealing=dealing, seed=2, autoreset=True, threads=threads, fields=EVERY_FIELD
        )
        batch.deal(setup=np.arange(n) % 2)
        batch.step_random(57)
        stream = Stream(3)
        rewards, mask = np.empty((n, 4), np.float32), np.empty((n, batch.actions), np.uint8)
        total = np.zeros((n, 4))
        for _ in range(20):
            batch.step(batch.random_actions(stream), rewards=rewards, mask=mask)
            total += rewards
        written = [total.tolist(), mask.tolist(), batch.observe().tolist()]
        results.append([*everything(batch), *written, stream.raw()])
    use_build(builds()[0])
    one = PlayBatch([setup, other], n, dealing=dealing, seed=2, autoreset=True, fields=EVERY_FIELD)
    one.deal(setup=np.arange(n) % 2)
    one.step_random(57)
    stream = Stream(3)
    for _ in range(20):
        one.step(one.random_actions(stream))
    results.append([*everything(one), *results[0][-4:-1], stream.raw()])
    assert results[-1][:-4] == results[0][:-4]
    assert all(result == results[0] for result in results)


def test_slots_do_not_depend_on_each_other() -> None:
    """A deal is the same in a batch of another size, if its number is."""
    many, few = simple(600, first=0), simple(3, first=100)
    many.step_random(4)
    few.step_random(4)
    for name in ("hands", "trick", "tricks", "turn", "legal"):
        assert getattr(many, name)[100:103].tolist() == getattr(few, name).tolist()


def test_random_actions_are_uniform_and_legal() -> None:
    """Every legal action is drawn, about equally often; a stream gives the same again."""
    setup, dealing, _ = game("43-free-0")
    batch = PlayBatch([setup], 20_000, dealing=dealing, seed=1)
    hands, holder = joker_deal(setup, dealing)
    row = [hands.hand_mask(place) for place in range(4)]
    batch.reset([row] * 20_000, leader=holder)
    actions = batch.random_actions(Stream(8))
    assert (actions == batch.random_actions(Stream(8))).all()
    legal = np.flatnonzero(batch.mask()[0])
    assert set(actions.tolist()) == set(legal.tolist())
    cards = len(legal) - 3  # nine cards, and the joker with four names
    counts = np.bincount(actions, minlength=batch.actions)
    for action in legal.tolist():
        share = 20_000 / cards / (4 if action >= batch.cards else 1)
        assert abs(counts[action] - share) < 6 * share**0.5


# --- illegal actions ------------------------------------------------------------------------------------


def test_an_illegal_action_changes_nothing() -> None:
    """The whole step is refused, with the first slot, who, what and what would be legal."""
    batch = simple(600)
    before = everything(batch)
    actions = batch.random_actions(Stream(1))
    good = actions.copy()
    for slot in (599, 17):
        play = batch.play(slot)
        bad = next(at for at in range(8) if play.hand_mask(1) >> at & 1)
        actions[slot] = bad
        with pytest.raises(IllegalMove) as caught:
            batch.step(actions)
        assert str(caught.value) == (
            f"deal {slot}: place 0 does not hold {play.order.card(bad)}; legal: {play.legal_cards}"
        )
        assert everything(batch) == before
    for action, why in ((8, "is no action; there are 0..7"), (-2, "is no action"), (511, "is no action")):
        actions[17] = action
        with pytest.raises(IllegalMove, match=f"deal 17: {action} {why}"):
            batch.step(actions)
    batch.step(good)
    batch.step_random(None)
    with pytest.raises(IllegalMove, match="deal 0: all cards are played"):
        batch.step(np.zeros(600, np.int16))
    batch.step(np.full(600, -1, np.int16))


def test_illegal_joker_leads() -> None:
    """A joker that must name a suit cannot be led by its position, nor name one that is none."""
    setup, dealing, _ = game("43-free-0")
    assert setup.order.free_joker is not None
    more, cutthroat, _ = game("cs4")
    batch = PlayBatch([setup, more], 2, dealing=[dealing, cutthroat])
    hands, holder = joker_deal(setup, dealing)
    batch.reset([[hands.hand_mask(place) for place in range(4)]], [0], leader=holder)
    batch.deal([1], setup=1)
    assert (batch.cards, batch.actions) == (52, 56)
    assert batch.names.tolist() == [15, 0]
    assert int(batch.legal[0]) >> 42 & 1
    assert batch.mask()[0, 42:].tolist() == [False] * 10 + [True] * 4
    for actions, message in (
        ([42, -1], r"deal 0: place \d may not play JK; suits it may name: \[0, 1, 2, 3\]"),
        ([43, -1], "deal 0: 43 is no position of this order of 43 cards"),
        ([-1, 52], "deal 1: this order has no free joker"),
        ([56, -1], "deal 0: 56 is no action"),
    ):
        with pytest.raises(IllegalMove, match=message):
            batch.step(actions)
    batch.step([54, -1])
    assert batch.led[0] == 2
    assert batch.moves_of([54, 51]).tolist() == [42 + 3 * 64, 51]
    with pytest.raises(ValueError, match="deal 1: 54 is no action of its order"):
        batch.moves_of([54, 54])


# --- copies ---------------------------------------------------------------------------------------------


def test_copies_and_pickles() -> None:
    """Copies go on alike and do not share anything; a pickle is an equal batch (P-01, P-02)."""
    setup, dealing = tables()
    batch = PlayBatch(
        [setup],
        40,
        dealing=dealing,
        seed=3,
        autoreset=True,
        fields=EVERY_FIELD,
        sees=[[[2, 3], [2, 3], [0, 3], [1, 2]]],
    )
    batch.deal()
    batch.step_random(33)
    for made in (batch.copy(), copy.copy(batch), copy.deepcopy(batch), pickle.loads(pickle.dumps(batch))):
        assert everything(made) == everything(batch)
        assert repr(made) == repr(batch)
        assert made.layout == batch.layout
        assert (made.observe() == batch.observe()).all()
        before = everything(batch)
        made.step_random(100)
        assert everything(batch) == before
        again = batch.copy()
        again.step_random(100)
        assert everything(made) == everything(again)
    assert repr(batch) == "<PlayBatch of 40 deals, 40 running, 1 setups, 4 places>"
    assert repr(PlayBatch([SIMPLE], 3)) == "<PlayBatch of 3 deals, 0 running, 1 setups, 2 places>"
    empty = pickle.loads(pickle.dumps(PlayBatch([SIMPLE], 0)))
    assert empty.n == 0


def test_views_show_the_present_and_cannot_be_written() -> None:
    """One array for good, over the batch's own memory."""
    batch = simple()
    legal, hands = batch.legal, batch.hands
    before = legal.tolist()
    batch.step_random(1)
    assert legal.tolist() != before
    assert batch.legal is legal
    for view in (legal, hands, batch.turn, batch.tricks, batch.numbers):
        with pytest.raises(ValueError):
            view[0] = 0
        with pytest.raises(ValueError):
            view.flags.writeable = True
    del batch
    assert legal.shape == (5,)
    assert hands.sum() > 0


# --- odds and ends --------------------------------------------------------------------------------------


def test_new_batches_are_over() -> None:
    """Nothing can be played before a deal begins."""
    batch = PlayBatch([SIMPLE], 3, dealing=DEALING)
    assert batch.turn.tolist() == [-1] * 3
    assert batch.step_random(5) == 0
    assert batch.random_actions(Stream(1)).tolist() == [-1] * 3
    assert batch.step([-1] * 3) == 0
    assert batch.play(0).is_over
    with pytest.raises(IllegalMove, match="deal 1: all cards are played"):
        batch.step([-1, 0, 0])


def test_hands_without_cards() -> None:
    """A deal of empty hands is over at once."""
    batch = simple(2)
    batch.reset(np.zeros((1, 2), np.uint64), [1], tricks=[[1, 2]])
    assert batch.turn.tolist() == [0, -1]
    assert batch.tricks.tolist() == [[0, 0], [1, 2]]
