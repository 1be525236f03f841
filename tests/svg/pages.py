"""The pictures of ``docs/pictures.md``, made by the code on the page itself.

``python tests/svg/pages.py`` writes them anew after a change of how things are drawn.
"""

from __future__ import annotations

import doctest
import re
from collections.abc import Iterator
from pathlib import Path

from tricktake import svg

__all__ = ["DOCS", "pictures_of_the_page"]

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
_PART = re.compile(r"```pycon\n(?P<code>.*?)```|!\[[^\]]*\]\((?P<file>[^)]+)\)", re.DOTALL)


def pictures_of_the_page() -> Iterator[tuple[str, svg.Svg]]:
    """For every picture on the page its file, and what the name ``picture`` stands for there."""
    names: dict[str, object] = {}
    for part in _PART.finditer((DOCS / "pictures.md").read_text(encoding="utf-8")):
        if part["code"] is not None:
            for example in doctest.DocTestParser().get_examples(part["code"]):
                exec(compile(example.source, "pictures.md", "single"), names)
        else:
            picture = names["picture"]
            assert isinstance(picture, svg.Svg)
            yield part["file"], picture


if __name__ == "__main__":
    for file, picture in pictures_of_the_page():
        (DOCS / file).parent.mkdir(exist_ok=True)
        picture.save(DOCS / file)
