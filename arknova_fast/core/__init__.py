"""Core: types, bitboards, generator, state and ruleset tables (compiled)."""
