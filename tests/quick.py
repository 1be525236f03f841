"""The quick tests: is this build of tricktake the library it should be? ``python tests/quick.py``.

They run in every wheel, on every platform, from any folder: cards, orders, the rules of play, what a seed
deals, the solver, deals of both games, records and the command line, against files of numbers that hold for
all platforms. They need pytest and numpy, no compiler and no extra; what uses hypothesis runs where it is
installed. Settings of their own (``quick.ini``) keep them apart from plugins that only the whole suite wants.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path

import pytest

__all__ = ["DESELECTED", "HYPOTHESIS", "TESTS", "main"]

TESTS = (
    "core/test_cards.py",
    "core/test_order.py",
    "core/test_rng.py",
    "core/test_play_rules.py",
    "core/test_kernels.py",
    "core/test_docstrings.py",
    "core/test_fields.py",
    "core/test_sample.py::test_golden_rows",
    "core/test_sample.py::test_counts_beyond_192_bits",
    "core/test_solver_core.py",
    "core/test_batch.py::test_lockstep",
    "core/test_batch.py::test_observations",
    "core/test_batch.py::test_threads_and_builds_agree",
    "core/test_mcts.py::test_worths_by_hand",
    "core/test_mcts.py::test_two_sides_play_as_the_solver",
    "solved/test_solved.py::test_sample_of_tables_in_each_build",
    "games/test_deal_seeds.py",
    "rules/test_clauses_play.py",
    "rules/test_clauses_scores.py",
    "rules/test_clauses_spades_play.py",
    "rules/test_clauses_spades_scores.py",
    "records/test_corpus.py",
    "records/test_json.py",
    "cli/test_deal_and_perft.py",
    "cli/test_play.py::test_golden_transcript",
    "cli/test_spades.py::test_the_same_seed_plays_the_same_game",
    "distribution/test_installed.py",
)
"""What runs, below ``tests``."""

HYPOTHESIS = ("core/test_cards.py",)
"""Of these, what cannot be read without hypothesis."""

DESELECTED = {
    "emscripten": (
        "core/test_rng.py::test_processes_make_the_same_deals",
        "core/test_rng.py::test_threads_make_the_same_deals",
        "core/test_kernels.py::test_environment_variable",
        "core/test_kernels.py::test_environment_variable_with_a_wrong_name",
        "core/test_kernels.py::test_without_the_wide_build",
        "core/test_solver_core.py::test_stop_flag_from_another_thread_and_busy_solver",
        "core/test_solver_core.py::test_interrupt_leaves_the_solver_usable",
        "core/test_batch.py::test_threads_and_builds_agree",
        "cli/test_deal_and_perft.py::test_examples_run",
    ),
}
"""What a platform (``sys.platform``) cannot do: a browser has neither processes nor threads."""


def main(argv: list[str] | None = None) -> int:
    """Run the quick tests and return pytest's exit code; 2 if the wrong copy of the library would be tested.

    Parameters
    ----------
    argv : list of str, optional
        ``--installed`` refuses to test the source tree; all else goes to pytest.
        Default: the arguments of this process.

    Returns
    -------
    int
        0 if all tests passed.
    """
    parser = argparse.ArgumentParser(
        prog="quick.py", description=__doc__.splitlines()[0] if __doc__ else None
    )
    parser.add_argument("--installed", action="store_true", help="refuse to test the source tree")
    options, rest = parser.parse_known_args(argv)
    here = Path(__file__).resolve().parent
    import cardcore

    home = Path(cardcore.__file__).resolve().parent
    print(f"quick tests of {home}, Python {sys.version.split()[0]}, {sys.platform}")
    if options.installed and here.parent in home.parents and "site-packages" not in home.parts:
        print("--installed was asked for, but this is the source tree", file=sys.stderr)
        return 2
    tests = list(TESTS)
    if importlib.util.find_spec("hypothesis") is None:
        print(f"hypothesis is not installed: without {', '.join(HYPOTHESIS)}")
        tests = [name for name in tests if name not in HYPOTHESIS]
    left_out = [f"--deselect={name}" for name in DESELECTED.get(sys.platform, ())]
    names = [str(here / name) for name in tests]
    return int(pytest.main(["-c", str(here / "quick.ini"), f"--rootdir={here}", *left_out, *rest, *names]))


if __name__ == "__main__":
    raise SystemExit(main())
