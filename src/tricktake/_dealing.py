"""Where the cards of a deal come from, for every game: a seed, a pack order, or secure entropy."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardcore import Stream, secure_permutation
from tricktake._checks import whole
from tricktake.cards import Card, CardSet, Pack
from tricktake.errors import SetupError

__all__ = ["DEAL_STREAM", "check_cards", "check_source", "ordered_pack", "shuffled_pack"]

DEAL_STREAM = 0
"""Purpose of the random streams that shuffle the pack, see ``docs/seeds.md``."""


def check_source(
    seed: int | tuple[int, int] | None, number: int, pack: object, hands: object
) -> tuple[int | tuple[int, int] | None, int]:
    """Refuse a deal that comes from several places; return seed and number as plain values."""
    number = whole("number", number)
    if seed is None and number != 0:
        raise SetupError(f"deal number {number} is one of a seed, and there is no seed")
    if seed is not None and not isinstance(seed, tuple):
        seed = whole("seed", seed)
    if sum(source is not None for source in (seed, pack, hands)) > 1:
        raise SetupError("a deal comes from a seed, a pack order or hands, not from several of them")
    return seed, number


def ordered_pack(pack: Sequence[Card | int | str] | str, cards: Pack) -> list[Card]:
    """The cards of a pack in a given order; SetupError unless it names each of them once."""
    try:
        ordered = Pack(pack)
    except ValueError as error:
        raise SetupError(f"a pack order names each card once: {error}") from None
    if ordered.cards != cards.cards:
        missing, strange = cards.cards - ordered.cards, ordered.cards - cards.cards
        parts = [f"misses {missing}"] if missing else []
        parts += [f"has {strange} too many"] if strange else []
        raise SetupError(f"the pack order {' and '.join(parts)}")
    return list(ordered)


def shuffled_pack(
    cards: Pack,
    seed: int | tuple[int, int] | None,
    number: int,
    pack: Sequence[Card | int | str] | str | None,
    *,
    purpose: int = DEAL_STREAM,
) -> list[Card]:
    """The cards of a pack as given, from a seed, or from the operating system's entropy."""
    if pack is not None:
        return ordered_pack(pack, cards)
    if seed is None:
        order = secure_permutation(len(cards))
    else:
        order = Stream(seed, number=number, purpose=purpose).permutation(len(cards))
    listed = tuple(cards)
    return [listed[index] for index in order]


def check_cards(pack: Pack, piles: Iterable[tuple[str, CardSet]]) -> None:
    """Refuse piles that hold strange cards, or a card that stands twice."""
    seen = CardSet()
    for name, cards in piles:
        if not cards <= pack.cards:
            raise SetupError(f"{name} holds {cards - pack.cards}, not in the pack of {len(pack)}")
        if not seen.isdisjoint(cards):
            raise SetupError(f"{name} holds {seen & cards}, which another hand holds too")
        seen |= cards
