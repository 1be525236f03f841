"""A game of spades: hands until one side has won (section 9 of the cutthroat rules)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from tricktake._checks import need, read_number
from tricktake._text import Head, read_numbers, write_numbers
from tricktake.match import MatchState
from tricktake.spades.deal import Deal, check_bags, check_counts
from tricktake.spades.rules import Rules
from tricktake.spades.scoring import game_winner, standings

__all__ = ["Game"]


class Game(MatchState[Deal]):
    """Hands up to a winning score.

    Parameters
    ----------
    rules : Rules, optional
        Default: the official game for three.
    seed : int, keyword only
        Draws the first dealer and deals every hand, 0 or more, below 16**10000; None: from the operating
        system's entropy.
    dealer : int, optional, keyword only
        First dealer; default: drawn.
    scores, bags : sequence of int, optional, keyword only
        Scores and bags of the sides at the start; default 0 (CS-BAG-4).
    blind_sixes : sequence of int, optional, keyword only
        Blind sixes each seat has bid before; default 0 (CS-BAG-4).
    number : int, default 0, keyword only
        Which deal of the seed is the first; a tourney deals on where the game before has ended.

    Raises
    ------
    IndexError
        If the dealer is no seat.
    SetupError
        If there are too many or too few numbers, or one is impossible.
    TypeError
        If an argument is of another type; a bool is no number.

    Examples
    --------
    >>> game = Game(seed=500, dealer=2)
    >>> game.next_deal().push_all("5 NIL 6").turn
    0
    >>> game.scores, game.bags, game.winner
    ((0, 0, 0), (0, 0, 0), None)
    """

    __slots__ = ("_bags", "_rules", "_sixes")
    _KIND = "spades-game"
    _ALL = "game"
    _FIELDS = ("rules", "seed", "dealer", "scores", "bags", "sixes", "number")

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        dealer: int | None = None,
        scores: Sequence[int] | None = None,
        bags: Sequence[int] | None = None,
        blind_sixes: Sequence[int] | None = None,
        number: int = 0,
    ) -> None:
        self._rules = rules = Rules() if rules is None else need("rules", rules, Rules, "Rules()")
        super().__init__(
            rules.players, len(rules.sides), seed=seed, dealer=dealer, scores=scores, number=number
        )
        check_counts((self._number,), 1, "numbers of deals")
        self._bags = check_bags(rules, bags)
        self._sixes = check_counts(blind_sixes, rules.players, "counts of blind sixes")

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def first_bags(self) -> tuple[int, ...]:
        """Bags of the sides at the start."""
        return self._bags

    @property
    def first_blind_sixes(self) -> tuple[int, ...]:
        """Blind sixes each seat had bid before the first hand."""
        return self._sixes

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores of the sides after the last hand, its bag penalties counted (CS-SCORE-6, CS-END-4)."""
        deal = self._current
        if deal is None or not deal.is_over:
            return self._scores if deal is None else deal.scores
        points = deal.score().points
        return tuple([before + won for before, won in zip(deal.scores, points, strict=True)])

    @property
    def bags(self) -> tuple[int, ...]:
        """Bags of the sides after the last finished hand (section 8 of the rules)."""
        deal = self._current
        if deal is None or not deal.is_over:
            return self._bags if deal is None else deal.bags
        return deal.score().bags

    @property
    def blind_sixes(self) -> tuple[int, ...]:
        """Blind sixes each seat has bid in this game, the hand in progress included (CS-BID-7)."""
        return self._sixes if self._current is None else self._current.blind_sixes

    @property
    def winner(self) -> int | None:
        """Index into ``rules.sides`` of the side that has won; None as long as it goes on (CS-END-1)."""
        deal = self._current
        return None if deal is None or not deal.is_over else game_winner(self._rules, self.scores)

    @property
    def winners(self) -> frozenset[int] | None:
        """The winner as a set; None as long as the game goes on."""
        winner = self.winner
        return None if winner is None else frozenset((winner,))

    @property
    def standings(self) -> tuple[int, ...]:
        """The place of each side by its score, 1 for the best; equal scores share a place."""
        return standings(self.scores)

    def _make(self) -> Deal:
        return Deal(
            self._rules,
            dealer=self.next_dealer,  # CS-DEAL-5
            seed=self._key_of_seed,
            number=0 if self._key_of_seed is None else self._number + len(self._items),
            scores=self.scores,
            bags=self.bags,
            blind_sixes=self.blind_sixes,
        )

    def _key(self) -> tuple[object, ...]:
        return self._rules, self._seed, self._dealer, self._scores, self._bags, self._sixes, self._number

    def __repr__(self) -> str:
        rules, deals = self._rules.to_text(), len(self._items)
        return f"<{type(self).__name__} {rules} deals={deals} scores={self.scores} bags={self.bags}>"

    def _rules_text(self) -> str:
        return self._rules.to_text()

    def _head(self) -> dict[str, str]:
        mine = {"bags": write_numbers(self._bags), "sixes": write_numbers(self._sixes)}
        return super()._head() | mine | {"number": str(self._number)}

    @classmethod
    def _read_deal(cls, line: str) -> Deal:
        return Deal.from_text(line)

    @classmethod
    def _from_head(cls, head: Head) -> Self:
        return cls(
            head.need("rules", Rules.from_text),
            **cls._common(head),
            bags=head.need("bags", read_numbers),
            blind_sixes=head.need("sixes", read_numbers),
            number=head.need("number", read_number),
        )
