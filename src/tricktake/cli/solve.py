"""``tricktake solve``: what deals are worth with all hands open, from text, standard input or a seed."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from cardcore import Result, Solver
from tricktake.actions import Play
from tricktake.analysis import Solution
from tricktake.analysis import solve as solve_deal
from tricktake.cli.arguments import (
    Failure,
    UsageError,
    add_quiet,
    add_screen,
    chosen_seed,
    near,
    seat_of,
    whole,
)
from tricktake.cli.diagram import hand_rows
from tricktake.cli.game import GameCommands, SolveTable
from tricktake.cli.games import GAMES, add_game, add_rules, chosen_rules
from tricktake.cli.sides import capital, seats, whose
from tricktake.cli.terminal import Terminal
from tricktake.errors import GameError
from tricktake.state import Phase

__all__ = ["add_arguments", "run"]

_MOST_CHARACTERS = 50_000_000
_DEFAULT_GAME = "five-hundred"


class _Asked(NamedTuple):
    """A deal to be solved."""

    name: str
    game: GameCommands[Any, Any, Any]
    deal: Any


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["--seed", "500", "--number", "3"]).number
    3
    """
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="deals as text, one a line; - reads standard input"
    )
    cards = parser.add_argument_group("deals of a seed")
    cards.add_argument(
        "--seed", type=whole(0), metavar="N", help="instead of a file: deals of this seed, from 0"
    )
    cards.add_argument(
        "--number", type=whole(0, 2**63), metavar="K", help="first deal of the seed, 0 or more (default 0)"
    )
    cards.add_argument("--count", type=whole(1), metavar="N", help="deals, 1 or more (default 1)")
    cards.add_argument("--dealer", type=whole(0), metavar="S", help="seat that deals, from 0 (default 0)")
    cards.add_argument(
        "--bids",
        metavar="TEXT",
        help="calls from the dealer's left on, such as '4 NIL 3' in spades; what the play brings is said "
        "once it has begun",
    )
    add_game(cards, default=_DEFAULT_GAME, option=True)
    add_rules(parser)
    output = parser.add_argument_group("output")
    output.add_argument(
        "--no-table",
        dest="table",
        action="store_false",
        help="leave out the table of strains and contractors",
    )
    output.add_argument(
        "--no-moves", dest="moves", action="store_false", help="leave out the value of each card to play"
    )
    output.add_argument(
        "--max-nodes",
        type=whole(1),
        metavar="N",
        help="budget of each search of the play, in positions (default: no limit)",
    )
    output.add_argument("--json", action="store_true", help="one line of JSON a deal, for programs")
    add_screen(output)
    add_quiet(output)


def run(args: argparse.Namespace) -> int:
    """Solve and print.

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
        If the arguments do not go together.
    Failure, GameError
        If there is no deal to solve, or one cannot be read.
    OSError
        If a file cannot be read.

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> run(parser.parse_args("--seed 500 --dealer 3 --ascii".split()))
    Deal 0 of seed 500 (seat 3 deals): auction, seat 0 to act
                S       C       D         H         joker
      seat 0    6       A K     A 10 9 6  8 4       JK
      seat 1    K 10 5  J 10 5  Q 8       Q J       -
      seat 2    A J 8   8 7     K J 7     K 9       -
      seat 3    Q 9 7   Q 9 6   -         A 10 7 5  -
      kitty     -       -       5 4       6         -
    <BLANKLINE>
    Tricks of the contractor's side as dealt, without the kitty:
                seat 0  seat 1  seat 2  seat 3
      S              7       5       7       3
      C              6       5       6       5
      D              8       2       8       2
      H              7       4       7       4
      NT             9       2       8       2
      misere        no      no      no      no
    0
    """
    deals = _chosen_deals(args)
    terminal = Terminal.of(args)
    progress = _Progress(len(deals), quiet=args.quiet)
    solver = Solver()
    for at, asked in enumerate(deals):
        progress.show(at)
        deal = asked.deal
        table = asked.game.solve_table(terminal, deal, solver) if args.table else None
        solution = None
        if deal.phase is Phase.PLAY:
            solution = solve_deal(deal, moves=args.moves, max_nodes=args.max_nodes, solver=solver)
        progress.clear()
        if args.json:
            terminal.stream.write(json.dumps(_data(deal, table, solution)) + "\n")
        else:
            if at:
                terminal.line()
            _print(terminal, asked, table, solution)
        terminal.flush()
    return 0


