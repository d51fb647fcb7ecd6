"""Single faces as a camera sees them and the locator cuts them out: light, blur, neighbours.

What the reader is trained on and what a design is enrolled with are made here, from one
picture of a face: a random patch of table with neighbours, a random viewpoint, resolution,
light and camera, an imprecise quad, any quarter turn.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth import clutter
from datasets.synth.effects import camera, exposure
from datasets.synth.scene import FaceSource
from vision.read import cut_face, lying

Rng = np.random.Generator
Picture = NDArray[np.uint8]
View = tuple[Picture, int]
"""A face (96×64×3 RGB) and its clockwise quarter turns."""

SLACK = (0.015, 0.05)
"""How imprecise quads are, in sides (a standard deviation)."""
SLACK_CARD, EDGES_CARD = (0.01, 0.04), (0.08, 0.03)
"""The same of cards, in widths, and how far their edges are from where a quad has them (standard
deviations of left and right, of top and bottom): an edge that another card hides is guessed."""
STRETCH = 0.02
"""How much too wide or too high quads are, in sides (a standard deviation)."""
COVERED = 0.7
"""How often another card lies over a card."""
MOST_HIDDEN, MUCH_HIDDEN = 0.62, 0.38
"""Share of a card's width that its neighbour may cover; in a hand it mostly covers more than the
second."""
ROUNDED, EDGE = 0.4, (0.01, 0.05)
"""How often a tile has clearly rounded edges around the flat face that is printed on, and how wide
those are, in widths of the tile."""
SIDE, SIDE_DEPTH, SIDE_SHADE = 0.35, (0.06, 0.3), (0.55, 1.1)
"""How often a side of the tile is seen below its face or beside it, how much of it, in widths of
the tile, and how bright it is beside the body's colour."""
TAKEN_IN, MOST_TAKEN_IN = 0.5, 0.13
"""How often the quad takes in some of that side, and how much at most, in heights of the tile."""
STANDING = 0.85
"""How often a face is cut with its longer sides upright, whatever its turn."""


@dataclass(frozen=True, slots=True)
class Effects:
    """What may happen to a face between the print and the picture; each can be left out.

    Attributes:
        relief: Engraved strokes, and inks of other makers.
        neighbours: Tiles beside it, soft edges, cards that lie over it.
        rounded: Rounded edges around the flat face.
        imprecise: Quads a little beside the tile's corners.
        light: Uneven, tinted, dim or glaring light.
        camera: Blur, noise, lost colour, JPEG.
        resolution: Few pixels, and fewer in the direction of view.
    """

    relief: bool = True
    neighbours: bool = True
    rounded: bool = True
    imprecise: bool = True
    light: bool = True
    camera: bool = True
    resolution: bool = True


ALL_EFFECTS = Effects()


def view_print(
    rng: Rng,
    source: FaceSource,
    art: Picture,
    *,
    printed: bool = True,
    effects: Effects = ALL_EFFECTS,
) -> View:
    """Photograph one face of a set.

    Args:
        rng: Decides everything.
        source: The set, which gives the neighbours.
        art: The face, H×W×3 RGB.
        printed: Its strokes may be engraved and its inks vary; a plain back has neither.
        effects: What may happen to it.
    """
    height, width = art.shape[:2]
    pad = int(0.3 * width)
    scene = _surroundings(rng, source, height, width, pad)
    if not effects.neighbours:
        scene[:] = scene[0, 0]
    edge = 0
    if not source.overlap and effects.rounded and rng.random() < ROUNDED:
        edge = round(float(rng.uniform(*EDGE)) * width)
        _round_edges(rng, source, scene, pad, edge)
    tile = scene[pad : pad + height, pad : pad + width]
    mask = _soft_mask(height, width, rng)
    engraved = printed and effects.relief
    shown = _relief(rng, art) if engraved else art.astype(np.float32)
    tile[:] = (tile * (1 - mask) + shown * mask).astype(np.uint8)
    quad = whole_quad(width + 2 * edge, height + 2 * edge) + np.float32(pad - edge)
    if not source.overlap and effects.neighbours and rng.random() < SIDE:
        quad = _show_side(rng, source, scene, quad, taken_in=effects.imprecise)
    if source.overlap and effects.neighbours and rng.random() < COVERED:
        _cover(rng, source, scene, pad)
    return view_quad(rng, scene, quad, effects, card=source.overlap)


