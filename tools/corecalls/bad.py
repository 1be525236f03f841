"""Bad values: what no caller should hand over, and the core must survive.

``Spoiler`` makes values of every sort from a random stream; many know the object under test and run its
methods, or build it again, while they are read. What they raise themselves is ``Hostile``, which may come
out of any call.
"""

from __future__ import annotations

import array
import ctypes
import mmap
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np

import cardcore
from cardcore.dealplan import DealPlan

__all__ = ["Hostile", "Spoiler"]

NUMBERS: list[Any] = [
    -1, 0, 1, 2, 3, 5, 6, 7, 15, 16, 62, 63, 64, 65, 67, 68, 127, 128, 255, 256, 511, 512, 65535, 65536,
    2**24, 2**24 + 1,
    2**31 - 1, 2**31, -(2**31) - 1, 2**32, 2**40, 2**62, 2**63 - 1, 2**63, -(2**63), -(2**63) - 1,
    2**64 - 1, 2**64,
    10**30, -(10**30), True, 0.5, 1.0, -0.0, float("nan"), float("inf"), -float("inf"), 1e308, 1j,
]  # fmt: skip
GIANT = 2**40 if sys.maxsize > 2**32 else 2**26
"""Items of an array of which numpy still makes a view; it counts the bytes in one word."""

THINGS: list[Any] = [
    None, "", "S2", "XX", "S2 S2", "HA HK", "JK", "\ud800", "x" * 10_000, b"", b"S2", (), [], {}, set(),
    object(), type, int,
    ..., NotImplemented, [None], [[]], [[[]]], {0: 0}, {0: (0, 1), 1: (1, 0)}, range(5), range(-3, 10**6,
    999), slice(None),
]  # fmt: skip


class Hostile(Exception):
    """What a bad value raises by itself."""


class Fickle:
    """A number, a length and a list that change their answers."""

    def __init__(self, rng: random.Random, run: Callable[[], object]) -> None:
        self.answers = [rng.choice([0, 1, 2, 5, 6, 63]), rng.choice(NUMBERS[:40])] * 3
        self.run = run

    def __index__(self) -> int:
        self.run()
        return int(self.answers.pop()) if self.answers else 0

    __int__ = __len__ = __index__

    def __float__(self) -> float:
        self.run()
        return float(self.answers.pop()) if self.answers else 0.0

    def __getitem__(self, at: Any) -> Any:
        self.run()
        if at in (0, 1, 2):
            return self.answers[0] if self.answers else self
        raise IndexError

    def __iter__(self) -> Iterator[Any]:
        self.run()
        yield from list(self.answers)

    def __eq__(self, other: object) -> bool:
        self.run()
        return bool(len(self.answers) % 2)

    def __hash__(self) -> int:
        self.run()
        return len(self.answers)

    def keys(self) -> Any:
        """As a mapping."""
        self.run()
        return [0, 1]

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        self.run()
        return np.arange(int(self.answers.pop()) % 50 if self.answers else 0)


class Raising(Fickle):
    """Everything asked of it is an error."""

    def __init__(self, rng: random.Random, run: Callable[[], object]) -> None:
        super().__init__(rng, self._fail)

    @staticmethod
    def _fail() -> None:
        raise Hostile


class WrongTypes:
    """Special methods that return what they must not."""

    def __index__(self) -> Any:
        return "1"

    def __len__(self) -> Any:
        return -1

    def __iter__(self) -> Any:
        return 5

    def __hash__(self) -> Any:
        return "h"

    def __float__(self) -> Any:
        return "f"

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return [1]


class Agreeable(int):
    """A number that passes every comparison and has no bits."""

    def __lt__(self, other: object) -> bool:
        return True

    __le__ = __gt__ = __ge__ = __lt__

    def __eq__(self, other: object) -> bool:
        return True

    def __ne__(self, other: object) -> bool:
        return False

    def __hash__(self) -> int:
        return 0

    def __and__(self, other: object) -> int:
        return 0

    __rshift__ = __rand__ = __and__

    def __index__(self) -> Any:
        return 0


class Liar(np.ndarray):
    """An array that lies about itself."""

    dtype = np.dtype(np.uint64)
    shape = (5,)  # type: ignore[override]
    ndim = 1
    size = 5


class LongTuple(tuple[Any, ...]):
    """A tuple that says it has two items."""

    def __len__(self) -> int:
        return 2


class Text(str):
    """A text whose methods return numbers."""

    def split(self, *_: Any) -> Any:
        return [10**6]

    def replace(self, *_: Any) -> Any:
        return self

    def strip(self, *_: Any) -> Any:
        return self


