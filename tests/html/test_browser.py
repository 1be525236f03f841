"""Stepping through a record in a headless Chromium: clicks, keys, swipes, addresses.

Needs playwright and a Chromium of the system; without them these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tricktake as tt
from tricktake import fivehundred as fh
from tricktake.records import Record


def wait_until(page: Any, expression: str) -> None:
    """Wait until something is so; the page's policy forbids playwright's own way, which needs eval."""
    for _ in range(250):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(20)
    raise AssertionError(expression)


def word(card: tt.Card) -> str:
    ranks = {"J": "jack", "Q": "queen", "K": "king", "A": "ace"}
    if card.suit is None:
        return "the joker"
    return f"the {ranks.get(card.name[1:], card.name[1:])} of {card.suit.name.lower()}"


def check(shown: dict[str, Any], deal: Any, names: tuple[str, ...]) -> None:
    """What is shown is the deal as it stands, all hands open."""
    for seat in range(deal.rules.players):
        hand = shown["hands"][str(seat)]
        assert len(hand) == len(set(hand))
        assert tt.CardSet(hand) == deal.hand(seat)
        if deal.phase in (tt.Phase.PLAY, tt.Phase.OVER) and any(shown["won"].values()):
            assert int(shown["won"][str(seat)]) == deal.tricks[seat]
        if getattr(deal, "tables", ()):
            assert shown["piles"][str(seat)] == [
                pile.up.name for pile in deal.piles(seat) if pile.up is not None
            ]
    assert shown["turn"] == ([] if deal.turn is None else [deal.turn])
    assert shown["calls"] == len(deal.auction)
    last = deal.history[-1] if deal.history else None
    played = last is not None and isinstance(last.action, tt.Play)
    trick = deal.trick or (deal.finished[-1] if played else ())
    if played:
        assert sorted(shown["trick"]) == sorted([[p.seat, p.card.name] for p in trick])
        assert shown["live"].startswith(f"{names[last.seat]} plays {word(last.action.card)}")
        whole = not deal.trick
        assert len(shown["winner"]) == whole
        if whole:
            assert f"{names[shown['winner'][0]]} wins the trick." in shown["live"]
            assert deal.leader in (None, shown["winner"][0])
    if last is not None and last.action == tt.PASS:
        assert shown["live"].startswith(f"{names[last.seat]} passes")


@pytest.mark.parametrize("name", ["piles", "four", "six", "spades"])
def test_click_through_a_whole_deal(name: str, show: Callable[..., Any], tools: Any) -> None:
    """Click Next from the deal to the score: every step shows what the deal is then."""
    rules = tools.rules[name]
    match = tools.bot_match(rules, 12, 2)
    names = tools.names[: rules.players]
    page = show(Record.of(match, players=names))
    deal = match.deals[0]
    state = type(deal).from_text(deal.to_text().split(" : ")[0])
    check(page.evaluate(tools.shown), state, names)
    for number, step in enumerate(deal.history, 1):
        state.push(step.action)
        page.locator("#next").click()
        shown = page.evaluate(tools.shown)
        assert shown["count"] == f"{number}/{len(deal.history)}"
        assert shown["hash"] == f"#deal=1&step={number}"
        check(shown, state, names)
    points = deal.score().points
    for side, won in zip(rules.sides, points, strict=True):
        who = " and ".join([names[seat] for seat in side])
        assert f"{who} {won:+d}".replace("-", "\u2212").replace("+0", "0") in shown["said"].replace("\n", " ")
    page.locator("#next").click()  # on to the next deal
    assert page.evaluate(tools.shown)["hash"] == "#deal=2&step=0"
    page.locator("#prev").click()
    assert page.evaluate(tools.shown)["count"] == f"{len(deal.history)}/{len(deal.history)}"


def test_keys(show: Callable[..., Any], tools: Any) -> None:
    """Arrows, Home, End, page keys, space, h and ? do what the help says; modified keys are left alone."""
    match = tools.bot_match(fh.Rules(), 500, 3)
    page = show(Record.of(match))
    deal = match.deals[0]
    last = len(deal.history)

    def press(key: str) -> Any:
        page.keyboard.press(key)
        return page.evaluate(tools.shown)

    assert press("ArrowRight")["hash"] == "#deal=1&step=1"
    assert press("ArrowLeft")["hash"] == "#deal=1&step=0"
    assert press("End")["hash"] == f"#deal=1&step={last}"
    assert press("Home")["hash"] == "#deal=1&step=0"
    bids = next(n for n, step in enumerate(deal.history) if isinstance(step.action, tt.Play))
    stops = []
    for _ in range(40):
        stops.append(int(press("PageDown")["hash"].split("=")[-1]))
        if stops[-1] == last:
            break
    ends = list(range(bids + 4, last + 1, 4))
    assert [stop for stop in stops if stop > bids] == ends
    assert press("PageUp")["hash"] == f"#deal=1&step={ends[-2]}"
    assert press("n")["hash"] == "#deal=2&step=0"
    assert press("p")["hash"] == "#deal=1&step=0"
    assert press("Control+ArrowRight")["hash"] == "#deal=1&step=0"
    assert press("h")["hands"]["1"] == []
    assert press("h")["hands"]["1"] != []
    assert press("v")["hash"] == "#deal=1&step=0&seat=1"
    press("?")
    assert page.locator("#help").is_visible()
    assert press("ArrowRight")["hash"] == "#deal=1&step=0&seat=1"
    press("Escape")
    assert not page.locator("#help").is_visible()
    page.locator("#speed").select_option("500")
    page.locator("#title").click()
    press(" ")
    wait_until(page, "location.hash.includes('step=3')")
    assert page.locator("#play").get_attribute("aria-label") == "Pause"
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-label") == "Play"


def test_slider_choices_and_address(show: Callable[..., Any], tools: Any) -> None:
    """The slider, the choice of the deal, a list of what was done, and the address all lead to their step."""
    match = tools.bot_match(fh.Rules(), 500, 2)
    page = show(Record.of(match), "#deal=2&step=14")
    assert page.evaluate(tools.shown)["count"].startswith("14/")
    page.locator("#slider").fill("20")
    assert page.evaluate(tools.shown)["hash"] == "#deal=2&step=20"
    page.locator("#deal").select_option("0")
    assert page.evaluate(tools.shown)["hash"] == "#deal=1&step=0"
    page.locator(".move[data-step='17']").click()
    assert page.evaluate(tools.shown)["hash"] == "#deal=1&step=17"
    assert page.locator("[aria-current=step]").get_attribute("data-step") == "17"
    page.evaluate("location.hash = '#deal=2&step=3'")
    wait_until(page, "document.getElementById('count').textContent.startsWith('3/')")
    for wrong in ("#deal=99&step=-4", "#deal=x&step=1e9", "#step=9999999&line=7&seat=8", "#%00<script>"):
        page.evaluate("(hash) => { location.hash = hash; }", wrong)
        page.wait_for_timeout(30)
        assert page.evaluate(tools.shown)["hash"].startswith("#deal=")


def test_swipe(show: Callable[..., Any], tools: Any) -> None:
    """On a touch screen a swipe to the left goes on, one to the right goes back, one down does nothing."""
    page = show(Record.of(tools.bot_match(fh.Rules(), 500, 1)), size=tools.phone, has_touch=True)
    session = page.context.new_cdp_session(page)

    def swipe(across: int, down: int) -> str:
        def touch(kind: str, *points: dict[str, int]) -> None:
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

        touch("touchStart", {"x": 180, "y": 300})
        for part in (1, 2, 3):
            touch("touchMove", {"x": 180 + across * part // 3, "y": 300 + down * part // 3})
        touch("touchEnd")
        page.wait_for_timeout(60)
        return str(page.evaluate("location.hash"))

    assert swipe(-120, 5) == "#deal=1&step=1"
    assert swipe(-120, 5) == "#deal=1&step=2"
    assert swipe(120, 5) == "#deal=1&step=1"
    assert swipe(5, 120) == "#deal=1&step=1"
    page.locator("#next").tap()
    assert page.evaluate("location.hash") == "#deal=1&step=2"


def test_verdicts(show: Callable[..., Any], tools: Any) -> None:
    """The solver's numbers stand on the cards before a play, and what it says of the card after it."""
    record = Record.of(tools.bot_match(fh.Rules(), 12, 1))
    verdicts = tools.verdicts_on(record, 0, 20)
    page = show(record, verdicts=verdicts)
    for (_, entry), verdict in verdicts.items():
        page.evaluate("(step) => byStep(step)", entry)
        told = page.evaluate(
            """() => Object.fromEntries([...document.querySelectorAll("#table .seat.turn [data-card]")]
              .filter((card) => card.querySelector(".value"))
              .map((card) => [card.dataset.card, card.querySelector(".value").textContent]))"""
        )
        assert told == {play.split(":")[0]: str(value) for play, value in verdict.values.items()}
        page.evaluate("(step) => byStep(step)", entry + 1)
        text = page.locator("#verdict").inner_text()
        assert ("gives away" in text) == bool(verdict.loss)
        assert page.locator("#verdict .choice").count() == len(verdict.values)
    page.keyboard.press("s")
    assert not page.locator("#verdict").is_visible()
    page.keyboard.press("s")
    lost = [entry + 1 for (_, entry), verdict in verdicts.items() if verdict.loss]
    page.keyboard.press("Home")
    found = []
    for _ in lost:
        page.keyboard.press("m")
        found.append(int(page.evaluate("state.step")))
    assert found == lost


