"""Themes: the colours of a picture, as values.

A picture paints everything itself, its ground included, so that a light one can be read on a dark page and
the other way round. Every text has a contrast of at least 4.5 to 1 with what lies under it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields, replace

from tricktake.cards import Card, Suit
from tricktake.errors import SetupError

__all__ = ["AUTO", "DARK", "LIGHT", "Theme"]

_COLOUR = re.compile(r"#[0-9a-f]{6}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Theme:
    """The colours of a picture, each written ``#rrggbb`` in lower case.

    Raises
    ------
    SetupError
        If a colour is written otherwise.
    TypeError
        If a field is of another type.

    Examples
    --------
    >>> LIGHT.red, DARK.red, LIGHT.four_colour
    ('#c2202a', '#ff8a80', False)
    >>> from dataclasses import replace
    >>> replace(LIGHT, felt="#cfe0f0").colour("felt")
    '#cfe0f0'
    """

    paper: str
    """The ground of the picture."""
    felt: str
    """The middle of the table."""
    panel: str
    """The field of a seat, and every second row of a list."""
    mark: str
    """The field of the seat to act, and what is picked out in a list."""
    line: str
    """Thin lines and frames."""
    ink: str
    """Text."""
    quiet: str
    """Text of less weight."""
    good: str
    """What was made or won."""
    bad: str
    """What was lost."""
    accent: str
    """Marks: dealer, leader, contractor."""
    on_accent: str
    """Text on a mark."""
    face: str
    """The face of a card."""
    dull: str
    """The face of a card that is not in play."""
    edge: str
    """The outline of a card."""
    back: str
    """The back of a card."""
    lattice: str
    """The pattern of a back."""
    black: str
    """Spades; clubs too with two colours."""
    red: str
    """Hearts; diamonds too with two colours."""
    blue: str
    """Diamonds with four colours."""
    green: str
    """Clubs with four colours."""
    joker: str
    """The jokers."""
    four_colour: bool = False
    """Whether each suit has a colour of its own: spades black, hearts red, diamonds blue, clubs green."""
    night: Theme | None = None
    """The theme of a page that is shown dark, where the viewer says so; None: this one is used always."""

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if field.name == "four_colour":
                good = isinstance(value, bool)
            elif field.name == "night":
                good = value is None or isinstance(value, Theme)
            else:
                good = isinstance(value, str)
                if good and not _COLOUR.fullmatch(value):
                    raise SetupError(f"{field.name} must be a colour such as #1f2328; got {value[:40]!r}")
            if not good:
                raise TypeError(f"{field.name} cannot be of type {type(value).__name__}")

    def colour(self, role: str) -> str:
        """The colour of a role.

        Parameters
        ----------
        role : str
            The name of a field, or ``suit0`` to ``suit3`` for the suits.

        Returns
        -------
        str

        Examples
        --------
        >>> LIGHT.colour("suit3") == LIGHT.red, LIGHT.with_four_colours().colour("suit1") == LIGHT.green
        (True, True)
        """
        if role.startswith("suit"):
            four = self.four_colour
            role = ("black", "green" if four else "black", "blue" if four else "red", "red")[int(role[4:])]
        return str(getattr(self, role))

    def with_four_colours(self, on: bool = True) -> Theme:
        """The same theme with four colours, or with two.

        Parameters
        ----------
        on : bool, default True

        Returns
        -------
        Theme

        Examples
        --------
        >>> DARK.with_four_colours().four_colour
        True
        """
        night = None if self.night is None else self.night.with_four_colours(on)
        return replace(self, four_colour=on, night=night)


def suit_role(suit: Suit | int) -> str:
    """The role of a suit's colour."""
    return f"suit{int(suit)}"


def card_role(card: Card) -> str:
    """The role of a card's colour."""
    return "joker" if card.suit is None else suit_role(card.suit)


LIGHT = Theme(
    paper="#ffffff",
    felt="#dcebe0",
    panel="#f3f5f7",
    mark="#fff1cc",
    line="#c3c9d1",
    ink="#1f2328",
    quiet="#57606a",
    good="#116329",
    bad="#b3261e",
    accent="#1f4fa3",
    on_accent="#ffffff",
    face="#ffffff",
    dull="#e8eaed",
    edge="#7d8590",
    back="#33598f",
    lattice="#a9c1e4",
    black="#17191c",
    red="#c2202a",
    blue="#1650c4",
    green="#0f6b2d",
    joker="#7a2fa0",
)
"""Dark on light."""

DARK = Theme(
    paper="#14171c",
    felt="#1d3328",
    panel="#1f242b",
    mark="#463a14",
    line="#454d58",
    ink="#e8ebef",
    quiet="#a9b2bd",
    good="#6fd88a",
    bad="#ff9d94",
    accent="#8db8ff",
    on_accent="#10141a",
    face="#2b313a",
    dull="#22272e",
    edge="#77818e",
    back="#35507c",
    lattice="#7f9dc9",
    black="#eef1f4",
    red="#ff8a80",
    blue="#8ab8ff",
    green="#7ddc95",
    joker="#dba6f5",
)
"""Light on dark."""

AUTO = replace(LIGHT, night=DARK)
"""Light, and dark where the page is shown dark; a viewer that knows no such thing shows it light."""
