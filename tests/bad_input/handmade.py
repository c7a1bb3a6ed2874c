"""Malformed inputs made by hand: what people mistype, what programs get wrong, what an attacker would try."""
from __future__ import annotations

DEEP = "[" * 5000 + "]" * 5000
HUGE = 10**400


def one(**fields) -> dict:
    return {"players": [fields, {}]}


def frames(*rows: dict, **more) -> dict:
    return {"frames": [{"kind": "turn", "step": 1}, *rows], **more}


# --- positions: dicts that Game.from_dict has to refuse -----------------------------------------------------------

POSITIONS: list = [
    None, 7, "position", b"position", [], [[]], {1: 2}, {None: None}, {"players": None}, {"players": 0},
    {"players": -1},
    {"players": 5}, {"players": True}, {"players": 2.0}, {"players": "2"}, {"players": [None]}, {"players": {}},
    {"players": [{}] * 5}, {"players": [[]]}, {"turn": -1}, {"turn": None}, {"turn": HUGE}, {"turn": 1.5},
    {"players": 1, "turn": 1}, {"seed": -1}, {"seed": 2**64}, {"seed": "x"}, {"seed": float("nan")}, {"rng": []},
    {"rng": [0, 0, 0, 2**64]}, {"rng": "0000"}, {"phase": 3}, {"phase": "setup"}, {"rest": "hand"},
    {"rest": 1}, {"deck": "A401"}, {"deck": ["A401", "A401"]}, {"deck": [None]}, {"deck": [0]},
    {"deck": ["a" * 10_000]}, {"display": ["A401"] * 7}, {"display": ["A401", "A401"]}, {"display": [{}]},
    {"display": {"1": "A401"}}, {"discard": ["A401"], "deck": ["A401"]}, {"limbo": ["A999"]}, {"aside": [[]]},
    {"pouched": [["A401"]]}, {"pouched": [["A401", "A402"]]}, {"pouched": ["A401", "A402"]},
    {"pouched": [["A401", None]]},
    {"base_projects": ["P113"]}, {"base_projects": ["P101"] * 3}, {"base_projects": [{"card": "P101", "slots": [2]}]},
    {"base_projects": [{"slots": [None, None, None]}]}, {"base_projects": [{"card": "P101", "slots": [9, None, None]}]},
    {"projects": ["A401"]}, {"projects": ["P113", "P114", "P115", "P116", "P117", "P118"]},
    {"final_pile": ["F012"]}, {"final_pile": ["F001", "F001"]}, {"final_pile": [True]}, {"tiles": []},
    {"tiles": {"6": ["money_10", None]}}, {"tiles": {"5": ["money_11", None]}}, {"tiles": {"5": ["money_10"] * 3}},
    {"tiles": {"5": "money_10"}}, {"break_left": -1}, {"break_left": 16}, {"break_left": None}, {"breaks": "many"},
    {"break_causer": 2}, {"break_pending": "yes"}, {"partner_board": ["afrika"]},
    {"partner_board": ["africa", "africa"]},
    {"university_board": [0]}, {"donations": 99}, {"donations": -1}, {"cons10_done": 1},
    {"end": {}}, {"end": {"cause": "boredom"}}, {"end": {"cause": "turn", "player": 7}},
    {"end": {"cause": "turn", "player": 0, "turns_left": 300}}, {"solo": {"round": 1}},
    {"players": 1, "solo": {"round": 7}}, {"players": 1, "solo": {"round": 0, "left": 0}}, {"players": 1, "solo": []},
    {"script": ["A401"] * 17}, {"script": ["A400"]}, {"script": 5}, {"peaceful": "no"}, {"map_mode": "auction"},
    {"map_pool": ["9"]}, {"n_turns": -1}, {"n_turns": 2**16}, {"counters": {"games": 1}}, {"colour": "red"},
    {"frames": []}, {"frames": "main"}, {"frames": [{}]}, {"frames": [{"kind": "dance"}]},
    {"frames": [{"kind": "main"}] * 15}, frames({"kind": "house"}), frames({"kind": "house", "card": "S201"}),
    frames({"kind": "sponsor_place", "card": "A401"}), frames({"kind": "build_place", "a": 200}),
    frames({"kind": "free_building", "a": 31, "b": 1}), frames({"kind": "cons_tile", "a": 9}),
    frames({"kind": "left_token", "card": "P101", "a": 3}), frames({"kind": "pilfer", "a": 0, "player": 0}),
    frames({"kind": "victim", "b": 200, "a": 2}), frames({"kind": "extra", "a": 1, "b": 9}),
    frames({"kind": "boost", "a": 5}),
    frames({"kind": "main", "player": 3}), frames({"kind": "action"}),
    frames({"kind": "repeat"}), frames({"kind": "build", "d": 0}), frames({"kind": "none"}),
    {"open": [{"op": "fly"}]}, {"open": [{}]}, {"open": [{"op": "sprint"}] * 23},
    {"open": [{"op": "program", "effect": 65535}]}, {"deferred": [{"op": "clever"}] * 11},
    {"open": [{"op": "sprint", "n": -1}]},
    {"action": {"card": "fly"}}, {"action": {"card": "build", "side": 2}}, {"action": 3},
    {"decision": {"action": "fly"}}, {"decision": {"action": {"card": "build", "strength": -3}}},
    {"decision": {"action": {"card": "build", "strength": 0}}}, {"decision": {"effect": {"op": "sprint", "n": 999}}},
    {"decision": {"effect": ["A999"]}}, {"decision": {"effect": {"op": "iconic_animal", "arg": "unicorn"}}},
    {"decision": {"break": "later"}}, {"decision": {}, "turn": 5}, {"decision": []}, {"decision": {"dance": True}},
    one(money=HUGE), one(money=-HUGE), one(money=None), one(money=[3]), one(money="3"), one(money=2.5),
    one(money=32768),
    one(appeal=-1), one(appeal=255), one(conservation=-1), one(reputation=-1), one(reputation=99), one(x_tokens=6),
    one(map=None), one(map=9), one(map=["A"]), one(map="a"), one(hand={"A401": 1}), one(hand=["A401", "A401"]),
    one(hand=["A401"], zoo=["A401"]), one(hand=["F001"]), one(zoo=["P101"]), one(finals=["A401"]), one(finals=["F000"]),
    one(actions="build"), one(actions=[]), one(actions=["build"] * 5), one(upgraded="build"), one(upgraded=["all"]),
    one(upgraded=["animals", "association", "build", "cards", "sponsors", "animals"]), one(venom=True),
    one(multiplier=[1]), one(multiplier={"build": 256}), one(workers=-1), one(workers=1.0),
    one(workers_on={"project": 4}),
    one(workers_on=["project"]), one(workers_idle=9), one(partner_zoos=["mars"]), one(partner_zoos="asia"),
    one(universities=["a", "b"]), one(left_tokens=[-1]), one(left_tokens=[0.0]),
    one(money=10**5000), one(map=10**5000), one(finals=["\u00b2"]), one(supported=8), one(thresholds=[1]),
    one(special_used={"kiosk": 1}), one(special_used={"petting_zoo": 1}), one(card_tokens={"A401": 1}), one(waza=1),
    one(harbor_used="no"), one(released=-1), one(buildings="kiosk"), one(buildings=[None]),
    one(buildings=[[]]), one(buildings=["castle"]), one(buildings=["kiosk@"]), one(buildings=["kiosk@1"]),
    one(buildings=["kiosk@99,99"]), one(buildings=["kiosk@-1,0"]), one(buildings=["enclosure_2@0,5r9"]),
    one(buildings=[{"kind": "kiosk", "at": [0.5, 5]}]), one(buildings=[{"kind": "kiosk", "at": None}]),
    one(buildings=[{"kind": "enclosure_2", "cells": []}]),
    one(buildings=[{"kind": "enclosure_2", "cells": [[0, 5], [0, 5]]}]),
    one(buildings=["enclosure_1"] * 80), one(buildings=["kiosk"] * 30), one(buildings=["enclosure_5+fire1"]),
    one(buildings=["enclosure_1@3,4", "enclosure_1@3,4"]), one(buildings=["pavilion*"]),
    one(buildings=["petting_zoo"] * 2),
]

