"""``tricktake deal``: the deals of a seed, laid out by suit or as text."""

from __future__ import annotations

import argparse

from tricktake.cli.arguments import add_screen, add_seed, chosen_seed, seat_of, whole
from tricktake.cli.diagram import hand_rows
from tricktake.cli.games import add_game, add_rules, chosen_game, chosen_rules
from tricktake.cli.terminal import Terminal

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["five-hundred", "--count", "3"]).count
    3
    """
    add_game(parser)
    add_rules(parser)
    cards = parser.add_argument_group("cards")
    add_seed(cards)
    cards.add_argument(
        "--number",
        type=whole(0, 2**63),
        default=0,
        metavar="K",
        help="first deal of the seed, 0 or more (default 0)",
    )
    cards.add_argument("--count", type=whole(1), default=1, metavar="N", help="deals, 1 or more (default 1)")
    cards.add_argument(
        "--dealer", type=whole(0), default=0, metavar="S", help="seat that deals, from 0 (default 0)"
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--text", action="store_true", help="one line of text a deal, which the library reads back"
    )
    add_screen(output)


def run(args: argparse.Namespace) -> int:
    """Print deals.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    int
        Exit code.

    Raises
    ------
    UsageError
        If the rules make no sense, or there is no such dealer.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> run(parser.parse_args("five-hundred --seed 1 --text --preset kitchen".split()))  # doctest: +ELLIPSIS
    five-hundred/1 rules=kitchen dealer=0 scores=0,0 hands=...
    0
    """
    game = chosen_game(args)
    rules, seed = chosen_rules(game, args), chosen_seed(args)
    dealer = seat_of("--dealer", args.dealer, rules.players)
    terminal = Terminal.of(args, width=game.width(rules))
    for number in range(args.number, args.number + args.count):
        deal = game.new_deal(rules, dealer=dealer, seed=seed, number=number)
        if args.text:
            terminal.line(deal.to_text())
            continue
        if number > args.number:
            terminal.line()
        terminal.line(f"Deal {number} of seed {seed} (seat {deal.dealer} deals)", style="head")
        for line in (*hand_rows(terminal, game.dealt_rows(deal)), *game.table_lines(terminal, deal)):
            terminal.line(line)
    return 0
