"""The bids of Five Hundred: their order, their value, and which of them may be made.

A :class:`BidTable` holds all bids of one set of rules. Two bids may rank the same and then neither outranks
the other: open and blind misère (FH-BID-7), and by default a bid and its ``-SK`` twin (FH-BID-10). What may
be bid depends on little more than the high bid, so the answers are remembered.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tricktake._kept import kept
from tricktake.actions import Bid, BidKind
from tricktake.auction import Refusal
from tricktake.errors import RulesError
from tricktake.fivehundred.options import MisereRank, SansKittyRank, Schedule
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.schedules import NUMERIC_VALUES, plain_ranks

__all__ = ["BidTable", "bid_table"]


class BidTable:
    """All bids of one set of rules, ascending, with their ranks and points.

    Parameters
    ----------
    rules : Rules
        The rules; :func:`bid_table` keeps one table for each.

    Examples
    --------
    >>> table = BidTable(Rules.american())
    >>> " ".join(bid.text for bid in table.bids[9:13])
    '7NT 8S M 8C'
    >>> table.outranks(Bid("M"), Bid("8S")), table.value(Bid("M"))
    (True, 250)
    """

    __slots__ = ("_after_7", "_answers", "_needs_level", "_ranks", "_stakes", "_values", "bids", "rules")

    rules: Rules
    """The rules."""
    bids: tuple[Bid, ...]
    """All bids in ascending order; those that rank the same stand in the order of their ids."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._values: dict[Bid, int] = {}
        for bid, points in NUMERIC_VALUES[rules.schedule].items():
            self._add(bid, points)
        # FH-SCORE-1, last column
        for allowed, text, points in (
            (rules.misere, "M", rules.misere_value),
            (rules.open_misere and not rules.has_tables, "OM", rules.open_misere_value),  # FH-P2-3
            (rules.looks, "BM", rules.blind_misere_value),
        ):
            if allowed:
                self._add(Bid(text), points)
        above = rules.sans_kitty_rank is SansKittyRank.ABOVE  # FH-BID-10
        ranks = plain_ranks(rules.schedule, rules.misere_rank)
        keys = {bid: 2 * ranks[bid.plain] + (above and bid.sans_kitty) for bid in self._values}
        places = {key: rank for rank, key in enumerate(sorted(set(keys.values())))}
        self._ranks: dict[Bid, int] = {bid: places[key] for bid, key in keys.items()}
        factors = {False: 1, True: rules.sans_kitty_mult}
        self._stakes = {bid: value * factors[bid.sans_kitty] for bid, value in self._values.items()}
        self.bids = tuple(sorted(self._ranks, key=lambda bid: (self._ranks[bid], bid.id)))
        self._after_7 = rules.misere_requires_7 and not rules.has_tables  # FH-P2-3
        self._needs_level = self._after_7 or rules.open_misere_requires_8
        self._answers: dict[tuple[int, bool, bool, bool, bool], tuple[Bid, ...]] = {}

    def _add(self, bid: Bid, points: int) -> None:
        self._values[bid] = points
        if self.rules.sans_kitty:  # FH-BID-9
            self._values[Bid(f"{bid}-SK")] = points

    def __repr__(self) -> str:
        return f"BidTable({self.rules!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return bid_table, (self.rules,)

    def __contains__(self, bid: object) -> bool:
        return bid in self._ranks

    def __len__(self) -> int:
        return len(self.bids)

    def _of(self, table: Mapping[Bid, int], bid: Bid) -> int:
        try:
            return table[bid]
        except KeyError:
            raise RulesError(f"{bid} is no bid under the rules {self.rules.to_text()}") from None

    def rank(self, bid: Bid) -> int:
        """Return the rank of a bid; bids of equal rank share the number.

        Parameters
        ----------
        bid : Bid
            A bid of these rules.

        Returns
        -------
        int
            From 0, without gaps.

        Raises
        ------
        RulesError
            If these rules have no such bid.

        Examples
        --------
        >>> table = bid_table(Rules())
        >>> table.rank(Bid("6S")), table.rank(Bid("M")), table.rank(Bid("OM")) == table.rank(Bid("BM-SK"))
        (0, 10, True)
        """
        return self._of(self._ranks, bid)

    def outranks(self, bid: Bid, other: Bid) -> bool:
        """Whether a bid ranks strictly higher than another.

        Parameters
        ----------
        bid, other : Bid
            Bids of these rules.

        Returns
        -------
        bool

        Raises
        ------
        RulesError
            If these rules have no such bid.

        Examples
        --------
        >>> table = bid_table(Rules())
        >>> table.outranks(Bid("OM"), Bid("10D")), table.outranks(Bid("7H-SK"), Bid("7H"))
        (True, False)
        """
        return self._of(self._ranks, bid) > self._of(self._ranks, other)

    def value(self, bid: Bid) -> int:
        """Return the value of a bid by the schedule (FH-SCORE-1, FH-SCORE-9).

        Parameters
        ----------
        bid : Bid
            A bid of these rules.

        Returns
        -------
        int
            Points, the same with and without ``-SK``.

        Raises
        ------
        RulesError
            If these rules have no such bid.

        Examples
        --------
        >>> bid_table(Rules()).value(Bid("8H")), bid_table(Rules.perfect()).value(Bid("8H"))
        (300, 280)
        """
        return self._of(self._values, bid)

    def stake(self, bid: Bid) -> int:
        """Return what a contract wins or loses: its value, with ``-SK`` times ``sans_kitty_mult``.

        Parameters
        ----------
        bid : Bid
            A bid of these rules.

        Returns
        -------
        int
            Points (FH-BID-10).

        Raises
        ------
        RulesError
            If these rules have no such bid.

        Examples
        --------
        >>> bid_table(Rules(sans_kitty_mult=2)).stake(Bid("8NT-SK"))
        640
        """
        return self._of(self._stakes, bid)

    def legal(
        self, high: Bid | None, earlier: Iterable[Bid] = (), *, unseen: bool = False, inkle_seat: bool = True
    ) -> tuple[Bid, ...]:
        """Return the bids a player may make at his turn (FH-BID-4 to FH-BID-10, FH-BID-17 to FH-BID-19).

        Parameters
        ----------
        high : Bid or None
            The high bid; None if nobody has bid.
        earlier : iterable of Bid, default ()
            The bids of this auction so far; the high bid may be among them.
        unseen : bool, default False
            Whether the player has not looked at his cards yet: then only ``BM`` and ``BM-SK`` may be bid.
            Ignored with ``blind_misere`` off, where hands are seen from the deal (FH-BID-8).
        inkle_seat : bool, default True
            Whether the player was one of the first two to call; it matters with ``inkle`` on (FH-BID-18).

        Returns
        -------
        tuple of Bid
            Ascending; empty if there is none. Passing and looking are not bids.

        Raises
        ------
        RulesError
            If these rules have no such high bid.

        Examples
        --------
        >>> bid_table(Rules()).legal(Bid("OM"))
        (Bid('10H'), Bid('10H-SK'), Bid('10NT'), Bid('10NT-SK'))
        >>> bid_table(Rules()).legal(Bid("10D"), unseen=True)
        (Bid('BM'), Bid('BM-SK'))
        """
        floor = -1 if high is None else self._of(self._ranks, high)
        seven, eight = _levels(high, earlier) if self._needs_level else (False, False)
        key = (floor, seven, eight, unseen, inkle_seat)
        answer = self._answers.get(key)
        if answer is None:
            asked = (high, seven, eight, unseen, inkle_seat)
            answer = tuple([bid for bid in self.bids if self._why_not(bid, *asked) is None])
            self._answers[key] = answer
        return answer

    def why_not(
        self,
        bid: Bid,
        high: Bid | None,
        earlier: Iterable[Bid] = (),
        *,
        unseen: bool = False,
        inkle_seat: bool = True,
    ) -> Refusal | None:
        """Say why a bid may not be made.

        Parameters
        ----------
        bid : Bid
            The bid in question; it may be one these rules do not have.
        high, earlier, unseen, inkle_seat
            As for :meth:`legal`.

        Returns
        -------
        Refusal or None
            None if :meth:`legal` has the bid.

        Raises
        ------
        RulesError
            If these rules have no such high bid.

        Examples
        --------
        >>> bid_table(Rules()).why_not(Bid("7S"), Bid("7C")).sentence
        '7S does not outrank the high bid 7C'
        """
        if high is not None:
            self._of(self._ranks, high)
        return self._why_not(bid, high, *_levels(high, earlier), unseen, inkle_seat)

    def _why_not(
        self, bid: Bid, high: Bid | None, seven: bool, eight: bool, unseen: bool, inkle_seat: bool
    ) -> Refusal | None:
        """Decide on a bid, given whether a seven and an eight or more have been bid."""
        rules = self.rules
        if bid not in self._ranks:
            return self._why_unknown(bid)
        blind = bid.kind is BidKind.BLIND_MISERE
        if blind and not unseen:
            sentence = f"{bid} may be bid only before looking"
            return Refusal("blind before looking", "FH-BID-8", "blind_misere", sentence)
        if unseen and rules.looks and not blind:
            sentence = f"only blind misère may be bid before looking; got {bid}"
            return Refusal("look first", "FH-BID-8", "blind_misere", sentence)
        if rules.inkle and bid.level == 6 and not inkle_seat:
            sentence = f"only the first two callers may bid {bid}"
            return Refusal("sixes are signals", "FH-BID-18", "inkle", sentence)
        if high is not None and self._ranks[bid] <= self._ranks[high]:
            return self._why_not_higher(bid, high)
        if bid.kind is BidKind.MISERE and self._after_7 and not seven:
            sentence = f"{bid} needs an earlier bid of seven"
            return Refusal("misère after a seven", "FH-BID-5", "misere_requires_7", sentence)
        if bid.kind is BidKind.OPEN_MISERE and rules.open_misere_requires_8 and not eight:
            sentence = f"{bid} needs an earlier numeric bid of eight or more"
            return Refusal("open misère after an eight", "FH-BID-6", "open_misere_requires_8", sentence)
        return None

    def _why_unknown(self, bid: Bid) -> Refusal:
        """Say why the rules have no such bid."""
        rule = "bids of this game"
        if bid.kind is not BidKind.NUMERIC and not bid.is_misere:
            return Refusal(rule, "FH-BID-2", None, f"{bid} is no bid of five hundred")
        if bid.sans_kitty and not self.rules.sans_kitty:
            return Refusal(rule, "FH-BID-9", "sans_kitty", f"{bid} is no bid here; the kitty is always taken")
        if self.rules.has_tables and bid.kind is not BidKind.MISERE:
            return Refusal(rule, "FH-P2-3", "two_player", f"{bid} is no bid where cards lie on the table")
        clause, option = {
            BidKind.MISERE: ("FH-BID-5", "misere"),
            BidKind.OPEN_MISERE: ("FH-BID-6", "open_misere"),
            BidKind.BLIND_MISERE: ("FH-BID-7", "blind_misere"),
        }[bid.kind]
        return Refusal(rule, clause, option, f"{bid} is no bid here; there is no {bid.kind.value}")

    def _why_not_higher(self, bid: Bid, high: Bid) -> Refusal:
        """Say why a bid does not outrank the high bid."""
        rules, rule = self.rules, "outrank the high bid"
        sentence = f"{bid} does not outrank the high bid {high}"
        if bid is high:
            return Refusal(rule, "FH-BID-4", None, sentence)
        if bid.plain is high.plain:
            return Refusal(rule, "FH-BID-10", "sans_kitty_rank", sentence)
        kinds = (bid.kind, high.kind)
        if BidKind.OPEN_MISERE in kinds and BidKind.BLIND_MISERE in kinds:
            return Refusal(rule, "FH-BID-7", None, f"{sentence}; open and blind misère rank the same")
        if BidKind.OPEN_MISERE in kinds or BidKind.BLIND_MISERE in kinds:
            return Refusal(rule, "FH-BID-6", None, f"{sentence}; open misère ranks between 10D and 10H")
        if BidKind.MISERE in kinds and rules.misere_rank is MisereRank.BETWEEN_8S_8C:
            return Refusal(rule, "FH-BID-17", "misere_rank", f"{sentence}; misère ranks between 8S and 8C")
        if BidKind.MISERE in kinds:
            return Refusal(rule, "FH-BID-5", "misere_rank", f"{sentence}; misère ranks between 7NT and 8S")
        if rules.schedule in (Schedule.ORIGINAL, Schedule.INVERTED):
            values = f"{self._values[bid]} against {self._values[high]} points"
            return Refusal(rule, "FH-BID-19", "schedule", f"{sentence}: {values}")
        return Refusal(rule, "FH-BID-4", None, sentence)


def _levels(high: Bid | None, earlier: Iterable[Bid]) -> tuple[bool, bool]:
    """Whether a seven, and whether an eight or more, has been bid (FH-BID-5, FH-BID-6)."""
    levels = [bid.level or 0 for bid in earlier]
    if high is not None:
        levels.append(high.level or 0)
    return 7 in levels, max(levels, default=0) >= 8


_table = kept(128)(BidTable)


def bid_table(rules: Rules) -> BidTable:
    """Return the bids of these rules; the same object for equal rules.

    Parameters
    ----------
    rules : Rules
        The rules.

    Returns
    -------
    BidTable

    Examples
    --------
    >>> len(bid_table(Rules())), len(bid_table(Rules.kitchen()))
    (56, 25)
    >>> bid_table(Rules()) is bid_table(Rules())
    True
    """
    return _table(rules)
