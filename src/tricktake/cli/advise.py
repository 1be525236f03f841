"""``tricktake advise``: what to bid with a hand or do in a view, and what everything else is worth."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tricktake import fivehundred, spades
from tricktake.actions import LOOK
from tricktake.advisor import Advice, advise
from tricktake.cards import Card, Pack, parse_card
from tricktake.cli.arguments import Failure, UsageError, add_screen, near, seat_of, whole
from tricktake.cli.game import GameCommands
from tricktake.cli.games import GAMES, add_rules, chosen_rules
from tricktake.cli.terminal import Terminal
from tricktake.errors import GameError
from tricktake.state import Phase
from tricktake.view import View

__all__ = ["add_arguments", "run"]

_WORLDS = 200
_MOST_CHARACTERS = 100_000
_DEALS: Mapping[str, Any] = MappingProxyType({"five-hundred": fivehundred.Deal, "spades": spades.Deal})
_PACKS: Mapping[str, Mapping[str, Pack]] = MappingProxyType(
    {"five-hundred": fivehundred.PACKS, "spades": spades.PACKS}
)
_VIEWS: Mapping[str, type[View]] = MappingProxyType({"five-hundred": fivehundred.View, "spades": spades.View})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["spades", "--hand", "SA SK", "--auction", "4 NIL"]).auction
    '4 NIL'
    """
    parser.add_argument("game", nargs="?", help=f"the game: {', '.join(GAMES)}; not with --view")
    hand = parser.add_argument_group("a hand and calls")
    hand.add_argument("--hand", metavar="CARDS", help="the cards of the seat to call, such as 'JK SA H10'")
    hand.add_argument(
        "--auction",
        metavar="CALLS",
        default=None,
        help="the calls so far from the dealer's left on, such as '7H P' or '4 NIL' (default: none)",
    )
    hand.add_argument(
        "--dealer", metavar="S", help="seat that deals (default: the one right of the seat that called first)"
    )
    hand.add_argument("--seat", metavar="S", help="seat that holds the hand, instead of --dealer")
    hand.add_argument("--scores", metavar="N,N", help="points of the sides, that of seat 0 first (default 0)")
    hand.add_argument("--bags", metavar="N,N", help="bags of the sides likewise, in spades (default 0)")
    add_rules(parser)
    search = parser.add_argument_group("position and search")
    search.add_argument(
        "--view", metavar="FILE", help="instead of a hand: a view as text; - reads standard input"
    )
    search.add_argument(
        "--worlds",
        type=whole(1, 100_000),
        default=_WORLDS,
        metavar="N",
        help=f"worlds to look at, 1 to 100,000 (default {_WORLDS})",
    )
    search.add_argument(
        "--seed",
        type=whole(0),
        default=0,
        metavar="N",
        help="what the worlds come from, 0 or more (default 0)",
    )
    output = parser.add_argument_group("output")
    output.add_argument(
        "--rows", type=whole(1), default=12, metavar="N", help="options that are shown at most (default 12)"
    )
    output.add_argument("--svg", metavar="FILE", help="also write a picture")
    output.add_argument("--png", metavar="FILE", help="the same as a PNG; needs tricktake[plot]")
    output.add_argument("--json", action="store_true", help="one line of JSON, for programs")
    add_screen(output)


def run(args: argparse.Namespace) -> int:
    """Advise and print.

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
        If the arguments do not go together, or the cards are no hand.
    Failure
        If a view cannot be read, or a call is illegal.
    OSError
        If a file cannot be read or written.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> hand = "SK SQ S9 S5 S2 HA H9 H4 DK D9 D8 D3 CQ CJ C7 C6 C3"
    >>> run(parser.parse_args(["spades", "--hand", hand, "--worlds", "20"]))  # doctest: +ELLIPSIS
    Spades, official: advice for seat 0 in the auction, from 20 worlds of seed 0
    Hand: ...
    0
    """
    view = _read_view(args) if args.view is not None else _view_of_hand(args)
    advice = advise(view, worlds=args.worlds, seed=args.seed)
    _draw(advice, args)
    terminal = Terminal.of(args)
    if args.json:
        terminal.stream.write(json.dumps(advice.data()) + "\n")
        return 0
    for line in advice.to_text(signs=terminal.has_signs, rows=args.rows).splitlines():
        terminal.line(line, style="good" if line.startswith("Recommended: ") else None)
    return 0


