from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["INDEX", "MASK", "NUMBER", "write_fields"]

MASK: Final = 0
INDEX: Final = 1
NUMBER: Final = 2

def write_fields(
    values: ArrayLike, kinds: ArrayLike, starts: ArrayLike, sizes: ArrayLike, out: NDArray[np.int16]
) -> None: ...
