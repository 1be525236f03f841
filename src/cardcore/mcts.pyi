from collections.abc import Iterable, Sequence
from typing import NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer, disjoint_base

from cardcore.trickplay import TrickPlay

__all__ = ["MoveValue", "Stakes", "policy_playouts", "tree_search"]

class MoveValue(NamedTuple):
    """What a search says of one move."""

    move: int
    visits: int
    value: float
    error: float

@disjoint_base
class Stakes:
    """What the end of a play is worth to each place, and what each place plays for."""

    @property
    def accounts(self) -> tuple[tuple[tuple[int, ...], tuple[float, ...]], ...]: ...
    @property
    def weights(self) -> tuple[tuple[float, ...], ...]: ...
    @property
    def aims(self) -> tuple[tuple[int, int, bool] | None, ...]: ...
    @property
    def friends(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def prizes(self) -> tuple[tuple[tuple[int, ...], tuple[int, ...], tuple[float, ...]], ...]: ...
    @property
    def prize_weights(self) -> tuple[tuple[float, ...], ...]: ...
    def __init__(
        self,
        places: SupportsIndex,
        accounts: Iterable[tuple[Iterable[int], Iterable[float]]],
        weights: Iterable[Iterable[float]],
        *,
        aims: Iterable[tuple[int, int, bool] | None] | None = None,
        friends: Iterable[Iterable[int]] | None = None,
        prizes: Iterable[tuple[Iterable[int], Iterable[int], Iterable[float]]] | None = None,
        prize_weights: Iterable[Iterable[float]] | None = None,
    ) -> None: ...
    def pays(self, tricks: Sequence[int], caught: Sequence[SupportsIndex] = ()) -> tuple[float, ...]: ...

def tree_search(
    play: TrickPlay,
    rows: NDArray[np.uint64] | Buffer,
    columns: Sequence[int | None],
    stakes: Stakes,
    *,
    iterations: SupportsIndex,
    seed: SupportsIndex | tuple[int, int],
    number: SupportsIndex = 0,
    explore: float = 0.7,
    depth: SupportsIndex = 63,
    seconds: float | None = None,
) -> list[MoveValue]: ...
def policy_playouts(
    play: TrickPlay,
    rows: NDArray[np.uint64] | Buffer,
    columns: Sequence[int | None],
    stakes: Stakes,
    *,
    seed: SupportsIndex | tuple[int, int],
    number: SupportsIndex = 0,
    repeat: SupportsIndex = 1,
) -> NDArray[np.uint8]: ...
