"""The page as a text: self-contained, well-formed, escaped, the same every time, and true to the record."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import tricktake as tt
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import Heuristic
from tricktake.html import CardVerdict, replay_page, save_page
from tricktake.records import DealRecord, Ending, Move, Record

_VOID = {"meta", "link", "input", "br", "hr", "img", "path"}


class _Outline(HTMLParser):
    """Elements in order; every start has its end."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in _VOID:
            assert self.open.pop() == tag


def outline(page: str) -> list[tuple[str, dict[str, str | None]]]:
    parser = _Outline()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser.elements


def test_one_file_and_nothing_else(tools: Any) -> None:
    """It loads nothing: no address, no source, and a policy that would refuse one."""
    page = replay_page(Record.of(tools.bot_match(fh.Rules(), 500, 1), players=tools.names[:4]))
    elements = outline(page)
    tags = [tag for tag, _ in elements]
    assert tags[:2] == ["html", "head"]
    assert tags.count("script") == 2
    assert not {"img", "iframe", "object", "embed", "base", "form"} & set(tags) - {"form"}
    for tag, attributes in elements:
        for name in ("src", "srcset", "action", "data", "poster", "xlink:href"):
            assert name not in attributes, f"{tag} has {name}"
        if "href" in attributes:
            assert attributes["href"] in ("data:,", "#controls")
    text = page.replace("\\u002f", "/").lower()
    for scheme in (
        "http:",
        "https:",
        "//cdn",
        "@import",
        "url(",
        "import(",
        "fetch(",
        "xmlhttp",
        "websocket",
    ):
        assert scheme not in text
    assert "innerhtml" not in text
    assert "eval(" not in text
    policy = next(a["content"] for tag, a in elements if a.get("http-equiv") == "Content-Security-Policy")
    assert policy is not None
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy
    for element in ("script", "style"):
        inner = re.findall(rf"<{element}>(.*?)</{element}>", page, flags=re.DOTALL)[0]
        assert f"'sha256-{base64.b64encode(sha256(inner.encode()).digest()).decode()}'" in policy


def test_every_label_is_there(tools: Any) -> None:
    """Every button and choice has a name, every id stands once, every reference leads to one."""
    elements = outline(replay_page(Record.of(tools.deal_of(fh.Rules(), 1))))
    ids = [a["id"] for _, a in elements if "id" in a]
    assert len(ids) == len(set(ids))
    labelled = {a["for"] for tag, a in elements if tag == "label"}
    for tag, attributes in elements:
        if tag in ("select", "input"):
            assert attributes["id"] in labelled or "aria-label" in attributes
        if tag == "button" and attributes["id"] != "help-close" and attributes["id"] != "solver":
            assert attributes.get("aria-label")
    assert ("div", "polite") in [(tag, a.get("aria-live")) for tag, a in elements]


def test_same_page_every_time(tools: Any) -> None:
    """The same record gives the same page, byte by byte; it is ASCII, so no encoding spoils it."""
    match = tools.bot_match(sp.Rules(), 7, 1)
    names = ("Zo\u00eb", "\u041e\u043b\u044f", "\U0001f600")
    pages = {replay_page(Record.of(match, players=names)) for _ in range(2)}
    assert len(pages) == 1
    page = pages.pop()
    assert page.isascii()
    assert "Zo&#235;" in page
    assert tools.data_of(page)["players"] == list(names)


