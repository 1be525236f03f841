"""Where things stand: nothing outside the picture, nothing over an index, no seat in another's field."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from games.small_deals import CASES, random_start
from svg.reading import RULES, Drawing, Thing, deals, draw, in_phase
from tricktake import Card, CardSet, Phase, Strain, svg
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.svg._face import BIG, SMALL


def check_cards(drawing: Drawing) -> None:
    """Every index is drawn inside its card and is covered by nothing that comes after it."""
    for at, thing in enumerate(drawing.things):
        assert drawing.box.holds(thing.box)
        if thing.name is None:
            continue
        assert len(thing.index) == 2, thing
        for part in thing.index:
            assert thing.box.holds(part), (thing.name, part, thing.box)
            for later in drawing.things[at + 1 :]:
                assert not later.box.meets(part), f"{later.name or 'a back'} covers the index of {thing.name}"


def check_table(drawing: Drawing, players: int) -> None:
    """Fields of seats, felt and groups keep apart; cards lie in the field of their seat."""
    assert set(drawing.fields) == set(range(players))
    assert drawing.felt is not None
    for one, other in combinations([*drawing.fields.values(), drawing.felt], 2):
        assert not one.meets(other)
    for place in (*drawing.fields.values(), drawing.felt):
        assert drawing.box.holds(place)
    places: dict[object, list[Thing]] = {}
    for thing in drawing.things:
        if thing.seat is not None:
            assert drawing.fields[thing.seat].holds(thing.box)
            places.setdefault(thing.seat, []).append(thing)
        elif thing.group[0] == "felt":
            assert drawing.felt.holds(thing.box)
            places.setdefault((thing.name, "trick"), []).append(thing)
        else:
            assert thing.group[0] == "group"
            places.setdefault(thing.group, []).append(thing)
    for one_place, other_place in combinations(places.values(), 2):
        assert not any(one.box.meets(other.box) for one in one_place for other in other_place)
    for box in drawing.boxes:
        assert drawing.box.holds(box), box
    for seat, labels in drawing.labels.items():
        for one, other in combinations(labels, 2):
            assert not one.meets(other), (seat, one, other)
        for label in labels:
            assert drawing.fields[seat].holds(label)


NAMES = (
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "Maximiliana Wilhelmina von und zu Hohenlohe",
    "iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii",
    "張偉的很長很長很長很長很長很長的名字",
    "דוד המלך הגדול של ישראל ושל יהודה",
    "",
)


@pytest.mark.parametrize("name", RULES)
def test_tables_of_all_rules_and_stages(name: str) -> None:
    """All seats of two to six, hands of up to seventeen cards, piles, kitties and tricks."""
    rules = RULES[name]
    chance = random.Random(name)
    for deal in deals(rules, range(2), 4):
        for shown in (deal, deal.view(chance.randrange(rules.players))):
            names = [chance.choice(NAMES) for _ in range(rules.players)] if chance.random() < 0.5 else None
            drawing = draw(svg.table(shown, names=names))
            check_cards(drawing)
            check_table(drawing, rules.players)


def test_largest_hands() -> None:
    """Seventeen cards of three-handed spades, and a contractor with the kitty at a table of six."""
    drawing = draw(svg.table(sp.Deal(dealer=0, seed=1)))
    assert [len([thing for thing in drawing.things if thing.seat == seat]) for seat in range(3)] == [17] * 3
    check_cards(drawing)
    deal = in_phase(RULES["six"], Phase.EXCHANGE)
    drawing = draw(svg.table(deal))
    assert deal.turn is not None
    assert len([thing for thing in drawing.things if thing.seat == deal.turn]) == 13
    check_table(drawing, 6)


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_seats_go_round_clockwise(players: int) -> None:
    """The seat at the bottom is lowest; going on, the fields turn to the left, then up, right and down."""
    deal = fh.Deal(fh.Rules(players=players), dealer=0, seed=1)
    for bottom in range(players):
        fields = draw(svg.table(deal, bottom=bottom)).fields
        middles = [
            ((box.x + box.right) / 2, (box.y + box.bottom) / 2)
            for box in [fields[(bottom + at) % players] for at in range(players)]
        ]
        assert max(middles, key=lambda place: place[1]) == middles[0]
        centre = (sum(x for x, _ in middles) / players, sum(y for _, y in middles) / players)
        turns = 0.0
        for (x, y), (u, v) in zip(middles, [*middles[1:], middles[0]], strict=True):
            # in a picture y grows downwards, so that a positive product turns clockwise
            turns += (x - centre[0]) * (v - centre[1]) - (y - centre[1]) * (u - centre[0])
        assert turns > 0 or players == 2
        if players > 3:
            assert middles[1][0] < middles[0][0] < middles[-1][0]


def test_view_has_its_seat_at_the_bottom() -> None:
    """Unless another is asked for."""
    deal = fh.Deal(dealer=3, seed=500)
    for seat in range(4):
        fields = draw(svg.table(deal.view(seat))).fields
        assert max(fields, key=lambda one: fields[one].y) == seat
    fields = draw(svg.table(deal.view(0), bottom=2)).fields
    assert max(fields, key=lambda one: fields[one].y) == 2


@pytest.mark.parametrize("count", [0, 1, 2, 10, 17, 40])
def test_hands(count: int) -> None:
    """A hand is as wide as it needs to be, and each index can be seen."""
    chosen = random.Random(count).sample(list(Card), count)
    drawing = draw(svg.hand(chosen))
    check_cards(drawing)
    assert sorted(drawing.cards()) == sorted(card.name for card in chosen)
    assert drawing.box.right == pytest.approx(max(0, count - 1) * BIG.step + BIG.width + 4)


@pytest.mark.parametrize("card", list(Card))
def test_every_card(card: Card) -> None:
    """All pips and both indices lie on the card."""
    drawing = draw(svg.card(card))
    check_cards(drawing)
    outline = drawing.things[0].box
    for box in drawing.boxes:
        assert outline.holds(box), box


def test_pips_do_not_touch_each_other_or_an_index() -> None:
    """Two to thirteen: as many pips as the rank says, each with room of its own."""
    for card in Card:
        if card.suit is None or not card.name[1:].isdigit():
            continue
        root = draw(svg.card(card)).root
        signs = [part.attrib["transform"] for part in root.iter() if part.tag.endswith("path")]
        assert len(signs) == int(card.name[1:]) + 2  # and one in each index
        drawing = draw(svg.card(card))
        boxes = [box for box in drawing.boxes[1:] if box.right - box.x < 24]
        for one, other in combinations(boxes, 2):
            # signs are narrower than their box, most of all at its corners
            assert not one.meets(other, slack=1.5), (card, one, other)


def test_a_small_card_is_a_row_step_narrower_than_its_index() -> None:
    """What a neighbour leaves free holds the index of both sizes."""
    for size in (BIG, SMALL):
        assert size.step >= size.rank + size.letters / 2


@pytest.mark.parametrize("name", CASES)
def test_constructed_deals(name: str) -> None:
    """Deals that begin in the middle of the play, with few cards and other marks."""
    chance = random.Random(name)
    for _ in range(3):
        deal = random_start(chance, CASES[name].rules)
        for _ in range(3):
            for shown in (deal, deal.view(chance.randrange(deal.rules.players))):
                drawing = draw(svg.table(shown))
                check_cards(drawing)
                check_table(drawing, deal.rules.players)
            if not deal.is_over:
                deal.push(chance.choice(list(deal.legal_actions)))


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_tricks(players: int) -> None:
    """The cards of a trick keep apart and stand on the sides of their seats."""
    chosen = random.Random(players).sample(list(Card), players)
    played = list(enumerate(chosen))
    drawing = draw(svg.trick(played, players=players, names=["W" * 50] * players))
    check_cards(drawing)
    for one, other in combinations(drawing.things, 2):
        assert not one.box.meets(other.box)
    lowest = max(drawing.things, key=lambda thing: thing.box.y)
    assert lowest.name == chosen[0].name
    if players > 3:
        places = {thing.name: thing.box.x for thing in drawing.things}
        assert places[chosen[1].name] < places[chosen[0].name] < places[chosen[-1].name]


@pytest.mark.parametrize("size", [54, 333.5, 20_000])
def test_size_scales_by_the_view_box(size: float) -> None:
    """Only width and height change."""
    plain, scaled = svg.card(Card.H10), svg.card(Card.H10, size=size)
    assert draw(scaled).root.attrib["viewBox"] == draw(plain).root.attrib["viewBox"]
    assert float(draw(scaled).root.attrib["width"]) == pytest.approx(size)
    assert float(draw(scaled).root.attrib["height"]) == pytest.approx(size * 138 / 100, abs=0.01)
    assert plain.partition("\n")[2] == scaled.partition("\n")[2]


@pytest.mark.parametrize("size", [20, 24, 30, 40, 53, 54, 60, 100])
@pytest.mark.parametrize("cards", [["HQ"], ["S10"], ["SA", "HQ", "D10", "C9", "C2"]])
def test_small_cards_have_an_index_that_can_be_read(size: int, cards: list[str]) -> None:
    """Ranks are at least a third of a card's width high, or 11 pixels."""
    width = size * len(cards) / 2 if len(cards) > 1 else size
    text = svg.card(cards[0], size=width) if len(cards) == 1 else svg.hand(" ".join(cards), size=width)
    drawing = draw(text)
    check_cards(drawing)
    scale = width / drawing.box.right
    fonts = [float(part.attrib["font-size"]) for part in drawing.root.iter() if part.tag.endswith("text")]
    across = scale * (drawing.things[0].box.right - drawing.things[0].box.x)
    assert scale * min(fonts) >= min(10, across / 3)


def test_trumps_stand_first_with_their_bowers() -> None:
    """A hand is sorted by its contract: joker, right bower, left bower, ace; then colours in turn."""
    held = CardSet("JK HJ DJ HA H4 SA CK D10 S9")
    shown = draw(svg.hand(held, order=Strain.HEARTS)).cards()
    assert shown == ["JK", "HJ", "DJ", "HA", "H4", "SA", "S9", "D10", "CK"]
    assert draw(svg.hand(held)).cards() == ["JK", "SA", "S9", "HA", "HJ", "H4", "CK", "DJ", "D10"]
    deal = fh.Deal(dealer=3, seed=500).push_all("7H P P P")
    contract = deal.contract
    assert contract is not None
    assert draw(svg.hand(held, order=contract)).cards() == shown
