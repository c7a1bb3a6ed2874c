"""Every ruling switch: the adopted ruling, and what each other value changes (conflicts of rules.md)."""
import json
from pathlib import Path

import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, settle, take
from rules.ability_play import about_to_play, entered, play
from rules.printed import ORDER

import arknova_fast
from arknova_fast import Ruleset
from arknova_fast.challenge import SoloChallenge

RULINGS_FILE = Path(arknova_fast.__file__).parent / "data" / "rulings.json"
RULINGS = json.loads(RULINGS_FILE.read_text(encoding="utf-8"))["rulings"]
DEFAULT = Ruleset.default()


def ruled(name: str, value: str | None) -> Ruleset:
    """The default ruleset, or the one with another ruling."""
    return DEFAULT if value is None else DEFAULT.patch({"rulings": {name: value}})


def both(name: str, *values: str):
    """The default (unpatched and named) and the other values."""
    assert set(values) == set(RULINGS[name]["choices"]) and values[0] == RULINGS[name]["default"]
    return pytest.mark.parametrize("ruling", [None, *values])


def test_the_switches_are_those_tested_here():
    assert set(RULINGS) == {
        "upgrade_timing", "venom_unpayable", "determination", "income_order", "flock_host",
        "multiplier_x_token_action", "multiplier_declined", "hypnosis_venom", "no_left_token", "own_appeal",
        "challenge_final_cards"}  # fmt: skip


@pytest.mark.covers("R7.5", "R7.6")
@both("upgrade_timing", "conditions_at_once", "next_action", "running_action")
def test_when_an_upgrade_gained_during_an_action_counts(ruling):
    # 471 brings conservation 2: the Animals card is upgraded before the second animal. 421 needs Animals II; the
    # display slot 1 is in range but only reachable with side II.
    game = about_to_play("A471", "A421", "A404", strength=5, conservation=1, ruleset=ruled("upgrade_timing", ruling),
                         buildings=["enclosure_3", "enclosure_5+rock1+water1"],
                         table={"display": ["A405", "A402", "A403", "A406", "A407", "A408"]})  # fmt: skip
    take(game, "play A471")
    take(game, min(legal(game), key=lambda text: me(take(game.clone(), text)).occupied.bit_count()))  # the small one
    while asked(game) != "cons_choice":
        take(game, "pass" if asked(game) == "sell" else "resolve 1")
    take(game, "upgrade animals")
    while asked(game) != "animals":
        take(game, "pass" if asked(game) == "sell" else legal(game)[0])
    more = {None: ["play A421"], "conditions_at_once": ["play A421"], "next_action": [],
            "running_action": ["play A405", "play A421"]}[ruling]  # fmt: skip
    only_legal(game, "pass", "play A404", *more)


@pytest.mark.covers("R19.18", "R19.19")
@both("venom_unpayable", "forbid", "pay_available")
def test_whether_a_turn_that_cannot_pay_for_venom_is_legal(ruling):
    rules = ruled("venom_unpayable", ruling)
    game = position(p(money=1, venom=["build"]), ruleset=rules)
    if ruling == "pay_available":
        assert {"act cards", "x-token animals", "act sponsors", "x-token build"} <= set(legal(game))
        assert gains(game, "x-token animals") == {"x_tokens": 1, "money": -1}
    else:
        only_legal(game, "act sponsors", "x-token build")
    # With enough money the payment is due in any case.
    assert gains(position(p(money=5, venom=["build"]), ruleset=rules), "x-token animals")["money"] == -2


@pytest.mark.covers("venom", "R19.18")
@both("venom_unpayable", "forbid", "pay_available")
def test_whether_money_owed_for_venom_may_be_spent(ruling):
    game = position(p(hand=["A404"], money=10, venom=["build"], upgraded=["animals"], buildings=["enclosure_2"]),
                    ruleset=ruled("venom_unpayable", ruling))  # fmt: skip
    assert ("act animals" in legal(game)) == (ruling == "pay_available")  # 404 costs 9


