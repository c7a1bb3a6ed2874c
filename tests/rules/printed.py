"""What is printed on cards, maps and boards, from the facts that all expectations of these tests come from."""
from __future__ import annotations

import json
from pathlib import Path

FACTS = Path(__file__).parents[1] / "facts"


def facts(name: str):
    return json.loads((FACTS / f"{name}.json").read_text(encoding="utf-8"))


ANIMALS = {f"A{card['id']}": card for card in facts("animals")}
SPONSORS = {f"S{card['id']}": card for card in facts("sponsors")["cards"]}
PROJECTS = {f"P{card['id']}": card for card in facts("projects")["cards"]}
MAPS = {entry["id"]: entry for entry in facts("maps")["maps"]}
KINDS = {shape["id"]: shape for shape in facts("shapes")["buildings"]}
BOARDS = facts("boards")
ORDER = ["animals", "association", "build", "cards", "sponsors"]  # slots 1-5 of a default player
