"""Deals of spades built card by card: the positions the rules talk about, filled up with cards of no matter.

Cards may be written as the rules document writes them (``9D``) or as the library does (``D9``).
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tricktake import LOOK, Action, Bid, CardSet, Exchange, Phase
from tricktake import spades as sp

__all__ = [
    "cards",
    "dealt",
    "ended_at",
    "finished",
    "game_of",
    "middle",
    "offers",
    "play_on",
    "random_action",
    "texts",
    "tourney_of",
    "trick_order",
    "trick_winner",
]

JOKERS = ("JK1", "JK2", "JK3")


def texts(deal: sp.Deal) -> set[str]:
    """Return the texts of all legal actions."""
    return {action.text for action in deal.legal_actions}


def cards(text: str) -> set[str]:
    """Return the names of cards however they are written."""
    return {card.name for card in CardSet(text)}


def _filled(given: Mapping[int, str], sizes: Sequence[int], rules: sp.Rules, *, whole: bool) -> list[CardSet]:
    """Fill the hands up to their sizes; no joker is used to fill one, unless the whole pack is dealt."""
    hands = [CardSet(given.get(seat, "")) for seat in range(rules.players)]
    used = CardSet()
    for hand in hands:
        assert used.isdisjoint(hand), "a card stands twice"
        used |= hand
    spare = [card for card in sp.PACKS[rules.pack_name] if card not in used]
    if not whole:
        spare = [card for card in spare if card.name not in JOKERS]
    # Every third card, so that the filling is of all suits.
    spare = [*spare[::3], *spare[1::3], *spare[2::3]]
    for seat, size in enumerate(sizes):
        assert len(hands[seat]) <= size, "more cards than the hand has room for"
        missing = size - len(hands[seat])
        hands[seat] |= CardSet(spare[:missing])
        del spare[:missing]
    return hands


def dealt(
    given: Mapping[int, str] | None = None,
    *,
    rules: sp.Rules | None = None,
    dealer: int | None = None,
    calls: str = "",
    **more: Any,
) -> sp.Deal:
    """Return a deal in which these seats are dealt these cards among others, after some actions.

    The last seat deals, so that seat 0 bids first.
    """
    rules = sp.Rules.official() if rules is None else rules
    dealer = rules.players - 1 if dealer is None else dealer
    hands = _filled(given or {}, rules.hand_sizes(dealer), rules, whole=True)
    return sp.Deal(rules, dealer=dealer, hands=hands, **more).push_all(calls)


def middle(
    given: Mapping[int, str],
    *,
    rules: sp.Rules | None = None,
    bids: Sequence[str] | None = None,
    leader: int = 0,
    is_broken: bool = False,
    size: int | None = None,
    tricks: Sequence[int] | None = None,
    caught: Sequence[str] | None = None,
    plays: str = "",
    dealer: int | None = None,
    **more: Any,
) -> sp.Deal:
    """Return a deal in the middle of the play, after some plays.

    The hands are filled up to the longest one, or to ``size``. Everybody has bid one unless said otherwise.
    """
    rules = sp.Rules.official() if rules is None else rules
    size = max(len(CardSet(hand)) for hand in given.values()) if size is None else size
    start = sp.PlayStart(
        tuple(["1"] * rules.players if bids is None else bids),
        leader=leader,
        tricks=None if tricks is None else tuple(tricks),
        is_broken=is_broken,
        caught=None if caught is None else tuple(caught),
    )
    dealer = rules.players - 1 if dealer is None else dealer
    hands = _filled(given, [size] * rules.players, rules, whole=False)
    return sp.Deal(rules, dealer=dealer, hands=hands, start=start, **more).push_all(plays)


def trick_winner(trick: str, rules: sp.Rules | None = None) -> int:
    """Return which card of the last trick of a deal wins, counted from 1, the leader's first."""
    names = trick.split()
    deal = middle(dict(enumerate(names)), rules=rules, size=1).push_all(trick)
    assert deal.phase is Phase.OVER
    return deal.tricks.index(1) + 1


def trick_order(deal: sp.Deal, plays: str) -> list[int | None]:
    """Play these cards and return who played each of them."""
    seats = []
    for name in plays.split():
        seats.append(deal.turn)
        deal.push(name)
    return seats


