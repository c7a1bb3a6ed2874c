"""From effects and bonuses to plain rows of numbers: the programs of the cards, one dict per C struct ``Effect``.

The field names are those of ``core/tables.pxd``.
"""
from __future__ import annotations

from typing import Any

from arknova_fast.cards import vocabulary as voc

NONE = 255

Row = dict[str, Any]
EMPTY_EFFECT: Row = {
    "op": 0, "trigger": 0, "trig_arg": 0, "any_zoo": 0, "n": 0, "arg": 0, "resource": 0, "counter": 0, "counter_arg": 0,
    "every": 1, "cap": NONE, "others": 0, "at_least": 0, "optional": 0, "token_slot": NONE, "tiers": (),
    "counter_mask": 0, "perm": 0,
}  # fmt: skip


def icon_mask(icons: Any) -> int:
    """The mask of a named icon set or of a list of icons."""
    return sum(1 << voc.ICONS[icon] for icon in set(voc.ICON_SETS.get(icons, icons) if type(icons) is str else icons))


def counter_fields(count: dict, kinds: list[str]) -> Row:
    kind = count["kind"]
    fields: Row = {"counter": voc.COUNTERS[kind]}
    if "icon" in count:
        fields["counter_arg"] = voc.ICONS[count["icon"]]
    elif "building" in count:
        fields["counter_arg"] = kinds.index(count["building"])
    elif "space" in count:
        fields["counter_arg"] = voc.SPACES[count["space"]]
    elif "size" in count:
        fields["counter_arg"] = count["size"]
    elif "set" in count or "icons" in count:
        fields["counter_mask"] = icon_mask(count.get("set") or count["icons"])
    return fields


def trigger_fields(effect: dict) -> Row:
    when = effect["when"]
    fields: Row = {"trigger": voc.TRIGGERS[when]}
    if when == "icon":
        fields.update(trig_arg=voc.ICONS[effect["of"]], any_zoo=int(effect.get("zoo") == "any"))
    elif when == "cover_next_to":
        fields["trig_arg"] = voc.ICONS[effect["of"]]
    elif when == "animal_class":
        fields["trig_arg"] = voc.SIZE_CLASSES[effect["of"]]
    elif when == "new_kind":
        fields["counter_mask"] = icon_mask(effect["of"])
    return fields


def program_row(effect: dict, kinds: list[str]) -> Row:
    """gain_per, gain_table and gain_if: one row of the counting machine."""
    fields = counter_fields(effect["count"], kinds)
    if effect["op"] == "gain_table":
        fields.update(resource=voc.OPS[effect["resource"]], n=1, tiers=effect["tiers"])
        return fields
    ((resource, n),) = effect["gain"].items()
    fields.update(resource=voc.OPS[resource], n=n)
    if effect["op"] == "gain_if":
        fields["at_least"] = effect["at_least"]
    else:
        cap = NONE if effect["cap"] is None else effect["cap"]
        fields.update(every=effect["every"], cap=cap, others=effect["others"])
    return fields


def argument(effect: dict) -> int:
    """The field ``arg`` of a plain op."""
    if "card" in effect:
        return voc.ACTION_CARDS[effect["card"]]
    if "class" in effect:
        return voc.SIZE_CLASSES[effect["class"]]
    if "building" in effect:
        return voc.KINDS[effect["building"]]
    return voc.ICONS[effect["icon"]] if effect.get("icon") else 0


def effect_rows(effect: dict, kinds: list[str], slot: int = NONE) -> list[Row]:
    """The rows of one effect; ``slot`` is the token place of its card."""
    name = effect["op"]
    spec = voc.EFFECT_OPS[name]
    base = {**EMPTY_EFFECT, **trigger_fields(effect), "optional": int(spec.optional)}
    if name == "gain":
        optional = int(effect["optional"])
        return [{**base, "op": voc.OPS[resource], "n": effect["gain"][resource], "optional": optional}
                for resource in voc.RESOURCES if resource in effect["gain"]]  # fmt: skip
    if spec.op == "program":
        return [{**base, "op": voc.OPS["program"], **program_row(effect, kinds)}]
    row = {**base, "op": voc.OPS[spec.op or name], "n": effect.get("n", 1), "arg": argument(effect), **spec.row}
    if spec.op == "permanent":
        row.update(perm=voc.PERMS[name], n=effect.get("n", 0), token_slot=slot if name == "spend_icon" else NONE)
    elif name == "inventive" and effect["icon"]:
        row.update(op=voc.OPS[f"inventive_{effect['icon']}"], n=1)
    elif name in ("card_tokens", "sponsor_for_money"):
        row["token_slot"] = slot
    elif name == "compare_right":
        row.update(cap=effect["cap"], counter_mask=icon_mask(effect["set"]), resource=voc.OPS["conservation"])
    elif name == "archaeologist":
        border = {**EMPTY_EFFECT, "op": voc.OPS["permanent"], "trigger": voc.TRIGGERS["always"]}
        return [{**border, "perm": voc.PERMS["border_bonus"]}, row]
    return [row]


def bonus_row(bonus: dict | None) -> tuple[int, int, int, int]:
    """``(op, n, arg, optional)`` of a printed bonus."""
    if bonus is None:
        return 0, 0, 0, 0
    spec = voc.BONUSES[bonus["type"]]
    return voc.OPS[spec.op], bonus["n"], spec.arg, int(spec.optional)
