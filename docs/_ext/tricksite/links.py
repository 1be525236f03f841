"""Links of our pages that lead out of ``docs/``, for a site that has nothing but ``docs/``.

Pages are written for a code host: they link to each other as files. What stands beside ``docs/`` comes into
the site as a copy of its own (:data:`COPIES`, and one page for every example), and links to it lead there;
other files of ours are offered for download by MyST.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path

__all__ = ["COPIES", "copies", "relink", "without"]

COPIES = {
    "benchmarks/README.md": "project/benchmarks.md",
    "CHANGELOG.md": "project/changelog.md",
    "CONTRIBUTING.md": "project/contributing.md",
}
"""Files of the repository and their pages in the site."""

_LINK = re.compile(r"(!?\[[^\]]*\]\()([^)#\s:]+)(#[^)\s]*)?\)")
_TREE = re.compile(r"^```\{toctree\}.*?^```$", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^( *)(`{3,}).*?^\1\2`*$", re.MULTILINE | re.DOTALL)


def relink(text: str, file: str, page: str) -> str:
    """The text of a file of the repository with links that hold on a page of the site.

    Parameters
    ----------
    text
        What stands in the file.
    file
        Path of the file in the repository, such as ``docs/arena.md``.
    page
        Path of its page below ``docs/``, such as ``arena.md``.
    """

    def one(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(file), match[2]))
        if target in COPIES:
            place = COPIES[target]
        elif re.fullmatch(r"examples/\w+\.py", target):
            place = _example_page(target)
        elif target.startswith("docs/"):
            place = target.removeprefix("docs/")
        elif target == "README.md":
            place = "index.md"
        else:
            place = f"../{target}"
        where = posixpath.relpath(place, posixpath.dirname(page) or ".")
        return f"{match[1]}{where}{match[3] or ''})"

    parts = []
    at = 0
    for fence in _FENCE.finditer(text):
        parts += [_LINK.sub(one, text[at : fence.start()]), fence[0]]
        at = fence.end()
    return "".join([*parts, _LINK.sub(one, text[at:])])


def without(text: str, page: str, gone: list[str]) -> str:
    """The text of a page without links to pages that are not there, and without them in its trees."""

    def one(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), match[2]))
        return match[1][1:-2] if target.removesuffix(".md") in gone else match[0]

    if gone:
        lines = "|".join(re.escape(name) for name in gone)
        text = _TREE.sub(lambda tree: re.sub(rf"^(?:{lines})\n", "", tree[0], flags=re.MULTILINE), text)
        text = _LINK.sub(one, text)
    return text


def copies(root: Path) -> dict[str, str]:
    """The pages of the site that are copies, by their paths below ``docs/``."""
    found = {}
    for file, page in COPIES.items():
        found[page] = relink((root / file).read_text(encoding="utf-8"), file, page)
    for path in sorted((root / "examples").glob("*.py")):
        file = f"examples/{path.name}"
        above = os.path.relpath(file, posixpath.dirname(f"docs/{_example_page(file)}")).replace(os.sep, "/")
        found[_example_page(file)] = (
            f"# {path.name}\n\n```{{literalinclude}} {above}\n:language: python\n```\n"
        )
    names = "\n".join(Path(page).stem for page in found if page.startswith("project/examples/"))
    found["project/examples/index.md"] = (
        "# Examples\n\nPrograms to start from, as they stand in `examples/`.\n\n"
        f"```{{toctree}}\n:titlesonly:\n\n{names}\n```\n"
    )
    return found


def _example_page(file: str) -> str:
    return f"project/examples/{posixpath.basename(file).removesuffix('.py')}.md"
