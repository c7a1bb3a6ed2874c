# cython: language_level=3
"""The weights of the policy `greedy`: a flat struct of doubles, in the order of GREEDY_WEIGHTS."""

# Units: points of appeal unless weights.pyx says otherwise.
cdef struct Weights:
    double appeal
    double conservation
    double reputation
    double money
    double poor
    double purse
    double x_token
    double card
    double worker
    double upgrade
    double upgrade_animals
    double upgrade_association
    double upgrade_build
    double upgrade_cards
    double upgrade_sponsors
    double partner
    double university
    double tile
    double clever
    double extra_action
    double interaction
    double final
    double icon
    double trigger
    double project
    double distance
    double missing
    double income
    double pace
    double break_turns
    double horizon
    double enable
    double crowd
    double spare
    double waste
    double kiosk
    double beside
    double bonus
    double compact
    double reach
    double cover
    double tempo
    double ahead
    double second
    double hand
    double excess
    double workers_back
    double support
    double rush
    double opening
    double homes
    double release
    double permanent
    double abilities
    double noise

cdef class WeightTable:
    """Owner of one set of weights."""
    cdef Weights w
    cdef readonly str text           # the settings that differ from the defaults

cdef WeightTable weights_of(str options)