def whole_quad(width: float, height: float) -> NDArray[np.float32]:
    """The corners (4×2) of a picture."""
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def view_seam(rng: Rng, source: FaceSource) -> Picture:
    """Photograph the seam between two tiles, half of each: no readable face (96×64×3 RGB)."""
    arts = [source.face(rng)[1] for _ in range(2)]
    height, width = arts[0].shape[:2]
    pair = [np.asarray(cv2.resize(art, (width, height)), np.uint8) for art in arts]
    scene = np.concatenate(pair, axis=1)
    left = np.array([width * rng.uniform(0.4, 0.6), 0])
    quad = (whole_quad(width, height) + left).astype(np.float32)
    return view_quad(rng, scene, quad)[0]


def view_thing(rng: Rng) -> Picture:
    """Photograph a playing card, a page or a part of one, as a mistaken locator would cut it."""
    art = clutter.THINGS[rng.integers(len(clutter.THINGS))](rng)
    height, width = art.shape[:2]
    share = 1.0 if rng.random() < 0.4 else float(rng.uniform(0.3, 0.9))
    w, h = int(width * share), int(height * share)
    x, y = int(rng.integers(0, width - w + 1)), int(rng.integers(0, height - h + 1))
    patch = np.ascontiguousarray(art[y : y + h, x : x + w])
    return view_quad(rng, patch, whole_quad(w, h))[0]


def is_blank(art: Picture) -> bool:
    """Whether a picture (H×W×3) shows nothing but its paper."""
    grey = cv2.cvtColor(art, cv2.COLOR_RGB2GRAY)
    height, width = grey.shape
    inner = grey[height // 8 : -height // 8, width // 8 : -width // 8]
    return bool(inner.std() < 6)


def _round_edges(rng: Rng, source: FaceSource, scene: Picture, pad: int, edge: int) -> None:
    """Lay the rounded edges of a tile, each in its own light, around the place of its face."""
    low, (high_y, high_x) = pad - edge, np.array(scene.shape[:2]) - pad + edge
    rows, columns = slice(low, high_y), slice(low, high_x)
    for side in (
        (slice(low, pad), columns),
        (slice(high_y - edge, high_y), columns),
        (rows, slice(low, pad)),
        (rows, slice(high_x - edge, high_x)),
    ):
        scene[side] = np.clip(source.body_colour * rng.uniform(0.75, 1.1), 0, 255)


def _show_side(
    rng: Rng, source: FaceSource, scene: Picture, quad: NDArray[np.float32], *, taken_in: bool
) -> NDArray[np.float32]:
    """Draw one side of a tile beside its quad (4×2, upright), as a camera at a slant sees it.

    Returns:
        The quad, which may take in a part of the side, as a locator does that sees no edge.
    """
    (x0, y0), (x1, y1) = quad[0].astype(int), quad[2].astype(int)
    depth = round(float(rng.uniform(*SIDE_DEPTH)) * (x1 - x0))
    which = int(rng.choice(4, p=[0.2, 0.15, 0.5, 0.15]))  # above, right, below, left
    strip = (
        (slice(max(0, y0 - depth), y0), slice(x0, x1)),
        (slice(y0, y1), slice(x1, x1 + depth)),
        (slice(y1, y1 + depth), slice(x0, x1)),
        (slice(y0, y1), slice(max(0, x0 - depth), x0)),
    )[which]
    scene[strip] = np.clip(source.body_colour * rng.uniform(*SIDE_SHADE), 0, 255)
    if not taken_in or rng.random() >= TAKEN_IN:
        return quad
    outwards = np.array([[0, -1], [1, 0], [0, 1], [-1, 0]], np.float32)[which]
    reach = min(depth, float(rng.uniform(0, MOST_TAKEN_IN)) * (y1 - y0))
    result = quad.copy()
    result[[which, (which + 1) % 4]] += outwards * np.float32(reach)
    return result


def _cover(rng: Rng, source: FaceSource, scene: Picture, pad: int) -> None:
    """Lay another card of the set over a part of the card in a scene (in place)."""
    _, art = source.face(rng)
    height, width = scene.shape[0] - 2 * pad, scene.shape[1] - 2 * pad
    art = np.asarray(cv2.resize(art, (width, height)), np.uint8)
    least = MUCH_HIDDEN if rng.random() < 0.6 else 0.05
    hidden = float(rng.uniform(least, MOST_HIDDEN)) * width
    side = 1 if rng.random() < 0.75 else -1
    shift = side * (width - hidden)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), float(rng.normal(0, 4)), 1.0)
    turn[:, 2] += [pad + shift, pad + rng.normal(0, 0.06) * height]
    size = (scene.shape[1], scene.shape[0])
    laid = cv2.warpAffine(art, turn, size)
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), turn, size)
    shade = cv2.GaussianBlur(mask, (0, 0), max(0.5, 0.02 * width))[..., None] / 255.0
    dark = scene * (1 - rng.uniform(0, 0.5) * shade)
    cover = mask[..., None] / 255.0
    scene[:] = (dark * (1 - cover) + laid * cover).astype(np.uint8)