def test_frames_are_the_deal(rules_name: str, tools: Any) -> None:
    """Every frame shows the hands, calls, tricks and the seat to act of the deal at that step."""
    for seed in range(3):
        deal = tools.random_deal(tools.rules[rules_name], seed)
        page = replay_page(Record.of(deal))
        frames = tools.frames_of(tools.data_of(page))
        state = tools.deal_of(deal.rules, seed)
        assert len(frames) == len(deal.history) + 1
        for number, frame in enumerate(frames):
            if number:
                state.push(deal.history[number - 1].action)
                assert frame["e"]["s"] == state.history[-1].seat
            assert (frame["turn"], frame["ph"]) == (state.turn, state.phase.value)
            assert frame["calls"] == [[call.seat, call.call.text] for call in state.auction]
            assert tuple(frame["tricks"]) == state.tricks
            for seat in range(state.rules.players):
                rows = [row.split() for row in frame[f"h{seat}"].split("|")]
                assert tt.CardSet([card for row in rows for card in row[1:]]) == state.hand(seat)
                for suit, *cards in rows if state.order is not None and frame[f"h{seat}"] else []:
                    for card in cards:
                        index = state.order.suit_of(tt.parse_card(card))
                        assert suit == ("J" if index is None else "SCDH"[index])
                    positions = [state.order.position(tt.parse_card(card)) for card in cards]
                    assert positions == sorted(positions, reverse=True)
            shown = state.trick or (state.finished[-1] if number and state.finished else ())
            assert [card[:2] for card in frame["trick"]] == [[p.seat, p.card.name] for p in shown]
            if frame["won"] is not None:
                assert not state.trick
                assert frame["won"] == frame["trick"][frame["top"]][0]
                assert state.leader in (None, frame["won"])
            seen = [state.view(seat) for seat in range(state.rules.players)]
            for view, sight in zip(seen, frame["see"], strict=True):
                held = {s for s, cards in enumerate(view.exposed) if cards is not None}
                held |= {view.seat} if view.hand is not None else set()
                assert held == {s for s in range(len(seen)) if sight >> s & 1}
        assert tools.data_of(page)["deals"][0]["points"] == list(deal.score().points)


def test_scores_and_winners(tools: Any) -> None:
    """The score sheet has what the match has, deal by deal, and who has won."""
    match = tools.bot_match(fh.Rules(), 3, 99)
    data = tools.data_of(replay_page(Record.of(match)))
    assert data["winners"] == sorted(match.winners)
    assert data["deals"][-1]["after"] == list(match.scores)
    assert [deal["points"] for deal in data["deals"]] == [list(deal.score().points) for deal in match.deals]
    game = tools.bot_match(sp.Rules(), 3, 99)
    data = tools.data_of(replay_page(Record.of(game)))
    assert (data["deals"][-1]["after"], data["deals"][-1]["bagsAfter"]) == (
        list(game.scores),
        list(game.bags),
    )
    assert data["winners"] == sorted(game.winners)
    for deal in data["deals"]:
        assert [sum(parts) for parts in deal["parts"]] == deal["points"]


def test_untrusted_text(tools: Any) -> None:
    """N-10: names, tags and remarks with markup, NUL and line separators are text and nothing else."""
    record = tools.evil_record()
    page = replay_page(record)
    assert page.isascii()
    assert "\0" not in page
    assert [tag for tag, _ in outline(page)].count("script") == 2
    assert "<img" not in page
    assert "<svg onload" not in page
    data = tools.data_of(page)
    assert data["players"][0] == tools.evil_names[0]
    assert data["players"][1] == 'Bo & "Co" \ufffd\ufffd'
    assert data["comment"] == record.comment
    block = page.split('id="record">')[1].split("</script>")[0]
    assert not set("<>&\n\u2028\u2029") & set(block)


def test_title_is_escaped(tools: Any) -> None:
    """N-10: the title is the one text that stands in the markup."""
    record = Record.of(tools.deal_of(fh.Rules(), 1))
    page = replay_page(record, title="</title><script>1</script> & \x00 \ud800 \u202e")
    title = re.search("<title>(.*?)</title>", page)
    assert title is not None
    assert title[1] == "&lt;/title&gt;&lt;script&gt;1&lt;/script&gt; &amp; &#65533; &#65533; &#65533;"


def test_a_big_remark_takes_no_longer_than_its_length(tools: Any) -> None:
    """N-10: a remark of a hundred thousand characters of markup goes through."""
    deal = replace(DealRecord.of(tools.deal_of(fh.Rules(), 1)), comment="<[&" * 30_000)
    page = replay_page(Record(rules=fh.Rules(), deals=(deal,)))
    assert tools.data_of(page)["deals"][0]["comment"] == deal.comment


