"""The points of a deal of spades, cutthroat and of partners, and the end of the game.

A *side* is a seat, or with partners seats 0 and 2 against seats 1 and 3. Clauses: CS-SCORE, CS-AWARD, CS-BAG,
CS-END, SP-SCORE, SP-END.
"""

from __future__ import annotations

from dataclasses import dataclass

from oracle.spades_options import Options


@dataclass(frozen=True, slots=True)
class Points:
    """The result of a deal."""

    points: list[int]
    """Per side, everything included."""
    bags: list[int]
    """Per side, after the deal."""
    made: list[bool]
    """Per seat."""
    new_bags: list[int]
    """Per side, the bags of this deal before any heart jack takes one away."""


def is_number(bid: str) -> bool:
    """Return whether the bid is a normal one."""
    return bid.isdigit()


def _own_bid(bid: str, t: int, o: Options) -> tuple[int, bool, int]:
    """Return points, made and new bags of a bid that is scored alone (CS-BID-3, CS-SCORE-2)."""
    if is_number(bid):
        k = int(bid)
        return (10 * k, True, t - k) if t >= k else (-10 * k, False, 0)
    if bid == "1F":
        if t == 0:
            return (-50, False, 0)
        return (50, True, 0) if t == 1 else (10, True, t - 1)
    if bid == "2F":
        if t <= 1:
            return (-40, False, 0)
        return (40, True, 0) if t == 2 else (20, True, t - 2)
    if bid == "B6":
        return (100, True, t - 6) if t >= 6 else (-100, False, 0)
    if bid == "SM":
        assert o.sm_tricks is not None
        return (150, True, 0) if t >= o.sm_tricks else (-150, False, 0)
    assert bid in ("NIL", "BN")
    value = o.nil_value if bid == "NIL" else o.blind_nil_value
    if t == 0:
        return (value, True, 0)
    return (-value, False, t if o.nil_fail_bags else 0)


def _contract(bids: list[str], tricks: list[int], o: Options) -> tuple[int, list[bool], int]:
    """Return points, made by partner and new bags of the bids of two partners."""
    points = 0
    bags = 0
    contract = 0
    t = 0
    made = [False, False]
    for i in (0, 1):
        if is_number(bids[i]):
            contract += int(bids[i])  # SP-BID-2
            t += tricks[i]
            continue
        # SP-SCORE-2
        value = o.nil_value if bids[i] == "NIL" else o.blind_nil_value
        made[i] = tricks[i] == 0
        points += value if made[i] else -value
        if o.nil_fail_helps:
            t += tricks[i]  # SP-SCORE-4
        elif o.nil_fail_bags:
            bags += tricks[i]  # SP-SCORE-3
    contract_made = t >= contract  # SP-SCORE-1; SP-SCORE-5: a contract of 0 cannot fail
    points += 10 * contract if contract_made else -10 * contract
    if contract_made:
        bags += t - contract  # SP-SCORE-3
    for i in (0, 1):
        if is_number(bids[i]):
            made[i] = contract_made
    return points, made, bags


def _paid_jacks(caught: set[str], o: Options) -> set[str]:
    """Return the caught jacks that pay (CS-AWARD-3, CS-AWARD-4, CS-AWARD-6)."""
    jacks = caught & o.awards  # CS-AWARD-3: jacks not in use never count
    c = len(jacks)
    if o.award_multi == "each" or c == 1:
        return jacks
    if o.award_multi == "one_or_all3" and c == 3:
        return jacks
    return set()


def deal_points(
    options: Options,
    bids: list[str],
    tricks: list[int],
    bags: list[int] | None = None,
    caught: list[set[str]] | None = None,
) -> Points:
    """Return the points of a deal.

    Parameters
    ----------
    options : Options
        The options of the game.
    bids, tricks : list
        One per seat.
    bags : list of int, optional
        Per side, before the deal; 0 if left out.
    caught : list of set of str, optional
        Per seat, the award jacks caught; none if left out.
    """
    o = options
    before = bags or [0 for _ in o.sides]
    jacks = caught or [set() for _ in range(o.players)]
    all_points: list[int] = []
    all_bags: list[int] = []
    all_new: list[int] = []
    made = [False for _ in range(o.players)]
    for side, seats in enumerate(o.sides):
        if o.partners:
            points, makes, new = _contract([bids[s] for s in seats], [tricks[s] for s in seats], o)
        else:
            points, own, new = _own_bid(bids[side], tricks[side], o)
            makes = [own]
        for seat, ok in zip(seats, makes, strict=True):
            made[seat] = ok
        points += o.bag_points * new  # CS-SCORE-3, SP-SCORE-6

        paid = _paid_jacks(set().union(*(jacks[seat] for seat in seats)), o)  # SP-SCORE-7
        for jack in ("CJ", "DJ"):
            if jack in paid:
                points += o.award_points  # CS-AWARD-2
        taken = 1 if "HJ" in paid else 0

        if o.bag_style == "per_hand":
            points -= 10 * max(0, new - taken)  # CS-BAG-3, CS-AWARD-5
            after = 0
        else:
            assert o.bag_limit is not None
            after = max(0, before[side] + new - taken)  # CS-BAG-1, CS-AWARD-5
            if o.bag_rollover:
                while after >= o.bag_limit:  # CS-BAG-2, SP-SCORE-8
                    points -= 10 * o.bag_limit
                    after -= o.bag_limit
            elif after >= o.bag_limit:
                points -= 10 * after  # CS-BAG-1
                after = 0
        all_points.append(points)
        all_bags.append(after)
        all_new.append(new)
    return Points(all_points, all_bags, made, all_new)


def game_winner(scores: list[int], options: Options) -> int | None:
    """Return the side that has won after a deal, None when the game goes on."""
    highest = max(scores)
    if scores.count(highest) > 1:
        return None  # CS-END-3, SP-END-2
    if highest >= options.target:
        return scores.index(highest)  # CS-END-1, CS-END-2
    if options.lose_at is not None and min(scores) <= options.lose_at:
        return scores.index(highest)  # SP-END-2
    return None


def ranks(scores: list[int]) -> list[int]:
    """Return the place of each side: 1 is best, equal scores share a place."""
    return [1 + sum(1 for other in scores if other > score) for score in scores]