@pytest.mark.covers("R20.20", "determination")
@both("determination", "mandatory", "optional", "mandatory_not_animals")
def test_whether_determination_is_optional_and_may_use_the_animals_card(ruling):
    game = entered("A505", hand=["A404"], money=60, upgraded=["animals"], buildings=["enclosure_2"],
                   ruleset=ruled("determination", ruling))  # fmt: skip
    assert ("pass" in legal(game)) == (ruling == "optional")
    assert ("act animals" in legal(game)) == (ruling != "mandatory_not_animals")
    assert {"act build", "act cards", "x-token build"} <= set(legal(game))
    if ruling == "optional":
        assert take(game, "pass").current_player() == 1


@pytest.mark.covers("R24.17")
@both("income_order", "free", "fixed")
def test_the_order_of_income_items_is_free_or_fixed(ruling):
    # 201 takes a card in range, the left edge of map 0 snaps one: both look at the display.
    game = position(p(zoo=["S201"], money=0, appeal=0, left_tokens=[1, 2, 3, 4, 5, 6]), decision={"income": True},
                    ruleset=ruled("income_order", ruling))  # fmt: skip
    if ruling == "fixed":
        assert asked(game) == "take"  # appeal, kiosks, then the icons: sponsors before the left edge
        assert me(game).money == 5
        assert asked(take(game, legal(game)[0])) == "snap"
    else:
        assert asked(game) == "open"
        assert {asked(take(game.clone(), text)) for text in legal(game)} == {"take", "snap"}


@pytest.mark.covers("R13.25", "flock_animal")
@both("flock_host", "card", "enclosure")
def test_what_must_be_large_enough_to_host_a_flock_animal(ruling):
    rules = ruled("flock_host", ruling)

    def shares(host: str, enclosure: str) -> bool:
        game = position(p(hand=["A438"], zoo=[host], money=60, upgraded=["animals"], buildings=[f"{enclosure}*"]),
                        ruleset=rules)  # fmt: skip
        return "act animals" in legal(game)

    assert shares("A428", "enclosure_3")  # a herbivore of size 3
    assert shares("A445", "enclosure_5") == (ruling == "enclosure")  # size 1 in a large enclosure
    assert not shares("A445", "enclosure_2")
    assert not shares("A404", "enclosure_5")  # no herbivore


@pytest.mark.covers("R18.6")
@both("multiplier_x_token_action", "allowed", "not_allowed")
def test_whether_a_multiplier_repeats_the_x_token_action(ruling):
    rules = ruled("multiplier_x_token_action", ruling)
    game = take(position(p(multiplier={"cards": 1}), ruleset=rules), "x-token cards")
    if ruling == "not_allowed":
        assert (game.current_player(), me(game).x_tokens, me(game).multiplier[3]) == (1, 1, 1)
    else:
        only_legal(game, "pass", "x-token cards")
    again = act(position(p(multiplier={"cards": 1}), ruleset=rules), "cards")
    assert asked(again) == "repeat"  # the action itself is repeated in any case


@pytest.mark.covers("R19.8", "multiplier")
@both("multiplier_declined", "stays", "returned")
def test_what_becomes_of_a_multiplier_whose_repeat_is_declined(ruling):
    game = act(position(p(multiplier={"cards": 1, "build": 1}), ruleset=ruled("multiplier_declined", ruling)), "cards")
    take(game, "pass")
    assert me(game).multiplier == ([0, 0, 1, 0, 0] if ruling == "returned" else [0, 0, 1, 1, 0])


@pytest.mark.covers("R20.9", "hypnosis", "venom")
@both("hypnosis_venom", "counts_for_nobody", "counts_for_actor")
def test_for_whom_the_venom_token_of_a_hypnotised_card_counts(ruling):
    victim = p(appeal=20, money=9, venom=["sponsors"], actions=["sponsors", "build", "cards", "animals", "association"])
    game = position(p(money=9, venom=["build"]), victim, ruleset=ruled("hypnosis_venom", ruling),
                    decision=effect(op="hypnosis_action", n=3, arg=1))  # fmt: skip
    take(game, "act sponsors", "break")
    assert me(game, 1).venom == 0 and me(game).venom == 1 << ORDER.index("build")
    assert me(game).money == 9 + 1 - (0 if ruling == "counts_for_actor" else 2)
    assert me(game, 1).money == 9


