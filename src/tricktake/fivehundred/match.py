"""A match of Five Hundred: to plus or minus 500 (section 10 of the rules)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Self

from cardcore import key_from_seed
from tricktake._checks import check_scores, need, read_number, seat_of, whole
from tricktake._copying import copy_slots
from tricktake._text import read_numbers
from tricktake.actions import Action
from tricktake.errors import GameError, RecordError, SetupError
from tricktake.fivehundred.deal import Deal
from tricktake.fivehundred.rules import Rules
from tricktake.fivehundred.scoring import match_winners
from tricktake.match import MatchState, draw_dealer

__all__ = ["MATCH_TEXT_VERSION", "Match"]

MATCH_TEXT_VERSION = 1
"""Version of the text form of a match."""

_HEAD = "five-hundred-match"
_SEED_DIGITS = 10_000  # of a seed in hexadecimal


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

    __slots__ = ("_dealer", "_key_of_seed", "_rules", "_scores", "_seed")

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
    ) -> None:
        super().__init__()
        self._rules = Rules() if rules is None else need("rules", rules, Rules, "Rules()")
        self._seed = None if seed is None else _check_seed(seed)
        self._key_of_seed = None if self._seed is None else key_from_seed(self._seed)
        players = self._rules.players
        drawn = draw_dealer(players, self._seed) if dealer is None else dealer
        self._dealer = seat_of("dealer", drawn, players)
        self._scores = check_scores(scores, len(self._rules.sides))

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed, if the match has one."""
        return self._seed

    @property
    def first_dealer(self) -> int:
        """Seat that deals first."""
        return self._dealer

    @property
    def first_scores(self) -> tuple[int, ...]:
        """Scores of the sides at the start, in points."""
        return self._scores

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
        side = None
        if contract is not None:
            side = next(at for at, seats in enumerate(self._rules.sides) if contract.contractor in seats)
        return match_winners(self._rules, self.scores, contract_side=side, made=deal.score().made)

    def _make_deal(self) -> Deal:
        number = len(self._deals)
        dealer = (self._dealer + number) % self._rules.players  # FH-GEN-3
        return Deal(self._rules, dealer=dealer, seed=self._key_of_seed, number=number, scores=self.scores)

    def _is_finished(self, deal: Deal) -> bool:
        return deal.is_over

    def _push_to(self, deal: Deal, action: Action | str) -> Action:
        return deal.push(action)

    def _pop_from(self, deal: Deal) -> Action:
        return deal.pop()

    def _actions_in(self, deal: Deal) -> int:
        return len(deal)

    def _copy_of(self, deal: Deal) -> Deal:
        return deal.copy()

    def copy(self) -> Self:
        """An independent copy."""
        made = copy_slots(self)
        made._deals = self._deals[:-1] + [deal.copy() for deal in self._deals[-1:]]
        return made

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def _key(self) -> tuple[object, ...]:
        return self._rules, self._seed, self._dealer, self._scores, tuple(self._deals)

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Match) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_text, (self.to_text(),)

    def __repr__(self) -> str:
        rules, deals = self._rules.to_text(), len(self._deals)
        return f"<{type(self).__name__} {rules} deals={deals} scores={self.scores}>"

    def to_text(self) -> str:
        """Write the match, one line for itself and one for each deal.

        Returns
        -------
        str

        Examples
        --------
        >>> match = Match(seed=500, dealer=3)
        >>> _ = match.push("6S")
        >>> Match.from_text(match.to_text()) == match
        True
        """
        seed = "none" if self._seed is None else str(self._seed) if self._seed < 1 << 64 else hex(self._seed)
        scores = ",".join(map(str, self._scores))
        rules = f"rules={self._rules.to_text()}"
        head = f"{_HEAD}/{MATCH_TEXT_VERSION} {rules} seed={seed} dealer={self._dealer} scores={scores}"
        return "\n".join([head, *[deal.to_text() for deal in self._deals]]) + "\n"

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Read a match written by :meth:`to_text`.

        Parameters
        ----------
        text : str

        Returns
        -------
        Match

        Raises
        ------
        RecordError
            If the text is damaged, of another version, or its deals do not follow from one another.
        """
        if not isinstance(text, str):
            raise TypeError(f"the text of a match must be a str, not {type(text).__name__}")
        lines = [line for line in text.splitlines() if line.strip()]
        match = cls._from_head(text, lines[0] if lines else "")
        for number, line in enumerate(lines[1:], 2):
            try:
                deal = Deal.from_text(line)
            except RecordError as error:
                raise RecordError(f"line {number}: {error}", line, error.offset) from error
            current = match.deal
            if match.is_over or (current is not None and not current.is_over):
                raise RecordError(f"line {number}: the deal before is not over, or the match is", line)
            dealer = (match.first_dealer + number - 2) % match.rules.players
            if (deal.rules, deal.dealer, deal.scores) != (match.rules, dealer, match.scores):
                raise RecordError(
                    f"line {number}: rules, dealer or scores do not follow the deals before", line
                )
            if match.seed is not None:
                dealt = match._make_deal()
                if (deal.dealt, deal.kitty) != (dealt.dealt, dealt.kitty):
                    raise RecordError(f"line {number}: the cards are not those of seed {match.seed}", line)
            match._deals.append(deal)
        return match

    @classmethod
    def _from_head(cls, text: str, line: str) -> Self:
        """The match of a first line, before its deals."""
        words = line.split()
        game, _, version = (words[0] if words else "").partition("/")
        if game != _HEAD:
            raise RecordError(f"expected {_HEAD}/{MATCH_TEXT_VERSION}, got {line[:40]!r}", text)
        if version != str(MATCH_TEXT_VERSION):
            known = f"this library reads version {MATCH_TEXT_VERSION}"
            raise RecordError(f"match text version {version[:20]!r} is unknown; {known}", text)
        fields = dict([word.partition("=")[::2] for word in words[1:]])
        if len(fields) != len(words) - 1 or set(fields) != {"rules", "seed", "dealer", "scores"}:
            raise RecordError("expected rules=, seed=, dealer= and scores=, each once", text)
        try:
            seed = None if fields["seed"] == "none" else _read_seed(fields["seed"])
            scores, dealer = read_numbers(fields["scores"]), read_number(fields["dealer"])
            return cls(Rules.from_text(fields["rules"]), seed=seed, dealer=dealer, scores=scores)
        except (GameError, ValueError, IndexError) as error:
            raise RecordError(f"{line[:80]!r}: {error}", text) from error


def _check_seed(seed: int) -> int:
    """A seed as a plain int; SetupError if its text could not be read back."""
    seed = whole("seed", seed)
    if seed.bit_length() > 4 * _SEED_DIGITS:
        raise SetupError(f"a seed has at most {_SEED_DIGITS} hexadecimal digits")
    return seed


def _read_seed(text: str) -> int:
    """A seed: a number below 2**64, larger ones in hexadecimal."""
    if re.fullmatch(rf"0x[0-9a-f]{{1,{_SEED_DIGITS}}}", text):
        return int(text, 16)
    if re.fullmatch(r"[0-9]{1,20}", text, re.ASCII):
        return int(text)
    raise ValueError(f"expected a seed, got {text[:20]!r}")
