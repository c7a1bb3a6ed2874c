"""Placements as bit sets, against the rules spelled out cell by cell: the scan, the lists, picking."""
import random

import numpy as np
import pytest
from reference import facts, placement
from reference.adapter import Adapter
from reference.geometry import footprints
from reference.model import Building, Player

from arknova_fast import Game
from arknova_fast.cards.geometry import mask_of
from arknova_fast.core.tables import Ruleset
from arknova_fast.search import bench
from arknova_fast.search.perft import places

R = Ruleset.default()
KINDS = [R.kind_name(kind) for kind in range(len(R.data["shapes"]))]
FOOTPRINTS = {kind: {mask_of(cells) for cells in footprints(kind)} for kind in KINDS}
DIVERSITY_RESEARCHER = "S219"

# The footprints of each form (kind, rotation) by their lowest cells.
BY_FORM: dict[tuple[int, int], dict[int, int]] = {}
for pid in range(R.placements(0)[0], R.placements(len(KINDS) - 1)[-1] + 1):
    kind, cells, rotation = R.placement(pid)
    BY_FORM.setdefault((kind, rotation), {})[R.cell_index(*min(cells))] = mask_of(cells)


def legal_forms(open_: int, touch: int) -> dict[str, set[int]]:
    """For each kind the footprints on open cells, one of which touches something."""
    return {kind: {mask for mask in FOOTPRINTS[kind] if not mask & ~open_ and mask & touch} for kind in KINDS}


def placed(anchors: np.ndarray) -> dict[str, set[int]]:
    """The footprints for the anchors of all forms."""
    found: dict[str, set[int]] = {kind: set() for kind in KINDS}
    for form, (kind, rotation) in enumerate(sorted(BY_FORM)):
        bits = int(anchors[form])
        found[KINDS[kind]] |= {BY_FORM[kind, rotation][i] for i in range(64) if bits >> i & 1}
    return found


@pytest.mark.parametrize("portable", [False, True])
@pytest.mark.parametrize("share", [0.3, 0.6, 0.85, 1.0])
def test_the_scan_finds_the_footprints_on_open_cells_that_touch(share, portable):
    rng = random.Random(share)
    for _ in range(12):
        open_ = sum(1 << i for i in range(58) if rng.random() < share)
        touch = sum(1 << i for i in range(58) if rng.random() < rng.choice((0.02, 0.2)))
        anchors, kinds = bench.form_anchors(R, open_, open_ & ~touch, portable)
        wanted = legal_forms(open_, touch)
        assert placed(anchors) == wanted
        assert [bool(kinds >> k & 1) for k in range(len(KINDS))] == [bool(wanted[kind]) for kind in KINDS]


def test_both_versions_of_the_scan_agree_for_any_size_of_forms():
    rng = random.Random(7)
    for _ in range(1000):
        open_ = rng.getrandbits(64) | rng.getrandbits(64)
        quiet = open_ & rng.getrandbits(64)
        anchors, kinds = bench.form_anchors(R, open_, quiet)
        for portable, cells in ((True, 5), (True, 8), (False, 6), (False, 7), (False, 8)):
            other = bench.form_anchors(R, open_, quiet, portable, cells)
            assert (anchors == other[0]).all() and kinds == other[1]


def test_the_scan_refuses_to_cut_forms():
    with pytest.raises(ValueError, match="must be 5 to 8"):
        bench.form_anchors(R, 0, 0, False, 4)
    with pytest.raises(IndexError, match="there are 1 players"):
        bench.picked_places(R, Game.from_dict({"players": 1}).to_box(), 1)


def random_zoo(code: str, rng: random.Random) -> Player:
    """Buildings put on a map by the rules of the reference, one after the other."""
    zoo = Player(0, map=code, upgraded={"build"} if rng.random() < 0.5 else set())
    zoo.zoo = [219] if rng.random() < 0.3 else []
    for _ in range(rng.randrange(22)):
        kind = rng.choice(placement.SIDE_2)
        found = sorted(placement.placements(zoo, kind), key=sorted)
        if found:
            zoo.buildings.append(Building(kind, rng.choice(found)))
    return zoo


def position_of(zoo: Player) -> Game:
    buildings = [{"kind": b.kind, "cells": sorted(map(list, b.cells))} for b in zoo.buildings]
    return Game.from_dict({"players": [{
        "map": zoo.map, "buildings": buildings, "upgraded": sorted(zoo.upgraded),
        "zoo": [DIVERSITY_RESEARCHER] if zoo.zoo else []}]})  # fmt: skip


@pytest.mark.parametrize("code", sorted(facts.MAPS))
def test_lists_and_bit_sets_are_the_placements_of_the_rules(code):
    rng = random.Random(code)
    adapter = Adapter(R)
    for _ in range(6):
        game = position_of(random_zoo(code, rng))
        zoo = adapter.position(game).players[0]
        listed = []
        for kind in KINDS:
            ids = places(game, kind)
            assert ids == sorted(ids)
            assert {frozenset(map(tuple, R.placement(pid)[1])) for pid in ids} == placement.placements(zoo, kind), kind
            listed += ids if kind in placement.SIDE_2 else []
        assert bench.picked_places(R, game.to_box(), 0) == listed
