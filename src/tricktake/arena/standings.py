"""What the boards say of each bot, and of each two of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from tricktake.arena.boards import Board, Result
from tricktake.arena.figures import CONFIDENCE, Mean, boards_needed, mean_of, wilson
from tricktake.arena.ratings import rate
from tricktake.arena.seatings import own_sides
from tricktake.arena.setup import Setup

__all__ = ["Pair", "Standing", "results_of", "standings_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What one bot has done.

    Examples
    --------
    >>> from tricktake import arena, fivehundred as fh
    >>> first, second = arena.play(fh.Rules(), ["heuristic", "random"], boards=5).standings
    >>> first.bot, first.boards, first.deals, first.result.value == -second.result.value
    ('heuristic', 5, 10, True)
    """

    bot: str
    """What it is called."""
    boards: int
    """Boards played."""
    deals: int
    """Deals it has played in."""
    result: Mean
    """Points of its sides less those of the other sides, on a board in the mean of the seatings: of a deal,
    or of the final scores of a match."""
    won: float
    """Deals with a result above 0, or matches won; who wins together shares one."""
    games: int
    """Deals or matches that were counted."""
    share: float
    """What it has won of them."""
    low: float
    """Lower end of Wilson's interval for the share."""
    high: float
    """Upper end of Wilson's interval for the share."""
    fair: float | None
    """The share of matches it would win among equals; None where boards are single deals."""
    rating: float | None
    """Points on the scale of chess ratings, the mean of all bots being 0; None where there are two bots."""
    faults: int
    """Deals or matches lost by a fault."""
    first_fault: str | None
    """The first of them: board, seat and what happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """What is shown of two bots.

    Examples
    --------
    >>> from tricktake import arena, fivehundred as fh
    >>> pair, = arena.play(fh.Rules(), ["random", "heuristic"], boards=20).pairs
    >>> pair.better, pair.needed is None
    ('heuristic', False)
    """

    first: str
    """One of them."""
    second: str
    """The other."""
    difference: Mean
    """How much better the first is: points a deal, or of the matches the share won by each of its sides."""
    confidence: float
    """Of the interval; with several pairs it is higher, so that all of them hold together 95 times in 100."""

    @property
    def better(self) -> str | None:
        """The one that is better; None if no difference is shown, because the interval holds 0."""
        return (None, self.first, self.second)[self.difference.sign]

    @property
    def needed(self) -> int | None:
        """About how many boards would show a difference of this size; None if there is none."""
        return boards_needed(self.difference, self.confidence)


def results_of(setup: Setup, boards: Iterable[Board], bot: int) -> list[Fraction]:
    """The result of a bot on every board, exactly.

    Parameters
    ----------
    setup : Setup
    boards : iterable of Board
    bot : int
        Index into ``setup.names``.

    Returns
    -------
    list of Fraction
        The mean over the seatings of the mean score of the bot's sides less that of all others. Seatings in
        which it sits on every side do not count.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.arena import Result
    >>> setup = Setup(fh.Rules(), ("heuristic", "random"))
    >>> results = (Result(scores=(80, -120), deals=1), Result(scores=(40, 30), deals=1))
    >>> results_of(setup, [Board(number=0, results=results)], 0)
    [Fraction(95, 1)]
    """
    sides = range(len(setup.rules.sides))
    mine = [own_sides(setup.rules.sides, seating, bot) for seating in setup.seatings]
    others = [[side for side in sides if side not in own] for own in mine]
    counted = [at for at, rest in enumerate(others) if rest]
    return [
        sum([_contrast(board.results[at].scores, mine[at], others[at]) for at in counted], Fraction(0))
        / len(counted)
        for board in boards
    ]


def _contrast(values: Sequence[int], mine: Sequence[int], others: Sequence[int]) -> Fraction:
    """The mean of some values less the mean of others."""
    own, rest = sum([values[side] for side in mine]), sum([values[side] for side in others])
    return Fraction(own * len(others) - rest * len(mine), len(mine) * len(others))


def standings_of(setup: Setup, boards: Sequence[Board]) -> tuple[tuple[Standing, ...], tuple[Pair, ...]]:
    """Everything the boards say.

    Parameters
    ----------
    setup : Setup
    boards : sequence of Board
        At least one.

    Returns
    -------
    tuple of tuple of Standing, tuple of tuple of Pair
        A standing for each bot in the order of ``setup.names``, a pair for each two of them.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.arena import Result
    >>> setup = Setup(fh.Rules(), ("heuristic", "random"))
    >>> results = (Result(scores=(80, -120), deals=1), Result(scores=(40, 30), deals=1))
    >>> standings, pairs = standings_of(setup, [Board(number=0, results=results)])
    >>> standings[0].won, standings[1].won, pairs[0].difference.value
    (1, 1, 95.0)
    """
    bots = range(len(setup.names))
    duels = [_Duels(setup, pair) for pair in combinations(bots, 2)]
    ratings: Sequence[float | None] = [None] * len(bots)
    if len(bots) > 2:
        wins = [[0.0] * len(bots) for _ in bots]
        for duel in duels:
            one, other = duel.pair
            wins[one][other], wins[other][one] = duel.wins(boards)
        ratings = rate(wins)
    confidence = 1 - (1 - CONFIDENCE) / len(duels)
    pairs = [
        Pair(
            first=setup.names[duel.pair[0]],
            second=setup.names[duel.pair[1]],
            difference=mean_of([duel.difference(board) for board in boards], confidence),
            confidence=confidence,
        )
        for duel in duels
    ]
    return tuple([_standing(setup, boards, bot, ratings[bot]) for bot in bots]), tuple(pairs)


# --- one bot ----------------------------------------------------------------------------------------------


def _standing(setup: Setup, boards: Sequence[Board], bot: int, rating: float | None) -> Standing:
    won, games = (_matches_won if setup.whole else _deals_won)(setup, boards, bot)
    share = float(won / games)
    low, high = wilson(share, games)
    faults = [
        (board.number, result.fault)
        for board in boards
        for seating, result in zip(setup.seatings, board.results, strict=True)
        if result.fault is not None and seating[result.fault.seat] == bot
    ]
    first = None
    if faults:
        number, fault = faults[0]
        deal = f", deal {fault.deal}" if setup.whole else ""
        first = f"board {number}{deal}, seat {fault.seat}: {fault.message}"
    seats = sum([seating.count(bot) for seating in setup.seatings])
    return Standing(
        bot=setup.names[bot],
        boards=len(boards),
        deals=sum([result.deals for board in boards for result in board.results]),
        result=mean_of(results_of(setup, boards, bot)),
        won=won if isinstance(won, int) else float(won),
        games=games,
        share=share,
        low=low,
        high=high,
        fair=seats / (setup.rules.players * len(setup.seatings)) if setup.whole else None,
        rating=rating,
        faults=len(faults),
        first_fault=first,
    )


def _deals_won(setup: Setup, boards: Sequence[Board], bot: int) -> tuple[int, int]:
    """Deals in which a bot's sides have more points than the others in the mean, and how many there are."""
    sides, won, games = range(len(setup.rules.sides)), 0, 0
    for at, seating in enumerate(setup.seatings):
        mine = own_sides(setup.rules.sides, seating, bot)
        others = [side for side in sides if side not in mine]
        if others:
            won += sum([_contrast(board.results[at].scores, mine, others) > 0 for board in boards])
            games += len(boards)
    return won, games


