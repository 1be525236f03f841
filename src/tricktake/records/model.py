"""Records as values: a match, game or tourney, or single deals, with everything that was done.

A record holds texts where a deal text would, so that it can say what a deal cannot: that cards are not known,
that nobody finished the deal, that an action was taken back. :meth:`DealRecord.deal` and
:meth:`Record.contest` play it through the rules it carries. The forms on paper are in modules beside this
one; ``docs/record-format.md`` is the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from hashlib import blake2b
from typing import Any, Self

from tricktake.errors import GameError, RecordError
from tricktake.records.games import RECORD_GAMES, RecordGame, record_game
from tricktake.records.moves import Entry, Line, Move, TakeBack, main_line

__all__ = ["DealRecord", "Ending", "Pairs", "Record", "Step"]

Pairs = tuple[tuple[str, str], ...]
"""Names with their values, in order."""


class Ending(Enum):
    """How a recorded deal stands.

    Examples
    --------
    >>> Ending("abandoned")
    <Ending.ABANDONED: 'abandoned'>
    """

    OVER = "over"
    """It was played to its end, passed out included."""
    OPEN = "open"
    """It is still going on."""
    ABANDONED = "abandoned"
    """It was broken off and will not be finished."""


@dataclass(frozen=True, slots=True)
class Step:
    """One entry of a replayed deal.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
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


