"""The checks of ``arknova verify --deep`` beyond invariants: games do not depend on how they are played."""
from __future__ import annotations

import pickle
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from arknova_fast.api import iter_chunks
from arknova_fast.errors import counted
from arknova_fast.game import Game
from arknova_fast.search.batch import BatchPlan

if TYPE_CHECKING:
    from arknova_fast.core.tables import Ruleset

BATCH = 512        # games played again with other threads and chunks, for each number of players
ALONE = 64         # games of it played again one at a time
STOPPED = 8        # games stopped and looked at on the way
OFTEN = 0.05       # share of their decisions at which that happens


@dataclass
class Check:
    """One kind of comparison: how many were made and how many failed, the first failure in words."""

    name: str
    compared: int = 0
    failed: int = 0
    first: str = ""

    def note(self, same: bool, where: str) -> None:
        self.compared += 1
        if not same:
            self.failed += 1
            self.first = self.first or where


def plan_of(ruleset: Ruleset, players: int, seed: int) -> BatchPlan:
    return BatchPlan(ruleset, players, list(range(len(ruleset.data["maps"]))), "cycle", ["random"] * players, seed)


def played(plan: BatchPlan, cuts: tuple[int, ...], jobs: int, chunk: int) -> bytes:
    """All records of the games between the first and the last cut."""
    return b"".join(
        rows.tobytes()
        for start, end in pairwise(cuts)
        for _, rows in iter_chunks(plan, end - start, start, jobs=jobs, chunk=chunk)
    )


def splits_agree(ruleset: Ruleset, players: int, seed: int) -> list[Check]:
    """The records are the same bytes for any threads, chunks and shards."""
    plan = plan_of(ruleset, players, seed)
    whole = plan.play(0, BATCH).tobytes()
    threads, shards = Check("other threads and chunks"), Check("shards")
    for jobs in (1, 2, 3):
        for chunk in (1, 13, 256):
            same = played(plan, (0, BATCH), jobs, chunk) == whole
            threads.note(same, f"{counted(players, 'player')}, seed {seed}, {counted(jobs, 'thread')}, "
                               f"chunks of {chunk}")
    for cut in (1, 100, BATCH - 3):
        same = played(plan, (0, cut, BATCH), 2, 64) == whole
        shards.note(same, f"{counted(players, 'player')}, seed {seed}, cut before game {cut}")
    return [threads, shards]


def alone_agree(ruleset: Ruleset, players: int, seed: int) -> Check:
    """A game played alone ends in the state that the batch recorded."""
    check = Check("games played alone")
    rows = plan_of(ruleset, players, seed).play(0, ALONE)
    for game in range(ALONE):
        own = rows[game * players : (game + 1) * players]
        maps = [ruleset.map_code(int(index)) for index in own["map"]]
        ended = Game.new(players=players, seed=seed, game=game, maps=maps, ruleset=ruleset).play("random")
        check.note(ended.hash == int(own[0]["state_hash"]), f"{counted(players, 'player')}, seed {seed}, game {game}")
    return check


def copies(game: Game) -> Iterator[tuple[str, Game]]:
    """The game by every way of saving or copying it."""
    yield "clone", game.clone()
    yield "bytes", Game.from_bytes(game.to_bytes(), game.ruleset)
    yield "pickle", pickle.loads(pickle.dumps(game))
    yield "dict", Game.from_dict(game.to_dict(), game.ruleset)
    yield "text", Game.from_text(game.to_text(), game.ruleset)


def stopped_agree(ruleset: Ruleset, players: int, seed: int) -> list[Check]:
    """Games stopped on the way: copies are equal, re-dealt hidden cards change neither view nor options."""
    saved, hidden = Check("saved and read again"), Check("re-dealt hidden cards")
    for number in range(STOPPED):
        pick = random.Random(f"{seed}/{players}/{number}")
        game = Game.new(players=players, seed=seed, game=number, maps="random", ruleset=ruleset)
        while not game.is_terminal:
            if pick.random() < OFTEN:
                where = f"{counted(players, 'player')}, seed {seed}, game {number}, turn {int(game.view()['turn'])}"
                for way, copy in copies(game):
                    saved.note(copy == game and copy.legal_actions() == game.legal_actions(), f"{where}, {way}")
                for seat in range(players):
                    other = game.determinize(seat, pick.randrange(2**64))
                    same = other.observe(seat) == game.observe(seat)
                    if game.current_player() == seat:
                        same &= other.legal_actions() == game.legal_actions()
                    hidden.note(same, f"{where}, seat {seat}")
            game.apply(pick.choice(game.legal_actions()))
    return [saved, hidden]


def deep_checks(ruleset: Ruleset, players: list[int], seed: int) -> list[Check]:
    """All checks for some numbers of players, added up by name."""
    sums: dict[str, Check] = {}
    for number in players:
        for check in (*splits_agree(ruleset, number, seed), alone_agree(ruleset, number, seed),
                      *stopped_agree(ruleset, number, seed)):
            whole = sums.setdefault(check.name, Check(check.name))
            whole.compared += check.compared
            whole.failed += check.failed
            whole.first = whole.first or check.first
    return list(sums.values())
