"""Mahjong Competition Rules (MCR, 81 fans), counted by the library PyMahjongGB.

PyMahjongGB 1.4.0 (MIT License, Copyright (c) 2016-2021 Yunlong Lu) wraps the C++ library
mahjong-algorithm (MIT License, Copyright (c) 2016-2020 Jeff Wang). Neither is part of this
project; the extra ``mcr`` installs them, which needs a C++ compiler. The words that explain each
fan are the project's own.
"""

from scoring.games.mcr.judge import score
from scoring.games.mcr.options import OPTIONS
from scoring.games.mcr.table import load_table

__all__ = ["OPTIONS", "load_table", "score"]
