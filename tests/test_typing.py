"""The public types, checked by mypy on uses that must pass and uses that must fail."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def test_public_types() -> None:
    """``tests/typing/good.py`` passes strictly, and every marked line of ``bad.py`` fails."""
    pytest.importorskip("mypy", reason="needs mypy (extra check)")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "good.py", "bad.py"],
        cwd=HERE / "typing",
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
