"""The figures of the policy greedy in docs/policies.md: length, scores, games against random, cost.

    python benchmarks/greedy.py --games 6000
"""
from __future__ import annotations

import argparse
import time

import numpy as np

from arknova_fast import simulate
from arknova_fast.api import batch_plan

UNFINISHED = 4
PASSES = 5  # of the measurement of cost; the best counts
COST_GAMES = 300


def self_play(games: int, players: int) -> None:
    records = simulate(games, players=players, maps="all", policies="greedy", seed=1)
    unfinished = int((records["end_cause"][::players] == UNFINISHED).sum())
    winners = records["score"][records["rank"] == 0]
    print(f"{players} players, {games:,} games: {unfinished} unfinished, {records['turns'].mean():.1f} turns a player "
          f"(most {records['turns'].max()}), score {records['score'].mean():.1f}, of the winner {winners.mean():.1f}")


def against_random(games: int) -> None:
    """Pairs of games of the same deal with the seats swapped."""
    points = []
    for seat, policies in enumerate((["greedy", "random"], ["random", "greedy"])):
        rows = simulate(games // 2, maps="all", policies=policies, seed=2)[seat::2]
        points.append(np.where(rows["rank"] == 0, 1 / rows["winners"], 0))
    share, lost = np.mean(points), int((np.stack(points) == 0).sum())
    print(f"against random, {games:,} games in pairs: {100 * share:.2f} % of the points, {lost} games lost")


def cost() -> None:
    """Thread time of a playout by policy; other work on the machine hardly moves the ratio."""
    best = {"random": np.inf, "greedy": np.inf}
    for _ in range(PASSES):
        for policy in best:
            plan = batch_plan(2, "all", policy, seed=1)
            started = time.thread_time()
            plan.play(0, COST_GAMES)
            best[policy] = min(best[policy], (time.thread_time() - started) / COST_GAMES)
    print(f"cost of a game: random {1e6 * best['random']:.0f} us, greedy {1e6 * best['greedy']:.0f} us, "
          f"{best['greedy'] / best['random']:.1f} times as much")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=6000)
    games = parser.parse_args().games
    for players in (2, 1, 3, 4):
        self_play(games if players == 2 else games // 4, players)
    against_random(games)
    cost()


if __name__ == "__main__":
    main()
