"""Abilities that count icons, gain things, place buildings or share enclosures (R20.38-R20.48, D11.7, D11.8)."""
import pytest
from helpers import act, asked, doing, effect, gains, legal, me, only_legal, p, position, settle, table, take
from rules.ability_play import about_to_play, cells_of, entered, having, play
from rules.printed import ANIMALS
from rules.sponsor_play import covered_but

BUILD_TWO = {(6, 5), (7, 4)}  # Build II spaces of map 0


def aviaries(game) -> list[str]:
    return legal(game, "place large_bird_aviary")


# --- appeal -----------------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.43", "pack", "D11.17")
@pytest.mark.parametrize("card", having("pack"))
def test_pack_gives_appeal_for_each_own_predator_icon_its_own_included(card):
    alone = entered(card, p(zoo=["A404"]), appeal=10)  # predators of others do not count
    assert (me(alone).appeal, asked(alone)) == (11, "main")
    # Cheetah 2 + Serval 1 + itself 1.
    assert me(entered(card, zoo=["A401", "A404"], appeal=10)).appeal == 14


@pytest.mark.covers("R20.44", "petting_zoo_animal")
@pytest.mark.parametrize("card", having("petting_zoo_animal"))
def test_petting_zoo_animals_give_three_six_and_nine_appeal(card):
    others = [key for key in having("petting_zoo_animal") if key != card]
    for before in range(3):
        game = entered(card, p(zoo=others[2:3]), zoo=others[:before], appeal=10)
        assert me(settle(game)).appeal == 10 + 3 * (before + 1)


@pytest.mark.covers("petting_zoo_animal", "R13.8")
def test_a_fourth_petting_zoo_animal_has_no_space():
    def holding(*zoo):
        used = {"petting_zoo": len(zoo)}
        return position(p(hand=["A523"], zoo=zoo, buildings=["petting_zoo"], special_used=used, upgraded=["animals"]))

    assert "act animals" not in legal(holding("A519", "A520", "A521"))
    room = holding("A519", "A520")
    assert "act animals" in legal(room)
    settle(play(act(room, "animals"), "A523"))
    assert me(room).appeal == 9


CONTINENT = {"A418": "europe", "A436": "americas", "A452": "africa", "A476": "asia", "A517": "australia"}
PAIRS = {"europe": ["A420", "A445"], "americas": ["A412", "A413"], "africa": ["A404", "A405"],
         "asia": ["A410", "A432"], "australia": ["A424", "A450"]}  # one icon each  # fmt: skip


@pytest.mark.covers("R20.45", "iconic_animal")
@pytest.mark.parametrize(("card", "continent"), CONTINENT.items())
def test_an_iconic_animal_counts_its_continent_in_all_zoos(card, continent):
    own = ANIMALS[card]["icons"].count(continent)
    assert own == (2 if card == "A436" else 1)
    one, two = PAIRS[continent]
    game = entered(card, p(zoo=[two], partner_zoos=[continent]), zoo=[one], appeal=10)
    assert me(game).appeal == 10 + own + 3  # two animals and a partner zoo
    assert me(entered(card, p(zoo=["A406"] if continent != "asia" else ["A404"]), appeal=10)).appeal == 10 + own


@pytest.mark.covers("R20.45", "iconic_animal")
def test_an_iconic_animal_gives_at_most_eight_appeal():
    # The worked example: 3 Asia icons with the Komodo Dragon, the rival 6 (431 has two, one is a partner zoo).
    rival = p(zoo=["A431", "A432", "A434", "A435"], partner_zoos=["asia"])
    assert me(entered("A476", rival, zoo=["A458", "A459"], appeal=10)).appeal == 18
    seven = p(zoo=["A431", "A432", "A434", "A435"])
    assert me(entered("A476", seven, zoo=["A458"], appeal=10)).appeal == 17  # 2 + 5


# --- X-tokens, money, workers -----------------------------------------------------------------------------------------


@pytest.mark.covers("R20.46", "inventive")
@pytest.mark.parametrize("card", ["A414", "A522"])
def test_inventive_with_a_number_gives_that_many_x_tokens(card):
    assert me(settle(entered(card, x_tokens=2))).x_tokens == 3
    assert me(settle(entered(card, x_tokens=5))).x_tokens == 5  # R1.17


