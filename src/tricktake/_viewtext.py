"""Writing and reading views as text: what the games do alike; ``docs/view-text.md`` is the specification.

A text holds what the seat knows and nothing else, so it is read without the cards of others. The calls are
made in a deal of any cards, for which of them are legal does not depend on cards. The plays are followed seat
by seat, which needs their ranks only. Then any deal that fits is played from the start: its view is the one
that was written, or the text is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from cardcore import CardOrder, SeatOrder
from tricktake._checks import read_number, seat_of
from tricktake._rules import GameRules
from tricktake._text import MAX_TEXT, Head, split_body
from tricktake.actions import Action, Exchange, Play
from tricktake.cards import CardSet, Pack, Suit
from tricktake.errors import GameError, RecordError
from tricktake.hidden import Fact, void_facts
from tricktake.knowledge import infer
from tricktake.state import Phase, Step, read_action
from tricktake.trickdeal import TrickDeal
from tricktake.view import PlayedCard, View

__all__ = [
    "Followed",
    "Steps",
    "check_fits",
    "check_known",
    "follow_tricks",
    "lay_out",
    "read_seat",
    "rules_text",
    "split_view",
    "write_steps",
]

UNSEEN = "?"
"""Stands for cards the seat has not seen."""

_NO_CARDS = CardSet()
_SECRET = re.compile(r"put\s+\?", re.IGNORECASE)


@lru_cache(maxsize=256)
def rules_text(rules: GameRules) -> str:
    """The rules as one word; kept, for views under the same rules are written again and again."""
    return rules.to_text()


def write_steps(history: Iterable[Step]) -> str:
    """The actions as they follow the head; empty if there are none."""
    texts = ["put ?" if action is None else action.text for _, action in history]
    return " : " + "; ".join(texts) if texts else ""


def split_view(text: str) -> tuple[int, int]:
    """Where the head of a view's text ends and its actions begin; RecordError if it is too long."""
    if not isinstance(text, str):
        raise TypeError(f"the text of a view must be a str, not {type(text).__name__}")
    if len(text) > MAX_TEXT:
        raise RecordError(f"a view has at most {MAX_TEXT} characters, not {len(text)}", text[:80])
    return split_body(text)


def read_seat(name: str, places: int) -> Callable[[str], int]:
    """What reads a seat of so many."""
    return lambda text: seat_of(name, read_number(text), places)


class Steps:
    """The actions of a text, taken one after the other, each with its place.

    Parameters
    ----------
    text : str
        The whole text.
    start : int
        Where the actions begin.
    """

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.start = start
        self.taken: list[Step] = []
        self.offsets: list[int] = []
        self._parts: list[tuple[str, int]] = []
        self._at = 0
        body = text[start:]
        for part in body.split(";") if body.strip() else ():
            word = part.strip()
            self._parts.append((word, start + part.find(word)))
            start += len(part) + 1

    def __bool__(self) -> bool:
        return self._at < len(self._parts)

    @property
    def offset(self) -> int:
        """Where the next action stands, or where the actions begin if none is left."""
        return self._parts[self._at][1] if self else self.start

    def wrong(self, why: object) -> RecordError:
        """The error for the action that comes next."""
        return RecordError(f"action {len(self.taken) + 1}: {why}", self.text, self.offset)

    def next_is(self, word: str) -> bool:
        """Whether the next action begins with a word."""
        return bool(self) and self._parts[self._at][0].lower().split()[:1] == [word]

    def call(self, deal: TrickDeal[Any]) -> None:
        """Push the next action on a deal; a look that it implies is taken as well."""
        try:
            deal.push(self._parts[self._at][0])
        except GameError as error:
            raise self.wrong(error) from error
        for step in deal.history[len(self.taken) :]:
            self._keep(step)
        self._at += 1

    def take(self, seat: int, phase: Phase, *kinds: type[Action]) -> Action:
        """The next action, of a seat in a phase; RecordError if it is of no such kind."""
        try:
            action = read_action(self._parts[self._at][0], phase)
        except GameError as error:
            raise self.wrong(error) from error
        if not isinstance(action, kinds):
            raise self.wrong(f"seat {seat} acts in the {phase.value} now; got {action}")
        self._keep(Step(seat, action))
        self._at += 1
        return action

    def exchange(self, seat: int, *, known: bool) -> CardSet | None:
        """The cards of the next action, an exchange; None where it is secret, and then written so."""
        if known:
            action = self.take(seat, Phase.EXCHANGE, Exchange)
            assert isinstance(action, Exchange)
            return action.cards
        if not _SECRET.fullmatch(self._parts[self._at][0]):
            raise self.wrong(f"what seat {seat} puts away is secret; expected put ?")
        self._keep(Step(seat, None))
        self._at += 1
        return None

    def _keep(self, step: Step) -> None:
        self.taken.append(step)
        self.offsets.append(self.offset)

    def end(self) -> None:
        """Refuse an action that is left."""
        if self:
            raise self.wrong(f"the deal is over; got {self._parts[self._at][0][:40]!r}")

    def replay(self, deal: TrickDeal[Any], actions: Iterable[Action]) -> None:
        """Push the actions taken, the secret ones filled in; RecordError with the place of an illegal one."""
        for number, (action, offset) in enumerate(zip(actions, self.offsets, strict=True), 1):
            try:
                deal.push(action)
            except GameError as error:
                raise RecordError(f"action {number}: {error}", self.text, offset) from error