# --- which deals ------------------------------------------------------------------------------------------


def _chosen_deals(args: argparse.Namespace) -> list[_Asked]:
    """The deals asked for."""
    of_seed = {
        "--number": args.number,
        "--dealer": args.dealer,
        "--count": args.count,
        "--game": args.game,
        "--preset": args.preset,
        "--option": args.option or None,
        "--bids": args.bids,
    }
    if args.file is None and args.seed is None:
        raise UsageError(
            "a file of deals, - for standard input, or --seed is needed; see tricktake solve --help"
        )
    if args.file is not None:
        given = [name for name, value in {"--seed": args.seed, **of_seed}.items() if value is not None]
        if given:
            raise UsageError(f"{given[0]} does not go with a file of deals, which says all of that itself")
        return list(_read(args.file))
    game = GAMES[args.game or _DEFAULT_GAME]
    rules, seed, first = chosen_rules(game, args), chosen_seed(args), args.number or 0
    dealer = seat_of("--dealer", args.dealer or 0, rules.players)
    asked = []
    for number in range(first, first + (args.count or 1)):
        deal = game.new_deal(rules, dealer=dealer, seed=seed, number=number)
        if args.bids is not None:
            deal.push_all(args.bids)
        asked.append(_Asked(f"Deal {number} of seed {seed}", game, deal))
    return asked


