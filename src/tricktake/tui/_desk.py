"""What can be done besides playing: reading, saving, leaving, and how fast the others act."""

from __future__ import annotations

from pathlib import Path

from rich.text import Text

from tricktake.state import Phase
from tricktake.tui._panel import filled, help_text, sheet_text, tricks_text
from tricktake.tui._screens import Ask, Sheet
from tricktake.tui._stage import Stage
from tricktake.tui.table import all_tricks

__all__ = ["PACES", "STOPPED", "Desk"]

PACES = (0.0, 0.2, 0.5, 0.9, 1.5, 3.0)
"""Seconds between the actions of bots that + and - choose from."""
STOPPED = 130
"""Exit code after Ctrl-C."""


class Desk(Stage):
    """A screen with its commands."""

    async def action_pace(self, step: int) -> None:
        """Let bots act slower or faster."""
        near = min(range(len(PACES)), key=lambda at: abs(PACES[at] - self.pace))
        self.pace: float = PACES[max(0, min(len(PACES) - 1, near + step))]
        await self.show()

    def action_help(self) -> None:
        """Explain the keys."""
        phase = Phase.PLAY if self.scene is None else self.scene.phase
        text = help_text(self.glyphs, self.director.game.prompts, phase, min(72, self.size.width - 10))
        self.push_screen(Sheet(self.glyphs, "keys", text))

    def action_tricks(self) -> None:
        """Show the tricks so far."""
        if self.shown is not None:
            tricks = all_tricks(self.game_table, self.director.deal.view(self.shown))
            self.push_screen(Sheet(self.glyphs, "tricks", tricks_text(self.glyphs, tricks)))

    def action_tally(self) -> None:
        """Show the score sheet."""
        text = sheet_text(self.glyphs, self.director.rows(), self.director.sides())
        self.push_screen(Sheet(self.glyphs, "scores", text))

    def action_rules(self) -> None:
        """Show the rules in words."""
        rules = self.director.contest.rules.describe().replace("\n    ", " ")
        text = Text(self.glyphs.text(filled(rules.splitlines(), self.size.width - 10, indent="    ")))
        self.push_screen(Sheet(self.glyphs, "rules", text))

    def action_save(self) -> None:
        """Keep the contest now; ask where, if that is not known."""
        if self.director.keeper.where is not None:
            self.keep()
            return
        self.push_screen(Ask(self.glyphs, "Save as", f"{self.director.game.name}.txt"), self._save_as)

    def _save_as(self, name: str | None) -> None:
        if name is not None:
            self.keep(Path(name).expanduser())

    def keep(self, path: Path | None = None) -> bool:
        """Write the contest, if it is kept anywhere; return whether that went well."""
        try:
            where = self.director.write(path)
        except (OSError, ValueError) as error:
            why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
            self.say(f"Cannot save: {why}.", bad=True)
            return False
        if where is not None:
            self.say(f"Saved to {where}.")
        return True

    def action_leave(self) -> None:
        """Leave; what is not kept is asked about first."""
        if self.director.keeper.where is not None and self.keep():
            self.exit(0)
            return
        noun = self.director.game.noun(self.director.contest)
        text = Text(f"The {noun} is not kept. q leaves all the same;\nEnter goes back, and s there saves it.")
        self.push_screen(
            Sheet(self.glyphs, f"leave the {noun}?", text, foot="q: leave   Enter: back"), self._left
        )

    def _left(self, how: str | None) -> None:
        if how in ("quit", "stop"):
            self.exit(0 if how == "quit" else STOPPED)

    def action_stop(self) -> None:
        """Leave at once, as Ctrl-C does everywhere."""
        self.keep()
        self.exit(STOPPED)
