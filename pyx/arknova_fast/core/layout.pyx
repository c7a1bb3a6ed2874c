# cython: language_level=3
"""The state as NumPy sees it: name, type and shape of every field."""
from arknova_fast.core.state cimport Action, Frame, GameState, Item, Player

import numpy as np

# In the order of state.pxd; tests/test_state.py compares both.
cdef str PLAYER_FIELDS = """
    built u8, touch u8, occupied u8, kiosk u8, pavilion u8, enclosure1 u8,
    hand u8 4, zoo u8 4, seen u8 4, kinds u4, money i2, multi u2 29, finals u2, perm u2, trig_icons u2,
    n_multi u1, appeal u1, conservation u1, reputation u1, x_tokens u1, map u1, icons u1 16, order u1 5,
    upgraded u1, venom u1, constriction u1, multiplier u1 5, fit u1 9, special_used u1 3, workers u1,
    workers_on u1 4, workers_idle u1, partner_zoos u1, universities u1, left_tokens u1, supported u1,
    thresholds u1, n_small u1, n_large u1, n_sponsors u1, card_tokens u1 4, discount_small u1,
    discount_large u1, ignore_large u1, waza_class u1, harbor_used u1, base_seen u1,
    map_offer u1 2, released u1"""
cdef str ITEM_FIELDS = "op u1, n u1, arg u1, card u1, optional u1, times u1, effect u2"
cdef str FRAME_FIELDS = "kind u1, player u1, card u1, step u1, a u1, b u1, d u2"
cdef str ACTION_FIELDS = """
    card u1, owner u1, side u1, slot_strength i1, strength u1, is_x_token u1, executions u1, multipliers u1,
    left u1, count u1, only_small u1, extra_used u1, donated u1, tasks u1, kinds u2, projects u1 4,
    n_projects u1, hypnosis u1, upgraded u1, active u1"""
cdef str STATE_FIELDS = """
    rng u8 4, ops_run u8, discard u8 4, limbo u8 4, aside u8 4, player Player 4, open Item 22, deferred Item 10,
    frame Frame 14, act Action, deck u1 224, display u1 6, base_card u1 5, base_slot u1 5x3, above_card u1 5,
    above_slot u1 5x3, final_pile u1 16, tile u1 4, pouch_card u1 8, pouch_host u1 8, script u1 16,
    n_deck u2, base_pile u2, final_limbo u2, turn u2, n_base u1, n_above u1, n_final u1, n_pouched u1,
    n_open u1, n_deferred u1, n_frames u1, n_players u1, phase u1, turn_owner u1, open_player u1,
    break_left u1, break_pending u1, break_causer u1, breaks u1, partner_board u1, university_board u1,
    donations u1, end_cause u1, end_player u1, turns_left u1, cons10_done u1, venom_removed u1, peaceful u1,
    map_mode u1, solo_round u1, solo_left u1, n_script u1, script_at u1, script_error u1, display_hidden u1,
    deepest_frames u1, deepest_open u1, face_down_discard u1, map_pool_lo u1, map_pool_hi u1,
    abilities_run u1, pad u1 1"""

cdef object _dtype = None


def state_dtype():
    """The NumPy structured dtype of one state, with the byte offsets of the C struct."""
    global _dtype
    if _dtype is None:
        nested = {}
        for name, text, size in (("Player", PLAYER_FIELDS, sizeof(Player)), ("Item", ITEM_FIELDS, sizeof(Item)),
                                 ("Frame", FRAME_FIELDS, sizeof(Frame)), ("Action", ACTION_FIELDS, sizeof(Action)),
                                 ("GameState", STATE_FIELDS, sizeof(GameState))):
            fields = []
            for entry in text.split(","):
                parts = entry.split()
                shape = tuple(map(int, parts[2].split("x"))) if len(parts) > 2 else ()
                fields.append((parts[0], nested.get(parts[1], parts[1]), shape))
            nested[name] = np.dtype(fields, align=True)
            if nested[name].itemsize != size:
                raise SystemError(f"{name}_FIELDS of layout.pyx: {nested[name].itemsize} bytes, the struct has {size}")
        _dtype = nested["GameState"]
    return _dtype
