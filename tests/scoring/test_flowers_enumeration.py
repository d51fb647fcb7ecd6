"""Divisions, waits and the best sets against an independent enumeration.

The enumeration here knows tiles as texts only and shares no code with the rules.
``WAHUA_FULL=1`` runs 20,000 hands instead of 2,000.
"""

import os
import random
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from scoring import Hand, score
from scoring.games.flowers.legality import complete_division
from scoring.games.flowers.options import Options
from scoring.games.flowers.waits import hand_waits
from scoring.tiles import Family

HANDS = 20_000 if os.environ.get("WAHUA_FULL") else 2_000
FACES = [f"{a}-{b}" for a, b in combinations_with_replacement(range(1, 7), 2)]
KINDS = {"": 3, "f": 2, "d": 1}
SET = {face + letter: copies for face in FACES for letter, copies in KINDS.items()}

Way = tuple[tuple[str, ...], ...]


def face_of(tile: str) -> str:
    return tile[:3]


def ways(tiles: list[str], used: frozenset[str], trump: bool) -> Iterator[Way]:
    """Take the first tile as trump, with one other as a pair, or with two others as a triple."""
    if not tiles:
        if trump:
            yield ()
        return
    first, rest = tiles[0], tiles[1:]
    face = face_of(first)
    if face in used:
        return
    choices: list[tuple[str, ...]] = [] if trump else [(first,)]
    mates = [tile for tile in rest if face_of(tile) == face]
    choices += [(first, mate) for mate in set(mates)]
    for pair in set(combinations(mates, 2)):
        if sorted((first, *pair)) == sorted([face + "f", face + "f", face + "d"]):
            choices.append((first, *pair))
    for chosen in choices:
        left = list(tiles)
        for tile in chosen:
            left.remove(tile)
        for others in ways(left, used | {face}, trump or len(chosen) == 1):
            yield (tuple(sorted(chosen)), *others)


def enumerate_hand(tiles: list[str], exact: bool) -> set[Way]:
    """Return every division into ten sets and a trump (or 21 tiles with one trump)."""
    found = {tuple(sorted(way)) for way in ways(sorted(tiles), frozenset(), False)}
    if exact:
        return {way for way in found if len(tiles) == 21}
    return {way for way in found if len(way) == 11}


def near_complete(rng: random.Random, exact: bool) -> list[str]:
    """Pairs and triples of random kinds and a single tile, with up to two tiles exchanged."""
    while True:
        triples = rng.choice([0, 2, 2, 4, 6] if exact else [0, 0, 1, 2, 3, 10])
        pairs = (20 - 3 * triples) // 2 if exact else 10 - triples
        faces = rng.sample(FACES, triples + pairs + 1)
        tiles = [face + letter for face in faces[:triples] for letter in "ffd"]
        for face in faces[triples:-1]:
            tiles += [face + letter for letter in rng.sample(["", "", "", "f", "f", "d"], 2)]
        tiles.append(faces[-1] + rng.choice(["", "f", "d"]))
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            near = rng.choice(faces) if rng.random() < 0.6 else rng.choice(FACES)
            tiles[rng.randrange(len(tiles))] = near + rng.choice(["", "f", "d"])
        if all(tiles.count(tile) <= SET[tile] for tile in tiles):
            rng.shuffle(tiles)
            return tiles


def parse(tiles: list[str]) -> Hand:
    return Hand.parse(" ".join(tiles), Family.FLOWERS)


def check(tiles: list[str], options: Options) -> bool:
    """Compare the division of a hand and the waits without its last tile."""
    exact = options.triple_total == "exact_21"
    expected = enumerate_hand(tiles, exact)
    division, reasons = complete_division(parse(tiles), options)
    assert len(expected) <= 1  # the tiles of a pattern belong together
    assert bool(expected) == (not reasons), (tiles, reasons)
    if expected:
        parts = [
            tuple(sorted(map(str, part.tiles))) for part in (*division.sets, *division.singles)
        ]
        assert {tuple(sorted(parts))} == expected
    waiting = tiles[:-1]
    waits = {
        tile
        for tile, copies in SET.items()
        if waiting.count(tile) < copies and enumerate_hand([*waiting, tile], exact)
    }
    assert {str(tile) for tile in hand_waits(parse(waiting), options)} == waits
    return bool(expected)


def test_divisions_and_waits_agree_with_the_enumeration() -> None:
    rng = random.Random(20)
    rules = [Options.parse({}), Options.parse({"triple_total": "exact_21"})]
    complete = 0
    for number in range(HANDS):
        options = rules[number % 2]
        complete += check(near_complete(rng, options.triple_total == "exact_21"), options)
    assert 0.4 * HANDS < complete < 0.9 * HANDS  # the sample holds both kinds of hands


def test_a_plain_trump_can_be_refused_to_waits() -> None:
    tiles = [face + letter for face in FACES[:10] for letter in ("", "f")]
    allowed = hand_waits(parse(tiles), Options.parse({}))
    refused = hand_waits(parse(tiles), Options.parse({"trump_plain": "reject"}))
    assert len(allowed) == 33
    assert len(refused) == 22
    assert hand_waits(parse([*tiles, "back"]), Options.parse({})) == ()


# Unfinished hands: the best set of each pattern by trying all of them.
LARGE_VALUES = {"w": {"w": 1, "f": 2, "d": 4}, "f": {"w": 2, "f": 4, "d": 8}, "d": {"w": 4, "f": 8}}
MEDIUM_FACES = {"1-1", "4-4", "1-3", "2-2", "5-6", "3-3", "4-6"}
SMALL_FACES = {"2-5", "3-4"}  # the roll 6, 6 shakes 6-6 1-1 1-6
SHAKEN_FACES = {"6-6", "1-1", "1-6"}


def letter_of(tile: str) -> str:
    return tile[3:] or "w"


def value_of(face: str, large: int) -> int:
    if face in SHAKEN_FACES:
        return 2 * large
    share = 2 if face in MEDIUM_FACES else 4 if face in SMALL_FACES else 1
    return max(1, large // share)


def best_value(face: str, tiles: list[str]) -> int:
    letters = [letter_of(tile) for tile in tiles if face_of(tile) == face]
    values = [
        value_of(face, LARGE_VALUES[a][b])
        for a, b in combinations(letters, 2)
        if (a, b) != ("d", "d")
    ]
    if letters.count("f") == 2 and "d" in letters:
        values.append(value_of(face, 16))
    return max(values, default=0)


def test_unfinished_hands_score_the_best_sets() -> None:
    rng = random.Random(21)
    tiles_of_set = [tile for tile, copies in SET.items() for _ in range(copies)]
    facts: dict[str, object] = {"roll": [6, 6], "hand_number": 1, "other_completed": True}
    for _ in range(HANDS // 4):
        faces = rng.sample(FACES, rng.randint(6, 21))
        pool = [tile for tile in tiles_of_set if face_of(tile) in faces]
        tiles = rng.sample(pool, 20)
        sheet = score("flowers", parse(tiles), facts)
        assert sheet.valid
        assert sheet.total == sum(best_value(face, tiles) for face in FACES), tiles
