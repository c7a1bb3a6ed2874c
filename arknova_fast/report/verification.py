"""What a verification run exercised: every card, ability, effect opcode, decision kind, action verb and map ability.

Some opcodes never pass through the table of running effects; they are counted by what shows that they took effect,
and each entry says how it was counted. Opcodes that nothing in the ruleset uses are listed as such, not as exercised.
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from arknova_fast.cards import compile as rows_of
from arknova_fast.cards import vocabulary as voc
from arknova_fast.core.types import FrameKind, MapAbility, Op, Verb
from arknova_fast.io.aggregates import Histogram
from arknova_fast.report.summary import histogram_figures

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset

SCHEMA = "arknova-fast/verify-report/1"
ENOUGH = 2000  # games of each player count from which on something never exercised is a failure
LAST_CAUSE = {1: "turn", 2: "break", 3: "solo_rounds", 4: "unfinished"}
# Effects that the engine itself makes, whatever the cards say.
ENGINE_OPS = ("cons_choice", "cons_tile", "cons_discard", "move_in", "h_space", "income_appeal", "income_kiosks",
              "income_map", "hypnosis_action")
# What cannot happen when all games are solo (R27.14, R27.15).
INTERACTIVE = {"VENOM", "CONSTRICTION", "HYPNOSIS", "HYPNOSIS_ACTION", "PILFERING", "COMPARE_RIGHT", "VICTIM", "PILFER",
               "TARGET", "GIVE_CARD", "PAY", "F009"}


@dataclass
class Item:
    """One thing that games can exercise."""

    section: str
    id: str
    name: str
    count: int
    how: str
    expected: bool = True


def total(tallies: Iterable[dict[str, Any]], name: str) -> list[int]:
    """A list of counts added up over tallies."""
    return [sum(column) for column in zip(*(tally[name] for tally in tallies), strict=True)]


def card_items(ruleset: Ruleset, tallies: list[dict]) -> Iterator[Item]:
    played, held = total(tallies, "played"), total(tallies, "final_held")
    for section, how in (("animals", "entered a zoo"), ("sponsors", "entered a zoo"), ("projects", "supported")):
        for key, card in ruleset.data[section].items():
            index = ruleset.card_index(key)
            yield Item(section, ruleset.card_key(index), card["name"], played[index], how, card["enabled"])
    for i, (key, card) in enumerate(ruleset.data["final_scoring"].items()):
        yield Item("final_scoring", f"F{key}", card["name"], held[i], "held at the end", card["enabled"])


def ability_items(ruleset: Ruleset, tallies: list[dict]) -> Iterator[Item]:
    """Animal abilities: plays of animals that have them; where the opcode belongs to the ability, its runs."""
    played, runs, verbs = total(tallies, "played"), total(tallies, "op"), total(tallies, "verb")
    plays: dict[str, int] = {}
    for key, card in ruleset.data["animals"].items():
        for effect in card["effects"]:
            plays[effect["op"]] = plays.get(effect["op"], 0) + played[ruleset.card_index(key)] * card["enabled"]
    for name in sorted(plays):
        op = voc.EFFECT_OPS[name].op or name
        if op == "flock":
            yield Item("abilities", name, name, verbs[Verb.SHARE], "animals that shared an enclosure")
        elif op in ("worker", "x_token", "free_building"):
            yield Item("abilities", name, name, plays[name], "animals played with it")
        else:
            count = min(plays[name], runs[voc.OPS[op]])
            yield Item("abilities", name, name, count, "animals played with it, or games that ran it if fewer")


def used_ops(ruleset: Ruleset) -> tuple[set[int], dict[int, list[int]], dict[int, list[int]]]:
    """Opcodes the enabled data and the engine use; cards and final scoring cards by opcode."""
    data = ruleset.data
    kinds = rows_of.kind_names(data)
    cards, effects = rows_of.card_rows(data, kinds)
    finals = rows_of.final_rows(data, kinds, effects)
    by_card: dict[int, list[int]] = {}
    by_final: dict[int, list[int]] = {}
    for rows, found in ((cards, by_card), (finals, by_final)):
        for index, row in enumerate(rows):
            start = row["effect_start"]
            for effect in effects[start : start + row["n_effects"]] if row["enabled"] else ():
                found.setdefault(effect["op"], []).append(index)
    used = {voc.OPS[name] for name in ENGINE_OPS} | set(by_card) | set(by_final)
    for bonus in printed_bonuses(data):
        used.add(rows_of.bonus_row(bonus)[0])
    return used, by_card, by_final


def printed_bonuses(data: dict) -> Iterator[dict]:
    """Every bonus of maps, tiles, tracks and buildings."""
    lists = [data["boards"]["bonus_tiles"], data["boards"]["reputation_track"]["bonus"]]
    lists.append([shape.get("bonus") for shape in data["shapes"].values()])
    for zoo in data["maps"].values():
        lists += [zoo[name] for name in ("bonuses", "left", "partner_zoos", "universities", "workers")]
        lists.append([zoo["cover"]])
    for bonus in (bonus for entries in lists for bonus in entries):
        if bonus:
            yield bonus


def op_items(ruleset: Ruleset, tallies: list[dict]) -> Iterator[Item]:
    """Effect opcodes, each counted in the way that fits how the engine carries it out."""
    runs, played, held = total(tallies, "op"), total(tallies, "played"), total(tallies, "final_held")
    used, by_card, by_final = used_ops(ruleset)
    special = {
        "OP_MONEY": (sum(tally["money_rose"] for tally in tallies), "games in which a decision brought money"),
        "OP_X_TOKEN": (sum(tally["tokens_rose"] for tally in tallies), "games in which a decision brought X-tokens"),
        "OP_FLOCK": (total(tallies, "verb")[Verb.SHARE], "animals that shared an enclosure"),
    }
    for op in Op:
        if op.name == "N_OPS":
            continue
        name = op.name.removeprefix("OP_")
        if op == 0 or op not in used:
            yield Item("ops", name, name.lower(), runs[op], "nothing in this ruleset has it", False)
        elif op.name in special:
            yield Item("ops", name, name.lower(), *special[op.name])
        elif op.name in ("OP_PERMANENT", "OP_CARD_TOKENS"):
            count = sum(played[card] for card in set(by_card[op]))
            yield Item("ops", name, name.lower(), count, "sponsors with it that entered a zoo")
        elif op.name in ("OP_COMPARE_RIGHT", "OP_CHECKLIST"):
            count = sum(held[card] for card in set(by_final[op]))
            yield Item("ops", name, name.lower(), count, "final scoring cards with it held at the end")
        else:
            yield Item("ops", name, name.lower(), runs[op], "games that ran it")


def kind_items(tallies: list[dict]) -> Iterator[Item]:
    kinds, verbs = total(tallies, "kind"), total(tallies, "verb")
    asking = [kind for kind in FrameKind if kind >= FrameKind.FRAME_MAP_PICK and kind.name != "N_FRAMES"]
    for kind in asking:
        name = kind.name.removeprefix("FRAME_")
        yield Item("decisions", name, name.lower(), kinds[kind], "decisions")
    for verb in Verb:
        if verb.name != "N_VERBS":
            yield Item("verbs", verb.name, verb.name.lower(), verbs[verb], "actions taken")


def map_items(ruleset: Ruleset, tallies: list[dict]) -> Iterator[Item]:
    zoos, money, abilities = total(tallies, "map"), total(tallies, "map_money"), total(tallies, "ability")
    for i, (code, zoo) in enumerate(ruleset.data["maps"].items()):
        kind = zoo["ability"]["kind"]
        yield Item("maps", f"map {code}", zoo["name"], zoos[i], "zoos")
        if kind != "none":
            count = abilities[int(getattr(MapAbility, kind.upper()))]
            yield Item("map_abilities", f"map {code}", zoo["name"], count, f"games in which {kind} took effect")
        elif zoo["group"] == "advanced":
            yield Item("map_abilities", f"map {code}", zoo["name"], money[i], "zoos that covered a money bonus")


def verify_report(ruleset: Ruleset, tallies: dict[int, dict[str, Any]]) -> dict[str, Any]:
    """The report of a verification.

    Parameters
    ----------
    ruleset : Ruleset
    tallies : dict
        ``Tally.as_dict()`` by number of players.

    Returns
    -------
    dict
        Totals, games by player count, violations, all items with their counts, and the items never exercised.
        ``conclusive`` tells whether there were enough games to expect every item.
    """
    counts = list(tallies.values())
    items = [*card_items(ruleset, counts), *ability_items(ruleset, counts), *op_items(ruleset, counts),
             *kind_items(counts), *map_items(ruleset, counts)]
    if max(tallies) == 1:
        for item in items:
            item.expected &= item.id not in INTERACTIVE and item.id.upper() not in INTERACTIVE
    sums = {name: sum(tally[name] for tally in counts)
            for name in ("games", "decisions", "choices", "tried", "violations", "unfinished")}
    longest = max(counts, key=lambda tally: tally["longest"])
    return {
        **sums,
        "deepest": {name: max(tally[f"deepest_{name}"] for tally in counts) for name in ("frames", "open", "deferred")},
        "longest_list": {"actions": longest["longest"],
                         "decision": FrameKind(longest["longest_kind"]).name.removeprefix("FRAME_")},
        "by_players": [player_line(players, tally) for players, tally in tallies.items()],
        "breaches": [breach_line(breach) for tally in counts for breach in tally["breaches"]],
        "items": [asdict(item) for item in items],
        "never": [f"{item.section} {item.id}" for item in items if item.expected and not item.count],
        "conclusive": all(tally["games"] + tally["violations"] >= ENOUGH for tally in counts),
    }


def player_line(players: int, tally: dict[str, Any]) -> dict[str, Any]:
    ends = {name: tally["end_cause"][cause] for cause, name in LAST_CAUSE.items()}
    ends["unfinished"] = tally["unfinished"]
    games = tally["games"]
    lengths = Histogram()
    lengths.counts.update({turns: count for turns, count in enumerate(tally["length"]) if count})
    return {"players": players, "games": games, "decisions": tally["decisions"],
            "violations": tally["violations"], "end_triggers": ends,
            "natural_share": 1 - tally["unfinished"] / games if games else None, "turns": histogram_figures(lengths)}


def breach_line(breach: dict[str, Any]) -> dict[str, Any]:
    kind = FrameKind(breach["kind"]).name.removeprefix("FRAME_")
    verb = Verb(breach["verb"]).name if breach["verb"] < len(Verb) else str(breach["verb"])
    return breach | {"kind": kind, "verb": verb}
