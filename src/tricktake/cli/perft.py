"""``tricktake perft``: how many ways there are to play the cards of a random deal, depth by depth."""

from __future__ import annotations

import argparse
from time import perf_counter

from cardcore import divide
from tricktake.cards import Strain
from tricktake.cli.arguments import UsageError, add_screen, add_seed, chosen_seed, near, whole
from tricktake.cli.diagram import hand_rows
from tricktake.cli.games import add_game, chosen_game
from tricktake.cli.terminal import NARROW, WIDTH, Terminal

__all__ = ["add_arguments", "run"]

_STRAINS = {strain.letter: strain for strain in Strain}


def _strain(text: str) -> Strain:
    strain = _STRAINS.get(text.upper())
    if strain is None:
        hint = near(text.upper(), _STRAINS)
        raise argparse.ArgumentTypeError(
            f"there is no strain {text[:20]!r}{hint}; strains are {', '.join(_STRAINS)}"
        )
    return strain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["--strain", "h"]).strain
    <Strain.HEARTS: 3>
    """
    add_game(parser, default="five-hundred")
    cards = parser.add_argument_group("cards")
    cards.add_argument(
        "--strain", type=_strain, metavar="S", help="trumps in Five Hundred: S, C, D, H or NT (default NT)"
    )
    cards.add_argument(
        "--cards", type=whole(1, 10), default=4, metavar="N", help="cards a seat, 1 to 10 (default 4)"
    )
    cards.add_argument(
        "--depth", type=whole(1), metavar="D", help="plays to look ahead, 1 or more (default: to the end)"
    )
    add_seed(cards)
    cards.add_argument(
        "--players",
        type=whole(2),
        metavar="N",
        help="seats: 2 to 6 in Five Hundred (default 4), 3 to 5 in spades (default 3)",
    )
    cards.add_argument(
        "--jokers", type=whole(0), metavar="N", help="in spades for five: 0, 2 or 3 (default 0)"
    )
    output = parser.add_argument_group("output")
    output.add_argument("--divide", action="store_true", help="also the count behind each first card")
    add_screen(output)


def run(args: argparse.Namespace) -> int:
    """Count and print.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    int
        Exit code.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> run(parser.parse_args("--cards 1 --seed 1 --ascii".split()))  # doctest: +ELLIPSIS
    1 card a seat, 4 players, no trumps, seed 1; seat 0 leads
    ...
    0
    """
    game, seed, cards = chosen_game(args), chosen_seed(args), args.cards
    start = game.perft(args, seed)
    hands, play = start.hands, start.play
    players = len(hands)
    plays = players * cards
    depth = plays if args.depth is None else args.depth
    if depth > plays:
        raise UsageError(f"{players} hands of {cards} make {plays} plays; depth {depth} is too deep")
    terminal = Terminal.of(args, width=WIDTH if players == 4 else NARROW)
    counted = "1 card" if cards == 1 else f"{cards} cards"
    terminal.line(f"{counted} a seat, {start.words}, seed {seed}; seat 0 leads", style="head")
    for line in hand_rows(terminal, [(f"seat {seat}", hand) for seat, hand in enumerate(hands)]):
        terminal.line(line)
    terminal.line()
    terminal.line(f"  {'depth':>5}  {'count':>20}  {'seconds':>9}  {'a second':>15}")
    for step in range(1, depth + 1):
        began = perf_counter()
        count = play.perft(step)
        seconds = perf_counter() - began
        terminal.line(f"  {step:>5}  {count:>20,}  {seconds:>9.3f}  {count / max(seconds, 1e-9):>15,.0f}")
        terminal.flush()
    if args.divide:
        terminal.line()
        terminal.line(f"  {'first':>5}  {'count':>20}   to depth {depth}")
        for move, count in divide(play, depth).items():
            card, named = play.card_of(move)
            text = terminal.card(card) + ("" if named is None else f":{'SCDH'[named]}")
            terminal.line(f"  {text:>5}  {count:>20,}")
    return 0
