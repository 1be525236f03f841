"""Perfect information for people: what a deal is worth with all hands open.

The search is the core's (``cardcore.solver``); this module turns a deal of any game into its question and the
answers back into actions. Everything here looks at all hands: it is for analysis, never for a bot's own view.
"""

# pyright: reportReturnType=false
# The methods of protocols have a docstring for a body.

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import ClassVar, Protocol

from cardcore import Result, Solver, StopFlag, TrickPlay
from tricktake._notebook import Drawn
from tricktake.actions import Play
from tricktake.errors import SetupError, WrongPhase
from tricktake.state import Objective, Phase

__all__ = ["Claim", "Solution", "Solvable", "claim", "solve", "solve_many"]


class Solvable(Protocol):
    """A deal of any game whose play can be solved.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> def seat_to_act(deal: Solvable) -> int | None:
    ...     return deal.turn
    >>> seat_to_act(fh.Deal(dealer=3, seed=500))
    0
    """

    @property
    def phase(self) -> Phase:
        """What is being decided."""

    @property
    def turn(self) -> int | None:
        """Seat to act."""

    @property
    def play_state(self) -> TrickPlay | None:
        """A copy of the core's play."""

    @property
    def objective(self) -> Objective:
        """What the seat to act plays for."""

    def objective_of(self, seat: int) -> Objective:
        """What a seat plays for."""

    def play_of(self, move: int) -> Play:
        """The action of a move."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Solution(Drawn):
    """What perfect play brings from here.

    All counts are tricks still to come, the unfinished trick included, for the seats in ``objective.count``.
    At the prompt it is one line; ``print`` shows every play with its value.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal.from_text("five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 "
    ...                          "contract=6H contractor=0 tricks=5,1,2,0")
    >>> solution = solve(deal)
    >>> solution.value, solution.best
    (1, (Play('S9'), Play('HK')))
    >>> print(solution)
    1 trick for seats 0 and 2
      S9  1  best
      HK  1  best
    line: S9 S5 SA S7 H7 H8 HK HA
    """

    _PICTURE: ClassVar[str] = "solution"

    objective: Objective
    """Who wants tricks, and whose are counted."""
    low: int
    """At least so many tricks are certain."""
    high: int
    """More than so many are impossible."""
    moves: Mapping[Play, Result]
    """For each legal play what is proven after it."""
    best: tuple[Play, ...]
    """The plays the seat to act should choose; empty if a budget ran out before that was known."""
    line: tuple[Play, ...]
    """One line of best play to the end; empty if a budget ran out."""
    nodes: int
    """Positions searched."""

    @property
    def is_exact(self) -> bool:
        """Whether the bounds meet."""
        return self.low == self.high

    @property
    def value(self) -> int:
        """The number of tricks.

        Raises
        ------
        ValueError
            If a budget ran out and only bounds are known.
        """
        if self.low != self.high:
            raise ValueError(f"only bounds are known: {self.low} to {self.high} tricks")
        return self.low

    def _heading(self) -> str:
        *others, last = map(str, sorted(self.objective.count))
        whose = f"seats {', '.join(others)} and {last}" if others else f"seat {last}"
        value = _range(self.low, self.high)
        return f"{value} {'trick' if value == '1' else 'tricks'} for {whose}"

    def __repr__(self) -> str:
        best = " ".join([play.text for play in self.best])
        moves = f"; best {best or 'unknown'} of {len(self.moves)}" if self.moves else ""
        return f"<Solution: {self._heading()}{moves}; {self.nodes:,} nodes>"

    def __str__(self) -> str:
        lines = [self._heading()]
        values = [_range(found.low, found.high) for found in self.moves.values()]
        wide = max([len(play.text) for play in self.moves], default=0)
        high = max([len(value) for value in values], default=0)
        for play, value in zip(self.moves, values, strict=True):
            lines.append(f"  {play.text:<{wide}}  {value:>{high}}{'  best' if play in self.best else ''}")
        if self.line:
            lines.append(f"line: {' '.join([play.text for play in self.line])}")
        return "\n".join(lines)


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _mask(seats: Iterable[int]) -> int:
    return sum([1 << seat for seat in seats])


def _play(deal: Solvable) -> TrickPlay:
    try:
        play = deal.play_state
    except AttributeError:
        raise TypeError(f"a deal is needed, with all its hands, not a {type(deal).__name__}") from None
    if play is None or deal.phase is not Phase.PLAY:
        raise WrongPhase(f"only a deal in its play can be solved; this one is at: {deal.phase.value}")
    return play


def _question(deal: Solvable, play: TrickPlay, objective: Objective | None) -> Objective:
    """The objective given, or that of the seat to act."""
    if objective is None:
        return deal.objective
    if not isinstance(objective, Objective):
        hint = "what a seat plays for is deal.objective_of(seat)"
        raise TypeError(f"objective must be an Objective, not {type(objective).__name__}; {hint}")
    places = range(len(play.tricks))
    strange = [seat for seat in {*objective.side, *objective.count} if seat not in places]
    if strange:
        raise SetupError(f"an objective names places 0..{len(places) - 1} of this deal, not {strange[0]!r}")
    return objective


def solve(
    deal: Solvable,
    *,
    objective: Objective | None = None,
    target: int | None = None,
    moves: bool = True,
    line: bool = True,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    stop: StopFlag | None = None,
    solver: Solver | None = None,
) -> Solution:
    """Solve the play of a deal with all hands open.

    Parameters
    ----------
    deal : Deal
        A deal in its play; not changed.
    objective : Objective, optional, keyword only
        What is asked: who wants more tricks, and whose are counted, such as ``deal.objective_of(0)``;
        default: what the seat to act plays for.
    target : int, optional, keyword only
        Ask only whether this many tricks can be reached: faster, and the bounds answer no more than that.
    moves, line : bool, keyword only
        Whether to value every legal play, and to give a line of best play.
    max_nodes, max_seconds : int and float, optional, keyword only
        Budgets for each search in positions and seconds; out of budget, bounds are proven but may not meet.
    stop : StopFlag, optional, keyword only
        Ends the search when another thread sets it.
    solver : Solver, optional, keyword only
        A solver to use again; default: a new one.

    Returns
    -------
    Solution
        Tricks for the side of the seat to act; in a misère for the contractor. With an objective, those it
        counts; ``best`` are then the plays of the seat to act that serve it, as it is in ``side`` or not.

    Raises
    ------
    WrongPhase
        If no card is to be played.
    SetupError
        If the objective names a place the deal does not have.
    TypeError
        If it is no deal; a view has one hand only, see :func:`tricktake.sample_worlds`.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(dealer=3, seed=500).push_all("7H; P; 8H; P; P; put S8 C7 C8")
    >>> 0 <= solve(deal, max_seconds=10).value <= 10
    True
    """
    play = _play(deal)
    objective = _question(deal, play, objective)
    side, count = _mask(objective.side), _mask(objective.count)
    solver = Solver() if solver is None else solver
    ask = partial(solver.solve, max_nodes=max_nodes, max_seconds=max_seconds, stop=stop)
    values: dict[Play, Result] = {}
    wants_more = objective.is_for(play.turn if play.turn is not None else -1)
    best: tuple[Play, ...] = ()
    if moves:
        found = solver.moves(
            play, side, count, target=target, max_nodes=max_nodes, max_seconds=max_seconds, stop=stop
        )
        values = {deal.play_of(move): result for move, result in found.items()}
        low, high = _bounds(values.values(), wants_more=wants_more)
        best = _best(values, target, wants_more=wants_more)
        nodes = sum([result.nodes for result in values.values()])
    else:
        result = ask(play, side, count, target=target)
        low, high, nodes = result.low, result.high, result.nodes
    plays: tuple[Play, ...] = ()
    if line and target is None and low == high:
        plays = tuple(
            [
                deal.play_of(move)
                for move in solver.line(
                    play, side, count, max_nodes=max_nodes, max_seconds=max_seconds, stop=stop
                )
            ]
        )
    return Solution(objective=objective, low=low, high=high, moves=values, best=best, line=plays, nodes=nodes)


def _bounds(results: Iterable[Result], *, wants_more: bool) -> tuple[int, int]:
    """Bounds of a position from those of its moves."""
    known = list(results)
    if wants_more:
        return max([result.low for result in known]), max([result.high for result in known])
    return min([result.low for result in known]), min([result.high for result in known])


def _best(values: Mapping[Play, Result], target: int | None, *, wants_more: bool) -> tuple[Play, ...]:
    """The plays to choose; with a target those that reach it, or all that keep it off."""
    if target is not None:
        good = [
            play
            for play, result in values.items()
            if (result.low >= target if wants_more else result.high < target)
        ]
        return tuple(good)
    low, high = _bounds(values.values(), wants_more=wants_more)
    if low != high:
        return ()
    return tuple([play for play, result in values.items() if result.low == result.high == low])


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What the side of the seat to act may claim.

    Examples
    --------
    >>> Claim(tricks=3, any_play=True).any_play
    True
    """

    tricks: int
    """Tricks still to come that the side takes against any defence."""
    any_play: bool
    """Whether it takes them however it plays itself: what a player may claim without saying how."""


