"""``tricktake deal`` and ``tricktake perft``, and the examples."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from cli.run import inline
from tricktake import fivehundred as fh

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(*args):
    code, out, err = inline(*args)
    assert (code, err) == (0, "")
    return out


def test_deal_text_is_read_back():
    lines = run(
        "deal", "five-hundred", "--seed", "9", "--number", "4", "--count", "3", "--dealer", "2", "--text"
    )
    for at, line in enumerate(lines.splitlines()):
        assert fh.Deal.from_text(line) == fh.Deal(dealer=2, seed=9, number=4 + at)


def test_deal_diagram_shows_every_card():
    out = run("deal", "five-hundred", "--seed", "9", "--ascii", "--preset", "american").splitlines()
    heading = [match.start() for match in re.finditer(r"\S+", out[1])]
    shown = set()
    for line in out[2:]:
        for suit, start, end in zip("SCDHJ", heading, [*heading[1:], None], strict=True):
            ranks = line[start:end].split()
            shown |= {"JK" if suit == "J" else suit + rank for rank in ranks if rank != "-"}
    assert shown == {card.name for card in fh.PACKS["45"]}


def test_a_new_seed_is_printed():
    out = run("deal", "five-hundred")
    seed = re.match(r"Deal 0 of seed (\d+) \(seat 0 deals\)", out)[1]
    assert run("deal", "five-hundred", "--seed", seed) == out


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("strain", ["S", "C", "D", "H", "NT"])
def test_perft_table(players, strain):
    out = run(
        "perft", "--players", str(players), "--strain", strain, "--cards", "2", "--seed", "3", "--divide"
    )
    rows = re.findall(r"^ +(\d+) +([\d,]+) +[\d.]+ +[\d,]+$", out, re.MULTILINE)
    assert [int(depth) for depth, _ in rows] == list(range(1, 2 * players + 1))
    counts = [int(count.replace(",", "")) for _, count in rows]
    behind = [
        int(count.replace(",", ""))
        for count in re.findall(r"^ +\S*[SCDHJ♠♣♦♥]\S* +([\d,]+)$", out, re.MULTILINE)
    ]
    assert sum(behind) == counts[-1]
    assert len(behind) == counts[0]


def test_perft_depth():
    out = run("perft", "--cards", "3", "--depth", "2", "--seed", "3")
    assert len(re.findall(r"^ +\d+ +[\d,]+ +[\d.]+ +[\d,]+$", out, re.MULTILINE)) == 2


@pytest.mark.parametrize(
    ("name", "words"),
    [("first_steps.py", "Score(made="), ("play_match.py", "win with")],
)
def test_examples_run(name, words):
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name)], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert words in done.stdout