def _draw(advice: Advice, args: argparse.Namespace) -> None:
    """The pictures asked for."""
    if args.svg is not None:
        Path(args.svg).write_text(advice.to_svg(rows=args.rows), encoding="utf-8")
    if args.png is not None:
        try:
            advice.to_png(args.png, rows=args.rows)
        except ImportError as error:
            raise Failure(f"--png: {error}") from error


# --- a view as text ---------------------------------------------------------------------------------------


def _read_view(args: argparse.Namespace) -> View:
    others = ("hand", "auction", "dealer", "seat", "scores", "bags", "preset", "game")
    given = [name for name in others if getattr(args, name) is not None]
    if given or args.option:
        name = given[0] if given else "option"
        what = "the name of a game" if name == "game" else f"--{name}"
        raise UsageError(f"{what} does not go with --view, which says all of that itself")
    where = "standard input" if args.view == "-" else args.view
    text = _text_of(args.view, where).strip().removeprefix("\ufeff").strip()
    heads = {f"{name}-view": name for name in GAMES}
    head = text.split(maxsplit=1)[0].partition("/")[0] if text else ""
    if head not in heads:
        expected = " or ".join([f"{name}/1" for name in heads])
        raise Failure(f"{where}: a view begins with {expected}, not {head[:40]!r}{near(head, heads)}")
    try:
        view = _VIEWS[heads[head]].from_text(text)
    except GameError as error:
        raise Failure(f"{where}: {error}") from error
    if not view.is_turn:
        why = "the deal is over" if view.turn is None else f"it is the turn of seat {view.turn}"
        raise Failure(f"{where}: seat {view.seat} has nothing to decide: {why}")
    return view


def _text_of(file: str, where: str) -> str:
    try:
        if file == "-":
            return sys.stdin.read(_MOST_CHARACTERS)
        with Path(file).open(encoding="utf-8-sig") as stream:
            return stream.read(_MOST_CHARACTERS)
    except UnicodeDecodeError as error:
        raise Failure(f"{where}: this is no text in UTF-8") from error
    except ValueError as error:  # a NUL in the name
        raise UsageError(f"{file[:40]!r} is no name of a file") from error


# --- a hand and calls -------------------------------------------------------------------------------------


def _view_of_hand(args: argparse.Namespace) -> View:
    """What the seat to call knows: its hand, and the calls so far."""
    if args.game is None:
        raise UsageError(f"the name of a game ({', '.join(GAMES)}) or --view is needed; see --help")
    if args.game not in GAMES:
        hint = near(args.game, GAMES)
        raise UsageError(f"there is no game {args.game[:40]!r}{hint}; games are {', '.join(GAMES)}")
    if args.hand is None:
        raise UsageError("--hand is needed: the cards of the seat to call; or --view FILE for any decision")
    game = GAMES[args.game]
    rules = chosen_rules(game, args)
    if getattr(rules, "has_tables", False):
        raise UsageError("with cards on the table everybody sees more than a hand: give a view with --view")
    pack = _PACKS[game.name][rules.pack_name]
    hand = _read_hand(args.hand, pack)
    dealer = _dealer(game, rules, args, pack)
    table = _called(game, rules, args, list(pack), dealer)
    seat = _caller(table)
    size = len(table.dealt[seat])
    if len(hand) != size:
        raise UsageError(f"--hand: seat {seat} has {size} cards, not {len(hand)}")
    deal = _called(game, rules, args, _dealt_to(game, rules, pack, dealer, seat, hand), dealer)
    if deal.view(seat).hand is None:
        deal.push(LOOK)
    view: View = deal.view(seat)
    return view


