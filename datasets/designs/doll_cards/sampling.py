"""Random makers of doll cards: wide ranges around the few packs that sources describe."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from datasets.designs.design import RGB, SurfaceStyle
from datasets.designs.dice import Dice
from datasets.designs.doll_cards.backs import BACK_KINDS
from datasets.designs.doll_cards.design import (
    BackStyle,
    DollCardDesign,
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
from datasets.designs.doll_cards.script import script_boxes
from datasets.designs.doll_cards.stamps import STAMP_SHAPES, stamp_box
from datasets.designs.fonts import FontFace, available_fonts, has_glyph
from datasets.designs.tables import load_table

_KIND_SHARES = {"brush": 4.0, "kai": 4.0, "song": 2.5, "sans": 1.5, "running": 0.6}
SEALS = ("round", "square", "oval", "diamond", "blot")
"""Stamps that fill their outline."""
_STAMP_SHARES = (6, 5, 2, 1, 3, 2.5, 3, 1, 2.5)
_STAMP_GLYPHS = ("坨", "福", "印", "壽", "吉", "喜", "寶", "")
Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class _Inks:
    """The inks of one pack by the name of their family, each varied a little."""

    by_name: dict[str, RGB]
    stamp: str
    """Family of the stamp's ink."""

    def other(self, dice: Dice, names: list[str], shares: list[float]) -> RGB:
        """Return an ink that is not of the stamp's family."""
        kept = [(n, s) for n, s in zip(names, shares, strict=True) if n != self.stamp]
        return self.by_name[dice.pick([n for n, _ in kept], [s for _, s in kept])]

    def any_or_other(self, dice: Dice, names: list[str], shares: list[float]) -> RGB:
        """Return any of the inks, or one that is not of the stamp's family."""
        if dice.chance(0.45):
            return self.by_name[dice.pick(names, shares)]
        return self.other(dice, names, shares)


def random_doll_design(rng: np.random.Generator) -> DollCardDesign:
    """Return a random pack, as :data:`datasets.designs.families.RANDOM` says.

    A stamp always differs from the pack's ornaments and panels by its ink, and most of it lies
    outside the large print of its own ink. Indices and bands may be red as well (a reader must
    not take every red mark for a stamp); the stamp is a full seal then.
    """
    dice = Dice(rng)
    seed = dice.whole(0, 2**31 - 1)
    surface = _surface(dice)
    inks = _inks(dice, surface.face)
    aspect = dice.between(2.2, 3.6) if dice.chance(0.85) else dice.between(1.5, 4.2)
    frame = _frame(dice, inks)
    index = _index(dice, inks)
    script = _script(dice, inks, aspect, end_room(frame, index), frame)
    design = DollCardDesign(
        name=f"random-{seed:08x}",
        seed=seed,
        aspect=aspect,
        corner_radius=dice.between(0.0, 0.12) if dice.chance(0.8) else 0.0,
        surface=surface,
        paper=_paper(dice),
        script=script,
        frame=frame,
        index=index,
        ornament=_ornament(dice, inks, aspect, script),
        doll=_doll(dice, inks, frame),
        back=_back(dice),
    )
    return replace(design, stamp=_stamp(dice, inks, design))


def _inks(dice: Dice, paper: RGB) -> _Inks:
    table = load_table("doll_cards/colours.toml")["ink"]
    inks = {name: dice.near(tuple(row["rgb"]), 0.5) for name, row in table.items()}
    names = ["red", "black", "blue", "green", "gold", "violet"]
    stamp = dice.pick(names, [15, 1, 1.5, 1, 1, 0.5])
    # Gold on oiled paper would be a stamp that nobody sees.
    return _Inks(inks, "red" if _near(inks[stamp], paper, 120) else stamp)


def _surface(dice: Dice) -> SurfaceStyle:
    table = load_table("doll_cards/colours.toml")
    papers, backs = list(table["paper"].values()), list(table["back"].values())
    paper = dice.pick(papers, [row["share"] for row in papers])
    back = dice.pick(backs, [row["share"] for row in backs])
    return SurfaceStyle(
        face=dice.near(tuple(paper["rgb"]), 0.14),
        back=dice.near(tuple(back["rgb"]), 0.5),
        depth=0.0,
        wear=dice.between(0.02, 0.3) if dice.chance(0.25) else 0.0,
        mottle=dice.between(0, 0.15),
    )


