"""Asking legal actions for a text: every spelling ``push`` takes is in, what cannot be read is not."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np
import pytest

from rules.constructed import dealt, middle
from rules.random_deals import choose, random_deal
from tricktake import LOOK, PASS, Play
from tricktake import fivehundred as fh
from tricktake.state import ExchangeActions, ListedActions


def test_spellings_that_push_takes() -> None:
    deal = dealt(calls="LOOK")
    for text in ("P", "p", "pass", " PASS ", "6s", "6♠", "10NT", "10n", "om"):
        assert text in deal.legal_actions
        assert deal.explain(text) is None
    for text in ("LOOK", "M", "S6", "HQ", "", "7", "six spades", "put S5 C6 D5", "x" * 100_000, "\x00"):
        assert text not in deal.legal_actions
    played = middle("8H", {0: "7H JD AC"})
    for text in ("7H", "H7", "7h", "7♥", "♥7", "dj", "JD", "AC"):
        assert text in played.legal_actions
        assert text in played.view(0).legal_actions
    for text in ("8H", "P", "JH", "7NT", "JK:C"):
        assert text not in played.legal_actions
    joker = middle("8NT", {0: "JK 9D"})
    assert "jk:c" in joker.legal_actions
    assert "JK" not in joker.legal_actions


def test_exchanges_by_text() -> None:
    deal = dealt({0: "5S 6S 7S"}, calls="6S P P P")
    assert isinstance(deal.legal_actions, ExchangeActions)
    for text in ("put S5 S6 S7", "PUT s7 6s 5S", "put 5S 6S 7S"):
        assert text in deal.legal_actions
    for text in ("put S5 S6", "put S5 S6 S6", "put S5 S6 S13", "S5 S6 S7", "P", "put"):
        assert text not in deal.legal_actions


def test_lists_of_one_kind_read_texts_their_way() -> None:
    """``7H`` is a card among cards and a bid among bids."""
    assert "7H" in ListedActions([Play("H7")])
    assert "7H" in ListedActions([PASS, fh.Bid("7H")])
    assert "7H" not in ListedActions([PASS, LOOK])
    assert "P" not in ListedActions(())


def test_texts_and_actions_agree() -> None:
    """In every phase a text is legal exactly if its action is."""
    rng = random.Random("legal texts")
    for _ in range(30):
        deal = random_deal(rng)
        while not deal.is_over:
            legal = deal.legal_actions
            action = choose(rng, deal)
            assert action in legal
            assert action.text in legal
            assert action.text.lower() in legal
            for text in ("P", "LOOK", "STAND", "name none", "HQ", "JK", "7H", "put S5 S6 S7"):
                assert (text in legal) == any(text == known.text for known in legal) or text == "7H"
            deal.push(action)


def test_an_ordinary_call_while_unseen_is_two_actions() -> None:
    """Push takes it and explain has nothing against it, but it is not one of the legal actions (FH-BID-8)."""
    deal = fh.Deal(dealer=3, seed=500)
    assert "7H" not in deal.legal_actions
    assert next(iter(deal.legal_actions)) is LOOK
    assert deal.explain("7H") is None
    deal.push("7H")
    assert [step.action for step in deal.history] == [LOOK, fh.Bid("7H")]


# --- what a program gets: indexes, slices, texts, and what an exchange asks for -----------------------------

SLICES = [slice(None), slice(2), slice(-3, None), slice(None, None, -1), slice(5, 1), slice(1, 300, 7)]


def _kinds() -> list[object]:
    """Legal actions of each kind: calls, plays, exchanges."""
    auction, exchange = dealt(calls="LOOK"), dealt(calls="6S P P P")
    return [each.legal_actions for each in (auction, middle("8H", {0: "7H JD AC"}), exchange)]


@pytest.mark.parametrize("legal", _kinds(), ids=lambda legal: type(legal).__name__)
def test_indexes_and_slices_are_those_of_the_list(legal: Sequence[object]) -> None:
    """A slice is a tuple, however the actions are kept; numbers of NumPy are numbers."""
    whole = tuple(legal)
    assert len(whole) == len(legal) > 2
    for part in SLICES:
        assert legal[part] == whole[part]
        assert type(legal[part]) is tuple
    for at in (0, 2, -1, -len(whole)):
        assert legal[at] == legal[np.int64(at)] == whole[at]  # type: ignore[call-overload]
    for at in (len(whole), -len(whole) - 1):
        with pytest.raises(IndexError):
            legal[at]
    for strange in ("HQ", 1.0, None):
        with pytest.raises(TypeError):
            legal[strange]  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="step"):
        legal[::0]


@pytest.mark.parametrize("legal", _kinds(), ids=lambda legal: type(legal).__name__)
def test_texts_are_all_of_them_and_can_be_pushed(legal: ListedActions) -> None:
    """None is left out without being asked for, and nothing stands among them that is no action."""
    due = tuple([action.text for action in legal])
    assert legal.texts() == legal.texts(10_000) == due
    assert legal.texts(2) == due[:2]
    assert legal.texts(0) == ()
    assert all(text in legal for text in due)
    with pytest.raises(ValueError, match="most must be 0 or more, not -1"):
        legal.texts(-1)


def test_the_choice_describes_an_exchange_exactly() -> None:
    """Every choice of so many of the cards is legal, and nothing else is; other actions have no choice."""
    auction, plays, exchange = _kinds()
    assert isinstance(auction, ListedActions)
    assert auction.choice is None
    assert plays.choice is None  # type: ignore[attr-defined]
    assert isinstance(exchange, ExchangeActions)
    size, cards = exchange.choice
    assert (size, len(cards), len(exchange)) == (3, 13, 286)
    names = [card.name for card in cards]
    assert f"put {' '.join(names[-size:])}" in exchange
    assert f"put {' '.join(names[: size - 1])}" not in exchange
    assert exchange.summary() == (f"put 3 of {cards}",)
    assert auction.summary(2)[-1] == "..."
