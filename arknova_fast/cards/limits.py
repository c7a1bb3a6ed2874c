"""Checks of the data that look at several records: references, and the capacities of the compiled tables."""
from __future__ import annotations

from collections.abc import Iterator

from arknova_fast.cards import vocabulary as voc
from arknova_fast.cards.geometry import mask_of, placements, same_shape
from arknova_fast.errors import CardDataError, nearest

# Capacities of the C structs (types.pxd, tables.pxd).
MAX_KINDS, MAX_PLACEMENTS, MAX_EFFECTS, MAX_MAPS = 32, 8192, 640, 32
# Of the 22 effects that can be open, 6 are kept for what others lead to; of the 10 deferred, 6 for extra actions and
# moves of action cards.
MAX_OPEN, MAX_DEFERRED = 22 - 6, 10 - 6
MAX_TOKEN_CARDS, MAX_SPEND_ICON, MAX_POUCHED, MAX_IN_SPECIAL = 4, 2, 8, 32

# Resources that need no place among the open effects, and those of which all gains are joined.
AT_ONCE, TRACKS = frozenset({"money", "x_token"}), frozenset({"appeal", "conservation", "reputation", "worker"})


def fail(section: str, key: str, field: str, message: str) -> None:
    raise CardDataError(section, key, field, message)


def effects_of(data: dict, op: str) -> Iterator[tuple[str, str, int, dict]]:
    """``(section, key, position, effect)`` of every effect with that op, in card order."""
    for section in ("animals", "sponsors"):
        for key, card in data[section].items():
            for i, effect in enumerate(card["effects"]):
                if effect["op"] == op:
                    yield section, key, i, effect


def check_shapes(data: dict) -> None:
    shapes, total = data["shapes"], 0
    for kind in voc.KINDS:
        if kind not in shapes:
            fail("shapes", kind, "", "every ruleset needs this kind of building")
    if len(shapes) > MAX_KINDS:
        fail("shapes", "", "", f"at most {MAX_KINDS} kinds of buildings fit, got {len(shapes)}")
    for kind, shape in shapes.items():
        size, category = len(shape["cells"]), shape["category"]
        wanted = "unique" if kind not in voc.KINDS else "special_enclosure" if kind in voc.SPECIAL_KINDS else (
            "standard_enclosure" if kind.startswith("enclosure") else kind)
        if category != wanted:
            fail("shapes", kind, "category", f"expected {wanted}, got {category}")
        if (kind in ("kiosk", "pavilion") and size != 1) or (kind.startswith("enclosure_") and size != int(kind[-1])):
            fail("shapes", kind, "cells", f"a {kind} cannot have {size} cells")
        if category in ("special_enclosure", "unique"):
            if size < 2:
                fail("shapes", kind, "cells", "expected two cells or more")
            if shape["limit"] != 1:
                fail("shapes", kind, "limit", "expected 1: there is at most one in each zoo")
        elif shape["limit"] is not None:
            fail("shapes", kind, "limit", "only special enclosures and unique buildings have a limit")
        if category == "unique":
            if shape["build"] is not None:
                fail("shapes", kind, "build", "unique buildings come with their sponsor only")
            if shape["card"] is None or data["sponsors"][shape["card"]]["building"] != kind:
                fail("shapes", kind, "card", "expected the sponsor whose building this is")
        elif shape["card"] is not None:
            fail("shapes", kind, "card", "only unique buildings belong to a card")
        total += len(placements(tuple(map(tuple, shape["cells"]))))
    if total > MAX_PLACEMENTS:
        fail("shapes", "", "", f"at most {MAX_PLACEMENTS} placements fit, got {total}")


def check_unique(data: dict) -> None:
    shapes = data["shapes"]
    for key, card in data["sponsors"].items():
        kind = card["building"]
        if kind is not None and (kind not in shapes or shapes[kind]["card"] != key):
            fail("sponsors", key, "building", f"no unique building {kind!r} of this card in shapes"
                 + nearest(kind, shapes))
        for i, effect in enumerate(card["effects"]):
            count = effect.get("count") or {}
            if count.get("kind") == "adjacent" and (
                count["building"] not in shapes or shapes[count["building"]]["category"] != "unique"
            ):
                fail("sponsors", key, f"effects.{i}.count.building", "expected the name of a unique building"
                     + nearest(count["building"], shapes))


