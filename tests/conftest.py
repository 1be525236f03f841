"""Settings and fixtures of the whole test suite."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from cardcore import build_in_use, builds, use_build

try:
    from hypothesis import settings
except ImportError:  # the quick tests also run where it has no wheel
    pass
else:
    # The same examples in every run and no complaint about a busy machine.
    settings.register_profile("pinned", derandomize=True, deadline=None)
    settings.load_profile("pinned")


# A shell starts what it runs in the background with Ctrl-C ignored; tests of interrupts need it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(params=["portable", "wide"])
def build(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run a test with each build of the hot loops that this machine has; the value is its name."""
    name: str = request.param
    if name not in builds():
        pytest.skip(f"this machine has no {name} build")
    before = build_in_use()
    use_build(name)
    yield name
    use_build(before)
