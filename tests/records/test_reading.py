"""Strict reading says where and what was expected; lenient reading keeps what stands before the damage."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace

import pytest

from records.samples import NAMES, made_by_hand
from tricktake import IllegalAction, RecordError, parse_action
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.records import (
    Ending,
    ReadError,
    Record,
    TakeBack,
    iter_records,
    read_records,
    write_records,
)

WORDS = made_by_hand()["words"]


def single(actions: str = "7H P 8H P P", **more: object) -> Record:
    """A record of one deal of the Australian game."""
    return Record.of(fh.Deal(dealer=3, seed=500).push_all(actions), **more)  # type: ignore[arg-type]


TEXT = single(players=("Ann", "Bo", "Cy", "Di"), tags={"event": "Club"}).to_text()
LINES = TEXT.splitlines()


def error_of(text: str) -> ReadError:
    """The error of strict reading."""
    with pytest.raises(ReadError) as caught:
        read_records(text)
    return caught.value


# ---- the place of damage -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "expected"),
    [
        ('[event "Club"]', '[event "Club]', 6, 14, '" at the end of the value'),
        ('[event "Club"]', '[event "Club"', 6, 14, "a blank and a value in quotes, or ]"),
        ('[event "Club"]', '[event Club]', 6, 8, "a blank and a value in quotes, or ]"),
        ('[event "Club"]', '[event "a\\qb"]', 6, 10, "an escape"),
        ('[event "Club"]', '[event "\\u{d800}"]', 6, 9, "an escape"),
        ('[event "Club"]', '[event "a\x00b"]', 6, 10, '" at the end of the value'),
        ('[event "Club"]', '[ "Club"]', 6, 2, "the name of a tag"),
        ('[event "Club"]', "Club", 6, 1, "a tag, a comment or a deal"),
        ('[event "Club"]', '[event "a"]\n[event "b"]', 7, 1, ""),
        ('[event "Club"]', "{ never closed", 6, 1, "} at the end of the comment"),
        ('[event "Club"]', "{ a { b }", 6, 5, "\\{ in a comment"),
        ('[game "five-hundred"]', '[game "whist"]', 2, 1, "a game"),
        ('[kind "deals"]', '[kind "tourney"]', 3, 1, "deals or match"),
        ('[rules "australian"]', '[rules "austrian"]', 4, 1, "rules"),
        ('[players "Ann" "Bo" "Cy" "Di"]', '[players "Ann"]', 5, 1, "4 names"),
        ('[tricktake-record "1"]', '[tricktake-record "2"]', 1, 1, "version 1"),
        ('[tricktake-record "1"]', "x", 1, 1, 'a comment or [tricktake-record "1"]'),
        ('[deal "1"]', '[deal "2"]', 8, 1, ""),
        ('[dealer "3"]', '[dealer "4"]', 9, 1, ""),
        ('[dealer "3"]', '[dealer "x"]', 9, 1, "dealer"),
        ('[kitty "D5,D4,H6"]', '[kitty "D5,D4,D4"]', 12, 1, "kitty"),
        ('[kitty "D5,D4,H6"]', '[kitty "D5,D4,SA"]', 11, 1, ""),
        ('[ending "open"]', '[ending "lost"]', 13, 1, "over or open or abandoned"),
        ('[ending "open"]', '[ending "over"]', 13, 1, ""),
        ('[ending "open"]', '[ending "open"]\n[points "1,2"]', 14, 1, ""),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H; LOOK; 6S;", 14, 17, "a legal action"),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H; LOOK; P\n", 15, 2, "; between two actions"),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H; ; P;", 14, 11, "an action"),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H; (8H); P;", 14, 11, "an action, before another line in its stead"),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H (); LOOK; P;", 14, 11, "an action"),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H (8H; LOOK; P;", None, None, ") at the end of the other line"),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H); LOOK; P;", 14, 9, None),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H (6S-SK; 6S); LOOK; P;", 14, 18, "a legal action"),
        ("LOOK; 7H; LOOK; P;", "LOOK; undo 2; 7H; LOOK; P;", 14, 7, ""),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H (undo 1); LOOK; P;", 14, 11, ""),
        ("LOOK; 7H; LOOK; P;", '[note "x"] LOOK; 7H; LOOK; [note2 "y"] P;', 14, 28, None),
        ("LOOK; 7H; LOOK; P;", "LOOK; 7H; LOOK; put ?;", None, None, None),
        ("LOOK; 7H; LOOK; P;", f"LOOK; {'x' * 101}; LOOK; P;", 14, 7, "an action"),
    ],
)  # fmt: skip
def test_errors_say_where(
    old: str, new: str, line: int | None, column: int | None, expected: str | None
) -> None:
    """Every error has a line and a column, and says what should have stood there; lenient reading goes on."""
    assert old in TEXT
    text = TEXT.replace(old, new, 1)
    error = error_of(text)
    if line is not None:
        assert (error.line, error.column) == (line, column), error
    assert str(error).startswith(f"line {error.line}, column {error.column}: ")
    if expected is not None:
        assert error.expected == expected, error
    found = read_records(text, lenient=True)
    first = found.warnings[0]
    assert (first.line, first.column) == (error.line, error.column)
    assert list(read_records(write_records(found))) == list(found)


def test_an_error_is_a_value_of_its_own() -> None:
    """It can be pickled, and keeps its place."""
    error = error_of(TEXT.replace("7H", "7X"))
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.line, again.column, again.expected) == (str(error), 14, 7, "a legal action")
    assert isinstance(error, RecordError)
    assert "7X" in str(error)


# ---- lenient reading never makes anything up ---------------------------------------------------------


def actions_of(record: Record) -> list[list[str]]:
    """The texts of the actions of every deal."""
    return [[entry.text for entry in deal.entries] for deal in record.deals]


def test_lenient_reading_of_every_prefix() -> None:
    """A text cut anywhere gives the actions before the cut, never another one, such as 1 for 10."""
    game = Record.of(sp.Deal(sp.Rules.official(), dealer=2, seed=500).push_all("10 NIL"))
    back = replace(game.deals[0], entries=(*game.deals[0].entries, TakeBack(count=2)))
    for record in (WORDS, game, replace(game, deals=(back,))):
        text, whole = record.to_text(), actions_of(record)
        for end in range(len(text)):
            found = read_records(text[:end], lenient=True)
            assert len(found) <= 1
            for cut in found:
                for told, full in zip(actions_of(cut), whole, strict=False):
                    assert told == full[: len(told)]


def test_an_action_ends_where_it_can_be_seen() -> None:
    """An action at the very end of a text, or before damage, may have been a longer one."""
    for text in (TEXT + "8H", TEXT + "undo ", TEXT + "8H\x00; P;", TEXT + '8H"; P;', TEXT + "8H]"):
        assert error_of(text).expected == "; or a line end after the action"
        assert read_records(text, lenient=True)[0] == Record.from_text(TEXT)


def test_a_cut_deal_is_abandoned_or_open() -> None:
    """What was over is not over without its end; what was going on goes on."""
    deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("P P P P")
    text = Record.of(deal).to_text()
    found = read_records(text.replace("P; P; P; P;", "P; P; XX; P;"), lenient=True)[0]
    assert found.deals[0].ending is Ending.ABANDONED
    assert found.deals[0].points is None
    assert [move.text for move in found.deals[0].moves] == ["P", "P"]
    found = read_records(TEXT.replace("8H", "88H"), lenient=True)[0]
    assert found.deals[0].ending is Ending.OPEN


def test_later_deals_are_kept() -> None:
    """Damage in one deal leaves the next one as it was, even an open comment."""
    two = replace(single("7H P"), deals=(single("7H P").deals[0], single("7S P P").deals[0]))
    text = two.to_text()
    for old, new in (("7H;", "7H {;"), ("7H;", "7H (8H;"), ('[dealer "3"]', '[dealer "3]'), ("7H;", '7H "')):
        with pytest.raises(ReadError):
            read_records(text.replace(old, new, 1))
        found = read_records(text.replace(old, new, 1), lenient=True)[0]
        assert found.deals[-1] == two.deals[-1]


def test_a_tag_behind_the_actions_takes_nothing_that_stands_before_it() -> None:
    """Whatever it is called: the deal before it was complete, and stays so."""
    deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("P P P P")
    record = Record.of([deal, deal])
    text = record.to_text()
    for tag in ('[dealer "3"]', '[points "1,2"]', '[kitty "x"]', '[note "x"]', "[", "[]"):
        damaged = text + tag + "\n"
        error = error_of(damaged)
        assert (error.line, error.column) == (text.count("\n") + 1, 1), tag
        assert "tags stand before the actions" in error.expected
        found = read_records(damaged, lenient=True)
        assert found[0].deals[:2] == record.deals, tag
        assert found.warnings
    damaged = text.replace('[deal "2"]', '[Deal "2"]')
    error = error_of(damaged)
    assert damaged.splitlines()[(error.line or 0) - 1] == '[Deal "2"]'
    found = read_records(damaged, lenient=True)
    assert found[0].deals == record.deals[:1]
    assert len(found.warnings) == 1


def test_messages_name_the_cause() -> None:
    """What is wrong is named, not something that follows from it."""
    assert "; a ; belongs between two actions" in str(error_of(TEXT.replace("LOOK; P;", "LOOK P;")))
    assert "belongs" not in str(error_of(TEXT.replace("7H;", "put XX;")))
    over = TEXT.replace('"open"', '"over"')
    assert str(error_of(over)).endswith("the record says over, but the deal is not over")


def test_an_abandoned_deal_is_named_where_the_next_does_not_follow() -> None:
    """The next deal would be dealt in its stead, by the same dealer."""
    match = fh.Match(fh.Rules(blind_misere=False), seed=1, dealer=0)
    for _ in range(8):
        match.push("P")
    record = Record.of(match)
    first = replace(
        record.deals[0], entries=record.deals[0].entries[:2], ending=Ending.ABANDONED, points=None
    )
    error = error_of(replace(record, deals=(first, record.deals[1])).to_text())
    assert "its dealer should be 0, not 1; deal 1 is abandoned" in str(error)


def test_a_field_that_cannot_be_is_named_by_its_place() -> None:
    """The dealer is at fault, not the pack or the hands."""
    pack = ",".join([card.name for card in fh.PACKS["43"]])
    head = (
        '[tricktake-record "1"]\n[game "five-hundred"]\n[kind "deals"]\n[rules "australian"]\n\n[deal "1"]\n'
    )
    for cards in (f'[pack "{pack}"]\n', '[hands "?10|?10|?10|?10"]\n[kitty "?3"]\n'):
        error = error_of(f'{head}{cards}[ending "open"]\n[dealer "9"]\n')
        assert str(error).endswith(": dealer 9 is not in 0..3")
        assert error.line == 8 + cards.count("\n")


def test_a_match_that_no_longer_follows_is_read_as_deals() -> None:
    """Deals after a cut one cannot follow from it; they stay as single deals, and the seed as a tag."""
    match = fh.Match(fh.Rules(blind_misere=False), seed=1, dealer=0)
    for _ in range(8):
        match.push("P")
    text = Record.of(match).to_text()
    found = read_records(text.replace("P; P; P; P;", "P; P; X; P;", 1), lenient=True)
    assert len(found) == 1
    assert found[0].kind == "deals"
    assert ("seed", "1") in found[0].tags
    assert len(found[0].deals) == 2
    assert "single deals" in str(found.warnings[-1])


def test_wrong_results_are_found() -> None:
    """Points, an ending or winners that are not so stop strict reading."""
    game = sp.Game(
        sp.Rules.from_text("official,target=100,wins_needed=1"), seed=3, dealer=0, scores=(90, 0, 0)
    )
    while not game.is_over:
        deal = game.deal if game.deal is not None and not game.deal.is_over else game.next_deal()
        deal.push(deal.legal_actions[0])
    record = Record.of(game)
    assert record.winners is not None
    text = record.to_text()
    winner = f'[winners "{record.winners[0]}"]'
    assert winner in text
    other = f'[winners "{(record.winners[0] + 1) % 3}"]'
    assert "that have won" in str(error_of(text.replace(winner, other)))
    assert "number" in str(error_of(text.replace(winner, '[winners "x"]')))
    found = re.search(r'\[points "([^"]*)"\]', text)
    assert found is not None
    assert "scored" in str(error_of(text.replace(found[0], '[points "1,2,3"]', 1)))
    mended = read_records(text.replace(winner, other), lenient=True)
    assert mended[0].winners is None
    assert mended[0].contest() == game


def test_terms_that_do_not_follow() -> None:
    """In a match every deal has the dealer, the scores and the cards that are due."""
    match = fh.Match(fh.Rules(blind_misere=False), seed=1, dealer=0)
    for _ in range(8):
        match.push("P")
    text = Record.of(match).to_text()
    assert "deal 2: its dealer should be 1, not 2" in str(
        error_of(text.replace('[dealer "1"]', '[dealer "2"]'))
    )
    assert "not those of the seed" in str(error_of(text.replace('[seed "1"]', '[seed "2"]')))
    head, tail = text.rsplit('[scores "0,0"]', 1)
    assert "deal 2: its scores should be 0,0, not 5,0" in str(error_of(f'{head}[scores "5,0"]{tail}'))
    assert error_of(text.replace('[seed "1"]\n', "")).expected == "a tag seed"


# ---- cases from public reports -----------------------------------------------------------------------


def test_void_suits_and_empty_hands() -> None:
    """N-01: hands without a suit, without three, the joker alone, empty hands; a dot string is refused."""
    texts = [
        "JK|HA|DA|CA",
        "SA,SK|CA,CK|DA,DK|HA,HK",
        "JK,HA,DA|CK,SK,HK|CQ,SQ,HQ|C9,S9,H9",
        "-|-|-|-",
    ]
    for hands in texts:
        deal = fh.Deal.from_text(
            f"five-hundred/1 rules=australian dealer=0 hands={hands} contract=6C contractor=0 tricks=0,0,0,0"
        )
        record = Record.of(deal)
        assert Record.from_text(record.to_text()) == record
        assert Record.from_json(record.to_json()) == record
        start = record.deals[0].start(fh.Rules())
        assert [start.hand(seat) for seat in range(4)] == list(deal.dealt)
    dots = TEXT.replace('[kitty "D5,D4,H6"]', '[kitty "..54.6"]')
    error = error_of(dots)
    assert (error.line, "kitty" in str(error)) == (12, True)


def test_comments_anywhere() -> None:
    """N-02: before the first tag, between tags, in the play, over several lines, at the end of the file."""
    text = "{before}\n" + TEXT.replace('[event "Club"]', '{one}\n% gone\n[event "Club"]\n\n{ two\n lines }')
    text = text.replace('[kitty "D5', '{in the tags}\n[kitty "D5').replace(
        "LOOK; 7H;", "{first} LOOK; 7H; {after\nit}"
    )
    text = text.rstrip("\n").replace("8H; ", "8H\n% a line of its own\n; ") + "{end}"
    record = Record.from_text(text)
    plain = Record.from_text(TEXT)
    assert record.digest() == plain.digest()
    assert actions_of(record) == actions_of(plain)
    assert record.comment == "before\none\ntwo\n lines"
    deal = record.deals[0]
    assert deal.comment == "in the tags\nfirst"
    assert [entry.comment for entry in deal.entries if entry.comment] == ["after\nit", "end"]
    assert Record.from_text(record.to_text()) == record
    assert "gone" not in record.to_text()


MIDDLE = {
    "a tag without a closing quote": (TEXT.replace('[event "Club"]', '[event "Club]'), True),
    "two blank lines": (
        TEXT.replace("\n\n[deal", "\n\n\n\n[deal").replace("LOOK; 7H", "\n\nLOOK; 7H"),
        False,
    ),
    "a name like moves": (TEXT.replace('"Bo"', '"7♥ (J♦)"'), False),
    "brackets in names": (TEXT.replace('"Bo"', r'"[deal \"2\"] {(;"'), False),
    "a lost bracket": (TEXT.replace('[dealer "3"]', 'dealer "3"]'), True),
    "an open comment": (TEXT.replace("7H;", "7H {lost;"), True),
    "an open line": (TEXT.replace("7H;", "7H (((8H;"), True),
}


@pytest.mark.parametrize("case", MIDDLE)
def test_one_bad_header_never_splits_or_drops_a_game(case: str) -> None:
    """N-05: one error with its place, the other two read; leniently the middle one too."""
    middle, is_bad = MIDDLE[case]
    first, last = single("7S P P P"), WORDS
    text = "\n".join([first.to_text(), middle, last.to_text()])
    for data in (
        text.encode(),
        b"\xef\xbb\xbf" + text.encode(),
        text.replace("\n", "\r\n").encode(),
        b"\xff\xfe" + text.encode("utf-16-le"),
        b"\xfe\xff" + text.replace("\n", "\r\n").encode("utf-16-be"),
    ):
        parts = list(iter_records(data))
        assert (parts[0], parts[-1], len(parts)) == (first, last, 3)
        found = read_records(data, lenient=True)
        assert (found[0], found[-1], len(found)) == (first, last, 3)
        if is_bad:
            error = parts[1]
            assert isinstance(error, ReadError)
            assert error.line is not None
            assert (
                first.to_text().count("\n") < error.line < text.count("\n") - last.to_text().count("\n") + 1
            )
            with pytest.raises(ReadError):
                read_records(data)
            assert found.warnings
        else:
            assert isinstance(parts[1], Record)
            assert list(read_records(data)) == parts
            assert not found.warnings


def test_spellings_of_cards() -> None:
    """N-07: suit first on output; rank first is read too; JH and HJ are the jack of hearts, JK the joker."""
    rules = fh.Rules(blind_misere=False)
    hands = [
        "HJ H10 HA SA SK SQ SJ S10 S9 S8",
        "HK HQ C5 C6 C7 C8 C9 C10 CJ CQ",
        "H9 H8 H7 CK CA D4 D5 D6 D7 D8",
    ]
    hands.append("H6 H5 H4 D9 D10 DJ DQ DK DA JK")
    deal = fh.Deal(rules, dealer=3, hands=hands, kitty="S5 S6 S7").push_all("6NT; P; P; P; put S5 S6 S7")
    text = Record.of(deal).to_text()
    for spelling in ("JH", "HJ", "jh", "J♥", "♥J"):
        found = Record.from_text(f"{text.rstrip()} {spelling}; ")
        assert found.deals[0].moves[-1].text == "HJ"
        assert "HJ;" in found.to_text().splitlines()[-1]
    for spelling in ("10H", "TH", "H10", "th"):
        assert Record.from_text(f"{text.rstrip()} {spelling}\n").deals[0].moves[-1].text == "H10"
    assert parse_action("JK").text == "JK"
    for spelling in ("J", "JX", "1H"):
        error = error_of(f"{text.rstrip()} {spelling};")
        assert repr(spelling) in str(error)
    assert "the joker is JK" in str(error_of(f"{text.rstrip()} J;"))
    with pytest.raises(IllegalAction):
        deal.copy().push("JK")


def test_unknown_tags_are_kept_unknown_rules_are_not() -> None:
    """N-11: a tag nobody knows is kept; an option or value nobody knows is an error, or loses the record."""
    record = Record.from_text(TEXT.replace('[event "Club"]', '[X-Engine.v2 "7"]'))
    assert record.tags == (("X-Engine.v2", "7"),)
    for rules in ("australian,deck5=43", "australian,deck4=44", "prussian", "australian,deck4", ""):
        text = TEXT.replace('[rules "australian"]', f'[rules "{rules}"]')
        error = error_of(text)
        assert (error.line, error.expected) == (4, "rules")
        found = read_records(f"{text}\n{TEXT}", lenient=True)
        assert list(found) == [Record.from_text(TEXT)]
        assert str(found.warnings[0]).startswith("line 4, column 1: rules: ")
        assert "left out" in str(found.warnings[0])
        with pytest.raises(ReadError, match=r"at \$\.rules: rules: "):
            Record.from_json(Record.from_text(TEXT).to_json().replace('"australian"', f'"{rules}"'))


def test_names_that_look_like_markup() -> None:
    """N-10: names are kept as they are; escaping them is the business of what shows them."""
    record = single(players=(NAMES[4], "a & b", "</svg>", '" onload="x'))
    assert Record.from_text(record.to_text()).players == record.players
    assert Record.from_json(record.to_json()).players == record.players
