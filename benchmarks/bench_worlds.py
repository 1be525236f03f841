"""Worlds from a view. Asked: how fast are exactly uniform worlds, against rejection and against OpenSpiel?"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy as np
from harness import Figure, benchmark, figure, rounds

import tricktake as tt
from cardcore import CardOrder, PlaySetup, Sampler, SeatOrder, TrickPlay, redeal_rows
from tricktake import fivehundred as fh
from tricktake import spades as sp

_ROWS = 100_000
_DEALS = 2_000
_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def middle(tricks: int = 5) -> Any:
    """A view of Five Hundred in mid-deal, with voids shown by two seats."""
    deal = fh.Deal(fh.Rules(blind_misere=False), dealer=3, seed=500).push_all("7H; P; 8H; P; P")
    bot = tt.bots.Heuristic(seed=1)
    while len(deal.finished) < tricks:
        deal.push(bot.choose(deal.view(deal.turn)))  # type: ignore[arg-type]
    return deal.view(0)


def first_lead() -> Any:
    """A view of three-handed cutthroat at the first lead: 34 cards in two hands of 17."""
    return sp.Deal(dealer=2, seed=500).push_all("4 4 4").view(0)


def _check(sampler: Sampler, rows: Any) -> None:
    """The rows are worlds: every card once, sizes right, nothing where it cannot be."""
    for row in rows[:1000].tolist():
        together = 0
        for mask, size, may in zip(row, sampler.sizes, sampler.may_hold, strict=True):
            if mask & ~may or mask.bit_count() != size or together & mask:
                raise AssertionError("a row is no world")
            together |= mask
        if together != sampler.cards:
            raise AssertionError("a row does not hold every card")


def _rejection(sampler: Sampler, seed: int, *, rows: int = _ROWS) -> int:
    """Rejection at its best: plain shuffles in C, and all voids checked at once; returns how many fit."""
    free = Sampler(sampler.cards, sampler.sizes, [sampler.cards] * len(sampler.sizes))
    drawn = free.sample(rows, seed=seed)
    barred = np.array([sampler.cards & ~may for may in sampler.may_hold], np.uint64)
    return int(((drawn & barred) == 0).all(axis=1).sum())


@benchmark
def worlds() -> Iterable[Figure]:
    """Worlds a second: into arrays, as plays of the core, as deals; what they cost to prepare."""
    for name, view, least in (
        ("Five Hundred, mid-deal, voids", middle(), 1.0),
        ("cutthroat, first lead, 2 × 17", first_lead(), 0.5),
    ):
        knowledge = tt.infer(view)
        sampler = knowledge.samplers[0]
        rows = np.empty((_ROWS, len(sampler.sizes)), np.uint64)
        sampler.fill(rows, seed=1)
        _check(sampler, rows)
        drawn = tt.sample_worlds(view, _DEALS, seed=1)
        if any(world.view(0) != view for world in drawn[:200]):
            raise AssertionError("a world does not give the view")

        def fill(sampler: Sampler = sampler, rows: Any = rows) -> None:
            sampler.fill(rows, seed=1)

        def plays(drawn: tt.Worlds = drawn) -> None:
            for _ in drawn.plays():
                pass

        def deals(drawn: tt.Worlds = drawn) -> None:
            for _ in drawn:
                pass

        def prepare(view: Any = view) -> None:
            for _ in range(200):
                tt.infer(view)

        filled, played, dealt, prepared = rounds([fill, plays, deals, prepare])
        rates = [_ROWS / second / 1e6 for second in filled]
        yield figure(f"worlds into an array: {name}", "M/s", rates, higher=True, at_least=least)
        rates = [_DEALS / second / 1e3 for second in played]
        yield figure(f"worlds as TrickPlay, history replayed: {name}", "k/s", rates, higher=True)
        rates = [_DEALS / second / 1e3 for second in dealt]
        yield figure(f"worlds as Deal: {name}", "k/s", rates, higher=True)
        yield figure(f"infer(view): {name}", "µs", [s / 200 * 1e6 for s in prepared], higher=False)


@benchmark
def worlds_against_rejection() -> Iterable[Figure]:
    """Worlds a second against shuffling until the voids fit, after four to eight tricks."""
    for tricks in (4, 5, 6, 7, 8):
        view = middle(tricks)
        sampler = tt.infer(view).samplers[0]
        free = Sampler(sampler.cards, sampler.sizes, [sampler.cards] * len(sampler.sizes))
        share = sampler.count / free.count
        rows = np.empty((_ROWS, len(sampler.sizes)), np.uint64)
        kept = _rejection(sampler, 1)
        if abs(kept - share * _ROWS) > 6 * (share * _ROWS + 1) ** 0.5:
            raise AssertionError(f"{kept} of {_ROWS} shuffles fit, {share * _ROWS:.1f} were expected")

        def fill(sampler: Sampler = sampler, rows: Any = rows) -> None:
            sampler.fill(rows, seed=1)

        def reject(sampler: Sampler = sampler) -> None:
            _rejection(sampler, 1)

        ours, theirs = rounds([fill, reject], 7)
        yield figure(
            f"worlds after {tricks} tricks, {share:.2%} of the shuffles fit",
            "M/s",
            [_ROWS / second / 1e6 for second in ours],
            higher=True,
            peer="rejection (same shuffle, voids checked by numpy)",
            peer_values=[share * _ROWS / second / 1e6 for second in theirs],
        )


# ---- OpenSpiel ----------------------------------------------------------------------------------------


def _walk(pyspiel: Any, name: str, plays: int) -> Any:
    """A state of a game after some cards, by random legal actions, with a player to act.

    In euchre that player is the dealer, who took the card turned up, and nobody plays alone.
    """
    for seed in range(1_000):
        chance = random.Random(seed)
        state = pyspiel.load_game(name).new_initial_state()
        while not state.is_terminal() and _cards(name, state) < plays:
            if state.is_chance_node():
                state.apply_action(chance.choice([action for action, _ in state.chance_outcomes()]))
            else:
                state.apply_action(chance.choice(state.legal_actions()))
        if name == "hearts":
            return state
        mine = state.current_player() == state.dealer() and state.num_passes() < 4
        if mine and not state.declarer_go_alone():
            return state
    raise AssertionError("no such state was found")


def _cards(name: str, state: Any) -> int:
    """Cards played so far in a state of hearts or euchre."""
    if name == "euchre":
        return int(state.num_cards_played())
    return max(0, len(_plays(name, state)))


def _plays(name: str, state: Any) -> list[tuple[int, str]]:
    """The cards played, with who played them."""
    steps = [(int(step.player), int(step.action)) for step in state.full_history() if step.player >= 0]
    if name == "euchre":
        many = int(state.num_cards_played())
        steps = steps[len(steps) - many :]
    else:
        steps = steps[12:]  # three cards passed by each
    return [(player, _card(name, action)) for player, action in steps]


def _card(name: str, action: int) -> str:
    """The card of an action: suit + 4 × rank in both games."""
    ranks = _RANKS if name == "hearts" else _RANKS[7:]
    return "CDHS"[action % 4] + ranks[action // 4]


def _hand(state: Any, player: int) -> list[str]:
    """A hand, read from what OpenSpiel tells its owner."""
    lines = state.information_state_string(player).splitlines()
    at = next(k for k, line in enumerate(lines) if line.startswith("Hand:"))
    found = []
    for line in lines[at + 1 : at + 5]:
        suit, _, ranks = line.strip().partition(" ")
        found += [suit + ("10" if rank == "T" else rank) for rank in ranks if rank in "23456789TJQKA"]
    return found


def _problem(name: str, state: Any) -> tuple[Sampler, TrickPlay]:
    """The same problem for us: the other hands, and in euchre the talon, with the voids that were shown."""
    own = int(state.current_player())
    if name == "hearts":
        order = CardOrder([[suit + rank for rank in _RANKS] for suit in "SCDH"])
    else:
        order = _euchre_order("CDHS"[int(state.trump_suit())])
    cards, voids = _plays(name, state), [0, 0, 0, 0]
    for at in range(0, len(cards), 4):
        led = order.suit_of(cards[at][1])
        for player, card in cards[at + 1 : at + 4]:
            if led is not None and order.suit_of(card) != led:
                voids[player] |= order.block_mask(led)
    held = [order.to_mask(_hand(state, player)) for player in range(4)]
    others = [player for player in range(4) if player != own]
    unseen = order.to_mask(order.cards) & ~held[own] & ~order.to_mask([card for _, card in cards])
    if name == "euchre":
        unseen &= ~order.to_mask([_card(name, int(state.discard()))])
    sizes = [held[player].bit_count() for player in others]
    may = [unseen & ~voids[player] for player in others]
    if unseen.bit_count() > sum(sizes):
        sizes.append(unseen.bit_count() - sum(sizes))
        may.append(unseen)
    full = [order.to_cards(mask) for mask in held]
    for player, card in cards:
        full[player] |= tt.CardSet([tt.parse_card(card)])
    play = TrickPlay(PlaySetup(order, SeatOrder.circle(4)), full, cards[0][0])
    for _, card in cards:
        play.play(card)
    return Sampler(unseen, sizes, may), play


def _euchre_order(trump: str) -> CardOrder:
    """Euchre's bowers, as in Five Hundred without the joker."""
    mate = {"S": "C", "C": "S", "D": "H", "H": "D"}[trump]
    suits = [
        [suit + rank for rank in _RANKS[7:] if rank != "J" or suit not in trump + mate] for suit in "SCDH"
    ]
    suits["SCDH".index(trump)] += [mate + "J", trump + "J"]
    return CardOrder(suits, trump="SCDH".index(trump))


