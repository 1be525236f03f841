"""The tutorials do what they say: every block runs, in the order of the page, in a folder of its own.

``pycon`` blocks are one session a page and print what they say. ``python`` blocks are files: the first line
names the file, which is written into the folder. Lines of ``sh`` blocks are commands, and a ``text`` block
behind one is what it prints. A picture that a page saves is the one kept in ``docs/pictures``; after a change
``python tests/docs/test_tutorials.py`` writes the pictures anew.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
TUTORIALS = DOCS / "tutorials"
READERS = ("library-user", "bot-author", "researcher", "solver-user")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)")
ELSEWHERE = {"embedder.md", "../embedding.md"}  # pages of their own, tested where they are written
NEEDS = {"researcher": ("gymnasium", "pettingzoo", "pyspiel", "pandas")}


def page_text(name: str) -> str:
    """A page."""
    return (TUTORIALS / f"{name}.md").read_text(encoding="utf-8")


@contextlib.contextmanager
def folder_of_its_own() -> Iterator[Path]:
    """Work in a new folder whose modules can be imported, and forget them afterwards."""
    before, modules = Path.cwd(), set(sys.modules)
    with TemporaryDirectory() as name:
        folder = Path(name)
        os.chdir(folder)
        sys.path.insert(0, str(folder))
        try:
            yield folder
        finally:
            os.chdir(before)
            sys.path.remove(str(folder))
            for new in set(sys.modules) - modules:
                if str(getattr(sys.modules[new], "__file__", "")).startswith(str(folder)):
                    del sys.modules[new]


def run_command(line: str) -> str:
    """What a command prints; it ends well and complains of nothing."""
    words = shlex.split(line)
    assert words[0] in ("python", "tricktake"), f"tutorials use two commands, not {words[0]}"
    start = ["-m", *words] if words[0] == "tricktake" else words[1:]
    path = os.pathsep.join([where for where in sys.path if where])
    done = subprocess.run(
        [sys.executable, *start],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env={**os.environ, "PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"},
    )
    assert done.returncode == 0, f"{line}\n{done.stderr}"
    assert not done.stderr, f"{line}\n{done.stderr}"
    return done.stdout


def run_page(name: str, folder: Path) -> int:
    """Run every block of a page; the number of examples in its session."""
    names: dict[str, object] = {"__name__": "__main__"}
    examples, printed = 0, None
    for kind, code in BLOCK.findall(page_text(name)):
        if kind == "pycon":
            session = doctest.DocTestParser().get_doctest(code, names, name, f"{name}.md", 0)
            runner = doctest.DocTestRunner(verbose=False)
            report: list[str] = []
            runner.run(session, out=report.append, clear_globs=False)
            assert runner.summarize(verbose=False).failed == 0, "".join(report)
            names = session.globs
            examples += len(session.examples)
        elif kind == "python":
            first = re.match(r"# (\w+\.py)\n", code)
            assert first, f"{name}.md: a python block begins with the name of its file"
            (folder / first[1]).write_text(code, encoding="utf-8")
            importlib.invalidate_caches()  # the folder may have been listed in this very moment
        elif kind == "sh":
            printed = "".join([run_command(line) for line in code.strip().splitlines()])
        else:
            assert kind == "text", f"{name}.md: nothing runs a block of kind {kind}"
            assert printed is not None, f"{name}.md: a text block shows what a command has printed"
            assert printed.strip("\n") == code.strip("\n")
            printed = None
    return examples


def pictures_of(name: str) -> list[str]:
    """The files of the pictures on a page, as links."""
    return re.findall(r"!\[[^\]]+\]\(([^)]+)\)", page_text(name))


@pytest.mark.parametrize("name", READERS)
def test_every_block_runs(name: str) -> None:
    """The page from its first line to its last; what is drawn there is the picture that is kept."""
    for module in NEEDS.get(name, ()):
        pytest.importorskip(module)
    with folder_of_its_own() as folder:
        assert run_page(name, folder) >= 20
        drawn = [link for link in pictures_of(name) if (folder / Path(link).name).exists()]
        for link in drawn:
            made = (folder / Path(link).name).read_bytes()
            assert (TUTORIALS / link).read_bytes() == made, f"{link}: run python tests/docs/test_tutorials.py"


@pytest.mark.parametrize("name", READERS)
def test_every_page_has_a_picture_and_says_where_next(name: str) -> None:
    """A heading at the top, a picture, and links at the end."""
    text = page_text(name)
    assert text.startswith("# ")
    assert pictures_of(name)
    last = text.rpartition("\n## ")[2]
    assert last.startswith("Where next\n")
    assert len(LINK.findall(last)) >= 3


@pytest.mark.parametrize("name", [*READERS, "index"])
def test_links(name: str) -> None:
    """They lead to pages, pictures and headings that are there."""
    for target in LINK.findall(page_text(name)):
        file, _, heading = target.partition("#")
        if target.startswith("https:") or (file in ELSEWHERE and not (TUTORIALS / file).exists()):
            continue
        path = TUTORIALS / file if file else TUTORIALS / f"{name}.md"
        assert path.exists(), target
        if heading:
            titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            slugs = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
            assert heading in slugs, target


def test_the_index_names_all_five() -> None:
    """Every reader finds his page."""
    linked = set(LINK.findall(page_text("index")))
    assert linked >= {*[f"{name}.md" for name in READERS], "../embedding.md"}


if __name__ == "__main__":
    for reader in READERS:
        with folder_of_its_own() as where:
            run_page(reader, where)
            for file in pictures_of(reader):
                if (where / Path(file).name).exists():
                    (TUTORIALS / file).write_bytes((where / Path(file).name).read_bytes())
