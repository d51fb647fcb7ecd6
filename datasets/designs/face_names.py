"""Which faces the sets of each family have, as notation, in the rows of contact sheets."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.tiles import BACK, DOLL_SUBJECTS, PATTERNS, Family

Rows = tuple[tuple[str, ...], ...]


def _ranks(suit: str, highest: int) -> tuple[str, ...]:
    return tuple(f"{rank}{suit}" for rank in range(1, highest + 1))


FACE_ROWS: Mapping[Family, Rows] = {
    Family.MAHJONG: (
        (*_ranks("m", 9), "0m"),
        (*_ranks("p", 9), "0p"),
        (*_ranks("s", 9), "0s"),
        (*_ranks("z", 7), BACK),
        _ranks("f", 8),
    ),
    Family.FLOWERS: (
        PATTERNS,
        tuple(f"{pattern}f" for pattern in PATTERNS),
        tuple(f"{pattern}d" for pattern in PATTERNS),
        (*_ranks("f", 8), "5z", BACK),
    ),
    Family.DOLLS: (
        (*DOLL_SUBJECTS, BACK),
        tuple(f"{subject}*" for subject in DOLL_SUBJECTS),
    ),
}
"""Everything that a design draws, the back included."""

_OFTEN_LACKING = frozenset({"0m", "0p", "0s", BACK, *_ranks("f", 8), "doll*"})

REQUIRED: Mapping[Family, frozenset[str]] = {
    family: frozenset(name for row in rows for name in row) - _OFTEN_LACKING
    for family, rows in FACE_ROWS.items()
}
"""What a set of pictures has unless its description says that it lacks it.

Red fives, bonus tiles, a stamped doll and a printed back are missing from many sets.
"""
