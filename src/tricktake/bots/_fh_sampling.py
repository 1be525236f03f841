"""The sampling player's part of Five Hundred: worlds that fit the auction, searched.

A card is found by tree search; in the last five tricks, with cards on the table and while a partner is secret
by the solver, which values every legal card in every world with all cards open. Before the play contracts are
tried out: in each world the seat takes the kitty, puts cards away as the heuristic player would, and the
solver says how many tricks that takes. The heuristic player's opinion is the prior: it decides between
actions whose values do not differ by more than chance.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, cast

from cardcore import PlaySetup, Solver, TrickPlay, tree_search
from tricktake.actions import Action, Bid, Exchange, Play
from tricktake.bots._fh_calls import Hand, choose_call
from tricktake.bots._fh_deduce import likelihoods
from tricktake.bots._fh_estimate import OWN_SPREAD, chance_of, levelled, own_tricks
from tricktake.bots._fh_exchange import put_away
from tricktake.bots._fh_player import choose as heuristic
from tricktake.bots._fh_stakes import make_stakes
from tricktake.bots._fh_worth import side_worth, smoothed
from tricktake.bots._worlds import Budget, fitting_worlds, settled
from tricktake.bots.base import Option, view_number
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.contract import Contract
from tricktake.fivehundred.orders import play_table
from tricktake.fivehundred.view import View
from tricktake.hidden import Place, PlaceKind
from tricktake.knowledge import Knowledge
from tricktake.state import Phase

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["SampledHand", "Trials", "Weighed", "consider", "sampled_hand", "weigh_cards", "weigh_exchanges"]

_BLUR = 0.12  # of the worth of a trick more or less
_FAITH = 0.5  # in worlds, against the heuristic chance: with all cards open too much seems makeable
_ENDING = 5  # cards in the hand from which on the solver decides
_ITERATIONS = 150  # of the tree search for each world
_EXPLORE = 0.5
_PIECE = 50  # worlds made at a time
_NODES = 200_000  # of the search of one world, so that no world takes for ever


def consider(view: View, budget: Budget) -> list[Option]:
    """Weigh the actions of a seat to act.

    Parameters
    ----------
    view : View
    budget : Budget

    Returns
    -------
    list of Option
        The best first, values in points at the score.
    """
    if len(view.legal_actions) == 1:
        return [Option(view.legal_actions[0])]
    if view.phase in (Phase.AUCTION, Phase.FINAL_RAISE) and view.hand is not None:
        return _calls(view, budget)
    if view.phase is Phase.EXCHANGE and view.contract is not None and not view.tables:
        return weigh_exchanges(view, budget).options
    if view.phase is Phase.PLAY:
        return weigh_cards(view, budget).options
    return [Option(heuristic(view))]


@dataclass(frozen=True, slots=True)
class Weighed:
    """Options, and what they were weighed by."""

    options: list[Option]
    """The best first."""
    tricks: dict[Action, list[float]] = field(default_factory=dict)
    """For each action the tricks of the contractor's side in every world; empty where none were counted."""


def _worlds(view: View, budget: Budget, many: int) -> tuple[Knowledge, NDArray[np.uint64]]:
    """Worlds that fit the view and the auction."""
    weigh = partial(likelihoods, view) if view.calls else None
    return fitting_worlds(view, many, budget.seed, weigh)


# ---- the play ----------------------------------------------------------------------------------------


def weigh_cards(view: View, budget: Budget) -> Weighed:
    """Weigh the legal cards: by tree search while much is hidden, by the solver in the ending.

    Parameters
    ----------
    view : View
        A view in the play.
    budget : Budget

    Returns
    -------
    Weighed
        With tricks where the solver counted them.
    """
    left = view.sizes[view.seat]
    if left > _ENDING and view.knows_partner and not view.tables:
        return Weighed(_searched(view, budget))
    many = int(budget.worlds * (1.0 if left > 7 else 2.0 if left > 5 else 4.0))
    knowledge, rows = _worlds(view, budget, many)
    solver = Solver()
    tables: dict[frozenset[int], list[float]] = {}
    values: dict[int, list[float]] = {}
    counts: dict[int, list[float]] = {}
    card_of = None
    for play, row in budget.within(_plays(view, knowledge, rows)):
        card_of = card_of or play.card_of
        contract = _contract_in(view, knowledge, row)
        side = frozenset() if contract is None else contract.side
        if side not in tables:
            tables[side] = smoothed(side_worth(view, contract), _BLUR)
        for move, tricks in _counted(view, contract, play, solver).items():
            counts.setdefault(move, []).append(tricks)
            values.setdefault(move, []).append(_worth_of(tricks, tables[side]))
    favourite = heuristic(view)
    options = []
    found: dict[Action, list[float]] = {}
    for move, worths in values.items():
        assert card_of is not None
        card, named = card_of(move)
        action = Play(Card(card), named=None if named is None else Suit(named))
        options.append(_option(action, worths))
        found[action] = counts[move]
    return Weighed(_ranked(options, favourite), found)


