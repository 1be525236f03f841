"""Whole deals by the keys, and that nothing hidden is ever on the screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.actions import Action
from tricktake.bots import Heuristic, Random
from tricktake.cards import CardSet
from tricktake.state import Phase
from tui.playing import SIZE, cards_in, known_cards, make_app, play, play_deal, screen_text, view_of

DEALS = {
    "fh2": ("five-hundred", lambda: fh.Match(fh.Rules(players=2), seed=7, dealer=1)),
    "fh3": ("five-hundred", lambda: fh.Match(fh.Rules(players=3), seed=5, dealer=0)),
    "fh4": ("five-hundred", lambda: fh.Match(seed=500, dealer=3)),
    "fh5": ("five-hundred", lambda: fh.Match(fh.Rules(players=5), seed=4, dealer=0)),
    "fh6": ("five-hundred", lambda: fh.Match(fh.Rules(players=6), seed=3, dealer=0)),
    "sp3": ("spades", lambda: sp.Game(seed=500, dealer=2)),
    "sp4": ("spades", lambda: sp.Game(sp.Rules.preset("partners"), seed=500, dealer=3)),
    "sp5": ("spades", lambda: sp.Game(sp.Rules.preset("five_2_jokers"), seed=500, dealer=2)),
}


def only_known(app: Any) -> None:
    """Every card on the screen is one that the view of the seat knows."""
    view = view_of(app)
    shown = cards_in(screen_text(app))
    if view.phase is Phase.PARTNER:  # the cards that may be called are named
        shown -= CardSet(
            [call.card for call in view.legal_actions if getattr(call, "card", None) is not None]
        )
    assert shown <= known_cards(view), f"{shown - known_cards(view)} shown in {view.to_text()}"
    if view.hand is not None:
        assert view.hand <= shown  # and the proof is not one of an empty screen


_OFTEN = ("fh2", "fh6", "sp3", "sp4")  # the others are as good as these, and a deal by the keys takes seconds


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in _OFTEN else pytest.mark.slow) for name in DEALS]
)
def test_a_deal_by_the_keys(name: str) -> None:
    """For every number of seats, and only what the seat knows is shown; two deals are played to their end."""
    whole = name in ("fh4", "sp4")
    game, contest = DEALS[name][0], DEALS[name][1]()
    app = make_app(game, contest, 0, deals=1)

    async def script(pilot: Any) -> None:
        await play_deal(
            pilot, Heuristic().choose, only_known, stop=lambda view: not whole and len(view.finished) > 2
        )
        if whole:
            assert "is over" in screen_text(app)
            await pilot.press("enter")

    play(app, script, (80, 24) if name in ("fh2", "fh6", "sp3") else SIZE)
    assert contest.deal is not None
    assert contest.deal.is_over is whole
    assert app.return_value == (0 if whole else None)


@pytest.mark.parametrize("name", ["fh4", pytest.param("sp4", marks=pytest.mark.slow)])
def test_a_deal_by_the_arrows(name: str) -> None:
    """The arrows and Enter alone are enough; what comes of it is what the same actions bring anywhere."""
    game, contest = DEALS[name][0], DEALS[name][1]()
    app = make_app(game, contest, 0, deals=1)

    async def script(pilot: Any) -> None:
        await play_deal(pilot, Heuristic().choose, letters=False, stop=lambda view: len(view.finished) > 4)

    play(app, script)
    other = DEALS[name][1]()
    deal = other.next_deal()
    while not deal.is_over:
        deal.push(Heuristic().choose(deal.view(deal.turn)))
    assert contest.deal is not None
    assert len(contest.deal.finished) == 5
    assert contest.deal.history == deal.history[: len(contest.deal)]


class Forced(Random):
    """Plays by chance, but calls what it is told to."""

    def __init__(self, *calls: str, seed: int = 1) -> None:
        super().__init__(seed)
        self.calls = calls

    def _choose(self, view: Any) -> Action:
        for call in self.calls:
            for action in view.legal_actions if len(view.legal_actions) < 100 else ():
                if action.text == call:
                    return action
        return super()._choose(view)


def forced_deal(
    rules: Any, seed: int, *calls: str, stop: Callable[[Any], bool] = lambda view: view.phase is Phase.PLAY
) -> tuple[Any, list[str]]:
    """Play a deal where seat 0 makes certain calls and the others pass; return it and seat 0's phases."""
    match = fh.Match(rules, seed=seed, dealer=rules.players - 1)
    mine, phases = Forced(*calls), []
    bots = {seat: Forced("P") for seat in range(1, rules.players)}
    app = make_app("five-hundred", match, 0, bots=bots, deals=1)

    def seen(app: Any) -> None:
        phases.append(view_of(app).phase.value)
        only_known(app)

    async def script(pilot: Any) -> None:
        await play_deal(pilot, mine.choose, seen, stop=stop)

    play(app, script)
    return match.deal, phases


