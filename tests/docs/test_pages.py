"""Every page is found, every link on it leads somewhere, and every block says what it is and is that.

What the blocks do is tested elsewhere: sessions in ``tests/test_docstrings.py``, commands in
``test_commands.py``, ``pyx`` where outside packages are compiled.
"""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

from docs.pages import DOCS, OUTSIDE, PAGES, ROOT, TUTORIALS, Block, blocks, name_of
from docs.test_tutorials import READERS

INDEX = (DOCS / "index.md").read_text(encoding="utf-8")
CONF = ast.parse((DOCS / "conf.py").read_text(encoding="utf-8"))
KINDS = {
    "console",
    "cython",
    "json",
    "py",
    "pycon",
    "python",
    "pyx",
    "sh",
    "text",
    "toml",
    "yaml",
    "{toctree}",
}
GENERATED = {
    "reference/index",
    "project/examples/index",
    "project/benchmarks",
    "project/changelog",
    "project/contributing",
}
COMING = next(
    ast.literal_eval(node.value)
    for node in CONF.body
    if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "tricksite_coming" and node.value
)
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def entries() -> list[str]:
    """The pages named in the trees of the index."""
    found = []
    for block in blocks("{toctree}"):
        for line in block.text.splitlines():
            if line and not line.startswith(":"):
                named = re.fullmatch(r".*<(.+)>", line)
                found.append(named[1] if named else line)
    return found


def test_every_page_is_in_a_tree() -> None:
    """Exactly once, and everything in a tree is a page, written by hand or by the build, or still to come."""
    pages = {page.relative_to(DOCS).with_suffix("").as_posix() for page in PAGES} - {"index"}
    assert len(entries()) == len(set(entries()))
    assert pages - set(entries()) == set()
    assert set(entries()) - pages - GENERATED <= set(COMING)


def test_every_tutorial_is_run() -> None:
    """A tutorial with something to run is one of those that its test runs; others are run elsewhere."""
    run = {page.stem for page in TUTORIALS if any(b.page == page for b in blocks("pycon", "python", "sh"))}
    assert run <= set(READERS)


def test_blocks_say_what_they_are() -> None:
    """Every block has a language, one of those we know, and every fence belongs to one."""
    known = list(blocks())
    assert len(known) > 100
    for block in known:
        assert block.kind in KINDS, f"{block}: {block.kind!r}"
    for page in [*PAGES, *OUTSIDE]:
        fences = len(re.findall(r"^ *```", page.read_text(encoding="utf-8"), re.MULTILINE))
        assert fences == 2 * sum(block.page == page for block in known), name_of(page)


@pytest.mark.parametrize("block", list(blocks("json", "py", "python", "toml", "yaml")), ids=str)
def test_blocks_are_what_they_say(block: Block) -> None:
    """They parse; JSON as one value or as one on each line."""
    if block.kind == "json":
        one = block.text.startswith("{\n")
        for text in [block.text] if one else block.text.splitlines():
            json.loads(text)
    elif block.kind == "toml":
        tomllib.loads(block.text)
    elif block.kind == "yaml":
        pytest.importorskip("yaml").safe_load(block.text)
    else:
        ast.parse(block.text)


@pytest.mark.parametrize("block", list(blocks("text")), ids=str)
def test_texts_are_no_code(block: Block) -> None:
    """A session that is called a text would not run."""
    assert ">>> " not in block.text


def test_sessions_are_called_sessions() -> None:
    """Prompts stand in ``pycon`` blocks only, so that the run of a page runs what is shown as code."""
    for page in PAGES:
        inside = sum(
            b.text.count("\n>>> ") + b.text.startswith(">>> ") for b in blocks("pycon") if b.page == page
        )
        assert inside == len(re.findall(r"^>>> ", page.read_text(encoding="utf-8"), re.MULTILINE)), name_of(
            page
        )


def slugs(page: Path) -> set[str]:
    """What headings of a page are called in links."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).strip().replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", [*PAGES, *OUTSIDE], ids=name_of)
def test_links(page: Path) -> None:
    """Links between files hold on a code host; the build of the site checks them once more there."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    for target in _LINK.findall(text):
        if re.match(r"\w+:", target):
            continue
        file, _, heading = target.partition("#")
        path = (page.parent / file).resolve() if file else page
        coming = path.is_relative_to(DOCS) and path.relative_to(DOCS).with_suffix("").as_posix() in COMING
        assert coming or path.exists(), f"{name_of(page)}: {target}"
        assert path == page or path.is_relative_to(ROOT)
        if heading:
            assert heading in slugs(path), f"{name_of(page)}: {target}"
