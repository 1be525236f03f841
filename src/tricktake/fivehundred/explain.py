"""Why an action is not legal in a deal of Five Hundred: rule, clause, option and one sentence.

The engine refuses by masks and tables; this file says in words what they mean. It looks only at what the seat
to act may know, so an explanation gives no other hand away.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardcore import CardOrder
from tricktake.actions import Action, Alone, Bid, CallPartner, Exchange, Look, Nominate, Pass, Play, Stand
from tricktake.cards import Card, CardSet, Suit
from tricktake.errors import Explanation
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.options import FiveCallBar, FivePartner, JokerFollow, JokerLead
from tricktake.fivehundred.orders import barred_cards, left_bower, right_bower
from tricktake.fivehundred.packs import PACKS
from tricktake.state import ListedActions, Phase

if TYPE_CHECKING:
    from tricktake.fivehundred.deal import Deal

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
        None if ``push`` takes the action; so also for an ordinary call of a seat that has not looked yet,
        which is a look and the call (FH-BID-8).

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(dealer=3, seed=500).push_all("7C")
    >>> print(explain(deal, Bid("7S")))
    seat 1 cannot bid 7S: it does not outrank the high bid 7C
    """
    seat, phase = deal.turn, deal.phase
    if seat is None:
        return _because(deal, action, "wrong phase", "FH-FLOW-1", None, f"the deal is over; got {action}")
    phases = next((phases for kind, phases in _PHASES if isinstance(action, kind)), ())
    if phase not in phases:
        sentence = f"seat {seat} must {_WHAT[phase]} now; got {action}"
        return _because(deal, action, "wrong phase", "FH-FLOW-1", None, sentence)
    if isinstance(action, Play):
        return _explain_play(deal, seat, action)
    if isinstance(action, Exchange):
        return _explain_exchange(deal, seat, action)
    if isinstance(action, CallPartner):
        return _explain_partner(deal, seat, action)
    if isinstance(action, Bid):
        return _explain_bid(deal, seat, action)
    if isinstance(action, Look) and deal.has_looked(seat):
        sentence = f"seat {seat} has looked at its cards already"
        return _because(deal, action, "look once", "FH-BID-8", "blind_misere", sentence)
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
        legal=_legal_texts(deal),
    )


def _legal_texts(deal: Deal) -> tuple[str, ...]:
    """What would be legal, shortened; a bid stands for its twin sans kitty too."""
    legal = deal.legal_actions
    if deal.phase not in (Phase.AUCTION, Phase.FINAL_RAISE):
        return legal.texts(12)
    plain = [
        call for call in legal if not (isinstance(call, Bid) and call.sans_kitty and call.plain in legal)
    ]
    return ListedActions(plain).texts(12)


def _explain_bid(deal: Deal, seat: int, bid: Bid) -> Explanation | None:
    unseen = not deal.has_looked(seat)
    table = bid_table(deal.rules)
    bids = [call.call for call in deal.auction if isinstance(call.call, Bid)]
    signals = deal._is_inkle_seat(seat)
    # An ordinary bid while unseen is a look and the bid (FH-BID-8).
    refusal = table.why_not(bid, deal.high, bids, unseen=unseen and bid.is_blind, inkle_seat=signals)
    if refusal is None:
        return None
    reason = refusal.sentence.replace(f"{bid} ", "it ", 1)
    sentence = f"seat {seat} cannot bid {bid}: {reason}"
    return _because(deal, bid, refusal.rule, refusal.clause, refusal.option, sentence)


def _explain_exchange(deal: Deal, seat: int, exchange: Exchange) -> Explanation | None:
    size, cards = deal.rules.kitty_size, exchange.cards
    if len(cards) != size:
        sentence = f"seat {seat} must put away {size} cards; got {len(cards)}: {cards}"
        return _because(deal, exchange, "put away as many as the kitty has", "FH-KIT-1", None, sentence)
    strange = cards - deal.hand(seat)
    if strange:
        sentence = f"seat {seat} does not hold {strange}"
        return _because(deal, exchange, "put away cards in hand", "FH-KIT-2", None, sentence)
    return None


def _explain_partner(deal: Deal, seat: int, call: CallPartner) -> Explanation | None:
    if call in deal.legal_actions:
        return None
    rules, option = deal.rules, "five_partner"
    by_seat = rules.five_partner is FivePartner.CALL_PLAYER
    if by_seat != (call.card is None):
        what = "another seat" if by_seat else "a card"
        sentence = f"seat {seat} calls {what} here; got {call}"
        return _because(deal, call, "how a partner is called", "FH-P5-2", option, sentence)
    card = call.card
    if card is None:
        sentence = f"seat {seat} calls one of the other seats; got {call}"
        return _because(deal, call, "call another seat", "FH-P5-2", option, sentence)
    assert deal.contract is not None
    if card not in PACKS[rules.pack_name]:
        sentence = f"seat {seat} calls a card of the pack of {rules.pack_name}; got {call}"
        return _because(deal, call, "call a card of the pack", "FH-P5-2", None, sentence)
    if card in barred_cards(rules, deal.contract.strain):
        bars = {FiveCallBar.NO_BOWERS: " or the bowers", FiveCallBar.NO_TRUMPS: " or trumps"}
        barred = "" if deal.contract.trump is None else bars.get(rules.five_call_bar, "")
        sentence = f"seat {seat} may not call the joker{barred}; got {call}"
        return _because(deal, call, "cards that may be called", "FH-P5-3", "five_call_bar", sentence)
    sentence = f"seat {seat} may not call a card it has or has put away; got {call}"
    return _because(deal, call, "call a card of another", "FH-P5-4", "five_secret_alone", sentence)


