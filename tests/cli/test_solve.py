"""``tricktake solve``: tables, values of cards, lines, JSON, many deals, and bad input."""

import io
import json
import re
import sys

import pytest

from cli.run import inline
from tricktake import Strain
from tricktake import fivehundred as fh
from tricktake.analysis import solve
from tricktake.fivehundred.analysis import solve_table

HEAD = "five-hundred/1 rules=australian dealer=3"
ENDING = f"{HEAD} hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H contractor=0 tricks=5,1,2,0"
MISERE = f"{HEAD} hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=OM contractor=0 tricks=0,5,0,3 : HK"


def run(*args, **options):
    code, out, err = inline("solve", *args, **options)
    assert (code, err) == (0, "")
    return out


def test_table_of_a_seed():
    out = run("--seed", "7", "--number", "2", "--dealer", "1", "--ascii")
    deal = fh.Deal(dealer=1, seed=7, number=2)
    table = solve_table(deal)
    assert out.startswith("Deal 2 of seed 7 (seat 1 deals): auction, seat 2 to act\n")
    for strain, tricks in table.rows():
        letter = "NT" if strain is Strain.NO_TRUMP else strain.letter
        found = re.search(rf"^  {letter} +(\d+) +(\d+) +(\d+) +(\d+)$", out, re.MULTILINE)
        assert tuple(map(int, found.groups())) == tricks
    words = re.search(r"^  misere +(\w+) +(\w+) +(\w+) +(\w+)$", out, re.MULTILINE).groups()
    assert [word == "yes" for word in words] == [table.misere[seat] for seat in range(4)]
    shown = set(re.findall(r"seat \d|kitty", out))
    assert shown == {"seat 0", "seat 1", "seat 2", "seat 3", "kitty"}


def test_values_of_cards_and_the_line():
    out = run("-", "--ascii", stdin=ENDING)
    assert "Line 1 (seat 3 deals): 6H by seat 0, play, seat 0 to act" in out
    assert "Seats 0 and 2 take 1 trick more" in out
    assert re.search(r"^  S9 +1  best$", out, re.MULTILINE)
    line = out.partition("One line of best play:\n")[2].splitlines()
    assert len(line) == 2
    deal = fh.Deal.from_text(ENDING)
    for trick in line:
        leader, cards, winner = re.fullmatch(r"  seat (\d): (.*)  \(seat (\d) wins\)", trick).groups()
        assert deal.turn == int(leader)
        before = deal.tricks
        deal.push_all(cards.split())
        assert deal.tricks[int(winner)] == before[int(winner)] + 1
    assert deal.is_over
    assert "without the kitty" not in out  # hands in the middle of the play have no table


def test_misere_in_mid_trick():
    out = run("-", "--ascii", stdin=MISERE)
    assert "OM by seat 0" in out
    assert "On the table: seat 0 HK" in out
    assert "Seat 0 can be made to take 1 trick more" in out
    assert "seat 1: ... HA" in out


def test_a_whole_deal_in_its_play_has_table_and_moves():
    deal = fh.Deal(dealer=3, seed=500).push_all("7H-SK; P; 8H-SK; P; P")
    out = run("-", "--ascii", stdin=deal.to_text())
    assert "Tricks of the contractor's side as dealt" in out
    assert "Seat 2 plays:" in out
    assert "kitty" in out
    short = run("-", "--ascii", "--no-table", "--no-moves", stdin=deal.to_text())
    assert "as dealt" not in short
    assert "plays:" not in short
    assert "One line of best play:" in short


def test_the_exchange_and_a_finished_deal_are_shown():
    deal = fh.Deal(dealer=3, seed=500).push_all("7H; P; 8H; P; P; put S8 C7 C8")
    out = run("-", "--ascii", "--no-table", stdin=deal.to_text())
    assert re.search(r"^  put away +8 +8 7 +", out, re.MULTILINE)
    over = fh.Deal.from_text(ENDING)
    while not over.is_over:
        over.push(over.legal_actions[0])
    out = run("-", "--ascii", stdin=over.to_text())
    assert "over" in out.splitlines()[0]
    assert "to act" not in out


def test_json_of_many_deals(tmp_path):
    path = tmp_path / "deals.txt"
    whole = fh.Deal(dealer=3, seed=500)
    path.write_text(f"# a comment\n{ENDING}\n\n{MISERE}\r\n{whole.to_text()}\n", encoding="utf-8")
    lines = [json.loads(line) for line in run(str(path), "--json").splitlines()]
    assert len(lines) == 3
    for data, text in zip(lines, (ENDING, MISERE), strict=False):
        deal = fh.Deal.from_text(text)
        assert fh.Deal.from_text(data["deal"]) == deal
        solution = solve(deal)
        assert (data["phase"], data["turn"]) == ("play", deal.turn)
        assert data["tricks"] == [solution.low, solution.high]
        assert data["moves"] == {play.text: [found.low, found.high] for play, found in solution.moves.items()}
        assert data["best"] == [play.text for play in solution.best]
        assert data["line"] == [play.text for play in solution.line]
        assert data["count"] == sorted(solution.objective.count)
        assert data["side"] == sorted(solution.objective.side)
        assert "table" not in data
    table = solve_table(whole)
    assert lines[2]["table"] == {strain.letter: list(tricks) for strain, tricks in table.rows()}
    assert lines[2]["misere"] == list(table.misere.values())
    assert "tricks" not in lines[2]


