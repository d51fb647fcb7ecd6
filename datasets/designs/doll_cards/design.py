"""A maker's doll cards as a value: script, frame, indices, doll, stamp and back.

The pack has nine subjects, the characters of 福如東海 and 壽比南山 and the doll; some cards
carry a stamp, the 坨 (rules reference, 2.1 and 2.2). Lengths are fractions of the card's
width unless a field says otherwise, heights along the card are fractions of its height, and
inks are RGB. The defaults describe a plain pack of today, so that a data file names only
what differs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from datasets.designs.design import RGB, SurfaceStyle
from datasets.designs.tables import shipped_designs

BLACK: RGB = (30, 28, 30)
RED: RGB = (190, 38, 40)
PAPER = SurfaceStyle(face=(240, 234, 218), back=(168, 36, 38), depth=0.0, mottle=0.05)


@dataclass(frozen=True, slots=True)
class PaperStyle:
    """What time and oil do to the paper."""

    yellowing: float = 0.0
    """Darkening toward the edges, 0 to 1."""
    stains: float = 0.0
    """Strength of large soft stains, 0 to 1."""
    grain: float = 0.01
    """Variation of single pixels, 0 to 0.05."""


@dataclass(frozen=True, slots=True)
class ScriptStyle:
    """The large characters."""

    font: str = "AR PL UKai TW"
    dong: str = "東"
    shou: str = "壽"
    first_ink: RGB = BLACK
    """Ink of 福如東海."""
    second_ink: RGB = BLACK
    """Ink of 壽比南山."""
    layout: str = "one"
    """"one", or "ends": one at each end, the lower turned by 180°."""
    place: float = 0.5
    """Height of the (upper) character's middle; with "ends" below 0.5."""
    width: float = 0.74
    height: float = 0.9
    stretch: float = 1.5
    """How far a character may be stretched in one direction to fill its box."""
    weight: float = 0.01
    """Stroke growth in ems; negative values thin the strokes."""
    warp: float = 0.01
    """Amplitude of the elastic deformation in ems."""
    shear: float = 0.0
    manner: str = "ink"
    """"ink", "outlined" (a contour in `panel_ink`), or on a "disc", "diamond" or "slab"."""
    panel_ink: RGB = (206, 196, 160)
    """Ink of the contour or of the panel below the character."""


@dataclass(frozen=True, slots=True)
class FrameStyle:
    """Lines round the card, and bands across its ends."""

    kind: str = "none"
    """"none", "single", "double", "ornate", "corners" or "beaded"."""
    ink: RGB = BLACK
    margin: float = 0.06
    stroke: float = 0.02
    rounded: float = 0.03
    band: float = 0.0
    """Height of the bands at both ends; 0 for none."""
    band_ink: RGB = (40, 90, 70)
    band_pattern: str = "plain"
    """"plain", "key", "waves", "lines", "dots" or "teeth"."""


@dataclass(frozen=True, slots=True)
class IndexStyle:
    """Small signs at the ends; the lower ones are the upper ones turned by 180°."""

    kind: str = "none"
    """"none", "glyph" (the card's own character), "numeral", "arabic" or "pips"."""
    ends: int = 2
    side: str = "centre"
    """"centre", "left" (top left) or "right" (top right) of the upper end."""
    ink: RGB = BLACK
    font: str = "AR PL UMing TW"
    size: float = 0.24
    margin: float = 0.08


@dataclass(frozen=True, slots=True)
class OrnamentStyle:
    """Faint decoration that stands on every card alike."""

    kind: str = "none"
    """"none", "clouds", "waves", "sprig", "peaks", "dots", "rays" or "knot"."""
    ink: RGB = (150, 170, 160)
    top: bool = False
    bottom: bool = True
    size: float = 0.3
    """Its height."""


