from collections.abc import Sequence
from typing import SupportsIndex, TypeVar

from typing_extensions import disjoint_base

from cardcore.trickplay import TrickPlay

__all__ = ["Result", "Solver", "StopFlag"]

_Number = TypeVar("_Number", int, float)

@disjoint_base
class StopFlag:
    """A flag that stops a running search from another thread or a callback."""

    def set(self) -> None: ...
    def clear(self) -> None: ...
    @property
    def is_set(self) -> bool: ...

@disjoint_base
class Result:
    """What a search proved: the number of tricks lies between ``low`` and ``high``."""

    def __init__(self, low: SupportsIndex, high: SupportsIndex, nodes: SupportsIndex = 0) -> None: ...
    @property
    def low(self) -> int: ...
    @property
    def high(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def exact(self) -> bool: ...
    @property
    def is_exact(self) -> bool: ...
    @property
    def value(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@disjoint_base
class Solver:
    """Answers questions about plays in which all hands are known; owns its memory, keeps nothing global."""

    def __init__(self, table_mb: float = 4.0) -> None: ...
    @property
    def table_mb(self) -> float: ...
    @property
    def memory(self) -> int: ...
    def clear(self) -> None: ...
    def solve(
        self,
        play: TrickPlay,
        side: SupportsIndex,
        count: SupportsIndex,
        *,
        target: SupportsIndex | None = None,
        max_nodes: SupportsIndex | None = None,
        max_seconds: float | None = None,
        stop: StopFlag | None = None,
        keep: bool = False,
    ) -> Result: ...
    def moves(
        self,
        play: TrickPlay,
        side: SupportsIndex,
        count: SupportsIndex,
        *,
        target: SupportsIndex | None = None,
        max_nodes: SupportsIndex | None = None,
        max_seconds: float | None = None,
        stop: StopFlag | None = None,
        keep: bool = False,
    ) -> dict[int, Result]: ...
    def line(
        self,
        play: TrickPlay,
        side: SupportsIndex,
        count: SupportsIndex,
        *,
        max_nodes: SupportsIndex | None = None,
        max_seconds: float | None = None,
        stop: StopFlag | None = None,
        keep: bool = False,
    ) -> list[int]: ...
    def payoff(
        self,
        play: TrickPlay,
        side: SupportsIndex,
        count: SupportsIndex,
        values: Sequence[_Number],
        *,
        max_nodes: SupportsIndex | None = None,
        max_seconds: float | None = None,
        stop: StopFlag | None = None,
    ) -> _Number: ...
