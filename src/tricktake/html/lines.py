"""A deal of a record as rows of frames: what was played, and the lines beside it.

Every line is replayed through the rules from the first action on, so that a page shows what happened and
nothing else. Where a record cannot be followed, the frames end and a note says why.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from tricktake.actions import Exchange, Play
from tricktake.errors import GameError, RecordError
from tricktake.html.frames import Data, changes, event, open_frame, seen_frame
from tricktake.html.untold import Told, only_told
from tricktake.html.verdict import CardVerdict
from tricktake.records import DealRecord, Ending, Line, Move

__all__ = ["deal_data"]

_CUT = "the record cannot be followed beyond this point"
_CLOSED = "not every card of this deal is known, and no cards are found with which all of it is legal"
_PARTLY = "not every card of this deal is known; those that are not stay face down"


def deal_data(
    deal: DealRecord,
    rules: Any,
    *,
    seat: int | None = None,
    verdicts: Mapping[int, CardVerdict] | None = None,
) -> Data:
    """A deal of a record as data for the page.

    Parameters
    ----------
    deal : DealRecord
    rules : Rules
    seat : int or None, default None, keyword only
        Show only what this seat knows: no other cards, no remarks, no lines beside what was played.
    verdicts : mapping of int to CardVerdict, optional, keyword only
        Verdicts by the number of the entry.

    Returns
    -------
    dict

    Raises
    ------
    RecordError
        If a verdict is of an entry that is no play.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = fh.Deal(dealer=3, seed=500).push_all("7H")
    >>> data = deal_data(DealRecord.of(deal), deal.rules, seat=1)
    >>> data["dealer"], len(data["lines"][0]["frames"]), data["lines"][0]["frames"][2]["e"]
    (3, 3, {'s': 0, 'k': 'call', 't': '7H'})
    """
    verdicts = verdicts or {}
    for number in verdicts:
        entry = deal.entries[number] if 0 <= number < len(deal.entries) else None
        if not isinstance(entry, Move) or not isinstance(entry.action, Play):
            raise RecordError(f"there is a verdict on entry {number}, which is no play", str(number))
    data: Data = {"game": deal.game, "ending": deal.ending.value, "lines": []}
    if seat is None:
        data |= {"tags": [list(pair) for pair in deal.tags], "comment": deal.comment}
    told = None
    try:
        if not deal.is_known:
            told, deal = deal, deal.possible(rules)
            data["note"] = _PARTLY
        start = deal.start(rules)
    except GameError:
        return data | _listed(deal, seat)
    data |= {"dealer": start.dealer, "scores": list(start.scores)}
    if hasattr(start, "bags"):
        data["bags"] = list(start.bags)
    if seat is not None and deal.ending is not Ending.OVER:
        verdicts = {}  # they would help a player who is still to play
    # Lines wait here with the number of their first frame and the line they leave.
    waiting: list[tuple[Line, int, int | None]] = [(deal.entries, 0, None)]
    while waiting:
        entries, first, leaves = waiting.pop(0)
        line = _Frames(replace(deal, entries=entries), rules, seat, verdicts if leaves is None else {}, told)
        data["lines"].append({"from": None if leaves is None else [leaves, first], "frames": line.run(first)})
        if leaves is None:
            data |= line.result
        if line.note and (leaves is None or not line.frames):
            data["note"] = line.note
        if seat is None:
            number = len(data["lines"]) - 1
            for at, entry in enumerate(entries[first:], first):
                if isinstance(entry, Move):
                    waiting += [((*entries[:at], *other), at, number) for other in entry.lines]
    return data


class _Frames:
    """The frames of one line."""

    def __init__(
        self,
        deal: DealRecord,
        rules: Any,
        seat: int | None,
        verdicts: Mapping[int, CardVerdict],
        told: DealRecord | None,
    ) -> None:
        self.deal = deal
        self.rules = rules
        self.seat = seat
        self.verdicts = verdicts
        self.told = None if told is None else Told(told, deal, rules)
        self.frames: list[Data] = []
        self.result: Data = {}
        self.note = ""
        self._frame: Data = {}
        self._tricks: list[tuple[int, ...]] = []  # after so many actions

    def run(self, first: int) -> list[Data]:
        """Replay the line; its frames from entry ``first`` on, with one more in front at 0."""
        deal = self.deal.start(self.rules)
        self._tricks = [deal.tricks]
        if not first:
            self._add(deal, None)
        counted = self._counted(deal, 0)
        try:
            for number, step in enumerate(self.deal.steps(self.rules)):
                deal = step.deal
                del self._tricks[len(deal) :]
                self._tricks.append(deal.tricks)
                if number >= first:
                    self._add(deal, self._event(step, deal, number, counted))
                elif number == first - 1:
                    self._frame = self._made(deal)  # what the first frame differs from
                counted = self._counted(deal, number + 1)
        except GameError as error:
            self.note = f"{_CUT}: {error}" if self.seat is None else _CUT
        else:
            self._close(deal)
        return self.frames

    def _made(self, deal: Any) -> Data:
        before = self._tricks[-2] if len(self._tricks) > 1 else self._tricks[0]
        if self.seat is None:
            frame = open_frame(deal, before)
        else:
            frame = seen_frame(deal.view(self.seat), deal.order, before)
        return frame if self.told is None else only_told(frame, self.told)

    def _add(self, deal: Any, event: Data | None) -> None:
        frame = self._made(deal)
        self.frames.append({"e": event} | changes(self._frame, frame))
        self._frame = frame

    def _counted(self, deal: Any, number: int) -> list[int] | None:
        """Whose tricks a verdict on the next entry counts."""
        if number not in self.verdicts or deal.phase.value != "play":
            return None
        # where cards lie on the table, places stand for seats
        return sorted({place % self.rules.players for place in deal.objective.count})

    def _event(self, step: Any, deal: Any, number: int, counted: list[int] | None) -> Data:
        """What was done, as far as the page may say it."""
        entry = step.entry
        if not isinstance(entry, Move):
            found: Data = {"s": step.seat, "k": "undo", "n": entry.count}
        else:
            action = deal.history[-1].action
            if self.seat is not None:
                action = deal.view(self.seat).history[-1].action
            if isinstance(action, Exchange) and self.told is not None and not self.told.put_away:
                action = None
            tabled = isinstance(action, Play) and _lay_on_table(deal, action)
            size = len(entry.action.cards) if isinstance(entry.action, Exchange) else 0
            found = event(step.seat, action, hides=size, tabled=tabled)
            if isinstance(action, Exchange) and self.seat is None:
                views = [deal.view(seat) for seat in range(self.rules.players)]
                found["see"] = [int(view.history[-1].action is not None) for view in views]
            if isinstance(entry.action, Exchange) and hasattr(deal, "exchanged"):
                found["to"] = (step.seat + 2) % self.rules.players
        if self.seat is None and entry.comment:
            found["note"] = entry.comment
        verdict = self.verdicts.get(number)
        if verdict is not None and self.seat in (None, step.seat):
            found["v"] = self._verdict(verdict, step.seat) | {"count": counted}
        return found

    def _verdict(self, verdict: CardVerdict, seat: int) -> Data:
        values, best = dict(verdict.values), list(verdict.best)
        if self.seat is not None:  # nothing but cards that the seat could see
            held = f"{self._frame[f'h{seat}']} {self._frame.get(f'p{seat}', '')}"
            cards = set(held.replace("|", " ").replace("'", " ").split())
            values = {play: value for play, value in values.items() if play.split(":")[0] in cards}
            best = [play for play in best if play in values]
        return {"values": values, "best": best, "loss": verdict.loss}

    def _close(self, deal: Any) -> None:
        """The result of the deal, and whether the record agrees."""
        if deal.is_over:
            try:
                self.result = _result(deal, deal.score())
            except GameError:
                self.note = "it began in the middle of the play, so it has no score"
        if self.deal.ending is Ending.OVER and not deal.is_over:
            self.note = "the record says that it is over, which it is not"
        points = self.deal.points
        if points is not None and self.result and tuple(self.result["points"]) != points:
            self.note = f"the record says that the sides scored {', '.join(map(str, points))}"


def _lay_on_table(deal: Any, play: Play) -> bool:
    tables = getattr(deal, "tables", ())
    return any(play.card in pile for table in tables for pile in table)


def _result(deal: Any, score: Any) -> Data:
    """What a deal has brought."""
    after = [had + got for had, got in zip_longest(deal.scores, score.points, fillvalue=0)]
    result: Data = {"points": list(score.points), "after": after}
    result["made"] = list(score.made) if isinstance(score.made, tuple) else score.made
    if hasattr(score, "bags"):
        result["bagsAfter"] = list(score.bags)
        columns = (score.bid_points, score.bag_points, score.award_points, score.penalty)
        result["parts"] = [list(parts) for parts in zip(*columns, strict=True)]
    return result


def _listed(deal: DealRecord, seat: int | None) -> Data:
    """A deal that cannot be replayed, as a list of what was done."""
    texts = []
    for entry in deal.entries:
        secret = seat is not None and isinstance(entry, Move) and isinstance(entry.action, Exchange)
        texts.append(["put ?" if secret else entry.text, "" if seat is not None else entry.comment])
    dealer = deal.field("dealer") or ""
    found: Data = {"list": texts, "note": _CLOSED, "dealer": int(dealer) if dealer.isdecimal() else None}
    if deal.points is not None:
        found["points"] = list(deal.points)
    return found
