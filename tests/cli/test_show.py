"""``tricktake show``: deals in every form, views, text, pictures, and bad input."""

import gzip
import json

import pytest

from cli.run import inline
from tricktake import fivehundred as fh
from tricktake import ptn
from tricktake import spades as sp
from tricktake.cli import reading
from tricktake.records import DealRecord, Move, Record, TakeBack, save
from tricktake.records.lines import LineWriter

HEAD = "five-hundred/1 rules=australian dealer=3"
ENDING = f"{HEAD} hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H contractor=0 tricks=5,1,2,0"


def run(*args, **options):
    code, out, err = inline("show", *args, **options)
    assert (code, err) == (0, "")
    return out


def some_match(deals=2):
    match = fh.Match(seed=5, dealer=0)
    for _ in range(deals):
        deal = match.next_deal()
        deal.push_all("7H-SK P P P")
        while not deal.is_over:
            deal.push(deal.legal_actions[0])
    return match


def files(folder, match):
    """The same match in every form a file can have."""
    record = Record.of(match)
    (folder / "saved").write_text(match.to_text(), encoding="utf-8")
    (folder / "bom").write_bytes(b"\xef\xbb\xbf" + match.to_text().replace("\n", "\r\n").encode())
    save(folder / "m.ttr", [record])
    save(folder / "m.json", [record])
    (folder / "one.json").write_text(json.dumps(json.loads(record.to_json())), encoding="utf-8")
    for name in ("m.jsonl", "m.jsonl.gz"):
        with LineWriter(folder / name) as file:
            file.write(match)
    with LineWriter(folder / "deals.jsonl") as file:
        file.write_all(match.deals)
    deals = "\n".join(["# a comment", *[deal.to_text() for deal in match.deals], ""])
    (folder / "deals.txt").write_text(deals, encoding="utf-8")
    return [
        "saved",
        "bom",
        "m.ttr",
        "m.json",
        "one.json",
        "m.jsonl",
        "m.jsonl.gz",
        "deals.jsonl",
        "deals.txt",
    ]


def test_every_form_of_a_file_shows_the_same(tmp_path):
    match = some_match()
    expected = None
    for name in files(tmp_path, match):
        out = run(str(tmp_path / name), "--ascii")
        assert out.count("Five Hundred, australian: ") == 2, name
        assert out.count("Calls: ") == 2
        assert "Deal 1." in out
        assert "Deal 2." in out
        expected = expected or out
        assert out == expected, name
        texts = run(str(tmp_path / name), "--text").splitlines()
        assert [fh.Deal.from_text(text) for text in texts] == list(match.deals)
        second = run(str(tmp_path / name), "--text", "--deal", "2")
        assert fh.Deal.from_text(second) == match.deals[1]
    both = [text for text in match.to_text().splitlines() if "match" not in text]
    assert run("-", "--text", stdin=match.to_text()).splitlines() == both


def test_a_game_and_a_tourney_of_spades(tmp_path):
    tourney = sp.Tourney(seed=5)
    tourney.push("5")
    game = sp.Game(seed=5, dealer=1)
    game.push("4")
    for contest in (tourney, game):
        path = tmp_path / "saved"
        path.write_text(contest.to_text(), encoding="utf-8")
        out = run(str(path), "--ascii")
        assert out.startswith("Spades, official: ")
    several = f"{ENDING}\n{game.to_text()}{tourney.to_text()}{some_match(1).to_text()}"
    assert run("-", "--ascii", stdin=several).count(" deals; ") == 4


def test_a_diagram_in_mid_trick():
    out = run(f"{ENDING} : HK; HA", "--ascii")
    lines = out.splitlines()
    assert lines[0] == "Five Hundred, australian: 6H by seat 0, play, seat 2 to act"
    assert lines[1] == "Seat 3 deals; seats 0 and 2 have 0, seats 1 and 3 have 0."
    assert lines[3].split() == ["seat", "0", "9", "-", "-", "-"]
    assert lines[-1] == "On the table: seat 0 HK, seat 1 HA"
    assert "♠" in run(ENDING)
    over = run(f"{ENDING} : HK; HA; H7; H8; S5; SA; S7; S9", "--ascii")
    assert "Tricks won: seat 0 5, seat 1 2, seat 2 3, seat 3 0" in over
    assert "Points: seats 0 and 2 +100, seats 1 and 3 +20" in over
    assert "seat 0    9  -  -  K" in over  # as dealt
    unscored = run(f"{ENDING.replace(' tricks=5,1,2,0', '')} : HK; HA; H7; H8; S5; SA; S7; S9", "--ascii")
    assert "No score: " in unscored


