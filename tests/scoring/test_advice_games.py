"""The advice of every game agrees with what the game itself calls a complete hand."""

from __future__ import annotations

import random

import pytest

from scoring import GAMES, Family, find_game
from scoring.advice import advise, repairs
from scoring.advice.games import adviser_for
from scoring.games.dolls.options import Options as DollOptions
from scoring.games.dolls.waits import hand_waits as doll_waits
from scoring.games.flowers.options import Options as FlowerOptions
from scoring.games.flowers.waits import hand_waits as flower_waits
from scoring.hand import Hand, Meld
from scoring.tiles import DOLL_SUBJECTS, PATTERNS, Kind, Tile, TileSet

CHOWS = [(s + r, s + r + 1, s + r + 2) for s in (0, 9, 18) for r in range(7)]
SETS = [(n, n, n) for n in range(34)] + CHOWS
FACES = list(TileSet.mahjong(bonus=False).counts)

# game, options, sets, complete hands of special forms
MAHJONG: list[tuple[str, dict[str, object], int, tuple[str, ...]]] = [
    ("taiwanese", {}, 5, ("1133557799m2244p888s", "11113355m7799m22p888s")),
    ("taiwanese", {"eight_pairs_extra": "any"}, 5, ("1133557799m2244p88s1z",)),
    ("classical", {}, 4, ("19m19p19s12345677z", "1112345678999m5m")),
    ("classical", {"one_chow": True}, 4, ("19m19p19s12345677z", "1112345678999p3p")),
    ("hongkong", {}, 4, ("19m19p19s12345677z",)),
    ("mcr", {}, 4, ("19m19p19s12345677z", "1133557799m2222p", "147m258p369s55s777z")),
    ("mcr", {}, 4, ("147m258p369s12345z", "147s258m36p123456z", "258m147p369s123m66z")),
    ("riichi", {}, 4, ("19m19p19s12345677z", "1133557799m2244p")),
]


def near_hand(rng: random.Random, sets: int, special: tuple[str, ...]) -> Hand:
    """Tiles of a complete hand, perhaps with melds, up to two exchanged and one taken away."""
    while True:
        melds: list[Meld] = []
        if rng.random() < 0.3:
            tiles = list(Hand.parse(rng.choice(special)).concealed)
        else:
            kinds = rng.choice([range(9), range(18), range(34), [*range(9), *range(27, 34)]])
            allowed = [one for one in SETS if all(kind in kinds for kind in one)]
            chosen = [rng.choice(allowed) for _ in range(sets)]
            melded = rng.choice([0, 0, 1, 2, sets])
            melds = [Meld(tuple(FACES[kind] for kind in one)) for one in chosen[:melded]]
            tiles = [FACES[kind] for one in chosen[melded:] for kind in one]
            tiles += [FACES[rng.choice(list(kinds))]] * 2
        for _ in range(rng.choice([0, 0, 0, 1, 2])):
            tiles[rng.randrange(len(tiles))] = rng.choice(FACES)
        tiles.pop(rng.randrange(len(tiles)))
        rng.shuffle(tiles)
        hand = Hand(tuple(tiles), tuple(melds))
        if not TileSet.mahjong().check(hand.tiles):
            return hand


@pytest.mark.parametrize(("game", "options", "sets", "special"), MAHJONG)
def test_waits_are_the_tiles_with_which_the_game_accepts_the_hand(
    game: str, options: dict[str, object], sets: int, special: tuple[str, ...]
) -> None:
    if game not in GAMES:
        pytest.skip(f"{game} is not installed")
    rng = random.Random(f"{game}{options}{special}")
    adviser = adviser_for(game, options)
    assert adviser is not None
    ready = 0
    for _ in range(20):
        hand = near_hand(rng, sets, special)
        distance = adviser.distance(hand)
        ready_now = distance is not None and distance.to_ready == 0  # None: too many chows melded
        useful = [str(one.tile) for one in distance.useful] if distance and ready_now else []
        assert useful == completing(game, hand, options)
        ready += bool(useful)
    assert ready > 5


