"""What a module compiled outside must do: the same as the Python API, for the same deals and questions.

``test_embedding.py`` runs these against the present installation, and ``main`` in a clean environment.
"""

from __future__ import annotations

import importlib
import random
import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numpy as np

import cardcore
from cardcore import (
    CardOrder,
    CardSet,
    Dealing,
    DealPlan,
    JokerFollow,
    JokerLead,
    JokerVoid,
    PlayBatch,
    PlaySetup,
    Sampler,
    SeatOrder,
    Solver,
    Stakes,
    Stream,
    TrickPlay,
    key_from_seed,
    parse_card,
    perft,
    play_random_deals,
    redeal,
)

__all__ = ["CHECKS", "DOCS", "cython_blocks", "plans", "python_block"]

DOCS = Path(__file__).resolve().parents[2] / "docs" / "embedding.md"
SPADES = "S2 S3 S4 S5 S6 S7 S8"
FULL = [SPADES, SPADES.replace("S", "C"), SPADES.replace("S", "D"), SPADES.replace("S", "H")]
PLAY_BAD_CARDS, PLAY_BAD_TURN, PLAY_BAD_SIZES = 2, 3, 5
SOLVER_DONE, SOLVER_BUDGET, SOLVER_BAD_INPUT = 0, 1, 4


def cython_blocks() -> str:
    """The Cython of the documentation, one block after the other."""
    return "\n\n".join(re.findall(r"```cython\n(.*?)```", DOCS.read_text(encoding="utf-8"), flags=re.DOTALL))


def python_block() -> str:
    """The Python of the documentation that uses it."""
    found = re.search(r"<!-- compiled -->\n```python\n(.*?)```", DOCS.read_text("utf-8"), flags=re.DOTALL)
    assert found is not None
    return found[1]


def plans() -> list[DealPlan]:
    """Dealt games of several shapes: trumps or none, free jokers, limits, places that sit out."""
    trumps = CardOrder(FULL, trump=3)
    joker = CardOrder(FULL, free_joker="JK")
    pack = " ".join(FULL)
    return [
        DealPlan(
            PlaySetup(trumps, SeatOrder.circle(4)), Dealing(pack, [0, 1, 2, 3] * 4 + [None] * 12), leader=1
        ),
        DealPlan(
            PlaySetup(CardOrder(FULL[:3]), SeatOrder.circle(3)),
            Dealing(" ".join(FULL[:3]), [0] * 5 + [1] * 5 + [2] * 5 + [None] * 6),
            leader=0,
        ),
        DealPlan(
            PlaySetup(joker, SeatOrder.circle(4, out=[2])),
            Dealing(f"{pack} JK", [0, 1, 3] * 5 + [2, 2] + [None] * 12),
            leader=3,
        ),
        DealPlan(
            PlaySetup(joker, SeatOrder.circle(2), joker_lead=JokerLead.ANY_SUIT, joker_void=JokerVoid.MUST),
            Dealing(f"{pack} JK", [0, 1] * 7 + [None] * 15),
            leader=0,
        ),
        DealPlan(
            PlaySetup(
                joker,
                SeatOrder.circle(5),
                joker_lead=JokerLead.LAST_TRICK_ONLY,
                joker_follow=JokerFollow.FIRST_OR_LAST,
            ),
            Dealing(f"{pack} JK", [0, 1, 2, 3, 4] * 3 + [None] * 14),
            leader=2,
        ),
        DealPlan(
            PlaySetup(trumps, SeatOrder.circle(6), limit=3, first_card="C2"),
            Dealing(pack, [0, 1, 2, 3, 4, 5] * 3 + [None] * 10),
            leader=5,
        ),
    ]


def piles() -> TrickPlay:
    """A play of two with cards that lie on others."""
    setup = PlaySetup(
        CardOrder(FULL[:2], trump=0), SeatOrder.two_tables(), under=[(2, "S7", "C2"), (3, "C7", "S2")]
    )
    return TrickPlay(setup, ["S3 S4", "C3 C4", "S7", "C7"], 0)


