"""Exact counts of move sequences: the proof that the rules of play are right, and a fixed load to time.

A lead of the free joker counts once for each suit it may name. A play that ends before the depth is reached
counts as one sequence.
"""

from operator import index

from cardcore.trickplay cimport TrickPlay

__all__ = ["divide", "perft"]


def perft(TrickPlay play not None, depth):
    """Count the sequences of ``depth`` moves from a position.

    Parameters
    ----------
    play : TrickPlay
        The position; not changed.
    depth : int
        Number of moves, 0 or more.

    Returns
    -------
    int
        Exact up to 2**64 - 1.

    Raises
    ------
    ValueError
        If ``depth`` is negative.

    Examples
    --------
    >>> from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
    >>> order = CardOrder(["S2 S3", "H2 H3"])
    >>> play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["S2 H3", "S3 H2"], 0)
    >>> perft(play, 1), perft(play, 4)
    (2, 2)
    """
    return play.perft(depth)


def divide(TrickPlay play not None, depth):
    """Count the sequences of ``depth`` moves for each first move, to find where two engines differ.

    Parameters
    ----------
    play : TrickPlay
        The position; not changed.
    depth : int
        Number of moves, 1 or more.

    Returns
    -------
    dict of int to int
        Move to count, in the order of ``play.legal_moves()``.

    Raises
    ------
    ValueError
        If ``depth`` is below 1.

    Examples
    --------
    >>> from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
    >>> order = CardOrder(["S2 S3", "H2 H3"])
    >>> play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["S2 H3", "S3 H2"], 0)
    >>> divide(play, 4)
    {0: 1, 3: 1}
    """
    cdef TrickPlay copy = play.twin()
    counts = {}
    depth = index(depth)
    if depth < 1:
        raise ValueError(f"depth {depth} is below 1")
    for move in copy.legal_moves():
        copy.push(move)
        counts[move] = copy.perft(depth - 1)
        copy.pop()
    return counts