def test_what_the_record_says(tmp_path):
    """Names and remarks are printed, but nothing a terminal would obey."""
    deal = DealRecord.of(fh.Deal(dealer=3, seed=1))
    record = Record(
        rules=fh.Rules(),
        players=("Ann\x1b[2J", "", "Cy", "Ünal"),
        comment="A\nremark\x07",
        deals=(DealRecord(fields=deal.fields, entries=(Move(action=fh.Deal().push("LOOK")), TakeBack())),),
    )
    save(tmp_path / "a.ttr", [record])
    out = run(str(tmp_path / "a.ttr"), encoding="ascii")
    assert out.startswith("Seat 0 Ann?[2J, seat 2 Cy, seat 3 Unal.\nA remark?\nFive Hundred, ")
    assert "\x1b" not in out
    assert run(str(tmp_path / "a.ttr"), "--text") == fh.Deal(dealer=3, seed=1).to_text() + "\n"


@pytest.mark.parametrize("text", [fh.Deal(dealer=3, seed=500), sp.Deal(dealer=2, seed=500)])
def test_what_a_seat_sees(text, tmp_path):
    """I-01 a view shows the seat's cards and no other."""
    deal = text.push_all("LOOK")
    seat = deal.turn
    for args in ([deal.view(seat).to_text()], [deal.to_text(), "--seat", str(seat)]):
        out = run(*args, "--ascii")
        assert f"what seat {seat} sees" in out
        assert f"Cards of seat {seat}: " in out
        assert "Legal: " in out
        for other in range(deal.rules.players):
            if other != seat:
                assert " ".join([card.name for card in deal.dealt[other]]) not in out
    path = tmp_path / "view"
    path.write_text(deal.view(seat).to_text() + "\n", encoding="utf-8")
    for args, stdin in (([str(path)], ""), (["-"], path.read_text())):
        assert run(*args, "--text", stdin=stdin) == path.read_text()
    other = (seat + 1) % deal.rules.players
    hidden = run(deal.to_text(), "--seat", str(other), "--ascii")
    assert "not looked at yet" in hidden
    assert run(deal.to_text(), "--seat", str(seat), "--text") == deal.view(seat).to_text() + "\n"


def test_pictures(tmp_path):
    path = tmp_path / "a.svg"
    assert run(ENDING, "--svg", str(path)) == ""
    assert path.read_text(encoding="utf-8").startswith("<svg")
    view = fh.Deal(dealer=3, seed=500).push_all("LOOK").view(0)
    run(view.to_text(), "--svg", str(path))
    assert path.read_text(encoding="utf-8").startswith("<svg")
    record = Record.of(fh.Deal(dealer=3, seed=500), players=("<b>Ann</b>", "Bo", "Cy", "Di"))
    save(tmp_path / "a.ttr", [record])
    run(str(tmp_path / "a.ttr"), "--svg", str(path))
    drawn = path.read_text(encoding="utf-8")
    assert "<b>" not in drawn
    assert "&lt;b&gt;" in drawn


def test_lenient_reading_says_what_it_passes_over(tmp_path):
    path = tmp_path / "damaged.jsonl"
    with LineWriter(path) as file:
        file.write_all([fh.Deal(dealer=3, seed=1), fh.Deal(dealer=0, seed=1)])
    path.write_bytes(path.read_bytes() + b'{"deal":"five-h')
    code, out, err = inline("show", str(path))
    assert (code, out) == (1, "")
    assert "line 3: it is not finished" in err
    code, out, err = inline("show", str(path), "--lenient", "--ascii")
    assert code == 0
    assert out.count("Five Hundred, ") == 2
    assert err.startswith(f"tricktake: warning: {path}: line 3: cut off: ")
    assert err.count("\n") == 1
    texts = f"{ENDING}\nnothing at all\n{ENDING}; S9\n{ENDING}\n"
    code, out, err = inline("show", "-", "--lenient", "--ascii", stdin=texts)
    assert (code, out.count("Five Hundred, "), err.count("\n")) == (0, 2, 2)
    assert "line 2: expected five-hundred/1 or spades/1" in err
    assert "line 3: " in err


