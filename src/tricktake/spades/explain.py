"""Why an action is not legal in a deal of spades: rule, clause, option and one sentence.

The engine refuses by masks and conditions; this file says in words what they mean. It looks only at what the
seat to act may know, so an explanation gives no other hand away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardcore import CardOrder
from tricktake.actions import Action, Bid, Exchange, Look, Play
from tricktake.cards import Card, CardSet, Suit
from tricktake.errors import Explanation
from tricktake.state import Phase

if TYPE_CHECKING:
    from tricktake.spades.deal import Deal

__all__ = ["explain"]

_KINDS: dict[Phase, tuple[type[Action], ...]] = {
    Phase.AUCTION: (Bid, Look),
    Phase.EXCHANGE: (Exchange,),
    Phase.PLAY: (Play,),
}
_WHAT = {
    Phase.AUCTION: "bid",
    Phase.EXCHANGE: "put cards over to its partner",
    Phase.PLAY: "play a card",
}
_SUITS = {Suit.SPADES: "spades", Suit.CLUBS: "clubs", Suit.DIAMONDS: "diamonds", Suit.HEARTS: "hearts"}


def explain(deal: Deal, action: Action) -> Explanation | None:
    """Say why an action is not legal now.

    Parameters
    ----------
    deal : Deal
        The deal; not changed.
    action : Action
        The action in question.

    Returns
    -------
    Explanation or None
        None if ``push`` takes the action; so also for an ordinary bid of a seat that has not looked yet,
        which is a look and the bid (CS-BID-5).

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> print(explain(sp.Deal(dealer=2, seed=500), Bid("B6")))
    seat 0 cannot bid B6: it needs a score 50 or more behind the leader; this one is 0 behind
    """
    seat, phase = deal.turn, deal.phase
    clause = "SP-FLOW-1" if deal.rules.partners else "CS-FLOW-1"
    if seat is None:
        return _because(deal, action, "wrong phase", clause, None, f"the deal is over; got {action}")
    if not isinstance(action, _KINDS[phase]):
        sentence = f"seat {seat} must {_WHAT[phase]} now; got {action}"
        return _because(deal, action, "wrong phase", clause, None, sentence)
    if isinstance(action, Play):
        return _explain_play(deal, seat, action)
    if isinstance(action, Exchange):
        return _explain_exchange(deal, seat, action)
    if isinstance(action, Bid):
        return _explain_bid(deal, seat, action)
    if deal.has_looked(seat):
        sentence = f"seat {seat} has looked at its cards already"
        return _because(deal, action, "look once", "CS-BID-5", "special_bids", sentence)
    return None


def _because(
    deal: Deal, action: Action, rule: str, clause: str, option: str | None, sentence: str
) -> Explanation:
    return Explanation(
        seat=deal.turn,
        action=action.text,
        rule=rule,
        clause=clause,
        option=option,
        sentence=sentence,
        legal=deal.legal_actions.texts(24),
    )


def _explain_bid(deal: Deal, seat: int, bid: Bid) -> Explanation | None:
    unseen = not deal.has_looked(seat)
    refusal = deal.bidding(seat).why_not(bid, unseen=unseen and bid.is_blind)
    if refusal is None:
        return None
    sentence = f"seat {seat} cannot bid {bid}: {refusal.sentence.replace(f'{bid} ', 'it ', 1)}"
    return _because(deal, bid, refusal.rule, refusal.clause, refusal.option, sentence)


def _explain_exchange(deal: Deal, seat: int, exchange: Exchange) -> Explanation | None:
    size, cards = deal.rules.bn_exchange, exchange.cards
    if len(cards) != size:
        sentence = (
            f"seat {seat} must put over {size} card{'s' if size > 1 else ''}; got {len(cards)}: {cards}"
        )
        return _because(deal, exchange, "exchange as many as agreed", "SP-BID-4", "bn_exchange", sentence)
    strange = cards - deal.hand(seat)
    if strange:
        sentence = f"seat {seat} does not hold {strange}"
        return _because(deal, exchange, "put over cards in hand", "SP-BID-4", None, sentence)
    return None


def _explain_play(deal: Deal, seat: int, play: Play) -> Explanation | None:
    if play in deal.legal_actions:
        return None
    hand, card = deal.hand(seat), play.card
    if play.named is not None:
        sentence = f"seat {seat} names no suit in spades; got {play}"
        return _because(deal, play, "naming a suit", "CS-PLAY-9", None, sentence)
    if card not in hand:
        sentence = f"seat {seat} does not hold {card}"
        return _because(deal, play, "play a card in hand", "CS-PLAY-2", None, sentence)
    order = deal.order
    assert order is not None
    if deal.trick:
        led = Suit(order.suit_of(deal.trick[0].card) or 0)
        follow = _of_suit(order, hand, led)
        sentence = f"seat {seat} must follow {_SUITS[led]} (holds {follow}); got {card}"
        return _because(deal, play, "follow suit", "CS-PLAY-2", None, sentence)
    if (
        order.suit_of(card) == Suit.SPADES
        and _of_suit(order, hand, Suit.SPADES) != hand
        and not deal.is_broken
    ):
        joker = ", the joker among them," if card.is_joker else ""
        clause = "CS-PLAY-9" if card.is_joker else "CS-PLAY-3"
        sentence = f"seat {seat} may lead spades{joker} only when they are broken; got {card}"
        return _because(deal, play, "lead spades when broken", clause, None, sentence)
    sentence = f"seat {seat} leads first because it holds {Card.C2}, and must lead it; got {card}"
    return _because(deal, play, "lead the two of clubs", "CS-PLAY-7", "must_lead_2c", sentence)


def _of_suit(order: CardOrder, hand: CardSet, suit: Suit) -> CardSet:
    return CardSet([card for card in hand if order.suit_of(card) == suit])
