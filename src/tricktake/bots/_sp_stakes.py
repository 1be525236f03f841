"""What the end of a deal of spades is worth to every seat, as stakes for the core's playouts and searches."""

from __future__ import annotations

from cardcore import CardOrder, Stakes
from tricktake.bots._sp_terms import Terms, bag_cost, count_terms, is_nil, jacks_worth, nil_value, terms_of
from tricktake.spades.bids import bid_tricks
from tricktake.spades.rules import Rules
from tricktake.spades.view import View

__all__ = ["RIVALRY", "make_stakes"]

RIVALRY = 0.6  # what a point of the rivals together is worth in own points
_GAME = 120.0  # what reaching the target is worth besides the points
_Account = tuple[tuple[int, ...], list[float]]
_Prize = tuple[tuple[int, ...], list[int], list[float]]


def make_stakes(view: View, order: CardOrder) -> Stakes:
    """The stakes of a deal whose bids are made.

    Parameters
    ----------
    view : View
        A view in the play.
    order : CardOrder
        The order of the play, for the positions of the award jacks.

    Returns
    -------
    Stakes
        One account for the number of each side, and one for every nil; a prize for each side where there are
        award jacks.
    """
    rules = view.rules
    accounts: list[_Account] = []
    owners: list[int] = []  # the side of each account
    aims: list[tuple[int, int, bool] | None] = [None] * rules.players
    for side, seats in enumerate(rules.sides):
        for seats_, table, aim in _side_accounts(view, side, seats):
            for seat in seats_:
                aims[seat] = (len(accounts), *aim)
            accounts.append((seats_, table))
            owners.append(side)
    shares = _shares(view)
    weights = [
        [1.0 if owner == rules.side_of(seat) else -shares[rules.side_of(seat)][owner] for owner in owners]
        for seat in range(rules.players)
    ]
    prizes = _prizes(view, order)
    prize_weights = [
        [1.0 if side == mine else -shares[mine][side] for side in range(len(prizes))]
        for mine in map(rules.side_of, range(rules.players))
    ]
    return Stakes(
        rules.players,
        accounts,
        weights,
        aims=aims,
        friends=[rules.sides[rules.side_of(seat)] for seat in range(rules.players)],
        prizes=prizes,
        prize_weights=prize_weights,
    )


def _prizes(view: View, order: CardOrder) -> list[_Prize]:
    """For each side what every set of award jacks is worth to it, together with those it has caught before.

    Partners catch them together (SP-SCORE-7), and two in one hand may bring less than one (CS-AWARD-3).
    """
    rules, jacks = view.rules, sorted(view.rules.awards)
    prizes: list[_Prize] = []
    for side, seats in enumerate(rules.sides if jacks else ()):
        bag = bag_cost(rules, view.bags[side])
        held = {card for seat in seats for card in view.caught[seat]}
        table = []
        for number in range(1 << len(jacks)):
            caught = held | {card for bit, card in enumerate(jacks) if number >> bit & 1}
            table.append(jacks_worth(rules, caught, bag))
        prizes.append((seats, [order.position(card) for card in jacks], table))
    return prizes


def _side_accounts(
    view: View, side: int, seats: tuple[int, ...]
) -> list[tuple[tuple[int, ...], list[float], tuple[int, bool]]]:
    """The accounts of a side: seats, worth of each number of tricks, and what quick play aims at."""
    rules = view.rules
    found: list[tuple[tuple[int, ...], list[float], tuple[int, bool]]] = []
    counting: list[int] = []
    need = 0
    single: Terms | None = None
    for seat in seats:
        bid = view.bids[seat]
        if bid is None:
            continue
        if is_nil(bid):
            value = float(nil_value(bid, rules))
            bag = bag_cost(rules, view.bags[side]) if rules.nil_fail_bags else 0.0
            table = [value] + [-value - bag * tricks for tricks in range(1, rules.hand_size + 1)]
            found.append(((seat,), table, (0, True)))
        else:
            counting.append(seat)
            need += bid_tricks(rules, bid)
            single = terms_of(bid, rules)
    if counting:
        terms = single if len(counting) == 1 and len(seats) == 1 and single is not None else count_terms(need)
        bag = bag_cost(rules, view.bags[side])
        table = [_points(terms, tricks, bag) for tricks in range(rules.hand_size + 1)]
        found.append((tuple(counting), table, (terms.tricks, terms.bags)))
    missing = rules.target - view.scores[side]
    for _, table, _ in found:
        for tricks, points in enumerate(table):
            if points >= missing:
                table[tricks] = max(0.0, missing) + _GAME + 0.05 * (points - missing)
    return found


def _points(terms: Terms, tricks: int, bag: float) -> float:
    """What a number of tricks brings."""
    if tricks < terms.tricks:
        return terms.miss
    if tricks == terms.tricks:
        return terms.exact
    return terms.over - (bag * (tricks - terms.tricks) if terms.bags else 0.0)


def _shares(view: View) -> list[list[float]]:
    """How much a point of each side costs each other side: most for the leader of the game."""
    rules, scores = view.rules, view.scores
    many = len(rules.sides)
    found = []
    for side in range(many):
        threat = [0.0 if other == side else _threat(rules, scores[other]) for other in range(many)]
        total = sum(threat)
        share = 1.0 if rules.partners else RIVALRY
        found.append([share * one / total for one in threat])
    return found


def _threat(rules: Rules, score: int) -> float:
    """How near a side is to winning; a flat share while the game is young."""
    left = max(0.0, float(rules.target - score))
    return float(2.0 ** (-left / (0.35 * rules.target))) + 0.05
