"""Records as values: a match, game or tourney, or single deals, with everything that was done.

:meth:`Record.contest` plays a record through the rules it carries. The forms on paper are in modules beside
this one; ``docs/record-format.md`` is the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Self

from tricktake.errors import RecordError
from tricktake.records.contest import join_deals
from tricktake.records.deals import DealRecord, Ending
from tricktake.records.escapes import check_comment, check_value
from tricktake.records.fields import canonical_pairs
from tricktake.records.games import RecordGame, game_of
from tricktake.records.replay import Step, head_pairs
from tricktake.records.tags import DEAL_NAMES, HEAD_NAMES, Pairs, check_free, check_numbers, check_tags

__all__ = ["DealRecord", "Ending", "Pairs", "Record", "Step"]


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
    winners : tuple of int or None, default None
        Indices of the sides that have won the contest; None if it does not say, or nobody has yet.

    Raises
    ------
    RecordError
        If there is no such kind, a field is unknown or missing, there are not as many names as seats, or a
        text cannot be written.

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
    winners: tuple[int, ...] | None = None
    """The sides that have won, if they are told."""

    def __post_init__(self) -> None:
        game = game_of(self.rules)
        for name in ("players", "deals"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        if self.kind != "deals" and self.kind not in game.contests:
            kinds = ", ".join(["deals", *game.contests])
            raise RecordError(f"{game.title} has no {self.kind[:40]!r}; there are {kinds}", self.kind)
        if self.players and len(self.players) != self.rules.players:
            raise RecordError(f"{self.rules.players} players are needed, got {len(self.players)}", "")
        for player in self.players:
            check_value("the name of a player", player)
        due = game.fields_of(self.kind)
        object.__setattr__(self, "fields", canonical_pairs(self.fields))
        if {name for name, _ in self.fields} != set(due):
            got = " ".join([name for name, _ in self.fields]) or "none"
            needed = " ".join(due) or "none"
            raise RecordError(f"a record of kind {self.kind} has these fields: {needed}; got {got}", got)
        object.__setattr__(self, "tags", check_tags(self.tags))
        check_free(self.tags, (*HEAD_NAMES, *due), "record")
        check_comment(self.comment)
        for deal in self.deals:
            unknown = [name for name, _ in deal.fields if name not in game.deal_fields]
            if unknown:
                raise RecordError(f"a deal of {game.title} has no field {unknown[0]}", unknown[0])
            check_free(deal.tags, (*DEAL_NAMES, *game.deal_fields), "deal")
        object.__setattr__(self, "winners", check_numbers("winners", self.winners))
        if self.winners is not None and self.kind == "deals":
            raise RecordError("single deals have no winners", str(self.winners))

    @property
    def game(self) -> RecordGame:
        """The game it is a record of."""
        return game_of(self.rules)

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

        Notes
        -----
        A game of a tourney that has been begun without a deal is not recorded.
        """
        kind = "deals"
        fields: Pairs = ()
        if hasattr(played, "games") or hasattr(played, "deals"):
            several = hasattr(played, "games")
            parts = [part.deals for part in played.games] if several else [played.deals]
            head = played.to_text().split("\n", 1)[0]
            kind = head.split("/", 1)[0].rpartition("-")[2]
            fields = tuple([pair for pair in head_pairs(head) if pair[0] != "rules"])
            rules = played.rules
        else:
            parts = [tuple(played) if isinstance(played, Iterable) else (played,)]
            if not parts[0]:
                raise RecordError("a record of single deals needs one", "")
            rules = parts[0][0].rules
            if any(deal.rules != rules for deal in parts[0]):
                raise RecordError("the deals of a record have the same rules", rules.to_text())
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
            winners=_winners_of(played) if kind != "deals" else None,
        )

    def check(self) -> None:
        """Refuse a record that strict reading would refuse.

        Raises
        ------
        ReadError
            If something in it cannot be, with its path in the JSON form.
        RecordError
            If it is larger than a reader takes.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P")).check()
        """
        from tricktake.records._jsonread import from_dict
        from tricktake.records.jsonwrite import to_dict

        if from_dict(to_dict(self)) != self:
            raise RecordError("it reads as another record: LOOK is an entry of its own", "")

    def contest(self) -> Any:
        """The match, game or tourney, replayed under its rules.

        Returns
        -------
        Match, Game or Tourney

        Raises
        ------
        RecordError
            If it is a record of single deals, a card or an action is not known, the deals do not follow from
            one another, or others have won than the record says.

        Notes
        -----
        A deal that was abandoned counts for nothing where another one follows it in the same game: the next
        one is dealt in its stead.
        """
        return join_deals(self, [deal.deal(self.rules) for deal in self.deals])

    def to_text(self) -> str:
        """Write the record as text; see ``docs/record-format.md``.

        Returns
        -------
        str

        Raises
        ------
        RecordError
            If it is larger than a reader takes.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> record = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P"), comment="so far")
        >>> print(record.to_text().splitlines()[3])
        [rules "australian"]
        >>> Record.from_text(record.to_text()) == record
        True
        """
        from tricktake.records.textwrite import write_record

        return write_record(self)

    @classmethod
    def from_text(cls, text: str) -> Record:
        """Read a text with exactly one record, strictly.

        Parameters
        ----------
        text : str

        Returns
        -------
        Record

        Raises
        ------
        ReadError
            If it is damaged, with the place; or if there is not one record in it.
        """
        from tricktake.records.files import one_record, read_text

        return one_record(read_text(text))

    def to_json(self) -> str:
        """Write the record as JSON; see ``docs/record-format.md`` and :data:`tricktake.records.SCHEMA`.

        Returns
        -------
        str

        Raises
        ------
        RecordError
            If it is larger than a reader takes.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> record = Record.of(sp.Deal(dealer=2, seed=500).push_all("4 NIL"))
        >>> Record.from_json(record.to_json()) == record
        True
        """
        from tricktake.records.jsonwrite import write_json

        return write_json(self)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read JSON with exactly one record, strictly.

        Parameters
        ----------
        text : str

        Returns
        -------
        Record

        Raises
        ------
        ReadError
            If it is no such JSON, with the place or the path; or if there is not one record in it.
        """
        from tricktake.records.files import one_record, read_json

        return one_record(read_json(text))

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


def _winners_of(contest: Any) -> tuple[int, ...] | None:
    """The sides that have won a contest, in order; None as long as it goes on."""
    return None if contest.winners is None else tuple(sorted(contest.winners))
