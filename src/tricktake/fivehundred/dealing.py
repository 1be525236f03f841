"""Where the cards of a deal come from: a seed, a pack order, or the operating system's entropy."""

from __future__ import annotations

from collections.abc import Sequence

from cardcore import Stream, secure_permutation
from tricktake.cards import Card, CardSet, Pack
from tricktake.errors import SetupError
from tricktake.fivehundred.packs import PACK_SPECS, PACKS, deal_packets
from tricktake.fivehundred.rules import Rules

__all__ = ["DEAL_STREAM", "check_hands", "shuffled_hands"]

DEAL_STREAM = 0
"""Purpose of the random streams that shuffle the pack, see ``docs/seeds.md``."""


def shuffled_hands(
    rules: Rules,
    dealer: int,
    seed: int | tuple[int, int] | None,
    number: int,
    pack: Sequence[Card | int | str] | str | None,
) -> tuple[tuple[CardSet, ...], CardSet]:
    """Deal from a pack order, a seed, or the operating system's entropy.

    Parameters
    ----------
    rules : Rules
    dealer : int
        Seat that deals.
    seed : int, pair of int or None
        A seed, or a key made from one; None: secure entropy, if no pack is given.
    number : int
        Which deal of the seed.
    pack : sequence of cards, str or None
        The whole pack in order (FH-DEAL-4).

    Returns
    -------
    tuple of (tuple of CardSet, CardSet)
        The hands and the kitty.

    Raises
    ------
    SetupError
        If the pack order does not name each card of the pack once.

    Examples
    --------
    >>> hands, kitty = shuffled_hands(Rules(), 3, 500, 0, None)
    >>> [len(hand) for hand in hands], len(kitty)
    ([10, 10, 10, 10], 3)
    """
    spec, cards = PACK_SPECS[rules.pack_name], PACKS[rules.pack_name]
    if pack is not None:
        try:
            ordered = Pack(pack)
        except ValueError as error:
            raise SetupError(f"a pack order names each card once: {error}") from None
        if ordered.cards != cards.cards:
            missing, strange = cards.cards - ordered.cards, ordered.cards - cards.cards
            raise SetupError(f"the pack order misses {missing} and has {strange} too many")
        return deal_packets(list(ordered), players=rules.players, dealer=dealer, pattern=spec.pattern)
    if seed is None:
        order = secure_permutation(len(cards))
    else:
        order = Stream(seed, number=number, purpose=DEAL_STREAM).permutation(len(cards))
    listed = tuple(cards)
    shuffled = [listed[index] for index in order]
    return deal_packets(shuffled, players=rules.players, dealer=dealer, pattern=spec.pattern)


def check_hands(rules: Rules, hands: Sequence[CardSet], kitty: CardSet, *, fresh: bool) -> None:
    """Refuse hands that cannot be.

    Parameters
    ----------
    rules : Rules
    hands : sequence of CardSet
        One for each seat.
    kitty : CardSet
    fresh : bool, keyword only
        Whether nothing has been played yet, so that every size is known (FH-DEAL-1).

    Raises
    ------
    SetupError
        If cards are not in the pack, stand twice, or a hand has the wrong size.

    Examples
    --------
    >>> try:
    ...     check_hands(Rules(), [CardSet("SA"), CardSet("SA"), CardSet(), CardSet()], CardSet(), fresh=False)
    ... except SetupError as error:
    ...     print(error)
    seat 1 holds SA, which another hand holds too
    """
    pack = PACKS[rules.pack_name]
    if len(hands) != rules.players:
        raise SetupError(f"{rules.players} hands are needed, got {len(hands)}")
    seen = CardSet()
    for name, cards in [*((f"seat {seat}", hand) for seat, hand in enumerate(hands)), ("the kitty", kitty)]:
        if not cards <= pack.cards:
            raise SetupError(f"{name} holds {cards - pack.cards}, not in the pack of {len(pack)}")
        if not seen.isdisjoint(cards):
            raise SetupError(f"{name} holds {seen & cards}, which another hand holds too")
        seen |= cards
    sizes = [len(hand) for hand in hands]
    if fresh and (any(size != rules.hand_size for size in sizes) or len(kitty) != rules.kitty_size):
        raise SetupError(
            f"each seat gets {rules.hand_size} cards and the kitty {rules.kitty_size}; "
            f"got {' '.join(map(str, sizes))} and {len(kitty)}"
        )