def seed_with_joker(rules: Any) -> int:
    """A seed that deals seat 0 the joker."""
    deals = [fh.Deal(rules, dealer=rules.players - 1, seed=seed) for seed in range(40)]
    return next(seed for seed, deal in enumerate(deals) if any(card.is_joker for card in deal.hand(0)))


def test_a_joker_without_a_suit_is_led_naming_one() -> None:
    rules = fh.Rules(blind_misere=False)
    calls = ("7NT-SK", "name none", "JK:S", "JK:C", "JK:D", "JK:H")
    deal, phases = forced_deal(
        rules, seed_with_joker(rules), *calls, stop=lambda view: len(view.finished) > 0 and view.is_turn
    )
    assert "nomination" in phases
    assert deal.contract.is_sans_kitty
    assert deal.finished[0][0].named is not None


def test_five_players_call_a_card() -> None:
    rules = fh.Rules(players=5, blind_misere=False)
    deal, phases = forced_deal(rules, 1, "7S", "call HA", "call DA", "call CA", "call SA")
    assert "partner" in phases
    assert deal.called is not None


def test_five_players_call_a_seat_and_alone() -> None:
    rules = fh.Rules(players=5, blind_misere=False, five_partner="call_player")
    deal, _ = forced_deal(rules, 1, "7S", "call seat 3")
    assert deal.called == 3
    deal, _ = forced_deal(rules, 1, "7S", "ALONE")
    assert deal.called is None


def test_the_final_raise() -> None:
    rules = fh.Rules(final_raise="allowed", blind_misere=False)
    deal, phases = forced_deal(rules, 2, "6S", "8C")
    assert "final raise" in phases
    assert deal.contract.bid.text == "8C"


def test_blind_misere_is_called_before_looking() -> None:
    deal, _ = forced_deal(fh.Rules(), 2, "BM")
    assert deal.contract.bid.text == "BM"


def test_an_open_hand_lies_open_and_partners_sit_out() -> None:
    """An open misère of seat 1: its hand is on the screen of seat 0 from the second trick on."""
    rules = fh.Rules(blind_misere=False)
    match = fh.Match(rules, seed=11, dealer=0)
    bots = {1: Forced("OM"), 2: Forced("P"), 3: Forced("P")}
    app = make_app("five-hundred", match, 0, bots=bots, deals=1)
    opened, out = [], []

    def seen(app: Any) -> None:
        only_known(app)
        view, text = view_of(app), screen_text(app)
        if view.exposed[1]:
            assert view.exposed[1] <= cards_in(text)
            opened.append("seat 1 lies open" in text)
        out.append("sits out" in text)

    async def script(pilot: Any) -> None:
        await play_deal(pilot, Forced("P").choose, seen, stop=lambda view: len(view.finished) > 3)

    play(app, script)
    assert match.deal is not None
    assert match.deal.contract is not None
    assert match.deal.contract.bid.text == "OM"
    assert opened
    assert all(opened)
    assert any(out)


def test_partners_exchange_cards_after_a_blind_nil() -> None:
    rules = sp.Rules.preset("partners").replace(bn_behind=0, bn_exchange=2)
    game = sp.Game(rules, seed=3, dealer=3)
    app = make_app("spades", game, 0, deals=1)
    phases = []

    def seen(app: Any) -> None:
        phases.append(view_of(app).phase.value)
        only_known(app)

    async def script(pilot: Any) -> None:
        await play_deal(pilot, Forced("BN").choose, seen, stop=lambda view: len(view.finished) > 1)

    play(app, script)
    assert "exchange" in phases
    assert game.deal is not None
    assert len(game.deal.exchanged) >= 2
