"""A seat's view of spades as one line of text, and back; ``docs/view-text.md`` is the specification::

    spades-view/1 rules=official dealer=2 scores=0,0,0 bags=0,0,0 sixes=0,0,0 seat=0 dealt=SA,SQ,… : 4; …

Reading is strict: it plays a deal that fits through the rules, and refuses what no deal can have been with
the place.
"""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from cardcore import Stream
from tricktake._checks import check_scores
from tricktake._text import (
    Head,
    read_cards,
    read_hands,
    read_numbers,
    write_cards,
    write_hands,
    write_head,
    write_numbers,
)
from tricktake._viewtext import (
    UNSEEN,
    Followed,
    Steps,
    check_fits,
    check_known,
    follow_tricks,
    lay_out,
    read_seat,
    rules_text,
    split_view,
    write_steps,
)
from tricktake.actions import Bid, Exchange
from tricktake.cards import CardSet, Suit
from tricktake.errors import GameError, RecordError
from tricktake.hidden import Fact, Place, PlaceKind
from tricktake.spades.deal import Deal, check_bags, check_counts
from tricktake.spades.info import PlayStart
from tricktake.spades.orders import card_order, first_leader, leads_by_c2, play_table
from tricktake.spades.packs import PACKS
from tricktake.spades.rules import Rules
from tricktake.spades.text import _read_yes, _start
from tricktake.spades.view import View, voids_shown
from tricktake.state import ListedActions, Phase

__all__ = ["TEXT_VERSION", "read_view", "write_view"]

TEXT_VERSION = 1
"""Version of the text form."""

_KIND = "spades-view"
_FIELDS = ("rules", "dealer", "scores", "bags", "sixes", "seat", "dealt", "leader")
_PLAY = ("bids", "tricks", "broken", "caught", "sizes")
_NO_CARDS = CardSet()
_B6 = Bid("B6")


# ---- writing -----------------------------------------------------------------------------------------


def write_view(view: View) -> str:
    """Write a view in one line.

    Parameters
    ----------
    view : View

    Returns
    -------
    str
        What the seat knows and nothing else.

    Examples
    --------
    >>> write_view(Deal(dealer=2, seed=500).view(0))
    'spades-view/1 rules=official dealer=2 scores=0,0,0 bags=0,0,0 sixes=0,0,0 seat=0 dealt=?'
    """
    return write_head(_KIND, TEXT_VERSION, _written(view)) + write_steps(view.history)


def _written(view: View) -> dict[str, str]:
    """The fields of a view."""
    start = view.start
    sixes = [used - (bid is _B6) for used, bid in zip(view.blind_sixes, view.bids, strict=True)]
    fields = {
        "rules": rules_text(view.rules),
        "dealer": str(view.dealer),
        "scores": write_numbers(view.scores),
        "bags": write_numbers(view.bags),
        "sixes": write_numbers(sixes),
        "seat": str(view.seat),
        "dealt": UNSEEN if view.dealt is None else write_cards(view.dealt),
    }
    first = _first_leader(view)
    if first is not None and (start is not None or leads_by_c2(view.rules)):
        fields["leader"] = str(first)
    if start is None:
        return fields
    fields["bids"] = ",".join([bid.text for bid in cast("tuple[Bid, ...]", start.bids)])
    if start.tricks is not None:
        fields["tricks"] = write_numbers(start.tricks)
    if start.is_broken:
        fields["broken"] = "yes"
    if start.caught is not None:
        fields["caught"] = write_hands(cast("tuple[CardSet, ...]", start.caught))
    sizes = list(view.sizes)
    for trick in (*view.finished, view.trick):
        for played in trick:
            sizes[played.seat] += 1
    fields["sizes"] = write_numbers(sizes)
    return fields


def _first_leader(view: View) -> int | None:
    """Who led the first trick or is to lead it; None before the play."""
    if view.start is not None:
        return view.start.leader
    return next((trick[0].seat for trick in (*view.finished, view.trick) if trick), view.leader)


# ---- reading -----------------------------------------------------------------------------------------


