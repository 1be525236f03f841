"""Where the cards of a deal come from: a seed, a pack order, or the operating system's entropy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from tricktake._dealing import check_cards, shuffled_pack
from tricktake.cards import Card, CardSet, Strain
from tricktake.contract import Contract
from tricktake.errors import SetupError
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.options import FivePartner, JokerNomination
from tricktake.fivehundred.orders import barred_cards
from tricktake.fivehundred.packs import PACK_SPECS, PACKS, Pile, deal_packets, deal_tables
from tricktake.fivehundred.rules import Rules

if TYPE_CHECKING:
    from tricktake.fivehundred.info import PlayStart

__all__ = ["Dealt", "check_dealt", "check_start", "deal_out"]

_NO_CARDS = CardSet()


class Dealt(NamedTuple):
    """The cards of a deal, pile by pile.

    Examples
    --------
    >>> [len(hand) for hand in deal_out(Rules(players=2, two_player="dead_hand"), 0, 500, 0, None).hands]
    [10, 10]
    """

    hands: tuple[CardSet, ...]
    """The hand of each seat."""
    kitty: CardSet
    """The kitty."""
    tables: tuple[tuple[Pile, ...], ...] = ()
    """The piles of each seat, where there are any (FH-P2-1)."""
    dead: CardSet = _NO_CARDS
    """The dead hand, if there is one (FH-P2-8)."""

    def tabled(self) -> CardSet:
        """The cards on the tables, face up and face down."""
        piles = [pile for table in self.tables for pile in table]
        return CardSet([card for pile in piles for card in pile if card is not None])

    def face_up(self, seat: int) -> CardSet:
        """The cards face up on the table of a seat.

        Parameters
        ----------
        seat : int

        Returns
        -------
        CardSet
        """
        if not self.tables:
            return _NO_CARDS
        return CardSet([pile.up for pile in self.tables[seat] if pile.up is not None])


def deal_out(
    rules: Rules,
    dealer: int,
    seed: int | tuple[int, int] | None,
    number: int,
    pack: Sequence[Card | int | str] | str | None,
) -> Dealt:
    """Deal from a pack order, a seed, or the operating system's entropy (section 3 of the rules).

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
    Dealt

    Raises
    ------
    SetupError
        If the pack order does not name each card of the pack once.

    Examples
    --------
    >>> dealt = deal_out(Rules(), 3, 500, 0, None)
    >>> [len(hand) for hand in dealt.hands], len(dealt.kitty)
    ([10, 10, 10, 10], 3)
    """
    spec = PACK_SPECS[rules.pack_name]
    order = shuffled_pack(PACKS[rules.pack_name], seed, number, pack)
    if rules.has_tables:
        return Dealt(*deal_tables(order, dealer=dealer))
    if rules.has_dead_hand:  # FH-P2-8: as for three, the hand left of the dealer is dead
        (dead, other, own), kitty = deal_packets(order, players=3, dealer=2, pattern=spec.pattern)
        return Dealt((own, other) if dealer == 0 else (other, own), kitty, dead=dead)
    hands, kitty = deal_packets(order, players=rules.players, dealer=dealer, pattern=spec.pattern)
    return Dealt(hands, kitty)


def check_dealt(rules: Rules, dealt: Dealt, *, fresh: bool) -> None:
    """Refuse cards that cannot be dealt so.

    Parameters
    ----------
    rules : Rules
    dealt : Dealt
    fresh : bool, keyword only
        Whether nothing has been played yet, so that every size is known (FH-DEAL-1).

    Raises
    ------
    SetupError
        If cards are not in the pack, stand twice, or a pile has the wrong size.

    Examples
    --------
    >>> hands = (CardSet("SA"), CardSet("SA"), CardSet(), CardSet())
    >>> try:
    ...     check_dealt(Rules(), Dealt(hands, CardSet()), fresh=False)
    ... except SetupError as error:
    ...     print(error)
    seat 1 holds SA, which another hand holds too
    """
    pack, hands = PACKS[rules.pack_name], dealt.hands
    if len(hands) != rules.players:
        raise SetupError(f"{rules.players} hands are needed, got {len(hands)}")
    named = [(f"seat {seat}", hand) for seat, hand in enumerate(hands)]
    named += [
        (f"the table of seat {seat}", CardSet([card]))
        for seat, table in enumerate(dealt.tables)
        for pile in table
        for card in pile
        if card is not None
    ]
    check_cards(pack, [*named, ("the kitty", dealt.kitty), ("the dead hand", dealt.dead)])
    _check_tables(rules, dealt, fresh=fresh)
    sizes = [len(hand) for hand in hands]
    if fresh and (any(size != rules.hand_size for size in sizes) or len(dealt.kitty) != rules.kitty_size):
        raise SetupError(
            f"each seat gets {rules.hand_size} cards and the kitty {rules.kitty_size}; "
            f"got {' '.join(map(str, sizes))} and {len(dealt.kitty)}"
        )
    if len(dealt.dead) not in ((rules.hand_size,) if fresh and rules.has_dead_hand else (0, rules.hand_size)):
        raise SetupError(f"the dead hand has {rules.hand_size} cards (FH-P2-8); got {len(dealt.dead)}")
    if dealt.dead and not rules.has_dead_hand:
        raise SetupError("these rules know no dead hand (two_player=dead_hand)")


def _check_tables(rules: Rules, dealt: Dealt, *, fresh: bool) -> None:
    """FH-P2-1: five piles for each of two players, a card under a card."""
    if not rules.has_tables:
        if dealt.tables:
            raise SetupError("these rules know no cards on the table (two_player=table)")
        return
    if len(dealt.tables) != 2 or any(len(table) != 5 for table in dealt.tables):
        raise SetupError("each of the two players has five piles on the table (FH-P2-1)")
    piles = [pile for table in dealt.tables for pile in table]
    if fresh and any(None in pile for pile in piles):
        raise SetupError("at the deal every pile is a card under a card (FH-P2-1)")
    if any(pile.up is None and pile.down is not None for pile in piles):
        raise SetupError("a card face down turns up once nothing lies on it (FH-P2-6)")


def check_start(rules: Rules, dealt: Dealt, start: PlayStart) -> None:
    """Refuse a start in the middle of the play that no deal under these rules can reach.

    Parameters
    ----------
    rules : Rules
    dealt : Dealt
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
    >>> start = PlayStart(Contract("M", contractor=0, side={0}))
    >>> try:
    ...     check_start(Rules(), Dealt((CardSet(),) * 4, CardSet()), start)
    ... except SetupError as error:
    ...     print(error)
    Contract('M', contractor=0, side={0}, target=0) does not fit the sides ((0, 2), (1, 3))
    """
    contract = start.contract
    side = next((side for side in rules.sides if contract.contractor in side), ())
    partner = contract.side - {contract.contractor}
    called = rules.calls_partner and not contract.is_misere and len(partner) == 1  # FH-P5-1
    if contract.side != frozenset(side) and not (called and max(partner) < rules.players):
        raise SetupError(f"{contract} does not fit the sides {rules.sides}")
    if contract.bid not in bid_table(rules):
        raise SetupError(f"{contract.bid} is no bid of these rules")
    if contract != Contract(contract.bid, contractor=contract.contractor, side=contract.side):
        raise SetupError(f"{contract.bid} has another target than {contract.target} tricks")
    if start.nominated is not None:  # FH-JOK-2
        if contract.strain is not Strain.NO_TRUMP:
            raise SetupError("a joker is nominated at no trump only")
        if rules.joker_nomination is JokerNomination.NONE:
            raise SetupError("these rules know no nomination (joker_nomination=none)")
        held = dealt.hands[contract.contractor] | dealt.face_up(contract.contractor)  # FH-P2-7
        everywhere = CardSet([card for hand in dealt.hands for card in hand]) | dealt.tabled()
        if Card.JK in everywhere - held:
            raise SetupError("only a contractor who holds the joker nominates it, and it lies elsewhere")
    _check_called(rules, dealt, start)
    if start.tricks is not None:
        out = contract.side - {contract.contractor} if contract.is_misere else ()  # FH-MIS-2
        left = max([len(hand) for seat, hand in enumerate(dealt.hands) if seat not in out])
        if sum(start.tricks) + left > rules.hand_size:
            tricks = f"{sum(start.tricks)} tricks and {left} cards a hand"
            raise SetupError(f"{tricks} are more than {rules.hand_size}")


def _check_called(rules: Rules, dealt: Dealt, start: PlayStart) -> None:
    """FH-P5-1 to FH-P5-4: whether a card can have been called in secret, and who its holder is."""
    called, contract = start.called, start.contract
    if called is None:
        return
    if not rules.calls_partner or contract.is_misere:
        raise SetupError("a partner is called in numeric contracts of five players only (FH-P5-1)")
    if rules.five_partner is not FivePartner.CALL_CARD_SECRET:
        raise SetupError("a card is called in secret only with five_partner=call_card_secret (FH-P5-2)")
    if called not in PACKS[rules.pack_name] or called in barred_cards(rules, contract.strain):
        raise SetupError(f"{called} is no card that may be called (FH-P5-3)")
    if called in dealt.hands[contract.contractor] and not rules.five_secret_alone:
        raise SetupError(f"the contractor holds {called}, which he may not call then (FH-P5-4)")
    holders = {seat for seat, hand in enumerate(dealt.hands) if called in hand} - {contract.contractor}
    if holders and contract.side != holders | {contract.contractor}:
        raise SetupError(f"seat {min(holders)} holds {called}, so it is the partner (FH-P5-2)")
