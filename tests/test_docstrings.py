"""Every example in the docstrings of tricktake and on the pages of ``docs/`` runs; public names have one."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from pathlib import Path

import pytest

import tricktake
from docs.pages import PAGES, TUTORIALS, name_of

MODULES = sorted(
    ["tricktake", *[found.name for found in pkgutil.walk_packages(tricktake.__path__, "tricktake.")]]
)
MODULES.remove("tricktake.__main__")


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    """The examples of a module print what they say."""
    results = doctest.testmod(importlib.import_module(name), raise_on_error=False)
    assert results.failed == 0


def test_examples_are_found() -> None:
    """The walk does find examples."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = sum(len(test.examples) for name in MODULES for test in finder.find(importlib.import_module(name)))
    assert found > 250


@pytest.mark.parametrize("name", [name for name in MODULES if "._" not in name and ".cli" not in name])
def test_public_names_have_an_example(name: str) -> None:
    """A public class or function has a docstring with an example, its own or that of its base."""
    module = importlib.import_module(name)
    for public in getattr(module, "__all__", ()):
        thing = getattr(module, public)
        if inspect.ismodule(thing) or not (inspect.isclass(thing) or inspect.isfunction(thing)):
            continue
        if not str(thing.__module__).startswith("tricktake"):
            continue  # of the core, and tested there
        text = inspect.getdoc(thing) or ""
        private = thing.__module__.rsplit(".", 1)[-1] in _WITHOUT or public in _WITHOUT
        assert text, f"{name}.{public} has no docstring"
        assert private or ">>>" in text, f"{name}.{public} has no example"


# bases that are documented by what derives from them, and functions one of the methods shows
_WITHOUT = {
    "DealInfo",
    "DealState",
    "MatchState",
    "Series",
    "PlayTable",
    "TrickDeal",
    "View",
    "build_view",
    "error_for",
    "play_table",
}


@pytest.mark.parametrize("page", [page for page in PAGES if page not in TUTORIALS], ids=name_of)
def test_pages(page: Path) -> None:
    """The sessions on a page print what they say."""
    text = page.read_text(encoding="utf-8").replace("```", "")
    parsed = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    runner = doctest.DocTestRunner()
    report: list[str] = []
    runner.run(parsed, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
