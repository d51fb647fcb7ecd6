"""Designs by name, from folders and at random; descriptions that are refused."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any, get_type_hints

import numpy as np
import pytest

from datasets.designs import catalogue, tables
from datasets.designs.birds import BIRD_KINDS
from datasets.designs.catalogue import (
    UnknownDesignError,
    entries,
    find_design,
    named_design,
    random_design,
)
from datasets.designs.circles import PIP_STYLES
from datasets.designs.doll_cards.stamps import STAMP_SHAPES
from datasets.designs.face_names import FACE_ROWS, REQUIRED
from datasets.designs.families import STYLES, draw, face_names, family_of, whole_set
from datasets.designs.flower_tiles.pips import PIP_SHAPES
from datasets.designs.flowers import PLANTS
from datasets.designs.folder import load_design
from datasets.designs.sheets import pages
from datasets.designs.tables import DesignError, build_style, load_table, shipped_tables
from datasets.synth.faces import design_faces
from scoring.tiles import Family, Tile

NAMES = [entry.name for entry in entries()]


def described(folder: Path, text: str) -> Path:
    """Write a ``design.toml`` and return its folder."""
    folder.mkdir(exist_ok=True)
    (folder / "design.toml").write_text(text, "utf-8")
    return folder


def test_there_are_enough_designs_of_every_family() -> None:
    counts = Counter(entry.family for entry in entries())
    assert counts[Family.MAHJONG] >= 12
    assert counts[Family.FLOWERS] >= 12
    assert counts[Family.DOLLS] >= 8
    assert len(set(NAMES)) == len(NAMES)
    assert [e.family for e in entries(Family.DOLLS)] == [Family.DOLLS] * counts[Family.DOLLS]


@pytest.mark.parametrize("entry", entries(), ids=NAMES)
def test_every_design_says_what_it_is(entry: catalogue.Entry) -> None:
    assert 20 < len(entry.about) <= tables.MAX_TEXT
    assert entry.about.endswith(".")
    table = shipped_tables(entry.family)[entry.name]
    assert table["family"] == entry.family
    assert "name" not in table


@pytest.mark.parametrize("name", NAMES)
def test_every_named_design_draws_all_its_faces(name: str) -> None:
    design = named_design(name)
    family = family_of(design)
    assert isinstance(design, STYLES[family])
    seen = set()
    for row in FACE_ROWS[family]:
        for text in row:
            face = draw(design, Tile.parse(text, family), 40)
            assert face.shape == (40, round(40 / design.aspect), 3)
            seen.add(face.tobytes())
    expected = sum(map(len, FACE_ROWS[family]))
    assert len(seen) == expected


def test_mahjong_designs_cover_what_sets_differ_in() -> None:
    designs = [build_style(STYLES[Family.MAHJONG], {"name": name, **tables.parameters(table)})
               for name, table in shipped_tables("mahjong").items()]  # fmt: skip
    mahjong: list[Any] = list(designs)
    assert {d.white.kind for d in mahjong} == set(
        load_table("choices.toml")["mahjong"]["WhiteStyle"]["kind"]
    )
    assert {d.bird.kind for d in mahjong} == set(BIRD_KINDS)
    assert {d.circles.pip for d in mahjong} == set(PIP_STYLES)
    assert {d.indices.kind for d in mahjong} == {"none", "one", "right", "two"}
    assert {d.characters.suit for d in mahjong} == {"萬", "万"}
    assert {d.characters.five for d in mahjong} == {"五", "伍"}
    assert {d.flowers.season_plants for d in mahjong} == {"peony", "sprig", "own", "none"}
    backs = np.array([d.surface.back for d in mahjong], float)
    far = np.abs(backs[:, None] - backs[None]).max(axis=2) > 30
    assert int(far.sum(axis=1).min()) >= len(backs) - 4
    assert len({d.characters.numeral_font for d in mahjong}) >= 10


def test_choices_are_the_words_that_drawings_know() -> None:
    table = load_table("choices.toml")
    assert set(table["mahjong"]["CircleStyle"]["pip"]) == set(PIP_STYLES)
    assert set(table["mahjong"]["BirdStyle"]["kind"]) == set(BIRD_KINDS)
    assert set(table["flower_tiles"]["PipStyle"]["shape"]) == set(PIP_SHAPES)
    assert set(table["flower_tiles"]["MarkStyle"]["plant"]) == set(PLANTS)
    assert set(table["doll_cards"]["StampStyle"]["shape"]) == set(STAMP_SHAPES)


FREE_TEXTS = {
    "name", "numeral_font", "suit_font", "honour_font", "five", "suit", "east", "green",
    "ornament_glyph", "letter", "font", "white", "glyph", "dong", "shou", "beside",
}  # fmt: skip


def styles_in(style: Any) -> list[Any]:
    inner = [hint for hint in get_type_hints(style).values() if is_dataclass(hint)]
    return [style, *(found for hint in inner for found in styles_in(hint))]


@pytest.mark.parametrize("family", list(Family))
def test_texts_are_free_or_have_choices(family: Family) -> None:
    for style in styles_in(STYLES[family]):
        words = tables._choices(style.__module__, style.__name__)
        hints = get_type_hints(style)
        texts = {f.name for f in fields(style) if hints[f.name] is str}
        assert set(words) <= texts, style
        assert texts - set(words) <= FREE_TEXTS, style


@pytest.mark.parametrize("family", list(Family))
def test_random_designs_keep_their_seed(family: Family) -> None:
    first, again, other = (random_design(family, seed) for seed in (5, 5, 6))
    assert first == again != other
    assert find_design("random:5", family) == first
    assert family_of(first) is family


def test_random_is_mahjong_unless_told() -> None:
    assert family_of(find_design("random:1")) is Family.MAHJONG


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("museun", "close: museum"),
        ("zzzz", "there are: american"),
        ("random:x", "a seed is a whole number"),
        ("random:12345678901", "a seed is a whole number"),
        ("", "is no design that ships"),
        ("no/such/folder", "is no design that ships"),
        ("a\x00b", "is no design that ships"),
    ],
)
def test_unknown_names_get_a_hint(text: str, words: str) -> None:
    with pytest.raises(UnknownDesignError) as caught:
        find_design(text)
    assert words in caught.value.detail


def test_the_family_must_fit() -> None:
    assert find_design("museum", Family.DOLLS) == named_design("museum")
    with pytest.raises(DesignError, match="design of dolls, not of mahjong"):
        find_design("museum", Family.MAHJONG)


@pytest.mark.parametrize("name", ["riichi", "classic", "museum"])
def test_a_folder_works_as_a_shipped_design(name: str, tmp_path: Path) -> None:
    shipped = Path(tables.__file__).parent / "named" / str(family_of(named_design(name))) / name
    copy = described(tmp_path / "mine", (shipped / "design.toml").read_text("utf-8"))
    mine = find_design(str(copy))
    assert mine.name == "mine"
    assert family_of(mine) is family_of(named_design(name))
    text = face_names(mine)[0]
    tile = Tile.parse(text, family_of(mine))
    # The cards' paper is aged by seed and face alone, not by the name.
    assert (draw(mine, tile, 60) == draw(named_design(name), tile, 60)).all()


def test_a_shipped_name_is_not_shadowed_by_a_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    described(tmp_path / "riichi", 'family = "dolls"\n')
    monkeypatch.chdir(tmp_path)
    assert family_of(find_design("riichi")) is Family.MAHJONG
    assert family_of(find_design("./riichi")) is Family.DOLLS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "family is 'None', expected one of \"mahjong\""),
        ('family = "chess"', "family is 'chess'"),
        ("family = [1]", "family is '[1]'"),
        ("family = ", "is no TOML"),
        ('family = "mahjong"\nname = ""', "name is no text"),
        ('family = "mahjong"\nname = 5', "name is no text"),
        ('family = "mahjong"\nname = "a\\u001bb"', "name is no text"),
        ('family = "mahjong"\ncolour = 1', "has no field ['colour']"),
        ('family = "mahjong"\naspect = "high"', "aspect is high, expected a number"),
        ('family = "mahjong"\naspect = nan', "aspect is nan"),
        ('family = "mahjong"\naspect = 3', "aspect is 3"),
        ('family = "mahjong"\nseed = -1', "seed is -1, expected a whole number"),
        ('family = "mahjong"\nseed = true', "seed is True"),
        ('family = "mahjong"\nbird = "crane"', "bird is no table"),
        ('family = "mahjong"\n[bird]\nkind = "dodo"', 'bird.kind is "dodo", expected one of'),
        ('family = "mahjong"\n[bird]\nbody = [1, 2]', "expected red, green and blue"),
        ('family = "mahjong"\n[bird]\nbody = [1, 2, 256]', "bird.body is 256"),
        ('family = "mahjong"\n[bird]\nbody = "red"', "bird.body is no list"),
        ('family = "mahjong"\n[bird]\nscales = 1', "bird.scales is 1, expected true or false"),
        ('family = "mahjong"\n[circles]\npetals = 1000000000', "circles.petals is 1000000000"),
        ('family = "mahjong"\n[circles]\nstroke = 1e9', "circles.stroke is 1000000000.0"),
        ('family = "mahjong"\n[circles]\nornament = [["blob"]]', "circles.ornament[0].shape"),
        ('family = "mahjong"\n[circles]\nornament = [[1,2,3,4,5,6]]', "ornament[0] has 6 items"),
        ('family = "mahjong"\n[circles]\nornament = [1]', "ornament[0] is no table"),
        ('family = "mahjong"\n[sticks]\nwidth = 0.0\nsegments = 0', "has no finite size"),
        ('family = "mahjong"\n[characters]\nsuit = 5', "characters.suit is 5, expected a text"),
        ('family = "flowers"\n[pips]\nred_faces = "1"', "pips.red_faces is no list"),
        ('family = "dolls"\naspect = 9', "aspect is 9"),
        ('family = "dolls"\n[back]\nkind = "dots"\nsize = 1e-9', "back.size is 1e-09"),
        ('family = "dolls"\n[doll]\nkind = "robot"', 'doll.kind is "robot"'),
        ("x = " + "[" * 5000 + "]" * 5000, "is no TOML"),
        ("#" * 300_000, "is larger than 200000 bytes"),
    ],
)
def test_bad_descriptions_are_refused(text: str, words: str, tmp_path: Path) -> None:
    folder = described(tmp_path / "bad", text)
    with pytest.raises(DesignError) as caught:
        load_design(folder)
    assert words in caught.value.detail
    assert "\n" not in caught.value.detail


def test_a_folder_without_description_says_so(tmp_path: Path) -> None:
    with pytest.raises(DesignError, match=r"design\.toml is missing"):
        load_design(tmp_path)
    (tmp_path / "design.toml").mkdir()
    with pytest.raises(DesignError, match=r"design\.toml is missing"):
        load_design(tmp_path)
    (tmp_path / "design.toml").rmdir()
    (tmp_path / "design.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DesignError, match="no text file"):
        load_design(tmp_path)


def test_required_faces_are_those_of_every_set() -> None:
    counts = {family: len(names) for family, names in REQUIRED.items()}
    # 34 kinds of tiles; 21 patterns of three kinds and the white dragon; 9 subjects, 8 stamped.
    assert counts == {Family.MAHJONG: 34, Family.FLOWERS: 64, Family.DOLLS: 17}


@pytest.mark.parametrize("name", ["riichi", "classic", "museum"])
def test_designs_become_printed_faces(name: str) -> None:
    printed = design_faces(named_design(name), height=48)
    assert printed.aspect == named_design(name).aspect
    assert printed.overlap is (name == "museum")
    assert printed.draw(printed.names[0]).shape[0] == 48


def test_whole_sets_show_all_rows() -> None:
    sheet = whole_set(named_design("plain"), 40)
    width = round(40 / named_design("plain").aspect)
    assert sheet.shape == (5 * 42 + 2, 10 * (width + 2) + 2, 3)


def test_pages_place_and_caption() -> None:
    red = np.full((10, 20, 3), (255, 0, 0), np.uint8)
    page = pages.columns([red, red[:5], red[:, :8]], 2)
    assert page.shape == (20, 2 * (20 + 12), 3)
    assert (page[:5, 32:52] == (255, 0, 0)).all()
    assert (page[10:20, :8] == (255, 0, 0)).all()
    assert (page[5:10, 32:] == 46).all()
    captioned = pages.captioned(np.zeros((10, 200, 3), np.uint8), "jade")
    assert captioned.shape == (32, 200, 3)
    assert captioned[:22].max() > 150


def test_shipped_pages_are_small_and_complete() -> None:
    folder = Path(pages.__file__).parent
    found = sorted(folder.glob("*.jpg"))
    assert [path.stem for path in found] == ["dolls", "flowers", "mahjong", "random"]
    assert sum(path.stat().st_size for path in found) <= 1_500_000


def test_examples_of_the_readme_parse() -> None:
    text = (Path(tables.__file__).parent / "README.md").read_text("utf-8")
    blocks = text.split("```toml\n")[1:]
    assert len(blocks) >= 3
    for block in blocks:
        table = tomllib.loads(block.split("```")[0])
        assert table["family"] in set(Family)
