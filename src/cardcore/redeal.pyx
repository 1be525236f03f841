"""redeal, redeal_rows: the same play, move by move, with other cards in hidden hands."""

from operator import index

from libc.stdint cimport uint64_t

from cardcore.bits cimport bit, popcount
from cardcore.play cimport (
    move_position, move_suit, play_joker_suits, play_legal, play_pop, play_t,
)
from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport FREE_SUIT, MAX_PLACES, NO_PLACE, cardset_t

from cardcore.errors import SetupError

__all__ = ["redeal", "redeal_rows"]


cdef bint allows(const play_t* s, TrickPlay play, int position, int named) noexcept:
    """Whether a move is legal in a position."""
    cdef cardset_t card = bit(position)
    if s.turn == NO_PLACE or not play_legal(s, &play._setup.c) & card:
        return False
    if s.trick == 0 and card & play._setup.c.order.free:
        return (play_joker_suits(s, &play._setup.c) >> named) & 1
    return named == FREE_SUIT


cdef TrickPlay redealt(TrickPlay play, const cardset_t* hands):
    """The same play with other hands; raises SetupError if they do not fit."""
    cdef TrickPlay made = play.twin()
    cdef play_t* s = &made.s
    cdef cardset_t seen = 0, mask
    cdef int place, k, position, many = made.n_moves, places = made._setup.c.n_places
    play = made                            # others may go on playing; a move of the copy is read before it is written
    for place in range(places):
        mask = hands[place]
        if mask & ~play._setup.c.order.all:
            raise SetupError(f"mask {mask:#x} has bits beyond the {play._setup.c.order.n} cards of this order")
        if popcount(mask) != popcount(s.hand[place]):
            raise SetupError(f"place {place} holds {popcount(s.hand[place])} cards, not {popcount(mask)}")
        if mask & seen:
            raise SetupError(f"{play._setup.order.cards_of(mask & seen)} stands in two hands")
        seen |= mask
    for k in range(many):
        mask = bit(move_position(play.undo[k].move))
        if mask & seen:
            raise SetupError(f"{play._setup.order.cards_of(mask & seen)} has been played")
    for k in range(many - 1, -1, -1):
        play_pop(s, &play._setup.c, &made.undo[k])
    for place in range(places):
        s.hand[place] = hands[place]
    for k in range(many):
        s.hand[play.undo[k].turn] |= bit(move_position(play.undo[k].move))
    if s.turn != NO_PLACE:
        s.allow = ~s.limit
        if s.tricks_done == 0 and s.hand[s.turn] & play._setup.c.first_card:
            s.allow = play._setup.c.first_card
    made.n_moves = 0
    for k in range(many):
        position = move_position(play.undo[k].move)
        if not allows(s, play, position, move_suit(play.undo[k].move)):
            raise SetupError(
                f"place {play.undo[k].turn} could not have played {play._setup.order.card(position)} as card {k + 1}"
            )
        made.push_move(position, move_suit(play.undo[k].move))
    return made


cdef int check_open(TrickPlay play) except -1:
    """Raise SetupError where hidden cards are part of the setup."""
    if play._setup.c.over_mask:
        raise SetupError("cards lie under others: what is hidden is part of the setup")
    return 0


def redeal(TrickPlay play not None, hands):
    """The same play with other cards in the hands, history included.

    Parameters
    ----------
    play : TrickPlay
        Not changed.
    hands : sequence of int
        For each place a mask of the positions it holds now: as many cards as in ``play``.

    Returns
    -------
    TrickPlay
        Every move of the history has been played again, checked.

    Raises
    ------
    SetupError
        If hands overlap or have another size, hold a card that has been played, or a move of the history
        would not have been legal.

    Examples
    --------
    >>> from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
    >>> setup = PlaySetup(CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0), SeatOrder.circle(2))
    >>> play = TrickPlay(setup, ["S2 H5", "S5 S3"], 0)
    >>> play.play("H5")
    >>> other = redeal(play, [play.hand_mask(0), setup.order.to_mask("S4 S5")])
    >>> other.hand(1), other.history == play.history
    (CardSet('S5 S4'), True)
    >>> redeal(play, [play.hand_mask(0), setup.order.to_mask("H2 S5")]).legal_cards
    CardSet('H2')
    """
    cdef cardset_t masks[MAX_PLACES]
    cdef int place, places
    play = play.twin()                 # others may go on playing
    places = play._setup.c.n_places
    check_open(play)
    hands = [index(hand) for hand in hands]
    if len(hands) != places:
        raise SetupError(f"{places} hands are needed, got {len(hands)}")
    for place in range(places):
        if hands[place] & ~int(play._setup.c.order.all):
            raise SetupError(f"mask {hands[place]:#x} has bits beyond the {play._setup.c.order.n} cards of this order")
        masks[place] = hands[place]
    return redealt(play, masks)


def redeal_rows(TrickPlay play not None, const uint64_t[:, ::1] rows not None, columns):
    """The same play with other cards in some hands, once for each row of an array.

    Parameters
    ----------
    play : TrickPlay
        Not changed.
    rows : buffer of uint64, shape (n, columns), C-contiguous
        Masks of positions, as :meth:`cardcore.Sampler.fill` writes them.
    columns : sequence of int or None
        For each place the column with its hand; None: the hand stays as it is in ``play``.

    Returns
    -------
    list of TrickPlay
        Independent plays; every move of the history has been played again, checked.

    Raises
    ------
    SetupError
        As for :func:`redeal`.
    IndexError
        If there is no such column.

    Examples
    --------
    >>> import numpy
    >>> from cardcore import CardOrder, PlaySetup, SeatOrder, TrickPlay
    >>> order = CardOrder(["S2 S3 S4 S5", "H2 H3 H4 H5"], trump=0)
    >>> play = TrickPlay(PlaySetup(order, SeatOrder.circle(2)), ["S2 H5", "S5 S3"], 0)
    >>> rows = numpy.array([[order.to_mask("S4 S5")], [order.to_mask("H2 H3")]], numpy.uint64)
    >>> [other.hand(1) for other in redeal_rows(play, rows, [None, 0])]
    [CardSet('S5 S4'), CardSet('H3 H2')]
    """
    cdef cardset_t masks[MAX_PLACES]
    cdef int column[MAX_PLACES]
    cdef int place, places
    cdef Py_ssize_t row
    play = play.twin()                 # others may go on playing
    places = play._setup.c.n_places
    check_open(play)
    columns = list(columns)
    if len(columns) != places:
        raise SetupError(f"{places} columns or None are needed, got {len(columns)}")
    for place in range(places):
        column[place] = -1
        if columns[place] is not None:
            at = index(columns[place])
            if not 0 <= at < rows.shape[1]:
                raise IndexError(f"column {at} is not in 0..{rows.shape[1] - 1}")
            column[place] = at
    found = []
    for row in range(rows.shape[0]):
        for place in range(places):
            masks[place] = play.s.hand[place] if column[place] < 0 else rows[row, column[place]]
        found.append(redealt(play, masks))
    return found
