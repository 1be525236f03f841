"""What a place sees of a play, as bytes: the one table of fields behind code and documentation.

``FIELDS`` lists every field an observation can have, with its rows, the length of a row and its meaning.
``Layout`` says where the chosen ones start for a number of cards and places. Rows that stand for places begin
with the place that looks and go round in order of number.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardcore.errors import SetupError

__all__ = ["DEFAULT_FIELDS", "FIELDS", "Field", "Layout", "Span"]

SUITS = 8
"""Columns of a suit: seven suits that can be followed, and a joker that belongs to none."""


@dataclass(frozen=True, slots=True)
class Field:
    """A field of an observation.

    Examples
    --------
    >>> from cardcore.observation import FIELDS
    >>> FIELDS[0].name, FIELDS[0].rows, FIELDS[0].columns
    ('hand', 'one', 'cards')
    """

    name: str
    """Its name."""
    rows: str
    """``"one"`` row, or one for each of the ``"places"``."""
    columns: str
    """What a row has a byte for: ``"cards"``, ``"suits"``, ``"places"`` or ``"one"``."""
    meaning: str
    """What the bytes say."""


FIELDS = (
    Field("hand", "one", "cards", "1 for each card the place holds"),
    Field("legal", "one", "cards", "1 for each card it may play now; all 0 if it is not its turn"),
    Field("trick", "one", "cards", "1 for each card of the current trick"),
    Field(
        "seen",
        "one",
        "cards",
        "who has played each card: 1 the place that looks, 2 the next …; 0 nobody",
    ),
    Field("table", "places", "cards", "1 for the card each place has played to the current trick"),
    Field("played", "places", "cards", "1 for each card each place has played to finished tricks"),
    Field("gone", "one", "cards", "1 for each card in finished tricks"),
    Field("open", "places", "cards", "1 for each card of the hands the place can see besides its own"),
    Field(
        "names",
        "one",
        "suits",
        "1 for each suit it may name leading the free joker now; last: it names none",
    ),
    Field("led", "one", "suits", "1 for the suit of the current trick; last: a free joker that named none"),
    Field("suits_led", "one", "suits", "1 for each suit led or named so far"),
    Field("failed", "places", "suits", "1 for each suit each place has failed to follow"),
    Field("turn", "one", "places", "1 for the place to play; all 0 when the deal is over"),
    Field("leader", "one", "places", "1 for the place that led the trick or is to lead"),
    Field("best", "one", "places", "1 for the place that wins the current trick so far"),
    Field("tricks", "one", "places", "number of tricks each place has won"),
    Field("sizes", "one", "places", "number of cards each place can play"),
    Field("finished", "one", "one", "number of finished tricks"),
    Field("broken", "one", "one", "1 if no suit is barred from being led (any more)"),
    Field("setup", "one", "one", "index of the setup; 255 for 255 and more"),
    Field("place", "one", "one", "the place that looks"),
    Field("hands", "places", "cards", "every hand: more than a place can know, for teachers and critics"),
)
"""Every field, in the order in which the fields stand in an observation."""

_REPEATED = ("legal", "table", "played", "gone", "open", "hands")

DEFAULT_FIELDS = tuple([field.name for field in FIELDS if field.name not in _REPEATED])
"""What a place knows, each thing once; with ``open`` too where places see other hands."""


@dataclass(frozen=True, slots=True)
class Span:
    """Where a field stands.

    Examples
    --------
    >>> from cardcore.observation import Layout
    >>> Layout(43, 4, ["failed"]).spans[0].shape
    (4, 8)
    """

    name: str
    """Its name."""
    start: int
    """First byte."""
    shape: tuple[int, ...]
    """Rows and columns; rows only if there are more than one row."""
    meaning: str
    """What the bytes say."""

    @property
    def length(self) -> int:
        """Number of bytes."""
        length = 1
        for size in self.shape:
            length *= size
        return length

    @property
    def slice(self) -> slice:
        """Its bytes in an observation."""
        return slice(self.start, self.start + self.length)


@dataclass(frozen=True, slots=True, init=False)
class Layout:
    """Where the fields of an observation stand.

    Parameters
    ----------
    cards : int
        Number of cards of the largest order.
    places : int
        Number of places of the largest game.
    fields : iterable of str, optional
        The fields wanted; their order does not matter. Default: ``DEFAULT_FIELDS``.

    Raises
    ------
    SetupError
        If there is no such field.

    Examples
    --------
    >>> from cardcore.observation import Layout
    >>> layout = Layout(43, 4, ["hand", "tricks", "led"])
    >>> [(span.name, span.start, span.length) for span in layout.spans]
    [('hand', 0, 43), ('led', 43, 8), ('tricks', 51, 4)]
    >>> layout.width, layout["tricks"].slice
    (55, slice(51, 55, None))
    """

    cards: int
    """Bytes of a row of cards."""
    places: int
    """Rows of a field that has one for each place."""
    spans: tuple[Span, ...]
    """The fields, from the first byte to the last."""
    width: int
    """Number of bytes."""

    def __init__(self, cards: int, places: int, fields: Iterable[str] | None = None) -> None:
        chosen = DEFAULT_FIELDS if fields is None else tuple(fields)
        known = [field.name for field in FIELDS]
        for name in chosen:
            if name not in known:
                raise SetupError(f"there is no field {name!r}; there are {', '.join(known)}")
        sizes = {"one": 1, "cards": cards, "suits": SUITS, "places": places}
        spans, at = [], 0
        for field in FIELDS:
            if field.name in chosen:
                shape: tuple[int, ...] = (sizes[field.columns],)
                if field.rows == "places":
                    shape = (places, *shape)
                spans.append(Span(field.name, at, shape, field.meaning))
                at += spans[-1].length
        object.__setattr__(self, "cards", cards)
        object.__setattr__(self, "places", places)
        object.__setattr__(self, "spans", tuple(spans))
        object.__setattr__(self, "width", at)

    def __getitem__(self, name: str) -> Span:
        """The place of a field; KeyError if it was not chosen."""
        for span in self.spans:
            if span.name == name:
                return span
        raise KeyError(name)
