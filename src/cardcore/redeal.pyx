"""redeal: the same play, move by move, with other cards in hidden hands."""

from operator import index

from cardcore.bits cimport bit, popcount
from cardcore.play cimport (
    move_position, move_suit, play_joker_suits, play_legal, play_pop, play_t,
)
from cardcore.trickplay cimport TrickPlay
from cardcore.types cimport FREE_SUIT, NO_PLACE, cardset_t

from cardcore.errors import SetupError

__all__ = ["redeal"]


cdef bint allows(const play_t* s, TrickPlay play, int position, int named) noexcept:
    """Whether a move is legal in a position."""
    cdef cardset_t card = bit(position)
    if s.turn == NO_PLACE or not play_legal(s, &play._setup.c) & card:
        return False
    if s.trick == 0 and card & play._setup.c.order.free:
        return (play_joker_suits(s, &play._setup.c) >> named) & 1
    return named == FREE_SUIT


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
    cdef TrickPlay made = play.twin()
    cdef play_t* s = &made.s
    cdef cardset_t seen = 0, mask
    cdef int place, k, many = play.n_moves, places = play._setup.c.n_places
    if play._setup.c.over_mask:
        raise SetupError("cards lie under others: what is hidden is part of the setup")
    hands = [index(hand) for hand in hands]
    if len(hands) != places:
        raise SetupError(f"{places} hands are needed, got {len(hands)}")
    for place in range(places):
        if hands[place] & ~int(play._setup.c.order.all):
            raise SetupError(f"mask {hands[place]:#x} has bits beyond the {play._setup.c.order.n} cards of this order")
        mask = hands[place]
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
        place = move_position(play.undo[k].move)
        if not allows(s, play, place, move_suit(play.undo[k].move)):
            raise SetupError(
                f"place {play.undo[k].turn} could not have played {play._setup.order.card(place)} as card {k + 1}"
            )
        made.push_move(place, move_suit(play.undo[k].move))
    return made
