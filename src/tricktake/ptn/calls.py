"""How PTN spells calls, and how they are read.

Five Hundred: ``Pass``, ``6♠`` (also ``6S``), ``7NT``, ``Misère`` or ``Nullo``, ``OpenMisère`` or
``OpenNullo``, and where a six is only a signal, ``i♠`` and ``iNT``. Spades: a number, ``Nil``, ``BlindNil``,
``Blind6``. A blank within a call, as in ``Open Misère``, is read too, but never written, since blanks part
the calls.
"""

from __future__ import annotations

import re
from unicodedata import normalize

from tricktake.actions import PASS, STAND, Action, Bid, BidKind, Pass, Stand
from tricktake.errors import RecordError

__all__ = ["join_words", "read_call", "write_call"]

_SUIT_SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "NT"}
_STRAIN = re.compile(r"(I|[0-9]{1,2})(S|H|D|C|NT|N)")
_FIVE_HUNDRED = {
    "PASS": "P",
    "P": "P",
    "MISERE": "M",
    "NULLO": "M",
    "OPENMISERE": "OM",
    "OPENNULLO": "OM",
}
_SPADES = {"NIL": "NIL", "BLINDNIL": "BN", "BLIND6": "B6", "BLIND6+": "B6"}
_FIRST_WORDS = {"OPEN", "BLIND"}


def _fold(word: str) -> str:
    """Capitals without accents and signs."""
    word = word.translate(str.maketrans("♠♥♦♣", "SHDC"))
    return "".join([sign for sign in normalize("NFKD", word) if sign.isascii()]).upper()


def join_words(words: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Put the words of one call together: ``Open Misère``, ``Blind Nil``.

    Parameters
    ----------
    words : list of pairs of str and int
        Words, and where each begins.

    Returns
    -------
    list of pairs of str and int

    Examples
    --------
    >>> join_words([("Pass", 0), ("Open", 5), ("Nullo", 10)])
    [('Pass', 0), ('OpenNullo', 5)]
    """
    joined: list[tuple[str, int]] = []
    for word, at in words:
        if joined and _fold(joined[-1][0]) in _FIRST_WORDS:
            joined[-1] = joined[-1][0] + word, joined[-1][1]
        else:
            joined.append((word, at))
    return joined


def read_call(text: str, *, spades: bool) -> Action:
    """Read a call.

    Parameters
    ----------
    text : str
    spades : bool, keyword only
        Whether it is one of spades.

    Returns
    -------
    Action

    Raises
    ------
    RecordError
        If it is none.

    Examples
    --------
    >>> [read_call(text, spades=False).text for text in ("pass", "6♣", "10NT", "iNT", "Misère", "OpenNullo")]
    ['P', '6C', '10NT', '6NT', 'M', 'OM']
    >>> read_call("BlindNil", spades=True), read_call("4", spades=True)
    (Bid('BN'), Bid('4'))
    """
    word = _fold(text) if len(text) <= 20 else ""
    if spades:
        name = _SPADES.get(word)
        if name is None and re.fullmatch("[0-9]{1,2}", word) and 1 <= int(word) <= 17:
            name = str(int(word))
        if name is not None:
            return Bid(name)
        raise RecordError(f"{text[:20]!r} is no bid of spades: a number, Nil, BlindNil or Blind6", text)
    name = _FIVE_HUNDRED.get(word)
    if name == "P":
        return PASS
    found = _STRAIN.fullmatch(word)
    if found:
        level, strain = found.groups()
        level = "6" if level == "I" else str(int(level))
        if 6 <= int(level) <= 10:
            name = level + ("NT" if strain == "N" else strain)
    if name is None:
        raise RecordError(f"{text[:20]!r} is no call of Five Hundred: Pass, 7♥, Misère, OpenMisère", text)
    return Bid(name)


def write_call(action: Action, *, american: bool = False, inkle: bool = False) -> str:
    """Write a call.

    Parameters
    ----------
    action : Action
    american : bool, default False, keyword only
        Whether a misère is called nullo.
    inkle : bool, default False, keyword only
        Whether bids of six are signals.

    Returns
    -------
    str

    Raises
    ------
    RecordError
        If PTN has no spelling for it.

    Examples
    --------
    >>> write_call(Bid("7H")), write_call(Bid("OM")), write_call(Bid("OM"), american=True)
    ('7♥', 'OpenMisère', 'OpenNullo')
    >>> write_call(Bid("6H"), inkle=True)
    'i♥'
    """
    if isinstance(action, (Pass, Stand)):
        return "Pass"
    if isinstance(action, Bid) and not action.sans_kitty:
        if action.kind is BidKind.NUMERIC and action.strain is not None:
            level = "i" if inkle and action.level == 6 else str(action.level)
            return level + _SUIT_SIGNS[action.strain.letter]
        if action.kind in (BidKind.MISERE, BidKind.OPEN_MISERE):
            word = "Nullo" if american else "Misère"
            return word if action.kind is BidKind.MISERE else "Open" + word
        if action.kind is BidKind.COUNT:
            return str(action.level)
        names = {BidKind.NIL: "Nil", BidKind.BLIND_NIL: "BlindNil", BidKind.BLIND_SIX: "Blind6"}
        if action.kind in names:
            return names[action.kind]
    raise RecordError(f"PTN has no spelling for the call {action.text}", action.text)


def meant(action: Action, *, raising: bool) -> Action:
    """The action a call stands for: a high bidder who passes lets his bid stand."""
    return STAND if raising and action is PASS else action