class Spoiler:
    """Makes bad values from a random stream; ``target`` is what they meddle with."""

    def __init__(self, rng: random.Random, target: Any, world: Any) -> None:
        self.rng, self.target, self.world, self.depth = rng, target, world, 0

    def meddle(self) -> None:
        """Call something of the object under test, or build it again; errors are its own business."""
        if self.depth > 2 or self.target is None:
            return
        self.depth += 1
        try:
            name = self.rng.choice(
                [at for at in dir(type(self.target)) if at not in ("__class__", "__reduce_ex__")]
            )
            member = getattr(self.target, name)
            if callable(member):
                member(*self.rng.choice([(), (0,), ([0],), ([], 3)]))
        except Exception:
            pass
        finally:
            self.depth -= 1

    def number(self) -> Any:
        """A number, or what claims to be one."""
        rng = self.rng
        kind = rng.randrange(8)
        if kind < 4:
            return rng.choice(NUMBERS)
        if kind == 4:
            return rng.choice(
                [np.int8(-1), np.uint64(2**64 - 1), np.float32("nan"), np.bool_(True), np.int64(3)]
            )
        if kind == 5:
            return Agreeable(rng.choice([10**8, -(10**8), 2**70, 1 << 127, 1]))
        return rng.choice([Fickle, Raising])(rng, self.meddle) if kind == 6 else WrongTypes()

    def sequence(self, like: Any) -> Any:
        """A list that is too long, too short, of itself, or changes while it is read."""
        rng = self.rng
        items = list(like) if isinstance(like, (list, tuple)) else [0, 1, 2]
        kind = rng.randrange(12)
        if kind == 0:
            return items[:-1]
        if kind == 1:
            return items + items
        if kind == 2:
            return items * rng.choice([0, 50, 1000])
        if kind == 3:
            spoiled = items or [0]
            spoiled[rng.randrange(len(spoiled))] = self.value(spoiled[0])
            return type(like)(spoiled) if type(like) in (list, tuple) else spoiled
        if kind == 4:
            items.append(items)
            return items
        if kind == 5:
            for _ in range(2000):
                items = [items]
            return items
        if kind == 6:

            def changing() -> Iterator[Any]:
                for item in list(items):
                    self.meddle()
                    items.append(item)
                    yield item

            return changing()
        if kind == 7:

            def failing() -> Iterator[Any]:
                yield from items[:1]
                raise Hostile

            return failing()
        if kind == 8:
            return LongTuple(items * 3)
        if kind == 9:
            return dict.fromkeys(range(3), items)
        if kind == 10:
            return [self.number() for _ in range(rng.randrange(6))]
        return Fickle(rng, self.meddle)

    def array(self, like: Any) -> Any:
        """An array of another type, shape or layout, or memory that has gone."""
        rng = self.rng
        base = (
            like
            if isinstance(like, np.ndarray) and max(like.shape, default=1) < 1 << 20
            else np.arange(rng.randrange(9))
        )
        kind = rng.randrange(20)
        if kind == 0:
            return base.astype(rng.choice("bBhHiIlLqQefdgFD?"))
        if kind == 1:
            return base.astype(base.dtype.newbyteorder())
        if kind == 2:
            return np.repeat(base, 2, axis=-1)[..., ::2] if base.ndim else base
        if kind == 3:
            return base[::-1] if base.ndim else base
        if kind == 4:
            made = base.copy()
            made.flags.writeable = False
            return made
        if kind == 5:
            return np.zeros(rng.choice([(), (1,), (0,), (1, 0), (0, 3)]), base.dtype)
        if kind == 6:
            return base[: max(0, len(base) - 1)] if base.ndim else base
        if kind == 7:
            return np.zeros(tuple(size + 1 for size in base.shape), base.dtype)
        if kind == 8:
            return np.asfortranarray(base)
        if kind == 9:
            return base.copy().view(Liar) if base.dtype.itemsize else base
        if kind == 10:
            return base.astype(object)
        if kind == 11:
            return np.zeros(base.shape, [("a", base.dtype)])
        if kind == 12:
            shapes: list[tuple[int, ...]] = [(3, 0), (0, GIANT)]
            if isinstance(like, np.ndarray):  # what goes through items one by one would never end
                shapes += [(GIANT,), (GIANT >> 20, 2**20)]
            return np.broadcast_to(np.zeros(1, base.dtype), rng.choice(shapes))
        if kind == 13:
            view = memoryview(bytearray(max(1, base.nbytes)))
            view.release()
            return view
        if kind == 14:
            memory = mmap.mmap(-1, 4096)
            memory.close()
            return memory
        if kind == 15:
            return memoryview(bytearray(base.nbytes))
        if kind == 16:
            return array.array("B", bytes(base.nbytes))
        if kind == 17:
            return (ctypes.c_uint64 * 5)()
        if kind == 18:
            made = np.array(base)  # not of a subclass that lies
            if made.dtype.kind in "iu" and made.size:
                raw = made.reshape(-1)
                raw[rng.randrange(made.size)] = rng.choice([-1, 0, 1, 127]) % (np.iinfo(made.dtype).max + 1)
                raw[rng.randrange(made.size)] = np.iinfo(made.dtype).max
            return made
        return np.full(base.shape, rng.choice([np.nan, np.inf, -1.0]))

    def thing(self) -> Any:
        """Another class, an object never built, or of a subclass."""
        rng = self.rng
        kind = rng.randrange(5)
        if kind < 2:
            return rng.choice(THINGS)
        classes = [
            cardcore.CardSet, cardcore.Pack, cardcore.CardOrder, cardcore.SeatOrder, cardcore.PlaySetup,
            cardcore.TrickPlay,
            cardcore.PlayBatch, cardcore.Stakes, cardcore.Stream, cardcore.Sampler, cardcore.Solver,
            cardcore.Result,
            cardcore.Dealing, cardcore.StopFlag, DealPlan,
        ]  # fmt: skip
        one: Any = rng.choice(classes)
        if kind == 2:
            return one.__new__(one)
        if kind == 3:
            return self.failed(one)
        return rng.choice(
            [Text("S2"), Text(""), self.world.play, self.world.batch, self.world.setup, self.target]
        )

    def failed(self, kind: Any) -> Any:
        """An object whose building failed half-way."""
        made = kind.__new__(kind)
        tries: list[tuple[Any, ...]] = [
            (["S2 S3", "H2 H2"],), ("S2 S2",), ({0: (0, 1), 1: (1,)},), (self.world.order, self.world.seats,
            5), (-1,),
            (self.world.setup, ["S2", "S2"], 0), ([self.world.setup], -1), (5, 5, 5), (2, [((0,), [1])],
            [[1]]),
        ]  # fmt: skip
        for arguments in self.rng.sample(tries, 3):
            try:
                made.__init__(*arguments)
            except Exception:
                continue
        with suppress(Exception):
            made.__init__(self.world.order, self.world.seats, under=[(0, "S2", "S3"), (0, "S3", "S2")])
        return made

    def value(self, like: Any) -> Any:
        """A bad value in the place of a good one."""
        rng = self.rng
        kind = rng.randrange(10)
        if isinstance(like, np.ndarray) and kind < 7:
            return self.array(like)
        if isinstance(like, (int, float)) and kind < 7:
            return self.number()
        if isinstance(like, (list, tuple, dict)) and kind < 6:
            return self.damaged(like) if rng.random() < 0.4 else self.sequence(like)
        ways: list[Callable[[], Any]] = [
            self.number,
            self.thing,
            lambda: self.sequence(like),
            lambda: self.array(like),
        ]
        return rng.choice(ways)()

    def damaged(self, value: Any) -> Any:
        """A copy of nested values with a few bits, numbers or parts changed, as in a damaged pickle."""
        rng = self.rng
        if isinstance(value, np.ndarray):
            made = value.copy()
            if made.nbytes and not made.dtype.hasobject:
                raw = np.ascontiguousarray(made).view(np.uint8).reshape(-1)
                for _ in range(rng.randrange(1, 4)):
                    raw[rng.randrange(raw.size)] ^= 1 << rng.randrange(8)
                return raw.view(made.dtype).reshape(made.shape)
            return made
        if isinstance(value, bool) or value is None:
            return rng.choice([None, True, False, 2])
        if isinstance(value, int):
            return int(value) ^ (1 << rng.randrange(rng.choice([3, 8, 70])))
        if isinstance(value, float):
            return rng.choice([-value, float("nan"), 1e300, value + 1])
        if isinstance(value, (list, tuple)) and value:
            at = rng.randrange(len(value))
            made_list = list(value)
            made_list[at] = self.damaged(made_list[at]) if rng.random() < 0.9 else self.value(made_list[at])
            return made_list if isinstance(value, list) else tuple(made_list)
        if isinstance(value, dict) and value:
            key = rng.choice(list(value))
            changed = dict(value)
            if rng.random() < 0.1:
                del changed[key]
            else:
                changed[key] = self.damaged(changed[key])
            return changed
        return self.value(value) if rng.random() < 0.5 else value
