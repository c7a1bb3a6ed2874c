# cython: language_level=3
"""Copying rows of numbers into tables."""
from libc.stdint cimport uint8_t
from arknova_fast.core.tables cimport Bonus

cdef inline void set_bonus(Bonus* bonus, tuple row):
    bonus.op, bonus.n, bonus.arg, bonus.optional = row

cdef inline void copy_bytes(uint8_t* to, list values):
    cdef int i
    for i in range(len(values)):
        to[i] = values[i]
