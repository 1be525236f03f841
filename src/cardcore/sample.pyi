from collections.abc import Iterable
from typing import SupportsIndex

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer, disjoint_base

__all__ = ["Sampler"]

@disjoint_base
class Sampler:
    """Cards that lie in some places nobody can see into, and all the ways they can lie there."""

    @property
    def cards(self) -> int: ...
    @property
    def sizes(self) -> tuple[int, ...]: ...
    @property
    def may_hold(self) -> tuple[int, ...]: ...
    @property
    def count(self) -> int: ...
    @property
    def possible(self) -> tuple[int, ...]: ...
    def __init__(
        self, cards: SupportsIndex, sizes: Iterable[SupportsIndex], may_hold: Iterable[SupportsIndex]
    ) -> None: ...
    def fill(
        self,
        out: NDArray[np.uint64] | Buffer,
        *,
        seed: SupportsIndex | tuple[int, int],
        start: SupportsIndex = 0,
        purpose: SupportsIndex = 3,
    ) -> None: ...
    def sample(
        self,
        n: SupportsIndex,
        *,
        seed: SupportsIndex | tuple[int, int],
        start: SupportsIndex = 0,
        purpose: SupportsIndex = 3,
    ) -> NDArray[np.uint64]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
