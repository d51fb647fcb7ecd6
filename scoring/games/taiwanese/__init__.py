"""Sixteen-tile (Taiwanese) mahjong after the printed chapter S1 of the rules reference."""

from scoring.games.taiwanese.judge import score
from scoring.games.taiwanese.options import OPTIONS
from scoring.games.taiwanese.table import load_table

__all__ = ["OPTIONS", "load_table", "score"]
