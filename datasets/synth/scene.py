"""Compose a picture of tiles on a table, with the exact corners of every visible face."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth import backgrounds, clutter, effects
from datasets.synth.camera import Camera, look_at
from datasets.synth.layouts import Body, Pose, random_layout
from vision.geometry import quad_areas

Rng = np.random.Generator
Picture = NDArray[np.uint8]

MIN_VISIBLE, MIN_VISIBLE_CARD = 0.45, 0.3
"""Faces of which less than this share can be seen are not labelled. Cards are held so that
a strip of each shows."""
HAND_RATE = 0.08
"""Share of random scenes with fingers in the picture."""
TRAY_RATE = 0.25
"""Share of random scenes whose tiles lie in a box."""
MIN_SHAPE = 0.27
"""Faces seen at such a slant that their area is less than this share of what it is from
above (for the same longer side) are not labelled."""
MIN_SIDE = 7.0
"""Faces with a shorter mean side than this many pixels are not labelled."""


class FaceSource(Protocol):
    """One physical set: pictures of its faces and how its tiles are made."""

    aspect: float
    """Height of a face over its width."""
    body_colour: NDArray[np.float32]
    back_colour: NDArray[np.float32]
    depth: tuple[float, float]
    """Least and largest thickness in widths."""
    overlap: bool
    """Cards, which are laid over each other."""
    corner_radius: float
    """Radius of the rounded corners in widths."""

    def face(self, rng: Rng) -> tuple[str, Picture]:
        """Draw any face: its notation and its picture (H×W×3 RGB)."""

    def back(self, rng: Rng) -> Picture:
        """Picture of a tile's back (H×W×3 RGB)."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture (H×W×3 RGB) and its truth.

    Attributes:
        pixels: The picture.
        tiles: Notation of each labelled face; ``back`` for a face-down tile.
        corners: n×4×2 pixels, clockwise from the face's own top left.
    """

    pixels: Picture
    tiles: tuple[str, ...]
    corners: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Solid:
    """A tile as a box: eight corners, first the face's four, then those behind them (8×3)."""

    corners: NDArray[np.float64]
    name: str
    art: Picture
    layer: int

    @property
    def centre(self) -> NDArray[np.float64]:
        result: NDArray[np.float64] = self.corners.mean(axis=0)
        return result


LAYER_LIFT = 0.15
"""Thicknesses by which a card lies higher than the one that it leans on."""
SIDES = ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
"""The four side faces of a solid by corner index: above, right, below, left of the face."""


def compose_scene(
    rng: Rng,
    source: FaceSource,
    size: tuple[int, int] = (640, 640),
    *,
    poses: list[Pose] | None = None,
    camera: Camera | None = None,
    faces: list[tuple[str, Picture]] | None = None,
) -> Scene:
    """Compose one scene.

    Args:
        rng: Decides everything that is not given; the same state gives the same scene.
        source: The set that the tiles belong to.
        size: Width and height in pixels.
        poses: Where the tiles lie; random if not given.
        camera: The viewpoint; random if not given.
        faces: The face of each pose; drawn from the source if not given.
    """
    body = Body(source.aspect, float(rng.uniform(*source.depth)))
    boxed = poses is None and not source.overlap and rng.random() < TRAY_RATE
    fingers = poses is None and rng.random() < HAND_RATE
    poses = random_layout(rng, body, cards=source.overlap) if poses is None else poses
    solids = [
        _solid(pose, body, *_choose_art(rng, source, pose, faces, index))
        for index, pose in enumerate(poses)
    ]
    camera = _random_camera(rng, poses, solids, size) if camera is None else camera
    canvas = backgrounds.table_top(rng, size)
    if boxed:
        _lay_tray(rng, canvas, solids, camera)
    canvas = _cast_shadows(rng, canvas, solids, camera)
    owner = np.full((size[1], size[0]), -1, np.int32)
    lamp = rng.normal(0, 1, 3) + np.array([0, -0.3, 2.5])
    lamp /= np.linalg.norm(lamp)
    painter = _Painter(rng, source, camera, lamp, canvas, owner)
    for index in sorted(range(len(solids)), key=lambda i: _painting_order(solids[i], camera)):
        painter.draw(solids[index], index)
    if fingers:
        clutter.lay_fingers(rng, canvas, owner)
    least = MIN_VISIBLE_CARD if source.overlap else MIN_VISIBLE
    truth = _visible_faces(solids, camera, owner, least, source.aspect)
    pixels = effects.camera(rng, effects.light(rng, canvas))
    names = tuple(solids[index].name for index, _ in truth)
    corners = np.array([quad for _, quad in truth], np.float32).reshape(-1, 4, 2)
    return Scene(pixels, names, corners)


