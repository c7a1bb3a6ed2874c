"""The kernel against the slow reference in ``tests/reference``, on random positions of 1-4 players and all maps.

At every sampled decision the exact set of legal actions is compared, and with it the derived counters and scores;
breaks and final scorings are compared from before and after. ``ARKNOVA_DIFF_STATES`` sets how many decisions are
sampled (default 9000, about half a minute); ``pytest -m deep`` compares at least 100,000.
"""
from __future__ import annotations

import os
import random
from collections import Counter
from functools import partial
from itertools import islice

import pytest
from reference import breaks, choices, expected, facts, income, scoring, steps, tracks, walk
from reference.adapter import Adapter
from reference.derived import derived

from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import StateDataError
from arknova_fast.game import Game

STATES = int(os.environ.get("ARKNOVA_DIFF_STATES", "9000"))
DEEP_STATES = max(STATES, 100_000)
PRINTED = 5
# Answers checked only while the turn goes on: venom, break or income may follow at its end.
WITHIN_TURN = ("DONATE", "UNIVERSITY", "PARTNER", "RELEASE", "HARBOR_SALE")
# Decisions asked again with little money; not where the frame remembers what was payable before:
# BUILD, and ASSOCIATION with a project in the display.
POOR = ("ANIMALS", "ASSOCIATION", "SPONSORS", "SPONSOR_FOR_MONEY", "PROJECT")


@pytest.fixture(scope="module")
def adapter():
    return Adapter(Game.new(seed=1).ruleset)


class Report:
    """Differences by kind of decision, the first few in full."""

    def __init__(self):
        self.seen, self.bad, self.text = Counter(), Counter(), []

    def compare(self, game, kind: str, reference, kernel, note: str = "") -> None:
        self.seen[kind] += 1
        if reference != kernel:
            self.bad[kind] += 1
            if self.bad[kind] <= PRINTED:
                self.text.append(f"{kind}: reference {reference}, kernel {kernel} {note}\n    {game.to_text()}")

    def check(self) -> None:
        assert not self.bad, f"{dict(self.bad)} of {dict(self.seen)}\n" + "\n".join(self.text)


def compare_decision(game, adapter, report: Report) -> None:
    """The listed actions are those that the reference demands, and no other than it allows."""
    kind = game.decision().kind
    if kind not in expected.EXPECTED:
        return
    moment = adapter.moment(game)
    kernel = set(adapter.answers(game))
    sales = {answer for answer in kernel if answer.verb == "HARBOR_SALE"}
    kernel -= sales
    must, may = expected.expect(moment)
    missing, surplus = must - kernel, kernel - must - may
    report.compare(game, kind, (set(), set()), (missing, surplus), "(missing, surplus)")
    report.compare(game, f"harbor at {kind}", expected.harbor(moment), sales)


def compare_step(game, adapter, report: Report, rng) -> None:
    """One answer is carried out on a copy; what the rules fix about its result has to hold."""
    codes = list(game.legal_actions())
    code = rng.choice(codes)
    moment, answer = adapter.moment(game), adapter.answer(int(code))
    checks = steps.after(moment, answer)
    if not checks:
        return
    copy = game.clone()
    copy.apply(code)
    if answer.verb in WITHIN_TURN and any(copy.view()[name] != game.view()[name] for name in ("turn", "phase")):
        return
    if copy.is_terminal:  # final scoring followed at once
        return
    position = adapter.position(copy)
    player = position.players[moment.player.seat]
    for name, read, value in checks:
        report.compare(game, f"{answer.verb} {name}", value, read(position, player), str(answer))


def compare_counters(game, adapter, report: Report) -> None:
    position = adapter.position(game)
    for player in position.players:
        reference, kernel = derived(player), adapter.kernel_counters(game, player.seat)
        for name, value in reference.items():
            report.compare(game, name, value, kernel[name], f"seat {player.seat}")


def compare_random_decisions(adapter, seed: int, states: int) -> Report:
    report = Report()
    rng = random.Random(seed)
    for done, game in enumerate(islice(walk.decisions(Game.new, seed, 0.15, adapter), states)):
        compare_decision(game, adapter, report)
        compare_step(game, adapter, report, rng)
        if done % 10 == 0:
            compare_counters(game, adapter, report)
    return report


