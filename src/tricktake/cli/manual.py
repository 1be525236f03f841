"""What every command says about itself: the sections of ``--help``, in one order and in the same words.

A :class:`Manual` is data; ``tricktake.cli.manuals`` has one for each command. ``--help`` and the manual page
are both made of it, so nothing can be said in one and forgotten in the other.
"""

from __future__ import annotations

import argparse
import re
import shutil
import textwrap
from dataclasses import dataclass
from typing import Any

__all__ = ["ENVIRONMENT", "EXIT_CODES", "FAILED", "INTERRUPTED", "USAGE", "HelpFormatter", "Manual"]

FAILED = 1
"""Exit code: the command line is in order, but what it asks for could not be done."""
USAGE = 2
"""Exit code: the command line makes no sense."""
INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it: 128 and the number of the signal."""

EXIT_CODES = (
    (0, "done; also when whoever reads the output has gone away, as head does"),
    (
        FAILED,
        "could not be done: a file that cannot be read or written, a damaged record, an illegal action, "
        "a missing package",
    ),
    (USAGE, "the command line makes no sense: an unknown word, a value out of range, options that clash"),
    (INTERRUPTED, "ended by Ctrl-C; what was to be kept is written first"),
)
"""Exit codes and what they mean, the same for every command."""

ENVIRONMENT = {
    "NO_COLOR": "if it is set, there is no colour",
    "TERM": "dumb or not set: no colour; dumb: no full-screen game",
    "COLUMNS": "width of --help (default: that of the terminal), 80 at most",
    "PYTHONIOENCODING": "encoding of input and output, such as utf-8 or cp1252; where it has no suit signs, "
    "letters S C D H are printed. Without it PYTHONUTF8 and the locale (LC_ALL) decide",
    "CARDCORE_KERNELS": "portable or wide: which build of the compiled loops runs (default: the fastest the "
    "processor can run); results are the same",
}
"""Environment variables and what they do."""

_WIDEST = 80
_ROW = re.compile(r"\s*(?:\S.*?\s{2,})?")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manual:
    r"""What a command says about itself.

    Examples
    --------
    >>> manual = Manual(summary="count cards", text=("Counts cards.",), examples=(("tricktake x", "one"),))
    >>> print(manual.epilog().partition("\n\n")[0])
    examples:
      tricktake x
          one
    """

    summary: str
    """What it does, in the list of commands: no capital, no full stop."""
    text: tuple[str, ...]
    """Paragraphs that say more."""
    examples: tuple[tuple[str, str], ...]
    """Command lines that run as they are, and what each does."""
    files: tuple[tuple[str, str], ...] = ()
    """What it reads and writes."""
    environment: tuple[str, ...] = ("PYTHONIOENCODING", "NO_COLOR", "TERM", "COLUMNS", "CARDCORE_KERNELS")
    """Which of :data:`ENVIRONMENT` matter to it."""
    pages: tuple[str, ...] = ()
    """Pages of the documentation that say more, besides ``docs/cli.md``."""

    def description(self) -> str:
        """Return the text above the arguments.

        Returns
        -------
        str
        """
        return "\n\n".join(self.text)

    def epilog(self) -> str:
        """Return the text below the arguments.

        Returns
        -------
        str
        """
        lines = ["examples:"]
        for command, words in self.examples:
            lines += [f"  {command}", f"      {words}"]
        codes = [(str(code), words) for code, words in EXIT_CODES]
        variables = [(name, ENVIRONMENT[name]) for name in self.environment]
        for title, rows in (("files", self.files), ("environment", variables), ("exit codes", codes)):
            if rows:
                widest = max([len(name) for name, _ in rows])
                lines += ["", f"{title}:", *[f"  {name:<{widest}}  {words}" for name, words in rows]]
        pages = ", ".join(["docs/cli.md", *self.pages])
        return "\n".join([*lines, "", "read more: man tricktake; with the sources,", f"  {pages}"])


class HelpFormatter(argparse.HelpFormatter):
    r"""Help of at most 80 columns that keeps lines and fills each of them with its own indent.

    Examples
    --------
    >>> parser = argparse.ArgumentParser(prog="x", description="One.\n\nTwo.", formatter_class=HelpFormatter)
    >>> parser.format_help().splitlines()[2:5]
    ['One.', '', 'Two.']
    """

    def __init__(self, prog: str, **settings: Any) -> None:
        columns = max(min(shutil.get_terminal_size().columns, _WIDEST), 30)
        super().__init__(prog, **{"width": columns - 2, "max_help_position": 26, **settings})

    def add_argument(self, action: argparse.Action) -> None:
        """Take an argument up; the names of commands count for the width of the first column.

        Parameters
        ----------
        action : argparse.Action
        """
        super().add_argument(action)
        for one in self._iter_indented_subactions(action):
            width = len(str(one.metavar or one.dest)) + self._current_indent
            self._action_max_length = max(self._action_max_length, width)

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return "\n".join([part for line in text.splitlines() for part in _filled(indent + line, width)])


def _filled(line: str, width: int) -> list[str]:
    """A line broken where it is too long; what it goes on with stands below its last column."""
    if len(line) <= width or line.lstrip().startswith("tricktake "):  # a command stays one line
        return [line]
    found = _ROW.match(line)
    hanging = found.end() if found is not None else 0
    if hanging > width // 2:
        hanging = 4
    return textwrap.wrap(
        line, width, subsequent_indent=" " * hanging, break_on_hyphens=False, break_long_words=False
    )
