# cython: language_level=3
"""The main choice of `greedy`: what each action card is worth at each strength, and the order of the cards."""
from arknova_fast.search.greedy_view cimport *
from arknova_fast.search.greedy_build cimport Wants

cdef enum:
    MOST_STRENGTH = 10
    MOST_OPTIONS = 20

# An animal or sponsor that could be played now.
cdef struct Option:
    double worth             # price not subtracted
    int cost                 # money, or the level of a sponsor
    int surcharge            # money for a card of the display
    int size
    int shares               # 1 when it needs no standard enclosure

cdef struct Plan:
    View* v
    int sides                # bit per action card on side II
    int n_animals
    int n_sponsors
    Option animal[20]
    Option sponsor[20]
    int room[7]              # room[s]: empty standard enclosures of at least s spaces
    double build[7]          # best building of each size
    int build_cost[7]
    Option housed[7]         # the animal that building would house, worth 0 when none
    double display[6]        # worth of the cards of the display
    double association[12]   # by strength, -2000 when not looked at yet

cdef void make_plan(Plan* plan, View* v, int sides) noexcept nogil
# Worth of an action card used with a strength, -1000 when it can do nothing; `money` the player would hold.
cdef double action_worth(Plan* plan, int card, int strength, int money) noexcept nogil
# Worth of an order of the action cards for the next turn.
cdef double order_worth(Plan* plan, const uint8_t* order, int money) noexcept nogil
# Worth of advancing the break token.
cdef double break_worth(const View* v, int steps) noexcept nogil
# Position of the best of the actions of a main choice, an extra action or a repetition (ACT, X_TOKEN, PASS).
cdef int choose_action(View* v, const action_t* actions, int n, int owner, bint again, uint64_t* rng) noexcept nogil
# Animals: best pick among the options with that money, used for the running Animals action too.
cdef void list_animal_options(Plan* plan) noexcept nogil
cdef void list_sponsor_options(Plan* plan) noexcept nogil
