"""The end of the game (R25)."""
import pytest
from helpers import act, asked, doing, legal, me, p, position, settle, table, take
from rules.printed import BOARDS
from rules.project_play import left

SPACES = BOARDS["conservation_track"]["spaces"][1:]
DONE = {"appeal": 64, "conservation": 20}  # 64 + 36: the counters share a scoring area


def ends(*players: dict, n: int = 2, turn: int = 0, **shared) -> str:
    """Whether the end is triggered at the end of this turn, and how."""
    game = position(*players, n=n, turn=turn, decision={"end_turn": True}, **shared)
    return ("none", "turn", "break")[table(game).end_cause]


def turns(game, limit: int = 12) -> list[int]:
    """Plays until the game is over; the seats of the turns taken."""
    seats = []
    while not game.is_terminal and len(seats) < limit:
        if asked(game) == "main":
            seats.append(game.current_player())
            card = next(text for text in legal(game, "x-token"))
            take(game, card)
        else:
            take(game, legal(game)[0])
    return seats


# --- the condition ----------------------------------------------------------------------------------------------------


@pytest.mark.covers("R25.1")
def test_the_example_of_the_red_player_with_64_appeal_and_20_conservation():
    assert ends(p(**DONE)) == "turn"
    assert ends(p(appeal=63, conservation=20)) == "none"


@pytest.mark.covers("R25.1", "R23.3", "R25.2")
@pytest.mark.parametrize("space", SPACES, ids=lambda space: str(space["space"]))
def test_the_end_is_met_when_the_counters_share_a_scoring_area_or_have_passed(space):
    c, low, high = space["space"], space["area_appeal_low"], space["area_appeal_high"]
    assert ends(p(appeal=low - 1, conservation=c)) == "none"
    assert ends(p(appeal=low, conservation=c)) == "turn"
    assert ends(p(appeal=high, conservation=c)) == "turn"
    if high < 113:
        assert ends(p(appeal=high + 1, conservation=c)) == "turn"


@pytest.mark.covers("R25.1")
def test_conservation_zero_touches_no_appeal_space():
    assert ends(p(appeal=113, conservation=0)) == "none"


# --- when it is checked -----------------------------------------------------------------------------------------------


@pytest.mark.covers("R25.2")
def test_only_the_active_player_is_checked_at_the_end_of_a_turn():
    assert ends(p(), p(**DONE)) == "none"
    assert ends(p(**DONE), p(), turn=1) == "none"
    assert ends(p(), p(**DONE), turn=1) == "turn"


@pytest.mark.covers("R25.2")
def test_nothing_is_checked_before_the_turn_is_over():
    game = position(p(**DONE))
    assert table(game).end_cause == 0
    take(game, "act sponsors")
    assert table(game).end_cause == 0
    take(game, "break")
    assert (table(game).end_cause, table(game).end_player) == (1, 0)


@pytest.mark.covers("R25.3")
def test_every_player_is_checked_in_a_break():
    for seat in range(3):
        players = [p(**DONE) if i == seat else p() for i in range(3)]
        game = position(*players, n=3, decision={"break": "now"})
        assert (table(game).end_cause, table(game).end_player) == (2, seat)
    assert table(position(p(), p(), p(), n=3, decision={"break": "now"})).end_cause == 0


@pytest.mark.covers("R25.3", "R24.22")
def test_conservation_from_the_income_of_a_break_can_meet_the_condition():
    # Sponsor 206: 1 conservation as income. 64 appeal with 19 conservation is 97, with 20 it is 100.
    game = position(p(), p(appeal=64, conservation=19, zoo=["S206"]), decision={"break": "now"})
    assert (table(game).end_cause, table(game).end_player) == (2, 1)


