"""Bids, setups and points of Five Hundred as arrays, for many deals at once.

Everything is looked up here that the rules answer for a bid: what may be bid over it, what its contract is
played with, what it wins. The numbers come from :class:`BidTable` and ``play_table``, so that no rule is
written twice.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from cardcore import PlaySetup, SeatOrder
from tricktake.actions import LOOK, PASS, STAND, Bid, BidKind, CallPartner, Nominate
from tricktake.cards import Card, Strain, Suit
from tricktake.encoding import Encoding
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.options import DefenderTricks, FinalRaise, FivePartner, FiveShare
from tricktake.fivehundred.orders import barred_cards, play_table
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.scoring import TRICK_POINTS
from tricktake.vector.bits import Bits, Ints, pack_words

__all__ = ["BidArrays", "SetupArrays", "points_of"]

_SEVEN, _EIGHT = Bid("7S"), Bid("8S")  # any bids of these levels


class BidArrays:
    """The bids of some rules as arrays, in the order of ``bid_table(rules).bids``; the last entry: none.

    Parameters
    ----------
    rules : Rules
    encoding : Encoding
        Of these rules.

    Examples
    --------
    >>> from tricktake.encoding import encoding_of
    >>> bids = BidArrays(Rules(), encoding_of(Rules()))
    >>> bids.legal.shape, bids.stake[:3].tolist(), bids.level[-1]
    ((57, 2, 2, 2, 2, 3), [40, 40, 60], np.int8(0))
    """

    legal: Bits
    """Words of the legal bids by high bid, then whether a seven and an eight was bid, whether the seat has
    not looked, and whether it is one of the first two to call."""
    blind: NDArray[np.bool_]
    """Whether there is a bid before looking, by high bid, seven, eight and first two."""
    can_raise: NDArray[np.bool_]
    """Whether any bid is left above it."""
    level: NDArray[np.int8]
    """Tricks it undertakes; 0 for a misère."""
    misere: NDArray[np.bool_]
    """Whether it is a misère."""
    open: NDArray[np.bool_]
    """Whether it is an open misère."""
    sans_kitty: NDArray[np.bool_]
    """Whether it renounces the kitty."""
    strain: NDArray[np.int8]
    """What it is played in, 4 for no trump."""
    stake: NDArray[np.int64]
    """What it wins or loses."""
    of_action: NDArray[np.int8]
    """The bid of each action; -1 for others."""

    def __init__(self, rules: Rules, encoding: Encoding) -> None:
        table, space = bid_table(rules), encoding.actions
        bids: list[Bid | None] = [*table.bids, None]
        words = (len(space) + 63) // 64
        self.legal = np.zeros((len(bids), 2, 2, 2, 2, words), np.uint64)
        self.blind = np.zeros((len(bids), 2, 2, 2), np.bool_)
        for at, high in enumerate(bids):
            for seven, eight, unseen, signals in product((False, True), repeat=4):
                earlier = [_SEVEN] * seven + [_EIGHT] * eight
                legal = table.legal(high, earlier, unseen=unseen, inkle_seat=signals)
                key = (at, int(seven), int(eight), int(unseen), int(signals))
                self.legal[key] = pack_words([space.index(bid) for bid in legal], words)
                if unseen:
                    self.blind[at, int(seven), int(eight), int(signals)] = bool(legal)
        given = table.bids
        self.can_raise = np.array([*[bool(table.legal(bid)) for bid in given], True])
        self.level = np.array([*[bid.level or 0 for bid in given], 0], np.int8)
        self.misere = np.array([*[bid.is_misere for bid in given], False])
        self.open = np.array([*[bid.kind is BidKind.OPEN_MISERE for bid in given], False])
        self.sans_kitty = np.array([*[bid.sans_kitty for bid in given], False])
        strains = [Strain.NO_TRUMP if bid.strain is None else bid.strain for bid in given]
        self.strain = np.array([*[int(strain) for strain in strains], int(Strain.NO_TRUMP)], np.int8)
        self.stake = np.array([*[table.stake(bid) for bid in given], 0], np.int64)
        self.of_action = np.full(len(space) + 1, -1, np.int8)
        for at, bid in enumerate(given):
            self.of_action[space.index(bid)] = at
        self.passing: int = space.index(PASS)
        self.look: int = space.index(LOOK) if rules.looks else -1
        self.stand: int = space.index(STAND) if rules.final_raise is not FinalRaise.NONE else -1
        self.nominate: int = space.index(Nominate(Suit.SPADES)) if Nominate(None).id in space.ids else -1
        self.alone: int = -1
        if rules.calls_partner:
            self._read_partners(rules, encoding)

    def _read_partners(self, rules: Rules, encoding: Encoding) -> None:
        """FH-P5-2, FH-P5-3: which cards or seats may be called."""
        space, pack = encoding.actions, encoding.pack
        self.alone = next(at for at, id in enumerate(space.ids) if id == 3)
        self.by_seat: bool = rules.five_partner is FivePartner.CALL_PLAYER
        if self.by_seat:
            self.first_call: int = space.index(CallPartner(seat=0))
        else:
            callable_ = [card for card in pack if card is not Card.JK]
            self.first_call = space.index(CallPartner(callable_[0]))
        self.callable: NDArray[np.uint64] = np.zeros(len(Strain), np.uint64)  # by strain, masks of cards
        for strain in Strain:
            cards = pack.cards - barred_cards(rules, strain)
            self.callable[int(strain)] = sum([1 << pack.index(card) for card in cards])


class SetupArrays:
    """The setups of all contracts of some rules, and which contract has which.

    Parameters
    ----------
    rules : Rules

    Examples
    --------
    >>> setups = SetupArrays(Rules(), nominates=True)
    >>> len(setups.found), setups.trump.tolist()
    (29, [5, 6, 7, 8])
    """

    found: list[PlaySetup]
    """The setups."""
    no_trump: Ints
    """By the suit nominated, the last entry for none."""
    trump: Ints
    """By suit."""
    misere: Ints
    """By contractor and the suit nominated."""

    def __init__(self, rules: Rules, *, nominates: bool) -> None:
        self.found = []
        suits = [*(list(Suit) if nominates else []), None]
        self.no_trump = np.zeros(len(Suit) + 1, np.int64)
        self.trump = np.zeros(len(Suit), np.int64)
        self.misere = np.zeros((rules.players, len(Suit) + 1), np.int64)
        for suit in suits:
            self.no_trump[-1 if suit is None else suit] = self._add(rules, Strain.NO_TRUMP, suit, None)
        for strain in Strain:
            if strain.suit is not None:
                self.trump[strain.suit] = self._add(rules, strain, None, None)
        for seat in range(rules.players):
            for suit in suits:
                made = self._add(rules, Strain.NO_TRUMP, suit, seat)
                self.misere[seat, -1 if suit is None else suit] = made

    def _add(self, rules: Rules, strain: Strain, nominated: Suit | None, misere: int | None) -> int:
        side = next((side for side in rules.sides if misere in side), ())
        out = frozenset(side) - {misere}  # FH-MIS-2
        table = play_table(
            rules, strain, misere=misere is not None, nominated=nominated, out=frozenset(map(int, out))
        )
        setup = table.setup
        if rules.has_tables:  # FH-P2-4; which cards lie there is each deal's own
            setup = PlaySetup(
                setup.order,
                SeatOrder.two_tables(),
                joker_lead=setup.joker_lead,
                joker_follow=setup.joker_follow,
                joker_void=setup.joker_void,
            )
        self.found.append(setup)
        return len(self.found) - 1


def points_of(
    rules: Rules,
    bids: BidArrays,
    bid: Ints,
    sides: Ints,
    won: NDArray[np.int64],
    scores: NDArray[np.int64],
) -> tuple[NDArray[np.int64], NDArray[np.int8]]:
    """Score many deals (section 9 of the rules).

    Parameters
    ----------
    rules : Rules
    bids : BidArrays
    bid : numpy.ndarray of int, shape (n,)
        The contracts; -1 for none.
    sides : numpy.ndarray of int, shape (n, 2)
        The side of the contractor, and that of a partner with a score of his own; -1 for none.
    won : numpy.ndarray of int64, shape (n, sides)
        Tricks of the sides.
    scores : numpy.ndarray of int64, shape (n, sides)
        Scores before the deal.

    Returns
    -------
    points : numpy.ndarray of int64, shape (n, sides)
    made : numpy.ndarray of int8, shape (n,)
        -1 where there was no contract.

    Examples
    --------
    >>> from tricktake.encoding import encoding_of
    >>> bids = BidArrays(Rules(), encoding_of(Rules()))
    >>> at = bids.of_action[encoding_of(Rules()).actions.index("8H")]
    >>> points, made = points_of(
    ...     Rules(), bids, np.array([at]), np.array([[0, -1]]), np.array([[9, 1]]), np.array([[0, 0]])
    ... )
    >>> points.tolist(), made.tolist()
    ([[300, 10]], [1])
    """
    tricks = TRICK_POINTS * won
    if rules.defender_cap is not None:  # FH-SCORE-8
        tricks = np.maximum(np.minimum(tricks, rules.defender_cap - scores), 0)
    rows = np.arange(len(bid))
    none, misere, stake = bid < 0, bids.misere[bid], bids.stake[bid]
    first, second = sides[:, 0], sides[:, 1]
    shared = second >= 0
    taken = won[rows, first] + np.where(shared, won[rows, second], 0)
    made = np.where(misere, taken == 0, taken >= bids.level[bid])  # FH-SCORE-2, FH-SCORE-7
    slam = ~misere & (taken == rules.hand_size) & (stake < rules.slam_value)  # FH-SCORE-3
    stake = np.where(slam, rules.slam_value, stake)
    if rules.defender_tricks is DefenderTricks.ALWAYS:  # FH-SCORE-5
        pays = none | ~misere
    elif rules.defender_tricks is DefenderTricks.ONLY_IF_SET:
        pays = none | (~misere & ~made)
    else:
        pays = none
    points = np.where(pays[:, None], tricks, 0)  # FH-BID-14 where there is no contract
    if rules.five_share is FiveShare.HALF:  # FH-P5-6
        stake = np.where(shared, stake // 2, stake)
    result = np.where(made, stake, -stake)  # FH-SCORE-2, FH-SCORE-4
    played = np.flatnonzero(~none)
    points[played, first[played]] = result[played]
    both = np.flatnonzero(~none & shared)
    points[both, second[both]] = result[both]
    return points, np.where(none, -1, made).astype(np.int8)
