"""PTN, the record text of Trickster Cards, for Five Hundred and spades; ``docs/ptn.md`` describes it.

Examples
--------
>>> from tricktake import fivehundred as fh, ptn
>>> deal = fh.Deal(dealer=3, seed=500).push_all("P P 7H P")
>>> imported = ptn.read(ptn.write(deal))
>>> imported.record.deals[0].deal(imported.record.rules) == deal
True
"""

from tricktake.ptn.dialect import Dialect, read_card, write_card
from tricktake.ptn.reading import Imported, Reading, read, read_all
from tricktake.ptn.source import MAX_TEXT
from tricktake.ptn.writing import write

__all__ = [
    "MAX_TEXT",
    "Dialect",
    "Imported",
    "Reading",
    "read",
    "read_all",
    "read_card",
    "write",
    "write_card",
]
