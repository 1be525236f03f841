"""The least and the most a seat can get, from the rules: OpenSpiel asks for both before a card is dealt.

Both come from the scoring itself: of all results that contracts or bids, tricks and award jacks allow,
whatever the cards, the worst and the best. Five Hundred is tried out result by result. In spades a side's
points depend on its own bids, tricks and jacks, so the sides are put together by their tricks and jacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import Any

from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.actions import Bid, BidKind
from tricktake.cards import Card, CardSet
from tricktake.envs.episode import Reward, seat_values
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.options import AllPass
from tricktake.spades.bids import Bidding

__all__ = ["utility_range"]

_Range = tuple[float, float]


@lru_cache(maxsize=256)
def utility_range(setup: Any) -> _Range:
    """The least and the most a seat can get in a game.

    Parameters
    ----------
    setup : Setup

    Returns
    -------
    least, most : float

    Examples
    --------
    >>> from tricktake.envs._openspiel_setup import setup_of
    >>> utility_range(setup_of("five-hundred", "australian", 0, (), (), (), "points", ""))
    (-520.0, 520.0)
    >>> utility_range(setup_of("spades", "official", 0, (), (), (), "points", ""))
    (-200.0, 200.0)
    """
    if setup.reward is Reward.WIN:
        return 0.0, 1.0
    if setup.game == "five-hundred":
        rules = setup.rules
        values = [seat_values(setup.reward, rules.sides, points) for points in _fh_points(setup)]
        return min(map(min, values)), max(map(max, values))
    return _sp_range(setup)


def _shares(total: int, many: int) -> Iterator[tuple[int, ...]]:
    """All ways to share tricks out."""
    if many == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _shares(total - first, many - 1):
            yield (first, *rest)


# ---- Five Hundred --------------------------------------------------------------------------------


def _fh_points(setup: Any) -> Iterator[tuple[int, ...]]:
    """The points of the sides in every result that matters."""
    rules: fh.Rules = setup.rules
    sides, ending = rules.sides, setup.ending
    scores = setup.terms.get("scores") or (0,) * len(sides)
    before: Sequence[int] = (0,) * rules.players if ending is None else ending.tricks
    cases = _fh_contracts(rules, scores) if ending is None else _fh_ending(ending)
    shares = list(_shares(rules.hand_size - sum(before), len(sides)))
    for bid, contractor, partner in cases:
        for share in shares:
            tricks = list(before)
            for side, won in zip(sides, share, strict=True):
                tricks[side[0]] += won
            yield fh.score_deal(
                rules, bid, contractor=contractor, tricks=tricks, scores=scores, partner=partner
            ).points
    if ending is None and (rules.all_pass is AllPass.THROW_IN or rules.inkle):
        yield (0,) * len(sides)


def _fh_contracts(
    rules: fh.Rules, scores: Sequence[int]
) -> Iterator[tuple[Bid | None, int | None, int | None]]:
    """Contracts with contractor and partner: of each level the dearest, and of the misères."""
    table = bid_table(rules)
    dearest: dict[int | None, Bid] = {}
    for bid in table.bids:
        if rules.inkle and bid.level == 6:  # FH-BID-18
            continue
        level = None if bid.is_misere else bid.level
        if level not in dearest or table.stake(bid) > table.stake(dearest[level]):
            dearest[level] = bid
    alike = rules.defender_cap is None or len(set(scores)) == 1
    for bid in dearest.values():
        for contractor in range(1 if alike else rules.players):
            yield bid, contractor, None
            if rules.calls_partner and not bid.is_misere:
                others = [seat for seat in range(rules.players) if seat != contractor]
                for partner in others[:1] if alike else others:
                    yield bid, contractor, partner
    if rules.all_pass is AllPass.PLAY_NT:
        yield None, None, None


def _fh_ending(ending: Any) -> Iterator[tuple[Bid | None, int | None, int | None]]:
    """The contract of an ending, with every partner there can be."""
    contract = ending.contract
    seats = range(ending.rules.players)
    held = isinstance(ending.called, Card) and any(ending.called in ending.hand(seat) for seat in seats)
    partners: list[int | None] = [ending.partner]
    if held:
        partners = [seat for seat in seats if seat != contract.contractor]
    if held and ending.rules.five_secret_alone:
        partners.append(None)
    for partner in partners:
        yield contract.bid, contract.contractor, partner


# ---- spades --------------------------------------------------------------------------------------


def _sp_range(setup: Any) -> _Range:
    """Least and most of all seats."""
    rules: sp.Rules = setup.rules
    before = (0,) * rules.players if setup.ending is None else setup.ending.tricks
    left = rules.hand_size - sum(before)
    jacks = _jacks_left(setup)
    tables = [_side_table(setup, at, left, jacks) for at in range(len(rules.sides))]
    if setup.reward is Reward.POINTS:
        every = [value for table in tables for value in table.values()]
        return float(min([low for low, _ in every])), float(max([high for _, high in every]))
    found = []
    for at, own in enumerate(tables):
        others = tables[:at] + tables[at + 1 :]
        low, high = _together(others, min, 0), _together(others, max, 1)
        for (tricks, caught), (least, most) in own.items():
            rest = (left - tricks, (1 << len(jacks)) - 1 - caught)
            if rest in low:  # what the others can do with the tricks and jacks that are left
                found.append(least - high[rest] / len(others))
                found.append(most - low[rest] / len(others))
    return min(found), max(found)


def _jacks_left(setup: Any) -> list[Card]:
    """Award jacks that can still be caught."""
    if setup.ending is None:
        return sorted(setup.rules.awards)
    deal = setup.ending
    out = CardSet([card for seat in range(deal.rules.players) for card in deal.hand(seat)])
    out |= CardSet([played.card for played in deal.trick])
    return [card for card in sorted(deal.rules.awards) if card in out]


def _together(
    tables: Sequence[dict[tuple[int, int], _Range]], choose: Callable[..., float], part: int
) -> dict[tuple[int, int], float]:
    """The least or most several sides get together, by the tricks and jacks they take among them."""
    found: dict[tuple[int, int], float] = {(0, 0): 0.0}
    for table in tables:
        more: dict[tuple[int, int], float] = {}
        for (tricks, caught), total in found.items():
            for (won, jacks), values in table.items():
                if not caught & jacks:
                    key = (tricks + won, caught | jacks)
                    value = total + values[part]
                    more[key] = choose(more[key], value) if key in more else value
        found = more
    return found


def _side_table(setup: Any, at: int, left: int, jacks: Sequence[Card]) -> dict[tuple[int, int], _Range]:
    """Least and most points of a side by the tricks it still takes and the jacks it catches, as a mask."""
    rules: sp.Rules = setup.rules
    side = rules.sides[at]
    deal = setup.ending
    before: Sequence[int] = (0,) * rules.players if deal is None else deal.tricks
    had = [CardSet()] * rules.players if deal is None else list(deal.caught)
    other = next(seat for seat in range(rules.players) if seat not in side)
    bags = setup.terms.get("bags")
    found: dict[tuple[int, int], _Range] = {}
    for bids in _side_bids(setup, at):
        counts = all(bid.kind is BidKind.COUNT for bid in bids)
        given = [Bid("1")] * rules.players
        for seat, bid in zip(side, bids, strict=True):
            given[seat] = bid
        for share in product(range(left + 1), repeat=1 if counts else len(side)):
            won = sum(share)
            if won > left:
                continue
            tricks = list(before)
            for seat, more in zip(side, share, strict=False):  # the tricks of two numbers count together
                tricks[seat] += more
            tricks[other] += left - won
            for mask in range(1 << len(jacks) if won else 1):
                caught = list(had)
                caught[side[0]] |= CardSet([card for k, card in enumerate(jacks) if mask >> k & 1])
                points = sp.score_deal(rules, given, tricks, bags=bags, caught=caught).points[at]
                low, high = found.get((won, mask), (points, points))
                found[won, mask] = min(low, points), max(high, points)
    return found


def _side_bids(setup: Any, at: int) -> Iterator[tuple[Bid, ...]]:
    """The bids of a side; of two numbers only their sum matters."""
    rules: sp.Rules = setup.rules
    side = rules.sides[at]
    if setup.ending is not None:
        yield tuple([setup.ending.bids[seat] for seat in side])
        return
    scores = setup.terms.get("scores") or (0,) * len(rules.sides)
    sizes = rules.hand_sizes(setup.dealer)
    sixes = setup.terms.get("blind_sixes") or (0,) * rules.players
    may = []
    for seat in side:
        asked = Bidding(rules, sizes[seat], max(scores) - scores[at], sixes, seat, ())
        may.append(asked.legal() + asked.legal(unseen=True))
    sums = set()
    for bids in product(*may):
        if len(bids) > 1 and all(bid.kind is BidKind.COUNT for bid in bids):
            total = sum([bid.level or 0 for bid in bids])
            if total in sums:
                continue
            sums.add(total)
        yield bids
