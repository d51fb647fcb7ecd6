"""How easily one face is taken for another."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files

from scoring.tiles import Family, Tile

SAME_FACE, ALIKE, NEIGHBOUR, SAME_SUIT, UNLIKE = range(5)


def likeness(one: Tile, other: Tile) -> int:
    """Rank two tiles from ``SAME_FACE`` (only kind or stamp differ) to ``UNLIKE``."""
    if one.face == other.face:
        return SAME_FACE
    if frozenset((one.plain_face, other.plain_face)) in _pairs():
        return ALIKE
    if one.suit is None or one.suit != other.suit:
        return UNLIKE
    close = abs((one.rank or 0) - (other.rank or 0)) == 1
    return NEIGHBOUR if close and one.suit in "mps" else SAME_SUIT


@cache
def _pairs() -> frozenset[frozenset[Tile]]:
    text = files("scoring.advice").joinpath("lookalikes.toml").read_text(encoding="utf-8")
    return frozenset(
        frozenset(Tile.parse(face, Family(table["name"])) for face in pair.split())
        for table in tomllib.loads(text)["family"]
        for pair in table["pairs"]
    )
