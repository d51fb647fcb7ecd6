"""Riichi: every random complete hand equals the library called directly; examples and facts."""

import random
import sys
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from scoring import GAMES, Hand, Meld, Tile, score
from scoring.games.riichi.options import OPTIONS
from scoring.games.riichi.table import load_table
from scoring.libraries import MissingLibraryError
from scoring.mahjong.context import ContextError
from tests.scoring.fourteen import FACES, complete_hand

Context = dict[str, object]
SEATS = ["east", "south", "west", "north"]
RED = {"0m": 16, "0p": 52, "0s": 88}


@pytest.fixture(scope="module")
def library() -> Any:
    return pytest.importorskip(
        "mahjong.hand_calculating.hand", reason="the extra `riichi` is not installed"
    )


def test_the_registry_knows_the_game_without_its_library() -> None:
    assert GAMES["riichi"].ruleset == "riichi/1.0"
    assert all(option.about for option in OPTIONS.values())


@pytest.mark.usefixtures("library")
def test_the_table_has_every_yaku_of_the_library() -> None:
    from mahjong.hand_calculating.yaku_config import YakuConfig  # noqa: PLC0415

    known = {yaku.yaku_id: yaku for yaku in vars(YakuConfig()).values()}
    rows = load_table().yaku
    assert set(rows) == set(known)
    for number, yaku in known.items():
        assert (rows[number].closed, rows[number].open) == (yaku.han_closed, yaku.han_open)
        assert rows[number].meaning


def with_red_fives(rng: random.Random, hand: Hand) -> Hand:
    """Make some fives red, at most one of each suit, and always one of four."""
    change: set[str] = set()
    for suit in "mps":
        count = [str(tile) for tile in hand.tiles].count(f"5{suit}")
        if count == 4 or (count and rng.random() < 0.3):
            change.add(f"5{suit}")

    def turn(tiles: Iterable[Tile]) -> tuple[Tile, ...]:
        turned = []
        for tile in tiles:
            if str(tile) in change:
                change.remove(str(tile))
                turned.append(Tile.parse("0" + str(tile)[1]))
            else:
                turned.append(tile)
        return tuple(turned)

    concealed = turn(hand.concealed)
    melds = tuple(Meld(turn(meld.tiles), meld.concealed) for meld in hand.melds)
    return Hand(concealed, melds, (), rng.choice(concealed))


class Numbers:
    """The library's number of each tile, as its documentation has them."""

    def __init__(self) -> None:
        self.used: Counter[str] = Counter()

    def __call__(self, tile: Tile) -> int:
        text = str(tile)
        if text in RED:
            return RED[text]
        kind = FACES.index(text)
        self.used[text] += 1
        return 4 * kind + self.used[text] - (text[0] != "5" or text[1] == "z")


