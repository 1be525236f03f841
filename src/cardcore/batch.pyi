from typing import SupportsIndex, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Buffer, disjoint_base

from cardcore.deals import Deals
from cardcore.rng import Stream
from cardcore.trickplay import TrickPlay

__all__ = ["PlayBatch"]

_Byte = TypeVar("_Byte", np.bool_, np.uint8)

@disjoint_base
class PlayBatch(Deals):
    """Many plays of one kind of game, stepped at once."""

    def step(
        self,
        actions: ArrayLike,
        *,
        rewards: NDArray[np.float32] | Buffer | None = None,
        done: NDArray[np.bool_ | np.uint8] | Buffer | None = None,
        winner: NDArray[np.int8] | Buffer | None = None,
        tricks: NDArray[np.uint8] | Buffer | None = None,
        turn: NDArray[np.int8] | Buffer | None = None,
        legal: NDArray[np.uint64] | Buffer | None = None,
        names: NDArray[np.uint8] | Buffer | None = None,
        mask: NDArray[np.bool_ | np.uint8] | Buffer | None = None,
        observation: NDArray[np.uint8] | Buffer | None = None,
        seat: NDArray[np.int8] | Buffer | None = None,
        illegal: NDArray[np.bool_ | np.uint8] | Buffer | None = None,
    ) -> int: ...
    def step_random(
        self,
        count: SupportsIndex | None = 1,
        *,
        rewards: NDArray[np.float32] | Buffer | None = None,
        done: NDArray[np.bool_ | np.uint8] | Buffer | None = None,
        winner: NDArray[np.int8] | Buffer | None = None,
        tricks: NDArray[np.uint8] | Buffer | None = None,
        turn: NDArray[np.int8] | Buffer | None = None,
        legal: NDArray[np.uint64] | Buffer | None = None,
        names: NDArray[np.uint8] | Buffer | None = None,
        mask: NDArray[np.bool_ | np.uint8] | Buffer | None = None,
        observation: NDArray[np.uint8] | Buffer | None = None,
        seat: NDArray[np.int8] | Buffer | None = None,
    ) -> int: ...
    def random_actions(
        self, stream: Stream, *, out: NDArray[np.int16] | None = None
    ) -> NDArray[np.int16]: ...
    @overload
    def mask(self, out: None = None) -> NDArray[np.bool_]: ...
    @overload
    def mask(self, out: NDArray[_Byte]) -> NDArray[_Byte]: ...
    def observe(
        self, out: NDArray[np.uint8] | None = None, *, seat: SupportsIndex | NDArray[np.int8] | None = None
    ) -> NDArray[np.uint8]: ...
    def moves_of(self, actions: ArrayLike) -> NDArray[np.int16]: ...
    def play(self, i: SupportsIndex) -> TrickPlay: ...
    def load(self, i: SupportsIndex, play: TrickPlay) -> None: ...
    def copy(self) -> PlayBatch: ...
    def __copy__(self) -> PlayBatch: ...
    def __deepcopy__(self, memo: object) -> PlayBatch: ...
