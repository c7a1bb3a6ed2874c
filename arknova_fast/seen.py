"""An observation as nested dicts with names; the numbers are those of the masked state (see ``infosets/mask.pyx``)."""
from __future__ import annotations

from typing import Any

from arknova_fast.arguments import ACTION_CARDS, Names, names_of
from arknova_fast.cards import vocabulary as voc
from arknova_fast.core.types import EndCause, FrameKind, Phase

UNKNOWN = 254
NO_CARD = 255
SCALARS = "money appeal conservation reputation x_tokens workers workers_idle supported".split()


def bits(mask: Any) -> list[int]:
    return [i for i in range(int(mask).bit_length()) if int(mask) >> i & 1]


def keys(names: Names, words: Any) -> list[str]:
    """The cards of a set, ascending."""
    return [names.card_of[64 * w + i] for w in range(4) for i in bits(words[w])]


def card(names: Names, i: Any) -> str | None:
    """A key, ``"?"`` for an unknown card, None for an empty place."""
    return None if i == NO_CARD else "?" if i == UNKNOWN else names.card_of[int(i)]


def finals(names: Names, mask: Any) -> list[str]:
    return [key for key, i in names.finals.items() if int(mask) >> i & 1]


def cells(names: Names, mask: Any) -> list[str]:
    return [names.cell_of[i] for i in bits(mask)]


def buildings(names: Names, player: Any) -> list[str]:
    """Single cells first, then the larger buildings in the order they were built."""
    found = [
        f"{kind} {cell}"
        for kind, field in (("kiosk", "kiosk"), ("pavilion", "pavilion"), ("enclosure_1", "enclosure1"))
        for cell in cells(names, player[field])
    ]
    return found + [names.place_of[int(pid)] for pid in player["multi"][: int(player["n_multi"])]]


def player_dict(ruleset: Any, names: Names, player: Any, sizes: dict, p: int, own: bool) -> dict:
    known = keys(names, player["hand"])
    return {
        "seat": p,
        "map": "?" if player["map"] == UNKNOWN else ruleset.map_code(int(player["map"])),
        **{name: int(player[name]) for name in SCALARS},
        "hand_size": sizes["hand"][p],
        "hand": known if own else known + ["?"] * (sizes["hand"][p] - len(known)),
        "finals": finals(names, player["finals"]) if own else ["?"] * sizes["finals"][p],
        "zoo": keys(names, player["zoo"]),
        "icons": {icon: int(player["icons"][i]) for icon, i in voc.ICONS.items() if player["icons"][i]},
        "action_cards": [ACTION_CARDS[i] for i in player["order"]],
        "upgraded": [ACTION_CARDS[i] for i in bits(player["upgraded"])],
        "venom": [ACTION_CARDS[i] for i in bits(player["venom"])],
        "constriction": [ACTION_CARDS[i] for i in bits(player["constriction"])],
        "multiplier": {ACTION_CARDS[i]: int(n) for i, n in enumerate(player["multiplier"]) if n},
        "workers_on": {task: int(player["workers_on"][i]) for task, i in voc.TASKS.items()},
        "partner_zoos": [voc.CONTINENTS[i] for i in bits(player["partner_zoos"])],
        "universities": [names.universities[i] for i in bits(player["universities"])],
        "left_tokens": [i + 1 for i in bits(player["left_tokens"])],
        "buildings": buildings(names, player),
        "occupied": cells(names, player["occupied"]),
    }


def projects(names: Names, cards: Any, slots: Any, n: int) -> list[dict]:
    """Projects of a row; a slot is None, the seat that supports it, or ``"blocked"``."""
    owner = {0: None, 255: "blocked"}
    return [
        {"card": names.card_of[int(cards[i])], "slots": [owner.get(int(s), int(s) - 1) for s in slots[i]]}
        for i in range(n)
    ]


def decision_dict(names: Names, masked: Any) -> dict | None:
    if masked["n_frames"] == 0:
        return None
    frame = masked["frame"][int(masked["n_frames"]) - 1]
    return {
        "kind": FrameKind(int(frame["kind"])).name.removeprefix("FRAME_"),
        "player": int(frame["player"]),
        "card": card(names, frame["card"]),
    }


def observation_dict(ruleset: Any, masked: Any, sizes: dict) -> dict[str, Any]:
    """The nested form of a masked state and the sizes of its hidden parts."""
    names = names_of(ruleset)
    seat = sizes["seat"]
    own = masked["player"][seat]
    base = keys_of_pile(ruleset, names, masked["base_pile"])
    limbo = keys(names, masked["limbo"])
    return {
        "seat": seat,
        "players": int(masked["n_players"]),
        "turn": int(masked["turn"]),
        "phase": Phase(int(masked["phase"])).name.removeprefix("PHASE_").lower(),
        "turn_owner": int(masked["turn_owner"]),
        "decision": decision_dict(names, masked),
        "display": [card(names, i) for i in masked["display"]],
        "deck_size": int(masked["n_deck"]),
        "discard_size": sizes["discard"],
        "discard": keys(names, masked["discard"]),
        "drawn": limbo + ["?"] * (sizes["limbo"] - len(limbo)),
        "base_projects": projects(names, masked["base_card"], masked["base_slot"], int(masked["n_base"])),
        "projects": projects(names, masked["above_card"], masked["above_slot"], int(masked["n_above"])),
        "base_pile": base + ["?"] * (sizes["base"] - len(base)),
        "final_pile_size": int(masked["n_final"]),
        "drawn_finals": finals(names, masked["final_limbo"]) or ["?"] * sizes["final_limbo"],
        "bonus_tiles": [None if t == 255 else ruleset.data["boards"]["bonus_tiles"][t]["id"] for t in masked["tile"]],
        "partner_zoos": [voc.CONTINENTS[i] for i in bits(masked["partner_board"])],
        "universities": [names.universities[i] for i in bits(masked["university_board"])],
        "donations": int(masked["donations"]),
        "break_left": int(masked["break_left"]),
        "breaks": int(masked["breaks"]),
        "solo_round": int(masked["solo_round"]),
        "solo_left": int(masked["solo_left"]),
        "end_cause": EndCause(int(masked["end_cause"])).name.removeprefix("END_").lower(),
        "map_offer": [ruleset.map_code(int(i)) for i in own["map_offer"]] if masked["map_mode"] == 1 else [],
        "pouched": {
            "own": [key for key in keys(names, masked["aside"]) if key in keys(names, own["seen"])],
            "under": [
                {"card": card(names, masked["pouch_card"][i]), "host": card(names, masked["pouch_host"][i])}
                for i in range(int(masked["n_pouched"]))
            ],
        },
        "remembered": keys(names, own["seen"]),
        "seats": [
            player_dict(ruleset, names, masked["player"][p], sizes, p, p == seat)
            for p in range(int(masked["n_players"]))
        ],
    }


def keys_of_pile(ruleset: Any, names: Names, pile: Any) -> list[str]:
    first = voc.BLOCKS[-1].base
    return [names.card_of[first + i] for i in bits(pile)]
