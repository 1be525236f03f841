"""Spades counted and solved: hands for ``perft``, the table and the stage of a deal for ``solve``."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from cardcore import Solver, Stream, TrickPlay
from tricktake.cards import CardSet
from tricktake.cli.arguments import UsageError
from tricktake.cli.game import PerftStart, SolveTable
from tricktake.cli.terminal import Terminal
from tricktake.errors import RulesError
from tricktake.spades import PACKS, Deal, PlayStart, Rules
from tricktake.state import Phase

__all__ = ["perft_start", "solve_rows", "stage_words", "table_of"]


def perft_start(args: argparse.Namespace, seed: int) -> PerftStart:
    """Hands of so many cards from the pack for so many players, spades not broken.

    Parameters
    ----------
    args : argparse.Namespace
    seed : int

    Returns
    -------
    PerftStart

    Raises
    ------
    UsageError
        If a strain is given, which is always spades.
    RulesError
        If there is no game for so many, or not with these jokers.

    Examples
    --------
    >>> args = argparse.Namespace(players=5, cards=2, strain=None, jokers=2)
    >>> perft_start(args, 1).words
    '5 players, spades not broken'
    """
    if args.strain is not None:
        raise UsageError("--strain: in spades spades are always trumps")
    players = 3 if args.players is None else args.players
    try:
        rules = Rules(players=players, jokers=0 if args.jokers is None else args.jokers)
    except RulesError as error:
        raise UsageError(str(error)) from error
    pack, cards = PACKS[rules.pack_name], args.cards
    order = Stream(seed).permutation(len(pack))
    hands = tuple(
        [CardSet([pack[at] for at in order[seat * cards : (seat + 1) * cards]]) for seat in range(players)]
    )
    play = _play(rules, hands, leader=0, won=rules.hand_size - cards)
    return PerftStart(hands=hands, play=play, words=f"{players} players, spades not broken")


def _play(
    rules: Rules, hands: tuple[CardSet, ...], *, leader: int | None, won: int, dealer: int = 0
) -> TrickPlay:
    """The play of some hands; so many tricks are won already by seat 0."""
    tricks = (won, *[0] * (rules.players - 1))
    start = PlayStart(bids=("1",) * rules.players, leader=leader, tricks=tricks)
    play = Deal(rules, dealer=dealer, hands=hands, start=start).play_state
    assert play is not None
    return play


def table_of(terminal: Terminal, deal: Deal, solver: Solver) -> SolveTable | None:
    r"""What the hands are worth as dealt: tricks that are sure, and nils.

    Parameters
    ----------
    terminal : Terminal
    deal : Deal
    solver : Solver

    Returns
    -------
    SolveTable or None
        None for a deal that begins in the middle of the play.

    Examples
    --------
    >>> table = table_of(Terminal(ascii_only=True), Deal(dealer=2, seed=500), Solver())
    >>> print("\n".join(table.lines))
    Tricks each seat is sure of as dealt, and whether a seat can make nil:
                seat 0  seat 1  seat 2
      tricks         6       3       0
      nil           no      no      no
    """
    if deal.start is not None:
        return None
    rules = deal.rules
    seats = range(rules.players)
    play = _play(rules, deal.dealt, leader=None, won=0, dealer=deal.dealer)
    everybody = _mask(seats)
    sides = [_mask(side) for side in rules.sides]
    sure = [solver.solve(play, side, side).value for side in sides]
    nils = []
    for seat in seats:
        others = everybody & ~sides[rules.side_of(seat)]
        nils.append(solver.solve(play, others, 1 << seat, target=1).high < 1)
    who = "side" if rules.partners else "seat"
    lines = [
        f"Tricks each {who} is sure of as dealt, and whether a seat can make nil:",
        "  " + " " * 8 + "".join([f"  seat {seat}" for seat in seats]),
        f"  {'tricks':<8}" + "".join([f"  {sure[rules.side_of(seat)]:>6}" for seat in seats]),
        f"  {'nil':<8}" + "".join([f"  {'yes' if nil else 'no':>6}" for nil in nils]),
    ]
    return SolveTable(lines=tuple(lines), data={"table": sure, "nil": nils})


def _mask(seats: Iterable[int]) -> int:
    return sum([1 << seat for seat in seats])


def solve_rows(deal: Deal) -> list[tuple[str, CardSet]]:
    """The hands as they are now.

    Parameters
    ----------
    deal : Deal

    Returns
    -------
    list of (str, CardSet)

    Examples
    --------
    >>> [label for label, _ in solve_rows(Deal(dealer=2, seed=500))]
    ['seat 0', 'seat 1', 'seat 2']
    """
    return [(f"seat {seat}", deal.hand(seat)) for seat in range(deal.rules.players)]


def stage_words(terminal: Terminal, deal: Deal) -> str:
    """The bids and what is being decided.

    Parameters
    ----------
    terminal : Terminal
    deal : Deal

    Returns
    -------
    str

    Examples
    --------
    >>> stage_words(Terminal(ascii_only=True), Deal(dealer=2, seed=500).push_all("5 NIL 6"))
    'bids 5 NIL 6, play'
    """
    if deal.phase is Phase.AUCTION:
        return f"{deal.phase.value}"
    return f"bids {' '.join(map(str, deal.bids))}, {deal.phase.value}"
