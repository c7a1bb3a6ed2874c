"""Golden playthroughs: short games as text, compared as a whole and read as a diff when they change."""
import sys
from pathlib import Path

import pytest
from listed import one_draw

sys.path.insert(0, str(Path(__file__).parent))
import make

from arknova_fast import Game, simulate

HOW = "; if that is meant, run `python tests/golden/make.py` and read the diff"


@pytest.mark.parametrize("name", make.SCRIPTS)
def test_the_playthrough_is_the_golden_one(name):
    assert (make.FOLDER / f"{name}.txt").read_text("utf-8") == make.playthrough(make.SCRIPTS[name]), f"changed{HOW}"


@pytest.mark.parametrize("name", make.SCRIPTS)
def test_a_playthrough_is_the_game_of_that_seed(name):
    """The text shows what the compiled driver plays, not a game of its own."""
    chosen = make.SCRIPTS[name]
    *_, (game, _, _) = make.moves(chosen)
    row = simulate(1, len(chosen.maps), chosen.maps, one_draw, seed=chosen.seed, **chosen.options)[0]
    assert game.hash == row["state_hash"] == make.new_game(chosen).play(one_draw).hash


def test_there_are_no_other_files():
    found = {path.stem for path in make.FOLDER.glob("*.txt")}
    assert found == {*make.SCRIPTS, make.BEHAVIOUR.stem}, f"files and SCRIPTS differ{HOW}"


def test_every_player_count_and_advanced_map_has_a_playthrough():
    counts = {len(chosen.maps) for chosen in make.SCRIPTS.values()}
    assert counts == {1, 2, 3, 4}
    rules = Game.new().ruleset
    advanced = {code for code, zoo in rules.data["maps"].items() if zoo["group"] == "advanced"}
    assert advanced <= {name.removeprefix("map_") for name in make.SCRIPTS}
    for code in advanced:
        chosen = make.SCRIPTS[f"map_{code}"]
        assert chosen.maps[0] == code
        if rules.data["maps"][code]["ability"]["kind"] != "none":
            assert make.ABILITY in chosen.parts


def test_the_behaviour_hash_is_the_golden_one():
    assert make.BEHAVIOUR.read_text("utf-8") == make.behaviour(), f"changed{HOW}"
