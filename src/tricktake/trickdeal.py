"""What the deals of every game do alike: hold hands, hand the play to the core, and take everything back.

A game's ``Deal`` derives from :class:`TrickDeal`. It makes the calls and decides what is played. From the
first lead on a card is a move of the core, and :class:`PlayTable` says which.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from operator import attrgetter, index
from typing import Any, ClassVar, Self, TypeVar, cast

from cardcore import CardOrder, IllegalMove, PlaySetup, TrickPlay
from tricktake._checks import seat_of
from tricktake._copying import copy_slots
from tricktake.actions import Action, Bid, Exchange, Pass, Play, Stand
from tricktake.auction import Auction, Call
from tricktake.cards import CardSet, Suit
from tricktake.errors import Explanation, WrongPhase
from tricktake.state import (
    DealState,
    ExchangeActions,
    LegalActions,
    ListedActions,
    Objective,
    Phase,
    PlayActions,
    Step,
)
from tricktake.view import PlayedCard

__all__ = ["PlayTable", "TrickDeal"]

_View_co = TypeVar("_View_co", covariant=True)
_NOTHING = ListedActions(())
_NO_CARDS = CardSet()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PlayTable:
    """A setup for the core, and the actions its moves stand for."""

    setup: PlaySetup
    """Order, seats and joker policy."""
    plays: dict[int, Play]
    """Move to action."""
    moves: dict[Play, int]
    """Action to move."""

    @classmethod
    def of(cls, setup: PlaySetup) -> PlayTable:
        """Number the plays of a setup.

        Parameters
        ----------
        setup : PlaySetup

        Returns
        -------
        PlayTable
        """
        order = setup.order
        plays = {position: Play(order.card(position)) for position in range(len(order))}
        if order.free_joker is not None:
            joker = order.position(order.free_joker)
            plays |= {joker + 64 * (suit + 1): Play(order.free_joker, named=suit) for suit in Suit}
        return cls(setup=setup, plays=plays, moves={play: move for move, play in plays.items()})


class TrickDeal(DealState[_View_co]):
    """A deal with hands, calls and tricks; base of each game's ``Deal``."""

    __slots__ = (
        "_auction",
        "_dealer",
        "_dealt",
        "_hands",
        "_owners",
        "_play",
        "_players",
        "_plays",
        "_scores",
        "_seen",
        "_stop",
        "_table",
        "_tricks",
        "_undo",
    )

    # What an action other than a play changes, besides history and auction; each game adds its own.
    _CHANGING: ClassVar[tuple[str, ...]] = ("_phase", "_turn", "_hands", "_seen")

    _auction: Auction
    _dealer: int
    _dealt: tuple[CardSet, ...]  # hands at the start
    _hands: tuple[CardSet, ...]  # hands until the play begins; then the core has them
    _owners: tuple[int, ...] | None  # the seat of each place of the play, where places are not seats
    _play: TrickPlay | None
    _players: int
    _plays: int  # cards played since the start
    _scores: tuple[int, ...]
    _seen: int  # seats that have looked, bit k for seat k
    _stop: tuple[int, ...]  # places whose first trick ends the play
    _table: PlayTable | None
    _tricks: tuple[tuple[PlayedCard, ...], ...] | None  # what tricks_played() has found, until the next play
    _undo: list[tuple[Any, ...]]

    @property
    def dealer(self) -> int:
        """Seat that dealt."""
        return self._dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """Scores of the sides before this deal, in points."""
        return self._scores

    @property
    def dealt(self) -> tuple[CardSet, ...]:
        """The hands as dealt, all seats: a full deal, not for bots."""
        return self._dealt

    @property
    def auction(self) -> tuple[Call, ...]:
        """The calls so far, oldest first."""
        return tuple(self._auction.calls)

    def has_looked(self, seat: int) -> bool:
        """Whether a seat has seen its cards (FH-BID-8, CS-BID-5).

        Parameters
        ----------
        seat : int

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        return bool(self._seen >> self._seat(seat) & 1)

    def hand(self, seat: int) -> CardSet:
        """The cards a seat holds now, seen or not.

        Parameters
        ----------
        seat : int

        Returns
        -------
        CardSet

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        self._seat(seat)
        return self._hands[seat] if self._play is None else self._play.hand(seat)

    def _seat(self, seat: int) -> int:
        seat = index(seat)
        if not 0 <= seat < self._players:
            raise IndexError(f"seat {seat} is not in 0..{self._players - 1}")
        return seat

    # ---- the play --------------------------------------------------------------------------------

    @property
    def leader(self) -> int | None:
        """Seat that led the trick in progress or is to lead; None outside the play."""
        if self._play is None or self._phase is not Phase.PLAY:
            return None
        return self._owner(self._play.leader)

    def _owner(self, place: int | None) -> int | None:
        """The seat of a place of the play."""
        return place if place is None or self._owners is None else self._owners[place]

    @property
    def trick(self) -> tuple[PlayedCard, ...]:
        """The trick in progress, in playing order."""
        return self.tricks_played()[-1] if self._play is not None and self._play.trick_mask else ()

    @property
    def finished(self) -> tuple[tuple[PlayedCard, ...], ...]:
        """The tricks played to the end, oldest first."""
        tricks = self.tricks_played()
        return tricks[:-1] if self._play is not None and self._play.trick_mask else tricks

    def tricks_played(self) -> tuple[tuple[PlayedCard, ...], ...]:
        """All tricks since the start of the deal, oldest first; the one in progress last.

        Returns
        -------
        tuple of tuple of PlayedCard
        """
        if self._play is None:
            return ()
        if self._tricks is not None:
            return self._tricks
        steps = self._history[len(self._history) - self._plays :]
        plays = cast("list[tuple[int, Play]]", steps)
        tabled = self._tabled()
        cards = [PlayedCard(seat, play.card, play.named, play.card in tabled) for seat, play in plays]
        first, later = self._trick_sizes(self._play.setup)
        starts = [0, *range(first, self._plays, later)] if cards else []
        self._tricks = tuple([tuple(cards[at : at + (later if at else first)]) for at in starts])
        return self._tricks

    def _tabled(self) -> CardSet:
        """The cards that lay on a table at the start."""
        return _NO_CARDS

    def _trick_sizes(self, setup: PlaySetup) -> tuple[int, int]:
        """Cards in the first trick played here and in each later one."""
        return max(map(len, setup.seats.first)), max(map(len, setup.seats.later))

    @property
    def tricks(self) -> tuple[int, ...]:
        """Tricks won by each seat."""
        if self._play is None:
            return (0,) * self._players
        won = self._play.tricks
        if self._owners is None:
            return won
        return tuple([won[seat] + won[seat + self._players] for seat in range(self._players)])

    @property
    def order(self) -> CardOrder | None:
        """How the cards rank in the play; None before it."""
        return None if self._play is None else self._play.order

    @property
    def play_state(self) -> TrickPlay | None:
        """A copy of the core's play, for solvers and simulations; None before the play."""
        return None if self._play is None else self._play.copy()

    @property
    def objective(self) -> Objective:
        """What the seat to act plays for; :meth:`objective_of` that seat."""
        return self.objective_of(0 if self._turn is None else self._turn)

    def objective_of(self, seat: int) -> Objective:
        """What a seat plays for, whoever is to act: a question for ``solve``, ``claim`` and ``solve_many``.

        The tricks of its side. In Five Hundred those of all defenders where there are several sides, and in a
        misère those of the contractor, which his opponents want (FH-MIS-1). In spades, for a seat whose nil
        is still alive, its own, which all but its side want.

        Parameters
        ----------
        seat : int

        Returns
        -------
        Objective
            Of places of :attr:`play_state`: seats, and where cards lie on the table 2 and 3 for the tables.

        Raises
        ------
        WrongPhase
            If no card is to be played.
        IndexError
            If there is no such seat.

        Examples
        --------
        >>> from tricktake import solve, spades as sp
        >>> deal = sp.Deal.from_text(
        ...     "spades/1 rules=partners dealer=3 hands=C9,HJ|D7,H8|H3,DA|H6,H5 "
        ...     "bids=NIL,4,4,3 leader=1 tricks=0,5,3,3"
        ... )
        >>> deal.objective_of(0)
        Objective(side=frozenset({1, 3}), count=frozenset({0}))
        >>> solve(deal, objective=deal.objective_of(0), target=1).best  # what breaks the nil
        (Play('H8'),)
        """
        seat = seat_of("seat", seat, self._players)
        if self._play is None or self._turn is None:
            raise WrongPhase(f"only a deal in its play has an objective; this one is at: {self._phase.value}")
        return self._objective_of(seat)

    @abstractmethod
    def _objective_of(self, seat: int) -> Objective:
        """The objective of a seat of a deal in its play."""

    def play_of(self, move: int) -> Play:
        """The action of a move of :attr:`play_state`.

        Parameters
        ----------
        move : int

        Raises
        ------
        WrongPhase
            If the play has not begun.
        IndexError
            If there is no such move in this deal.
        """
        if self._table is None:
            raise WrongPhase(f"only a deal in its play has moves; this one is at: {self._phase.value}")
        if move not in self._table.plays:
            raise IndexError(f"there is no move {move} in this contract")
        return self._table.plays[move]

    def _legal_plays(self) -> LegalActions:
        assert self._play is not None
        assert self._table is not None
        return PlayActions(self._play.legal_moves(), self._table.plays)

    def _apply_play(self, action: Action) -> bool:
        play, table = self._play, self._table
        assert play is not None
        assert table is not None
        move = table.moves.get(cast(Play, action))
        if move is None:
            return False
        try:
            play.push(move)
        except IllegalMove:
            return False
        self._history.append(Step(cast(int, self._turn), action))
        self._plays += 1
        self._tricks = None
        self._turn = play.turn if self._owners is None else self._owner(play.turn)
        if self._turn is None or (self._stop and self._has_won(self._stop)):  # FH-PLAY-5, FH-MIS-8
            self._turn = None
            self._phase = Phase.OVER
        return True

    def _has_won(self, places: tuple[int, ...]) -> bool:
        assert self._play is not None
        won = self._play.tricks
        return any(won[place] for place in places)

    # ---- taking back -----------------------------------------------------------------------------

    def _save(self, action: Action) -> None:
        """Append an action that is no play to the history, with what takes it back."""
        self._undo.append(attrgetter(*self._CHANGING)(self))
        self._history.append(Step(cast(int, self._turn), action))

    def _revert(self, action: Action) -> None:
        self._tricks = None
        if self._plays:
            assert self._play is not None
            self._play.pop()
            self._plays -= 1
            self._phase = Phase.PLAY
            self._turn = self._owner(self._play.turn)
            return
        if isinstance(action, (Bid, Pass, Stand)):
            self._auction.pop()
        for name, value in zip(self._CHANGING, self._undo.pop(), strict=True):
            setattr(self, name, value)
        self._play = None
        self._table = None
        self._stop = ()

    # ---- what may be done ------------------------------------------------------------------------

    def legal_actions_of(self, seat: int) -> LegalActions:
        """What a seat may do now: ``legal_actions`` if it is its turn, else nothing.

        Parameters
        ----------
        seat : int

        Returns
        -------
        LegalActions

        Raises
        ------
        IndexError
            If there is no such seat.
        """
        return self.legal_actions if self._seat(seat) == self._turn else _NOTHING

    def explain(self, action: Action | str) -> Explanation | None:
        """Say why an action is not legal now.

        Parameters
        ----------
        action : Action or str

        Returns
        -------
        Explanation or None
            None if ``push`` takes the action. So also for an ordinary call of a seat that has not looked
            yet: it is a look and the call (FH-BID-8, CS-BID-5), and not in ``legal_actions``. Otherwise rule,
            clause, the option that governs it, and a sentence.

        Raises
        ------
        TextError
            If a text cannot be read.
        """
        if isinstance(action, str):
            action = self._parse(action)
        if not isinstance(action, Action):
            raise TypeError(f"an action or its text is needed, not {type(action).__name__}")
        return self._explain(action)

    @abstractmethod
    def _explain(self, action: Action) -> Explanation | None:
        """Why an action is not legal now."""

    def _view_fields(self, seat: int, *, knows: frozenset[int]) -> dict[str, Any]:
        """What a view of any game shows, its voids aside.

        Parameters
        ----------
        seat : int
            The seat whose view it is.
        knows : frozenset of int, keyword only
            The seats whose exchanges it knows.
        """
        seats, play = range(self._players), self._play
        seen = self.has_looked(seat)
        tricks = self.tricks_played()
        in_progress = play is not None and play.trick_mask != 0
        legal = self.legal_actions_of(seat)
        return {
            "seat": seat,
            "dealer": self._dealer,
            "scores": self._scores,
            "phase": self._phase,
            "turn": self._turn,
            "hand": self.hand(seat) if seen else None,
            "dealt": self._dealt[seat] if seen else None,
            "looked": tuple([self.has_looked(other) for other in seats]),
            "history": _public(self._history, knows),
            "calls": self.auction,
            "leader": self.leader,
            "trick": tricks[-1] if in_progress else (),
            "finished": tricks[:-1] if in_progress else tricks,
            "tricks": self.tricks,
            "sizes": tuple([len(self.hand(other)) for other in seats]),
            # nothing that is still to be computed from the deal
            "legal_actions": legal if isinstance(legal, ExchangeActions) else ListedActions(tuple(legal)),
        }

    # ---- values ----------------------------------------------------------------------------------

    def copy(self) -> Self:
        """An independent copy, history included."""
        made = copy_slots(self)
        made._history = list(self._history)
        made._undo = list(self._undo)
        made._auction = self._auction.copy()
        made._play = None if self._play is None else self._play.copy()
        return made

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    @abstractmethod
    def _terms(self) -> tuple[object, ...]:
        """Under which terms it was dealt: rules, dealer, scores."""

    @abstractmethod
    def _cards(self) -> tuple[object, ...]:
        """The cards as dealt, and where a constructed deal begins."""

    def _key(self) -> tuple[object, ...]:
        return self._terms(), self._cards(), tuple(self._history)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TrickDeal):
            return NotImplemented
        return self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_text, (self.to_text(),)

    def __repr__(self) -> str:
        return f"{type(self).__name__}.from_text({self.to_text()!r})"

    @abstractmethod
    def to_text(self) -> str:
        """Write the deal with every card and action in one line; see ``docs/deal-text.md``."""

    @classmethod
    @abstractmethod
    def from_text(cls, text: str) -> Self:
        """Read a deal written by :meth:`to_text`."""


def _public(history: list[Step], knows: frozenset[int]) -> tuple[Step, ...]:
    """The history without the cards of other seats' exchanges (FH-KIT-2, SP-BID-6)."""
    return tuple(
        [
            Step(step.seat, None) if isinstance(step.action, Exchange) and step.seat not in knows else step
            for step in history
        ]
    )
