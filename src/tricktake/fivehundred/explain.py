"""Why an action is not legal in a deal of Five Hundred: rule, clause, option and one sentence.

The engine refuses by masks and tables; this file says in words what they mean. It is given a view and no
deal, so an explanation has no other hand to give away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardcore import CardOrder
from tricktake.actions import Action, Alone, Bid, CallPartner, Exchange, Look, Nominate, Pass, Play, Stand
from tricktake.cards import Card, CardSet, Strain, Suit
from tricktake.errors import Explanation
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.options import FiveCallBar, FivePartner, JokerFollow, JokerLead
from tricktake.fivehundred.orders import barred_cards, card_order, left_bower, right_bower
from tricktake.fivehundred.packs import PACKS
from tricktake.state import ListedActions, Phase

if TYPE_CHECKING:
    from tricktake.fivehundred.view import View

__all__ = ["explain"]

_PHASES: tuple[tuple[type[Action], tuple[Phase, ...]], ...] = (
    (Pass, (Phase.AUCTION,)),
    (Look, (Phase.AUCTION,)),
    (Stand, (Phase.FINAL_RAISE,)),
    (Bid, (Phase.AUCTION, Phase.FINAL_RAISE)),
    (Exchange, (Phase.EXCHANGE,)),
    (Alone, (Phase.PARTNER,)),
    (CallPartner, (Phase.PARTNER,)),
    (Nominate, (Phase.NOMINATION,)),
    (Play, (Phase.PLAY,)),
)
_WHAT = {
    Phase.AUCTION: "call",
    Phase.FINAL_RAISE: "stand or raise",
    Phase.EXCHANGE: "put cards away",
    Phase.PARTNER: "call a partner",
    Phase.NOMINATION: "name a suit for the joker",
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
        None if ``push`` takes the action; so also for an ordinary call of a seat that has not looked yet,
        which is a look and the call (FH-BID-8). A seat that is not to act may do nothing.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(dealer=3, seed=500).push_all("7C")
    >>> print(explain(deal.view(deal.turn), Bid("7S")))
    seat 1 cannot bid 7S: it does not outrank the high bid 7C
    >>> print(explain(deal.view(0), Bid("7S")))
    seat 1 is to act, not seat 0; got 7S
    """
    if view.turn != view.seat:
        return _explain_turn(view, action)
    phases = next((phases for kind, phases in _PHASES if isinstance(action, kind)), ())
    if view.phase not in phases:
        sentence = f"seat {view.seat} must {_WHAT[view.phase]} now; got {action}"
        return _because(view, action, "wrong phase", "FH-FLOW-1", None, sentence)
    if isinstance(action, Play):
        return _explain_play(view, action)
    if isinstance(action, Exchange):
        return _explain_exchange(view, action)
    if isinstance(action, CallPartner):
        return _explain_partner(view, action)
    if isinstance(action, Bid):
        return _explain_bid(view, action)
    if isinstance(action, Look) and view.looked[view.seat]:
        sentence = f"seat {view.seat} has looked at its cards already"
        return _because(view, action, "look once", "FH-BID-8", "blind_misere", sentence)
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
        legal=_legal_texts(view),
    )


def _legal_texts(view: View) -> tuple[str, ...]:
    """What would be legal, shortened; a bid stands for its twin sans kitty too."""
    legal = view.legal_actions
    if view.phase not in (Phase.AUCTION, Phase.FINAL_RAISE):
        return legal.summary(12)
    plain = [
        call for call in legal if not (isinstance(call, Bid) and call.sans_kitty and call.plain in legal)
    ]
    return ListedActions(plain).summary(12)


def _explain_turn(view: View, action: Action) -> Explanation:
    """A seat that is not to act: each decision is one seat's (FH-FLOW-1)."""
    if view.turn is None:
        return _because(view, action, "wrong phase", "FH-FLOW-1", None, f"the deal is over; got {action}")
    sentence = f"seat {view.turn} is to act, not seat {view.seat}; got {action}"
    return _because(view, action, "wrong turn", "FH-FLOW-1", None, sentence)


