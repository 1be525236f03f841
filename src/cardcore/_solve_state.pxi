# The questions of solver.pxd that check what they are given, for C code without the interpreter lock.


cdef int search_move(solver_t* v, const setup_t* c, const play_t* s, seatset_t side, seatset_t count, int position,
                     int named, int target, int guess, bounds_t* out) noexcept nogil:
    """Bounds after a legal move, counted from the position before it; the table being ready."""
    cdef play_t at = s[0]
    cdef int gained, status
    play_push(&at, c, position, named)
    gained = 1 if at.trick == 0 and (count >> at.leader) & 1 else 0
    if target >= 0:
        target = target - gained if target > gained else 0
    if guess >= 0:
        guess -= gained
    status = search(v, c, &at, side, count, target, guess, out)
    out.low += gained
    out.high += gained
    return status


cdef int begin_question(solver_t* v, const setup_t* c, const play_t* s, const question_t* q) noexcept nogil:
    """Check a question, set the budgets and make the table ready; SOLVER_DONE or SOLVER_BAD_INPUT."""
    v.nodes = 0
    v.status = SOLVER_BAD_INPUT
    if v.slots == NULL or q.target < 0 or not q.max_seconds >= 0 or play_fault(s, c) != PLAY_SOUND:
        return SOLVER_BAD_INPUT
    if q.side >> c.n_places or q.count >> c.n_places:
        return SOLVER_BAD_INPUT
    v.status = SOLVER_DONE
    v.max_nodes = q.max_nodes
    v.deadline = solver_clock() + q.max_seconds if q.max_seconds > 0 else 0
    v.signals = NULL
    v.stop = q.stop
    prepare(v, c, q.side, q.count, q.keep != 0)
    return SOLVER_DONE


cdef int solve_state(solver_t* v, const setup_t* c, const play_t* s, const question_t* q,
                     bounds_t* out) noexcept nogil:
    """Bounds of the tricks still to come; see solver.pxd."""
    out.low = 0
    out.high = MAX_POSITIONS
    if begin_question(v, c, s, q) != SOLVER_DONE:
        return SOLVER_BAD_INPUT
    return search(v, c, s, q.side, q.count, q.target if q.target else -1, -1, out)


cdef inline suitset_t suits_named(const play_t* s, const setup_t* c, int position) noexcept nogil:
    """Suits a legal card may name when it is played; bit 7: none."""
    if s.trick == 0 and c.order.free & bit(position):
        return play_joker_suits(s, c)
    return 1 << FREE_SUIT


cdef int solve_moves(solver_t* v, const setup_t* c, const play_t* s, const question_t* q, move_value_t* out,
                     int* n) noexcept nogil:
    """Bounds for every legal move; see solver.pxd."""
    cdef bounds_t at
    cdef cardset_t legal, left, same
    cdef suitset_t suits
    cdef int position, named, k, first, guess = -1, status = SOLVER_DONE, target = q.target if q.target else -1
    n[0] = 0
    if begin_question(v, c, s, q) != SOLVER_DONE:
        return SOLVER_BAD_INPUT
    if s.turn == NO_PLACE:
        return SOLVER_DONE
    legal = left = play_legal(s, c)
    # The free joker is the highest card of all, so that its moves, one for each suit, come last.
    while left:
        position = lowest(left)
        left &= left - 1
        suits = suits_named(s, c, position)
        while suits:
            named = lowest(suits)
            suits &= suits - 1
            out[n[0]].move = make_move(position, named)
            n[0] += 1
    left = legal
    while left:
        position = highest(left)
        same = equal_cards(c, s, position) & left
        left &= ~same
        first = popcount(legal & (bit(position) - 1))
        suits = suits_named(s, c, position)
        while suits:
            named = lowest(suits)
            suits &= suits - 1
            search_move(v, c, s, q.side, q.count, position, named, target, guess, &at)
            if v.status != SOLVER_DONE:
                status = v.status          # of this move; the next may be decided without a search
            if at.low == at.high:
                guess = at.low
            out[first].low = <int8_t>at.low
            out[first].high = <int8_t>at.high
            first += 1
        first -= 1
        same &= ~bit(position)
        while same:                        # only cards of a suit have equals, and name nothing
            k = popcount(legal & ((same & (0 - same)) - 1))
            out[k].low = out[first].low
            out[k].high = out[first].high
            same &= same - 1
    v.status = status
    return status


cdef int solve_best(solver_t* v, const setup_t* c, const play_t* s, const question_t* q,
                    move_value_t* out) noexcept nogil:
    """A best move and the bounds of the position; see solver.pxd."""
    cdef bounds_t at
    cdef cardset_t legal
    cdef suitset_t suits
    cdef int position, named, goal = q.target, status, guess = -1
    cdef bint wants
    out.move = 0
    out.low = 0
    out.high = MAX_POSITIONS
    if begin_question(v, c, s, q) != SOLVER_DONE or s.turn == NO_PLACE:
        v.status = SOLVER_BAD_INPUT
        return SOLVER_BAD_INPUT
    legal = play_legal(s, c)
    position = lowest(legal)
    out.move = make_move(position, lowest(suits_named(s, c, position)))
    status = search(v, c, s, q.side, q.count, goal if goal else -1, -1, &at)
    out.low = <int8_t>at.low
    out.high = <int8_t>at.high
    if status != SOLVER_DONE:
        return status
    wants = (q.side >> s.turn) & 1
    if goal == 0:
        guess = at.low
        goal = at.low if wants else at.low + 1
    elif (at.low >= goal) != wants:
        return SOLVER_DONE                 # nothing this place can play changes the answer
    while legal:
        position = lowest(legal)
        legal &= ~equal_cards(c, s, position)
        suits = suits_named(s, c, position)
        while suits:
            named = lowest(suits)
            suits &= suits - 1
            if legal or suits:             # the last one left must be best
                status = search_move(v, c, s, q.side, q.count, position, named, goal, guess, &at)
                if status != SOLVER_DONE:
                    return status
                if (at.low >= goal) != wants:
                    continue
            out.move = make_move(position, named)
            return SOLVER_DONE
    return SOLVER_DONE
