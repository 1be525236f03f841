"""The cells of a deal with unknown cards: where each card can have been dealt, and played from.

What the record tells of cards leaves each of them some cells; :mod:`tricktake.records.unknown` draws one of
them and learns more.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import Any, NamedTuple

from tricktake.actions import Exchange
from tricktake.cards import Card, CardSet, parse_card
from tricktake.errors import GameError, RecordError
from tricktake.hidden import pack_order
from tricktake.records.deals import DealRecord
from tricktake.records.fields import UNKNOWN, Json, from_json, to_json
from tricktake.records.games import game_of
from tricktake.records.moves import main_line
from tricktake.records.reading import MAX_ROUNDS, MORE_ROUNDS, FieldError
from tricktake.records.replay import start_deal
from tricktake.state import Phase

__all__ = ["Cell", "Effort", "Layout", "NoSuchDeal", "TooLong"]


class NoSuchDeal(RecordError):
    """No cards can be found with which every action of a record is legal.

    Parameters
    ----------
    message : str
    text : str, default ""
        What shows it.
    field : str, default "hands", keyword only
        The field that shows it.

    Examples
    --------
    >>> issubclass(NoSuchDeal, RecordError), NoSuchDeal("no cards fit").field
    (True, 'hands')
    """

    field: str
    """The field that shows it."""

    def __init__(self, message: str, text: str = "", *, field: str = "hands") -> None:
        super().__init__(message, text)
        self.field = field

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.text), {"field": self.field}


class TooLong(NoSuchDeal):
    """Looking for cards takes longer than it may; there may be some.

    Examples
    --------
    >>> issubclass(TooLong, NoSuchDeal)
    True
    """


class Effort:
    """How many rounds the searches of a file may still take.

    Parameters
    ----------
    rounds : int, default MAX_ROUNDS

    Examples
    --------
    >>> effort = Effort(1)
    >>> effort.spend()
    >>> try:
    ...     effort.spend()
    ... except TooLong as error:
    ...     print(error)
    finding unknown cards takes too long: more than 5000 rounds and 4 for each such deal
    """

    def __init__(self, rounds: int = MAX_ROUNDS) -> None:
        self.left: int = rounds

    def add_deal(self) -> None:
        """Allow the rounds of one more deal."""
        self.left += MORE_ROUNDS

    def spend(self) -> None:
        """Begin a round; TooLong if there are none left."""
        if self.left <= 0:
            most = f"more than {MAX_ROUNDS} rounds and {MORE_ROUNDS} for each such deal"
            raise TooLong(f"finding unknown cards takes too long: {most}", "")
        self.left -= 1


class Cell(NamedTuple):
    """Where a card can have been: dealt to some place, and played or kept in some place."""

    dealt: str
    kept: str
    returned: bool = False  # whether it was put over to the partner and came back


GONE = Cell("gone", "gone")


class Layout:
    """What cells a deal has, how many cards each takes, and which cells each card can be in.

    Parameters
    ----------
    record : DealRecord
    rules : Rules
    holder : int or None, keyword only
        The seat that is taken to hold the two of clubs, where that says who leads.
    returned : pair of int, keyword only
        How many cards each pair of partners is taken to give back.

    Raises
    ------
    NoSuchDeal
        If what is known does not fit together.
    """

    def __init__(
        self, record: DealRecord, rules: Any, *, holder: int | None, returned: tuple[int, int]
    ) -> None:
        self.record, self.rules, self.returned = record, rules, returned
        pack = import_module(game_of(rules).package).PACKS[rules.pack_name]
        self.order = pack_order(pack)
        self.values: dict[str, Json] = {name: to_json(name, text) for name, text in record.fields}
        self.sizes: dict[Cell, int] = {}
        self.known: dict[Card, frozenset[Cell]] = {}
        self.taker, self.puts = self._exchanges()
        self._check_shape()
        self._lay_cells()
        self.allowed = {card: self.known.get(card, frozenset(self.sizes)) for card in self.order.cards}
        self._use_puts()
        if holder is not None:
            self._keep(Card.C2, self._kept(f"seat {holder}"))

    def _hands(self) -> list[list[str]]:
        hands: Any = self.values.get("hands") or []
        return list(hands)

    def _exchanges(self) -> tuple[int | None, dict[int, CardSet | None]]:
        """Who takes the kitty, and for each seat that puts cards away what is known of them."""
        moves = main_line(self.record.entries)
        if "contract" in self.values or "bids" in self.values:
            return None, {}
        deal = self._any_deal()
        puts: dict[int, CardSet | None] = {}
        taker = None
        for move in moves:
            if deal.phase is Phase.EXCHANGE:
                seat = deal.turn
                if move.action is not None and not isinstance(move.action, Exchange):
                    raise NoSuchDeal(f"seat {seat} puts cards away first; got {move.text}", move.text)
                puts[seat] = None if move.action is None else move.action.cards
                if "kitty" in self.values:
                    taker = seat
                    break
                deal.push(deal.legal_actions[0])
            elif deal.phase in (Phase.AUCTION, Phase.FINAL_RAISE):
                if move.action is None:
                    raise NoSuchDeal("nobody puts cards away in the auction", move.text)
                try:
                    deal.push(move.action)
                except GameError as error:
                    raise NoSuchDeal(str(error), move.text) from error
            else:
                break
        return taker, puts

    def _any_deal(self) -> Any:
        """A deal of any cards, for which calls are legal depends on none."""
        told = {
            name: text for name, text in self.record.fields if name in ("dealer", "scores", "bags", "sixes")
        }
        if "dealer" not in told:
            raise NoSuchDeal("dealer is missing", "", field="dealer")
        pack = from_json("pack", [card.name for card in self.order.cards])
        try:
            return start_deal(self.rules, (*told.items(), ("pack", pack)))
        except FieldError as error:
            field = "hands" if error.field == "pack" else error.field  # the pack is none of the record's
            raise NoSuchDeal(str(error), error.text, field=field) from error

    def _check_shape(self) -> None:
        """Refuse hands and tables for which there are no seats."""
        players = self.rules.players
        if len(self._hands()) != players:
            raise NoSuchDeal(f"{players} hands are needed, got {len(self._hands())}", "")
        tables: Any = self.values.get("tables") or []
        if tables and (len(tables) != players or any(len(table) != 5 for table in tables)):
            raise NoSuchDeal("two tables of five piles are needed", "")

    def _lay_cells(self) -> None:
        """What cells there are, how many cards each takes, and what the record tells of them."""
        passing = set() if self.taker is not None else set(self.puts)
        for seat, hand in enumerate(self._hands()):
            mate = (seat + 2) % self.rules.players
            if seat == self.taker:
                self._lay_taker(seat, hand)
            elif seat in passing or mate in passing:
                self._lay_partner(seat, mate, hand)
            else:
                self._lay(Cell(f"seat {seat}", f"seat {seat}"), hand)
        if self.taker is None and "kitty" in self.values:
            self._lay(Cell("kitty", "kitty"), self.values["kitty"])
        if "dead" in self.values:
            self._lay(Cell("dead", "dead"), self.values["dead"])
        tables: Any = self.values.get("tables") or []
        for seat, table in enumerate(tables):
            for at, pile in enumerate(table):
                for side, card in zip(("down", "up"), pile, strict=True):
                    if card is not None:
                        self._lay(Cell(f"{side} {seat} {at}", f"table {seat}"), [card])
        told = sum(self.sizes.values())
        spare = len(self.order) - told
        if spare < 0 or (spare and "contract" not in self.values and "bids" not in self.values):
            raise NoSuchDeal(f"the cards of the deal are {told}, and the pack has {len(self.order)}", "")
        if spare:
            self.sizes[GONE] = spare
        caught: Any = self.values.get("caught") or []
        for cards in caught:
            for name in cards:
                self._tell(name, {GONE})

    def _lay(self, cell: Cell, cards: Any) -> None:
        self.sizes[cell] = len(cards)
        for name in cards:
            self._tell(name, {cell})

    def _lay_taker(self, seat: int, hand: list[str]) -> None:
        """The hand and the kitty of a contractor, of which he kept some cards and put the others away."""
        kitty: Any = self.values.get("kitty") or []
        keep, put = Cell("taken", f"seat {seat}"), Cell("taken", "put")
        self.sizes[keep], self.sizes[put] = len(hand), len(kitty)
        for name in (*hand, *kitty):
            self._tell(name, {keep, put})

    def _lay_partner(self, seat: int, mate: int, hand: list[str]) -> None:
        """A hand of which some cards go to the partner (SP-BID-4), or none if that was not reached."""
        keep = Cell(f"seat {seat}", f"seat {seat}")
        give = Cell(f"seat {seat}", f"seat {mate}")
        back = Cell(f"seat {seat}", f"seat {seat}", returned=True)
        order = list(self.puts)
        both = seat in order and mate in order
        number = self.rules.bn_exchange if both else 0
        given = number - self.returned[order.index(seat) // 2] if both else 0
        came_back = number - given if both and order.index(seat) < order.index(mate) else 0
        self.sizes[give], self.sizes[back] = given, came_back
        self.sizes[keep] = len(hand) - given - came_back
        if self.sizes[keep] < 0:
            raise NoSuchDeal(f"seat {seat} has no {number} cards to put over", "")
        for name in hand:
            self._tell(name, {keep, give, back})

    def _tell(self, name: Any, cells: set[Cell]) -> None:
        if name == UNKNOWN:
            return
        card = parse_card(name)
        if card not in self.order:
            raise NoSuchDeal(f"{card} is not in the pack of {len(self.order)}", name)
        if card in self.known:
            raise NoSuchDeal(f"{card} stands twice", name)
        self.known[card] = frozenset(cells)

    def _use_puts(self) -> None:
        """What is known of cards put away."""
        for seat, cards in self.puts.items():
            if cards is None:
                continue
            mate = (seat + 2) % self.rules.players
            cells = {Cell("taken", "put")} if self.taker is not None else self._given(seat, mate)
            for card in cards:
                self._keep(card, cells)

    def _given(self, seat: int, mate: int) -> set[Cell]:
        """The cells of the cards a seat puts over to its partner."""
        if mate not in self.puts:
            return self._kept(f"seat {seat}")
        cells = {
            cell for cell in self.sizes if cell.returned and cell.kept in (f"seat {seat}", f"seat {mate}")
        }
        return {Cell(f"seat {seat}", f"seat {mate}"), *cells}

    def _kept(self, place: str) -> set[Cell]:
        return {cell for cell in self.sizes if cell.kept == place}

    def _keep(self, card: Card, cells: Iterable[Cell]) -> bool:
        """Leave a card some cells only; whether that is news."""
        if card not in self.allowed:
            raise NoSuchDeal(f"{card} is not in the pack of {len(self.order)}", card.name)
        left = self.allowed[card] & frozenset(cells)
        news = left != self.allowed[card]
        self.allowed[card] = left
        return news

    def _drop(self, card: Card, cells: Iterable[Cell]) -> bool:
        return self._keep(card, self.allowed[card] - frozenset(cells))