def check_numbers(outside: ModuleType) -> None:
    """Constants, bit tricks, streams, wide numbers, masks and rows."""
    assert outside.versions() == (cardcore.ABI_VERSION, outside.versions()[1], 6, 63)
    rng = random.Random(1)
    for _ in range(200):
        word = rng.getrandbits(rng.randrange(1, 65)) | 1 << rng.randrange(64)
        set_bits = [k for k in range(64) if word >> k & 1]
        k = rng.randrange(len(set_bits))
        low = word & -word
        assert outside.scan(word, k) == (
            len(set_bits), set_bits[0], set_bits[-1], set_bits[k], word * word >> 64, low, word ^ low, 1 << k,
        )  # fmt: skip
    key = key_from_seed(11)
    word, below, small, shuffled = outside.draws(key, 3, 16)
    stream = Stream(key, number=3, purpose=16)
    assert (word, below) == (stream.raw(), stream.below(1000))
    assert 0 <= small < 7
    assert sorted(shuffled) == list(range(20))
    assert outside.next_word(Stream(4)) == Stream(4).raw()
    assert outside.product(10**18, 4) == (10**72, False, False)
    assert outside.renumber(0b1011, [5, 0, 1, 2]) == (0b100101, 1)
    assert outside.renumber(0b110, [5, 0, -1]) == (1, 0)
    assert outside.row_of_fields() == [0, 1, 1, 0, 1, 0, 0, 1, 0, 32767]
    assert outside.move_number(28, 7) == 28
    assert outside.places_of(SeatOrder.circle(4, out=[2]), 1) == 0b1011


def check_cards(outside: ModuleType) -> None:
    """Identities, positions and sets."""
    order = CardOrder([*FULL[:3], FULL[3] + " JK"], trump=3)
    for text in ("S2", "H8", "JK"):
        value, position, trump, one, again = outside.order_facts(order, text)
        assert (value, position) == (parse_card(text), order.position(text))
        assert one == again == CardSet(text)
        assert trump == order.block_mask(3)


def check_play(outside: ModuleType) -> None:
    """Moves, undo, playouts, exact counts and deals of every kind of game."""
    for plan in plans():
        key = key_from_seed(8)
        for number in range(12):
            play = plan.deal(number, seed=key)
            hands, rest, fault, tricks = outside.deal(plan, key, number)
            places = range(plan.setup.seats.places)
            assert hands == [play.hand_mask(place) for place in places]
            assert fault == 0
            assert rest.bit_count() == plan.dealing.places.count(None)
            assert rest & sum(hands) == 0
            alone = play_random_deals(
                plan.setup,
                plan.dealing.pack,
                plan.dealing.places,
                1,
                leader=plan.leader,
                seed=key,
                first=number,
            )
            assert tricks == alone
            assert outside.playout(play, Stream(key, number=99)) == play.playout(Stream(key, number=99))
            counted, faults, won, moves, restored = outside.walk(play, Stream(key, number=number))
            assert faults == 0
            assert restored
            again = play.copy()
            for position, suit in moves:
                counted -= len(again.legal_moves())
                again.push(outside.move_number(position, suit))
            assert counted == 0
            assert again.is_over
            assert list(again.tricks) == won
            for depth in range(5):
                assert outside.count(play, depth) == perft(play, depth)
            assert outside.with_hands(play, hands) == redeal(play, hands) == play
    assert outside.walk(piles(), Stream(1))[1:3] == (0, list(outside.walk(piles(), Stream(1))[2]))


