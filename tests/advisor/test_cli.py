"""``tricktake advise``: hands and calls, views, pictures, JSON, and bad input."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from advisor.positions import VIEWS, advice_on
from cli.run import inline, tricktake
from tricktake import advise
from tricktake import fivehundred as fh

HAND = "JK SA SQ SJ S10 CJ D5 D4 HA H4"
SPADES = "SK SQ S9 S5 S2 HA H9 H4 DK D9 D8 D3 CQ CJ C7 C6 C3"
FEW = ("--worlds", "20")


def run(*args: str, **options: str) -> str:
    code, out, err = inline("advise", *args, *FEW, **options)
    assert (code, err) == (0, "")
    return str(out)


def fails(due: int, *args: str, **options: str) -> str:
    code, out, err = inline("advise", *args, *FEW, **options)
    assert (code, out) == (due, "")
    assert err.startswith("tricktake: error: ")
    assert err.count("\n") == 1
    return str(err)


def test_as_a_process() -> None:
    code, out, err = tricktake("advise", "five-hundred", "--hand", HAND, "--auction", "7H P", *FEW)
    assert (code, err) == (0, "")
    assert out.startswith("Five Hundred, australian: advice for seat 2 in the auction, from 20 worlds")
    assert "Hand: JK ♠A ♠Q ♠J ♠10 ♣J ♦5 ♦4 ♥A ♥4\n" in out
    assert "\nRecommended: " in out


def test_the_hand_is_that_of_the_seat_to_call() -> None:
    out = run("five-hundred", "--hand", HAND, "--auction", "7H P", "--ascii")
    assert out.isascii()
    data = json.loads(run("five-hundred", "--hand", HAND, "--auction", "7H P", "--json"))
    view = fh.View.from_text(data["view"])
    assert view.hand is not None
    assert {card.name for card in view.hand} == set(HAND.split())
    assert (view.seat, view.dealer, [call.call.text for call in view.calls]) == (2, 3, ["7H", "P"])
    assert data == advise(view, worlds=20).data()


def test_seats_and_dealers() -> None:
    def seats(*args: str) -> tuple[int, int]:
        data = json.loads(run("five-hundred", "--hand", HAND, "--json", *args))
        view = fh.View.from_text(data["view"])
        return view.seat, view.dealer

    assert seats() == (0, 3)
    assert seats("--dealer", "1") == (2, 1)
    assert seats("--seat", "3") == (3, 2)
    assert seats("--auction", "7H P", "--seat", "0") == (0, 1)
    assert seats("--auction", "7H P 7NT P", "--dealer", "3", "--seat", "0") == (0, 3)


def test_scores_and_rules() -> None:
    args = ("five-hundred", "--hand", HAND, "--scores", "480,-20", "--option", "target=600", "--json")
    view = fh.View.from_text(json.loads(run(*args))["view"])
    assert view.scores == (480, -20)
    assert view.rules.target == 600


def test_spades() -> None:
    out = run("spades", "--hand", SPADES, "--auction", "4 NIL", "--scores", "100 50 0", "--bags", "3,0,1")
    assert "Spades, official: advice for seat 2" in out
    data = json.loads(run("spades", "--hand", SPADES, "--auction", "4,NIL", "--json"))
    assert {"NIL", "1F", "2F"} <= {option["action"] for option in data["options"]}


@pytest.mark.parametrize("name", ["ending", "spades lead", "exchange"])
def test_views(name: str, tmp_path: Path) -> None:
    text = VIEWS[name].to_text()
    file = tmp_path / "view.txt"
    file.write_text(text + "\n", encoding="utf-8")
    shown = [
        inline("advise", "--view", str(file), "--worlds", "30", "--seed", "1", "--ascii"),
        inline("advise", "--view", "-", "--worlds", "30", "--seed", "1", "--ascii", stdin=text),
    ]
    assert shown == [(0, advice_on(name).to_text(), "")] * 2


def test_rows() -> None:
    shown = run("spades", "--hand", SPADES, "--rows", "2", "--ascii")
    assert "and 19 more" in shown


def test_pictures(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    run("spades", "--hand", SPADES, "--svg", str(svg), "--png", str(png))
    assert ElementTree.fromstring(svg.read_text(encoding="utf-8")).tag.endswith("svg")
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("due", "args", "why"),
    [
        (2, "", "the name of a game (five-hundred, spades) or --view is needed"),
        (2, "spads", "did you mean 'spades'?"),
        (2, "spades", "--hand is needed"),
        (2, "five-hundred --hand SA,SK", "--hand: seat 0 has 10 cards, not 2"),
        (2, "five-hundred --hand SA,SK,SA", "--hand: SA is given twice"),
        (2, "five-hundred --hand SA,S4", "--hand: S4 is not in the pack of 43 cards"),
        (2, "five-hundred --hand SA,XX", "--hand: cannot read 'XX' as a card"),
        (1, "five-hundred --hand {} --auction 7H,6S", "--auction, call 2: seat 1 cannot bid 6S"),
        (1, "five-hundred --hand {} --auction 7H,P,P,P", "the exchange begins"),
        (1, "five-hundred --hand {} --auction P,P,P,P", "nobody is to call, the deal is over"),
        (1, "five-hundred --hand {} --auction P,P,P,P,P", "--auction, call 5: the auction is over"),
        (2, "five-hundred --hand {} --dealer 4", "--dealer: expected a whole number from 0 to 3"),
        (2, "five-hundred --hand {} --dealer 0 --seat 0", "after these calls seat 1 is to call, not seat 0"),
        (2, "five-hundred --hand {} --scores 1", "--scores: expected 2 numbers"),
        (2, "five-hundred --hand {} --scores x,1", "--scores: expected whole numbers"),
        (2, "five-hundred --hand {} --bags 1,1", "--bags: there are bags in spades only"),
        (2, "five-hundred --hand {} --option players=2", "give a view with --view"),
        (2, "five-hundred --view -", "the name of a game does not go with --view"),
        (2, "--view - --hand SA", "--hand does not go with --view"),
        (1, "--view -", "a view begins with five-hundred-view/1 or spades-view/1"),
        (1, "--view /no/such/file", "No such file"),
    ],
)
def test_bad_input(due: int, args: str, why: str) -> None:
    words = [word.replace("{}", HAND) for word in args.split()]
    assert why in fails(due, *words)


def test_bad_views() -> None:
    assert "it is the turn of seat 0" in fails(
        1, "--view", "-", stdin=fh.Deal(dealer=3, seed=1).view(1).to_text()
    )
    assert "standard input: " in fails(1, "--view", "-", stdin="spades-view/1 rules=official")
