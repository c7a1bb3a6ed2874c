"""Random games and random changes to positions, so that many different decisions are met."""
from __future__ import annotations

import random
from collections.abc import Iterator

from . import facts

UNIQUE = range(243, 258)  # sponsors with a unique building cannot simply be put into a zoo


def step(game, rng: random.Random, adapter) -> None:
    """One random answer; at the main choice actions are preferred to the X-token action, as players do."""
    codes = game.legal_actions()
    if game.decision().kind == "MAIN" and rng.random() < 0.8:
        codes = [c for c in codes if adapter.verbs[c >> 26] == "ACT"] or codes
    game.apply(rng.choice(codes))


def decisions(new_game, seed: int, share: float, adapter) -> Iterator:
    """Random games one after the other; yields a game at a random ``share`` of its decisions."""
    rng, number = random.Random(seed), 0
    while True:
        game = new_game(players=1 + number % 4, seed=seed, game=number, maps="all")
        steps = 0
        while not game.is_terminal and steps < 2500:
            if rng.random() < share:
                yield game
            step(game, rng, adapter)
            steps += 1
        number += 1


def poorer(position: dict, seat: int, rng: random.Random) -> dict:
    """The same decision for a player with little money, and with other donations paid."""
    data = dict(position, players=[dict(player) for player in position["players"]])
    data["players"][seat]["money"] = rng.randrange(15)
    data["donations"] = rng.randrange(4 if len(data["players"]) == 2 else 7)
    return data


def changed(position: dict, rng: random.Random) -> dict:
    """A position with other money, tokens, sides, tracks, hands and zoos for the player to move."""
    data = dict(position, players=[dict(player) for player in position["players"]])
    data.pop("discard", None)
    deck = list(data.get("deck", ()))
    rng.shuffle(deck)
    player = data["players"][data.get("turn", 0)]
    actions = list(facts.ACTIONS)
    player["upgraded"] = sorted(a for a in actions if rng.random() < 0.45)
    player["money"] = rng.choice((0, 1, 2, 3, 4, 5, 7, 9, 12, 20, 40))
    player["x_tokens"] = rng.randrange(6)
    player["reputation"] = rng.randint(1, 15 if "cards" in player["upgraded"] else 9)
    player["appeal"] = rng.choice((0, 4, 5, 20, 25, 26, 60))
    rng.shuffle(actions)
    player["actions"] = actions
    for token in ("venom", "constriction"):
        player[token] = sorted(rng.sample(actions, rng.choice((0, 0, 1, 2))))
    for zone, most in (("hand", 5), ("zoo", 4)):
        cards = list(player.get(zone, ()))
        for _ in range(rng.randrange(most)):
            card = next((c for c in deck if zone == "hand" or (c[0] != "P" and int(c[1:]) not in UNIQUE)), None)
            if card:
                deck.remove(card)
                cards.append(card)
        player[zone] = cards
    if any(card == "S227" for card in player["zoo"]) and "waza" not in player:
        player["waza"] = rng.choice(("small", "large"))
    player["partner_zoos"] = sorted(rng.sample(facts.CONTINENTS, rng.randrange(4)))
    for task in ("workers", "workers_on", "workers_idle"):
        player.pop(task, None)
    player["workers"] = rng.randint(0, 2)
    player["workers_on"] = {task: 1 for task in ("reputation", "project") if rng.random() < 0.3}
    player.pop("card_tokens", None)
    data["deck"] = deck
    return data
