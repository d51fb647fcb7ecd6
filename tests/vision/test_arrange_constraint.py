"""The set constraint, case by case and against trying every combination."""

from __future__ import annotations

import math
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.tiles import Family, Tile, TileSet
from vision.arrange.constraint import LEAST_PROBABILITY, apply_set
from vision.read import Reading

MAHJONG, FLOWERS, DOLLS = TileSet.mahjong(), TileSet.flowers(), TileSet.dolls()


def reading(text: str, family: Family = Family.MAHJONG) -> Reading:
    """``"3p 0.6, 2p 0.3"``: alternatives, best first."""
    pairs = [part.split() for part in text.split(",")]
    options = tuple((Tile.parse(name, family), float(p)) for name, p in pairs)
    return Reading(*options[0], options, 0)


def repeat(count: int, text: str) -> list[str]:
    return [text] * count


CASES = [
    # Four of a kind are fine, however doubtful they are.
    (MAHJONG, repeat(4, "3p 0.4, 2p 0.39"), "3p 3p 3p 3p", []),
    # Of five the least certain one changes.
    (
        MAHJONG,
        [*repeat(4, "3p 0.9, 2p 0.1"), "3p 0.6, 2p 0.31"],
        "3p 3p 3p 3p 2p",
        ["five 3p were read; the least certain is taken as 2p (31 %)"],
    ),
    # Not the least certain one, when that has no alternative.
    (
        MAHJONG,
        [*repeat(3, "3p 0.99"), "3p 0.7, 2p 0.29", "3p 0.6"],
        "3p 3p 3p 2p 3p",
        ["five 3p were read; one of them is taken as 2p (29 %)"],
    ),
    # Five confident ones stay five: nothing is invented.
    (MAHJONG, repeat(5, "3p 0.99, 2p 0.0005"), "3p 3p 3p 3p 3p", []),
    # Five without any alternative stay five, even when they are not confident.
    (MAHJONG, repeat(5, "3p 0.7"), "3p 3p 3p 3p 3p", []),
    # Six, of which one can change: five are left for the rules to refuse.
    (
        MAHJONG,
        [*repeat(5, "3p 0.99, 2p 0.0001"), "3p 0.5, 2p 0.4"],
        "3p 3p 3p 3p 3p 2p",
        ["six 3p were read; the least certain is taken as 2p (40 %)"],
    ),
    # A chain: the fifth 3p becomes 2p, so a doubtful 2p becomes 1p.
    (
        MAHJONG,
        [*repeat(4, "3p 0.99"), "3p 0.6, 2p 0.4", *repeat(3, "2p 0.99"), "2p 0.7, 1p 0.2"],
        "3p 3p 3p 3p 2p 2p 2p 2p 1p",
        [
            "five 3p were read; the least certain is taken as 2p (40 %)",
            "one 2p is taken as 1p (20 %), so that all fit one set",
        ],
    ),
    # A second flower of one kind.
    (
        MAHJONG,
        ["1f 0.9, 3f 0.1", "1f 0.8, 2f 0.15"],
        "1f 2f",
        ["two 1f were read; the least certain is taken as 2f (15 %)"],
    ),
    # A second red five is an ordinary one.
    (
        MAHJONG,
        ["0p 0.9, 5p 0.1", "0p 0.8, 5p 0.2", *repeat(2, "5p 0.9")],
        "0p 5p 5p 5p",
        ["two 0p were read; the least certain is taken as 5p (20 %)"],
    ),
    # A red five counts with the ordinary ones.
    (
        MAHJONG,
        ["0p 0.9, 5p 0.1", *repeat(3, "5p 0.9"), "5p 0.6, 6p 0.3"],
        "0p 5p 5p 5p 6p",
        ["five 5p were read; the least certain is taken as 6p (30 %)"],
    ),
    # Backs are not counted.
    (MAHJONG, repeat(6, "back 0.9, 5z 0.1"), "back back back back back back", []),
    # A set without bonus tiles has none.
    (
        TileSet.mahjong(bonus=False),
        ["1f 0.6, 1s 0.4"],
        "1s",
        ["one 1f was read; the least certain is taken as 1s (40 %)"],
    ),
    # Flower tiles: one stacked tile of each pattern.
    (
        FLOWERS,
        ["6-6d 0.9, 6-6f 0.1", "6-6d 0.7, 6-6f 0.3"],
        "6-6d 6-6f",
        ["two 6-6d were read; the least certain is taken as 6-6f (30 %)"],
    ),
    # Doll cards: one stamped card of each subject.
    (
        DOLLS,
        ["fu* 0.9, fu 0.1", "fu* 0.6, fu 0.4"],
        "fu* fu",
        ["two fu* were read; the least certain is taken as fu (40 %)"],
    ),
]


