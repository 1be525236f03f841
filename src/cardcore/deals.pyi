from collections.abc import Iterable, Sequence
from typing import SupportsIndex

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

from cardcore.dealing import Dealing
from cardcore.observation import Layout
from cardcore.play import PlaySetup

__all__ = ["Deals"]

@disjoint_base
class Deals:
    """Many deals of one kind of game: their setups, how they begin, and what can be read of them."""

    def __init__(
        self,
        setups: Iterable[PlaySetup],
        n: SupportsIndex,
        *,
        dealing: Dealing | Sequence[Dealing | None] | None = None,
        seed: SupportsIndex | tuple[int, int] = 0,
        first: SupportsIndex = 0,
        autoreset: bool = False,
        fields: Iterable[str] | None = None,
        sees: Iterable[Iterable[Iterable[SupportsIndex]] | None] | None = None,
        threads: SupportsIndex = 1,
    ) -> None: ...
    @property
    def setups(self) -> tuple[PlaySetup, ...]: ...
    @property
    def dealings(self) -> tuple[Dealing | None, ...]: ...
    @property
    def layout(self) -> Layout: ...
    @property
    def threads(self) -> int: ...
    @property
    def autoreset(self) -> bool: ...
    @property
    def n(self) -> int: ...
    @property
    def places(self) -> int: ...
    @property
    def cards(self) -> int: ...
    @property
    def actions(self) -> int: ...
    @property
    def legal(self) -> NDArray[np.uint64]: ...
    @property
    def names(self) -> NDArray[np.uint8]: ...
    @property
    def turn(self) -> NDArray[np.int8]: ...
    @property
    def done(self) -> NDArray[np.bool_]: ...
    @property
    def winner(self) -> NDArray[np.int8]: ...
    @property
    def hands(self) -> NDArray[np.uint64]: ...
    @property
    def trick(self) -> NDArray[np.uint64]: ...
    @property
    def leader(self) -> NDArray[np.uint8]: ...
    @property
    def led(self) -> NDArray[np.uint8]: ...
    @property
    def tricks(self) -> NDArray[np.uint8]: ...
    @property
    def finished(self) -> NDArray[np.uint8]: ...
    @property
    def suits_led(self) -> NDArray[np.uint8]: ...
    @property
    def failed(self) -> NDArray[np.uint8]: ...
    @property
    def played(self) -> NDArray[np.uint64]: ...
    @property
    def numbers(self) -> NDArray[np.uint64]: ...
    @property
    def setup(self) -> NDArray[np.uint16]: ...
    def next_deals(
        self,
        which: ArrayLike | None = None,
        *,
        setup: ArrayLike | None = None,
        leader: ArrayLike | None = None,
    ) -> None: ...
    def deal(
        self,
        which: ArrayLike | None = None,
        *,
        numbers: ArrayLike | None = None,
        setup: ArrayLike | None = None,
        leader: ArrayLike | None = None,
    ) -> None: ...
    def reset(
        self,
        hands: ArrayLike,
        which: ArrayLike | None = None,
        *,
        setup: ArrayLike = 0,
        leader: ArrayLike = 0,
        tricks: ArrayLike | None = None,
        suits_led: ArrayLike | None = None,
        failed: ArrayLike | None = None,
        broken: ArrayLike = False,
        piles: ArrayLike | None = None,
        numbers: ArrayLike | None = None,
    ) -> None: ...
