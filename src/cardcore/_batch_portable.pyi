"""The loops over many deals for the baseline machine: nothing for Python but their table, for ``deals``."""

from typing_extensions import CapsuleType

TABLE: CapsuleType
"""``const batch_kernels_t*``, see ``deals.pxd``."""
