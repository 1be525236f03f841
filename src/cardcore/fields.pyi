import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["INDEX", "MASK", "NUMBER", "write_fields"]

MASK: int
INDEX: int
NUMBER: int

def write_fields(
    values: ArrayLike, kinds: ArrayLike, starts: ArrayLike, sizes: ArrayLike, out: NDArray[np.int16]
) -> None: ...
