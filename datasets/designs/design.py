"""A maker's mahjong set as a value: every colour, font, layout and shape parameter.

Lengths are fractions of the face's width unless a field says otherwise; inks are RGB.
The defaults describe a plain Hong Kong set, so that a data file names only what differs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from datasets.designs.tables import shipped_designs

RGB: TypeAlias = tuple[int, int, int]

GREEN: RGB = (24, 118, 62)
BLUE: RGB = (36, 58, 150)
RED: RGB = (196, 42, 48)
BLACK: RGB = (28, 28, 34)


@dataclass(frozen=True, slots=True)
class CharacterStyle:
    """Characters, winds and dragons: glyphs, fonts and how the engraver deforms them."""

    numeral_font: str = "AR PL UKai TW"
    suit_font: str = "AR PL UKai TW"
    honour_font: str = "AR PL UKai TW"
    five: str = "伍"
    suit: str = "萬"
    east: str = "東"
    green: str = "發"
    numeral_ink: RGB = BLUE
    suit_ink: RGB = RED
    wind_ink: RGB = BLUE
    green_ink: RGB = GREEN
    red_ink: RGB = RED
    weight: float = 0.02
    """Stroke growth in ems; negative values thin the strokes."""
    warp: float = 0.01
    """Amplitude of the elastic deformation in ems."""
    shear: float = 0.0
    numeral_width: float = 0.55
    numeral_height: float = 0.5
    suit_width: float = 0.62
    suit_height: float = 0.52
    gap: float = 0.02
    honour_width: float = 0.66
    honour_height: float = 0.86
    mirror_weight: float = 0.0
    """Extra growth of the suit glyph and the dragons, in ems."""


@dataclass(frozen=True, slots=True)
class OrnamentRing:
    """One concentric element of the ornament of the 1 of circles, drawn from outside in."""

    shape: str = "ring"
    """"ring", "disc", "petals", "open_petals", "drops", "dots", "scallop", "gear" or "spokes"."""
    radius: float = 1.0
    """Outer radius as a fraction of the ornament's radius."""
    depth: float = 0.12
    """Radial thickness as a fraction of the ornament's radius."""
    count: int = 12
    role: str = "first"
    """Ink: "first", "second", "accent" or "paper"."""


@dataclass(frozen=True, slots=True)
class CircleStyle:
    """The suit of circles: inks by role, the pip and the layout's freedom."""

    first: RGB = GREEN
    second: RGB = BLUE
    accent: RGB = RED
    pip: str = "rings"
    """"rings", "target", "coin", "wheel", "spoked", "flower", "dotted", "disc", "gear" or
    "scallop"."""
    rings: int = 2
    petals: int = 8
    stroke: float = 0.24
    """Line thickness as a fraction of the pip's radius."""
    centre: str = "dot"
    """"none", "dot", "accent" (dot of the accent ink) or "hole"."""
    tightness: float = 0.9
    """Pip diameter over the distance of the nearest neighbours' centres."""
    largest: float = 0.17
    """Largest pip radius."""
    margin_x: float = 0.12
    margin_y: float = 0.12
    reach: float = 1.0
    """How far apart the pips of 2 to 5 stand, 1 for the whole room."""
    slant: float = 1.0
    """Sideways reach of the three upper pips of the 7."""
    mirrored: bool = False
    """The diagonals of 3 and 7 fall to the left instead of to the right."""
    scheme: str = "mixed"
    """Which table of `layouts.toml` gives the ink roles: "mixed", "pairs" or "single"."""
    ornament: tuple[OrnamentRing, ...] = (
        OrnamentRing("ring", 1.0, 0.13, 12, "second"),
        OrnamentRing("ring", 0.78, 0.13, 12, "first"),
        OrnamentRing("ring", 0.5, 0.14, 12, "accent"),
    )
    ornament_radius: float = 0.36
    ornament_glyph: str = ""
    """A character in the middle of the ornament, or nothing."""


@dataclass(frozen=True, slots=True)
class StickStyle:
    """The suit of bamboos: inks by role, the stick's profile and the layout's freedom."""

    first: RGB = GREEN
    second: RGB = BLUE
    accent: RGB = RED
    scheme: str = "mixed"
    width: float = 0.12
    """Widest width of a stick."""
    waist: float = 0.6
    """Width between the nodes over the widest width."""
    segments: int = 2
    knob: float = 0.12
    """Length of a node over the stick's length."""
    round_ends: bool = True
    nodes: str = "smooth"
    """Profile at the nodes: "smooth", "plate" (sharp steps), "gap" (a bare line) or "none"."""
    inlay: str = "line"
    """Bare marks inside a segment: "none", "line", "slot", "dots", "outline" or "half"."""
    margin_x: float = 0.18
    margin_y: float = 0.12
    gap: float = 0.04
    spread: float = 1.0
    eight: str = "joined"
    """Slanted sticks of the 8: "joined" to the uprights, "shallow", "detached" or "steep"."""
    eight_w_on_top: bool = True
    """The upper half of the 8 is a W (as on Hong Kong sets) or an M."""
    eight_width: float = 0.62
    """Width of the whole 8."""
    eight_height: float = 1.0
    """Share of the height that the 8 uses, 0.7 to 1."""
    nine: str = "columns"
    """Rows or columns of the 9 in the accent ink: "columns" or "rows"."""
    five_small: bool = False


