"""Divisions, leftovers and waits against an independent enumeration."""

import os
import random
from collections import Counter
from collections.abc import Iterator

import pytest

from scoring.games.taiwanese.structure import is_complete, is_eight_pairs
from scoring.games.taiwanese.waits import hand_waits
from scoring.hand import Hand
from scoring.mahjong.division import divisions, is_divisible, nearest
from scoring.mahjong.kinds import KINDS, Counts, change, count_kinds, number_of
from scoring.mahjong.waits import waits
from scoring.tiles import Tile

CHOWS = [(s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7)]
SETS = [(n, n, n) for n in range(34)] + CHOWS


def enumerate_divisions(counts: Counts, sets: int) -> set[tuple[tuple[int, ...], ...]]:
    """Choose the pair, then sets from one list of all sets, never going back in the list."""
    left = Counter({n: c for n, c in enumerate(counts) if c})
    possible = [one for one in SETS if Counter(one) <= left]

    def choose(
        start: int, number: int, left: Counter[int]
    ) -> Iterator[tuple[tuple[int, ...], ...]]:
        if number == 0:
            if not +left:
                yield ()
            return
        for place in range(start, len(possible)):
            needed = Counter(possible[place])
            if needed <= left:
                for rest in choose(place, number - 1, left - needed):
                    yield (possible[place], *rest)

    found = set()
    for pair in [n for n, c in left.items() if c >= 2]:
        for way in choose(0, sets, left - Counter({pair: 2})):
            found.add(tuple(sorted([*way, (pair, pair)])))
    return found


def near_complete(rng: random.Random) -> tuple[Counts, int]:
    """Tiles of random sets and a pair in few suits, with up to two of them exchanged."""
    sets = rng.choice([1, 2, 3, 4, 5])
    kinds = rng.choice([range(9), range(18), range(34), [*range(9), *range(27, 34)]])
    allowed = [s for s in SETS if all(n in kinds for n in s)]
    while True:
        tiles = [n for _ in range(sets) for n in rng.choice(allowed)]
        tiles += [rng.choice(list(kinds))] * 2
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            tiles[rng.randrange(len(tiles))] = rng.choice(list(kinds))
        counts = tuple(tiles.count(n) for n in range(34))
        if max(counts) <= 4:
            return counts, sets


FULL = bool(os.environ.get("WAHUA_FULL"))
HANDS = [near_complete(random.Random(seed)) for seed in range(20_000 if FULL else 2_000)]


def test_divisions_agree_with_the_enumeration() -> None:
    complete = 0
    for counts, sets in HANDS:
        ours = [tuple(sorted(b.numbers for b in way)) for way in divisions(counts, sets)]
        expected = enumerate_divisions(counts, sets)
        assert len(ours) == len(set(ours))
        assert set(ours) == expected
        assert is_divisible(counts, sets) == bool(expected)
        assert (nearest(counts, sets).left_over == ()) == bool(expected)
        complete += bool(expected)
    assert len(HANDS) // 3 < complete < len(HANDS)  # the sample holds both kinds of hands


def test_leftovers_and_what_is_held_make_up_the_hand() -> None:
    for counts, sets in HANDS:
        found = nearest(counts, sets)
        held = 3 * found.sets + 2 * found.pairs
        assert held + len(found.left_over) == sum(counts)
        rest = counts
        for number in found.left_over:
            rest = change(rest, number, -1)
        assert min(rest) >= 0
        if found.pairs:
            assert is_divisible(rest, found.sets)


def test_waits_agree_with_the_enumeration() -> None:
    rng = random.Random(7)
    waiting_hands = 0
    for counts, sets in HANDS if FULL else HANDS[:400]:
        drop = rng.choice([n for n, c in enumerate(counts) if c])
        waiting = change(counts, drop, -1)
        ours = waits(waiting, waiting, lambda c, sets=sets: is_divisible(c, sets))  # type: ignore[misc]
        expected = [
            n
            for n in range(34)
            if waiting[n] < 4 and enumerate_divisions(change(waiting, n, 1), sets)
        ]
        assert list(ours) == expected
        waiting_hands += bool(expected)
    assert waiting_hands > 40


