"""Matches as text: stored, read in another process, played on; damaged ones are refused."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from rules.random_deals import choose
from tricktake import Phase, RecordError
from tricktake import fivehundred as fh

LONG = fh.Rules(target=100_000, lose_at=None)
"""A match that does not end by itself."""


def play_match(rng: random.Random, match: fh.Match, most: int = 60) -> fh.Match:
    """Play a match at random to its end, or for so many deals; every deal begins by itself."""
    while not match.is_over:
        deal = match.deal
        if deal is None or deal.is_over:
            if len(match.deals) == most:
                break
            deal = match.next_deal()
        match.push(choose(rng, deal))
    return match


GO_ON = """
import random, sys
sys.path.insert(0, {tests!r})
from rules.random_deals import choose
from tricktake import fivehundred as fh
match = fh.Match.from_text(sys.stdin.read())
rng = random.Random(7)
for _ in range(80):
    deal = match.deal
    if match.is_over:
        break
    if deal is None or deal.is_over:
        deal = match.next_deal()
    match.push(choose(rng, deal))
sys.stdout.write(match.to_text())
"""


def go_on(match: fh.Match) -> fh.Match:
    """Play as ``GO_ON`` does, in this process."""
    rng = random.Random(7)
    for _ in range(80):
        deal = match.deal
        if match.is_over:
            break
        if deal is None or deal.is_over:
            deal = match.next_deal()
        match.push(choose(rng, deal))
    return match


@pytest.mark.parametrize("where", ["no deal", "mid-auction", "mid-trick", "between deals"])
def test_p_07_a_stored_match_goes_on_in_another_process(where: str) -> None:
    """Stored as text, read in a new process, played on: the same cards and scores; P-07."""
    rng = random.Random(f"stored {where}")
    match = fh.Match(LONG, seed=2**70 + 1, dealer=2)
    if where != "no deal":
        play_match(rng, match, 2)
        assert match.deal is not None
        assert match.deal.is_over
    if where == "mid-auction":
        match.push("6S")
        match.push("P")
    if where == "mid-trick":
        for _ in range(400):
            deal = match.deal
            assert deal is not None
            if deal.phase is Phase.PLAY and len(deal.trick) == 2:
                break
            match.push(choose(rng, match.next_deal() if deal.is_over else deal))
    text = match.to_text()
    tests = str(__file__).rpartition("games")[0]
    run = subprocess.run(
        [sys.executable, "-c", GO_ON.format(tests=tests)],
        input=text,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == go_on(match).to_text()
    assert run.stdout.startswith(text.rpartition("\n")[0].rpartition(";")[0])


def test_p_07_an_unknown_version_is_refused() -> None:
    """The message says which version the text has and which one is read; P-07."""
    text = fh.Match(seed=1, dealer=3).to_text()
    for version in ("2", "99", "1.1", "", "x"):
        with pytest.raises(
            RecordError, match=r"version .* is unknown; this library reads version 1"
        ) as caught:
            fh.Match.from_text(text.replace("five-hundred-match/1", f"five-hundred-match/{version}"))
        assert repr(version) in str(caught.value)
    match = fh.Match(seed=1, dealer=3)
    match.push("6S")
    with pytest.raises(RecordError, match=r"line 2.*version '2'.*reads version 1"):
        fh.Match.from_text(match.to_text().replace("five-hundred/1", "five-hundred/2"))


def three_deals() -> list[str]:
    """Return the lines of a match of three deals, the last one in progress."""
    match = fh.Match(seed=1, dealer=3)
    for _ in range(8):
        match.push("P")
    match.push("6S")
    return match.to_text().splitlines()


LINES = three_deals()


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param([LINES[0], LINES[2]], id="a deal is missing"),
        pytest.param([LINES[0], LINES[2], LINES[1]], id="out of order"),
        pytest.param([LINES[0], LINES[3], LINES[1]], id="the first is not over"),
        pytest.param([LINES[0], LINES[1], LINES[1]], id="twice"),
        pytest.param(LINES[1:], id="no head"),
        pytest.param([LINES[0], LINES[0]], id="two heads"),
        pytest.param([LINES[0].replace("scores=0,0", "scores=0,10"), *LINES[1:]], id="other scores"),
        pytest.param([LINES[0].replace("dealer=3", "dealer=2"), *LINES[1:]], id="other dealer"),
        pytest.param([LINES[0].replace("australian", "perfect"), *LINES[1:]], id="other rules"),
        pytest.param([], id="empty"),
    ],
)
def test_deals_that_do_not_follow(lines: list[str]) -> None:
    with pytest.raises(RecordError):
        fh.Match.from_text("\n".join(lines))


def test_deals_of_a_seed_must_have_its_cards() -> None:
    """A match with a seed whose text holds other cards would deal others again after a pop."""
    swapped = [line.replace("seed=1", "seed=2") for line in LINES]
    with pytest.raises(RecordError):
        fh.Match.from_text("\n".join(swapped))


@pytest.mark.parametrize(
    ("before", "after"),
    [("seed=1", "seed=1_0"), ("seed=1", "seed=+1"), ("dealer=3", "dealer=+3"), ("scores=0,0", "scores=٣,0")],
)
def test_numbers_of_the_head_are_plain(before: str, after: str) -> None:
    """Digits as the page says, as in the line of a deal."""
    with pytest.raises(RecordError):
        fh.Match.from_text(LINES[0].replace(before, after))