# --- positions as lines of text -----------------------------------------------------------------------------------

TEXTS: list = [
    "", " ", "ark", "ark0", "ark2 turn=0", "ark1 |" + "|" * 9, "ark1 turn", "ark1 turn=", "ark1 =3",
    "ark1 turn=0 turn=1",
    "ark1 turn=[", "ark1 turn=]", "ark1 deck=[A401", "ark1 deck=A401]", "ark1 deck=[A401,,A402]", "ark1 tiles={5:[a}",
    "ark1 | money=-1", "ark1 | money=1e3", "ark1 | money=0x10", "ark1 | money=NaN", "ark1 | money=Infinity",
    "ark1 | hand=[A401] hand=[A402]", "ark1 | hand=[A401]extra", 'ark1 | map="', "ark1 | map=\\",
    "ark1 | buildings=[kiosk@]",
    "ark1 | buildings=[kiosk@3.4r]", "ark1 | buildings=[kiosk@3.4.5]",
    "ark1\x00", "ark1 turn=\x00", "ark1 \ud800", "аrk1 turn=0", "ARK1 turn=0", "ark1\tturn=9", "{}", "null",
    '{"players": 2}', "x" * 100_000, "ark1 " + "a=1 " * 2000, None, 5, b"ark1", [],
    "ark1 deck=" + DEEP, "ark1 seed=" + "9" * 5000, "ark1 turn=\u0660", 'ark1 | map="\\q"',
]

