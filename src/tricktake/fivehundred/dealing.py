"""Where the cards of a deal come from: a seed, a pack order, or the operating system's entropy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tricktake._dealing import check_cards, shuffled_pack
from tricktake.cards import Card, CardSet, Strain
from tricktake.contract import Contract
from tricktake.errors import SetupError
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.options import JokerNomination
from tricktake.fivehundred.packs import PACK_SPECS, PACKS, deal_packets
from tricktake.fivehundred.rules import Rules

if TYPE_CHECKING:
    from tricktake.fivehundred.info import PlayStart

__all__ = ["check_hands", "check_start", "shuffled_hands"]


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
    shuffled = shuffled_pack(cards, seed, number, pack)
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
    check_cards(pack, [*((f"seat {seat}", hand) for seat, hand in enumerate(hands)), ("the kitty", kitty)])
    sizes = [len(hand) for hand in hands]
    if fresh and (any(size != rules.hand_size for size in sizes) or len(kitty) != rules.kitty_size):
        raise SetupError(
            f"each seat gets {rules.hand_size} cards and the kitty {rules.kitty_size}; "
            f"got {' '.join(map(str, sizes))} and {len(kitty)}"
        )


def check_start(rules: Rules, hands: Sequence[CardSet], start: PlayStart) -> None:
    """Refuse a start in the middle of the play that no deal under these rules can reach.

    Parameters
    ----------
    rules : Rules
    hands : sequence of CardSet
        What each seat holds then.
    start : PlayStart

    Raises
    ------
    SetupError
        If the contract is none of these rules, a joker is nominated that cannot be, or there are too many
        tricks.

    Examples
    --------
    >>> from tricktake.contract import Contract
    >>> from tricktake.fivehundred.info import PlayStart
    >>> try:
    ...     check_start(Rules(), [CardSet()] * 4, PlayStart(Contract("M", contractor=0, side={0})))
    ... except SetupError as error:
    ...     print(error)
    Contract('M', contractor=0, side={0}, target=0) does not fit the sides ((0, 2), (1, 3))
    """
    contract = start.contract
    side = next((side for side in rules.sides if contract.contractor in side), ())
    if contract.side != frozenset(side):
        raise SetupError(f"{contract} does not fit the sides {rules.sides}")
    if contract.bid not in bid_table(rules):
        raise SetupError(f"{contract.bid} is no bid of these rules")
    if contract != Contract(contract.bid, contractor=contract.contractor, side=side):
        raise SetupError(f"{contract.bid} has another target than {contract.target} tricks")
    if start.nominated is not None:  # FH-JOK-2
        if contract.strain is not Strain.NO_TRUMP:
            raise SetupError("a joker is nominated at no trump only")
        if rules.joker_nomination is JokerNomination.NONE:
            raise SetupError("these rules know no nomination (joker_nomination=none)")
        if any(Card.JK in hand for seat, hand in enumerate(hands) if seat != contract.contractor):
            raise SetupError("only the contractor nominates the joker, and another seat holds it")
    if start.tricks is not None:
        out = contract.side - {contract.contractor} if contract.is_misere else ()  # FH-MIS-2
        left = max([len(hand) for seat, hand in enumerate(hands) if seat not in out])
        if sum(start.tricks) + left > rules.hand_size:
            tricks = f"{sum(start.tricks)} tricks and {left} cards a hand"
            raise SetupError(f"{tricks} are more than {rules.hand_size}")