def test_lines_and_take_backs(tools: Any) -> None:
    """A take-back undoes what was done; a line beside the play leaves it where it should."""
    record = tools.evil_record()
    data = tools.data_of(replay_page(record))
    frames = tools.frames_of(data)
    undo = next(n for n, frame in enumerate(frames) if n and frame["e"]["k"] == "undo")
    told = {name: value for name, value in frames[undo].items() if name != "e"}
    assert told == {name: value for name, value in frames[undo - 2].items() if name != "e"}
    assert frames[undo]["e"]["note"] == "a <i>slip</i>"
    assert data["deals"][0]["lines"][1]["from"] == [0, undo]
    line = tools.frames_of(data, 0, 1)
    assert line[: undo + 1] == frames[: undo + 1]
    assert len(line) == undo + 3
    assert line[undo + 1]["e"]["t"] == frames[undo - 1]["e"]["t"]
    assert data["deals"][1]["ending"] == "abandoned"
    assert "points" not in data["deals"][1]


def test_lines_in_lines(tools: Any) -> None:
    """Lines can have lines; each is found from the line it leaves."""
    rules = fh.Rules(blind_misere=False)
    deal = tools.deal_of(rules, 3)
    inner = (Move(action=tt.Bid("8H")),)
    other = (Move(action=tt.Bid("7H")), Move(action=tt.PASS, lines=(inner,)))
    start = replace(DealRecord.of(deal), entries=(Move(action=tt.PASS, lines=(other,)),))
    data = tools.data_of(replay_page(Record(rules=rules, deals=(start,))))
    assert [line["from"] for line in data["deals"][0]["lines"]] == [None, [0, 0], [1, 1]]
    calls = [tools.frames_of(data, 0, line)[-1]["calls"] for line in range(3)]
    first = deal.turn
    second = (first + 1) % 4
    assert calls == [[[first, "P"]], [[first, "7H"], [second, "P"]], [[first, "7H"], [second, "8H"]]]


def test_what_cannot_be_replayed(tools: Any) -> None:
    """A deal no cards fit is listed; one with an illegal action ends there, with the reason."""
    known = DealRecord.of(tools.random_deal(fh.Rules(), 2, 12))
    twice = (*known.entries, Move(action=tt.Play("JK")), Move(action=tt.Play("JK")))
    never = replace(known, fields=hidden(known, range(4)), entries=twice)
    wrong = replace(known, entries=(*known.entries[:3], Move(action=tt.Play("JK")), *known.entries[3:]))
    data = tools.data_of(replay_page(Record(rules=fh.Rules(), deals=(never, wrong))))
    assert data["deals"][0]["lines"] == []
    assert [text for text, _ in data["deals"][0]["list"]] == [entry.text for entry in twice]
    assert "cannot be followed" in data["deals"][1]["note"]
    assert len(data["deals"][1]["lines"][0]["frames"]) == 4
    false = replace(known, ending=Ending.OVER)
    data = tools.data_of(replay_page(Record(rules=fh.Rules(), deals=(false,))))
    assert "is not" in data["deals"][0]["note"]


def hidden(deal: DealRecord, seats: Iterable[int]) -> tuple[tuple[str, str], ...]:
    """The fields of a deal with the hands of some seats, and all that lies on the table, not known."""
    found = []
    for name, value in deal.fields:
        if name == "hands":
            hands = value.split("|")
            told = [f"?{hand.count(',') + 1}" if at in seats else hand for at, hand in enumerate(hands)]
            value = "|".join(told)
        elif name in ("kitty", "dead"):
            value = f"?{value.count(',') + 1}"
        found.append((name, value))
    return tuple(found)


