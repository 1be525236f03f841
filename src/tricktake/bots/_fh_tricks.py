"""Playing the cards of a numeric Five Hundred contract, for the contractor's side and against it.

The rules of thumb are those every club teaches: the contractor draws trumps and cashes winners, second hand
low, third hand high but no higher than needed, last hand as cheaply as possible, never overtake a partner
who is winning anyway, ruff what he is not winning, and throw away what can win nothing.
"""

from __future__ import annotations

from tricktake.actions import Play
from tricktake.bots._fh_reading import FREE, Reading
from tricktake.cards import Card

__all__ = ["cheapest", "choose_card"]

_FORCES_NOTHING = 4  # a card with so many unseen ones above it is beaten without any effort


def choose_card(reading: Reading) -> Play:
    """Choose a card in a contract where tricks are wanted.

    Parameters
    ----------
    reading : Reading
        A position with at least one legal card.

    Returns
    -------
    Play
    """
    if len(reading.plays) == 1:
        return reading.plays[0]
    card = _lead(reading) if not reading.view.trick else _follow(reading)
    return reading.play(card)


# ---- leading --------------------------------------------------------------------------------------------


def _lead(r: Reading) -> Card:
    on_contract_side = r.contractor is not None and r.contractor not in r.foes
    # A suitless joker always takes a trick, so it waits until it is needed to regain the lead.
    choice = [card for card in r.legal if r.ranking.suit[card] != FREE]
    if not choice:
        return r.legal[0]
    trump = r.ranking.trump
    if trump is not None and on_contract_side and r.foes_have_trumps:
        drawn = _draw_trumps(r, r.suits[trump])
        if drawn is not None:
            return drawn
    winner = _safe_winner(r, choice)
    if winner is not None:
        return winner
    ruff = _lead_to_partners_ruff(r, choice)
    if ruff is not None:
        return ruff
    return _lead_loser(r, choice, on_contract_side)


def _draw_trumps(r: Reading, trumps: list[Card]) -> Card | None:
    """A trump lead for the contractor's side, while opponents may still ruff its winners."""
    if not trumps:
        return None
    if r.is_master(trumps[-1]):
        return trumps[-1]
    if r.view.seat != r.contractor:
        # The partner helps to draw: his highest, so that the contractor need not spend one to beat it.
        return trumps[-1] if len(r.view.finished) < 3 else None
    out = len(r.unseen[r.ranking.suit[trumps[-1]]])
    if out == 1:
        return None  # the one trump left out is higher: it takes a trick anyway, so let it spend a ruff
    # A long holding draws two for one without the master, and a low lead lets the partner win it.
    return trumps[0] if len(trumps) >= 3 and 2 * len(trumps) > out else None


def _safe_winner(r: Reading, choice: list[Card]) -> Card | None:
    """A master that no opponent is expected to ruff, from the suit that is longest elsewhere."""
    trump = r.ranking.trump
    masters = [card for card in choice if r.is_master(card) and r.ranking.suit[card] != trump]
    ruffable = r.foes_have_trumps
    safe = [card for card in masters if not (ruffable and r.may_ruff(r.foes, r.ranking.suit[card]))]
    # Cards the opponents cannot follow to are no winners as long as they have trumps.
    safe = [card for card in safe if not ruffable or len(r.unseen[r.ranking.suit[card]]) >= 3]
    if safe:
        suit = r.ranking.suit
        return max(safe, key=lambda card: (len(r.unseen[suit[card]]), -len(r.suits[suit[card]])))
    if trump is not None and not ruffable and r.suits[trump] and masters:
        return masters[0]
    return None


def _lead_to_partners_ruff(r: Reading, choice: list[Card]) -> Card | None:
    """A low card of a suit the partner is void in, as long as he may have a trump for it."""
    if r.ranking.trump is None:
        return None
    for card in choice:
        suit = r.ranking.suit[card]
        if suit != r.ranking.trump and r.may_ruff(r.partners, suit) and not r.may_ruff(r.foes, suit):
            return card
    return None


def _lead_loser(r: Reading, choice: list[Card], on_contract_side: bool) -> Card:
    """A lead when nothing is sure to win."""
    trump = r.ranking.trump
    side = [card for card in choice if r.ranking.suit[card] != trump]
    if not side:
        return choice[-1] if r.is_master(choice[-1]) else choice[0]

    def merit(card: Card) -> float:
        suit = r.ranking.suit[card]
        mine, height, above = r.suits[suit], r.ranking.height[card], r.above(card)
        worth = -0.1 * height
        if trump is None:
            worth += 0.6 * len(mine)  # at no trump length becomes tricks once the high cards are gone
            if mine[-1] == card and len(mine) >= 3 and above == 1 and r.above(mine[-2]) == 1:
                worth += 3.0  # top of a sequence drives the last master out
        else:
            if len(mine) == 1 and r.suits[trump]:
                worth += 1.5  # a singleton makes a ruff next time
            if above and r.may_ruff(r.foes, suit):
                worth += 0.8 if on_contract_side else -0.5  # let them use up trumps, or do not help them ruff
        if card != mine[0] and above:
            worth -= 1.0
        if above and len(mine) >= 2 and r.above(mine[-1]) == 1 and card != mine[-1]:
            worth -= 0.7  # away from a king: it wins only if somebody else leads the suit
        return worth

    return max(side, key=merit)


