# cython: language_level=3
"""Python side of the shared words: the enums of types.pxd as IntEnum (flag sets as IntFlag), and the sizes.

>>> from arknova_fast.core.types import Verb
>>> Verb(9).name
'PLACE'
"""
