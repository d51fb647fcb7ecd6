"""Versions of the models that a user made or got: kept, checked, chosen, exported."""
