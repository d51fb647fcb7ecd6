"""Distance, waits, discards and repairs of mahjong hands, against independent enumerations."""

from __future__ import annotations

import random
import time
from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
import pytest
from numpy.typing import NDArray

from scoring import score
from scoring.advice import advise, repairs
from scoring.advice.search import Holding, edits, missing
from scoring.advice.shapes import SetsAndPair, Shape, eight_pairs, seven_pairs, thirteen_orphans
from scoring.hand import Hand
from scoring.tiles import Tile

ROOM = (4,) * 34
ORPHANS = [n for s in (0, 9, 18) for n in (s, s + 8)] + list(range(27, 34))

# Small worlds for enumeration: one suit with three honours, and half of two suits.
WORLDS = ([*range(9), 27, 28, 33], [*range(5), *range(9, 14), 31])


@cache
def complete_hands(world: int, sets: int) -> NDArray[np.int64]:
    """All complete hands of a world with at most four of a kind: n×kinds copies."""
    kinds = WORLDS[world]
    possible = [(k, k, k) for k in kinds]
    possible += [
        (k, k + 1, k + 2) for k in kinds if k < 27 and k % 9 < 7 and {k + 1, k + 2} <= set(kinds)
    ]
    found = set()
    for chosen in combinations_with_replacement(possible, sets):
        for pair in kinds:
            tiles = [tile for one in chosen for tile in one] + [pair, pair]
            counts = tuple(tiles.count(kind) for kind in kinds)
            if max(counts) <= 4:
                found.add(counts)
    return np.array(sorted(found))


def random_tiles(rng: random.Random, world: int, number: int) -> tuple[int, ...]:
    wall = [kind for kind in WORLDS[world] for _ in range(4)]
    tiles = rng.sample(wall, number)
    return tuple(tiles.count(kind) for kind in range(34))


@pytest.mark.parametrize("world", range(len(WORLDS)))
@pytest.mark.parametrize("sets", [1, 2, 3])
def test_distance_and_useful_tiles_equal_the_enumeration(world: int, sets: int) -> None:
    rng = random.Random(sets)
    kinds, shape = WORLDS[world], SetsAndPair(4, 4 - sets)
    every = complete_hands(world, sets)
    # kinds outside the world have no room, so that both look at the same complete hands
    seen = set()
    for _ in range(80):
        number = 3 * sets + rng.choice([1, 2])
        held = random_tiles(rng, world, number)
        melded = {kind: rng.choice([0, 0, 1, 3]) for kind in kinds}
        room = tuple(4 - melded[k] if k in melded else 0 for k in range(34))
        limits = np.array([room[kind] for kind in kinds])
        possible = every[(every <= limits).all(axis=1)]
        lack = np.maximum(possible - np.array([held[kind] for kind in kinds]), 0)
        found = missing(shape, Holding(held, room))
        if not len(possible):
            assert found is None
            continue
        fewest = lack.sum(axis=1).min()
        nearest = lack[lack.sum(axis=1) == fewest]
        assert found is not None
        assert found.tiles == fewest
        assert found.kinds == {kinds[place] for place in np.flatnonzero(nearest.any(axis=0))}
        seen.add(int(fewest))
    assert len(seen) > 1


@pytest.mark.parametrize("world", range(len(WORLDS)))
def test_edits_are_all_smallest_changes(world: int) -> None:
    rng = random.Random(5)
    kinds, shape = WORLDS[world], SetsAndPair(4, 1)
    room = tuple(4 if kind in kinds else 0 for kind in range(34))
    every = complete_hands(world, 3)
    repaired = 0
    for _ in range(80):
        near = list(every[rng.randrange(len(every))])
        for _ in range(rng.choice([0, 1, 2, 3])):  # exchange tiles, or lose one
            near[rng.choice([p for p, n in enumerate(near) if n])] -= 1
            if rng.random() < 0.8:
                near[rng.choice([p for p, n in enumerate(near) if n < 4])] += 1
        held = tuple(int(near[kinds.index(k)]) if k in kinds else 0 for k in range(34))
        change = every - np.array(near)
        sizes = np.maximum(np.maximum(change, 0).sum(axis=1), np.maximum(-change, 0).sum(axis=1))
        expected = set()
        if sizes.min() <= 2:
            for row in change[sizes == sizes.min()]:
                expected.add(tuple((kinds[p], int(row[p])) for p in np.flatnonzero(row)))
        found = edits(shape, Holding(held, room), 2)
        assert {tuple(sorted(edit)) for edit in found} == {tuple(sorted(e)) for e in expected}
        repaired += bool(expected)
    assert repaired > 40


