"""Call every compiled entry point of cardcore many times, well and badly, and see whether memory grows.

    python tools/leaks.py [--only NAME]     nine different calls of every entry point
    python tools/leaks.py --short           three of them, fewer times
    python tools/leaks.py --plant BYTES     with a leak of our own in one call, which must be found

All memory of the process goes through malloc (PYTHONMALLOC=malloc), and the bytes in use are read from
there, exactly. The same calls are made over and over: after a warm-up they take and give back the same
memory each time. An entry point leaks if half the cycles of its calls grow by more than a few bytes: one
lost object of 100 bytes in one call of a cycle is found, in an error path as well. References to objects
that live for ever are counted too, for losing or giving away one takes no memory.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import os
import random
import sys
import time
import warnings
from array import array
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from statistics import median_low
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

EXACT = {
    "PYTHONMALLOC": "malloc",
    # Freed pieces that malloc keeps at hand count as used, and would hide a lost one.
    "GLIBC_TUNABLES": "glibc.malloc.tcache_count=0:glibc.malloc.mxfast=0",
}
LIMIT = 100  # bytes a cycle; the free lists of the interpreter fill up by less
WARM, CYCLES = 2, 4
SEEDS, SHORT_SEEDS = (3, 6), (1, 2)
"""Different calls of an entry point in a cycle: good ones, bad ones."""
SLOW = 0.02  # seconds; such a call, a batch of millions of deals for one, is made twice and then left out
MEMORY = 2 << 30
"""Bytes of address space."""
PLANTED: list[Any] = []
"""What ``--plant`` loses."""


class Mallinfo(ctypes.Structure):
    """What glibc says of its memory."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in (
            "arena", "ordblks", "smblks", "hblks", "hblkhd", "usmblks", "fsmblks", "uordblks", "fordblks",
            "keep",
        )
    ]  # fmt: skip


def meter() -> Callable[[], int]:
    """A function that says how many bytes are in use; without glibc, 64 for each block of Python's."""
    if sys.platform == "linux":
        library = ctypes.CDLL(None)
        if hasattr(library, "mallinfo2"):
            library.mallinfo2.restype = Mallinfo

            def in_use() -> int:
                info = library.mallinfo2()
                return int(info.uordblks + info.hblkhd)

            return in_use
    return lambda: 64 * sys.getallocatedblocks()


def eternal() -> list[Any]:
    """Objects that live for ever: our classes and cards, and None."""
    import cardcore

    classes = [value for value in vars(cardcore).values() if isinstance(value, type)]
    return [None, *classes, *cardcore.Card]


def growth(cycle: Callable[[], None], cycles: int = CYCLES, warm: int = WARM) -> tuple[int, int]:
    """What a cycle grows by in bytes, and in references to eternal objects: the middle of some cycles."""
    in_use, objects = meter(), eternal()
    sizes, counts = array("q", bytes(8 * cycles + 16)), array("q", bytes(8 * cycles + 16))  # grow no more
    for at in range(-warm, cycles + 2):
        cycle()
        if at >= 0:
            gc.collect()
            sizes[at] = in_use()
            counts[at] = sum([min(sys.getrefcount(one), 1 << 30) for one in objects])
    steps = [after - before for before, after in pairwise(sizes[1:])]
    turns = [after - before for before, after in pairwise(counts[1:])]
    return int(median_low(steps)), int(median_low(turns))


def calls(entry: Any, plant: int, seeds: tuple[int, int], really: bool = True) -> Callable[[], None]:
    """A cycle of calls of an entry point, well and badly, the same each time."""
    from corecalls.case import TRUSTING, spoil
    from corecalls.good import World, call_of

    from cardcore import cards

    slow: set[tuple[int, bool]] = set()
    once_slow: set[tuple[int, bool]] = set()  # it may have been an import

    def once(seed: int, bad: bool) -> None:
        if (seed, bad) in slow:
            return
        began = time.process_time()
        rng = random.Random(f"{entry.name}/{seed}/{bad}")
        world = World(rng)
        call = call_of(entry, world)
        if bad:
            call, _ = spoil(call, entry, world, rng, None)
        try:
            if not really:
                return
            made = call.function(*call.args, **call.options)
            if hasattr(made, "__next__"):
                for _ in zip(range(50), made, strict=False):
                    pass
        except Exception:
            pass
        if bad and seed == 0 and plant:
            PLANTED.append(bytearray(plant))
        cards._drawn_by.clear()  # type: ignore[attr-defined]
        if time.process_time() - began > SLOW:
            (slow if (seed, bad) in once_slow else once_slow).add((seed, bad))

    def cycle() -> None:
        for seed in range(seeds[0]):
            once(seed, False)
        if entry.name not in TRUSTING:
            for seed in range(seeds[1]):
                once(seed, True)

    return cycle


def main() -> int:
    """Read the options and go."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--short", action="store_true")
    parser.add_argument("--only", default="", help="entry points with this in their name")
    parser.add_argument("--plant", type=int, default=0, help="bytes kept by a failing call of CardSet")
    options = parser.parse_args()
    if os.environ.get("PYTHONMALLOC") != "malloc":
        os.execve(sys.executable, [sys.executable, *sys.argv], os.environ | EXACT)
    warnings.simplefilter("ignore")
    if sys.platform == "linux":  # being refused memory is another path to try
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, resource.getrlimit(resource.RLIMIT_AS)[1]))
    from corecalls.entries import entries

    known = entries()
    chosen = [entry for name, entry in sorted(known.items()) if options.only in name]
    seeds = SHORT_SEEDS if options.short else SEEDS
    cycles = {
        entry.name: calls(entry, options.plant if entry.name == "cards.CardSet" else 0, seeds)
        for entry in chosen
    }

    def all_of_them() -> None:
        for cycle in cycles.values():
            cycle()

    suspects = list(cycles)
    all_of_them()
    gc.collect()
    gc.freeze()  # what is there now stays, and need not be looked at each time
    found = 0
    for name in suspects:
        grown, turned = growth(cycles[name], 3 if options.short else CYCLES)
        for warm in (20, 200, 1000):  # once more, for longer: numpy may still have put aside small pieces
            if grown > LIMIT or turned:
                grown, turned = growth(cycles[name], 8, warm)
        if grown > LIMIT or turned:
            # What making the bad values alone loses, in numpy for instance, is not the fault of the core.
            made, lost = growth(calls(known[name], 0, seeds, really=False), 16)
            grown, turned = grown - made, turned - lost
        if grown > LIMIT or turned:
            found += 1
            print(
                f"LEAK in {name}: {grown} bytes, {turned} references in every {sum(seeds)} calls", flush=True
            )
    print(f"{len(suspects)} entry points, {found} leak")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
