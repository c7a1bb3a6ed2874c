"""A fixed batch of games and nothing else, for profilers: ``python benchmarks/fixed_batch.py GAMES [PLAYERS]``.

Seed 1, all maps in a cycle, policy random, one thread. The last line printed is JSON.
"""
import hashlib
import json
import sys

from arknova_fast.api import batch_plan


def main() -> None:
    games, players = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 2
    rows = batch_plan(players, "all", seed=1).play(0, games)
    firsts = rows[::players]
    print(json.dumps({
        "games": games, "players": players, "choices": int(firsts["choices"].sum()),
        "decisions": int(firsts["decisions"].sum()), "mean_score": float(rows["score"].mean()),
        "behaviour": hashlib.sha256(firsts["state_hash"].tobytes()).hexdigest()[:16],
    }))  # fmt: skip


if __name__ == "__main__":
    main()
