"""``tricktake replay``: told again, step by step, pictures, pages, analysis, and bad input."""

import io
import json
import re
import sys

import pytest

from cli.run import inline, tricktake
from tricktake import Play
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.records import DealRecord, Move, Record, TakeBack, save
from tricktake.review import review

HEAD = "five-hundred/1 rules=australian dealer=3"
START = f"{HEAD} hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 contract=6H contractor=0 tricks=4,1,2,0"
ENDING = f"{START} : H5; HK; H8; C5; CA; C9; S5; S9; H7; S7; S6; HA"
OTHER = f"{START} : S9; CA; S7; S5"


def run(*args, **options):
    code, out, err = inline("replay", *args, **options)
    assert (code, err) == (0, "")
    return out


@pytest.fixture(scope="module")
def match():
    found = fh.Match(seed=5, dealer=0)
    for _ in range(2):
        deal = found.next_deal().push_all("7H-SK P P P")
        while not deal.is_over:
            deal.push(deal.legal_actions[0])
    return found


@pytest.fixture
def saved(tmp_path, match):
    path = tmp_path / "match.ttr"
    save(path, [Record.of(match, players=("Ann", "Bo", "Cy", "Di"), comment="A friendly match.")])
    return path


# ---- told ------------------------------------------------------------------------------------------------


def test_told_as_play_tells_it(tmp_path):
    """What ``play`` prints of a deal is what ``replay`` prints of the file it saved."""
    path = tmp_path / "match"
    code, out, _ = inline("play", "spades", "--seed", "3", "--deals", "2", "--save", str(path), "--ascii")
    assert code == 0
    told = run(str(path), "--ascii")
    for number in (1, 2):
        part = told.partition(f"Deal {number}: ")[2].partition("\n\nDeal ")[0].rstrip()
        assert part
        assert part in out
    assert "Deal 2: " not in run(str(path), "--deal", "1")


def test_names_and_remarks(saved):
    out = run(str(saved), "--ascii")
    assert out.startswith("Seat 0 Ann, seat 1 Bo, seat 2 Cy, seat 3 Di.\nA friendly match.\n\nDeal 1: ")


# ---- steps -----------------------------------------------------------------------------------------------


def test_stepping_piped(saved, match):
    steps = len(match.deals[0])
    out = run(str(saved), "--step", "--deal", "1", "--ascii", stdin="\n\nb\n3\nnonsense\n99999999\nq\n")
    found = [int(number) for number in re.findall(rf"^Deal 1, step (\d+) of {steps}\.", out, re.MULTILINE)]
    assert found == [0, 1, 2, 1, 3, 3, 3]
    assert out.count("step> ") == 7
    assert f"Enter, b, q, or a number from 0 to {steps}." in out
    assert "step 1 of" in out
    assert "A friendly match." in out


def test_stepping_shows_every_position(saved, match):
    """As many positions as steps; Enter at the last one ends, and so does the end of the input."""
    total = sum(len(deal) + 1 for deal in match.deals)
    for answers in ("\n" * total, "\n" * (total - 1)):
        out = run(str(saved), "--step", "--ascii", stdin=answers)
        assert len(re.findall(r"^Deal \d, step ", out, re.MULTILINE)) == total
        assert out.count("end> ") == 1
    assert "Points: " in out
    back = run(str(saved), "--step", "--ascii", stdin="b\nb\n")
    assert back.count("step 0 of") == 3


def test_stepping_through_what_was_taken_back(tmp_path):
    start = DealRecord.of(fh.Deal.from_text(START))
    entries = (
        Move(action=Play("H5"), comment="Oh\x1b[0m!"),
        TakeBack(count=1, comment="sorry"),
        Move(action=Play("HA")),
    )
    save(
        tmp_path / "a.ttr",
        [Record(rules=fh.Rules(), deals=(DealRecord(fields=start.fields, entries=entries),))],
    )
    out = run(str(tmp_path / "a.ttr"), "--step", "--ascii", stdin="\n\n\n\n")
    assert "step 1 of 3. Seat 0: H5\nOh?[0m!\n" in out
    assert "step 2 of 3. Seat 0 takes an action back.\nsorry\n" in out
    assert "step 3 of 3. Seat 0: HA\n" in out
    assert out.count("On the table: seat 0 H5") == 1


def test_in_a_process_of_its_own(tmp_path):
    path = tmp_path / "deal"
    path.write_text(ENDING, encoding="utf-8")
    code, out, err = tricktake("replay", str(path), "--step", stdin="\n\nq\n", encoding="cp1252")
    assert (code, err) == (0, "")
    assert "Deal 1, step 2 of 12. Seat 1: HK" in out


# ---- pictures and pages ----------------------------------------------------------------------------------


def test_a_picture_for_every_step(tmp_path, saved, match):
    folder = tmp_path / "out"
    assert run(str(saved), "--svg", str(folder), "--deal", "1") == ""
    names = sorted([path.name for path in folder.iterdir()])
    assert names == [f"{number:02}.svg" for number in range(len(match.deals[0]) + 1)]
    assert all(path.read_text(encoding="utf-8").startswith("<svg") for path in folder.iterdir())
    assert "Ann" in (folder / names[0]).read_text(encoding="utf-8")
    run(str(saved), "--svg", str(folder), "--tricks")
    assert len(list(folder.glob("1-*.svg"))) == 11
    assert len(list(folder.glob("2-*.svg"))) == 11


