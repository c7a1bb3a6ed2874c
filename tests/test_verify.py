"""The verification driver and its report."""
import json
import subprocess
import sys
from collections import Counter

import pytest

from arknova_fast.core.tables import Ruleset
from arknova_fast.core.types import FrameKind, Op, Verb
from arknova_fast.report.verification import verify_report
from arknova_fast.search.batch import BatchPlan
from arknova_fast.search.verify import WHAT, Tally, behaviour_hash

COUNTS = {1: 300, 2: 200, 3: 150, 4: 120}


def played(players: int, count: int, seed: int = 1, start: int = 0, every: str = "decision") -> dict:
    tally = Tally(Ruleset.default(), players, seed, every)
    tally.play(start, count)
    return tally.as_dict()


@pytest.fixture(scope="module")
def tallies() -> dict[int, dict]:
    return {players: played(players, count) for players, count in COUNTS.items()}


@pytest.mark.parametrize("players", COUNTS)
def test_random_games_break_no_invariant(tallies, players):
    counts = tallies[players]
    assert counts["breaches"] == []
    assert counts["violations"] == 0
    assert counts["games"] == COUNTS[players]
    assert counts["unfinished"] == 0


def test_all_maps_in_all_seats(tallies):
    for counts in tallies.values():
        assert all(counts["map"][:10])
        assert not any(counts["map"][10:])


def test_counts_fit_together(tallies):
    for players, counts in tallies.items():
        assert sum(counts["kind"]) == counts["decisions"] == sum(counts["verb"])
        assert counts["kind"][FrameKind.FRAME_START_HAND] == players * counts["games"]
        assert counts["verb"][Verb.SUPPORT] == sum(counts["played"][192:224])
        assert sum(counts["map"]) == players * counts["games"]
        assert sum(counts["end_cause"]) == counts["games"]
        assert counts["choices"] <= counts["decisions"]
        assert 0 < counts["longest"] <= 1024
        assert counts["op"][Op.OP_INCOME_APPEAL] <= counts["games"]


def test_the_tally_of_parts_is_the_tally_of_the_whole():
    whole = played(2, 60)
    sums = Tally(Ruleset.default(), 2, 1)
    for start in (0, 20, 40):
        part = Tally(Ruleset.default(), 2, 1)
        part.play(start, 20)
        sums.merge(part)
    assert sums.as_dict() == whole


def test_checking_less_often_plays_the_same_games():
    every = played(3, 30)
    assert played(3, 30, every="turn") == every
    sampled = played(3, 30, every="sample")
    assert sampled == every


def test_lengths_are_the_turns_of_the_batch_driver():
    plan = BatchPlan(Ruleset.default(), 3, list(range(10)), "cycle", ["random"] * 3, 1)
    turns = plan.play(0, 60)["turns"][::3]
    lengths = played(3, 60)["length"]
    assert {i: n for i, n in enumerate(lengths) if n} == dict(sorted(Counter(turns.tolist()).items()))


def test_plain_blocks_are_the_games_of_the_batch_driver():
    plan = BatchPlan(Ruleset.default(), 2, list(range(10)), "cycle", ["random"] * 2, 1)
    records = plan.play(0, 60)[::2]
    assert played(2, 60)["decisions"] == int(records["decisions"].sum())


def test_arguments_are_checked():
    from arknova_fast.errors import UsageError

    with pytest.raises(UsageError, match="players"):
        Tally(Ruleset.default(), 5, 1)
    with pytest.raises(UsageError, match="unknown check interval 'move', known are decision, turn, sample"):
        Tally(Ruleset.default(), 2, 1, "move")
    with pytest.raises(UsageError, match="seed"):
        Tally(Ruleset.default(), 2, -1)