def check_solver(outside: ModuleType) -> None:
    """Values, moves and best moves are those of Solver, at every card of random plays, with targets too."""
    asker, solver, rng = outside.Asker(), Solver(), random.Random(2)
    for play in [plan.deal(number, seed=3) for plan in plans() for number in range(4)] + [piles()]:
        everybody = (1 << play.setup.seats.places) - 1
        side, count = rng.choice([(0b0101 & everybody,) * 2, (everybody ^ 1, 1), (0b10, 0b11)])
        while not play.is_over:
            value = solver.solve(play, side, count).value
            moves = {move: found.value for move, found in solver.moves(play, side, count).items()}
            for keep in (False, True):
                state, (status, values), best = asker.ask(play, side, count, keep=keep)
                assert state[:3] == (SOLVER_DONE, value, value)
                assert status == SOLVER_DONE
                assert list(values.items()) == [(move, (found, found)) for move, found in moves.items()]
                assert best == (SOLVER_DONE, best[1], value, value)
                assert moves[best[1]] == value
            assert asker.trusting(play, side, count) == (value, value)
            for target in (1, 2, 9):
                (status, low, high, _), (_, values), best = asker.ask(play, side, count, target=target)
                assert status == SOLVER_DONE
                assert (low >= target) == (value >= target)
                assert low >= target or high < target
                for move, (low, high) in values.items():
                    assert (low >= target) == (moves[move] >= target)
                    assert low >= target or high < target
                assert (moves[best[1]] >= target) == (value >= target)
            play.push(rng.choice(play.legal_moves()))
        state, (status, values), best = asker.ask(play, side, count)
        assert state == (SOLVER_DONE, 0, 0, 0)
        assert (status, values, best[0]) == (SOLVER_DONE, {}, SOLVER_BAD_INPUT)
    plan = plans()[0]
    expected = [solver.solve(plan.deal(k, seed=9), 0b0101, 0b0101).value for k in range(300)]
    for keep in (False, True):
        assert outside.ask_many(plan, Solver(), key_from_seed(9), 0, 300, 0b0101, keep) == expected
        assert outside.ask_many(plan, Solver(0.05), key_from_seed(9), 0, 300, 0b0101, keep) == expected
    same, seconds = outside.equals(plan.deal(0, seed=9), plan.deal(0, seed=9).legal_moves()[0])
    assert same & plan.deal(0, seed=9).legal_mask == same
    assert seconds >= 0


def check_refusals(outside: ModuleType) -> None:
    """Bad questions, budgets and positions are refused or cut short, and never crash."""
    asker, play = outside.Asker(), plans()[0].deal(0, seed=3)
    value = Solver().solve(play, 1, 1).value
    for side, count in ((16, 1), (1, 64)):
        assert asker.ask(play, side, count)[0] == (SOLVER_BAD_INPUT, 0, 63, 0)
    for bad in ({"target": -1}, {"max_seconds": -1.0}, {"max_seconds": float("nan")}):
        state, (status, values), best = asker.ask(play, 1, 1, **bad)
        assert (state[0], status, values, best[0]) == (
            SOLVER_BAD_INPUT,
            SOLVER_BAD_INPUT,
            {},
            SOLVER_BAD_INPUT,
        )
    (status, low, high, nodes), (status_moves, values), best = asker.ask(play, 1, 1, max_nodes=3)
    assert status == status_moves == best[0] == SOLVER_BUDGET
    for move, (least, most) in values.items():
        assert least <= Solver().moves(play, 1, 1)[move].value <= most
    assert outside.Asker(1000).ask(play, 1, 1)[1] == outside.Asker().ask(play, 1, 1)[1]
    assert low <= value <= high
    assert nodes <= 3
    assert best[1] in play.legal_moves()
    assert list(values) == play.legal_moves()
    assert asker.ask(play, 1, 1, max_seconds=100.0)[0][:3] == (SOLVER_DONE, value, value)
    unset = PlaySetup.__new__(PlaySetup)
    assert outside.begin(unset, [], 0) == (1, 15)
    hands = [play.hand_mask(place) for place in range(4)]
    setup = play.setup
    assert outside.begin(setup, hands, 0) == (0, 0)
    assert outside.begin(setup, [0] * 4, 0) == (0, 15)
    assert outside.begin(setup, [hands[0], hands[0], *hands[2:]], 0)[0] == PLAY_BAD_CARDS
    assert outside.begin(setup, [hands[0] | 1 << 60, *hands[1:]], 0)[0] == PLAY_BAD_CARDS
    assert outside.begin(setup, [hands[0] & (hands[0] - 1), *hands[1:]], 0)[0] == PLAY_BAD_SIZES
    assert outside.begin(setup, hands, 5)[0] in (PLAY_BAD_TURN, PLAY_BAD_SIZES)
    assert asker.out_of_use(play) == SOLVER_BAD_INPUT
    assert DealPlan.__new__(DealPlan).setup is not None


