# cython: language_level=3
"""The policy "random": uniform over the legal actions of a choice.

At a main choice nothing is listed: an action card and a number of X-tokens are proposed, each pair and each X-token
action equally likely, until a proposal is legal. So only the cards proposed are looked at. Every other choice is one
draw below the number of legal actions. Drawn with or without a list, the same stream gives the same action.
"""
from libc.stdint cimport uint64_t
from arknova_fast.core.types cimport action_t
from arknova_fast.core.tables cimport Tables
from arknova_fast.core.state cimport GameState

# A choice of two or more actions which are all among the proposals: nothing is for sale (map 4), and no venom has to be
# settled (R19.18).
cdef bint by_proposal(const Tables* R, const GameState* S) noexcept nogil
# One of the legal actions of a choice by_proposal.
cdef action_t draw_main(const Tables* R, GameState* S, uint64_t* rng) noexcept nogil
# The index of one of the n > 1 listed actions.
cdef int choose_random(const Tables* R, const GameState* S, const action_t* actions, int n, uint64_t* rng,
                       const void* data) noexcept nogil
