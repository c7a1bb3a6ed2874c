"""The table as one seat sees it, in lines of text; everything comes from an observation."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arknova_fast.report.cardwords import card_words, icon_words, plain

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset
    from arknova_fast.hidden import Observation

Seen = dict[str, Any]


def name_of(ruleset: Ruleset, key: str | None) -> str:
    """Key and name of a card, or a word for an unknown or missing one."""
    from arknova_fast.arguments import names_of

    if key is None:
        return "empty"
    if key == "?":
        return "unknown card"
    if key[0] == "F":
        return f"{key} {ruleset.data['final_scoring'][key[1:]]['name']}"
    return f"{key} {names_of(ruleset).card_names[key]}"


def card_line(ruleset: Ruleset, key: str | None) -> str:
    words = card_words(ruleset, key) if key and key != "?" else ""
    return f"{name_of(ruleset, key)}{f': {words}' if words else ''}"


def track_table(seen: Seen, scores: list[int]) -> list[str]:
    """The tracks of every seat."""
    lines = ["seat  map  money  appeal  cons.  rep.  X-tokens  score  hand  workers"]
    for seat, score in zip(seen["seats"], scores, strict=True):
        mark = ">" if seat["seat"] == seen["seat"] else " "
        lines.append(f"{mark}{seat['seat']:>3}  {seat['map']:>3}  {seat['money']:>5}  {seat['appeal']:>6}  "
                     f"{seat['conservation']:>5}  {seat['reputation']:>4}  {seat['x_tokens']:>8}  {score:>5}  "
                     f"{seat['hand_size']:>4}  {seat['workers']:>7}")
    return lines


def score_list(ruleset: Ruleset, seen: Seen) -> list[int]:
    """Victory points as they stand: appeal plus white number less 100."""
    white = ruleset.data["boards"]["conservation_track"]["white_number"]
    return [seat["appeal"] + white[seat["conservation"]] for seat in seen["seats"]]


def action_line(seat: Seen) -> str:
    """The action cards from slot 1 on; II for upgraded, tokens behind."""
    parts = []
    for slot, card in enumerate(seat["action_cards"], 1):
        marks = [" II"] if card in seat["upgraded"] else []
        marks += [f" {token}" for token in ("venom", "constriction") if card in seat[token]]
        marks += [f" multiplier x{seat['multiplier'][card]}"] if card in seat["multiplier"] else []
        parts.append(f"{slot} {card}{''.join(marks)}")
    return "   ".join(parts)


def hand_lines(ruleset: Ruleset, seen: Seen) -> list[str]:
    own = seen["seats"][seen["seat"]]
    lines = [f"Your hand ({own['hand_size']})"]
    lines += [f"  {i}  {card_line(ruleset, key)}" for i, key in enumerate(own["hand"], 1)]
    lines += [f"  final scoring  {card_line(ruleset, key)}" for key in own["finals"]]
    drawn = [key for key in seen["drawn"] if key != "?"]
    return lines + ([f"  drawn or revealed  {card_line(ruleset, key)}" for key in drawn])


def display_lines(ruleset: Ruleset, seen: Seen) -> list[str]:
    lines = [f"Display (deck {seen['deck_size']}, discard pile {seen['discard_size']})"]
    lines += [f"  {slot}  {card_line(ruleset, key)}" for slot, key in enumerate(seen["display"], 1)]
    lines.append("Projects")
    for project in (*seen["base_projects"], *seen["projects"]):
        owners = [f"player {slot}" if isinstance(slot, int) else slot or "free" for slot in project["slots"]]
        lines.append(f"  {card_line(ruleset, project['card'])}; slots {', '.join(owners)}")
    tiles = [plain(tile) if tile else "taken" for tile in seen["bonus_tiles"]]
    lines += [f"Bonus tiles {', '.join(tiles)}",
              f"Association board: partner zoos {plain(seen['partner_zoos']) or 'none'}; universities "
              f"{plain(seen['universities']) or 'none'}; donations {seen['donations']}"]
    return lines


def zoo_cards(ruleset: Ruleset, seat: Seen) -> list[str]:
    """What a seat has besides its map: cards, icons, association."""
    icons = [icon for icon, n in seat["icons"].items() for _ in range(n)]
    played = ", ".join(name_of(ruleset, key) for key in seat["zoo"])
    partners, universities = plain(seat["partner_zoos"]), plain(seat["universities"])
    return [f"  actions  {action_line(seat)}", f"  icons  {icon_words(icons) or 'none'}",
            f"  cards  {played or 'none'}",
            f"  partner zoos  {partners or 'none'}; universities  {universities or 'none'}; supported projects  "
            f"{seat['supported']}"]


def other_lines(ruleset: Ruleset, seen: Seen) -> list[str]:
    """The other players: what lies open, and the cards in their hands that were seen."""
    lines = []
    for seat in seen["seats"]:
        if seat["seat"] == seen["seat"]:
            continue
        known = [name_of(ruleset, key) for key in seat["hand"] if key != "?"]
        hidden = seat["hand_size"] - len(known)
        hand = ", ".join(known + ([f"{hidden} unknown"] if hidden else []))
        buildings = ", ".join(map(plain, seat["buildings"]))
        lines += [f"Player {seat['seat']} on map {seat['map']}", *zoo_cards(ruleset, seat),
                  f"  hand  {hand or 'empty'}", f"  buildings  {buildings or 'none'}"]
    return lines or ["There are no other players."]


def board_lines(ruleset: Ruleset, observation: Observation) -> list[str]:
    """The compact board of a decision: tracks, action cards, hand and display."""
    seen = observation.as_dict()
    own = seen["seats"][seen["seat"]]
    solo = f", solo round {seen['solo_round']}, {seen['solo_left']} turns left in it" if seen["solo_round"] else ""
    end = "" if seen["end_cause"] == "none" else ", the end is triggered"
    head = f"Turn {seen['turn']}, break in {seen['break_left']} (breaks so far {seen['breaks']}){solo}{end}"
    return [head, *track_table(seen, score_list(ruleset, seen)), *zoo_cards(ruleset, own),
            *hand_lines(ruleset, seen), *display_lines(ruleset, seen)]
