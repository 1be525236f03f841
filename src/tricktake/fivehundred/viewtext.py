"""A seat's view of Five Hundred as one line of text, and back; ``docs/view-text.md`` is the specification::

    five-hundred-view/1 rules=australian dealer=3 scores=0,0 seat=0 dealt=SA,SQ,… : 7H; P; 8H; P; P; put ?

Reading is strict: it plays a deal that fits through the rules, and refuses what no deal can have been with
the place.
"""

from __future__ import annotations

from dataclasses import replace

from cardcore import CardOrder, SeatOrder, Stream
from tricktake._checks import check_scores
from tricktake._text import (
    Head,
    read_cards,
    read_numbers,
    write_cards,
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
from tricktake.actions import Alone, BidKind, CallPartner, Nominate
from tricktake.cards import Card, CardSet, Strain, Suit, parse_card
from tricktake.contract import Contract
from tricktake.errors import GameError, RecordError
from tricktake.fivehundred.deal import Deal
from tricktake.fivehundred.info import PlayStart
from tricktake.fivehundred.options import JokerFollow
from tricktake.fivehundred.orders import card_order
from tricktake.fivehundred.packs import PACKS
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.text import _read_failed, _read_suits, _start, _suits
from tricktake.fivehundred.view import LaidPile, TablePile, View, on_tables, voids_shown
from tricktake.state import ListedActions, Phase

__all__ = ["TEXT_VERSION", "read_view", "write_view"]

TEXT_VERSION = 1
"""Version of the text form."""

_KIND = "five-hundred-view"
_FIELDS = ("rules", "dealer", "scores", "seat", "dealt", "kitty", "tables", "partner", "exposed", "phase")
_PLAY = ("contract", "contractor", "called", "nominated", "leader", "tricks", "led", "failed", "sizes")
_NO_CARDS = CardSet()


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
    >>> write_view(Deal(dealer=3, seed=500).view(0))
    'five-hundred-view/1 rules=australian dealer=3 scores=0,0 seat=0 dealt=?'
    """
    return write_head(_KIND, TEXT_VERSION, _written(view)) + write_steps(view.history)


def _written(view: View) -> dict[str, str]:
    """The fields of a view."""
    contract, start = view.contract, view.start
    fields = {
        "rules": rules_text(view.rules),
        "dealer": str(view.dealer),
        "scores": write_numbers(view.scores),
        "seat": str(view.seat),
        "dealt": UNSEEN if view.dealt is None else write_cards(view.dealt),
    }
    if view.kitty is not None:
        fields["kitty"] = write_cards(view.kitty)
    if view.laid:
        fields["tables"] = "|".join([",".join(map(_write_pile, table)) for table in view.laid])
    if contract is not None and view.rules.calls_partner and len(contract.side) > 1:
        fields["partner"] = str(next(iter(contract.side - {contract.contractor})))
    if contract is not None and contract.contractor != view.seat:
        exposed = view.exposed[contract.contractor]
        if exposed is not None:
            fields["exposed"] = write_cards(exposed)
    if view.phase is Phase.NOMINATION:
        fields["phase"] = view.phase.value
    if start is not None:
        fields |= _written_start(view, start)
    return fields


def _written_start(view: View, start: PlayStart) -> dict[str, str]:
    """The fields of a constructed deal."""
    fields = {
        "contract": start.contract.bid.text,
        "contractor": str(start.contract.contractor),
    }
    if start.called is not None:
        fields["called"] = start.called.name
    if start.nominated is not None:
        fields["nominated"] = start.nominated.letter
    if start.leader is not None:
        fields["leader"] = str(start.leader)
    if start.tricks is not None:
        fields["tricks"] = write_numbers(start.tricks)
    if start.suits_led:
        fields["led"] = _suits(start.suits_led)
    if start.failed is not None:
        fields["failed"] = "|".join([_suits(suits) for suits in start.failed])
    sizes = list(view.sizes)
    for trick in (*view.finished, view.trick):
        for played in trick:
            sizes[played.seat] += not played.from_table
    fields["sizes"] = write_numbers(sizes)
    return fields


def _write_pile(pile: LaidPile) -> str:
    down = UNSEEN if pile.covers and pile.down is None else "-" if pile.down is None else pile.down.name
    return f"{down}/{'-' if pile.up is None else pile.up.name}"


# ---- reading -----------------------------------------------------------------------------------------


def read_view(text: str) -> View:
    """Read a view from one line.

    Parameters
    ----------
    text : str
        As :func:`write_view` writes it; fields in any order, ``scores`` may be left out.

    Returns
    -------
    View

    Raises
    ------
    RecordError
        If the text is damaged, of another version, or no deal can have gone so.

    Examples
    --------
    >>> deal = Deal(dealer=3, seed=500).push_all("7H P 8H P P")
    >>> read_view(write_view(deal.view(1))) == deal.view(1)
    True
    """
    end, begin = split_view(text)
    reading = _Reading(Head(text, end, _KIND, TEXT_VERSION, _FIELDS + _PLAY), Steps(text, begin))
    draft = reading.draft()
    # A constructed deal need not be one that could come about: the failures it says there were bind no card.
    plain = draft if draft.start is None else replace(draft, start=draft.start._replace(failed=None))
    try:
        held = lay_out(plain, reading.voids(plain), "FH-PLAY-2")
        deal, actions = draft.world_maker().opening(held, lambda: Stream(0))
    except (GameError, IndexError) as error:
        raise RecordError(str(error), text, begin) from error
    reading.steps.replay(deal, actions)
    view = deal.view(draft.seat)
    check_fits(reading.head, _written(view), _READERS, _DEFAULTS)
    return view


def _read_laid(text: str) -> tuple[tuple[LaidPile, ...], ...]:
    tables = tuple([tuple(map(_read_pile, table.split(","))) for table in text.split("|")])
    if len(tables) != 2 or any(len(table) != 5 for table in tables):
        raise ValueError(f"expected two tables of five piles, got {text[:20]!r}")
    return tables


def _read_pile(text: str) -> LaidPile:
    down, slash, up = text.partition("/")
    if not slash:
        raise ValueError(f"expected a card face down, a slash and a card face up, got {text[:20]!r}")
    below = None if down in ("-", UNSEEN) else parse_card(down)
    return LaidPile(None if up == "-" else parse_card(up), down != "-", below)


def _read_phase(text: str) -> Phase:
    if text != Phase.NOMINATION.value:
        raise ValueError(f"expected nomination, got {text[:20]!r}")
    return Phase.NOMINATION


def _read_dealt(text: str) -> CardSet | None:
    return None if text == UNSEEN else read_cards(text)


_READERS = {
    "dealt": _read_dealt,
    "kitty": read_cards,
    "tables": _read_laid,
    "partner": read_numbers,
    "exposed": read_cards,
    "phase": _read_phase,
    "led": _read_suits,
    "failed": _read_failed,
    "sizes": read_numbers,
    "called": parse_card,
}
_DEFAULTS = ("scores", "leader")


class _Reading:
    """A text on the way to a view."""

    def __init__(self, head: Head, steps: Steps) -> None:
        self.head, self.steps = head, steps
        self.rules = rules = head.need("rules", Rules.from_text)
        self.dealer = head.need("dealer", read_seat("dealer", rules.players))
        self.seat = head.need("seat", read_seat("seat", rules.players))
        self.scores = head.get("scores", lambda value: check_scores(read_numbers(value), len(rules.sides)))
        self.dealt = head.need("dealt", _read_dealt)
        self.kitty = head.get("kitty", read_cards)
        self.exposed = head.get("exposed", read_cards)
        self.laid = head.need("tables", _read_laid) if rules.has_tables else ()
        self.partner = head.get("partner", read_seat("partner", rules.players))
        self.asked = head.get("phase", _read_phase) is not None
        self.start = self._start()
        self.put: CardSet | None = None
        self.called: Card | int | None = None if self.start is None else self.start.called
        self.nominated: Suit | None = None if self.start is None else self.start.nominated
        known = {"dealt": self.dealt, "kitty": self.kitty, "exposed": self.exposed}
        sets = {name: cards for name, cards in known.items() if cards is not None}
        if self.laid:
            piles = [pile for table in self.laid for pile in table]
            lying = [card for pile in piles for card in (pile.up, pile.down) if card is not None]
            sets["tables"] = CardSet(lying)
            if len(sets["tables"]) != len(lying):
                raise RecordError("tables: a card stands twice", head.text, head.offset("tables"))
        check_known(head, PACKS[rules.pack_name], sets)

    def _start(self) -> PlayStart | None:
        """Where a constructed deal began."""
        head, rules = self.head, self.rules
        if "contract" not in head.fields:
            for name in _PLAY:
                if name in head.fields:
                    raise RecordError(f"{name} needs a contract", head.text, head.offset(name))
            return None
        start = _start(head, rules)
        assert start is not None
        places = 2 * rules.players if rules.has_tables else rules.players
        leader = head.get("leader", read_seat("leader", places))
        return start._replace(leader=start.contract.contractor if leader is None else leader)

    def draft(self) -> View:
        """The view as far as finding a deal for it takes it: what may be done now is not filled in.

        A play counts as one even where it is over, which tells nothing of cards.
        """
        deal = self._calls()
        contract, phase = self._contract(deal), deal.phase
        if self.start is not None:
            phase = Phase.PLAY
        elif contract is not None:
            phase = self._announce(contract)
        looked = self.start is not None or deal.has_looked(self.seat)
        if looked != (self.dealt is not None):
            why = "has looked at its cards" if looked else "has not looked at its cards yet"
            text, offset = self.head.text, self.head.offset("dealt")
            raise RecordError(f"dealt: seat {self.seat} {why}", text, offset)
        return self._played(deal, contract, phase)

    def voids(self, draft: View) -> tuple[frozenset[Suit], ...]:
        """The suits each seat of a draft has shown to be void in."""
        rules, contract = self.rules, draft.contract
        strain = Strain.NO_TRUMP if contract is None else contract.strain
        misere = contract is not None and contract.is_misere
        return voids_shown(
            rules.players,
            card_order(PACKS[rules.pack_name], strain, draft.nominated),
            filter(None, (*draft.finished, draft.trick)),
            first_or_last=rules.joker_follow is JokerFollow.FIRST_OR_LAST and not misere,
            start=draft.start,
            known=(draft.dealt or _NO_CARDS) | on_tables(draft.laid),
        )

    def _calls(self) -> Deal:
        """The calls, in a deal of any cards."""
        pack = tuple(PACKS[self.rules.pack_name])
        deal = Deal(self.rules, dealer=self.dealer, pack=pack, scores=self.scores)
        if self.start is None:
            while self.steps and deal.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
                self.steps.call(deal)
        return deal

    def _contract(self, deal: Deal) -> Contract | None:
        """The contract, with the partner the seat knows of (FH-P5-2)."""
        if self.start is not None:
            return self.start.contract
        contract = deal.contract
        if contract is None or self.partner is None or contract.is_misere or not self.rules.calls_partner:
            return contract
        side = {contract.contractor, self.partner}
        return Contract(contract.bid, contractor=contract.contractor, side=side)

    def _announce(self, contract: Contract) -> Phase:
        """What the contractor does before the play (FH-KIT-4); the phase it has come to."""
        steps, seat = self.steps, contract.contractor
        if not contract.is_sans_kitty:
            if seat == self.seat:
                self.head.need("kitty", read_cards)
            if not steps:
                return Phase.EXCHANGE
            self.put = steps.exchange(seat, known=seat == self.seat)
        if self.rules.calls_partner and not contract.is_misere:
            if not steps:
                return Phase.PARTNER
            call = steps.take(seat, Phase.PARTNER, Alone, CallPartner)
            if isinstance(call, CallPartner):
                self.called = call.seat if call.card is None else call.card
        if self.asked:
            if steps:
                raise steps.wrong("phase=nomination says that nothing has been done after the exchange")
            return Phase.NOMINATION
        if steps.next_is("name"):
            action = steps.take(seat, Phase.NOMINATION, Nominate)
            assert isinstance(action, Nominate)
            self.nominated = action.suit
        return Phase.PLAY

    def _played(self, deal: Deal, contract: Contract | None, phase: Phase) -> View:
        """The draft, after the plays."""
        rules, seat, start = self.rules, self.seat, self.start
        strain = Strain.NO_TRUMP if contract is None else contract.strain
        order = card_order(PACKS[rules.pack_name], strain, self.nominated)
        taker = None
        if contract is not None and start is None and not contract.is_sans_kitty:
            taker = contract.contractor
        sizes = list(self._sizes())
        hand = self.dealt or _NO_CARDS
        if taker == seat:
            hand = (hand | (self.kitty or _NO_CARDS)) - (self.put or _NO_CARDS)
        if phase is Phase.EXCHANGE and taker is not None:
            sizes[taker] += rules.kitty_size
        followed = Followed((), (), 0, tuple(sizes))
        if phase is Phase.PLAY:
            followed = self._follow(order, contract, sizes, hand)
        self.steps.end()
        sizes = [size - len(followed.played_by(other)) for other, size in enumerate(sizes)]
        is_open = contract is not None and contract.bid.kind is BidKind.OPEN_MISERE  # FH-MIS-4
        shown = {contract.contractor: self.exposed} if contract is not None and is_open else {}
        return replace(
            deal.view(seat),
            phase=phase,
            hand=None if self.dealt is None else hand - followed.played_by(seat),
            dealt=self.dealt,
            history=tuple(self.steps.taken),
            finished=followed.finished,
            trick=followed.trick,
            sizes=tuple(sizes),
            voids=(frozenset(),) * rules.players,
            exposed=tuple([shown.get(other) for other in range(rules.players)]),
            legal_actions=ListedActions(()),
            contract=contract,
            called=self.called,
            knows_partner=False,
            tables=self._tables(followed),
            laid=self.laid,
            nominated=self.nominated,
            kitty=self.kitty if taker == seat else None,
            put_away=self.put if taker == seat else None,
            start=start,
        )

    def _sizes(self) -> tuple[int, ...]:
        """The cards in each hand before the first lead."""
        players = self.rules.players
        if self.start is None:
            return (self.rules.hand_size,) * players
        sizes = self.head.need("sizes", read_numbers)
        if len(sizes) != players:
            why = f"sizes: {players} numbers are needed, got {len(sizes)}"
            raise RecordError(why, self.head.text, self.head.offset("sizes"))
        return sizes

    def _follow(
        self, order: CardOrder, contract: Contract | None, sizes: list[int], hand: CardSet
    ) -> Followed:
        """Who plays what (FH-PLAY-2, FH-MIS-3, FH-P2-4)."""
        players = self.rules.players
        out = frozenset[int]()
        if contract is not None and contract.is_misere:
            out = contract.side - {contract.contractor}
        if self.start is not None and self.start.leader is not None:
            leader = self.start.leader
        else:
            leader = (self.dealer + 1) % players if contract is None else contract.contractor
        left = [0 if seat in out else size for seat, size in enumerate(sizes)]
        left += [sum([(pile.up is not None) + pile.covers for pile in table]) for table in self.laid]
        return follow_tricks(
            self.steps,
            order,
            SeatOrder.two_tables() if self.laid else SeatOrder.circle(players, out=sorted(out)),
            leader=leader,
            left=left,
            players=players,
            own=(self.seat, hand),
            elsewhere=(self.put or _NO_CARDS) | (self.exposed or _NO_CARDS),
        )

    def _tables(self, followed: Followed) -> tuple[tuple[TablePile, ...], ...]:
        """The piles now (FH-P2-6)."""
        done = {one.card for trick in followed.finished for one in trick}
        now = {one.card for one in followed.trick}
        return tuple([tuple([self._lying(pile, done, now) for pile in table]) for table in self.laid])

    def _lying(self, pile: LaidPile, done: set[Card], now: set[Card]) -> TablePile:
        up, covers, down = pile
        if up is None or up in now:
            return TablePile(None, up is not None and covers)  # what it covers turns up after the trick
        if up not in done:
            return TablePile(up, covers)
        if covers and down is None:
            why = f"tables: the card under {up} has been turned up, so it is known"
            raise RecordError(why, self.head.text, self.head.offset("tables"))
        return TablePile(None if down in done or down in now else down, False)
