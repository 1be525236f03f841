"""Many deals and as many ordinary ones, stepped together and compared in everything."""

from __future__ import annotations

from typing import Any

import numpy as np

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.encoding import Encoding
from tricktake.envs import AgentDeal
from tricktake.vector import VectorDeals

__all__ = ["RULES", "choose_weighted", "lockstep", "ordinary", "run_out"]

RULES: dict[str, Any] = {
    f"fh {name} {n}": rules.replace(players=n) for name, rules in fh.PRESETS.items() for n in range(2, 7)
}
RULES |= {
    "fh dead hand": fh.Rules(players=2, two_player="dead_hand"),
    "fh short pack": fh.Rules(players=2, two_player="short24"),
    "fh three pairs": fh.Rules(players=6, teams6="3x2"),
    "fh tables, stopped": fh.Rules(players=2, misere_stop=True, joker_follow="first_or_last"),
    "fh capped": fh.Rules(players=3, defender_cap=490, sans_kitty_mult=2, sans_kitty_rank="above"),
    "fh reopened": fh.Rules(final_raise="reopen", open_misere_requires_8=True),
    "fh raised": fh.Rules(final_raise="allowed", misere_stop=True, all_pass="play_nt"),
    "fh passes not final": fh.Rules(pass_final=False, inkle=True, defender_tricks="only_if_set"),
    "fh joker by choice": fh.Rules(joker_follow="first_or_last", joker_lead="any_suit", all_pass="play_nt"),
    "fh open at once": fh.Rules(open_exposure="before_first_lead", misere_requires_7=False),
    "fh called openly": fh.Rules(players=5, five_partner="call_card_open", five_call_bar="no_trumps"),
    "fh called in secret": fh.Rules(players=5, five_secret_alone=True, five_share="full"),
    "fh seat called": fh.Rules(players=5, five_partner="call_player"),
    "fh never called": fh.Rules(players=5, five_partner="alone", defender_tricks="never"),
}
RULES |= {f"sp {name}": rules for name, rules in sp.PRESETS.items()}
RULES |= {
    "sp blind nil": sp.Rules.preset("partners", bn_exchange=3, bn_behind=0),
    "sp hook": sp.Rules(hook=True, b6_behind=0, award_multi="each", awards={"CJ", "DJ", "HJ"}),
    "sp hook, short dealer": sp.Rules.five_2_jokers(hook=True, b6_behind=0, b6_limit_scope="table"),
    "sp single jacks": sp.Rules.long_three_jacks(award_multi="single_only", nil_fail_bags=True),
    "sp two of clubs": sp.Rules.five_3_jokers(must_lead_2c=True),
    "sp two of clubs, two jokers": sp.Rules.five_2_jokers(must_lead_2c=True),
    "sp left leads": sp.Rules.five_2_jokers(joker_first_lead="left"),
}
_LIKED = {"P": 25.0, "STAND": 3.0}
_DEAR = ("M", "OM", "BM", "NIL", "BN", "B6", "name", "call", "JK")


def ordinary(deals: VectorDeals, i: int, seed: int, **before: Any) -> AgentDeal:
    """The deal of a slot, dealt on its own."""
    kind = fh.Deal if isinstance(deals.rules, fh.Rules) else sp.Deal
    number, dealer = int(deals.number[i]), int(deals.dealer[i])
    return AgentDeal(kind(deals.rules, seed=seed, number=number, dealer=dealer, **before))


def weights(encoding: Encoding) -> np.ndarray:
    """How much each action is liked: passes and low bids, and what is rare."""
    found = []
    for at in range(len(encoding.actions)):
        text = encoding.actions.action(at).text
        bid = 15 <= encoding.actions.ids[at] <= 93
        found.append(_LIKED.get(text, 1.0 / (1 + at % 28) if bid else 1.0))
        if text.startswith(_DEAR):
            found[-1] = 4.0
    return np.array(found)


def choose_weighted(legal: np.ndarray, liked: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """A legal action in every deal, by weight; -1 where there is none."""
    keys = np.log(rng.random(legal.shape)) / liked
    keys[legal == 0] = -np.inf
    return np.where(legal.any(axis=1), keys.argmax(axis=1), -1)


def _same(deals: VectorDeals, got: np.ndarray, due: np.ndarray, table: AgentDeal, seat: int) -> None:
    if (got == due).all():
        return
    for plane in deals.encoding.planes:
        part = slice(plane.start, plane.start + plane.length)
        assert got[part].tolist() == due[part].tolist(), f"{plane.name}, seat {seat}: {table.deal!r}"


def lockstep(
    rules: Any, *, n: int, steps: int, seed: int, threads: int = 1, every: int = 1, **before: Any
) -> int:
    """Step deals with what they must equal; returns how many ended.

    Views are compared in one of ``every`` steps, those of all seats in fewer, and always at the end.
    """
    deals = VectorDeals(rules, n, seed=seed, threads=threads, **before)
    tables = [ordinary(deals, i, seed, **before) for i in range(n)]
    rng, liked, count = np.random.default_rng(seed), weights(deals.encoding), 0
    legal = np.zeros((n, len(deals.actions)), np.uint8)
    seen = np.zeros((n, deals.encoding.length), np.int16)
    final = np.zeros((n, rules.players, deals.encoding.length), np.int16)
    for step in range(steps):
        deals.legal(legal)
        deals.observe(seen)
        history, others = deals.history(), []
        if step % (9 * every) == 0:
            others = [deals.observe(seat=seat) for seat in range(rules.players)]
        for i, table in enumerate(tables):
            seat = table.turn
            assert seat is not None
            assert seat == deals.turn[i], repr(table.deal)
            assert table.deal.phase is deals.phases[deals.phase[i]], repr(table.deal)
            assert np.flatnonzero(legal[i]).tolist() == table.legal(), repr(table.deal)
            for other, rows in enumerate(others):
                _same(deals, rows[i], table.observation(other), table, other)
            if (step + i) % every == 0:
                _same(deals, seen[i], table.observation(seat), table, seat)
                assert (history[i] == table.history(seat)).all(), repr(table.deal)
            if step % 19 == 0:
                assert deals.deal(i) == table.deal
                assert deals.put(i) == table.put
        actions = choose_weighted(legal, liked, rng)
        ended = deals.step(actions, final=final)
        assert ended == deals.done.sum()
        for i, table in enumerate(tables):
            table.push(int(actions[i]))
            assert table.is_over == deals.done[i], repr(table.deal)
            assert deals.rewards[i].tolist() == list(table.points()), repr(table.deal)
            if table.is_over:
                count += 1
                score = table.deal.score()
                assert deals.score(i) == score, repr(table.deal)
                assert deals.results("points")[i].tolist() == list(score.points)
                for seat in range(rules.players):
                    _same(deals, final[i, seat], table.observation(seat), table, seat)
                tables[i] = ordinary(deals, i, seed, **before)
    return count


def run_out(deals: VectorDeals, steps: int, seed: int = 1) -> list[Any]:
    """What random actions lead to, step by step, to be compared."""
    rng = np.random.default_rng(seed)
    found: list[Any] = []
    for _ in range(steps):
        actions = deals.random_actions(rng)
        ended = deals.step(actions)
        found.append((actions.tolist(), ended, deals.turn.tolist(), deals.rewards.tolist()))
    found.append((deals.observe().tolist(), deals.history().tolist(), deals.number.tolist()))
    return found
