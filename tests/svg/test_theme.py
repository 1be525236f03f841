"""Colours: contrast of every text with what lies under it, four colours, a theme that follows the page."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations

import pytest

from svg.reading import draw
from tricktake import Card, SetupError, Suit, svg
from tricktake import fivehundred as fh

THEMES = {"light": svg.LIGHT, "dark": svg.DARK}
UNDER = {
    "ink": ("paper", "panel", "mark", "felt", "face"),
    "quiet": ("paper", "panel", "mark", "felt", "face"),
    "good": ("paper", "panel", "mark"),
    "bad": ("paper", "panel", "mark"),
    "accent": ("mark",),
    "on_accent": ("accent",),
    **dict.fromkeys(
        ("suit0", "suit1", "suit2", "suit3", "joker"), ("face", "dull", "paper", "panel", "mark")
    ),
}
"""Where each colour of a text or a sign is used."""


def luminance(colour: str) -> float:
    """Relative luminance as WCAG 2 defines it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast as WCAG 2 defines it, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_contrast_of_black_and_white() -> None:
    """The referee itself: 21 to 1, and the grey that just passes on white."""
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("name", THEMES)
def test_every_text_can_be_read(name: str, four: bool) -> None:
    """At least 4.5 to 1, with two colours and with four."""
    theme = THEMES[name].with_four_colours(four)
    for role, grounds in UNDER.items():
        for ground in grounds:
            found = contrast(theme.colour(role), theme.colour(ground))
            assert found >= 4.5, f"{role} on {ground}: {found:.2f}"


@pytest.mark.parametrize("name", THEMES)
def test_texts_stand_only_where_they_are_known_to_be_read(name: str) -> None:
    """The table above is complete: each text of a table is of a colour listed in it."""
    theme = THEMES[name]
    known = {theme.colour(role) for role in UNDER} | {theme.colour("face")}
    deal = fh.Deal(dealer=3, seed=500).push_all("7H P 8H P P")
    for text in (
        svg.table(deal, theme=theme),
        svg.auction(deal, theme=theme),
        svg.card(Card.JK2, theme=theme),
    ):
        for element in draw(text).root.iter():
            if element.tag.endswith("text"):
                assert element.attrib["fill"] in known


@pytest.mark.parametrize("name", THEMES)
def test_four_colours_differ_and_two_do_not(name: str) -> None:
    """Spades black, hearts red, diamonds blue, clubs green; otherwise black and red."""
    two, four = THEMES[name], THEMES[name].with_four_colours()
    assert len({four.colour(f"suit{suit}") for suit in range(4)}) == 4
    assert [two.colour(f"suit{int(suit)}") for suit in Suit] == [two.black, two.black, two.red, two.red]
    assert [four.colour(f"suit{int(suit)}") for suit in Suit] == [four.black, four.green, four.blue, four.red]
    assert four.with_four_colours(False) == two


def test_four_colours_by_option_and_by_theme() -> None:
    """The option wins; left out, the theme decides."""
    four = svg.LIGHT.with_four_colours()
    for card in (Card.CA, Card.DA):
        assert svg.card(card, four_colour=True) == svg.card(card, theme=four)
        assert svg.card(card, theme=four, four_colour=False) == svg.card(card)
        assert svg.card(card, four_colour=True) != svg.card(card)
    assert svg.card(Card.SA, four_colour=True) == svg.card(Card.SA)


def test_the_suits_can_be_told_apart_by_shape_alone() -> None:
    """Four different paths, so that colour is never needed."""
    paths = [set(re.findall(r' d="(.*?)"', svg.card(card))) for card in (Card.SA, Card.CA, Card.DA, Card.HA)]
    for one, other in combinations(paths, 2):
        assert not one & other


def test_auto_follows_the_page() -> None:
    """Light by attributes, dark by a style that only this picture's class brings in."""
    deal = fh.Deal(dealer=3, seed=500)
    auto = svg.table(deal, theme=svg.AUTO)
    style = re.search(r"<style>(.*?)</style>", auto)
    assert style is not None
    assert style[1].startswith("@media (prefers-color-scheme: dark){")
    (name,) = re.findall(r'<svg [^>]*class="(tt-\w+)"', auto)
    rules = re.findall(r"\.(\S+) \.([fs])-(\w+)\{(fill|stroke):(#\w{6})\}", style[1])
    assert rules
    for scope, letter, role, what, colour in rules:
        assert scope == name
        assert what == {"f": "fill", "s": "stroke"}[letter]
        assert colour == svg.DARK.colour(role)
    used = {part for names in re.findall(r' class="([^"]*)"', auto) for part in names.split()} - {name}
    assert used == {f"{letter}-{role}" for _, letter, role, _, _ in rules}
    # without the style and the classes it is the light picture
    assert re.sub(r"<style>.*?</style>\n| class=\"[^\"]*\"", "", auto) == svg.table(deal)
    assert svg.table(deal, theme=svg.AUTO.with_four_colours()).count(name) == 0


def test_light_and_dark_bring_no_style() -> None:
    """A picture on a page changes nothing around it."""
    for theme in THEMES.values():
        text = svg.table(fh.Deal(dealer=3, seed=500), theme=theme)
        assert "<style" not in text
        assert "class=" not in text


def test_themes_are_values() -> None:
    """A colour can be replaced; one that is none is refused."""
    own = replace(svg.LIGHT, felt="#123456")
    assert 'fill="#123456"' in svg.table(fh.Deal(dealer=3, seed=500), theme=own)
    assert hash(own) != hash(svg.LIGHT)
    for bad in ("red", '#fff"/><script>', "#FFFFFF", ""):
        with pytest.raises(SetupError, match="felt must be a colour"):
            replace(svg.LIGHT, felt=bad)
    with pytest.raises(TypeError, match="felt"):
        replace(svg.LIGHT, felt=None)
    with pytest.raises(TypeError, match="four_colour"):
        replace(svg.LIGHT, four_colour="yes")
    with pytest.raises(TypeError, match="night"):
        replace(svg.LIGHT, night="dark")