# ---- following ------------------------------------------------------------------------------------------


def _follow(r: Reading) -> Card:
    winners = sorted([card for card in r.legal if r.strength(card) > r.best_strength], key=r.strength)
    partner_wins = r.best in r.partners or r.best == r.view.seat  # one's own other card, on the table
    if not winners:
        return cheapest(r)
    if not r.later_foes:
        # Last to play, or only the partner is still to come: nothing can be gained by a higher card.
        return cheapest(r) if partner_wins else winners[0]
    if r.led != FREE and any(r.ranking.suit[card] == r.led for card in r.legal):
        # Where a suitless joker may be played although one could follow, it is kept for later.
        winners = [card for card in winners if r.ranking.suit[card] != FREE]
        return _follow_suit(r, winners, partner_wins) if winners else cheapest(r)
    return _follow_void(r, winners, partner_wins)


def _follow_suit(r: Reading, winners: list[Card], partner_wins: bool) -> Card:
    """Following suit with a card that would win so far, and an opponent still to play."""
    top = winners[-1]
    if partner_wins:
        between = _unseen_between(r, r.best_strength, r.strength(top))
        # Overtaking a partner whose card is as good as one's own only throws strength away.
        if not between:
            return cheapest(r)
    elif len(r.view.trick) == 1 and not r.is_master(top):
        return cheapest(r)  # second hand low: the partner still plays, and the leader may have led low
    if r.above(top) >= _FORCES_NOTHING:
        return cheapest(r)
    return r.lowest_equal(winners, top)


def _unseen_between(r: Reading, low: int, high: int) -> bool:
    assert r.led is not None
    base = 200 if r.led == r.ranking.trump else 100
    return any(low < base + r.ranking.height[card] < high for card in r.unseen[r.led])


def _follow_void(r: Reading, winners: list[Card], partner_wins: bool) -> Card:
    """Void in the suit led, able to win so far, with an opponent still to play."""
    if partner_wins and _holds_up(r):
        return cheapest(r)
    if r.ranking.trump is None:
        # Only a suitless joker wins here: worth it to stop a suit that would run.
        return winners[-1]
    trumps = [card for card in winners if r.ranking.suit[card] == r.ranking.trump]
    if not trumps:
        return cheapest(r)
    if r.led is not None and r.led != FREE and r.may_ruff(r.later_foes, r.led):
        # An opponent behind is void as well: ruff high enough to be safe, or not at all if that is costly.
        masters = [card for card in trumps if r.is_master(card)]
        if masters:
            return masters[0]
    return trumps[0]


def _holds_up(r: Reading) -> bool:
    """Whether the partner's card is likely to win although an opponent is still to play."""
    if r.best_strength >= 300:
        return True
    assert r.led is not None
    if r.best_strength < 200 and r.may_ruff(r.later_foes, r.led):
        return False
    suit = r.ranking.trump if r.best_strength >= 200 else r.led
    assert suit is not None
    height = r.best_strength % 100
    higher = sum([r.ranking.height[card] > height for card in r.unseen[suit]])
    # With a single card out above his, the odds are that it is not behind one.
    return higher <= 1 or not any(r.may_hold(seat, suit) for seat in r.later_foes)


def cheapest(r: Reading) -> Card:
    """The legal card one can best do without.

    Parameters
    ----------
    r : Reading
        A position with at least one legal card.

    Returns
    -------
    Card
    """
    return min(r.legal, key=lambda card: _keep(r, card))


def _keep(r: Reading, card: Card) -> float:
    """How much a card is worth keeping."""
    suit = r.ranking.suit[card]
    if suit == FREE:
        return 300.0
    height = r.ranking.height[card]
    if suit == r.led and suit != r.ranking.trump:
        return height
    trump = r.ranking.trump
    if suit == trump:
        return 100.0 + height
    mine, above = r.suits[suit], r.above(card)
    under = mine.index(card)
    worth = 0.1 * height
    if above == 0:
        worth += 50.0
    elif under >= above:
        worth += 20.0 - 3.0 * above  # a guarded honour will win when the cards above it are gone
    # A low card is worth what it guards.
    for place, other in enumerate(mine):
        if place > under and 0 < r.above(other) == place:
            worth += 12.0
            break
    if trump is not None and r.suits[trump]:
        worth += 0.5 * len(mine)  # the shorter the suit, the sooner it can be ruffed
    elif trump is None:
        worth += 0.3 * len(r.unseen[suit])  # a suit that is gone elsewhere needs no guarding
    return worth
