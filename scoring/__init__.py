"""Tile vocabulary, rules and scores: pure functions over values, no pixels and no I/O."""