def test_the_report_lists_every_card_op_decision_and_ability(tallies):
    report = verify_report(Ruleset.default(), tallies)
    by_section: dict[str, list] = {}
    for item in report["items"]:
        by_section.setdefault(item["section"], []).append(item)
    sizes = {name: len(items) for name, items in by_section.items()}
    assert sizes["animals"] == 128
    assert sizes["sponsors"] == 64
    assert sizes["projects"] == 32
    assert sizes["final_scoring"] == 11
    assert sizes["abilities"] == 30
    assert sizes["maps"] == 10
    assert sizes["map_abilities"] == 8
    assert sizes["verbs"] == len(Verb) - 1
    assert {item["id"] for item in by_section["ops"]} == {
        op.name.removeprefix("OP_") for op in Op if op.name.startswith("OP_")}
    assert not report["conclusive"]
    unexpected = [item["id"] for item in report["items"] if not item["expected"]]
    assert "NONE" in unexpected
    assert set(unexpected) <= {"NONE", "CHECKLIST"}
    assert not [item for item in report["items"] if item["count"] and not item["expected"]]


def test_disabled_cards_are_not_expected():
    ruleset = Ruleset.default().patch({"animals": {"401": {"enabled": False}}})
    tally = Tally(ruleset, 2, 1)
    tally.play(0, 20)
    report = verify_report(ruleset, {2: tally.as_dict()})
    cheetah = next(item for item in report["items"] if item["id"] == "A401")
    assert (cheetah["count"], cheetah["expected"]) == (0, False)
    assert "animals A401" not in report["never"]


def test_solo_alone_expects_nothing_interactive():
    report = verify_report(Ruleset.default(), {1: played(1, 20)})
    assert not {"ops VENOM", "ops PILFERING", "decisions PILFER", "verbs PAY", "abilities venom"} & set(report["never"])


def test_the_behaviour_hash_is_repeatable_and_follows_the_rules():
    value = behaviour_hash(Ruleset.default())
    assert len(value) == 16
    assert int(value, 16) >= 0
    assert value == behaviour_hash(Ruleset.default())
    assert value != behaviour_hash(Ruleset.default().patch({"setup": {"money": 26}}))


def test_every_fault_has_its_sentence():
    assert len(WHAT) == 11
    assert len(set(WHAT)) == 11


def verify(*args: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "arknova_fast", "verify", *args], capture_output=True, text=True,
                          timeout=300)


def test_the_command_reports_and_exits_with_0():
    done = verify("-n", "60", "--players", "1,2", "--seed", "1")
    assert done.returncode == 0, done.stdout
    assert "violations: 0" in done.stdout
    assert "not seen yet" in done.stdout
    assert behaviour_hash(Ruleset.default()) in done.stdout


def test_the_json_does_not_depend_on_threads():
    results = []
    for jobs in ("1", "3"):
        done = verify("-n", "150", "--players", "2", "--seed", "5", "-j", jobs, "--json")
        result = json.loads(done.stdout)
        del result["seconds"], result["memory"]
        results.append(result)
    assert results[0] == results[1]
    assert results[0]["schema"] == "arknova-fast/verify-report/1"
    assert results[0]["games"] == 150


def test_a_deep_run_compares_ways_to_play_and_reports_lengths_and_memory():
    done = verify("--deep", "-n", "40", "-p", "2", "--seed", "3", "--json")
    result = json.loads(done.stdout)
    assert done.returncode == 0, done.stderr
    assert result["every"] == "sample"
    assert {check["name"]: check["failed"] for check in result["comparisons"]} == {
        "other threads and chunks": 0, "shards": 0, "games played alone": 0, "saved and read again": 0,
        "re-dealt hidden cards": 0,
    }
    assert all(check["compared"] for check in result["comparisons"])
    assert result["memory"][0]["start"] > 2**20
    assert result["by_players"][0]["turns"]["n"] == 40 and result["by_players"][0]["natural_share"] == 1


def test_a_deep_run_fails_when_a_comparison_does(monkeypatch):
    from arknova_fast.cli import CHECK, run_command
    from arknova_fast.report import deep

    monkeypatch.setattr(deep, "played", lambda *how: b"")
    assert run_command(["verify", "--deep", "-n", "1", "-p", "1", "--seed", "3", "--json"]) == CHECK
