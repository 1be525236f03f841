"""What a deal of Five Hundred is worth with all hands open: every strain, contractor and discard.

Built on the solver of the core. It looks at all hands: for analysis, never for a bot's own view.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from cardcore import Solver, TrickPlay
from tricktake._notebook import Drawn
from tricktake.actions import Exchange
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.contract import Contract
from tricktake.errors import SetupError, WrongPhase
from tricktake.fivehundred.deal import Deal
from tricktake.fivehundred.options import JokerNomination
from tricktake.fivehundred.orders import play_table
from tricktake.fivehundred.rules import Rules
from tricktake.state import Phase

__all__ = ["DealTable", "Discards", "best_discards", "solve_table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DealTable(Drawn):
    """Tricks for every strain and contractor, and whether each misère can be made, cards as dealt.

    Examples
    --------
    >>> table = DealTable(tricks={(Strain.HEARTS, 0): 7}, misere={0: False})
    >>> table.tricks[Strain.HEARTS, 0]
    7
    """

    _PICTURE: ClassVar[str] = "strains"

    tricks: Mapping[tuple[Strain, int], int]
    """Tricks the contractor's side takes, for each strain and contractor."""
    misere: Mapping[int, bool]
    """For each contractor whether he can be kept from every trick."""

    def rows(self) -> Iterator[tuple[Strain, tuple[int, ...]]]:
        """The table strain by strain, one number for each contractor."""
        seats = sorted(self.misere)
        for strain in Strain:
            yield strain, tuple([self.tricks[strain, seat] for seat in seats])


def _nominations(rules: Rules, hand: CardSet) -> Sequence[Suit | None]:
    """Suits a contractor may give the joker, or None to leave it without one (FH-JOK-2)."""
    if Card.JK in hand and rules.joker_nomination is JokerNomination.CONTRACTOR:
        return (*Suit, None)
    return (None,)


def _check_tables(rules: Rules) -> None:
    """Refuse deals whose cards on the table (FH-P2-4) would be left out."""
    if rules.has_tables:
        raise SetupError("deals with cards on the table are solved in the play only, by tricktake.solve")


def _side(rules: Rules, seat: int) -> frozenset[int]:
    return frozenset(next(side for side in rules.sides if seat in side))


def _mask(seats: frozenset[int]) -> int:
    return sum([1 << seat for seat in seats])


def _play(
    rules: Rules, hands: Sequence[CardSet], seat: int, strain: Strain, *, misere: bool, nominated: Suit | None
) -> TrickPlay:
    """The play of a contract led by its contractor (FH-PLAY-1)."""
    out = _side(rules, seat) - {seat} if misere else frozenset[int]()  # FH-MIS-2
    setup = play_table(rules, strain, misere=misere, nominated=nominated, out=out).setup
    return TrickPlay(setup, hands, seat)


def _contract_tricks(
    rules: Rules, hands: Sequence[CardSet], seat: int, strain: Strain, solver: Solver
) -> int:
    """Tricks for the contractor's side, the joker declared as suits him best."""
    counted = _mask(frozenset(rules.sides[0]))
    everybody = (1 << rules.players) - 1
    mine = _mask(_side(rules, seat))
    best = 0
    for nominated in _nominations(rules, hands[seat]) if strain is Strain.NO_TRUMP else (None,):
        play = _play(rules, hands, seat, strain, misere=False, nominated=nominated)
        if len(rules.sides) == 2:
            # Asked for the same side whoever leads, so that the leaders of a strain share what is known.
            tricks = solver.solve(play, counted, counted, keep=True).value
            tricks = tricks if mine == counted else len(hands[seat]) - tricks
        else:
            tricks = solver.solve(play, mine & everybody, mine, keep=True).value
        best = max(best, tricks)
    return best


def _makes_misere(rules: Rules, hands: Sequence[CardSet], seat: int, solver: Solver) -> bool:
    """Whether the contractor can be kept from every trick, the joker declared as suits him best."""
    opponents = frozenset(range(rules.players)) - _side(rules, seat)
    for nominated in _nominations(rules, hands[seat]):
        play = _play(rules, hands, seat, Strain.NO_TRUMP, misere=True, nominated=nominated)
        if solver.solve(play, _mask(opponents), 1 << seat, target=1).high < 1:
            return True
    return False


