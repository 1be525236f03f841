"""The page: one HTML file that holds a record and everything needed to step through it.

Script, style and data stand in the file itself, and its content security policy forbids everything else: no
network, no other script, no form. Data reach the page as JSON in a block that is not run, and the script
writes them as text, never as markup.
"""

from __future__ import annotations

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from tricktake._checks import need, seat_of
from tricktake.html.document import plain, record_data
from tricktake.html.frames import Data
from tricktake.html.verdict import Verdicts
from tricktake.records import Record

__all__ = ["replay_page", "save_page"]

_SCRIPTS = ("replay_model.js", "replay_words.js", "replay_table.js", "replay_panels.js", "replay.js")
# In a script block nothing may look like its end, or like a comment, nor end a line of the source.
_ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026"}


def replay_page(
    record: Record,
    *,
    verdicts: Verdicts | None = None,
    title: str | None = None,
    seat: int | None = None,
) -> str:
    """A record as a page to step through.

    Parameters
    ----------
    record : Record
        What was played. It is replayed under its rules; a deal in which cards are not known is listed.
    verdicts : mapping, optional, keyword only
        What the solver says of the plays, by the number of the deal and the number of the entry in it, both
        from 0. Default: nothing is said.
    title : str, optional, keyword only
        Title of the page; default: the event, or the game, and who played.
    seat : int or None, default None, keyword only
        Make the page for this seat: it holds nothing that the seat does not know, neither hidden cards nor
        the seed, remarks, lines beside what was played, or verdicts but those on the seat's own plays in
        deals that are over. Default: the page holds all cards, and shows or hides them.

    Returns
    -------
    str
        A complete HTML document in ASCII. The same arguments always give the same text.

    Raises
    ------
    IndexError
        If there is no such seat.
    RecordError
        If a verdict is of an entry that is no play.

    Examples
    --------
    >>> from tricktake import fivehundred as fh
    >>> record = Record.of(fh.Deal(dealer=3, seed=500).push_all("7H P"), players=("Ann", "Bo", "Cy", "Di"))
    >>> page = replay_page(record)
    >>> page.startswith("<!doctype html>"), "http:" in page, "https:" in page
    (True, False, False)
    >>> "Ann, Bo, Cy, Di" in page
    True
    """
    record = need("record", record, Record)
    if seat is not None:
        seat = seat_of("seat", seat, record.rules.players)
    data = record_data(record, verdicts=verdicts, seat=seat)
    return _document(data, title or _title(data))


def save_page(
    path: str | Path,
    record: Record,
    *,
    verdicts: Verdicts | None = None,
    title: str | None = None,
    seat: int | None = None,
) -> Path:
    """Write a page to a file.

    Parameters
    ----------
    path : str or Path
        Written over if it is there.
    record, verdicts, title, seat
        As for :func:`replay_page`.

    Returns
    -------
    Path
        Where it was written.

    Raises
    ------
    IndexError, RecordError
        As :func:`replay_page`; then nothing is written.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> from tricktake import spades as sp
    >>> with TemporaryDirectory() as folder:
    ...     save_page(Path(folder) / "replay.html", Record.of(sp.Deal(dealer=2, seed=500))).name
    'replay.html'
    """
    page = replay_page(record, verdicts=verdicts, title=title, seat=seat)
    path = Path(path)
    path.write_text(page, encoding="ascii", newline="\n")
    return path


def _title(data: Data) -> str:
    """The event or the game, and who played."""
    event = next((value for name, value in data["tags"] if name.lower() == "event" and value), "")
    return f"{event or data['title']}: {', '.join(data['players'])}"


def _text(name: str) -> str:
    return files("tricktake.html").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def _document(data: Data, title: str) -> str:
    script = "\n" + "".join([_text(name) for name in _SCRIPTS])
    style = "\n" + _text("replay.css")
    policy = (
        f"default-src 'none'; script-src {_hash(script)}; style-src {_hash(style)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )
    values = {
        "policy": escape(policy, quote=False).replace('"', "&quot;"),
        "title": escape(plain(title)),
        "style": style,
        "script": script,
        "data": json.dumps(data, separators=(",", ":")).translate(_ESCAPES),
    }
    page = Template(_text("replay.html")).substitute(values)
    return page.encode("ascii", "xmlcharrefreplace").decode("ascii")
