"""A maker's set of flower tiles as a value: pips, borders, marks, layouts and inks.

What sets look like follows the rules reference, 1.3. Lengths are fractions of the face's
width unless a field says otherwise; inks are RGB. The defaults describe a plain set with
double borders, so that a data file names only what differs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from datasets.designs.design import (
    BLACK,
    RED,
    RGB,
    CharacterStyle,
    FlowerStyle,
    MahjongDesign,
    SurfaceStyle,
    WhiteStyle,
)
from datasets.designs.tables import shipped_designs

TABLES = "flower_tiles/"


@dataclass(frozen=True, slots=True)
class PipStyle:
    """How one pip looks, and its inks."""

    shape: str = "disc"
    """One of :data:`datasets.designs.flower_tiles.pips.PIP_SHAPES`."""
    red_shape: str = ""
    """Shape of the red pips; "" for that of all."""
    one_shape: str = ""
    """Shape of the pip of a 1; "" for that of the red ones."""
    size: float = 0.78
    """Diameter over the distance of the pips of a 6, 0.5 to 0.95."""
    one_size: float = 1.0
    """Radius of the pip of a 1 over that of the others, 1 to 2.4."""
    largest: float = 0.12
    """Largest radius of a pip."""
    stroke: float = 0.3
    """Line thickness as a fraction of the radius."""
    crowding: float = 0.46
    """Largest radius over the distance of the nearest neighbour; above 0.5 pips overlap."""
    jitter: float = 0.0
    """Irregularity of place and outline as a fraction of the radius, 0 to 0.12."""
    red: RGB = RED
    dark: RGB = BLACK
    red_faces: tuple[int, ...] = (1, 4)
    """Numbers whose pips are red."""
    heaven: str = "dark"
    """Red pips of 6-6: none ("dark"), the upper "half", one "side" of both, or "crossed"."""


@dataclass(frozen=True, slots=True)
class ArrangementStyle:
    """Where the pips stand; names are those of ``layouts.toml``."""

    two: str = "rising"
    three: str = "rising"
    six: str = "rows"
    long_three: str = ""
    """Special layout of 3-3; "" repeats the half."""
    people: str = ""
    """Special layout of 4-4."""
    heaven: str = ""
    """Special layout of 6-6."""
    reach: float = 1.0
    """How far apart 2 to 5 pips stand, 0.7 to 1 for the whole room of a 6."""
    six_reach: float = 1.0
    """The same of the pips of a 6."""
    square: float = 0.0
    """0: the pips use all the room of a half; 1: as on a die, a square in its middle."""
    high_on_top: str = "never"
    """Which number is above: "never" the higher one, "always", or "mixed" by the pattern."""
    margin_x: float = 0.13
    margin_y: float = 0.1
    gap: float = 0.1
    """Bare height between the halves."""
    divider: str = "none"
    """Between the halves: "none", "line", "short", "double" or "dots"."""
    divider_ink: RGB = BLACK
    divider_stroke: float = 0.02


@dataclass(frozen=True, slots=True)
class BorderStyle:
    """A border of one or two lines along the edge."""

    shape: str = "rounded"
    """"rect", "rounded", "chamfered" or "notched" (corners cut inwards)."""
    inset: float = 0.05
    """Distance of the outer line from the face's edge."""
    stroke: float = 0.016
    inner_stroke: float = 0.016
    gap: float = 0.035
    """Bare width between the two lines."""
    corner: float = 0.08
    """Radius or cut of the outer line's corners."""
    ink: RGB = BLACK
    inner_ink: RGB = BLACK
    inner: str = "line"
    """The second line: "line", "dotted" or "dashed"."""

    def depth(self, *, double: bool) -> float:
        """Return the width that one side of the border takes."""
        second = self.gap + max(self.inner_stroke, 0.012)
        return self.inset + self.stroke + (second if double else 0.0)