@pytest.mark.covers("R25.4")
def test_meeting_the_condition_only_within_a_turn_has_no_effect():
    # Appeal 100 and conservation 6: 98. Reputation 11 gives 1 conservation: 100, the condition is met. The release of
    # the Indian Rock Python takes 7 appeal, its slot gives 3 conservation (7 to 10: 6 points): 99 at the end.
    game = position(p(appeal=100, conservation=6, reputation=10, upgraded=["cards", "association"], zoo=["A474"],
                      workers=2, workers_idle=2), n=3, projects=["P121"],
                    decision=doing("association", 7, 2))  # fmt: skip
    assert game.scores()[0] == 98
    settle(game, "task reputation")
    assert game.scores()[0] == 100
    take(game, "task project", "support P121 right", "release A474", left("money_12"))
    while game.current_player() == 0:
        take(game, next(text for text in ("take money", "resolve 1", "pass") if text in legal(game)))
    assert game.scores()[0] == 99
    assert (table(game).end_cause, game.current_player()) == (0, 1)


# --- the last turns ---------------------------------------------------------------------------------------------------


@pytest.mark.covers("R25.5", "D17.2")
@pytest.mark.parametrize(("n", "seat"), [(2, 0), (2, 1), (3, 1), (4, 0), (4, 3)])
def test_after_the_turn_that_met_it_all_others_take_one_more_turn(n, seat):
    players = [p(**DONE) if i == seat else p() for i in range(n)]
    game = position(*players, n=n, turn=seat, break_left=9)
    take(game, "x-token animals")
    assert table(game).turns_left == n - 1
    assert turns(game) == [(seat + i) % n for i in range(1, n)]
    assert game.is_terminal


@pytest.mark.covers("R25.6", "D17.2")
@pytest.mark.parametrize(("n", "seat", "turn"), [(2, 0, 0), (2, 1, 0), (3, 1, 2), (4, 2, 3)])
def test_after_a_break_that_met_it_all_players_take_one_more_turn(n, seat, turn):
    players = [p(**DONE) if i == seat else p() for i in range(n)]
    # Seat `turn` has just ended its turn without meeting the condition and has caused the break.
    game = position(*players, n=n, turn=turn, break_left=0, break_causer=turn, decision={"break": "now"})
    assert (table(game).end_cause, table(game).turns_left) == (2, n)
    assert turns(game) == [(turn + i) % n for i in range(1, n + 1)]
    assert game.is_terminal


@pytest.mark.covers("R25.7")
def test_the_end_is_triggered_once():
    # Both players meet the condition: seat 0 at the end of its turn, seat 1 at the end of its last turn.
    game = position(p(**DONE), p(**DONE), p(**DONE), n=3)
    assert turns(game) == [0, 1, 2]
    assert (table(game).end_cause, table(game).end_player) == (1, 0)
    # A break in the last turns, in which somebody meets it, gives no further turns either.
    game = position(p(**DONE), p(**DONE), n=2, break_left=2)
    take(game, "act cards")
    assert turns(game) == [1]


@pytest.mark.covers("R25.8", "R24.4")
def test_a_break_caused_by_the_triggering_turn_is_held_after_it():
    game = position(p(money=0, **DONE), p(money=0, appeal=0), break_left=2)
    act(game, "cards")
    assert (table(game).breaks, table(game).end_cause) == (1, 1)
    assert (me(game).money, me(game, 1).money) == (28, 5)  # income for 64 and for 0 appeal
    assert turns(game) == [1]


@pytest.mark.covers("R25.8")
def test_a_break_caused_by_the_last_turn_is_held_before_final_scoring():
    game = position(p(money=0, **DONE), p(money=0, appeal=0), turn=1, break_left=2,
                    end={"cause": "turn", "player": 0, "turns_left": 1})  # fmt: skip
    act(game, "cards")
    assert (table(game).breaks, game.is_terminal) == (1, True)
    assert (me(game).money, me(game, 1).money) == (28, 5)


@pytest.mark.covers("R25.9")
def test_losing_the_condition_after_the_trigger_does_not_cancel_the_end():
    # Met in a break with 41 conservation and 1 appeal (100); the last turn of that player is a release, for which
    # the appeal goes down to 0 (99) while the conservation of the slot is beyond the end of the track.
    game = position(p(appeal=1, conservation=41, zoo=["A469"],
                      actions=["animals", "build", "cards", "sponsors", "association"]), p(), projects=["P121"],
                    end={"cause": "break", "player": 0, "turns_left": 1})  # fmt: skip
    take(game, "act association", "task project", "support P121 left", "release A469")
    assert game.scores()[0] == 99
    take(game, left("money_12"))
    assert game.is_terminal
    assert table(game).end_cause == 2