def read_view(text: str) -> View:
    """Read a view from one line.

    Parameters
    ----------
    text : str
        As :func:`write_view` writes it; fields in any order, ``scores``, ``bags`` and ``sixes`` may be left
        out.

    Returns
    -------
    View

    Raises
    ------
    RecordError
        If the text is damaged, of another version, or no deal can have gone so.

    Examples
    --------
    >>> deal = Deal(dealer=2, seed=500).push_all("5 NIL 6")
    >>> read_view(write_view(deal.view(1))) == deal.view(1)
    True
    """
    end, begin = split_view(text)
    reading = _Reading(Head(text, end, _KIND, TEXT_VERSION, _FIELDS + _PLAY), Steps(text, begin))
    draft = reading.draft()
    try:
        held = lay_out(draft, reading.voids(draft), "CS-PLAY-2", reading.facts())
        deal, actions = draft.world_maker().opening(held, lambda: Stream(0))
    except (GameError, IndexError) as error:
        raise RecordError(str(error), text, begin) from error
    reading.steps.replay(deal, actions)
    view = deal.view(draft.seat)
    check_fits(reading.head, _written(view), _READERS, _DEFAULTS)
    return view


def _read_dealt(text: str) -> CardSet | None:
    return None if text == UNSEEN else read_cards(text)


_READERS = {
    "dealt": _read_dealt,
    "leader": read_numbers,
    "broken": _read_yes,
    "caught": read_hands,
    "sizes": read_numbers,
}
_DEFAULTS = ("scores", "bags", "sixes")


