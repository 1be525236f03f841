"""The hot loops with BMI2 and popcnt: nothing for Python but their table, which ``kernels`` reads."""

from typing_extensions import CapsuleType

TABLE: CapsuleType
"""``const kernels_t*``, see ``kernels.pxd``."""
