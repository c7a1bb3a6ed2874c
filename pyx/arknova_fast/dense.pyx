# cython: language_level=3
"""The dense action index: every action code of a ruleset has a place from 0 on, for masks and policy heads."""
from arknova_fast.core.action cimport action_a, action_b, action_verb, make_action
from arknova_fast.core.types cimport N_VERBS

from arknova_fast.errors import UsageError


cdef uint32_t dense_of(Ruleset ruleset, action_t action) except? 0xFFFFFFFF:
    cdef uint32_t verb = action_verb(action), a = action_a(action), b = action_b(action)
    if verb >= N_VERBS or a >= ruleset.t.verb_na[verb] or b >= ruleset.t.verb_nb[verb]:
        raise UsageError(f"{action} is no action code of this ruleset")
    return ruleset.t.verb_offset[verb] + a * ruleset.t.verb_nb[verb] + b


cdef int mark_dense(Ruleset ruleset, const action_t* actions, int n, uint8_t* mask) except -1:
    cdef int i
    for i in range(n):
        mask[dense_of(ruleset, actions[i])] = 1
    return 0


cdef action_t action_at(Ruleset ruleset, Py_ssize_t i) except? 0xFFFFFFFF:
    cdef int verb
    cdef uint32_t rest
    if not 0 <= i < ruleset.n_dense_actions:
        raise UsageError(f"the dense index goes from 0 to {ruleset.n_dense_actions - 1}, not to {i}")
    for verb in range(N_VERBS - 1, -1, -1):
        if i >= ruleset.t.verb_offset[verb]:
            break
    rest = <uint32_t> (i - ruleset.t.verb_offset[verb])
    return make_action(verb, rest // ruleset.t.verb_nb[verb], rest % ruleset.t.verb_nb[verb])
