"""Riichi mahjong, counted by the library ``mahjong`` of the Python package index.

``mahjong`` 2.1.0 (MIT License, Copyright (c) 2017 mahjong Python library contributors) is no part
of this project; the extra ``riichi`` installs it. The words that explain each yaku are the
project's own.
"""

from scoring.games.riichi.judge import score
from scoring.games.riichi.options import OPTIONS
from scoring.games.riichi.table import load_table

__all__ = ["OPTIONS", "load_table", "score"]
