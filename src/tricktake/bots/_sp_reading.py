"""What a spades player sees when he looks up from his cards: who is winning, what is out, who may beat it.

Cards are read suit by suit as bit masks: bit ``height`` of a suit stands for one card, jokers are the highest
spades (CS-DECK-4). Everything is worked out from a view once and asked many times.
"""

from __future__ import annotations

from functools import cache

from tricktake.bots._sp_terms import is_nil
from tricktake.cards import Card, CardSet, Suit
from tricktake.spades.bids import bid_tricks
from tricktake.spades.packs import PACKS
from tricktake.spades.view import View

__all__ = ["SPADES", "Reading", "card_at", "pack_masks", "place_of", "split"]

SPADES = int(Suit.SPADES)

_JOKERS = tuple([sum([1 << (18 - bit) for bit in range(3) if word >> bit & 1]) for word in range(8)])
_RUFFS = 32  # a spade on another suit beats every card of it
_HOLD_BACK = 0.92  # how often a player beats a card when he could and wants the trick


def place_of(card: int) -> tuple[int, int]:
    """The suit and height of a card.

    Parameters
    ----------
    card : int
        A card id.

    Returns
    -------
    tuple of int
        The suit, and the bit it has in the mask of the suit.
    """
    return (card >> 4, card & 15) if card < 64 else (SPADES, 83 - card)


def card_at(suit: int, height: int) -> Card:
    """The card of a suit and height; the inverse of :func:`place_of`.

    Parameters
    ----------
    suit : int
        0 to 3.
    height : int
        A bit of the mask of the suit.

    Returns
    -------
    Card
    """
    return Card(suit << 4 | height) if height < 16 else Card(83 - height)


def split(cards: CardSet) -> list[int]:
    """The masks of the four suits.

    Parameters
    ----------
    cards : CardSet

    Returns
    -------
    list of int
    """
    word = cards.suits_word
    return [
        word & 0xFFFF | _JOKERS[cards.jokers_word >> 1 & 7],
        word >> 16 & 0xFFFF,
        word >> 32 & 0xFFFF,
        word >> 48,
    ]


@cache
def pack_masks(name: str) -> tuple[int, ...]:
    """The masks of a whole pack.

    Parameters
    ----------
    name : str
        Name of the pack.

    Returns
    -------
    tuple of int
    """
    return tuple(split(PACKS[name].cards))


