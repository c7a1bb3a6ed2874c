# cython: language_level=3
"""Tables of cards and their effects."""
from libc.stdint cimport uint8_t, uint16_t
from arknova_fast.core.bits cimport bit, set_add
from arknova_fast.core.filling cimport copy_bytes
from arknova_fast.core.tables cimport MAX_LEVEL, Effect, Card, Tables
from arknova_fast.core.types cimport (
    ANIMAL, BASE_PROJECT, N_ICONS, NO_KIND, NO_TYPE, ON_COVER_NEXT_TO, ON_FINAL, ON_ICON, ON_INCOME, ON_NEW_KIND,
    SIZE_LARGE, SIZE_SMALL, SPONSOR)

from arknova_fast.cards import compile as rows_of
from arknova_fast.cards import vocabulary


cdef int fill_effect(Effect* e, dict row) except -1:
    cdef int i
    e.op, e.trigger, e.trig_arg, e.any_zoo = row["op"], row["trigger"], row["trig_arg"], row["any_zoo"]
    e.n, e.arg, e.resource, e.optional = row["n"], row["arg"], row["resource"], row["optional"]
    e.counter, e.counter_arg, e.counter_mask = row["counter"], row["counter_arg"], row["counter_mask"]
    e.every, e.cap, e.others, e.at_least = row["every"], row["cap"], row["others"], row["at_least"]
    e.token_slot, e.perm = row["token_slot"], row["perm"]
    e.n_tiers = len(row["tiers"])
    for i in range(e.n_tiers):
        e.tier_min[i], e.tier_n[i] = row["tiers"][i]
    return 0


cdef void clear_card(Card* c):
    c.type = NO_TYPE
    c.special = c.unique = NO_KIND
    c.max_appeal = 255
    c.token_slot = 255


cdef int fill_card(Card* c, dict row) except -1:
    cdef int i
    clear_card(c)
    c.id, c.type, c.enabled = row["id"], row["type"], row["enabled"]
    c.effect_start, c.n_effects, c.solo_start = row["effect_start"], row["n_effects"], row["solo_start"]
    c.trig_icons, c.any_trigger, c.perm = row["trig_icons"], row["any_trigger"], row["perm"]
    if c.type > SPONSOR:
        return fill_project(c, row)
    copy_bytes(c.req, row["req"])
    copy_bytes(c.icons, row["icons"])
    c.req_sum, c.req_partner, c.req_upgraded = row["req_sum"], row["req_partner"], row["req_upgraded"]
    for i in range(N_ICONS):
        if c.icons[i]:
            c.icon_mask |= <uint16_t> bit(i)
    c.continent_mask = c.icon_mask & 0x1F
    if c.type == ANIMAL:
        return fill_animal(c, row)
    return fill_sponsor(c, row)


cdef int fill_animal(Card* c, dict row) except -1:
    c.cost, c.size, c.size_class, c.flock = row["cost"], row["size"], row["size_class"], row["flock"]
    c.rock, c.water, c.special, c.spaces = row["rock"], row["water"], row["special"], row["spaces"]
    c.appeal, c.conservation, c.reputation = row["appeal"], row["conservation"], row["reputation"]
    c.interactive = row["interactive"]
    return 0


cdef int fill_sponsor(Card* c, dict row) except -1:
    c.level, c.token_slot, c.token_icons = row["level"], row["token_slot"], row["token_icons"]
    c.req_reputation, c.max_appeal = row["req_reputation"], row["max_appeal"]
    if "unique" in row:
        c.unique, c.rock, c.water = row["unique"], row["rock"], row["water"]
        c.border_min, c.free_standing = row["border_min"], row["free_standing"]
    return 0


cdef int fill_project(Card* c, dict row) except -1:
    c.project_kind, c.project_icon, c.project_mask = row["project_kind"], row["project_icon"], row["project_mask"]
    copy_bytes(c.slot_need, row["slot_need"])
    copy_bytes(c.slot_need_max, row["slot_need_max"])
    copy_bytes(c.slot_conservation, row["slot_conservation"])
    copy_bytes(c.slot_reputation, row["slot_reputation"])
    c.play_reputation = row["play_reputation"]
    return 0


# Enters one card into the card sets.
cdef void index_card(Tables* t, int card):
    cdef const Card* c = &t.card[card]
    cdef const Effect* e
    cdef int i
    set_add(t.type_set[c.type], card)
    # Cards are numbered type by type.
    if t.end_word[c.type] == 0:
        t.first_word[c.type] = <uint8_t> (card >> 6)
    t.end_word[c.type] = <uint8_t> ((card >> 6) + 1)
    if c.enabled:
        set_add(&t.base_pile[0] if c.type == BASE_PROJECT else &t.zoo_deck[0], card)
    if c.type == ANIMAL:
        if c.size_class == SIZE_SMALL:
            set_add(t.small_set, card)
        elif c.size_class == SIZE_LARGE:
            set_add(t.large_set, card)
        for i in range(N_ICONS):
            if c.icons[i]:
                set_add(t.icon_animals[i], card)
    elif c.type == SPONSOR:
        for i in range(c.level, MAX_LEVEL + 1):
            set_add(t.level_set[i], card)
        for i in range(c.effect_start, c.effect_start + c.n_effects):
            e = &t.effect[i]
            if e.trigger == ON_INCOME:
                set_add(t.income_set, card)
            elif e.trigger == ON_FINAL:
                set_add(t.final_set, card)
            elif e.trigger == ON_COVER_NEXT_TO:
                set_add(t.cover_set, card)
            elif e.trigger == ON_NEW_KIND:
                set_add(t.new_kind_set, card)
            elif e.trigger == ON_ICON:
                set_add(&t.trig_any[e.trig_arg][0] if e.any_zoo else &t.trig_own[e.trig_arg][0], card)


cdef int fill_cards(Tables* t, dict data, list kinds) except -1:
    cdef int i
    cards, effects = rows_of.card_rows(data, kinds)
    finals = rows_of.final_rows(data, kinds, effects)
    t.n_cards, t.n_effects, t.n_finals = len(cards), len(effects), len(finals)
    t.base_first = vocabulary.BASE_FIRST
    for i in range(256):
        clear_card(&t.card[i])
    for i, row in enumerate(effects):
        fill_effect(&t.effect[i], row)
    for i, row in enumerate(cards):
        fill_card(&t.card[i], row)
        index_card(t, i)
    for i, row in enumerate(finals):
        t.final_card[i].enabled, t.final_card[i].discard_in_solo = row["enabled"], row["discard_in_solo"]
        t.final_card[i].cap, t.final_card[i].effect_start = row["cap"], row["effect_start"]
        t.final_card[i].n_effects = row["n_effects"]
    return 0
