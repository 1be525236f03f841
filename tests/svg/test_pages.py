"""The pictures that stand in ``docs/pictures/`` are those the code on the page draws now."""

from __future__ import annotations

import contextlib
import io

from svg.pages import DOCS, pictures_of_the_page
from svg.reading import draw


def test_pictures_are_those_of_the_page() -> None:
    """Each file, byte by byte."""
    found = set()
    with contextlib.redirect_stdout(io.StringIO()):
        for file, picture in pictures_of_the_page():
            assert (DOCS / file).read_bytes().decode() == picture, f"{file}: run python tests/svg/pages.py"
            assert draw(picture).title
            found.add(file)
    assert len(found) >= 10
