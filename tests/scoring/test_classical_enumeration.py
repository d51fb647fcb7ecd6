"""Groupings, waits and totals against an enumeration and a second scorer that share no code."""

import json
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass

from scoring import Hand, Meld, Tile, score
from scoring.games.classical import hand_waits
from scoring.games.classical.structure import all_readings

HANDS = 20_000 if os.environ.get("WAHUA_FULL") else 2_000
FACES = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)]
FACES += [f"{rank}z" for rank in range(1, 8)]
TILES = [Tile.parse(face) for face in FACES]
WINDS = {"east": 27, "south": 28, "west": 29, "north": 30}
ORPHANS = {0, 8, 9, 17, 18, 26, *range(27, 34)}
GREEN = {19, 20, 21, 23, 25, 32}

Part = tuple[int, ...]  # two, three or four kinds


@dataclass(frozen=True)
class Case:
    """A hand in numbers: concealed tiles, melds with whether they are concealed, the last tile."""

    concealed: tuple[int, ...]
    melds: tuple[tuple[Part, bool], ...]
    winning: int
    flowers: tuple[int, ...]

    def hand(self) -> Hand:
        return Hand(
            tuple(TILES[n] for n in self.concealed),
            tuple(Meld(tuple(TILES[n] for n in part), hidden) for part, hidden in self.melds),
            tuple(Tile.parse(f"{n}f") for n in self.flowers),
            TILES[self.winning],
        )


