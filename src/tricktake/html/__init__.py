"""Pages: a record as one self-contained HTML page to step through.

Examples
--------
>>> from tricktake import fivehundred as fh
>>> from tricktake.records import Record
>>> record = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P"), players=("Ann", "Bo", "Cy", "Di"))
>>> "Ann" in replay_page(record)
True
"""

from tricktake.html.page import replay_page, save_page
from tricktake.html.verdict import CardVerdict, Verdicts

__all__ = ["CardVerdict", "Verdicts", "replay_page", "save_page"]
