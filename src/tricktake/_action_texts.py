"""Reading the texts of actions: what spellings count as the same, and the errors for what cannot be read.

A text is folded before it is looked up: capital letters, letters for suit signs, single blanks. The spellings
of the cards are listed here; the tables of whole actions are filled where the actions are made. The error
for a text names what was expected, and the word that comes near if there is one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from tricktake._action_ids import MOST_PUT
from tricktake.cards import Card, parse_card
from tricktake.errors import TextError

__all__ = [
    "A_BID",
    "A_CALL",
    "A_CARD",
    "OTHERS",
    "SPELLINGS",
    "TOKEN",
    "cannot_read",
    "look_up",
    "read_cards",
    "typed",
]

TOKEN = re.compile(r"[\s,]*(?P<token>[^\s,]+)")
_SIGNS = str.maketrans("♠♤♣♧♦♢♥♡", "SSCCDDHH", "\ufe0e\ufe0f")  # without the selectors of text or colour
A_BID = "a bid (7H, M, NIL)"
A_CALL = "a call (P, 7H, M, NIL)"
A_CARD = "a card (HQ, JK:C)"
OTHERS = "one of LOOK, STAND, ALONE, put S5, call HA, name S"
_HINTS = ("PASS", "LOOK", "STAND", "ALONE", "NIL", "put", "call", "name", "seat", "none")

_T = TypeVar("_T")


def _spell(card: Card) -> tuple[str, ...]:
    """How capital letters can spell a card, the canonical way first."""
    name = card.name
    if card.is_joker:
        return (name, "JOKER") if card is Card.JK else (name,)
    suit, rank = name[0], name[1:]
    return (name, rank + suit, suit + "T", "T" + suit) if rank == "10" else (name, rank + suit)


SPELLINGS: Mapping[Card, tuple[str, ...]] = {card: _spell(card) for card in Card}


def fold(text: str) -> str:
    """Capital letters, suit letters for signs, single blanks; a text beyond ASCII is left as it is."""
    folded = " ".join(text.translate(_SIGNS).split())
    return folded.upper() if folded.isascii() else text


def look_up(table: Mapping[str, _T], text: str) -> _T | None:
    """What stands in a table under a text, however it is written; None if nothing does."""
    if not isinstance(text, str):
        raise TypeError(f"the text of an action must be a str, not {type(text).__name__}")
    return table.get(fold(text))


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def cannot_read(text: str, what: str, expected: str) -> TextError:
    """Return the error for a text that is not what it should be, with a hint if a word comes near."""
    from difflib import get_close_matches  # only errors need it

    words = {hint.upper(): hint for hint in _HINTS}
    folded = fold(text)
    for word in folded.split()[:2] if len(folded) <= 40 else ():
        near = get_close_matches(word, words, n=1, cutoff=0.7)
        if near and near[0] != word:
            expected += f"; did you mean {words[near[0]]!r}?"
            break
    if folded == "J":
        expected += "; the joker is JK"
    head, colon, _ = folded.partition(":")
    if colon and any(head in spelled for card, spelled in SPELLINGS.items() if card is not Card.JK):
        expected += "; only JK names a suit when led"
    return TextError(f"cannot read {_shown(text)} as {what}: {expected}", text)


def typed(cls: type[_T], found: object, text: str, expected: str) -> _T:
    """Pass on what was found if it is of this class; refuse anything else."""
    if not isinstance(found, cls):
        raise cannot_read(text, f"the text of {cls.__name__}", expected)
    return found


def read_cards(text: str, start: int) -> int:
    """Read the cards of an exchange, from an offset on, as a mask."""
    mask = 0
    for found in TOKEN.finditer(text, start):
        try:
            bit = 1 << parse_card(found["token"])
        except TextError as error:
            raise TextError(f"{error} in {_shown(text)}", text, found.start("token")) from None
        if mask & bit:
            raise TextError(f"{found['token']} stands twice in {_shown(text)}", text, found.start("token"))
        mask |= bit
    if not 1 <= mask.bit_count() <= MOST_PUT:
        wanted = f"an exchange puts away 1 to {MOST_PUT} cards, not {mask.bit_count()}"
        raise TextError(f"{wanted} as in {_shown(text)}", text, start)
    return mask
