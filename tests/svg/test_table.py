"""What a picture of a table or an auction says besides its cards."""

from __future__ import annotations

import random

import pytest

from svg.reading import RULES, Drawing, deals, draw, in_phase, play_on
from tricktake import Card, Phase, Strain, svg
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.svg._suits import SUITS

NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve", "Fay")


def of_seat(drawing: Drawing, seat: int) -> str:
    """The part of the text that draws the field of a seat."""
    return drawing.text.split(f'data-seat="{seat}"')[1].split("data-seat=")[0].split("data-group=")[0]


def texts_of(drawing: Drawing, seat: int) -> list[str]:
    """The texts in the field of a seat, those on cards among them."""
    group = next(element for element in drawing.root.iter() if element.attrib.get("data-seat") == str(seat))
    return [element.text or "" for element in group.iter() if element.tag.endswith("text")]


@pytest.mark.parametrize("name", RULES)
def test_dealer_turn_tricks_and_scores(name: str) -> None:
    """At every stage the marks stand in the right fields, and only there."""
    rules = RULES[name]
    names = NAMES[: rules.players]
    for deal in deals(rules, range(40, 41), 4):
        drawing = draw(svg.table(deal, names=names))
        for seat in range(rules.players):
            texts, part = texts_of(drawing, seat), of_seat(drawing, seat)
            assert names[seat] in texts
            assert ("D" in texts) == (seat == deal.dealer)
            assert (f'fill="{svg.LIGHT.mark}"' in part) == (seat == deal.turn)
            notes = next(text for text in texts if "point" in text)
            sits_out = isinstance(deal, fh.Deal) and seat in deal.sits_out
            assert ("sits out" in notes) == sits_out
            if deal.phase in (Phase.PLAY, Phase.OVER) and not sits_out:
                won = deal.tricks[seat]
                assert notes.startswith(f"{won} trick{'' if won == 1 else 's'} ")
            if isinstance(deal, sp.Deal):
                bid = deal.bids[seat]
                side = deal.rules.side_of(seat)
                assert f"{deal.bags[side]} bags" in notes
                if bid is not None and bid.level is not None:
                    assert bid.text in texts
        if deal.turn is None:
            assert not any(f'fill="{svg.LIGHT.mark}"' in of_seat(drawing, seat) for seat in range(len(names)))


def test_contract_contractor_and_tricks_needed() -> None:
    """The contract stands over the table with its suit, and in the field of the contractor."""
    deal = fh.Deal(dealer=3, seed=500).push_all("7H P 8H P P")
    drawing = draw(svg.table(deal, names=NAMES[:4]))
    assert {"8", "by Cem: 8 tricks needed", "Cem to put cards away"} <= set(drawing.texts)
    assert drawing.title == "Five Hundred, all hands open: 8 hearts by Cem: 8 tricks needed"
    assert [("8" in texts_of(drawing, seat)[:3]) for seat in (0, 1, 3)] == [False] * 3
    assert SUITS[3] in of_seat(drawing, 2).split("data-card")[0]


def test_calls_stand_with_the_seats_that_made_them() -> None:
    """During the auction each seat shows its last call."""
    deal = fh.Deal(dealer=3, seed=500).push_all("7H P 8NT")
    drawing = draw(svg.table(deal.view(3), names=NAMES[:4]))
    assert "7" in texts_of(drawing, 0)
    assert "pass" in texts_of(drawing, 1)
    assert "8 NT" in texts_of(drawing, 2)
    assert {"high bid 8 NT by Cem", "Dee to call", "Five Hundred, seen by Dee"} <= set(drawing.texts)


