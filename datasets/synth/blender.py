"""The only module that talks to Blender: boxes, materials, lamp and lens of one picture.

``bpy`` is Blender as a Python module; it is imported when a picture is rendered.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synth.camera import Camera
from datasets.synth.solids import SIDES, Corners
from scoring.errors import WahuaError

Picture = NDArray[np.uint8]
RGB = NDArray[np.float32]

SENSOR = 36.0
"""Millimetres of Blender's film across; only its ratio to the focal length matters."""
BEVEL_SEGMENTS = 4


class TracerMissingError(WahuaError):
    """Blender's module is not installed."""

    type: ClassVar[str] = "tracer-missing"
    title: ClassVar[str] = "Pictures cannot be path traced"


@dataclass(frozen=True, slots=True)
class Finish:
    """What the surface of a block is like.

    Attributes:
        bevel: Radius of its edges, tile widths.
        roughness: 0 mirrors, 1 is matt.
        coat: Weight of a clear varnish, 0 to 1.
        relief: How deep its picture is engraved, tile widths.
    """

    bevel: float = 0.0
    roughness: float = 0.35
    coat: float = 0.0
    relief: float = 0.0


@dataclass(frozen=True, slots=True)
class Block:
    """A box to be rendered.

    Attributes:
        corners: 8×3, as of :class:`datasets.synth.solids.Solid`.
        near: RGB (0 to 255) of the material at the face.
        far: RGB of the material behind the seam.
        seam: Where the seam is, as a share of the depth.
        art: Picture of the face, H×W×3 RGB; None for the plain material.
        finish: Its edges and surface.
    """

    corners: Corners
    near: RGB
    far: RGB
    seam: float = 0.5
    art: Picture | None = None
    finish: Finish = Finish()


@dataclass(frozen=True, slots=True)
class Lamp:
    """A square lamp that looks at the middle of the table.

    Attributes:
        place: Its centre (3), tile widths.
        side: Tile widths; larger ones cast softer shadows.
        colour: RGB, about 1.
        strength: 1 lights a table well.
        sky: Share of the light that comes from all sides.
    """

    place: NDArray[np.float64]
    side: float
    colour: RGB
    strength: float
    sky: float


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera in Blender's terms.

    Attributes:
        turn: 3×3; columns are the picture's right, its up, and backwards.
        eye: 3, tile widths.
        focal: Millimetres on a film of `SENSOR` across the picture's width.
        shift: Of the principal point, to the left and down, in picture widths.
    """

    turn: NDArray[np.float64]
    eye: NDArray[np.float64]
    focal: float
    shift: tuple[float, float]


def lens_of(camera: Camera, size: tuple[int, int]) -> Lens:
    """Take a projection matrix apart; its pixels must be square and not sheared.

    The camera counts from the middle of the first pixel, as OpenCV does; Blender's film begins at
    that pixel's edge.
    """
    intrinsic, turn = cv2.decomposeProjectionMatrix(camera.matrix)[:2]
    intrinsic = intrinsic / intrinsic[2, 2]
    right, down, forward = turn
    width, height = size
    right_of, below = (width - 1) / 2 - intrinsic[0, 2], (height - 1) / 2 - intrinsic[1, 2]
    shift = right_of / width, -below / width
    return Lens(
        np.stack([right, -down, -forward], axis=1), camera.eye,
        float(intrinsic[0, 0]) / width * SENSOR, (float(shift[0]), float(shift[1])),
    )  # fmt: skip


def render(
    blocks: Sequence[Block],
    table: Picture,
    reach: float,
    lamp: Lamp,
    lens: Lens,
    *,
    size: tuple[int, int],
    samples: int,
    seed: int,
) -> Picture:
    """Render blocks on a table.

    Args:
        blocks: What lies there.
        table: Picture of the table, S×S×3 RGB, repeated beyond its edges.
        reach: Half the side of that picture on the table, tile widths.
        lamp: The light.
        lens: The viewpoint.
        size: Width and height, pixels.
        samples: Paths per pixel.
        seed: Of their noise.

    Returns:
        H×W×3 RGB.

    Raises:
        TracerMissingError: ``bpy`` is not installed.
    """
    bpy = _blender()
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene = bpy.context.scene
    _lay_table(bpy, scene, table, reach)
    for block in blocks:
        _add_block(bpy, scene, block)
    _add_lamp(bpy, scene, lamp)
    _add_camera(bpy, scene, lens)
    _set_up(scene, size, samples, seed)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scene.png"
        scene.render.filepath = str(path)
        with _quiet():
            bpy.ops.render.render(write_still=True)
        pixels = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if pixels is None:
        raise OSError("Blender has written no picture")
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2RGB), np.uint8)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep Blender's progress, which it writes past Python, off the standard output."""
    sys.stdout.flush()
    kept = os.dup(1)
    try:
        with Path(os.devnull).open("wb") as nowhere:
            os.dup2(nowhere.fileno(), 1)
            yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)


def _blender() -> Any:
    try:
        import bpy  # noqa: PLC0415 - 300 MB, and only this mode needs it
    except ImportError as error:
        raise TracerMissingError(
            "the module bpy is missing: install the extra 'trace' (Python 3.11)"
        ) from error
    return bpy


def _set_up(scene: Any, size: tuple[int, int], samples: int, seed: int) -> None:
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_denoising = True
    scene.cycles.seed = seed
    scene.cycles.max_bounces = 4
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = 100
    scene.render.image_settings.file_format = "PNG"
    scene.view_settings.view_transform = "Standard"  # colours as printed, no film look


