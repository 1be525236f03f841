"""The logo and the icon of the site: cards drawn by ``tricktake.svg``, held as a fan.

``python docs/_ext/logo.py`` writes them anew; ``tests/docs/test_logo.py`` compares them with what is kept.
"""

from __future__ import annotations

import re
from pathlib import Path

from tricktake import svg

__all__ = ["FILES", "fan"]

STATIC = Path(__file__).resolve().parents[1] / "_static"


def fan(cards: list[str], *, step: float, box: str, width: int, height: int, size: float = 100) -> str:
    """Cards as a hand holds them, turned about a point below, the last one on top.

    Parameters
    ----------
    cards
        Their texts, from left to right.
    step
        Degrees from card to card.
    box
        The part of the plane that is shown, as SVG's ``viewBox``; the middle of the first card is the origin
        before it is turned.
    width, height
        Of the picture in pixels.
    size
        Width of a card; small ones have the simple face.
    """
    parts = []
    font = ""
    for at, text in enumerate(cards):
        drawn = svg.card(text, size=size)
        wide, high = re.search(r'viewBox="0 0 (\d+) (\d+)"', drawn).groups()  # type: ignore[union-attr]
        font = re.search(r'font-family="[^"]*"', drawn)[0]  # type: ignore[index]
        inside = drawn[drawn.index("<g ") : drawn.rindex("</svg>")].strip()
        turn = step * (at - (len(cards) - 1) / 2)
        corner = f"{-int(wide) / 2:g} {-int(high) / 2:g}"
        parts.append(f'<g transform="rotate({turn:g} 0 {high}) translate({corner})">\n{inside}\n</g>')
    body = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" height="{height}" '
        f'role="img" {font}>\n<title>a fan of cards</title>\n{body}\n</svg>\n'
    )


FILES = {
    "logo.svg": fan(["HA", "DJ", "HJ", "JK"], step=17, box="-138 -78 276 180", width=276, height=180),
    "favicon.svg": fan(["SA", "HA"], step=26, box="-48 -46 96 96", width=64, height=64, size=40),
}
"""What is kept in ``docs/_static``."""

if __name__ == "__main__":
    for name, text in FILES.items():
        (STATIC / name).write_text(text, encoding="utf-8", newline="\n")
