from collections.abc import Iterable, Mapping, Sequence
from enum import IntEnum
from typing import Self

from typing_extensions import disjoint_base

from cardcore.cards import Card
from cardcore.order import CardOrder

__all__ = ["JokerFollow", "JokerLead", "JokerVoid", "PlaySetup", "SeatOrder"]

class JokerLead(IntEnum):
    """When a free joker may be led; the last trick is always open to it."""

    UNLED_SUIT = 0
    """Naming a suit not yet led."""
    LAST_TRICK_ONLY = 1
    """To the last trick only."""
    ANY_SUIT = 2
    """At any time, naming any suit."""

class JokerFollow(IntEnum):
    """When a free joker may be played on another's lead."""

    VOID_ONLY = 0
    """Only when void in the led suit."""
    FIRST_OR_LAST = 1
    """Also on a suit led for the first time; when void, not after an earlier failure to follow it."""

class JokerVoid(IntEnum):
    """What the holder of a free joker does when void in the led suit."""

    MAY = 0
    """May play it."""
    MUST = 1
    """Must play it."""

@disjoint_base
class SeatOrder:
    """Who plays after whom: for every place that can lead, the places of a trick in turn."""

    def __init__(
        self,
        later: Mapping[int, Sequence[int]],
        *,
        first: Mapping[int, Sequence[int]] | None = None,
        places: int | None = None,
    ) -> None: ...
    @property
    def places(self) -> int: ...
    @property
    def first(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def later(self) -> tuple[tuple[int, ...], ...]: ...
    @classmethod
    def circle(cls, places: int, *, out: Iterable[int] = (), skip_first: Iterable[int] = ()) -> Self: ...
    @classmethod
    def two_tables(cls) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@disjoint_base
class PlaySetup:
    """Everything about the play of a deal that does not change while it is played."""

    def __init__(
        self,
        order: CardOrder,
        seats: SeatOrder,
        *,
        joker_lead: JokerLead = ...,
        joker_follow: JokerFollow = ...,
        joker_void: JokerVoid = ...,
        limit: int | None = None,
        first_card: int | str | None = None,
        under: Iterable[tuple[int, int | str, int | str]] = (),
    ) -> None: ...
    @property
    def order(self) -> CardOrder: ...
    @property
    def seats(self) -> SeatOrder: ...
    @property
    def limit(self) -> int | None: ...
    @property
    def first_card(self) -> Card | None: ...
    @property
    def under(self) -> tuple[tuple[int, Card, Card], ...]: ...
    @property
    def joker_lead(self) -> JokerLead: ...
    @property
    def joker_follow(self) -> JokerFollow: ...
    @property
    def joker_void(self) -> JokerVoid: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
