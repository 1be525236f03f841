"""The loops over many deals for the baseline machine."""

include "_batch.pxi"
