"""Thousands of deals of one game played at once on NumPy arrays, auctions included.

:class:`VectorDeals` holds the deals; ``docs/vector.md`` shows how to use it. A game joins in with a module
``vector`` of its own, in which ``Table`` derives from :class:`tricktake.vector.table.VectorTable`.
"""

from tricktake.vector.deals import VectorDeals

__all__ = ["VectorDeals"]
