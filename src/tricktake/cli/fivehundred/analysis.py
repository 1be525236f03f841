"""Five Hundred counted and solved: hands for ``perft``, the table and the stage of a deal for ``solve``."""

from __future__ import annotations

import argparse

from cardcore import PlaySetup, SeatOrder, Solver, Stream, TrickPlay
from tricktake.cards import CardSet, Strain
from tricktake.cli.arguments import UsageError, whole
from tricktake.cli.game import PerftStart, SolveTable
from tricktake.cli.terminal import Terminal
from tricktake.fivehundred import PACKS, Deal, card_order
from tricktake.fivehundred.analysis import solve_table

__all__ = ["perft_start", "solve_rows", "stage_words", "table_of"]

_PACKS = {2: "33", 3: "33", 4: "43", 5: "53", 6: "63"}  # FH-DECK-1; two players share the small pack


_TABLE_HEADS = ("Tricks of the contractor alone", "Tricks of the contractor's side")


def perft_start(args: argparse.Namespace, seed: int) -> PerftStart:
    """Hands of so many cards from the pack for so many players.

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
        If there is no game for so many.

    Examples
    --------
    >>> args = argparse.Namespace(players=3, cards=2, strain=Strain.HEARTS, jokers=None)
    >>> perft_start(args, 1).words
    '3 players, trump hearts'
    """
    if args.jokers is not None:
        raise UsageError("--jokers: the packs of Five Hundred have one joker")
    players = 4 if args.players is None else args.players
    try:
        whole(2, 6)(str(players))
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"--players: {error}") from None
    strain = Strain.NO_TRUMP if args.strain is None else args.strain
    pack, cards = PACKS[_PACKS[players]], args.cards
    order = Stream(seed).permutation(len(pack))
    hands = [
        CardSet([pack[at] for at in order[seat * cards : (seat + 1) * cards]]) for seat in range(players)
    ]
    setup = PlaySetup(card_order(pack, strain), SeatOrder.circle(players))
    what = "no trumps" if strain is Strain.NO_TRUMP else f"trump {strain.name.lower()}"
    who = "2 players without tables" if players == 2 else f"{players} players"
    return PerftStart(hands=tuple(hands), play=TrickPlay(setup, hands, 0), words=f"{who}, {what}")


def table_of(terminal: Terminal, deal: Deal, solver: Solver) -> SolveTable | None:
    """What the hands are worth as dealt, for every strain and contractor.

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
    >>> table = table_of(Terminal(ascii_only=True), Deal(dealer=3, seed=500), Solver())
    >>> table.data["misere"]
    [False, False, False, False]
    """
    if deal.start is not None:
        return None
    if deal.rules.has_tables:
        return SolveTable(
            lines=("No table of strains: it needs all cards in hands, none on tables.",), data={}
        )
    table = solve_table(deal, solver=solver)
    seats = range(deal.rules.players)
    lines = [
        f"{_TABLE_HEADS[len(deal.rules.sides[0]) > 1]} as dealt, without the kitty:",
        "  " + " " * 8 + "".join([f"  seat {seat}" for seat in seats]),
    ]
    for strain, tricks in table.rows():
        label = "NT" if strain is Strain.NO_TRUMP or strain.suit is None else terminal.suit(strain.suit)
        lines.append(f"  {label:<8}" + "".join([f"  {count:>6}" for count in tricks]))
    made = ["yes" if table.misere[seat] else "no" for seat in seats]
    lines.append(f"  {'misère':<8}" + "".join([f"  {word:>6}" for word in made]))
    data = {
        "table": {strain.letter: list(tricks) for strain, tricks in table.rows()},
        "misere": [table.misere[seat] for seat in sorted(table.misere)],
    }
    return SolveTable(lines=tuple(lines), data=data)


def solve_rows(deal: Deal) -> list[tuple[str, CardSet]]:
    """The hands as they are now, and the kitty or what has been put away.

    Parameters
    ----------
    deal : Deal

    Returns
    -------
    list of (str, CardSet)

    Examples
    --------
    >>> [label for label, _ in solve_rows(Deal(dealer=3, seed=500))]
    ['seat 0', 'seat 1', 'seat 2', 'seat 3', 'kitty']
    """
    rows = [(f"seat {seat}", deal.hand(seat)) for seat in range(deal.rules.players)]
    if deal.put_away is not None:
        rows.append(("put away", deal.put_away))
    elif deal.kitty and (deal.contract is None or deal.contract.bid.sans_kitty):
        rows.append(("kitty", deal.kitty))
    return [*rows, ("dead hand", deal.dead)] if deal.dead else rows


def stage_words(terminal: Terminal, deal: Deal) -> str:
    """The contract and what is being decided.

    Parameters
    ----------
    terminal : Terminal
    deal : Deal

    Returns
    -------
    str

    Examples
    --------
    >>> stage_words(Terminal(ascii_only=True), Deal(dealer=3, seed=500).push_all("7H P P P"))
    '7H by seat 0, exchange'
    """
    contract = deal.contract
    if contract is None:
        return deal.phase.value
    joker = f", joker {terminal.suit(deal.nominated)}" if deal.nominated is not None else ""
    with_whom = "" if deal.partner is None else f" with seat {deal.partner}"
    return f"{terminal.bid(contract.bid)} by seat {contract.contractor}{with_whom}{joker}, {deal.phase.value}"
