"""Observations and re-dealing: nothing leaks, and everything known stays."""
import random

import pytest

from arknova_fast import Game, UsageError
from arknova_fast.errors import StateDataError

KINDS = ("KEEP", "RESISTANCE", "ASSERTION", "PILFER", "HUNTER", "FINAL_DISCARD")


def positions(players, number, often=0.05, **options):
    """Positions of a random game: every one of the set-up and of the private choices, and some of the others."""
    rng = random.Random(number)
    game = Game.new(players, seed=13, game=number, **options)
    while not game.is_terminal:
        if game.view()["turn"] == 0 or game.decision().kind in KINDS or rng.random() < often:
            yield game
        game.apply(rng.choice(game.legal_actions()))
    yield game


def hidden_places(state, seat):
    """Lists of hidden zoo deck cards by place, worked out apart from the compiled code."""
    seen = bits(state["player"]["seen"][seat])
    deck = [int(card) for card in state["deck"][: int(state["n_deck"])]]
    hands = {
        p: [c for c in bits(state["player"]["hand"][p]) if c not in seen and c < 212]
        for p in range(int(state["n_players"]))
        if p != seat
    }
    return deck, hands


def bits(words):
    return {64 * w + i for w in range(4) for i in range(64) if int(words[w]) >> i & 1}