def test_distance_of_whole_hands_falls_by_one_exactly_for_useful_tiles() -> None:
    rng = random.Random(11)
    wall = [kind for kind in range(34) for _ in range(4)]
    for _ in range(5):
        tiles = rng.sample(wall, 16)
        held = tuple(tiles.count(kind) for kind in range(34))
        shape = SetsAndPair(5)
        now = missing(shape, Holding(held, ROOM))
        assert now is not None
        for kind in range(34):
            if held[kind] < 4:
                after = (*held[:kind], held[kind] + 1, *held[kind + 1 :])
                then = missing(shape, Holding(after, ROOM))
                assert then is not None
                assert then.tiles == now.tiles - (kind in now.kinds)


def test_special_forms_equal_their_formulas() -> None:
    rng = random.Random(3)
    wall = [kind for kind in range(34) for _ in range(4)]
    for number in [13, 14] * 40:
        pool = rng.sample(wall, 30) if rng.random() < 0.5 else wall
        tiles = rng.sample(pool, number)
        held = tuple(tiles.count(kind) for kind in range(34))
        pairs, kinds = sum(n >= 2 for n in held), sum(n >= 1 for n in held)
        found = missing(seven_pairs(four_is_two_pairs=False), Holding(held, ROOM))
        assert found is not None
        assert found.tiles == 7 - pairs + max(0, 7 - kinds)
        doubled = missing(seven_pairs(four_is_two_pairs=True), Holding(held, ROOM))
        assert doubled is not None
        # a pair needs two tiles of its kind, so each kind may give two pairs at most
        costs = sorted(cost for n in held for cost in (max(0, 2 - n), min(2, max(0, 4 - n))))
        assert doubled.tiles == sum(costs[:7])
        ends = [held[kind] for kind in ORPHANS]
        orphans = missing(thirteen_orphans(), Holding(held, ROOM))
        assert orphans is not None
        assert orphans.tiles == 14 - sum(n >= 1 for n in ends) - any(n >= 2 for n in ends)


@pytest.mark.parametrize("any_extra", [False, True])
def test_eight_pairs_equal_the_enumeration(any_extra: bool) -> None:
    kinds = range(7)  # few kinds, so that every complete hand can be listed
    every = []
    for held in product(range(5), repeat=len(kinds)):
        odd = [n for n in held if n % 2]
        if sum(held) == 17 and len(odd) == 1 and (any_extra or odd == [3]):
            every.append(held)
    complete = np.array(every)
    room = tuple(4 if kind in kinds else 0 for kind in range(34))
    rng = random.Random(8)
    shape = eight_pairs(any_extra)
    seen = set()
    for number in [16, 17] * 40:
        tiles = rng.sample([kind for kind in kinds for _ in range(4)], number)
        held = tuple(tiles.count(kind) for kind in range(34))
        lack = np.maximum(complete - np.array(held[: len(kinds)]), 0)
        fewest = lack.sum(axis=1).min()
        nearest = lack[lack.sum(axis=1) == fewest]
        found = missing(shape, Holding(held, room))
        assert found == (fewest, frozenset(np.flatnonzero(nearest.any(axis=0)).tolist()))
        seen.add(int(fewest))
    assert len(seen) > 1


def test_impossible_shapes_have_no_distance() -> None:
    nothing = Holding((0,) * 34, (1,) * 34)
    shape: Shape = SetsAndPair(4)
    assert missing(shape, nothing) is None  # no pair where one of each is left
    assert missing(thirteen_orphans(), nothing) is None
    assert edits(shape, nothing, 2) == frozenset()


# game, waiting hand, its waits with the total by self-draw and by discard
WAITS = [
    ("taiwanese", "123456789m123s99p34p", {"2p": (9, 7), "5p": (9, 7)}),
    ("taiwanese", "123456789m123s99p35p", {"4p": (10, 8)}),
    ("taiwanese", "1133557799m22p888s4p | 1f", {"4p": (11, 10)}),
    ("taiwanese", "[123m] [456m] [789m] [111s] [222p] 7z", {"7z": (2, 3)}),
    ("taiwanese", "[123m] [456m] [789m] [111s] 44p56p", {"4p": (4, 3), "7p": (4, 3)}),
]


