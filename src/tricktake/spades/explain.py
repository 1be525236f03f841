"""Why an action is not legal in a deal of spades: rule, clause, option and one sentence.

The engine refuses by masks and conditions; this file says in words what they mean. It is given a view and no
deal, so an explanation has no other hand to give away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardcore import CardOrder
from tricktake.actions import Action, Bid, Exchange, Look, Play
from tricktake.cards import Card, CardSet, Suit
from tricktake.errors import Explanation
from tricktake.spades.bids import Bidding
from tricktake.spades.orders import card_order
from tricktake.spades.packs import PACKS
from tricktake.state import Phase

if TYPE_CHECKING:
    from tricktake.spades.view import View

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


def explain(view: View, action: Action) -> Explanation | None:
    """Say why an action is not legal now for the seat of a view.

    Parameters
    ----------
    view : View
        What the seat knows.
    action : Action
        The action in question.

    Returns
    -------
    Explanation or None
        None if ``push`` takes the action; so also for an ordinary bid of a seat that has not looked yet,
        which is a look and the bid (CS-BID-5). A seat that is not to act may do nothing.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> deal = sp.Deal(dealer=2, seed=500)
    >>> print(explain(deal.view(deal.turn), Bid("B6")))
    seat 0 cannot bid B6: it needs a score 50 or more behind the leader; this one is 0 behind
    >>> print(explain(deal.view(1), Bid("B6")))
    seat 0 is to act, not seat 1; got B6
    """
    if view.turn != view.seat:
        return _explain_turn(view, action)
    if not isinstance(action, _KINDS[view.phase]):
        sentence = f"seat {view.seat} must {_WHAT[view.phase]} now; got {action}"
        return _because(view, action, "wrong phase", _flow_clause(view), None, sentence)
    if isinstance(action, Play):
        return _explain_play(view, action)
    if isinstance(action, Exchange):
        return _explain_exchange(view, action)
    if isinstance(action, Bid):
        return _explain_bid(view, action)
    if view.looked[view.seat]:
        sentence = f"seat {view.seat} has looked at its cards already"
        return _because(view, action, "look once", "CS-BID-5", "special_bids", sentence)
    return None


def _because(
    view: View, action: Action, rule: str, clause: str, option: str | None, sentence: str
) -> Explanation:
    return Explanation(
        seat=None if view.turn is None else view.seat,
        action=action.text,
        rule=rule,
        clause=clause,
        option=option,
        sentence=sentence,
        legal=view.legal_actions.summary(24),
    )


def _explain_turn(view: View, action: Action) -> Explanation:
    """A seat that is not to act: each decision is one seat's (CS-FLOW-1, SP-FLOW-1)."""
    clause = _flow_clause(view)
    if view.turn is None:
        return _because(view, action, "wrong phase", clause, None, f"the deal is over; got {action}")
    sentence = f"seat {view.turn} is to act, not seat {view.seat}; got {action}"
    return _because(view, action, "wrong turn", clause, None, sentence)


def _explain_bid(view: View, bid: Bid) -> Explanation | None:
    unseen = not view.looked[view.seat]
    refusal = _bidding(view).why_not(bid, unseen=unseen and bid.is_blind)
    if refusal is None:
        return None
    sentence = f"seat {view.seat} cannot bid {bid}: {refusal.sentence.replace(f'{bid} ', 'it ', 1)}"
    return _because(view, bid, refusal.rule, refusal.clause, refusal.option, sentence)


def _explain_exchange(view: View, exchange: Exchange) -> Explanation | None:
    size, cards = view.rules.bn_exchange, exchange.cards
    if len(cards) != size:
        sentence = (
            f"seat {view.seat} must put over {size} card{'s' if size > 1 else ''}; got {len(cards)}: {cards}"
        )
        return _because(view, exchange, "exchange as many as agreed", "SP-BID-4", "bn_exchange", sentence)
    strange = cards - _hand(view)
    if strange:
        sentence = f"seat {view.seat} does not hold {strange}"
        return _because(view, exchange, "put over cards in hand", "SP-BID-4", None, sentence)
    return None


def _explain_play(view: View, play: Play) -> Explanation | None:
    if play in view.legal_actions:
        return None
    hand, card = _hand(view), play.card
    if play.named is not None:
        sentence = f"seat {view.seat} names no suit in spades; got {play}"
        return _because(view, play, "naming a suit", "CS-PLAY-9", None, sentence)
    if card not in hand:
        sentence = f"seat {view.seat} does not hold {card}"
        return _because(view, play, "play a card in hand", "CS-PLAY-2", None, sentence)
    order = card_order(PACKS[view.rules.pack_name])
    if view.trick:
        led = Suit(order.suit_of(view.trick[0].card) or 0)
        follow = _of_suit(order, hand, led)
        sentence = f"seat {view.seat} must follow {_SUITS[led]} (holds {follow}); got {card}"
        return _because(view, play, "follow suit", "CS-PLAY-2", None, sentence)
    if (
        order.suit_of(card) == Suit.SPADES
        and _of_suit(order, hand, Suit.SPADES) != hand
        and not view.is_broken
    ):
        joker = ", the joker among them," if card.is_joker else ""
        clause = "CS-PLAY-9" if card.is_joker else "CS-PLAY-3"
        sentence = f"seat {view.seat} may lead spades{joker} only when they are broken; got {card}"
        return _because(view, play, "lead spades when broken", clause, None, sentence)
    sentence = f"seat {view.seat} leads first because it holds {Card.C2}, and must lead it; got {card}"
    return _because(view, play, "lead the two of clubs", "CS-PLAY-7", "must_lead_2c", sentence)


def _flow_clause(view: View) -> str:
    return "SP-FLOW-1" if view.rules.partners else "CS-FLOW-1"


def _bidding(view: View) -> Bidding:
    """What the bids of the seat depend on."""
    own = view.scores[view.rules.side_of(view.seat)]
    return Bidding(
        view.rules,
        hand_size=view.sizes[view.seat],
        behind=max(view.scores) - own,
        sixes=view.blind_sixes,
        seat=view.seat,
        bids=[call.call for call in view.calls if isinstance(call.call, Bid)],
    )


def _hand(view: View) -> CardSet:
    """The cards in hand, which every seat has seen when all have bid (CS-BID-5)."""
    assert view.hand is not None
    return view.hand


def _of_suit(order: CardOrder, hand: CardSet, suit: Suit) -> CardSet:
    return CardSet([card for card in hand if order.suit_of(card) == suit])
