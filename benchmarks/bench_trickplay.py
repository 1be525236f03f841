"""TrickPlay from Python. Asked: is one call as cheap as a call can be, and how does a whole loop compare?

The peer is OpenSpiel's C++ spades, driven by the same loop over the same deals from the first lead.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable
from typing import Any

from harness import Figure, benchmark, figure, rounds, seconds

from games import SPADES_PACK, hearts_deal, spades_deal

_CALLS = 200_000
_FIRST_SPADE = 39  # of OpenSpiel's cards


def _per_call(work: Callable[[], object], calls: int) -> list[float]:
    return [second / calls * 1e9 for second in rounds([work])[0]]


@benchmark
def trickplay() -> Iterable[Figure]:
    """Nanoseconds for a legal mask, a push, a copy."""
    play, _ = hearts_deal(0)
    repeat = range(_CALLS)

    def masks() -> None:
        for _ in repeat:
            play.legal_mask  # noqa: B018

    def copies() -> None:
        for _ in repeat:
            play.copy()

    def lists() -> None:
        for _ in repeat:
            play.legal_moves()

    line = _line(play)
    starts = [play.copy() for _ in range(_CALLS // len(line))]

    def pushes() -> None:
        for start in starts:
            push, pop = start.push, start.pop
            for move in line:
                push(move)
            for _ in line:
                pop()

    yield figure("TrickPlay.legal_mask", "ns", _per_call(masks, _CALLS), higher=False, at_most=100)
    yield figure("TrickPlay.legal_moves()", "ns", _per_call(lists, _CALLS), higher=False)
    fresh = _push_only(play, line)
    yield figure("TrickPlay.push", "ns", fresh, higher=False, at_most=150)
    both = _per_call(pushes, len(starts) * len(line))
    yield figure("TrickPlay.push and pop", "ns", both, higher=False)
    yield figure("TrickPlay.copy()", "ns", _per_call(copies, _CALLS), higher=False, at_most=150)
    end = play.copy()
    for move in line:
        end.push(move)

    def late_copies() -> None:
        for _ in repeat:
            end.copy()

    yield figure("TrickPlay.copy() after 40 plays", "ns", _per_call(late_copies, _CALLS), higher=False)


def _line(play: Any) -> list[int]:
    """One whole line of play, and a check that pop takes it back exactly."""
    chance = random.Random(1)
    copy = play.copy()
    line = []
    while not copy.is_over:
        line.append(chance.choice(copy.legal_moves()))
        copy.push(line[-1])
    while copy.history:
        copy.pop()
    if copy != play:
        raise AssertionError("pop does not restore the position")
    return line


def _push_only(play: Any, line: list[int]) -> list[float]:
    """Pushes of a whole line into copies made beforehand."""
    values = []
    for _ in range(16):
        copies = [play.copy() for _ in range(2_000)]

        def work(copies: list[Any] = copies) -> None:
            for copy in copies:
                push = copy.push
                for move in line:
                    push(move)

        values.append(seconds(work) / len(copies) / len(line) * 1e9)
    return values[1:]


@benchmark
def python_playouts() -> Iterable[Figure]:
    """A random playout driven from Python, against OpenSpiel's C++ spades in the same loop."""
    deals = [spades_deal(number)[0] for number in range(300)]
    # Choices are drawn beforehand, so that both loops spend their time in the engines.
    chance = random.Random(5)
    pick = itertools.cycle([chance.randrange(5040) for _ in range(100_003)]).__next__

    def ours() -> None:
        for deal in deals:
            play = deal.copy()
            while not play.is_over:
                legal = play.legal_moves()
                play.push(legal[pick() % len(legal)])

    try:
        import pyspiel
    except ImportError:
        times = rounds([ours])[0]
        values = [second / len(deals) * 1e6 for second in times]
        yield figure(
            "spades playout driven from Python",
            "µs",
            values,
            higher=False,
            peer="OpenSpiel is not installed (extra bench)",
        )
        return
    game = pyspiel.load_game("spades")
    states = [_open_spiel_deal(game, number) for number in range(len(deals))]
    _same_play(deals, states)

    def theirs() -> None:
        for deal in states:
            state = deal.clone()
            while not state.is_terminal():
                legal = state.legal_actions()
                state.apply_action(legal[pick() % len(legal)])

    mine, peer = ([second / len(deals) * 1e6 for second in taken] for taken in rounds([ours, theirs]))
    yield figure(
        "spades playout driven from Python",
        "µs",
        mine,
        higher=False,
        peer="OpenSpiel spades (C++)",
        peer_values=peer,
        ratio_at_least=4,
    )


def _open_spiel_deal(game: Any, number: int) -> Any:
    """The same deal in OpenSpiel, every bid a three, before the first lead."""
    state = game.new_initial_state()
    for index in spades_deal(number)[1]:
        state.apply_action(_to_open_spiel(index))
    for _ in range(4):
        state.apply_action(state.legal_actions()[3])
    return state


def _to_open_spiel(index: int) -> int:
    """Pack index (spades, clubs, diamonds, hearts) to OpenSpiel's card (clubs, diamonds, hearts, spades)."""
    return (index - 13) % 52


def _same_play(deals: list[Any], states: list[Any]) -> None:
    """Play some deals in both engines: turns and legal cards must agree.

    One rule differs: OpenSpiel 2.0 lets a spade be led only from a hand of spades, broken or not.
    """
    chance = random.Random(3)
    for deal, start in zip(deals[:50], states, strict=False):
        play, state = deal.copy(), start.clone()
        while not play.is_over:
            cards = {_to_open_spiel(_pack_index(play, move)): move for move in play.legal_moves()}
            if not play.trick and any(card < _FIRST_SPADE for card in cards):
                cards = {card: move for card, move in cards.items() if card < _FIRST_SPADE}
            if state.current_player() != play.turn or set(state.legal_actions()) != set(cards):
                raise AssertionError(f"OpenSpiel and TrickPlay differ: {state} against {play!r}")
            action = chance.choice(sorted(cards))
            state.apply_action(action)
            play.push(cards[action])


def _pack_index(play: Any, move: int) -> int:
    return SPADES_PACK.index(play.card_of(move)[0])