@pytest.mark.parametrize(("game", "hand", "expected"), WAITS)
def test_waits_and_their_scores(game: str, hand: str, expected: dict[str, tuple[int, int]]) -> None:
    advice = advise(game, hand)
    assert advice.reasons == ()
    assert advice.distance is not None
    assert advice.distance.to_ready == 0
    found = {str(w.tile): (w.self_draw.total, w.discard.total) for w in advice.waits}
    assert all(wait.self_draw.valid and wait.discard.valid for wait in advice.waits)
    assert found == expected


def test_each_wait_scores_what_the_complete_hand_scores() -> None:
    advice = advise("taiwanese", "234567m22234p678s66z", {"seat": "south", "discarder": "east"})
    assert advice.waits
    for wait in advice.waits:
        text = f"234567m22234p678s66z{wait.tile}"
        drawn = score(
            "taiwanese", text, {"seat": "south", "win": "self_draw", "winning_tile": str(wait.tile)}
        )
        given = score(
            "taiwanese",
            text,
            {"seat": "south", "discarder": "east", "winning_tile": str(wait.tile)},
        )
        assert (wait.self_draw.total, wait.discard.total) == (drawn.total, given.total)
        assert wait.discard.payments == given.payments


def test_left_counts_own_tiles_and_melds() -> None:
    (wait,) = advise("taiwanese", "[123m] [456m] [789m] [333s] 24s33p").waits
    assert (str(wait.tile), wait.left) == ("3s", 1)
    # all four 3s are in the hand: the gap 24s waits for nothing, the hand is one away
    advice = advise("taiwanese", "[123m] [456m] [789m] (3333s) 24s66p")
    assert advice.waits == ()
    assert advice.distance is not None
    assert advice.distance.to_ready == 1


def test_a_complete_hand_shows_the_waits_before_its_winning_tile() -> None:
    hand = Hand.parse("123456789m123s99p345p", winning_tile="3p")
    advice = advise("taiwanese", hand)
    assert advice.distance is not None
    assert (advice.distance.missing, advice.distance.to_ready) == (0, -1)
    assert [str(wait.tile) for wait in advice.waits] == ["3p", "6p"]
    assert advice.discards == ()


def test_discards_keep_the_hand_nearest() -> None:
    advice = advise("taiwanese", "123456789m123s99p344p")
    assert [(str(d.tile), d.distance.left) for d in advice.discards] == [("4p", 8), ("3p", 4)]
    assert [str(wait.tile) for wait in advice.discards[0].waits] == ["2p", "5p"]
    far = advise("taiwanese", "147m258p369s1234567z1m")
    assert far.distance is not None
    assert far.discards
    assert all(d.distance.missing == far.distance.missing and not d.waits for d in far.discards)


REASONS = [
    ("123m", "16 concealed tiles expected beside 0 melds, or 17 after drawing, got 3"),
    ("back123456789m12s99p345p", "1 face-down (unknown) tile: name every tile"),
    ("99p345p456m [123m] [788m] [123s]", "the meld [788m] is none"),
]


@pytest.mark.parametrize(("hand", "reason"), REASONS)
def test_no_advice_has_its_reason(hand: str, reason: str) -> None:
    advice = advise("taiwanese", hand)
    assert advice.reasons == (reason,)
    assert advice.distance is None


# hand, first repair in words, number of repairs
REPAIRS = [
    ("123456789m123s99p346p", "a 6p is read where a 5p would complete the hand"),
    ("123456789m123s99p34p", "a 5p is missing to complete the hand"),
    ("123456789m1123s99p345p", "without a 1s the hand would be complete"),
    ("99p345p456m [123m] [788m] [123s]", "an 8m is read where a 6m would complete the hand"),
    ("back123456789m12s99p345p", "a back is read where a 3s would complete the hand"),
    (
        "123456789m123s99p1z7z5p",
        "a 5p is read where a 9p, and a 7z where a 1z, would complete the hand",
    ),
    (
        "[133p]22p33355577788m9m",
        "a 7m is read where a 9m, and a 3p where a 2p, would complete the hand",
    ),
]


