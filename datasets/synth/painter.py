"""The quick painter: solids drawn back to front with flat shading and warped faces."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.camera import Camera
from datasets.synth.racks import Rack
from datasets.synth.relief import engraved
from datasets.synth.solids import SIDES, Corners, Solid
from datasets.synth.stage import FaceSource, Stage

Rng = np.random.Generator
Picture = NDArray[np.uint8]

FLAT_BEVEL = 0.015
"""Width of the edges of a tile that are hardly rounded, in widths of the tile."""
TILTS = (70.0, 45.0, 20.0)
"""Slopes of the strips that make a rounded edge, from the outside to the flat face; degrees."""
HAZY = 0.94
"""Brightness of a side that no lamp shines on where light comes from everywhere."""
CONTACT_REACH = 0.03
"""How far a card's shadow reaches over the card below, in widths (a standard deviation)."""
JUST = 1e-3
"""Tile widths by which a rack's lip is nearer than the tiles behind it."""


@dataclass(frozen=True, slots=True)
class Surface:
    """What the surface of a scene's tiles does with the light.

    Attributes:
        relief: How strongly engraved faces are shaded; 0 for flat print.
        contact: Share of the light that a card keeps from what it lies on, beside its edges.
        bevel: Radius of the tiles' edges, in widths.
        haze: How little sides differ from faces in brightness: 0 in the light of one lamp from
            above, 1 where light comes from everywhere.
    """

    relief: float = 0.0
    contact: float = 0.0
    bevel: float = FLAT_BEVEL
    haze: float = 0.0


FLAT = Surface()
"""Smooth tiles with sharp edges."""


