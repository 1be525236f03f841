# The state of deals as NumPy sees it, and what may be played next.

cdef void refresh_one(batch_t* b, Py_ssize_t i) noexcept nogil:
    """Write down what may be played next in a deal."""
    cdef const play_t* s = &b.play[i]
    cdef const setup_t* c = &b.setups[b.deal[i].setup]
    if b.deal[i].own:
        c = &b.own[i]
    b.names[i] = 0
    b.legal[i] = 0
    b.turn[i] = -1
    if s.turn != NO_PLACE:
        b.turn[i] = <int8_t>s.turn
        b.legal[i] = play_legal(s, c)
        if s.trick == 0 and s.hand[s.turn] & c.order.free:
            b.names[i] = play_joker_suits(s, c)


def _dtype(fields, size):
    """A structured dtype of fields at given offsets."""
    import numpy

    names, formats, offsets = zip(*fields)
    # NumPy reads texts such as "6u8" by way of ast, which CPython 3.11 cannot do in several threads at once.
    formats = [(form[1:], (int(form[0]),)) if form[0].isdigit() else form for form in formats]
    return numpy.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size})


cdef object play_dtype():
    """The positions as NumPy sees them."""
    cdef play_t s
    cdef char* at = <char*>&s
    return _dtype([
        ("hand", "6u8", <char*>&s.hand - at), ("trick", "u8", <char*>&s.trick - at),
        ("limit", "u8", <char*>&s.limit - at), ("leader", "u1", <char*>&s.leader - at),
        ("turn", "u1", <char*>&s.turn - at), ("led_suit", "u1", <char*>&s.led_suit - at),
        ("fresh", "u1", <char*>&s.fresh - at), ("best", "u1", <char*>&s.best - at),
        ("best_place", "u1", <char*>&s.best_place - at), ("suits_led", "u1", <char*>&s.suits_led - at),
        ("tricks_done", "u1", <char*>&s.tricks_done - at), ("tricks", "6u1", <char*>&s.tricks - at),
        ("failed", "6u1", <char*>&s.failed - at),
    ], sizeof(s))


cdef object deal_dtype():
    """What surrounds the positions as NumPy sees it."""
    cdef deal_t d
    cdef char* at = <char*>&d
    return _dtype([
        ("played", "6u8", <char*>&d.played - at), ("number", "u8", <char*>&d.number - at),
        ("setup", "u2", <char*>&d.setup - at), ("next_setup", "u2", <char*>&d.next_setup - at),
        ("next_leader", "u1", <char*>&d.next_leader - at), ("own", "u1", <char*>&d.own - at),
        ("new", "u1", <char*>&d.new - at),
    ], sizeof(d))


cdef object stream_dtype():
    """The random streams as NumPy sees them."""
    cdef rng_t r
    cdef char* at = <char*>&r
    return _dtype([
        ("key", "2u8", <char*>&r.key - at), ("counter", "4u8", <char*>&r.counter - at),
        ("word", "8u8", <char*>&r.word - at), ("small", "u8", <char*>&r.small - at),
        ("at", "u4", <char*>&r.at - at), ("small_left", "u4", <char*>&r.small_left - at),
    ], sizeof(r))
