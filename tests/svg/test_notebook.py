"""Drawing in notebooks: pictures are texts that draw themselves, and values name the picture they have."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from svg.reading import draw
from tricktake import Card, CardSet, solve, svg
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake._notebook import Drawn, picture


def test_pictures_draw_themselves(tmp_path: Path) -> None:
    """A picture is a text, gives itself to a notebook, and saves itself."""
    shown = svg.card(Card.HQ)
    assert isinstance(shown, str)
    assert shown._repr_svg_() == shown
    assert type(shown._repr_svg_()) is str
    path = tmp_path / "queen.svg"
    shown.save(path)
    assert path.read_bytes().decode() == shown
    assert pickle.loads(pickle.dumps(shown)) == shown
    with pytest.raises(OSError, match="nowhere"):
        shown.save(tmp_path / "nowhere" / "queen.svg")


@pytest.mark.parametrize(
    ("function", "value"),
    [
        ("card", Card.HQ),
        ("hand", CardSet("HQ SA")),
        ("table", fh.Deal(dealer=3, seed=500)),
        ("table", fh.Deal(dealer=3, seed=500).view(1)),
        ("table", sp.Deal(dealer=2, seed=500).view(1)),
        ("scoresheet", fh.Match(seed=1)),
        ("scoresheet", sp.Game(seed=1)),
        ("scoresheet", sp.Tourney(seed=1)),
        ("solution", solve(fh.Deal.from_text(
            "five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 "
            "contract=6H contractor=0 tricks=5,1,2,0"
        ))),
        ("strains", fh.DealTable(tricks={}, misere={0: True})),
    ],
)  # fmt: skip
def test_every_value_has_its_picture(function: str, value: object) -> None:
    """By name, with nothing but the value."""
    assert draw(picture(function, value)).root.tag.endswith("svg")


@pytest.mark.parametrize(
    ("value", "function"),
    [
        (fh.Deal(dealer=3, seed=500), "table"),
        (fh.Deal(dealer=3, seed=500).view(1), "table"),
        (sp.Deal(dealer=2, seed=500), "table"),
        (sp.Deal(dealer=2, seed=500).view(1), "table"),
        (fh.Match(seed=1), "scoresheet"),
        (sp.Game(seed=1), "scoresheet"),
        (sp.Tourney(seed=1), "scoresheet"),
        (fh.DealTable(tricks={}, misere={0: True}), "strains"),
        (Card.HQ, "card"),
        (CardSet("HQ SA"), "hand"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__module__,
)
def test_values_draw_themselves(value: object, function: str) -> None:
    """A notebook asks the value itself, and gets the picture its function draws."""
    assert value._repr_svg_() == picture(function, value)  # type: ignore[attr-defined]


def test_a_class_names_its_picture() -> None:
    """The mixin adds no storage and loads nothing before it is asked."""

    class Held(Drawn):
        __slots__ = ("cards",)
        _PICTURE = "hand"

        def __init__(self, cards: CardSet) -> None:
            self.cards = cards

        def __iter__(self) -> object:
            return iter(self.cards)

    held = Held(CardSet("HA SK"))
    assert held._repr_svg_() == svg.hand("HA SK")
    assert not hasattr(held, "__dict__")


def test_pictures_load_when_asked() -> None:
    """Importing tricktake, a game or the mixin loads no picture module."""
    code = (
        "import sys, tricktake, tricktake.fivehundred, tricktake.spades, tricktake._notebook;"
        "assert not [m for m in sys.modules if m.startswith('tricktake.svg')];"
        "tricktake._notebook.picture('card', tricktake.Card.HQ);"
        "assert 'tricktake.svg' in sys.modules;"
        "assert not [m for m in sys.modules if m.startswith(('tricktake.arena', 'tricktake.bots'))]"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
