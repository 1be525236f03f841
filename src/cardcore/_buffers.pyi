"""Memory that Python may look at but not change, and arrays of the caller's, checked and held."""

import sys
from typing import Self, SupportsIndex, final

from typing_extensions import disjoint_base

@disjoint_base
class Memory:
    """A zeroed block of memory, aligned to a cache line; its buffer is read-only."""

    def __new__(cls, size: SupportsIndex) -> Self: ...
    if sys.version_info >= (3, 12):  # which tells of buffers made in C
        def __buffer__(self, flags: int, /) -> memoryview: ...

@disjoint_base
class Held:
    """Buffers of one call: given back when the object goes."""

@final
class Turns:
    """A lock for calls that may release the interpreter lock: other threads wait, the same one is refused."""

    def __new__(cls) -> Self: ...
    def __enter__(self) -> None: ...
    def __exit__(self, kind: object, value: object, trace: object) -> None: ...
