"""Deals built card by card: the positions the rules talk about, filled up with cards that do not matter.

Cards may be written as the rules document writes them (``9D``) or as the library does (``D9``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import comb

from tricktake import Bid, CardSet, Contract, Exchange, Phase, Suit
from tricktake import fivehundred as fh

__all__ = [
    "auction",
    "bids",
    "calling",
    "cards",
    "contract",
    "dealt",
    "exchanges",
    "finished",
    "match_of",
    "middle",
    "put_away",
    "texts",
    "trick_winner",
]

SEATS = 4


def texts(deal: fh.Deal) -> set[str]:
    """Return the texts of all legal actions."""
    return {action.text for action in deal.legal_actions}


def cards(text: str) -> set[str]:
    """Return the names of cards however they are written."""
    return {card.name for card in CardSet(text)}


def contract(bid: str, contractor: int = 0, rules: fh.Rules | None = None) -> Contract:
    """Return a contract of these rules."""
    sides = (rules or fh.Rules()).sides
    return Contract(bid, contractor=contractor, side=next(side for side in sides if contractor in side))


def _filled(
    given: Mapping[int, str], size: int, rules: fh.Rules, kitty: str = ""
) -> tuple[list[CardSet], CardSet]:
    """Fill the hands up to a size; no joker is used to fill one. The rest comes back beside the hands."""
    hands = [CardSet(given.get(seat, "")) for seat in range(SEATS)]
    used = CardSet(kitty)
    for hand in hands:
        assert used.isdisjoint(hand), "a card stands twice"
        used |= hand
    spare = [card for card in fh.PACKS[rules.pack_name] if card not in used and card.name != "JK"]
    # Every third card, so that the filling is of all suits.
    spare = [*spare[::3], *spare[1::3], *spare[2::3]]
    for seat, hand in enumerate(hands):
        assert len(hand) <= size, "more cards than the hand has room for"
        while len(hands[seat]) < size:
            hands[seat] |= CardSet([spare.pop(0)])
    rest = fh.PACKS[rules.pack_name].cards
    for hand in hands:
        rest -= hand
    return hands, rest


def dealt(
    given: Mapping[int, str] | None = None,
    *,
    kitty: str = "",
    dealer: int = 3,
    rules: fh.Rules | None = None,
    scores: Sequence[int] | None = None,
    calls: str = "",
) -> fh.Deal:
    """Return a deal in which these seats are dealt these cards among others, after some actions."""
    rules = fh.Rules() if rules is None else rules
    hands, rest = _filled(given or {}, rules.hand_size, rules, kitty)
    deal = fh.Deal(rules, dealer=dealer, hands=hands, kitty=rest, scores=scores)
    return deal.push_all(calls) if calls else deal


def middle(
    bid: str,
    given: Mapping[int, str],
    *,
    contractor: int = 0,
    leader: int | None = None,
    rules: fh.Rules | None = None,
    size: int | None = None,
    nominated: Suit | None = None,
    led: Iterable[Suit] = (),
    failed: Sequence[Sequence[Suit]] | None = None,
    tricks: Sequence[int] | None = None,
    scores: Sequence[int] | None = None,
    plays: str = "",
) -> fh.Deal:
    """Return a deal in the middle of the play, after some plays.

    The hands are filled up to the longest one, or to ``size``. Tricks already won default to what is missing
    for ten, all won by the seat on the contractor's left.
    """
    rules = fh.Rules() if rules is None else rules
    size = max(len(CardSet(cards)) for cards in given.values()) if size is None else size
    hands, _ = _filled(given, size, rules)
    if tricks is None:
        tricks = [rules.hand_size - size if seat == (contractor + 1) % SEATS else 0 for seat in range(SEATS)]
    start = fh.PlayStart(
        contract(bid, contractor, rules),
        nominated=nominated,
        leader=leader,
        tricks=tuple(tricks),
        suits_led=tuple(led),
        failed=None if failed is None else tuple([tuple(suits) for suits in failed]),
    )
    deal = fh.Deal(rules, dealer=3, hands=hands, start=start, scores=scores)
    return deal.push_all(plays) if plays else deal


def trick_winner(bid: str, trick: str, *, contractor: int = 0, nominated: Suit | None = None) -> int:
    """Return which card of a trick wins, counted from 1, the leader's first.

    The trick is the last one, so that any card may be played to it; in a misère it has three cards, and the
    seat that sits out holds another one.
    """
    cards = trick.split()
    deal = middle(bid, {}, contractor=contractor, nominated=nominated, size=0)
    playing = [seat for seat in range(SEATS) if seat not in deal.sits_out]
    order = playing[playing.index(contractor) :] + playing[: playing.index(contractor)]
    hands = dict(zip(order, cards, strict=True))
    leader, holders = contractor, [seat for seat, card in hands.items() if card == "JK"]
    if nominated is not None and holders:
        contractor = holders[0]  # only he nominates; another seat may have the lead by now
    deal = middle(
        bid, hands, contractor=contractor, nominated=nominated, leader=leader, size=1, tricks=[0] * SEATS
    )
    for card in cards:
        deal.push(card)
    assert deal.phase is Phase.OVER
    return order.index(deal.tricks.index(1)) + 1


def calling(calls: str, **options: object) -> fh.Deal:
    """Return a deal after some calls, with seat 3 dealing; the seat to call next may not have looked."""
    return dealt(rules=fh.Rules().replace(**options), calls=calls)


def auction(calls: str, **options: object) -> fh.Deal:
    """Return a deal after some calls, with seat 3 dealing; the seat to call next has looked."""
    deal = calling(calls, **options)
    if "LOOK" in texts(deal):
        deal.push("LOOK")
    return deal


def bids(deal: fh.Deal) -> set[str]:
    """Return the bids that are legal, without those sans kitty."""
    return {action.text for action in deal.legal_actions if isinstance(action, Bid) and not action.sans_kitty}


def exchanges(hand: int, kitty: int) -> int:
    """Return in how many ways a contractor can put cards away."""
    return comb(hand + kitty, kitty)


def put_away(deal: fh.Deal, keep: str = "") -> fh.Deal:
    """Put away the cards of the contractor's hand that come first, but none of those to keep."""
    assert deal.phase is Phase.EXCHANGE
    assert deal.turn is not None
    spare = (deal.hand(deal.turn) - CardSet(keep)).ascending()
    deal.push(Exchange(spare[: deal.rules.kitty_size]))
    return deal


