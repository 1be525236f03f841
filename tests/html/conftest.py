"""Records to make pages of, and how to read a page back."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import tricktake as tt
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import Heuristic
from tricktake.html import CardVerdict, save_page
from tricktake.records import Ending, Move, Record, TakeBack

NAMES = ("Ann", "Bo", "Cy", "Di", "Ed", "Flo")

# One of every number of seats and of every table: piles, a dead hand, a called partner, teams, jokers.
RULES = {
    "piles": fh.Rules(players=2),
    "three": fh.Rules(players=3),
    "four": fh.Rules(),
    "american": fh.PRESETS["american"],
    "five": fh.Rules(players=5),
    "secret": fh.Rules(players=5, five_partner="call_card_secret"),
    "six": fh.Rules(players=6),
    "spades": sp.Rules(),
    "partners": sp.Rules.preset("partners", bn_behind=0, bn_exchange=2),
    "jokers": sp.Rules.preset("five_3_jokers"),
}


PHONE = {"width": 360, "height": 640}
DESKTOP = {"width": 1280, "height": 800}

# Everything shown, in one question to the browser.
SHOWN = """() => {
  const cards = (box) => [...box.querySelectorAll("[data-card]")].map((card) => card.dataset.card);
  const seats = [...document.querySelectorAll("#table .seat")];
  const bySeat = (read) => Object.fromEntries(seats.map((seat) => [seat.dataset.seat, read(seat)]));
  const cards1 = (card) => card.dataset.card ? [card.dataset.card] : [];
  const spots = (selector) => [...document.querySelectorAll(".middle " + selector)];
  const text = (id) => document.getElementById(id).innerText;
  return {
    hands: bySeat((seat) => cards(seat.querySelector(".hand"))),
    backs: bySeat((seat) => seat.querySelectorAll(".hand .back").length),
    piles: bySeat((seat) => [...seat.querySelectorAll(".pile > .card:not(.down)")].flatMap(cards1)),
    turn: seats.filter((seat) => seat.classList.contains("turn")).map((seat) => Number(seat.dataset.seat)),
    won: bySeat((seat) => (seat.querySelector(".badge.won") || {}).innerText),
    trick: spots(".spot[data-seat]").map((spot) => [Number(spot.dataset.seat), cards(spot)[0]]),
    winner: spots(".spot.won").map((spot) => Number(spot.dataset.seat)),
    calls: [...document.querySelectorAll("#auction .bid, #auction .pass")].length,
    count: text("count"), live: document.getElementById("live").textContent, said: text("said"),
    hash: location.hash,
  };
}"""


def deal_of(rules: Any, seed: int) -> Any:
    kind = fh.Deal if isinstance(rules, fh.Rules) else sp.Deal
    return kind(rules, dealer=seed % rules.players, seed=seed)


def random_deal(rules: Any, seed: int, most: int = 10_000) -> Any:
    """A deal played at random up to so many actions; bids are rare, so that there are some of all kinds."""
    random, deal = Random(seed), deal_of(rules, seed)
    while not deal.is_over and len(deal) < most:
        actions = deal.legal_actions
        action = actions[random.randrange(len(actions))]
        if isinstance(action, tt.Bid) and tt.PASS in actions and random.random() < 0.5:
            action = tt.PASS
        deal.push(action)
    return deal


def bot_match(rules: Any, seed: int, deals: int) -> Any:
    """A match of bots, so many deals of it."""
    kind = fh.Match if isinstance(rules, fh.Rules) else sp.Game
    match, bot = kind(rules, seed=seed, dealer=1), Heuristic()
    while not match.is_over:
        deal = match.deal
        if deal is None or deal.is_over:
            if len(match.deals) == deals:
                break
            deal = match.next_deal()
        match.push(bot.choose(deal.view(deal.turn)))
    return match


def verdicts_on(record: Record, deal: int, last: int) -> dict[tuple[int, int], CardVerdict]:
    """What the solver says of the last plays of a deal."""
    found: dict[tuple[int, int], CardVerdict] = {}
    state = record.deals[deal].start(record.rules)
    entries = record.deals[deal].entries
    for number, entry in enumerate(entries):
        assert isinstance(entry, Move)
        assert entry.action is not None
        if number >= len(entries) - last:
            solution = tt.solve(state, line=False)
            values = {play.text: result.low for play, result in solution.moves.items()}
            loss = abs(solution.value - values[entry.action.text])
            found[deal, number] = CardVerdict(values, tuple([play.text for play in solution.best]), loss)
        state.push(entry.action)
    return found


EVIL = (
    "</script><script>window.evil=1</script>",
    'Bo & "Co" \x00\u202e',
    "<img src=x onerror=window.evil=2>",
    "D" * 60,
)


def evil_record() -> Record:
    """Names, tags and remarks with markup, an action taken back, another line, a deal broken off."""
    match = bot_match(fh.Rules(), 500, 2)
    first, second = Record.of(match).deals
    at = next(n for n, entry in enumerate(first.entries) if isinstance(entry.action, tt.Play)) + 2
    deal = first.start(fh.Rules()).push_all([entry.action for entry in first.entries[:at]])
    played = first.entries[at].action
    other = next(action for action in deal.legal_actions if action != played)
    deal.push(other)
    line = (Move(action=other, comment="<b>safer</b>?"), Move(action=deal.legal_actions[0]))
    entries = (
        *first.entries[:at],
        Move(action=other),
        TakeBack(comment="a <i>slip</i>"),
        Move(action=played, comment="--> <svg onload=window.evil=3>", lines=(line,)),
        *first.entries[at + 1 :],
    )
    left_off = replace(second, entries=second.entries[:-7], ending=Ending.ABANDONED, points=None)
    return Record(
        rules=fh.Rules(),
        players=EVIL,
        tags=(("event", "<script>window.evil=4</script>"), ("note", "]]> <!-- & \u2028")),
        comment="<script>alert(1)</script> \u2028\u2029",
        deals=(replace(first, entries=entries, comment="a & b < c"), left_off),
    )


def data_of(page: str) -> Any:
    """The data in a page."""
    found = re.search(r'<script type="application/json" id="record">(.*?)</script>', page, flags=re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def frames_of(data: Any, deal: int = 0, line: int = 0) -> list[dict[str, Any]]:
    """The frames of a line, changes carried out as the page does."""
    lines = data["deals"][deal]["lines"]
    before = lines[line]["from"]
    frames = frames_of(data, deal, before[0])[: before[1] + 1] if before and before[1] else []
    for change in lines[line]["frames"]:
        frames.append({**(frames[-1] if frames else {}), **change})
    return frames


def known_to(view: Any) -> tt.CardSet:
    """Every card whose place the seat knows, or that it has seen."""
    cards = tt.CardSet(view.dealt or ()) | tt.CardSet(view.hand or ())
    cards |= tt.CardSet([p.card for trick in (*view.finished, view.trick) for p in trick])
    for held in view.exposed:
        cards |= tt.CardSet(held or ())
    for step in view.history:
        if isinstance(step.action, tt.Exchange):
            cards |= step.action.cards
        if isinstance(step.action, tt.CallPartner) and step.action.card is not None:
            cards |= tt.CardSet((step.action.card,))  # named by the contractor
    for table in getattr(view, "laid", ()):
        for pile in table:
            cards |= tt.CardSet([card for card in (pile.up, pile.down) if card is not None])
    return cards | tt.CardSet(getattr(view, "kitty", None) or ())


# Not for the whole session: as long as playwright runs, no other test can have an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A headless Chromium of the system; what needs it is skipped where there is none."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        pytest.skip("there is no Chromium on this machine")
    with sync_api.sync_playwright() as play:
        browser = play.chromium.launch(executable_path=found, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def show(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """Show a record; what the browser complains about, and anything it asks the network for, is an error."""
    complaints: list[str] = []
    contexts = []

    def asked(route: Any) -> None:
        complaints.append(route.request.url)
        route.abort()

    def run(record: Record, hash_: str = "", *, size: dict[str, int] = DESKTOP, **options: Any) -> Any:
        context_options = {"color_scheme": options.pop("color_scheme", "light")}
        context_options |= {
            name: options.pop(name) for name in ("has_touch", "reduced_motion") if name in options
        }
        context = browser.new_context(viewport=size, **context_options)
        contexts.append(context)
        context.route(lambda url: not url.startswith(("file:", "data:")), asked)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        path = save_page(tmp_path / f"{len(contexts)}.html", record, **options)
        page.goto(path.as_uri() + hash_)
        return page

    yield run
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture(scope="session")
def tools() -> Any:
    """The functions of this file."""

    class Tools:
        names = NAMES
        rules = RULES
        phone = PHONE
        desktop = DESKTOP
        shown = SHOWN
        evil_names = EVIL
        deal_of = staticmethod(deal_of)
        random_deal = staticmethod(random_deal)
        bot_match = staticmethod(bot_match)
        verdicts_on = staticmethod(verdicts_on)
        evil_record: Callable[[], Record] = staticmethod(evil_record)
        data_of = staticmethod(data_of)
        frames_of = staticmethod(frames_of)
        known_to = staticmethod(known_to)

    return Tools


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rules_name" in metafunc.fixturenames:
        metafunc.parametrize("rules_name", list(RULES))
