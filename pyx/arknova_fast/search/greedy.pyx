# cython: language_level=3
"""The policy `greedy`: rates every legal action by a heuristic and takes the best.

What each module rates: `greedy_view` resources, `greedy_ahead` icons, `greedy_worth` cards, `greedy_build` buildings
and places, `greedy_association` tasks and projects, `greedy_plan`, `greedy_action` and `greedy_turn` action cards,
`greedy_pick` the smaller choices. The first of equal actions is taken; random numbers are drawn only for the weight
`noise`.
"""
from arknova_fast.core.types cimport *
from arknova_fast.core.action cimport action_a, action_b, action_verb
from arknova_fast.core.state cimport Frame, top_frame
from arknova_fast.search.greedy_action cimport order_worth
from arknova_fast.search.greedy_ahead cimport look_ahead
from arknova_fast.search.greedy_pick cimport Choice, action_rating, begin_choice
from arknova_fast.search.greedy_plan cimport Plan, make_plan
from arknova_fast.search.greedy_turn cimport choose_action
from arknova_fast.search.greedy_view cimport View, look
from arknova_fast.search.weights cimport Weights


cdef void moved_order(const uint8_t* order, int card, int slot, uint8_t* out) noexcept nogil:
    """The order of the cards once `card` lies in slot 1 or 5."""
    cdef int i, n = 1 if slot == 1 else 0
    out[0 if slot == 1 else 4] = <uint8_t> card
    for i in range(5):
        if order[i] != card:
            out[n] = order[i]
            n += 1


cdef int choose_order(View* v, const action_t* actions, int n) noexcept nogil:
    """Clever and Boost: the order that promises most for the next turn."""
    cdef Plan plan
    cdef uint8_t order[5]
    cdef double best, worth
    cdef int i, k = 0
    make_plan(&plan, v, v.P.upgraded)
    best = order_worth(&plan, v.P.order, v.P.money)
    for i in range(n):
        if action_verb(actions[i]) != TO_SLOT:
            continue
        moved_order(v.P.order, action_b(actions[i]), action_a(actions[i]), order)
        worth = order_worth(&plan, order, v.P.money)
        if worth > best:
            best = worth
            k = i
    return k


cdef int best_rated(View* v, const action_t* actions, int n) noexcept nogil:
    cdef Choice c
    cdef double best = -1e9, worth
    cdef int i, k = 0
    begin_choice(&c, v)
    for i in range(n):
        worth = action_rating(&c, actions[i])
        if worth > best:
            best = worth
            k = i
    return k


cdef int choose_greedy(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                       const void* data) noexcept nogil:
    cdef View v
    cdef const Frame* f = top_frame(S)
    cdef int kind = f.kind, p = f.player
    look(&v, R, S, p, <const Weights*> data)
    look_ahead(&v)
    if kind == FRAME_MAIN:
        return choose_action(&v, actions, n, p, False, rng)
    elif kind == FRAME_EXTRA:
        return choose_action(&v, actions, n, f.b if f.a == OP_HYPNOSIS_ACTION else p, False, rng)
    elif kind == FRAME_REPEAT:
        return choose_action(&v, actions, n, p, True, rng)
    elif kind == FRAME_CLEVER or kind == FRAME_BOOST:
        return choose_order(&v, actions, n)
    return best_rated(&v, actions, n)
