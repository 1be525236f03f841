"""What a view of Five Hundred becomes as numbers, field by field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, cast

from tricktake.actions import Bid, BidKind, CallPartner, Nominate, Play
from tricktake.actionspace import PUT
from tricktake.cards import Card, CardSet, Suit
from tricktake.encoding import Encoding, Field, Kind, pack_index, pack_mask
from tricktake.fivehundred.bids import bid_table
from tricktake.fivehundred.options import (
    AuctionStyle,
    FinalRaise,
    FivePartner,
    JokerLead,
    JokerNomination,
)
from tricktake.fivehundred.packs import PACKS
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.view import View
from tricktake.state import Phase
from tricktake.view import PlayedCard

__all__ = ["make_encoding"]

_PILES = 5  # FH-P2-1


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
    (slice(8, 10, None), 78)
    """
    pack = PACKS[rules.pack_name]
    return Encoding(
        rules, pack, _fields(rules), _Values(rules).of, _ids(rules), most_actions=longest_deal(rules)
    )


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
    ['auction', 'exchange', 'nomination', 'play', 'over']
    """
    joker = Card.JK in PACKS[rules.pack_name]
    may = {
        Phase.FINAL_RAISE: rules.final_raise is not FinalRaise.NONE,
        Phase.EXCHANGE: rules.kitty_size > 0,
        Phase.PARTNER: rules.calls_partner,
        Phase.NOMINATION: joker and rules.joker_nomination is JokerNomination.CONTRACTOR,
    }
    return [phase for phase in Phase if may.get(phase, True)]


def _fields(rules: Rules) -> list[Field]:
    n, cards, bids = rules.players, len(PACKS[rules.pack_name]), len(bid_table(rules).bids)
    places = 2 * n if rules.has_tables else n
    of_place = "by relative seat" + (", the hands before the tables" if rules.has_tables else "")
    fields = [
        Field("seat", Kind.ONE_OF, n, 1, "the observing seat itself, absolute"),
        Field("dealer", Kind.ONE_OF, n, 1, "who dealt, relative"),
        Field(
            "scores", Kind.NUMBERS, 1, len(rules.sides), "points of the sides before the deal, own side first"
        ),
        Field("phase", Kind.ONE_OF, len(phases_of(rules)), 1, "what is being decided"),
        Field("turn", Kind.ONE_OF, n, 1, "who is to act, relative"),
        Field("looked", Kind.FLAGS, n, 1, "who has looked, relative"),
        Field("hand", Kind.CARDS, cards, 1, "own cards now"),
        Field("dealt", Kind.CARDS, cards, 1, "own cards as dealt"),
        Field("kitty", Kind.CARDS, cards, 1, "the kitty, for the contractor who took it"),
        Field("put", Kind.CARDS, cards, 1, "own cards put away, in an unfinished exchange those so far"),
        Field("high", Kind.ONE_OF, bids, 1, "the high bid, in the order of the bids of the rules"),
        Field("high_seat", Kind.ONE_OF, n, 1, "who made it, relative"),
        Field("last_bid", Kind.ONE_OF, bids, n, "the last bid of each seat, by relative seat"),
        Field("last_passed", Kind.FLAGS, n, 1, "whose last call is a pass, relative"),
        Field("contract", Kind.ONE_OF, bids, 1, "the contract"),
        Field("contractor", Kind.ONE_OF, n, 1, "who plays it, relative"),
        Field("side", Kind.FLAGS, n, 1, "its side as far as known, relative"),
        Field("nominated", Kind.ONE_OF, len(Suit), 1, "the suit given to the joker"),
        Field("sits_out", Kind.FLAGS, n, 1, "who sits out, relative"),
        Field("suits_led", Kind.FLAGS, len(Suit), 1, "suits that count as led"),
        Field("leader", Kind.ONE_OF, n, 1, "who led the trick or is to lead, relative"),
        Field("trick", Kind.CARDS, cards, places, f"the card of each in the trick, {of_place}"),
        Field("named", Kind.ONE_OF, len(Suit), 1, "the suit named with a joker that was led to the trick"),
        Field("played", Kind.CARDS, cards, places, f"cards in finished tricks, {of_place}"),
        Field("tricks", Kind.NUMBERS, 1, n, "tricks won, by relative seat"),
        Field("sizes", Kind.NUMBERS, 1, n, "cards in hand, by relative seat"),
        Field("voids", Kind.FLAGS, len(Suit), n, "suits shown to be void, by relative seat"),
        Field("is_exposed", Kind.FLAGS, n, 1, "whose hand lies open, relative"),
        Field("exposed", Kind.CARDS, cards, n, "the cards of open hands, by relative seat"),
    ]
    if rules.calls_partner:
        if rules.five_partner is FivePartner.CALL_PLAYER:
            fields.append(Field("called_seat", Kind.ONE_OF, n, 1, "the seat called, relative"))
        else:
            fields.append(Field("called", Kind.ONE_OF, cards, 1, "the card called"))
        fields.append(
            Field("knows_partner", Kind.FLAGS, 1, 1, "whether it is known who plays with the contractor")
        )
    if rules.has_tables:
        piles = n * _PILES
        of_pile = "pile by pile, the own ones first"
        fields += [
            Field("from_table", Kind.FLAGS, 1, 1, "whether the seat to act plays from its table"),
            Field("table_up", Kind.ONE_OF, cards, piles, f"cards face up now, {of_pile}"),
            Field("table_covers", Kind.FLAGS, 1, piles, f"whether a card lies face down, {of_pile}"),
            Field("laid_up", Kind.ONE_OF, cards, piles, f"cards face up at the start, {of_pile}"),
            Field("laid_down", Kind.ONE_OF, cards, piles, f"cards turned up since, {of_pile}"),
        ]
    never = _never(rules)
    return [field for field in fields if field.name not in never]


def _never(rules: Rules) -> set[str]:
    """Fields that say nothing under some rules."""
    bids = bid_table(rules).bids
    never = set()
    if not any(bid.is_misere for bid in bids) or all(len(side) == 1 for side in rules.sides):
        never.add("sits_out")  # FH-MIS-2
    if not any(bid.kind is BidKind.OPEN_MISERE for bid in bids):
        never |= {"is_exposed", "exposed"}  # FH-MIS-4
    if Phase.NOMINATION not in phases_of(rules):
        never.add("nominated")
    if not _names_suits(rules):
        never.add("named")
    return never


class _Values:
    """The values of the fields in a view; made once for some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.pack = PACKS[rules.pack_name]
        self.phases = phases_of(rules)
        self.bids = {bid: at for at, bid in enumerate(bid_table(rules).bids)}

    def of(self, view: Any, put: CardSet) -> dict[str, Sequence[int]]:
        """Everything, by the name of the field."""
        view = cast(View, view)
        rules, me, n = self.rules, view.seat, self.rules.players
        around = [(me + k) % n for k in range(n)]  # the seat at each relative place

        def seat(absolute: int | None) -> list[int]:
            return [-1 if absolute is None else (absolute - me) % n]

        def seats(many: Iterable[int]) -> list[int]:
            return [sum([1 << (other - me) % n for other in many])]

        sides = sorted(range(len(rules.sides)), key=lambda at: min([(s - me) % n for s in rules.sides[at]]))
        contract = view.contract
        last: list[int] = [-1] * n
        passed: set[int] = set()
        for who, call in view.calls:
            if isinstance(call, Bid):
                last[(who - me) % n] = self.bids[call]
                passed.discard(who)
            elif call.text == "P":
                passed.add(who)
        put_away = put if view.put_away is None else view.put_away
        values: dict[str, Sequence[int]] = {
            "seat": [me],
            "dealer": seat(view.dealer),
            "scores": [view.scores[at] for at in sides],
            "phase": [self.phases.index(view.phase)],
            "turn": seat(view.turn),
            "looked": seats([other for other in range(n) if view.looked[other]]),
            "hand": [self._mask((view.hand or CardSet()) - put)],
            "dealt": [self._mask(view.dealt)],
            "kitty": [self._mask(view.kitty)],
            "put": [self._mask(put_away)],
            "high": [-1 if view.high is None else self.bids[view.high]],
            "high_seat": seat(view.high_seat),
            "last_bid": last,
            "last_passed": seats(passed),
            "contract": [-1 if contract is None else self.bids[contract.bid]],
            "contractor": seat(None if contract is None else contract.contractor),
            "side": seats(() if contract is None else contract.side),
            "nominated": [-1 if view.nominated is None else int(view.nominated)],
            "sits_out": seats(view.sits_out),
            "suits_led": [sum([1 << suit for suit in view.suits_led])],
            "leader": seat(view.leader),
            "trick": self._played(view.trick, me),
            "named": [int(view.trick[0].named) if view.trick and view.trick[0].named is not None else -1],
            "played": self._played([played for trick in view.finished for played in trick], me),
            "tricks": [view.tricks[other] for other in around],
            "sizes": [view.sizes[other] for other in around],
            "voids": [sum([1 << suit for suit in view.voids[other]]) for other in around],
            "is_exposed": seats([other for other in range(n) if view.exposed[other] is not None]),
            "exposed": [self._mask(view.exposed[other]) for other in around],
        }
        if rules.calls_partner:
            card = view.called if isinstance(view.called, Card) else None
            values["called"] = [pack_index(self.pack, card)]
            values["called_seat"] = seat(
                None if card is not None or view.called is None else int(view.called)
            )
            values["knows_partner"] = [int(view.knows_partner)]
        if rules.has_tables:
            piles = [pile for other in around for pile in view.tables[other]]
            laid = [pile for other in around for pile in view.laid[other]]
            values["from_table"] = [int(view.plays_from == "table")]
            values["table_up"] = [pack_index(self.pack, pile.up) for pile in piles]
            values["table_covers"] = [int(pile.covers) for pile in piles]
            values["laid_up"] = [pack_index(self.pack, pile.up) for pile in laid]
            values["laid_down"] = [pack_index(self.pack, pile.down) for pile in laid]
        return values

    def _mask(self, cards: CardSet | None) -> int:
        return pack_mask(self.pack, cards)

    def _played(self, cards: Iterable[PlayedCard], me: int) -> list[int]:
        """Masks of cards by place."""
        n = self.rules.players
        masks = [0] * (2 * n if self.rules.has_tables else n)
        for played in cards:
            masks[(played.seat - me) % n + n * played.from_table] |= 1 << self.pack.index(played.card)
        return masks