def compare_changed_positions(adapter, seed: int, states: int, stop=lambda report: False) -> Report:
    """Main choices, and a few decisions after them, on positions with little money, venom, other hands and sides.

    Decisions within an action are asked again with little money.
    """
    rng, report = random.Random(seed), Report()
    for start in walk.decisions(partial(Game.new, ruleset=adapter.ruleset), seed, 0.1, adapter):
        if start.decision().kind in POOR and not (
            start.decision().kind == "ASSOCIATION" and any(facts.is_project(c) for c in adapter.position(start).display)
        ):
            position = walk.poorer(start.to_dict(), start.current_player(), rng)
        elif start.decision().kind == "MAIN":
            position = walk.changed(start.to_dict(), rng)
        else:
            continue
        try:
            game = Game.from_dict(position, adapter.ruleset)
        except StateDataError as error:
            if start.decision().kind in POOR and "no legal action" in str(error):
                continue  # a mandatory first step that the money does not pay for
            raise
        assert game.check() == []
        compare_counters(game, adapter, report)
        for _ in range(8 if start.decision().kind == "MAIN" else 1):
            if game.is_terminal:
                break
            compare_decision(game, adapter, report)
            compare_step(game, adapter, report, rng)
            if game.legal_actions():
                walk.step(game, rng, adapter)
        if stop(report) or sum(report.seen[kind] for kind in expected.EXPECTED) >= states:
            return report


@pytest.mark.parametrize("seed", [11, 12])
def test_legal_actions_and_counters_on_random_games(adapter, seed):
    compare_random_decisions(adapter, seed, STATES * 3 // 8).check()


def test_legal_actions_on_changed_positions(adapter):
    compare_changed_positions(adapter, 13, STATES // 4).check()


@pytest.mark.deep
def test_legal_actions_on_many_states(adapter, request):
    if "deep" not in request.config.getoption("markexpr"):
        pytest.skip("select with -m deep")
    compare_random_decisions(adapter, 101, DEEP_STATES * 3 // 4).check()
    compare_changed_positions(adapter, 102, DEEP_STATES // 4).check()


# --- final scoring ----------------------------------------------------------------------------------------------------


def finish_quietly(game, adapter, rng) -> object | None:
    """The position just before final scoring, when the last turn is ended by an X-token action; the game goes on there.

    The last main choice gives an X-token and nothing else, so that only the discards of R26.1 lie between.
    """
    raw = game.view()
    seat = int(raw["turn_owner"])
    codes = [code for code in game.legal_actions() if adapter.verbs[code >> 26] == "X_TOKEN"]
    if game.decision().kind != "MAIN" or int(raw["turns_left"]) != 1 or not codes or raw["break_pending"]:
        return None
    action = adapter.answer(int(rng.choice(codes)))
    position = adapter.position(game)
    player = position.players[seat]
    player.x_tokens += 1
    before = game.clone()
    game.apply(next(code for code in codes if adapter.answer(int(code)) == action))
    while not game.is_terminal:
        if game.decision().kind != "FINAL_DISCARD":
            game = before
            return None
        seat, code = game.decision().player, int(rng.choice(list(game.legal_actions())))
        position.players[seat].finals.remove(adapter.answer(code).a)
        game.apply(code)
    return position


def test_final_scoring(adapter):
    rng, report = random.Random(21), Report()
    wanted = max(60, STATES // 60)
    for number in range(100_000):
        game = Game.new(players=2 + number % 3, seed=21, game=number, maps="all")
        while not game.is_terminal:
            if int(game.view()["turns_left"]) == 1:
                position = finish_quietly(game, adapter, rng)
                if position is not None:
                    report.compare(game, "scores", scoring.final_scores(position), game.scores().tolist())
                    report.compare(game, "winners", scoring.winners(position), set(game.winners()))
                    break
            walk.step(game, rng, adapter)
        if report.seen["scores"] >= wanted:
            break
    report.check()


def test_end_is_triggered_by_100_points(adapter):
    """R25.1-R25.3: between turns, nobody who just moved has 100 points without the end being triggered."""
    report = Report()
    for game in walk.decisions(Game.new, 31, 0.3, adapter):
        raw = game.view()
        if game.decision().kind == "MAIN" and game.players > 1:
            position = adapter.position(game)
            moved = position.players[(position.turn - 1) % position.n]
            if tracks.ends_game(moved) and raw["turn"] > 1:
                report.compare(game, "end", True, bool(raw["end_cause"]))
            else:
                report.seen["no end"] += 1
        if report.seen["end"] and sum(report.seen.values()) >= STATES // 9:
            break
    report.check()
    assert report.seen["end"]


# --- breaks -----------------------------------------------------------------------------------------------------------


def quiet(code: int, adapter) -> bool:
    return adapter.verbs[code >> 26] == "PASS"


def cause_break(game, adapter, rng) -> bool:
    """From a main choice, the Cards action that ends the break track, then everything declined until the next turn.

    False when a decision came up that may change money, appeal or the map.
    """
    card = next((c for c in game.legal_actions() if adapter.answer(int(c)) == expected.Answer("ACT", "cards", 0)), None)
    if card is None:
        return False
    game.apply(card)
    while not game.is_terminal and game.decision().kind != "MAIN":
        if game.decision().kind not in ("CARDS", "DISCARD", "TAKE", "SNAP", "OPEN", "FREE_BUILDING", "POUCH", "CLEVER",
                                        "SPONSOR_FOR_MONEY"):
            return False
        codes = [c for c in game.legal_actions() if adapter.verbs[c >> 26] != "HARBOR_SALE"]
        game.apply(next((c for c in codes if quiet(c, adapter)), rng.choice(codes)))
    return not game.is_terminal


def test_breaks(adapter):
    """Income, workers, tokens, hand limit, board, break token and X-tokens after a break (R24)."""
    rng, report = random.Random(41), Report()
    wanted = max(100, STATES // 40)
    for game in walk.decisions(Game.new, 41, 0.5, adapter):
        raw = game.view()
        if game.decision().kind != "MAIN" or game.players == 1 or int(raw["break_left"]) > 2 or raw["break_pending"]:
            continue
        before, after_game = adapter.position(game), game.clone()
        if not cause_break(after_game, adapter, rng) or int(after_game.view()["breaks"]) != int(raw["breaks"]) + 1:
            continue
        compare_break(after_game, before, adapter.position(after_game), report)
        if report.seen["money"] >= wanted:
            break
    report.check()


def compare_break(game, before, after, report: Report) -> None:
    for old, new in zip(before.players, after.players, strict=True):
        gained = income.sponsor_income(old) + Counter(
            {bonus["type"]: bonus["n"] for bonus in income.left_edge_income(old) if bonus["type"] == "conservation"})
        conservation = min(tracks.MAX_CONSERVATION, old.conservation + gained["conservation"])
        if tracks.conservation_thresholds(old.conservation, conservation):
            continue
        caused = old.seat == before.turn
        venom = choices.VENOM_PAYMENT if caused and choices.owes_venom(old, "cards") else 0  # R19.16
        seat = f"seat {old.seat}"
        report.compare(game, "money", max(0, old.money - venom) + income.fixed_money(old), new.money, seat)
        report.compare(game, "conservation", conservation, new.conservation, seat)
        report.compare(game, "x_tokens", min(5, min(5, old.x_tokens + caused) + gained["x_token"]), new.x_tokens, seat)
        clean = breaks.cleaned(old)
        report.compare(game, "workers", (clean.workers, Counter()), (new.workers, +new.workers_on), seat)
        report.compare(game, "tokens", (set(), set(), Counter()), (new.venom, new.constriction, +new.multiplier), seat)
        report.compare(game, "appeal", old.appeal, new.appeal, seat)
    report.compare(game, "break token", 0, after.break_pos)
    zoos, universities = breaks.board_after(before)
    for name, wanted, board in (("zoos", zoos, after.partner_zoos), ("universities", universities, after.universities)):
        missing = {kind for kind in wanted - board if not breaks.owned_by_all(after, kind)}
        report.compare(game, name, set(), missing)
    report.compare(game, "display", 6, sum(card is not None for card in after.display))


# --- seeded mistakes --------------------------------------------------------------------------------------------------

MISTAKES = {
    "kiosk distance": {"buildings": {"kiosk_distance": 2}},
    "partner zoo discount": {"association": {"partner_discount": 2}},
    "project task value": {"association": {"task_value": {"project": 4}}},
    "third partner zoo on side I": {"association": {"max_partner_zoos": [3, 4]}},
    "money per space": {"actions": {"build": {"money_per_space": 1}}},
    "an animal at strength 1": {"actions": {"animals": {"max_animals": [[1, 1, 1, 1, 2], [1, 1, 2, 2, 2]]}}},
    "sponsors II without the extra level": {"actions": {"sponsors": {"extra_level": [0, 0]}}},
    "constriction penalty": {"abilities": {"constriction_penalty": 1}},
    "venom payment": {"abilities": {"venom_payment": 1}},
    "outdoor area": {"abilities": {"outdoor_bonus": 1}},
    "display range": {"reputation_track": {"range": [1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 6, 6, 6]}},
    "snap at strength 4": {"actions": {"cards": {"snap_from": [4, 3]}}},
    "donation": {"association": {"donations": {
        "others": [2, 6, 6, 8, 8, 9, 9, 12], "two_players": [3, 6, 8, 9, 12]}}},
    "white number of space 3": {"conservation_track": {"white_number": [
        -7 if space == 3 else tracks.white_number(space) for space in range(42)]}},
    "cost of five animals": {"animals": {str(card): {"cost": 0} for card in (404, 405, 429, 448, 496)}},
    "size of one animal": {"animals": {"404": {"size": 3}}},
    "level of one sponsor": {"sponsors": {"220": {"level": 1}}},
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_seeded_mistake_is_found(name):
    """The comparison sees a kernel that plays by one changed number."""
    adapter = Adapter(Ruleset.default().patch(MISTAKES[name]))
    assert compare_changed_positions(adapter, 5, 20_000, stop=lambda report: report.bad).bad