def _relief(rng: Rng, art: Picture) -> NDArray[np.float32]:
    """Engraved strokes: a thin dark rim on one side and a light one on the other."""
    result = art.astype(np.float32)
    if rng.random() < 0.5:
        grey = cv2.GaussianBlur(cv2.cvtColor(art, cv2.COLOR_RGB2GRAY), (0, 0), 1.0)
        slope = cv2.Sobel(grey, cv2.CV_32F, 1, 1, ksize=3) * rng.uniform(-0.5, 0.5)
        result = result + slope[..., None]
    if rng.random() < 0.3:
        result = recolour(rng, result)
    return np.clip(result, 0, 255)


def recolour(rng: Rng, art: NDArray[np.float32]) -> NDArray[np.float32]:
    """Mute or mix the ink's colours, as other makers' paints would."""
    grey = art.mean(axis=2, keepdims=True)
    if rng.random() < 0.5:
        return np.asarray(grey + (art - grey) * rng.uniform(0, 0.8), np.float32)
    mix = np.eye(3) * rng.uniform(0.5, 1.0) + rng.dirichlet(np.ones(3), 3) * 0.4
    mix /= mix.sum(axis=1, keepdims=True)
    return np.asarray(art @ mix.T, np.float32)


def _surroundings(rng: Rng, source: FaceSource, height: int, width: int, pad: int) -> Picture:
    """A patch of table, often with neighbour tiles left and right or above and below."""
    size = (width + 2 * pad, height + 2 * pad)
    scene = np.ascontiguousarray(np.ones((size[1], size[0], 3)) * rng.uniform(10, 240, 3), np.uint8)
    if rng.random() < 0.7:
        gap = int(rng.uniform(0, 0.06) * width)
        body = np.clip(source.body_colour * rng.uniform(0.85, 1.0), 0, 255).astype(np.uint8)
        scene[pad : pad + height, : pad - gap] = body
        scene[pad : pad + height, pad + width + gap :] = body
        if rng.random() < 0.5:
            scene[: pad - gap, pad : pad + width] = body
            scene[pad + height + gap :, pad : pad + width] = body
    return scene


