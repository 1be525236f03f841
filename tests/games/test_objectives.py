"""Questions of one's own for the solver: what any seat plays for, whoever is to act, against brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import tricktake as tt
from rules.constructed import dealt, middle
from tricktake import Objective, Play, SetupError, WrongPhase
from tricktake import fivehundred as fh
from tricktake import spades as sp

BIDS = ("NIL,4,4,3", "4,NIL,BN,3", "NIL,NIL,4,4", "3,3,3,3")


def spades_endings(count: int, cards: int = 3) -> Iterator[sp.Deal]:
    """Endings of partnership spades with living nils, dead nils and none, any seat in the lead."""
    rng = random.Random("objectives")
    pack = [card.name for card in sp.PACKS["52"]]
    for number in range(count):
        chosen = rng.sample(pack, 4 * cards)
        hands = "|".join([",".join(chosen[seat * cards : (seat + 1) * cards]) for seat in range(4)])
        bids = BIDS[number % len(BIDS)]
        tricks = [0 if bid in ("NIL", "BN") else 1 for bid in bids.split(",")]
        if number % 8 == 4:
            tricks[0] = 1  # a dead nil
        tricks[3] += 13 - cards - sum(tricks)
        yield sp.Deal.from_text(
            f"spades/1 rules=partners dealer=3 hands={hands} bids={bids} leader={rng.randrange(4)} "
            f"tricks={','.join(map(str, tricks))}"
        )


def brute(deal: Any, objective: Objective) -> int:
    """Tricks of the counted seats at the end of the deal, by minimax over the deal itself."""
    if deal.is_over:
        return sum([deal.tricks[seat] for seat in objective.count])
    values = []
    wants_more = objective.is_for(deal.turn)
    for action in deal.legal_actions:
        deal.push(action)
        values.append(brute(deal, objective))
        deal.pop()
    return max(values) if wants_more else min(values)


def test_what_each_seat_plays_for_in_spades() -> None:
    """Its side's tricks; with a living nil its own, which the other side wants."""
    seen = set()
    for deal in spades_endings(16, 2):
        assert deal.turn is not None
        assert deal.objective == deal.objective_of(deal.turn)
        for seat in range(4):
            bid, found = deal.bids[seat], deal.objective_of(seat)
            assert bid is not None
            mine = {seat, (seat + 2) % 4}
            alive = bid.text in ("NIL", "BN") and not deal.tricks[seat]
            if alive:
                assert found == Objective(side=frozenset(range(4)) - mine, count=frozenset((seat,)))
            else:
                assert found == Objective(side=frozenset(mine), count=frozenset(mine))
            seen.add((bid.text, alive))
    assert seen >= {("NIL", True), ("NIL", False), ("BN", True), ("4", False)}


def test_solve_and_claim_answer_any_question() -> None:
    """Values of deal and plays, best plays and claims for each seat, and for what nobody plays for."""
    nobody_asks = Objective(side=frozenset((0, 1)), count=frozenset((1, 2)))
    for deal in spades_endings(8):
        for objective in (*[deal.objective_of(seat) for seat in range(4)], nobody_asks):
            before = sum([deal.tricks[seat] for seat in objective.count])
            found = tt.solve(deal, objective=objective)
            assert found.objective == objective
            assert found.value == brute(deal, objective) - before
            values = {}
            for action in deal.legal_actions:
                deal.push(action)
                values[action] = brute(deal, objective) - before
                deal.pop()
            assert {play: result.value for play, result in found.moves.items()} == values
            assert found.best == tuple([play for play, value in values.items() if value == found.value])
            claimed = tt.claim(deal, objective=objective)
            assert claimed is not None
            assert claimed.tricks == found.value
            least = brute(deal, Objective(side=frozenset(), count=objective.count)) - before
            assert claimed.any_play == (least == found.value)


def test_whether_a_nil_can_be_broken_at_an_opponents_turn() -> None:
    """The question of the tutorial, by the seat's own objective and through a target."""
    deal = sp.Deal.from_text(
        "spades/1 rules=partners dealer=3 hands=C9,HJ,CJ,D8|D7,D10,H8,D6|CA,H3,DA,D4|H6,H5,H10,C6 "
        "bids=NIL,4,4,3 leader=1 tricks=0,4,3,2"
    )
    assert deal.turn == 1
    assert tt.solve(deal, objective=deal.objective_of(0), target=1).best == (Play("H8"),)
    assert tt.solve(deal).objective == deal.objective_of(3) != deal.objective_of(0)


def test_five_hundred_and_its_tables() -> None:
    """In a misère all seats ask the same; with cards on the table places stand for seats."""
    misere = fh.Deal.from_text(
        "five-hundred/1 rules=australian dealer=3 hands=D5,SA|C7,D6|C9,C5|H5,H6 "
        "contract=OM contractor=1 leader=2 tricks=8,0,0,0"
    )
    assert {misere.objective_of(seat) for seat in range(4)} == {misere.objective}
    deal = middle("8H", {0: "7H JD AC"})
    assert deal.objective_of(1) == Objective(side=frozenset((1, 3)), count=frozenset((1, 3)))
    value, other = [tt.solve(deal, objective=deal.objective_of(seat)).value for seat in (0, 1)]
    assert value + other == 3
    table = fh.Deal(fh.Rules(players=2), dealer=1, seed=3)
    while table.phase is not tt.Phase.PLAY:
        table.push(tt.bots.Heuristic().choose(table.view(table.turn)))  # type: ignore[arg-type]
    contract = table.contract
    assert contract is not None
    assert not contract.is_misere
    assert table.objective_of(1) == Objective(side=frozenset((1, 3)), count=frozenset((1, 3)))


def test_many_deals_with_one_question_or_one_for_each() -> None:
    """One objective for all, or a function of the deal."""
    deals = list(spades_endings(9))
    due = [tt.solve(deal, objective=deal.objective_of(0), line=False).value for deal in deals]
    for threads in (1, 2):
        found = tt.solve_many(deals, threads=threads, chunk=2, objective=lambda deal: deal.objective_of(0))
        assert [solution.value for solution in found] == due
    one = Objective(side=frozenset((1, 3)), count=frozenset((0,)))
    same = [solution.value for solution in tt.solve_many(deals, objective=one)]
    assert same == [tt.solve(deal, objective=one).value for deal in deals]


def test_questions_that_make_no_sense() -> None:
    """Wrong types, seats that are not there, and deals that are not in their play."""
    deal = next(spades_endings(1))
    for strange in (0, (0, 2), "NIL"):
        with pytest.raises(TypeError, match=r"objective must be an Objective, .* deal\.objective_of\(seat\)"):
            tt.solve(deal, objective=strange)  # type: ignore[arg-type]
    for seat in (4, -1, "0"):
        wrong = Objective(side=frozenset((1, 3)), count=frozenset((seat,)))  # type: ignore[arg-type]
        for ask in (tt.solve, tt.claim):
            with pytest.raises(SetupError, match=r"names places 0\.\.3 of this deal, not"):
                ask(deal, objective=wrong)
        with pytest.raises(SetupError):
            list(tt.solve_many([deal], objective=wrong))
    for seat in (4, -1):
        with pytest.raises(IndexError, match=r"is not in 0\.\.3"):
            deal.objective_of(seat)
    with pytest.raises(TypeError):
        deal.objective_of("0")  # type: ignore[arg-type]
    with pytest.raises(WrongPhase, match="only a deal in its play has an objective; this one is at: auction"):
        dealt().objective_of(0)
    with pytest.raises(WrongPhase, match="at: over"):
        deal.push_all(tt.solve(deal).line).objective_of(0)
