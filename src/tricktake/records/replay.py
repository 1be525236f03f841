"""From the fields and entries of a record to a deal that is played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tricktake._rules import GameRules
from tricktake.errors import GameError, RecordError
from tricktake.records.games import game_of
from tricktake.records.moves import Entry, Line, TakeBack
from tricktake.records.reading import FieldError
from tricktake.records.tags import Pairs

__all__ = ["Step", "head_pairs", "played_through", "points_of", "start_deal"]


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a replayed deal.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.records import Record
    >>> record = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P"))
    >>> [(step.seat, step.entry.text) for step in record.deals[0].steps(record.rules)]
    [(0, 'LOOK'), (0, '7H'), (1, 'LOOK'), (1, 'P')]
    """

    entry: Entry
    """What was done."""
    seat: int
    """Whose action it is; of a take-back, whose the first action taken back was."""
    deal: Any
    """The deal after it: the same object in every step, changed as the steps go on; copy it to keep it."""


def played_through(deal: Any, entries: Line) -> Iterator[Step]:
    """Push entries on a deal, one by one.

    Parameters
    ----------
    deal : Deal
        Is changed.
    entries : tuple of Move and TakeBack

    Yields
    ------
    Step

    Raises
    ------
    RecordError
        If an action is not known or illegal, or more is taken back than was done.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake import LOOK
    >>> from tricktake.records import Move
    >>> [step.seat for step in played_through(fh.Deal(dealer=3, seed=1), (Move(action=LOOK), TakeBack()))]
    [0, 0]
    """
    first = len(deal)
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, TakeBack):
            if not 1 <= entry.count <= len(deal) - first:
                why = f"entry {number}: {entry.text}: there are {len(deal) - first} actions to take back"
                raise RecordError(why, entry.text)
            seat = deal.history[-entry.count].seat
            for _ in range(entry.count):
                deal.pop()
            yield Step(entry, seat, deal)
            continue
        seat, before = deal.turn, len(deal)
        if entry.action is None:
            raise RecordError(f"entry {number}: what seat {seat} did is not known", entry.text)
        try:
            deal.push(entry.action)
        except GameError as error:
            raise RecordError(f"entry {number}: {error}", entry.text) from error
        if len(deal) != before + 1:  # or a take-back would count otherwise than the record
            raise RecordError(f"entry {number}: LOOK is an entry of its own before {entry.text}", entry.text)
        yield Step(entry, deal.history[-1].seat, deal)


def head_pairs(head: str) -> Pairs:
    """The fields of the head of a text of a deal or a match.

    Parameters
    ----------
    head : str

    Returns
    -------
    tuple of pairs of str

    Examples
    --------
    >>> head_pairs("spades/1 rules=official dealer=2")
    (('rules', 'official'), ('dealer', '2'))
    """
    words = [word.partition("=") for word in head.split()[1:]]
    return tuple([(name, value) for name, _, value in words])


def points_of(deal: Any) -> tuple[int, ...] | None:
    """What the sides of a finished deal scored.

    Parameters
    ----------
    deal : Deal

    Returns
    -------
    tuple of int or None
        None if it is not over or cannot be scored.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> points_of(fh.Deal(dealer=3, seed=1).push_all("P P P P"))
    (0, 0)
    """
    if not deal.is_over:
        return None
    try:
        points: tuple[int, ...] = deal.score().points
    except GameError:
        return None
    return points


def start_deal(rules: GameRules, fields: Pairs) -> Any:
    """The deal that some fields describe, before its first action.

    Parameters
    ----------
    rules : Rules
    fields : tuple of pairs of str
        All cards known; ``pack`` may stand for ``hands``, ``kitty``, ``tables`` and ``dead``.

    Returns
    -------
    Deal

    Raises
    ------
    FieldError
        If there can be no such deal; ``field`` is the one that shows it, empty if one is missing.

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> pack = ",".join([card.name for card in sp.PACKS["51"]])
    >>> len(start_deal(sp.Rules(), (("dealer", "0"), ("pack", pack))).hand(1))
    17
    """
    game, named = game_of(rules), dict(fields)
    dealer = named.get("dealer", "0")
    if dealer.isdecimal() and int(dealer) >= rules.players:
        raise FieldError(f"dealer {dealer} is not in 0..{rules.players - 1}", "dealer", dealer, named=False)
    pack = named.pop("pack", None)
    if pack is not None:
        named = _from_pack(rules, pack, named)
    head = f"{game.head('deal')} rules={rules.to_text()}"
    starts: list[tuple[int, str]] = []
    for name, value in named.items():
        starts.append((len(head), name))
        head += f" {name}={value}"
    try:
        return game.type_of("deal").from_text(head)
    except RecordError as error:
        at = next((name for start, name in reversed(starts) if start < error.offset < len(head)), "")
        name = "pack" if pack is not None and at not in dict(fields) else at
        raise FieldError(str(error), name, dict(fields).get(name, ""), named=False) from error


def _from_pack(rules: Any, pack: str, fields: dict[str, str]) -> dict[str, str]:
    """The fields of a deal whose pack order is told."""
    told = {"hands", "kitty", "tables", "dead"} & fields.keys()
    if told:
        why = f"pack stands for {', '.join(sorted(told))}, which are told too"
        raise FieldError(why, "pack", pack, named=False)
    if "dealer" not in fields:
        raise FieldError("dealer is missing", "", pack, named=False)
    kind = game_of(rules).type_of("deal")
    try:
        dealt = kind(rules, dealer=int(fields["dealer"]), pack=pack.replace(",", " "))
    except (ValueError, IndexError) as error:
        raise FieldError(str(error), "pack", pack) from error
    pairs = dict(head_pairs(dealt.to_text())) | fields
    del pairs["rules"]
    return pairs