def offers(deal: sp.Deal) -> list[set[str]]:
    """Return by seat what each may do at the start of its turn, when everybody bids one."""
    found: dict[int, set[str]] = {}
    while deal.phase is Phase.AUCTION:
        assert deal.turn is not None
        found[deal.turn] = texts(deal)
        deal.push("1")
    return [found[seat] for seat in range(deal.rules.players)]


def finished(
    bids: Sequence[str],
    tricks: Sequence[int],
    *,
    rules: sp.Rules | None = None,
    dealer: int | None = None,
    caught: Sequence[str] | None = None,
    **more: Any,
) -> sp.Deal:
    """Return a finished deal with these bids and tricks; to the last one everybody has played a spade."""
    rules = sp.Rules.official() if rules is None else rules
    winner = max(range(rules.players), key=lambda seat: tricks[seat])
    before = [won - (seat == winner) for seat, won in enumerate(tricks)]
    hands = {seat: "AS" if seat == winner else f"S{seat + 3}" for seat in range(rules.players)}
    deal = middle(
        hands, rules=rules, bids=bids, leader=winner, tricks=before, caught=caught, dealer=dealer, **more
    )
    while not deal.is_over:
        deal.push(deal.legal_actions[0])
    assert deal.tricks == tuple(tricks)
    return deal


def game_of(*deals: sp.Deal) -> sp.Game:
    """Return the game these deals make, read from its text."""
    first = deals[0]
    opening = sp.Game(first.rules, seed=0, dealer=first.dealer, scores=first.scores, bags=first.bags)
    head = opening.to_text().replace("seed=0", "seed=none")
    assert "seed=none" in head
    return sp.Game.from_text(head + "\n".join([deal.to_text() for deal in deals]))


def tourney_of(tourney: sp.Tourney, *games: sp.Game) -> sp.Tourney:
    """Return a tourney without a seed after these games, read from its text."""
    assert tourney.seed is None
    return sp.Tourney.from_text(tourney.to_text() + "".join([game.to_text() for game in games]))


_ENDS = {
    3: (("4", "6", "7"), (4, 6, 7)),
    4: (("3", "3", "4", "3"), (3, 3, 4, 3)),
    5: (("2", "2", "2", "2", "2"), (2, 2, 2, 2, 2)),
}


def ended_at(*scores: int, rules: sp.Rules | None = None, bags: Sequence[int] | None = None) -> sp.Game:
    """Return a game after a hand that has left these scores, every bid of it having been made exactly."""
    rules = sp.Rules.official() if rules is None else rules
    bids, tricks = _ENDS[rules.players]
    won = sp.score_deal(rules, bids, tricks, bags=bags).points
    before = [after - points for after, points in zip(scores, won, strict=True)]
    game = game_of(finished(bids, tricks, rules=rules, scores=before, bags=bags))
    assert game.scores == scores
    return game


def random_action(rng: random.Random, deal: sp.Deal) -> Action:
    """Return a random legal action; numbers bid are up to a fair share, special bids are rare."""
    legal = deal.legal_actions
    if deal.phase is Phase.EXCHANGE:
        assert deal.turn is not None
        return Exchange(rng.sample(deal.hand(deal.turn).ascending(), deal.rules.bn_exchange))
    if deal.phase is Phase.AUCTION:
        actions = list(legal)
        if LOOK in actions:
            blind = [action for action in actions if action is not LOOK]
            return rng.choice(blind) if rng.random() < 0.1 else LOOK
        special = [bid for bid in actions if isinstance(bid, Bid) and bid.level is None]
        if special and rng.random() < 0.1:
            return rng.choice(special)
        share = deal.rules.hand_size // deal.rules.players
        return rng.choice(actions[max(0, share - 3) : share])
    return legal[rng.randrange(len(legal))]


def play_on(rng: random.Random, deal: sp.Deal, most: int | None = None) -> sp.Deal:
    """Play a deal at random to its end, or for so many actions."""
    left = most
    while not deal.is_over and left != 0:
        deal.push(random_action(rng, deal))
        left = None if left is None else left - 1
    return deal
