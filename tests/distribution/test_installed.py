"""What an installed copy of tricktake must hold: one of the quick tests, run in every wheel.

K-01, K-02: the wheel has everything that runs, and needs nothing else.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.resources
import json
import pkgutil
from importlib.machinery import EXTENSION_SUFFIXES

import pytest

import cardcore
import tricktake
from tricktake import bots, spades
from tricktake import fivehundred as fh

COMPILED = (
    "_batch_portable",
    "_buffers",
    "_kernels_portable",
    "_solve_portable",
    "batch",
    "cards",
    "deals",
    "fields",
    "kernels",
    "mcts",
    "order",
    "packs",
    "perft",
    "play",
    "redeal",
    "rng",
    "sample",
    "solver",
    "trickplay",
)
"""Modules that every platform has; the wide builds come on top on x86-64."""


@pytest.mark.parametrize("name", COMPILED)
def test_compiled_module(name: str) -> None:
    """Each is machine code, not a .py file of that name."""
    module = importlib.import_module(f"cardcore.{name}")
    assert module.__file__ is not None
    assert module.__file__.endswith(tuple(EXTENSION_SUFFIXES))


def test_version() -> None:
    """The metadata and the package agree; a source tree may have none."""
    try:
        version = importlib.metadata.version("tricktake")
    except importlib.metadata.PackageNotFoundError:
        assert "site-packages" not in str(cardcore.__file__)
    else:
        assert version == tricktake.__version__


def test_files_beside_the_code() -> None:
    """Declarations for Cython and for type checkers, the pages' parts and the schema of records."""
    core = importlib.resources.files(cardcore)
    for name in ("types.pxd", "bits.pxd", "play.pxd", "order.pxd", "play.pyi", "py.typed"):
        assert core.joinpath(name).is_file(), name
    ours = importlib.resources.files(tricktake)
    assert ours.joinpath("py.typed").is_file()
    for name in ("replay.html", "replay.css", "replay.js"):
        assert ours.joinpath("html", name).is_file(), name
    schema = json.loads(ours.joinpath("records", "record.schema.json").read_text(encoding="utf-8"))
    assert schema["$schema"].startswith("https://json-schema.org/")


EXTRAS = {"distributed", "gymnasium", "matplotlib", "pettingzoo", "pyspiel", "open_spiel", "rich", "textual"}
"""What may be missing; all else that is imported must be there."""


def test_every_module_that_needs_no_extra_can_be_imported() -> None:
    """K-01: only an extra may be missing, and then the error says which."""
    failed = []
    for package in (cardcore, tricktake):
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if info.name.endswith(("__main__", "_wide")):
                continue
            try:
                importlib.import_module(info.name)
            except ImportError as error:
                if "pip install" not in str(error) and (error.name or "").partition(".")[0] not in EXTRAS:
                    failed.append(f"{info.name}: {error}")
    assert failed == []


@pytest.mark.parametrize("make", [fh.Deal, spades.Deal])
def test_ten_deals(make: type[fh.Deal] | type[spades.Deal]) -> None:
    """K-02: ten deals of each game, played to the end by the players of rules of thumb, and read back."""
    bot = bots.Heuristic()
    for number in range(10):
        deal = make(dealer=number % 3, seed=500, number=number)
        while not deal.is_over:
            assert deal.turn is not None
            deal.push(bot.choose(deal.view(deal.turn)))
        assert type(deal).from_text(deal.to_text()) == deal


def test_the_name_to_install_is_the_name_to_import() -> None:
    """K-05: one distribution, and both packages are its own."""
    owners = importlib.metadata.packages_distributions()
    for package in ("tricktake", "cardcore"):
        if package in owners:  # a source tree has no metadata
            assert set(owners[package]) == {"tricktake"}
