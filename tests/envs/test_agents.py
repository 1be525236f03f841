"""Deals played with numbers: exchanges card by card, taken back in any order, copied and written anywhere."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest

from envs.tables import SOME, positions
from tricktake import Exchange, IllegalAction, Phase, RecordError, WrongPhase
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.envs.agents import AgentDeal


def in_exchange(*cards: str) -> AgentDeal:
    """Seat 0 has bought the kitty and put some cards away."""
    table = AgentDeal(fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("7H P P P"))
    for card in cards:
        table.push(table.encoding.actions.index(f"put {card}"))
    return table


def test_exchange_in_any_order_and_back() -> None:
    """The card put away last comes back first, also out of a finished exchange."""
    table = in_exchange()
    three = [card.name for card in table.deal.hand(0).ascending()[:3]]
    for order in (
        [three[i] for i in (0, 1, 2)],
        [three[i] for i in (2, 0, 1)],
        [three[i] for i in (1, 2, 0)],
    ):
        texts = [table.to_text()]
        for card in order:
            table.push(table.encoding.actions.index(f"put {card}"))
            texts.append(table.to_text())
        assert table.deal.phase is not Phase.EXCHANGE
        for before in reversed(texts[:-1]):
            table.pop()
            assert table.to_text() == before
    assert table == in_exchange()


def test_exchange_made_in_one_piece_comes_back_card_by_card() -> None:
    """An exchange of somebody else has no order of its own."""
    table = in_exchange()
    cards = table.deal.hand(0).ascending()[:3]
    table.deal.push(Exchange(cards))
    table.pop()
    assert table.put == Exchange(cards[:2]).cards
    table.pop()
    table.pop()
    assert table == in_exchange()


def test_stale_order_is_not_used() -> None:
    """An exchange taken back behind its back, and another made: that one counts."""
    table = in_exchange()
    hand = table.deal.hand(0).ascending()
    for card in (hand[2], hand[1], hand[0]):
        table.push(table.encoding.actions.index(f"put {card.name}"))
    table.deal.pop()
    table.deal.push(Exchange(hand[1:4]))
    table.pop()
    assert table.put == Exchange(hand[1:3]).cards


@pytest.mark.parametrize("name", SOME)
def test_every_position_is_copied_written_and_taken_back(name: str) -> None:
    """Copies, pickles, texts and taking back restore each position of a deal exactly."""
    texts = []
    last: Any = None
    for table in positions(SOME[name], 3):
        text = table.to_text()
        texts.append(text)
        kind = type(table.deal)
        made = (copy.deepcopy(table), copy.copy(table), pickle.loads(pickle.dumps(table)))
        for twin in (*made, AgentDeal.from_text(kind, text)):
            assert twin == table
            assert twin.to_text() == text
            assert twin.legal() == table.legal()
            assert twin.deal is not table.deal
        last = table
    for text in reversed(texts[:-1]):
        last.pop()
        assert last.to_text() == text


def test_cards_put_away_are_nobody_elses_business() -> None:
    """During an exchange the others observe the same whatever is put away; the seat itself sees what."""
    tables = [in_exchange("S6"), in_exchange("CA"), in_exchange()]
    for seat in range(4):
        rows = [table.observation(seat) for table in tables]
        masks = [table.mask(seat) for table in tables]
        assert (rows[0] == rows[1]).all() is np.bool_(seat != 0)
        assert (rows[0] == rows[2]).all() is np.bool_(seat != 0)
        assert masks[0].any() == (seat == 0)
    encoding = tables[0].encoding
    assert tables[0].observation(0)[encoding.part("put")].sum() == 1


def test_refusals() -> None:
    """What is wrong is said, and nothing has changed."""
    table = in_exchange("S6")
    text, space = table.to_text(), table.encoding.actions
    with pytest.raises(IllegalAction, match="cannot put S6: it has been put away"):
        table.push(space.index("put S6"))
    stranger = next(c for c in table.encoding.pack if c not in table.deal.hand(0))
    with pytest.raises(IllegalAction, match=f"cannot put {stranger.name}: it is not in the hand"):
        table.push(space.index(f"put {stranger.name}"))
    with pytest.raises((IllegalAction, WrongPhase)):
        table.push(space.index("P"))
    with pytest.raises(IndexError):
        table.push(len(space))
    with pytest.raises(TypeError):
        table.push(1.0)  # type: ignore[arg-type]
    assert table.to_text() == text
    table.push(np.int64(table.legal()[0]))  # type: ignore[arg-type]
    assert len(table.put) == 2


def test_calls_of_a_seat_that_has_not_looked() -> None:
    """A deal takes such a call as two actions; agents look first, so that each action is one."""
    for deal, call in ((fh.Deal(dealer=3, seed=500), "P"), (sp.Deal(dealer=2, seed=500), "5")):
        table = AgentDeal(deal)
        assert deal.explain(call) is None
        with pytest.raises(IllegalAction, match="seat 0 has not looked at its cards; got"):
            table.push(table.encoding.actions.index(call))
        table.push(table.encoding.actions.index("LOOK"))
        table.push(table.encoding.actions.index(call))
        assert len(table.deal) == 2


def test_numbers_of_a_deal_that_is_over() -> None:
    """Nothing is legal, nothing is taken, points are those of the sides."""
    rng = random.Random(1)
    table = AgentDeal(sp.Deal(sp.Rules.preset("partners"), dealer=0, seed=1))
    assert table.points() == (0, 0, 0, 0)
    while not table.is_over:
        table.push(rng.choice(table.legal()))
    score = table.deal.score().points
    assert table.points() == (score[0], score[1], score[0], score[1])
    assert (table.turn, table.legal(), table.mask(0).any()) == (None, [], np.False_)
    with pytest.raises(WrongPhase):
        table.push(0)


@pytest.mark.parametrize("text", ["", "S6", "S6|", "S6|nonsense"])
def test_damaged_texts(text: str) -> None:
    """Texts that are no text of a table are refused."""
    with pytest.raises(RecordError):
        AgentDeal.from_text(fh.Deal, text)


def test_put_cards_that_do_not_fit() -> None:
    """A text with cards put away that the seat does not hold, too many of them, or at the wrong time."""
    table = in_exchange()
    held = [card.name for card in table.deal.hand(0).ascending()]
    stranger = next(c for c in table.encoding.pack if c not in table.deal.hand(0)).name
    line = table.deal.to_text()
    for put in (stranger, f"{held[0]},{held[0]}", ",".join(held[:3]), "X9", ",", f"{held[0]},"):
        with pytest.raises(RecordError):
            AgentDeal.from_text(fh.Deal, f"{put}|{line}")
    fresh = fh.Deal(dealer=3, seed=500).to_text()
    with pytest.raises(RecordError):
        AgentDeal.from_text(fh.Deal, f"{held[0]}|{fresh}")
