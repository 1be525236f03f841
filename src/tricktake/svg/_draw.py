"""Writing SVG: the picture as a value, and a canvas that puts elements one after the other.

Nothing here needs an id: suits are drawn as paths in place, so pictures can stand on one page without getting
in each other's way. Colours are attributes, so that a picture brings no style into the page around it; only
a theme with a night adds a style, under a class of its own.
"""

from __future__ import annotations

import os
import re
from hashlib import blake2b
from pathlib import Path

from tricktake._checks import whole
from tricktake.errors import SetupError
from tricktake.svg._text import clean, escape, num
from tricktake.svg.theme import Theme

__all__ = ["FONTS", "Canvas", "Svg", "check_size"]

FONTS = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif"
_WIDEST = 20_000  # pixels a picture may be wide


class Svg(str):
    """A picture: the text of an SVG document that draws itself in a notebook.

    Examples
    --------
    >>> picture = Svg("<svg/>")
    >>> picture._repr_svg_(), picture.upper()
    ('<svg/>', '<SVG/>')
    """

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the picture to a file.

        Parameters
        ----------
        path : str or path
            What is there is written over.

        Raises
        ------
        OSError
            If it cannot be written.

        Examples
        --------
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     Svg("<svg/>").save(f"{folder}/picture.svg")
        ...     (Path(folder) / "picture.svg").read_text()
        '<svg/>'
        """
        Path(path).write_bytes(self.encode())


def check_size(size: float | None) -> float | None:
    """The width asked for, in pixels."""
    if size is None:
        return None
    if isinstance(size, bool):
        raise TypeError("size must be a number of pixels, not bool")
    value = size if isinstance(size, float) else whole("size", size)
    if not 1 <= value <= _WIDEST:  # nor is nan
        shown = f"{value:g}" if abs(value) < 10**9 or isinstance(value, float) else "far more"
        raise SetupError(f"size must be 1 to {_WIDEST} pixels; got {shown}")
    return float(value)


class Canvas:
    """Elements of a picture, put one after the other; coordinates are those of its viewBox.

    Parameters
    ----------
    theme : Theme
        The colours; elements name them by their role.

    Examples
    --------
    >>> from tricktake.svg.theme import LIGHT
    >>> canvas = Canvas(LIGHT)
    >>> canvas.text(5, 12, "A & B", 10)
    >>> canvas.finish(40, 20, title="names").count("A &amp; B")
    1
    """

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self._parts: list[str] = []

    def _paint(self, fill: str | None, stroke: str | None, width: float = 1) -> str:
        """The attributes of colours, and the classes by which a night changes them."""
        parts = [f'fill="{self.theme.colour(fill)}"' if fill else 'fill="none"']
        names = [f"f-{fill}"] if fill else []
        if stroke:
            parts.append(f'stroke="{self.theme.colour(stroke)}"')
            names.append(f"s-{stroke}")
            if width != 1:
                parts.append(f'stroke-width="{num(width)}"')
        if self.theme.night is not None and names:
            parts.append(f'class="{" ".join(names)}"')
        return " ".join(parts)

    def rect(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str | None = None,
        stroke: str | None = None,
        line: float = 1,
        round_by: float = 0,
        dashed: bool = False,
    ) -> None:
        """A rectangle, its corners rounded if asked."""
        corner = f' rx="{num(round_by)}"' if round_by else ""
        dashes = ' stroke-dasharray="4 3"' if dashed else ""
        box = f'x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
        self._parts.append(f"<rect {box}{corner} {self._paint(fill, stroke, line)}{dashes}/>")

    def line(self, x1: float, y1: float, x2: float, y2: float, *, stroke: str = "line") -> None:
        """A thin line."""
        ends = f'x1="{num(x1)}" y1="{num(y1)}" x2="{num(x2)}" y2="{num(y2)}"'
        self._parts.append(f"<line {ends} {self._paint(None, stroke)}/>")

    def circle(self, x: float, y: float, radius: float, *, fill: str) -> None:
        """A disc."""
        self._parts.append(
            f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}" {self._paint(fill, None)}/>'
        )

    def path(
        self,
        data: str,
        x: float,
        y: float,
        scale: float = 1,
        *,
        fill: str | None,
        stroke: str | None = None,
        line: float = 1,
        turned: bool = False,
    ) -> None:
        """A path around its own origin, which comes to stand at ``x``, ``y``."""
        turn = " rotate(180)" if turned else ""
        scaled = f" scale({num(scale) if scale >= 1 else f'{scale:.4g}'})" if scale != 1 else ""
        place = f"translate({num(x)} {num(y)}){turn}{scaled}"
        self._parts.append(f'<path d="{data}" transform="{place}" {self._paint(fill, stroke, line)}/>')

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        fill: str = "ink",
        anchor: str = "start",
        bold: bool = False,
        length: float | None = None,
        turned: bool = False,
    ) -> None:
        """A text on the base line ``y``; ``length`` forces how wide it is in every font."""
        if not text:
            return
        weight = ' font-weight="700"' if bold else ""
        forced = f' textLength="{num(length)}" lengthAdjust="spacingAndGlyphs"' if length else ""
        turn = f' transform="rotate(180 {num(x)} {num(y)})"' if turned else ""
        self._parts.append(
            f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" text-anchor="{anchor}"{weight}{forced}'
            f"{turn} {self._paint(fill, None)}>{escape(clean(text))}</text>"
        )

    def open(self, **data: str | int) -> None:
        """Begin a group; keywords become ``data-`` attributes."""
        names = [f' data-{name.replace("_", "-")}="{escape(str(value))}"' for name, value in data.items()]
        self._parts.append(f"<g{''.join(names)}>")

    def close(self) -> None:
        """End a group."""
        self._parts.append("</g>")

    def finish(self, width: float, height: float, *, title: str, size: float | None = None) -> Svg:
        """The picture, once everything is on it.

        Parameters
        ----------
        width, height : float
            Of the viewBox, which begins at 0, 0.
        title : str, keyword only
            What a screen reader says.
        size : float, optional, keyword only
            Width in pixels; default that of the viewBox.

        Returns
        -------
        Svg

        Raises
        ------
        SetupError
            If the size is no sensible number of pixels.
        """
        size = check_size(size) or width
        name, style = self._night()
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
            f'width="{num(size)}" height="{num(size * height / width)}" role="img"{name} '
            f'font-family="{FONTS}">'
        )
        title = f"<title>{escape(clean(title))}</title>"
        return Svg("\n".join([head, title, *style, *self._parts, "</svg>"]))

    def _night(self) -> tuple[str, list[str]]:
        """The class of the picture and the style that repaints it at night."""
        theme = self.theme
        if theme.night is None:
            return "", []
        name = "tt-" + blake2b(repr(theme).encode(), digest_size=4).hexdigest()
        text = "\n".join(self._parts)
        rules = []
        for letter, what in (("f", "fill"), ("s", "stroke")):
            for role in sorted(set(re.findall(rf"\b{letter}-(\w+)", " ".join(_classes(text))))):
                rules.append(f".{name} .{letter}-{role}{{{what}:{theme.night.colour(role)}}}")
        style = f"<style>@media (prefers-color-scheme: dark){{{''.join(rules)}}}</style>"
        return f' class="{name}"', [style]


def _classes(text: str) -> list[str]:
    return re.findall(r' class="([^"<>]*)"', text)