@dataclass(frozen=True, slots=True, kw_only=True)
class DealRecord:
    """One deal of a record.

    Parameters
    ----------
    fields : tuple of pairs of str
        The fields of the deal's text (``docs/deal-text.md``), all but ``rules``. Cards that are not known are
        ``?`` in them; ``pack``, the whole pack in order, may stand for ``hands``, ``kitty``, ``tables`` and
        ``dead``.
    entries : tuple of Move and TakeBack, default ()
        What was done.
    ending : Ending, default Ending.OPEN
    points : tuple of int or None, default None
        What the sides scored; None if it does not say.
    game : int, default 0
        In a tourney, which of its games the deal belongs to, from 0.
    tags : tuple of pairs of str, default ()
        Whatever else is to be kept about the deal.
    comment : str, default ""

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> deal = DealRecord.of(fh.Deal(dealer=3, seed=500).push_all("P P P P"))
    >>> deal.ending, deal.points, deal.field("dealer"), deal.is_known
    (<Ending.OVER: 'over'>, (0, 0), '3', True)
    """

    fields: Pairs
    """The fields of the deal's text, without the rules."""
    entries: Line = ()
    """What was done."""
    ending: Ending = Ending.OPEN
    """How it stands."""
    points: tuple[int, ...] | None = None
    """Points of the sides, if they are told."""
    game: int = 0
    """In a tourney, which of its games, from 0."""
    tags: Pairs = ()
    """Other facts about the deal."""
    comment: str = ""
    """A remark before the first action."""

    @classmethod
    def of(cls, deal: Any, *, game: int = 0, abandoned: bool = False) -> Self:
        """Record a deal.

        Parameters
        ----------
        deal : Deal
            Of any game.
        game : int, default 0, keyword only
            In a tourney, which of its games.
        abandoned : bool, default False, keyword only
            Whether a deal that is not over will not be finished.

        Returns
        -------
        DealRecord
        """
        head = deal.to_text().split(" : ", 1)[0]
        entries = tuple([Move(action=step.action) for step in deal.history])
        ending = Ending.OVER if deal.is_over else Ending.ABANDONED if abandoned else Ending.OPEN
        return cls(
            fields=tuple([pair for pair in _pairs(head) if pair[0] != "rules"]),
            entries=entries,
            ending=ending,
            points=_points_of(deal),
            game=game,
        )

    def field(self, name: str) -> str | None:
        """The value of a field, None if it is not there.

        Parameters
        ----------
        name : str

        Returns
        -------
        str or None
        """
        return dict(self.fields).get(name)

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that stand, take-backs carried out."""
        return main_line(self.entries)

    @property
    def is_known(self) -> bool:
        """Whether every card and every action is known."""
        hidden = any("?" in value for _, value in self.fields)
        return not hidden and all(move.action is not None for move in self.moves)

    def start(self, rules: Any) -> Any:
        """The deal before its first action.

        Parameters
        ----------
        rules : Rules

        Returns
        -------
        Deal

        Raises
        ------
        RecordError
            If cards are not known, or no such deal can be dealt.
        """
        if any("?" in value for _, value in self.fields):
            raise RecordError("some cards of this deal are not known", self.field("hands") or "")
        game = _game_of(rules)
        fields = dict(self.fields)
        pack = fields.pop("pack", None)
        if pack is None:
            words = " ".join([f"{name}={value}" for name, value in fields.items()])
            return game.type_of("deal").from_text(f"{game.head('deal')} rules={rules.to_text()} {words}")
        return _from_pack(game, rules, pack, fields)

    def steps(self, rules: Any) -> Iterator[Step]:
        """Play the deal through the rules, entry by entry.

        Parameters
        ----------
        rules : Rules

        Yields
        ------
        Step
            The deal in it is the same object every time.

        Raises
        ------
        RecordError
            If cards or an action are not known, or an action is illegal.
        """
        deal = self.start(rules)
        for number, entry in enumerate(self.entries, 1):
            if isinstance(entry, TakeBack):
                if not 1 <= entry.count <= len(deal):
                    why = f"entry {number}: {entry.text}: there are {len(deal)} actions to take back"
                    raise RecordError(why, entry.text)
                for _ in range(entry.count):
                    seat = deal.history[-1].seat
                    deal.pop()
                yield Step(entry, seat, deal)
                continue
            seat = deal.turn
            if entry.action is None:
                raise RecordError(f"entry {number}: what seat {seat} did is not known", entry.text)
            try:
                deal.push(entry.action)
            except GameError as error:
                raise RecordError(f"entry {number}: {error}", entry.text) from error
            yield Step(entry, deal.history[-1].seat, deal)

    def deal(self, rules: Any) -> Any:
        """The deal as it stands after its last entry.

        Parameters
        ----------
        rules : Rules

        Returns
        -------
        Deal

        Raises
        ------
        RecordError
            If cards or an action are not known, an action is illegal, or how it ended or what it scored is
            not as the record says.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> deal = fh.Deal(dealer=3, seed=500).push_all("7H P")
        >>> DealRecord.of(deal).deal(deal.rules) == deal
        True
        """
        deal = self.start(rules)
        for step in self.steps(rules):
            deal = step.deal
        if deal.is_over != (self.ending is Ending.OVER):
            raise RecordError(f"the deal {_STANDS[deal.is_over]}, not {self.ending.value}", self.ending.value)
        found = _points_of(deal)
        if self.points is not None and found != self.points:
            raise RecordError(f"the sides scored {found}, not {self.points}", str(self.points))
        return deal


_STANDS = {True: "is over", False: "is not over"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A contest, or single deals, with who played them.

    Parameters
    ----------
    rules : Rules
        Of any game; they say which game it is.
    kind : str, default "deals"
        ``match``, ``game`` or ``tourney`` as the game has them; ``deals`` where the deals do not follow one
        another.
    fields : tuple of pairs of str, default ()
        The fields of the contest's text (``docs/deal-text.md``), all but ``rules``: seed, dealer, scores and
        so on.
    players : tuple of str, default ()
        Who sat in each seat; empty if nobody is named, an empty text for a seat that is not.
    tags : tuple of pairs of str, default ()
        Other facts, such as ``event`` and ``date``.
    comment : str, default ""
    deals : tuple of DealRecord, default ()

    Examples
    --------
    >>> from tricktake import spades as sp
    >>> game = sp.Game(seed=500, dealer=2)
    >>> _ = game.push("5")
    >>> record = Record.of(game, players=("Ann", "Bo", "Cy"))
    >>> record.game.name, record.kind, dict(record.fields)["seed"], len(record.deals)
    ('spades', 'game', '500', 1)
    >>> record.contest() == game
    True
    """

    rules: Any
    """The rules."""
    kind: str = "deals"
    """What kind of contest."""
    fields: Pairs = ()
    """The fields of the contest's text, without the rules."""
    players: tuple[str, ...] = ()
    """The name of who sat in each seat."""
    tags: Pairs = ()
    """Other facts."""
    comment: str = ""
    """A remark before the first deal."""
    deals: tuple[DealRecord, ...] = ()
    """The deals, oldest first."""

    def __post_init__(self) -> None:
        game = _game_of(self.rules)
        if self.kind != "deals" and self.kind not in game.contests:
            kinds = ", ".join(["deals", *game.contests])
            raise RecordError(f"{game.title} has no {self.kind[:40]!r}; there are {kinds}", self.kind)
        if self.players and len(self.players) != self.rules.players:
            raise RecordError(f"{self.rules.players} players are needed, got {len(self.players)}", "")

    @property
    def game(self) -> RecordGame:
        """The game it is a record of."""
        return _game_of(self.rules)

    @classmethod
    def of(
        cls,
        played: Any,
        *,
        players: Sequence[str] = (),
        tags: Mapping[str, str] | None = None,
        comment: str = "",
        abandoned: bool = False,
    ) -> Self:
        """Record what has been played.

        Parameters
        ----------
        played : Match, Game, Tourney, Deal, or an iterable of Deal
            Deals of an iterable need the same rules.
        players : sequence of str, default (), keyword only
            A name for every seat.
        tags : mapping of str to str, optional, keyword only
            Other facts.
        comment : str, default "", keyword only
        abandoned : bool, default False, keyword only
            Whether what is not over will not be finished.

        Returns
        -------
        Record

        Raises
        ------
        RecordError
            If there are no deals, or not as many names as seats.
        """
        kind = "deals"
        fields: Pairs = ()
        if hasattr(played, "games"):
            parts = [part.deals for part in played.games]
        elif hasattr(played, "deals"):
            parts = [played.deals]
        else:
            parts = [tuple(played) if isinstance(played, Iterable) else (played,)]
        if hasattr(played, "games") or hasattr(played, "deals"):
            head = played.to_text().split("\n", 1)[0]
            kind = head.split("/", 1)[0].rpartition("-")[2]
            fields = tuple([pair for pair in _pairs(head) if pair[0] != "rules"])
            rules = played.rules
        elif parts[0]:
            rules = parts[0][0].rules
            if any(deal.rules != rules for deal in parts[0]):
                raise RecordError("the deals of a record have the same rules", rules.to_text())
        else:
            raise RecordError("a record of single deals needs one", "")
        deals = [
            DealRecord.of(deal, game=number, abandoned=abandoned)
            for number, part in enumerate(parts)
            for deal in part
        ]
        return cls(
            rules=rules,
            kind=kind,
            fields=fields,
            players=tuple(players),
            tags=tuple((tags or {}).items()),
            comment=comment,
            deals=tuple(deals),
        )

    def contest(self) -> Any:
        """The match, game or tourney, replayed under its rules.

        Returns
        -------
        Match, Game or Tourney

        Raises
        ------
        RecordError
            If it is a record of single deals, a card or an action is not known, or the deals do not follow
            from one another.
        """
        if self.kind == "deals":
            raise RecordError("single deals are no contest", self.kind)
        game = self.game
        words = " ".join([f"{name}={value}" for name, value in self.fields])
        lines = [f"{game.head(self.kind)} rules={self.rules.to_text()} {words}"]
        kind, at = game.type_of(self.kind), -1
        for deal in self.deals:
            if hasattr(kind, "next_game") and deal.game != at:
                at = deal.game
                following = kind.from_text("\n".join(lines)).next_game()
                lines.append(following.to_text().rstrip("\n"))
            lines.append(deal.deal(self.rules).to_text())
        return kind.from_text("\n".join(lines))

    def digest(self) -> str:
        """A fingerprint of what was played, whatever is said about it.

        Returns
        -------
        str
            BLAKE2b, 16 bytes as 32 hexadecimal digits, of game, rules, fields and the actions that stand.
            Names, tags, comments, other lines and actions taken back change nothing.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> deal = fh.Deal(dealer=3, seed=500).push_all("7H")
        >>> Record.of(deal).digest() == Record.of(deal, comment="a good hand").digest()
        True
        """
        parts = [f"{self.game.head(self.kind)} rules={self.rules.to_text()}", *_sorted_words(self.fields)]
        for deal in self.deals:
            parts += [f"deal {deal.game}", *_sorted_words(deal.fields), *[move.text for move in deal.moves]]
            parts.append(deal.ending.value)
        return blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()