def _read_hand(text: str, pack: Pack) -> list[Card]:
    cards: list[Card] = []
    for word in text.replace(",", " ").split():
        try:
            card = parse_card(word)
        except GameError as error:
            raise UsageError(f"--hand: {error}") from error
        if card in cards:
            raise UsageError(f"--hand: {card.name} is given twice")
        if card not in pack.cards:
            raise UsageError(f"--hand: {card.name} is not in the pack of {len(pack)} cards")
        cards.append(card)
    return cards


def _dealer(game: GameCommands[Any, Any, Any], rules: Any, args: argparse.Namespace, pack: Pack) -> int:
    """The dealer: given, or the one with whom the seat given is to call."""
    players = int(rules.players)
    dealer = None if args.dealer is None else seat_of("--dealer", args.dealer, players)
    seat = None if args.seat is None else seat_of("--seat", args.seat, players)
    first = players - 1 if dealer is None else dealer
    if seat is None:
        return first
    turn = _caller(_called(game, rules, args, list(pack), first))
    if dealer is None:
        return (first + seat - turn) % players
    if turn != seat:
        raise UsageError(f"--seat: after these calls seat {turn} is to call, not seat {seat}")
    return first


def _called(
    game: GameCommands[Any, Any, Any],
    rules: Any,
    args: argparse.Namespace,
    pack: Sequence[Card],
    dealer: int,
) -> Any:
    """A deal of a pack with the calls made; which of them are legal does not depend on cards."""
    more = {}
    if args.scores is not None:
        more["scores"] = _numbers("--scores", args.scores, len(rules.sides))
    if args.bags is not None:
        if game.name != "spades":
            raise UsageError("--bags: there are bags in spades only")
        more["bags"] = _numbers("--bags", args.bags, len(rules.sides))
    try:
        deal = _DEALS[game.name](rules, dealer=dealer, pack=pack, **more)
    except GameError as error:
        raise UsageError(str(error)) from error
    calls = (args.auction or "").replace(",", " ").replace(";", " ").split()
    for number, call in enumerate(calls, 1):
        if deal.phase not in (Phase.AUCTION, Phase.FINAL_RAISE):
            raise Failure(f"--auction, call {number}: the auction is over before {call[:40]!r}")
        try:
            deal.push(call)
        except GameError as error:
            raise Failure(f"--auction, call {number}: {error}") from error
    return deal


def _caller(deal: Any) -> int:
    """The seat to call."""
    if deal.phase not in (Phase.AUCTION, Phase.FINAL_RAISE):
        over = "--auction: after these calls nobody is to call"
        if deal.is_over:
            raise Failure(f"{over}, the deal is over")
        raise Failure(f"{over}, the {deal.phase.value} begins; for what comes then give a view with --view")
    return int(deal.turn)


def _dealt_to(
    game: GameCommands[Any, Any, Any], rules: Any, pack: Pack, dealer: int, seat: int, hand: Sequence[Card]
) -> list[Card]:
    """The pack in an order in which the seat is dealt these cards; the others lie anywhere."""
    listed = list(pack)
    places = _DEALS[game.name](rules, dealer=dealer, pack=listed).dealt[seat]
    mine, rest = iter(hand), iter([card for card in listed if card not in hand])
    return [next(mine) if card in places else next(rest) for card in listed]


def _numbers(option: str, text: str, many: int) -> list[int]:
    words = text.replace(",", " ").split()
    try:
        found = [int(word) for word in words if len(word) <= 18]
    except ValueError:
        raise UsageError(f"{option}: expected whole numbers, got {text[:40]!r}") from None
    if len(found) != many:
        raise UsageError(f"{option}: expected {many} numbers, one for each side, got {text[:40]!r}")
    return found
