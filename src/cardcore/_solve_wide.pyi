"""The solver's search with BMI2 and popcnt: nothing for Python but its table, which ``solver`` reads."""

from typing_extensions import CapsuleType

TABLE: CapsuleType
"""``const solve_kernels_t*``, see ``solver.pxd``."""