@dataclass(frozen=True, slots=True)
class Painter:
    """Draws solids, the far ones first, into a picture and a map of who owns each pixel.

    Attributes:
        rng: Varies the print's brightness from tile to tile.
        source: The colours of the tiles.
        camera: The viewpoint.
        lamp: Unit vector towards the light.
        canvas: H×W×3 RGB.
        owner: H×W; the index of the face that is seen there, -1 for anything else.
        surface: What the tiles' surface does with the light.
    """

    rng: Rng
    source: FaceSource
    camera: Camera
    lamp: NDArray[np.float64]
    canvas: Picture
    owner: NDArray[np.int32]
    surface: Surface = FLAT

    def paint(self, stage: Stage) -> None:
        """Draw everything on the stage, lower cards and far things first."""
        away = [float(np.linalg.norm(s.centre - self.camera.eye)) for s in stage.solids]
        jobs: list[tuple[int, float, Rack | int, bool]] = [
            (solid.layer, -away[index], index, False) for index, solid in enumerate(stage.solids)
        ]
        for rack in stage.racks:
            distances = [away[index] for index in rack.tiles]
            jobs.append((0, -max(distances) - JUST, rack, False))
            jobs.append((0, -min(distances) + JUST, rack, True))
        for _, _, what, is_lip in sorted(jobs, key=lambda job: job[:2]):
            if isinstance(what, int):
                self._tile(stage.solids[what], what)
            else:
                self._box(what.lip if is_lip else what.back, what.colour)

    def _tile(self, solid: Solid, index: int) -> None:
        """Draw the sides and the front that the camera sees."""
        # A face-down tile is drawn upside down: its "face" is the coloured back.
        near, far, depth = self.source.body_colour, self.source.back_colour, 0.65
        if solid.name == "back":
            near, far, depth = far, near, 0.35
        self._sides(solid.corners, near, far, depth)
        normal = _facing(solid.corners, self.camera)
        if normal is not None:
            shade = 0.8 + 0.2 * self._lit(normal)
            quad = self.camera.project(solid.corners[:4]).astype(np.float32)
            if self.surface.contact:
                _shade_around(self.canvas, quad, self.surface.contact)
            self._fill(quad, near * shade * self.rng.uniform(0.82, 0.95), index)
            if self.surface.bevel > FLAT_BEVEL:
                self._edges(solid.corners, near, index)
                flat = solid.corners[:4] + _inward(solid.corners, self.surface.bevel - FLAT_BEVEL)
                quad = self.camera.project(flat).astype(np.float32)
            shade *= self.rng.uniform(0.96, 1.04)
            light = self._across(solid) if self.surface.relief and solid.name != "back" else None
            radius = self.source.corner_radius
            _paste_face(self.canvas, quad, solid.art, shade=shade, radius=radius, light=light)

    def _edges(self, corners: Corners, colour: NDArray[np.float32], index: int) -> None:
        """Draw the rounded edges of a face: strips that slope more the further out they are."""
        front = corners[:4]
        normal = (front[0] - corners[4]) / np.linalg.norm(front[0] - corners[4])
        inward = _inward(corners, self.surface.bevel)
        for number, tilt in enumerate(np.radians(TILTS)):
            outer, inner = (front + inward * step / len(TILTS) for step in (number, number + 1))
            for one in range(4):
                two = (one + 1) % 4
                outward = -(inward[one] + inward[two]) / np.linalg.norm(inward[one] + inward[two])
                lit = self._lit(np.cos(tilt) * normal + np.sin(tilt) * outward)
                strip = np.array([outer[one], outer[two], inner[two], inner[one]])
                self._fill(self.camera.project(strip), colour * (0.68 + 0.32 * lit), index)

    def _across(self, solid: Solid) -> tuple[float, float]:
        """The lamp's direction along the face's right and down, times the relief."""
        top_left, top_right, _, bottom_left = solid.corners[:4]
        axes = top_right - top_left, bottom_left - top_left
        x, y = (
            self.surface.relief * float(axis @ self.lamp / np.linalg.norm(axis)) for axis in axes
        )
        return x, y

    def _box(self, corners: Corners, colour: NDArray[np.float32]) -> None:
        """Draw a plain box."""
        self._sides(corners, colour, colour, 0.5)
        normal = _facing(corners, self.camera)
        if normal is not None:
            self._fill(self.camera.project(corners[:4]), colour * (0.8 + 0.2 * self._lit(normal)))

    def _sides(
        self,
        corners: Corners,
        near: NDArray[np.float32],
        far: NDArray[np.float32],
        depth: float,
    ) -> None:
        """Draw the side faces (see `SIDES`) in two colours with the seam at ``depth``."""
        front, rear = corners[:4], corners[4:]
        seam = front + (rear - front) * depth
        for side in SIDES:
            first, second = side[:2]
            outward = corners[[first, second]].mean(axis=0) - front.mean(axis=0)
            if outward @ (self.camera.eye - corners[list(side)].mean(axis=0)) <= 0:
                continue
            ambient = 0.62 + (HAZY - 0.62) * self.surface.haze
            shade = ambient + (1 - ambient) * self._lit(outward)
            for start, end, colour in ((front, seam, near), (seam, rear, far)):
                strip = np.array([start[first], start[second], end[second], end[first]])
                self._fill(self.camera.project(strip), colour * shade)

    def _lit(self, normal: NDArray[np.float64]) -> float:
        """Cosine between a surface's normal and the light, 0 where it faces away."""
        return max(0.0, float(normal @ self.lamp) / float(np.linalg.norm(normal)))

    def _fill(
        self, polygon: NDArray[np.floating], colour: NDArray[np.floating], index: int = -1
    ) -> None:
        points = np.round(np.clip(polygon, -4e3, 4e3) * 16).astype(np.int32)
        ink = tuple(float(v) for v in np.clip(colour, 0, 255))
        cv2.fillConvexPoly(self.canvas, points, ink, cv2.LINE_AA, 4)
        cv2.fillConvexPoly(self.owner, points, index, cv2.LINE_8, 4)


def _inward(corners: Corners, share: float) -> Corners:
    """What moves a face's corners (4×3) inwards by a share of its width from both sides."""
    across, down = corners[1] - corners[0], corners[3] - corners[0]
    x, y = (share * np.linalg.norm(across) * axis / np.linalg.norm(axis) for axis in (across, down))
    return np.array([x + y, y - x, -x - y, x - y])


def _facing(corners: Corners, camera: Camera) -> NDArray[np.float64] | None:
    """The normal of a box's face, or None where the camera sees it from behind."""
    front, rear = corners[:4], corners[4:]
    normal: NDArray[np.float64] = (front - rear).mean(axis=0)
    return normal if normal @ (camera.eye - front.mean(axis=0)) > 0 else None


