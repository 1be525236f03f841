"""Cards for hands that a record does not show, so that the rest of it can be played through the rules.

A play shows that its seat held the card. What else it held is chosen so that nothing contradicts the plays.
Where a chosen card makes a play illegal, that seat did not hold it, and the cards are chosen anew. So a
record is refused only if no cards at all make it legal.
"""

from __future__ import annotations

from collections.abc import Sequence

from tricktake.cards import Card, CardSet

__all__ = ["Filling"]


class Filling:
    """Which cards lie where, as far as a record tells, and a choice for the rest.

    Parameters
    ----------
    pack : CardSet
    sizes : sequence of int
        Cards of each place: the hands, then the kitty.
    known : sequence of CardSet
        Cards certain to lie in each place.
    """

    def __init__(self, pack: CardSet, sizes: Sequence[int], known: Sequence[CardSet]) -> None:
        self.sizes = tuple(sizes)
        self.known = list(known)
        self.barred: list[CardSet] = [CardSet() for _ in sizes]
        placed = CardSet([card for cards in known for card in cards])
        self.free = pack - placed
        self.open = [place for place, cards in enumerate(self.known) if len(cards) < self.sizes[place]]
        if len(self.open) == 1 and len(self.free) == self._missing(self.open[0]):
            place = self.open.pop()
            self.known[place] |= self.free
            self.free = CardSet()

    def _missing(self, place: int) -> int:
        return self.sizes[place] - len(self.known[place])

    def bar(self, place: int, cards: CardSet) -> bool:
        """Say that a place does not hold some cards.

        Parameters
        ----------
        place : int
        cards : CardSet

        Returns
        -------
        bool
            Whether that is new.
        """
        before = len(self.barred[place])
        self.barred[place] |= cards
        return len(self.barred[place]) > before

    def choose(self) -> list[CardSet] | None:
        """Put every free card somewhere.

        Returns
        -------
        list of CardSet or None
            The cards of each place; None if they cannot be placed.
        """
        held: dict[int, list[Card]] = {place: [] for place in self.open}
        for card in self.free:
            if not self._put(card, held, set()):
                break  # cards may be left over: not every pack is dealt out
        if any(len(held[place]) < self._missing(place) for place in self.open):
            return None
        return [cards | CardSet(held.get(place, ())) for place, cards in enumerate(self.known)]

    def _put(self, card: Card, held: dict[int, list[Card]], tried: set[int]) -> bool:
        """Find a place for a card, moving others where that helps: an augmenting path."""
        for place in self.open:
            if place in tried or card in self.barred[place]:
                continue
            tried.add(place)
            if len(held[place]) < self._missing(place):
                held[place].append(card)
                return True
            for at, other in enumerate(held[place]):
                if self._put(other, held, tried):
                    held[place][at] = card
                    return True
        return False
