from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer

from cardcore.trickplay import TrickPlay

__all__ = ["redeal", "redeal_rows"]

def redeal(play: TrickPlay, hands: Iterable[int]) -> TrickPlay: ...
def redeal_rows(
    play: TrickPlay, rows: NDArray[np.uint64] | Buffer, columns: Sequence[int | None]
) -> list[TrickPlay]: ...
