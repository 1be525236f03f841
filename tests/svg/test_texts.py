"""N-10: untrusted text in pictures is escaped and limited, and the result is valid XML."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from xml.etree import ElementTree

import pytest

from svg.reading import RULES, deals, draw
from tricktake import Card, SetupError, TextError, svg
from tricktake import fivehundred as fh
from tricktake import spades as sp

EVIL = (
    "<script>alert(1)</script>",
    "&amp; & &#0; ]]> <!-- <![CDATA[",
    "a\x00b\x01c\x1fd\x7fe\x9ff\ud800g\ufffeh\uffff",
    "x" * 10_000_000,
    "[" * 1_000_000,
    "\"' onload='alert(1)' \" style=\"",
    "\u202egnp.exe\u202c\u2066\u2069",
    "é" + "\u0301" * 5000,
    "line\nbreak\ttab\r\u2028\u2029",
    "",
    "   ",
    "שלום עולם",
    "👩‍👩‍👧‍👦🂡",
)
ALLOWED = {"svg", "title", "g", "rect", "line", "circle", "path", "text", "style"}
BARRED = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff\u202a-\u202e\u2066-\u2069]"
)


def finished(rules: fh.Rules | sp.Rules, seed: int = 1) -> fh.Deal | sp.Deal:
    """Return a deal that is over."""
    *_, last = deals(rules, range(seed, seed + 1), 10_000)
    assert last.is_over
    return last


def pictures(name: str) -> dict[str, svg.Svg]:
    """Every picture that shows names or a title, with one text in all places."""
    names = [name] * 4
    deal = fh.Deal(dealer=3, seed=500).push_all("7H P 8H P P")
    done = finished(RULES["five hundred australian"])
    assert isinstance(done, fh.Deal)
    match = fh.Match(seed=500, dealer=3)
    match.next_deal().push_all("P P P P")
    table = fh.DealTable(tricks={}, misere=dict.fromkeys(range(4), False))
    return {
        "card": svg.card(Card.HQ, title=name),
        "hand": svg.hand("HQ", title=name),
        "table": svg.table(deal, names=names, title=name),
        "view": svg.table(deal.view(1), names=names),
        "trick": svg.trick([(0, Card.HQ)], names=names),
        "auction": svg.auction(deal, names=names),
        "scoresheet": svg.scoresheet(match, names=names),
        "traveller": svg.traveller([done], names=[names]),
        "strains": svg.strains(table, names=names),
    }


@pytest.mark.parametrize("name", EVIL, ids=range(len(EVIL)))
def test_any_name_gives_valid_xml(name: str) -> None:
    """N-10: no element, attribute or character comes out of a name."""
    before = time.perf_counter()
    plain = {what: text.count("<") for what, text in pictures("Ann").items()}
    for what, text in pictures(name).items():
        assert len(text) < 60_000, what
        assert not BARRED.search(text), what
        root = ElementTree.fromstring(text.encode())  # a strict reader
        for element in root.iter():
            assert element.tag.rpartition("}")[2] in ALLOWED
            assert not [key for key in element.attrib if key.startswith("on") or "href" in key]
        assert root.attrib["role"] == "img"
        assert root.find("{http://www.w3.org/2000/svg}title") is not None
        if name.strip():
            assert text.count("<") == plain[what], f"{what}: names made elements"
    assert time.perf_counter() - before < 5


def test_names_are_cut_where_their_room_ends() -> None:
    """A long name ends with dots and is never wider than its field."""
    deal = fh.Deal(dealer=3, seed=500)
    drawing = draw(svg.table(deal, names=["Maximilian" * 50, "Bob", "Cem", "Dee"]))
    assert any(text.startswith("Maximilian") and text.endswith("…") for text in drawing.texts)
    assert "Bob" in drawing.texts
    assert all(len(text) < 100 for text in drawing.texts)


def test_names_of_any_script_stay_as_they_are() -> None:
    """Nothing is transliterated or lost."""
    names = ["Zoë", "Łukasz", "张伟", "דוד"]
    texts = draw(svg.table(fh.Deal(dealer=3, seed=500), names=names)).texts
    for name in names:
        assert name in texts


def test_empty_names_fall_back_to_the_seat() -> None:
    """A name that cannot be seen would leave a seat without one."""
    texts = draw(svg.table(fh.Deal(dealer=3, seed=500), names=["", " \n", "Cem", "Dee"])).texts
    assert {"Seat 0", "Seat 1", "Cem", "Dee"} <= set(texts)


DEAL = fh.Deal(dealer=3, seed=500)
REFUSED: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: svg.table(DEAL, names=["a", "b"]), SetupError, "4 names are needed, got 2"),
    (lambda: svg.table(DEAL, names="abcd"), TypeError, "several"),
    (lambda: svg.table(DEAL, names=[1, 2, 3, 4]), TypeError, "a name must be a str"),  # type: ignore[list-item]
    (lambda: svg.table(DEAL, size=0), SetupError, "1 to 20000 pixels; got 0"),
    (lambda: svg.table(DEAL, size=float("nan")), SetupError, "got nan"),
    (lambda: svg.table(DEAL, size=float("inf")), SetupError, "got inf"),
    (lambda: svg.table(DEAL, size=True), TypeError, "bool"),
    (lambda: svg.table(DEAL, size="9"), TypeError, "size must be a whole number"),  # type: ignore[arg-type]
    (lambda: svg.table(DEAL, size=10**400), SetupError, "20000"),
    (lambda: svg.table(DEAL, theme="dark"), TypeError, "theme must be a Theme"),  # type: ignore[arg-type]
    (lambda: svg.table(DEAL, four_colour=1), TypeError, "four_colour"),  # type: ignore[arg-type]
    (lambda: svg.table(DEAL, bottom=4), IndexError, "bottom 4 is not in 0..3"),
    (lambda: svg.table(DEAL, title=3), TypeError, "title"),  # type: ignore[arg-type]
    (lambda: svg.table(Card.HQ), TypeError, "a view or a deal"),  # type: ignore[arg-type]
    (lambda: svg.card("H1"), TextError, "'H1'"),
    (lambda: svg.card(5), TypeError, "a card, its text or None"),  # type: ignore[arg-type]
    (lambda: svg.hand("HQ HQ"), TextError, "twice"),
    (lambda: svg.hand("HQ", order=7), TypeError, "an order"),  # type: ignore[arg-type]
    (lambda: svg.trick([(0, Card.HQ), (0, Card.HK)]), SetupError, "one card"),
    (lambda: svg.trick([(0, Card.HQ), (1, Card.HQ)]), SetupError, "once"),
    (lambda: svg.trick([(6, Card.HQ)]), SetupError, "2 to 6 seats, not 7"),
    (lambda: svg.trick([(3, Card.HQ)], players=3), IndexError, "seat 3"),
    (lambda: svg.trick([(-1, Card.HQ)]), IndexError, "seat -1"),
    (lambda: svg.trick(["HQ"]), TypeError, "a seat and a card"),  # type: ignore[list-item]
    (lambda: svg.trick([], players=1), SetupError, "not 1"),
    (lambda: svg.scoresheet(DEAL), TypeError, "a match"),  # type: ignore[arg-type]
    (lambda: svg.scoresheet(fh.Match(), rows=0), SetupError, "1 to 1000"),
    (lambda: svg.traveller([]), SetupError, "at least one"),
    (lambda: svg.traveller([DEAL]), SetupError, "deal 0 is not over"),
    (lambda: svg.traveller([Card.HQ]), TypeError, "made of deals"),  # type: ignore[list-item]
    (lambda: svg.traveller(7), TypeError, "a report or a sequence"),  # type: ignore[arg-type]
    (lambda: svg.solution(DEAL), TypeError, "a Solution"),  # type: ignore[arg-type]
    (lambda: svg.strains(DEAL), TypeError, "a DealTable"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize(("call", "error", "says"), REFUSED, ids=range(len(REFUSED)))
def test_bad_input_is_refused_clearly(call: Callable[[], object], error: type[Exception], says: str) -> None:
    """Arguments that cannot be drawn raise an error that says why."""
    with pytest.raises(error, match=re.escape(says)):
        call()


def test_same_input_same_picture() -> None:
    """Pictures are pure; none has an id that could meet another's on a page."""
    for (what, one), other in zip(pictures("Ann").items(), pictures("Ann").values(), strict=True):
        assert one == other, what
        assert " id=" not in one
        assert "url(" not in one