def claim(
    deal: Solvable,
    *,
    objective: Objective | None = None,
    max_nodes: int | None = None,
    solver: Solver | None = None,
) -> Claim | None:
    """Say what the side of the seat to act may claim.

    Parameters
    ----------
    deal : Deal
        A deal in its play; not changed.
    objective : Objective, optional, keyword only
        As for :func:`solve`: what its ``side`` may claim of the tricks it counts, such as
        ``deal.objective_of(seat)`` for a player who is not to act.
    max_nodes : int, optional, keyword only
        Budget for each of the two searches, in positions.
    solver : Solver, optional, keyword only
        A solver to use again.

    Returns
    -------
    Claim or None
        None if the budget ran out. In a misère the tricks are those the contractor cannot avoid.

    Raises
    ------
    WrongPhase
        If no card is to be played.
    SetupError
        If the objective names a place the deal does not have.
    TypeError
        If it is no deal.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal.from_text("five-hundred/1 rules=australian dealer=3 hands=JK,HJ|HA,S5|H7,SA|H8,S7 "
    ...                          "contract=6H contractor=0 tricks=5,1,2,0")
    >>> claim(deal)
    Claim(tricks=2, any_play=True)
    >>> claim(deal, objective=deal.objective_of(1))
    Claim(tricks=0, any_play=True)
    """
    play = _play(deal)
    objective = _question(deal, play, objective)
    solver = Solver() if solver is None else solver
    count = _mask(objective.count)
    best = solver.solve(play, _mask(objective.side), count, max_nodes=max_nodes)
    nobody = solver.solve(play, 0, count, max_nodes=max_nodes)  # everybody plays against the side
    if best.low != best.high or nobody.low != nobody.high:
        return None
    return Claim(tricks=best.low, any_play=best.low == nobody.low)