@pytest.mark.parametrize(
    ("due", "args", "stdin", "words"),
    [
        (2, [], "", "FILE"),
        (1, ["-"], "", "no deal in it"),
        (1, ["-"], "hello", "standard input: "),
        (1, ["-"], "{}", "standard input: "),
        (1, ["-"], "[1]", "standard input: "),
        (1, ["-"], "[]", "no deal in it"),
        (1, ["-"], '{"deal":1}\n', "line 1: deal must be the text"),
        (1, ["-"], f"{ENDING}; S9", "standard input: line 1: "),
        (1, ["-"], f"{ENDING}\n{ENDING}; S9", "standard input: line 2: "),
        (1, ["-"], f"{ENDING}\nhello\n", "line 2: expected five-hundred/1 or spades/1, got 'hello'"),
        (1, ["-"], "five-hundred-view/1 rules=australian", "standard input: "),
        (1, ["-"], "five-hundred-match/1 rules=australian", "line 1: "),
        (1, [f"{ENDING} : XX"], "", "the text: "),
        (2, [ENDING, "--deal", "2"], "", "--deal 2: there is 1 deal"),
        (2, [ENDING, "--deal", "0"], "", "of 1 or more"),
        (2, [ENDING, "--seat", "4"], "", "--seat: expected a whole number from 0 to 3"),
        (2, [ENDING, "--text", "--svg", "x"], "", "do not go together"),
        (2, ["-", "--svg", "x"], f"{ENDING}\n{ENDING}\n", "--svg: there are 2 deals"),
        (
            2,
            [fh.Deal(dealer=3, seed=1).view(0).to_text(), "--seat", "1"],
            "",
            "--seat does not go with a view",
        ),
        (1, ["no/such/file"], "", "no/such/file: No such file"),
        (2, ["a\0b"], "", "no name of a file"),
        (2, [ENDING, "--what"], "", "--what"),
    ],
)
def test_bad_input_is_one_clear_line(due, args, stdin, words):
    code, out, err = inline("show", *args, stdin=stdin)
    assert (code, out) == (due, "")
    assert err.startswith("tricktake: error: ")
    assert err.count("\n") == 1
    assert words in err


def test_files_that_are_something_else(tmp_path):
    for number, data in enumerate(
        (b"\xff\xfe\x00\x81" * 10, b"\x1f\x8b nothing", b"\x00" * 100, b"\x89PNG\r\n")
    ):
        path = tmp_path / str(number)
        path.write_bytes(data)
        code, out, err = inline("show", str(path))
        assert (code, out, err.count("\n")) == (1, "", 1)
    code, _, err = inline("show", str(tmp_path))
    assert (code, err.count("\n")) == (1, 1)


def test_unknown_cards(tmp_path):
    """What is not known is a ``?``, and the other deals are shown too."""
    known = DealRecord.of(fh.Deal(dealer=3, seed=1).push_all("7H P P P"))
    hidden = DealRecord(fields=known.fields, entries=(*known.entries, Move(action=None)))
    path = tmp_path / "a.ttr"
    save(path, [Record(rules=fh.Rules(), deals=(hidden, known))])
    out = run(str(path), "--ascii")
    assert "Put away: seat 0 ?\n\nDeal 2.\nFive Hundred, australian: 7H by seat 0" in out
    first, second = run(str(path), "--text").splitlines()
    assert first.startswith("five-hundred-partial/1 ")
    assert "Put away: seat 0 ?" in run(first, "--ascii")
    assert fh.Deal.from_text(second) == known.deal(fh.Rules())
    code, out, err = inline("show", str(path), "--seat", "1", "--ascii")
    assert (code, out.count("what seat 1 sees"), err.count("Deal 1 is left out")) == (0, 1, 1)
    for args in (["--seat", "1"], ["--svg", str(tmp_path / "a.svg")]):
        code, out, err = inline("show", str(path), "--deal", "1", *args)
        assert (code, out, err.count("\n")) == (1, "", 1)


PARTIAL = "five-hundred-partial/1 rules=australian dealer=3 hands=JK,?9|?10|?10|?10 kitty=?3 : LOOK; 7H"


def test_every_first_word_is_read(tmp_path):
    """Deals, views, partial deals and contests, as an argument and in a file."""
    assert run(PARTIAL, "--text") == f"{PARTIAL}\n"
    deal = fh.Deal(dealer=3, seed=500).push_all("LOOK")
    views = [deal.view(0).to_text(), sp.Deal(dealer=2, seed=1).push_all("LOOK").view(0).to_text()]
    path = tmp_path / "views"
    path.write_text("\n\n".join(views), encoding="utf-8")
    assert run(str(path), "--text").splitlines() == views
    path.write_text(f"{views[0]}\n\n{views[1].replace('rules=', 'rulez=')}\n", encoding="utf-8")
    code, out, err = inline("show", str(path))
    assert (code, out) == (1, "")
    assert ": line 3: expected one of " in err
    path.write_text(f"{PARTIAL}\n{deal.to_text()}\n", encoding="utf-8")
    assert run(str(path), "--text").splitlines() == [PARTIAL, deal.to_text()]
    game = sp.Game(seed=5, dealer=1)
    game.push("4")
    assert run(game.to_text(), "--ascii").startswith("Spades, official: ")