@pytest.mark.parametrize(("tile_set", "texts", "expected", "sentences"), CASES)
def test_cases(tile_set: TileSet, texts: list[str], expected: str, sentences: list[str]) -> None:
    readings = [reading(text, tile_set.family) for text in texts]
    choices, report = apply_set(readings, tile_set)
    assert " ".join(str(choice.tile) for choice in choices) == expected
    assert list(report) == sentences
    assert [c.changed for c in choices] == [
        c.tile != r.tile for c, r in zip(choices, readings, strict=True)
    ]


def test_reserved_copies_are_gone() -> None:
    """Four tiles of a concealed kong leave none for the hand."""
    kong = {Tile.parse("1z"): 4}
    choices, report = apply_set([reading("1z 0.8, 2z 0.2")], MAHJONG, kong)
    assert str(choices[0].tile) == "2z"
    assert report == ("five 1z were read; the least certain is taken as 2z (20 %)",)


def test_readings_without_a_tile_are_refused() -> None:
    with pytest.raises(ValueError, match="without a tile"):
        apply_set([Reading(None, 0.9, (), 0)], MAHJONG)


NAMES = ("1m", "2m", "5m", "0m")
SMALL = TileSet(Family.MAHJONG, {Tile.parse("1m"): 1, Tile.parse("2m"): 2, Tile.parse("5m"): 2})
shares = st.dictionaries(st.sampled_from(NAMES), st.integers(1, 1000), min_size=1, max_size=4)


def from_shares(parts: dict[str, int]) -> Reading:
    total = sum(parts.values())
    named = sorted(((Tile.parse(t), n / total) for t, n in parts.items()), key=lambda x: -x[1])
    return Reading(*named[0], tuple(named), 0)


def cost(readings: list[Reading], tiles: tuple[Tile, ...]) -> float:
    """−log probability and a factor 1000 for each tile beyond the set; ∞ for changes beyond it."""
    total = 0.0
    for tile, seen in zip(tiles, readings, strict=True):
        total -= math.log(dict(seen.alternatives)[tile])
    kept = Counter(t for t, seen in zip(tiles, readings, strict=True) if t == seen.tile)
    kinds, reds = Counter(t.plain_face for t in tiles), Counter(t for t in tiles if t.red)
    excess = 0
    for kind, count in kinds.items():
        red = Tile(kind.family, kind.face, red=True) if kind.face == "5m" else None
        beyond_red = max(0, reds[red] - 1) if red else 0
        over = max(beyond_red, count - SMALL.limit(kind))
        if over > kept[kind] + (kept[red] if red else 0):
            return math.inf
        if red and beyond_red > kept[red]:
            return math.inf
        excess += max(0, over)
    return total - excess * math.log(LEAST_PROBABILITY)


@settings(max_examples=300, deadline=None)
@given(st.lists(shares, min_size=1, max_size=5))
def test_no_other_combination_is_cheaper(rows: list[dict[str, int]]) -> None:
    readings = [from_shares(row) for row in rows]
    choices, _ = apply_set(readings, SMALL)
    answer = cost(readings, tuple(choice.tile for choice in choices))
    every = product(*[[t for t, _ in seen.alternatives] for seen in readings])
    assert answer == pytest.approx(min(cost(readings, tiles) for tiles in every), abs=1e-6)
