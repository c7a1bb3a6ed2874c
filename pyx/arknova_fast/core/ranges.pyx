# cython: language_level=3
"""Ranges of the counts and indices of a state."""
from arknova_fast.core.state cimport GameState, Player
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.types cimport (
    MAX_DECK, MAX_DEFERRED, MAX_FRAMES, MAX_MULTI, MAX_OPEN, MAX_PLAYERS, MAX_POUCHED, MAX_PROJECTS, MAX_SCRIPT,
    N_CELLS, N_FRAMES, NO_CARD, NOBODY, PHASE_OVER)


cdef bint in_range_player(const Tables* R, const GameState* S, const Player* p) noexcept nogil:
    cdef int i
    if p.map >= R.n_maps or p.n_multi > MAX_MULTI:
        return False
    for i in range(p.n_multi):
        if p.multi[i] >= R.n_places:
            return False
    return (p.built | p.occupied | p.kiosk | p.pavilion | p.enclosure1) >> N_CELLS == 0


# Whether every count and index that the other checks use stays inside its array.
cdef bint in_range(const Tables* R, const GameState* S) noexcept nogil:
    cdef int i
    if not 1 <= S.n_players <= MAX_PLAYERS or S.phase > PHASE_OVER or S.turn_owner >= S.n_players:
        return False
    if S.n_deck > MAX_DECK or S.n_base > MAX_PROJECTS or S.n_above > MAX_PROJECTS or S.n_final > 16:
        return False
    if S.n_pouched > MAX_POUCHED or S.n_open > MAX_OPEN or S.n_deferred > MAX_DEFERRED or S.n_frames > MAX_FRAMES:
        return False
    if S.n_script > MAX_SCRIPT or S.script_at > S.n_script:
        return False
    for i in range(S.n_frames):
        if S.frame[i].kind >= N_FRAMES or (S.frame[i].player >= S.n_players and S.frame[i].player != NOBODY):
            return False
    for i in range(S.n_deck):
        if S.deck[i] >= R.n_cards:
            return False
    for i in range(S.n_base):
        if S.base_card[i] >= R.n_cards:
            return False
    for i in range(S.n_above):
        if S.above_card[i] >= R.n_cards:
            return False
    for i in range(S.n_final):
        if S.final_pile[i] >= R.n_finals:
            return False
    for i in range(S.n_pouched):
        if S.pouch_card[i] >= R.n_cards or S.pouch_host[i] >= R.n_cards:
            return False
    for i in range(6):
        if S.display[i] != NO_CARD and S.display[i] >= R.n_cards:
            return False
    for i in range(S.n_players):
        if not in_range_player(R, S, &S.player[i]):
            return False
    return True


# `once` gets the cards seen, `twice` those seen again.
