"""Designs of mahjong sets and the faces that they print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.designs import (
    FontsMissingError,
    MahjongDesign,
    contact_sheet,
    draw_face,
    fonts,
    named_mahjong_designs,
    random_mahjong_design,
)
from datasets.designs.bamboos import eight_layout, stick_layout
from datasets.designs.circles import PIP_STYLES, circle_inks, circle_layout
from datasets.designs.design import (
    CircleStyle,
    FlowerStyle,
    IndexStyle,
    StickStyle,
    SurfaceStyle,
    WhiteStyle,
)
from datasets.designs.tables import load_table
from scoring.tiles import MAHJONG_FACES, Family, Tile, UnknownTileError

FLAT = SurfaceStyle(depth=0.0, mottle=0.0)
EVERY_FACE = (
    *MAHJONG_FACES,
    *(Tile(Family.MAHJONG, face, red=True) for face in ("5m", "5p", "5s")),
    Tile(Family.MAHJONG, "back"),
)


@pytest.fixture
def no_fonts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A machine without any font."""
    monkeypatch.setattr(fonts, "font_folders", lambda: (tmp_path / "none",))
    fonts.glyph.cache_clear()
    yield
    fonts.glyph.cache_clear()


def tile(text: str) -> Tile:
    return Tile.parse(text, Family.MAHJONG)


def ink(face: NDArray[np.uint8], paper: tuple[int, int, int]) -> NDArray[np.uint8]:
    """Return where the face differs from its paper, 0 or 1."""
    distance = np.abs(face.astype(np.int16) - paper).max(axis=2)
    return np.asarray(distance > 40, dtype=np.uint8)


def parts(face: NDArray[np.uint8], paper: tuple[int, int, int]) -> int:
    """Return the number of connected pieces of ink."""
    return int(cv2.connectedComponents(ink(face, paper))[0]) - 1


@pytest.mark.parametrize("seed", range(12))
def test_random_designs_draw_every_face(seed: int) -> None:
    design = random_mahjong_design(np.random.default_rng(seed))
    for drawn in EVERY_FACE:
        face = draw_face(design, drawn, 96)
        assert face.shape == (96, round(96 / design.aspect), 3)
        assert face.dtype == np.uint8
        bare = drawn.is_back or (drawn.face == "5z" and design.white.kind == "blank")
        assert bare or ink(face, design.surface.face).mean() > 0.01, drawn


@pytest.mark.parametrize("seed", range(6))
def test_faces_of_one_design_differ(seed: int) -> None:
    design = random_mahjong_design(np.random.default_rng(seed))
    design = replace(design, surface=replace(design.surface, mottle=0.0, wear=0.0))
    faces = {t: draw_face(design, t, 64).astype(np.int16) for t in EVERY_FACE if not t.red}
    for (one, a), (other, b) in combinations(faces.items(), 2):
        assert np.abs(a - b).max() > 40, (one, other)


def test_equal_seeds_give_equal_pictures() -> None:
    one, same, other = (random_mahjong_design(np.random.default_rng(s)) for s in (5, 5, 6))
    assert one == same
    assert one != other
    for drawn in EVERY_FACE:
        assert np.array_equal(draw_face(one, drawn, 64), draw_face(same, drawn, 64))


def test_random_designs_vary() -> None:
    designs = [random_mahjong_design(np.random.default_rng(seed)) for seed in range(200)]
    assert len({d.circles for d in designs}) == 200
    assert {d.circles.pip for d in designs} == set(PIP_STYLES)
    assert len({d.bird.kind for d in designs}) == 7
    blank = sum(d.white.kind == "blank" for d in designs)
    assert 50 <= blank <= 140


@pytest.mark.parametrize("name", sorted(named_mahjong_designs()))
def test_named_designs_draw(name: str) -> None:
    design = named_mahjong_designs()[name]
    assert design.name == name
    sheet = contact_sheet(design, 40)
    assert sheet.shape[0] == 5 * (40 + 2) + 2
    assert sheet.shape[2] == 3


def test_there_are_at_least_six_named_designs() -> None:
    assert {"hongkong", "riichi", "taiwan"} <= set(named_mahjong_designs())
    assert len(named_mahjong_designs()) >= 6


@pytest.mark.parametrize("rank", range(2, 10))
def test_circles_have_as_many_pips_as_their_rank(rank: int) -> None:
    plain = named_mahjong_designs()["plain"]
    assert parts(draw_face(plain, tile(f"{rank}p"), 240), plain.surface.face) == rank


@pytest.mark.parametrize("rank", [2, 3, 4, 5, 6, 7, 8, 9])
def test_bamboos_have_as_many_sticks_as_their_rank(rank: int) -> None:
    plain = named_mahjong_designs()["plain"]
    assert parts(draw_face(plain, tile(f"{rank}s"), 400), plain.surface.face) == rank


@pytest.mark.parametrize("suit", ["circles", "sticks"])
def test_every_mark_of_the_layout_table_has_an_ink(suit: str) -> None:
    for rank, layout in load_table("layouts.toml")[suit].items():
        assert len(layout["at"]) == int(rank)
        for scheme in ("mixed", "pairs"):
            assert all(len(inks) == int(rank) for inks in layout[scheme]), (suit, rank)


