"""The picture of a view: exactly the cards the seat may see, whatever the others hold."""

from __future__ import annotations

import pytest

from svg.reading import RULES, deals, draw, in_phase
from tricktake import Card, CardSet, Phase, sample_worlds, svg
from tricktake import fivehundred as fh
from tricktake import spades as sp


def may_see(deal: fh.Deal | sp.Deal, seat: int) -> tuple[CardSet, CardSet]:
    """By the rules: the cards a seat sees lying somewhere now, and those it has seen before."""
    now = [played.card for played in deal.trick]
    before: list[Card] = []
    if deal.has_looked(seat):
        now += deal.hand(seat)
    if deal.finished and not deal.trick:
        before += [played.card for played in deal.finished[-1]]
    if isinstance(deal, sp.Deal):
        for giver, taker, cards in deal.exchanged:
            if seat in (giver, taker):
                before += cards
        for jacks in deal.caught:
            before += jacks
        return CardSet(now), CardSet(before)
    for other in range(deal.rules.players):
        if deal.is_exposed(other):
            now += deal.hand(other)
        now += [pile.up for pile in deal.piles(other) if pile.up is not None]
    contract = deal.contract
    if contract is not None and contract.contractor == seat and not contract.is_sans_kitty:
        before += deal.kitty
        now += deal.put_away or ()
    return CardSet(now), CardSet(before)


@pytest.mark.parametrize("name", RULES)
def test_the_cards_of_a_view_are_those_the_seat_may_see(name: str) -> None:
    """No card too many and none too few, at every stage and for every seat."""
    rules = RULES[name]
    for deal in deals(rules, range(10, 12), 5):
        for seat in range(rules.players):
            drawing = draw(svg.table(deal.view(seat)))
            now, before = may_see(deal, seat)
            assert sorted(drawing.cards()) == sorted(card.name for card in now)
            assert CardSet(drawing.cards(again=True)) == before
            hidden = [
                other
                for other in range(rules.players)
                if not (other == seat and deal.has_looked(seat))
                and not (isinstance(deal, fh.Deal) and deal.is_exposed(other))
            ]
            for other in range(rules.players):
                backs = [t for t in drawing.things if t.seat == other and t.name is None]
                rows = [thing for thing in backs if thing.group[0] == "seat"]
                assert len(rows) == (len(deal.hand(other)) if other in hidden else 0)
            if isinstance(deal, fh.Deal):
                for other in range(rules.players):
                    covers = sum(pile.down is not None for pile in deal.piles(other))
                    under = [t for t in drawing.things if t.seat == other and t.group[0] == "pile"]
                    assert sum(thing.name is None for thing in under) == covers


@pytest.mark.parametrize("name", ["two with tables", "three", "easy misères", "five", "spades official"])
def test_redrawn_hidden_cards_leave_the_picture_as_it_is(name: str) -> None:
    """The picture of a view is the same, letter by letter, in every deal that fits it."""
    rules = RULES[name]
    for number, deal in enumerate(deals(rules, range(20, 22), 3)):
        seat = number % rules.players
        shown = svg.table(deal.view(seat))
        for world in sample_worlds(deal.view(seat), 3, seed=number):
            assert svg.table(world.view(seat)) == shown
        assert svg.table(type(deal.view(seat)).from_text(deal.view(seat).to_text())) == shown


@pytest.mark.parametrize("name", RULES)
def test_a_deal_shows_every_card_once(name: str) -> None:
    """All cards that have not been played lie somewhere, face up; no back is drawn."""
    rules = RULES[name]
    for deal in deals(rules, range(30, 32), 4):
        drawing = draw(svg.table(deal))
        played = CardSet([one.card for trick in deal.finished for one in trick])
        held = [card for hand in deal.dealt for card in hand]
        if isinstance(deal, fh.Deal):
            held += [*deal.kitty, *deal.dead]
            held += [card for table in deal.tables for pile in table for card in pile if card is not None]
        assert drawing.backs == 0
        assert sorted(drawing.cards()) == sorted(card.name for card in CardSet(held) - played)


def test_unseen_own_hand_is_backs() -> None:
    """A seat that has not looked sees nothing, not even itself (FH-BID-8)."""
    view = fh.Deal(dealer=3, seed=500).view(0)
    drawing = draw(svg.table(view))
    assert view.hand is None
    assert drawing.cards() == []
    assert drawing.backs == 43


def test_open_misere_and_a_seat_that_sits_out() -> None:
    """The contractor's cards lie open for all; his partner's are backs on a dull face, and it says so."""
    deal = fh.Deal(RULES["easy misères"], dealer=3, seed=12).push_all("P OM P P")
    deal.push(deal.legal_actions[0])
    while deal.phase is not Phase.PLAY:
        deal.push(deal.legal_actions[0])
    drawing = draw(svg.table(deal.view(0)))
    assert {thing.name for thing in drawing.things if thing.seat == 1} == {card.name for card in deal.hand(1)}
    assert any("cards open" in text for text in drawing.texts)
    assert any("sits out" in text for text in drawing.texts)
    dull = svg.LIGHT.dull
    partner = drawing.text.split('data-seat="3"')[1].partition("data-seat")[0]
    assert partner.count(f'fill="{dull}"') >= 10


def test_auctions_and_scores_show_no_card() -> None:
    """Neither a view's nor a deal's."""
    deal = in_phase(RULES["five"], Phase.PLAY)
    for text in (svg.auction(deal), svg.auction(deal.view(2))):
        assert draw(text).things == []
    assert svg.auction(deal) == svg.auction(deal.view(2))
