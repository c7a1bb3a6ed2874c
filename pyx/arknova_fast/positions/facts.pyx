# cython: language_level=3
"""The ruleset as the Python half of the position editor needs it."""
from types import SimpleNamespace

from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.core.types cimport *

cdef enum:
    MAX_KEPT_FACTS = 8

cdef dict _facts = {}


def facts_of(Ruleset ruleset not None):
    """What a ruleset says about names, limits, cards and places, as plain Python values."""
    facts = _facts.get(ruleset.content_hash)
    if facts is None:
        while len(_facts) >= MAX_KEPT_FACTS:
            del _facts[next(iter(_facts))]
        facts = SimpleNamespace()
        card_facts(ruleset, facts)
        board_facts(ruleset, facts)
        map_facts(ruleset, facts)
        _facts[ruleset.content_hash] = facts
    return facts


cdef int card_facts(Ruleset ruleset, facts) except -1:
    cdef const Tables* R = ruleset.t
    cdef int card, i
    facts.keys = [ruleset.card_key(card) for card in range(R.n_cards)]
    facts.card_index = {key[1:]: card for card, key in enumerate(facts.keys)}
    facts.card_index.update({key: card for card, key in enumerate(facts.keys)})
    facts.types = [R.card[card].type for card in range(R.n_cards)]
    facts.enabled = [bool(R.card[card].enabled) for card in range(R.n_cards)]
    facts.perm = [R.card[card].perm for card in range(R.n_cards)]
    facts.token_slot = [R.card[card].token_slot for card in range(R.n_cards)]
    facts.token_n = [0] * R.n_cards
    for card in range(R.n_cards):
        for i in range(R.card[card].effect_start, R.card[card].effect_start + R.card[card].n_effects):
            if R.effect[i].op == OP_CARD_TOKENS:
                facts.token_n[card] = R.effect[i].n
    facts.n_finals = R.n_finals
    facts.final_enabled = [bool(R.final_card[i].enabled) for i in range(R.n_finals)]
    facts.base_first = R.base_first
    return 0


cdef int board_facts(Ruleset ruleset, facts) except -1:
    cdef const Tables* R = ruleset.t
    cdef int n, p
    boards = ruleset.data["boards"]
    facts.max_appeal, facts.max_conservation, facts.max_reputation = (
        R.max_appeal, R.max_conservation, R.max_reputation)
    facts.reputation_cap, facts.reputation_start, facts.start_money = (
        R.reputation_cap, R.reputation_start, R.start_money)
    facts.max_x_tokens, facts.n_workers, facts.solo_rounds = R.max_x_tokens, R.n_workers, R.solo_rounds
    facts.thresholds = [R.cons_choice_at, R.cons_tile_at[0], R.cons_tile_at[1]]
    facts.tile_spaces = facts.thresholds[1:]
    facts.cons_discard_at = R.cons_discard_at
    facts.support_without_token = bool(R.switches & SW_SUPPORT_WITHOUT_TOKEN)
    facts.tiles = [tile["id"] for tile in boards["bonus_tiles"]]
    facts.universities = [university["id"] for university in boards["association"]["universities"]]
    facts.kiosk_distance = boards["buildings"]["kiosk_distance"]
    facts.break_start = [R.break_start[n] for n in range(5)]
    facts.start_appeal = [[R.start_appeal[n][p] for p in range(4)] for n in range(5)]
    facts.start_appeal[1][0] = R.solo_appeal[0]
    facts.n_base = [R.n_base[n] for n in range(5)]
    facts.n_above = [R.n_above[n] for n in range(5)]
    facts.n_donations = [R.n_donation[n != 2] for n in range(5)]
    facts.solo_turns = [R.solo_turns[n] for n in range(R.solo_rounds)]
    return 0


cdef int map_facts(Ruleset ruleset, facts) except -1:
    cdef const Tables* R = ruleset.t
    cdef int i, j
    facts.maps = [ruleset.map_code(i) for i in range(R.n_maps)]
    facts.default_map = facts.maps.index("0") if "0" in facts.maps else 0
    facts.water = [R.map[i].water for i in range(R.n_maps)]
    facts.rock = [R.map[i].rock for i in range(R.n_maps)]
    facts.plain = [R.map[i].plain for i in range(R.n_maps)]
    facts.start_buildings = [[R.map[i].start_building[j] for j in range(R.map[i].n_start)] for i in range(R.n_maps)]
    facts.kinds = []
    while len(facts.kinds) < N_KINDS and R.place_start[len(facts.kinds)] < R.n_places:
        facts.kinds.append(ruleset.kind_name(len(facts.kinds)))
    facts.kind_limit = [R.kind_limit[i] for i in range(len(facts.kinds))]
    facts.kind_capacity = [R.kind_capacity[i] for i in range(len(facts.kinds))]
    shapes = ruleset.data["shapes"]
    facts.shapes = [tuple(map(tuple, shapes[kind]["cells"])) for kind in facts.kinds]
    facts.place_kind = [R.place[i].kind for i in range(R.n_places)]
    facts.place_cells = [R.place[i].cells for i in range(R.n_places)]
    facts.place_near = [R.place[i].near for i in range(R.n_places)]
    facts.place_rotation = [R.place[i].rotation for i in range(R.n_places)]
    facts.place_index = {(R.place[i].kind, R.place[i].cells): i for i in range(R.n_places)}
    return 0
