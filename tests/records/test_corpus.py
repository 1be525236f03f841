"""What the fuzzer found, and some of the changes it makes; ``tools/fuzz_records.py`` makes them for hours."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from records import checking

HERE = Path(__file__).parent
CORPUS = sorted(path for path in (HERE / "corpus").iterdir() if path.is_file())


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: str(path.name))
def test_corpus(path: Path) -> None:
    """Every input that once broke a reader is read or refused as it should be."""
    checking.check(path.read_bytes())


def test_some_changes() -> None:
    """A few hundred changes of the seeds keep the laws; the fuzzer makes them by the hour."""
    seeds = [path.read_bytes() for path in (*CORPUS, *sorted((HERE / "golden").glob("hand-*")))]
    rng = random.Random(2)
    kinds = [checking.check(checking.mutated(rng.choice(seeds), rng.choice(seeds), rng)) for _ in range(250)]
    assert {"read", "mended", "lost"} >= set(kinds)
    assert kinds.count("mended") > 20