def check_animals(data: dict) -> None:
    in_special = dict.fromkeys(voc.SPECIAL_KINDS, 0)
    pouched = 0
    for key, card in data["animals"].items():
        special = card["special"] and card["special"]["kind"]
        if special:
            in_special[special] += 1
        if (card["size"] is None) != (special == "petting_zoo"):
            fail("animals", key, "size", "petting zoo animals, and only they, have no size")
        pouched += sum(effect["n"] for effect in card["effects"] if effect["op"] == "pouch")
        if pouched > MAX_POUCHED:
            fail("animals", key, "effects", f"all pouch abilities together may hold {MAX_POUCHED} cards at most")
    for kind, n in in_special.items():
        if n > MAX_IN_SPECIAL:
            fail("animals", "", "special", f"at most {MAX_IN_SPECIAL} animals can have a {kind}, got {n}")


def check_special_ops(data: dict) -> None:
    """Ops that need a partner on their card, or a place in a small table."""
    with_tokens = [key for _, key, _, _ in effects_of(data, "card_tokens")]
    if len(with_tokens) > MAX_TOKEN_CARDS or len(set(with_tokens)) < len(with_tokens):
        fail("sponsors", with_tokens[-1], "effects", f"at most {MAX_TOKEN_CARDS} cards can hold tokens, once each")
    for op in ("spend_icon", "sponsor_for_money"):
        found = list(effects_of(data, op))
        for section, key, i, _ in found:
            if key not in with_tokens:
                fail(section, key, f"effects.{i}", f"{op} needs card_tokens on the same card")
        if op == "spend_icon" and len(found) > MAX_SPEND_ICON:
            fail(found[-1][0], found[-1][1], "effects", f"at most {MAX_SPEND_ICON} cards can have spend_icon")
    for op, arg in (("dominance", "project"), ("task_value", "n")):
        found = list(effects_of(data, op))
        for section, key, i, effect in found[1:]:
            if effect[arg] != found[0][3][arg]:
                fail(section, key, f"effects.{i}.{arg}", f"all {op} effects have to name the same")


def waiting(effects: list, when: str) -> tuple[set[str], int]:
    """Gains on the tracks, which are joined, and the other effects that wait in the open set until they are chosen."""
    tracks: set[str] = set()
    others = 0
    for effect in effects:
        if effect["when"] == when and effect["op"] == "gain":
            tracks |= effect["gain"].keys() & TRACKS
            others += len(effect["gain"].keys() - TRACKS - AT_ONCE)
        elif effect["when"] == when:
            others += 1
    return tracks, others


def check_open_effects(data: dict) -> None:
    """Whatever a zoo holds, the effects opened at once by a break or by a card that is played have to fit."""
    rows = [effect for card in data["sponsors"].values() if card["enabled"] for effect in card["effects"]]
    tracks, others = waiting(rows, "income")
    for code, zoo in data["maps"].items():
        left = [bonus["type"] for bonus in zoo["left"] if bonus["income"]]
        found = len(tracks | (set(left) & TRACKS)) + others + sum(bonus not in TRACKS | AT_ONCE for bonus in left)
        if found + 3 > MAX_OPEN:  # appeal, kiosks and the ability of the map pay as well
            fail("sponsors", "", "effects", f"{found} kinds of income are too many on map {code}: at most "
                 f"{MAX_OPEN - 3} can wait to be taken, money and X-tokens aside")
    by_icon = {icon: [row for row in rows if row["when"] == "icon" and row["of"] == icon] for icon in voc.CARD_ICONS}
    for section in ("animals", "sponsors"):
        for key, card in data[section].items():
            icons = [row for icon in set(card["icons"]) for row in by_icon[icon]]
            most = max(waiting(card["effects"], "play")[1], waiting(card.get("solo_effects") or [], "play")[1])
            found = len(TRACKS) + waiting(icons, "icon")[1] + most
            if found > MAX_OPEN:
                fail(section, key, "effects", f"this card can open {found} effects at once, at most {MAX_OPEN} fit")
    clever = sum(row["when"] == "icon" and row["op"] == "clever" for row in rows)
    if clever > MAX_DEFERRED:
        fail("sponsors", "", "effects", f"at most {MAX_DEFERRED} sponsors can give clever for icons, got {clever}")