def test_a_finished_deal_as_a_seat_saw_it():
    over = f"{ENDING} : HK; HA; H7; H8; S5; SA; S7; S9"
    deal = fh.Deal.from_text(over)
    expected = [
        "Five Hundred, australian: what seat 1 saw",
        "Contract: 6H by seat 0",
        "Tricks won: seat 0 5, seat 1 2, seat 2 3, seat 3 0",
        "Points: seats 0 and 2 +100, seats 1 and 3 +20",
        "Cards of seat 1 as dealt: S 5  H A",
    ]
    assert run(over, "--seat", "1", "--ascii").splitlines() == expected
    del expected[3]  # a view has no score
    assert run(deal.view(1).to_text(), "--ascii").splitlines() == expected
    match = some_match(1)
    out = run(match.to_text(), "--seat", "2", "--ascii")
    assert "Calls: " in out
    assert "7H-SK" in out


@pytest.mark.parametrize("name", ["saved", "m.ttr", "m.json", "deals.jsonl", "deals.txt", "partial"])
def test_compressed(name, tmp_path, monkeypatch):
    """Every form of a file may be compressed; what is damaged or too long is refused."""
    files(tmp_path, some_match())
    (tmp_path / "partial").write_text(PARTIAL, encoding="utf-8")
    path = tmp_path / "a.gz"
    data = gzip.compress((tmp_path / name).read_bytes())
    path.write_bytes(data)
    assert run(str(path), "--ascii") == run(str(tmp_path / name), "--ascii")
    path.write_bytes(data[:-12])
    code, out, err = inline("show", str(path))
    assert (code, out, err.count("\n")) == (1, "", 1)
    if name != "deals.jsonl":
        monkeypatch.setattr(reading, "MAX_FILE", 300)
        path.write_bytes(gzip.compress(b"x" * (5 << 20)))
        code, out, err = inline("show", str(path))
        assert (code, out, err.count("\n")) == (1, "", 1)


def test_ptn(tmp_path):
    texts = [ptn.write(fh.Deal(dealer=dealer, seed=1).push_all("7H P P P")) for dealer in (3, 0)]
    path = tmp_path / "a"
    for text in texts:
        path.write_text(text, encoding="utf-8")
        assert "Five Hundred, australian: 7H" in run(str(path), "--ascii")
    path.write_text("\ufeff" + texts[0].partition("\n")[2] + texts[1], encoding="utf-8")
    assert run(str(path), "--text").count("five-hundred/1") == 2
    path.write_text(texts[0] + '\n[Event "x"]\n[GameCode "Whist"]\n[Deal "E:- - - -"]\n', encoding="utf-8")
    code, out, err = inline("show", str(path))
    assert (code, out) == (1, "")
    assert "the game 'Whist' is not known" in err
    code, out, err = inline("show", str(path), "--lenient", "--text")
    assert (code, out.count("five-hundred/1"), err.count("the game is left out")) == (0, 1, 1)


def test_a_damaged_line_of_a_contest(tmp_path):
    """What stands before it is kept, and its one place is that in the file."""
    lines = some_match().to_text().splitlines()
    assert len(lines) == 3
    for bad in (2, 3):
        broken = [*lines]
        broken[bad - 1] = "nonsense"
        path = tmp_path / "g.txt"
        path.write_text("\n".join(["# two", "", ENDING, *broken, "", *lines]), encoding="utf-8")
        code, out, err = inline("show", str(path))
        assert (code, out) == (1, "")
        assert err.startswith(f"tricktake: error: {path}: line {bad + 3}: expected ")
        assert err.count("line ") == 1
        code, out, err = inline("show", str(path), "--lenient", "--text")
        assert (code, out.splitlines()[1:]) == (0, [*lines[1 : bad - 1], *lines[1:]])
        assert err.count("\n") == err.count("line ") == 1
        assert err.rstrip().endswith("the match is left out")


def test_nothing_left_is_an_error(tmp_path):
    path = tmp_path / "bad.ttr"
    path.write_text("nonsense\n", encoding="utf-8")
    for text in ("five-hundred/1 nonsense\n", "five-hundred-match/1 nonsense\n", '{"deal":"x"}\n'):
        path.write_text(text, encoding="utf-8")
        for command in ("show", "replay"):
            code, out, err = inline(command, str(path), "--lenient")
            assert (code, out) == (1, "")
            assert "there is no deal left in it" in err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (f'{{"deal":{"[" * 100_000}', "stand too deep within each other"),
        (f'{{"deal":"x","points":[{"9" * 5000}]}}', "a number has too many digits"),
        (f'{{"deal":"{"x" * (17 << 20)}"}}', "the line is longer than 16 MB"),
        (f'{{"deal":"{ENDING}","ending":"over"}}', "the record says over, but the deal is not over"),
    ],
)
def test_lines_of_json_are_refused_in_our_words(line, words):
    code, out, err = inline("show", "-", stdin=f"{line}\n")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert words in err
    for foreign in ("recursion", "limit", "int"):
        assert foreign not in err


def test_help():
    code, out, err = inline("show", "--help")
    assert (code, err) == (0, "")
    assert "--lenient" in out