def completing(game: str, hand: Hand, options: dict[str, object]) -> list[str]:
    """Tiles after which the game no longer says that the hand is not complete."""
    found = []
    for tile in FACES:
        whole = Hand((*hand.concealed, tile), hand.melds, (), tile)
        if not TileSet.mahjong().check(whole.tiles):
            sheet = find_game(game).score(whole, {"win": "self_draw"}, options)
            if sheet.valid or any(_lacks_worth(reason) for reason in sheet.reasons):
                found.append(str(tile))
    return found


def _lacks_worth(reason: str) -> bool:
    """A complete hand that may not win, for want of faan or of a yaku."""
    return "faan" in reason or "yaku" in reason


@pytest.mark.parametrize("game", [name for name, *_ in MAHJONG[::2]])
def test_repairs_win(game: str) -> None:
    if game not in GAMES:
        pytest.skip(f"{game} is not installed")
    text = "123m456p345s777z" + ("111s" if game == "taiwanese" else "") + "2p8p"
    found = repairs(game, text, {"win": "self_draw", "seat": "east", "round": "east"})
    assert found
    words = {str(repair) for repair in found}
    assert "a 2p is read where an 8p would complete the hand" in words
    assert all(repair.sheet.valid for repair in found)


def test_advice_of_a_waiting_hand_in_each_game() -> None:
    advice = advise("classical", "19m19p19s1234567z")
    assert advice.distance is not None
    assert len(advice.waits) == 13
    assert {wait.discard.total for wait in advice.waits} == {500}
    assert Tile.parse("7z") in {wait.tile for wait in advice.waits}


def near_flowers(rng: random.Random) -> Hand:
    """Ten pairs and triples, some of them melded, and a trump, with exchanges, less one tile."""
    patterns = rng.sample(PATTERNS, 11)
    sets = []
    for face in patterns[:10]:
        pool = [Tile(Family.FLOWERS, face, kind) for kind in Kind for _ in range(3)]
        framed = [*pool[3:5], pool[6]]
        sets.append(framed if rng.random() < 0.2 else rng.sample([*pool[:5], pool[6]], 2))
    melded = rng.choice([0, 0, 1, 3])
    tiles = [tile for one in sets[melded:] for tile in one]
    tiles.append(Tile(Family.FLOWERS, patterns[10], rng.choice(list(Kind))))
    for _ in range(rng.choice([0, 0, 1, 2])):
        new = Tile(Family.FLOWERS, rng.choice(PATTERNS), rng.choice(list(Kind)))
        tiles[rng.randrange(len(tiles))] = new
    tiles.pop(rng.randrange(len(tiles)))
    return Hand(tuple(tiles), tuple(Meld(tuple(one)) for one in sets[:melded]))


FLOWER_OPTIONS: list[dict[str, object]] = [
    {},
    {"trump_plain": "reject"},
    {"triple_total": "exact_21"},
    {"profile": "yuhuan", "set_size": 126},
]


@pytest.mark.parametrize("options", FLOWER_OPTIONS)
def test_flower_waits_are_those_of_the_game(options: dict[str, object]) -> None:
    rng = random.Random(21)
    adviser = adviser_for("flowers", options)
    assert adviser is not None
    ready = 0
    for _ in range(120):
        hand = near_flowers(rng)
        possible = not TileSet.flowers().check(hand.tiles)
        if possible and not adviser.problems(hand) and adviser.surplus(hand) == 0:
            distance = adviser.distance(hand)
            waits = distance.useful if distance and distance.to_ready == 0 else ()
            expected = flower_waits(hand, FlowerOptions.parse(options))
            assert sorted(one.tile for one in waits) == sorted(expected)
            ready += bool(expected)
    assert ready > 2


