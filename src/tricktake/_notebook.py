"""How values draw themselves in notebooks: a method that loads the pictures when it is first called.

A class that can be drawn derives from :class:`Drawn` and names the function of :mod:`tricktake.svg` that
draws it. Nothing is imported before a notebook asks, so the modules the games share stay free of pictures.
"""

from __future__ import annotations

from importlib import import_module
from typing import ClassVar

__all__ = ["Drawn", "picture"]


def picture(function: str, value: object) -> str:
    """Draw a value by the name of the function that does it.

    Parameters
    ----------
    function : str
        A function of :mod:`tricktake.svg`.
    value : object
        What it draws.

    Returns
    -------
    str

    Examples
    --------
    >>> from tricktake import Card
    >>> picture("card", Card.HQ)[:4]
    '<svg'
    """
    return str(getattr(import_module("tricktake.svg"), function)(value))


class Drawn:
    """Something a notebook shows as a picture.

    Examples
    --------
    >>> from tricktake import CardSet
    >>> class Hand(Drawn):
    ...     _PICTURE = "hand"
    ...     def __iter__(self):
    ...         return iter(CardSet("HA HK"))
    >>> Hand()._repr_svg_().count("data-card")
    2
    """

    __slots__ = ()
    _PICTURE: ClassVar[str]

    def _repr_svg_(self) -> str:
        return picture(self._PICTURE, self)
