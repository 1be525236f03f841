"""The pages people read, and the blocks on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

__all__ = ["DOCS", "OUTSIDE", "PAGES", "ROOT", "TUTORIALS", "Block", "blocks", "name_of"]

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
_WRITTEN = {"_build", "_ext", "_static", "project", "reference"}  # by the build of the site, or no pages

PAGES = sorted(path for path in DOCS.rglob("*.md") if path.relative_to(DOCS).parts[0] not in _WRITTEN)
"""Every page below ``docs/``."""

TUTORIALS = [page for page in PAGES if page.parent == DOCS / "tutorials"]
"""Those that ``test_tutorials.py`` runs as a whole: sessions, files and commands in the order of the page."""

OUTSIDE = [ROOT / name for name in ("benchmarks/README.md", "CHANGELOG.md", "CONTRIBUTING.md")]
"""Pages that stand elsewhere and are part of the site; the README has tests of its own."""

_FENCE = re.compile(
    r"^(?P<indent> *)(?P<ticks>`{3,})(?P<kind>[^\n`]*)\n(?P<text>.*?)^(?P=indent)(?P=ticks)$", re.M | re.S
)


class Block(NamedTuple):
    """A block of code on a page."""

    page: Path
    line: int
    kind: str
    text: str

    def __str__(self) -> str:
        return f"{name_of(self.page)}:{self.line}"


def name_of(page: Path) -> str:
    """The path of a page in the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks(*kinds: str) -> Iterator[Block]:
    """The blocks of all pages, of some kinds or of every kind."""
    for page in [*PAGES, *OUTSIDE]:
        text = page.read_text(encoding="utf-8")
        for fence in _FENCE.finditer(text):
            if not kinds or fence["kind"] in kinds:
                yield Block(page, text.count("\n", 0, fence.start()) + 1, fence["kind"], fence["text"])
