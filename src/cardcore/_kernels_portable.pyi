"""The hot loops for the baseline machine: nothing for Python but their table, which ``kernels`` reads."""

from typing_extensions import CapsuleType

TABLE: CapsuleType
"""``const kernels_t*``, see ``kernels.pxd``."""
