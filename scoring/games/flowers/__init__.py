"""Digging Flowers (Suzhou flower tiles) after S0 of the rules reference and the table Y."""

from scoring.games.flowers.judge import score
from scoring.games.flowers.options import OPTIONS
from scoring.games.flowers.table import load_table

__all__ = ["OPTIONS", "load_table", "score"]
