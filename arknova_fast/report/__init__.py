"""Statistics and tables of results; no rules, no command line."""
