"""The options all pictures share, checked: theme, names and what a seat is called."""

from __future__ import annotations

from collections.abc import Sequence

from tricktake._checks import need
from tricktake.errors import SetupError
from tricktake.svg._text import clean, fit
from tricktake.svg.theme import LIGHT, Theme

__all__ = ["names_of", "short", "theme_of", "title_of"]


def theme_of(theme: Theme | None, four_colour: bool | None) -> Theme:
    """The theme to draw with.

    Parameters
    ----------
    theme : Theme or None
        None: the light one.
    four_colour : bool or None
        None: as the theme says.

    Returns
    -------
    Theme

    Raises
    ------
    TypeError
        If an argument is of another type.

    Examples
    --------
    >>> theme_of(None, True) == LIGHT.with_four_colours()
    True
    """
    chosen = LIGHT if theme is None else need("theme", theme, Theme, "LIGHT or DARK")
    if four_colour is None:
        return chosen
    return chosen.with_four_colours(need("four_colour", four_colour, bool, "True"))


def names_of(names: Sequence[str] | None, players: int) -> tuple[str, ...]:
    r"""What the seats are called.

    Parameters
    ----------
    names : sequence of str or None
        One a seat; they may hold anything. None: by their numbers.
    players : int

    Returns
    -------
    tuple of str

    Raises
    ------
    SetupError
        If there are too many or too few.
    TypeError
        If they are not texts.

    Examples
    --------
    >>> names_of(None, 2), names_of(["Ann", " B\n"], 2)
    (('Seat 0', 'Seat 1'), ('Ann', 'B'))
    """
    if names is None:
        return tuple([f"Seat {seat}" for seat in range(players)])
    if isinstance(names, str):
        raise TypeError(f"names must be several; got the text {names[:40]!r}")
    found = tuple(names)
    if len(found) != players:
        raise SetupError(f"{players} names are needed, got {len(found)}")
    return tuple([clean(need("a name", name, str)) or f"Seat {at}" for at, name in enumerate(found)])


def title_of(title: str | None, default: str) -> str:
    """What a screen reader says.

    Parameters
    ----------
    title : str or None
    default : str

    Returns
    -------
    str

    Examples
    --------
    >>> title_of(None, "a card"), title_of("mine", "a card")
    ('a card', 'mine')
    """
    return default if title is None else need("title", title, str)


def short(name: str) -> str:
    """A name short enough for a sentence.

    Parameters
    ----------
    name : str

    Returns
    -------
    str

    Examples
    --------
    >>> short("Ann"), short("Bartholomew the Elder of Somewhere")
    ('Ann', 'Bartholomew the El…')
    """
    return fit(name, 10, 120)