def solve_table(deal: Deal, *, solver: Solver | None = None) -> DealTable:
    """Solve a deal for every strain and contractor, the cards as dealt.

    Parameters
    ----------
    deal : Deal
        A deal with its hands as dealt (ten cards a seat); not changed, and its auction does not matter.
    solver : Solver, optional, keyword only
        A solver to use again; default: a new one.

    Returns
    -------
    DealTable
        Each seat as contractor, leading himself, without the kitty; a joker he holds at no trump is declared
        as suits him best. With five players he plays alone, for nobody has been called.

    Raises
    ------
    SetupError
        If cards lie on the table (FH-P2-1).

    Examples
    --------
    >>> table = solve_table(Deal(dealer=3, seed=500))
    >>> sorted({strain.letter for strain, _ in table.tricks})
    ['C', 'D', 'H', 'NT', 'S']
    """
    rules, hands = deal.rules, deal.dealt
    _check_tables(rules)
    solver = Solver() if solver is None else solver
    seats = range(rules.players)
    tricks = {
        (strain, seat): _contract_tricks(rules, hands, seat, strain, solver)
        for strain in Strain
        for seat in seats
    }
    misere = {seat: _makes_misere(rules, hands, seat, solver) for seat in seats}
    return DealTable(tricks=tricks, misere=misere)


@dataclass(frozen=True, slots=True, kw_only=True)
class Discards:
    """The best cards to put away, with all hands open.

    Examples
    --------
    >>> Discards(tricks=8, best=(Exchange("S5 C6 D5"),), searched=120).tricks
    8
    """

    tricks: int
    """Tricks the contractor's side takes then; in a misère 0 or 1, the trick he cannot avoid."""
    best: tuple[Exchange, ...]
    """Exchanges that reach it: the first found, or every one if all were asked for."""
    searched: int
    """Exchanges that had to be searched."""


def best_discards(
    deal: Deal,
    *,
    contract: Contract | None = None,
    every: bool = False,
    solver: Solver | None = None,
) -> Discards:
    """Find the best cards to put away, with all hands open.

    Parameters
    ----------
    deal : Deal
        A deal at its exchange; not changed.
    contract : Contract, optional, keyword only
        Another contract of the same contractor than the one he has.
    every : bool, keyword only
        Find every exchange that is as good, not just one.
    solver : Solver, optional, keyword only
        A solver to use again; default: a new one.

    Returns
    -------
    Discards

    Raises
    ------
    WrongPhase
        If the deal is not at its exchange.
    SetupError
        If cards lie on the table (FH-P2-1).

    Notes
    -----
    Cards of one suit with no card of another hand between them are equal, and exchanges that differ only in
    equal cards are one. The likely best exchange is solved exactly; every other is only asked whether it
    brings one trick more.

    Examples
    --------
    >>> deal = Deal(dealer=3, seed=500).push_all("7H; P; 8H; P; P")
    >>> found = best_discards(deal)
    >>> 0 <= found.tricks <= 10, found.best[0] in deal.legal_actions
    (True, True)
    """
    if deal.phase is not Phase.EXCHANGE or deal.turn is None:
        raise WrongPhase(
            f"only a deal at its exchange has discards to find; this one is at: {deal.phase.value}"
        )
    _check_tables(deal.rules)
    contract = deal.contract if contract is None else contract
    assert contract is not None
    search = _DiscardSearch(deal, contract, Solver() if solver is None else solver)
    return search.run(every=every)


