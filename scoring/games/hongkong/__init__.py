"""Hong Kong Old Style mahjong after chapter 4.4 of the rules reference."""

from scoring.games.hongkong.judge import score
from scoring.games.hongkong.options import OPTIONS
from scoring.games.hongkong.table import load_table

__all__ = ["OPTIONS", "load_table", "score"]
