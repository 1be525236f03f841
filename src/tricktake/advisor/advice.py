"""Advice: the values that say what a seat may do, what it is worth, and what is best."""

from __future__ import annotations

from dataclasses import dataclass, field
from os import PathLike
from typing import Any

from tricktake.actions import Action
from tricktake.cards import CardSet
from tricktake.view import View

__all__ = ["Advice", "Discard", "Rated", "TrickShares"]


@dataclass(frozen=True, slots=True)
class Rated:
    """One action with what is known of its worth.

    Examples
    --------
    >>> from tricktake import Bid
    >>> Rated(Bid("7H"), chance=0.75, points=80.0)
    Rated(action=Bid('7H'), chance=0.75, points=80.0, error=None, win=None)
    """

    action: Action
    """The action."""
    chance: float | None = None
    """Chance that the contract is made: the one bid, the one that stands after a pass, in the play the one
    played, whoever plays it. In spades the chance of what the bid is made for: of 1F and 2F, exactly so many
    tricks. None if there is no contract or nobody has counted."""
    points: float | None = None
    """Points to expect: before the play in Five Hundred those of the seat's side less those of the best other
    side, in spades those of its side. In the play the value the search gives it at this score, where
    a match won or lost counts for more than its points. None if it was not valued."""
    error: float | None = None
    """Standard error of the points, as far as it comes from the number of worlds; None if it is unknown."""
    win: float | None = None
    """Chance to win the match or game, from the scores after the deal; None if it was not reckoned."""


@dataclass(frozen=True, slots=True)
class TrickShares:
    """How the tricks are distributed over the worlds.

    Examples
    --------
    >>> tricks = TrickShares("tricks of seat 0", (0.0, 0.25, 0.75))
    >>> tricks.mean
    1.75
    """

    label: str
    """Whose tricks, and how they were counted."""
    shares: tuple[float, ...]
    """Share of the worlds for each number of tricks, from 0."""

    @property
    def mean(self) -> float:
        """Tricks on average."""
        return sum([tricks * share for tricks, share in enumerate(self.shares)])


@dataclass(frozen=True, slots=True)
class Discard:
    """What to put away if the kitty is this one.

    Examples
    --------
    >>> Discard(CardSet("HA S5 C5"), CardSet("S5 C5 D6"), 8).tricks
    8
    """

    kitty: CardSet
    """Cards the kitty may hold."""
    put: CardSet
    """Cards to put away then."""
    tricks: int | None = None
    """Tricks of the contractor's side in the world the kitty is from, all hands open; None for a misère."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What a seat to act should do, and why.

    Two pieces of advice are equal if view, worlds and seed are, for everything else follows from these.

    Examples
    --------
    >>> from tricktake import advise, spades as sp
    >>> view = sp.Deal(dealer=2, seed=500).push_all("LOOK").view(0)
    >>> advice = advise(view, worlds=50)
    >>> advice.best, len(advice.options) == len(view.legal_actions)
    (Bid('6'), True)
    """

    view: View
    """What the seat knows."""
    worlds: int
    """Worlds asked for."""
    seed: int
    """What they were drawn from."""
    options: tuple[Rated, ...]
    """The legal actions, of an exchange those worth a thought; the recommended one first, then the better
    before the worse."""
    reason: str
    """Why the first is recommended, in a sentence or two."""
    tricks: TrickShares | None = None
    """Tricks over the worlds, where they were counted."""
    discards: tuple[Discard, ...] = field(default=())
    """Before a contract of Five Hundred: what to put away, for a few kitties."""

    @property
    def best(self) -> Action:
        """The recommended action."""
        return self.options[0].action

    @property
    def game(self) -> str:
        """Name of the game: Five Hundred or Spades."""
        return "Spades" if ".spades." in type(self.view).__module__ else "Five Hundred"

    def to_text(self, *, signs: bool = False, rows: int = 12) -> str:
        """The advice as a table with a recommendation.

        Parameters
        ----------
        signs : bool, default False, keyword only
            Signs of the suits instead of letters.
        rows : int, default 12, keyword only
            How many options are shown at most.

        Returns
        -------
        str
            Lines, the last one ended like all others.

        Examples
        --------
        >>> from tricktake import advise, spades as sp
        >>> view = sp.Deal(dealer=2, seed=500).push_all("LOOK").view(0)
        >>> for line in advise(view, worlds=50).to_text(rows=3).splitlines()[3:8]:
        ...     print(line)
             made  points  error   win
          6  97 %   +51.4    0.3  35 %
          7  87 %   +49.3    2.1  35 %
          5  99 %   +41.8    0.2  33 %
          and 18 more
        """
        from tricktake.advisor._words import advice_text

        return advice_text(self, signs=signs, rows=rows)

    def __str__(self) -> str:
        return self.to_text().rstrip("\n")

    def data(self) -> dict[str, Any]:
        """Everything for programs.

        Returns
        -------
        dict
            What ``json.dumps`` can write; actions and the view as texts, cards as lists of names.

        Examples
        --------
        >>> from tricktake import advise, spades as sp
        >>> data = advise(sp.Deal(dealer=2, seed=500).push_all("LOOK").view(0), worlds=50).data()
        >>> data["game"], data["seat"], data["best"]
        ('Spades', 0, '6')
        """
        from tricktake.advisor._words import advice_data

        return advice_data(self)

    def to_svg(self, *, rows: int = 12) -> str:
        """A picture of the options as bars, for a page of the web.

        Parameters
        ----------
        rows : int, default 12, keyword only
            How many options are shown at most.

        Returns
        -------
        str
            An SVG document that needs nothing else, in light colours, or dark ones where the reader asks for
            them.

        Examples
        --------
        >>> from tricktake import advise, spades as sp
        >>> view = sp.Deal(dealer=2, seed=500).push_all("LOOK").view(0)
        >>> advise(view, worlds=50).to_svg()[:4]
        '<svg'
        """
        from tricktake.advisor._svg import draw

        return draw(self, rows=rows)

    def to_png(self, path: str | PathLike[str], *, rows: int = 12) -> None:
        """Write the same picture as a PNG file; needs matplotlib.

        Parameters
        ----------
        path : str or path-like
            The file.
        rows : int, default 12, keyword only
            How many options are shown at most.

        Raises
        ------
        ImportError
            If matplotlib is not installed; the text says what to install.
        OSError
            If the file cannot be written.
        """
        from tricktake.advisor._png import draw

        draw(self, path, rows=rows)
