from collections.abc import Callable, Iterable, Iterator
from enum import IntEnum
from typing import Self, SupportsIndex, overload

from typing_extensions import disjoint_base

__all__ = ["Card", "CardSet", "Pack", "Rank", "Suit", "parse_card", "show_with"]

def show_with(*, card: Callable[[Card], str], cards: Callable[[CardSet], str]) -> None: ...

class Suit(IntEnum):
    SPADES = 0
    CLUBS = 1
    DIAMONDS = 2
    HEARTS = 3
    @property
    def letter(self) -> str: ...
    @property
    def symbol(self) -> str: ...
    @property
    def is_red(self) -> bool: ...
    @property
    def colour_mate(self) -> Suit: ...

class Rank(IntEnum):
    TWO = 0
    THREE = 1
    FOUR = 2
    FIVE = 3
    SIX = 4
    SEVEN = 5
    EIGHT = 6
    NINE = 7
    TEN = 8
    ELEVEN = 9
    TWELVE = 10
    THIRTEEN = 11
    JACK = 12
    QUEEN = 13
    KING = 14
    ACE = 15

class Card(IntEnum):
    S2 = 0
    S3 = 1
    S4 = 2
    S5 = 3
    S6 = 4
    S7 = 5
    S8 = 6
    S9 = 7
    S10 = 8
    S11 = 9
    S12 = 10
    S13 = 11
    SJ = 12
    SQ = 13
    SK = 14
    SA = 15
    C2 = 16
    C3 = 17
    C4 = 18
    C5 = 19
    C6 = 20
    C7 = 21
    C8 = 22
    C9 = 23
    C10 = 24
    C11 = 25
    C12 = 26
    C13 = 27
    CJ = 28
    CQ = 29
    CK = 30
    CA = 31
    D2 = 32
    D3 = 33
    D4 = 34
    D5 = 35
    D6 = 36
    D7 = 37
    D8 = 38
    D9 = 39
    D10 = 40
    D11 = 41
    D12 = 42
    D13 = 43
    DJ = 44
    DQ = 45
    DK = 46
    DA = 47
    H2 = 48
    H3 = 49
    H4 = 50
    H5 = 51
    H6 = 52
    H7 = 53
    H8 = 54
    H9 = 55
    H10 = 56
    H11 = 57
    H12 = 58
    H13 = 59
    HJ = 60
    HQ = 61
    HK = 62
    HA = 63
    JK = 64
    JK1 = 65
    JK2 = 66
    JK3 = 67
    def _repr_svg_(self) -> str | None: ...
    @property
    def is_joker(self) -> bool: ...
    @property
    def suit(self) -> Suit | None: ...
    @property
    def rank(self) -> Rank | None: ...
    @property
    def symbol(self) -> str: ...
    def __format__(self, spec: str) -> str: ...

def parse_card(text: str) -> Card: ...

@disjoint_base
class CardSet:
    def __init__(self, cards: Iterable[int | str] = ()) -> None: ...
    @property
    def suits_word(self) -> int: ...
    @property
    def jokers_word(self) -> int: ...
    @staticmethod
    def from_mask(mask: int) -> CardSet: ...
    @property
    def mask(self) -> int: ...
    def ascending(self) -> tuple[Card, ...]: ...
    def of_suit(self, suit: int) -> CardSet: ...
    def isdisjoint(self, other: CardSet) -> bool: ...
    def _repr_svg_(self) -> str | None: ...
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, card: object, /) -> bool: ...
    def __iter__(self) -> Iterator[Card]: ...
    def __or__(self, other: CardSet, /) -> CardSet: ...
    def __and__(self, other: CardSet, /) -> CardSet: ...
    def __sub__(self, other: CardSet, /) -> CardSet: ...
    def __xor__(self, other: CardSet, /) -> CardSet: ...
    def __ror__(self, other: CardSet, /) -> CardSet: ...
    def __rand__(self, other: CardSet, /) -> CardSet: ...
    def __rsub__(self, other: CardSet, /) -> CardSet: ...
    def __rxor__(self, other: CardSet, /) -> CardSet: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __le__(self, other: CardSet, /) -> bool: ...
    def __lt__(self, other: CardSet, /) -> bool: ...
    def __ge__(self, other: CardSet, /) -> bool: ...
    def __gt__(self, other: CardSet, /) -> bool: ...
    def __hash__(self) -> int: ...

class Pack:
    __slots__ = ("_cards", "_index", "_set")
    def __new__(cls, *args: object, **kwargs: object) -> Self: ...
    def __init__(self, cards: Iterable[int | str]) -> None: ...
    @property
    def cards(self) -> CardSet: ...
    def index(self, card: int | str) -> int: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, at: SupportsIndex) -> Card: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Card, ...]: ...
    def __iter__(self) -> Iterator[Card]: ...
    def __contains__(self, card: object) -> bool: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
