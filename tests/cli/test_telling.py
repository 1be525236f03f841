"""``tricktake replay`` in words: what a record says of its deals, unknown cards, what a single seat saw."""

import json

import pytest

from cli.run import inline
from tricktake import Play
from tricktake import fivehundred as fh
from tricktake.records import DealRecord, Ending, Move, Record, TakeBack, save

START = (
    "five-hundred/1 rules=australian dealer=3 hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 "
    "contract=6H contractor=0 tricks=4,1,2,0"
)


def run(*args, **options):
    code, out, err = inline("replay", *args, **options)
    assert (code, err) == (0, "")
    return out


@pytest.fixture(scope="module")
def match():
    found = fh.Match(seed=5, dealer=0)
    for _ in range(2):
        deal = found.next_deal().push_all("7H-SK P P P")
        while not deal.is_over:
            deal.push(deal.legal_actions[0])
    return found


def test_deals_that_are_not_known_are_told_as_far_as_they_are(tmp_path):
    """A card nobody has told is a ``?``, whatever fits."""
    deal = fh.Deal(dealer=3, seed=1).push_all("7H P P P")
    first = " ".join([card.name for card in deal.dealt[0]][:3])
    deal.push("put " + first)
    for _ in range(6):
        deal.push(deal.legal_actions[0])
    entries = DealRecord.of(deal).entries
    hands = f"{','.join(first.split())},?7|?10|?10|?10"
    put = next(at for at, entry in enumerate(entries) if entry.text.startswith("put"))
    hidden = DealRecord(
        fields=(("dealer", "3"), ("hands", hands), ("kitty", "?3")),
        entries=(*entries[:put], Move(action=None, comment="what?"), *entries[put + 1 :]),
        ending=Ending.ABANDONED,
    )
    path = tmp_path / "a.ttr"
    save(path, [Record(rules=fh.Rules(), deals=(hidden, DealRecord.of(deal)))])
    out = run(str(path), "--ascii")
    part = out.partition("\nDeal 2: ")[0]
    assert part.count("?10") == 3
    assert "?7\n" in part
    assert "Put away: seat 0 ?\n" in part
    assert "Seat 0, put ?: what?" in part
    assert f"Trick 1: seat 0 {deal.finished[0][0].card.name}, seat 1 " in part
    assert part.rstrip().endswith("The deal was abandoned.")
    played = {one.card for trick in (*deal.finished, deal.trick) for one in trick}
    hidden_cards = [card for card in deal.dealt[2] if card not in played]
    assert len(hidden_cards) > 7
    for card in hidden_cards:
        assert card.name not in part


def test_what_a_record_says_is_told(tmp_path):
    """Remarks, take-backs, other lines, tags, and how it stands; I-01 not to a single seat."""
    start = DealRecord.of(fh.Deal.from_text(START))
    entries = (
        Move(
            action=Play("H5"), comment="Oh\x1b!", lines=((Move(action=Play("S9")), Move(action=Play("CA"))),)
        ),
        TakeBack(count=1, comment="sorry"),
        Move(action=Play("HA")),
        Move(action=Play("HK")),
    )
    deal = DealRecord(
        fields=start.fields, entries=entries, ending=Ending.ABANDONED, tags=(("table", "7"), ("other", "x"))
    )
    record = Record(
        rules=fh.Rules(), deals=(deal,), tags=(("event", "Cup"), ("date", "2026-01-02")), comment="Late"
    )
    path = tmp_path / "a.ttr"
    save(path, [record])
    out = run(str(path), "--ascii")
    words = [
        "Event: Cup. Date: 2026-01-02. Table: 7.\nLate\n",
        "Seat 0, H5: Oh?!\nAnother line instead of H5: S9; CA\nSeat 0 takes an action back. sorry\n",
        "On the table: seat 0 HA, seat 1 HK\nThe deal was abandoned.\n",
    ]
    places = [out.find(part) for part in words]
    assert -1 not in places
    assert places == sorted(places)
    assert out.count("The deal was abandoned.") == 1
    seen = run(str(path), "--ascii", "--seat", "2")
    assert "Event: Cup" in seen
    assert "Seat 0 takes an action back.\n" in seen
    for hidden in ("Late", "Oh", "sorry", "instead", "S9", "C9 S7 H8"):
        assert hidden not in seen
    assert "Cards of seat 2: S 7  C 9  H 8" in seen
    assert "The deal was abandoned." in run(str(path), "--analyse")
    assert json.loads(run(str(path), "--analyse", "--json"))["ending"] == "abandoned"
    steps = run(str(path), "--step", "--ascii", stdin="\n" * 9)
    assert steps.rstrip().endswith("The deal was abandoned.\nend>")
    assert "Another line instead of H5: S9; CA" in steps
    shown = inline("show", str(path), "--ascii")[1]
    assert "The deal was abandoned." in shown
    assert "Another line instead of H5: S9; CA\nSeat 0 takes an action back. sorry\n" in shown


def test_an_open_deal_says_so(tmp_path):
    path = tmp_path / "a"
    path.write_text(fh.Deal(dealer=3, seed=5).push_all("7H P").to_text(), encoding="utf-8")
    out = run(str(path), "--ascii")
    assert out.endswith("Calls: seat 0 7H, seat 1 pass\nThe deal is still open.\n")
    steps = run(str(path), "--step", "--ascii", stdin="\n" * 9)
    assert "step 1 of 4. Seat 0 looks.\n" in steps
    assert "LOOK" not in steps


def test_a_seat_is_told_what_it_saw(tmp_path, match):
    """I-01: no card of another seat before it is played."""
    path = tmp_path / "a"
    path.write_text(match.to_text(), encoding="utf-8")
    deal = match.deals[0]
    out = run(str(path), "--deal", "1", "--ascii", "--seat", "3")
    head = out.partition("  trick ")[0]
    assert "Cards of seat 3: " in head
    assert out.count(" won by") == 10
    for card in deal.dealt[1]:
        assert card.name not in head


def test_a_record_without_deals(tmp_path):
    path = tmp_path / "a.ttr"
    save(path, [Record.of(fh.Match(seed=1, dealer=0))])
    for command in ("replay", "show"):
        assert inline(command, str(path)) == (0, f"{path}: there is no deal in it yet.\n", "")
