"""Thirteen/fourteen-tile mahjong after S3, with the published Chinese Classical table."""

from scoring.games.classical.judge import score
from scoring.games.classical.losers import points_of_loser
from scoring.games.classical.options import OPTIONS
from scoring.games.classical.table import load_table
from scoring.games.classical.waits import hand_waits

__all__ = ["OPTIONS", "hand_waits", "load_table", "points_of_loser", "score"]
