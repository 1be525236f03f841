"""What worker processes and threads run; a module of its own so that a spawned process can import it."""

from __future__ import annotations

import copy
import gc
import pickle
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cardcore import (
    Card,
    CardOrder,
    CardSet,
    GameError,
    PlaySetup,
    SeatOrder,
    Stream,
    TrickPlay,
    divide,
    parse_card,
)


def deal_share(share: tuple[int, int, int]) -> dict[int, bytes]:
    """Return the deals ``first``, ``first + step``, ... below 400 of a seed, by number."""
    seed, first, step = share
    return {number: Stream(seed, number=number).permutation(52) for number in range(first, 400, step)}


def resident_bytes() -> int:
    """Return the memory this process holds, in bytes (Linux)."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096


def growth(count: int) -> dict[str, int]:
    """Make and drop objects of all kinds; return by how many bytes memory grew after a warm-up."""
    suits = [[suit * 16 + rank for rank in range(13)] for suit in range(4)]
    setup = PlaySetup(CardOrder(suits, free_joker="JK"), SeatOrder.circle(4))
    cards = [*suits[0], *suits[1], *suits[2], 64]
    start = TrickPlay(setup, [cards[place::4] for place in range(4)], 0)
    late = start.copy()
    while len(late.history) < 30:
        late.push(late.legal_moves()[0])
    stream = Stream(1)

    def make_copies() -> None:
        late.copy()
        copy.deepcopy(late)

    def make_pickles() -> None:
        pickle.loads(pickle.dumps(late))
        pickle.loads(pickle.dumps(stream))

    def go_back_and_forth() -> None:
        late.push(late.pop())
        _ = (late.legal_moves(), late.legal_cards, late.trick, late.history, late.hand(0), late.failed(1))
        _ = (repr(late), hash(late), late == start)

    def refuse() -> None:
        for call in (
            lambda: late.push(511),
            lambda: late.play("S2", 3),
            lambda: TrickPlay(setup, ["S2", "S2", "", ""], 0),
            lambda: TrickPlay(setup, ["S2", "S3", "S4", "SX"], 0),
            lambda: CardOrder(["S2 S2"]),
            lambda: parse_card("?"),
        ):
            with suppress(GameError):
                call()

    def make_sets() -> None:
        held = CardSet("HA HQ JK") | CardSet([Card.S2])
        _ = (list(held), held - held, held.ascending(), repr(held), hash(held))

    def make_setups() -> None:
        PlaySetup(CardOrder(suits, trump=1), SeatOrder.circle(5, skip_first=[2]), limit=1, under=[(0, 2, 3)])

    def draw() -> None:
        Stream((1, 2), number=3).permutation(52)
        stream.below(6)
        late.playout(stream)
        divide(late, 2)

    tasks: list[Callable[[], None]] = [
        make_copies,
        make_pickles,
        go_back_and_forth,
        refuse,
        make_sets,
        make_setups,
        draw,
    ]
    grown = {}
    for task in tasks:
        for _ in range(2000):
            task()
        gc.collect()
        before = resident_bytes()
        for _ in range(count):
            task()
        gc.collect()
        grown[task.__name__] = resident_bytes() - before
    return grown