@dataclass(frozen=True, slots=True)
class BirdStyle:
    """The bird of the 1 of bamboos."""

    kind: str = "perched"
    """"perched", "peacock_front", "peacock_side", "crane", "phoenix", "flying" or "swooping"."""
    body: RGB = BLUE
    wing: RGB = GREEN
    tail: RGB = RED
    detail: RGB = GREEN
    manner: str = "filled"
    """"filled" (bare details), "outlined" (bare bodies) or "contoured" (filled, dark contour)."""
    scales: bool = False
    """Scales on the breast."""
    facing_left: bool = True
    stroke: float = 0.022
    width: float = 0.74
    """Room for the whole bird."""
    height: float = 0.86
    """Room for the whole bird over the face's height."""
    branch: bool = True


@dataclass(frozen=True, slots=True)
class WhiteStyle:
    """The white dragon."""

    kind: str = "frame"
    """"blank", "frame", "double", "corners", "ornate", "letter" or "glyph"."""
    ink: RGB = BLUE
    width: float = 0.62
    height: float = 0.96
    stroke: float = 0.045
    rounded: float = 0.05
    letter: str = "P"


@dataclass(frozen=True, slots=True)
class FlowerStyle:
    """The eight bonus tiles: what is written, where, and how the plants are drawn."""

    font: str = "AR PL UKai TW"
    plant_writing: str = "arabic"
    """On 1f to 4f: "arabic", "chinese", "glyph", "glyph_arabic" or "glyph_chinese"."""
    season_writing: str = "chinese"
    plant_ink: RGB = BLUE
    season_ink: RGB = RED
    leaf: RGB = GREEN
    bloom: RGB = RED
    stem: RGB = GREEN
    second: RGB = BLUE
    glyph_place: str = "right"
    """Corner or side of the writing: "left", "right", "top" or "large"."""
    glyph_size: float = 0.3
    outlined: bool = False
    stroke: float = 0.02
    season_plants: str = "peony"
    """What the seasons show: "peony", "sprig", "own" (a plant for each), "any" or "none"."""
    plants: str = "own"
    """What 1f to 4f show: their "own" plants, "any", or a common "sprig" on 1f and 3f."""
    plum: str = "twig"
    """How plums are drawn: "twig", "open" (large blossoms), "spray" (many small ones) or "any"."""
    simplified: bool = False


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """Latin indices in the corners."""

    kind: str = "none"
    """"none", "one" (top left), "right" (top right) or "two" (opposite corners)."""
    ink: RGB = BLACK
    font: str = "Noto Sans CJK JP Bold"
    size: float = 0.16
    margin: float = 0.08
    honours: bool = True
    bonus: bool = False
    white: str = "P"
    """Letter for the white dragon: "P" or "B"; "" leaves it bare."""


@dataclass(frozen=True, slots=True)
class SurfaceStyle:
    """The material and the engraving."""

    face: RGB = (238, 234, 222)
    back: RGB = (40, 130, 70)
    depth: float = 0.3
    """Strength of the shadow inside the strokes, 0 to 1."""
    light: float = 0.8
    """Direction of the light in radians, 0 is from the right."""
    wear: float = 0.0
    """Share of the ink that has gone, 0 to 0.5."""
    mottle: float = 0.04
    """Variation of the ink's density, 0 to 0.3."""


@dataclass(frozen=True, slots=True)
class MahjongDesign:
    """All parameters of one maker's set.

    Attributes:
        name: What to call it.
        seed: Fixes the small irregularities and the shapes of bird and plants.
        aspect: Height over width of the face, 1.2 to 1.6.
    """

    name: str
    seed: int = 0
    aspect: float = 1.36
    surface: SurfaceStyle = field(default_factory=SurfaceStyle)
    characters: CharacterStyle = field(default_factory=CharacterStyle)
    circles: CircleStyle = field(default_factory=CircleStyle)
    sticks: StickStyle = field(default_factory=StickStyle)
    bird: BirdStyle = field(default_factory=BirdStyle)
    white: WhiteStyle = field(default_factory=WhiteStyle)
    flowers: FlowerStyle = field(default_factory=FlowerStyle)
    indices: IndexStyle = field(default_factory=IndexStyle)

    def __post_init__(self) -> None:
        if not 1.0 <= self.aspect <= 2.0:
            msg = f"aspect is {self.aspect}, expected height over width between 1 and 2"
            raise ValueError(msg)


def named_mahjong_designs() -> dict[str, MahjongDesign]:
    """Return the designs that ship, by name."""
    return shipped_designs(MahjongDesign, "mahjong")