def _plays(
    view: View, knowledge: Knowledge, rows: NDArray[np.uint64]
) -> Iterator[tuple[TrickPlay, list[int]]]:
    """The plays of worlds, and their cards, made a few at a time."""
    maker = view.world_maker(knowledge.hidden)
    for begin in range(0, len(rows), _PIECE):
        piece = rows[begin : begin + _PIECE]
        yield from zip(maker.plays(piece), piece.tolist(), strict=True)


def _searched(view: View, budget: Budget) -> list[Option]:
    """The legal cards by tree search: its players do not play by what they cannot see, as the solver's do."""
    knowledge, rows = _worlds(view, budget, 4 * budget.worlds)
    play = view.world_maker(knowledge.hidden).plays(rows[:1])[0]
    found = tree_search(
        play,
        rows,
        knowledge.columns,
        make_stakes(view, view.contract),
        iterations=_ITERATIONS * budget.worlds,
        seed=budget.seed,
        number=view_number(view),
        explore=_EXPLORE,
        seconds=budget.seconds or None,
    )
    options = []
    for move, _, value, error in settled(found):
        card, named = play.card_of(move)
        suit = None if named is None else Suit(named)
        options.append(Option(Play(Card(card), named=suit), value, error))
    return options


def _contract_in(view: View, knowledge: Knowledge, row: Sequence[int]) -> Contract | None:
    """The contract with the partner there is in a world (FH-P5-2)."""
    contract, called = view.contract, view.called
    if contract is None or view.knows_partner or not isinstance(called, Card):
        return contract
    bit = knowledge.hidden.order.to_mask([called])
    for place, mask in zip(knowledge.places, row, strict=True):
        if mask & bit and place.kind is PlaceKind.HAND and place.seat is not None:
            return Contract(
                contract.bid, contractor=contract.contractor, side={contract.contractor, place.seat}
            )
    return contract


def _counted(view: View, contract: Contract | None, play: TrickPlay, solver: Solver) -> dict[int, float]:
    """The tricks each move leads to in one world: those of the contractor's side, or the seat's own."""
    rules, table = view.rules, bool(view.tables)
    if contract is None:
        counted = frozenset(next(side for side in rules.sides if view.seat in side))
        wants = counted
    elif contract.is_misere:
        counted = frozenset((contract.contractor,))
        wants = frozenset(range(rules.players)) - view.sits_out - counted
    else:
        counted = wants = contract.side
    side, count = _mask(wants, table=table), _mask(counted, table=table)
    won = play.tricks
    before = sum([won[place] for place in range(len(won)) if count >> place & 1])
    results = solver.moves(play, side, count, max_nodes=_NODES)
    return {move: before + (result.low + result.high) / 2 for move, result in results.items()}


def _worth_of(tricks: float, worth: Sequence[float]) -> float:
    """What tricks are worth, also where the solver could not tell two neighbouring numbers apart."""
    low = int(tricks)
    return worth[low] if low == tricks else (worth[low] + worth[min(low + 1, len(worth) - 1)]) / 2


def _mask(seats: frozenset[int], *, table: bool) -> int:
    """Seats as places of the play: a seat with a table plays from both."""
    return sum([(0b101 if table else 1) << seat for seat in seats])


def _option(action: Action, worths: Sequence[float]) -> Option:
    many = len(worths)
    mean = sum(worths) / many
    spread = sum([(worth - mean) ** 2 for worth in worths]) / max(1, many - 1)
    return Option(action, mean, (spread / many) ** 0.5)


def _ranked(options: list[Option], favourite: Action) -> list[Option]:
    """The best first; the heuristic choice where it is as good within what chance allows."""
    options.sort(key=lambda option: -(option.value or 0.0))
    best = options[0]
    for option in options[1:]:
        if option.action == favourite:
            slack = 0.5 * ((best.error or 0.0) + (option.error or 0.0)) / 2 + 0.5
            if (best.value or 0.0) - (option.value or 0.0) <= slack:
                options.remove(option)
                options.insert(0, option)
            break
    return options


# ---- contracts tried out -----------------------------------------------------------------------------


class Trials:
    """Contracts tried out in the worlds of an auction: tricks of the contractor's side, world by world.

    Parameters
    ----------
    view : View
        A view in the auction, of a seat that has looked.
    budget : Budget
    """

    def __init__(self, view: View, budget: Budget) -> None:
        assert view.hand is not None
        self.view = view
        self.knowledge, self.rows = _worlds(view, budget, budget.worlds)
        self.solver = Solver()
        self._budget = budget
        self._tricks: dict[tuple[int, Strain], list[int]] = {}

    def tricks(self, seat: int, strain: Strain) -> list[int]:
        """Tricks of a seat's side with that seat as contractor, in every world."""
        key = seat, strain
        if key not in self._tricks:
            setup = play_table(self.view.rules, strain, misere=False, nominated=None, out=frozenset()).setup
            self._tricks[key] = [
                self._solved(setup, seat, strain, row) for row in self._budget.within(self.rows.tolist())
            ]
        return self._tricks[key]

    def error(self, seat: int, bid: Bid) -> float | None:
        """Standard error of the chance of a bid; None where its strain has not been tried with that seat."""
        won = None if bid.strain is None else self._tricks.get((seat, bid.strain))
        if won is None or bid.level is None:
            return None
        share = _share(won, bid.level)
        return _FAITH * float((share * (1.0 - share) / len(won)) ** 0.5)

    def cards(self, row: Sequence[int]) -> tuple[list[CardSet], CardSet]:
        """The hands and the kitty of a world."""
        order, view = self.knowledge.hidden.order, self.view
        held = {place: order.to_cards(mask) for place, mask in zip(self.knowledge.places, row, strict=True)}
        assert view.hand is not None
        hands = [held.get(Place.hand(seat), view.hand) for seat in range(view.rules.players)]
        return hands, held.get(Place(PlaceKind.KITTY), CardSet())

    def _solved(self, setup: PlaySetup, seat: int, strain: Strain, row: Sequence[int]) -> int:
        rules = self.view.rules
        held, kitty = self.cards(row)
        full = held[seat] | kitty
        held[seat] = full - CardSet(put_away(rules.pack_name, full, rules.kitty_size, strain))
        side = _mask(frozenset(next(side for side in rules.sides if seat in side)), table=False)
        result = self.solver.solve(TrickPlay(setup, held, seat), side, side, max_nodes=_NODES)
        return (result.low + result.high + 1) // 2


class SampledHand(Hand):
    """One's cards in the light of the auction, with contracts tried out in sampled worlds.

    Parameters
    ----------
    view : View
    trials : Trials
    """

    def __init__(self, view: View, trials: Trials) -> None:
        super().__init__(view)
        self.trials = trials
        counts = {
            strain: own_tricks(self.pack_name, self.cards, strain) + self._shown(strain) for strain in Strain
        }
        best = sorted(counts, key=lambda strain: -counts[strain])
        self.tried = frozenset([strain for strain in best[:3] if counts[strain] > counts[best[0]] - 1.2])

    def _shown(self, strain: Strain) -> float:
        return 1.0 if any(bid.strain is strain for bid in self.partner_bids) else 0.0

    def chance(self, bid: Bid) -> float:
        """Chance of making a bid, from the worlds where its strain was tried."""
        prior = super().chance(bid)
        strain, level = bid.strain, bid.level
        if (
            bid.is_misere
            or strain is None
            or strain not in self.tried
            or level is None
            or self.is_unsound(bid)
        ):
            return prior
        mean, deviation = super().tricks(strain)
        return self._blend(self.trials.tricks(self.view.seat, strain), level, mean, deviation)

    def made(self, seat: int, bid: Bid, prior: float) -> float:
        """Chance that another seat makes a bid."""
        if bid.strain is None or bid.level is None or bid.is_misere:
            return prior
        won = self.trials.tricks(seat, bid.strain)
        return _FAITH * _share(won, bid.level) + (1 - _FAITH) * prior

    @staticmethod
    def _blend(won: Sequence[int], level: int, mean: float, deviation: float) -> float:
        prior = chance_of(level, levelled(mean), deviation or OWN_SPREAD)
        return _FAITH * _share(won, level) + (1 - _FAITH) * prior