def test_pictures_for_a_seat_hold_its_cards_only(tmp_path):
    """I-01: what a seat does not know is not in its pictures."""
    path = tmp_path / "deal"
    path.write_text(ENDING, encoding="utf-8")
    run(str(path), "--svg", str(tmp_path / "out"), "--seat", "1", "--tricks")
    from tricktake import svg

    start = (tmp_path / "out" / "0.svg").read_text(encoding="utf-8")
    assert start == str(svg.table(fh.Deal.from_text(START).view(1)))
    assert len(list((tmp_path / "out").iterdir())) == 4


def test_a_page(tmp_path, saved):
    path = tmp_path / "replay.html"
    assert run(str(saved), "--html", str(path)) == ""
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "Ann" in page
    run(str(saved), "--html", str(path), "--deal", "2")
    part = path.read_text(encoding="utf-8")
    assert len(part) < len(page)
    run(str(saved), "--html", str(path), "--seat", "2")
    assert path.read_text(encoding="utf-8") != page


def test_a_page_with_the_analysis(tmp_path):
    path, page = tmp_path / "deal", tmp_path / "replay.html"
    path.write_text(f"{OTHER}\n{ENDING}\n", encoding="utf-8")
    run(str(path), "--html", str(page))
    plain = page.read_text(encoding="utf-8")
    run(str(path), "--html", str(page), "--analyse")
    assert len(page.read_text(encoding="utf-8")) > len(plain)


# ---- analysis --------------------------------------------------------------------------------------------


@pytest.fixture
def deal(tmp_path):
    path = tmp_path / "deal.txt"
    path.write_text(ENDING + "\n", encoding="utf-8")
    return path


def test_the_analysis_is_the_review(deal):
    found = review(fh.Deal.from_text(ENDING))
    out = run(str(deal), "--analyse", "--ascii")
    assert out.startswith("Deal 1: 6H by seat 0, over\ntrick  seat  card")
    assert found.to_text() in out
    assert "all hands open" in out
    only = run(str(deal), "--analyze", "--mistakes", "--ascii")
    assert found.to_text(mistakes_only=True) in only
    assert "♥5" in run(str(deal), "--analyse")
    data = json.loads(run(str(deal), "--analyse", "--json"))
    assert data == json.loads(json.dumps({"number": 1, "ending": "over"} | found.data()))


def test_several_deals_are_added_up(saved, match):
    out = run(str(saved), "--analyse", "--mistakes", "--ascii")
    assert re.findall(r"^Deal (\d): ", out, re.MULTILINE) == ["1", "2"]
    total = out.partition("All 2 deals\n")[2].splitlines()
    reviews = [review(one) for one in match.deals]
    for seat, name in enumerate(("Ann", "Bo", "Cy", "Di")):
        words = total[1 + seat].split()
        assert (int(words[1]), words[-1]) == (20, name)
        assert int(words[4]) == sum(found.seats[seat].lost for found in reviews)
    lines = run(str(saved), "--analyse", "--json").splitlines()
    assert [json.loads(line)["number"] for line in lines] == [1, 2]
    assert [
        json.loads(line)["number"]
        for line in run(str(saved), "--analyse", "--json", "--deal", "2").splitlines()
    ] == [2]


def test_budgets(tmp_path):
    game = sp.Deal(dealer=0, seed=1).push_all("5 4 5")
    while not game.is_over:
        game.push(game.legal_actions[0])
    path = tmp_path / "deal"
    path.write_text(game.to_text(), encoding="utf-8")
    out = run(str(path), "--analyse", "--max-nodes", "10", "--ascii")
    assert "only bounds are known" in out
    data = json.loads(run(str(path), "--analyse", "--json", "--seconds", "0.000001"))
    assert data["seconds"] == 0.000001
    assert not data["exact"]


def test_a_plot(tmp_path, deal):
    pytest.importorskip("matplotlib")
    for name in ("a.png", "a.svg"):
        run(str(deal), "--analyse", "--plot", str(tmp_path / name), "--mistakes")
        assert (tmp_path / name).stat().st_size > 1000


class _Screen(io.StringIO):
    def isatty(self):
        return True


