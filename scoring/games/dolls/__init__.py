"""Doll cards (娃娃牌) after the source document S2 of the rules reference."""

from scoring.games.dolls.judge import score
from scoring.games.dolls.options import OPTIONS
from scoring.games.dolls.table import load_table
from scoring.games.dolls.waits import hand_waits

__all__ = ["OPTIONS", "hand_waits", "load_table", "score"]
