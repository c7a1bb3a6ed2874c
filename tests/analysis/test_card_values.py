"""Values of cards: known truths come out, counts equal a plain recount, nothing depends on threads."""
from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from arknova_fast.analysis.cards import (
    add_prices,
    card_entries,
    contrast_of,
    final_entries,
    judged,
    parse_cards,
    sample_plan,
)
from arknova_fast.analysis.cardsets import CardSums, FinalSums, deck_cards
from arknova_fast.analysis.forced import ForcedCards
from arknova_fast.analysis.price import conditions_of, price_line
from arknova_fast.analysis.stats import Estimate
from arknova_fast.cards.vocabulary import index_of
from arknova_fast.core.tables import Ruleset
from arknova_fast.errors import UsageError
from arknova_fast.search.batch import BatchPlan

FREE = {"icons": {}, "partner_zoo": False, "upgraded": False}
PLACE = {"size": 2, "rock": 0, "water": 0, "requires": FREE}
BROKEN, USELESS, FAIR = 443, 445, (401, 420, 460, 480)


@pytest.fixture(scope="module")
def lopsided() -> Ruleset:
    """A world with known values: four fair animals, one that is free and worth 20, one that costs 60 for nothing."""
    animals = {str(key): {"cost": 3, "appeal": 10, **PLACE} for key in FAIR}
    animals[str(BROKEN)] = {"cost": 0, "appeal": 20, **PLACE}
    animals[str(USELESS)] = {"cost": 60, "appeal": 0, "effects": [], **PLACE}
    return Ruleset.default().patch({"animals": animals})


TESTED = sorted(index_of(key) for key in (BROKEN, USELESS, *FAIR))
BEST, WORST = index_of(BROKEN), index_of(USELESS)


def make_plan(ruleset: Ruleset, policy: str, players: int = 2, seed: int = 3, **bound) -> BatchPlan:
    return BatchPlan(ruleset, players, [], "random", [policy] * players, seed, **bound)


def test_by_experiment_a_broken_card_is_best_and_a_useless_one_worst(lopsided):
    sums = ForcedCards(partial(make_plan, lopsided, "greedy"), 2, TESTED, False).play(100, jobs=2)
    for metric in ("margin", "points"):
        values = {card: sums.value(card, metric) for card in TESTED}
        ranked = sorted(TESTED, key=lambda card: values[card].value)
        assert (ranked[0], ranked[-1]) == (WORST, BEST)
        assert values[BEST].interval()[0] > 0
        assert values[WORST].interval()[1] < values[BEST].interval()[0]


def test_in_observed_games_a_broken_card_is_best_and_a_useless_one_worst(lopsided):
    sums = CardSums(2, np.array(TESTED)).add(*make_plan(lopsided, "random").play_tracked(0, 4000))
    entries = {entry["card"]: entry for entry in card_entries(lopsided, TESTED, sums, None)}
    for value in (lambda entry: entry["groups"]["played"]["margin"], lambda entry: entry["groups"]["in_hand"]["margin"],
                  lambda entry: entry["contrasts"]["drawn"]["margin"]):
        ranked = sorted(entries.values(), key=lambda entry: value(entry)["value"])
        assert (ranked[0]["card"], ranked[-1]["card"]) == ("A445", "A443")
        assert value(ranked[-1])["interval_95"][0] > value(ranked[0])["interval_95"][1]
    assert entries["A443"]["contrasts"]["drawn"]["margin"]["flagged"]


def test_with_all_cards_forced_their_values_average_to_nothing():
    ruleset = Ruleset.default()
    deck = deck_cards(ruleset).tolist()
    assert len(deck) == 128 + 64 + 20  # animals, sponsors and projects; base projects are no part of the deck
    experiment = ForcedCards(partial(make_plan, ruleset, "random"), 2, deck, True)
    assert experiment.games_per_deal == 2 * 212
    sums = experiment.play(2, jobs=2)
    assert sums.games == 2 * 424 and sums.unfinished == 0
    for metric in ("margin", "points"):
        assert sum(sums.value(card, metric).value for card in deck) == pytest.approx(0, abs=1e-9)


def test_the_experiment_is_the_same_for_any_threads_chunks_and_shards():
    ruleset, cards = Ruleset.default(), [0, 130, 200]
    experiment = ForcedCards(partial(make_plan, ruleset, "random"), 2, cards, False)
    whole = experiment.play(20, jobs=1)
    threaded = experiment.play(20, jobs=3, chunk=7)
    sharded = experiment.play(9)
    sharded.merge(experiment.play(11, start=9))
    for other in (threaded, sharded):
        assert (other.deals, other.games, other.unfinished) == (whole.deals, whole.games, whole.unfinished)
        for key, moments in whole.moments.items():
            assert other.moments[key].n == moments.n == 20
            assert (other.moments[key].sums == moments.sums).all()
            assert (other.moments[key].products == moments.products).all()


