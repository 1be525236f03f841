"""Numbers and texts as they can stand in SVG: texts of any origin, cleaned, escaped, cut to their room.

How wide a text is depends on a font nobody knows. It is estimated on the large side, and what must not grow
is given its width in the picture itself.
"""

from __future__ import annotations

import re
import unicodedata

__all__ = ["clean", "escape", "fit", "num", "width_of"]

_LONGEST = 120  # characters of a text that are looked at
# what XML 1.0 cannot hold, and control characters that it can but nobody can see
_BARRED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
# marks that turn the direction of what follows them, also outside the name they came in
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_NARROW = frozenset("iIjl.,:;'|!()[]f t-")
_WIDE = frozenset("mwMW@%&")


def num(value: float) -> str:
    """A number with at most two digits behind the point and none that say nothing.

    Parameters
    ----------
    value : float

    Returns
    -------
    str

    Examples
    --------
    >>> num(3.0), num(1 / 3), num(-0.001)
    ('3', '0.33', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def clean(text: str) -> str:
    r"""A text as it can stand in a picture: one line, not too long, without characters XML cannot hold.

    Parameters
    ----------
    text : str
        Of any length; no more is looked at than can be shown.

    Returns
    -------
    str
        Not escaped yet. What cannot be shown stands as U+FFFD.

    Examples
    --------
    >>> clean(" A\0  <b>\n& "), len(clean("x" * 10_000_000))
    ('A� <b> &', 120)
    """
    if len(text) > 4 * _LONGEST:
        text = text[: 4 * _LONGEST]
    text = _TURNS.sub("", _BARRED.sub("\ufffd", text))
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def escape(text: str) -> str:
    """A text with the characters that mean something in XML written out.

    Parameters
    ----------
    text : str

    Returns
    -------
    str
        For the content of elements and for attributes in double quotes.

    Examples
    --------
    >>> escape('<script>"&"</script>')
    '&lt;script&gt;&quot;&amp;&quot;&lt;/script&gt;'
    """
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """About how wide a text is: rather too much, since fonts differ.

    Parameters
    ----------
    text : str
    size : float
        Of the font.
    bold : bool, default False, keyword only

    Returns
    -------
    float

    Examples
    --------
    >>> round(width_of("tricks", 10)), round(width_of("墩", 10)), width_of("", 10)
    (34, 11, 0.0)
    """
    total = 0.0
    for letter in text:
        if letter in _NARROW:
            total += 0.4
        elif letter in _WIDE:
            total += 1.0
        elif letter.isascii():
            total += 0.78 if letter.isupper() else 0.64
        elif unicodedata.combining(letter):
            continue
        else:
            total += 1.1 if unicodedata.east_asian_width(letter) in "WF" else 0.75
    return total * size * (1.12 if bold else 1)


def fit(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """A text, cut off with three dots if it is wider than its room.

    Parameters
    ----------
    text : str
    size : float
        Of the font.
    room : float
    bold : bool, default False, keyword only

    Returns
    -------
    str

    Examples
    --------
    >>> fit("Ann", 12, 80), fit("Maximilian the Second", 12, 80)
    ('Ann', 'Maximilia…')
    """
    text = clean(text)
    if width_of(text, size, bold=bold) <= room:
        return text
    while text and width_of(text + "…", size, bold=bold) > room:
        text = text[:-1]
    return text.rstrip() + "…"
