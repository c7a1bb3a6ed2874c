"""Writes the golden playthroughs and the behaviour hash of this folder: ``python tests/golden/make.py``.

A playthrough is text for people: who is asked what, the legal actions, the one taken, what became of the tracks. All
seats take one draw below the number of legal actions from their streams, so each file shows parts of the game that
``Game.new(players, seed, 0, maps).play(one_draw)`` plays (``tests/listed.py``). Commit the changes after reading the
diff.
"""
from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np

from arknova_fast.core.tables import Ruleset
from arknova_fast.core.types import MapAbility
from arknova_fast.game import Game
from arknova_fast.notation import action_to_string
from arknova_fast.search.verify import behaviour_hash
from arknova_fast.wording import describe_decision

FOLDER = Path(__file__).parent
BEHAVIOUR = FOLDER / "behaviour.txt"
HEAD, TAIL = 6, 2  # legal actions named of a long list
FIELDS = ("money", "appeal", "conservation", "reputation", "x_tokens", "workers", "supported")
USUAL = ("animals", "association", "build", "cards", "sponsors")  # what positions leave out
END = 10**6


class Script(NamedTuple):
    """A golden game: its arguments, and the parts that are shown.

    A part is the first and the last decision, negative numbers count from the end; ``ABILITY`` is the part around the
    first effect of the ability of the map of seat 0.
    """

    title: str
    maps: list[str]
    seed: int
    parts: list[tuple[int, int]]
    options: dict


def script(title: str, maps: str, seed: int, *parts: tuple[int, int], **options: object) -> Script:
    return Script(title, maps.split(), seed, list(parts), options)


ABILITY = (0, 0)
BEFORE, BEHIND = 12, 8  # decisions shown around an ability
START, FINISH = (1, 30), (-20, END)
SCRIPTS = {
    "players_1": script("Solo, beginner map A", "A", 1, START, FINISH),
    "players_2": script("Two players, beginner maps", "0 A", 2, START, FINISH),
    "players_3": script("Three players pick one of two maps each", "1 2 3", 3, START, FINISH, map_mode="pick2"),
    "players_4": script("Four players draft their maps", "1 2 3 4", 4, (1, 40), FINISH, map_mode="draft"),
    "map_1": script("Map 1, Observation Tower", "1 0", 13, ABILITY),
    "map_2": script("Map 2, Outdoor Areas", "2 0", 17, ABILITY),
    "map_3": script("Map 3, Silver Lake (no ability)", "3 0", 11, (1, 40)),
    "map_4": script("Map 4, Commercial Harbor", "4 0", 16, ABILITY),
    "map_5": script("Map 5, Park Restaurant", "5 0", 11, ABILITY),
    "map_6": script("Map 6, Research Institute", "6 0", 37, ABILITY),
    "map_7": script("Map 7, Ice Cream Parlors", "7 0", 284, ABILITY),
    "map_8": script("Map 8, Hollywood Hills", "8 0", 11, ABILITY),
}


class Stream:
    """The random stream of a seat, from NumPy: SFC64 and Lemire's bounded draw on 64-bit words."""

    def __init__(self, seed: int, seat: int):
        self.bits = np.random.SFC64(np.random.SeedSequence(seed, spawn_key=(0, 1 + seat)))

    def below(self, n: int) -> int:
        product = int(self.bits.random_raw()) * n
        while product % 2**64 < 2**64 % n:
            product = int(self.bits.random_raw()) * n
        return product >> 64


def tracks(game: Game) -> list[dict[str, int]]:
    """What is watched of every player."""
    found = []
    for player in game.view()["player"][: game.players]:
        values = {name: int(player[name]) for name in FIELDS}
        for name in ("hand", "zoo"):
            values[name] = sum(int(word).bit_count() for word in player[name])
        values["covered"] = int(player["built"]).bit_count()
        found.append(values)
    return found


def changes(before: list[dict[str, int]], after: list[dict[str, int]]) -> list[str]:
    lines = []
    for seat, (old, new) in enumerate(zip(before, after, strict=True)):
        moved = [f"{name} {new[name]} ({new[name] - old[name]:+})" for name in new if new[name] != old[name]]
        if moved:
            lines.append(f"      player {seat}: {', '.join(moved)}")
    return lines


def all_tracks(game: Game) -> list[str]:
    return [f"      player {seat}: {', '.join(f'{name} {n}' for name, n in values.items())}"
            for seat, values in enumerate(tracks(game))]  # fmt: skip


def listed(game: Game, codes: list[int]) -> str:
    texts = [action_to_string(game, code) for code in codes]
    if len(texts) > HEAD + TAIL + 1:
        texts[HEAD:-TAIL] = [f"... {len(texts) - HEAD - TAIL} more ..."]
    return "; ".join(texts)


def choose(game: Game, codes: list[int], streams: list[Stream]) -> int:
    """One draw below the number of legal actions; a forced decision draws nothing."""
    return codes[streams[game.current_player()].below(len(codes))] if len(codes) > 1 else codes[0]