class _DiscardSearch:
    """The choices of one exchange, equal ones grouped."""

    def __init__(self, deal: Deal, contract: Contract, solver: Solver) -> None:
        self.rules = deal.rules
        self.seat = contract.contractor
        self.contract = contract
        self.solver = solver
        self.hand = deal.hand(self.seat)
        self.others = [
            CardSet() if seat == self.seat else deal.hand(seat) for seat in range(self.rules.players)
        ]
        self.setup = play_table(
            self.rules, contract.strain, misere=contract.is_misere, nominated=None, out=frozenset()
        ).setup
        self.searched = 0

    def classes(self) -> dict[tuple[int, ...], list[Exchange]]:
        """Exchanges by the multiset of equal cards they put away."""
        order = self.setup.order
        theirs = CardSet()
        for seat, hand in enumerate(self.others):
            if not self.contract.is_misere or seat not in self.contract.side:  # FH-MIS-2: a partner sits out
                theirs |= hand
        group: dict[Card, int] = {}
        number = 0
        suits = [*order.suits, *([(order.free_joker,)] if order.free_joker is not None else [])]
        for suit in suits:
            number += 1
            for card in suit:
                if card in theirs:
                    number += 1
                elif card in self.hand:
                    group[card] = number
        found: dict[tuple[int, ...], list[Exchange]] = {}
        for cards in combinations(self.hand.ascending(), self.rules.kitty_size):
            key = tuple(sorted([group[card] for card in cards]))
            found.setdefault(key, []).append(Exchange(cards))
        return found

    def value(self, exchange: Exchange, target: int | None) -> int:
        """Tricks after an exchange, or with a target whether it is reached (target or target - 1)."""
        hands = list(self.others)
        hands[self.seat] = self.hand - exchange.cards
        self.searched += 1
        misere = self.contract.is_misere
        if misere:
            return 0 if _makes_misere(self.rules, hands, self.seat, self.solver) else 1
        side = _mask(self.contract.side)
        best = 0
        strain = self.contract.strain
        for nominated in _nominations(self.rules, hands[self.seat]) if strain is Strain.NO_TRUMP else (None,):
            play = _play(self.rules, hands, self.seat, strain, misere=False, nominated=nominated)
            result = self.solver.solve(play, side, side, target=target, keep=True)
            best = max(best, result.low if target is None else target if result.low >= target else target - 1)
            if target is not None and best >= target:
                break
        return best

    def run(self, *, every: bool) -> Discards:
        """Solve the likeliest exchange, then ask of each other one whether it is better."""
        classes = self.classes()
        keys = sorted(classes, key=lambda key: self.promise(classes[key][0]), reverse=True)
        better = -1 if self.contract.is_misere else 1
        limit = 0 if self.contract.is_misere else self.rules.hand_size
        best = self.value(classes[keys[0]][0], None)
        winners = [keys[0]]
        for key in keys[1:]:
            if best == limit and not every:
                break
            exchange = classes[key][0]
            if self.contract.is_misere:
                value = self.value(exchange, None)
            else:
                value = self.value(exchange, best if every else best + 1)
                if every and value >= best:
                    value = self.value(exchange, best + 1)
                while value > best and self.value(exchange, value + 1) > value:
                    value += 1
            if (value - best) * better > 0:
                best, winners = value, [key]
            elif every and value == best:
                winners.append(key)
        chosen = [exchange for key in winners for exchange in classes[key]]
        return Discards(tricks=best, best=tuple(chosen if every else chosen[:1]), searched=self.searched)

    def promise(self, exchange: Exchange) -> int:
        """How good an exchange looks: strong cards kept and voids made; in a misère strong cards put away."""
        order = self.setup.order
        kept = self.hand - exchange.cards
        strength = sum(
            [order.position(card) % 16 + 20 * _is_top(order.suit_of(card), self.contract) for card in kept]
        )
        if self.contract.is_misere:
            return -sum([_height(order.suits, card) for card in kept])
        voids = sum([not any(card in kept for card in suit) for suit in order.suits])
        return strength + 6 * voids


def _is_top(suit: int | None, contract: Contract) -> bool:
    """Whether a card of this suit beats the other suits."""
    return suit is None or (contract.trump is not None and suit == contract.trump)


def _height(suits: Sequence[Sequence[Card]], card: Card) -> int:
    """Place of a card in its suit; a suitless joker is higher than any."""
    return next((suit.index(card) for suit in suits if card in suit), 100)