@pytest.mark.parametrize("seed", range(40))
def test_pips_and_sticks_stay_on_the_face(seed: int) -> None:
    design = random_mahjong_design(np.random.default_rng(1000 + seed))
    for rank in range(2, 10):
        centres, radius = circle_layout(design.circles, rank, design.aspect)
        assert radius > 0.06, rank
        ends, width = (
            eight_layout(design.sticks, design.aspect)
            if rank == 8
            else stick_layout(design.sticks, rank, design.aspect)
        )
        assert len(centres) == len(ends) == rank
        for points, reach in ((centres, radius), (ends.reshape(-1, 2), width / 2)):
            assert points[:, 0].min() - reach > 0.0
            assert points[:, 0].max() + reach < 1.0
            assert points[:, 1].min() > 0.0
            assert points[:, 1].max() < design.aspect


def test_seven_circles_are_three_slanted_above_four() -> None:
    centres, _ = circle_layout(CircleStyle(), 7, 1.36)
    upper, lower = centres[:3], centres[3:]
    assert upper[:, 1].max() < lower[:, 1].min()
    assert np.all(np.diff(upper[:, 0]) > 0.1)
    assert np.all(np.diff(upper[:, 1]) > 0.05)
    assert len({round(x, 6) for x in lower[:, 0]}) == len({round(y, 6) for y in lower[:, 1]}) == 2


@pytest.mark.parametrize("w_on_top", [False, True])
@pytest.mark.parametrize("kind", ["joined", "shallow", "detached", "steep"])
def test_eight_bamboos_are_an_m_and_its_mirror_image(kind: str, w_on_top: bool) -> None:
    ends, _ = eight_layout(StickStyle(eight=kind, eight_w_on_top=w_on_top), 1.36)
    upper, lower = ends[:4], ends[4:]
    assert upper[..., 1].max() < 0.68 < lower[..., 1].min()
    m, w = (lower, upper) if w_on_top else (upper, lower)
    left_slant, right_slant = m[1], m[3]
    assert left_slant[0, 0] < left_slant[1, 0] < 0.5 < right_slant[1, 0] < right_slant[0, 0]
    assert left_slant[0, 1] < left_slant[1, 1]  # falls toward the middle
    assert w[1, 0, 1] < w[1, 1, 1]  # and in the other half rises toward it
    assert abs(w[1, 0, 0] - 0.5) < abs(w[1, 1, 0] - 0.5)


@pytest.mark.parametrize("rank", [5, 7, 9])
def test_accent_ink_marks_the_usual_pips(rank: int) -> None:
    style = CircleStyle(scheme="pairs")
    inks = circle_inks(style, rank, red=False, seed=0)
    expected = {5: [2], 7: [3, 4, 5, 6], 9: [3, 4, 5]}[rank]
    assert [i for i, ink_ in enumerate(inks) if ink_ == style.accent] == expected


def test_red_fives_are_red_all_over() -> None:
    design = named_mahjong_designs()["riichi"]
    for face in ("0m", "0p", "0s"):
        picture = draw_face(replace(design, surface=FLAT), tile(face), 128).astype(np.int16)
        where = ink(picture.astype(np.uint8), FLAT.face).astype(bool)
        assert np.all(picture[where][:, 0] > picture[where][:, 2]), face


def test_blank_white_dragon_is_really_blank() -> None:
    design = MahjongDesign("x", surface=FLAT, white=WhiteStyle(kind="blank"))
    assert np.all(draw_face(design, tile("5z")) == FLAT.face)
    letter = replace(design, indices=IndexStyle(kind="one", white="P"))
    face = draw_face(letter, tile("5z"))
    assert ink(face, FLAT.face)[: face.shape[0] // 3].any()
    assert not ink(face, FLAT.face)[face.shape[0] // 3 :].any()


def test_back_is_the_back_colour() -> None:
    design = MahjongDesign("x", surface=FLAT)
    assert np.all(draw_face(design, tile("back"), 50) == FLAT.back)


def test_tiles_of_other_families_are_refused() -> None:
    with pytest.raises(UnknownTileError, match="mahjong"):
        draw_face(MahjongDesign("x"), Tile.parse("fu", Family.DOLLS))


@pytest.mark.usefixtures("no_fonts")
def test_without_fonts_the_error_names_packages() -> None:
    with pytest.raises(FontsMissingError, match="fonts-noto-cjk"):
        draw_face(MahjongDesign("x"), tile("1m"))
    with pytest.raises(FontsMissingError, match="apt install"):
        random_mahjong_design(np.random.default_rng(0))
    assert draw_face(MahjongDesign("x"), tile("9p"), 64).shape[0] == 64  # needs no glyph


def test_unknown_font_is_replaced_by_an_installed_one() -> None:
    mask = fonts.glyph("No Such Font", "萬")
    assert mask.max() == 255


def test_glyph_that_a_font_lacks_comes_from_another() -> None:
    for face in fonts.available_fonts():
        assert not fonts.has_glyph(face, "\U000ffffe")
        assert fonts.glyph(face.name, "發").max() == 255


def test_aspect_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="aspect"):
        MahjongDesign("x", aspect=0.7)


def test_plums_are_drawn_in_several_manners_of_which_a_set_may_take_any() -> None:
    def plum(manner: str, seed: int = 3) -> bytes:
        style = FlowerStyle(plum=manner)
        design = MahjongDesign("plums", seed=seed, surface=FLAT, flowers=style)
        return draw_face(design, tile("1f"), height=120).tobytes()

    manners = {manner: plum(manner) for manner in ("twig", "open", "spray")}
    assert len(set(manners.values())) == 3
    for seed in range(8):
        assert plum("any", seed) == plum("any", seed)
