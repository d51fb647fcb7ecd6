"""Arrangement: from quads and readings to the hand on the table.

``arrange`` is the way in. The steps are pure functions in modules of their own: the row
frame (`frame`), rows (`rows`), groups (`groups`), concealed kongs (`kongs`), the set
constraint (`constraint`) and the roles (`roles`, which states the rules).
"""

from vision.arrange.arranger import DOUBT_BELOW, arrange
from vision.arrange.layout import Layout, PlacedTile, Role

__all__ = ["DOUBT_BELOW", "Layout", "PlacedTile", "Role", "arrange"]
