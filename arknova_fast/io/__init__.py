"""Files: results, game logs."""
