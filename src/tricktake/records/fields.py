"""The values of fields: numbers, cards and seeds as texts, in JSON, and checked.

A record keeps fields as the texts that ``docs/deal-text.md`` describes, with ``?`` for cards that are not
known. In JSON the same values are numbers and lists. A text that is read and written comes out in its
canonical spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from tricktake._checks import LIMIT, read_number
from tricktake._text import read_numbers, read_seed, write_seed
from tricktake.actions import parse_call
from tricktake.cards import CardSet, parse_card
from tricktake.errors import RecordError, TextError
from tricktake.records.reading import FieldError, shown

__all__ = ["FIELDS", "UNKNOWN", "Json", "canonical", "canonical_pairs", "from_json", "to_json"]

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json] | None"
"""What JSON can hold."""
UNKNOWN = "?"
"""A card that is not known."""

_MOST_CARDS = 68
_MANY = re.compile(r"\?([1-9][0-9]?)?")


class _Kind(NamedTuple):
    """How the values of a field are read and written."""

    read: Callable[[str], Json]  # from a text; ValueError if it is none
    write: Callable[[Json], str]  # from JSON, whatever it is; ValueError if it is no such value


def _bad(what: str, got: object) -> ValueError:
    return ValueError(f"expected {what}, got {shown(got)}")


def _listed(value: Json, what: str) -> list[Json]:
    if not isinstance(value, list):
        raise _bad(what, value)
    return value


def _word(value: Json, what: str) -> str:
    if not isinstance(value, str):
        raise _bad(what, value)
    return value


# ---- numbers and words -------------------------------------------------------------------------------


def _write_number(value: Json) -> str:
    if isinstance(value, bool) or not isinstance(value, int) or abs(value) >= LIMIT:
        raise _bad("a number of at most 18 digits", value)
    return str(value)


def _write_numbers(value: Json) -> str:
    found = _listed(value, "a list of numbers")
    if not found:
        raise _bad("a list of numbers", value)
    return ",".join(map(_write_number, found))


def _read_numbers(text: str) -> Json:
    return list(read_numbers(text))


def _read_seed(text: str) -> Json:
    seed = read_seed(text)
    return None if seed is None else write_seed(seed)


def _write_seed(value: Json) -> str:
    return "none" if value is None else write_seed(read_seed(_word(value, "a seed as a string, or null")))


def _read_flag(text: str) -> Json:
    if text not in ("yes", "no"):
        raise _bad("yes or no", text)
    return text == "yes"


def _write_flag(value: Json) -> str:
    if not isinstance(value, bool):
        raise _bad("true or false", value)
    return "yes" if value else "no"


def _read_bid(text: str) -> Json:
    return parse_call(text).text


def _write_bid(value: Json) -> str:
    return parse_call(_word(value, "a bid")).text


def _read_bids(text: str) -> Json:
    return [_read_bid(part) for part in text.split(",")]


def _write_bids(value: Json) -> str:
    return ",".join([_write_bid(bid) for bid in _listed(value, "a list of bids")])


def _suits(text: str) -> str:
    if len(set(text)) != len(text) or not set(text) <= set("SCDH"):
        raise _bad("letters of S C D H, each once", text)
    return "".join([letter for letter in "SCDH" if letter in text])


def _read_suits(text: str) -> Json:
    return _suits("" if text == "-" else text)


def _write_suits(value: Json) -> str:
    return _suits(_word(value, "letters of S C D H")) or "-"


def _read_failed(text: str) -> Json:
    return [_read_suits(part) for part in text.split("|")]


def _write_failed(value: Json) -> str:
    return "|".join([_write_suits(part) for part in _listed(value, "a list of letters of S C D H")])


# ---- cards -------------------------------------------------------------------------------------------


def _read_card(text: str) -> Json:
    return parse_card(text).name


def _write_card(value: Json) -> str:
    return parse_card(_word(value, "a card")).name


def _spread(parts: Iterable[str]) -> list[Json]:
    """Names of cards in the order they are written in, the unknown ones last."""
    known: list[str] = []
    hidden = 0
    for part in parts:
        many = _MANY.fullmatch(part)
        if many is None:
            known.append(parse_card(part).name)
        else:
            hidden += int(many[1] or 1)
    if len(known) + hidden > _MOST_CARDS:
        raise ValueError(f"there are at most {_MOST_CARDS} cards, got {len(known) + hidden}")
    if len(set(known)) != len(known):
        twice = next(name for name in known if known.count(name) > 1)
        raise ValueError(f"{twice} stands twice")
    ordered: list[Json] = [card.name for card in CardSet(known)]
    return ordered + [UNKNOWN] * hidden


def _read_cards(text: str) -> Json:
    return [] if text == "-" else list(_spread(re.split(r"[,\s]+", text)))


def _write_cards(value: Json) -> str:
    parts = _spread([_word(card, "a card") for card in _listed(value, "a list of cards")])
    hidden = parts.count(UNKNOWN)
    known = [str(part) for part in parts[: len(parts) - hidden]]
    many = [UNKNOWN if hidden == 1 else f"{UNKNOWN}{hidden}"] if hidden else []
    return ",".join(known + many) or "-"


def _read_hands(text: str) -> Json:
    return [_read_cards(part) for part in text.split("|")]


def _write_hands(value: Json) -> str:
    return "|".join([_write_cards(hand) for hand in _listed(value, "a list of hands")])


def _read_lying(text: str) -> Json:
    return None if text == "-" else UNKNOWN if text == UNKNOWN else parse_card(text).name


def _write_lying(value: Json) -> str:
    return "-" if value is None else UNKNOWN if value == UNKNOWN else _write_card(value)


def _read_pile(text: str) -> Json:
    cards = text.split("/")
    if len(cards) != 2:
        raise _bad("a card face down, a slash and a card face up", text)
    return [_read_lying(card) for card in cards]


def _write_pile(value: Json) -> str:
    cards = _listed(value, "a card face down and a card face up")
    if len(cards) != 2:
        raise _bad("a card face down and a card face up", value)
    return "/".join(map(_write_lying, cards))


def _read_tables(text: str) -> Json:
    return [[_read_pile(pile) for pile in table.split(",")] for table in text.split("|")]


def _write_tables(value: Json) -> str:
    tables = [_listed(table, "a list of piles") for table in _listed(value, "a list of tables")]
    return "|".join([",".join(map(_write_pile, table)) for table in tables])


def _read_pack(text: str) -> Json:
    return [parse_card(part).name for part in re.split(r"[,\s]+", text)]


def _write_pack(value: Json) -> str:
    return ",".join(map(_write_card, _listed(value, "a list of cards")))


# ---- the fields --------------------------------------------------------------------------------------

_NUMBER = _Kind(read_number, _write_number)
_NUMBERS = _Kind(_read_numbers, _write_numbers)
_CARDS = _Kind(_read_cards, _write_cards)
_HANDS = _Kind(_read_hands, _write_hands)

FIELDS: dict[str, _Kind] = {
    "seed": _Kind(_read_seed, _write_seed),
    "dealer": _NUMBER,
    "scores": _NUMBERS,
    "bags": _NUMBERS,
    "sixes": _NUMBERS,
    "number": _NUMBER,
    "tokens": _NUMBERS,
    "seats": _NUMBERS,
    "hands": _HANDS,
    "kitty": _CARDS,
    "tables": _Kind(_read_tables, _write_tables),
    "dead": _CARDS,
    "pack": _Kind(_read_pack, _write_pack),
    "contract": _Kind(_read_bid, _write_bid),
    "contractor": _NUMBER,
    "partner": _NUMBER,
    "called": _Kind(_read_card, _write_card),
    "nominated": _Kind(_read_suits, _write_suits),
    "bids": _Kind(_read_bids, _write_bids),
    "leader": _NUMBER,
    "tricks": _NUMBERS,
    "led": _Kind(_read_suits, _write_suits),
    "failed": _Kind(_read_failed, _write_failed),
    "broken": _Kind(_read_flag, _write_flag),
    "caught": _HANDS,
}
"""Every field of a record, a match or a deal, in the order they are written in."""

_ORDER = {name: at for at, name in enumerate(FIELDS)}


def to_json(name: str, text: str) -> Json:
    """The value of a field for JSON.

    Parameters
    ----------
    name : str
        A key of :data:`FIELDS`.
    text : str

    Returns
    -------
    str, int, bool, list or None

    Raises
    ------
    FieldError
        If the text is no value of this field.

    Examples
    --------
    >>> to_json("scores", "120,-40"), to_json("kitty", "S5,?2"), to_json("seed", "none")
    ([120, -40], ['S5', '?', '?'], None)
    """
    try:
        return FIELDS[name].read(text)
    except (TextError, ValueError) as error:
        raise FieldError(str(error), name, text[:80]) from error


def from_json(name: str, value: Json) -> str:
    """The text of a field from its value in JSON.

    Parameters
    ----------
    name : str
        A key of :data:`FIELDS`.
    value : str, int, bool, list or None

    Returns
    -------
    str
        Canonical.

    Raises
    ------
    FieldError
        If it is no value of this field.

    Examples
    --------
    >>> from_json("hands", [["10S", "SA"], ["?", "?"]])
    'SA,S10|?2'
    """
    try:
        return FIELDS[name].write(value)
    except (TextError, ValueError) as error:
        raise FieldError(str(error), name, shown(value)) from error


def canonical(name: str, text: str) -> str:
    """The canonical spelling of the value of a field.

    Parameters
    ----------
    name : str
    text : str

    Returns
    -------
    str

    Raises
    ------
    RecordError
        If there is no such field, or the text is no value of it.

    Examples
    --------
    >>> canonical("kitty", "?,10s,JK,?"), canonical("seed", "0x10")
    ('JK,S10,?2', '16')
    """
    if name not in FIELDS:
        raise RecordError(f"there is no field {name[:40]!r}", name[:40])
    return from_json(name, to_json(name, text))


def canonical_pairs(pairs: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """Fields in canonical spelling and order.

    Parameters
    ----------
    pairs : sequence of pairs of str

    Returns
    -------
    tuple of pairs of str

    Raises
    ------
    RecordError
        If one is unknown, stands twice or is no value.

    Examples
    --------
    >>> canonical_pairs([("kitty", "s5,JK"), ("dealer", "3")])
    (('dealer', '3'), ('kitty', 'JK,S5'))
    """
    found: dict[str, str] = {}
    for name, text in pairs:
        if name in found:
            raise RecordError(f"{name} stands twice", name)
        found[name] = canonical(name, text)
    return tuple(sorted(found.items(), key=lambda pair: _ORDER[pair[0]]))
