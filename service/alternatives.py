"""What else the tiles of a photographed hand may be, for the repair of a misread one."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from scoring.hand import Hand
from scoring.tiles import Tile

if TYPE_CHECKING:
    from vision.arrange import Layout

_MELDED = frozenset({"meld", "concealed_kong"})


def hand_alternatives(hand: Hand, layout: Layout) -> dict[int, tuple[tuple[Tile, float], ...]]:
    """Return the reader's probabilities by the place of a tile in ``hand.tiles``.

    Equal tiles of one part of the hand are taken in reading order; a tile that the photo does not
    show, such as the face-down ones of a concealed kong, has no entry.
    """
    seen: dict[tuple[Tile, str], list[tuple[tuple[Tile, float], ...]]] = defaultdict(list)
    for placed in layout.tiles:
        role = str(placed.role)
        part = "meld" if role in _MELDED else "bonus" if role == "bonus" else "hand"
        seen[placed.tile, part].append(placed.reading.alternatives)
    melded = sum(len(meld.tiles) for meld in hand.melds)
    parts = ["hand"] * len(hand.concealed) + ["meld"] * melded + ["bonus"] * len(hand.bonus)
    found = {}
    for index, key in enumerate(zip(hand.tiles, parts, strict=True)):
        if seen[key]:
            found[index] = seen[key].pop(0)
    return found
