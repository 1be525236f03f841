"""The tags of one game by name: which are read, which may stand several times, which hold cards.

What is not read is kept. :func:`speech` collects all that tells in which order a game writes its cards.
"""

from __future__ import annotations

from collections.abc import Callable

from tricktake.errors import RecordError
from tricktake.ptn._parts import UNKNOWN_HANDS, hand_words
from tricktake.ptn.dialect import is_dotted
from tricktake.ptn.source import Game, Place, Tag

__all__ = ["STRUCTURE", "Note", "Tags", "speech"]

_SEVERAL = frozenset({"Note", "CardsAdded", "CardsRemoved", "TricktakeTag", "TricktakeComment"})
STRUCTURE = frozenset(
    {
        "Event", "GameCode", "Game", "GameOptionsJson", "GameScores", "Dealer", "Deal", "Undealt", "Declarer",
        "Contract", "Auction", "CardsAdded", "CardsRemoved", "Play", "Note",
        *[f"Tricktake{name}" for name in (
            "Rules", "Before", "Contest", "Game", "Ending", "Between", "Named", "Dead", "Tag", "Comment"
        )],
    }
)  # fmt: skip
"""The tags that are read; all others are kept."""
_CARD_TAGS = ("Undealt", "CardsAdded", "CardsRemoved", "TricktakeDead")

Note = Callable[[Place, str], None]


"""Takes what is doubtful, with its place; raises where that is an error."""


class Tags:
    """The tags of a game by name."""

    def __init__(self, game: Game, note: Note) -> None:
        self.game = game
        self.all: dict[str, list[Tag]] = {}
        for tag in game.tags:
            if tag.name in self.all and tag.name not in _SEVERAL:
                note(tag.place, f"the tag {tag.name} stands twice; the first counts")
            self.all.setdefault(tag.name, []).append(tag)
            if tag.rows and tag.name not in ("Auction", "Play"):
                note(tag.rows[0][0][1], f"nothing may stand below the tag {tag.name}")

    def get(self, name: str) -> Tag | None:
        """The first tag of a name."""
        found = self.all.get(name)
        return found[0] if found else None

    def value(self, name: str) -> str | None:
        """The value of a tag."""
        found = self.get(name)
        return None if found is None else found.value

    def several(self, name: str) -> list[Tag]:
        """All tags of a name."""
        return self.all.get(name, [])

    def need(self, name: str) -> Tag:
        """A tag that must be there."""
        found = self.get(name)
        if found is None:
            raise self.game.place.error(f"the game that begins here has no tag {name}")
        return found


def speech(game: Game) -> list[tuple[str, Place]]:
    """Everything in a game that is written in one dialect or the other, with its place."""
    said: list[tuple[str, Place]] = []
    for tag in game.tags:
        if tag.name == "Deal":
            try:
                words = hand_words(tag)[1]
            except RecordError:
                continue  # reading will say so
            said += [
                pair for pair in words if not UNKNOWN_HANDS.fullmatch(pair[0]) and not is_dotted(pair[0])
            ]
        elif tag.name in _CARD_TAGS:
            cards = "".join(tag.value.rpartition(":")[2].split())
            said += [(cards, tag.place)] if cards not in ("", "-") else []
        elif tag.name == "Play":
            said += [pair for row in tag.rows for pair in row if pair[0].strip("-") and pair[0][0] != "="]
    return said
