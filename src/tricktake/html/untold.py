"""Deals some of whose cards nobody has told: what may be shown of them.

Such a deal is replayed with cards drawn for those that are missing, :meth:`DealRecord.possible`; a page must
show none of these. Told are the cards the record names where they were dealt, and those that were played.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tricktake.actions import Play
from tricktake.errors import GameError
from tricktake.html.frames import Data
from tricktake.records import DealRecord, Move

__all__ = ["Told", "only_told"]


class Told:
    """What a record tells of the cards of a deal.

    Parameters
    ----------
    record : DealRecord
        As it is, with unknown cards in it.
    filled : DealRecord
        The same with cards drawn for them, or another line of it.
    rules : Rules

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> fields = (("dealer", "3"), ("hands", "JK,?9|?10|?10|?10"), ("kitty", "?3"))
    >>> record = DealRecord(fields=fields)
    >>> told = Told(record, record.possible(fh.Rules()), fh.Rules())
    >>> told.in_hand(0, playing=False), told.in_hand(1, playing=True)
    ({'JK'}, set())
    """

    def __init__(self, record: DealRecord, filled: DealRecord, rules: Any) -> None:
        seats = range(rules.players)
        hands = (record.field("hands") or "").split("|")
        self._dealt = [_named(hands[seat : seat + 1]) for seat in seats]
        self._played: list[set[str]] = [set() for _ in seats]
        self.kitty: set[str] = _named([record.field("kitty") or ""])
        self.tables: set[str] = _named((record.field("tables") or "").replace("/", ",").split("|"))
        self.partner: bool = record.field("partner") is not None
        # An exchange nobody has told of has cards all the same once it is replayed.
        self.put_away: bool = all(move.action is not None for move in record.moves)
        try:
            for step in filled.steps(rules):
                if isinstance(step.entry, Move) and isinstance(step.entry.action, Play):
                    self._played[step.seat].add(step.entry.action.card.name)
        except GameError:
            pass  # the line ends there for the page too
        self.tables |= set().union(*self._played)

    def in_hand(self, seat: int, *, playing: bool) -> set[str]:
        """Cards that may be shown in a hand.

        Parameters
        ----------
        seat : int
        playing : bool, keyword only
            Whether the play has begun; before it a card played later may still have lain elsewhere.

        Returns
        -------
        set of str
        """
        return self._dealt[seat] | self._played[seat] if playing else self._dealt[seat]


def _named(texts: Iterable[str]) -> set[str]:
    words = [word for text in texts for word in text.replace("|", ",").split(",")]
    return {word for word in words if word and word[0] not in "?-"}


def only_told(frame: Data, told: Told) -> Data:
    """A frame without the cards that were drawn for those not told.

    Parameters
    ----------
    frame : dict
    told : Told

    Returns
    -------
    dict
        Hands have a part ``?`` with the number of cards that are not shown, piles a ``?`` for one.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.html.frames import open_frame
    >>> fields = (("dealer", "3"), ("hands", "JK,?9|?10|?10|?10"), ("kitty", "?3"))
    >>> record = DealRecord(fields=fields)
    >>> filled = record.possible(fh.Rules())
    >>> frame = open_frame(filled.start(fh.Rules()), (0, 0, 0, 0))
    >>> shown = only_told(frame, Told(record, filled, fh.Rules()))
    >>> shown["h0"], shown["h1"], shown["kitty"]
    ('J JK|? 9', '? 10', 3)
    """
    playing = frame["ph"] in ("play", "over")
    found = dict(frame)
    for name, value in frame.items():
        if name[0] == "h" and isinstance(value, str):
            found[name] = _hand(value, told.in_hand(int(name[1:]), playing=playing))
        elif name[0] == "p" and name[1:].isdigit():
            found[name] = [[_card(up, told.tables), _card(down, told.tables)] for up, down in value]
    for name, known in (("kitty", told.kitty), ("dead", set()), ("away", None)):
        value = frame.get(name)
        if isinstance(value, str) and value:
            cards = value.split()
            all_told = told.put_away if known is None else set(cards) <= known
            found[name] = value if all_told else len(cards)
    contract = frame.get("contract")
    if contract is not None and isinstance(frame.get("called"), str) and not told.partner:
        by = contract["by"]
        sure = [seat for seat in contract["side"] if frame["called"] in told.in_hand(seat, playing=playing)]
        found["contract"] = contract | {"side": sorted({by, *sure})}
    return found


def _hand(text: str, known: set[str]) -> str:
    parts, untold = [], 0
    for part in text.split("|") if text else []:
        suit, *cards = part.split()
        shown = [card for card in cards if card in known]
        untold += len(cards) - len(shown)
        if shown:
            parts.append(" ".join([suit, *shown]))
    return "|".join([*parts, f"? {untold}"] if untold else parts)


def _card(card: str | None, known: set[str]) -> str | None:
    return "?" if card is not None and card not in known else card
