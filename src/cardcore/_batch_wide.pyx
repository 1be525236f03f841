"""The loops over many deals with BMI2 and popcnt; imported only where the processor has them."""

include "_batch.pxi"
