"""View: what one seat knows, as a value that has never held a hidden card.

A view is built from the public record and the cards of one seat. It keeps no way back to the deal. Two views
are equal exactly if the seat cannot tell the two situations apart: equality of views is the information set.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from tricktake._notebook import Drawn
from tricktake.actions import Action
from tricktake.auction import Call
from tricktake.cards import Card, CardSet, Suit
from tricktake.errors import Explanation
from tricktake.state import LegalActions, Phase, Step, read_action

if TYPE_CHECKING:
    from tricktake.hidden import Hidden
    from tricktake.worlds import Maker

__all__ = ["PlayedCard", "View"]


class PlayedCard(NamedTuple):
    """One card of a trick.

    Examples
    --------
    >>> PlayedCard(2, Card.HQ)
    PlayedCard(seat=2, card=Card.HQ, named=None, from_table=False)
    """

    seat: int
    """Seat that played it."""
    card: Card
    """The card."""
    named: Suit | None = None
    """Suit named, where a suitless joker was led."""
    from_table: bool = False
    """Whether it lay on the seat's table before (FH-P2-4)."""


class _Digested(Drawn):
    """Where a view keeps its digest: no field of it, so it is neither compared nor pickled."""

    __slots__ = ("_digest",)
    _PICTURE: ClassVar[str] = "table"
    _digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class View(_Digested):
    """What every game tells a seat. Each game adds its own fields."""

    seat: int
    """The seat whose view this is."""
    dealer: int
    """Seat that dealt."""
    scores: tuple[int, ...]
    """Scores of the sides before this deal, in points."""
    phase: Phase
    """What is being decided."""
    turn: int | None
    """Seat to act; None when the deal is over."""
    hand: CardSet | None
    """Own cards now; None as long as the seat has not looked at them."""
    dealt: CardSet | None
    """Own cards at the start; None as long as the seat has not looked at them."""
    looked: tuple[bool, ...]
    """For each seat whether it has looked at its cards."""
    history: tuple[Step, ...]
    """Every action so far; the action is None where it is another seat's secret (what it put away)."""
    calls: tuple[Call, ...]
    """The calls of the auction, oldest first."""
    leader: int | None
    """Seat that led the trick in progress or is to lead; None outside the play."""
    trick: tuple[PlayedCard, ...]
    """The trick in progress, in playing order."""
    finished: tuple[tuple[PlayedCard, ...], ...]
    """The tricks played before it, oldest first."""
    tricks: tuple[int, ...]
    """Tricks won by each seat."""
    sizes: tuple[int, ...]
    """Cards each seat holds."""
    voids: tuple[frozenset[Suit], ...]
    """For each seat the suits (as they count in the contract) it has shown to hold none of."""
    exposed: tuple[CardSet | None, ...]
    """For each seat its cards if they lie open, else None."""
    legal_actions: LegalActions
    """What this seat may do now; empty if it is not its turn."""

    @property
    def is_turn(self) -> bool:
        """Whether this seat is to act."""
        return self.turn == self.seat

    @property
    def is_over(self) -> bool:
        """Whether the deal is finished."""
        return self.phase is Phase.OVER

    def explain(self, action: Action | str) -> Explanation | None:
        """Say why an action of this seat is not legal now.

        Parameters
        ----------
        action : Action or str

        Returns
        -------
        Explanation or None
            None if the action would be taken; for a seat that is not to act, that it is not its turn.
            Otherwise rule, clause, the option that governs it, and a sentence.

        Raises
        ------
        TextError
            If a text cannot be read.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> deal = fh.Deal(dealer=3, seed=500).push_all("7C")
        >>> print(deal.view(1).explain("7S"))
        seat 1 cannot bid 7S: it does not outrank the high bid 7C
        >>> print(deal.view(0).explain("7S"))
        seat 1 is to act, not seat 0; got 7S
        """
        if isinstance(action, str):
            action = read_action(action, self.phase)
        if not isinstance(action, Action):
            raise TypeError(f"an action or its text is needed, not {type(action).__name__}")
        return self._explain(action)

    @abstractmethod
    def _explain(self, action: Action) -> Explanation | None:
        """Why an action is not legal now."""

    @abstractmethod
    def to_text(self) -> str:
        """Write the view in one line; see ``docs/view-text.md``.

        Returns
        -------
        str
            What the seat knows and nothing else. Two views of a game are equal exactly if their texts are.
        """

    @classmethod
    @abstractmethod
    def from_text(cls, text: str) -> View:
        """Read a view written by :meth:`to_text`.

        Parameters
        ----------
        text : str

        Returns
        -------
        View

        Raises
        ------
        RecordError
            If the text is damaged, of another version, or no deal can have gone so.
        """

    def digest(self) -> str:
        """A fingerprint of what the seat knows, the same in every process and on every machine.

        Returns
        -------
        str
            BLAKE2b of :meth:`to_text`, 16 bytes as 32 hexadecimal digits.

        Examples
        --------
        >>> from tricktake import spades as sp
        >>> sp.Deal(dealer=2, seed=500).view(0).digest()
        'e757790b641a7288df3f248d362b6f43'
        """
        try:
            return self._digest
        except AttributeError:
            from hashlib import blake2b

            made = blake2b(self.to_text().encode(), digest_size=16).hexdigest()
            object.__setattr__(self, "_digest", made)
            return made

    def _stable_hash(self) -> int:
        # as hash() would cut it down, so that calling __hash__ gives the same
        return hash(int(self.digest()[:16], 16))

    def __hash__(self) -> int:
        return self._stable_hash()

    @abstractmethod
    def hidden(self) -> Hidden:
        """The cards this seat cannot see, the places they lie in, and what is known of them.

        Returns
        -------
        Hidden
            Facts without their consequences, which ``tricktake.infer`` draws.
        """

    @abstractmethod
    def world_maker(self, hidden: Hidden | None = None) -> Maker:
        """What makes deals with this view from the cards of the hidden places.

        Parameters
        ----------
        hidden : Hidden, optional
            Default: that of this view.

        Returns
        -------
        Maker
        """
