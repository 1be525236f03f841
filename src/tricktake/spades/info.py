"""What can be read off a deal of spades: everything but doing and undoing.

:class:`DealInfo` holds the state and answers questions about it; ``deal.py`` derives ``Deal`` from it and
changes it.
"""

from __future__ import annotations

from typing import NamedTuple, cast

from tricktake._checks import whole
from tricktake.actions import Bid, BidKind, Exchange
from tricktake.cards import CardSet
from tricktake.errors import SetupError, WrongPhase
from tricktake.spades.rules import Rules
from tricktake.spades.view import View
from tricktake.state import Objective, Phase
from tricktake.trickdeal import TrickDeal

__all__ = ["DealInfo", "PlayStart"]

_NILS = (BidKind.NIL, BidKind.BLIND_NIL)


class PlayStart(NamedTuple):
    """Where a constructed deal begins in the middle of the play.

    Examples
    --------
    >>> PlayStart(("4", "NIL", "6"), leader=1).frozen().bids
    (Bid('4'), Bid('NIL'), Bid('6'))
    """

    bids: tuple[Bid | str | int, ...]
    """The bid of each seat."""
    leader: int | None = None
    """Seat that leads; None: who leads to the first trick of a deal."""
    tricks: tuple[int, ...] | None = None
    """Tricks already won by each seat; None: none."""
    is_broken: bool = False
    """Whether spades are broken."""
    caught: tuple[CardSet | str, ...] | None = None
    """Award jacks each seat has caught already; None: none."""

    def frozen(self) -> PlayStart:
        """The same start with plain values and tuples inside, whatever it was built from.

        Returns
        -------
        PlayStart

        Raises
        ------
        TypeError, GameError
            If a field holds something else.
        """
        bids = [bid if isinstance(bid, Bid) else Bid(str(bid)) for bid in self.bids]
        tricks, caught = self.tricks, self.caught
        if not isinstance(self.is_broken, bool):
            raise TypeError(f"is_broken must be a bool, not {type(self.is_broken).__name__}")
        return PlayStart(
            tuple(bids),
            leader=None if self.leader is None else whole("leader", self.leader),
            tricks=None if tricks is None else tuple([whole("a count of tricks", won) for won in tricks]),
            is_broken=self.is_broken,
            caught=None if caught is None else tuple([CardSet(cards) for cards in caught]),
        )


class DealInfo(TrickDeal[View]):
    """The state of a deal and what can be asked of it; base of ``Deal``."""

    __slots__ = ("_bags", "_passes", "_rules", "_sixes", "_start")

    _CHANGING = (*TrickDeal._CHANGING, "_passes")

    _rules: Rules
    _bags: tuple[int, ...]
    _sixes: tuple[int, ...]  # blind sixes before this deal
    _start: PlayStart | None
    _passes: tuple[tuple[int, int], ...]  # exchanges to be made, giver and taker (SP-BID-4)

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self._rules

    @property
    def bags(self) -> tuple[int, ...]:
        """Bags of the sides before this deal."""
        return self._bags

    @property
    def blind_sixes(self) -> tuple[int, ...]:
        """Blind sixes each seat has bid in this game, one of this deal included (CS-BID-7)."""
        bids = self.bids
        return tuple([used + (bid is _B6) for used, bid in zip(self._sixes, bids, strict=True)])

    @property
    def blind_sixes_before(self) -> tuple[int, ...]:
        """Blind sixes each seat had bid in this game before this deal."""
        return self._sixes

    @property
    def start(self) -> PlayStart | None:
        """Where a constructed deal began, if it began in the middle of the play."""
        return self._start

    @property
    def bids(self) -> tuple[Bid | None, ...]:
        """The bid of each seat; None for one that has not bid yet."""
        if self._start is not None:
            return cast("tuple[Bid | None, ...]", self._start.bids)
        found: list[Bid | None] = [None] * self._players
        for seat, call in self._auction.calls:
            found[seat] = cast(Bid, call)
        return tuple(found)

    @property
    def is_broken(self) -> bool:
        """Whether spades are broken (CS-PLAY-4)."""
        return self._play is not None and self._play.is_broken

    @property
    def caught(self) -> tuple[CardSet, ...]:
        """The award jacks each seat has caught so far (CS-AWARD-1)."""
        before = None if self._start is None else self._start.caught
        found = [CardSet()] * self._players if before is None else [CardSet(cards) for cards in before]
        awards = CardSet(self._rules.awards)
        if not awards or self._play is None:
            return tuple(found)
        order = self._play.order
        for trick in self.finished:
            jacks = CardSet([played.card for played in trick]) & awards
            if jacks:
                winner = trick[order.winner([played.card for played in trick])].seat
                found[winner] |= jacks
        return tuple(found)

    @property
    def exchanged(self) -> tuple[tuple[int, int, CardSet], ...]:
        """Cards put over in the exchange of blind nil, as giver, taker and cards, oldest first (SP-BID-4).

        Only the two partners may know them (SP-BID-6).
        """
        steps = [step for step in self._history if isinstance(step.action, Exchange)]
        return tuple([(seat, (seat + 2) % 4, cast(Exchange, action).cards) for seat, action in steps])

    def _objective_of(self, seat: int) -> Objective:
        """The tricks of its side; with a nil that is still alive, its own, which all but its side want."""
        side = frozenset(self._rules.sides[self._rules.side_of(seat)])
        bid = self.bids[seat]
        if bid is not None and bid.kind in _NILS and not self.tricks[seat]:
            return Objective(side=frozenset(range(self._players)) - side, count=frozenset((seat,)))
        return Objective(side=side, count=side)

    def _hidden_until_turn(self) -> bool:
        """Whether hands are unseen until their owners bid (CS-BID-5)."""
        return any(bid.is_blind for bid in self._rules.special_bids)

    def _check_phase_over(self) -> None:
        if self._phase is not Phase.OVER:
            raise WrongPhase(f"the deal is not over: seat {self._turn} is to act ({self._phase.value})")
        start = self._start
        if start is not None and sum(self.tricks) != self._rules.hand_size:
            raise SetupError(
                "this deal began in the middle of the play without its tricks before, so it has no score"
            )


_B6 = Bid("B6")
