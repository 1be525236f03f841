"""Seats and sides in words, alike in every game."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["capital", "running_score", "seats", "side_label", "sides_words", "whose"]


def seats(side: Sequence[int]) -> str:
    """Seats in words.

    Parameters
    ----------
    side : sequence of int

    Returns
    -------
    str

    Examples
    --------
    >>> seats((0, 2)), seats((1,))
    ('seats 0 and 2', 'seat 1')
    """
    names = [str(seat) for seat in sorted(side)]
    return f"seat {names[0]}" if len(names) == 1 else f"seats {', '.join(names[:-1])} and {names[-1]}"


def sides_words(sides: Sequence[Sequence[int]]) -> str:
    """Several sides in words.

    Parameters
    ----------
    sides : sequence of sequence of int

    Returns
    -------
    str

    Examples
    --------
    >>> sides_words([(0,), (2,)]), sides_words([(0, 2), (1, 3)])
    ('seats 0 and 2', 'seats 0 and 2 and seats 1 and 3')
    """
    if all(len(side) == 1 for side in sides):
        return seats([side[0] for side in sides])
    return " and ".join([seats(side) for side in sides])


def whose(seat: int, *, table: bool) -> str:
    """A seat, or the cards on its table.

    Parameters
    ----------
    seat : int
    table : bool, keyword only

    Returns
    -------
    str

    Examples
    --------
    >>> whose(1, table=False), whose(1, table=True)
    ('seat 1', "seat 1's table")
    """
    return f"seat {seat}'s table" if table else f"seat {seat}"


def side_label(side: Sequence[int]) -> str:
    """A side as a heading.

    Parameters
    ----------
    side : sequence of int

    Returns
    -------
    str

    Examples
    --------
    >>> side_label((0, 2))
    '0+2'
    """
    return "+".join([str(seat) for seat in side])


def running_score(sides: Sequence[Sequence[int]], scores: Sequence[int]) -> str:
    """Scores in a sentence.

    Parameters
    ----------
    sides : sequence of sequence of int
    scores : sequence of int

    Returns
    -------
    str

    Examples
    --------
    >>> running_score(((0, 2), (1, 3)), (300, -10))
    'seats 0 and 2 have 300, seats 1 and 3 have -10'
    """
    shown = [
        f"{seats(side)} {'have' if len(side) > 1 else 'has'} {score}"
        for side, score in zip(sides, scores, strict=True)
    ]
    return ", ".join(shown)


def capital(text: str) -> str:
    """A sentence with a capital letter in front.

    Parameters
    ----------
    text : str

    Returns
    -------
    str

    Examples
    --------
    >>> capital("seat 1 wins.")
    'Seat 1 wins.'
    """
    return text[:1].upper() + text[1:]
