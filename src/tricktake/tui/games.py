"""The games the screen knows, by the names they have on the command line.

Examples
--------
>>> sorted(TABLES)
['five-hundred', 'spades']
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from tricktake.tui._fivehundred import FIVE_HUNDRED
from tricktake.tui._spades import SPADES
from tricktake.tui.table import GameTable

__all__ = ["TABLES"]

TABLES: Mapping[str, GameTable] = MappingProxyType({"five-hundred": FIVE_HUNDRED, "spades": SPADES})
"""What each game brings to the table."""