def test_many_deals_of_a_seed():
    out = run("--seed", "3", "--number", "5", "--count", "3", "--no-table")
    assert re.findall(r"^Deal (\d) of seed 3", out, re.MULTILINE) == ["5", "6", "7"]


def test_rules_of_a_seed():
    out = run("--seed", "3", "--preset", "american", "--option", "deck4=43", "--json", "--no-table")
    assert json.loads(out)["deal"].startswith("five-hundred/1 rules=american,deck4=43 ")


def test_a_budget_gives_bounds():
    deal = fh.Deal(dealer=3, seed=500).push_all("7H-SK; P; 8H-SK; P; P")
    out = run("-", "--ascii", "--no-table", "--max-nodes", "1", stdin=deal.to_text())
    assert re.search(r"Seats 0 and 2 take \d+ to \d+ tricks more", out)
    assert "best" not in out
    data = json.loads(run("-", "--json", "--no-table", "--max-nodes", "1", stdin=deal.to_text()))
    assert data["tricks"][0] < data["tricks"][1]
    assert (data["best"], data["line"]) == ([], [])


class _Screen(io.StringIO):
    def isatty(self):
        return True


def test_progress_on_a_terminal_only(monkeypatch):
    """Many deals show how far we are on standard error, if that is a terminal."""
    from tricktake.cli import main

    for deals, expected in ((3, True), (1, False)):
        screen = _Screen()
        monkeypatch.setattr(sys, "stderr", screen)
        monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join([ENDING] * deals)))
        monkeypatch.setattr(sys, "stdout", io.StringIO())
        assert main(["solve", "-"]) == 0
        assert ("solving deal 2 of 3" in screen.getvalue()) is expected
        assert screen.getvalue().endswith("\r") is expected


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_output_in_any_encoding(encoding):
    """K-07: signs where they can be shown, letters elsewhere, never an error."""
    code, out, err = inline("solve", "-", stdin=MISERE, encoding=encoding)
    assert (code, err) == (0, "")
    assert ("♥K" if encoding == "utf-8" else "HK") in out
    assert "\x1b" not in out


@pytest.mark.parametrize(
    ("due", "args", "stdin", "words"),
    [
        (2, [], "", "a file of deals"),
        (1, ["-"], "", "standard input: there is no deal in it"),
        (1, ["-"], "\n# nothing\n", "there is no deal"),
        (1, ["-"], "hello", "standard input, line 1:"),
        (1, ["-"], f"{ENDING}\n{ENDING}; S9", "standard input, line 2:"),
        (1, ["-"], ENDING.replace("HK,S9", "HA,S9"), "HA"),
        (1, ["-"], ENDING.replace("500-hundred", "x").replace("/1", "/9"), "line 1"),
        (1, ["no/such/file"], "", "no/such/file: No such file"),
        (2, ["a\0b"], "", "no name of a file"),
        (2, ["-", "--seed", "1"], ENDING, "--seed does not go with a file"),
        (2, ["-", "--dealer", "1"], ENDING, "--dealer does not go with a file"),
        (2, ["-", "--option", "misere=False"], ENDING, "--option does not go with a file"),
        (2, ["--dealer", "1"], "", "a file of deals"),
        (2, ["--seed", "x"], "", "whole number"),
        (2, ["--seed", "1", "--dealer", "4"], "", "from 0 to 3"),
        (2, ["--seed", "1", "--count", "0"], "", "of 1 or more"),
        (2, ["--seed", "1", "--preset", "nothing"], "", "nothing"),
        (2, ["--seed", "1", "--option", "nothing=1"], "", "nothing"),
        (2, ["-", "--max-nodes", "0"], ENDING, "of 1 or more"),
        (2, ["-", "--what"], ENDING, "--what"),
        (2, ["-", "more"], ENDING, "more"),
    ],
)
def test_bad_input_is_one_clear_line(due, args, stdin, words):
    code, out, err = inline("solve", *args, stdin=stdin)
    assert (code, out) == (due, "")
    assert err.startswith("tricktake: error: ")
    assert err.count("\n") == 1
    assert words in err


def test_a_file_that_is_no_text(tmp_path):
    path = tmp_path / "deals.bin"
    path.write_bytes(b"\xff\xfe\x00\x81" * 10)
    code, out, err = inline("solve", str(path))
    assert (code, out) == (1, "")
    assert "no text in UTF-8" in err
    code, out, err = inline("solve", str(tmp_path))
    assert (code, out) == (1, "")
    assert err.count("\n") == 1


def test_help():
    code, out, err = inline("solve", "--help")
    assert (code, err) == (0, "")
    assert "--json" in out
    assert "--max-nodes" in out


def test_a_record_is_no_deal_in_a_line(tmp_path):
    """Whoever gives a record is told what takes one."""
    path = tmp_path / "match.ttr"
    inline("play", "five-hundred", "--seed", "500", "--deals", "1", "--quiet", "--record", str(path))
    code, _, err = inline("solve", str(path))
    assert code == 1
    assert "this is a record" in err
    assert "tricktake replay FILE --analyse" in err
