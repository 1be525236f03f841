"""Section 13 of the rules, clause by clause: six players in two teams or three."""

from __future__ import annotations

import random

import pytest

from rules.constructed import match_of, put_away, texts
from rules.random_deals import play_on
from rules.test_clauses_players import SHAPES, dealt_to, in_play, over, steps, trick_seats
from tricktake import Phase, SetupError
from tricktake import fivehundred as fh

THREES = SHAPES["6 2x3"]
PAIRS = SHAPES["6 3x2"]
SANS = " P P P P P"


def winners(rules: fh.Rules, bid: str, tricks: tuple[int, ...], scores: tuple[int, ...]) -> set[int] | None:
    """Return the sides that have won the match after a deal contracted by seat 0."""
    found = match_of(over(rules, bid, tricks, scores=scores)).winners
    return None if found is None else {*found}


@pytest.mark.parametrize("contractor", range(6))
def test_fh_p6_1_two_teams_of_three(contractor: int) -> None:
    """As with four players: the team plays, its tricks count together, and both partners sit out a misère."""
    assert fh.Rules(players=6).teams6 is fh.Teams6.TWO_THREES
    team = {seat for seat in range(6) if seat % 2 == contractor % 2}
    deal = dealt_to(THREES, dealer=(contractor - 1) % 6, calls="6S" + SANS)
    assert deal.contract is not None
    assert deal.contract.side == team
    assert [deal.view(seat).partners for seat in range(6)] == [
        {other for other in range(6) if other % 2 == seat % 2} - {seat} for seat in range(6)
    ]
    put_away(deal)
    assert (deal.phase, deal.turn, deal.sits_out) == (Phase.PLAY, contractor, frozenset())
    assert trick_seats(deal) == [(contractor + step) % 6 for step in range(6)]
    play_on(random.Random(6), deal)
    taken = sum([deal.tricks[seat] for seat in team])
    value = -40 if taken < 6 else 250 if taken == 10 else 40
    points = [value, 10 * (10 - taken)]
    assert deal.score().points == tuple(points if contractor % 2 == 0 else points[::-1])
    misere = dealt_to(THREES, dealer=(contractor - 1) % 6, calls="OM-SK" + SANS)
    assert misere.sits_out == team - {contractor}
    if misere.phase is Phase.NOMINATION:
        misere.push("name none")
    order = [(contractor + step) % 6 for step in range(6)]
    assert trick_seats(misere) == [seat for seat in order if seat not in team - {contractor}]


def test_fh_p6_1_scores_and_ends() -> None:
    assert over(THREES, "7H", (3, 1, 2, 1, 2, 1)).score().points == (200, 30)
    assert over(THREES, "7H", (3, 1, 2, 1, 1, 2)).score().points == (-200, 40)
    assert over(THREES, "6S", (4, 0, 3, 0, 3, 0)).score().points == (250, 0)
    assert winners(THREES, "7H", (3, 1, 2, 1, 2, 1), (300, 470)) == {0}
    assert winners(THREES, "7H", (3, 1, 2, 1, 1, 2), (-300, 0)) == {1}
    assert winners(THREES, "7H", (3, 1, 2, 1, 1, 2), (0, 490)) is None


@pytest.mark.parametrize("contractor", range(6))
def test_fh_p6_2_three_pairs(contractor: int) -> None:
    """Partners sit opposite; each other pair scores its own tricks; one partner sits out a misère."""
    partner = (contractor + 3) % 6
    deal = dealt_to(PAIRS, dealer=(contractor - 1) % 6, calls="6S" + SANS)
    assert deal.contract is not None
    assert deal.contract.side == {contractor, partner}
    assert [deal.view(seat).partners for seat in range(6)] == [{(seat + 3) % 6} for seat in range(6)]
    put_away(deal)
    assert trick_seats(deal) == [(contractor + step) % 6 for step in range(6)]
    play_on(random.Random(6), deal)
    won = [deal.tricks[side] + deal.tricks[side + 3] for side in range(3)]
    mine = contractor % 3
    value = -40 if won[mine] < 6 else 250 if won[mine] == 10 else 40
    assert deal.score().points == tuple([value if side == mine else 10 * won[side] for side in range(3)])
    misere = dealt_to(PAIRS, dealer=(contractor - 1) % 6, calls="OM-SK" + SANS)
    assert misere.sits_out == {partner}
    if misere.phase is Phase.NOMINATION:
        misere.push("name none")
    assert trick_seats(misere) == [(contractor + step) % 6 for step in (0, 1, 2, 4, 5)]


def test_fh_p6_2_scores_and_ends() -> None:
    tricks = (4, 1, 0, 3, 1, 1)
    assert over(PAIRS, "7H", tricks).score().points == (200, 20, 10)
    assert over(PAIRS, "8H", tricks).score().points == (-300, 20, 10)
    assert over(PAIRS, "M", (0, 4, 0, 0, 6, 0)).score().points == (250, 0, 0)
    assert over(PAIRS, "M", (1, 4, 0, 0, 5, 0)).score().points == (-250, 0, 0)
    assert over(PAIRS, "7H", tricks).score().for_seat(4) == 20
    assert winners(PAIRS, "7H", tricks, (300, 600, 600)) == {0}
    assert winners(PAIRS, "8H", tricks, (-200, 100, 100)) == {1}
    assert winners(PAIRS, "8H", tricks, (-200, 100, 110)) == {1, 2}
    assert winners(PAIRS, "8H", tricks, (-200, 100, 120)) == {2}
    assert winners(PAIRS, "8H", tricks, (-199, 490, 490)) is None


def test_fh_p6_2_both_settings_side_by_side() -> None:
    """The same cards and tricks count for other sides."""
    tricks = (3, 1, 2, 1, 2, 1)
    assert over(THREES, "6S", tricks).score().points == (40, 30)
    assert over(PAIRS, "6S", tricks).score().points == (-40, 30, 30)
    deals = [dealt_to(rules, calls="6S-SK" + SANS) for rules in (THREES, PAIRS)]
    assert deals[0].dealt == deals[1].dealt
    assert texts(deals[0]) == texts(deals[1])
    assert [len(deal.contract.side) for deal in deals if deal.contract] == [3, 2]
    for rules, other in ((THREES, {0, 3}), (PAIRS, {0, 2, 4})):
        contract = deals[0].contract
        assert contract is not None
        start = fh.PlayStart(type(contract)(contract.bid, contractor=0, side=other))
        with pytest.raises(SetupError):
            fh.Deal(rules, hands=["S5", "S6", "S7", "S8", "S9", "SQ"], start=start)


def test_fh_p6_1_extra_ranks_are_played() -> None:
    deal = in_play(THREES, "6H", {0: "11S H9", 1: "12S D9", 2: "TS D8", 3: "JS D7", 4: "13D 9S", 5: "QH C9"})
    assert steps(deal, "S11 S12 S10 SJ S9 HQ") == [0, 1, 2, 3, 4, 5]
    assert deal.leader == 5
    low = in_play(THREES, "6H", {0: "11S H9", 1: "12S D9", 2: "TS D8", 3: "9S D7", 4: "13D 8S", 5: "7S C9"})
    low.push_all("S11 S12 S10 S9 S8 S7")
    assert low.leader == 1
