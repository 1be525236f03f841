"""The solver's search with BMI2 and popcnt; imported only where the processor has them."""

include "_solve.pxi"
