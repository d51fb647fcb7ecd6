"""MCR: every random complete hand equals the library called directly; examples, options, errors."""

import random
import sys
from typing import Any

import pytest

from scoring import GAMES, Hand, Tile, score
from scoring.games.mcr.table import load_table
from scoring.libraries import MissingLibraryError
from scoring.mahjong.context import ContextError
from scoring.options import OptionError
from tests.scoring.fourteen import complete_hand, finish, tiles_of

Context = dict[str, object]
SEATS = ["east", "south", "west", "north"]
CODES = {
    **{f"{n}m": f"W{n}" for n in range(1, 10)},
    **{f"{n}p": f"B{n}" for n in range(1, 10)},
    **{f"{n}s": f"T{n}" for n in range(1, 10)},
    **{f"{n}z": f"F{n}" for n in range(1, 5)},
    "7z": "J1",
    "6z": "J2",
    "5z": "J3",
}


@pytest.fixture(scope="module")
def library() -> Any:
    return pytest.importorskip("MahjongGB", reason="the extra `mcr` is not installed")


def test_the_registry_knows_the_game_without_its_library() -> None:
    assert GAMES["mcr"].ruleset == "mcr/1.0"


def test_the_table_has_every_fan_once() -> None:
    rows = load_table().rows
    assert len(rows) == 82  # 81 fans, flowers included, and two kongs of different kinds
    by_points: dict[int, int] = {}
    for row in rows.values():
        assert row.meaning
        assert row.chinese
        by_points[row.points] = by_points.get(row.points, 0) + 1
    assert by_points == {
        88: 7, 64: 6, 48: 2, 32: 3, 24: 9, 16: 6, 12: 5, 8: 9, 6: 7, 5: 1, 4: 4, 2: 10, 1: 13,
    }  # fmt: skip


def knitted(rng: random.Random) -> Hand:
    """Honours and knitted tiles, or a knitted straight with a set and a pair."""
    suits = rng.sample("mps", 3)
    knit = [
        f"{n}{s}" for s, first in zip(suits, (1, 2, 3), strict=True) for n in range(first, 10, 3)
    ]
    if rng.random() < 0.5:
        honours = [f"{n}z" for n in range(1, 8)]
        return finish(rng, tiles_of(rng.sample(knit + honours, 14)), (), True)
    rest = rng.choice([["1z"] * 3 + ["5z"] * 2, ["2z"] * 2 + [f"{n}{suits[0]}" for n in (1, 2, 3)]])
    return finish(rng, tiles_of(knit + rest), (), True)


def call(library: Any, hand: Hand, facts: Context) -> list[tuple[int, int, str]]:
    """The library called directly: points of one, how often, English name."""
    packs = []
    for meld in hand.melds:
        faces = sorted(map(str, meld.tiles), key=lambda face: face[0])
        kind = {1: "GANG" if len(faces) == 4 else "PENG", 3: "CHI"}[len(set(faces))]
        packs.append((kind, CODES[faces[1]], 0 if meld.concealed else 1))
    held = [CODES[str(tile)] for tile in hand.concealed]
    winning = CODES[str(hand.winning_tile)]
    held.remove(winning)
    answer = library.MahjongFanCalculator(
        tuple(packs),
        tuple(held),
        winning,
        len(hand.bonus),
        facts["win"] == "self_draw",
        bool(facts.get("fourth_tile")),
        bool(facts.get("replacement") or facts.get("rob_kong")),
        bool(facts.get("last_tile") or facts.get("last_discard")),
        SEATS.index(str(facts["seat"])),
        SEATS.index(str(facts["round"])),
        True,
    )
    return [(points, count, english) for points, count, _, english in answer]


def random_facts(rng: random.Random) -> Context:
    facts: Context = {"seat": rng.choice(SEATS), "round": rng.choice(SEATS)}
    facts["fourth_tile"] = rng.random() < 0.1
    if rng.random() < 0.5:
        event = rng.choice(["replacement", "last_tile", "", "", "", ""])
        return {**facts, "win": "self_draw", **({event: True} if event else {})}
    event = rng.choice(["rob_kong", "last_discard", "", "", "", ""])
    return {**facts, "win": "discard", **({event: True} if event else {})}