def _matches_won(setup: Setup, boards: Sequence[Board], bot: int) -> tuple[Fraction, int]:
    """Matches won, of which the seats of winning sides share one, and how many there are."""
    won = Fraction(0)
    for at, seating in enumerate(setup.seatings):
        parts = [
            Fraction(sum([seating[seat] == bot for seat in side]), len(side)) for side in setup.rules.sides
        ]
        for board in boards:
            winners = board.results[at].winners
            won += sum([parts[side] for side in winners], Fraction(0)) / len(winners)
    return won, len(boards) * len(setup.seatings)


# --- two bots ---------------------------------------------------------------------------------------------


class _Duels:
    """The seatings in which two bots sit on different sides, and those sides."""

    def __init__(self, setup: Setup, pair: tuple[int, int]) -> None:
        self.setup, self.pair = setup, pair
        self.seatings: list[tuple[int, tuple[int, ...], tuple[int, ...]]] = []
        for at, seating in enumerate(setup.seatings):
            first, second = [own_sides(setup.rules.sides, seating, bot) for bot in pair]
            alone = tuple([side for side in first if side not in second])
            others = tuple([side for side in second if side not in first])
            if alone and others:
                self.seatings.append((at, alone, others))

    def difference(self, board: Board) -> Fraction:
        """How much better the first has done on a board, in the mean of these seatings."""
        total = Fraction(0)
        for at, first, second in self.seatings:
            result = board.results[at]
            if self.setup.whole:
                total += _share(result, first) - _share(result, second)
            else:
                total += _contrast(result.scores, first, second)
        return total / len(self.seatings)

    def wins(self, boards: Sequence[Board]) -> tuple[float, float]:
        """Games won by either; each side of one against each of the other, a seating counting one game."""
        won = 0.0
        for at, first, second in self.seatings:
            for board in boards:
                result = board.results[at]
                points = [_compared(result, one, other) for one in first for other in second]
                won += sum(points) / len(points)
        return won, len(self.seatings) * len(boards) - won


def _share(result: Result, sides: Sequence[int]) -> Fraction:
    """The share of a match that sides have won, for each of them."""
    return Fraction(sum([side in result.winners for side in sides]), len(result.winners) * len(sides))


def _compared(result: Result, one: int, other: int) -> float:
    """1 if a side has done better than another, 1/2 if as well, else 0."""
    rank = [(side in result.winners, result.scores[side]) for side in (one, other)]
    return 0.5 if rank[0] == rank[1] else float(rank[0] > rank[1])
