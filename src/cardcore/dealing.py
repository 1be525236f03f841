"""Dealing: which card of a shuffled pack goes where, as a value.

The pack is shuffled as ``docs/seeds.md`` says; the k-th card from the top goes to the k-th place.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from operator import index

from cardcore.cards import Pack
from cardcore.errors import SetupError

__all__ = ["Dealing"]


@dataclass(frozen=True, slots=True, init=False)
class Dealing:
    """How a shuffled pack is dealt.

    Parameters
    ----------
    pack : Pack or iterable of cards
        The cards to shuffle, in the order of the pack.
    places : iterable of int or None
        Place that gets the k-th card of the shuffled pack; None: nobody (a kitty, cards left over).
    under : iterable of (int, int), optional, keyword only
        Piles on the table: for each the index in the shuffled pack of the card that lies face up, and of the
        hidden card beneath it. Both go to the same place.

    Raises
    ------
    SetupError
        If there are not as many places as cards, or piles that cannot be.

    Examples
    --------
    >>> dealing = Dealing("S2 S3 S4 H2 H3 H4", [0, 0, 1, 1, None, None])
    >>> dealing.places
    (0, 0, 1, 1, None, None)
    """

    pack: Pack
    """The cards to shuffle."""
    places: tuple[int | None, ...]
    """Who gets the k-th card."""
    under: tuple[tuple[int, int], ...]
    """Piles: index of the upper card, index of the hidden one."""

    def __init__(
        self,
        pack: Pack | Iterable[int | str] | str,
        places: Iterable[int | None],
        *,
        under: Iterable[tuple[int, int]] = (),
    ) -> None:
        made = Pack(pack)
        where = tuple([None if place is None else index(place) for place in places])
        piles = tuple([(index(over), index(beneath)) for over, beneath in under])
        if len(where) != len(made):
            raise SetupError(f"{len(made)} cards are dealt, but {len(where)} places named")
        named = [at for pile in piles for at in pile]
        if len(set(named)) != len(named):
            raise SetupError("a card cannot lie in two piles or under itself")
        for over, beneath in piles:
            if not 0 <= over < len(made) or not 0 <= beneath < len(made):
                raise SetupError(f"pile {(over, beneath)} names cards that are not in 0..{len(made) - 1}")
            if where[over] is None or where[over] != where[beneath]:
                raise SetupError(f"the cards of pile {(over, beneath)} do not go to the same place")
        object.__setattr__(self, "pack", made)
        object.__setattr__(self, "places", where)
        object.__setattr__(self, "under", piles)
