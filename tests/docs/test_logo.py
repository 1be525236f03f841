"""The logo and the icon of the site are what our own pictures draw now."""

from __future__ import annotations

import runpy
from xml.etree import ElementTree

from docs.pages import DOCS


def test_logo() -> None:
    """Byte by byte; ``python docs/_ext/logo.py`` writes them anew."""
    files = runpy.run_path(str(DOCS / "_ext" / "logo.py"))["FILES"]
    assert set(files) == {"logo.svg", "favicon.svg"}
    for name, text in files.items():
        assert (DOCS / "_static" / name).read_bytes().decode() == text
        assert (
            len(ElementTree.fromstring(text).findall(".//{*}g[@data-card]")) == text.count("data-card") >= 2
        )