def divide(tiles: list[int], sets: int) -> Iterator[list[Part]]:
    """Take the first tile away in every possible way: as pair, pung or low end of a chow."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    if tiles.count(first) >= 2 and len(tiles) == 3 * sets + 2:
        yield from ([(first, first), *rest] for rest in divide(without(tiles, first, first), sets))
    if tiles.count(first) >= 3 and sets:
        pung = (first, first, first)
        yield from ([pung, *rest] for rest in divide(without(tiles, *pung), sets - 1))
    chow = (first, first + 1, first + 2)
    if sets and first < 27 and first % 9 < 7 and all(n in tiles for n in chow):
        yield from ([chow, *rest] for rest in divide(without(tiles, *chow), sets - 1))


def without(tiles: list[int], *taken: int) -> list[int]:
    rest = list(tiles)
    for number in taken:
        rest.remove(number)
    return rest


def divisions(concealed: tuple[int, ...], melds: int) -> set[tuple[Part, ...]]:
    sets = 4 - melds
    if len(concealed) != 3 * sets + 2:
        return set()
    return {tuple(sorted(way)) for way in divide(sorted(concealed), sets)}


def orphans(concealed: tuple[int, ...]) -> bool:
    return len(concealed) == 14 and set(concealed) == ORPHANS


def waits(case: Case) -> list[int]:
    left = tuple(without(list(case.concealed), case.winning))
    held = [*left, *(n for part, _ in case.melds for n in part)]
    return [
        n
        for n in range(34)
        if held.count(n) < 4 and (divisions((*left, n), len(case.melds)) or orphans((*left, n)))
    ]


def worth(case: Case, division: tuple[Part, ...], place: int, facts: dict[str, str]) -> int:
    """Score one division with its last tile in one place; a second reading of chapter 4.3."""
    drawn = facts["win"] == "self_draw"
    seat, wind = WINDS[facts["seat"]], WINDS[facts["round"]]
    points, doubles = 20 + 4 * len(case.flowers) + 2 * drawn, 0
    parts = [(part, hidden) for part, hidden in case.melds]
    parts += [(part, drawn or n != place) for n, part in enumerate(division)]
    pair = next(part for part, _ in parts if len(part) == 2)
    triplets = [(part, hidden) for part, hidden in parts if len(part) > 2 and len(set(part)) == 1]
    kinds = {n for part, _ in parts for n in part}
    suits = {n // 9 for n in kinds}
    shut = all(hidden for _, hidden in case.melds)
    nothing = not triplets
    for part, hidden in triplets:
        each = (4 if len(part) == 3 else 16) if hidden else (2 if len(part) == 3 else 8)
        points += each * (2 if part[0] in ORPHANS else 1)
        doubles += (part[0] >= 31) + (part[0] == seat) + (part[0] == wind)
    worthy = 2 * ((pair[0] >= 31) + (pair[0] == seat) + (pair[0] == wind))
    points += worthy
    doubles += nothing and not worthy
    if len(division[place]) == 2:
        points += 4 if pair[0] in ORPHANS else 2
    points += 2 * (len(waits(case)) == 1)
    own = list(WINDS).index(facts["seat"]) + 1
    doubles += {own, own + 4} <= set(case.flowers)
    doubles += {1, 2, 3, 4} <= set(case.flowers)
    doubles += {5, 6, 7, 8} <= set(case.flowers)
    hidden_triplets = sum(hidden for _, hidden in triplets)
    doubles += hidden_triplets >= 3
    doubles += len(triplets) == 4
    doubles += 3 in suits and len(suits) == 2
    doubles += 3 * (3 not in suits and len(suits) == 1)
    doubles += kinds <= ORPHANS
    doubles += shut
    limit = (
        (hidden_triplets == 4 and drawn)
        or kinds <= set(range(27, 34))
        or kinds <= ORPHANS - set(range(27, 34))
        or kinds <= GREEN
        or sum(len(part) == 4 for part, _ in triplets) == 4
        or {31, 32, 33} <= {part[0] for part, _ in triplets}
        or {27, 28, 29, 30} <= {part[0] for part, _ in triplets}
        or (shut and len(suits) == 1 and 3 not in suits)
    )
    return 500 if limit else min(500, points * 2**doubles)


def best(case: Case, facts: dict[str, str]) -> int:
    totals = [500] if orphans(case.concealed) else []
    for division in divisions(case.concealed, len(case.melds)):
        for place, part in enumerate(division):
            if case.winning in part:
                totals.append(worth(case, division, place, facts))
    return max(totals, default=0)


def random_case(rng: random.Random) -> Case:
    """Four sets and a pair of few kinds, some melded; in half of them tiles are exchanged."""
    allowed = rng.choice(
        [range(9), range(18), range(34), [*range(9), *range(27, 34)], sorted(GREEN), range(27, 34)]
    )
    chows = [(n, n + 1, n + 2) for n in range(25) if n % 9 < 7 and {n, n + 1, n + 2} <= {*allowed}]
    while True:
        concealed = [rng.choice(list(allowed))] * 2
        melds: list[tuple[Part, bool]] = []
        if rng.random() < 0.02:
            concealed = [*ORPHANS, rng.choice(list(ORPHANS))]
        while len(concealed) + 3 * len(melds) < 14:
            chow = bool(chows) and rng.random() < 0.5
            part: Part = rng.choice(chows) if chow else (rng.choice(list(allowed)),) * 3
            if rng.random() < 0.4:
                kong = not chow and rng.random() < 0.4
                melds.append(((*part, part[0]) if kong else part, kong and rng.random() < 0.5))
            else:
                concealed += part
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            concealed[rng.randrange(len(concealed))] = rng.choice(list(allowed))
        everything = [*concealed, *(n for part, _ in melds for n in part)]
        if all(everything.count(n) <= 4 for n in everything):
            rng.shuffle(concealed)
            flowers = rng.sample(range(1, 9), rng.choice([0, 0, 1, 3, 6]))
            return Case(tuple(concealed), tuple(melds), rng.choice(concealed), tuple(flowers))


def shapes(hand: Hand, winning: Tile) -> tuple[set[tuple[Part, ...]], bool]:
    """The different divisions that the game reads, and whether it reads thirteen orphans."""
    found, special = set(), False
    for reading in all_readings(hand, winning, one_chow=False):
        held = reading.parts[len(hand.melds) :]
        special |= not reading.sets
        if reading.sets:
            found.add(
                tuple(sorted(tuple(sorted(FACES.index(t.face) for t in p.tiles)) for p in held))
            )
    return found, special


def test_groupings_waits_and_totals_equal_the_enumeration() -> None:
    rng = random.Random(4)
    complete = capped = many = 0
    for _ in range(HANDS):
        case = random_case(rng)
        hand, winning = case.hand(), TILES[case.winning]
        facts = {
            "win": rng.choice(["self_draw", "discard"]),
            "seat": rng.choice(list(WINDS)),
            "round": rng.choice(list(WINDS)),
        }
        expected = divisions(case.concealed, len(case.melds))
        found, special = shapes(hand, winning)
        assert found == expected, str(hand)
        assert special == orphans(case.concealed), str(hand)
        assert hand_waits(hand, winning) == tuple(TILES[n] for n in waits(case)), str(hand)
        sheet = score("classical", hand, facts)
        assert sheet.valid == bool(expected or special), str(hand)
        assert sheet.total == best(case, facts), (str(hand), str(winning), facts)
        assert sum(sheet.payments.values()) == 0
        complete += sheet.valid
        capped += sheet.total == 500
        many += len(expected) > 1
    assert complete > HANDS // 3
    assert min(capped, many, HANDS - complete) > HANDS // 50


def test_sheets_add_up() -> None:
    rng = random.Random(5)
    seats, wins = [None, *WINDS], [None, "self_draw", "discard"]
    for _ in range(HANDS // 20):
        hand = random_case(rng).hand()
        facts = {"win": rng.choice(wins), "seat": rng.choice(seats), "round": rng.choice(seats)}
        limit = rng.choice([500, 1000, None])
        options = {"limit": limit or "none", "doubles_list": rng.choice(["K", "RA"])}
        sheet = score("classical", hand, facts, options)
        if not sheet.valid:
            assert sheet.reasons
            continue
        assert sheet.total == sum(item.value for item in sheet.items)
        assert sheet.range[0] == sheet.total <= sheet.range[1]
        assert limit is None or sheet.range[1] <= limit
        assert all(other.total < sheet.total for other in sheet.alternatives)
        tiles = sorted(t for group in sheet.groups for t in group.tiles)
        assert tiles == sorted(t for t in hand.tiles if not t.is_bonus)
        assert json.loads(json.dumps(sheet.as_dict()))["total"] == sheet.total
        if facts["seat"]:
            assert sum(sheet.payments.values()) == 0
        shuffled = Hand(
            tuple(rng.sample(hand.concealed, len(hand.concealed))),
            tuple(rng.sample(hand.melds, len(hand.melds))),
            hand.bonus,
            hand.winning_tile,
        )
        assert score("classical", shuffled, facts, options).range == sheet.range


def test_the_range_is_that_of_the_known_facts() -> None:
    rng = random.Random(6)
    checked = 0
    while checked < 12:
        hand = random_case(rng).hand()
        sheet = score("classical", hand)
        if sheet.valid:
            totals = [
                score("classical", hand, {"win": win, "seat": seat, "round": wind}).total
                for win in ("self_draw", "discard")
                for seat in WINDS
                for wind in WINDS
            ]
            assert sheet.range == (min(totals), max(totals))
            checked += 1