def cast_shadows(rng: Rng, canvas: Picture, stage: Stage) -> Picture:
    """Darken the table where tiles and racks keep the light away."""
    height, width = canvas.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    slant = rng.uniform(0.1, 0.9)
    angle = rng.uniform(0, 2 * np.pi)
    offset = slant * np.array([np.cos(angle), np.sin(angle)])
    boxes = [solid.corners for solid in stage.solids]
    boxes += [corners for rack in stage.racks for corners in (rack.back, rack.lip)]
    for corners in boxes:
        ground = corners.copy()
        ground[:, :2] += ground[:, 2:] * offset
        ground[:, 2] = 0
        hull = cv2.convexHull(stage.camera.project(ground).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 6))
    strength = rng.uniform(0.15, 0.7)
    shaded = canvas * (1 - strength * soft[..., None].astype(np.float32) / 255)
    return np.asarray(shaded, np.uint8)


def _shade_around(canvas: Picture, quad: NDArray[np.float32], strength: float) -> None:
    """Darken what lies under a card's edges, softly (in place).

    Where white cards meet, a photo shows this shadow and often nothing else.

    Args:
        canvas: H×W×3 RGB.
        quad: 4×2 pixels, the card.
        strength: Share of the light that is missing at the edge.
    """
    reach = CONTACT_REACH * float(np.linalg.norm(quad[1] - quad[0]))
    low = np.maximum(np.floor(quad.min(axis=0) - 3 * reach).astype(int), 0)
    high = np.ceil(quad.max(axis=0) + 3 * reach).astype(int) + 1
    high = np.minimum(high, [canvas.shape[1], canvas.shape[0]])
    if np.any(high - low < 2):
        return
    mask = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
    cv2.fillConvexPoly(mask, np.round(quad - low).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, reach))
    region = canvas[low[1] : high[1], low[0] : high[0]]
    # The blurred mask is a half at the edge itself.
    region[:] = (region * (1 - 2 * strength * (soft[..., None] / np.float32(255)))).astype(np.uint8)


def _paste_face(
    canvas: Picture,
    quad: NDArray[np.float32],
    art: Picture,
    *,
    shade: float,
    radius: float,
    light: tuple[float, float] | None,
) -> None:
    """Warp the face into its quad, with rounded corners that leave the bevel visible.

    Args:
        canvas: H×W×3 RGB, changed in place.
        quad: 4×2 pixels.
        art: The face, H×W×3 RGB.
        shade: Brightness of the flat face.
        radius: Of the corners, in widths.
        light: See :func:`datasets.synth.relief.engraved`; None for flat print.
    """
    low = np.floor(quad.min(axis=0)).astype(int) - 1
    high = np.ceil(quad.max(axis=0)).astype(int) + 2
    low = np.maximum(low, 0)
    high = np.minimum(high, [canvas.shape[1], canvas.shape[0]])
    if np.any(high - low < 2):
        return
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    target = (max(4, round((sides[0] + sides[2]) / 2)), max(4, round((sides[1] + sides[3]) / 2)))
    scale = min(1.0, 1.5 * max(target[0] / art.shape[1], target[1] / art.shape[0]))
    if scale < 1:
        art = np.asarray(
            cv2.resize(art, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
    if light is not None:
        art = engraved(art, light)
    height, width = art.shape[:2]
    box = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(box, (quad - low).astype(np.float32))
    size = (int(high[0] - low[0]), int(high[1] - low[1]))
    warped = cv2.warpPerspective(art, matrix, size, flags=cv2.INTER_LINEAR,
                                 borderMode=cv2.BORDER_REPLICATE)  # fmt: skip
    alpha = cv2.warpPerspective(
        _rounded(width, height, radius), matrix, size, flags=cv2.INTER_LINEAR
    )
    region = canvas[low[1] : high[1], low[0] : high[0]]
    weight = alpha[..., None].astype(np.float32) / 255
    mixed = region * (1 - weight) + np.clip(warped * shade, 0, 255) * weight
    region[:] = mixed.astype(np.uint8)


def _rounded(width: int, height: int, share: float) -> Picture:
    """Mask of a face with corners rounded by a share of its width, and a narrow bevel."""
    mask = np.zeros((height, width), np.uint8)
    radius = max(1, round(share * width))
    edge = max(0, round(FLAT_BEVEL * width))
    cv2.rectangle(mask, (edge + radius, edge), (width - 1 - edge - radius, height - 1 - edge),
                  255, -1)  # fmt: skip
    cv2.rectangle(mask, (edge, edge + radius), (width - 1 - edge, height - 1 - edge - radius),
                  255, -1)  # fmt: skip
    for x in (edge + radius, width - 1 - edge - radius):
        for y in (edge + radius, height - 1 - edge - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask
