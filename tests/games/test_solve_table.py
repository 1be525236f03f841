"""Tables of a deal and the best discards: the same as solving each contract and exchange on its own."""

from __future__ import annotations

import random

import pytest

from cardcore.solver import Solver
from tricktake import Exchange, Nominate, Phase, Strain, Suit
from tricktake import fivehundred as fh
from tricktake.analysis import solve
from tricktake.errors import SetupError, WrongPhase
from tricktake.fivehundred.analysis import Discards, best_discards, solve_table


def value_of(deal: fh.Deal, solver: Solver) -> int:
    """Tricks of the contractor's side; in a misère those he cannot avoid; the joker declared as suits him."""
    assert deal.contract is not None
    if deal.phase is Phase.NOMINATION:
        values = []
        for suit in (*Suit, None):
            values.append(value_of(deal.copy().push_all([Nominate(suit)]), solver))
        return min(values) if deal.contract.is_misere else max(values)
    assert deal.phase is Phase.PLAY
    if deal.contract.is_misere:  # one trick is as bad as ten
        return int(solve(deal, target=1, moves=False, line=False, solver=solver).low >= 1)
    return solve(deal, moves=False, line=False, solver=solver).value


def contract_of(deal: fh.Deal, seat: int, bid: str) -> fh.Deal:
    """The same cards with this seat as contractor, without the kitty."""
    again = fh.Deal(deal.rules, dealer=(seat - 1) % 4, hands=deal.dealt, kitty=deal.kitty)
    again.push_all([f"{bid}-SK", "P", "P", "P"])
    assert again.contract is not None
    assert again.contract.contractor == seat
    return again


@pytest.mark.parametrize(
    ("seed", "rules"),
    [
        (500, "australian"),
        (1, "australian"),
        (2, "australian,joker_nomination=none"),
        (3, "australian,joker_lead=any_suit,joker_misere_void=may"),
    ],
)
def test_table_equals_each_contract_solved(seed: int, rules: str) -> None:
    """Every strain, contractor and misère, pushed through an auction and solved."""
    deal = fh.Deal(fh.Rules.from_text(rules), dealer=3, seed=seed)
    before = deal.copy()
    table = solve_table(deal)
    assert deal == before
    assert set(table.tricks) == {(strain, seat) for strain in Strain for seat in range(4)}
    solver = Solver()
    for (strain, seat), tricks in table.tricks.items():
        assert value_of(contract_of(deal, seat, f"10{strain.letter}"), solver) == tricks, (strain, seat)
    for seat, makes in table.misere.items():
        assert value_of(contract_of(deal, seat, "OM"), solver) == (0 if makes else 1), seat
    rows = dict(table.rows())
    assert list(rows) == list(Strain)
    assert all(rows[strain][seat] == tricks for (strain, seat), tricks in table.tricks.items())


def test_table_does_not_depend_on_the_auction_or_the_solver() -> None:
    """The cards as dealt, at every point of the deal, with a new solver or a used one, in a small table."""
    deal = fh.Deal(dealer=3, seed=9)
    table = solve_table(deal)
    solver = Solver(table_mb=1)
    assert solve_table(deal.push_all(["7H", "P", "8H", "P", "P"]), solver=solver) == table
    deal.push(deal.legal_actions[0])
    assert solve_table(deal, solver=solver) == table


def test_table_turns_with_the_seats() -> None:
    """Every hand one seat on: every column one seat on."""
    deal = fh.Deal(dealer=3, seed=10)
    table = solve_table(deal)
    hands = deal.dealt
    turned = solve_table(fh.Deal(dealer=0, hands=[hands[3], *hands[:3]], kitty=deal.kitty))
    assert turned.tricks == {(strain, (seat + 1) % 4): n for (strain, seat), n in table.tricks.items()}
    assert turned.misere == {(seat + 1) % 4: makes for seat, makes in table.misere.items()}


def exchange(seed: int, bid: str = "7H") -> fh.Deal:
    """A deal at its exchange, seat 0 being contractor."""
    deal = fh.Deal(fh.Rules(misere_requires_7=False), dealer=3, seed=seed).push_all([bid, "P", "P", "P"])
    assert deal.phase is Phase.EXCHANGE
    return deal


def after(deal: fh.Deal, action: Exchange, solver: Solver) -> int:
    """What an exchange brings."""
    again = deal.copy()
    again.push(action)
    return value_of(again, solver)


@pytest.mark.parametrize("bid", ["6S", "7H", "7NT", "OM"])
@pytest.mark.parametrize("seed", [500, 501])
def test_no_other_exchange_is_better(seed: int, bid: str) -> None:
    """The exchange found brings what is said, and none of a random sample brings more."""
    deal, solver = exchange(seed, bid), Solver()
    before = deal.copy()
    found = best_discards(deal)
    assert deal == before
    assert len(found.best) == 1
    assert 1 <= found.searched <= 4 * 286
    assert after(deal, found.best[0], solver) == found.tricks
    rng = random.Random(seed)
    for action in rng.sample(list(deal.legal_actions), 10 if bid == "OM" else 25):
        assert isinstance(action, Exchange)
        value = after(deal, action, solver)
        assert value >= found.tricks if bid == "OM" else value <= found.tricks, action


@pytest.mark.parametrize("bid", ["8D", "OM"])
def test_every_best_exchange(bid: str) -> None:
    """Asked for all, it gives all that are as good, and no other, each once."""
    deal, solver = exchange(502, bid), Solver()
    one, every = best_discards(deal), best_discards(deal, every=True)
    assert every.tricks == one.tricks
    assert one.best[0] in every.best
    assert len(set(every.best)) == len(every.best)
    rng = random.Random(1)
    for action in rng.sample(list(deal.legal_actions), 25):
        assert isinstance(action, Exchange)
        assert (after(deal, action, solver) == every.tricks) == (action in every.best), action


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("bid", ["6S", "8D", "7NT", "OM"])
@pytest.mark.parametrize("seed", range(600, 605))
def test_every_exchange_solved(seed: int, bid: str) -> None:
    """All 286 exchanges one by one."""
    deal, solver = exchange(seed, bid), Solver()
    every = best_discards(deal, every=True)
    values = {
        action: after(deal, action, solver) for action in deal.legal_actions if isinstance(action, Exchange)
    }
    best = min(values.values()) if bid == "OM" else max(values.values())
    assert every.tricks == best
    assert set(every.best) == {action for action, value in values.items() if value == best}


def test_another_contract() -> None:
    """The same cards in another contract of the same contractor."""
    deal, other = exchange(503, "7H"), exchange(503, "8C")
    assert best_discards(deal, contract=other.contract) == best_discards(other)


@pytest.mark.slow
def test_the_pack_of_45() -> None:
    """Five cards are put away where the kitty has five."""
    deal = fh.Deal(fh.Rules.american(), dealer=3, seed=1).push_all(["7H", "P", "P", "P"])
    found = best_discards(deal)
    assert len(found.best[0].cards) == 5
    assert after(deal, found.best[0], Solver()) == found.tricks


@pytest.mark.parametrize("calls", [[], ["7H-SK", "P", "P", "P"]])
def test_discards_need_an_exchange(calls: list[str]) -> None:
    """Nothing is put away in the auction or in the play."""
    deal = fh.Deal(dealer=3, seed=500).push_all(calls)
    with pytest.raises(WrongPhase, match="only a deal at its exchange has discards to find"):
        best_discards(deal)


def test_results_are_values() -> None:
    """Found things compare by what they say."""
    first = Discards(tricks=8, best=(Exchange("S5 C6 D5"),), searched=1)
    assert first == Discards(tricks=8, best=(Exchange("S5 C6 D5"),), searched=1)


def test_cards_on_the_table_are_refused() -> None:
    """Both look at hands alone, so an answer without the tables would be wrong."""
    deal = fh.Deal(fh.Rules(players=2), dealer=1, seed=1)
    with pytest.raises(SetupError, match="cards on the table"):
        solve_table(deal)
    with pytest.raises(SetupError, match="cards on the table"):
        best_discards(deal.push_all("6S P"))
    assert len(solve_table(fh.Deal(fh.Rules(players=2, two_player="short24"), dealer=1, seed=1)).tricks) == 10