def _explain_play(deal: Deal, seat: int, play: Play) -> Explanation | None:
    if play in deal.legal_actions:
        return None
    hand, card = _playable(deal, seat), play.card
    if card not in hand:
        if deal.plays_from == "table" or card in _face_up(deal, seat):
            sentence = f"seat {seat} plays from its {deal.plays_from} now; got {card}"
            return _because(deal, play, "hand and table in turn", "FH-P2-4", "two_player", sentence)
        sentence = f"seat {seat} does not hold {card}"
        return _because(deal, play, "play a card in hand", "FH-PLAY-2", None, sentence)
    joker = _order(deal).free_joker
    if play.named is not None and (card != joker or deal.trick):
        sentence = f"seat {seat} names a suit only when leading a suitless joker; got {play}"
        return _because(deal, play, "naming a suit", "FH-JOK-8", None, sentence)
    if not deal.trick:
        return _explain_joker_lead(deal, seat, play)
    led = _led_suit(deal)
    if led is not None:
        follow = _of_suit(deal, hand, led)
        if follow and card not in follow:
            return _explain_follow(deal, seat, play, led, follow)
    return _explain_joker_void(deal, seat, play, led)


def _explain_follow(deal: Deal, seat: int, play: Play, led: Suit, follow: CardSet) -> Explanation:
    holds = _with_bowers(deal, follow)
    if play.card == _order(deal).free_joker:
        sentence = f"seat {seat} may play the joker only when void in {_SUITS[led]} (holds {holds})"
        return _because(deal, play, "joker only when void", "FH-JOK-5", "joker_follow", sentence)
    sentence = f"seat {seat} must follow {_SUITS[led]} (holds {holds}); got {play}"
    return _because(deal, play, "follow suit", "FH-PLAY-2", None, sentence)


def _explain_joker_void(deal: Deal, seat: int, play: Play, led: Suit | None) -> Explanation:
    """A seat void in the led suit that holds the suitless joker."""
    suit = "the suit led" if led is None else _SUITS[led]
    if play.card == Card.JK:
        sentence = f"seat {seat} may not play the joker on {suit}, which it has failed to follow before"
        return _because(deal, play, "joker first or last", "FH-JOK-11", "joker_follow", sentence)
    sentence = f"seat {seat} is void in {suit} and must play the joker in a misère; got {play}"
    return _because(deal, play, "joker when void in a misère", "FH-JOK-7", "joker_misere_void", sentence)


def _explain_joker_lead(deal: Deal, seat: int, play: Play) -> Explanation:
    """Only a suitless joker cannot always be led."""
    leads = [action for action in deal.legal_actions if isinstance(action, Play)]
    may = sorted({lead.named for lead in leads if lead.named is not None})
    option = "joker_lead"
    if not may and Play(Card.JK) in deal.legal_actions:
        sentence = f"seat {seat} leads the joker to the last trick without naming a suit; got {play}"
        return _because(deal, play, "joker to the last trick", "FH-JOK-9", None, sentence)
    if not may:
        if deal.rules.joker_lead is JokerLead.LAST_TRICK_ONLY:
            sentence = f"seat {seat} may lead the joker to the last trick only"
            return _because(deal, play, "joker to the last trick only", "FH-JOK-11", option, sentence)
        sentence = f"seat {seat} may lead the joker only to the last trick, now that all suits have been led"
        return _because(deal, play, "joker after four suits", "FH-JOK-9", option, sentence)
    suits = ", ".join(_SUITS[suit] for suit in may)
    if play.named is None:
        sentence = f"seat {seat} must name a suit when leading the joker: {suits}"
        return _because(deal, play, "name a suit", "FH-JOK-8", option, sentence)
    if deal.rules.joker_lead is JokerLead.ANY_SUIT and deal.rules.joker_follow is JokerFollow.FIRST_OR_LAST:
        option = "joker_follow"
    sentence = f"seat {seat} may not name {_SUITS[play.named]}, which has been led; it may name {suits}"
    return _because(deal, play, "name a suit not led", "FH-JOK-8", option, sentence)


def _playable(deal: Deal, seat: int) -> CardSet:
    """What the seat can play from: its hand, or the cards face up on its table (FH-P2-5)."""
    return _face_up(deal, seat) if deal.plays_from == "table" else deal.hand(seat)


def _face_up(deal: Deal, seat: int) -> CardSet:
    return CardSet([pile.up for pile in deal.piles(seat) if pile.up is not None])


def _order(deal: Deal) -> CardOrder:
    order = deal.order
    assert order is not None
    return order


def _led_suit(deal: Deal) -> Suit | None:
    """The suit of the trick in progress (FH-CARD-5, FH-JOK-10)."""
    lead = deal.trick[0]
    suit = lead.named if lead.named is not None else _order(deal).suit_of(lead.card)
    return None if suit is None else Suit(suit)


def _of_suit(deal: Deal, hand: CardSet, suit: Suit) -> CardSet:
    order = _order(deal)
    return CardSet([card for card in hand if order.suit_of(card) == suit])


def _with_bowers(deal: Deal, cards: CardSet) -> str:
    """The cards, with the bowers named for those who forget them."""
    trump = None if deal.contract is None else deal.contract.trump
    if trump is None:
        return str(cards)
    left, right = left_bower(trump), right_bower(trump)
    titles = {left: "the left bower", right: "the right bower", Card.JK: "the joker"}
    plain = [card.name for card in cards if card not in titles]
    special = [f"{card}, {title}" for card, title in titles.items() if card in cards]
    return " and ".join(filter(None, [" ".join(plain), " and ".join(special)]))
