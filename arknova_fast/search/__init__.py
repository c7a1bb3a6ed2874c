"""Search: policies, playout driver and batch stepping (compiled)."""
