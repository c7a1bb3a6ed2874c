# cython: language_level=3
"""Plain Python functions as policies: the compiled loop calls them with the GIL held."""
import threading

from libc.stdint cimport uint64_t
from arknova_fast.core.rng cimport next_u64
from arknova_fast.core.state cimport GameState
from arknova_fast.core.tables cimport Ruleset, Tables
from arknova_fast.core.types cimport action_t
from arknova_fast.game cimport Game, wrap_state

from arknova_fast.errors import ArkNovaError, shown
from arknova_fast.search.policy import WrongAnswer


cdef class PythonPolicy:
    """A function ``choose(game, actions)`` as a policy.

    Made by ``arknova_fast.policies.python_policy``. ``address`` and ``data`` are what the playout loop calls.
    """

    cdef readonly object choose
    cdef readonly str name
    cdef readonly bint omniscient
    cdef dict rulesets       # by the address of their tables
    cdef dict failures       # by thread

    def __init__(self, choose, str name, bint omniscient):
        self.choose = choose
        self.name = name
        self.omniscient = omniscient
        self.rulesets = {}
        self.failures = {}

    @property
    def address(self):
        return <size_t> &choose_python

    @property
    def data(self):
        return <size_t> <void*> self

    def __str__(self):
        return self.name

    def __reduce__(self):
        return PythonPolicy, (self.choose, self.name, self.omniscient)

    def meet(self, Ruleset ruleset not None):
        """Tells the policy a ruleset it may be asked about."""
        self.rulesets[<size_t> ruleset.t] = ruleset

    def take_failure(self):
        """What the last call in this thread raised, once."""
        return self.failures.pop(threading.get_ident(), None)

    cdef int answer(self, const Tables* R, const GameState* S, const action_t* actions, int n,
                    uint64_t* rng) except -1:
        cdef Game game = wrap_state(self.rulesets[<size_t> R], S, None)
        cdef list codes = [actions[i] for i in range(n)]
        given = game
        if not self.omniscient:
            given = game.determinize(game.current_player(), next_u64(rng))
        reply = self.choose(given, codes)
        if isinstance(reply, str):
            try:
                reply = game.code_of(reply)
            except ArkNovaError as error:
                raise WrongAnswer(f"answered {shown(reply)}, which is no action: {error}") from None
        try:
            k = reply.__index__()
        except AttributeError:
            raise WrongAnswer(f"answered {shown(reply)} instead of an index or an action") from None
        if isinstance(reply, bool):
            raise WrongAnswer(f"answered {shown(reply)} instead of an index or an action")
        # Codes other than 0 (pass, always the first of a list) are larger than any index.
        if 0 <= k < n:
            return k
        if k in codes:
            return codes.index(k)
        raise WrongAnswer(f"answered {shown(reply)}, neither an index below {n} nor a legal action")


cdef int choose_python(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                       const void* data) noexcept nogil:
    with gil:
        policy = <PythonPolicy> data
        try:
            return policy.answer(R, S, actions, n, rng)
        except BaseException as error:
            policy.failures[threading.get_ident()] = error
            return -1