class Reading:
    """A view during the play, with everything a decision asks for worked out once."""

    __slots__ = (
        "_density",
        "_follow",
        "best",
        "best_strength",
        "foes",
        "hand",
        "later",
        "led",
        "nils",
        "others",
        "partner",
        "rest",
        "seat",
        "unseen",
        "view",
        "wants",
    )

    def __init__(self, view: View) -> None:
        assert view.hand is not None
        self.view = view
        self.seat = view.seat
        self.partner = next(iter(view.partners), None)
        self.hand = split(view.hand)
        gone = list(self.hand)
        for trick in (*view.finished, view.trick):
            for played in trick:
                suit, height = place_of(played.card)
                gone[suit] |= 1 << height
        self.unseen = [pack & ~out for pack, out in zip(pack_masks(view.rules.pack_name), gone, strict=True)]
        self.rest = len(view.hand)
        self.led: int | None = None
        self.best: int | None = None
        self.best_strength = -1
        for played in view.trick:
            suit, height = place_of(played.card)
            if self.led is None:
                self.led = suit
            strength = self.strength(suit, height)
            if strength > self.best_strength:
                self.best, self.best_strength = played.seat, strength
        seats = range(view.rules.players)
        self.others = [seat for seat in seats if seat != self.seat]
        self.foes = [seat for seat in self.others if seat != self.partner]
        self.later = self._later()
        bids = view.bids
        self.nils = [
            seat for seat, bid in enumerate(bids) if bid is not None and is_nil(bid) and not view.tricks[seat]
        ]
        self.wants = [self._will(seat) for seat in seats]
        # below 1 only in constructed deals, where cards are missing altogether
        out = sum([mask.bit_count() for mask in self.unseen])
        self._density = min(1.0, sum([view.sizes[seat] for seat in self.others]) / max(out, 1))
        self._follow: dict[tuple[int, int], tuple[float, float]] = {}

    def _later(self) -> list[int]:
        """Seats that play to this trick after this one; with two jokers the dealer misses the first."""
        view, players = self.view, self.view.rules.players
        played = {card.seat for card in view.trick}
        full = max([size + (seat in played) for seat, size in enumerate(view.sizes)])
        order = [(self.seat + step) % players for step in range(1, players)]
        return [seat for seat in order if seat not in played and view.sizes[seat] == full]

    def _will(self, seat: int) -> float:
        """How willingly a seat takes a trick it can take."""
        if seat in self.nils:
            return 0.15
        bid = self.view.bids[seat]
        if bid is None or is_nil(bid):
            return 0.6
        return _HOLD_BACK if self.view.tricks[seat] < bid_tricks(self.view.rules, bid) else 0.6

    def strength(self, suit: int, height: int) -> int:
        """What a card is worth in the trick in progress, -1 if it cannot win it."""
        if suit == SPADES:
            return _RUFFS + height
        return height if suit == self.led or self.led is None else -1

    def follow(self, seat: int, suit: int) -> tuple[float, float]:
        """The share of the unseen cards of a suit a seat is expected to hold, and the chance it has none."""
        key = (seat, suit)
        found = self._follow.get(key)
        if found is None:
            view, of_suit = self.view, Suit(suit)
            out = self.unseen[suit].bit_count()
            if of_suit in view.voids[seat] or not out:
                found = (0.0, 1.0)
            else:
                cards = sum([view.sizes[other] for other in self.others if of_suit not in view.voids[other]])
                share = min(1.0, self._density * view.sizes[seat] / max(cards, 1))
                found = (share, (1.0 - share) ** out)
            self._follow[key] = found
        return found

    def above(self, suit: int, height: int) -> int:
        """How many unseen cards of a suit rank above a height."""
        return (self.unseen[suit] >> (height + 1)).bit_count()

    def beats(self, seat: int, suit: int, height: int, led: int) -> float:
        """Chance that a seat still to play can beat a card in a trick of a suit."""
        above = self.above(suit, height)
        if suit == led:
            share, void = self.follow(seat, led)
            higher = 1.0 - (1.0 - share) ** above if above else 0.0
            if led == SPADES:
                return higher
            none = self.follow(seat, SPADES)[1]
            return higher + void * (1.0 - none)
        if suit != SPADES:
            return 1.0
        share, void = self.follow(seat, SPADES)[0], self.follow(seat, led)[1]
        return void * (1.0 - (1.0 - share) ** above) if above else 0.0

    def holds(self, suit: int, height: int, led: int, seats: list[int]) -> float:
        """Chance that a card that is best so far stays best until these seats have played."""
        chance = 1.0
        for seat in seats:
            chance *= 1.0 - self.taken(seat, self.wants[seat], suit, height, led)
        return chance

    def taken(self, seat: int, will: float, suit: int, height: int, led: int) -> float:
        """Chance that a seat of this will beats a card, be it only because it has no lower one."""
        beats = self.beats(seat, suit, height, led)
        if not beats:
            return 0.0
        forced = min(beats, self.forced(seat, suit, height, led))
        return forced + will * (beats - forced)

    def forced(self, seat: int, suit: int, height: int, led: int) -> float:
        """Chance that a seat that wants no trick has nothing but cards that beat the best one."""
        if suit != led:
            return 0.0
        share, void = self.follow(seat, led)
        out = self.unseen[led].bit_count()
        if not out or void >= 1.0:
            return 0.0
        part = self.above(suit, height) / out
        if not part:
            return 0.0
        all_above: float = part ** max(1.0, share * out)
        return (1.0 - void) * all_above
