"""What a view of spades becomes as numbers, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from tricktake.actions import Bid, BidKind, Play
from tricktake.actionspace import PUT
from tricktake.cards import CardSet, Suit
from tricktake.encoding import Encoding, Field, Kind, pack_mask
from tricktake.spades.bids import Bidding
from tricktake.spades.options import BagStyle
from tricktake.spades.packs import PACKS
from tricktake.spades.rules import Rules
from tricktake.spades.view import View
from tricktake.state import Phase
from tricktake.view import PlayedCard

__all__ = ["make_encoding"]


def make_encoding(rules: Rules) -> Encoding:
    """The encoding of views under some rules.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    Encoding

    Examples
    --------
    >>> encoding = make_encoding(Rules())
    >>> encoding.part("scores"), encoding.most_actions
    (slice(6, 9, None), 57)
    """
    pack = PACKS[rules.pack_name]
    return Encoding(rules, pack, _fields(rules), _Values(rules).of, _ids(rules), longest_deal(rules))


def phases_of(rules: Rules) -> list[Phase]:
    """The phases a deal can have under some rules, in the order of ``Phase``.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    list of Phase

    Examples
    --------
    >>> [phase.value for phase in phases_of(Rules())]
    ['auction', 'play', 'over']
    """
    phases = (Phase.AUCTION, Phase.EXCHANGE, Phase.PLAY, Phase.OVER)
    return [phase for phase in phases if phase is not Phase.EXCHANGE or rules.bn_exchange]


def bids_of(rules: Rules) -> tuple[Bid, ...]:
    """Every bid that can be legal under some rules, in the order of their ids.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    tuple of Bid

    Examples
    --------
    >>> [bid.text for bid in bids_of(Rules.preset("partners"))][-3:]
    ['13', 'NIL', 'BN']
    """
    sizes = rules.hand_sizes(0)
    never = (0,) * rules.players
    bids: set[Bid] = set()
    for unseen in (False, True):
        asked = Bidding(rules, max(sizes), behind=10**9, sixes=never, seat=0, bids=())
        bids.update(asked.legal(unseen=unseen))
    return tuple(sorted(bids, key=lambda bid: bid.id))


def _fields(rules: Rules) -> list[Field]:
    n, cards, bids, sides = rules.players, len(PACKS[rules.pack_name]), len(bids_of(rules)), len(rules.sides)
    fields = [
        Field("seat", Kind.ONE_OF, n, 1, "the observing seat itself, absolute"),
        Field("dealer", Kind.ONE_OF, n, 1, "who dealt, relative"),
        Field("scores", Kind.NUMBERS, 1, sides, "points of the sides before the deal, own side first"),
        Field("phase", Kind.ONE_OF, len(phases_of(rules)), 1, "what is being decided"),
        Field("turn", Kind.ONE_OF, n, 1, "who is to act, relative"),
        Field("looked", Kind.FLAGS, n, 1, "who has looked, relative"),
        Field("hand", Kind.CARDS, cards, 1, "own cards now"),
        Field("dealt", Kind.CARDS, cards, 1, "own cards as dealt"),
        Field(
            "bids", Kind.ONE_OF, bids, n, "the bid of each seat, in the order of the ids, by relative seat"
        ),
        Field("is_broken", Kind.FLAGS, 1, 1, "whether spades are broken"),
        Field("leader", Kind.ONE_OF, n, 1, "who led the trick or is to lead, relative"),
        Field("trick", Kind.CARDS, cards, n, "the card of each in the trick, by relative seat"),
        Field("played", Kind.CARDS, cards, n, "cards in finished tricks, by relative seat"),
        Field("tricks", Kind.NUMBERS, 1, n, "tricks won, by relative seat"),
        Field("sizes", Kind.NUMBERS, 1, n, "cards in hand, by relative seat"),
        Field("voids", Kind.FLAGS, len(Suit), n, "suits shown to be void, by relative seat"),
    ]
    if rules.bag_style is not BagStyle.PER_HAND:  # CS-BAG-3: there bags do not outlast the hand
        bags = "bags of the sides before the deal, own side first"
        fields.append(Field("bags", Kind.NUMBERS, 1, sides, bags))
    if any(bid.kind is BidKind.BLIND_SIX for bid in bids_of(rules)):
        sixes = "blind sixes bid in the game, by relative seat"
        fields.append(Field("blind_sixes", Kind.NUMBERS, 1, n, sixes))
    if rules.awards:
        fields.append(
            Field(
                "caught", Kind.FLAGS, len(rules.awards), n, "award jacks caught, by card id, by relative seat"
            )
        )
    if rules.bn_exchange:
        fields += [
            Field("put", Kind.CARDS, cards, 1, "own cards put over, in an unfinished exchange those so far"),
            Field("has_given", Kind.FLAGS, 1, 1, "whether own cards have been put over"),
            Field("received", Kind.CARDS, cards, 1, "cards got from the partner"),
            Field("has_received", Kind.FLAGS, 1, 1, "whether the partner has put cards over"),
        ]
    return fields


class _Values:
    """The values of the fields in a view; made once for some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.pack = PACKS[rules.pack_name]
        self.phases = phases_of(rules)
        self.bids = {bid: at for at, bid in enumerate(bids_of(rules))}
        self.awards = sorted(rules.awards)

    def of(self, view: Any, put: CardSet) -> dict[str, Sequence[int]]:
        """Everything, by the name of the field."""
        view = cast(View, view)
        rules, me, n = self.rules, view.seat, self.rules.players
        around = [(me + k) % n for k in range(n)]  # the seat at each relative place

        def seat(absolute: int | None) -> list[int]:
            return [-1 if absolute is None else (absolute - me) % n]

        sides = sorted(range(len(rules.sides)), key=lambda at: min([(s - me) % n for s in rules.sides[at]]))
        bids = [view.bids[other] for other in around]
        values: dict[str, Sequence[int]] = {
            "seat": [me],
            "dealer": seat(view.dealer),
            "scores": [view.scores[at] for at in sides],
            "bags": [view.bags[at] for at in sides],
            "blind_sixes": [view.blind_sixes[other] for other in around],
            "phase": [self.phases.index(view.phase)],
            "turn": seat(view.turn),
            "looked": [sum([1 << k for k, other in enumerate(around) if view.looked[other]])],
            "hand": [self._mask((view.hand or CardSet()) - put)],
            "dealt": [self._mask(view.dealt)],
            "bids": [-1 if bid is None else self.bids[bid] for bid in bids],
            "is_broken": [int(view.is_broken)],
            "leader": seat(view.leader),
            "trick": self._played(view.trick, me),
            "played": self._played([played for trick in view.finished for played in trick], me),
            "tricks": [view.tricks[other] for other in around],
            "sizes": [view.sizes[other] for other in around],
            "voids": [sum([1 << suit for suit in view.voids[other]]) for other in around],
        }
        if rules.awards:
            values["caught"] = [
                sum([1 << at for at, card in enumerate(self.awards) if card in view.caught[other]])
                for other in around
            ]
        if rules.bn_exchange:
            values["put"] = [self._mask(put if view.given is None else view.given)]
            values["has_given"] = [int(view.given is not None)]
            values["received"] = [self._mask(view.received)]
            values["has_received"] = [int(view.received is not None)]
        return values

    def _mask(self, cards: CardSet | None) -> int:
        return pack_mask(self.pack, cards)

    def _played(self, cards: Iterable[PlayedCard], me: int) -> list[int]:
        """Masks of cards by relative seat."""
        masks = [0] * self.rules.players
        for played in cards:
            masks[(played.seat - me) % self.rules.players] |= 1 << self.pack.index(played.card)
        return masks


def _ids(rules: Rules) -> list[int]:
    """The ids of all single actions these rules can allow."""
    cards, bids = list(PACKS[rules.pack_name]), bids_of(rules)
    ids = [*[bid.id for bid in bids], *[Play(card).id for card in cards]]
    if any(bid.is_blind for bid in bids):
        ids.append(1)  # CS-BID-5
    if rules.bn_exchange:
        ids += [PUT + int(card) for card in cards]
    return ids


def longest_deal(rules: Rules) -> int:
    """The most single actions a deal can have, an exchange counted card by card.

    Parameters
    ----------
    rules : Rules

    Returns
    -------
    int

    Examples
    --------
    >>> longest_deal(Rules()), longest_deal(Rules.five_2_jokers())
    (57, 64)
    """
    n = rules.players
    looks = n if any(bid.is_blind for bid in bids_of(rules)) else 0
    # SP-BID-4: each side may have one pair that exchanges, both ways
    exchanged = rules.bn_exchange * n
    return n + looks + exchanged + sum(rules.hand_sizes(0))