def _paper(dice: Dice) -> PaperStyle:
    return PaperStyle(
        yellowing=dice.between(0.1, 0.9) if dice.chance(0.35) else 0.0,
        stains=dice.between(0.1, 0.8) if dice.chance(0.3) else 0.0,
        grain=dice.between(0, 0.02),
    )


def _font(dice: Dice) -> FontFace:
    faces = available_fonts()
    kinds = sorted({face.kind for face in faces})
    kind = dice.pick(kinds, [_KIND_SHARES.get(kind, 1.0) for kind in kinds])
    return dice.pick([face for face in faces if face.kind == kind])


def _form(dice: Dice, font: FontFace, traditional: str, simple: str, wants_simple: bool) -> str:
    """Return the wanted form of a character, or the one that the font has."""
    wanted, other = (simple, traditional) if wants_simple else (traditional, simple)
    if traditional == "壽" and dice.chance(0.03) and has_glyph(font, "夀"):
        return "夀"
    return wanted if has_glyph(font, wanted) or not has_glyph(font, other) else other


def _script(dice: Dice, inks: _Inks, aspect: float, clear: float, frame: FrameStyle) -> ScriptStyle:
    font = _font(dice)
    simplified = dice.chance(0.5)
    first, second = _script_inks(dice, inks)
    room = aspect - 2 * clear
    widest = min(0.94, 1 - 2 * frame.margin - 0.04) if frame.kind != "none" else 0.94
    ends = dice.chance(0.28) and room > 1.3
    width = dice.between(0.58, widest) if dice.chance(0.85) else dice.between(0.36, 0.6)
    high = dice.between(0.85, 1.5) if dice.chance(0.8) else dice.between(1.5, 2.4)
    height = min(width * high, room * (0.48 if ends else 1.0))
    reach = clear + height / 2
    if ends:
        place = min(dice.between(reach, max(reach, room / 4 + clear)), aspect / 2 - height / 2)
    elif dice.chance(0.5):
        place = aspect / 2
    else:
        place = dice.between(
            reach, max(reach, aspect * 0.6 if dice.chance(0.8) else aspect - reach)
        )
    manner = dice.pick(["ink", "outlined", "disc", "diamond", "slab"], [16, 1.5, 1, 0.5, 1])
    panel = inks.other(dice, ["blue", "green", "brown", "gold", "red", "black"], [2] * 6)
    light: RGB = (250, 246, 232)
    if manner in ("disc", "diamond", "slab"):
        if dice.chance(0.6):
            first = second = light
        else:
            panel = _pale(panel)
    return ScriptStyle(
        font=font.name,
        dong=_form(dice, font, "東", "东", simplified),
        shou=_form(dice, font, "壽", "寿", simplified),
        first_ink=first,
        second_ink=second,
        layout="ends" if ends else "one",
        place=round(place / aspect, 4),
        width=width,
        height=round(height, 4),
        stretch=dice.between(1.0, 1.4) if dice.chance(0.6) else dice.between(1.4, 2.4),
        weight=dice.between(-0.01, 0.03) if dice.chance(0.7) else dice.between(0.03, 0.055),
        warp=dice.between(0, 0.025),
        shear=dice.between(-0.12, 0.12) if dice.chance(0.3) else 0.0,
        manner=manner,
        panel_ink=_pale(panel) if manner == "outlined" else panel,
    )


def _script_inks(dice: Dice, inks: _Inks) -> tuple[RGB, RGB]:
    """Return the inks of both phrases; gold would be too faint."""
    names = ["black", "blue", "red", "green", "brown", "violet"]
    first = dice.pick(names, [12, 3, 4, 2.5, 1.5, 0.5])
    second = dice.pick(names, [4, 3, 5, 3, 1, 0.5]) if dice.chance(0.25) else first
    return inks.by_name[first], inks.by_name[second]


def _pale(ink: RGB, share: float = 0.62) -> RGB:
    """Return the ink mixed with white."""
    red, green, blue = (round(part + (250 - part) * share) for part in ink)
    return (red, green, blue)