def _share(won: Sequence[int], level: int) -> float:
    """How often so many tricks are won; a trick short counts a little, for play is not perfect."""
    made = sum([tricks >= level for tricks in won])
    near = sum([tricks == level - 1 for tricks in won]) - sum([tricks == level for tricks in won])
    return min(1.0, max(0.0, (made + _BLUR * near) / len(won)))


def sampled_hand(view: View, budget: Budget) -> SampledHand | None:
    """A hand judged by trying out contracts.

    Parameters
    ----------
    view : View
        A view in the auction, of a seat that has looked.
    budget : Budget

    Returns
    -------
    SampledHand or None
        None in the games where the side of a contractor or his cards are not settled in the auction.
    """
    if view.tables or view.rules.players in (2, 5):
        return None
    return SampledHand(view, Trials(view, budget))


def _calls(view: View, budget: Budget) -> list[Option]:
    """The heuristic reckoning of calls, with chances from worlds."""
    hand = sampled_hand(view, budget)
    if hand is None:
        return [Option(heuristic(view))]
    weighed: dict[Action, float] = {}
    call = choose_call(view, hand, weighed)
    options = [Option(action, value) for action, value in weighed.items()]
    options.sort(key=lambda option: (option.action != call, -(option.value or 0.0)))
    return options if options else [Option(call)]


# ---- the exchange ------------------------------------------------------------------------------------


def weigh_exchanges(view: View, budget: Budget) -> Weighed:
    """Value the heuristic exchange and those one card away from it in every world.

    Parameters
    ----------
    view : View
        The contractor's view in the exchange.
    budget : Budget

    Returns
    -------
    Weighed
    """
    contract, hand, rules = view.contract, view.hand, view.rules
    assert contract is not None
    assert hand is not None
    favourite = cast(Exchange, heuristic(view))
    if rules.players == 5:
        return Weighed([Option(favourite)])
    knowledge, rows = _worlds(view, budget, budget.worlds)
    order = knowledge.hidden.order
    out = frozenset(contract.side - {contract.contractor}) if contract.is_misere else frozenset()
    setup = play_table(rules, contract.strain, misere=contract.is_misere, nominated=None, out=out).setup
    worth = smoothed(side_worth(view, contract), _BLUR)
    at = {place: k for k, place in enumerate(knowledge.places)}
    seat = view.seat
    counted = frozenset((seat,)) if contract.is_misere else contract.side
    wants = frozenset(range(rules.players)) - out - counted if contract.is_misere else counted
    solver = Solver()
    tried = _neighbours(hand, favourite.cards, rules.pack_name, contract)
    counts: dict[CardSet, list[float]] = {cards: [] for cards in tried}
    for row in budget.within(rows.tolist()):
        held = [
            hand if other == seat else order.to_cards(row[at[Place.hand(other)]])
            for other in range(rules.players)
        ]
        for cards in tried:
            held[seat] = hand - cards
            play = TrickPlay(setup, held, seat)
            result = solver.solve(
                play, _mask(wants, table=False), _mask(counted, table=False), max_nodes=_NODES
            )
            counts[cards].append((result.low + result.high + 1) // 2)
    found: dict[Action, list[float]] = {Exchange(cards): tricks for cards, tricks in counts.items()}
    options = [_option(put, [worth[int(won)] for won in tricks]) for put, tricks in found.items()]
    return Weighed(_ranked(options, favourite), found)


def _neighbours(hand: CardSet, away: CardSet, pack_name: str, contract: Contract) -> list[CardSet]:
    """Exchanges worth trying: the favourite, and those that keep one of its cards for a low or short one."""
    trumps = CardSet() if contract.trump is None else _trumps(pack_name, contract)
    kept = [card for card in (hand - away) - trumps if not card.is_joker]
    tried = [away]
    for give in away:
        for keep in kept:
            swapped = (away - CardSet([give])) | CardSet([keep])
            if swapped not in tried and give.suit != keep.suit:
                tried.append(swapped)
    tried[1:] = sorted(tried[1:], key=lambda cards: _rank_sum(cards, contract))[:5]
    return tried


def _trumps(pack_name: str, contract: Contract) -> CardSet:
    from tricktake.fivehundred.orders import card_order
    from tricktake.fivehundred.packs import PACKS

    assert contract.trump is not None
    return CardSet(card_order(PACKS[pack_name], contract.strain).suits[contract.trump])


def _rank_sum(cards: CardSet, contract: Contract) -> int:
    """Low cards go first; in a misère high ones."""
    total = sum([int(card) % 16 for card in cards])
    return -total if contract.is_misere else total
