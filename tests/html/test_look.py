"""How the page looks in a headless Chromium: phones, colours, what is hidden, focus, print.

Needs playwright and a Chromium of the system; without them these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import tricktake as tt
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.records import DealRecord, Record


@pytest.mark.parametrize("size", [{"width": 320, "height": 568}, {"width": 360, "height": 640}])
def test_phone(size: dict[str, int], show: Callable[..., Any], tools: Any) -> None:
    """Nothing is wider than a phone, at no step; buttons are as large as a finger and in sight."""
    for name in ("piles", "three", "jokers", "six"):
        rules = tools.rules[name]
        match = tools.bot_match(rules, 12, 1)
        names = tuple([f"{who} with quite a long name" for who in tools.names[: rules.players]])
        page = show(Record.of(match, players=names), size=size, has_touch=True)
        found = page.evaluate(
            """() => {
              const widths = [], buttons = [...document.querySelectorAll("#controls button")];
              for (let step = 0; step <= lastStep(); step += 2) {
                byStep(step);
                widths.push(document.documentElement.scrollWidth);
              }
              const boxes = buttons.map((button) => button.getBoundingClientRect());
              return {
                widths, shown: lastStep(),
                small: boxes.filter((box) => box.height < 40 || box.width < 36).length,
                outside: boxes.filter((box) => box.bottom > innerHeight || box.right > innerWidth).length,
              };
            }"""
        )
        assert max(found["widths"]) <= size["width"], name
        assert (found["small"], found["outside"]) == (0, 0)
        assert found["shown"] == len(match.deals[0].history)


def test_buttons_stay_where_they_are(show: Callable[..., Any], tools: Any) -> None:
    """The table keeps its height through a deal, so that Next can be clicked without looking."""
    for size in (tools.phone, tools.desktop):
        page = show(Record.of(tools.bot_match(fh.Rules(), 500, 1)), size=size)
        heights = page.evaluate(
            """() => [...Array(lastStep() + 1).keys()].map((step) => {
              byStep(step);
              return Math.round(document.getElementById("table").offsetHeight);
            })"""
        )
        assert len(set(heights)) == 1


STEPS = """() => [...Array(lastStep() + 1).keys()].map((step) => {
  byStep(step);
  const cards = (box) => [...box.querySelectorAll("[data-card]")].map((card) => card.dataset.card);
  const seats = [...document.querySelectorAll("#table .seat")];
  const hands = seats.map((seat) => [Number(seat.dataset.seat), cards(seat.querySelector(".hand"))]);
  return [cards(document), hands];
})"""


def test_hidden_hands(show: Callable[..., Any], tools: Any) -> None:
    """Hidden, a page shows at each step what the view of the chosen seat holds, and no other card."""
    for name, seats in (("four", (0,)), ("secret", (1,)), ("partners", (2,)), ("piles", (1,))):
        deal = tools.random_deal(tools.rules[name], 4)
        page = show(Record.of(deal))
        for seat in seats:
            state = tools.deal_of(deal.rules, 4)
            page.evaluate("([seat]) => { state.seat = seat; state.hidden = true; byStep(0); }", [seat])
            everything = page.evaluate(STEPS)
            assert len(everything) == len(deal.history) + 1
            for number, (named, hands) in enumerate(everything):
                if number:
                    state.push(deal.history[number - 1].action)
                view = state.view(seat)
                for other, cards in hands:
                    held = view.hand if other == seat else view.exposed[other]
                    assert tt.CardSet(cards) == (tt.CardSet() if held is None else held)
                seen = tt.CardSet(list(set(named)))
                assert seen <= tools.known_to(view), f"{name}, seat {seat}, step {number}"


def test_page_for_a_seat(show: Callable[..., Any], tools: Any) -> None:
    """A page for one seat says so, cannot be opened, and shows its hand and the backs of the others."""
    match = tools.bot_match(fh.Rules(), 500, 1)
    page = show(Record.of(match, players=tools.names[:4]), "#deal=1&step=20&hands=open&seat=0", seat=2)
    shown = page.evaluate(tools.shown)
    deal = match.deals[0]
    state = type(deal).from_text(deal.to_text().split(" : ")[0])
    state.push_all([step.action for step in deal.history[:20]])
    assert tt.CardSet(shown["hands"]["2"]) == state.hand(2)
    assert shown["hands"]["0"] == shown["hands"]["1"] == shown["hands"]["3"] == []
    assert shown["backs"]["1"] == len(state.hand(1))
    assert not page.locator("#hide").is_visible()
    page.keyboard.press("h")
    page.keyboard.press("v")
    assert page.evaluate(tools.shown)["hands"]["1"] == []
    page.locator("#about summary").click()
    assert "shows what Cy knows" in page.locator("#about").inner_text()


def test_unknown_cards(show: Callable[..., Any], tools: Any) -> None:
    """Cards nobody has told stay face down, and show where they were once they are played."""
    rules = tools.rules["four"]
    deal = tools.bot_match(rules, 12, 1).deals[0]
    whole = DealRecord.of(deal)
    hands = (whole.field("hands") or "").split("|")
    told = {"hands": "|".join([hands[0], "?10", "?10", "?10"]), "kitty": "?3"}
    known = replace(whole, fields=tuple([(name, told.get(name, value)) for name, value in whole.fields]))
    page = show(Record(rules=rules, deals=(known,)))
    shown = page.evaluate(tools.shown)
    assert tt.CardSet(shown["hands"]["0"]) == deal.dealt[0]
    assert (shown["hands"]["1"], shown["backs"]["1"]) == ([], 10)
    page.keyboard.press("End")
    page.keyboard.press("PageUp")
    shown = page.evaluate(tools.shown)
    assert [len(shown["hands"][seat]) for seat in "0123"] == [1, 1, 1, 1]
    assert "face down" in page.locator("#remark").inner_text() + page.evaluate("theDeal().note")


CONTRAST = """(selector) => {
  const parse = (text) => {
    const parts = text.match(/[\\d.]+/g).map(Number);
    const scale = text.startsWith("color(") ? 255 : 1;
    return [...parts.slice(0, 3).map((part) => part * scale), parts[3] ?? 1];
  };
  const ground = (element) => {
    const own = element ? parse(getComputedStyle(element).backgroundColor) : [255, 255, 255, 1];
    if (own[3] === 1) return own;
    const under = ground(element.parentElement);
    return [0, 1, 2].map((at) => own[at] * own[3] + under[at] * (1 - own[3])).concat(1);
  };
  const linear = (part) => part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const weights = [0.2126, 0.7152, 0.0722];
  const light = (colour) => weights.reduce((sum, weight, at) => sum + weight * linear(colour[at] / 255), 0);
  return [...document.querySelectorAll(selector)].map((element) => {
    const pair = [light(parse(getComputedStyle(element).color)), light(ground(element))];
    return (Math.max(...pair) + 0.05) / (Math.min(...pair) + 0.05);
  });
}"""
TEXTS = (
    ".row .rank",
    ".row .pip",
    ".plate .name",
    ".badge",
    "#said",
    "#meta",
    ".c",
    ".faint",
    ".move .who",
    ".chip",
)


@pytest.mark.parametrize(("scheme", "ground"), [("light", "rgb(243, 241, 236)"), ("dark", "rgb(22, 24, 28)")])
def test_colours(scheme: str, ground: str, show: Callable[..., Any], tools: Any) -> None:
    """Dark or light as the reader's system is, in two or four colours, texts stand out from their ground."""
    record = Record.of(tools.bot_match(fh.Rules(), 500, 1), players=tools.names[:4])
    for size in (tools.desktop, tools.phone):
        page = show(record, "#deal=1&step=30", size=size, color_scheme=scheme, reduced_motion="reduce")
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == ground
        for _ in range(2):
            for selector in TEXTS:
                assert min(page.evaluate(CONTRAST, selector), default=9) >= 4.5, (size, selector)
            page.keyboard.press("c")
        assert page.evaluate("document.getAnimations().length") == 0


def test_focus_and_labels(show: Callable[..., Any], tools: Any) -> None:
    """Every control can be reached with Tab, shows that it has the focus, and has a name."""
    page = show(Record.of(tools.bot_match(sp.Rules(), 5, 1)))
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the controls"
    seen: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        found = page.evaluate(
            """() => {
              const at = document.activeElement, style = getComputedStyle(at);
              const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
              const label = at.getAttribute("aria-label") || at.innerText || (at.labels || []).length;
              return [at.id, outlined, Boolean(label)];
            }"""
        )
        if found[0] in seen or not found[0]:
            break
        seen.append(found[0])
        assert found[1:] == [True, True], found[0]
    wanted = "deal-prev deal deal-next help-open hide seat colours speed slider"
    assert {*wanted.split(), "first", "trick-prev", "prev", "play", "next", "trick-next", "last"} <= set(seen)


def test_print(show: Callable[..., Any], tools: Any) -> None:
    """On paper there are no buttons."""
    page = show(Record.of(tools.bot_match(fh.Rules(), 500, 1)), "#deal=1&step=20")
    page.emulate_media(media="print")
    assert not page.locator("#controls").is_visible()
    assert page.locator("#table").is_visible()
    assert page.locator("#auction").is_visible()
