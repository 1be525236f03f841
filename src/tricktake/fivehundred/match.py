"""A match of Five Hundred: to plus or minus 500 (FH-GEN-1, section 10 of the rules)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from tricktake._checks import need
from tricktake._text import Head
from tricktake.fivehundred.deal import Deal
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.scoring import match_winners
from tricktake.match import MatchState

__all__ = ["Match"]


class Match(MatchState[Deal]):
    """Deals until a side has won.

    Parameters
    ----------
    rules : Rules, optional
        Default: the Australian game.
    seed : int, keyword only
        Draws the first dealer and deals every deal, 0 or more, below 16**10000; None: from the operating
        system's entropy.
    dealer : int, optional, keyword only
        First dealer; default: drawn (FH-GEN-3).
    scores : sequence of int, optional, keyword only
        Scores of the sides at the start, in points, each of at most 18 digits; default 0.

    Raises
    ------
    IndexError
        If the dealer is no seat.
    SetupError
        If the scores are not as many as the sides, or a number is too large.
    TypeError
        If an argument is of another type; a bool is no number.

    Examples
    --------
    >>> match = Match(seed=500, dealer=3)
    >>> _ = match.next_deal().push_all("P P P P")
    >>> match.scores, match.next_deal().dealer
    ((0, 0), 0)
    """

    __slots__ = ("_rules",)
    _KIND = "five-hundred-match"
    _ALL = "match"

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
    ) -> None:
        self._rules = Rules() if rules is None else need("rules", rules, Rules, "Rules()")
        super().__init__(self._rules.players, len(self._rules.sides), seed=seed, dealer=dealer, scores=scores)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores of the sides after the last finished deal, in points."""
        deal = self.deal
        if deal is None:
            return self._scores
        if not deal.is_over:
            return deal.scores
        points = deal.score().points
        return tuple([before + won for before, won in zip(deal.scores, points, strict=True)])

    @property
    def winners(self) -> frozenset[int] | None:
        """Indices into ``rules.sides`` of those that have won; None as long as the match goes on."""
        deal = self.deal
        if deal is None or not deal.is_over:
            return None
        contract = deal.contract
        sides = None
        if contract is not None:
            sides = [at for at, seats in enumerate(self._rules.sides) if not contract.side.isdisjoint(seats)]
        return match_winners(self._rules, self.scores, contract_side=sides, made=deal.score().made)

    def _make(self) -> Deal:
        number = 0 if self._key_of_seed is None else len(self._items)
        return Deal(
            self._rules, dealer=self.next_dealer, seed=self._key_of_seed, number=number, scores=self.scores
        )

    def _key(self) -> tuple[object, ...]:
        return self._rules, self._seed, self._dealer, self._scores

    def __repr__(self) -> str:
        rules, deals = self._rules.to_text(), len(self._items)
        return f"<{type(self).__name__} {rules} deals={deals} scores={self.scores}>"

    def _rules_text(self) -> str:
        return self._rules.to_text()

    @classmethod
    def _read_deal(cls, line: str) -> Deal:
        return Deal.from_text(line)

    @classmethod
    def _from_head(cls, head: Head) -> Self:
        return cls(head.need("rules", Rules.from_text), **cls._common(head))
