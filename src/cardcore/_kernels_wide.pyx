"""The hot loops with BMI2 and popcnt; imported only where the processor has them."""

include "_kernels.pxi"