def solve_many(
    deals: Iterable[Solvable],
    *,
    threads: int = 1,
    executor: Executor | None = None,
    progress: Callable[[int], object] | None = None,
    chunk: int = 16,
    objective: Objective | Callable[[Solvable], Objective] | None = None,
    target: int | None = None,
    moves: bool = False,
    line: bool = False,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
) -> Iterator[Solution]:
    """Solve many deals, in order, as they come.

    Parameters
    ----------
    deals : iterable of Deal
        Any number of deals in their play; read a few chunks ahead, never all at once.
    threads : int, keyword only
        Threads to use; the interpreter lock is released while searching.
    executor : concurrent.futures.Executor, optional, keyword only
        Used instead of own threads: threads, processes or a cluster.
    progress : callable, optional, keyword only
        Called with the number of deals solved so far, after each chunk.
    chunk : int, keyword only
        Deals in one piece of work. Results do not depend on it.
    objective : Objective or callable, optional, keyword only
        As for :func:`solve`: one for all deals, such as worlds of one view, or a function that is given each
        deal and says what is asked of it. Processes need a function they can import.
    target, moves, line, max_nodes, max_seconds
        As for :func:`solve`.

    Yields
    ------
    Solution
        One for each deal, in the order of the deals.

    Raises
    ------
    ValueError
        If ``threads`` or ``chunk`` is below 1.
    WrongPhase
        If a deal is not in its play.
    TypeError
        If one is no deal.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal.from_text("five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 "
    ...                          "contract=6H contractor=0 tricks=5,1,2,0")
    >>> [solution.value for solution in solve_many([deal, deal], threads=2)]
    [1, 1]
    >>> [solution.value for solution in solve_many([deal, deal], objective=lambda deal: deal.objective_of(1))]
    [1, 1]
    """
    if threads < 1 or chunk < 1:
        raise ValueError(f"threads and chunk must be 1 or more, got {threads} and {chunk}")
    work = partial(
        _solve_chunk,
        objective=objective,
        target=target,
        moves=moves,
        line=line,
        max_nodes=max_nodes,
        max_seconds=max_seconds,
    )
    return _in_order(iter(deals), work, threads, executor, progress, chunk)


def _solve_chunk(
    deals: list[Solvable],
    *,
    objective: Objective | Callable[[Solvable], Objective] | None,
    target: int | None,
    moves: bool,
    line: bool,
    max_nodes: int | None,
    max_seconds: float | None,
) -> list[Solution]:
    """Solve some deals with one solver."""
    solver = Solver()
    return [
        solve(
            deal,
            objective=objective(deal) if callable(objective) else objective,
            target=target,
            moves=moves,
            line=line,
            max_nodes=max_nodes,
            max_seconds=max_seconds,
            solver=solver,
        )
        for deal in deals
    ]


def _in_order(
    deals: Iterator[Solvable],
    work: Callable[[list[Solvable]], list[Solution]],
    threads: int,
    executor: Executor | None,
    progress: Callable[[int], object] | None,
    chunk: int,
) -> Iterator[Solution]:
    """Hand out chunks, a few more than there are workers, and give results back in order."""
    chunks = iter(lambda: list(islice(deals, chunk)), [])
    done = 0
    own = ThreadPoolExecutor(threads) if executor is None and threads > 1 else None
    pool = executor if executor is not None else own
    try:
        if pool is None:
            for piece in chunks:
                solved = work(piece)
                done += len(solved)
                if progress is not None:
                    progress(done)
                yield from solved
            return
        ahead = max(threads, 4) * 2
        waiting = [pool.submit(work, piece) for piece in islice(chunks, ahead)]
        while waiting:
            solved = waiting.pop(0).result()
            waiting.extend([pool.submit(work, piece) for piece in islice(chunks, 1)])
            done += len(solved)
            if progress is not None:
                progress(done)
            yield from solved
    finally:
        if own is not None:
            own.shutdown(cancel_futures=True)
