"""PTN files are read, in both dialects, strictly and leniently."""

from __future__ import annotations

from pathlib import Path

import pytest

from tricktake import fivehundred as fh
from tricktake import ptn
from tricktake import spades as sp
from tricktake.cards import Card
from tricktake.errors import RecordError
from tricktake.ptn.seats import COMPASS, seat_at, seat_name
from tricktake.records import Ending

DATA = Path(__file__).resolve().parent / "data"
RECORD, TEST = ptn.Dialect


def text_of(name: str) -> str:
    """One of the example files."""
    return (DATA / f"{name}.ptn").read_text(encoding="utf-8")


def test_five_hundred() -> None:
    """Every fact of an example is where it belongs."""
    imported = ptn.read(text_of("five_hundred"))
    record, deal = imported.record, imported.record.deals[0]
    assert imported.warnings == ()
    assert imported.dialect is RECORD
    assert record.players == ("Ann", "Bo (Auto)", "Cy", "7♥ (J♦)")
    assert record.tags == (("event", "An evening of 500"),)
    assert deal.tags == (("UTCDate", "2025.02.01"),)
    assert deal.ending is Ending.OVER
    played = deal.deal(record.rules)
    assert isinstance(played, fh.Deal)
    assert played.dealer == 2  # North
    assert str(played.dealt[0]) == "JK CA CK C9 C8 C6 HQ HJ H10 H7", "the last hand of the tag is South's"
    assert str(played.kitty) == "S7 C5 D7"
    assert [call.text for _, call in played.auction] == ["P", "7H", "P", "P"]
    assert [str(card.card) for card in played.tricks_played()[0]] == ["JK", "HK", "H9", "H5"]
    assert played.scores == (0, 0)
    assert played.score().points == (200, 30)


def test_scores_are_those_after_the_deal() -> None:
    """Public records show scores that have ended the game, so the points of the deal are in them."""
    text = text_of("five_hundred").replace("S:200 30 200 30", "S:510 440 510 440")
    deal = ptn.read(text).record.deals[0]
    assert deal.field("scores") == "310,410"
    open_ = text.split("HQ H6 H4 H8")[0]
    assert ptn.read(open_).record.deals[0].field("scores") == "510,440"
    with pytest.raises(RecordError, match="partners have the same score"):
        ptn.read(text.replace("S:510 440 510 440", "S:510 440 500 440"))


def test_both_dialects_give_one_record() -> None:
    """N-07: the same deal in the two orders; JH and HJ change places."""
    one, other = ptn.read(text_of("five_hundred")), ptn.read(text_of("five_hundred_test"))
    assert (one.dialect, other.dialect) == (RECORD, TEST)
    assert one.record.deals[0].entries == other.record.deals[0].entries
    assert one.record.deals[0].fields == other.record.deals[0].fields
    assert "JH HK" in text_of("five_hundred")
    assert "HJ KH" in text_of("five_hundred_test")


def test_a_file_in_the_other_order_is_caught() -> None:
    """N-07: told the wrong dialect, or with the jack and the joker exchanged, a file is refused."""
    with pytest.raises(RecordError, match=r"line 13, column 11: 'S7C5D7' is not written rank first"):
        ptn.read(text_of("five_hundred"), dialect=TEST)
    with pytest.raises(RecordError, match="is not written suit first"):
        ptn.read(text_of("five_hundred_test"), dialect=RECORD)
    swapped = text_of("five_hundred").replace("JH HK H9 H5", "HJ HK H9 H5")
    with pytest.raises(RecordError, match=r"line \d+, column 1: HJ is played twice"):
        ptn.read(swapped)
    mixed = text_of("five_hundred").replace("C9 CQ CJ C7", "9C CQ CJ C7")
    with pytest.raises(RecordError, match="written in the other order"):
        ptn.read(mixed)


HEAD = '[GameCode "500"]\n[GameOptionsJson "{\\"variation\\":1}"]\n[Dealer "E"]\n'
SOUTH_JOKER = '[Deal "S:AKQ.AK.AK.AK.H - - -"]\n'
SOUTH_JACK = '[Deal "S:AKQ.AKJ.AK.AK - - -"]\n'
SOUTH_BOTH = '[Deal "S:AKQ.AKJ.AK.A.H - - -"]\n'
LEAD = '[Declarer "S"]\n[Contract "7♥"]\n[Play "S"]\n'


