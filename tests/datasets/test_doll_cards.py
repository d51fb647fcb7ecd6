"""Designs of doll cards and the cards that they print."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from datasets.designs.design import SurfaceStyle
from datasets.designs.doll_cards import (
    DollCardDesign,
    doll_contact_sheet,
    draw_doll_card,
    named_doll_designs,
    random_doll_design,
)
from datasets.designs.doll_cards.backs import BACK_KINDS
from datasets.designs.doll_cards.canvas import CardCanvas
from datasets.designs.doll_cards.design import (
    BackStyle,
    DollStyle,
    FrameStyle,
    IndexStyle,
    OrnamentStyle,
    PaperStyle,
    ScriptStyle,
    StampStyle,
    end_room,
)
from datasets.designs.doll_cards.figures import FIGURES, figure_box
from datasets.designs.doll_cards.frame import ORNAMENT_KINDS
from datasets.designs.doll_cards.sampling import SEALS
from datasets.designs.doll_cards.script import character, draw_indices, script_ink
from datasets.designs.doll_cards.stamps import STAMP_SHAPES, stamp_box, stamp_mask
from datasets.designs.tables import build_style
from scoring.tiles import DOLL_SUBJECTS, Family, Tile, UnknownTileError

FLAT = SurfaceStyle(face=(250, 250, 250), depth=0.0, mottle=0.0)
CLEAN = PaperStyle(grain=0.0)
PLAIN = [Tile(Family.DOLLS, face) for face in DOLL_SUBJECTS]
EVERY_CARD = [
    *PLAIN,
    *(replace(card, stamped=True) for card in PLAIN),
    Tile(Family.DOLLS, "back"),
]
NAMED = named_doll_designs()


def flat(**styles: object) -> DollCardDesign:
    """A design without any accident of paper or ink."""
    design = DollCardDesign("flat", surface=FLAT, paper=CLEAN)
    return replace(design, **styles)  # type: ignore[arg-type]


def card(text: str) -> Tile:
    return Tile.parse(text, Family.DOLLS)


def squeezed(design: DollCardDesign, tile: Tile) -> NDArray[np.int16]:
    """Return a card as the reader sees it: squeezed to 64 × 64."""
    pixels = draw_doll_card(design, tile, 160, np.random.default_rng(1))
    return np.asarray(cv2.resize(pixels, (64, 64), interpolation=cv2.INTER_AREA), np.int16)


def changed(design: DollCardDesign, face: str) -> NDArray[np.bool_]:
    """Return which of the 64 × 64 pixels the stamp alone changes clearly."""
    unworn = replace(design.surface, wear=0.0, mottle=0.0)
    design = replace(design, surface=unworn, paper=CLEAN)
    plain, stamped = (squeezed(design, Tile(Family.DOLLS, face, stamped=s)) for s in (False, True))
    return np.asarray(np.abs(plain - stamped).max(axis=2) > 40)


@pytest.mark.parametrize("seed", range(100))
def test_random_designs_draw(seed: int) -> None:
    design = random_doll_design(np.random.default_rng(seed))
    for tile in EVERY_CARD[seed % 4 :: 4] + EVERY_CARD[-1:]:
        pixels = draw_doll_card(design, tile, 90)
        assert pixels.shape == (90, round(90 / design.aspect), 3)
        assert pixels.dtype == np.uint8


@pytest.mark.parametrize("name", sorted(NAMED))
@pytest.mark.parametrize("height", [61, 160])
def test_named_designs_draw_every_card(name: str, height: int) -> None:
    design = NAMED[name]
    assert design.name == name
    for tile in EVERY_CARD:
        assert draw_doll_card(design, tile, height).shape[:2] == (
            height,
            round(height / design.aspect),
        )


def test_named_designs_differ() -> None:
    assert len(NAMED) >= 8
    for text in ("dong", "doll", "back"):
        seen = [squeezed(d, card(text)) for d in NAMED.values() if d.doll.kind != "blank"]
        for one, other in combinations(seen, 2):
            assert (np.abs(one - other).max(axis=2) > 25).mean() > 0.1, text
    assert len({d.stamp.shape for d in NAMED.values()}) == len(NAMED)
    assert {"museum"} == {name for name, d in NAMED.items() if d.doll.kind == "blank"}


@pytest.mark.parametrize("seed", range(30))
def test_a_stamp_is_seen_at_reading_size(seed: int) -> None:
    design = random_doll_design(np.random.default_rng(seed))
    for face in ("fu", "nan", "doll"):
        where = changed(design, face)
        assert where.mean() > 0.02, (face, design.stamp.shape)
        # All of it lies within the stamp's box and the reach of its jitter.
        _, _, width, height = stamp_box(design.stamp, design.aspect)
        rows, columns = np.nonzero(where)
        reach = 1.5 * max(width, height)
        assert np.ptp(columns) / 64 <= reach
        assert np.ptp(rows) / 64 * design.aspect <= reach


@pytest.mark.parametrize("name", sorted(NAMED))
def test_stamps_of_named_designs_are_seen(name: str) -> None:
    for face in DOLL_SUBJECTS:
        assert changed(NAMED[name], face).mean() > 0.03, face


@pytest.mark.parametrize("shape", STAMP_SHAPES)
@pytest.mark.parametrize("relief", ["white", "red"])
def test_every_stamp_has_ink_and_stays_on_the_card(shape: str, relief: str) -> None:
    for place in (0.0, 0.5, 1.0):
        style = StampStyle(shape=shape, relief=relief, place=place, side=place, area=0.25)
        x, y, width, height = stamp_box(style, 3.0)
        assert x >= 0.0199
        assert y >= 0.0199
        assert x + width <= 0.9801
        assert y + height <= 2.9801
    ink = float((stamp_mask(style, 5) > 128).mean())
    assert 0.15 < ink < 1.0
    assert not stamp_mask(style, 5).flags.writeable


@pytest.mark.parametrize(("area", "aspect", "width"), [(0.08, 3.0, 0.4899), (0.25, 4.0, 0.94)])
def test_a_stamps_area_is_a_share_of_the_card_until_the_width_ends_it(
    area: float, aspect: float, width: float
) -> None:
    style = StampStyle(shape="square", area=area)
    assert stamp_box(style, aspect)[2] == pytest.approx(width, abs=1e-4)


def test_copies_of_a_stamped_card_differ_by_the_stamp_only() -> None:
    design = flat()
    one, other = (
        draw_doll_card(design, card("hai*"), 160, np.random.default_rng(seed)) for seed in (1, 2)
    )
    plain = draw_doll_card(design, card("hai"), 160, np.random.default_rng(3))
    assert not np.array_equal(one, other)
    assert np.array_equal(one[: 160 // 2], other[: 160 // 2])
    assert np.array_equal(one[: 160 // 2], plain[: 160 // 2])


def test_the_ink_of_a_stamp_covers_or_lets_through() -> None:
    faces = {}
    for cover in (0.0, 1.0):
        stamp = StampStyle(
            shape="square", glyph="", place=0.5, area=0.25, cover=cover, uneven=0.0, turn=0, shift=0
        )
        pixels = draw_doll_card(flat(stamp=stamp), card("nan*"), 200)
        middle = pixels[80:120, 22:50].reshape(-1, 3).astype(int)
        faces[cover] = int(np.abs(middle - np.array(stamp.ink)).max(axis=1).max())
    assert faces[1.0] <= 2
    assert faces[0.0] > 100


def test_equal_seeds_give_equal_pictures() -> None:
    one, same, other = (random_doll_design(np.random.default_rng(s)) for s in (5, 5, 6))
    assert one == same
    assert one != other
    for tile in EVERY_CARD:
        assert np.array_equal(draw_doll_card(one, tile, 64), draw_doll_card(same, tile, 64))
        assert np.array_equal(
            draw_doll_card(one, tile, 64, np.random.default_rng(3)),
            draw_doll_card(one, tile, 64, np.random.default_rng(3)),
        )


def test_random_designs_vary() -> None:
    designs = [random_doll_design(np.random.default_rng(seed)) for seed in range(200)]
    assert {d.stamp.shape for d in designs} == set(STAMP_SHAPES)
    assert {d.doll.kind for d in designs} == {"blank", "glyph", *FIGURES}
    assert {d.back.kind for d in designs} == set(BACK_KINDS)
    assert {d.ornament.kind for d in designs} == {"none", *ORNAMENT_KINDS}
    assert {d.script.layout for d in designs} == {"one", "ends"}
    assert {"東", "东"} == {d.script.dong for d in designs}
    assert {"壽", "寿"} <= {d.script.shou for d in designs}
    assert len({d.script.font for d in designs}) > 3
    usual = sum(2.2 <= d.aspect <= 3.6 for d in designs)
    assert usual > 160
    assert all(1.5 <= d.aspect <= 4.2 for d in designs)
    assert all(0 <= d.corner_radius <= 0.12 for d in designs)
    red = sum(d.surface.back[0] > 1.5 * max(d.surface.back[1:]) for d in designs)
    assert red > 100


def test_what_has_the_stamps_ink() -> None:
    """Indices and bands may share it, beside a full seal; panels never do."""
    shared = 0
    for seed in range(80):
        design = random_doll_design(np.random.default_rng(seed))
        ink = design.stamp.ink
        assert design.script.panel_ink != ink
        if ink in (design.index.ink, design.frame.band_ink):
            shared += 1
            assert design.stamp.shape in SEALS
    assert 5 < shared < 40


@pytest.mark.parametrize("kind", ["glyph", "numeral", "arabic", "pips"])
@pytest.mark.parametrize("side", ["left", "centre", "right"])
@pytest.mark.parametrize("face", DOLL_SUBJECTS)
def test_the_lower_index_is_the_upper_one_turned(kind: str, side: str, face: str) -> None:
    design = flat(aspect=2.5, index=IndexStyle(kind=kind, side=side))
    canvas = CardCanvas(200, 2.5, FLAT.face)
    draw_indices(canvas, design, face)
    assert (canvas.pixels[:100] < 128).any()
    turned = canvas.pixels[::-1, ::-1]
    assert np.abs(canvas.pixels.astype(int) - turned).mean() < 2.0
    assert np.array_equal(canvas.pixels[200:].any(), turned[200:].any())


def test_one_index_stands_at_the_upper_end() -> None:
    canvas = CardCanvas(200, 2.5, FLAT.face)
    draw_indices(canvas, flat(aspect=2.5, index=IndexStyle(kind="arabic", ends=1)), "shan")
    assert (canvas.pixels[:100] < 128).any()
    assert (canvas.pixels[100:] == 250).all()


def test_the_character_at_the_lower_end_is_turned() -> None:
    script = ScriptStyle(layout="ends", place=0.25, width=0.6, height=0.7)
    pixels = draw_doll_card(flat(script=script, aspect=2.5), card("nan"), 200).astype(int)
    assert np.abs(pixels - pixels[::-1, ::-1]).mean() < 4
    assert np.abs(pixels - pixels[::-1]).mean() > 8


@pytest.mark.parametrize(
    ("face", "written"),
    list(zip(DOLL_SUBJECTS, "福如东海寿比南山娃", strict=True)),
)
def test_simplified_packs_write_their_forms(face: str, written: str) -> None:
    assert character(flat(script=ScriptStyle(dong="东", shou="寿")), face) == written


def test_each_phrase_has_its_ink() -> None:
    style = ScriptStyle(first_ink=(1, 2, 3), second_ink=(4, 5, 6))
    inks = [script_ink(style, face) for face in DOLL_SUBJECTS]
    assert inks == [(1, 2, 3)] * 4 + [(4, 5, 6)] * 5


@pytest.mark.parametrize("bare", [True, False])
def test_a_blank_doll_is_bare_paper(bare: bool) -> None:
    design = flat(doll=DollStyle("blank", bare=bare), frame=FrameStyle("single", margin=0.1))
    pixels = draw_doll_card(design, card("doll"), 160)
    assert (pixels[30:-30, 12:-12] == 250).all()
    assert (pixels == 250).all() == bare
    assert not (draw_doll_card(design, card("doll*"), 160)[30:-30] == 250).all()


@pytest.mark.parametrize("kind", FIGURES)
@pytest.mark.parametrize("two_headed", [True, False])
@pytest.mark.parametrize("aspect", [1.5, 2.8, 4.2])
def test_figures_stay_on_the_card(kind: str, two_headed: bool, aspect: float) -> None:
    style = DollStyle(kind, two_headed=two_headed, place=0.1, tall=1.6)
    x, y, width, height = figure_box(style, aspect)
    assert x >= 0
    assert x + width <= 1
    assert y >= 0.1199
    assert y + height <= aspect - 0.1199
    pixels = draw_doll_card(flat(doll=style, aspect=aspect), card("doll"), 160).astype(int)
    assert (np.abs(pixels - 250).max(axis=2) > 40).mean() > 0.02
    if two_headed:
        assert np.abs(pixels - pixels[::-1, ::-1]).mean() < 3


@pytest.mark.parametrize("kind", BACK_KINDS)
def test_backs_show_their_pattern(kind: str) -> None:
    pixels = draw_doll_card(flat(back=BackStyle(kind)), card("back"), 160).astype(int)
    inked = np.abs(pixels - FLAT.back).max(axis=2) > 40
    assert inked.any() == (kind != "plain")
    assert inked.mean() < 0.75


@pytest.mark.parametrize("kind", ORNAMENT_KINDS)
def test_ornaments_stand_at_their_ends(kind: str) -> None:
    script = ScriptStyle(width=0.3, height=0.3)
    ornament = OrnamentStyle(kind, top=True, bottom=False, ink=(0, 0, 200))
    pixels = draw_doll_card(flat(script=script, ornament=ornament), card("bi"), 200)
    assert (pixels[:80] != 250).any()
    assert (pixels[130:] == 250).all()


@pytest.mark.parametrize("kind", ["single", "double", "ornate", "corners", "beaded"])
@pytest.mark.parametrize("pattern", ["plain", "key", "waves", "lines", "dots", "teeth"])
def test_frames_leave_the_middle_free(kind: str, pattern: str) -> None:
    frame = FrameStyle(kind, band=0.2, band_pattern=pattern)
    doll = DollStyle("blank", bare=False)
    pixels = draw_doll_card(flat(doll=doll, frame=frame), card("doll"), 200)
    assert (pixels[60:140, 14:-14] == 250).all()
    assert (np.abs(pixels[:20].astype(int) - 250).max(axis=2) > 100).mean() > 0.1


@pytest.mark.parametrize("beside", ["", "囡"])
def test_figures_leave_the_ends_to_the_indices(beside: str) -> None:
    doll = DollStyle("buns", beside=beside, outline=(0, 0, 0))
    index = IndexStyle("arabic", ink=(250, 250, 250))
    pixels = draw_doll_card(flat(doll=doll, index=index, aspect=3.0), card("doll"), 300)
    taken = round(100 * end_room(FrameStyle(), index)) - 2
    assert taken == 34
    assert (pixels[:taken] == 250).all()
    assert (pixels[-taken:] == 250).all()


def test_the_contact_sheet_has_two_rows_of_cards() -> None:
    sheet = doll_contact_sheet(flat(aspect=2.0), 40)
    assert sheet.shape == (2 * (40 + 2) + 2, 10 * (20 + 2) + 2, 3)


def test_only_doll_cards_are_drawn() -> None:
    with pytest.raises(UnknownTileError, match="doll cards only"):
        draw_doll_card(flat(), Tile.parse("5m", Family.MAHJONG))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ({"name": "x", "colour": 1}, "DollCardDesign has no field"),
        ({"name": "x", "stamp": {"form": "round"}}, "StampStyle has no field"),
        ({"name": "x", "aspect": 5.0}, "aspect is 5.0"),
        ({"name": "x", "corner_radius": 0.3}, "corner_radius is 0.3"),
    ],
)
def test_wrong_fields_are_refused(table: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        build_style(DollCardDesign, table)
