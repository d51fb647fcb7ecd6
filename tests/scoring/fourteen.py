"""Random complete hands of fourteen tiles, and a brute force that knows nothing of the package."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Iterator, Sequence

from scoring import Hand, Meld, Tile, TileSet

FULL = bool(os.environ.get("WAHUA_FULL"))
"""Whether the long runs are wanted."""

FACES = [f"{n}{s}" for s in "mps" for n in range(1, 10)] + [f"{n}z" for n in range(1, 8)]
ORPHANS = [f"{n}{s}" for s in "mps" for n in (1, 9)] + [f"{n}z" for n in range(1, 8)]
POOLS = [
    FACES,
    FACES[:9],
    FACES[:9] + FACES[27:],
    FACES[18:],
    [face for face in FACES if face[0] in "123" or face[1] == "z"],
    [face for face in FACES if face[1] != "z"],
    ORPHANS,
]
DECK = TileSet.mahjong()


def tiles_of(faces: Sequence[str]) -> list[Tile]:
    return [Tile.parse(face) for face in faces]


def regular(rng: random.Random, flowers: bool) -> Hand:
    """Four random sets and a pair, some of the sets melded."""
    pool, exposed = rng.choice(POOLS), rng.choice([0.0, 0.3, 0.8])
    while True:
        concealed, melds = tiles_of([rng.choice(pool)] * 2), []
        for _ in range(4):
            faces, kong = _random_set(rng, pool)
            if kong:
                melds.append(Meld(tuple(tiles_of(faces)), concealed=rng.random() < 0.5))
            elif rng.random() < exposed:
                melds.append(Meld(tuple(tiles_of(faces))))
            else:
                concealed += tiles_of(faces)
        hand = finish(rng, concealed, melds, flowers)
        if not DECK.check(hand.tiles):
            return hand


def _random_set(rng: random.Random, pool: Sequence[str]) -> tuple[list[str], bool]:
    starts = [f for f in pool if f[1] != "z" and f[0] <= "7" and FACES[FACES.index(f) + 2] in pool]
    if starts and rng.random() < 0.5:
        first = FACES.index(rng.choice(starts))
        return FACES[first : first + 3], False
    kong = rng.random() < 0.2
    return [rng.choice(pool)] * (4 if kong else 3), kong


def finish(rng: random.Random, concealed: list[Tile], melds: Sequence[Meld], flowers: bool) -> Hand:
    rng.shuffle(concealed)
    bonus = rng.sample(range(1, 9), rng.choice([0, 0, 1, 3])) if flowers else []
    return Hand(
        tuple(concealed),
        tuple(melds),
        tuple(tiles_of([f"{n}f" for n in bonus])),
        rng.choice(concealed),
    )


def seven_pairs(rng: random.Random, flowers: bool) -> Hand:
    pool = rng.choice([pool for pool in POOLS if len(pool) >= 7])
    return finish(rng, tiles_of([f for f in rng.sample(pool, 7) for _ in (0, 1)]), (), flowers)


def thirteen_orphans(rng: random.Random, flowers: bool) -> Hand:
    return finish(rng, tiles_of([*ORPHANS, rng.choice(ORPHANS)]), (), flowers)


def complete_hand(rng: random.Random, flowers: bool = True) -> Hand:
    """One of the forms that every game of fourteen tiles here knows."""
    form = rng.choices([regular, seven_pairs, thirteen_orphans], [90, 7, 3])[0]
    return form(rng, flowers)


def brute_divisions(faces: Sequence[str], sets: int) -> set[tuple[tuple[str, ...], ...]]:
    """Every division into so many sets and a pair, by trying all of them, tile by tile."""
    found = set()
    for pair in sorted(face for face, count in Counter(faces).items() if count >= 2):
        rest = sorted(faces)
        rest.remove(pair)
        rest.remove(pair)
        for division in _brute_sets(tuple(rest)):
            if len(division) == sets:
                found.add(tuple(sorted(((pair, pair), *division))))
    return found


def _brute_sets(faces: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], ...]]:
    if not faces:
        yield ()
        return
    first, others = faces[0], list(faces[1:])
    rank, suit = int(first[0]), first[1]
    candidates = [[first, first]]
    if suit != "z" and rank <= 7:
        candidates.append([f"{rank + 1}{suit}", f"{rank + 2}{suit}"])
    for needed in candidates:
        left = list(others)
        if all(left.count(face) >= needed.count(face) for face in needed):
            for face in needed:
                left.remove(face)
            for division in _brute_sets(tuple(left)):
                yield ((first, *needed), *division)


def brute_complete(faces: Sequence[str], sets: int, pairs: bool) -> bool:
    """Whether the concealed tiles are complete; special hands only when nothing is melded."""
    if len(faces) == 14 and sets == 4:
        counts = Counter(faces)
        if set(counts) == set(ORPHANS):
            return True
        if pairs and all(count % 2 == 0 for count in counts.values()):
            return True
    return bool(brute_divisions(faces, sets))
