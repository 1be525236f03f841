"""A Dask cluster plays like everybody else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tricktake import arena
from tricktake import fivehundred as fh

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "arena_dask.py"


def test_p_11_the_example_says_what_one_process_says() -> None:
    pytest.importorskip("distributed", reason="needs distributed (extra dask)")
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), "20"], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stderr
    due = arena.play(fh.Rules(), ["heuristic", "random"], boards=20, seed=500)
    assert done.stdout == due.to_text()
