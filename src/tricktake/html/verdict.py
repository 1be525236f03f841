"""What the solver says of a played card, in the form the page shows.

The page does not search; whoever makes it hands in verdicts, or none. A verdict belongs to the number of a
deal in the record and the number of an entry in the deal, both from 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

__all__ = ["CardVerdict", "Verdicts"]


@dataclass(frozen=True, slots=True)
class CardVerdict:
    """What the solver says of one play, with all hands open.

    Parameters
    ----------
    values : mapping of str to int
        For each legal play by its text (``HQ``, ``JK:C``) the tricks still to come, the unfinished one
        included, for the seats whose tricks the solver counts (see :func:`tricktake.solve`).
    best : tuple of str
        The plays that should have been chosen, by their texts.
    loss : int
        Tricks the play gave away; 0 if it was one of the best.

    Examples
    --------
    >>> CardVerdict({"HQ": 3, "H9": 2}, ("HQ",), 1).loss
    1
    """

    values: Mapping[str, int]
    """For each legal play the tricks still to come."""
    best: tuple[str, ...]
    """The plays that should have been chosen."""
    loss: int
    """Tricks given away."""


Verdicts: TypeAlias = Mapping[tuple[int, int], CardVerdict]
"""Verdicts by the number of the deal and the number of the entry in it, both from 0."""