@dataclass(frozen=True, slots=True)
class DollStyle:
    """The doll's card."""

    kind: str = "glyph"
    """"blank", "glyph" (娃 like the other characters), or a figure: "standing", "baby",
    "face", "buns", "opera", "stick", "tumbler" or "robe"."""
    glyph: str = "娃"
    beside: str = ""
    """A small character beside the figure, or nothing."""
    two_headed: bool = False
    """The upper half again, turned by 180°, as on court cards."""
    framed: bool = False
    """A thin box round the figure."""
    place: float = 0.5
    """Height of the figure's middle."""
    size: float = 0.86
    """Share of the card's width that the figure uses."""
    tall: float = 1.0
    """How far the figure is stretched upward."""
    bare: bool = True
    """A blank card has no frame and no ornaments either."""
    skin: RGB = (244, 214, 186)
    hair: RGB = (36, 30, 30)
    dress: RGB = (46, 108, 140)
    second: RGB = (226, 176, 60)
    cheeks: RGB = (232, 140, 130)
    outline: RGB = (40, 34, 36)
    stroke: float = 0.014
    """Width of the outlines; 0 for none."""


@dataclass(frozen=True, slots=True)
class StampStyle:
    """The 坨: what marks a stamped card."""

    shape: str = "round"
    """"round", "square", "oval", "diamond" (seals), "blot", "flourish", "ring", "coin" or
    "character" (no border)."""
    glyph: str = "坨"
    """Character in a seal, or nothing."""
    relief: str = "white"
    """"white" (the character is bare in the ink) or "red" (lines of ink within a border)."""
    font: str = "Noto Sans CJK TC"
    ink: RGB = RED
    place: float = 0.78
    """Height of its middle."""
    side: float = 0.5
    """Where its middle is across the card, 0 to 1; kept on the card."""
    area: float = 0.14
    """Share of the card's area that its outline encloses, 0.08 to 0.25; at most the width's."""
    ratio: float = 1.0
    """Height over width."""
    turn: float = 0.08
    """Standard deviation of the turn in radians."""
    shift: float = 0.03
    """Standard deviation of the place."""
    cover: float = 0.6
    """0: prints below it stay as they are (transparent ink); 1: they vanish."""
    uneven: float = 0.25
    """Loss of ink in patches, 0 to 0.6."""


@dataclass(frozen=True, slots=True)
class BackStyle:
    """The back's pattern on the surface's back colour."""

    kind: str = "plain"
    """"plain", "lattice", "diamonds", "dots", "waves", "scales", "rosette", "stripes",
    "character" or "swirls"."""
    ink: RGB = (214, 170, 120)
    size: float = 0.16
    """Distance of the pattern's parts."""
    border: float = 0.0
    """Width of a border in `ink`; 0 for none."""
    glyph: str = "壽"


@dataclass(frozen=True, slots=True)
class DollCardDesign:
    """All parameters of one maker's pack.

    Attributes:
        name: What to call it.
        seed: Fixes the small irregularities.
        aspect: Height over width of the card, 1.5 to 4.2.
        corner_radius: Radius of the card's corners over its width, 0 to 0.12; pictures of
            cards are whole rectangles, whoever cuts them out rounds them.
    """

    name: str
    seed: int = 0
    aspect: float = 2.8
    corner_radius: float = 0.04
    surface: SurfaceStyle = PAPER
    paper: PaperStyle = field(default_factory=PaperStyle)
    script: ScriptStyle = field(default_factory=ScriptStyle)
    frame: FrameStyle = field(default_factory=FrameStyle)
    index: IndexStyle = field(default_factory=IndexStyle)
    ornament: OrnamentStyle = field(default_factory=OrnamentStyle)
    doll: DollStyle = field(default_factory=DollStyle)
    stamp: StampStyle = field(default_factory=StampStyle)
    back: BackStyle = field(default_factory=BackStyle)

    def __post_init__(self) -> None:
        if not 1.5 <= self.aspect <= 4.2:
            msg = f"aspect is {self.aspect}, expected height over width between 1.5 and 4.2"
            raise ValueError(msg)
        if not 0 <= self.corner_radius <= 0.12:
            msg = f"corner_radius is {self.corner_radius}, expected 0 to 0.12"
            raise ValueError(msg)
        if not 0.02 <= self.back.size <= 1:
            msg = f"back.size is {self.back.size}, expected 0.02 to 1"
            raise ValueError(msg)


def end_room(frame: FrameStyle, index: IndexStyle) -> float:
    """Return the height that band, frame and indices take at each end of the card."""
    room = frame.band + 0.04
    if frame.kind != "none":
        room += frame.margin
    if index.kind != "none":
        room += index.margin + index.size
    return room


def named_doll_designs() -> dict[str, DollCardDesign]:
    """Return the designs that ship, by name."""
    return shipped_designs(DollCardDesign, "dolls")
