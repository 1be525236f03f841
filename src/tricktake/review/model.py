"""What a review says: of every card what it was worth, of every seat what it gave away.

All values are tricks still to come with all hands open, the unfinished trick included, as the solver counts
them (:func:`tricktake.solve`). Where a budget ran out they are bounds, and what follows from them is said as
far as it is certain: a loss is then at least so much and at most so much.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import TYPE_CHECKING, Any

from cardcore import Result
from tricktake.actions import Play
from tricktake.state import Objective

if TYPE_CHECKING:
    from tricktake.html.verdict import CardVerdict
    from tricktake.review.series import Series

__all__ = ["CardReview", "Review", "SeatSummary"]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardReview:
    """One card of a deal, and what could have been played instead.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.review import review
    >>> card = review(fh.Deal.from_text(
    ...     "five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H "
    ...     "contractor=0 tricks=5,1,2,0 : HK; HA; H7; H8"
    ... )).cards[0]
    >>> card.seat, card.play, card.before.value, card.after.value, card.loss
    (0, Play('HK'), 1, 1, 0)
    """

    entry: int
    """Number of the entry in the deal's record, or of the action in the deal, from 0."""
    seat: int
    """Who played it."""
    play: Play
    """The card."""
    trick: int
    """Number of the trick, from 0; of a deal that begins in the middle of the play, of those played in it."""
    place: int
    """Cards that lay on the table before it."""
    objective: Objective
    """Who wants tricks, and whose are counted, as seats."""
    won: int
    """Tricks the counted seats had won before."""
    left: int
    """Tricks that were still to come for all, the unfinished one included."""
    values: Mapping[Play, Result]
    """For each legal play the tricks still to come after it; empty if it was not looked at."""
    before: Result
    """Tricks still to come with best play."""
    after: Result
    """Tricks still to come after the card that was played."""
    best: tuple[Play, ...]
    """The plays that should have been chosen; empty if a budget ran out before that was known."""
    loss_low: int
    """At least so many tricks were given away."""
    loss_high: int
    """At most so many were given away."""

    @property
    def is_forced(self) -> bool:
        """Whether nothing else was legal."""
        return len(self.values) == 1

    @property
    def is_exact(self) -> bool:
        """Whether it is known exactly what the card gave away."""
        return self.loss_low == self.loss_high

    @property
    def is_mistake(self) -> bool:
        """Whether it certainly gave something away."""
        return self.loss_low > 0

    @property
    def loss(self) -> int | None:
        """Tricks given away; None if only bounds are known."""
        return self.loss_low if self.is_exact else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSummary:
    """What a seat did with its cards.

    Examples
    --------
    >>> SeatSummary(seat=0, cards=10, choices=7, mistakes=1, lost=1, unsure=0).choices
    7
    """

    seat: int
    """The seat."""
    cards: int
    """Cards it played."""
    choices: int
    """Those of them for which something else was legal, or that were not looked at."""
    mistakes: int
    """Cards that certainly gave tricks away."""
    lost: int
    """Tricks they gave away, at least."""
    unsure: int
    """Cards of which only bounds are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """Every card of a deal, valued with all hands open.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> from tricktake.review import review
    >>> found = review(fh.Deal.from_text(
    ...     "five-hundred/1 rules=australian dealer=3 hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 "
    ...     "contract=6H contractor=0 tricks=4,1,2,0 : H5; HK; H8; C5"
    ... ))
    >>> [(card.seat, card.play.text, card.loss) for card in found.mistakes]
    [(0, 'H5', 1)]
    >>> found.seats[0].lost, found.is_exact
    (1, True)
    """

    deal: Any
    """The deal as it stood at its end; a copy."""
    cards: tuple[CardReview, ...]
    """Its plays, oldest first; those taken back are left out."""
    max_nodes: int | None
    """Budget of each position, in positions searched."""
    seconds: float | None
    """Budget of the whole deal."""

    @property
    def mistakes(self) -> tuple[CardReview, ...]:
        """The cards that certainly gave something away."""
        return tuple([card for card in self.cards if card.is_mistake])

    @property
    def is_exact(self) -> bool:
        """Whether it is known of every card what it gave away."""
        return all(card.is_exact for card in self.cards)

    @property
    def seats(self) -> tuple[SeatSummary, ...]:
        """What each seat did, from seat 0."""
        return tuple([self._seat(seat) for seat in range(self.deal.rules.players)])

    def _seat(self, seat: int) -> SeatSummary:
        cards = [card for card in self.cards if card.seat == seat]
        return SeatSummary(
            seat=seat,
            cards=len(cards),
            choices=sum([not card.is_forced for card in cards]),
            mistakes=sum([card.is_mistake for card in cards]),
            lost=sum([card.loss_low for card in cards]),
            unsure=sum([not card.is_exact for card in cards]),
        )

    def series(self) -> tuple[Series, ...]:
        """How many tricks each side would make, position by position.

        Returns
        -------
        tuple of Series
            In a contract one, of the contract's side; else one for each side, or seat with a nil, whose
            tricks were asked for.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> from tricktake.review import review
        >>> deal = fh.Deal.from_text(
        ...     "five-hundred/1 rules=australian dealer=3 hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 "
        ...     "contract=6H contractor=0 tricks=4,1,2,0 : H5; HK; H8; C5"
        ... )
        >>> [(point.card, point.low) for point in review(deal).series()[0].points]
        [(0, 8), (1, 7), (2, 7), (3, 7), (4, 7)]
        """
        from tricktake.review.series import series_of

        return series_of(self)

    def verdicts(self, deal: int = 0) -> dict[tuple[int, int], CardVerdict]:
        """What a replay page can say of the cards.

        Parameters
        ----------
        deal : int, default 0
            Number of the deal in its record.

        Returns
        -------
        dict
            By the number of the deal and of the entry in it. Cards whose values are not known exactly are
            left out.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> from tricktake.review import review
        >>> deal = fh.Deal.from_text(
        ...     "five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H "
        ...     "contractor=0 tricks=5,1,2,0 : HK; HA; H7; H8"
        ... )
        >>> review(deal).verdicts()[0, 0].best
        ('S9', 'HK')
        """
        from tricktake.html.verdict import CardVerdict

        return {
            (deal, card.entry): CardVerdict(
                {play.text: result.low for play, result in card.values.items()},
                tuple([play.text for play in card.best]),
                card.loss_low,
            )
            for card in self.cards
            if card.values and all(result.is_exact for result in card.values.values())
        }

    def to_text(self, *, signs: bool = False, mistakes_only: bool = False) -> str:
        """The review as tables.

        Parameters
        ----------
        signs : bool, default False, keyword only
            Signs of the suits instead of letters.
        mistakes_only : bool, default False, keyword only
            Leave out cards that certainly gave nothing away.

        Returns
        -------
        str
            Lines, the last one ended like all others.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> from tricktake.review import review
        >>> deal = fh.Deal.from_text(
        ...     "five-hundred/1 rules=australian dealer=3 hands=HA,H5,S9|HK,H7,CA|H8,S7,C9|S5,S6,C5 "
        ...     "contract=6H contractor=0 tricks=4,1,2,0 : H5; HK; H8; C5"
        ... )
        >>> print(review(deal).to_text(mistakes_only=True))
        trick  seat  card  tricks of  before  after  lost  instead
            1     0  >H5         0+2       8      7     1  S9 HA
        <BLANKLINE>
        seat  cards  choices  mistakes  lost
           0      1        1         1     1
           1      1        1         0     0
           2      1        0         0     0
           3      1        1         0     0
        <BLANKLINE>
        """
        from tricktake.review._words import review_text

        return review_text(self, signs=signs, mistakes_only=mistakes_only)

    def __str__(self) -> str:
        return self.to_text().rstrip("\n")

    def data(self) -> dict[str, Any]:
        """Everything for programs.

        Returns
        -------
        dict
            What ``json.dumps`` can write; actions and the deal as texts, bounds as pairs.

        Examples
        --------
        >>> from tricktake import fivehundred as fh
        >>> from tricktake.review import review
        >>> deal = fh.Deal.from_text(
        ...     "five-hundred/1 rules=australian dealer=3 hands=HK,S9|HA,S5|H7,SA|H8,S7 contract=6H "
        ...     "contractor=0 tricks=5,1,2,0 : HK; HA; H7; H8"
        ... )
        >>> review(deal).data()["cards"][0]["values"]
        {'S9': [1, 1], 'HK': [1, 1]}
        """
        from tricktake.review._words import review_data

        return review_data(self)

    def to_plot(self, path: str | PathLike[str], *, title: str | None = None) -> None:
        """Draw the value of the deal, card by card, into a file; needs matplotlib.

        Parameters
        ----------
        path : str or path-like
            A file whose name ends in ``.png`` or ``.svg``.
        title : str, optional, keyword only
            Default: what was played.

        Raises
        ------
        ImportError
            If matplotlib is not installed; the text says what to install.
        ValueError
            If the name ends in something else.
        OSError
            If the file cannot be written.
        """
        from tricktake.review._plot import draw

        draw(self, path, title=title)