@pytest.mark.covers("R20.46", "inventive")
@pytest.mark.parametrize(("own", "theirs", "tokens"), [
    ([], [], 1), (["A408"], [], 2), ([], ["A408"], 2), (["A408"], ["A409"], 3), (["A408", "A409"], ["A414"], 3),
])  # fmt: skip
def test_inventive_bear_counts_bears_of_all_zoos_up_to_three(own, theirs, tokens):
    assert me(entered("A411", p(zoo=theirs), zoo=own)).x_tokens == tokens


@pytest.mark.covers("R20.46", "inventive")
@pytest.mark.parametrize("card", ["A459", "A464"])
@pytest.mark.parametrize(("others", "tokens"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 3), (6, 3)])
def test_inventive_primate_counts_own_primates_in_steps(card, others, tokens):
    primates = ["A452", "A453", "A454", "A455", "A460", "A465"]
    game = entered(card, p(zoo=["A466", "A467", "A457"]), zoo=primates[:others])
    assert me(game).x_tokens == tokens


@pytest.mark.covers("inventive", "R1.17")
def test_surplus_x_tokens_are_lost():
    assert me(entered("A459", zoo=["A452", "A453", "A454", "A455"], x_tokens=4)).x_tokens == 5


@pytest.mark.covers("R20.40", "jumping", "D11.17")
@pytest.mark.parametrize("card", having("jumping"))
def test_jumping_advances_the_break_token_and_gives_money(card):
    n = {"A413": 3, "A444": 2, "A461": 4, "A462": 3}[card]
    game = entered(card, money=10, table={"break_left": 9})
    assert (me(game).money, table(game).break_left, me(game).x_tokens) == (10 + n, 9 - n, 0)
    ended = entered(card, money=10, table={"break_left": 1})  # spare steps are lost
    assert (me(ended).money, table(ended).break_pending, me(ended).x_tokens) == (10 + n, 1, 1)
    assert table(ended).breaks == 0  # the break comes after the turn
    again = entered(card, money=10, table={"break_left": 0, "break_pending": True})
    assert (me(again).money, me(again).x_tokens) == (10 + n, 0)


@pytest.mark.covers("R20.41", "full_throated", "D11.17")
@pytest.mark.parametrize("card", having("full_throated"))
def test_full_throated_hires_a_worker_who_is_active_at_once(card):
    game = entered(card, workers=1)
    assert (me(game).workers, me(game).workers_idle) == (2, 2)
    last = entered(card, workers=3)  # map 0: the last worker gives 2 conservation
    settle(last)
    assert (me(last).workers, me(last).workers_idle, me(last).conservation) == (4, 0, 2)
    none = entered(card, workers=4)
    assert (me(none).workers, me(none).conservation) == (4, 0)


# --- free buildings ---------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.39", "peacocking", "D11.8")
def test_peacocking_places_a_free_aviary_without_build_two():
    game = entered("A514", money=0, buildings=["pavilion@4,7"])
    assert set(legal(game)) == {"pass", *aviaries(game)} and aviaries(game)
    assert gains(game, aviaries(game)[-1]).get("money", 0) >= 0
    assert "large_bird_aviary" in str(game.to_dict()["players"][0]["buildings"])


@pytest.mark.covers("R20.39", "peacocking", "D11.8", "R22.9")
def test_peacocking_may_be_declined():
    game = take(entered("A514", buildings=["pavilion@4,7"]), "pass")
    assert asked(game) == "main" and "aviary" not in str(game.to_dict()["players"][0]["buildings"])


@pytest.mark.covers("peacocking", "R11.14")
def test_peacocking_covers_build_two_spaces_only_with_an_own_upgraded_build_card():
    def places(**fields):
        buildings = ["pavilion@7,6", "pavilion@4,7"]
        game = entered("A514", buildings=buildings, **fields)
        return [cells_of(game, text) for text in aviaries(game)]

    assert places() and not any(cells & BUILD_TWO for cells in places())
    assert any(cells & BUILD_TWO for cells in places(upgraded=["build"]))


