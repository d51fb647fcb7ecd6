"""One whole card, from a design."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from datasets.designs.doll_cards.backs import draw_back
from datasets.designs.doll_cards.canvas import CardCanvas, age_paper
from datasets.designs.doll_cards.design import DollCardDesign
from datasets.designs.doll_cards.figures import draw_doll
from datasets.designs.doll_cards.frame import draw_bands, draw_frame, draw_ornament
from datasets.designs.doll_cards.script import draw_indices, draw_script
from datasets.designs.doll_cards.stamps import draw_stamp
from scoring.tiles import Family, Tile, UnknownTileError


def draw_doll_card(
    design: DollCardDesign,
    tile: Tile,
    height: int = 220,
    rng: np.random.Generator | None = None,
) -> NDArray[np.uint8]:
    """Draw a card upright, as a whole rectangle.

    Args:
        design: The maker's pack.
        tile: A doll card, plain or stamped, or its back.
        height: Pixels.
        rng: Source of what differs between two copies: the stamp's place, turn and ink, and
            the paper. By default it follows from design and card, so that the picture
            depends on nothing but the arguments and the installed fonts.

    Returns:
        RGB pixels, height × (height / aspect) × 3.

    Raises:
        UnknownTileError: The tile is not a doll card.
        FontsMissingError: A character is needed and no font has it.
    """
    if tile.family is not Family.DOLLS:
        raise UnknownTileError(f"{tile}: a design of doll cards has doll cards only")
    if rng is None:
        rng = np.random.default_rng([design.seed, *tile.face.encode(), tile.stamped])
    surface = design.surface
    if tile.is_back:
        back = CardCanvas(height, design.aspect, surface.back)
        draw_back(back, design.back, design.script.font)
        return age_paper(back.finish(surface, rng), design.paper, rng)
    canvas = CardCanvas(height, design.aspect, surface.face)
    _draw_print(canvas, design, tile.face)
    if tile.stamped:
        draw_stamp(canvas, design.stamp, design.seed, rng)
    return age_paper(canvas.finish(surface, rng), design.paper, rng)


def _draw_print(canvas: CardCanvas, design: DollCardDesign, face: str) -> None:
    """Draw what is printed on every copy of the card."""
    blank = face == "doll" and design.doll.kind == "blank"
    if blank and design.doll.bare:
        return
    frame = design.frame
    draw_bands(canvas, frame)
    clear = frame.band + (0.03 if frame.kind == "none" else frame.margin + 2 * frame.stroke)
    draw_ornament(canvas, design.ornament, clear)
    draw_frame(canvas, frame)
    if blank:
        return
    draw_indices(canvas, design, face)
    if face == "doll" and design.doll.kind != "glyph":
        draw_doll(canvas, design)
    else:
        draw_script(canvas, design, face)
