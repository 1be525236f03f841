"""What stands beside the table, and texts to read: score, contract, last trick, hint, help, score sheet."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from rich.text import Text

from tricktake.actions import Action, Pass, Stand
from tricktake.cli.human import Prompts
from tricktake.state import Phase
from tricktake.tui._paint import GOLD, columns, tinted
from tricktake.tui.director import Row
from tricktake.tui.glyphs import Glyphs
from tricktake.tui.table import Scene, TrickCard

__all__ = ["filled", "help_text", "hint_text", "panel", "sheet_text", "trick_words", "tricks_text"]

_HEAD = f"bold {GOLD}"
_QUIET = "#8fb3a1"


def panel(glyphs: Glyphs, scene: Scene, width: int, *, room: int) -> Text:
    """Score, contract and last trick; what there is no room for, in lines, beside a box is left out."""
    box = scene.box
    taken = 0 if box is None else 2 + len(box.rows) + len(box.lines)
    brief = taken > 0 and room < taken + len(scene.sheet.rows) + 2 * len(scene.contract) + 8
    made = Text()
    if taken + len(scene.sheet.rows) + 1 + len(scene.contract) > room:
        return tinted(glyphs, glyphs.text(scene.contract[0]), "bold")
    head, *rows = columns([scene.sheet.heads, *scene.sheet.rows], gap=3)
    made.append(glyphs.text(head), _QUIET)
    for row, cells in zip(rows, scene.sheet.rows, strict=True):
        mine = str(scene.seat) in cells[0].split("+")
        made.append("\n")
        made.append(glyphs.text(row), "bold" if mine else "")
    if not brief:
        made.append("\n" + glyphs.text(scene.sheet.goal), _QUIET)
    for line in scene.contract:
        for number, part in enumerate(textwrap.wrap(line, width) or [""]):
            made.append("\n" if number or line is not scene.contract[0] else "\n\n" if not brief else "\n")
            made.append_text(tinted(glyphs, glyphs.text(part), "bold" if line is scene.contract[0] else ""))
    if scene.last and not brief:
        number = scene.number - 1
        made.append("\n\n")
        made.append(f"trick {number}\n", _QUIET)
        words = [trick_words(glyphs, card) for card in scene.last]
        made.append_text(tinted(glyphs, "\n".join(_filled(words, width))))
    return made


def _filled(words: Sequence[str], width: int) -> list[str]:
    lines = [""]
    for word in words:
        joined = f"{lines[-1]}  {word}" if lines[-1] else word
        if len(joined) > width:
            lines.append(word)
        else:
            lines[-1] = joined
    return lines


def trick_words(glyphs: Glyphs, card: TrickCard) -> str:
    """A card of a trick with its seat: ``2 HQ*``."""
    named = "" if card.named is None else f":{glyphs.suit(card.named)}"
    place = f"{card.seat}t" if card.from_table else str(card.seat)
    return f"{place} {glyphs.card(card.card)}{named}{'*' if card.wins else ''}"


def tricks_text(glyphs: Glyphs, tricks: Sequence[Sequence[TrickCard]]) -> Text:
    """All finished tricks, the last one first."""
    made = Text()
    for number in range(len(tricks), 0, -1):
        cards = tricks[number - 1]
        winner = next(card.seat for card in cards if card.wins)
        words = "  ".join([f"{trick_words(glyphs, card):<7}" for card in cards])
        made.append_text(
            tinted(glyphs, f"{number:>2}  {words}  to seat {winner}", "bold" if number == len(tricks) else "")
        )
        made.append("\n")
    if not tricks:
        made.append("No trick has been played yet.")
    else:
        made.append("\nThe first card of each was led, * marks the winner.", _QUIET)
    return made


def filled(lines: Sequence[str], width: int, *, indent: str = "  ") -> str:
    """Lines, the longer ones broken; blanks within a line stay, for columns."""
    found = []
    for line in lines:
        if len(line) <= width:
            found.append(line)
        else:
            found += textwrap.wrap(line, width, subsequent_indent=indent, break_on_hyphens=False)
    return "\n".join(found).rstrip()


def hint_text(glyphs: Glyphs, advice: object, width: int, rows: int, *, most: int = 5) -> Text:
    """Advice in a few lines: the best choices, and why the first."""
    options = list(getattr(advice, "options"))[:rows]  # noqa: B009
    cells = [["", "made", "points"]]
    for option in options:
        chance = "" if option.chance is None else f"{100 * option.chance:.0f}%"
        points = "" if option.points is None else f"{option.points:+.0f}"
        cells.append([_short(glyphs, option.action), chance, points])
    if all(not row[1] for row in cells[1:]):
        cells = [[row[0], row[2]] for row in cells]
    made = Text()
    head, *lines = columns(cells)
    made.append(head if any(any(row[1:]) for row in cells[1:]) else "", _QUIET)
    for at, line in enumerate(lines):
        made.append("\n")
        made.append_text(tinted(glyphs, line, "bold" if not at else ""))
    reason = glyphs.sentence(str(getattr(advice, "reason", "")))
    made.append("\n")
    for line in textwrap.wrap(reason[:1].upper() + reason[1:], width, max_lines=most, placeholder=" ..."):
        made.append("\n")
        made.append_text(tinted(glyphs, glyphs.text(line)))
    return made


def _short(glyphs: Glyphs, action: Action) -> str:
    if isinstance(action, (Pass, Stand)):
        return glyphs.action(action)
    return glyphs.action(action).removeprefix("put ")


def sheet_text(glyphs: Glyphs, rows: Sequence[Row], sides: Sequence[str]) -> Text:
    """The score sheet: a line for each deal, points and running score of every side."""
    if not rows:
        return Text("No deal is over yet.")
    table = [["deal", "dealer", *[f"{side:>6}" for side in sides], *["" for _ in sides]]]
    table[0][2 + len(sides) :] = [f"={side}" for side in sides]
    for row in rows:
        points = [f"{won:+}" if won else "0" for won in row.points]
        table.append([str(row.number), str(row.dealer), *points, *[str(score) for score in row.scores]])
    head, *lines = columns(table)
    made = Text(head, _QUIET)
    for line in lines:
        made.append("\n" + line)
    made.append("\n\nPoints of each deal, and with = the score after it.", _QUIET)
    return made


_KEYS = (
    ("arrows", "go to a card or a choice; one that cannot be taken says why"),
    ("Enter", "take it; so does a click"),
    ("letters", "the letter under a card plays it"),
    (":", "type what you want: HQ, 7H, put S5 C6 D5"),
    ("h", "a hint; h again says more"),
    ("u", "take your last decision back, unless a hidden card was shown"),
    ("l", "the tricks so far"),
    ("t", "the score sheet"),
    ("r", "the rules in words"),
    ("s", "save"),
    ("+ -", "others act slower, faster"),
    ("space", "go on at once"),
    ("Esc", "close what is open"),
    ("q", "leave"),
)


def help_text(glyphs: Glyphs, prompts: Prompts, phase: Phase, width: int) -> Text:
    """The keys, and what can be typed now."""
    made = Text()
    for key, words in _KEYS:
        made.append(f"{key:<8}", _HEAD)
        made.append(f"{words}\n")
    said = prompts.help.get(phase)
    if said is not None:
        made.append("\n" + "\n".join(textwrap.wrap(glyphs.text(said), width)), _QUIET)
    return made