@pytest.mark.parametrize(
    ("hand", "winning", "any_extra", "expected"),
    [
        ("123456789m123s99p345p", "5p", False, "2p 5p"),
        ("123456789m123s99p345p", "3p", False, "3p 6p"),
        ("123456789m123s99p345p", "4p", False, "4p"),  # the gap
        ("123456789m123s99p123p", "3p", False, "3p"),  # the edge
        ("[123m] [456m] [789m] [111z] [222z] 33p", "3p", False, "3p"),
        ("[123m] [456m] [789m] 111s22p345p", "1s", False, "2p 1s"),
        # eight pairs wait: the third tile of any of eight pairs
        (
            "1133557799m2244p888s",
            "8s",
            False,
            "1m 3m 5m 7m 9m 2p 4p 8s",
        ),
        ("1133557799m2244p888s", "4p", False, "4p"),
        # with any seventeenth tile: all kinds complete eight pairs, but no kind held four times
        ("1133557799m2244p88s1z", "1z", True, " ".join(map(str, KINDS))),
        ("11113355m7799m22p88s1z", "1z", True, " ".join(map(str, KINDS[1:]))),
    ],
)
def test_waits_of_sixteen_tiles(hand: str, winning: str, any_extra: bool, expected: str) -> None:
    found = hand_waits(Hand.parse(hand), Tile.parse(winning), any_extra)
    assert " ".join(map(str, found)) == expected


def test_a_kind_held_four_times_is_no_wait() -> None:
    # 3m would end the edge wait 12m, but the hand holds all four of them
    hand = Hand.parse("12m66s [3333m] [456p] [789p] [111z]")
    waiting = count_kinds(hand.concealed)
    melded = count_kinds(t for meld in hand.melds for t in meld.tiles)
    held = tuple(a + b for a, b in zip(waiting, melded, strict=True))
    assert waits(waiting, held, lambda c: is_complete(c, 4, False)) == ()
    assert waits(waiting, waiting, lambda c: is_complete(c, 4, False)) == (2,)


@pytest.mark.parametrize(
    ("tiles", "by_default", "with_any"),
    [
        ("1133557799m2244p888s", True, True),  # 2,2,2,2,2,2,2,3
        ("11113355m7799m22p888s", True, True),  # 4,2,2,2,2,2,3
        ("1111333355557777m8s", False, True),  # four fours and a stray tile
        ("1133557799m2244p88s1z", False, True),  # 2x8 + 1
        ("1133557799m2244p88s", False, False),  # sixteen tiles
        ("1133557799m224p888s", False, False),
        ("111333557799m2244p", False, False),  # two triplets
        ("1133557799m224p8s123z", False, False),
    ],
)
def test_eight_pairs_structure(tiles: str, by_default: bool, with_any: bool) -> None:
    counts = count_kinds(Hand.parse(tiles).concealed)
    assert is_eight_pairs(counts, any_extra=False) == by_default
    assert is_eight_pairs(counts, any_extra=True) == with_any
    assert is_complete(counts, 0, False) == by_default
    assert not is_complete(counts, 1, True)


@pytest.mark.parametrize(
    "tiles", ["44m11p99s55z", "44m11p99s55z123m777z", "44m11p99s55z123s666z444s"]
)
def test_a_pair_in_each_suit_is_no_division(tiles: str) -> None:
    counts = count_kinds(Hand.parse(tiles).concealed)
    sets = (sum(counts) - 2) // 3
    assert list(divisions(counts, sets)) == []
    assert not is_divisible(counts, sets)


def test_kinds() -> None:
    assert [number_of(Tile.parse(t)) for t in ("1m", "0m", "1p", "1s", "1z", "7z")] == [
        0,
        4,
        9,
        18,
        27,
        33,
    ]
    assert len(KINDS) == 34