class _Reading:
    """A text on the way to a view."""

    def __init__(self, head: Head, steps: Steps) -> None:
        self.head, self.steps = head, steps
        self.rules = rules = head.need("rules", Rules.from_text)
        players, sides = rules.players, len(rules.sides)
        self.dealer = head.need("dealer", read_seat("dealer", players))
        self.seat = head.need("seat", read_seat("seat", players))
        self.scores = head.get("scores", lambda value: check_scores(read_numbers(value), sides))
        self.bags = head.get("bags", lambda value: check_bags(rules, read_numbers(value)))
        sixes = head.get("sixes", lambda value: check_counts(read_numbers(value), players, "sixes"))
        self.sixes = (0,) * players if sixes is None else sixes
        self.dealt = head.need("dealt", _read_dealt)
        self.start = self._start()
        known = {"dealt": self.dealt or _NO_CARDS}
        if self.start is not None and self.start.caught is not None:
            known["caught"] = self._caught()
        check_known(head, PACKS[rules.pack_name], known)
        self.given: CardSet | None = None
        self.received: CardSet | None = None

    def _start(self) -> PlayStart | None:
        """Where a constructed deal began."""
        head = self.head
        if "bids" not in head.fields:
            for name in _PLAY:
                if name in head.fields:
                    raise RecordError(f"{name} needs bids", head.text, head.offset(name))
            return None
        start = _start(head)
        assert start is not None
        if len(start.bids) != self.rules.players:
            why = f"bids: {self.rules.players} bids are needed, got {len(start.bids)}"
            raise RecordError(why, head.text, head.offset("bids"))
        head.get("leader", read_seat("leader", self.rules.players))
        return start.frozen()

    def _caught(self) -> CardSet:
        """The award jacks caught before a constructed deal, all together."""
        caught = () if self.start is None else cast("tuple[CardSet, ...]", self.start.caught or ())
        return CardSet([card for cards in caught for card in cards])

    def facts(self) -> list[Fact]:
        """What is known beside the draft: where the jacks are that were caught."""
        if self.start is None:
            return []
        caught, gone = self._caught(), frozenset((Place(PlaceKind.GONE),))
        return [Fact(caught, gone, f"{caught} has been caught before", "CS-AWARD-1")]

    def voids(self, draft: View) -> tuple[frozenset[Suit], ...]:
        """The suits each seat of a draft has shown to be void in."""
        order, tricks = card_order(PACKS[self.rules.pack_name]), filter(None, (*draft.finished, draft.trick))
        broken = self.start is not None and self.start.is_broken
        return voids_shown(self.rules.players, order, tricks, broken=broken)

    def draft(self) -> View:
        """The view as far as finding a deal for it takes it: what may be done now is not filled in.

        A play counts as one even where it is over, which tells nothing of cards.
        """
        rules, start, seat = self.rules, self.start, self.seat
        deal = self._calls()
        sizes = list(self._sizes())
        hand = self.dealt or _NO_CARDS
        if start is None:
            hand = self._exchanges(deal, sizes, hand)
        looked = start is not None or deal.has_looked(seat)
        if looked != (self.dealt is not None):
            why = "has looked at its cards" if looked else "has not looked at its cards yet"
            text, offset = self.head.text, self.head.offset("dealt")
            raise RecordError(f"dealt: seat {seat} {why}", text, offset)
        leader = None
        followed = Followed((), (), 0, tuple(sizes))
        if start is not None or deal.phase is Phase.PLAY:
            leader = self._leader(sizes)
            followed = self._follow(leader, sizes, hand)
        self.steps.end()
        base = deal.view(seat)
        bids = base.bids if start is None else cast("tuple[Bid, ...]", start.bids)
        return replace(
            base,
            phase=deal.phase if leader is None else Phase.PLAY,
            hand=None if self.dealt is None else hand - followed.played_by(seat),
            dealt=self.dealt,
            history=tuple(self.steps.taken),
            leader=leader,
            finished=followed.finished,
            trick=followed.trick,
            sizes=tuple([size - len(followed.played_by(other)) for other, size in enumerate(sizes)]),
            voids=(frozenset(),) * rules.players,
            legal_actions=ListedActions(()),
            blind_sixes=tuple([used + (bid is _B6) for used, bid in zip(self.sixes, bids, strict=True)]),
            bids=bids,
            given=self.given,
            received=self.received,
            start=start,
        )

    def _calls(self) -> Deal:
        """The bids, in a deal of any cards."""
        deal = Deal(
            self.rules,
            dealer=self.dealer,
            pack=tuple(PACKS[self.rules.pack_name]),
            scores=self.scores,
            bags=self.bags,
            blind_sixes=self.sixes,
        )
        if self.start is None:
            while self.steps and deal.phase is Phase.AUCTION:
                self.steps.call(deal)
        return deal

    def _exchanges(self, deal: Deal, sizes: list[int], hand: CardSet) -> CardSet:
        """The exchanges of blind nil (SP-BID-4); the seat's cards after them."""
        mine = self.rules.sides[self.rules.side_of(self.seat)]
        while self.steps and deal.phase is Phase.EXCHANGE:
            giver = cast(int, deal.turn)
            taker = (giver + 2) % 4
            cards = self.steps.exchange(giver, known=giver in mine)
            deal.push(cast(Exchange, deal.legal_actions[0]))  # any cards, to see who is next
            sizes[giver] -= self.rules.bn_exchange
            sizes[taker] += self.rules.bn_exchange
            if cards is None:
                continue
            if giver == self.seat:
                self.given, hand = cards, hand - cards
            else:
                self.received, hand = cards, hand | cards
        return hand

    def _sizes(self) -> tuple[int, ...]:
        """The cards in each hand before the first lead."""
        if self.start is None:
            return self.rules.hand_sizes(self.dealer)
        sizes = self.head.need("sizes", read_numbers)
        if len(sizes) != self.rules.players:
            why = f"sizes: {self.rules.players} numbers are needed, got {len(sizes)}"
            raise RecordError(why, self.head.text, self.head.offset("sizes"))
        return sizes

    def _leader(self, sizes: list[int]) -> int:
        """Who leads to the first trick; where the two of clubs says so, the text does (CS-PLAY-7)."""
        read = read_seat("leader", self.rules.players)
        found = self.head.get("leader", read)
        if found is not None:
            return found
        if leads_by_c2(self.rules) if self.start is None else any(sizes):
            return self.head.need("leader", read)
        return first_leader(self.rules, self.dealer, None)

    def _follow(self, leader: int, sizes: list[int], hand: CardSet) -> Followed:
        """Who plays what (CS-PLAY-1, CS-PLAY-8)."""
        start, rules = self.start, self.rules
        fresh = start is None or (
            not any(start.tricks or ()) and tuple(sizes) == rules.hand_sizes(self.dealer)
        )
        setup = play_table(rules, self.dealer, fresh=fresh).setup
        return follow_tricks(
            self.steps,
            setup.order,
            setup.seats,
            leader=leader,
            left=sizes,
            players=rules.players,
            own=(self.seat, hand),
            elsewhere=self._caught(),
        )