@dataclass(frozen=True, slots=True)
class MarkStyle:
    """What marks a flower tile beside or instead of borders: marks, a wreath, or plants."""

    shape: str = "dot"
    """Of marks: "dot", "ring", "blossom", "star", "diamond" or "glyph"."""
    place: str = "corners"
    """Of marks: "corners", "other_corners", "ends" or "sides"."""
    size: float = 0.06
    """Radius of a mark, or of a wreath's elements."""
    inset: float = 0.04
    """Distance of the marks from the edge."""
    ink: RGB = (40, 120, 70)
    second_ink: RGB = (40, 120, 70)
    """Leaves of wreaths and plants."""
    glyph: str = "花"
    wreath: str = "vine"
    """"vine" (blossoms and leaves), "leaves", "blossoms" or "chain"."""
    count: int = 22
    """Elements of a wreath."""
    plant: str = "sprig"
    plant_place: str = "left"
    """"left", "right", "both", "corners", "middle" (between the halves) or "under" (pale)."""
    plant_size: float = 0.3
    outlined: bool = False


@dataclass(frozen=True, slots=True)
class FlowerKindStyle:
    """How a flower tile differs from the plain one."""

    manner: str = "double"
    """"double", "marks", "wreath", "plants", "double_marks" or "double_plants"."""
    border: BorderStyle = field(default_factory=BorderStyle)
    marks: MarkStyle = field(default_factory=MarkStyle)
    room: float = 0.035
    """Bare width between the border and the pips."""


@dataclass(frozen=True, slots=True)
class StackedStyle:
    """How a stacked tile shows its pattern twice."""

    layout: str = "columns"
    """"columns" (two of a over b), "abab", "abba" (one column) or "turned" (a beside b)."""
    mirrored: bool = False
    """The second copy is turned half round ("columns" and "turned")."""
    six: str = "columns"
    size: float = 0.8
    """Diameter over the distance of the pips of a 6."""
    bordered: bool = True
    border: BorderStyle = field(default_factory=BorderStyle)
    room: float = 0.03
    share_x: float = 1.0
    """Share of the bare width that the pips use, in their middle; 0.4 to 1."""
    share_y: float = 1.0
    """The same of the bare height."""
    square: float = 0.0
    """As of a single print: whether a half is a square, as on a die."""
    gap: float = 0.1
    """Bare width between the copies."""
    half_gap: float = 0.06
    """Bare width between the halves of a copy."""
    divider: str = "none"
    """Line between the copies: "none", "line", "short", "double" or "dots"."""
    half_divided: bool = False
    """In one column the same line parts the halves of each copy as well."""
    extra: str = "none"
    """"none", "glyph" (in the middle), "glyph_corner" or "plants" (in two corners)."""
    glyph: str = "度"
    marks: MarkStyle = field(default_factory=MarkStyle)


@dataclass(frozen=True, slots=True)
class FlowerTileDesign:
    """All parameters of one maker's set of flower tiles.

    Attributes:
        name: What to call it.
        seed: Fixes the small irregularities and the shapes of plants.
        aspect: Height over width of the face, 1.25 to 1.65.
        bonus_framed: The eight bonus tiles have the stacked tile's border.
    """

    name: str
    seed: int = 0
    aspect: float = 1.42
    surface: SurfaceStyle = field(default_factory=SurfaceStyle)
    pips: PipStyle = field(default_factory=PipStyle)
    arrangement: ArrangementStyle = field(default_factory=ArrangementStyle)
    flower: FlowerKindStyle = field(default_factory=FlowerKindStyle)
    stacked: StackedStyle = field(default_factory=StackedStyle)
    lettering: CharacterStyle = field(default_factory=CharacterStyle)
    white: WhiteStyle = field(default_factory=WhiteStyle)
    bonus: FlowerStyle = field(default_factory=FlowerStyle)
    bonus_framed: bool = False

    def __post_init__(self) -> None:
        if not 1.2 <= self.aspect <= 1.7:
            msg = f"aspect is {self.aspect}, expected height over width between 1.2 and 1.7"
            raise ValueError(msg)

    def mahjong(self) -> MahjongDesign:
        """Return the mahjong set whose bonus tiles and white dragon this set shares."""
        return MahjongDesign(
            name=self.name,
            seed=self.seed,
            aspect=self.aspect,
            surface=self.surface,
            characters=self.lettering,
            white=self.white,
            flowers=self.bonus,
        )


def named_flower_designs() -> dict[str, FlowerTileDesign]:
    """Return the designs that ship, by name."""
    return shipped_designs(FlowerTileDesign, "flowers")