# --- actions ------------------------------------------------------------------------------------------------------

ACTION_TEXTS: list = [
    "", " ", "\n", "pas", "pass now", "act", "act fly", "act build +", "act build +x", "act build +6x",
    "act build +-1x",
    "act build + 1x", "act build +1X +1x", "act build +99999999999999999999x", "act build +٢x", "x-token",
    "x-token fly", "take slot 0",
    "take slot 7", "take slot -1", "take slot 1.0", "take slot one", "build", "build castle", "build enclosure_6",
    "place kiosk",
    "place kiosk @", "place kiosk @1", "place kiosk @1,2,3 r0", "place kiosk @-1,0 r0", "place kiosk @9,0 r0",
    "place kiosk @0,5 r1",
    "place kiosk @0,5 r", "place enclosure_5 @0,5 r6", "play", "play A400", "play A529", "play F001", "play A401 now",
    "play 401x",
    "house", "house @", "house @0.5", "house @8,99", "house nowhere", "support", "support P101", "support P101 centre",
    "support A401 left", "support P101 left using", "support P101 left using 215,215", "support P101 left using 999",
    "left-token 0", "left-token 8", "resolve", "resolve 0", "resolve 33", "upgrade", "upgrade all", "take tile 5",
    "target 9", "target -1", "discard", "discard F000", "discard A401,A402", "move build", "move build to 2",
    "move fly to 1",
    "class medium", "bonus @9,9", "map Z", "keep", "keep 0", "keep 13", "keep 1,1,2,3", "keep 1,2,3,x",
    "keep A999,A401,A402,A403",
    "keep F012", "sell-harbor", "sell-harbor F001", "task", "task fly", "partner atlantis", "university x",
    "act build\x00", "ａｃｔ build", "act  build  +1x  extra", "'; drop table games; --", "%s%s%s%n", "../../etc/passwd",
    "act build +1x\nact build", "🐻", "a" * 50_000, "keep " + ",".join(["1"] * 20_000),
]
ACTION_DICTS: list = [
    None, [], "act", 5, {}, {"action": None}, {"action": []}, {"action": "fly"}, {"action": "ACT"}, {"action": "act"},
    {"action": "act", "card": None}, {"action": "act", "card": "fly"},
    {"action": "act", "card": "build", "x_tokens": -1},

    {"action": "act", "card": "build", "x_tokens": HUGE}, {"action": "act", "card": ["build"]}, {"action": "display"},
    {"action": "display", "slot": 0}, {"action": "display", "slot": None}, {"action": "display", "slot": 1.5},
    {"action": "place", "kind": "kiosk"}, {"action": "place", "kind": "kiosk", "cell": [0, 5], "rotation": 9},
    {"action": "place", "kind": "kiosk", "cell": "0,5", "rotation": 0}, {"action": "place", "kind": 3, "cell": [0, 5]},
    {"action": "house", "cell": []}, {"action": "house", "cell": [0]},
    {"action": "house", "cell": [[0, 5]]}, {"action": "play_animal", "card": "S201"},
    {"action": "play_animal", "card": {}},
    {"action": "support", "card": "P101"}, {"action": "support", "card": "P101", "slot": "left", "using": ["999"]},
    {"action": "support", "card": "P101", "slot": "left", "using": 5}, {"action": "keep_hand"},
    {"action": "keep_hand", "places": 3}, {"action": "keep_hand", "places": [0]},
    {"action": "keep_hand", "places": [[1]]},
    {"action": "resolve", "effect": 0}, {"action": "target", "seat": -1},
    {"action": "choose_map", "map": None}, {"action": 17}, {"action": 10**5000},
    {"action": "act", "card": "build", "x_tokens": 9}, {"action": "act", "card": "build", "x_tokens": "2"},
    {"action": "house", "cell": [0, "5"]}, {"action": "keep_hand", "places": [1, 1]},
    {"action": "to_slot", "card": "build", "slot": 3},
]
ACTION_CODES: list = [
    -1, 2**32, HUGE, 2**32 - 1, 63 << 26, 48 << 26, 1 << 26 | 5 << 10, 9 << 26 | 60_000 << 10, 1.0, None, b"pass",
    [1], {"action": "pass"}, 1 << 26 | 1023,
]