def _linear(colour: NDArray[np.generic]) -> list[float]:
    """RGBA in linear light of an sRGB colour (0 to 255); IEC 61966-2-1."""
    value = np.clip(np.asarray(colour, np.float64) / 255, 0, 1)
    light = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    return [*light.tolist(), 1.0]


def _material(bpy: Any, colour: RGB | Picture, finish: Finish) -> Any:
    """A plastic of one colour (3), or printed with a picture (H×W×3) whose ink lies deeper."""
    material = bpy.data.materials.new("material")
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Roughness"].default_value = finish.roughness
    shader.inputs["Coat Weight"].default_value = finish.coat
    if colour.ndim == 1:
        shader.inputs["Base Color"].default_value = _linear(colour)
        return material
    height, width = colour.shape[:2]
    image = bpy.data.images.new("print", width, height)
    rgba = np.ones((height, width, 4), np.float32)
    rgba[..., :3] = colour[::-1].astype(np.float32) / 255  # Blender's rows run upwards
    image.pixels.foreach_set(rgba.ravel())
    image.update()
    texture = material.node_tree.nodes.new("ShaderNodeTexImage")
    texture.image = image
    links = material.node_tree.links
    links.new(texture.outputs["Color"], shader.inputs["Base Color"])
    if finish.relief:
        bump = material.node_tree.nodes.new("ShaderNodeBump")
        bump.inputs["Distance"].default_value = finish.relief
        links.new(texture.outputs["Color"], bump.inputs["Height"])
        links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    return material


def _add_mesh(bpy: Any, scene: Any, points: NDArray[np.float64], faces: list[list[int]]) -> Any:
    mesh = bpy.data.meshes.new("mesh")
    mesh.from_pydata(points.tolist(), [], faces)
    thing = bpy.data.objects.new("thing", mesh)
    scene.collection.objects.link(thing)
    return thing


def _add_block(bpy: Any, scene: Any, block: Block) -> None:
    front, rear = block.corners[:4], block.corners[4:]
    seam = front + (rear - front) * block.seam
    points = np.concatenate([front, seam, rear])
    outline = [(first, second) for first, second, *_ in SIDES]
    faces = [[3, 2, 1, 0], [8, 9, 10, 11]]
    faces += [[a + ring, b + ring, b + ring + 4, a + ring + 4]
              for ring in (0, 4) for a, b in outline]  # fmt: skip
    thing = _add_mesh(bpy, scene, points, faces)
    mesh = thing.data
    face = block.near if block.art is None else block.art
    for colour in (face, block.near, block.far):
        mesh.materials.append(_material(bpy, colour, block.finish))
    for polygon, index in zip(mesh.polygons, (0, 2, 1, 1, 1, 1, 2, 2, 2, 2), strict=True):
        polygon.material_index = index
    corners = mesh.uv_layers.new().data
    for loop, place in enumerate(((0, 0), (1, 0), (1, 1), (0, 1))):  # the front, from corner 3
        corners[loop].uv = place
    if block.finish.bevel:
        bevel = thing.modifiers.new("bevel", "BEVEL")
        bevel.width, bevel.segments = block.finish.bevel, BEVEL_SEGMENTS
        bevel.limit_method = "ANGLE"
        bevel.harden_normals = True


def _lay_table(bpy: Any, scene: Any, table: Picture, reach: float) -> None:
    far = 8 * reach
    points = np.array([(-far, -far, 0), (far, -far, 0), (far, far, 0), (-far, far, 0)])
    thing = _add_mesh(bpy, scene, points, [[0, 1, 2, 3]])
    thing.data.materials.append(_material(bpy, table, Finish(roughness=0.7)))
    corners = thing.data.uv_layers.new().data
    for loop, (x, y, _) in enumerate(points / (2 * reach) + 0.5):
        corners[loop].uv = (x, y)


def _add_lamp(bpy: Any, scene: Any, lamp: Lamp) -> None:
    data = bpy.data.lights.new("lamp", "AREA")
    data.size = lamp.side
    data.color = lamp.colour.tolist()
    # Irradiance below a lamp of power P at distance d is about P / (π d²).
    data.energy = 14.0 * lamp.strength * (1 - lamp.sky) * float(lamp.place @ lamp.place)
    thing = bpy.data.objects.new("lamp", data)
    thing.location = lamp.place.tolist()
    thing.rotation_mode = "QUATERNION"
    from mathutils import Vector  # noqa: PLC0415 - comes with bpy

    thing.rotation_quaternion = Vector((-lamp.place).tolist()).to_track_quat("-Z", "Y")
    scene.collection.objects.link(thing)
    world = bpy.data.worlds.new("sky")
    scene.world = world
    world.use_nodes = True
    sky = world.node_tree.nodes["Background"]
    sky.inputs["Strength"].default_value = 1.3 * lamp.strength * lamp.sky


def _add_camera(bpy: Any, scene: Any, lens: Lens) -> None:
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width, data.lens = "HORIZONTAL", SENSOR, lens.focal
    data.shift_x, data.shift_y = lens.shift
    data.clip_end = 1000
    thing = bpy.data.objects.new("camera", data)
    from mathutils import Matrix  # noqa: PLC0415 - comes with bpy

    pose = np.eye(4)
    pose[:3, :3], pose[:3, 3] = lens.turn, lens.eye
    thing.matrix_world = Matrix(pose.tolist())
    scene.collection.objects.link(thing)
    scene.camera = thing
