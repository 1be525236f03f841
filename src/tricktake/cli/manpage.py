"""The manual page ``tricktake(1)``, made of the parsers and manuals of all commands.

``python -m tricktake.cli.manpage > man/tricktake.1`` writes it anew; a test fails if the page in the
repository is not what this module writes.
"""

from __future__ import annotations

import argparse
import re
import sys
import textwrap
from collections.abc import Iterator

from tricktake.cli.main import build_parser
from tricktake.cli.manual import ENVIRONMENT, EXIT_CODES
from tricktake.cli.manuals import COMMANDS, WHOLE

__all__ = ["man_page"]

_WIDTH = 78


def man_page() -> str:
    """Write the manual page.

    Returns
    -------
    str
        In the language of ``man``, ASCII only.

    Examples
    --------
    >>> page = man_page()
    >>> page.splitlines()[1], ".SS tricktake deal" in page
    ('.SH NAME', True)
    """
    parser = build_parser()
    lines = [".TH TRICKTAKE 1 2026-01-01 tricktake", ".SH NAME", f"tricktake \\- {_text(WHOLE.summary)}"]
    lines += [".SH SYNOPSIS", ".B tricktake", ".I command", "[argument ...]", ".br"]
    lines += [".B tricktake", "{\\-\\-version | \\-\\-help}", ".SH DESCRIPTION", *_paragraphs(WHOLE.text)]
    lines.append(".SH COMMANDS")
    for name, one in _commands(parser):
        lines += [f".SS tricktake {name}", *_paragraphs(COMMANDS[name].text)]
        for action in one._actions:
            if not isinstance(action, argparse._HelpAction):
                lines += _argument(one, action)
        for title, words in COMMANDS[name].files:
            lines += [".TP", f"file of {_bold(title)}", _text(words)]
        lines += [".PP", "Examples:", *_examples(COMMANDS[name].examples)]
    lines += [".SH EXIT STATUS"]
    for code, words in EXIT_CODES:
        lines += [".TP", f".B {code}", _text(words)]
    lines += [".SH ENVIRONMENT"]
    for name, words in ENVIRONMENT.items():
        lines += [".TP", f".B {name}", _text(words)]
    pages = sorted({page for manual in (WHOLE, *COMMANDS.values()) for page in manual.pages})
    lines += [".SH EXAMPLES", *_examples(WHOLE.examples)[1:]]
    lines += [".SH SEE ALSO", _text(f"The pages docs/cli.md, {', '.join(pages)} of the documentation.")]
    return "\n".join(lines) + "\n"


def _commands(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            yield from action.choices.items()


def _text(text: str) -> str:
    """Words as ``man`` wants them: signs it would read itself are escaped, sentences stand on lines."""
    text = " ".join(text.split()).replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    text = re.sub(r"(?<=[.?!]) (?=[A-Z])", "\n", text)
    filled = textwrap.TextWrapper(_WIDTH, break_on_hyphens=False, break_long_words=False)
    lines = [part for line in text.split("\n") for part in filled.wrap(line)]
    return "\n".join([f"\\&{line}" if line.startswith(".") else line for line in lines])


def _bold(text: str) -> str:
    return f"\\fB{_text(text)}\\fR"


def _paragraphs(texts: tuple[str, ...]) -> list[str]:
    return [line for number, text in enumerate(texts) for line in ([".PP"] * bool(number) + [_text(text)])]


def _argument(parser: argparse.ArgumentParser, action: argparse.Action) -> list[str]:
    """An argument and what it says."""
    formatter = parser._get_formatter()
    shown = formatter._expand_help(action) if action.help else ""
    metavar = action.metavar or action.dest.upper()
    value = " ".join(metavar) if isinstance(metavar, tuple) else metavar
    if not action.option_strings:
        return [".TP", f"\\fI{_text(action.metavar or action.dest)}\\fR", _text(shown)]  # type: ignore[arg-type]
    names = ", ".join([_bold(name) for name in action.option_strings])
    value = "" if action.nargs == 0 else f" \\fI{_text(value)}\\fR"
    return [".TP", f"{names}{value}", _text(shown)]


def _examples(examples: tuple[tuple[str, str], ...]) -> list[str]:
    lines = []
    for command, words in examples:
        shown = [line.replace("\\", "\\e").replace("-", "\\-") for line in command.splitlines()]
        shown = [line.replace("'", "\\(aq") for line in shown]
        lines += [".PP", f"{_text(words[:1].upper() + words[1:])}:", ".PP", ".RS 4", ".nf", *shown]
        lines += [".fi", ".RE"]
    return lines


if __name__ == "__main__":
    sys.stdout.write(man_page())