@pytest.mark.parametrize(("hand", "words"), REPAIRS)
def test_the_cheapest_repair_in_words(hand: str, words: str) -> None:
    found = repairs("taiwanese", hand)
    assert found
    assert any(str(repair).startswith(words) for repair in found)
    for repair in found:
        assert repair.sheet.valid
        assert repair.odds is None
        assert score("taiwanese", repair.hand).total == repair.sheet.total
        assert len(repair.changes) <= 2


@pytest.mark.parametrize(
    "hand", ["123456789m123s99p345p", "159m159p159s1234567z1m", "5555m5m", "3p"]
)
def test_no_repair_of_complete_hands_and_of_far_ones(hand: str) -> None:
    assert repairs("taiwanese", hand) == ()


def test_the_readers_alternatives_decide() -> None:
    hand = Hand.parse("123456789m123s99p346p", winning_tile="1m")
    p = Tile.parse
    # places 14, 15 and 16 are 3p 4p 6p
    likely = {14: [(p("3p"), 0.6), (p("5p"), 0.4)], 16: [(p("6p"), 0.9), (p("2p"), 0.05)]}
    first, second, *_ = repairs("taiwanese", hand, alternatives=likely)
    assert [(str(c.was), str(c.now), c.index) for c in first.changes] == [("3p", "5p", 14)]
    assert first.odds == pytest.approx(0.4 / 0.6)
    assert [(str(c.was), str(c.now), c.index) for c in second.changes] == [("6p", "2p", 16)]
    assert second.odds == pytest.approx(0.05 / 0.9)


def test_alternatives_reach_melds_and_bonus_tiles() -> None:
    p = Tile.parse
    hand = Hand.parse("99p345p456m12s123m [123s] | 1f 5f")
    place = hand.tiles.index(p("1f"))
    found = repairs("taiwanese", hand, alternatives={place: [(p("1f"), 0.5), (p("3s"), 0.4)]})
    assert str(found[0]) == "a 1f is read where a 3s would complete the hand"
    assert found[0].hand.bonus == (p("5f"),)
    wrong = Hand.parse("99p345p456m123s123m [785p]")
    place = len(wrong.concealed) + 2
    found = repairs("taiwanese", wrong, alternatives={place: [(p("5p"), 0.5), (p("9p"), 0.49)]})
    assert str(found[0]).startswith("a 5p is read where a 9p would complete")


def test_the_winning_tile_follows_its_repair() -> None:
    hand = Hand.parse("123456789m123s99p346p", winning_tile="6p")
    first = repairs("taiwanese", hand)[0]
    assert str(first.changes[0].was) == "6p"
    assert first.hand.winning_tile == Tile.parse("5p")
    by_context = repairs("taiwanese", "123456789m123s99p346p", {"winning_tile": "6p"})[0]
    assert by_context.hand.winning_tile == Tile.parse("5p")


def test_advice_is_json_ready() -> None:
    ready = advise("taiwanese", "123456789m123s99p34p").as_dict()
    assert ready["distance"] == {
        "missing": 1,
        "to_ready": 0,
        "form": "five sets and a pair",
        "useful": [{"tile": "2p", "left": 4}, {"tile": "5p", "left": 4}],
    }
    assert ready["waits"][0]["self_draw"]["total"] == 9
    (repair, *_) = repairs("taiwanese", "123456789m123s99p346p")
    assert repair.as_dict() == {
        "text": "a 6p is read where a 5p would complete the hand",
        "changes": [{"was": "6p", "now": "5p", "index": 16}],
        "hand": "123456789m123s99345p",
        "total": repair.sheet.total,
        "odds": None,
    }


@pytest.mark.benchmark
def test_distance_takes_a_few_milliseconds() -> None:
    rng = random.Random(2)
    wall = [kind for kind in range(34) for _ in range(4)]
    times = []
    for _ in range(40):
        tiles = rng.sample(wall, 16)
        held = Holding(tuple(tiles.count(kind) for kind in range(34)), ROOM)
        start = time.process_time()
        missing(SetsAndPair(5), held)
        times.append(time.process_time() - start)
    assert sorted(times)[20] < 0.010 * 3  # a busy machine is allowed three times the target
