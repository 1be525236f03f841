"""The training example: what it looks at, what it learns, and that it learns the same with any workers."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tricktake import Bid, Suit
from tricktake import spades as sp

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "train_bidding.py"
TINY = ["--deals", "2", "--boards", "6"]


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("train_bidding", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "train_bidding", module)
    spec.loader.exec_module(module)
    monkeypatch.setenv(module.WEIGHTS, "none")
    return module


def view_of(example: Any, number: int) -> Any:
    """The view of the second bidder of a deal, after a bid of 6."""
    deal = sp.Deal(example.RULES, dealer=2, seed=3, number=number)
    return deal.push_all("6; LOOK").view(1)


def test_features(example: Any) -> None:
    """Each feature says what its name says."""
    for number in range(20):
        view = view_of(example, number)
        found = dict(zip(example.FEATURES, example.features(view, 4), strict=True))
        hand = view.hand
        sides = [
            [card for card in hand if card.suit is suit] for suit in (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
        ]
        spades = sum(card.suit is Suit.SPADES for card in hand)
        texts = {card.name for card in hand}
        assert (found["one"], found["own bid"], found["place"], found["bids before"]) == (1, -1, 1, 1)
        assert found["spades"] == pytest.approx(spades - 4.3)
        assert [found[name] for name in ("SA", "SK", "SQ", "SJ")] == [
            name in texts for name in ("SA", "SK", "SQ", "SJ")
        ]
        assert found["side aces"] == len(texts & {"CA", "DA", "HA"})
        kings = [side for side in sides if len(side) > 1 and any(card.name[1:] == "K" for card in side)]
        assert found["guarded kings"] == len(kings)
        assert found["voids"] == sum(not side for side in sides)
        assert found["longest side suit"] == max(map(len, sides)) - 6


def test_regression_finds_what_is_there(example: Any) -> None:
    """Gains that are sums of features and noise give back the sums."""
    rng = np.random.default_rng(1)
    true = rng.normal(size=(2, len(example.FEATURES)))
    seen = rng.normal(size=(5000, len(example.FEATURES)))
    gains = seen @ true.T + rng.normal(size=(5000, 2))
    rows = [(list(x), list(y)) for x, y in zip(seen, gains, strict=True)]
    assert np.abs(example.regress(rows) - true).max() < 0.1


def test_bids_follow_the_weights(example: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bid moves to where points are promised, stays where none are, and nothing else changes."""
    file = tmp_path / "weights.json"
    monkeypatch.setenv(example.WEIGHTS, str(file))
    usual = example.Heuristic()
    for lower, higher, step in ((5.0, -1.0, -1), (1.0, 2.0, 1), (-1.0, 0.0, 0)):
        weights = np.zeros((2, len(example.FEATURES)))
        weights[:, 0] = lower, higher
        file.write_text(json.dumps({"weights": weights.tolist()}), encoding="utf-8")
        example.load_weights.cache_clear()
        for number in range(8):
            view = view_of(example, number)
            before, after = usual.choose(view), example.TrainedBidder().choose(view)
            if example.number_bid(before) is None:
                assert after == before
            else:
                assert after == Bid(str(before.level + step))
            deal = sp.Deal(example.RULES, dealer=2, seed=3, number=number).push_all("6; 3; 4")
            assert example.TrainedBidder().choose(deal.view(0)) == usual.choose(deal.view(0))


def test_it_runs(example: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """L-08: with small numbers it trains, plays and prints; two processes give the same as one."""
    one, two = tmp_path / "one.json", tmp_path / "two.json"
    reports = example.main([*TINY, "--workers", "1", "--weights", str(one)])
    shown = capsys.readouterr().out
    command = [sys.executable, str(EXAMPLE), *TINY, "--workers", "2", "--weights", str(two)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert one.read_text(encoding="utf-8") == two.read_text(encoding="utf-8")
    assert np.array(json.loads(one.read_text(encoding="utf-8"))["weights"]).shape == (
        2,
        len(example.FEATURES),
    )
    table, played = done.stdout.split("\n\n", 1)
    assert shown.startswith(table)
    assert str(reports["random"]).splitlines()[0] in played
    for report in reports.values():
        assert len(report.boards) == 6
        assert not any(result.fault for board in report.boards for result in board.results)


@pytest.mark.parametrize(
    "given", [["--deals", "0"], ["--boards", "x"], ["--workers", "-1"], ["--trained", "--weights", "no.json"]]
)
def test_arguments_are_checked(
    example: Any, given: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    """Impossible numbers and a file that is not there end in a line that says so."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        example.main(given)
    assert given[0] in capsys.readouterr().err.splitlines()[-1]