@pytest.mark.covers("R20.9", "R19.18", "hypnosis")
@both("hypnosis_venom", "counts_for_nobody", "counts_for_actor")
def test_whether_the_hypnotised_venom_card_frees_the_money_owed(ruling):
    victim = p(appeal=20, venom=["build"], actions=["sponsors", "build", "cards", "animals", "association"])
    game = position(p(money=3, venom=["cards"], buildings=["pavilion@3,6"]), victim,
                    ruleset=ruled("hypnosis_venom", ruling),
                    decision=effect(op="hypnosis_action", n=3, arg=1))  # fmt: skip
    # A kiosk costs 2; the last money suffices only if the token coming off Build settles the turn.
    assert ("act build" in legal(game)) == (ruling == "counts_for_actor")


@pytest.mark.covers("R15.16")
@both("no_left_token", "no_support", "support_without_bonus")
def test_whether_a_project_can_be_supported_without_a_token_on_the_left_edge(ruling):
    def supporting(*left: int):  # three Americas icons: the right slot of 104, 2 conservation
        own, base = p(zoo=["A413", "A436"], money=0, left_tokens=list(left)), ["P104", "P101", "P102"]
        rules = ruled("no_left_token", ruling)
        return position(own, base_projects=base, decision=doing("association", 5), ruleset=rules)

    game = supporting()
    assert ("task project" in legal(game)) == (ruling == "support_without_bonus")
    if ruling == "support_without_bonus":
        # No bonus of the left edge; conservation 2 asks for an upgrade or a worker.
        assert gains(game, "task project", "support P104 right") == {"conservation": 2, "workers": -1}
        assert (asked(game), me(game).left_tokens) == ("cons_choice", 0)
    one = take(supporting(2), "task project", "support P104 right")  # 5 money stand at the third place
    while asked(one) != "cons_choice":
        take(one, legal(one)[0])
    assert (me(one).left_tokens, me(one).money) == (0, 5)


@pytest.mark.covers("R20.2")
@both("own_appeal", "free_order", "first")
def test_whether_the_appeal_of_an_interactive_animal_may_come_after_its_ability(ruling):
    # 449: venom 1 and 4 appeal; the rival is ahead by 3.
    game = about_to_play("A449", others=(p(appeal=7),), appeal=4, buildings=["enclosure_2+water1"],
                         ruleset=ruled("own_appeal", ruling))  # fmt: skip
    play(game, "A449")
    if ruling == "first":
        assert (asked(game), me(game).appeal, me(game, 1).venom) == ("main", 8, 0)
    else:
        assert asked(game) == "open"
        assert {me(take(game.clone(), text), 1).venom for text in legal(game)} == {0, 1}
    settle(game)
    assert me(game).appeal == 8


@pytest.mark.covers("R28.2")
@both("challenge_final_cards", "all_drawn_removed", "held_only_removed")
def test_which_final_scoring_cards_leave_the_challenge(ruling):
    returned = False
    for seed in range(4):
        run = SoloChallenge(seed=seed, ruleset=ruled("challenge_final_cards", ruling))
        start = run.game.clone()
        take(start, legal(start)[0])  # the map; then the cards are dealt
        dealt = {i for i in range(11) if me(start).finals >> i & 1}
        run.game.play(seed=1)
        held = {i for i in range(11) if me(run.game).finals >> i & 1}
        run.next_game()
        view = run.game.view()
        pile = {int(card) for card in view["final_pile"][: int(view["n_final"])]}
        assert not pile & held
        if ruling == "held_only_removed":
            assert dealt - held <= pile
        else:
            assert not dealt & pile
        returned |= bool(dealt - held)
    assert returned  # one of the two dealt cards went under the pile