def test_what_only_the_deal_tells() -> None:
    """N-07: where every card can be read in both orders, the hands decide, or nobody."""
    assert ptn.read(HEAD + SOUTH_JOKER + LEAD + "JH").dialect is RECORD
    assert ptn.read(HEAD + SOUTH_JOKER + LEAD + "HJ").dialect is TEST
    assert ptn.read(HEAD + SOUTH_JACK + LEAD + "HJ").dialect is RECORD
    assert ptn.read(HEAD + SOUTH_JACK + LEAD + "JH").dialect is TEST
    with pytest.raises(RecordError, match=r"can be the joker or the jack of hearts.*pass dialect"):
        ptn.read(HEAD + SOUTH_BOTH + LEAD + "JH")
    told = ptn.read(HEAD + SOUTH_BOTH + LEAD + "JH", dialect=TEST)
    assert told.record.deals[0].moves[0].text == "HJ"


@pytest.mark.parametrize(
    ("text", "record", "test"),
    [
        ("JH", Card.JK, Card.HJ),
        ("HJ", Card.HJ, Card.JK),
        ("jh", Card.JK, Card.HJ),
        ("♥J", Card.HJ, Card.JK),
        ("J♥", Card.JK, Card.HJ),
        ("TH", None, Card.H10),
        ("10H", None, Card.H10),
        ("HT", Card.H10, None),
        ("H10", Card.H10, None),
        ("H13", Card.H13, None),
        ("J", None, None),
        ("JK", None, None),
        ("JL", None, None),
        ("", None, None),
        ("H1", None, None),
        ("H14", None, None),
    ],
)
def test_cards(text: str, record: Card | None, test: Card | None) -> None:
    """N-07: every spelling of the case, in both orders; what is no card is refused."""
    for dialect, card in ((RECORD, record), (TEST, test)):
        if card is None:
            with pytest.raises(RecordError):
                ptn.read_card(text, dialect)
        else:
            assert ptn.read_card(text, dialect) is card
    assert ptn.read_card("JL", RECORD, spades=True) is Card.JK2


def test_every_card_is_written_and_read() -> None:
    """All cards but the third joker, in both orders."""
    for dialect in ptn.Dialect:
        spelled = {}
        for card in Card:
            if card is Card.JK3:
                with pytest.raises(RecordError, match="two jokers"):
                    ptn.write_card(card, dialect)
                continue
            text = ptn.write_card(card, dialect)
            assert ptn.read_card(text, dialect, spades=card in (Card.JK1, Card.JK2)) is card
            spelled[text] = card
        assert len(spelled) == len(Card) - 2  # JK and JK1 are both the high joker of their game


def test_seats() -> None:
    """Seat 0 is South and the others follow clockwise, for every number of players."""
    for players, points in COMPASS.items():
        assert len(points) == players
        assert points[0] == "S"
        for seat in range(players):
            assert seat_at(seat_name(seat, players).lower(), players) == seat
    # clockwise from South as seen from above
    around = ["S", "SW", "W", "NW", "N", "NE", "E", "SE"]
    for points in COMPASS.values():
        assert list(points) == sorted(points, key=around.index)
    with pytest.raises(RecordError, match="3 players sit at S W E"):
        seat_at("N", 3)


def test_misere() -> None:
    """The partner of a misère sits out: a dash in its column."""
    record = ptn.read(text_of("misere")).record
    played = record.deals[0].deal(record.rules)
    assert played.contract.bid.text == "M"
    assert 0 in played.sits_out
    assert played.score().points == (250, 0)


def test_inkle() -> None:
    """American sixes are signals; a deal that ends on one is thrown in."""
    record = ptn.read(text_of("inkle")).record
    assert record.rules.inkle
    played = record.deals[0].deal(record.rules)
    assert played.contract is None
    assert [call.text for _, call in played.auction] == ["6S", "6NT", "P", "P"]
    longer = text_of("inkle").replace("i♠ iNT", "6S 6NT")
    assert ptn.read(longer).record.deals == record.deals


def test_spades() -> None:
    """Partnership spades with a nil."""
    record = ptn.read(text_of("spades")).record
    played = record.deals[0].deal(record.rules)
    assert isinstance(played, sp.Deal)
    assert [bid.text for bid in played.bids] == ["NIL", "2", "4", "3"]
    assert record.rules.partners
    assert played.score().points == (-135, 50)


