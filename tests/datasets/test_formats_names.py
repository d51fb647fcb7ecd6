"""Class names: what each means, what is listed as unknown, and what needs a convention."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from datasets.formats.naming import (
    NamesError,
    aliases,
    all_tiles,
    class_name,
    read_aliases,
    resolve,
)
from scoring.tiles import Family, Tile

TILES = list(all_tiles())


def meaning(name: str, **options: Any) -> str:
    return class_name(resolve([name], **options)[name])


@pytest.mark.parametrize(
    ("name", "tile"),
    [
        ("1s", "1s"),
        ("0m", "0m"),
        ("back", "back"),
        ("bamboo-1", "1s"),
        ("bamboo_1", "1s"),
        ("Bamboo 1", "1s"),
        ("1 of bamboo", "1s"),
        ("1条", "1s"),
        ("一條", "1s"),
        ("一索", "1s"),
        ("1-sou", "1s"),
        ("9索", "9s"),
        ("五萬", "5m"),
        ("5万", "5m"),
        ("５万", "5m"),  # full width
        ("character-5", "5m"),
        ("five crak", "5m"),
        ("3筒", "3p"),
        ("三饼", "3p"),
        ("dot_3", "3p"),
        ("circle.3", "3p"),
        ("east", "1z"),
        ("EAST", "1z"),
        ("east-wind", "1z"),
        ("EW", "1z"),
        ("🀄", "7z"),
        ("🀐", "1s"),
        ("haku", "5z"),
        ("白板", "5z"),
        ("white dragon", "5z"),
        ("發", "6z"),
        ("发", "6z"),
        ("GD", "6z"),
        ("chun", "7z"),
        ("红中", "7z"),
        ("5mr", "0m"),
        ("red-5-pin", "0p"),
        ("plum", "1f"),
        ("蘭", "2f"),
        ("兰", "2f"),
        ("菊", "3f"),
        ("spring", "5f"),
        ("冬", "8f"),
        ("3-4", "3-4"),
        ("3-4d", "3-4d"),
        ("wh_34_w", "3-4"),
        ("wh_34_f", "3-4f"),
        ("wh_66_d", "6-6d"),
        ("wh_white", "wh_5z"),
        ("wh_spring", "wh_5f"),
        ("wh_chrys", "wh_3f"),
        ("wh_back", "wh_back"),
        ("ww_fu", "ww_fu"),
        ("ww_fu_s", "ww_fu_s"),
        ("fu*", "ww_fu_s"),
        ("福", "ww_fu"),
        ("壽", "ww_shou"),
        ("寿", "ww_shou"),
        ("ww_back", "ww_back"),
    ],
)
def test_names_that_mean_one_tile(name: str, tile: str) -> None:
    assert meaning(name) == tile


@pytest.mark.parametrize(
    ("name", "convention", "tile"),
    [
        ("B1", "english", "1s"),
        ("1B", "english", "1s"),
        ("B1", "pinyin", "1p"),
        ("W", "english", "3z"),
        ("W", "dragons", "5z"),
        ("1W", "pinyin", "1m"),
        ("1S", "english", "5f"),
        ("1S", "mjai", "1s"),
        ("F", "mjai", "6z"),
        ("5z", "red-first", "7z"),
        ("flower-3", "english", "3f"),
        ("flower-3", "unicode", "4f"),
        ("nan", "riichi", "2z"),
    ],
)
def test_names_that_need_a_convention(name: str, convention: str, tile: str) -> None:
    assert meaning(name, convention=convention) == tile


@pytest.mark.parametrize("name", ["B1", "1b", "W", "1S", "flower-3", "nan", "東", "F"])
def test_without_it_they_are_refused(name: str) -> None:
    with pytest.raises(NamesError, match=f"'{name}' is .* \\(--(convention|family)"):
        resolve([name])


def test_a_letter_that_one_table_knows_is_no_guess_but_several_are() -> None:
    with pytest.raises(NamesError, match=r"'W' is 3z or 5z \(--convention english \(3z\), mjai"):
        resolve(["W"])


def test_unknown_names_are_listed_all_together() -> None:
    with pytest.raises(NamesError) as caught:
        resolve(["dog", "1m", "cat", "10m", "B1", ""])
    assert caught.value.detail == "these class names are no tiles: dog, cat, 10m, "


def test_unknown_names_can_be_left_out() -> None:
    assert resolve(["dog", "1m"], ignore_unknown=True) == {"1m": Tile.parse("1m")}


def test_other_names_settle_the_family() -> None:
    assert class_name(resolve(["nan", "1m"])["nan"]) == "2z"
    assert class_name(resolve(["nan", "fu"])["nan"]) == "ww_nan"
    assert class_name(resolve(["1f", "3-4"])["1f"]) == "wh_1f"
    assert class_name(resolve(["back", "ww_fu"])["back"]) == "ww_back"
    assert class_name(resolve(["東", "福"])["東"]) == "ww_dong"


def test_the_family_can_be_given() -> None:
    assert meaning("東", family=Family.MAHJONG) == "1z"
    assert meaning("東", family=Family.DOLLS) == "ww_dong"
    with pytest.raises(NamesError, match="no tiles: 1m"):
        resolve(["1m"], family=Family.FLOWERS)


def test_names_of_several_families_are_taken_one_by_one() -> None:
    assert [class_name(tile) for tile in resolve(["3-4", "5m"]).values()] == ["3-4", "5m"]


def test_the_names_of_mahjong_detector() -> None:
    honours = ["tou", "nan", "sha", "pe", "haku", "hatsu", "chun"]
    names = [f"{n}{suit}" for suit in "mps" for n in range(1, 10)] + honours
    found = [str(tile) for tile in resolve(names).values()]
    assert found == [*names[:27], *(f"{n}z" for n in range(1, 8))]


def test_the_names_of_a_roboflow_set() -> None:
    names = ["1B", "9C", "5D", "1F", "4F", "1S", "4S", "EW", "SW", "WW", "NW", "GD", "RD", "WD"]
    found = resolve(names, convention="english")
    expected = ["1s", "9m", "5p", "1f", "4f", "5f", "8f", "1z", "2z", "3z", "4z", "6z", "7z", "5z"]
    assert [str(tile) for tile in found.values()] == expected


def test_an_unknown_convention_names_the_known_ones() -> None:
    with pytest.raises(NamesError, match=r"no convention 'x', only english \(B bamboos"):
        resolve(["1m"], convention="x")


@given(st.sampled_from(Family), st.data())
def test_our_own_class_names_mean_their_tiles(family: Family, data: st.DataObject) -> None:
    of_family = [tile for tile in TILES if tile.family is family]
    tiles = data.draw(st.lists(st.sampled_from(of_family), min_size=1, unique=True))
    names = {class_name(tile): tile for tile in tiles}
    assert len(names) == len(tiles)
    assert resolve(names) == names


@given(st.text(max_size=12))
def test_any_text_is_a_tile_or_an_error(text: str) -> None:
    try:
        tile = resolve([text])[text]
    except NamesError:
        return
    assert tile in TILES


def test_no_common_name_means_two_tiles_of_one_family() -> None:
    for name, tiles in aliases().common.items():
        assert len({tile.family for tile in tiles}) == len(tiles), name


def test_a_convention_with_two_meanings_is_refused() -> None:
    text = files("datasets.formats").joinpath("aliases.toml").read_text("utf-8")
    table = tomllib.loads(text)
    table["conventions"]["english"]["1m"] = ["B1"]
    with pytest.raises(NamesError, match="gives 'B1' two meanings"):
        read_aliases(table)
