"""The advisor: what a seat to act should do, what everything else it may do is worth, and why.

Examples
--------
>>> import tricktake as tt
>>> from tricktake import fivehundred as fh
>>> view = fh.Deal(dealer=3, seed=500).push_all("LOOK").view(0)
>>> tt.advise(view, worlds=50).best
Bid('7NT')
"""

from __future__ import annotations

from tricktake.advisor.advice import Advice, Discard, Rated, TrickShares
from tricktake.advisor.asking import advise

__all__ = ["Advice", "Discard", "Rated", "TrickShares", "advise"]
