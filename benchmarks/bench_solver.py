"""The solver. Asked: does a change of search, bounds, order or table cost time, and is DDS faster?

The peer is DDS 2.9 (Bo Haglund, Soren Hein) from the package ``endplay``, called through its C interface.
Both solvers take a deal in turn, in one process and on one thread; their values are compared before the
clock counts. All figures of a question come from the median over the repeats of each deal; a ratio is our
mean over the deals divided by the peer's, so less is better for us. ``TRICKTAKE_BENCH_DEALS`` sets the
number of deals (default 100, at most 300).
"""

from __future__ import annotations

import gc
import importlib.util
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from harness import Figure, benchmark

import cardcore
from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
from cardcore.solver import Solver
from games import HEARTS_PACK, hearts_deal
from tricktake import Strain
from tricktake import fivehundred as fh
from tricktake.analysis import solve_many
from tricktake.fivehundred.analysis import best_discards, solve_table
from tricktake.fivehundred.orders import play_table

DEALS = max(4, min(300, int(os.environ.get("TRICKTAKE_BENCH_DEALS", "100"))))
REPEATS = 3
BUDGET = 20.0
"""Seconds for one question; one that takes longer is reported as not answered."""

_SOLVED = Path(__file__).resolve().parent.parent / "tests" / "solved" / "reader.py"
_SIDE = 0b0101
_LARGE_MB = 64
"""Table for thirteen cards; for ten the default is enough. DDS takes up to 160 MB."""
_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


class _TooSlow(Exception):
    """A question was not answered within the budget."""


def _reader() -> Any:
    """The reader of the solved deals, which lie with the tests."""
    name = "solved_deals_reader"
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, _SOLVED)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


# --- the peer ---------------------------------------------------------------------------------------------


def _dds() -> ModuleType | None:
    try:
        from endplay import _dds
    except ImportError:
        return None
    _dds.SetMaxThreads(1)
    module: ModuleType = _dds
    return module


def _suit_masks(hands: Sequence[Sequence[str]]) -> list[list[int]]:
    """Cards as the peer takes them: for each hand and suit a bit for each rank from 2 to 14."""
    ranks = {
        rank: at
        for at, rank in enumerate(["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"], 2)
    }
    return [
        [sum(1 << ranks[card[1:]] for card in hand if card[0] == suit) for suit in "SHDC"] for hand in hands
    ]


class _Peer:
    """DDS through its C interface."""

    def __init__(self, module: ModuleType) -> None:
        self.dds = module
        self.found = module.futureTricks()
        self.table_found = module.ddTableResults()

    def board(self, hands: Sequence[Sequence[str]], strain: str, leader: int) -> object:
        """A board with the cards of all hands and no trick begun."""
        made = self.dds.deal()
        made.trump, made.first = "SHDCN".index(strain), leader
        for seat, suits in enumerate(_suit_masks(hands)):
            for suit, mask in enumerate(suits):
                made.remainCards[seat][suit] = mask
        return made

    def table_board(self, hands: Sequence[Sequence[str]]) -> object:
        """The cards of all hands."""
        made = self.dds.ddTableDeal()
        for seat, suits in enumerate(_suit_masks(hands)):
            for suit, mask in enumerate(suits):
                made.cards[seat][suit] = mask
        return made

    def exact(self, board: object) -> int:
        """Tricks of the leader's side."""
        self.dds.SolveBoard(board, -1, 1, 1, self.found, 0)
        return int(self.found.score[0])

    def leads(self, board: object) -> None:
        """Tricks of every lead, left in ``found``."""
        self.dds.SolveBoard(board, -1, 3, 1, self.found, 0)

    def lead_values(self) -> dict[str, int]:
        """The tricks of every lead that were found last, equal cards spelt out."""
        values = {}
        for at in range(self.found.cards):
            suit, score = "SHDC"[self.found.suit[at]], int(self.found.score[at])
            equal = int(self.found.equals[at])
            for rank in [self.found.rank[at], *[rank for rank in range(2, 15) if equal >> rank & 1]]:
                values[suit + _RANKS[rank - 2]] = score
        return values

    def table(self, board: object) -> None:
        """Twenty values, left in ``table_found``."""
        self.dds.CalcDDtable(board, self.table_found)

    def table_values(self, cards: int) -> dict[str, tuple[int, ...]]:
        """The table found last; DDS counts to 13 whatever the hands hold."""
        return {
            strain: tuple([int(self.table_found.resTable[at][seat]) - 13 + cards for seat in range(4)])
            for at, strain in enumerate("SHDCN")
        }