@pytest.mark.covers("peacocking", "R11.18", "R11.29")
def test_peacocking_is_lost_with_an_aviary_or_without_room():
    assert asked(entered("A514", buildings=["large_bird_aviary"])) == "main"
    assert asked(entered("A514", buildings=covered_but("4,3", "4,5", "4,7"))) == "main"


@pytest.mark.covers("peacocking", "R13.14", "D4.4")
def test_birds_may_move_into_the_aviary_of_peacocking_but_not_the_emu():
    game = entered("A514", zoo=["A496", "A497"], buildings=["enclosure_3*", "enclosure_5*"])
    settle(game, aviaries(game)[0])
    only_legal(game, "pass", "move-in A496")  # 497 shows no aviary icon
    take(game, "move-in A496")
    assert me(game).special_used[2] == 1
    assert me(game).occupied.bit_count() == 5  # the 3-space enclosure is empty again


@pytest.mark.covers("R20.38", "posturing", "D11.7")
@pytest.mark.parametrize("card", having("posturing"))
def test_posturing_places_up_to_n_free_kiosks_or_pavilions(card):
    n = next(ability["n"] for ability in ANIMALS[card]["abilities"] if ability["name"] == "posturing")
    assert n == {"A497": 1, "A501": 2, "A508": 3, "A511": 1, "A518": 1}[card]
    for built in range(n + 1):
        game = entered(card, appeal=10, money=0, buildings=["pavilion@3,6"])
        for _ in range(built):
            kinds = {text.split()[1] for text in legal(game, "place")}
            assert kinds == {"kiosk", "pavilion"}
            take(game, legal(game, "place pavilion")[0])
            while asked(game) not in ("free_building", "main"):
                take(game, legal(game)[0])
        if built < n:
            take(game, "pass")
        while asked(game) != "main":
            take(game, legal(game)[0])
        assert (game.current_player(), me(game).pavilion.bit_count()) == (0, 1 + built)
        assert me(game).appeal == 10 + built  # 1 for each pavilion


@pytest.mark.covers("posturing", "R11.16", "R11.15")
def test_posturing_keeps_the_distance_of_kiosks_and_touches_a_building():
    # 3,8 and 3,4 are next to the pavilion, but only 2 steps from the kiosk at 3,6 ... 3,10 is not reachable at all.
    game = entered("A497", buildings=["pavilion@3,4", "kiosk@3,6"])
    assert legal(game, "place pavilion @3,8") and not legal(game, "place kiosk @3,8")
    assert not legal(game, "place kiosk @3,10") and not legal(game, "place pavilion @3,10")
    far = entered("A497", buildings=["pavilion@3,10", "pavilion@3,8", "kiosk@3,6"])
    assert legal(far, "place kiosk @3,12")  # 3 steps from the kiosk


@pytest.mark.covers("posturing", "R11.14", "R20.38")
def test_posturing_covers_build_two_spaces_only_with_an_own_upgraded_build_card():
    def places(**fields):
        game = entered("A497", buildings=["pavilion@7,6"], **fields)
        return [cells_of(game, text) for text in legal(game, "place")]

    assert places() and not any(cells & BUILD_TWO for cells in places())
    assert any(cells & BUILD_TWO for cells in places(upgraded=["build"]))


@pytest.mark.covers("posturing", "R11.26")
def test_posturing_gains_placement_bonuses_and_the_seven_appeal_of_a_full_map():
    game = entered("A497", appeal=10, money=0, buildings=covered_but("4,5"))
    only_legal(game, "pass", "place kiosk @4,5 r0", "place pavilion @4,5 r0")
    # 4,5 shows 10 money; the pavilion gives 1, the covered map 7.
    assert gains(settle(game, "place pavilion @4,5 r0")) == {}
    assert (me(game).money, me(game).appeal) == (10, 18)


@pytest.mark.covers("posturing", "R11.29")
def test_posturing_is_lost_on_a_full_map():
    assert asked(entered("A508", buildings=covered_but())) == "main"


