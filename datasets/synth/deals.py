"""Random whole hands of each family: complete ones as they win, and wrong ones as people lay them.

Every complete hand is legal in the family's own game (see ``GAME_OF``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from scoring import score
from scoring.hand import Hand, Meld
from scoring.tiles import DOLL_SUBJECTS, PATTERNS, SUITS, Family, Kind, Tile, TileSet

Rng = np.random.Generator

GAME_OF: Mapping[Family, str] = {
    Family.MAHJONG: "taiwanese",
    Family.FLOWERS: "flowers",
    Family.DOLLS: "dolls",
}
CARD_SETS: tuple[tuple[int, ...], ...] = (
    (3, 3, 3, 4, 4), (3, 3, 3, 4, 4), (3, 3, 3, 3, 5), (3, 3, 3, 3, 5), (3, 3, 5, 6), (3, 4, 5, 5),
    (4, 4, 4, 5), (3, 4, 4, 6),
)  # fmt: skip
"""Sizes of the sets that make 17 cards; the usual ones twice."""
_COPIES: Mapping[Kind, int] = {Kind.PLAIN: 3, Kind.FLOWER: 2, Kind.STACKED: 1}
_TRIPLE = (Kind.FLOWER, Kind.FLOWER, Kind.STACKED)
TRIPLE_RATE = 0.15
STAMP_RATE = 0.35
DOLL_PAIR_RATE = 0.5
KONG_RATE = 0.2


def random_hand(rng: Rng, family: Family) -> Hand:
    """Deal a complete hand: its sets in a row as players sort them, the winning tile known."""
    return _DEALS[family](rng)


def wrong_hand(rng: Rng, family: Family) -> Hand:
    """Deal a hand with one tile exchanged for another of the set, so that it does not win."""
    tile_set = TileSet.usual(family)
    tiles = tuple(tile for tile in tile_set.counts if not tile.is_bonus)
    while True:
        hand = random_hand(rng, family)
        held = list(hand.concealed)
        held[int(rng.integers(len(held)))] = tiles[int(rng.integers(len(tiles)))]
        won = held[-1] if hand.winning_tile is not None else None
        wrong = replace(hand, concealed=tuple(held), winning_tile=won)
        if not tile_set.check(wrong.tiles) and not score(GAME_OF[family], wrong).valid:
            return wrong


def shuffled(rng: Rng, hand: Hand) -> Hand:
    """The hand with its concealed tiles in any order, as beginners hold them."""
    order = rng.permutation(len(hand.concealed))
    return replace(hand, concealed=tuple(hand.concealed[index] for index in order))


def _bonus(rng: Rng, family: Family, most: int) -> tuple[Tile, ...]:
    numbers = 1 + rng.permutation(8)[: rng.integers(0, most + 1)]
    return tuple(Tile(family, f"{number}f") for number in numbers)


# ---- mahjong: five sets and a pair of 17 tiles


def _mahjong(rng: Rng) -> Hand:
    used: Counter[str] = Counter()
    sets = [_mahjong_set(rng, used) for _ in range(5)]
    exposed = int(rng.integers(0, 4))
    melds = tuple(_exposed(rng, faces, used) for faces in sets[:exposed])
    pair = _free_face(rng, used, 2)
    held = [face for faces in sets[exposed:] for face in faces] + [pair] * 2
    held.sort(key=lambda face: (SUITS.index(face[1]), face[0]))
    concealed = tuple(Tile(Family.MAHJONG, face) for face in held)
    winning = concealed[int(rng.integers(len(concealed)))]
    return Hand(concealed, melds, _bonus(rng, Family.MAHJONG, 4), winning)


def _mahjong_set(rng: Rng, used: Counter[str]) -> list[str]:
    """A chow, or a pung of a face that is free; counts its tiles in ``used``."""
    while True:
        if rng.random() < 0.6:
            suit, first = "mps"[rng.integers(3)], int(rng.integers(1, 8))
            faces = [f"{first + step}{suit}" for step in range(3)]
            if max(used[face] for face in faces) < 4:
                used.update(faces)
                return faces
        else:
            return [_free_face(rng, used, 3)] * 3


def _free_face(rng: Rng, used: Counter[str], copies: int) -> str:
    faces = [
        f"{rank}{suit}" for suit, ranks in (("m", 9), ("p", 9), ("s", 9), ("z", 7))
        for rank in range(1, ranks + 1) if used[f"{rank}{suit}"] + copies <= 4
    ]  # fmt: skip
    face = faces[int(rng.integers(len(faces)))]
    used[face] += copies
    return face


def _exposed(rng: Rng, faces: Sequence[str], used: Counter[str]) -> Meld:
    """Lay a set open, sometimes as a kong, which may be concealed."""
    tiles = tuple(Tile(Family.MAHJONG, face) for face in faces)
    if faces[0] == faces[1] and used[faces[0]] == 3 and rng.random() < KONG_RATE:
        used[faces[0]] += 1
        return Meld((*tiles, tiles[0]), concealed=bool(rng.random() < 0.5))
    return Meld(tiles)


# ---- flower tiles: ten sets and a trump of eleven patterns


def _flowers(rng: Rng) -> Hand:
    chosen = rng.permutation(len(PATTERNS))[:11]
    sets = [PATTERNS[index] for index in sorted(chosen[:10])]
    tiles = [
        Tile(Family.FLOWERS, face, kind) for face in sets for kind in _kinds(rng)
    ]  # fmt: skip
    trump = Tile(Family.FLOWERS, PATTERNS[chosen[10]], list(Kind)[rng.integers(3)])
    whites = (Tile(Family.FLOWERS, "5z"),) * int(rng.choice([0, 0, 1, 2]))
    return Hand((*tiles, trump), (), (*_bonus(rng, Family.FLOWERS, 4), *whites))


def _kinds(rng: Rng) -> list[Kind]:
    """The kinds of a set's tiles: the triple, or any two of a pattern's six tiles."""
    if rng.random() < TRIPLE_RATE:
        return list(_TRIPLE)
    copies = [kind for kind, count in _COPIES.items() for _ in range(count)]
    return sorted((copies[index] for index in rng.permutation(6)[:2]), key=list(Kind).index)


# ---- doll cards: sets of three or more that make 17 cards, and a pair


def _dolls(rng: Rng) -> Hand:
    sizes = CARD_SETS[int(rng.integers(len(CARD_SETS)))]
    with_dolls = rng.random() < DOLL_PAIR_RATE
    subjects = list(rng.permutation(DOLL_SUBJECTS[:-1] if with_dolls else DOLL_SUBJECTS))
    pair = DOLL_SUBJECTS[-1] if with_dolls else str(subjects.pop())
    groups = [
        (str(subject), int(size))
        for subject, size in zip(subjects, rng.permutation(sizes), strict=False)
    ]
    cards = [card for subject, size in (*groups, (pair, 2)) for card in _cards(rng, subject, size)]
    return Hand(tuple(cards))


def _cards(rng: Rng, subject: str, count: int) -> list[Tile]:
    """Copies of a card; one of a character's eight is stamped, no doll is."""
    stamped = subject != DOLL_SUBJECTS[-1] and bool(rng.random() < STAMP_RATE)
    place = int(rng.integers(count))
    return [
        Tile(Family.DOLLS, subject, stamped=stamped and number == place) for number in range(count)
    ]


_DEALS: Mapping[Family, Callable[[Rng], Hand]] = {
    Family.MAHJONG: _mahjong,
    Family.FLOWERS: _flowers,
    Family.DOLLS: _dolls,
}
