"""``tricktake completion``: the scripts are sourced in their shells and asked for completions."""

from __future__ import annotations

import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest

from cli.run import inline
from tricktake import GameError
from tricktake import fivehundred as fh
from tricktake import spades as sp
from tricktake.bots import BOTS
from tricktake.cli.completion import SHELLS, option_words
from tricktake.cli.manuals import COMMANDS

pytest.importorskip("shtab")

PRESETS = {*fh.PRESETS, *sp.PRESETS}
ASKED: list[tuple[str, set[str]]] = [
    ("tricktake pl", {"play"}),
    ("tricktake ", set(COMMANDS)),
    ("tricktake play ", {"five-hundred", "spades"}),
    ("tricktake play sp", {"spades"}),
    ("tricktake play spades --pre", {"--preset"}),
    ("tricktake play spades --preset ", PRESETS),
    ("tricktake play spades --preset f", {name for name in PRESETS if name.startswith("f")}),
    ("tricktake rules five-hundred --option hoo", {"hook=False", "hook=True"}),
    ("tricktake play spades --seat 0 hu", {"human"}),
    ("tricktake arena spades ", set(BOTS)),
    ("tricktake arena spades heuristic sa", {"sampling"}),
    ("tricktake solve --game ", {"five-hundred", "spades"}),
    ("tricktake perft --strain ", {"S", "C", "D", "H", "NT"}),
    ("tricktake completion ", set(SHELLS)),
    ("tricktake replay mat", {"match.ttr"}),
    ("tricktake replay match.ttr --an", {"--analyse", "--analyze"}),
    ("tricktake replay match.ttr --svg pic", {"pictures"}),
]
"""Lines with the cursor at their end, and what may stand there."""
BROKEN = [
    (["tricktake", "play", "spades", "--preset", "=", "fou"], {"four"}),
    (["tricktake", "rules", "five-hundred", "--option", "hook", "="], {"False", "True"}),
    (["tricktake", "rules", "five-hundred", "--option", "hook", "=", "T"], {"True"}),
    (["tricktake", "rules", "spades", "--option", "target", "=", "300", "--li"], {"--list"}),
]
"""Words as bash hands them over, broken at the sign."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Scripts, and something to complete."""
    made = tmp_path_factory.mktemp("completion")
    (made / "match.ttr").touch()
    (made / "pictures").mkdir()
    for shell in SHELLS:
        code, out, err = inline("completion", shell)
        assert (code, err) == (0, "")
        name = "_tricktake" if shell == "zsh" else f"tricktake.{shell}"
        (made / name).write_text(out, encoding="utf-8")
    return made


def run(words: list[str], folder: Path) -> str:
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, cwd=folder)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.skipif(not shutil.which("bash"), reason="needs bash")
def test_bash(folder: Path) -> None:
    asked = [(line.split(" "), due) for line, due in ASKED] + BROKEN
    script = [
        "source tricktake.bash",
        'ask() { COMP_WORDS=("$@"); COMP_CWORD=$(( $# - 1 )); COMPREPLY=(); _tricktake; ',
        'echo "${COMPREPLY[*]}"; }',
    ]
    for words, _ in asked:
        script.append("ask " + " ".join([f"'{word}'" for word in words]))
    answers = run(["bash", "--norc", "-c", "\n".join(script)], folder).splitlines()
    assert len(answers) == len(asked)
    for (words, due), answer in zip(asked, answers, strict=True):
        assert set(answer.split()) == due, words
    assert run(["bash", "--norc", "-c", "source tricktake.bash; complete -p tricktake"], folder) == (
        "complete -o bashdefault -F _tricktake tricktake\n"
    )


@pytest.mark.skipif(not shutil.which("fish"), reason="needs fish")
def test_fish(folder: Path) -> None:
    asked = [(line, due) for line, due in ASKED if "--seat" not in line]  # one value of an option, not two
    script = ["source tricktake.fish"]
    words = "string replace -r '\\t.*' '' | string join ' '"
    script += [f"complete -C '{line}' | {words}; echo ." for line, _ in asked]
    answers = run(["fish", "--no-config", "-c", "\n".join(script)], folder).split(".\n")
    for (line, due), answer in zip(asked, answers[:-1] if answers[-1] == "" else answers, strict=True):
        assert {word.rstrip("/") for word in answer.split()} == due, line


@pytest.mark.skipif(not shutil.which("zsh"), reason="needs zsh")
def test_zsh(folder: Path) -> None:
    """In a shell of its own at a terminal of its own, where TAB is pressed."""
    asked = {
        "tricktake pl": "tricktake play",
        "tricktake play spades --preset fiv": "--preset five",
        "tricktake rules five-hundred --option misere_st": "misere_stop=",
        "tricktake arena spades ra": "spades random",
        "tricktake completion fi": "completion fish",
        "tricktake replay mat": "replay match.ttr",
    }
    script = ["zmodload zsh/zpty", "zpty z zsh -f -i"]
    setup = f"fpath=({folder} $fpath); autoload -Uz compinit; compinit -u -D; PS1=; print rea''dy"
    script += [f'zpty -w z "{setup}"', "zpty -r -m z out '*ready*'"]
    for line, due in asked.items():
        script += [f"zpty -w -n z '{line}'$'\\t'", f"zpty -r -m z out '*{due}*'", "print -r -- found"]
        script += ["zpty -w -n z $'\\C-u'"]
    script.append("zpty -d z")
    assert run(["zsh", "-f", "-c", "\n".join(script)], folder).count("found") == len(asked)


def test_option_words_are_read_back() -> None:
    """What is offered behind ``--option`` is an option, and its value one of that."""
    offered = option_words()
    names = {word.partition("=")[0] for word in offered}
    assert names == {field.name for game in (fh, sp) for field in fields(game.Rules)}
    wrong = []
    for word in offered:
        name, _, value = word.partition("=")
        for game in (fh, sp):
            if value and name in game.Rules.__dataclass_fields__:
                try:
                    game.Rules.from_text(f"{next(iter(game.PRESETS))},{word}")
                except GameError as error:
                    if f"{name} must be" in str(error) or "there is no" in str(error):
                        wrong.append(str(error))  # all others clash with another option
    assert wrong == []