def test_bids_of_spades() -> None:
    """Every seat shows its bid; what they come to stands over the table."""
    deal = sp.Deal(dealer=2, seed=500, scores=(10, -120, 1), bags=(1, 2, 0)).push_all("5; NIL; 6")
    drawing = draw(svg.table(deal.view(0)))
    assert {"11 tricks bid, 17 to be won", "Seat 0 to lead", "spades are not broken"} <= set(drawing.texts)
    for seat, bid, notes in (
        (0, "5", "0 tricks · 1 bag · 10 points"),
        (1, "nil", "0 tricks · 2 bags · −120 points"),
        (2, "6", "0 tricks · 0 bags · 1 point"),
    ):
        assert {bid, notes} <= set(texts_of(drawing, seat))


def test_trick_in_progress_and_the_one_before() -> None:
    """Cards stand as they were played and the best is framed; a whole trick stays until the next lead."""
    deal = fh.Deal(dealer=3, seed=500).push_all("6S-SK P P P CA C5 C7")
    drawing = draw(svg.table(deal))
    trick = [thing for thing in drawing.things if thing.group[0] == "felt"]
    assert [thing.name for thing in trick] == ["CA", "C5", "C7"]
    assert "Seat 0 led" in drawing.texts
    felt = drawing.text.split("data-felt")[1].split("data-seat")[0]
    framed = felt.split('data-card="CA"')[1].split("data-card")[0]
    assert f'stroke="{svg.LIGHT.good}"' in framed
    assert felt.count(f'stroke="{svg.LIGHT.good}"') == 1
    deal.push("C9")
    drawing = draw(svg.table(deal))
    assert drawing.cards(again=True) == ["CA", "C5", "C7", "C9"]
    assert "last trick, won by Seat 0" in drawing.texts


def test_the_winning_card_need_not_be_the_lead() -> None:
    """The left bower, a diamond, wins a trick of hearts; the lead has the marked number."""
    played = [(0, Card.HA), (1, Card.DJ), (2, Card.DA), (3, Card.HK)]
    text = svg.trick(played, order=Strain.HEARTS)
    parts = dict(zip(("HA", "DJ", "DA", "HK"), text.split("data-card=")[1:], strict=True))
    framed = [name for name, part in parts.items() if f'stroke="{svg.LIGHT.good}"' in part]
    assert framed == ["DJ"]
    assert f'fill="{svg.LIGHT.accent}"' in parts["HA"]
    assert f'fill="{svg.LIGHT.accent}"' not in text.split("data-card=", 2)[2]
    assert f'stroke="{svg.LIGHT.good}"' not in svg.trick(played)


def test_named_and_nominated_suits_of_the_joker() -> None:
    """A joker led at no trump shows its suit; a nominated one is spoken of."""
    deal = fh.Deal.from_text(
        "five-hundred/1 rules=australian dealer=3 hands=JK,D9,H4|SA,D10,H5|S8,C8,C7|S7,CA,DA kitty=- "
        "contract=8NT contractor=0 tricks=3,4,0,0 led=SH : JK:D"
    )
    text = svg.table(deal.view(2))
    joker = text.split('data-card="JK"')[1].split("</g>")[1]
    assert SUITS[2] in joker
    assert SUITS[2] in svg.trick(deal.trick, players=4)
    deal = in_phase(fh.Rules(), Phase.NOMINATION)
    deal.push("name H")
    drawing = draw(svg.table(deal))
    assert "the joker is one of the" in drawing.texts


def test_called_card_and_partner_of_five() -> None:
    """The called card is public; its holder is named only to those who know (FH-P5-2)."""
    deal = in_phase(RULES["five"], Phase.PARTNER)
    assert isinstance(deal, fh.Deal)
    seat = deal.turn
    assert seat is not None
    card = next(
        card
        for card in (Card.SA, Card.CA, Card.DA, Card.HA)
        if f"call {card.name}" in deal.legal_actions and any(card in deal.hand(at) for at in range(5))
    )
    deal.push(f"call {card.name}")
    while deal.phase is not Phase.PLAY:
        deal.push(deal.legal_actions[0])
    partner = deal.partner
    assert partner is not None
    for viewer in range(5):
        drawing = draw(svg.table(deal.view(viewer)))
        assert "called" in drawing.texts
        told = ["partner" in next(t for t in texts_of(drawing, at) if "point" in t) for at in range(5)]
        assert told == [viewer == partner == at for at in range(5)]


