"""Objects that lie, share or are built twice: the core never trusts what Python hands over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from cardcore import (
    Card,
    CardOrder,
    CardSet,
    Pack,
    PlaySetup,
    SeatOrder,
    SetupError,
    Stream,
    TrickPlay,
    play_random_deals,
)

ORDER = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0)
SETUP = PlaySetup(ORDER, SeatOrder.circle(2))
HANDS = ["S2 S5 H2 H5", "S3 S4 H3 H4"]


class Liar(int):
    """A number that claims to be in any range."""

    def __lt__(self, other: object) -> bool:
        return True

    def __le__(self, other: object) -> bool:
        return True

    def __gt__(self, other: object) -> bool:
        return True

    def __ge__(self, other: object) -> bool:
        return True


class LyingSet(CardSet):
    """A set of cards that says it has cards there are not."""

    def __iter__(self) -> Iterator[Card]:
        return iter([10**8])  # type: ignore[list-item]


class LyingPack(Pack):
    """A pack that says it is long."""

    def __len__(self) -> int:
        return 10_000


def test_numbers_are_compared_in_c() -> None:
    """A subclass of int cannot talk itself past a check."""
    play = TrickPlay(SETUP, HANDS, 0)
    for call in (
        lambda n: ORDER.position(n),
        lambda n: ORDER.card(n),
        lambda n: ORDER.block_mask(n),
        lambda n: play.hand(n),
        lambda n: play.hand_mask(n),
        lambda n: play.failed(n),
        lambda n: play.move_of("S2", n),
        lambda n: CardSet("SA").of_suit(n),
        lambda n: TrickPlay(SETUP, HANDS, n),
        lambda n: TrickPlay(SETUP, HANDS, 0, suits_led=[n]),
    ):
        for value in (Liar(10**8), Liar(-(10**8)), Liar(2**70)):
            with pytest.raises((IndexError, ValueError)):
                call(value)


def test_collections_are_read_in_c() -> None:
    """Subclasses of CardSet and Pack are what they hold, not what they say."""
    assert ORDER.to_mask(LyingSet("S2")) == 1 << ORDER.position("S2")
    pack = LyingPack("S2 S3 S4 S5 H2 H3 H4 H5")
    assert sum(play_random_deals(SETUP, pack, [0, 0, 0, 0, 1, 1, 1, 1], 5, leader=0, seed=1)) == 20


def test_fractions_are_no_numbers() -> None:
    """What is no integer is a TypeError, not cut off."""
    for call in (
        lambda: CardSet("SA").of_suit(0.9),  # type: ignore[arg-type]
        lambda: SeatOrder({0: (0, 1.5), 1: (1, 0)}),  # type: ignore[dict-item]
        lambda: TrickPlay(SETUP, HANDS, 0, tricks=[1.9, 0]),  # type: ignore[list-item]
        lambda: TrickPlay(SETUP, HANDS, 0, suits_led=[1.5]),  # type: ignore[list-item]
        lambda: TrickPlay(SETUP, HANDS, 0.5),  # type: ignore[arg-type]
        lambda: TrickPlay(SETUP, HANDS, 0).play("S2", 0.7),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError):
            call()


def test_packs_take_texts() -> None:
    """Like a CardSet, a pack knows its cards by name, and nothing that is no card."""
    pack = Pack("SA SK")
    assert "SA" in pack
    assert "KS" in pack
    assert pack.index("SK") == 1
    for strange in ("ZZ", 99, -1, None, 1.5, "HA"):
        assert strange not in pack
        assert strange not in pack.cards


def test_a_play_is_built_once() -> None:
    """A second __init__ is refused, and a failed one leaves nothing half built."""
    play = TrickPlay(SETUP, HANDS, 0)
    with pytest.raises(TypeError):
        play.__init__(SETUP, HANDS, 1)  # type: ignore[misc]
    assert play == TrickPlay(SETUP, HANDS, 0)
    broken = TrickPlay.__new__(TrickPlay)
    with pytest.raises(SetupError):
        broken.__init__(SETUP, ["S2", "S2"], 0)  # type: ignore[misc]
    assert broken.is_over
    assert broken.legal_moves() == []
    assert broken.perft(3) == 1
    assert broken.playout(Stream(1)) == (0, 0)


def test_threads_may_share_a_stream() -> None:
    """Eight threads draw from one stream at once; nothing breaks, though they may draw alike."""
    shared = Stream(1)
    play = TrickPlay(SETUP, HANDS, 0)
    results: list[int] = []

    def work() -> None:
        copy = play.copy()
        results.append(sum([sum(copy.playout(shared)) for _ in range(3_000)]))

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [4 * 3_000] * 8
    assert 0 <= shared.below(10) < 10


def test_seat_orders_are_checked_before_they_are_made() -> None:
    """A circle of a thousand million seats is refused at once."""
    for places in (10**9, 7, 1, 0, -1, 10**30):
        with pytest.raises(SetupError, match="2 to 6 places"):
            SeatOrder.circle(places)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent another way there")
def test_perft_can_be_interrupted() -> None:
    """Ctrl-C ends a count that would take hours."""
    code = (
        "from cardcore import *\n"
        "suits = [[s + str(r) for r in range(2, 11)] for s in 'SCDH']\n"
        "order = CardOrder(suits)\n"
        "hands = [[suits[(k + p) % 4][k] for k in range(9)] for p in range(4)]\n"
        "play = TrickPlay(PlaySetup(order, SeatOrder.circle(4)), hands, 0)\n"
        "print('ready', flush=True)\n"
        "play.perft(36)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.5)
        os.kill(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert "KeyboardInterrupt" in errors
    finally:
        process.kill()
        process.wait()
