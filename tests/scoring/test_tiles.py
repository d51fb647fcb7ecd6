import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.tiles import (
    DOLL_SUBJECTS,
    MAHJONG_FACES,
    PATTERNS,
    Family,
    Kind,
    Tile,
    TileSet,
    UnknownTileError,
)


def every_tile(family: Family) -> list[Tile]:
    full = {
        Family.MAHJONG: TileSet.mahjong(),
        Family.FLOWERS: TileSet.flowers(),
        Family.DOLLS: TileSet.dolls(stamped_dolls=1),
    }[family]
    tiles = [*full.counts, Tile(family, "back")]
    if family is Family.MAHJONG:
        tiles += [Tile(family, face, red=True) for face in ("5m", "5p", "5s")]
    return tiles


ALL_TILES = [tile for family in Family for tile in every_tile(family)]


@given(st.sampled_from(ALL_TILES), st.sampled_from([str, str.upper, lambda text: f"  {text} "]))
def test_every_tile_is_read_back_from_its_notation(tile: Tile, spell: object) -> None:
    assert callable(spell)
    assert Tile.parse(spell(str(tile)), tile.family) == tile


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5m", Tile(Family.MAHJONG, "5m")),
        ("0p", Tile(Family.MAHJONG, "5p", red=True)),
        ("7z", Tile(Family.MAHJONG, "7z")),
        ("8f", Tile(Family.MAHJONG, "8f")),  # without a family, bonus tiles are mahjong's
        ("back", Tile(Family.MAHJONG, "back")),
        ("3-4", Tile(Family.FLOWERS, "3-4", Kind.PLAIN)),
        ("3-4f", Tile(Family.FLOWERS, "3-4", Kind.FLOWER)),
        ("6-6d", Tile(Family.FLOWERS, "6-6", Kind.STACKED)),
        ("fu*", Tile(Family.DOLLS, "fu", stamped=True)),
        ("doll", Tile(Family.DOLLS, "doll")),
    ],
)
def test_without_a_family_the_notation_decides(text: str, expected: Tile) -> None:
    assert Tile.parse(text) == expected


@pytest.mark.parametrize(
    ("text", "family"),
    [
        ("", None),
        ("x", None),
        ("0z", Family.MAHJONG),
        ("8z", Family.MAHJONG),
        ("9f", Family.MAHJONG),
        ("3-4", Family.MAHJONG),
        ("4-3", Family.FLOWERS),  # the lower number stands first
        ("3-7", Family.FLOWERS),
        ("3-4x", Family.FLOWERS),
        ("4z", Family.FLOWERS),
        ("back*", Family.DOLLS),
        ("fu**", Family.DOLLS),
        ("5m", Family.DOLLS),
        ("m" * 100_000, None),
    ],
)
def test_what_is_no_tile_is_named_in_a_short_error(text: str, family: Family | None) -> None:
    with pytest.raises(UnknownTileError) as caught:
        Tile.parse(text, family)
    assert caught.value.type == "unknown-tile"
    assert text[:5] in caught.value.detail
    assert len(caught.value.detail) < 400


@pytest.mark.parametrize(
    ("family", "face", "kind", "stamped", "red"),
    [
        (Family.MAHJONG, "10m", None, False, False),
        (Family.MAHJONG, "4m", None, False, True),
        (Family.MAHJONG, "5m", Kind.PLAIN, False, False),
        (Family.FLOWERS, "3-4", None, False, False),
        (Family.FLOWERS, "1f", Kind.FLOWER, False, False),
        (Family.DOLLS, "back", None, True, False),
        (Family.MAHJONG, "5m", None, True, False),
    ],
)
def test_impossible_tiles_cannot_be_built(
    family: Family, face: str, kind: Kind | None, stamped: bool, red: bool
) -> None:
    with pytest.raises(UnknownTileError):
        Tile(family, face, kind, stamped, red)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1m", 0x1F007),
        ("9m", 0x1F00F),
        ("1s", 0x1F010),
        ("9s", 0x1F018),
        ("1p", 0x1F019),
        ("9p", 0x1F021),
        ("0p", 0x1F01D),
        ("1z", 0x1F000),
        ("4z", 0x1F003),
        ("5z", 0x1F006),
        ("6z", 0x1F005),
        ("7z", 0x1F004),
        ("1f", 0x1F022),
        ("2f", 0x1F023),
        ("3f", 0x1F025),  # chrysanthemum stands after bamboo in Unicode
        ("4f", 0x1F024),
        ("5f", 0x1F026),
        ("8f", 0x1F029),
        ("back", 0x1F02B),
    ],
)
def test_unicode(text: str, code: int) -> None:
    assert Tile.parse(text).unicode == chr(code)


def test_tiles_without_a_character_give_their_notation() -> None:
    assert [Tile.parse(text).unicode for text in ("3-4f", "fu*")] == ["3-4f", "fu*"]
    assert len({tile.unicode for tile in MAHJONG_FACES}) == 42


SIZES = {"m": 9, "p": 9, "s": 9, "z": 7, "f": 8}


