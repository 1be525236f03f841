"""``tricktake completion``: a script with which a shell completes commands, options and their values.

The package ``shtab`` writes the script from the parsers, once; no Python starts when TAB is pressed. What is
added here are the words that may stand behind an option, which the parsers check in other ways, and for bash
how ``NAME=VALUE`` is completed, since bash breaks words at the sign.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import fields
from enum import Enum
from importlib import import_module
from typing import Any

from tricktake.cli.arguments import Failure, Parser, near
from tricktake.cli.manuals import COMMANDS
from tricktake.cli.terminal import Terminal

__all__ = ["SHELLS", "add_arguments", "option_words", "run"]

SHELLS = ("bash", "zsh", "fish", "tcsh", "powershell")
"""The shells there is a script for."""

_LONGEST = 60  # characters of help a shell shows beside an option
_MOST_SEATS = 6
_BASH = """
# Words that bash has broken at "=" are put together again for --option NAME=VALUE, and --name=value is read
# as --name value.
_tricktake() {
  local -a words=() ; local glued="" word at last=$COMP_CWORD
  for (( at = 0; at <= last; at++ )); do
    word="${COMP_WORDS[at]}"
    if [[ $at -gt 0 && "$word" == "=" && ${#words[@]} -gt 1 ]]; then
      local before="${words[${#words[@]}-1]}"
      (( at == last )) && word="" || { (( at++ )); word="${COMP_WORDS[at]}"; }
      if [[ "$before" == --* ]]; then words+=("$word"); glued=""
      else words[${#words[@]}-1]="$before=$word"; glued="$before="; fi
    else
      words+=("$word"); glued=""
    fi
  done
  local -a COMP_WORDS=("${words[@]}")
  local COMP_CWORD=$(( ${#words[@]} - 1 ))
  _shtab_tricktake
  if [[ -n "$glued" ]]; then COMPREPLY=("${COMPREPLY[@]#"$glued"}"); fi
  if [[ ${#COMPREPLY[@]} -eq 1 && "${COMPREPLY[0]}" == *= ]]; then compopt -o nospace 2>/dev/null; fi
  return 0
}
complete -o bashdefault -F _tricktake tricktake
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command's arguments.

    Parameters
    ----------
    parser : argparse.ArgumentParser

    Examples
    --------
    >>> parser = argparse.ArgumentParser()
    >>> add_arguments(parser)
    >>> parser.parse_args(["bash"]).shell
    'bash'
    """
    parser.add_argument("shell", type=_shell, metavar="SHELL", help=f"the shell: {', '.join(SHELLS)}")


def _shell(text: str) -> str:
    if text not in SHELLS:
        what = f"there is no script for {text[:40]!r}{near(text, SHELLS)}; shells are {', '.join(SHELLS)}"
        raise argparse.ArgumentTypeError(what)
    return text


def run(args: argparse.Namespace) -> int:
    """Print the script.

    Parameters
    ----------
    args : argparse.Namespace

    Returns
    -------
    int
        Exit code.

    Raises
    ------
    Failure
        If shtab is not installed.

    Examples
    --------
    >>> run(argparse.Namespace(shell="bash"))  # doctest: +SKIP
    """
    try:
        shtab: Any = import_module("shtab")
    except ImportError as error:
        raise Failure("completion needs shtab: pip install 'tricktake[completion]'") from error
    if args.shell not in shtab.SUPPORTED_SHELLS:
        what = f"this shtab has no script for {args.shell}"
        raise Failure(f"{what}: pip install --upgrade 'tricktake[completion]'")
    script = shtab.complete(_described(shtab), shell=args.shell)
    if args.shell == "bash":
        script += _BASH
    Terminal().stream.write(script.rstrip("\n") + "\n")
    return 0


def _described(shtab: Any) -> Parser:
    """The parser of all commands, with the words that may stand behind options, and short helps."""
    from tricktake.cli.main import build_parser

    parser = build_parser()
    for action in _actions(parser):
        words, files = _words(action)
        if words:
            action.choices = words
        elif files is not None:
            action.complete = getattr(shtab, files)  # type: ignore[attr-defined]
        if action.help:
            action.help = _short(action.help)
    return parser


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The actions of a parser and of its commands."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, one in action.choices.items():
                one.description = COMMANDS[name].summary
                yield from _actions(one)
        else:
            yield action


def _words(action: argparse.Action) -> tuple[list[str] | None, str | None]:
    """The words that may be given, or what kind of file."""
    from tricktake.bots import BOTS
    from tricktake.cards import Strain
    from tricktake.cli.games import GAMES

    words = {
        "game": list(GAMES),
        "preset": sorted({name for game in GAMES.values() for name in game.presets}),
        "option": option_words(),
        "bots": list(BOTS),
        "strain": [strain.letter for strain in Strain],
        "shell": list(SHELLS),
    }.get(action.dest)
    if action.dest == "seat":
        seats = [str(seat) for seat in range(_MOST_SEATS)]
        words = [*seats, "human", *BOTS] if action.nargs == 2 else seats
    kind = {"FILE": "FILE", "FOLDER": "DIRECTORY"}.get(str(action.metavar))
    return words, kind


def option_words() -> list[str]:
    """What may stand behind ``--option``: every value where there are few, else the name alone.

    Returns
    -------
    list of str

    Examples
    --------
    >>> words = option_words()
    >>> [word for word in words if word.startswith(("hook", "target"))]
    ['hook=False', 'hook=True', 'target=']
    """
    from tricktake.cli.games import GAMES

    found: set[str] = set()
    for game in GAMES.values():
        for rules in game.presets.values():
            for field in fields(rules):
                value = getattr(rules, field.name)
                if isinstance(value, bool):
                    found |= {f"{field.name}=False", f"{field.name}=True"}
                elif isinstance(value, Enum) and not isinstance(value, int):
                    found |= {f"{field.name}={member.value}" for member in type(value)}
                else:
                    found.add(f"{field.name}=")
    return sorted(found)


def _short(text: str) -> str:
    """The first words of a help, as short as shells show them."""
    first = re.split(r"[;:(]|\. |, default", text, maxsplit=1)[0].strip()
    first = first if first and len(first) <= _LONGEST else text[:_LONGEST].rpartition(" ")[0]
    return first.replace("%", "%%").replace("%%%%", "%%")