def _soft_mask(height: int, width: int, rng: Rng) -> NDArray[np.float32]:
    mask = np.zeros((height, width), np.float32)
    edge = int(rng.uniform(0, 0.05) * width) + 1
    mask[edge:-edge, edge:-edge] = 1
    soft = np.asarray(cv2.GaussianBlur(mask, (0, 0), 1.5 + edge / 2), np.float32)
    return soft[..., np.newaxis]


def view_quad(
    rng: Rng,
    scene: Picture,
    quad: NDArray[np.float32],
    effects: Effects = ALL_EFFECTS,
    *,
    card: bool = False,
) -> View:
    """Cut a face (4×2 pixels of a picture) by an imprecise quad at a random resolution and turn."""
    sides = np.linalg.norm(quad[[1, 3]] - quad[0], axis=1)
    target = float(np.exp(rng.uniform(np.log(20), np.log(140))))
    # A tile seen at a slant is foreshortened: its height has fewer pixels than its width.
    slant = float(rng.uniform(0.3, 1.0)) if rng.random() < 0.4 else 1.0
    scale = np.minimum(1.0, target / sides[0] * np.array([1.0, slant]))
    if not effects.resolution:
        scale = np.ones(2)
    if scale.min() < 1:
        scene = np.asarray(
            cv2.resize(scene, None, fx=scale[0], fy=scale[1], interpolation=cv2.INTER_AREA),
            np.uint8,
        )
    if effects.camera:
        scene = camera(rng, scene)
    if effects.light:
        scene = light(rng, scene)
    cut = quad
    if effects.imprecise and card:
        cut = _guessed(rng, quad)
    elif effects.imprecise:
        jitter = rng.normal(0, 1, (4, 2)) * rng.uniform(*SLACK) * sides
        cut = quad + jitter + (quad - quad.mean(axis=0)) * rng.normal(0, STRETCH, 2)
    cut = (cut * scale).astype(np.float32)
    turn = int(rng.integers(4))
    if rng.random() < STANDING:
        # As the reader cuts them first: the longer sides upright.
        turn -= (turn + bool(lying(cut[None])[0])) % 2
        turn %= 4
    return cut_face(scene, np.roll(cut, turn, axis=0)), turn


def _guessed(rng: Rng, quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The quad of a card (4×2) as a locator takes it to be, of which others hide some edges."""
    across, down = quad[1] - quad[0], quad[3] - quad[0]
    width = float(np.linalg.norm(across))
    down = down * (width / max(float(np.linalg.norm(down)), 1e-6))
    left, right = rng.normal(0, EDGES_CARD[0], 2)
    top, bottom = rng.normal(0, EDGES_CARD[1], 2)
    moved = np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
    jitter = rng.normal(0, 1, (4, 2)) * rng.uniform(*SLACK_CARD) * width
    return np.asarray(quad + moved @ np.stack([across, down]) + jitter, np.float32)


def light(rng: Rng, picture: Picture) -> Picture:
    """Light a picture (H×W×3) unevenly, tint it, sometimes with a glare."""
    result = picture.astype(np.float32)
    if rng.random() < 0.5:
        field = rng.uniform(0.7, 1.25, (2, 2)).astype(np.float32)
        result *= cv2.resize(field, picture.shape[1::-1])[..., None]
    result *= (1 + rng.normal(0, 0.07, 3)) * exposure(rng)
    grey = result.mean()
    result = grey + (result - grey) * rng.uniform(0.6, 1.2)
    if rng.random() < 0.12:
        height, width = picture.shape[:2]
        spot = np.zeros((height, width), np.float32)
        centre = (int(rng.uniform(0, width)), int(rng.uniform(0, height)))
        cv2.circle(spot, centre, int(rng.uniform(0.05, 0.25) * width), 1.0, -1)
        result += 160 * cv2.GaussianBlur(spot, (0, 0), 0.08 * width)[..., None]
    return np.asarray(np.clip(result, 0, 255), np.uint8)
