"""A corpus of malformed inputs: ``handmade`` by thought, ``generated`` by seeded damage to valid ones."""