class Followed(NamedTuple):
    """Plays, followed seat by seat."""

    finished: tuple[tuple[PlayedCard, ...], ...]
    """The tricks played to the end."""
    trick: tuple[PlayedCard, ...]
    """The trick in progress."""
    leader: int
    """Place that led it or is to lead."""
    left: tuple[int, ...]
    """Cards each place still has to play."""

    def played_by(self, seat: int) -> CardSet:
        """The cards a seat has played from its hand."""
        tricks = (*self.finished, self.trick)
        return CardSet(
            [one.card for trick in tricks for one in trick if one.seat == seat and not one.from_table]
        )


def follow_tricks(
    steps: Steps,
    order: CardOrder,
    seats: SeatOrder,
    *,
    leader: int,
    left: Sequence[int],
    players: int,
    own: tuple[int, CardSet],
    elsewhere: CardSet,
) -> Followed:
    """Take all actions that are left as plays and find out who played which card.

    Parameters
    ----------
    steps : Steps
    order : CardOrder
        How the cards rank, which says who leads next.
    seats : SeatOrder
        Who plays after whom. Places from ``players`` on are the tables of the seats.
    leader : int, keyword only
        Place that leads to the first trick.
    left : sequence of int, keyword only
        How many cards each place has to play.
    players : int, keyword only
    own : pair of int and CardSet, keyword only
        The seat whose view it is, and its cards at the first lead.
    elsewhere : CardSet, keyword only
        Cards known to lie where nobody can have played them from.

    Returns
    -------
    Followed

    Raises
    ------
    RecordError
        If an action is no play, or a card is played twice, by the wrong seat, or after the end.
    """
    rest, gone = list(left), elsewhere
    finished: list[tuple[PlayedCard, ...]] = []
    trick: list[PlayedCard] = []
    turns = seats.first[leader]
    if not turns:
        raise steps.wrong(f"seat {leader % players} takes no part in the first trick and cannot lead to it")
    while steps:
        place = turns[len(trick)]
        seat = place % players
        if not rest[place]:
            steps.end()
        offset = steps.offset
        play = steps.take(seat, Phase.PLAY, Play)
        assert isinstance(play, Play)
        why = _cannot_play(play, place, seat, order=order, own=own, gone=gone)
        if why:
            raise RecordError(f"action {len(steps.taken)}: {why}", steps.text, offset)
        gone |= CardSet([play.card])
        rest[place] -= 1
        trick.append(PlayedCard(seat, play.card, play.named, place >= players))
        if len(trick) == len(turns):
            leader = turns[order.winner([played.card for played in trick])]
            turns = seats.later[leader]
            finished.append(tuple(trick))
            trick.clear()
    return Followed(tuple(finished), tuple(trick), leader, tuple(rest))