@pytest.mark.parametrize(
    ("text", "words"),
    [("P; P; P; P", "thrown in: all have passed"), ("6S; P; P; P", "by Seat 0: 6 tricks needed")],
)
def test_endings(text: str, words: str) -> None:
    """A deal that is over says how it went."""
    deal = fh.Deal(dealer=3, seed=1).push_all(text)
    chance = random.Random(1)
    while not deal.is_over:
        play_on(deal, chance)
    texts = draw(svg.table(deal.view(2))).texts
    assert words in texts
    if deal.contract is not None:
        won = sum(deal.tricks[seat] for seat in deal.contract.side)
        result = "made" if deal.score().made else "lost"
        assert f"{result}, with {won} tricks" in texts


# ---- the auction -----------------------------------------------------------------------------------


def columns(drawing: Drawing) -> list[list[str]]:
    """The texts of each row of a list."""
    rows = [element for element in drawing.root.iter() if "data-row" in element.attrib]
    return [[part.text or "" for part in row.iter() if part.tag.endswith("text")] for row in rows]


def test_auction_begins_with_the_first_caller() -> None:
    """A column for each seat from the dealer's left; a new row where the calls come round."""
    deal = fh.Deal(dealer=1, seed=500).push_all("6S P 7NT P 8H P")
    drawing = draw(svg.auction(deal, names=NAMES[:4]))
    heads = drawing.texts[drawing.texts.index("Five Hundred") + 1 :][:4]
    assert heads == ["Cem", "Dee", "Ann", "Bob, dealer"]
    assert columns(drawing) == [["6", "pass", "7 NT", "pass"], ["8", "pass"]]


def test_auction_leaves_out_seats_that_have_passed() -> None:
    """With final passes the later rows have gaps, and every call stands under its seat."""
    deal = fh.Deal(dealer=3, seed=500).push_all("6S P 7NT P 8S 8NT P")
    drawing = draw(svg.auction(deal))
    assert columns(drawing) == [["6", "pass", "7 NT", "pass"], ["8", "8 NT"], ["pass"]]
    places = {
        text: [float(part.attrib["x"]) for part in drawing.root.iter() if part.text == text]
        for text in ("7 NT", "8 NT", "Seat 2", "Seat 1")
    }
    assert places["7 NT"] == places["8 NT"] == places["Seat 2"]
    assert places["Seat 1"] < places["Seat 2"]


def test_auction_in_progress_marks_the_next_call() -> None:
    """A question mark stands where the next call goes; none once the auction is over."""
    deal = fh.Deal(dealer=3, seed=500)
    assert columns(draw(svg.auction(deal))) == [["?"]]
    deal.push_all("7H P")
    assert columns(draw(svg.auction(deal.view(2)))) == [["7", "pass", "?"]]
    deal.push_all("P P")
    assert "?" not in draw(svg.auction(deal)).texts


def test_auction_of_a_single_round_and_special_bids() -> None:
    """Spades: one row; special bids in words."""
    deal = sp.Deal(dealer=2, seed=500).push_all("BN; 1F; SM")
    assert columns(draw(svg.auction(deal))) == [["blind nil", "1 for 50", "moon"]]
    deal = fh.Deal(fh.Rules(misere_requires_7=False), dealer=3, seed=500).push_all("M-SK P P P")
    assert columns(draw(svg.auction(deal))) == [["misère sans kitty", "pass", "pass", "pass"]]
    drawing = draw(svg.table(deal))
    assert any("who must win no trick" in text for text in drawing.texts)


def test_hand_order_by_strain_of_no_trump() -> None:
    """At no trump the joker stands first and nothing else moves."""
    shown = draw(svg.hand("JK SA HJ DJ", order=Strain.NO_TRUMP)).cards()
    assert shown == ["JK", "HJ", "SA", "DJ"]
