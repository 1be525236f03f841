"""The solver's search for the baseline machine: nothing for Python but its table, which ``solver`` reads."""

from typing_extensions import CapsuleType

TABLE: CapsuleType
"""``const solve_kernels_t*``, see ``solver.pxd``."""