def test_lines_remarks_and_take_backs(show: Callable[..., Any], tools: Any) -> None:
    """N-10: markup in names and remarks is shown as text and never runs; lines can be entered and left."""
    record = tools.evil_record()
    page = show(record)
    assert page.locator("#title").inner_text() == "<script>window.evil=4</script>"
    assert page.locator("#remark").inner_text().endswith("a & b < c")
    lines = page.evaluate("theDeal().lines[1].from")
    page.evaluate("(step) => byStep(step)", lines[1])
    assert "takes back the last action" in page.locator("#said").inner_text()
    assert page.locator(".move.gone").count() == 1
    page.locator(".branch").click()
    assert page.evaluate("location.hash") == f"#deal=1&step={lines[1] + 1}&line=1"
    assert "<b>safer</b>?" in page.locator("#remark").inner_text()
    page.locator("#remark .link", has_text="Back").click()
    assert page.evaluate("location.hash") == f"#deal=1&step={lines[1]}"
    for step in range(page.evaluate("lastStep()") + 1):
        page.evaluate("(step) => byStep(step)", step)
    page.locator("#line").select_option("1")
    page.locator("#deal-next").click()
    assert "broken off" in page.locator("#scores").inner_text()
    assert page.evaluate("window.evil") is None
    assert page.evaluate("document.scripts.length") == 2
    assert page.locator("img").count() == 0
