from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["permute_bits", "shuffled_packs"]

def shuffled_packs(
    numbers: ArrayLike, size: SupportsIndex, *, seed: SupportsIndex | tuple[int, int]
) -> NDArray[np.uint8]: ...
def permute_bits(masks: ArrayLike, tables: ArrayLike, which: ArrayLike) -> NDArray[np.uint64]: ...