def test_progress_on_a_terminal_only(monkeypatch, deal):
    from tricktake.cli import main

    screen, out = _Screen(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(sys, "stdout", out)
    assert main(["replay", str(deal), "--analyse"]) == 0
    assert "analysing deal 1 of 1, card 12 of 12" in screen.getvalue()
    assert "analysing" not in out.getvalue()


# ---- bad input -------------------------------------------------------------------------------------------


def test_deals_that_are_not_known_are_left_out(tmp_path):
    before = DealRecord.of(fh.Deal(dealer=3, seed=1).push_all("7H P P P"))
    hidden = DealRecord(fields=before.fields, entries=(*before.entries, Move(action=None)))
    known = DealRecord.of(fh.Deal(dealer=0, seed=1).push_all("P P P P"))
    path = tmp_path / "a.ttr"
    save(path, [Record(rules=fh.Rules(), deals=(hidden, known))])
    left = "tricktake: warning: Deal 1 is left out: not all its cards and actions are known.\n"
    for args in (["--analyse"], ["--step"], ["--svg", str(tmp_path / "out")], ["--seat", "0"]):
        code, out, err = inline("replay", str(path), "--ascii", *args, stdin="q\n")
        assert (code, err) == (0, left)
        assert "Deal 1" not in out
        code, out, err = inline("replay", str(path), "--deal", "1", *args)
        assert (code, out, err) == (1, "", left.replace("warning", "error"))
    assert inline("replay", str(path), "--html", str(tmp_path / "a.html")) == (0, "", "")
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_files_are_checked_before_the_analysis(tmp_path, deal, monkeypatch):
    from tricktake.cli import replay

    def never(*args):
        raise AssertionError("analysed first")

    monkeypatch.setattr(replay, "analyse", never)
    for due, *args in (
        (2, "--plot", "a.gif"),
        (1, "--plot", str(tmp_path / "no" / "a.png")),
        (1, "--html", str(tmp_path)),
        (1, "--svg", str(tmp_path / "no" / "out")),
    ):
        code, out, err = inline("replay", str(deal), "--analyse", *args)
        assert (code, out, err.count("\n")) == (due, "", 1)


@pytest.mark.parametrize(
    ("due", "args", "words"),
    [
        (2, [], "FILE"),
        (1, ["no/such/file"], "no/such/file: No such file"),
        (1, ["-"], "no deal in it"),
        (2, ["DEAL", "--mistakes"], "--mistakes goes with --analyse"),
        (2, ["DEAL", "--json"], "--json goes with --analyse"),
        (2, ["DEAL", "--plot", "a.png"], "--plot goes with --analyse"),
        (2, ["DEAL", "--max-nodes", "5"], "--max-nodes goes with --analyse"),
        (2, ["DEAL", "--seconds", "5"], "--seconds goes with --analyse"),
        (2, ["DEAL", "--tricks"], "--tricks goes with --svg"),
        (2, ["DEAL", "--seat", "0", "--analyse"], "--seat does not go with --analyse or --step"),
        (2, ["DEAL", "--seat", "0", "--step"], "--seat does not go with --analyse or --step"),
        (2, ["DEAL", "--seat", "4"], "--seat: expected a whole number from 0 to 3"),
        (1, ["DEAL", "--analyse", "--plot", "no/such/a.png"], "No such file"),
        (1, ["DEAL", "--analyse", "--html", "no/such/file"], "No such file"),
        (2, ["DEAL", "--svg", "DEAL", "--seat", "4"], "--seat: expected a whole number from 0 to 3"),
        (1, ["DEAL", "--svg", "DEAL"], "is no folder"),
        (1, ["DEAL", "--svg", "no/such/folder"], "No such file"),
        (1, ["DEAL", "--html", "no/such/file"], "No such file"),
        (2, ["DEAL", "--deal", "2"], "--deal 2: there is 1 deal"),
        (2, ["DEAL", "--analyse", "--max-nodes", "0"], "of 1 or more"),
        (2, ["DEAL", "--analyse", "--seconds", "0"], "seconds above 0"),
        (2, ["DEAL", "--analyse", "--seconds", "nan"], "seconds above 0"),
        (2, ["DEAL", "--analyse", "--json", "--step"], "do not go together"),
        (2, ["DEAL", "--what"], "--what"),
    ],
)
def test_bad_input_is_one_clear_line(due, args, words, deal, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, out, err = inline("replay", *[str(deal) if arg == "DEAL" else arg for arg in args])
    assert (code, out) == (due, "")
    assert err.startswith("tricktake: error: ")
    assert err.count("\n") == 1
    assert words in err


def test_a_plot_with_a_wrong_name(deal):
    code, _, err = inline("replay", str(deal), "--analyse", "--plot", "a.gif")
    assert code == 2
    assert "ends in .png or .svg" in err


def test_several_records_are_no_page(tmp_path, deal, saved):
    both = tmp_path / "both.ttr"
    save(both, [Record.of(fh.Deal.from_text(ENDING)), Record.of(fh.Match(seed=1, dealer=0))])
    match = fh.Match(seed=1, dealer=0)
    match.push("P")
    save(both, [Record.of(fh.Deal.from_text(ENDING)), Record.of(match)])
    code, out, err = inline("replay", str(both), "--html", str(tmp_path / "a.html"))
    assert (code, out) == (2, "")
    assert "holds 2 records; choose deals of one" in err
    run(str(both), "--html", str(tmp_path / "a.html"), "--deal", "2")
    code, _, err = inline("replay", str(saved), "--analyse", "--plot", str(tmp_path / "a.png"))
    assert code == 2
    assert "--plot: there are 2 deals" in err


def test_help():
    code, out, err = inline("replay", "--help")
    assert (code, err) == (0, "")
    assert "--analyse" in out
