"""Three ways to write a policy of one's own; docs/policies.md explains them.

    arknova run --policy docs/examples/my_policies.py:eager,random -n 1k
    arknova run --policy docs/examples/my_policies.py:thrifty,random -n 1k
    arknova run --policy docs/examples/my_policies.py:curious,random -n 20
"""
from arknova_fast import action_to_dict
from arknova_fast.core.types import FrameKind, Verb
from arknova_fast.policies import numba_choice, numba_rating

# Compiled code knows plain numbers, no enums.
MAIN = int(FrameKind.FRAME_MAIN)
ACT, BUILD_KIND, PLACE = int(Verb.ACT), int(Verb.BUILD_KIND), int(Verb.PLACE)
PLAY_ANIMAL, SUPPORT, PASS = int(Verb.PLAY_ANIMAL), int(Verb.SUPPORT), int(Verb.PASS)
SPONSORS = 4


@numba_rating
def eager(f):
    """A rating: the action with the highest number is taken."""
    if f.frame == MAIN:
        # Strong action cards first; X-tokens are worth keeping.
        return f.strength - 1.5 * f.b if f.verb == ACT else 0.5
    if f.verb == PLAY_ANIMAL or f.verb == SUPPORT:
        return 10.0 + f.card_appeal + 3.0 * f.card_conservation
    if f.verb == PLACE:
        return 2.0 * f.bonuses
    return -1.0 if f.verb == PASS else 0.0


@numba_choice
def thrifty(state, seat, actions):
    """A choice: the index of an action. With little money it takes the Sponsors card, most often for its money."""
    if state.frame[state.n_frames - 1].kind == MAIN and state.player[seat].money < 10:
        for i in range(len(actions)):
            if actions[i] >> 26 == ACT and actions[i] >> 10 & 0xFFFF == SPONSORS:
                return i
    return (state.turn * 7 + len(actions)) % len(actions)


def curious(game, actions):
    """A plain function: slow, but with all of Python. It prefers what it has an animal or a project for."""
    for action in actions:
        if action_to_dict(game, action)["action"] in ("play_animal", "support"):
            return action
    return actions[len(actions) // 2]
