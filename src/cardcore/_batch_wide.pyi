"""The loops over many deals with BMI2 and popcnt: nothing for Python but their table, for ``deals``."""

from typing_extensions import CapsuleType

TABLE: CapsuleType
"""``const batch_kernels_t*``, see ``deals.pxd``."""
