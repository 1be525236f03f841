from collections.abc import Sequence
from typing import NamedTuple

from cardcore import DealPlan, TrickPlay

__all__ = ["Survey", "rank_moves", "survey"]

class Survey(NamedTuple):
    deals: int
    played: tuple[int, ...]
    solved: tuple[int, ...]

def rank_moves(
    worlds: Sequence[TrickPlay],
    pays: Sequence[float],
    *,
    side: int,
    count: int,
    seed: int | tuple[int, int],
    playouts: int = 8,
    exact: int = 4,
) -> list[tuple[int, float]]: ...
def survey(
    plan: DealPlan,
    deals: int,
    *,
    side: int,
    seed: int | tuple[int, int],
    first: int = 0,
) -> Survey: ...
