"""Random makers: a design drawn from wide ranges around what real sets look like."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.designs.birds import BIRD_KINDS
from datasets.designs.circles import PIP_STYLES
from datasets.designs.design import (
    RGB,
    BirdStyle,
    CharacterStyle,
    CircleStyle,
    FlowerStyle,
    IndexStyle,
    MahjongDesign,
    OrnamentRing,
    StickStyle,
    SurfaceStyle,
    WhiteStyle,
)
from datasets.designs.dice import Dice
from datasets.designs.fonts import available_fonts
from datasets.designs.tables import load_table

_KIND_SHARES = {"brush": 5.0, "kai": 4.0, "song": 1.5, "sans": 0.5, "running": 0.4}
_FACES: tuple[RGB, ...] = (
    (240, 238, 230),
    (246, 246, 244),
    (236, 228, 204),
    (230, 214, 170),
    (226, 232, 222),
    (222, 232, 208),
)
_BACKS: tuple[RGB, ...] = (
    (36, 128, 74),
    (40, 90, 170),
    (96, 160, 220),
    (236, 168, 40),
    (220, 120, 40),
    (120, 60, 140),
    (30, 30, 34),
    (170, 40, 46),
    (232, 200, 90),
    (120, 190, 140),
    (200, 200, 206),
    (120, 80, 50),
    (230, 130, 160),
)


@dataclass(frozen=True, slots=True)
class Inks:
    """The inks of one set."""

    green: RGB
    blue: RGB
    red: RGB
    black: RGB
    schemes: tuple[str, ...]


def random_mahjong_design(rng: np.random.Generator) -> MahjongDesign:
    """Return a random set, as :data:`datasets.designs.families.RANDOM` says."""
    dice = Dice(rng)
    seed = dice.whole(0, 2**31 - 1)
    inks = _inks(dice)
    indices = _indices(dice, inks)
    aspect = dice.between(1.24, 1.5)
    characters = _characters(dice, inks, aspect)
    clear = 0.0 if indices.kind == "none" else indices.margin + indices.size * 0.6
    return MahjongDesign(
        name=f"random-{seed:08x}",
        seed=seed,
        aspect=aspect,
        surface=random_surface(dice),
        characters=characters,
        circles=_circles(dice, inks, clear),
        sticks=_sticks(dice, inks, clear),
        bird=_bird(dice, inks),
        white=random_white(dice, inks),
        flowers=random_bonus(dice, inks, characters.honour_font, indices),
        indices=indices,
    )


def _inks(dice: Dice) -> Inks:
    families = list(load_table("palettes.toml").values())
    family = dice.pick(families, [entry["share"] for entry in families])
    green, blue, red, black = (
        dice.near(tuple(family[name]), 0.7) for name in ("green", "blue", "red", "black")
    )
    return Inks(green, blue, red, black, tuple(family["scheme"]))


def random_surface(dice: Dice) -> SurfaceStyle:
    """Return a random material and engraving."""
    return SurfaceStyle(
        face=dice.near(dice.pick(_FACES, [5, 4, 3, 1, 1, 0.6]), 0.12),
        back=dice.near(dice.pick(_BACKS), 0.6),
        depth=dice.between(0, 0.9) if dice.chance(0.7) else 0.0,
        light=dice.between(0, 6.28),
        wear=dice.between(0.02, 0.3) if dice.chance(0.15) else 0.0,
        mottle=dice.between(0, 0.12),
    )


def random_font(dice: Dice) -> str:
    """Return the name of an installed font; brush and kai are likelier than print."""
    faces = available_fonts()
    kinds = sorted({face.kind for face in faces})
    kind = dice.pick(kinds, [_KIND_SHARES.get(kind, 1.0) for kind in kinds])
    return dice.pick([face.name for face in faces if face.kind == kind])


def _characters(dice: Dice, inks: Inks, aspect: float) -> CharacterStyle:
    suit_font = random_font(dice)
    numeral_font = suit_font if dice.chance(0.7) else random_font(dice)
    honour_font = suit_font if dice.chance(0.5) else random_font(dice)
    kinds = {row["name"]: row["kind"] for row in load_table("fonts.toml")["font"]}
    heavy = any(
        "Bold" in name or name.startswith(("Yuji", "Kouzan")) or kinds[name] in ("sans", "running")
        for name in (suit_font, numeral_font, honour_font)
    )
    dark = dice.pick([inks.blue, inks.black, inks.green], [5, 4, 1])
    one_ink = dice.chance(0.08)
    simplified = dice.chance(0.06)
    # The numeral takes a third to a half of the height that is used.
    used = aspect - 2 * dice.between(0.08, 0.24)
    gap = dice.between(-0.02, 0.08)
    height = (used - gap) * dice.between(0.36, 0.5)
    return CharacterStyle(
        numeral_font=numeral_font,
        suit_font=suit_font,
        honour_font=honour_font,
        five="伍" if dice.chance(0.65) else "五",
        suit="万" if simplified or dice.chance(0.04) else "萬",
        east="东" if simplified else "東",
        green="发" if simplified else dice.pick(["發", "発"], [12, 1]),
        numeral_ink=dark,
        suit_ink=dark if one_ink else inks.red,
        wind_ink=dice.pick([dark, inks.blue, inks.black, inks.green], [6, 3, 3, 0.5]),
        green_ink=dice.pick([inks.green, inks.black, inks.blue], [7, 2, 1]),
        red_ink=inks.red,
        weight=dice.between(-0.015, 0.025 if heavy else 0.06),
        warp=dice.between(0.0, 0.045),
        shear=dice.between(-0.25, 0.25) if dice.chance(0.5) else 0.0,
        numeral_width=dice.between(0.42, 0.78),
        numeral_height=round(height, 4),
        suit_width=dice.between(0.46, 0.76),
        suit_height=round(used - gap - height, 4),
        gap=gap,
        honour_width=dice.between(0.5, 0.8),
        honour_height=dice.between(0.62, 1.02),
        mirror_weight=dice.between(-0.015, 0.02),
    )


def _circles(dice: Dice, inks: Inks, clear: float) -> CircleStyle:
    pip = dice.pick(PIP_STYLES, [5 if style in ("rings", "wheel") else 1.5 for style in PIP_STYLES])
    margin = max(dice.between(0.07, 0.17), clear)
    return CircleStyle(
        first=inks.green if dice.chance(0.75) else inks.black,
        second=inks.blue,
        accent=inks.red,
        pip=pip,
        rings=dice.whole(1, 4),
        petals=dice.whole(5, 12),
        stroke=dice.between(0.14, 0.34),
        centre=dice.pick(["none", "dot", "accent", "hole"], [3, 4, 1, 1]),
        tightness=dice.between(0.8, 1.02),
        largest=dice.between(0.13, 0.2),
        margin_x=margin,
        margin_y=min(margin, 0.17) * dice.between(0.7, 1.2),
        reach=dice.between(0.72, 1.05),
        slant=dice.between(0.85, 1.3),
        mirrored=dice.chance(0.04),
        scheme=dice.pick(inks.schemes),
        ornament=_ornament(dice),
        ornament_radius=dice.between(0.3, 0.45),
        ornament_glyph=dice.pick(["", "壽", "福", "中", "吉", "一"], [12, 3, 3, 1, 1, 0.5]),
    )


_SHAPES = ("ring", "petals", "open_petals", "drops", "dots", "scallop", "gear", "spokes")
_SHARES = (6, 3, 3, 3, 1.5, 1.5, 1, 1)


def _ornament(dice: Dice) -> tuple[OrnamentRing, ...]:
    """Return a wheel of concentric elements, from outside in."""
    start = dice.pick([_wheel, _daisy, _rings, _free], [5, 4, 3, 3])
    rings, radius = start(dice)
    for _ in range(dice.whole(1, 4)):
        if radius < 0.25:
            break
        shape = dice.pick(_SHAPES, _SHARES)
        depth = dice.between(0.08, 0.16) if shape == "ring" else dice.between(0.16, 0.34)
        role = dice.pick(["first", "second", "accent"], [3, 3, 2])
        rings.append(OrnamentRing(shape, round(radius, 3), depth, dice.whole(8, 20), role))
        radius -= depth * (1.0 if shape != "gear" else 1.6) + dice.between(0.02, 0.1)
        if shape in ("gear", "scallop"):
            rings.append(OrnamentRing("disc", round(radius, 3), 0.1, 12, "paper"))
            radius -= 0.04
    rings.append(OrnamentRing("disc", round(max(0.12, min(radius, 0.3)), 3), 0.1, 12, "paper"))
    rings.append(OrnamentRing("disc", dice.between(0.08, 0.18), 0.1, 12, "accent"))
    return tuple(rings)


def _wheel(dice: Dice) -> tuple[list[OrnamentRing], float]:
    """A filled wheel with bare petals, and what radius remains within."""
    rings: list[OrnamentRing] = []
    radius = 1.0
    role = dice.pick(["first", "second"])
    rim = dice.pick(["disc", "scallop", "gear"], [4, 2, 1])
    count = dice.whole(10, 24)
    if rim != "disc":
        rings.append(OrnamentRing(rim, 1.0, 0.2, count, role))
        radius = 0.92
    rings += [
        OrnamentRing("disc", radius, 0.1, count, role),
        OrnamentRing("ring", radius * 0.94, dice.between(0.03, 0.06), count, "paper"),
        OrnamentRing("disc", radius * 0.88, 0.1, count, role),
    ]
    shape = dice.pick(["petals", "drops", "dots", "spokes"], [4, 4, 1, 1])
    depth = dice.between(0.26, 0.42)
    rings.append(OrnamentRing(shape, radius * 0.84, depth, count, "paper"))
    inner = round(radius * 0.84 - depth - 0.02, 3)
    rings.append(OrnamentRing("disc", inner, 0.1, count, "paper"))
    return rings, inner - 0.04


def _daisy(dice: Dice) -> tuple[list[OrnamentRing], float]:
    """A wreath of large petals round a ring, and what radius remains within."""
    role, inner = dice.pick(["first", "second"]), dice.pick(["accent", "first", "second"])
    depth = dice.between(0.34, 0.5)
    shape = dice.pick(["open_petals", "petals", "drops"], [4, 2, 2])
    rings = [OrnamentRing(shape, 1.0, depth, dice.whole(10, 20), role)]
    radius = 1.0 - depth
    rings.append(OrnamentRing("ring", round(radius, 3), dice.between(0.07, 0.14), 12, inner))
    return rings, radius - 0.18


def _rings(dice: Dice) -> tuple[list[OrnamentRing], float]:
    """Plain rings in several inks, and what radius remains within."""
    rings: list[OrnamentRing] = []
    radius = 1.0
    for _ in range(dice.whole(2, 3)):
        depth = dice.between(0.08, 0.18)
        role = dice.pick(["first", "second", "accent"])
        rings.append(OrnamentRing("ring", round(radius, 3), depth, 12, role))
        radius -= depth + dice.between(0.02, 0.12)
    return rings, radius


def _free(dice: Dice) -> tuple[list[OrnamentRing], float]:
    """Nothing: all elements are drawn at random."""
    del dice
    return [], 1.0


def _sticks(dice: Dice, inks: Inks, clear: float) -> StickStyle:
    margin = max(dice.between(0.12, 0.22), clear)
    return StickStyle(
        first=inks.green if dice.chance(0.8) else inks.black,
        second=inks.blue,
        accent=inks.red,
        scheme=dice.pick(inks.schemes),
        width=dice.between(0.075, 0.15),
        waist=dice.between(0.35, 0.95),
        segments=dice.pick([1, 2, 3], [2, 6, 1.5]),
        knob=dice.between(0.08, 0.2),
        round_ends=dice.chance(0.7),
        nodes=dice.pick(["smooth", "plate", "gap", "none"], [5, 4, 2, 0.7]),
        inlay=dice.pick(["none", "line", "slot", "dots", "outline", "half"], [2, 5, 3, 1, 2, 1]),
        margin_x=margin,
        margin_y=dice.between(0.07, 0.17),
        gap=dice.between(0.01, 0.08),
        spread=dice.between(0.8, 1.0),
        eight=dice.pick(["joined", "shallow", "detached", "steep"], [7, 2, 3, 1]),
        eight_w_on_top=dice.chance(0.5),
        eight_width=dice.between(0.46, 0.76),
        eight_height=dice.between(0.72, 1.0),
        nine=dice.pick(["columns", "rows"], [6, 1]),
        five_small=dice.chance(0.3),
    )


def _bird(dice: Dice, inks: Inks) -> BirdStyle:
    ink = dice.pick([inks.green, inks.blue, inks.black])
    other = dice.pick([inks.green, inks.blue, inks.red, inks.black])
    one_ink = dice.chance(0.2)
    gaudy = dice.chance(0.4)
    free = (inks.green, inks.blue, inks.red, inks.black, other)
    return BirdStyle(
        kind=dice.pick(BIRD_KINDS, [4, 4, 2, 1, 2, 1, 3]),
        body=inks.blue if gaudy else ink,
        wing=inks.green if gaudy else ink if one_ink else dice.pick(free),
        tail=inks.red if gaudy else ink if one_ink else dice.pick(free),
        detail=other if one_ink else dice.pick(free),
        manner=dice.pick(["filled", "outlined", "contoured"], [5, 3, 2]),
        scales=dice.chance(0.5),
        facing_left=dice.chance(0.6),
        stroke=dice.between(0.013, 0.028),
        width=dice.between(0.6, 0.86),
        height=dice.between(0.72, 0.92),
        branch=dice.chance(0.4),
    )


def random_white(dice: Dice, inks: Inks) -> WhiteStyle:
    """Return a random white dragon; half of the sets leave it blank."""
    width = dice.between(0.46, 0.78)
    kinds = ["blank", "frame", "double", "corners", "ornate", "letter", "glyph"]
    return WhiteStyle(
        kind=dice.pick(kinds, [9, 3, 4, 1.5, 1.5, 0.3, 0.5]),
        ink=dice.pick([inks.blue, inks.black, inks.green, inks.red], [6, 3, 2, 0.3]),
        width=width,
        height=width + dice.between(0.22, 0.42),
        stroke=dice.between(0.022, 0.075),
        rounded=dice.between(0.0, 0.14),
        letter=dice.pick(["P", "B"]),
    )


def random_bonus(dice: Dice, inks: Inks, font: str, indices: IndexStyle) -> FlowerStyle:
    """Return random plants and seasons that keep clear of the indices."""
    # Two sets of the same numerals could only be told apart by small drawings, so that a set
    # whose plants and seasons lack their characters numbers them in two scripts.
    writings = [
        ("arabic", "chinese"),
        ("glyph", "glyph"),
        ("glyph_arabic", "glyph_arabic"),
        ("glyph_arabic", "glyph_chinese"),
        ("glyph_chinese", "glyph_chinese"),
        ("arabic", "glyph"),
        ("arabic", "glyph_chinese"),
    ]
    indexed = indices.bonus and indices.kind != "none"
    plant, season = ("glyph", "glyph") if indexed else dice.pick(writings, [5, 4, 3, 3, 1, 3, 1])
    swapped = dice.chance(0.3) and "glyph" in plant
    plant_ink, season_ink = (inks.red, inks.blue) if swapped else (inks.blue, inks.red)
    large = dice.chance(0.25) and "glyph" in plant and "glyph" in season
    place = "large" if large else dice.pick(["left", "right", "top"], [4, 4, 1])
    if indexed:
        place = "left" if indices.kind == "right" else "right"
    return FlowerStyle(
        font=font,
        plant_writing=plant,
        season_writing=season,
        plant_ink=plant_ink,
        season_ink=season_ink,
        leaf=dice.pick([inks.green, inks.blue, inks.black], [6, 1, 1]),
        bloom=dice.pick([inks.red, inks.blue], [6, 1]),
        stem=dice.pick([inks.green, inks.black, inks.blue], [4, 2, 1]),
        second=dice.pick([inks.blue, inks.green], [2, 3]),
        glyph_place=place,
        glyph_size=dice.between(0.22, 0.36),
        outlined=dice.chance(0.3),
        stroke=dice.between(0.014, 0.028),
        season_plants=dice.pick(
            ["peony", "sprig", "own", "none", "any"],
            [3, 4, 4, *((1, 4) if "glyph" in season else (0, 0))],
        ),
        plants=dice.pick(["own", "sprig", "any"], [6, 1, 3 if "glyph" in plant else 0]),
        plum="any",
        simplified=dice.chance(0.06),
    )


def _indices(dice: Dice, inks: Inks) -> IndexStyle:
    faces = available_fonts()
    names = [face.name for face in faces if face.kind in ("sans", "song")]
    return IndexStyle(
        kind=dice.pick(["none", "one", "right", "two"], [12, 4, 1, 2]),
        ink=dice.pick([inks.black, inks.blue, inks.red, inks.green], [4, 3, 2, 1]),
        font=dice.pick(names or [faces[0].name]),
        size=dice.between(0.11, 0.2),
        margin=dice.between(0.05, 0.1),
        honours=dice.chance(0.85),
        bonus=dice.chance(0.5),
        white=dice.pick(["P", "B", ""], [3, 3, 1]),
    )
