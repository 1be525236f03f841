"""Deals some of whose cards nobody has told: finding cards with which everything was legal.

Every card of the pack belongs in a *cell*: where it was dealt and, if that can differ, where it was played
from. What the record tells, and who played what, leaves each card some cells; one layout of all that fit is
drawn, each as likely as the others, and the deal is played. Where an action turns out to be illegal,
something is learnt of the cards: the seat must hold a card it played, or cannot hold one it should have
played instead. Then cards are drawn again, until all is legal or no layout is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

from cardcore import Sampler, Stream, key_from_seed
from tricktake._rules import GameRules
from tricktake.actions import Exchange, Play
from tricktake.errors import GameError, RecordError, SetupError
from tricktake.records._cells import Effort, NoSuchDeal, TooLong
from tricktake.records._learning import Learner
from tricktake.records._matching import lay_out
from tricktake.records.deals import DealRecord
from tricktake.records.fields import UNKNOWN, Json, from_json
from tricktake.records.moves import Entry, Line, Move, TakeBack, main_line
from tricktake.records.reading import FieldError
from tricktake.records.replay import head_pairs, start_deal
from tricktake.records.tags import Pairs
from tricktake.state import Phase

__all__ = ["NoSuchDeal", "TooLong", "fill", "legal_prefix", "possible_deal"]

_ROUNDS = 600


def fill(record: DealRecord, rules: GameRules, seed: int = 0) -> DealRecord:
    """The record with cards for those that are not known, drawn so that every action is legal.

    Parameters
    ----------
    record : DealRecord
    rules : Rules
    seed : int, default 0
        Draws the cards.

    Returns
    -------
    DealRecord
        With all cards and actions known. Other lines are kept where they are legal with these cards.

    Raises
    ------
    NoSuchDeal
        If there are no such cards.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.records import Move
    >>> fields = (("dealer", "3"), ("hands", "JK,?9|?10|?10|?10"), ("kitty", "?3"))
    >>> filled = fill(DealRecord(fields=fields), fh.Rules())
    >>> filled.is_known, "JK" in filled.start(fh.Rules()).hand(0)
    (True, True)
    """
    fields, entries = _found(record, rules, seed, Effort())
    return replace(record, fields=fields, entries=_with_lines(record.entries, entries, rules, fields))


def possible_deal(
    record: DealRecord, rules: GameRules, seed: int = 0, *, effort: Effort | None = None
) -> Any:
    """A deal with cards for those that are not known, after every action.

    Parameters
    ----------
    record : DealRecord
    rules : Rules
    seed : int, default 0
        Draws the cards.
    effort : Effort, optional, keyword only
        What it may take; default: as much as one file.

    Returns
    -------
    Deal

    Raises
    ------
    NoSuchDeal
        If there is none.
    TooLong
        If it takes too long to find out.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> fields = (("dealer", "3"), ("hands", "?10|?10|?10|?10"), ("kitty", "?3"))
    >>> len(possible_deal(DealRecord(fields=fields), fh.Rules()).hand(0))
    10
    """
    fields, entries = _found(record, rules, seed, effort or Effort())
    deal = start_deal(rules, fields)
    for entry in entries:
        _do(deal, entry)
    return deal


def legal_prefix(record: DealRecord, rules: GameRules, *, effort: Effort | None = None) -> int:
    """How many entries of a record can have been, the most that a search finds.

    Parameters
    ----------
    record : DealRecord
    rules : Rules
    effort : Effort, optional, keyword only
        What it may take; default: as much as one file.

    Returns
    -------
    int
        -1 if there is no such deal even without actions.

    Raises
    ------
    TooLong
        If it takes too long to find out.

    Examples
    --------
    >>> from tricktake import PASS
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.records import Move
    >>> fields = (("dealer", "3"), ("hands", "?10|?10|?10|?10"), ("kitty", "?3"))
    >>> calls = [Move(action=PASS) for _ in range(9)]
    >>> legal_prefix(DealRecord(fields=fields, entries=tuple(calls)), fh.Rules(blind_misere=False))
    4
    """
    low, high = -1, len(record.entries)
    effort = effort or Effort()
    while low < high:
        middle = (low + high + 1) // 2
        try:
            _found(replace(record, entries=record.entries[:middle]), rules, 0, effort)
        except TooLong:
            raise
        except RecordError:
            high = middle - 1
        else:
            low = middle
    return low


def _do(deal: Any, entry: Entry) -> None:
    """Push a move, or take back."""
    if isinstance(entry, TakeBack):
        for _ in range(entry.count):
            deal.pop()
    else:
        deal.push(entry.action)


def _with_lines(told: Line, found: Sequence[Entry], rules: Any, fields: Pairs) -> Line:
    """The entries with the comments and the other lines they had, as far as the lines are legal."""
    deal = start_deal(rules, fields)
    made: list[Entry] = []
    for old, new in zip(told, found, strict=True):
        if isinstance(old, Move) and isinstance(new, Move):
            new = replace(new, comment=old.comment, lines=tuple([x for x in old.lines if _fits(deal, x)]))
        made.append(new)
        _do(deal, new)
    return tuple(made)


def _fits(deal: Any, line: Line) -> bool:
    """Whether a line is legal from here on, those within it included."""
    deal = deal.copy()
    first = len(deal)
    for entry in line:
        if isinstance(entry, TakeBack):
            if entry.count > len(deal) - first:
                return False
        elif entry.action is None or not all(_fits(deal, inner) for inner in entry.lines):
            return False
        try:
            _do(deal, entry)
        except GameError:
            return False
    return True


def _found(record: DealRecord, rules: Any, seed: int, effort: Effort) -> tuple[Pairs, list[Entry]]:
    """Fields and entries with nothing unknown in them."""
    main_line(record.entries)
    if record.is_known:
        _check_known(record, rules)
        return record.fields, list(record.entries)
    if record.field("pack") is not None:
        head = start_deal(rules, record.fields).to_text()
        record = replace(record, fields=tuple([pair for pair in head_pairs(head) if pair[0] != "rules"]))
    stream = Stream(key_from_seed(seed), number=0, purpose=3)
    problems: list[NoSuchDeal] = []
    found: list[tuple[Pairs, list[Entry]]] = []
    ways = product(_leaders(record, rules, stream), _returns(record, rules), _attempts(record))
    for holder, returned, attempt in ways:
        try:
            search = _Search(record, rules, seed, holder=holder, returned=returned, attempt=attempt)
            found.append(search.run(effort))
        except TooLong:
            raise
        except NoSuchDeal as error:
            problems.append(error)
            continue
        if holder is None or _ends_well(record, rules, *found[-1]):
            return found[-1]
    if found:
        return found[0]
    raise problems[0]


def _check_known(record: DealRecord, rules: Any) -> None:
    """Refuse a deal without anything unknown that cannot have been."""
    try:
        for _ in record.steps(rules):
            pass
    except RecordError as error:
        raise NoSuchDeal(str(error), error.text) from error


def _ends_well(record: DealRecord, rules: Any, fields: Pairs, entries: Sequence[Entry]) -> bool:
    """Whether a deal ends and scores as the record says."""
    deal = start_deal(rules, fields)
    for entry in entries:
        _do(deal, entry)
    try:
        record.check_end(deal)
    except RecordError:
        return False
    return True


def _leaders(record: DealRecord, rules: Any, stream: Stream) -> Iterable[int | None]:
    """Who may hold the two of clubs, where it says who leads (CS-PLAY-7); the actions do not tell."""
    if not getattr(rules, "jokers", 0) or record.field("bids") is not None:
        return [None]
    return list(stream.permutation(rules.players))


def _returns(record: DealRecord, rules: Any) -> Iterable[tuple[int, int]]:
    """How many of the cards it is given a partner may give back (SP-BID-4), for both pairs."""
    puts = [move for move in main_line(record.entries) if move.text.startswith("put ")]
    most = range(rules.bn_exchange + 1) if hasattr(rules, "bn_exchange") else range(1)
    return product(most if len(puts) > 1 else (0,), most if len(puts) > 3 else (0,))


def _attempts(record: DealRecord) -> Sequence[int]:
    """How often the piles of tables are laid: the first way need not fit the hands."""
    return range(8) if UNKNOWN in (record.field("tables") or "") else range(1)


class _Search(Learner):
    """The search for the cards of one deal."""

    def __init__(
        self,
        record: DealRecord,
        rules: Any,
        seed: int,
        *,
        holder: int | None,
        returned: tuple[int, int],
        attempt: int,
    ) -> None:
        super().__init__(record, rules, holder=holder, returned=returned)
        self.seed, self.attempt = seed, attempt

    # ---- drawing and playing ---------------------------------------------------------------------

    def run(self, effort: Effort) -> tuple[Pairs, list[Entry]]:
        """Fields and entries of a deal in which all is legal."""
        learnt_plays = False
        why = "the cards that are known do not fit"
        for number in range(_ROUNDS):
            effort.spend()
            self._draw(number, why)
            fields = self._fields(number)
            try:
                deal = start_deal(self.rules, fields)
            except FieldError as error:
                if number > 20 or not self._learn_called():
                    raise NoSuchDeal(str(error), error.text, field=error.field) from error
                continue
            entries: list[Entry] = []
            for at, entry in enumerate(self.record.entries):
                is_play = isinstance(entry, Move) and isinstance(entry.action, Play)
                if is_play and not learnt_plays and deal.play_state is not None:
                    learnt_plays = True
                    if self._learn_plays(deal, at):
                        why = "who played what does not fit the cards"
                        break
                made = self._made(entry, deal)
                try:
                    _do(deal, made)
                except GameError as error:
                    why = f"entry {at + 1}: {error}"
                    if not isinstance(made, Move) or made.action is None:
                        raise NoSuchDeal(why, entry.text) from error
                    if not self._learn(deal, made.action):
                        raise NoSuchDeal(why, entry.text) from error
                    break
                entries.append(made)
            else:
                return fields, entries
        raise NoSuchDeal(f"no cards were found in {_ROUNDS} rounds; {why}", "")

    def _draw(self, number: int, why: str) -> None:
        """Draw a cell for every card."""
        cells = list(self.sizes)
        may = [0] * len(cells)
        for card, allowed in self.allowed.items():
            bit = 1 << self.order.position(card)
            for at, cell in enumerate(cells):
                if cell in allowed:
                    may[at] |= bit
        try:
            sampler = Sampler((1 << len(self.order)) - 1, [self.sizes[cell] for cell in cells], may)
        except SetupError:  # it tells ten kinds of cells apart
            stream = Stream(key_from_seed(self.seed), number=number, purpose=5)
            found = lay_out(self.sizes, self.allowed, stream)
            if found is None:
                raise NoSuchDeal(f"no cards fit with which every action is legal; {why}", "") from None
            self.at = {card: found[card] for card in self.order.cards}
            return
        if not sampler.count:
            raise NoSuchDeal(f"no cards fit with which every action is legal; {why}", "")
        masks = memoryview(bytearray(8 * len(cells)))
        sampler.fill(masks.cast("Q", (1, len(cells))), seed=key_from_seed(self.seed), start=number)
        self.at = {
            card: cell
            for cell, mask in zip(cells, masks.cast("Q"), strict=True)
            for card in self.order.to_cards(mask)
        }

    def _fields(self, number: int) -> Pairs:
        """The fields of the deal with these cards."""
        made = dict(self.record.fields)
        if "hands" in made:
            dealt = [self._dealt(f"seat {seat}") for seat in range(len(self._hands()))]
            if self.taker is not None:
                dealt[self.taker], kitty = self._split(number)
                made["kitty"] = from_json("kitty", kitty)
            elif "kitty" in made:
                made["kitty"] = from_json("kitty", self._dealt("kitty"))
            made["hands"] = from_json("hands", [list(hand) for hand in dealt])
        if "dead" in made:
            made["dead"] = from_json("dead", self._dealt("dead"))
        if "tables" in made:
            tables: Any = self.values["tables"]
            made["tables"] = from_json(
                "tables",
                [
                    [
                        [
                            self._pile(side, seat, at, card)
                            for side, card in zip(("down", "up"), pile, strict=True)
                        ]
                        for at, pile in enumerate(table)
                    ]
                    for seat, table in enumerate(tables)
                ],
            )
        return tuple(made.items())

    def _dealt(self, place: str) -> list[Json]:
        return [card.name for card, cell in self.at.items() if cell.dealt == place]

    def _pile(self, side: str, seat: int, at: int, card: Json) -> Json:
        return card if card != UNKNOWN else self._dealt(f"{side} {seat} {at}")[0]

    def _split(self, number: int) -> tuple[list[Json], list[Json]]:
        """Which cards the contractor was dealt, and which he took from the kitty."""
        told: Any = self.values
        hand = [name for name in told["hands"][self.taker] if name != UNKNOWN]
        kitty = [name for name in told["kitty"] if name != UNKNOWN]
        rest = [name for name in self._dealt("taken") if name not in hand and name not in kitty]
        shuffled = Stream(key_from_seed(self.seed), number=number, purpose=4).permutation(len(rest))
        wanted = len(told["hands"][self.taker]) - len(hand)
        names = [rest[at] for at in shuffled]
        return hand + names[:wanted], kitty + names[wanted:]

    def _made(self, entry: Entry, deal: Any) -> Entry:
        """An entry with the cards of an exchange that is not known."""
        if isinstance(entry, TakeBack) or entry.action is not None:
            return entry
        seat = deal.turn
        if deal.phase is not Phase.EXCHANGE or seat is None:
            raise NoSuchDeal(f"an exchange is not what comes next: {deal.phase.value}", entry.text)
        if self.taker is not None:
            cards = [card for card, cell in self.at.items() if cell.kept == "put"]
        else:
            mate = (seat + 2) % self.rules.players
            cells = self._given(seat, mate) if mate in self.puts else set()
            cards = [card for card, cell in self.at.items() if cell in cells]
            cards = cards or list(deal.hand(seat).ascending()[: self.rules.bn_exchange])
        return replace(entry, action=Exchange(cards), lines=())
