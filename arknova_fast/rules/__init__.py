"""Rules: set-up, turn, actions, breaks and scoring (compiled)."""
