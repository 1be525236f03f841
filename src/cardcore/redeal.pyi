from collections.abc import Iterable

from cardcore.trickplay import TrickPlay

__all__ = ["redeal"]

def redeal(play: TrickPlay, hands: Iterable[int]) -> TrickPlay: ...