def test_faces_are_in_order_and_sorting_keeps_it() -> None:
    assert [str(tile) for tile in MAHJONG_FACES] == [
        f"{n}{suit}" for suit, size in SIZES.items() for n in range(1, size + 1)
    ]
    assert sorted(set(MAHJONG_FACES)) == list(MAHJONG_FACES)
    mixed = [Tile.parse(text) for text in ("fu*", "fu", "3-4d", "3-4f", "3-4", "0m", "5m", "4m")]
    assert [str(t) for t in sorted(mixed)] == ["4m", "5m", "0m", "3-4", "3-4f", "3-4d", "fu", "fu*"]


@pytest.mark.parametrize(
    ("text", "family", "expected"),
    [
        ("0m", Family.MAHJONG, ("m", 5, False, False)),
        ("3z", Family.MAHJONG, ("z", 3, False, True)),
        ("6f", Family.MAHJONG, ("f", 6, True, False)),
        ("back", Family.MAHJONG, (None, None, False, False)),
        ("5z", Family.FLOWERS, ("z", 5, True, False)),
        ("2f", Family.FLOWERS, ("f", 2, True, False)),
        ("1-2f", Family.FLOWERS, (None, None, False, False)),
        ("nan", Family.DOLLS, (None, None, False, False)),
    ],
)
def test_properties(
    text: str, family: Family, expected: tuple[str | None, int | None, bool, bool]
) -> None:
    tile = Tile.parse(text, family)
    assert (tile.suit, tile.rank, tile.is_bonus, tile.is_honour) == expected
    assert tile.is_back == (text == "back")
    assert not tile.plain_face.red


@pytest.mark.parametrize(
    ("tile_set", "size", "kinds"),
    [
        (TileSet.mahjong(), 144, 42),
        (TileSet.mahjong(bonus=False), 136, 34),
        (TileSet.flowers(), 136, 72),
        (TileSet.flowers(128), 128, 64),
        (TileSet.flowers(126), 126, 63),
        (TileSet.dolls(), 72, 17),
        (TileSet.dolls(stamped_per_char=0), 72, 9),
        (TileSet.dolls(stamped_per_char=8, stamped_dolls=2), 72, 10),
    ],
)
def test_set_sizes(tile_set: TileSet, size: int, kinds: int) -> None:
    assert (tile_set.size, len(tile_set.counts)) == (size, kinds)


@pytest.mark.parametrize(
    ("tile_set", "text", "limit"),
    [
        (TileSet.mahjong(), "5m", 4),
        (TileSet.mahjong(), "0m", 4),
        (TileSet.mahjong(), "1f", 1),
        (TileSet.mahjong(bonus=False), "1f", 0),
        (TileSet.mahjong(), "3-4", 0),
        (TileSet.flowers(), "3-4", 3),
        (TileSet.flowers(), "3-4f", 2),
        (TileSet.flowers(), "3-4d", 1),
        (TileSet.dolls(), "fu", 7),
        (TileSet.dolls(), "fu*", 1),
        (TileSet.dolls(), "doll", 8),
        (TileSet.dolls(), "doll*", 0),
    ],
)
def test_limits(tile_set: TileSet, text: str, limit: int) -> None:
    assert tile_set.limit(Tile.parse(text)) == limit


def test_check_gives_one_reason_for_each_impossible_count() -> None:
    five = ["5m"] * 4 + ["0m"]
    tiles = [Tile.parse(t) for t in [*five, "1f", "1f", "2z", "2z", *["back"] * 5]]
    assert TileSet.mahjong().check(tiles) == [
        "5 × 5m: the set has only 4",
        "2 × 1f: the set has only 1",
    ]
    assert TileSet.mahjong(bonus=False).check(tiles[5:6]) == ["1f does not belong to this set"]
    assert TileSet.dolls().check([Tile.parse("fu*")] * 2) == ["2 × fu*: the set has only 1"]


@pytest.mark.parametrize("family", list(Family))
def test_a_whole_set_passes_its_own_check_and_one_more_tile_does_not(family: Family) -> None:
    tile_set = {
        Family.MAHJONG: TileSet.mahjong(),
        Family.FLOWERS: TileSet.flowers(),
        Family.DOLLS: TileSet.dolls(),
    }[family]
    whole = [tile for tile, count in tile_set.counts.items() for _ in range(count)]
    assert tile_set.check(whole) == []
    assert all(len(tile_set.check([*whole, tile])) == 1 for tile in tile_set.counts)


def test_wrong_sets_are_refused() -> None:
    for size in (0, 127, 144):
        with pytest.raises(ValueError, match="126, 128 or 136"):
            TileSet.flowers(size)
    with pytest.raises(ValueError, match="0 to 8"):
        TileSet.dolls(stamped_per_char=9)
    with pytest.raises(ValueError, match="0 to 8"):
        TileSet.dolls(stamped_dolls=-1)


def test_vocabulary_sizes() -> None:
    assert (len(PATTERNS), len(DOLL_SUBJECTS)) == (21, 9)


def test_a_very_long_text_is_refused_at_once() -> None:
    text = "9" * 10_000_000
    start = time.perf_counter()
    with pytest.raises(UnknownTileError):
        Tile.parse(text)
    assert time.perf_counter() - start < 0.2


@pytest.mark.parametrize(
    ("family", "size"), [(Family.MAHJONG, 144), (Family.FLOWERS, 136), (Family.DOLLS, 72)]
)
def test_usual_sets_are_whole(family: Family, size: int) -> None:
    whole = TileSet.usual(family)
    assert (whole.family, whole.size) == (family, size)
