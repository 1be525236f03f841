"""A tourney of spades: games until a side has the tokens it needs (section 9 of the cutthroat rules)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Self

from tricktake._checks import need, read_number, seat_of, whole
from tricktake._text import Head, read_numbers, read_seed, write_numbers, write_seed
from tricktake.errors import GameError, RecordError, SetupError
from tricktake.match import TEXT_VERSION, Series, check_seed
from tricktake.spades.deal import check_counts
from tricktake.spades.game import Game
from tricktake.spades.rules import Rules
from tricktake.spades.seating import Seating, draw_seats

__all__ = ["Tourney"]

_FIELDS = ("rules", "seed", "dealer", "tokens", "seats")


class Tourney(Series[Game]):
    """Games until a side has ``rules.wins_needed`` victory tokens.

    Parameters
    ----------
    rules : Rules, optional
        Default: the official game for three.
    seed : int, keyword only
        Draws the seats and deals every hand, 0 or more, below 16**10000; None: from the operating system's
        entropy.
    dealer : int, default 0, keyword only
        First dealer; seat 0 is who drew the highest card (CS-DEAL-1).
    tokens : sequence of int, optional, keyword only
        Tokens of the sides at the start; default 0.
    seats : sequence of int, optional, keyword only
        For each seat the player who sits there, where that has been agreed on; default: drawn (SP-SIDE-2).

    Raises
    ------
    IndexError
        If the dealer is no seat.
    SetupError
        If there are too many or too few tokens or seats, or somebody has enough tokens already.
    TypeError
        If an argument is of another type; a bool is no number.

    Examples
    --------
    >>> tourney = Tourney(seed=500)
    >>> tourney.push("LOOK")
    Look()
    >>> len(tourney.games), tourney.tokens, tourney.game.deal.dealer, tourney.winner
    (1, (0, 0, 0), 0, None)
    """

    __slots__ = ("_dealer", "_rules", "_seating", "_seed", "_tokens")
    _KIND = "spades-tourney"
    _ONE = "game"
    _ALL = "tourney"

    def __init__(
        self,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        dealer: int = 0,
        tokens: Sequence[int] | None = None,
        seats: Sequence[int] | None = None,
    ) -> None:
        super().__init__()
        self._rules = rules = Rules() if rules is None else need("rules", rules, Rules, "Rules()")
        self._seed = None if seed is None else check_seed(seed)
        self._dealer = seat_of("dealer", dealer, rules.players)
        self._tokens = check_counts(tokens, len(rules.sides), "tokens")
        if max(self._tokens) >= rules.wins_needed:
            raise SetupError(f"{rules.wins_needed} tokens win, so nobody can begin with {max(self._tokens)}")
        self._seating = draw_seats(rules.players, seed=self._seed)
        if seats is not None:
            order = tuple([whole("a player", player) for player in seats])
            if sorted(order) != list(range(rules.players)):
                raise SetupError(
                    f"seats must name the players 0 to {rules.players - 1}, each once; got {seats}"
                )
            if order != self._seating.order or self._seed is None:
                self._seating = Seating(order, ())

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def seed(self) -> int | None:
        """The seed, if there is one."""
        return self._seed

    @property
    def seating(self) -> Seating:
        """Who sits where (CS-DEAL-1); without rounds if it was not drawn here."""
        return self._seating

    @property
    def games(self) -> tuple[Game, ...]:
        """The games so far, the current one last; those before it are copies, made at each call."""
        return self._all()

    @property
    def game(self) -> Game | None:
        """The current game itself; None before the first. It stays current until the next is begun."""
        return self._current

    @property
    def first_dealer(self) -> int:
        """Seat that deals the first hand."""
        return self._dealer

    @property
    def first_tokens(self) -> tuple[int, ...]:
        """Tokens of the sides at the start."""
        return self._tokens

    @property
    def tokens(self) -> tuple[int, ...]:
        """Victory tokens of the sides (CS-TOUR-1, SP-END-3)."""
        found = list(self._tokens)
        for game in self._items:
            if game.winner is not None:
                found[game.winner] += 1
        return tuple(found)

    @property
    def winner(self) -> int | None:
        """Index into ``rules.sides`` of the side that has won; None as long as it goes on."""
        tokens = self.tokens
        return tokens.index(max(tokens)) if max(tokens) >= self._rules.wins_needed else None

    @property
    def winners(self) -> frozenset[int] | None:
        """The winner as a set; None as long as the tourney goes on."""
        winner = self.winner
        return None if winner is None else frozenset((winner,))

    def next_game(self) -> Game:
        """Begin the next game.

        Returns
        -------
        Game
            The new current game; its first hand is dealt by its own ``next_deal`` or ``push``.

        Raises
        ------
        WrongPhase
            If the current game is not over, or the tourney is.
        """
        return self._lay_out(self._next())

    def _make(self) -> Game:
        # CS-TOUR-2, CS-DEAL-5: the deal goes on round the table; CS-BAG-4: all else begins at 0
        last = self._current
        dealer = self._dealer if last is None else last.next_dealer
        number = 0 if last is None else last._number + len(last._items)
        return Game(self._rules, seed=self._seed, dealer=dealer, number=number)

    def _key(self) -> tuple[object, ...]:
        return self._rules, self._seed, self._dealer, self._tokens, self._seating.order

    def __repr__(self) -> str:
        rules, games = self._rules.to_text(), len(self._items)
        return f"<{type(self).__name__} {rules} games={games} tokens={self.tokens}>"

    def _head(self) -> dict[str, str]:
        return {
            "rules": self._rules.to_text(),
            "seed": write_seed(self._seed),
            "dealer": str(self._dealer),
            "tokens": write_numbers(self._tokens),
            "seats": write_numbers(self._seating.order),
        }

    @classmethod
    def _from_lines(cls, lines: Sequence[tuple[int, str]]) -> Self:
        line = lines[0][1] if lines else ""
        head = Head(line, len(line), cls._KIND, TEXT_VERSION, _FIELDS)
        try:
            tourney = cls(
                head.need("rules", Rules.from_text),
                seed=head.need("seed", read_seed),
                dealer=head.need("dealer", read_number),
                tokens=head.need("tokens", read_numbers),
                seats=head.need("seats", read_numbers),
            )
        except (GameError, IndexError) as error:
            raise error if isinstance(error, RecordError) else RecordError(str(error), line) from error
        starts = [at for at, (_, text) in enumerate(lines) if text.startswith("spades-game/")]
        if lines[1:] and starts[:1] != [1]:
            number, line = lines[1]
            raise RecordError(f"line {number}: expected spades-game/{TEXT_VERSION}, got {line[:40]!r}", line)
        for begin, end in pairwise([*starts, len(lines)]):
            tourney._items.append(tourney._follow(lines[begin:end]))
        return tourney

    def _follow(self, lines: Sequence[tuple[int, str]]) -> Game:
        """The game of some lines, if it can be the next one."""
        number, line = lines[0]
        current = self._current
        if self.is_over or (current is not None and not current.is_over):
            raise RecordError(f"line {number}: the game before is not over, or the tourney is", line)
        try:
            game = Game._from_lines(lines)
        except RecordError as error:
            where = "" if str(error).startswith("line ") else f"line {number}: "
            raise RecordError(f"{where}{error}", line, error.offset) from error
        if game._key() != self._make()._key():
            raise RecordError(f"line {number}: the game does not follow the games before", line)
        return game