def _painting_order(solid: _Solid, camera: Camera) -> tuple[int, float]:
    """Lower cards before those that lie over them, far tiles before near ones."""
    return solid.layer, -float(np.linalg.norm(solid.centre - camera.eye))


def _choose_art(
    rng: Rng,
    source: FaceSource,
    pose: Pose,
    faces: list[tuple[str, Picture]] | None,
    index: int,
) -> tuple[str, Picture]:
    if pose.face_down:
        return "back", source.back(rng)
    return source.face(rng) if faces is None else faces[index]


def _solid(pose: Pose, body: Body, name: str, art: Picture) -> _Solid:
    yaw = np.radians(pose.yaw)
    right = np.array([np.cos(yaw), np.sin(yaw), 0.0])
    away = np.array([-np.sin(yaw), np.cos(yaw), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    foot = np.array([pose.x, pose.y, 0.0])
    if pose.standing:
        down, normal = -up, -away
        front = foot + up * body.height / 2 + normal * body.depth / 2
    else:
        down, normal = -away, up
        front = foot + up * body.depth * (pose.level + 1 + LAYER_LIFT * max(0, pose.layer))
    if pose.upside_down:
        right, down = -right, -down
    half_w, half_h = right / 2, down * body.height / 2
    face = np.array([-half_w - half_h, half_w - half_h, half_w + half_h, -half_w + half_h]) + front
    corners = np.concatenate([face, face - normal * body.depth])
    return _Solid(corners, name, art, pose.layer)


def _random_camera(
    rng: Rng, poses: list[Pose], solids: list[_Solid], size: tuple[int, int]
) -> Camera:
    """Look at the tiles from a plausible seat, near enough to fill the picture."""
    standing = any(pose.standing for pose in poses)
    elevation = rng.uniform(12, 50) if standing else 90 - abs(rng.normal(0, 30)) % 72
    roll = rng.normal(0, 6) if rng.random() < 0.6 else rng.uniform(0, 360)
    azimuth = rng.normal(0, 12) if standing else rng.normal(0, 25)
    focal = rng.uniform(0.75, 1.6)
    points = np.concatenate([s.corners for s in solids])
    near = points[points[:, 1] < np.percentile(points[:, 1], 75) + 0.5]
    target = (near.min(axis=0) + near.max(axis=0)) / 2
    fill = rng.uniform(0.55, 0.98) if rng.random() < 0.75 else rng.uniform(0.98, 1.5)
    distance = 12.0
    half = np.array(size) / 2
    for _ in range(3):
        camera = look_at(
            target, distance=distance, elevation=elevation, azimuth=azimuth, roll=roll,
            focal=focal, size=size,
        )  # fmt: skip
        reach = np.percentile(np.abs(camera.project(near) - half) / half, 98, axis=0).max()
        distance = float(np.clip(distance * reach / fill, 4.0, 60.0))
    shift = rng.normal(0, 0.06, 2) * half
    moved = np.array([[1, 0, shift[0]], [0, 1, shift[1]], [0, 0, 1]]) @ camera.matrix
    return Camera(moved, camera.eye)


def _lay_tray(rng: Rng, canvas: Picture, solids: list[_Solid], camera: Camera) -> None:
    """Put the tiles into a box: between them its floor shows, which is no tile.

    Empty places among tiles have the shape of a tile, and dark ones look like a back.
    """
    feet = np.concatenate([solid.corners[:, :2] for solid in solids])
    margin = rng.uniform(0.1, 0.6)
    low, high = feet.min(axis=0) - margin, feet.max(axis=0) + margin
    floor = rng.uniform(10, 70, 3) if rng.random() < 0.7 else rng.uniform(30, 200, 3)
    for grow, shade in ((rng.uniform(0.15, 0.4), rng.uniform(0.7, 1.5)), (0.0, 1.0)):
        (x0, y0), (x1, y1) = low - grow, high + grow
        ground = np.array([[x0, y0, 0], [x1, y0, 0], [x1, y1, 0], [x0, y1, 0]])
        points = np.round(np.clip(camera.project(ground), -4e3, 4e3)).astype(np.int32)
        ink = tuple(float(v) for v in np.clip(floor * shade, 0, 255))
        cv2.fillConvexPoly(canvas, points, ink, cv2.LINE_AA)


def _cast_shadows(rng: Rng, canvas: Picture, solids: list[_Solid], camera: Camera) -> Picture:
    """Darken the table where the tiles keep the light away."""
    height, width = canvas.shape[:2]
    mask = np.zeros((height, width), np.uint8)
    slant = rng.uniform(0.1, 0.9)
    angle = rng.uniform(0, 2 * np.pi)
    offset = slant * np.array([np.cos(angle), np.sin(angle)])
    for solid in solids:
        ground = solid.corners.copy()
        ground[:, :2] += ground[:, 2:] * offset
        ground[:, 2] = 0
        hull = cv2.convexHull(camera.project(ground).astype(np.float32))
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 255)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.8, 6))
    strength = rng.uniform(0.15, 0.7)
    shaded = canvas * (1 - strength * soft[..., None].astype(np.float32) / 255)
    return np.asarray(shaded, np.uint8)