def _frame(dice: Dice, inks: _Inks) -> FrameStyle:
    kinds = ["none", "single", "double", "ornate", "corners", "beaded"]
    names = ["black", "red", "blue", "green", "brown", "gold"]
    band = dice.chance(0.22)
    return FrameStyle(
        kind=dice.pick(kinds, [6, 4, 3, 1.5, 1.5, 0.7]),
        ink=inks.by_name[dice.pick(names, [5, 4, 3, 3, 1, 1])],
        margin=dice.between(0.035, 0.12),
        stroke=dice.between(0.01, 0.035),
        rounded=dice.between(0.0, 0.12),
        band=dice.between(0.08, 0.4) if band else 0.0,
        band_ink=inks.any_or_other(dice, names, [2, 4, 3, 3, 1, 2]),
        band_pattern=dice.pick(["plain", "key", "waves", "lines", "dots", "teeth"]),
    )


def _index(dice: Dice, inks: _Inks) -> IndexStyle:
    names = ["black", "red", "blue", "green", "brown"]
    return IndexStyle(
        kind=dice.pick(["none", "glyph", "numeral", "arabic", "pips"], [9, 5, 1.5, 2, 1.5]),
        ends=dice.pick([1, 2], [1, 3]),
        side=dice.pick(["centre", "left", "right"], [3, 3, 1]),
        ink=inks.any_or_other(dice, names, [4, 3, 2, 2, 1]),
        font=_font(dice).name,
        size=dice.between(0.16, 0.34),
        margin=dice.between(0.05, 0.13),
    )


def _ornament(dice: Dice, inks: _Inks, aspect: float, script: ScriptStyle) -> OrnamentStyle:
    if not dice.chance(0.35):
        return OrnamentStyle()
    ink = inks.other(dice, ["blue", "green", "red", "brown", "gold", "black"], [3, 3, 2, 1, 2, 1])
    both = script.layout == "ends" or dice.chance(0.4)
    return OrnamentStyle(
        kind=dice.pick(ORNAMENT_KINDS),
        ink=_pale(ink, dice.between(0.3, 0.75)),
        top=both or script.place > 0.5,
        bottom=both or script.place <= 0.5,
        size=dice.between(0.22, min(0.6, aspect * 0.2)),
    )


def _doll(dice: Dice, inks: _Inks, frame: FrameStyle) -> DollStyle:
    figure = dice.pick(FIGURES)
    kind = dice.pick(["blank", "glyph", figure], [3, 2.5, 9])
    names = ["red", "blue", "green", "gold", "violet", "brown"]
    shares = [4.0, 3.0, 3.0, 2.0, 1.0, 1.0]
    dress = inks.by_name[dice.pick(names, shares)]
    widest = 0.92 if frame.kind == "none" else 0.94 - 2 * frame.margin
    return DollStyle(
        kind=kind,
        glyph=dice.pick(["娃", "囡", "偶"], [8, 1, 1]),
        beside=dice.pick(["", "娃", "囡"], [5, 3, 1]),
        two_headed=dice.chance(0.2),
        framed=dice.chance(0.15),
        place=dice.between(0.35, 0.65),
        size=dice.between(0.6, widest),
        tall=dice.between(0.95, 1.15) if dice.chance(0.5) else dice.between(1.15, 1.6),
        bare=dice.chance(0.5),
        skin=dice.near((244, 214, 186), 0.25) if dice.chance(0.8) else (250, 248, 240),
        hair=dice.near((40, 32, 30), 0.6),
        dress=_pale(dress, dice.between(0, 0.3)),
        second=inks.by_name[dice.pick(names)],
        cheeks=dice.near((232, 140, 130), 0.3),
        outline=inks.by_name[dice.pick(["black", "brown", "blue", "red"], [6, 2, 1, 1])],
        stroke=dice.between(0.006, 0.03) if dice.chance(0.75) else 0.0,
    )


