"""The reader's vocabulary: which faces it names, and which of them hide their turn."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.tiles import BACK, DOLL_SUBJECTS, MAHJONG_FACES, PATTERNS, Family, Kind, TileSet

NOTHING = "nothing"
"""The class of pictures that show no readable face."""
MAHJONG_NAMES: tuple[str, ...] = tuple(tile.face for tile in MAHJONG_FACES)
FACE_NAMES: tuple[str, ...] = (*MAHJONG_NAMES, BACK, *PATTERNS, *DOLL_SUBJECTS, NOTHING)
"""The network's classes, in order. Kind, stamp and red five have outputs of their own."""
KINDS: tuple[Kind, ...] = tuple(Kind)

_BONUS = tuple(face for face in MAHJONG_NAMES if face.endswith("f"))
FAMILY_FACES: Mapping[Family, tuple[str, ...]] = {
    Family.MAHJONG: (*MAHJONG_NAMES, BACK),
    Family.FLOWERS: (*PATTERNS, *_BONUS, "5z", BACK),
    Family.DOLLS: (*DOLL_SUBJECTS, BACK),
}
"""What a set of each family can show: bonus tiles and white dragons occur in two of them."""


def frequencies(family: Family) -> dict[str, float]:
    """How often each face comes in a set, 1 for the most frequent; backs count as that.

    A mahjong set has four red dragons and one spring: before it is looked at, a tile is four
    times as likely to be the one as the other. Training shows all faces equally often.
    """
    copies: dict[str, float] = dict.fromkeys(FAMILY_FACES[family], 0.0)
    for tile, count in TileSet.usual(family).counts.items():
        copies[tile.face] += count
    most = max(copies.values())
    return {face: count / most if face != BACK else 1.0 for face, count in copies.items()}


def kind_frequencies() -> tuple[float, ...]:
    """How often a pattern of flower tiles is of each of `KINDS`: 1/2, 1/3, 1/6 in a usual set.

    Training shows all kinds equally often.
    """
    counts = TileSet.usual(Family.FLOWERS).counts
    sums = [sum(count for tile, count in counts.items() if tile.kind is kind) for kind in KINDS]
    return tuple(number / sum(sums) for number in sums)


def stamp_frequency() -> float:
    """How often a doll card is stamped: 1/9 in a usual pack. Training stamps every second one."""
    counts = TileSet.usual(Family.DOLLS).counts
    return sum(count for tile, count in counts.items() if tile.stamped) / sum(counts.values())


SAME_QUARTER_TURNED = frozenset({"1p", "4p", "5p", "9p", "5z", BACK})
"""Faces that hardly change when turned by 90°."""
SAME_HALF_TURNED = SAME_QUARTER_TURNED | {
    "2p", "3p", "8p", "2s", "4s", "5s", "6s", "8s", "9s", *PATTERNS,
}  # fmt: skip
"""Faces that are the same tile, and look (nearly) the same, upside down.

A pattern of flower tiles is an unordered pair of numbers, so that either half may be on top.
"""
