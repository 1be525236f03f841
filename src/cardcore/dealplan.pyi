from typing import SupportsIndex

from typing_extensions import disjoint_base

from cardcore.dealing import Dealing
from cardcore.play import PlaySetup
from cardcore.trickplay import TrickPlay

__all__ = ["DealPlan"]

@disjoint_base
class DealPlan:
    """How the deals of a seed are dealt for a setup."""

    def __init__(self, setup: PlaySetup, dealing: Dealing, *, leader: SupportsIndex) -> None: ...
    @property
    def setup(self) -> PlaySetup: ...
    @property
    def dealing(self) -> Dealing: ...
    @property
    def leader(self) -> int: ...
    def deal(self, number: SupportsIndex, *, seed: SupportsIndex | tuple[int, int]) -> TrickPlay: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
