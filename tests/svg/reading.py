"""Reading pictures: the boxes of what is drawn, from the SVG text itself; and deals to draw."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TypeAlias
from xml.etree import ElementTree

from matplotlib.font_manager import FontProperties, findfont
from matplotlib.ft2font import FT2Font, LoadFlags

from tricktake import LOOK, Exchange, GameError, Phase
from tricktake import fivehundred as fh
from tricktake import spades as sp

__all__ = ["RULES", "Box", "Drawing", "Thing", "deals", "draw", "in_phase", "play_on", "text_box"]

Deal: TypeAlias = "fh.Deal | sp.Deal"
_NUMBER = r"-?\d+(?:\.\d+)?"
_PLACE = re.compile(rf"translate\(({_NUMBER}) ({_NUMBER})\)( rotate\(180\))?(?: scale\(({_NUMBER})\))?")
_EASY = {"misere_requires_7": False, "open_misere_requires_8": False}

RULES: dict[str, fh.Rules | sp.Rules] = {
    **{f"five hundred {name}": rules for name, rules in fh.PRESETS.items()},
    **{f"spades {name}": rules for name, rules in sp.PRESETS.items()},
    "two with tables": fh.Rules(players=2),
    "two with a dead hand": fh.Rules(players=2, two_player="dead_hand"),
    "two with a short pack": fh.Rules(players=2, two_player="short24"),
    "three": fh.Rules(players=3, **_EASY),
    "easy misères": fh.Rules(**_EASY, open_exposure="before_first_lead"),
    "five": fh.Rules(players=5),
    "five, an open call": fh.Rules(players=5, five_partner="call_card_open"),
    "six": fh.Rules(players=6, **_EASY),
    "all pass is played": fh.Rules(all_pass="play_nt", joker_lead="any_suit"),
}
"""Every preset, and every number of players."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in the coordinates of a picture."""

    x: float
    y: float
    right: float
    bottom: float

    def holds(self, other: Box, slack: float = 0.02) -> bool:
        """Whether another box lies in it."""
        return (
            self.x - slack <= other.x
            and self.y - slack <= other.y
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def meets(self, other: Box, slack: float = 0.02) -> bool:
        """Whether the two have a common area."""
        return (
            self.x + slack < other.right
            and other.x + slack < self.right
            and self.y + slack < other.bottom
            and other.y + slack < self.bottom
        )


@dataclass(slots=True)
class Thing:
    """A card or a back with its outline and its index."""

    name: str | None
    """None: a back."""
    again: bool
    box: Box
    index: list[Box] = field(default_factory=list)
    """The boxes of rank and suit in the upper left corner."""
    group: tuple[str, str] = ("", "")
    """The innermost group around it that is no card: its kind and its value."""
    seat: int | None = None
    """The seat whose field it lies in."""


class Drawing:
    """A picture that has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.root = ElementTree.fromstring(text)
        left, top, width, height = [float(part) for part in self.root.attrib["viewBox"].split()]
        self.box = Box(left, top, left + width, top + height)
        self.things: list[Thing] = []
        self.fields: dict[int, Box] = {}
        """The field of each seat."""
        self.felt: Box | None = None
        self.boxes: list[Box] = []
        """Of everything that is drawn."""
        self.labels: dict[int, list[Box]] = {}
        """Of the texts in the field of each seat that are not on cards."""
        self.texts = [element.text or "" for element in self.root.iter() if _tag(element) == "text"]
        self._walk(self.root, ("", ""), None)

    @property
    def title(self) -> str:
        """What a screen reader says."""
        return next(element.text or "" for element in self.root if _tag(element) == "title")

    def cards(self, *, again: bool = False) -> list[str]:
        """The names of the cards that lie there, or of those shown again."""
        return [thing.name for thing in self.things if thing.name is not None and thing.again == again]

    @property
    def backs(self) -> int:
        """How many backs there are."""
        return sum(thing.name is None for thing in self.things)

    def _walk(
        self, element: ElementTree.Element, group: tuple[str, str], seat: int | None, on_card: bool = False
    ) -> None:
        for child in element:
            kinds = [name.removeprefix("data-") for name in child.attrib if name.startswith("data-")]
            if _tag(child) != "g" or not kinds:
                box = _box(child)
                if box is not None:
                    self.boxes.append(box)
                    if _tag(child) == "text" and group[0] == "seat" and not on_card and seat is not None:
                        self.labels.setdefault(seat, []).append(box)
                    if group == ("felt", "1") and self.felt is None:
                        self.felt = box
                    if group[0] == "seat" and seat is not None and seat not in self.fields:
                        self.fields[seat] = box
                self._walk(child, group, seat, on_card)
                continue
            kind, value = kinds[0], child.attrib[f"data-{kinds[0]}"]
            if kind in ("card", "again", "back"):
                thing = _thing(child, kind, value)
                thing.group, thing.seat = group, seat
                self.things.append(thing)
                self._walk(child, group, seat, True)
            else:
                self._walk(child, (kind, value), int(value) if kind == "seat" else seat)


def draw(text: str) -> Drawing:
    """Read a picture."""
    return Drawing(text)


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _thing(element: ElementTree.Element, kind: str, value: str) -> Thing:
    parts = list(element)
    outline = _box(parts[0])
    assert outline is not None
    if kind == "back":
        return Thing(None, False, outline)
    found = Thing(value, kind == "again", outline)
    for part in parts[1:]:
        box = _box(part)
        if _tag(part) in ("text", "path") and box is not None and len(found.index) < 2:
            found.index.append(box)
    return found


def _box(element: ElementTree.Element) -> Box | None:
    """The box of an element; paths are about 100 units wide around their origin, or start there."""
    tag, at = _tag(element), element.attrib
    if tag == "rect":
        x, y = float(at.get("x", 0)), float(at.get("y", 0))
        return Box(x, y, x + float(at["width"]), y + float(at["height"]))
    if tag == "circle":
        x, y, r = float(at["cx"]), float(at["cy"]), float(at["r"])
        return Box(x - r, y - r, x + r, y + r)
    if tag == "line":
        x1, y1, x2, y2 = [float(at[name]) for name in ("x1", "y1", "x2", "y2")]
        return Box(min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2))
    if tag == "path":
        place = _PLACE.fullmatch(at["transform"])
        assert place is not None, at["transform"]
        x, y = float(place[1]), float(place[2])
        scale = float(place[4] or 1)
        half = 50 * scale if place[4] else 0
        return Box(x - half, y - half, x + half, y + half)
    if tag == "text":
        return text_box(element)
    return None


@cache
def _font(weight: str) -> FT2Font:
    """DejaVu Sans, one of the widest fonts in use."""
    return FT2Font(findfont(FontProperties(family="DejaVu Sans", weight=weight)))


@cache
def measure(text: str, weight: str) -> float:
    """How wide a text is in it, at size 1; letters it does not have count as square."""
    font = _font(weight)
    font.set_size(100, 72)
    known = font.get_charmap()
    inside = "".join([letter for letter in text if ord(letter) in known])
    font.set_text(inside, 0.0, flags=LoadFlags.NO_HINTING)
    return float(font.get_width_height()[0]) / 6400 + (len(text) - len(inside))


def text_box(element: ElementTree.Element) -> Box:
    """Where a text stands in a wide font, or as wide as it is told to be."""
    at, text = element.attrib, element.text or ""
    size = float(at["font-size"])
    wide = float(at.get("textLength", size * measure(text, at.get("font-weight", "400"))))
    x, y = float(at["x"]), float(at["y"])
    if "rotate" in at.get("transform", ""):
        return Box(x - wide / 2, y, x + wide / 2, y + 0.75 * size)
    left = {"start": x, "middle": x - wide / 2, "end": x - wide}[at["text-anchor"]]
    return Box(left, y - 0.75 * size, left + wide, y)


# ---- deals to draw ---------------------------------------------------------------------------------


def fresh(rules: fh.Rules | sp.Rules, seed: int) -> Deal:
    """A deal of a seed."""
    dealer = seed % rules.players
    if isinstance(rules, fh.Rules):
        return fh.Deal(rules, dealer=dealer, seed=seed)
    return sp.Deal(rules, dealer=dealer, seed=seed)


def play_on(deal: Deal, chance: random.Random) -> None:
    """Take some legal action; in the auction rather a bid than a pass, now and then a misère."""
    if deal.phase is Phase.EXCHANGE:
        seat = deal.turn
        assert seat is not None
        size = next(iter(deal.legal_actions))
        assert isinstance(size, Exchange)
        deal.push(Exchange(chance.sample(sorted(deal.hand(seat)), len(size.cards))))
        return
    options = list(deal.legal_actions)
    if deal.phase is Phase.AUCTION and isinstance(deal, fh.Deal):
        for text in ("OM", "M"):
            if chance.random() < 0.15:
                try:
                    deal.push(text)
                except GameError:
                    continue
                return
        if LOOK in options:
            deal.push(LOOK if chance.random() < 0.9 else chance.choice(options))
            return
        deal.push(chance.choice(options[: 4 if chance.random() < 0.5 else 1]))
        return
    deal.push(chance.choice(options))


def deals(rules: fh.Rules | sp.Rules, seeds: range, stops: int) -> Iterator[Deal]:
    """Deals at some stages between the first call and the end."""
    for seed in seeds:
        deal, chance = fresh(rules, seed), random.Random(seed)
        yield deal
        length = 0
        trial = deal.copy()
        while not trial.is_over:
            play_on(trial, chance)
            length += 1
        steps = [step.action for step in trial.history]
        for stop in sorted(chance.sample(range(1, len(steps) + 1), min(stops, len(steps)))):
            while len(deal.history) < stop:
                action = steps[len(deal.history)]
                assert action is not None
                deal.push(action)
            yield deal


def in_phase(rules: fh.Rules | sp.Rules, phase: Phase, seed: int = 1) -> Deal:
    """A deal brought to a phase by chance."""
    for trial in range(seed, seed + 300):
        deal, chance = fresh(rules, trial), random.Random(trial)
        while not deal.is_over and deal.phase is not phase:
            play_on(deal, chance)
        if deal.phase is phase:
            return deal
    raise AssertionError(f"no deal comes to {phase}")