# --- overlay files ------------------------------------------------------------------------------------------------

OVERLAYS: list[str | bytes] = [
    "animals", "animals =", "[animals", "[animals]\n[animals]", "= 3", "animals.401.cost = ", "animals.401.cost = 1.5",
    "animals.401.cost = -1", "animals.401.cost = 256", "animals.401.cost = true", 'animals.401.cost = "17"',
    "animals.401.cost = 1979-05-27", "animals.401.cost = nan", "animals.401.cost = [1]", "animals.401.cots = 1",
    "animals.999.cost = 1", "animals.S201.cost = 1", 'animals.401 = "cheap"', "animals = 5", "animals = [1]",
    "monkeys.1 = 2",
    "animals.401.size = 9", "animals.401.icons = [1]", 'animals.401.icons = ["unicorn"]', "animals.401.enabled = 1",
    "animals.401.effects = 1", "animals.401.effects.9.n = 1", 'animals.401.effects.0.op = "fly"',
    "animals.401.effects.0.n = 0",
    "sponsors.201.level = 99", "sponsors.201.level = []", "sponsors.203.effects.0.tiers = [[2, 5], [1, 2]]",
    "projects.101.slots = 3", "projects.101.slots = []", "final_scoring.001.effects = []\nfinal_scoring.012.cap = 1",
    "maps.Z.bonuses = []", "maps.3.bonuses = 5", "maps.3.bonuses = [[0, 0]]", 'maps.3.ability = "flight"',
    "maps.A.cells = []",
    'shapes.kiosk.cells = "x"', "shapes.castle.cells = []", "shapes.kiosk.cells = []",
    "shapes.enclosure_2.cells = [[0, 0], [5, 5]]",
    "setup.money = -5", "setup.money = 99999999999999999999", "setup.mony = 5", "setup = 5",
    "rulings.determination = 5",
    'rulings.determination = "maybe"', 'rulings.dance = "yes"', "actions.cards.draw.1.9 = 5",
    "actions.cards.draw.x = 5",
    "actions.cards.draw = []", "buildings.kiosk_distance = -1", "association.task_value.project = 1000",
    "reputation_track.range = [1]", "conservation_track.white_number = []", "note = ",
    "animals.401.cost = 1\nanimals.401.cost = 2",
    b"\xff\xfe", b"\x00", b"animals.401.cost = 1\x00", "animals.401.name = \"\\ud800\"", "a." * 2000 + "b = 1",
    "animals.401." + "a." * 2000 + "b = 1", "x = " + DEEP, "animals.401.cost = " + "9" * 5000,
]

# --- arguments of the Python interface: (method, arguments) --------------------------------------------------------

CALLS: list[tuple[str, dict]] = [
    ("new", {"players": 0}), ("new", {"players": 5}), ("new", {"players": "2"}), ("new", {"players": 2.5}),
    ("new", {"players": None}), ("new", {"players": HUGE}), ("new", {"seed": -1}), ("new", {"seed": 2**64}),
    ("new", {"seed": "x"}),
    ("new", {"seed": None}), ("new", {"game": -1}), ("new", {"game": 1.5}), ("new", {"maps": "9"}),
    ("new", {"maps": ["A", "A", "A"]}), ("new", {"maps": [None, None]}), ("new", {"maps": 5.0}), ("new", {"maps": ""}),
    ("new", {"map_mode": "auction"}), ("new", {"map_mode": None}), ("new", {"solo_difficulty": "easy"}),
    ("new", {"removed": {"cards": [999]}}),
    ("new", {"removed": {"finals": [-1]}}), ("new", {"removed": {"dogs": [1]}}), ("new", {"removed": {"cards": "x"}}),
    ("new", {"removed": [1]}), ("new", {"removed": {"tiles": [1.5]}}),
    ("play", {"policy": "gready"}), ("play", {"policy": ""}), ("play", {"policy": None}),
    ("play", {"policy": 5}), ("play", {"seed": -1}), ("play", {"turn_limit": -1}), ("play", {"turn_limit": 10**9}),
    ("play", {"turn_limit": "x"}), ("observe", {"seat": -1}), ("observe", {"seat": 2}), ("observe", {"seat": "0"}),
    ("observe", {"seat": None}), ("determinize", {"seat": 7, "seed": 1}), ("determinize", {"seat": 0, "seed": -1}),
    ("determinize", {"seat": 0, "seed": "x"}), ("action_from_dense", {"i": -1}), ("action_from_dense", {"i": 10**9}),
    ("dense_index", {"action": 63 << 26}), ("dense_index", {"action": "fly"}),
]