def _read(file: str) -> Iterator[_Asked]:
    """Read the deals of a file, all of them before the first is solved."""
    where = "standard input" if file == "-" else file
    found = False
    for number, line in enumerate(_text_of(file, where).splitlines(), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        found = True
        text = line.strip().lstrip("\ufeff")
        try:
            game = _game_of(text)
            deal = game.read_deal(text)
        except (GameError, Failure) as error:
            raise Failure(f"{where}, line {number}: {error}") from error
        yield _Asked(f"Line {number}", game, deal)
    if not found:
        raise Failure(f"{where}: there is no deal in it; a deal is a line that begins with {_heads()}")


def _text_of(file: str, where: str) -> str:
    """What a file holds, or standard input."""
    try:
        if file == "-":
            text = sys.stdin.read(_MOST_CHARACTERS + 1)
        else:
            with Path(file).open(encoding="utf-8-sig") as stream:
                text = stream.read(_MOST_CHARACTERS + 1)
    except UnicodeDecodeError as error:
        raise Failure(f"{where}: this is no text in UTF-8") from error
    except ValueError as error:  # a NUL in the name
        raise UsageError(f"{file[:40]!r} is no name of a file") from error
    if len(text) > _MOST_CHARACTERS:
        raise Failure(f"{where}: longer than {_MOST_CHARACTERS:,} characters")
    return text


def _heads() -> str:
    return " or ".join([f"{name}/1" for name in GAMES])


def _game_of(text: str) -> GameCommands[Any, Any, Any]:
    """The game of a deal as text."""
    head = text.split(maxsplit=1)[0]
    name = head.partition("/")[0]
    if head.startswith(("[tricktake", "{", "[{")):
        raise Failure(
            "this is a record, not deals in lines; tricktake replay FILE --analyse judges its cards"
        )
    if name not in GAMES:
        raise Failure(f"expected {_heads()}, got {head[:40]!r}{near(name, GAMES)}")
    return GAMES[name]


class _Progress:
    """A line on standard error that says how far we are, if a person sees it and there are several deals."""

    def __init__(self, total: int, *, quiet: bool) -> None:
        self.total = total
        self.shown = not quiet and total > 1 and sys.stderr.isatty()

    def show(self, done: int) -> None:
        if self.shown:
            sys.stderr.write(f"\rsolving deal {done + 1} of {self.total} ...")
            sys.stderr.flush()

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r" + " " * 40 + "\r")
            sys.stderr.flush()


# --- how they are shown -----------------------------------------------------------------------------------


def _bounds(found: Result | Solution) -> str:
    return str(found.low) if found.is_exact else f"{found.low} to {found.high}"


def _seats(deal: Any, places: Iterable[int]) -> list[int]:
    """The seats among the places of the play, which has one more for each table."""
    return sorted({place % deal.rules.players for place in places})


def _from_table(deal: Any) -> bool:
    """Whether a card on the table is to be played next."""
    return getattr(deal, "plays_from", None) == "table"


def _on_tables(deal: Any) -> list[int]:
    """How many cards lie on each table."""
    if not getattr(deal, "tables", ()):
        return []
    return [
        sum([card is not None for pile in deal.piles(seat) for card in pile])
        for seat in range(deal.rules.players)
    ]


def _print(terminal: Terminal, asked: _Asked, table: SolveTable | None, solution: Solution | None) -> None:
    game, deal = asked.game, asked.deal
    acting = f", seat {deal.turn} to act" if deal.turn is not None else ""
    stage = game.solve_stage(terminal, deal)
    terminal.line(f"{asked.name} (seat {deal.dealer} deals): {stage}{acting}", style="head")
    terminal.width = game.width(deal.rules)
    for line in (*hand_rows(terminal, game.solve_rows(deal)), *game.table_lines(terminal, deal)):
        terminal.line(line)
    if deal.trick:
        shown = [
            f"{whose(card.seat, table=card.from_table)} {terminal.action(Play(card.card, named=card.named))}"
            for card in deal.trick
        ]
        terminal.line(f"On the table: {', '.join(shown)}")
    if table is not None:
        terminal.line()
        for line in table.lines:
            terminal.line(line)
    if solution is not None:
        _print_solution(terminal, deal, solution)


def _print_solution(terminal: Terminal, deal: Any, solution: Solution) -> None:
    assert deal.turn is not None
    terminal.line()
    count = _bounds(solution)
    tricks = "trick" if count == "1" else "tricks"
    count_of = _seats(deal, solution.objective.count)
    who = f"{capital(seats(count_of))} {'take' if len(count_of) > 1 else 'takes'}"
    if not solution.objective.count <= solution.objective.side:  # his own side does not want them
        who = f"{capital(seats(count_of))} can be made to take"
    left = max([len(deal.hand(seat)) for seat in range(deal.rules.players)] + _on_tables(deal))
    terminal.line(f"{who} {count} {tricks} more, all hands open; cards left: {left}.", style="good")
    if solution.moves:
        terminal.line()
        where = " from the table" if _from_table(deal) else ""
        terminal.line(f"Seat {deal.turn} plays{where}:")
        for play, result in solution.moves.items():
            mark = "  best" if play in solution.best else ""
            terminal.line(f"  {terminal.action(play):<6} {_bounds(result):>7}{mark}")
    if solution.line:
        terminal.line()
        terminal.line("One line of best play:")
        for line in _tricks_of(terminal, deal, solution):
            terminal.line(f"  {line}")


def _tricks_of(terminal: Terminal, deal: Any, solution: Solution) -> Iterator[str]:
    """The line trick by trick, with who leads and who wins; the deal is played on in a copy."""
    deal = deal.copy()
    cards: list[str] = []
    for play in solution.line:
        if deal.is_over:  # the play ends with a misère contractor's first trick
            return
        before, leader = deal.tricks, whose(deal.turn, table=_from_table(deal))
        if not cards:
            started = " ..." if deal.trick else ""
            cards = [f"{leader}:{started}"]
        deal.push(play)
        cards.append(terminal.action(play))
        if deal.tricks != before:
            winner = next(seat for seat, won in enumerate(deal.tricks) if won != before[seat])
            yield f"{' '.join(cards)}  (seat {winner} wins)"
            cards = []
    if cards:
        yield " ".join(cards)


def _data(deal: Any, table: SolveTable | None, solution: Solution | None) -> dict[str, object]:
    """What a program reads."""
    data: dict[str, object] = {"deal": deal.to_text(), "phase": deal.phase.value, "turn": deal.turn}
    if table is not None:
        data |= table.data
    if solution is not None:
        data["tricks"] = [solution.low, solution.high]
        data["count"] = _seats(deal, solution.objective.count)
        data["side"] = _seats(deal, solution.objective.side)
        data["moves"] = {play.text: [found.low, found.high] for play, found in solution.moves.items()}
        data["best"] = [play.text for play in solution.best]
        data["line"] = [play.text for play in solution.line]
        data["nodes"] = solution.nodes
    return data