def test_two_thousand_hands_equal_the_library(library: Any) -> None:
    rng = random.Random(81)
    seen = set()
    for _ in range(2_000):
        hand = knitted(rng) if rng.random() < 0.1 else complete_hand(rng)
        facts = random_facts(rng)
        expected = call(library, hand, facts)
        sheet = score("mcr", hand, facts)
        assert sheet.valid, (str(hand), sheet.reasons)
        assert sheet.total == sum(points * count for points, count, _ in expected), str(hand)
        rows = load_table().rows
        found = [
            (item.value // item.count, item.count, rows[item.key].name) for item in sheet.items
        ]
        assert found == expected
        assert all(rows[item.key].points * item.count == item.value for item in sheet.items)
        assert all(rows[item.key].meaning in item.name for item in sheet.items)
        assert sum(sheet.payments.values()) == 0
        shown = sorted(tile for group in sheet.groups for tile in group.tiles)
        assert shown == sorted(tile for tile in hand.tiles if not tile.is_bonus)
        seen |= {item.key for item in sheet.items}
    assert len(seen) >= 55


# hand, context, total, one of its items; the first three are figures of the rules reference
EXAMPLES: list[tuple[str, Context, int, str]] = [
    ("123456789m23s55p4s | 1f", {"win": "discard"}, 21, "pure_straight"),
    ("19m19p19s12345677z", {"win": "discard"}, 88, "thirteen_orphans"),
    ("33p111p [444p] [888p] [666z]", {"win": "discard"}, 15, "all_pungs"),
    ("147m258p369s12345z", {"win": "self_draw"}, 25, "knitted_straight"),
    ("22334455667788s", {"win": "discard"}, 90, "seven_shifted_pairs"),
]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(("hand", "context", "total", "key"), EXAMPLES)
def test_examples(hand: str, context: Context, total: int, key: str) -> None:
    sheet = score("mcr", hand, {"seat": "south", "round": "east", **context})
    assert sheet.total == total, [(item.key, item.value) for item in sheet.items]
    assert key in [item.key for item in sheet.items]


@pytest.mark.usefixtures("library")
def test_payments_and_the_minimum() -> None:
    hand, facts = "123456789m23s55p4s | 1f", {"seat": "south", "round": "east"}
    sheet = score("mcr", hand, {**facts, "discarder": "west"})
    assert dict(sheet.payments) == {"east": -8, "south": 45, "west": -29, "north": -8}
    sheet = score("mcr", hand, {**facts, "win": "self_draw"}, {"base": 0})
    assert sheet.payments["south"] == 3 * sheet.total
    poor = "123m456p66s678s [222m]"
    sheet = score("mcr", poor, {**facts, "win": "discard"})
    assert sheet.valid
    assert dict(sheet.payments) == {}
    assert any(note.startswith("this hand may not win: it needs 8 points") for note in sheet.notes)
    assert score("mcr", poor, {**facts, "win": "discard"}, {"minimum": 0}).payments


@pytest.mark.usefixtures("library")
def test_unknown_facts_give_a_range() -> None:
    sheet = score("mcr", "123456789m55p [222z]", {"winning_tile": "5p"})
    assert sheet.range[0] == sheet.total < sheet.range[1]
    assert [note.split(":")[0] for note in sheet.notes[:3]] == [
        "win is unknown",
        "seat is unknown",
        "round is unknown",
    ]
    assert dict(sheet.payments) == {}


@pytest.mark.usefixtures("library")
def test_groups_that_nobody_knows_stay_together() -> None:
    sheet = score("mcr", "111222333m99p345p", {"win": "discard"})
    assert [group.kind for group in sheet.groups] == ["concealed"]
    assert "the concealed tiles divide in 2 ways; the best one was counted" in sheet.notes
    sheet = score("mcr", "123m456p66s678s [222m]", {"win": "discard"})
    assert [group.kind for group in sheet.groups] == ["pung", "chow", "chow", "chow", "pair"]


@pytest.mark.usefixtures("library")
def test_a_replacement_needs_a_kong() -> None:
    sheet = score("mcr", "123456789m234s55p", {"replacement": True})
    assert any(note.startswith("replacement does not count") for note in sheet.notes)


@pytest.mark.parametrize(
    ("hand", "reason"),
    [
        ("11111m234567p44s5s", "5 × 1m: the set has only 4"),
        ("123456789m234s5p", "14 tiles expected (14 + kongs, flowers apart), got 13"),
        ("1m" * 60, "60 × 1m: the set has only 4"),
        ("123456789m234s5pback", "1 face-down (unknown) tile: name every tile"),
        ("456789m123s99p [124m]", "the meld [124m] is no chow, pung or kong"),
        ("[123m] [456m] [789m] [123s] [345p]", "14 tiles expected"),
    ],
)
def test_impossible_hands(hand: str, reason: str) -> None:
    sheet = score("mcr", hand, {"win": "discard"})
    assert not sheet.valid
    assert any(said.startswith(reason) for said in sheet.reasons)


@pytest.mark.usefixtures("library")
def test_incomplete_hands() -> None:
    sheet = score("mcr", "123456789m234s57p", {"win": "discard"})
    assert sheet.reasons == (
        "not four sets and a pair, nor a special hand (seven pairs, thirteen orphans, knitted "
        "tiles); nearest: 4 sets and no pair, 57p left over",
    )


def test_wrong_facts_and_options() -> None:
    with pytest.raises(ContextError, match="fourth_tile='yes'"):
        score("mcr", "123456789m234s55p", {"fourth_tile": "yes"})
    with pytest.raises(ContextError, match=r"known are win.*fourth_tile"):
        score("mcr", "123456789m234s55p", {"riichi": True})
    with pytest.raises(OptionError):
        score("mcr", "123456789m234s55p", {}, {"limit": 1})


def test_a_missing_library_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "MahjongGB", None)
    with pytest.raises(MissingLibraryError) as caught:
        score("mcr", "123456789m234s55p", {"win": "discard"})
    assert "pip install 'wahua[mcr]'" in caught.value.detail
    assert caught.value.type == "missing-library"


@pytest.mark.usefixtures("library")
def test_red_fives_are_fives() -> None:
    facts: Context = {"win": "discard", "seat": "east", "round": "east"}
    red = Hand.parse("123406789m234s55p", winning_tile=Tile.parse("0m"))
    plain = Hand.parse("123456789m234s55p", winning_tile=Tile.parse("5m"))
    assert score("mcr", red, facts).total == score("mcr", plain, facts).total