def has(rows: np.ndarray, zone: str, card: int) -> np.ndarray:
    return rows[zone][:, card // 8] >> card % 8 & 1 == 1


def test_sums_of_cards_equal_a_plain_recount():
    records, tracks = make_plan(Ruleset.default(), "random", players=3).play_tracked(0, 150)
    sums = CardSums(3, deck_cards(Ruleset.default())).add(records, tracks)
    assert sums.games + sums.unfinished == 150
    scores = records["score"].astype(int).reshape(-1, 3)
    points = np.where(records["rank"] == 0, 12 // records["winners"], 0)
    # In twelfths: 12 * (own score - mean of the other two).
    margins = (12 * (scores - (scores.sum(1, keepdims=True) - scores) / 2)).reshape(-1)
    finished = records["end_cause"] != 4
    for card in (0, 77, 140, 211):
        dealt, kept, seen, played = (has(tracks, zone, card) for zone in ("dealt", "kept", "seen", "played"))
        later = seen & ~dealt
        groups = {"dealt": dealt, "not_dealt": ~dealt, "kept": kept, "passed": dealt & ~kept, "drawn": later,
                  "in_hand": kept | later, "unseen": ~dealt & ~seen & ~played, "played": played,
                  "break_6": played & (tracks["played_in"][:, card] >= 6),
                  "break_3": played & (tracks["played_in"][:, card] == 3)}
        for name, zoos in groups.items():
            zoos = zoos & finished
            by_game = [np.where(zoos, values, 0).reshape(-1, 3).sum(1) for values in (1, points, margins)]
            moments = sums.group(card, name)
            assert moments.n == sums.games
            assert moments.sums.tolist() == [values.sum() for values in by_game], name
            for i in range(3):
                for j in range(3):
                    assert moments.products[i, j] == (by_game[i] * by_game[j]).sum()
        in_hand, unseen = ((groups[name] & finished).reshape(-1, 3) for name in ("in_hand", "unseen"))
        assert sums.contrast(card, "drawn").products[0, 3] == (in_hand.sum(1) * unseen.sum(1)).sum()


def test_observed_sums_do_not_depend_on_chunks():
    plan, deck = make_plan(Ruleset.default(), "random"), deck_cards(Ruleset.default())
    whole, parts = CardSums(2, deck).add(*plan.play_tracked(0, 60)), CardSums(2, deck)
    for first, count in ((0, 1), (1, 40), (41, 19)):
        parts.merge(CardSums(2, deck).add(*plan.play_tracked(first, count)))
    assert whole.games == parts.games
    for name in ("sums", "products", "crosses"):
        assert (getattr(whole, name) == getattr(parts, name)).all()


def test_two_final_scoring_cards_are_dealt_and_their_sums_equal_a_recount():
    records, tracks = make_plan(Ruleset.default(), "random", players=3).play_tracked(0, 200)
    held = np.array([[finals >> i & 1 for i in range(11)] for finals in tracks["finals"].tolist()])
    assert (held.sum(1) == 2).all() and (held.reshape(-1, 3, 11).sum(1) <= 1).all()
    sums = FinalSums(3, 11).add(records[:300], tracks[:300])
    sums.merge(FinalSums(3, 11).add(records[300:], tracks[300:]))
    points = np.where(records["rank"] == 0, 12 // records["winners"], 0)
    for i, moments in enumerate(sums.moments):
        assert moments.n == 200
        assert moments.sums[[0, 1, 3, 4]].tolist() == [held[:, i].sum(), points[held[:, i] == 1].sum(),
                                                       (1 - held[:, i]).sum(), points[held[:, i] == 0].sum()]


def test_a_final_scoring_card_that_gives_more_is_worth_more():
    # Conservation for nothing: the card gives its points whatever the zoo looks like.
    rich = {"effects": [{"op": "gain_table", "when": "final", "count": {"kind": "large"}, "resource": "conservation",
                         "tiers": [[0, 20]]}], "cap": 20}
    ruleset = Ruleset.default().patch({"final_scoring": {"001": rich}})
    found = final_entries(ruleset, FinalSums(2, 11).add(*make_plan(ruleset, "random").play_tracked(0, 1500)))
    best = max(found, key=lambda entry: entry["offered"]["margin"]["value"])
    assert best["card"] == "F001" and best["offered"]["margin"]["flagged"]


def test_a_group_of_few_zoos_has_no_figures():
    sums = CardSums(2, deck_cards(Ruleset.default())).add(*make_plan(Ruleset.default(), "random").play_tracked(0, 20))
    assert contrast_of(sums, 0, "offered", "margin") is None
    entry = card_entries(Ruleset.default(), [0], sums, None)[0]
    assert entry["groups"]["dealt"]["win_share"] is None and entry["contrasts"]["offered"]["margin"] is None


def test_without_any_effect_flags_come_no_more_often_than_stated():
    # All 212 values are noise: every flag is false, so the stated rate bounds the share of runs with any flag.
    rng, runs = np.random.default_rng(7), 300
    with_flags = 0
    for _ in range(runs):
        found = judged([Estimate(float(z), 1.0, 1000, 1000) for z in rng.standard_normal(212)])
        with_flags += any(entry["flagged"] for entry in found)
    # Binomial(300, 0.05): more than 28 flagged runs has probability below 0.1 %.
    assert with_flags <= 28


def test_true_effects_are_flagged_and_noise_is_shrunk_away():
    rng = np.random.default_rng(8)
    truth = np.where(np.arange(200) < 20, 8.0, 0.0)
    found = judged([Estimate(float(value), 1.0, 1000, 1000) for value in truth + rng.standard_normal(200)])
    assert all(entry["flagged"] for entry in found[:20])
    assert sum(entry["flagged"] for entry in found[20:]) <= 6
    raw = sum((entry["value"] - true) ** 2 for entry, true in zip(found, truth, strict=True))
    shrunk = sum((entry["shrunk"]["value"] - true) ** 2 for entry, true in zip(found, truth, strict=True))
    assert shrunk < raw


# --- price --------------------------------------------------------------------------------------------------------


def test_the_price_line_is_found_in_spite_of_an_odd_card_which_stands_out():
    rng = np.random.default_rng(9)
    prices = [{"cost": int(cost), "size": 1 + i % 5, "conditions": i % 3} for i, cost in
              enumerate(rng.integers(5, 30, 80))]
    truth = [2 + 0.5 * p["cost"] - 1.0 * p["size"] + 1.5 * p["conditions"] for p in prices]
    noise = rng.normal(0, 0.5, 80)
    noise[17] = 30.0
    line = price_line("animal", prices, [Estimate(t + e, 0.5, 100, 100) for t, e in zip(truth, noise, strict=True)])
    for name, value in (("cost", 0.5), ("size", -1.0), ("conditions", 1.5), ("constant", 2.0)):
        low, high = line.coefficients[name].interval(0.999)
        assert low < value < high
    assert line.flagged[17] and line.residuals[17].value == pytest.approx(30, abs=2)
    assert line.flagged.sum() <= 5


def test_too_few_cards_or_one_price_make_no_line():
    values = [Estimate(1.0, 0.1, 10, 10)] * 20
    assert price_line("sponsor", [{"level": 3, "conditions": 0}] * 5, values[:5]) is None
    assert price_line("sponsor", [{"level": 3, "conditions": 0}] * 20, values) is None


def test_conditions_count_icons_partner_upgrade_and_terrain():
    assert conditions_of({"rock": 0, "water": 0, "requires": FREE}) == 0
    assert conditions_of({"rock": 2, "water": 1, "requires": {"icons": {"science": 2}, "upgraded": True}}) == 5


def test_price_lines_use_the_experiment_and_else_the_improvement_when_drawn():
    entries = [{"kind": "project", "forced": None, "contrasts": {"drawn": {"margin": None}}}]
    assert add_prices(entries)["source"] == "drawn" and entries[0]["residual"] is None
    entries[0]["forced"] = {"margin": None}
    assert add_prices(entries)["source"] == "forced"


# --- arguments ----------------------------------------------------------------------------------------------------


def test_cards_are_named_by_key_or_number_and_unknown_ones_refused():
    ruleset = Ruleset.default()
    deck = deck_cards(ruleset).tolist()
    assert parse_cards(ruleset, "S201, a401,132", deck) == [0, 128, 211]
    with pytest.raises(UsageError, match="no card 'A999' in the deck"):
        parse_cards(ruleset, "A999", deck)
    with pytest.raises(UsageError, match="no card 'P101'"):  # a base project
        parse_cards(ruleset, "P101", deck)
    without = ruleset.patch({"animals": {"401": {"enabled": False}}})
    with pytest.raises(UsageError, match="'A401'"):
        parse_cards(without, "A401", deck_cards(without).tolist())


def test_the_plan_counts_games_and_halves_the_error_with_four_times_the_deals():
    plan = sample_plan(2, 212, 8, 212, 1000, 50)
    assert (plan["observed_games"], plan["forced_games"]) == (1000, 212 * 2 * 50)
    assert sample_plan(3, 212, 8, 5, 0, 10)["forced_games"] == 6 * 3 * 10  # five cards and the control
    more = sample_plan(2, 212, 8, 212, 1000, 200)
    half = [plan["forced"]["quantities"][0]["half_width"] for plan in (plan, more)]
    assert half[0] == pytest.approx(2 * half[1])
