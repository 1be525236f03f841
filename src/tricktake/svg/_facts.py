"""What a table picture shows, read off a view or a deal of either game.

Everything that depends on what may be seen is decided here: the drawing gets no view and no deal. A view is
read by its own fields only, which have never held a hidden card.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from cardcore import CardOrder
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.cards import Card, CardSet, Strain
from tricktake.contract import Contract
from tricktake.fivehundred.orders import card_order as fh_order
from tricktake.fivehundred.packs import PACKS as FH_PACKS
from tricktake.spades.orders import card_order as sp_order
from tricktake.spades.packs import PACKS as SP_PACKS
from tricktake.state import Phase
from tricktake.svg._options import names_of, short
from tricktake.svg._words import Label, call_label, points
from tricktake.view import PlayedCard

__all__ = ["Group", "LaidPile", "Seat", "Seen", "TableFacts", "read_table"]

Seen: TypeAlias = "fh.View | fh.Deal | sp.View | sp.Deal"


class LaidPile(NamedTuple):
    """A pile on a table: what lies face up, what lies under it, and whether anything does."""

    up: Card | None
    down: Card | None
    covers: bool


class Group(NamedTuple):
    """Cards beside the table: a kitty, what was put away, a dead hand."""

    label: str
    cards: CardSet | None
    """None: backs."""
    size: int
    again: bool
    """Whether the cards lie elsewhere by now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """What is shown of a seat."""

    seat: int
    name: str
    cards: CardSet | None
    """Its cards face up; None: backs."""
    count: int
    is_open: bool
    """Whether the cards lie open for everybody."""
    sits_out: bool
    is_dealer: bool
    is_turn: bool
    call: Label | None
    """Its bid, or its last call while calls are made."""
    notes: tuple[str, ...]
    piles: tuple[LaidPile, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFacts:
    """What is shown of a table."""

    source: Seen
    seats: tuple[Seat, ...]
    bottom: int
    """The seat at the bottom of the picture."""
    viewer: int | None
    """The seat that sees it; None: all hands are open."""
    phase: Phase
    contract: Contract | None
    order: CardOrder | None
    trick: tuple[PlayedCard, ...]
    last: tuple[PlayedCard, ...]
    """The trick before, if none is in progress."""
    groups: tuple[Group, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return tuple([seat.name for seat in self.seats])

    @property
    def turn(self) -> int | None:
        """The seat to act."""
        return next((seat.seat for seat in self.seats if seat.is_turn), None)


def is_deal(shown: Seen) -> bool:
    """Whether all hands are open."""
    return isinstance(shown, (fh.Deal, sp.Deal))


def read_table(shown: Seen, *, names: Sequence[str] | None, bottom: int | None = None) -> TableFacts:
    """Read what a picture of a table shows.

    Parameters
    ----------
    shown : View or Deal
    names : sequence of str or None, keyword only
    bottom : int or None, keyword only
        None: the viewer, or seat 0.

    Returns
    -------
    TableFacts

    Raises
    ------
    TypeError
        If it is no view and no deal.
    """
    if not isinstance(shown, (fh.View, fh.Deal, sp.View, sp.Deal)):
        raise TypeError(f"a view or a deal is needed, not {type(shown).__name__}")
    called = names_of(names, shown.rules.players)
    viewer = None if isinstance(shown, (fh.Deal, sp.Deal)) else shown.seat
    seats = [_seat(shown, seat, called[seat]) for seat in range(shown.rules.players)]
    finished = shown.finished
    return TableFacts(
        source=shown,
        seats=tuple(seats),
        bottom=bottom if bottom is not None else viewer or 0,
        viewer=viewer,
        phase=shown.phase,
        contract=None if isinstance(shown, (sp.View, sp.Deal)) else shown.contract,
        order=order_of_table(shown),
        trick=shown.trick,
        last=finished[-1] if finished and not shown.trick else (),
        groups=tuple(
            _fh_groups(shown) if isinstance(shown, (fh.View, fh.Deal)) else _sp_groups(shown, called)
        ),
    )


def order_of_table(shown: Seen) -> CardOrder | None:
    """How the cards rank; None before a contract of Five Hundred is known."""
    if isinstance(shown, (sp.View, sp.Deal)):
        return sp_order(SP_PACKS[shown.rules.pack_name])
    contract = shown.contract
    if contract is None:
        if shown.phase is Phase.PLAY or shown.finished:  # all have passed and it is played (FH-BID-14)
            return fh_order(FH_PACKS[shown.rules.pack_name], Strain.NO_TRUMP)
        return None
    return fh_order(FH_PACKS[shown.rules.pack_name], contract.strain, shown.nominated)


def calls_of(shown: Seen) -> Sequence[tuple[int, object]]:
    """The calls so far, oldest first."""
    return shown.auction if isinstance(shown, (fh.Deal, sp.Deal)) else shown.calls


def _seat(shown: Seen, seat: int, name: str) -> Seat:
    cards, is_open, count = _cards(shown, seat)
    sits_out = isinstance(shown, (fh.View, fh.Deal)) and seat in shown.sits_out
    return Seat(
        seat=seat,
        name=name,
        cards=cards,
        count=count,
        is_open=is_open,
        sits_out=sits_out,
        is_dealer=seat == shown.dealer,
        is_turn=seat == shown.turn,
        call=_call(shown, seat),
        notes=tuple(_notes(shown, seat, sits_out)),
        piles=_piles(shown, seat),
    )


def _cards(shown: Seen, seat: int) -> tuple[CardSet | None, bool, int]:
    """The cards of a seat if they may be seen, whether they lie open, and how many there are."""
    if isinstance(shown, (fh.Deal, sp.Deal)):
        held = shown.hand(seat)
        return held, isinstance(shown, fh.Deal) and shown.is_exposed(seat), len(held)
    exposed = shown.exposed[seat]
    cards = shown.hand if seat == shown.seat else exposed
    return cards, exposed is not None, shown.sizes[seat]


def _piles(shown: Seen, seat: int) -> tuple[LaidPile, ...]:
    if isinstance(shown, fh.View):
        return tuple([LaidPile(up, None, covers) for up, covers in (shown.tables or ((),) * 6)[seat]])
    if isinstance(shown, fh.Deal):
        return tuple([LaidPile(up, down, down is not None) for down, up in shown.piles(seat)])
    return ()


def _call(shown: Seen, seat: int) -> Label | None:
    """The bid of a seat; in Five Hundred the last call while calls are made, then the contract."""
    if isinstance(shown, (sp.View, sp.Deal)):
        bid = shown.bids[seat]
        return None if bid is None else call_label(bid)
    if shown.contract is not None:
        return call_label(shown.contract.bid) if seat == shown.contract.contractor else None
    mine = [call for caller, call in calls_of(shown) if caller == seat]
    return call_label(mine[-1]) if mine else None  # type: ignore[arg-type]


def _notes(shown: Seen, seat: int, sits_out: bool) -> list[str]:
    notes = []
    started = shown.phase in (Phase.PLAY, Phase.OVER)
    if sits_out:
        notes.append("sits out")
    elif started:
        won = shown.tricks[seat]
        notes.append(f"{won} trick" if won == 1 else f"{won} tricks")
    elif shown.phase is Phase.AUCTION and not _looked(shown, seat):
        notes.append("has not looked")
    if isinstance(shown, (fh.View, fh.Deal)) and _is_called(shown, seat):
        notes.append("partner")
    side = next(at for at, seats in enumerate(shown.rules.sides) if seat in seats)
    if isinstance(shown, (sp.View, sp.Deal)):
        bags = shown.bags[side]
        notes.append(f"{bags} bag" if bags == 1 else f"{bags} bags")
    score = shown.scores[side]
    notes.append(f"{points(score)} point" if abs(score) == 1 else f"{points(score)} points")
    return notes


def _is_called(shown: fh.View | fh.Deal, seat: int) -> bool:
    """Whether a seat is known to be the partner whom the contractor of five players has called (FH-P5-1)."""
    contract = shown.contract
    return shown.rules.players == 5 and contract is not None and seat in contract.side - {contract.contractor}


def _looked(shown: Seen, seat: int) -> bool:
    return shown.has_looked(seat) if isinstance(shown, (fh.Deal, sp.Deal)) else shown.looked[seat]


def _fh_groups(shown: fh.View | fh.Deal) -> list[Group]:
    """The kitty, what was put away, and the dead hand."""
    groups = []
    contract = shown.contract
    taken = contract is not None and not contract.is_sans_kitty and shown.start is None
    if isinstance(shown, fh.Deal):
        if shown.kitty:
            groups.append(Group("kitty as dealt" if taken else "kitty", shown.kitty, len(shown.kitty), taken))
        if shown.put_away is not None:
            groups.append(Group("put away", shown.put_away, len(shown.put_away), again=False))
        if shown.dead:
            groups.append(Group("dead hand", shown.dead, len(shown.dead), again=False))
        return groups
    size = shown.rules.kitty_size
    if taken:
        if shown.kitty is not None:
            groups.append(Group("kitty as dealt", shown.kitty, size, again=True))
        if shown.put_away is not None:
            groups.append(Group("put away", shown.put_away, size, again=False))
        elif shown.phase is not Phase.EXCHANGE:
            groups.append(Group("put away", None, size, again=False))
    elif shown.start is None:
        groups.append(Group("kitty", None, size, again=False))
    if shown.rules.has_dead_hand and shown.start is None:
        groups.append(Group("dead hand", None, shown.rules.hand_size, again=False))
    return groups


def _sp_groups(shown: sp.View | sp.Deal, names: Sequence[str]) -> list[Group]:
    """Cards put over to a partner, and award jacks that have been caught."""
    groups = []
    if isinstance(shown, sp.Deal):
        for giver, taker, cards in shown.exchanged:
            label = f"{short(names[giver])} to {short(names[taker])}"
            groups.append(Group(label, cards, len(cards), again=True))
    else:
        for label, found in (("given", shown.given), ("received", shown.received)):
            if found is not None:
                groups.append(Group(label, found, len(found), again=True))
    for seat, cards in enumerate(shown.caught):
        if cards:
            groups.append(Group(f"caught by {short(names[seat])}", cards, len(cards), again=True))
    return groups
