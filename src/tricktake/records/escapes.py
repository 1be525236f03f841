r"""How any text is written in a record: between quotes as the value of a tag, between braces as a comment.

A backslash escapes: ``\"``, ``\\``, ``\{``, ``\}``, ``\[`` stand for the character, ``\n`` for a line feed,
``\t`` for a tab, ``\u{1f600}`` for the character with that number. Control characters, and those that change
the direction or the lines of a text, are written by number, so that a record looks like what it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from tricktake.errors import RecordError
from tricktake.records.reading import MAX_COMMENT, MAX_VALUE

__all__ = ["COMMENT_PART", "VALUE_PART", "check_text", "unescape", "write_comment", "write_value"]

# Controls, separators of lines and paragraphs, marks of direction, the mark of byte order.
_HIDDEN = "\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff"
_IN_VALUE = re.compile(rf'["\\\n\t{_HIDDEN}]')
_IN_COMMENT = re.compile(rf"[{{}}\\\t{_HIDDEN}]")
_LINE_START = re.compile(r"^( *)\[", re.MULTILINE)  # might begin a deal
_ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|(.))", re.DOTALL)
_PLAIN = {"n": "\n", "t": "\t", '"': '"', "\\": "\\", "{": "{", "}": "}", "[": "["}
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "{": "\\{", "}": "\\}", "[": "\\["}
_SURROGATE = re.compile("[\ud800-\udfff]")

# What can stand between quotes or braces; both stop before a control character.
VALUE_PART = re.compile(r'[^"\\\x00-\x08\x0a-\x1f\x7f]*(?:\\.[^"\\\x00-\x08\x0a-\x1f\x7f]*)*')
"""The inside of a quoted value."""
_REST = r"[^{}\\\x00-\x08\x0b-\x1f\x7f]*"
COMMENT_PART = re.compile(rf"{_REST}(?:\\(?:u\{{[0-9A-Fa-f]*\}}|.){_REST})*")
"""The inside of a comment."""


def _escaped(char: str) -> str:
    return _SHORT.get(char) or f"\\u{{{ord(char):x}}}"


def write_value(text: str) -> str:
    r"""Write a text between quotes, in one line.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> print(write_value('Ünal "the joker"'), write_value("two\nlines"))
    "Ünal \"the joker\"" "two\nlines"
    """
    return f'"{_IN_VALUE.sub(lambda found: _escaped(found.group()), text)}"'


def write_comment(text: str) -> str:
    r"""Write a text between braces; its lines stay lines.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> print(write_comment("{bold}"), write_comment(" x"))
    {\{bold\}} {\u{20}x}
    """
    core = text.strip(" \n")
    before, _, after = text.partition(core) if core else (text, "", "")
    inside = _IN_COMMENT.sub(lambda found: _escaped(found.group()), core)
    return f"{{{_blanks(before)}{_LINE_START.sub(_bracket, inside)}{_blanks(after)}}}"


def _bracket(found: re.Match[str]) -> str:
    return f"{found[1]}\\["


def _blanks(text: str) -> str:
    """Blanks at the ends of a comment, which a reader would drop."""
    return "".join(["\\n" if char == "\n" else "\\u{20}" for char in text])


def unescape(text: str, fail: Callable[[str, int], None]) -> str:
    r"""Resolve the escapes of a text.

    Parameters
    ----------
    text : str
        What stands between the quotes or braces.
    fail : callable
        Called with what is wrong and the offset in the text; it may return, then the escape is left as it is.

    Returns
    -------
    str

    Examples
    --------
    >>> unescape(r"a\u{41}\"b", lambda why, offset: None)
    'aA"b'
    """
    if "\\" not in text:
        return text

    def resolve(found: re.Match[str]) -> str:
        number, plain = found.groups()
        if number is not None:
            value = int(number, 16)
            if value > 0x10FFFF or 0xD800 <= value < 0xE000:
                fail(f"{found.group()} is no character", found.start())
                return found.group()
            return chr(value)
        if plain not in _PLAIN:
            fail('expected \\n, \\t, \\", \\\\, \\{, \\}, \\[ or \\u{...}', found.start())
            return found.group()
        return _PLAIN[plain]

    return _ESCAPE.sub(resolve, text)


def check_text(what: str, text: str, most: int) -> str:
    """A text that can be written and read back.

    Parameters
    ----------
    what : str
        What it is, for the message.
    text : str
    most : int
        The characters it may have.

    Returns
    -------
    str
        The text itself.

    Raises
    ------
    TypeError
        If it is no text.
    RecordError
        If it is too long, or has half a surrogate pair, which no encoding can write.

    Examples
    --------
    >>> check_text("a comment", "fine", 100)
    'fine'
    """
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}")
    if len(text) > most:
        raise RecordError(f"{what} has at most {most} characters, not {len(text)}", text[:40])
    if not text.isascii():
        found = _SURROGATE.search(text)
        if found is not None:
            number = ord(found.group())
            raise RecordError(f"{what} holds U+{number:04X}, half a character", text[:40], found.start())
    return text


def check_comment(text: str) -> str:
    """A comment that can be written and read back; see :func:`check_text`."""
    return check_text("a comment", text, MAX_COMMENT)


def check_value(what: str, text: str) -> str:
    """A value of a tag that can be written and read back; see :func:`check_text`."""
    return check_text(what, text, MAX_VALUE)
