"""The games, views, bots and everything above the core, in many threads: results as with one."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import numpy as np
import pytest

import tricktake as tt
from threads.crowd import CROWD, crowd
from tricktake import arena, bots
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake._kept import kept
from tricktake.encoding import encoding_of
from tricktake.fivehundred.bids import bid_table
from tricktake.records.columns import columns
from tricktake.vector import VectorDeals

TIMES = [1, pytest.param(8, marks=pytest.mark.slow)]
KINDS: list[tuple[Any, Any]] = [
    (fh.Deal, fh.Rules()),
    (sp.Deal, sp.Rules()),
    (fh.Deal, fh.Rules.american(players=2)),
    (fh.Deal, fh.Rules(players=6)),
]


def one_deal(seed: int, bot: Any) -> list[str]:
    """A deal played by a bot, with what its views say on the way."""
    kind, rules = KINDS[seed % len(KINDS)]
    deal = kind(rules, dealer=seed % rules.players, seed=seed)
    found = []
    while not deal.is_over:
        view = deal.view(deal.turn)
        found.append(view.to_text())
        deal.push(bot.choose(view))
    found += [deal.to_text(), repr(deal.score()), repr(kind.from_text(deal.to_text()) == deal)]
    while len(deal):
        deal.pop()
    return [*found, deal.to_text()]


@pytest.mark.parametrize("times", TIMES)
def test_deals_views_and_one_bot_for_all(times: int) -> None:
    """Deals of several games, each in several threads; the bots are shared, and play as they do alone."""
    players = [bots.make_bot("random", 5), bots.make_bot("heuristic", 5)]
    due = {seed: one_deal(seed, players[seed % 2]) for seed in range(4 * times)}

    def work(number: int) -> None:
        for seed in sorted(due, key=lambda seed: (seed * 5 + number) % len(due)):
            assert one_deal(seed, players[seed % 2]) == due[seed]

    crowd(work, 4)


def middle(seed: int = 3) -> Any:
    """A deal in the middle of its play."""
    deal: Any = fh.Deal(dealer=3, seed=seed)
    bot = bots.make_bot("heuristic", 1)
    while deal.phase is not tt.Phase.PLAY or len(deal.hand(deal.turn)) > 6:
        deal.push(bot.choose(deal.view(deal.turn)))
    return deal


def test_one_deal_that_is_read() -> None:
    """A deal that nobody changes may be asked by all: views, worlds, explanations, copies, solutions."""
    deal = middle()
    seat = deal.turn
    view = deal.view(seat)
    maker = tt.sample_worlds(view, 30, seed=2)

    def ask() -> list[Any]:
        copied = deal.copy()
        copied.push(copied.legal_actions[0])
        return [
            deal.view(seat) == view,
            deal.to_text(),
            copied.to_text(),
            [action.text for action in deal.legal_actions],
            hash(deal),
            tt.solve(deal).value,
            [world.to_text() for world in tt.sample_worlds(view, 3, seed=1)],
            [world.to_text() for world in maker[:3]],
            encoding_of(deal.rules).encode(view).tolist(),
        ]

    due = ask()
    assert all(found == due for found in crowd(lambda number: ask(), 4))


def test_one_deal_that_all_change() -> None:
    """Against the rules, but no crash: errors of any kind, and other deals are not touched."""
    deal, bystander = middle(), middle()
    text = bystander.to_text()

    def work(number: int) -> None:
        for _ in range(30):
            with suppress(Exception):
                deal.push(deal.legal_actions[number % 2])
            with suppress(Exception):
                _ = (repr(deal), deal.view(number % 4), deal.to_text(), deal == bystander)
            with suppress(Exception):
                deal.pop()

    crowd(work)
    assert bystander.to_text() == text


def test_caches_that_are_cold() -> None:
    """What is kept for equal rules is made once, whoever asks first, and is the same object for all."""
    for kitty in range(3):
        rules = [fh.Rules(players=4, defender_cap=500 + 10 * kitty) for _ in range(CROWD)]

        def ask(number: int, rules: list[fh.Rules] = rules) -> tuple[object, object]:
            return bid_table(rules[number]), encoding_of(rules[number])

        found = crowd(ask)
        assert all(one[0] is found[0][0] and one[1] is found[0][1] for one in found)
    calls: list[int] = []

    @kept(2)
    def made(key: int) -> list[int]:
        calls.append(key)
        return [key]

    seen = crowd(lambda number: [made(key % 5) for key in range(300)])
    assert all(one[at] == [at % 5] for one in seen for at in range(300))
    assert len(calls) >= 5


def test_tables_of_columns() -> None:
    """Deals become arrays in all threads at once, also where the tables are not known yet."""
    deals = [fh.Deal(fh.Rules(defender_cap=880), dealer=0, seed=500, number=number) for number in range(6)]
    found = crowd(lambda number: columns(iter(deals))["dealer"].tolist())
    assert found == [[0] * 6] * CROWD


def test_p_11_solve_many_and_the_arena() -> None:
    """P-11: deals solved and boards played by threads, as by one; callers in several threads at once."""
    deals = [middle(seed) for seed in range(6)]
    solved = [solution.value for solution in tt.solve_many(deals)]
    report = arena.play(fh.Rules(), ("random", "heuristic"), boards=3, seed=7)

    def work(number: int) -> None:
        assert [one.value for one in tt.solve_many(deals, threads=2, chunk=2)] == solved
        with ThreadPoolExecutor(2) as pool:
            assert arena.play(fh.Rules(), ("random", "heuristic"), boards=3, seed=7, executor=pool) == report

    crowd(work, 2)


@pytest.mark.parametrize("times", TIMES)
def test_p_11_many_deals_at_once(times: int) -> None:
    """P-11: VectorDeals with several threads as with one, and each thread with deals of its own."""

    def run(threads: int) -> list[Any]:
        deals = VectorDeals(fh.Rules(), 60, seed=4, threads=threads)
        rng = np.random.default_rng(1)
        for _ in range(40 * times):
            deals.step(deals.random_actions(rng))
        return [deals.turn.tolist(), deals.number.tolist(), deals.legal().tolist(), deals.observe().tolist()]

    due = run(1)
    assert all(found == due for found in crowd(lambda number: run(1 + number), 4))


def test_one_vector_of_deals() -> None:
    """Calls of many threads on the same deals take turns: every deal stays whole."""
    deals = VectorDeals(fh.Rules(), 40, seed=4, threads=2, on_illegal="end")

    def work(number: int) -> None:
        rng = np.random.default_rng(number)
        for at in range(6):
            deals.step(deals.random_actions(rng))
            assert deals.legal().shape == (40, len(deals.actions))
            deals.deal(at).to_text()
            deals.observe()
            if at == number:
                deals.copy().step([-1] * 40)

    crowd(work, 4)
    for at in range(40):
        assert deals.deal(at).to_text() == fh.Deal.from_text(deals.deal(at).to_text()).to_text()


def test_threads_end() -> None:
    """No thread of ours is left over."""
    before = threading.active_count()
    list(tt.solve_many([middle()] * 4, threads=3, chunk=1))
    assert threading.active_count() <= before  # of other tests some may end now