# --- measuring --------------------------------------------------------------------------------------------


def _clock(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return (time.perf_counter() - start) * 1e3


def _in_turn(*sides: Sequence[Callable[[], object]]) -> list[list[list[float]]]:
    """Milliseconds of every work of every side, deal by deal in turn: ``[side][repeat][deal]``."""
    times: list[list[list[float]]] = [[] for _ in sides]
    gc.collect()
    gc.disable()
    try:
        for _ in range(REPEATS):
            for taken in times:
                taken.append([])
            for works in zip(*sides, strict=True):
                for taken, work in zip(times, works, strict=True):
                    taken[-1].append(_clock(work))
    finally:
        gc.enable()
    return times


def _each(times: list[list[float]]) -> list[float]:
    """The median over the repeats, for each deal."""
    return [statistics.median(column) for column in zip(*times, strict=True)]


def _quantile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def _spread(values: Sequence[float]) -> float:
    if len(values) < 2:
        return 0.0
    quartiles = statistics.quantiles(values, n=4, method="inclusive")
    middle = statistics.median(values)
    return (quartiles[2] - quartiles[0]) / 2 / middle if middle else 0.0


def _plain(
    name: str,
    unit: str,
    value: float,
    *,
    rounds: Sequence[float] = (),
    at_most: float | None = None,
    at_least: float | None = None,
    goal: float | None = None,
    peer: str = "",
    peer_value: float | None = None,
) -> Figure:
    """A row of one number, with what is required of it."""
    words, ok = "", None
    if at_most is not None:
        words, ok = f"≤ {at_most:g}", value <= at_most
    if at_least is not None:
        words, ok = f"≥ {at_least:g}", value >= at_least
    if goal is not None:
        words += f" (goal {goal:g})"
    best = value if not rounds else max(rounds) if at_least is not None else min(rounds)
    return Figure(
        name=name,
        value=value,
        unit=unit,
        best=best,
        spread=_spread(rounds),
        required=words.strip(),
        ok=ok,
        peer=peer,
        peer_value=peer_value,
    )


def _question(
    name: str,
    ours: Sequence[Callable[[], object]],
    theirs: Sequence[Callable[[], object]] | None,
    nodes: Sequence[int] = (),
    *,
    counted: str = "nodes",
    at_most: float | None = None,
    goal: float | None = None,
    mean_at_most: float | None = None,
    mean_goal: float | None = None,
    p95_at_most: float | None = None,
    p95_goal: float | None = None,
    p99_at_most: float | None = None,
) -> Iterator[Figure]:
    """The rows of one question: mean, ratio to the peer, median, p95, p99 or worst, nodes."""
    times = _in_turn(ours) if theirs is None else _in_turn(ours, theirs)
    each = _each(times[0])
    mean = statistics.fmean(each)
    means = [statistics.fmean(repeat) for repeat in times[0]]
    peer_mean = statistics.fmean(_each(times[1])) if theirs is not None else None
    peer = "DDS 2.9" if theirs is not None else "endplay is not installed" if at_most is not None else ""
    yield _plain(
        f"{name}: mean",
        "ms",
        mean,
        rounds=means,
        at_most=mean_at_most,
        goal=mean_goal,
        peer=peer,
        peer_value=peer_mean,
    )
    if peer_mean is not None:
        ratios = [
            statistics.fmean(mine) / statistics.fmean(yours)
            for mine, yours in zip(times[0], times[1], strict=True)
        ]
        yield _plain(
            f"{name}: mean ÷ DDS", "ratio", mean / peer_mean, rounds=ratios, at_most=at_most, goal=goal
        )
    yield _plain(f"{name}: median", "ms", statistics.median(each))
    yield _plain(f"{name}: p95", "ms", _quantile(each, 0.95), at_most=p95_at_most, goal=p95_goal)
    if p99_at_most is not None:
        yield _plain(f"{name}: p99", "ms", _quantile(each, 0.99), at_most=p99_at_most)
    yield _plain(f"{name}: worst of {len(each)}", "ms", max(each))
    if nodes:
        yield _plain(f"{name}: {counted}", "mean", statistics.fmean(nodes))


def _guarded(name: str, rows: Callable[[], Iterator[Figure]]) -> Iterator[Figure]:
    """The rows, or one that says the budget was too short."""
    try:
        yield from rows()
    except _TooSlow:
        yield Figure(
            name=name,
            value=BUDGET,
            unit="s",
            best=BUDGET,
            spread=0.0,
            required="an answer in this time",
            ok=False,
        )


def _same(name: str, deal: object, ours: object, theirs: object) -> None:
    if ours != theirs:
        raise AssertionError(f"{name}, deal {deal}: {ours} against {theirs}")


# --- bridge deals -----------------------------------------------------------------------------------------


def _solver(cards: int) -> Solver:
    return Solver(table_mb=_LARGE_MB) if cards > 10 else Solver()


def _single(
    name: str,
    plays: Sequence[tuple[TrickPlay, Sequence[Sequence[str]]]],
    strain: str,
    *,
    expected: Sequence[int] | None = None,
    **required: Any,
) -> Iterator[Figure]:
    """One exact solve, N to lead."""
    module, solver, nodes = _dds(), _solver(len(plays[0][1][0])), []
    peer = None if module is None else _Peer(module)
    boards = [] if peer is None else [peer.board(hands, strain, 0) for _, hands in plays]
    for at, (play, _) in enumerate(plays):
        found = solver.solve(play, _SIDE, _SIDE, max_seconds=BUDGET)
        if not found.is_exact:
            raise _TooSlow
        nodes.append(found.nodes)
        if expected is not None:
            _same(name, at, found.value, expected[at])
        if peer is not None:
            _same(name, at, found.value, peer.exact(boards[at]))
    ours = [lambda play=play: solver.solve(play, _SIDE, _SIDE) for play, _ in plays]
    theirs = None if peer is None else [lambda board=board: peer.exact(board) for board in boards]
    yield from _question(name, ours, theirs, nodes, **required)


def _leads(name: str, deals: Sequence[Any], strain: str, **required: Any) -> Iterator[Figure]:
    """Every legal lead scored, N to lead."""
    reader, module, solver, nodes = _reader(), _dds(), Solver(), []
    peer = None if module is None else _Peer(module)
    plays = [reader.play(deal, strain, 0) for deal in deals]
    boards = [] if peer is None else [peer.board(deal.hands, strain, 0) for deal in deals]
    for at, play in enumerate(plays):
        found = solver.moves(play, _SIDE, _SIDE, max_seconds=BUDGET)
        if not all(result.is_exact for result in found.values()):
            raise _TooSlow
        nodes.append(sum(result.nodes for result in found.values()))
        if peer is not None:
            values = {play.card_of(move)[0].name: result.value for move, result in found.items()}
            peer.leads(boards[at])
            _same(name, at, values, peer.lead_values())
    ours = [lambda play=play: solver.moves(play, _SIDE, _SIDE) for play in plays]
    theirs = None if peer is None else [lambda board=board: peer.leads(board) for board in boards]
    yield from _question(name, ours, theirs, nodes, **required)


def _our_table(plays: Sequence[Sequence[TrickPlay]], solver: Solver) -> tuple[list[list[int]], int]:
    """Twenty values, each strain's leaders sharing the table, and the nodes."""
    rows, nodes = [], 0
    for of_strain in plays:
        row = []
        for play in of_strain:
            found = solver.solve(play, _SIDE, _SIDE, keep=True, max_seconds=BUDGET)
            if not found.is_exact:
                raise _TooSlow
            row.append(found.low)
            nodes += found.nodes
        rows.append(row)
    return rows, nodes


def _tables(name: str, deals: Sequence[Any], **required: Any) -> Iterator[Figure]:
    """All strains and declarers."""
    cards = len(deals[0].hands[0])
    reader, module, solver, nodes = _reader(), _dds(), _solver(cards), []
    peer = None if module is None else _Peer(module)
    plays = [
        [[reader.play(deal, strain, (declarer + 1) % 4) for declarer in range(4)] for strain in "SHDCN"]
        for deal in deals
    ]
    boards = [] if peer is None else [peer.table_board(deal.hands) for deal in deals]
    for at, deal in enumerate(deals):
        found, searched = _our_table(plays[at], solver)
        nodes.append(searched)
        values = {
            strain: tuple([cards - ours if declarer % 2 else ours for declarer, ours in enumerate(row)])
            for strain, row in zip("SHDCN", found, strict=True)
        }
        _same(name, at, values, deal.tricks)
        if peer is not None:
            peer.table(boards[at])
            _same(name, at, values, peer.table_values(cards))
    ours = [lambda of_deal=of_deal: _our_table(of_deal, solver) for of_deal in plays]
    theirs = None if peer is None else [lambda board=board: peer.table(board) for board in boards]
    yield from _question(name, ours, theirs, nodes, **required)


def _dealt(name: str, strain: str, count: int) -> tuple[list[tuple[TrickPlay, Any]], list[int]]:
    """Plays of the solved deals with N to lead, and the tricks of N's side."""
    reader = _reader()
    deals = reader.read(name)[:count]
    size = len(deals[0].hands[0])
    plays = [(reader.play(deal, strain, 0), deal.hands) for deal in deals]
    return plays, [size - deal.tricks[strain][3] for deal in deals]


@benchmark
def solver_10_cards() -> Iterable[Figure]:
    """Ten cards a hand of a pack of 40: one solve, every lead, tables, against DDS."""
    deals = _reader().read("deals10_of40")[:DEALS]
    for strain, words, most, goal in (("S", "spades", 0.6, 0.4), ("N", "no trumps", 0.8, 0.55)):
        plays, expected = _dealt("deals10_of40", strain, DEALS)
        yield from _single(f"10 cards, {words}", plays, strain, expected=expected, at_most=most, goal=goal)
    for strain, words, most in (("S", "spades", 0.6), ("N", "no trumps", 0.8)):
        yield from _leads(f"10 cards, every lead, {words}", deals, strain, at_most=most, goal=0.4)
    yield from _tables("10 cards, table of 20", deals, at_most=0.6, goal=0.4)


@benchmark
def solver_13_cards() -> Iterable[Figure]:
    """Thirteen cards a hand: one solve, and tables of a tenth of the deals, against DDS."""
    for strain, words, most, goal in (("S", "spades", 0.7, 0.5), ("N", "no trumps", 1.2, 0.8)):
        name = f"13 cards, {words}"
        plays, expected = _dealt("deals52", strain, DEALS)
        yield from _guarded(
            name,
            lambda name=name, plays=plays, strain=strain, expected=expected, most=most, goal=goal: _single(
                name, plays, strain, expected=expected, at_most=most, goal=goal
            ),
        )
    name, deals = "13 cards, table of 20", _reader().read("deals52")[: max(2, DEALS // 10)]
    yield from _guarded(name, lambda: _tables(name, deals, at_most=0.75, goal=0.5))


@benchmark
def solver_endings() -> Iterable[Figure]:
    """Six and three cards a hand, each a new deal, against DDS."""
    reader = _reader()
    for cards, most in ((6, 0.2), (3, 0.05)):
        for strain, words in (("S", "spades"), ("N", "no trumps")):
            rng = random.Random(cards)
            plays = []
            for deal in reader.read("deals10_of40")[: 3 * DEALS]:
                hands = [rng.sample(hand, cards) for hand in deal.hands]
                plays.append((TrickPlay(reader.setup(strain), hands, 0), hands))
            yield from _single(f"{cards} cards, {words}", plays, strain, at_most=most)


# --- Five Hundred -----------------------------------------------------------------------------------------


def _hearts(count: int) -> list[TrickPlay]:
    return [hearts_deal(number)[0] for number in range(count)]


def _low(cards: Sequence[Any]) -> list[Any]:
    """The ten lowest cards."""
    return sorted(cards, key=_height)[:10]


def _height(card: Any) -> int:
    return 20 if card.name == "JK" else int(card) % 16


def _misere(number: int) -> TrickPlay:
    """One against two: of four seats the one with the lowest ten of hand and kitty; his partner sits out."""
    rules, rng = fh.Rules(), random.Random(number)
    cards = list(HEARTS_PACK)
    rng.shuffle(cards)
    setup = play_table(rules, Strain.NO_TRUMP, misere=True, nominated=None, out=frozenset((2,))).setup
    hands, kitty = [cards[at : at + 10] for at in (0, 10, 20, 30)], cards[40:]
    best = min(range(4), key=lambda seat: sum(map(_height, _low(hands[seat] + kitty))))
    turned = [hands[(best + step) % 4] for step in range(4)]
    return TrickPlay(setup, [_low(turned[0] + kitty), *turned[1:]], 0)


@benchmark
def solver_five_hundred() -> Iterable[Figure]:
    """Five Hundred with bowers and joker: hearts, yes or no, misère, tables, discards."""
    plays, solver = _hearts(3 * DEALS), Solver()
    exact = [solver.solve(play, _SIDE, _SIDE) for play in plays]
    yield _plain("Five Hundred, hearts: memory", "MB", solver.memory / 1e6, at_most=4)
    yield from _question(
        "Five Hundred, hearts",
        [lambda play=play: solver.solve(play, _SIDE, _SIDE) for play in plays],
        None,
        [found.nodes for found in exact],
        mean_at_most=1.0,
        mean_goal=0.6,
        p99_at_most=10,
    )
    for at, play in enumerate(plays):
        found = solver.solve(play, _SIDE, _SIDE, target=6)
        _same("yes or no", at, found.low >= 6, exact[at].value >= 6)
    times = _in_turn(
        [lambda play=play: solver.solve(play, _SIDE, _SIDE) for play in plays],
        [lambda play=play: solver.solve(play, _SIDE, _SIDE, target=6) for play in plays],
    )
    means = [statistics.fmean(_each(side)) for side in times]
    yield _plain("Five Hundred, hearts, at least six: mean", "ms", means[1])
    yield _plain("Five Hundred, hearts, exact ÷ at least six", "ratio", means[0] / means[1], at_least=3)
    yield from _guarded("misère, one against two", _miseres)
    deals = [fh.Deal(dealer=3, seed=seed) for seed in range(max(4, DEALS // 2))]
    yield from _question(
        "solve_table",
        [lambda deal=deal: solve_table(deal) for deal in deals],
        None,
        mean_at_most=30,
        mean_goal=15,
    )
    calls = ["7H", "P", "P", "P"]
    exchanges = [fh.Deal(dealer=3, seed=seed).push_all(calls) for seed in range(max(4, DEALS // 4))]
    yield from _question(
        "best_discards, 7H",
        [lambda deal=deal: best_discards(deal) for deal in exchanges],
        None,
        [best_discards(deal).searched for deal in exchanges],
        counted="searches",
        mean_at_most=100,
        mean_goal=60,
    )


def _miseres() -> Iterator[Figure]:
    solver, plays, nodes, made = Solver(), [_misere(number) for number in range(DEALS)], [], 0
    for at, play in enumerate(plays):
        found = solver.solve(play, 0b1010, 1, target=1, max_seconds=BUDGET)
        if not (found.low >= 1 or found.high < 1):
            raise _TooSlow
        again = Solver(table_mb=1).solve(play, 0b1010, 1, target=1)
        _same("misère", at, found.low >= 1, again.low >= 1)
        nodes.append(found.nodes)
        made += found.high < 1
    yield _plain("misère, one against two: unbeatable", "share", made / len(plays))
    ours = [lambda play=play: solver.solve(play, 0b1010, 1, target=1) for play in plays]
    yield from _question("misère, one against two", ours, None, nodes, p95_at_most=12, p95_goal=6)


@benchmark
def solver_one_against_all() -> Iterable[Figure]:
    """Cutthroat: one seat against the rest, with a budget of one second a deal."""
    suits = [[suit + rank for rank in _RANKS] for suit in "SCDH"]
    for places, cards in ((3, 17), (4, 13), (5, 10)):
        setup = PlaySetup(CardOrder(suits, trump=0), SeatOrder.circle(places))
        taken, exact, solver = [], 0, Solver()
        for number in range(max(4, DEALS // 10)):
            pack = [card for suit in suits for card in suit]
            random.Random(number).shuffle(pack)
            play = TrickPlay(setup, [pack[at * cards : (at + 1) * cards] for at in range(places)], 0)
            start = time.perf_counter()
            found = solver.solve(play, 1, 1, max_seconds=1)
            taken.append((time.perf_counter() - start) * 1e3)
            if not 0 <= found.low <= found.high <= cards:
                raise AssertionError(f"bounds {found} of {cards} tricks")
            exact += found.is_exact
        name = f"one against {places - 1}, {cards} cards"
        yield _plain(f"{name}: solved in a second", "share", exact / len(taken))
        yield _plain(f"{name}: median", "ms", statistics.median(taken))


@benchmark
def solver_builds_and_threads() -> Iterable[Figure]:
    """Portable against wide, warm against fresh leads, two threads against one."""
    plays = _hearts(DEALS)
    solvers = {build: Solver() for build in cardcore.builds()}
    in_use = cardcore.build_in_use()

    def with_build(build: str, play: TrickPlay) -> int:
        cardcore.use_build(build)
        return solvers[build].solve(play, _SIDE, _SIDE).value

    try:
        values = {build: [with_build(build, play) for play in plays] for build in solvers}
        for build in solvers:
            _same("builds", build, values[build], values[in_use])
        if "wide" in solvers:
            times = _in_turn(
                [lambda play=play: with_build("portable", play) for play in plays],
                [lambda play=play: with_build("wide", play) for play in plays],
            )
            ratio = statistics.fmean(_each(times[0])) / statistics.fmean(_each(times[1]))
            yield _plain("portable ÷ wide build, hearts", "ratio", ratio, at_most=1.5)
    finally:
        cardcore.use_build(in_use)
    yield _warm_leads(plays[: max(4, DEALS // 2)])
    yield from _threads()


def _warm_leads(plays: Sequence[TrickPlay]) -> Figure:
    """All leads of a deal with one table, against a fresh solve of each."""
    solver = Solver()
    children = []
    for play in plays:
        after = []
        for move in play.legal_moves():
            child = play.copy()
            child.push(move)
            after.append(child)
        children.append(after)
    for at, (play, after) in enumerate(zip(plays, children, strict=True)):
        warm = [found.value for found in solver.moves(play, _SIDE, _SIDE).values()]
        _same("leads", at, warm, [solver.solve(child, _SIDE, _SIDE).value for child in after])
    times = _in_turn(
        [lambda play=play: solver.moves(play, _SIDE, _SIDE) for play in plays],
        [lambda after=after: [solver.solve(child, _SIDE, _SIDE) for child in after] for after in children],
    )
    ratio = statistics.fmean(_each(times[0])) / statistics.fmean(_each(times[1]))
    return _plain("every lead, one table ÷ fresh solves", "ratio", ratio, at_most=0.4)


def _threads() -> Iterator[Figure]:
    deals = [
        fh.Deal(dealer=3, seed=500, number=number).push_all(["7H-SK", "P", "P", "P"])
        for number in range(12 * DEALS)  # enough that the last chunks of a run do not matter
    ]
    found = [[s.value for s in solve_many(deals, threads=threads)] for threads in (1, 2)]
    _same("solve_many", "all", found[0], found[1])
    ratios = []
    for _ in range(max(REPEATS, 5)):
        one, two = (_clock(lambda n=n: list(solve_many(deals, threads=n))) for n in (1, 2))
        ratios.append(one / two)
    yield _plain(
        "solve_many, two threads against one", "ratio", statistics.median(ratios), rounds=ratios, at_least=1.8
    )