@pytest.mark.parametrize("name", ["three", "four", "five", "spades"])
@pytest.mark.parametrize("seat", [None, 0])
def test_unknown_cards(name: str, seat: int | None, tools: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a deal with unknown cards the page shows those that are told, and none that are made up for it."""
    rules = tools.rules[name]
    deal = tools.bot_match(rules, 12, 1).deals[0]
    whole = DealRecord.of(deal)
    put = [Move(action=None) if isinstance(e.action, tt.Exchange) else e for e in whole.entries]
    told = replace(whole, fields=hidden(whole, range(1, rules.players)), entries=tuple(put))
    pages, original = [], DealRecord.possible
    for seed in range(3):
        monkeypatch.setattr(
            DealRecord, "possible", lambda self, rules, seed=seed: original(self, rules, seed=seed)
        )
        pages.append(replay_page(Record(rules=rules, deals=(told,)), seat=seat))
    assert len(set(pages)) == 1
    frames = tools.frames_of(tools.data_of(pages[0]))
    true = tools.frames_of(tools.data_of(replay_page(Record(rules=rules, deals=(whole,)), seat=seat)))
    assert len(frames) == len(true)
    last = tools.data_of(pages[0])["deals"][0]
    assert last["points"] == list(deal.score().points)
    assert "face down" in last["note"]
    for frame, right in zip(frames, true, strict=True):
        assert frame["trick"] == right["trick"]
        for other in range(rules.players):
            shown, truth = frame[f"h{other}"], right[f"h{other}"]
            if isinstance(truth, int):
                assert shown == truth
                continue
            cards = set(re.findall(r"[A-Z]\w+", truth))
            seen = set(re.findall(r"[A-Z]\w+", shown))
            count = re.search(r"\? (\d+)", shown)
            assert seen <= cards
            assert len(seen) + (int(count[1]) if count else 0) == len(cards)
            if frame["ph"] == "play":
                assert seen == cards


def test_verdicts(tools: Any) -> None:
    """Verdicts stand at the plays they are of, with the seats whose tricks they count."""
    record = Record.of(tools.bot_match(fh.Rules(), 500, 1))
    verdicts = tools.verdicts_on(record, 0, 8)
    frames = tools.frames_of(tools.data_of(replay_page(record, verdicts=verdicts)))
    for (_, entry), verdict in verdicts.items():
        event = frames[entry + 1]["e"]
        told = event["v"]
        assert told["values"] == dict(verdict.values)
        assert (told["best"], told["loss"]) == (list(verdict.best), verdict.loss)
        assert event["s"] in told["count"]
    assert "v" not in frames[-9]["e"]


@pytest.mark.parametrize("where", [(0, 0), (0, 999), (3, 20), (-1, 20)])
def test_verdicts_on_nothing(where: tuple[int, int], tools: Any) -> None:
    """A verdict on what is no play is refused."""
    record = Record.of(tools.bot_match(fh.Rules(), 500, 1))
    with pytest.raises(tt.RecordError, match="verdict"):
        replay_page(record, verdicts={where: CardVerdict({"HQ": 1}, ("HQ",), 0)})


def test_wrong_arguments(tools: Any) -> None:
    """A seat that is none, and a record that is none."""
    record = Record.of(tools.deal_of(fh.Rules(), 1))
    with pytest.raises(IndexError, match="seat"):
        replay_page(record, seat=4)
    with pytest.raises(TypeError):
        replay_page("a record")  # type: ignore[arg-type]


def test_save(tmp_path: Path, tools: Any) -> None:
    """A page is written as it is; one that cannot be made leaves no file."""
    record = Record.of(tools.deal_of(sp.Rules(), 1), players=("Zo\u00eb", "B", "C"))
    path = save_page(tmp_path / "page.html", record, seat=1)
    assert path.read_bytes().decode("ascii") == replay_page(record, seat=1)
    with pytest.raises(IndexError):
        save_page(tmp_path / "none.html", record, seat=9)
    assert not (tmp_path / "none.html").exists()


def test_a_tourney_and_a_record_without_deals(tools: Any) -> None:
    """Games of a tourney keep their numbers; a record without any deal makes a page too."""
    tourney, bot = sp.Tourney(sp.Rules(target=50), seed=4, dealer=0), Heuristic()
    while len(tourney.games) < 2:
        deal = None if tourney.game is None else tourney.game.deal
        going = deal is not None and not deal.is_over
        tourney.push(bot.choose(deal.view(deal.turn)) if going else "LOOK")
    data = tools.data_of(replay_page(Record.of(tourney)))
    assert data["kind"] == "tourney"
    assert {deal["game"] for deal in data["deals"]} == {0, 1}
    assert tools.data_of(replay_page(Record.of(fh.Match(seed=1, dealer=0))))["deals"] == []
