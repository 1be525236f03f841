"""The sampling player's part of spades: worlds that fit the bids, and what comes out of them in quick play.

With everybody for himself a solver that lets all others play against one seat is too gloomy to go by, and
no exact search is fast enough early in a deal. So worlds are played out: by a tree search in which every seat
wants what its own bid and the score ask for.
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cardcore import Stakes, TrickPlay, policy_playouts, tree_search
from tricktake.actions import Action, Play
from tricktake.bots._sp_bids import Bidder, choose_bid
from tricktake.bots._sp_deduce import likelihoods
from tricktake.bots._sp_player import choose as heuristic
from tricktake.bots._sp_stakes import make_stakes
from tricktake.bots._worlds import Budget, fitting_worlds, settled
from tricktake.bots.base import Option, view_number
from tricktake.cards import Card, CardSet
from tricktake.hidden import Place
from tricktake.spades.orders import card_order, first_leader, play_table
from tricktake.spades.packs import PACKS
from tricktake.spades.view import View
from tricktake.state import Phase

__all__ = ["Judged", "consider", "judge_hand"]

_ITERATIONS = 150  # of the tree search for each world
_EXPLORE = 0.5
_PLAYOUTS = 4  # of a world, to judge a hand before a bid
_FAITH = 0.5  # in playouts, against the heuristic estimate of a hand
_SLACK = 0.5  # standard errors within which the heuristic choice is preferred


def consider(view: View, budget: Budget) -> list[Option]:
    """Weigh the actions of a seat to act.

    Parameters
    ----------
    view : View
    budget : Budget

    Returns
    -------
    list of Option
        The best first, values in points.
    """
    if len(view.legal_actions) == 1:
        return [Option(view.legal_actions[0])]
    if view.phase is Phase.AUCTION and view.hand is not None:
        return _bids(view, budget)
    if view.phase is Phase.PLAY:
        return _cards(view, budget)
    return [Option(heuristic(view))]


def _cards(view: View, budget: Budget) -> list[Option]:
    """The legal cards, by tree search."""
    knowledge, rows = fitting_worlds(view, budget.worlds, budget.seed, partial(likelihoods, view))
    maker = view.world_maker(knowledge.hidden)
    play = maker.plays(rows[:1])[0]
    found = tree_search(
        play,
        rows,
        knowledge.columns,
        make_stakes(view, play.order),
        iterations=_ITERATIONS * budget.worlds,
        seed=budget.seed,
        number=view_number(view),
        explore=_EXPLORE,
        seconds=budget.seconds or None,
    )
    options = [Option(Play(play.order.card(move)), value, error) for move, _, value, error in settled(found)]
    favourite = heuristic(view)
    best = options[0]
    for option in options[1:]:
        slack = _SLACK * ((best.error or 0.0) + (option.error or 0.0))
        if option.action == favourite and (best.value or 0.0) - (option.value or 0.0) <= slack:
            options.remove(option)
            options.insert(0, option)
            break
    return options


def _bids(view: View, budget: Budget) -> list[Option]:
    """The bids, with tricks and the safety of a nil from playouts."""
    bidder = judge_hand(view, budget).bidder
    weighed: dict[Action, float] = {}
    call = choose_bid(view, bidder, weighed)
    options = [Option(action, value) for action, value in weighed.items()]
    options.sort(key=lambda option: (option.action != call, -(option.value or 0.0)))
    return options


class Judged(NamedTuple):
    """A hand before its bid."""

    bidder: Bidder
    """What its bids are worth."""
    tricks: NDArray[np.uint8]
    """Tricks of the seat in every playout in which it takes what it can."""
    error: float
    """Standard error of the tricks the bidder expects, from the number of worlds."""
    nil_error: float
    """The same of the chance of a nil."""


def judge_hand(view: View, budget: Budget) -> Judged:
    """Judge a hand before its bid, by playouts.

    Parameters
    ----------
    view : View
        A view in the auction, of a seat that has looked.
    budget : Budget

    Returns
    -------
    Judged
    """
    bidder = Bidder(view)
    plays, rows, at = _first_lead(view, budget)
    seat = view.seat
    take = policy_playouts(plays, rows, at, _everybody(view, nil=False), seed=budget.seed, repeat=_PLAYOUTS)
    tricks = take[:, seat].astype(float)
    bidder.mean += _FAITH * (float(tricks.mean()) - bidder.expected)
    duck = policy_playouts(plays, rows, at, _everybody(view, nil=True), seed=budget.seed, repeat=_PLAYOUTS)
    safe = float((duck[:, seat] == 0).mean())
    bidder.nil += _FAITH * (safe - bidder.nil)
    # the playouts of one world are much alike, so that worlds are counted and not playouts
    scale = _FAITH / budget.worlds**0.5
    return Judged(bidder, take[:, seat], scale * float(tricks.std()), scale * (safe * (1.0 - safe)) ** 0.5)


def _first_lead(view: View, budget: Budget) -> tuple[TrickPlay, np.ndarray, tuple[int | None, ...]]:
    """The play as it would begin, the worlds in its order, and their columns."""
    assert view.hand is not None
    rules = view.rules
    knowledge, rows = fitting_worlds(view, budget.worlds, budget.seed, partial(likelihoods, view))
    order = card_order(PACKS[rules.pack_name])
    from_pack = knowledge.hidden.order
    moved = np.array(
        [[order.to_mask(from_pack.to_cards(mask)) for mask in row] for row in rows.tolist()], np.uint64
    )
    hands = []
    for seat in range(rules.players):
        if seat == view.seat:
            hands.append(view.hand)
        else:
            at = knowledge.places.index(Place.hand(seat))
            hands.append(order.to_cards(int(moved[0, at])))
    holder = next((seat for seat, hand in enumerate(hands) if Card.C2 in hand), None)
    leader = first_leader(rules, view.dealer, holder)
    setup = play_table(rules, view.dealer, fresh=not rules.jokers).setup
    sizes = {len(CardSet(hand)) for hand in hands}
    if len(sizes) > 1:  # the dealer skips the first trick (CS-PLAY-8)
        setup = play_table(rules, view.dealer, fresh=True).setup
    return TrickPlay(setup, hands, leader), moved, knowledge.columns


def _everybody(view: View, *, nil: bool) -> Stakes:
    """Everybody takes what he can; with ``nil`` but for the seat, which takes nothing."""
    many = view.rules.players
    aims: list[tuple[int, int, bool] | None] = [None] * many
    if nil:
        aims[view.seat] = (0, 0, True)
    table = [float(tricks) for tricks in range(view.rules.hand_size + 1)]
    partners = [view.rules.sides[view.rules.side_of(seat)] for seat in range(many)]
    return Stakes(many, [((view.seat,), table)], [[1.0]] * many, aims=aims, friends=partners)
