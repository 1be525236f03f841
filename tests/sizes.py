"""What of a large sample the normal suite takes; the slow suite takes the rest."""

from __future__ import annotations

from typing import Any

import pytest

__all__ = ["batches"]


def batches(count: int, normal: int) -> list[Any]:
    """Numbers below ``count`` to parametrize with; from ``normal`` on they run in the slow suite only."""
    return [pytest.param(at, marks=() if at < normal else pytest.mark.slow) for at in range(count)]
