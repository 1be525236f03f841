"""Pictures of cards, hands, tables, auctions and scores, as SVG text.

Every function returns an :class:`Svg`: a text that draws itself in a notebook and saves itself to a file. The
same input gives the same text. See ``docs/pictures.md``.

Examples
--------
>>> from tricktake import fivehundred as fh, svg
>>> picture = svg.table(fh.Deal(dealer=3, seed=500).view(0))
>>> picture.startswith("<svg")
True
"""

from tricktake.svg._draw import Svg
from tricktake.svg.auctions import auction
from tricktake.svg.cards import card, hand
from tricktake.svg.scores import scoresheet
from tricktake.svg.solutions import solution, strains
from tricktake.svg.tables import table
from tricktake.svg.theme import AUTO, DARK, LIGHT, Theme
from tricktake.svg.travellers import traveller
from tricktake.svg.tricks import trick

__all__ = [
    "AUTO",
    "DARK",
    "LIGHT",
    "Svg",
    "Theme",
    "auction",
    "card",
    "hand",
    "scoresheet",
    "solution",
    "strains",
    "table",
    "traveller",
    "trick",
]