def _explain_bid(view: View, bid: Bid) -> Explanation | None:
    rules, seat, unseen = view.rules, view.seat, not view.looked[view.seat]
    bids = [call.call for call in view.calls if isinstance(call.call, Bid)]
    signals = (seat - view.dealer - 1) % rules.players < 2  # FH-BID-18
    # An ordinary bid while unseen is a look and the bid (FH-BID-8).
    refusal = bid_table(rules).why_not(
        bid, view.high, bids, unseen=unseen and bid.is_blind, inkle_seat=signals
    )
    if refusal is None:
        return None
    reason = refusal.sentence.replace(f"{bid} ", "it ", 1)
    sentence = f"seat {seat} cannot bid {bid}: {reason}"
    return _because(view, bid, refusal.rule, refusal.clause, refusal.option, sentence)


def _explain_exchange(view: View, exchange: Exchange) -> Explanation | None:
    size, cards = view.rules.kitty_size, exchange.cards
    if len(cards) != size:
        sentence = f"seat {view.seat} must put away {size} cards; got {len(cards)}: {cards}"
        return _because(view, exchange, "put away as many as the kitty has", "FH-KIT-1", None, sentence)
    strange = cards - _hand(view)
    if strange:
        sentence = f"seat {view.seat} does not hold {strange}"
        return _because(view, exchange, "put away cards in hand", "FH-KIT-2", None, sentence)
    return None


def _explain_partner(view: View, call: CallPartner) -> Explanation | None:
    if call in view.legal_actions:
        return None
    rules, option = view.rules, "five_partner"
    by_seat = rules.five_partner is FivePartner.CALL_PLAYER
    if by_seat != (call.card is None):
        what = "another seat" if by_seat else "a card"
        sentence = f"seat {view.seat} calls {what} here; got {call}"
        return _because(view, call, "how a partner is called", "FH-P5-2", option, sentence)
    card = call.card
    if card is None:
        sentence = f"seat {view.seat} calls one of the other seats; got {call}"
        return _because(view, call, "call another seat", "FH-P5-2", option, sentence)
    assert view.contract is not None
    if card not in PACKS[rules.pack_name]:
        sentence = f"seat {view.seat} calls a card of the pack of {rules.pack_name}; got {call}"
        return _because(view, call, "call a card of the pack", "FH-P5-2", None, sentence)
    if card in barred_cards(rules, view.contract.strain):
        bars = {FiveCallBar.NO_BOWERS: " or the bowers", FiveCallBar.NO_TRUMPS: " or trumps"}
        barred = "" if view.contract.trump is None else bars.get(rules.five_call_bar, "")
        sentence = f"seat {view.seat} may not call the joker{barred}; got {call}"
        return _because(view, call, "cards that may be called", "FH-P5-3", "five_call_bar", sentence)
    sentence = f"seat {view.seat} may not call a card it has or has put away; got {call}"
    return _because(view, call, "call a card of another", "FH-P5-4", "five_secret_alone", sentence)


def _explain_play(view: View, play: Play) -> Explanation | None:
    if play in view.legal_actions:
        return None
    hand, card = _playable(view), play.card
    if card not in hand:
        if view.plays_from == "table" or card in _face_up(view):
            sentence = f"seat {view.seat} plays from its {view.plays_from} now; got {card}"
            return _because(view, play, "hand and table in turn", "FH-P2-4", "two_player", sentence)
        sentence = f"seat {view.seat} does not hold {card}"
        return _because(view, play, "play a card in hand", "FH-PLAY-2", None, sentence)
    joker = _order(view).free_joker
    if play.named is not None and (card != joker or view.trick):
        sentence = f"seat {view.seat} names a suit only when leading a suitless joker; got {play}"
        return _because(view, play, "naming a suit", "FH-JOK-8", None, sentence)
    if not view.trick:
        return _explain_joker_lead(view, play)
    led = _led_suit(view)
    if led is not None:
        follow = _of_suit(view, hand, led)
        if follow and card not in follow:
            return _explain_follow(view, play, led, follow)
    return _explain_joker_void(view, play, led)


def _explain_follow(view: View, play: Play, led: Suit, follow: CardSet) -> Explanation:
    holds = _with_bowers(view, follow)
    if play.card == _order(view).free_joker:
        sentence = f"seat {view.seat} may play the joker only when void in {_SUITS[led]} (holds {holds})"
        return _because(view, play, "joker only when void", "FH-JOK-5", "joker_follow", sentence)
    sentence = f"seat {view.seat} must follow {_SUITS[led]} (holds {holds}); got {play}"
    return _because(view, play, "follow suit", "FH-PLAY-2", None, sentence)