def check_numbers(data: dict) -> None:
    """Enough cards for four players."""
    setup = data["boards"]["setup"]
    deck = sum(card["enabled"] for section in ("animals", "sponsors") for card in data[section].values())
    deck += sum(card["enabled"] for key, card in data["projects"].items() if int(key) >= 113)
    need = 4 * setup["deal_cards"] + 6
    if deck < need:
        fail("boards", "setup", "deal_cards", f"{need} cards are needed for four players, {deck} are enabled")
    base = sum(card["enabled"] for key, card in data["projects"].items() if int(key) <= 112)
    need = max(setup["base_projects"].values())
    if base < need:
        fail("projects", "", "enabled", f"{need} base projects are needed, {base} are enabled")
    finals = sum(card["enabled"] for card in data["final_scoring"].values())
    if finals < 4 * setup["deal_finals"]:
        fail("final_scoring", "", "enabled", f"{4 * setup['deal_finals']} cards are needed, {finals} are enabled")
    if setup["keep_cards"] > setup["deal_cards"]:
        fail("boards", "setup", "keep_cards", "more than deal_cards")
    rows = sum(
        (len(effect["gain"]) if effect["op"] == "gain" else 2 if effect["op"] == "archaeologist" else 1)
        for section in ("animals", "sponsors", "final_scoring")
        for card in data[section].values()
        for effect in [*card["effects"], *card.get("solo_effects", ())]
    )
    if rows >= MAX_EFFECTS:
        fail("animals", "", "effects", f"fewer than {MAX_EFFECTS} effects fit, got {rows}")


def check_boards(data: dict) -> None:
    boards = data["boards"]
    for track, name in (
        ("appeal_track", "income"), ("conservation_track", "white_number"),
        ("reputation_track", "range"), ("reputation_track", "bonus"),
    ):  # fmt: skip
        spaces = boards[track]["max"] + 1
        if len(boards[track][name]) != spaces:
            fail("boards", track, name, f"expected {spaces} entries, one for each space from 0 to max")
    reputation = boards["reputation_track"]
    if not reputation["start"] <= reputation["max_without_cards_2"] <= reputation["max"]:
        fail("boards", "reputation_track", "max_without_cards_2", "expected start <= max_without_cards_2 <= max")
    if len(boards["solo"]["turns"]) != boards["solo"]["rounds"]:
        fail("boards", "solo", "turns", f"expected {boards['solo']['rounds']} entries, one for each round")
    for side, animals in enumerate(boards["actions"]["animals"]["max_animals"]):
        if animals != sorted(animals):
            fail("boards", "actions", f"animals.max_animals.{side}", "more strength cannot allow fewer animals")
    low, high = boards["association"]["max_partner_zoos"]
    if low > high:
        fail("boards", "association", "max_partner_zoos", "side II cannot allow fewer than side I")
    if len({tile["id"] for tile in boards["bonus_tiles"]}) < len(boards["bonus_tiles"]):
        fail("boards", "bonus_tiles", "id", "two tiles have the same id")


def check_map(code: str, zoo: dict, shapes: dict) -> None:
    rock, water = mask_of(zoo["rock"]), mask_of(zoo["water"])
    if rock & water:
        fail("maps", code, "water", "a cell cannot be rock and water")
    if mask_of(zoo["build2"]) & (rock | water):
        fail("maps", code, "build2", "expected building cells")
    bonus = [tuple(entry["cell"]) for entry in zoo["bonuses"]]
    if mask_of(bonus) & (rock | water) or len(set(bonus)) < len(bonus):
        fail("maps", code, "bonuses", "expected different building cells")
    kind, cells = zoo["ability"]["kind"], zoo["ability"]["cells"]
    single = kind in ("observation_tower", "outdoor_area", "restaurant")
    if (kind == "none") != (not cells) or (single and len(cells) != 1):
        fail("maps", code, "ability.cells", f"{len(cells)} cells do not fit the ability {kind!r}")
    covered = 0
    for i, building in enumerate(zoo["start"]):
        mask = mask_of(building["cells"])
        if not mask or not same_shape(shapes[building["building"]]["cells"], building["cells"]):
            fail("maps", code, f"start.{i}.cells", f"this is no {building['building']}")
        if mask & (rock | water | covered):
            fail("maps", code, f"start.{i}.cells", "expected free building cells")
        covered |= mask


def check_rulings(data: dict) -> None:
    for name, ruling in data["rulings"].items():
        if ruling["choice"] is not None and ruling["choice"] not in ruling["choices"]:
            fail("rulings", name, "", f"expected one of {', '.join(ruling['choices'])}, got {ruling['choice']!r}"
                 + nearest(ruling["choice"], ruling["choices"]))


def check_whole(data: dict) -> None:
    """Raise ``CardDataError`` when records do not fit together or a table would overflow."""
    check_animals(data)
    check_unique(data)
    check_shapes(data)
    check_special_ops(data)
    check_open_effects(data)
    check_boards(data)
    check_numbers(data)
    check_rulings(data)
    if len(data["maps"]) > MAX_MAPS:
        fail("maps", "", "", f"at most {MAX_MAPS} maps fit, got {len(data['maps'])}")
    for code, zoo in data["maps"].items():
        check_map(code, zoo, data["shapes"])