def _back(dice: Dice) -> BackStyle:
    return BackStyle(
        kind=dice.pick(BACK_KINDS, [9, 1, *[1.2] * (len(BACK_KINDS) - 2)]),
        ink=dice.near(
            dice.pick([(236, 216, 170), (240, 240, 236), (200, 150, 60), (40, 30, 34)]), 0.4
        ),
        size=dice.between(0.1, 0.28),
        border=dice.between(0.04, 0.12) if dice.chance(0.3) else 0.0,
        glyph=dice.pick(["壽", "福", "吉", "喜"]),
    )


def _stamp(dice: Dice, inks: _Inks, design: DollCardDesign) -> StampStyle:
    """Return a stamp that leaves the print readable and stays visible on it."""
    shape = dice.pick(STAMP_SHAPES, _STAMP_SHARES)
    if inks.by_name[inks.stamp] in (design.index.ink, design.frame.band_ink):
        shape = dice.pick(SEALS)  # a stroke would pass for print of the same ink
    stamp = _placed_stamp(dice, inks, shape)
    for _ in range(11):
        if _hidden(stamp, design) < 0.3:
            break
        other = _placed_stamp(dice, inks, shape)
        stamp = min(stamp, other, key=lambda candidate: _hidden(candidate, design))
    return stamp


def _placed_stamp(dice: Dice, inks: _Inks, shape: str) -> StampStyle:
    place = dice.pick([0.5, 0.0, 1.0, dice.between(0.1, 0.9)], [3, 2, 4, 3])
    side = 0.5 if dice.chance(0.6) else dice.pick([0.0, 1.0, dice.between(0.2, 0.8)])
    tall = {"oval": (1.15, 1.9), "square": (0.8, 1.7), "flourish": (0.6, 1.8)}.get(shape, (1, 1.12))
    fonts = [f.name for f in available_fonts() if f.kind in ("sans", "song", "kai")]
    # Without a border 福 or 壽 would pass for a second printed character.
    glyphs = ("坨",) if shape == "character" else _STAMP_GLYPHS
    return StampStyle(
        shape=shape,
        glyph=dice.pick(glyphs, (8, 1, 2, 1, 1, 1, 0.5, 4)[: len(glyphs)]),
        relief=dice.pick(["white", "red"], [3, 2]),
        font=dice.pick(fonts or [available_fonts()[0].name]),
        ink=inks.by_name[inks.stamp],
        place=place + dice.between(-0.04, 0.04),
        side=side,
        area=dice.between(0.1, 0.25),
        ratio=dice.between(*tall),
        turn=dice.between(0.0, 0.16),
        shift=dice.between(0.0, 0.05),
        cover=dice.between(0.35, 0.95),
        uneven=dice.between(0.0, 0.45),
    )


def _hidden(stamp: StampStyle, design: DollCardDesign) -> float:
    """Return how much of stamp and print get lost in each other on the worst card, 0 to 1."""
    box = stamp_box(stamp, design.aspect)
    solid = stamp.shape in ("round", "square", "oval", "diamond", "blot", "coin")
    lost = 0.0
    script = design.script
    panelled = script.manner not in ("ink", "outlined")
    for ink in {script.first_ink, script.second_ink}:
        alike = _near(ink, stamp.ink)
        weight = 0.9 if alike or panelled else 0.6 if solid else 0.3
        parts = [_overlap(box, other) for other in script_boxes(script, design.aspect)]
        lost = max(lost, weight * sum(parts) / (len(parts) if not alike else 1))
    if design.doll.kind in FIGURES:
        taken = end_room(design.frame, design.index)
        alike = min(_near(ink, stamp.ink) for ink in (design.doll.dress, design.doll.second))
        over = _overlap(box, figure_box(design.doll, design.aspect, taken))
        lost = max(lost, over * (0.8 if alike else 0.45))
    return lost


def _near(one: RGB, other: RGB, reach: int = 90) -> bool:
    """Tell whether two colours could be mistaken: no channel differs by ``reach``."""
    return int(np.abs(np.subtract(one, other)).max()) < reach


def _overlap(box: Box, other: Box) -> float:
    """Return the share of ``box`` that lies within ``other`` (both x, y, width, height)."""
    wide = min(box[0] + box[2], other[0] + other[2]) - max(box[0], other[0])
    high = min(box[1] + box[3], other[1] + other[3]) - max(box[1], other[1])
    return max(0.0, wide) * max(0.0, high) / (box[2] * box[3])