def _explain_joker_void(view: View, play: Play, led: Suit | None) -> Explanation:
    """A seat void in the led suit that holds the suitless joker."""
    suit = "the suit led" if led is None else _SUITS[led]
    if play.card == Card.JK:
        sentence = f"seat {view.seat} may not play the joker on {suit}, which it has failed to follow before"
        return _because(view, play, "joker first or last", "FH-JOK-11", "joker_follow", sentence)
    sentence = f"seat {view.seat} is void in {suit} and must play the joker in a misère; got {play}"
    return _because(view, play, "joker when void in a misère", "FH-JOK-7", "joker_misere_void", sentence)


def _explain_joker_lead(view: View, play: Play) -> Explanation:
    """Only a suitless joker cannot always be led."""
    leads = [action for action in view.legal_actions if isinstance(action, Play)]
    may = sorted({lead.named for lead in leads if lead.named is not None})
    option = "joker_lead"
    if not may and Play(Card.JK) in view.legal_actions:
        sentence = f"seat {view.seat} leads the joker to the last trick without naming a suit; got {play}"
        return _because(view, play, "joker to the last trick", "FH-JOK-9", None, sentence)
    if not may:
        if view.rules.joker_lead is JokerLead.LAST_TRICK_ONLY:
            sentence = f"seat {view.seat} may lead the joker to the last trick only"
            return _because(view, play, "joker to the last trick only", "FH-JOK-11", option, sentence)
        sentence = (
            f"seat {view.seat} may lead the joker only to the last trick, now that all suits have been led"
        )
        return _because(view, play, "joker after four suits", "FH-JOK-9", option, sentence)
    suits = ", ".join(_SUITS[suit] for suit in may)
    if play.named is None:
        sentence = f"seat {view.seat} must name a suit when leading the joker: {suits}"
        return _because(view, play, "name a suit", "FH-JOK-8", option, sentence)
    if view.rules.joker_lead is JokerLead.ANY_SUIT and view.rules.joker_follow is JokerFollow.FIRST_OR_LAST:
        option = "joker_follow"
    sentence = f"seat {view.seat} may not name {_SUITS[play.named]}, which has been led; it may name {suits}"
    return _because(view, play, "name a suit not led", "FH-JOK-8", option, sentence)


def _hand(view: View) -> CardSet:
    """The cards in hand, which every seat has seen when the auction is over (FH-BID-8)."""
    assert view.hand is not None
    return view.hand


def _playable(view: View) -> CardSet:
    """What the seat can play from: its hand, or the cards face up on its table (FH-P2-5)."""
    return _face_up(view) if view.plays_from == "table" else _hand(view)


def _face_up(view: View) -> CardSet:
    table = view.tables[view.seat] if view.tables else ()
    return CardSet([pile.up for pile in table if pile.up is not None])


def _order(view: View) -> CardOrder:
    strain = Strain.NO_TRUMP if view.contract is None else view.contract.strain
    return card_order(PACKS[view.rules.pack_name], strain, view.nominated)


def _led_suit(view: View) -> Suit | None:
    """The suit of the trick in progress (FH-CARD-5, FH-JOK-10)."""
    lead = view.trick[0]
    suit = lead.named if lead.named is not None else _order(view).suit_of(lead.card)
    return None if suit is None else Suit(suit)


def _of_suit(view: View, hand: CardSet, suit: Suit) -> CardSet:
    order = _order(view)
    return CardSet([card for card in hand if order.suit_of(card) == suit])


def _with_bowers(view: View, cards: CardSet) -> str:
    """The cards, with the bowers named for those who forget them."""
    trump = None if view.contract is None else view.contract.trump
    if trump is None:
        return str(cards)
    left, right = left_bower(trump), right_bower(trump)
    titles = {left: "the left bower", right: "the right bower", Card.JK: "the joker"}
    plain = [card.name for card in cards if card not in titles]
    special = [f"{card}, {title}" for card, title in titles.items() if card in cards]
    return " and ".join(filter(None, [" ".join(plain), " and ".join(special)]))
