"""A share of ``tools/fuzz_core.py`` and of ``tools/leaks.py``, which run for as long as one likes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import cardcore

TOOLS = Path(__file__).resolve().parents[2] / "tools"
sys.path.insert(0, str(TOOLS))


def run(*arguments: str) -> tuple[int, str]:
    """Run a tool; how it ended and what it printed."""
    path = os.pathsep.join([str(Path(cardcore.__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=TOOLS,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_every_entry_point_is_known() -> None:
    """Whatever the built modules and the stubs offer is called; a new function cannot be forgotten (P-14)."""
    from corecalls.entries import entries, missing_from_stubs

    known = entries()
    assert missing_from_stubs(known) == []
    for name in (
        "abi.struct_sizes", "batch.PlayBatch.step", "cards.CardSet", "cards.CardSet.__or__",
        "dealplan.DealPlan.deal", "deals.Deals.legal", "fields.write_fields",
        "rng.Stream.pickle", "solver.Solver.moves", "trickplay.TrickPlay.turn",
    ):  # fmt: skip
        assert name in known


@pytest.mark.skipif(sys.platform == "win32", reason="signals and limits work another way there")
def test_bad_arguments() -> None:
    """Each entry point with good arguments, then with bad ones: errors of the documented kinds, no crash."""
    code, text = run("fuzz_core.py", "--seconds", "0", "--cases", "1080", "--seed", "3")
    assert code == 0, text
    assert "never called" not in text


@pytest.mark.skipif(sys.platform == "win32", reason="signals and limits work another way there")
def test_an_entry_point_without_good_arguments_is_a_failure() -> None:
    """A run that has not come to the bad arguments fails and says what is missing."""
    code, text = run("fuzz_core.py", "--seconds", "0", "--cases", "3", "--only", "perft.")
    assert code == 1
    assert "never called with bad arguments: perft.perft" in text


@pytest.mark.skipif(sys.platform != "linux", reason="asks glibc")
def test_a_planted_leak_is_found() -> None:
    """A hundred bytes kept by one call are found, and the call is named; nothing else is (P-14)."""
    code, text = run("leaks.py", "--only", "cards.CardSet", "--plant", "100", "--short")
    assert code == 1, text
    assert "LEAK in cards.CardSet:" in text
    assert text.count("LEAK") == 1