def _names_suits(rules: Rules) -> bool:
    """Whether a joker can be led naming a suit: not to the last trick (FH-JOK-8, FH-JOK-9, FH-JOK-11)."""
    return Card.JK in PACKS[rules.pack_name] and rules.joker_lead is not JokerLead.LAST_TRICK_ONLY


def _ids(rules: Rules) -> list[int]:
    """The ids of all single actions these rules can allow."""
    cards = list(PACKS[rules.pack_name])
    ids = [0, *[bid.id for bid in bid_table(rules).bids], *[Play(card).id for card in cards]]
    if rules.looks:
        ids.append(1)
    if rules.final_raise is not FinalRaise.NONE:
        ids.append(2)
    if rules.calls_partner:
        ids.append(3)
        if rules.five_partner is FivePartner.CALL_PLAYER:
            ids += [CallPartner(seat=seat).id for seat in range(rules.players)]
        else:
            ids += [CallPartner(card).id for card in cards if card is not Card.JK]  # FH-P5-3
    if rules.joker_nomination is JokerNomination.CONTRACTOR and Card.JK in cards:  # FH-JOK-2
        ids += [Nominate(suit).id for suit in (*Suit, None)]
    if _names_suits(rules):
        ids += [Play(Card.JK, named=suit).id for suit in Suit]
    if rules.kitty_size:
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
    >>> longest_deal(Rules(blind_misere=False)), longest_deal(Rules(auction="single", blind_misere=False))
    (74, 48)
    """
    n, table = rules.players, bid_table(rules)
    ranks = len({table.rank(bid) for bid in table.bids})
    if rules.auction is AuctionStyle.SINGLE:  # FH-BID-15
        calls = n
    elif not rules.pass_final:  # FH-BID-11: all others but one may pass between two bids
        calls = n - 1 + ranks + (ranks - 1) * max(n - 2, 0) + n - 1
    elif rules.final_raise is FinalRaise.REOPEN:  # FH-BID-13: every raise of his own brings all passes again
        calls = ranks * n
    else:
        calls = ranks + n - 1  # every rank once, and a pass of all but the last bidder
    looks = n if rules.looks else 0
    partner = int(rules.calls_partner)
    nomination = int(rules.joker_nomination is JokerNomination.CONTRACTOR)
    cards = rules.hand_size * n * (2 if rules.has_tables else 1)
    return calls + looks + rules.kitty_size + partner + nomination + cards