def _cannot_play(
    play: Play, place: int, seat: int, *, order: CardOrder, own: tuple[int, CardSet], gone: CardSet
) -> str:
    """Why a card cannot have been played from a place, as far as the ranks and the own cards say."""
    card, (me, cards) = play.card, own
    if card not in order:
        return f"{card} is not in the pack"
    if card in gone:
        return f"{card} has been played or lies elsewhere"
    if place == me and card not in cards:
        return f"seat {seat} does not hold {card}"
    if place != me and card in cards:
        return f"seat {seat} cannot play {card}, which seat {me} holds"
    return ""


def check_known(head: Head, pack: Pack, known: Mapping[str, CardSet]) -> None:
    """Refuse cards of fields that are not in the pack, or stand in two of them."""
    seen = _NO_CARDS
    for name, cards in known.items():
        if not cards <= pack.cards:
            why = f"{name}: {cards - pack.cards} is not in the pack of {len(pack)}"
            raise RecordError(why, head.text, head.offset(name))
        if not seen.isdisjoint(cards):
            why = f"{name}: {seen & cards} stands in another field too"
            raise RecordError(why, head.text, head.offset(name))
        seen |= cards


def lay_out(
    view: View, voids: Sequence[frozenset[Suit]], clause: str, facts: Iterable[Fact] = ()
) -> list[CardSet]:
    """One way to lay the hidden cards of a view, the same each time.

    Parameters
    ----------
    view : View
        Of its fields those count that ``View.hidden`` looks at. Its own voids are left empty.
    voids : sequence of frozenset of Suit
        The suits each seat has shown to be void in.
    clause : str
        The clause about following suit.
    facts : iterable of Fact
        What is known besides.

    Returns
    -------
    list of CardSet
        For each hidden place its cards.

    Raises
    ------
    Contradiction
        If there is none.
    """
    # The voids come as facts, told from tricks that have a card: a trick yet to be led explains none.
    tricks = filter(None, (*view.finished, view.trick))
    known = infer(view, facts=[*void_facts(view.hidden(), voids, tricks, clause), *facts])
    columns = max(1, len(known.places))
    masks = memoryview(bytearray(8 * columns))
    known.samplers[0].fill(masks.cast("Q", (1, columns)), seed=0)
    return [known.hidden.order.to_cards(mask) for mask in masks.cast("Q")]


def check_fits(
    head: Head,
    written: Mapping[str, str],
    readers: Mapping[str, Callable[[str], object]],
    defaults: Iterable[str],
) -> None:
    """Refuse a text that says something else than the view that was read from it.

    Parameters
    ----------
    head : Head
        What the text says.
    written : mapping of str to str
        What the view writes.
    readers : mapping of str to callable
        What reads a field, for those that follow from the actions and the cards of the deal; what the others
        say is what the view was made from.
    defaults : iterable of str
        Fields that may be left out.

    Raises
    ------
    RecordError
        With the place of the first field that does not fit.
    """
    for name, text in written.items():
        if name not in head.fields:
            if name not in defaults:
                raise RecordError(f"{name} is missing; it is {text}", head.text, len(head.text))
        elif head.fields[name][0] != text and name in readers:
            read = readers[name]
            if head.need(name, read) != read(text):
                why = f"{name} does not fit what else is known: that makes it {text}"
                raise RecordError(why, head.text, head.offset(name))
    for name in head.fields:
        if name not in written and (name not in readers or not _says_nothing(head.need(name, readers[name]))):
            raise RecordError(f"{name} has no place in this view", head.text, head.offset(name))


def _says_nothing(value: object) -> bool:
    """Whether a value is the one that is not written, such as no suits."""
    return value is False or value == ()