# options, cards of a complete hand, sizes of its sets
DOLL_HANDS: list[tuple[dict[str, object], list[tuple[int, ...]]]] = [
    ({}, [(3, 3, 3, 4, 4), (3, 3, 3, 3, 5), (4, 4, 4, 5), (5, 5, 7), (3, 6, 8)]),
    ({"hand_size": 18}, [(4, 4, 4, 4), (3, 3, 3, 3, 4), (8, 8), (5, 5, 6)]),
    (
        {"hand_size": 18, "doll_profile": "source3", "source3_threes": "fours_only"},
        [(4, 4, 4, 4), (8, 8)],
    ),
    ({"doll_meld": False}, [(3, 3, 3, 4, 4)]),
]


@pytest.mark.parametrize(("options", "sizes"), DOLL_HANDS)
def test_doll_waits_are_those_of_the_game(
    options: dict[str, object], sizes: list[tuple[int, ...]]
) -> None:
    rng = random.Random(22)
    adviser = adviser_for("dolls", options)
    assert adviser is not None
    ready = 0
    for _ in range(100):
        chosen = rng.choice(sizes)
        subjects = rng.sample(DOLL_SUBJECTS, len(chosen) + 1)
        cards = [
            Tile(Family.DOLLS, face, stamped=face != "doll" and number == 0)
            for face, size in zip(subjects, (*chosen, 2), strict=True)
            for number in range(size)
        ]
        for _ in range(rng.choice([0, 0, 1, 2])):
            cards[rng.randrange(len(cards))] = Tile(Family.DOLLS, rng.choice(DOLL_SUBJECTS))
        cards.pop(rng.randrange(len(cards)))
        hand = Hand(tuple(cards))
        if not TileSet.dolls().check(hand.tiles):
            distance = adviser.distance(hand)
            waits = distance.useful if distance and distance.to_ready == 0 else ()
            expected = doll_waits(hand, DollOptions.parse(options))
            assert sorted(one.tile for one in waits) == sorted(expected)
            ready += bool(expected)
    assert ready > 20


FAMILY_REPAIRS = [
    ("dolls", "fu fu fu fu shou shou shou bi bi bi nan nan nan shan shan shan shan doll hai",
     "a hai is read where a doll would complete the hand"),
    ("dolls", "fu fu fu shou shou shou bi bi bi nan nan nan shan shan doll doll doll [fu ru ru]",
     ""),
    ("flowers", "6-6f 6-6d 1-3 1-3f 4-6 4-6 2-5f 2-5f 2-2 2-2d 1-1f 1-1f 5-5f 5-5f 1-6f 1-6d "
     "2-3 2-4 3-6 3-6f 4-5f", "a 2-4 is read where a 2-3d would complete the hand"),
    ("flowers", "6-6f 6-6d 1-3 1-3f 4-6 4-6 2-5f 2-5f 2-2 2-2d 1-1f 1-1f 5-5f 5-5f 1-6f 1-6d "
     "2-3 2-3 4-5f [3-6 3-5f]", "a 3-5f is read where a 3-6f would complete the hand"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "hand", "words"), FAMILY_REPAIRS)
def test_repairs_of_other_families(game: str, hand: str, words: str) -> None:
    found = [str(repair) for repair in repairs(game, hand)]
    assert (words in found) if words else (found == [])


def test_a_triple_is_not_discarded_from() -> None:
    text = (
        "6-6f 6-6d 1-3 1-3f 4-6 4-6 2-5f 2-5f 2-2 2-2d 1-1f 1-1f 5-5f 5-5f 5-5d 1-6f 1-6d 2-3 2-4"
    )
    advice = advise("flowers", text + " 3-6 3-6f 4-5f", {"roll": [1, 3], "hand_number": 1})
    assert {str(discard.tile) for discard in advice.discards} == {"2-3", "2-4", "4-5f"}
    assert all(wait.self_draw.valid for discard in advice.discards for wait in discard.waits)
