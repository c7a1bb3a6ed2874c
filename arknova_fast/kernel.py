"""Imports the compiled kernel when it is one module, as in the default build, before the modules it answers for.

A modular build (``ARKNOVA_UNITY=0``) has none, and every module is found under its own name.
"""
from importlib import import_module
from importlib.util import find_spec

if find_spec("arknova_fast._kernel") is not None:
    import_module("arknova_fast._kernel")
