# cython: language_level=3
"""Tables of tracks, action cards, the association board and set-up; sieves and indices over all tables."""
from libc.stdint cimport uint8_t
from arknova_fast.core.bits cimport set_add
from arknova_fast.core.filling cimport copy_bytes, set_bonus
from arknova_fast.core.tables cimport Card, Tables
from arknova_fast.core.types cimport ANIMAL, NO_KIND, N_OPS

from arknova_fast.cards import compile as rows_of
from arknova_fast.cards import vocabulary


# Fills one row of the action card tables, index = strength 1..5.
cdef void by_strength(uint8_t* to, list values):
    cdef int i
    for i in range(5):
        to[i + 1] = values[i]


cdef int fill_scalars(Tables* t, dict s) except -1:
    t.max_appeal, t.max_conservation, t.max_reputation = s["max_appeal"], s["max_conservation"], s["max_reputation"]
    t.reputation_cap, t.reputation_start, t.end_score = s["reputation_cap"], s["reputation_start"], s["end_score"]
    t.cons_choice_at, t.cons_discard_at, t.tile_money = s["cons_choice_at"], s["cons_discard_at"], s["tile_money"]
    t.cards_break_steps, t.animals_rep_from = s["cards_break_steps"], s["animals_rep_from"]
    t.task_reputation, t.task_value_lowered = s["task_reputation"], s["task_value_lowered"]
    t.partner_discount, t.start_money, t.n_workers = s["partner_discount"], s["start_money"], s["n_workers"]
    t.deal_cards, t.keep_cards, t.deal_finals = s["deal_cards"], s["keep_cards"], s["deal_finals"]
    t.hand_limit, t.max_x_tokens, t.solo_rounds = s["hand_limit"], s["max_x_tokens"], s["solo_rounds"]
    t.constriction_penalty, t.venom_payment = s["constriction_penalty"], s["venom_payment"]
    t.interactive_appeal, t.pilfer_money, t.sell_money = s["interactive_appeal"], s["pilfer_money"], s["sell_money"]
    t.pouch_appeal, t.harbor_money, t.petting_appeal = s["pouch_appeal"], s["harbor_money"], s["petting_appeal"]
    t.iconic_cap, t.bear_cap = s["iconic_cap"], s["bear_cap"]
    t.tower_appeal, t.outdoor_bonus, t.dominance_card = s["tower_appeal"], s["outdoor_bonus"], s["dominance_card"]
    return 0


cdef int fill_tracks(Tables* t, dict boards) except -1:
    cdef int i
    copy_bytes(t.appeal_income, boards["appeal_track"]["income"])
    for i, white in enumerate(boards["conservation_track"]["white_number"]):
        t.white_number[i] = white
    copy_bytes(t.cons_tile_at, boards["conservation_track"]["tile_at"])
    copy_bytes(t.range_of, boards["reputation_track"]["range"])
    for i, bonus in enumerate(boards["reputation_track"]["bonus"]):
        set_bonus(&t.reputation_bonus[i], rows_of.bonus_row(bonus))
    t.n_tiles = len(boards["bonus_tiles"])
    for i, bonus in enumerate(boards["bonus_tiles"]):
        set_bonus(&t.tile[i], rows_of.bonus_row(bonus))
    return 0


cdef int fill_action_cards(Tables* t, dict actions) except -1:
    cdef int side
    cards = actions["cards"]
    copy_bytes(t.snap_from, cards["snap_from"])
    copy_bytes(t.sponsors_extra, actions["sponsors"]["extra_level"])
    copy_bytes(t.sponsors_money, actions["sponsors"]["money_per_strength"])
    for side in range(2):
        by_strength(t.draw_n[side], cards["draw"][side])
        by_strength(t.draw_discard[side], cards["discard"][side])
        by_strength(t.max_animals[side], actions["animals"]["max_animals"][side])
        t.animals_from[side] = next((n for n in range(1, 6) if t.max_animals[side][n]), 255)
    return 0


cdef int fill_association(Tables* t, dict board) except -1:
    cdef int i
    copy_bytes(t.task_value, [board["task_value"][task] for task in vocabulary.TASKS])
    t.least_task_value = min([t.task_value[i] for i in range(4)] + [t.task_value_lowered])
    copy_bytes(t.max_partner, board["max_partner_zoos"])
    for i, name in enumerate(("two_players", "others")):
        copy_bytes(t.donation[i], board["donations"][name])
        t.n_donation[i] = len(board["donations"][name])
    for i, university in enumerate(board["universities"]):
        t.university_rep[i], t.university_icons[i] = university["reputation"], university["science"]
        t.university_hand[i] = university["hand_limit"]
    return 0


cdef int fill_setup(Tables* t, dict boards) except -1:
    cdef int n
    setup = boards["setup"]
    for n in range(1, 5):
        t.break_start[n] = boards["break"]["start"][str(n)] if n > 1 else 0
        t.n_base[n], t.n_above[n] = setup["base_projects"][str(n)], setup["projects_above"][str(n)]
        copy_bytes(t.start_appeal[n], setup["start_appeal"][str(n)])
    copy_bytes(t.solo_appeal, boards["solo"]["appeal"])
    copy_bytes(t.solo_turns, boards["solo"]["turns"])
    copy_bytes(&t.slot_cost[1], boards["display"]["slot_cost"])
    return 0


cdef int fill_boards(Tables* t, dict data) except -1:
    boards = data["boards"]
    t.switches = rows_of.switches(data)
    copy_bytes(t.icon_token_slot, rows_of.icon_token_slots(data))
    fill_scalars(t, rows_of.scalars(data))
    fill_tracks(t, boards)
    fill_action_cards(t, boards["actions"])
    fill_association(t, boards["association"])
    fill_setup(t, boards)
    return 0


cdef void fill_sieves(Tables* t):
    cdef const Card* c
    cdef int card, i, least
    for card in range(t.n_cards):
        c = &t.card[card]
        if c.type != ANIMAL:
            continue
        for i in range(6):
            if c.size <= i or c.special != NO_KIND or c.flock:
                set_add(t.room_set[i], card)
        least = c.cost
        for i in range(5):
            least -= t.partner_discount * c.icons[i]
        for i in range(64):
            if least <= i or i == 63:
                set_add(t.price_set[i], card)


cdef int fill_index(Tables* t) except -1:
    """Ordering masks by opcode, and the dense index of actions by verb."""
    cdef int i
    reads, adds, writes = (rows_of.ordering(part) for part in range(3))
    for i in range(<int> N_OPS):
        t.op_reads[i], t.op_adds[i], t.op_writes[i] = reads[i], adds[i], writes[i]
    for i, (offset, na, nb) in enumerate(rows_of.verb_ranges(t.n_places, t.max_x_tokens)):
        t.verb_offset[i], t.verb_na[i], t.verb_nb[i] = offset, na, nb
    return 0