@benchmark
def worlds_against_openspiel() -> Iterable[Figure]:
    """A world of the same position against OpenSpiel's ``resample_from_infostate``, hearts and euchre."""
    try:
        import pyspiel
    except ImportError:
        yield figure(
            "worlds against OpenSpiel", "µs", [0.0, 0.0], higher=False, peer="OpenSpiel is not installed"
        )
        return
    draw = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for name, plays in (("hearts", 22), ("euchre", 7)):
        state = _walk(pyspiel, name, plays)
        player = int(state.current_player())
        sampler, play = _problem(name, state)
        order = [k for k in range(4) if k != player]
        columns = [None if k == player else order.index(k) for k in range(4)]

        def resample(state: Any = state, player: int = player) -> None:
            for _ in range(2_000):
                state.resample_from_infostate(player, draw)

        def ours(sampler: Sampler = sampler, play: Any = play, columns: Any = columns) -> None:
            redeal_rows(play, sampler.sample(2_000, seed=1), columns)

        def arrays(sampler: Sampler = sampler) -> None:
            sampler.sample(200_000, seed=1)

        mine, theirs, bare = rounds([ours, resample, arrays])
        what = f"{name} after {plays} cards, {sampler.count:,} worlds"
        peer_values = [second / 2_000 * 1e6 for second in theirs]
        for label, values in (
            ("as TrickPlay", [second / 2_000 * 1e6 for second in mine]),
            ("into an array", [second / 200_000 * 1e6 for second in bare]),
        ):
            yield figure(
                f"a world {label}: {what}",
                "µs",
                values,
                higher=False,
                peer="OpenSpiel resample_from_infostate",
                peer_values=peer_values,
            )
