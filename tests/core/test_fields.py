"""Rows of numbers from masks, indices and numbers, against plain Python, and with wrong arguments."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from cardcore.fields import INDEX, MASK, NUMBER, write_fields


def plain(values: list[list[int]], kinds: list[int], sizes: list[int]) -> list[list[int]]:
    """The same, one number at a time."""
    rows = []
    for given in values:
        row: list[int] = []
        for value, kind, size in zip(given, kinds, sizes, strict=True):
            if kind == NUMBER:
                row.append(max(-32768, min(32767, value)))
            elif kind == INDEX:
                row += [int(at == value) for at in range(size)]
            else:
                row += [value >> at & 1 for at in range(size)]
        rows.append(row)
    return rows


@pytest.mark.parametrize("seed", range(30))
def test_random_fields(seed: int) -> None:
    """Fields of all kinds and sizes, in arrays whose rows stand apart; nothing beside them is touched."""
    rng = random.Random(seed)
    kinds = [rng.choice((MASK, INDEX, NUMBER)) for _ in range(rng.randrange(1, 12))]
    sizes = [1 if kind == NUMBER else rng.randrange(0, 65 if kind == MASK else 90) for kind in kinds]
    starts = [sum(sizes[:k]) for k in range(len(sizes))]
    values = []
    for _ in range(rng.randrange(1, 6)):
        masks = [rng.getrandbits(63) - (1 << 62) for _ in kinds]
        values.append(
            [
                rng.randrange(-1, max(size, 1)) if kind == INDEX and size else -1 if kind == INDEX else mask
                for kind, size, mask in zip(kinds, sizes, masks, strict=True)
            ]
        )
    whole = np.full((2 * len(values), sum(sizes) + 20), 7, np.int16)
    out = whole[::2, 3 : 3 + sum(sizes)]
    write_fields(values, kinds, starts, sizes, out)
    assert out.tolist() == plain(values, kinds, sizes)
    assert (whole[1::2] == 7).all()
    assert (whole[:, :3] == 7).all()
    assert (whole[:, 3 + sum(sizes) :] == 7).all()


def test_nothing_to_write() -> None:
    """No rows, or no fields."""
    write_fields(np.zeros((0, 1), np.int64), [MASK], [0], [5], np.zeros((0, 5), np.int16))
    write_fields(np.zeros((3, 0), np.int64), [], [], [], np.zeros((3, 0), np.int16))


def room(rows: int = 1, length: int = 3) -> Any:
    """An array to write to."""
    return np.full((rows, length), 9, np.int16)


GOOD: tuple[Any, ...] = ([[5]], [MASK], [0], [3])
BAD: list[tuple[Any, ...]] = [
    ([[5, 6]], [MASK], [0], [3], room()),
    ([[5]], [MASK, MASK], [0], [3], room()),
    ([[5]], [MASK], [0], [3, 1], room()),
    ([[5]], [3], [0], [3], room()),
    ([[5]], [MASK], [1], [2], room()),
    ([[5]], [MASK], [0], [2], room()),
    ([[5]], [MASK], [0], [4], room()),
    ([[5]], [MASK], [-1], [3], room()),
    ([[5]], [MASK], [0], [-3], room()),
    ([[5]], [MASK], [0], [65], room(1, 65)),
    ([[5]], [NUMBER], [0], [2], room(1, 2)),
    (*GOOD, room(2)),
    (*GOOD, room(0)),
    (*GOOD, np.zeros((1, 3), np.int32)),
    (*GOOD, np.zeros((1, 3))),
    (*GOOD, np.zeros(3, np.int16)),
    (*GOOD, np.zeros((1, 6), np.int16)[:, ::2]),
    (*GOOD, np.zeros((3, 2), np.int16).T[:1]),
    (*GOOD, np.broadcast_to(np.int16(0), (1, 3))),
    (*GOOD, np.zeros((1, 3), ">i2")),
    (*GOOD, None),
    (*GOOD, [[0, 0, 0]]),
    ([5], [MASK], [0], [3], room()),
    ("x", [MASK], [0], [3], room()),
]


@pytest.mark.parametrize("at", range(len(BAD)))
def test_wrong_arguments(at: int) -> None:
    """A ValueError or TypeError, and nothing is written."""
    before = repr(BAD[at][-1])
    with pytest.raises((ValueError, TypeError)):
        write_fields(*BAD[at])
    assert repr(BAD[at][-1]) == before


def test_what_says_where_to_write_cannot_be_changed_meanwhile() -> None:
    """The starts lie in the array that is written; nothing is written elsewhere."""
    fields = 4
    buffer = np.zeros((3, 2 * fields), np.int16)
    starts = buffer[0].view(np.int32)
    starts[:] = np.arange(fields)
    kinds, sizes = np.full(fields, NUMBER, np.uint8), np.ones(fields, np.int32)
    write_fields(np.full((3, fields), 30_000), kinds, starts, sizes, buffer[:, :fields])
    assert (buffer[:, :fields] == 30_000).all()


def test_values_in_the_array_that_is_written() -> None:
    """Rows are made from the values as they were."""
    buffer = np.arange(8, dtype=np.int64)
    out = buffer.view(np.int16)[:4].reshape(2, 2)
    write_fields(buffer[:4].reshape(2, 2), [NUMBER] * 2, [0, 1], [1, 1], out)
    assert out.tolist() == [[0, 1], [2, 3]]


@pytest.mark.parametrize(
    ("values", "kinds", "starts"),
    [([[1.9]], [NUMBER], [0]), ([[1]], [258], [0]), ([[1]], [NUMBER], [2**32]), ([[1]], [2.0], [0])],
)
def test_numbers_that_do_not_fit(values: Any, kinds: Any, starts: Any) -> None:
    """Nothing is cut or rounded in silence."""
    with pytest.raises(ValueError, match="number"):
        write_fields(values, kinds, starts, [1], np.zeros((1, 1), np.int16))
