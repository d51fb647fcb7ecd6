"""One package per game; each turns a hand and its context into a score sheet."""