@dataclass(frozen=True, slots=True)
class _Painter:
    """Draws solids, the far ones first, into a picture and a map of who owns each pixel.

    Attributes:
        rng: Varies the print's brightness from tile to tile.
        source: The colours of the tiles.
        camera: The viewpoint.
        lamp: Unit vector towards the light.
        canvas: H×W×3 RGB.
        owner: H×W; the index of the face that is seen there, -1 for anything else.
    """

    rng: Rng
    source: FaceSource
    camera: Camera
    lamp: NDArray[np.float64]
    canvas: Picture
    owner: NDArray[np.int32]

    def draw(self, solid: _Solid, index: int) -> None:
        """Draw the sides and the front that the camera sees."""
        # A face-down tile is drawn upside down: its "face" is the coloured back.
        near, far, depth = self.source.body_colour, self.source.back_colour, 0.65
        if solid.name == "back":
            near, far, depth = far, near, 0.35
        self._sides(solid.corners, near, far, depth)
        front, rear = solid.corners[:4], solid.corners[4:]
        normal = (front - rear).mean(axis=0)
        if normal @ (self.camera.eye - front.mean(axis=0)) > 0:
            shade = 0.8 + 0.2 * self._lit(normal)
            quad = self.camera.project(front).astype(np.float32)
            self._fill(quad, near * shade * self.rng.uniform(0.82, 0.95), index)
            shade *= self.rng.uniform(0.96, 1.04)
            _paste_face(self.canvas, quad, solid.art, shade, self.source.corner_radius)

    def _sides(
        self,
        corners: NDArray[np.float64],
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
            shade = 0.62 + 0.38 * self._lit(outward)
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


def _paste_face(
    canvas: Picture, quad: NDArray[np.float32], art: Picture, shade: float, radius: float
) -> None:
    """Warp the printed face into its quad, with rounded corners that leave the bevel visible."""
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
    edge = max(0, round(0.015 * width))
    cv2.rectangle(mask, (edge + radius, edge), (width - 1 - edge - radius, height - 1 - edge),
                  255, -1)  # fmt: skip
    cv2.rectangle(mask, (edge, edge + radius), (width - 1 - edge, height - 1 - edge - radius),
                  255, -1)  # fmt: skip
    for x in (edge + radius, width - 1 - edge - radius):
        for y in (edge + radius, height - 1 - edge - radius):
            cv2.circle(mask, (x, y), radius, 255, -1)
    return mask


def _visible_faces(
    solids: list[_Solid], camera: Camera, owner: NDArray[np.int32], least: float, aspect: float
) -> list[tuple[int, NDArray[np.float32]]]:
    """Indices and quads of the faces that a person could read or at least see."""
    height, width = owner.shape
    seen = np.bincount(owner[owner >= 0].ravel(), minlength=len(solids))
    result = []
    for index, solid in enumerate(solids):
        quad = camera.project(solid.corners[:4]).astype(np.float32)
        area = abs(float(quad_areas(quad)))
        sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
        middle = quad.mean(axis=0)
        inside = 0 <= middle[0] < width and 0 <= middle[1] < height
        thin = area < MIN_SHAPE * sides.max() ** 2 / aspect
        if inside and not thin and sides.mean() >= MIN_SIDE and seen[index] >= least * area:
            result.append((index, quad))
    return result
