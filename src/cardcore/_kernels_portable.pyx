"""The hot loops for the baseline machine."""

include "_kernels.pxi"
