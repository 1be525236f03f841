"""The solver's search for the baseline machine."""

include "_solve.pxi"