# --- command lines: words, and the exit code ------------------------------------------------------------------------

USAGE, DATA = 2, 3
COMMANDS: list[tuple[list[str], int]] = [
    (["rnu"], USAGE), (["--fly"], USAGE), ([""], USAGE), (["run", "extra"], USAGE), (["run", "--fly"], USAGE),
    *((["run", "-n", value], USAGE) for value in ("0", "-5", "1.5", "x", "", "10t", "1e9", "1" * 400, "0.0001k", "inf")),
    *((["run", "-n", "1", "--players", value], USAGE) for value in ("0", "5", "two", "", "-1", "1.5", "2,3")),
    *((["run", "-n", "1", "--map", value], USAGE) for value in ("9", "1,2,3", "", "A,", ",", "x" * 5000, "all,A")),
    *((["run", "-n", "1", "--policy", value], USAGE) for value in ("gready", "random,random,random", "", ",", "os.system")),
    *((["run", "-n", "1", "--seed", value], USAGE) for value in ("-1", str(2**64), "x", "9" * 5000, "", "1.0", "0x10")),
    *((["run", "-n", "1", "-j", value], USAGE) for value in ("0", "-1", "x", "99999")),
    *((["run", "-n", "1", "--turn-limit", value], USAGE) for value in ("-1", "x", str(10**30))),
    (["run", "-n", "1", "--map-mode", "auction"], USAGE), (["run", "-n", "1", "--solo-difficulty", "easy"], USAGE),
    (["run", "-n"], USAGE), (["run", "-n", "1", "--rules", "no such file.toml"], DATA),
    (["run", "-n", "1", "--policy", "no-such.py:x"], DATA), (["run", "-n", "1", "--policy", "greedy:@no-such"], DATA),
    (["show", "policy", "greedy:@no-such"], DATA), (["tune", "--start", "greedy:@no-such"], DATA),
    (["run", "-n", "1", "--rules", "/"], DATA),
    (["run", "-n", "1", "--output", "/no/such/folder/x.json"], DATA), (["run", "-n", "1", "-o", "/"], DATA),
    (["verify", "-n", "0"], USAGE), (["verify", "-n", "1", "--players", "5"], USAGE),
    (["verify", "-n", "1", "-p", ""], USAGE),
    (["verify", "-n", "1", "-p", "1,,2"], USAGE), (["verify", "-n", "1", "--every", "second"], USAGE),
    (["verify", "-n", "1", "--start", "-1"], USAGE), (["verify", "-n", "1", "--rules", "none.toml"], DATA),
    (["show"], USAGE), (["show", "dog"], USAGE), (["show", "card"], USAGE), (["show", "card", "A999"], USAGE),
    (["show", "card", ""], USAGE), (["show", "card", "a" * 5000], USAGE), (["show", "map", "Z"], USAGE),
    (["show", "map"], USAGE),
    (["show", "policy", "gready"], USAGE), (["show", "ruleset", "--rules", "none.toml"], DATA),
    (["show", "rules", "--fly"], USAGE),
    (["bench", "--seconds", "-1"], USAGE), (["bench", "--seconds", "x"], USAGE), (["bench", "--players", "9"], USAGE),
    (["bench", "--compare", "none.json"], DATA), (["bench", "--fail-above", "x"], USAGE), (["info", "extra"], USAGE),
    (["perft"], USAGE), (["perft", "ark1", "--depth", "0"], USAGE), (["perft", "ark1", "--depth", "x"], USAGE),
    (["perft", "ark1", "--place", "castle"], USAGE), (["perft", "ark1", "--place", ","], USAGE),
    (["perft", "ark2"], DATA), (["perft", "--suite", "none.json"], DATA),
    (["perft", "ark1", "--rules", "none.toml"], DATA), (["show", "rules", "R99"], USAGE),
    (["info", "--rules", "none.toml"], DATA), (["completion", "cmd.exe"], USAGE), (["completion"], USAGE),
]