def test_hidden_hands() -> None:
    """A report that shows one hand: what it does not tell is not known, but its plays are checked."""
    record = ptn.read(text_of("hidden")).record
    deal = record.deals[0]
    hands = (deal.field("hands") or "").split("|")
    assert [hand.startswith("?") for hand in hands] == [False, True, True, True]
    assert deal.ending is Ending.OPEN
    assert not deal.is_known
    assert len([move for move in deal.moves if move.action is not None]) == 4 + 1 + 24
    # West throws a club on the heart lead, and plays a heart later: no cards allow that
    broken = text_of("hidden").replace("JH HK H9 H5", "JH C2 H9 H5")
    with pytest.raises(RecordError, match="C2 is not in the pack"):
        ptn.read(broken)
    revoke = text_of("hidden").replace("JH HK H9 H5", "JH S6 H9 H5").replace("HQ H6 H4 H8", "HQ HK H4 H8")
    with pytest.raises(RecordError, match="must follow hearts"):
        ptn.read(revoke)


def test_hands_that_the_plays_show() -> None:
    """Where the whole play is told, hidden hands are known after all."""
    full = text_of("five_hundred")
    known = ptn.read(full).record.deals[0].fields
    hidden = full.split('[Deal "')[1].split('"]')[0].split()
    for at in range(1, 4):
        words = [*hidden]
        words[at] = "-"
        text = full.replace(" ".join(hidden), " ".join(words))
        assert ptn.read(text).record.deals[0].fields == known


def test_discards_that_are_not_told() -> None:
    """Without CardsRemoved they follow from ten plays; before that they are not known."""
    full = text_of("five_hundred").replace('[CardsRemoved "S:S7C6C5"]\n', "")
    assert ptn.read(full).record.deals == ptn.read(text_of("five_hundred")).record.deals
    part = ptn.read(full.split("CK S5 CT D8")[0]).record.deals[0]
    assert [move.text for move in part.moves if move.action is None] == ["put ?"]


def test_a_play_without_an_auction() -> None:
    """Contract and declarer without calls: the deal begins with the play."""
    text = HEAD + '[Deal "S:AKQ.AK.AK.AK.H JT98.QJT.QJT. 765.987.98.QT -"]\n' + LEAD + "JH HT H7 -"
    deal = ptn.read(text).record.deals[0]
    assert (deal.field("contract"), deal.field("contractor"), deal.field("tricks")) == ("7H", "0", "0,0,0,0")


def test_led_joker() -> None:
    """The suit that a joker names is told by a tag, by the cards that follow, or not at all."""
    deal = '[Deal "S:AKQ.AK.AK.AK.H JT98.QJT.QJT. 765.987.98.QT -"]\n'
    head = HEAD + deal + '[Declarer "S"]\n[Contract "7NT"]\n[Play "S"]\n'
    assert ptn.read(head + "JH DT D8 -").record.deals[0].moves[0].text == "JK:D"
    with pytest.raises(RecordError, match="the joker names is not told; it could be spades, clubs"):
        ptn.read(head + "JH")
    lenient = ptn.read(head + "JH", lenient=True)
    assert lenient.record.deals[0].moves[0].text == "JK:S"
    assert len(lenient.warnings) == 1
    told = ptn.read(head.replace("[Play", '[TricktakeNamed "H"]\n[Play') + "JH")
    assert told.record.deals[0].moves[0].text == "JK:H"


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("Pass 7♥ Pass", "7♥ 7♥ Pass", "line 17, column 4: .*7H"),
        ("Pass 7♥ Pass", "Pass 17♥ Pass", "line 17, column 6: '17♥' is no call"),
        ('Auction "E"', 'Auction "S"', "line 16, column 11: S does not call first, but E"),
        ('Play "S"', 'Play "W"', "S leads first, not W"),
        ('Contract "7♥"', 'Contract "8♥"', "the auction ended with 7H, not 8H"),
        ('Declarer "S"', 'Declarer "W"', "seat 0 won the auction, not seat 1"),
        ('CardsAdded "S:S7C5D7"', 'CardsAdded "S:S7C5D8"', "the kitty is S7 C5 D7"),
        ('CardsAdded "S', 'CardsAdded "W', "S exchanges cards here, not W"),
        ('CardsRemoved "S:S7C6C5"', 'CardsRemoved "S:S7C6"', "3 cards"),
        ("AQT.94.AKT.JT", "AQT.94.AKT.J2", "C2 is not in the pack"),
        ("AQT.94.AKT.JT", "AQT.94.AKT.JJ", "CJ stands twice"),
        ("AQT.94.AKT.JT", "AQT.94.AKT.J", "each seat gets 10 cards"),
        ('Dealer "N"', 'Dealer "NW"', "4 players sit at S W N E"),
        ("HT DQ DA HA", "HT DQ DA HA C2", "a trick has 4 columns"),
        ("HJ S6 ST SK", "- S6 ST SK", "S is to play before"),
    ],
)
def test_illegal(before: str, after: str, message: str) -> None:
    """What the rules do not allow is an error with line, column and the rule."""
    text = text_of("five_hundred")
    assert before in text
    with pytest.raises(RecordError, match=message) as caught:
        ptn.read(text.replace(before, after, 1))
    assert str(caught.value).startswith("line ")
    assert caught.value.offset >= 0