def _sorted_words(pairs: Pairs) -> list[str]:
    return sorted([f"{name}={value}" for name, value in pairs])


def _pairs(head: str) -> Pairs:
    """The fields of the head of a text."""
    words = [word.partition("=") for word in head.split()[1:]]
    return tuple([(name, value) for name, _, value in words])


def _game_of(rules: Any) -> RecordGame:
    """The game that some rules are of."""
    package = type(rules).__module__.rpartition(".")[0]
    for game in RECORD_GAMES.values():
        if game.package == package:
            return record_game(game.name)
    raise TypeError(f"rules of a game are needed, not {type(rules).__name__}")


def _points_of(deal: Any) -> tuple[int, ...] | None:
    """What the sides of a finished deal scored; None if it is not over or cannot be scored."""
    if not deal.is_over:
        return None
    try:
        points: tuple[int, ...] = deal.score().points
    except GameError:
        return None
    return points


def _from_pack(game: RecordGame, rules: Any, pack: str, fields: dict[str, str]) -> Any:
    """A deal whose pack order is told."""
    hands = {"hands", "kitty", "tables", "dead"} & fields.keys()
    if hands:
        raise RecordError(f"pack stands for {', '.join(sorted(hands))}, which are told too", pack)
    if "dealer" not in fields:
        raise RecordError("dealer is missing", pack)
    try:
        dealt = game.type_of("deal")(rules, dealer=int(fields["dealer"]), pack=pack.replace(",", " "))
    except (ValueError, IndexError) as error:
        raise error if isinstance(error, RecordError) else RecordError(f"pack: {error}", pack) from error
    known = dict(_pairs(dealt.to_text())) | fields
    words = " ".join([f"{name}={value}" for name, value in known.items()])
    return game.type_of("deal").from_text(f"{game.head('deal')} {words}")
