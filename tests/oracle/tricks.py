"""The play of tricks in any game, written out with lists and sets.

A *place* is anything that plays one card to a trick: a seat's hand or a row of table cards. The games say
which cards form a suit and in which order, who plays after whom, and how a suitless joker behaves; the
referee does the rest. Clauses: FH-PLAY, FH-JOK-5 to 11, FH-MIS-2, FH-P2-4 to 7, CS-PLAY.
"""

from __future__ import annotations

import copy
from collections.abc import Collection

JOKER_LEADS = ("unled_suit", "last_trick_only", "any_suit")
JOKER_FOLLOWS = ("void_only", "first_or_last")
JOKER_VOIDS = ("must", "may")


class TrickReferee:
    """Referee of the play from a first lead to the last card.

    Parameters
    ----------
    suits : dict of str to list of str
        Suit letter -> its cards from low to high, as the contract counts them.
    trump : str or None
        The trump suit.
    free_joker : str or None
        A card of no suit that beats everything.
    hands : list of set of str
        The cards each place can play, one set per place; copied.
    leader : int
        The place that leads to the first trick.
    orders : dict of int to list of int
        For each place that can lead, the places in playing order, the leader first. A seat that sits out
        is in no list.
    first_orders : dict of int to list of int, optional
        The same for the first trick only.
    joker_lead : {'unled_suit', 'last_trick_only', 'any_suit'}
        When the free joker may be led before the last trick, and which suits it may name.
    joker_follow : {'void_only', 'first_or_last'}
        When the free joker may be played to a trick led by another place.
    joker_void : {'must', 'may'}
        Whether the free joker must be played by a place void in the suit led.
    lead_limit : str, optional
        A suit that may not be led before a card of it has been played, unless the leader has nothing else.
    first_card : str, optional
        The only legal first lead if the first leader holds it.
    under : dict of str to str, optional
        Face-up card -> the hidden card that turns up in its place at the end of the trick it is played to.

    Raises
    ------
    ValueError
        If the position contradicts itself: a card twice, a card of no suit, places that do not come out
        even, or rules that no game combines.
    """

    def __init__(
        self,
        *,
        suits: dict[str, list[str]],
        trump: str | None,
        free_joker: str | None,
        hands: list[set[str]],
        leader: int,
        orders: dict[int, list[int]],
        first_orders: dict[int, list[int]] | None = None,
        joker_lead: str = "unled_suit",
        joker_follow: str = "void_only",
        joker_void: str = "may",
        lead_limit: str | None = None,
        first_card: str | None = None,
        under: dict[str, str] | None = None,
    ) -> None:
        self.suits = {suit: list(cards) for suit, cards in suits.items()}
        self.suit_by_card = {card: suit for suit, cards in suits.items() for card in cards}
        self.trump = trump
        self.free_joker = free_joker
        self.orders = {place: list(order) for place, order in orders.items()}
        self.joker_lead = joker_lead
        self.joker_follow = joker_follow
        self.joker_void = joker_void
        self.lead_limit = lead_limit
        self.first_card = first_card
        self.places = sorted({place for order in orders.values() for place in order})

        self.hands = [set(hand) for hand in hands]
        self.hidden = dict(under or {})
        self.leader = leader
        self.order = list((first_orders or orders)[leader])
        self.trick: list[tuple[int, str]] = []
        self.led: str | None = None
        """The suit led or named to the current trick; None between tricks and after an unnamed joker."""
        self.suits_led: set[str] = set()
        self.led_before: set[str] = set()
        """The suits led to earlier tricks."""
        self.failed: list[set[str]] = [set() for _ in hands]
        """Per place, the suits it has failed to follow."""
        self.tricks = [0 for _ in hands]
        self.history: list[tuple[int, str, str | None]] = []
        self.tricks_done = 0
        self.last_winner: int | None = None
        self.broken = False
        self._check()

    def _check(self) -> None:
        known = [card for cards in self.suits.values() for card in cards]
        if self.free_joker is not None:
            known.append(self.free_joker)
        held = [card for hand in self.hands for card in hand] + list(self.hidden.values())
        if len(set(known)) != len(known) or len(set(held)) != len(held):
            raise ValueError("a card occurs twice")
        if not set(held) <= set(known):
            raise ValueError(f"cards of no suit: {sorted(set(held) - set(known))}")
        if self.joker_lead not in JOKER_LEADS:
            raise ValueError(f"unknown joker_lead {self.joker_lead!r}")
        if self.joker_follow not in JOKER_FOLLOWS:
            raise ValueError(f"unknown joker_follow {self.joker_follow!r}")
        if self.joker_void not in JOKER_VOIDS:
            raise ValueError(f"unknown joker_void {self.joker_void!r}")
        if self.free_joker is not None:
            if self.trump is not None:
                raise ValueError("a suitless joker exists only without a trump suit")
            if self.lead_limit is not None or self.first_card == self.free_joker:
                raise ValueError("no game limits leads beside a suitless joker")
            if self.joker_follow == "first_or_last" and self.joker_void == "must":
                # FH-JOK-7 is for the misères, FH-JOK-11 first_or_last for no-trump numeric contracts.
                raise ValueError("first_or_last and must belong to different contracts")
        # After the first trick every place holds equally many cards, hidden ones included.
        left = set()
        for place in self.places:
            pile = list(self.hands[place])
            for card in pile:
                if card in self.hidden:
                    pile.append(self.hidden[card])
            left.add(len(pile) - (1 if place in self.order else 0))
        if left != {-1} and (len(left) != 1 or min(left) < 0):
            raise ValueError("the places do not come out even")

    def copy(self) -> TrickReferee:
        """Return an independent copy."""
        other = copy.copy(self)
        other.hands = [set(hand) for hand in self.hands]
        other.hidden = dict(self.hidden)
        other.trick = list(self.trick)
        other.suits_led = set(self.suits_led)
        other.led_before = set(self.led_before)
        other.failed = [set(suits) for suits in self.failed]
        other.tricks = list(self.tricks)
        other.history = list(self.history)
        return other

    @property
    def over(self) -> bool:
        """Whether every place in play has played all its cards."""
        return not self.trick and all(not self.hands[place] for place in self.places)

    @property
    def turn(self) -> int | None:
        """The place to play; None when the play is over."""
        if self.over:
            return None
        return self.order[len(self.trick)]

    def suit_of(self, card: str) -> str | None:
        """Return the suit the card counts as; None for the free joker (FH-CARD-5)."""
        return self.suit_by_card.get(card)

    def is_last_trick(self) -> bool:
        """Return whether, at the lead, every place is about to play its last card."""
        if self.hidden:
            return False
        return all(len(self.hands[place]) == (1 if place in self.order else 0) for place in self.places)

    def legal(self) -> set[tuple[str, str | None]]:
        """Return the legal plays of the place to play: card and named suit (None: no suit is named)."""
        place = self.turn
        if place is None:
            return set()
        if not self.trick:
            return self._legal_leads(self.hands[place])
        return {(card, None) for card in self._legal_follows(place, self.hands[place])}

    def _legal_leads(self, hand: set[str]) -> set[tuple[str, str | None]]:
        if self.tricks_done == 0 and self.first_card is not None and self.first_card in hand:
            return {(self.first_card, None)}  # CS-PLAY-7, must_lead_2c
        cards = {card for card in hand if card != self.free_joker}
        if self.lead_limit is not None and not self.broken:
            others = {card for card in cards if self.suit_of(card) != self.lead_limit}
            if others:
                cards = others  # CS-PLAY-3
        plays: set[tuple[str, str | None]] = {(card, None) for card in cards}
        if self.free_joker is not None and self.free_joker in hand:
            for name in self._names_for_joker(hand):
                plays.add((self.free_joker, name))
        return plays

    def _names_for_joker(self, hand: set[str]) -> set[str | None]:
        if self.is_last_trick():
            return {None}  # FH-JOK-9: no suit is named, under every setting
        every: set[str | None] = set(self.suits)
        unled = {suit for suit in every if suit not in self.suits_led}
        names: set[str | None]
        if self.joker_lead == "last_trick_only":
            names = set()  # FH-JOK-11
        elif self.joker_lead == "any_suit" and self.joker_follow == "void_only":
            names = every  # FH-JOK-11
        else:
            names = unled  # FH-JOK-8; FH-JOK-11: any_suit with first_or_last both restrict
        if not names and hand == {self.free_joker}:
            names = unled or every  # FH-P2-5: the only playable card is always legal
        return names

    def _legal_follows(self, place: int, hand: set[str]) -> set[str]:
        if self.led is None:
            return set(hand)  # an unnamed joker was led to the last trick
        same_suit = {card for card in hand if self.suit_of(card) == self.led}
        joker_held = self.free_joker is not None and self.free_joker in hand
        joker = {card for card in hand if card == self.free_joker}

        if same_suit:  # FH-PLAY-2, CS-PLAY-2
            if self.joker_follow == "first_or_last" and self.led not in self.led_before:
                return same_suit | joker  # FH-JOK-11: a suit led for the first time
            return same_suit  # FH-JOK-5
        if not joker_held:
            return set(hand)  # void: FH-PLAY-2, FH-PLAY-3
        if self.joker_void == "must":
            return joker  # FH-JOK-7
        if self.joker_follow == "first_or_last" and self.led in self.failed[place]:
            return (hand - joker) or joker  # FH-JOK-11: failed to follow earlier, unless the only card
        return set(hand)  # FH-JOK-6

    def play(self, card: str, named: str | None = None) -> None:
        """Play a card for the place to play; `named` is the suit named with a free joker that is led.

        Raises
        ------
        ValueError
            If the play is not legal.
        """
        place = self.turn
        if place is None:
            raise ValueError("the play is over")
        if (card, named) not in self.legal():
            raise ValueError(f"place {place} may not play {card!r} naming {named!r} from {self.hands[place]}")
        suit = self.suit_of(card)
        self.hands[place].remove(card)
        self.history.append((place, card, named))
        if not self.trick:
            # FH-JOK-10: the suit of the first card, or the suit named with the joker
            self.led = named if card == self.free_joker else suit
            if self.led is not None:
                self.suits_led.add(self.led)
        elif self.led is not None and suit != self.led:
            self.failed[place].add(self.led)
        if self.lead_limit is not None and suit == self.lead_limit:
            self.broken = True  # CS-PLAY-4
        self.trick.append((place, card))
        if len(self.trick) == len(self.order):
            self._end_trick()

    def _strength(self, card: str) -> tuple[int, int]:
        suit = self.suit_of(card)
        if suit is None:
            return (3, 0)  # FH-JOK-4: the free joker beats everything
        if suit == self.trump:
            return (2, self.suits[suit].index(card))
        if suit == self.led:
            return (1, self.suits[suit].index(card))
        return (0, 0)

    def _end_trick(self) -> None:
        winner, _ = max(self.trick, key=lambda play: self._strength(play[1]))  # FH-PLAY-4, CS-PLAY-5
        self.tricks[winner] += 1
        self.tricks_done += 1
        self.last_winner = winner
        for place, card in self.trick:
            if card in self.hidden:
                self.hands[place].add(self.hidden.pop(card))  # FH-P2-6
        self.trick = []
        self.led = None
        self.led_before = set(self.suits_led)
        self.leader = winner  # FH-PLAY-5
        self.order = list(self.orders[winner])


def circle(n: int, out: Collection[int] = ()) -> dict[int, list[int]]:
    """Return the playing orders of `n` seats around a table, clockwise, without the seats in `out`."""
    orders = {}
    for leader in range(n):
        if leader not in out:
            seats = [(leader + step) % n for step in range(n)]
            orders[leader] = [seat for seat in seats if seat not in out]
    return orders


def two_handed() -> dict[int, list[int]]:
    """Return the playing orders of the two-handed table game (FH-P2-4).

    Places: 0 is A's hand, 1 is B's hand, 2 is A's table, 3 is B's table.
    """
    return {
        0: [0, 1, 2, 3],  # a hand card won: hand, other hand, table, other table
        1: [1, 0, 3, 2],
        2: [2, 3, 0, 1],  # a table card won: table, other table, hand, other hand
        3: [3, 2, 1, 0],
    }


def perft(referee: TrickReferee, depth: int) -> int:
    """Return the number of different sequences of `depth` plays, counting a finished line once."""
    if depth == 0 or referee.over:
        return 1
    total = 0
    for card, named in referee.legal():
        after = referee.copy()
        after.play(card, named)
        total += perft(after, depth - 1)
    return total
