"""Effects: opcodes and pending decisions (compiled)."""
