"""Which pile each card played from a table came from, where nobody has told (FH-P2-1 to FH-P2-7).

A card that lies face down cannot be played before the one on it, and one that lies open must follow suit. So
whenever a table did not follow, none of its cards of that suit that were played later lay open: each of them
came up afterwards. Cards are put into piles in the order in which they were played, one choice after the
other, and choices are taken back where a later card finds no place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardcore import Stream
from tricktake.cards import Card, parse_card

__all__ = ["Slot", "place_cards"]

Slot = tuple[str, int]
"""``down`` or ``up``, and the pile."""

_MOST = 5_000  # choices that are tried


def place_cards(
    piles: Sequence[tuple[str | None, str | None]],
    played: Sequence[tuple[int, Card]],
    open_since: Mapping[Card, int],
    stream: Stream,
) -> dict[Card, Slot] | None:
    """A place for every card that was played from a table.

    Parameters
    ----------
    piles : sequence of pairs
        The card face down and the card face up; ``?`` if it is not known, None if there is none.
    played : sequence of pairs of int and Card
        In which trick each card was played, oldest first.
    open_since : mapping of Card to int
        For a card that cannot have lain open all the time, the trick at whose end it came up or later.
    stream : Stream
        Draws one of several ways.

    Returns
    -------
    dict or None
        None if there is no way.

    Examples
    --------
    >>> from cardcore import key_from_seed
    >>> stream = Stream(key_from_seed(1), number=0, purpose=6)
    >>> played = [(0, Card.SA), (1, Card.HK), (2, Card.HQ)]
    >>> found = place_cards([("?", "?"), ("?", "HK")], played, {Card.HQ: 1}, stream)
    >>> found == {Card.SA: ("up", 0), Card.HK: ("up", 1), Card.HQ: ("down", 1)}
    True
    """
    lying = [list(pile) for pile in piles]
    told = {
        name: (("down", "up")[side], at)
        for at, pile in enumerate(piles)
        for side, name in enumerate(pile)
        if name not in (None, "?")
    }
    came_up = [-1] * len(piles)  # the trick after which the lower card lay open
    found: dict[Card, Slot] = {}
    tried = 0

    def ways(card: Card) -> list[Slot]:
        since = open_since.get(card, -1)
        slots: list[Slot] = []
        seen: set[tuple[object, ...]] = set()
        for at in stream.permutation(len(lying)):
            down, up = lying[at]
            slot: Slot | None = None
            alike: tuple[object, ...] = ()  # ways that differ in nothing but the number of the pile
            if up is not None:
                below = None if down in (None, "?") else open_since.get(parse_card(str(down)), -1)
                if since < 0:
                    slot = ("up", at)
                    alike = (down, up, came_up[at], below)
            elif down is not None and came_up[at] >= since:
                slot = ("down", at)
                alike = (down, up, came_up[at], None)
            if slot is None or alike in seen or told.get(card.name, slot) != slot:
                continue
            if card.name not in told and lying[at][slot[0] == "up"] != "?":
                continue
            seen.add(alike)
            slots.append(slot)
        return slots

    def place(number: int) -> bool:
        nonlocal tried
        if number == len(played):
            return True
        trick, card = played[number]
        for slot in ways(card):
            side, at = int(slot[0] == "up"), slot[1]
            below = lying[at][0]
            if side and below not in (None, "?") and open_since.get(parse_card(str(below)), -1) > trick:
                continue
            tried += 1
            if tried > _MOST:
                return False
            before, since = lying[at][side], came_up[at]
            lying[at][side] = None
            if side:
                came_up[at] = trick
            found[card] = slot
            if place(number + 1):
                return True
            lying[at][side], came_up[at] = before, since
            del found[card]
        return False

    return found if place(0) else None