def finished(
    bid: str,
    tricks: int,
    *,
    contractor: int = 0,
    rules: fh.Rules | None = None,
    scores: Sequence[int] | None = None,
    dealer: int = 3,
) -> fh.Deal:
    """Return a finished deal in which the contract side has won so many tricks, the last card being played.

    The last trick is all spades; the contractor leads the ace if his side wins it, and else the five.
    """
    rules = fh.Rules() if rules is None else rules
    wins = tricks > 0
    seats = [(contractor + step) % SEATS for step in range(SEATS)]
    hands = dict(zip(seats, ("SA", "S6", "S7", "S8") if wins else ("S5", "SA", "S7", "S8"), strict=True))
    before = [0] * SEATS
    before[contractor] = tricks - 1 if wins else 0
    before[seats[1]] = rules.hand_size - 1 - before[contractor]
    start = fh.PlayStart(contract(bid, contractor, rules), tricks=tuple(before))
    deal = fh.Deal(
        rules, dealer=dealer, hands=[hands[seat] for seat in range(SEATS)], start=start, scores=scores
    )
    while not deal.is_over:
        deal.push(deal.legal_actions[0])
    return deal


def match_of(*deals: fh.Deal) -> fh.Match:
    """Return the match these deals make, read from its text."""
    first = deals[0]
    scores = ",".join(map(str, first.scores))
    rules = first.rules.to_text()
    head = f"five-hundred-match/1 rules={rules} seed=none dealer={first.dealer} scores={scores}"
    return fh.Match.from_text("\n".join([head, *[deal.to_text() for deal in deals]]))
