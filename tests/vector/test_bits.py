"""Sets of actions as words, and fair choices among them."""

from __future__ import annotations

import numpy as np
import pytest

from tricktake import fivehundred as fh
from tricktake.vector import VectorDeals
from tricktake.vector.bits import choose, pack_words, put_mask, rotate, unpack


def test_choose_is_exact() -> None:
    """Draw (k + 1/2) / m chooses member k of m, in sets of every size and place."""
    rng = np.random.default_rng(1)
    for words in (1, 2, 4):
        for _ in range(60):
            size = int(rng.integers(1, 64 * words + 1)) if words < 4 else int(rng.integers(1, 250))
            members = np.sort(rng.choice(64 * words, size, replace=False))
            row = pack_words(members.tolist(), words)
            draws = (np.arange(size) + 0.5) / size
            assert choose(np.tile(row, (size, 1)), draws).tolist() == members.tolist()
            assert unpack(row[None], 64 * words)[0].nonzero()[0].tolist() == members.tolist()
    assert choose(np.zeros((2, 3), np.uint64), np.array([0.0, 0.999])).tolist() == [-1, -1]


def test_choose_ends() -> None:
    """The lowest and the highest draw choose the first and the last member."""
    row = pack_words([0, 63, 64, 130], 3)[None]
    assert choose(row, np.array([0.0])).tolist() == [0]
    assert choose(row, np.array([np.nextafter(1.0, 0.0)])).tolist() == [130]


@pytest.mark.parametrize("start", [0, 1, 40, 63, 64, 70, 128])
def test_put_mask(start: int) -> None:
    """A mask of up to 63 members lands where it should, across words."""
    rng = np.random.default_rng(start)
    members = np.sort(rng.choice(63, 20, replace=False))
    rows = np.zeros((1, 4), np.uint64)
    put_mask(rows, pack_words(members.tolist(), 1), start)
    assert unpack(rows, 256)[0].nonzero()[0].tolist() == (members + start).tolist()


def test_rotate() -> None:
    """Every seat sees itself as 0."""
    for size in range(2, 7):
        for me in range(size):
            for mask in range(1 << size):
                seen = int(rotate(np.array([mask], np.uint64), np.array([me]), size)[0])
                assert seen == sum([1 << (seat - me) % size for seat in range(size) if mask >> seat & 1])


def test_random_actions_are_fair() -> None:
    """Each legal action comes up about as often as the others."""
    deals = VectorDeals(fh.Rules.kitchen(), 4000)
    counts = np.bincount(deals.random_actions(np.random.default_rng(3)), minlength=len(deals.actions))
    legal = deals.legal()[0].astype(bool)
    assert (counts > 0).tolist() == legal.tolist()
    assert counts[legal].min() > 0.6 * 4000 / legal.sum()
    assert counts[legal].max() < 1.5 * 4000 / legal.sum()
