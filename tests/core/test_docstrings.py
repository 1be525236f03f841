"""The examples in the docstrings of cardcore, run. The walk finds them in compiled modules too."""

from __future__ import annotations

import doctest
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from enum import Enum

import pytest

import cardcore

MODULES = [
    "cardcore",
    *(f"cardcore.{info.name}" for info in pkgutil.iter_modules(cardcore.__path__) if info.name[0] != "_"),
]

# So many examples, at least, stand in each module. The numbers only go up: fewer means that some were missed.
EXAMPLES = {
    "cardcore": 2,
    "cardcore.abi": 2,
    "cardcore.batch": 40,
    "cardcore.cards": 11,
    "cardcore.dealing": 2,
    "cardcore.dealplan": 8,
    "cardcore.deals": 20,
    "cardcore.errors": 2,
    "cardcore.fields": 5,
    "cardcore.kernels": 5,
    "cardcore.mcts": 14,
    "cardcore.observation": 7,
    "cardcore.order": 5,
    "cardcore.packs": 4,
    "cardcore.perft": 8,
    "cardcore.play": 7,
    "cardcore.redeal": 11,
    "cardcore.rng": 7,
    "cardcore.sample": 6,
    "cardcore.solver": 8,
    "cardcore.trickplay": 11,
}


# Read-only fields of compiled classes: Cython gives them no docstring, their meaning stands in the class.
NO_TEXT = {
    "cardcore.cards.CardSet.suits_word",
    "cardcore.cards.CardSet.jokers_word",
    "cardcore.order.CardOrder.suits",
    "cardcore.order.CardOrder.trump",
    "cardcore.order.CardOrder.free_joker",
    "cardcore.order.CardOrder.cards",
    "cardcore.play.SeatOrder.places",
    "cardcore.play.SeatOrder.first",
    "cardcore.play.SeatOrder.later",
    "cardcore.play.PlaySetup.order",
    "cardcore.play.PlaySetup.seats",
    "cardcore.play.PlaySetup.limit",
    "cardcore.play.PlaySetup.first_card",
    "cardcore.play.PlaySetup.under",
    "cardcore.dealplan.DealPlan.dealing",
    "cardcore.dealplan.DealPlan.leader",
    "cardcore.dealplan.DealPlan.setup",
    "cardcore.deals.Deals.dealings",
    "cardcore.deals.Deals.layout",
    "cardcore.deals.Deals.setups",
    "cardcore.deals.Deals.threads",
    "cardcore.mcts.Stakes.accounts",
    "cardcore.mcts.Stakes.aims",
    "cardcore.mcts.Stakes.friends",
    "cardcore.mcts.Stakes.prize_weights",
    "cardcore.mcts.Stakes.prizes",
    "cardcore.mcts.Stakes.weights",
    "cardcore.sample.Sampler.cards",
    "cardcore.sample.Sampler.count",
    "cardcore.sample.Sampler.may_hold",
    "cardcore.sample.Sampler.possible",
    "cardcore.sample.Sampler.sizes",
    "cardcore.solver.Result.low",
    "cardcore.solver.Result.high",
    "cardcore.solver.Result.nodes",
    "cardcore.solver.Solver.table_mb",
}


def documented(module_name: str) -> Iterator[tuple[str, object]]:
    """Every public object of a module that is at home there, and every member of its classes."""
    module = importlib.import_module(module_name)
    yield module_name, module
    for name in module.__all__:
        value = getattr(module, name)
        if getattr(value, "__module__", module_name) != module_name:
            continue
        yield f"{module_name}.{name}", value
        if inspect.isclass(value):
            for member in vars(value):
                if not member.startswith("_"):
                    yield f"{module_name}.{name}.{member}", getattr(value, member)


def examples(module_name: str) -> list[doctest.DocTest]:
    """The docstrings of a module that hold examples."""
    parser = doctest.DocTestParser()
    found = []
    for name, value in documented(module_name):
        names = {public: getattr(cardcore, public) for public in cardcore.__all__}
        text = inspect.getdoc(value)
        if text and not isinstance(value, int | tuple):
            test = parser.get_doctest(text, names, name, None, 0)
            if test.examples:
                found.append(test)
    return found


@pytest.mark.parametrize("module_name", MODULES)
def test_examples(module_name: str) -> None:
    """Every example gives what the docstring says, and none got lost."""
    runner = doctest.DocTestRunner()
    attempted = 0
    for test in examples(module_name):
        report: list[str] = []
        result = runner.run(test, out=report.append)
        assert result.failed == 0, "".join(report)
        attempted += result.attempted
    assert attempted >= EXAMPLES[module_name]


def test_every_module_is_known() -> None:
    """A new module needs a line in the table above."""
    assert set(MODULES) == set(EXAMPLES)


def test_everything_public_is_documented() -> None:
    """Every public object has a docstring; classes and functions, enums and errors apart, an example."""
    missing = []
    for module_name in MODULES:
        shown = {test.name for test in examples(module_name)}
        for name, value in documented(module_name):
            if isinstance(value, int | str) or name in NO_TEXT or inspect.ismemberdescriptor(value):
                continue
            if not inspect.getdoc(value):
                missing.append(f"{name}: docstring")
            plain = inspect.isclass(value) and issubclass(value, Enum | Exception)
            if name.count(".") == 2 and callable(value) and not plain and name not in shown:
                missing.append(f"{name}: example")
    assert missing == []