def moves(chosen: Script) -> Iterator[tuple[Game, list[int], int]]:
    """The decisions of a game: the position, the legal actions, the one taken; then the end without actions."""
    streams = [Stream(chosen.seed, seat) for seat in range(len(chosen.maps))]
    game = new_game(chosen)
    while not game.is_terminal:
        codes = game.legal_actions()
        code = choose(game, codes, streams)
        yield game, codes, code
        game.apply(code)
    yield game, [], -1


def new_game(chosen: Script) -> Game:
    return Game.new(len(chosen.maps), chosen.seed, 0, maps=chosen.maps, **chosen.options)


def set_up(game: Game) -> Iterator[str]:
    """What is on the table when the maps are chosen."""
    position = game.to_dict()
    yield "set-up"
    yield f"      display: {', '.join(position['display'])}"
    yield f"      base projects: {', '.join(p if isinstance(p, str) else p['card'] for p in position['base_projects'])}"
    yield f"      bonus tiles: {', '.join(str(tile) for place in position['tiles'].values() for tile in place)}"
    for seat, player in enumerate(position["players"]):
        yield (f"      player {seat}: dealt {', '.join(player.get('hand', ['nothing yet']))}; final scoring "
               f"{', '.join(player.get('finals', ['none']))}; action cards {', '.join(player.get('actions', USUAL))}")


def step_lines(number: int, game: Game, codes: list[int], code: int) -> Iterator[str]:
    """One decision; carries the action out on a copy to see what it changes."""
    yield f"{number:4}. turn {int(game.view()['turn'])}: {describe_decision(game)}"
    yield f"      {len(codes)} legal: {listed(game, codes)}"
    yield f"      takes: {action_to_string(game, code)}"
    after = game.clone()
    after.apply(code)
    yield from changes(tracks(game), tracks(after))
    if after.view()["break_left"] != game.view()["break_left"]:
        yield f"      break token: {int(after.view()['break_left'])} left"


def ability_at(chosen: Script) -> int:
    """Number of the decision whose answer first makes the ability of the map of seat 0 take effect."""
    kind = Ruleset.default().data["maps"][chosen.maps[0]]["ability"]["kind"]
    ability = int(getattr(MapAbility, kind.upper()))
    for number, (game, _, _) in enumerate(moves(chosen)):
        if int(game.view()["abilities_run"]) >> ability & 1:
            return number
    raise ValueError(f"{chosen.title}: the ability takes no effect in the game of seed {chosen.seed}, try another")


def shown_parts(chosen: Script, total: int) -> list[tuple[int, int]]:
    parts = []
    for first, last in chosen.parts:
        if (first, last) == ABILITY:
            at = ability_at(chosen)
            first, last = max(1, at - BEFORE), at + BEHIND
        parts.append((first if first > 0 else total + 1 + first, last))
    return parts


def playthrough(chosen: Script) -> str:
    """The text of a golden file."""
    total = sum(1 for _ in moves(chosen)) - 1
    parts = shown_parts(chosen, total)
    lines = [chosen.title, f"{len(chosen.maps)} players, maps {', '.join(chosen.maps)}, seed {chosen.seed}, options "
             f"{chosen.options or 'none'}, one draw a choice, {total} decisions", ""]  # fmt: skip
    laid_out = False
    for number, (game, codes, code) in enumerate(moves(chosen), 1):
        if not laid_out and game.decision().kind != "MAP_PICK":
            laid_out = True
            lines += ["", *set_up(game), ""]
        shown = any(first <= number <= last for first, last in parts)
        if shown and any(number == first for first, _ in parts):
            lines += ["", f"--- from decision {number} on", *all_tracks(game), ""]
        if codes and shown:
            lines += step_lines(number, game, codes, code)
        elif shown:
            points = game.victory_points().tolist()
            lines += ["", "--- the end", *all_tracks(game), f"      scores {game.scores().tolist()}, victory points "
                      f"{points}, winners {game.winners()}"]  # fmt: skip
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def behaviour() -> str:
    return (f"{behaviour_hash(Ruleset.default())}\n\nThe behaviour hash that `arknova verify` prints. Change it with "
            "`python tests/golden/make.py`, and quote it in the commit.\n")  # fmt: skip


def main() -> None:
    wanted = {FOLDER / f"{name}.txt": chosen for name, chosen in SCRIPTS.items()}
    for path in FOLDER.glob("*.txt"):
        if path not in wanted and path != BEHAVIOUR:
            path.unlink()
    for path, chosen in wanted.items():
        path.write_text(playthrough(chosen), encoding="utf-8")
    BEHAVIOUR.write_text(behaviour(), encoding="utf-8")
    print(f"wrote {len(wanted)} playthroughs and {BEHAVIOUR.name} in {FOLDER}")


if __name__ == "__main__":
    main()
