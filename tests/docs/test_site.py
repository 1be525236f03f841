"""What the site is made with: links out of ``docs/``, names of other projects, settings."""

from __future__ import annotations

import sys
import tomllib
import zlib
from pathlib import Path

import pytest

from docs.pages import DOCS, ROOT

sys.path.append(str(DOCS / "_ext"))
try:
    from tricksite.elsewhere import inventories
    from tricksite.links import COPIES, copies, relink, without
finally:
    sys.path.pop()


@pytest.mark.parametrize(
    ("link", "file", "page", "there"),
    [
        (
            "../benchmarks/README.md#worlds",
            "docs/knowledge.md",
            "knowledge.md",
            "project/benchmarks.md#worlds",
        ),
        ("../../CHANGELOG.md", "docs/rules/x.md", "rules/x.md", "../project/changelog.md"),
        ("../examples/arena_dask.py", "docs/arena.md", "arena.md", "project/examples/arena_dask.md"),
        ("../README.md", "docs/arena.md", "arena.md", "index.md"),
        ("../docs/arena.md", "benchmarks/README.md", "project/benchmarks.md", "../arena.md"),
        ("README.md", "benchmarks/README.md", "project/benchmarks.md", "benchmarks.md"),
        ("seeds.md", "docs/arena.md", "arena.md", "seeds.md"),
        ("#spades", "docs/arena.md", "arena.md", "#spades"),
        ("https://example.org/a.md", "docs/arena.md", "arena.md", "https://example.org/a.md"),
        (
            "../src/tricktake/records/record.schema.json",
            "docs/a.md",
            "a.md",
            "../src/tricktake/records/record.schema.json",
        ),
    ],
)
def test_links_are_led_to_pages(link: str, file: str, page: str, there: str) -> None:
    """A link of a file leads to the page of the site that shows its target; code is left alone."""
    code = f"```text\n[a]({link})\n```\n"
    assert relink(f"See [it]({link}).\n{code}", file, page) == f"See [it]({there}).\n{code}"


def test_pages_that_are_still_to_come() -> None:
    """They are no links and in no tree; the others stay."""
    text = "[a](b.md) and [c](../d.md)\n```{toctree}\nsub/b\nd\n```\n"
    assert without(text, "sub/page", ["sub/b"]) == "a and [c](../d.md)\n```{toctree}\nd\n```\n"
    assert without(text, "sub/page", []) == text


def test_copies() -> None:
    """What stands beside docs/ has a page, and so has every example."""
    made = copies(ROOT)
    assert set(COPIES.values()) <= set(made)
    examples = {path.stem for path in (ROOT / "examples").glob("*.py")}
    assert {f"project/examples/{name}.md" for name in examples} <= set(made)
    for page, text in made.items():
        assert text.startswith("# "), page
        if "literalinclude" in text:
            included = text.split("{literalinclude} ")[1].split("\n")[0]
            assert (DOCS / page).parent.joinpath(included).resolve().is_relative_to(ROOT / "examples")


def test_names_of_other_projects(tmp_path: Path) -> None:
    """Each project gets an inventory with an address for each name, once."""
    made = inventories(tmp_path)
    assert {"python", "numpy"} <= set(made)
    for address, file in made.values():
        assert address.startswith("https://")
        head, packed = Path(file).read_bytes().split(b"zlib.\n", 1)
        assert head.startswith(b"# Sphinx inventory version 2\n")
        names = [line.split()[0] for line in zlib.decompress(packed).decode().splitlines()]
        assert len(names) == len(set(names)) > 0


def test_the_site_is_built_with_the_extra() -> None:
    """Read the Docs installs what the extra lists, and no more."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = project["optional-dependencies"]["docs"]
    settings = (ROOT / ".readthedocs.yaml").read_text(encoding="utf-8")
    assert "pip install " + " ".join(f'"{name}"' for name in wanted) + "\n" in settings
    assert "fail_on_warning: true" in settings