def test_revoke() -> None:
    """Two cards of West exchanged: the first of them does not follow."""
    text = text_of("five_hundred").replace("HQ H6 H4 H8", "HQ S5 H4 H8").replace("CK S5 CT D8", "CK H6 CT D8")
    with pytest.raises(RecordError, match="line 22, column 4: seat 1 must follow hearts"):
        ptn.read(text)


def test_passes_after_a_pass() -> None:
    """Who has passed has a dash in later rounds, or a pass again; calling is another matter."""
    text = text_of("misere")
    record = ptn.read(text).record
    assert ptn.read(text.replace("Pass Pass\nPass\n", "Pass Pass Pass - Pass\n")).record == record
    with pytest.raises(RecordError, match="the auction was over before E called 8H"):
        ptn.read(text.replace("Pass Pass\nPass\n", "Pass Pass Pass - 8♥\n"))
    with pytest.raises(RecordError, match="W is to call here"):
        ptn.read(text.replace("Pass Pass\nPass\n", "Pass Pass - -\n"))


def test_foreign_logs_drift() -> None:
    """N-11: unknown tags are kept; an unknown option, setting or variant is an error, leniently a warning."""
    text = text_of("five_hundred")
    tagged = text.replace("[Dealer", '[Weather "rain, \\"heavy\\""]\n[Dealer')
    assert ("Weather", 'rain, "heavy"') in ptn.read(tagged).record.deals[0].tags
    for old, new, message in (
        (
            '{\\"variation\\":1',
            '{\\"variation\\":1,\\"threeEyed\\":true',
            "the option threeEyed is not known",
        ),
        ('\\"whenNullo\\":1', '\\"whenNullo\\":7', "7 is not a known setting of the option whenNullo"),
        ('\\"variation\\":1', '\\"variation\\":9', "variation 9 of Five Hundred is not known here"),
    ):
        drifted = text.replace(old, new)
        assert drifted != text
        with pytest.raises(RecordError, match=message):
            ptn.read(drifted)
        if "variation" not in message:  # another auction is not to be guessed
            lenient = ptn.read(drifted, lenient=True)
            assert any(message in warning for warning in lenient.warnings)
            assert lenient.record.deals[0].moves == ptn.read(text).record.deals[0].moves
    with pytest.raises(RecordError, match="the game 'Whist' is not known"):
        ptn.read(text.replace('GameCode "FiveHundred"', 'GameCode "Whist"'), lenient=True)
    for size in (46, 44):
        with pytest.raises(RecordError, match=f"packs of deckSize {size}"):
            ptn.read(text.replace('{\\"variation\\":1', f'{{\\"variation\\":1,\\"deckSize\\":{size}'))


def test_options_that_are_no_rules() -> None:
    """Who may watch a game changes nothing; the tag is kept as it was, and quotes may be bare."""
    text = text_of("five_hundred")
    odd = text.replace('{\\"variation\\":1', '{\\"noWatching\\":true,\\"variation\\":1')
    assert ptn.read(odd).record.rules == ptn.read(text).record.rules
    assert dict(ptn.read(odd).record.deals[0].tags)["GameOptionsJson"].startswith('{"noWatching"')
    bare = text.replace('\\"', '"')
    assert ptn.read(bare).record == ptn.read(text).record


def test_a_missing_bracket_is_an_oddity() -> None:
    """Public records leave it out behind LocalDateTime: a warning, also in strict mode."""
    text = text_of("five_hundred").replace('"2025.02.01"]', '"2025.02.01"')
    assert ptn.read(text).warnings == ("line 10, column 22: the tag UTCDate has no closing bracket",)