def call(hand: Hand, facts: Context, options: dict[str, object]) -> Any:
    """The library called directly."""
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415
    from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules  # noqa: PLC0415
    from mahjong.meld import Meld as Called  # noqa: PLC0415

    number = Numbers()
    tiles, melds, win_tile = [], [], None
    for tile in hand.concealed:
        tiles.append(number(tile))
        if tile == hand.winning_tile and win_tile is None:
            win_tile = tiles[-1]
    for meld in hand.melds:
        numbers = [number(tile) for tile in meld.tiles]
        kind = (
            "kan" if len(numbers) == 4 else "chi" if len({n // 4 for n in numbers}) > 1 else "pon"
        )
        melds.append(Called(kind, numbers, opened=not meld.concealed))
        tiles += numbers
    drawn, east = facts["win"] == "self_draw", facts["seat"] == "east"
    double = bool(facts.get("original_call"))
    heavenly = bool(facts.get("heavenly")) and not melds
    config = HandConfig(
        is_tsumo=drawn,
        is_riichi=bool(facts.get("riichi")) and not double,
        is_daburu_riichi=double,
        is_ippatsu=bool(facts.get("ippatsu")),
        is_open_riichi=bool(facts.get("open_riichi")),
        is_rinshan=bool(facts.get("replacement")),
        is_chankan=bool(facts.get("rob_kong")),
        is_haitei=bool(facts.get("last_tile")),
        is_houtei=bool(facts.get("last_discard")),
        is_tenhou=heavenly and east,
        is_chiihou=heavenly and not east,
        is_renhou=bool(facts.get("earthly")) and not melds,
        player_wind=27 + SEATS.index(str(facts["seat"])),
        round_wind=27 + SEATS.index(str(facts["round"])),
        tsumi_number=facts["honba"],
        kyoutaku_number=facts["deposits"],
        options=OptionalRules(
            has_open_tanyao=bool(options.get("open_tanyao", True)),
            has_aka_dora=bool(options.get("red_fives", True)),
            has_double_yakuman=bool(options.get("double_yakuman", True)),
            kiriage=bool(options.get("kiriage", False)),
            renhou_as_yakuman=bool(options.get("renhou_yakuman", False)),
        ),
    )

    def indicated(key: str) -> list[int]:
        text = str(facts.get(key, ""))
        return [4 * FACES.index(text[i : i + 2]) for i in range(0, len(text), 2)]

    return HandCalculator.estimate_hand_value(
        tiles,
        win_tile,
        melds=melds,
        dora_indicators=indicated("dora"),
        ura_dora_indicators=indicated("ura_dora"),
        config=config,
    )


def random_facts(rng: random.Random, hand: Hand) -> Context:
    facts: Context = {
        "seat": rng.choice(SEATS),
        "round": rng.choice(SEATS),
        "dora": "".join(rng.choices(FACES, k=rng.choice([1, 1, 2]))),
        "honba": rng.choice([0, 0, 1, 3]),
        "deposits": rng.choice([0, 0, 1]),
    }
    drawn = rng.random() < 0.5
    facts["win"] = "self_draw" if drawn else "discard"
    events = ["replacement", "last_tile", "heavenly"] if drawn else ["rob_kong", "last_discard"]
    if not drawn and facts["seat"] != "east":
        events.append("earthly")
    if rng.random() < 0.3:
        facts[rng.choice(events)] = True
    if all(meld.concealed for meld in hand.melds) and rng.random() < 0.6:
        facts[rng.choice(["riichi", "riichi", "original_call"])] = True
        facts["ippatsu"] = rng.random() < 0.3
        facts["open_riichi"] = rng.random() < 0.2
        facts["ura_dora"] = rng.choice(FACES)
    return facts


@pytest.mark.usefixtures("library")
def test_two_thousand_hands_equal_the_library() -> None:
    rng = random.Random(136)
    seen, worthless = set(), 0
    for _ in range(2_000):
        hand = with_red_fives(rng, complete_hand(rng, flowers=False))
        facts = random_facts(rng, hand)
        flags = ("red_fives", "open_tanyao", "double_yakuman", "kiriage", "renhou_yakuman")
        options: dict[str, object] = {flag: rng.random() < 0.5 for flag in flags}
        expected = call(hand, facts, options)
        sheet = score("riichi", hand, facts, options)
        assert sheet.valid, (str(hand), sheet.reasons)
        if expected.error:
            assert expected.error == "no_yaku"
            assert (sheet.total, sheet.items) == (0, ())
            assert "this hand may not win: it has no yaku" in sheet.notes
            worthless += 1
            continue
        assert sheet.total == expected.cost["total"], (str(hand), facts)
        assert [item.key for item in sheet.items] == [
            load_table().yaku[yaku.yaku_id].key for yaku in expected.yaku
        ]
        counted = sum(item.value for item in sheet.items)
        assert expected.han == min(78, counted)
        assert sum(sheet.payments.values()) == 0
        assert sheet.payments[str(facts["seat"])] == sheet.total
        seen |= {item.key for item in sheet.items}
    assert worthless < 1_000
    assert len(seen) >= 40


# hand, context, options, total, keys of the items; the first is a figure of the rules reference
EXAMPLES: list[tuple[str, Context, dict[str, object], int, list[str]]] = [
    (
        "234567m234p34882s",
        {"win": "discard", "seat": "south"},
        {},
        7700,
        ["pinfu", "tanyao", "sanshoku"],
    ),
    ("234m567p44688s [567s]", {"win": "discard", "seat": "south"}, {}, 0, []),
    ("34m567p88s2m [567s] [234p]", {"win": "discard", "seat": "south"}, {}, 1000, ["tanyao"]),
    (
        "34m567p88s2m [567s] [234p]",
        {"win": "discard", "seat": "south"},
        {"open_tanyao": False},
        0,
        [],
    ),
    (
        "34m067p88s2m [567s] [234p]",
        {"win": "discard", "seat": "south", "dora": "7s"},
        {},
        7700,
        ["tanyao", "dora", "aka_dora"],
    ),
    (
        "34m067p88s2m [567s] [234p]",
        {"win": "discard", "seat": "south", "dora": ["7s"]},
        {"red_fives": False},
        3900,
        ["tanyao", "dora"],
    ),
    ("19m19p19s12345677z", {"win": "discard", "seat": "east"}, {}, 96000, ["daburu_kokushi"]),
    (
        "19m19p19s12345677z",
        {"win": "discard", "seat": "east"},
        {"double_yakuman": False},
        48000,
        ["daburu_kokushi"],
    ),
]


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(("hand", "context", "options", "total", "keys"), EXAMPLES)
def test_examples(
    hand: str, context: Context, options: dict[str, object], total: int, keys: list[str]
) -> None:
    sheet = score("riichi", hand, {"round": "east", **context}, options)
    assert ([item.key for item in sheet.items], sheet.total) == (keys, total), sheet.reasons


@pytest.mark.usefixtures("library")
def test_payments() -> None:
    hand, facts = "234789m12345666p", {"winning_tile": "6p", "riichi": True, "round": "east"}
    drawn: Context = {**facts, "win": "self_draw"}
    sheet = score("riichi", hand, {**drawn, "seat": "south", "honba": 1, "deposits": 2})
    assert dict(sheet.payments) == {
        "east": -1400,
        "south": 5000,
        "west": -800,
        "north": -800,
        "table": -2000,
    }
    sheet = score("riichi", hand, {**drawn, "seat": "east"})
    assert dict(sheet.payments) == {"east": 3900, "south": -1300, "west": -1300, "north": -1300}
    discard: Context = {**facts, "seat": "south", "discarder": "north", "deposits": 1}
    sheet = score("riichi", hand, discard)
    assert dict(sheet.payments) == {
        "east": 0,
        "south": 3000,
        "west": 0,
        "north": -2000,
        "table": -1000,
    }
    unknown = score("riichi", hand, drawn)
    assert dict(unknown.payments) == {}
    assert unknown.range == (2700, 3900)
    assert any(note.startswith("seat is unknown: east scores 3900") for note in unknown.notes)


@pytest.mark.usefixtures("library")
def test_the_facts_of_the_first_turn() -> None:
    hand = "234789m12345666p"
    for seat, key in (("east", "tenhou"), ("south", "chiihou")):
        sheet = score("riichi", hand, {"heavenly": True, "seat": seat, "round": "east"})
        assert [item.key for item in sheet.items] == [key]
    sheet = score("riichi", hand, {"earthly": True, "seat": "south", "round": "east"})
    assert "renhou" in [item.key for item in sheet.items]
    sheet = score("riichi", hand, {"original_call": True, "seat": "south", "win": "discard"})
    assert "double_riichi" in [item.key for item in sheet.items]
    melded = score("riichi", "234789m45666p [123p]", {"heavenly": True, "seat": "east"})
    assert "heavenly does not count: the hand has melds" in melded.notes


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize(
    ("facts", "options", "expected"),
    [
        ({"riichi": True, "open_riichi": True}, {}, ["open_riichi", "pinfu"]),
        ({"original_call": True, "open_riichi": True}, {}, ["double_open_riichi", "pinfu"]),
        ({"riichi": True, "open_riichi": True}, {"sashikomi": True}, ["sashikomi"]),
        ({"riichi": True}, {"sashikomi": True}, ["riichi", "pinfu"]),
        ({"riichi": True, "east_repeat": 7}, {"paarenchan": True}, ["paarenchan"]),
        ({"riichi": True, "east_repeat": 6}, {"paarenchan": True}, ["riichi", "pinfu"]),
        ({"riichi": True, "east_repeat": 7}, {}, ["riichi", "pinfu"]),
    ],
)
def test_open_riichi_and_the_eighth_win(
    facts: Context, options: dict[str, object], expected: list[str]
) -> None:
    seat = {} if "east_repeat" in facts else {"seat": "south"}
    context = {"win": "discard", "round": "east", "winning_tile": "6p", **seat, **facts}
    sheet = score("riichi", "234789m12345666p", context, options)
    assert [item.key for item in sheet.items] == expected


@pytest.mark.usefixtures("library")
def test_nagashi_mangan_is_paid_whatever_the_hand_is() -> None:
    hand, facts = "147m258p369s1234z", {"nagashi_mangan": True}
    sheet = score("riichi", hand, {**facts, "seat": "south"})
    assert [(item.key, item.value) for item in sheet.items] == [("nagashi_mangan", 5)]
    assert (sheet.valid, sheet.total, sheet.groups) == (True, 8000, ())
    assert sheet.payments == {"east": -4000, "south": 8000, "west": -2000, "north": -2000}
    assert score("riichi", hand, {**facts, "seat": "east"}).total == 12000
    unknown = score("riichi", hand, facts)
    assert (unknown.range, dict(unknown.payments)) == ((8000, 12000), {})
    assert not score("riichi", hand, {"win": "self_draw"}).valid
    assert not score("riichi", "11111m", facts).valid
    assert not score("riichi", "1z back back", facts).valid
    assert not score("riichi", "[123m]", facts).valid


@pytest.mark.usefixtures("library")
def test_notes() -> None:
    sheet = score("riichi", "34m567p88s2m [567s] [234p]", {"win": "discard", "seat": "west"})
    assert sheet.notes == (
        "winning tile not named: taken as the last concealed, 2m",
        "no dora indicators named: no dora counted",
        "1 han, 30 fu: 1000 points",
        "30 fu from: 20 every hand, 2 open hand without any other minipoints",
        "yaku counted by mahjong 2.1.0",
    )
    four = score("riichi", "5555m67m567p88s234s", {"win": "discard", "seat": "west"})
    assert "one of the four 5m is the red one" in four.notes


@pytest.mark.parametrize(
    ("hand", "context", "reason"),
    [
        ("11111m234567p44s5s", {}, "5 × 1m: the set has only 4"),
        ("123456789m123s99p | 1f", {}, "1f does not belong to this set"),
        ("123m0055p456s789s9p9p", {}, "2 × 0p: the set has only 1"),
        ("123456789m123s9p", {}, "14 tiles expected (14 + kongs, flowers apart), got 13"),
        ("123456789m123s9pback", {}, "1 face-down (unknown) tile: name every tile"),
        ("456789m123s99p [124m]", {}, "the meld [124m] is no chow, pung or kong"),
        ("456789m123s99p [123m]", {"riichi": True}, "a riichi needs a concealed hand"),
    ],
)
def test_impossible_hands(hand: str, context: Context, reason: str) -> None:
    sheet = score("riichi", hand, {"win": "discard", **context})
    assert not sheet.valid
    assert any(said.startswith(reason) for said in sheet.reasons), sheet.reasons


@pytest.mark.usefixtures("library")
@pytest.mark.parametrize("hand", ["123456789m123s97p", "1111335577m2244p"])
def test_incomplete_hands(hand: str) -> None:
    (reason,) = score("riichi", hand, {"win": "discard"}).reasons
    assert reason.startswith(
        "not four sets and a pair, nor seven different pairs or thirteen orphans; nearest: "
    )


@pytest.mark.parametrize(
    "context",
    [
        {"ippatsu": True},
        {"ura_dora": "1m"},
        {"open_riichi": True},
        {"nagashi_mangan": True, "win": "discard"},
        {"nagashi_mangan": True, "discarder": "west"},
        {"last_tile": True, "replacement": True},
        {"last_discard": True, "rob_kong": True},
        {"earthly": True, "seat": "east"},
        {"riichi": "yes"},
        {"dora": 5},
        {"dora": "1f"},
        {"dora": ["1m"] * 6},
        {"dora": [5]},
        {"honba": -1},
        {"deposits": True},
        {"fourth_tile": True},
    ],
)
def test_wrong_facts(context: Context) -> None:
    with pytest.raises(ContextError):
        score("riichi", "123456789m123s99p", context)


def test_a_missing_library_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in [name for name in sys.modules if name.split(".")[0] == "mahjong"]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, "mahjong", None)
    with pytest.raises(MissingLibraryError) as caught:
        score("riichi", "123456789m123s99p", {"win": "discard"})
    assert "pip install 'wahua[riichi]'" in caught.value.detail