def put(words, card):
    words[card // 64] |= type(words[0])(1 << card % 64)


def drop(words, card):
    words[card // 64] &= type(words[0])(~(1 << card % 64) & 2**64 - 1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_swapping_hidden_cards_never_changes_the_observation(players):
    """The leak test: deck order, hand cards against deck cards, final scoring cards, chance, statistics."""
    for number in range(6):
        rng = random.Random(number)
        for game in positions(players, number):
            seat = rng.randrange(players)
            box = game.to_box()
            state = box.view()
            deck, hands = hidden_places(state, seat)
            rng.shuffle(deck)
            for p, hand in hands.items():
                for card in hand:
                    if not deck or rng.random() < 0.3:
                        continue
                    at = rng.randrange(len(deck))
                    drop(state["player"]["hand"][p], card)
                    put(state["player"]["hand"][p], deck[at])
                    deck[at] = card
            state["deck"][: len(deck)] = deck
            n = int(state["n_final"])
            pile = list(state["final_pile"][:n])
            rng.shuffle(pile)
            state["final_pile"][:n] = pile
            for p in range(players):
                held = int(state["player"]["finals"][p])
                if p != seat and n and held:
                    state["player"]["finals"][p] = held & held - 1 | 1 << int(pile[0])
                    state["final_pile"][0] = (held & -held).bit_length() - 1
                    break
            state["rng"][:] = 1
            try:
                changed = Game.from_box(game.ruleset, box)
            except StateDataError as error:
                # Another player has begun what the cards swapped into the hand do not allow.
                assert "no legal action" in str(error) and game.current_player() != seat
                continue
            assert changed.observe(seat) == game.observe(seat), game.decision()


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "options", [{}, {"map_mode": "pick2"}, {"map_mode": "draft"}, {"face_down_discard": True}], ids=str
)
def test_dealing_again_keeps_the_observation(players, options):
    for number in range(3):
        rng = random.Random(number)
        for game in positions(players, number, **options):
            for seat in range(players):
                before = game.clone()
                other = game.determinize(seat, rng.randrange(2**64))
                assert game == before
                assert other.observe(seat) == game.observe(seat)
                assert other.check() == []
                assert other.decision() == game.decision()
                assert other.is_terminal or other.legal_actions()
                if game.current_player() == seat:
                    assert other.legal_actions() == game.legal_actions()


def test_dealing_again_changes_what_is_hidden_and_is_repeatable():
    game = Game.new(2, seed=4)
    one, two = game.determinize(0, 1), game.determinize(0, 2)
    assert one == game.determinize(0, 1) and one != two
    hands = {tuple(game.determinize(0, i).view()["player"]["hand"][1]) for i in range(20)}
    assert len(hands) == 20
    assert (one.view()["rng"] != game.view()["rng"]).any()
    assert (one.view()["player"]["hand"][0] == game.view()["player"]["hand"][0]).all()


def test_every_hidden_card_can_be_anywhere():
    """Over many deals each card that the seat cannot see turns up in the other hand."""
    game = Game.new(2, seed=4)
    own = bits(game.view()["player"]["hand"][0])
    found = set()
    for i in range(600):
        found |= bits(game.determinize(0, i).view()["player"]["hand"][1])
    assert found == set(range(212)) - own


def test_deals_differ_and_can_be_played_on():
    for number in range(5):
        for game in positions(3, number, 0.02):
            other = game.determinize(1, number)
            assert other.play(turn_limit=500).is_terminal


def test_own_cards_are_shown_and_others_are_not():
    game = Game.new(3, seed=8, maps="1")
    seen = game.observe(1).as_dict()
    own = seen["seats"][1]
    assert len(own["hand"]) == 8 and "?" not in own["hand"] and len(own["finals"]) == 2
    for p in (0, 2):
        assert seen["seats"][p]["hand"] == ["?"] * 8 and seen["seats"][p]["finals"] == ["?"] * 2
    assert seen["display"] == ["?"] * 6
    assert seen["base_pile"] == ["?"] * 9 and seen["deck_size"] == 212 - 6 - 24
    assert seen["decision"] == {"kind": "START_HAND", "player": 0, "card": None}
    assert [seat["map"] for seat in seen["seats"]] == ["1"] * 3


def test_cards_taken_from_the_display_are_known_to_all():
    for number in range(40):
        for game in positions(2, number, 1.0):
            if game.decision().kind == "SNAP":
                seat = game.current_player()
                taken = game.observe(1 - seat).as_dict()["display"]
                slot = next(i for i, card in enumerate(taken) if card) + 1
                after = game.clone()
                after.apply(f"take slot {slot}")
                assert taken[slot - 1] in after.observe(1 - seat).as_dict()["seats"][seat]["hand"]
                return
    pytest.fail("no snap was played")


def test_private_draws_are_seen_by_their_owner_only():
    for number in range(200):
        for game in positions(2, number, 0.0):
            if game.decision().kind == "KEEP":
                seat = game.current_player()
                own, other = (game.observe(p).as_dict()["drawn"] for p in (seat, 1 - seat))
                assert "?" not in own and set(other) == {"?"} and len(own) == len(other)
                return
    pytest.fail("no private draw was made")


def test_offers_of_maps_and_secret_choices_are_hidden():
    game = Game.new(2, seed=3, map_mode="pick2")
    assert len(game.observe(0).as_dict()["map_offer"]) == 2
    game.apply(game.legal_actions()[0])
    assert game.observe(1).as_dict()["seats"][0]["map"] == "?"
    chosen = game.view()["player"]["map"][0]
    game.apply(game.legal_actions()[0])
    assert game.observe(1).as_dict()["seats"][0]["map"] == game.ruleset.map_code(int(chosen))


def test_a_seat_remembers_its_own_secret_discards():
    game = Game.new(2, seed=3)
    before = game.observe(0).as_dict()["seats"][0]["hand"]
    game.apply("keep 1,2,3,4")
    assert game.observe(0).as_dict()["drawn"] == before[4:]
    assert game.observe(1).as_dict()["drawn"] == ["?"] * 4
    assert game.determinize(0, 5).observe(0) == game.observe(0)


def test_observations_are_values():
    game = Game.new(2, seed=3)
    one, two = game.observe(0), game.observe(0)
    assert one == two and hash(one) == hash(two) and one.key == two.key
    assert game.observe(0) != game.observe(1)
    assert repr(one) == "<Observation of seat 0, turn 0>"


@pytest.mark.parametrize("seat", [-1, 2, "0", None])
def test_unknown_seats_are_refused(seat):
    game = Game.new(2)
    with pytest.raises(UsageError, match="seat must be"):
        game.observe(seat)
    with pytest.raises(UsageError, match="seat must be"):
        game.determinize(seat, 1)


def test_a_seed_outside_its_range_is_refused():
    with pytest.raises(UsageError, match="seed must be"):
        Game.new(2).determinize(0, -1)


def test_scripts_of_coming_chance_are_not_visible():
    game = Game.new(2, seed=3)
    box = game.to_box()
    state = box.view()
    state["script"][0] = 7
    state["n_script"] = 1
    assert Game.from_box(game.ruleset, box).observe(0) == game.observe(0)
