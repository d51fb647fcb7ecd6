"""The advice of every game agrees with what the game itself calls a complete hand."""

from __future__ import annotations

import random

import pytest

from scoring import GAMES, find_game
from scoring.advice import advise, repairs
from scoring.advice.games import adviser_for
from scoring.hand import Hand, Meld
from scoring.tiles import Tile, TileSet

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
