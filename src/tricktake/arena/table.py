"""The table: plays a board in every seating, and ends a deal when a bot is at fault.

A bot is at fault when it raises an exception, returns an action that is not legal or something that is no
action, or takes longer than the limit. The deal ends at once. Its side gets minus the target of the game
(minus 500 in Five Hundred), every other side gets 0. A match ends with it: the side at fault ranks last with
the target less than the lowest score so far, and the best of the other sides has won.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from tricktake.actions import Action
from tricktake.arena.boards import Board, Fault, FaultKind, Result
from tricktake.arena.clock import Clock, Overrun
from tricktake.arena.seatings import Seating
from tricktake.arena.setup import Setup
from tricktake.bots import Bot

__all__ = ["play_board"]

_LONGEST = 200  # characters of an error that are kept


def play_board(setup: Setup, number: int) -> Board:
    """Play a board in every seating.

    Parameters
    ----------
    setup : Setup
        What is played.
    number : int
        Which board, from 0.

    Returns
    -------
    Board
        The same in every process.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> board = play_board(Setup(fh.Rules(), ("random", "random"), seed=1), 0)
    >>> board.results[0] == board.results[1]  # equal bots play alike, whoever sits where
    True
    """
    play = _play_match if setup.whole else _play_deal
    return Board(number=number, results=tuple([play(setup, number, seating) for seating in setup.seatings]))


def _play_deal(setup: Setup, number: int, seating: Seating) -> Result:
    deal = setup.game.new_deal(setup.rules, dealer=setup.dealer(number), seed=setup.seed, number=number)
    with Clock(setup.limit) as clock:
        fault = _play_out(deal, _seat_bots(setup, seating), clock, 0)
    if fault is None:
        return Result(scores=deal.score().points, deals=1)
    at_fault = _side(setup, fault)
    scores = [-setup.rules.target if side == at_fault else 0 for side in range(len(setup.rules.sides))]
    return Result(scores=tuple(scores), deals=1, fault=fault)


def _play_match(setup: Setup, number: int, seating: Seating) -> Result:
    match = setup.game.new_match(setup.rules, seed=setup.match_seed(number), dealer=setup.dealer(number))
    fault, deals, bots = None, 0, _seat_bots(setup, seating)
    with Clock(setup.limit) as clock:
        while not match.is_over and deals < setup.cap and fault is None:
            fault = _play_out(match.next_deal(), bots, clock, deals)
            deals += 1
    scores = list(match.scores)
    if fault is not None:
        scores[_side(setup, fault)] = min(scores) - setup.rules.target
        winners = _best(scores)
    else:
        # Nobody has won if the cap has ended it, or all have lost together.
        winners = tuple(sorted(match.winners or ())) or _best(scores)
    return Result(scores=tuple(scores), winners=winners, deals=deals, fault=fault)


def _best(scores: Sequence[int]) -> tuple[int, ...]:
    """The sides with the highest score."""
    return tuple([side for side, score in enumerate(scores) if score == max(scores)])


def _side(setup: Setup, fault: Fault) -> int:
    return next(at for at, side in enumerate(setup.rules.sides) if fault.seat in side)


def _seat_bots(setup: Setup, seating: Seating) -> list[Bot]:
    """A new bot for every seat, so that none remembers the cards from another seat or another seating."""
    return [setup.make_bot(bot) for bot in seating]


def _play_out(deal: Any, bots: Sequence[Bot], clock: Clock, at: int) -> Fault | None:
    """Play a deal to its end, or to the first fault."""
    while not deal.is_over:
        seat = deal.turn
        found = _decide(deal, bots[seat], clock)
        if found is not None:
            kind, message = found
            return Fault(kind=kind, seat=seat, deal=at, message=message)
    return None


def _decide(deal: Any, bot: Bot, clock: Clock) -> tuple[FaultKind, str] | None:
    """Ask a bot and do what it says; return what is wrong with it."""
    try:
        action = clock.ask(bot, deal.view(deal.turn))
    except Overrun:
        return FaultKind.TIME, f"took longer than {clock.limit:g} s"
    except (Exception, SystemExit) as error:  # a bot that wants to end the program has only lost
        return FaultKind.ERROR, _one_line(error)
    if not isinstance(action, Action):
        return FaultKind.NO_ACTION, f"returned a value of type {type(action).__name__}, which is no action"
    try:
        deal.push(action)
    except Exception as error:
        return FaultKind.ILLEGAL, _one_line(error)
    return None


def _one_line(error: BaseException) -> str:
    text = ""
    with suppress(Exception):  # the text of an error is the bot's own code
        text = " ".join(str(error).split())
    name = type(error).__name__
    return (f"{name}: {text}" if text else name)[:_LONGEST]