def check_any_bytes(outside: ModuleType) -> None:
    """Positions with changed bytes: what play_fault lets through is solved, all else refused."""
    rng = random.Random(6)
    seen = set()
    games = plans()
    for trial in range(4000):
        play = games[trial % len(games)].deal(trial, seed=1)
        for _ in range(rng.randrange(8)):
            if not play.is_over:
                play.push(rng.choice(play.legal_moves()))
        assert outside.fault_of(play, outside.bytes_of(play))[0] == 0
        changed = bytearray(outside.bytes_of(play))
        for _ in range(rng.choice([1, 1, 1, 2, 5])):
            changed[rng.randrange(len(changed))] ^= rng.choice([1 << rng.randrange(8), rng.randrange(256)])
        fault, *statuses = outside.fault_of(play, bytes(changed))
        seen.add(fault)
        if fault:
            assert statuses == [SOLVER_BAD_INPUT] * 3
        else:
            assert set(statuses[:2]) <= {SOLVER_DONE, SOLVER_BUDGET}
    assert seen == {0, 2, 3, 4, 5}


def check_samples(outside: ModuleType) -> None:
    """Rows drawn into C memory are those of Sampler.sample."""
    key = key_from_seed(4)
    for sampler in (
        Sampler(0xFFFF, [5, 5, 6], [0x0FFF, 0xFFFF, 0xFFF0]),
        Sampler(0b11, [1, 1], [0b01, 0b11]),
        Sampler(0, [0], [0]),
    ):
        rows = outside.sample(sampler, key, 16, 5, 40)
        assert rows == sampler.sample(40, seed=key, start=5, purpose=16).tolist()
        assert outside.sample(sampler, key, 16, 5, 0) == []
    for nothing in (Sampler(0b11, [1, 1], [0, 0b11]), Sampler.__new__(Sampler)):
        assert outside.sample(nothing, key, 16, 0, 3) is None


def check_stakes_and_batches(outside: ModuleType) -> None:
    """The policy's playouts end, stakes pay what their table says, a batch's memory is what Python sees."""
    play = plans()[0].deal(1, seed=2)
    stakes = Stakes(4, [((0, 2), [0, 1, 2, 5, 9])], [[1], [-1], [1], [-1]])
    tricks, worth = outside.pays(play, stakes, Stream(3))
    value = [0, 1, 2, 5, 9][tricks[0] + tricks[2]]
    assert sum(tricks) == 4
    assert worth == [value, -value, value, -value]
    plan = plans()[0]
    batch = PlayBatch([plan.setup], 5, dealing=plan.dealing, seed=7)
    batch.deal()
    for k in range(5):
        kept, again, hands = outside.batch_facts(batch, k)
        assert kept == again == (batch.turn[k], batch.legal[k])
        assert hands == np.asarray(batch.hands)[k].tolist()


CHECKS: tuple[Callable[[ModuleType], None], ...] = (
    check_numbers,
    check_cards,
    check_play,
    check_solver,
    check_refusals,
    check_any_bytes,
    check_samples,
    check_stakes_and_batches,
)


def main() -> None:
    """Run every check with the modules on the path, and the block of the documentation."""
    outside, page = importlib.import_module("outside"), importlib.import_module("page")
    for check in CHECKS:
        check(outside)
    exec(python_block(), vars(page))
    print("all checks passed with", cardcore.__file__)