# --- flock animals ----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R20.48", "flock_animal", "D11.16", "R13.25")
@pytest.mark.parametrize(("card", "n"), [("A439", 2), ("A438", 3), ("A443", 3), ("A447", 4)])
def test_a_flock_animal_shares_with_a_herbivore_whose_required_size_suffices(card, n):
    assert {"name": "flock_animal", "n": n, "target": None} in ANIMALS[card]["abilities"]
    hosts = {1: "A445", 2: "A450", 3: "A428", 4: "A437", 5: "A426"}
    for size, host in hosts.items():
        # The enclosure of size 5 is occupied: only the host's card counts (A11).
        game = position(p(hand=[card], zoo=[host], money=60, buildings=["enclosure_5*"], upgraded=["animals"]))
        assert ("act animals" in legal(game)) == (size >= n), size
        if size >= n:
            take(game, "act animals", f"play {card}")
            assert legal(game) == ["house share"]
            take(game, "house share")
            assert me(game).occupied.bit_count() == 5 and card in me(game).zoo


@pytest.mark.covers("flock_animal", "D11.16", "R13.27")
def test_a_flock_animal_may_also_take_an_own_enclosure():
    game = about_to_play("A439", zoo=["A450"], buildings=["enclosure_2@4,7", "enclosure_2*"])
    take(game, "play A439")
    only_legal(game, "house share", "house @4,7")
    alone = take(about_to_play("A439", buildings=["enclosure_2@4,7"]), "play A439")
    only_legal(alone, "house @4,7")  # no host: like any animal


@pytest.mark.covers("flock_animal", "R13.26")
def test_a_flock_animal_can_be_the_host_and_one_host_serves_many():
    zoo = ["A447", "A438"]  # 447 has size 4 and is a flock animal; 438 shares already
    game = about_to_play("A443", zoo=zoo, buildings=["enclosure_4*"])
    assert legal(take(game, "play A443")) == ["house share"]


@pytest.mark.covers("flock_animal", "R13.28")
def test_petting_zoo_animals_are_no_hosts_and_other_herbivores_do_not_share():
    petting = p(hand=["A439"], zoo=["A519"], money=60, buildings=["petting_zoo"], upgraded=["animals"])
    assert "act animals" not in legal(position(petting))
    herd = p(hand=["A450"], zoo=["A439"], money=60, buildings=["enclosure_2*"], upgraded=["animals"])
    assert "act animals" not in legal(position(herd))


@pytest.mark.covers("flock_animal", "R12.8", "R12.12")
def test_sharing_spares_neither_conditions_nor_cost():
    # 429 needs 3 Africa icons and costs 12.
    def game(zoo, money):
        return position(p(hand=["A429"], zoo=zoo, money=money, buildings=["enclosure_3*"], upgraded=["animals"]))

    assert "act animals" not in legal(game(["A428", "A404"], 60))
    assert "act animals" in legal(game(["A428", "A404", "A405"], 12))
    assert "act animals" not in legal(game(["A428", "A404", "A405"], 11))


@pytest.mark.covers("flock_animal", "R16.11")
def test_releasing_a_flock_animal_empties_an_enclosure_even_if_it_shared():
    game = position(p(zoo=["A450", "A439"], hand=["P120"], appeal=20, buildings=["enclosure_2*"]),
                    decision=doing("association", 5))  # fmt: skip
    take(game, "task project", "support P120 right")
    while asked(game) != "release":
        take(game, legal(game)[0])
    only_legal(game, "release A439", "release A450")
    take(game, "release A439")
    while asked(game) != "main":
        take(game, legal(game)[0])
    assert me(game).occupied == 0 and me(game).zoo == ["A450"]


# --- the frame of all abilities ---------------------------------------------------------------------------------------


@pytest.mark.covers("R20.33", "R12.21", "R22.10")
def test_an_animal_may_be_played_although_its_ability_does_nothing():
    full = about_to_play("A514", zoo=["A450", "A424"], buildings=["large_bird_aviary", "enclosure_5"])
    settle(play(full, "A514"))
    assert "A514" in me(full).zoo and me(full).appeal == 7


@pytest.mark.covers("D11.17", "R22.4", "R20.43")
def test_effects_without_a_choice_run_in_an_order_that_cannot_matter():
    game = position(p(), decision=effect({"op": "pack"}, {"op": "x_token", "n": 1}, {"op": "sprint", "n": 1}))
    assert asked(game) == "main" and (len(me(game).hand), me(game).x_tokens) == (1, 1)
