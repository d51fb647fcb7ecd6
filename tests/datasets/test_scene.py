"""The camera, and scenes whose labelled corners are where the pixels are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray

from datasets.synth import Scene, backgrounds, compose_scene, effects
from datasets.synth.camera import Camera, look_at
from datasets.synth.conditions import PLAIN, happens
from datasets.synth.layouts import Body, Pose, card_table, melds, random_layout, scattered
from datasets.synth.painter import _shade_around
from datasets.synth.racks import rack_around
from datasets.synth.relief import engraved
from datasets.synth.solids import tile_corners
from datasets.synth.textures import TEXTURES
from vision.geometry import quad_areas

Rng = np.random.Generator
Picture = NDArray[np.uint8]

QUARTERS = ((220, 20, 20), (20, 220, 20), (20, 20, 220), (220, 220, 20))
"""Red, green, blue, yellow: the face's own top left, top right, bottom right, bottom left."""
SIZE = (400, 300)
GREY = 90


def quartered() -> Picture:
    face = np.zeros((140, 100, 3), np.uint8)
    face[:70, :50], face[:70, 50:], face[70:, 50:], face[70:, :50] = QUARTERS
    return face


@dataclass
class Source:
    """A set whose every face shows four colours."""

    aspect: float = 1.4
    body_colour: NDArray[np.float32] = field(
        default_factory=lambda: np.array([240, 240, 240], np.float32)
    )
    back_colour: NDArray[np.float32] = field(
        default_factory=lambda: np.array([150, 0, 150], np.float32)
    )
    depth: tuple[float, float] = (0.55, 0.95)
    overlap: bool = False
    corner_radius: float = 0.09

    def face(self, rng: Rng) -> tuple[str, Picture]:
        return f"{rng.integers(1, 10)}m", quartered()

    def back(self, rng: Rng) -> Picture:
        return np.full((140, 100, 3), rng.integers(140, 160), np.uint8)


@pytest.fixture
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    """A grey table in even light, taken by a perfect camera."""
    monkeypatch.setattr(
        backgrounds,
        "table_top",
        lambda _rng, size, **_: np.full((size[1], size[0], 3), GREY, np.uint8),
    )
    monkeypatch.setattr(effects, "light", lambda _rng, picture, **_: picture)
    monkeypatch.setattr(effects, "camera", lambda _rng, picture: picture)


def view(**changes: float) -> Camera:
    angles = {"distance": 6.0, "elevation": 70.0, "azimuth": 0.0, "roll": 0.0, "focal": 1.0}
    return look_at(np.array([0.0, 0.0, 0.5]), **{**angles, **changes}, size=SIZE)


def scene_of(*poses: Pose, camera: Camera | None = None, seed: int = 0) -> Scene:
    return compose_scene(
        np.random.default_rng(seed), Source(), SIZE, poses=list(poses), camera=camera or view()
    )


class TestCamera:
    down = staticmethod(
        lambda **more: look_at(
            np.zeros(3), distance=10, elevation=90, azimuth=more.get("azimuth", 0),
            roll=more.get("roll", 0), focal=1, size=(100, 80),
        )
    )  # fmt: skip

    @pytest.mark.parametrize(
        ("turns", "point", "pixel"),
        [
            ({}, (0, 0, 0), (50, 40)),
            ({}, (1, 0, 0), (60, 40)),
            ({}, (0, 1, 0), (50, 30)),  # away from the player is up in the picture
            ({}, (1, 0, 5), (70, 40)),  # twice as near, twice as large
            ({"roll": 90}, (1, 0, 0), (50, 50)),  # the picture is turned clockwise
            ({"roll": 90}, (0, 1, 0), (60, 40)),
            ({"azimuth": 90}, (0, 1, 0), (60, 40)),
            ({"azimuth": 180}, (1, 0, 0), (40, 40)),
        ],
    )
    def test_straight_down(
        self, turns: dict[str, float], point: tuple[float, ...], pixel: tuple[float, float]
    ) -> None:
        camera = self.down(**turns)
        assert_allclose(camera.project(np.array(point, float)), pixel, atol=1e-9)

    @pytest.mark.parametrize(
        ("elevation", "azimuth", "eye"),
        [
            (90, 0, (1, 2, 13)),
            (0, 0, (1, -8, 3)),
            (30, 0, (1, 2 - 10 * np.cos(np.pi / 6), 8)),
            (0, 90, (11, 2, 3)),
        ],
    )
    def test_the_eye(
        self, elevation: float, azimuth: float, eye: tuple[float, float, float]
    ) -> None:
        target = np.array([1.0, 2.0, 3.0])
        camera = look_at(
            target, distance=10, elevation=elevation, azimuth=azimuth, roll=20, focal=1.2, size=SIZE
        )
        assert_allclose(camera.eye, eye, atol=1e-9)
        assert_allclose(camera.project(target), np.array(SIZE) / 2)


POSES = {
    "lying": Pose(0, 0),
    "yawed": Pose(0.3, -0.2, yaw=25),
    "sideways": Pose(0, 0, yaw=90),
    "upside down": Pose(0, 0, upside_down=True),
    "on another": Pose(0, 0, level=1),
    "standing": Pose(0, 0, standing=True),
    "standing upside down": Pose(0, 0, standing=True, upside_down=True),
}
CAMERAS = {
    "from the seat": {"elevation": 45.0},
    "from above": {"elevation": 89.0},
    "from the side": {"elevation": 50.0, "azimuth": 40.0},
    "turned": {"elevation": 55.0, "roll": 130.0},
}
VISIBLE = [
    (pose, camera)
    for pose in POSES
    for camera in CAMERAS
    if not (POSES[pose].standing and camera == "from above")
]


@pytest.mark.usefixtures("clean")
class TestTruth:
    @pytest.mark.parametrize(("pose", "camera"), VISIBLE)
    def test_corners_are_the_faces_own(self, pose: str, camera: str) -> None:
        scene = scene_of(POSES[pose], camera=view(**CAMERAS[camera]))
        (quad,) = scene.corners
        middle = quad.mean(axis=0)
        for corner, colour in zip(quad, QUARTERS, strict=True):
            x, y = np.round(corner * 0.7 + middle * 0.3).astype(int)
            pixel = scene.pixels[y, x].astype(int)
            assert (pixel > 120).tolist() == [channel > 120 for channel in colour]
        assert quad_areas(quad[None])[0] > 0

    @pytest.mark.parametrize("pose", POSES.values(), ids=POSES)
    def test_the_quad_covers_the_print(self, pose: Pose) -> None:
        scene = scene_of(pose, camera=view(elevation=50.0))
        spread = scene.pixels.max(axis=2).astype(int) - scene.pixels.min(axis=2)
        printed = (spread > 120).astype(np.uint8)
        printed[(scene.pixels[..., 2] > 100) & (scene.pixels[..., 0] > 100)] = 0  # the back
        quad = np.zeros(SIZE[::-1], np.uint8)
        cv2.fillConvexPoly(quad, np.round(scene.corners[0] * 16).astype(np.int32), 1, shift=4)
        assert (printed & (1 - quad)).sum() <= 0.01 * quad.sum()
        # The bevel and the rounded corners are not printed.
        assert (printed & quad).sum() > 0.88 * quad.sum()

    def test_a_face_down_tile_is_a_back(self) -> None:
        scene = scene_of(Pose(-0.6, 0), Pose(0.6, 0, face_down=True))
        assert sorted(name == "back" for name in scene.tiles) == [False, True]
        index = scene.tiles.index("back")
        x, y = scene.corners[index].mean(axis=0).astype(int)
        assert np.ptp(scene.pixels[y, x].astype(int)) < 10

    @pytest.mark.parametrize(
        ("poses", "angles", "count"),
        [
            pytest.param([Pose(0, 0), Pose(0, 0, level=1)], {}, 1, id="under another"),
            pytest.param(
                [Pose(0, 0), Pose(0.2, 0.2, level=1)], {"elevation": 85}, 1, id="mostly under"
            ),
            pytest.param(
                [Pose(0, 0), Pose(0.85, 0, level=1)], {"elevation": 85}, 2, id="a little under"
            ),
            pytest.param([Pose(0, 0), Pose(9, 0)], {}, 1, id="out of the picture"),
            pytest.param([Pose(0, 0)], {"distance": 80}, 0, id="far away"),
            pytest.param([Pose(0, 0, standing=True)], {"azimuth": 180}, 0, id="from behind"),
            pytest.param(
                [Pose(0, 1.2), Pose(0, 0, standing=True)],
                {"elevation": 15},
                1,
                id="behind a standing tile",
            ),
            pytest.param([Pose(0, 0)], {"elevation": 3}, 0, id="edge on"),
        ],
    )
    def test_what_cannot_be_seen_is_not_labelled(
        self, poses: list[Pose], angles: dict[str, float], count: int
    ) -> None:
        assert len(scene_of(*poses, camera=view(**angles)).tiles) == count

    def test_given_faces_are_shown(self) -> None:
        faces = [("1z", quartered()), ("2z", np.full((140, 100, 3), 30, np.uint8))]
        scene = compose_scene(
            np.random.default_rng(0), Source(), SIZE,
            poses=[Pose(-0.6, 0), Pose(0.6, 0)], camera=view(), faces=faces,
        )  # fmt: skip
        assert scene.tiles == ("1z", "2z")
        x, y = scene.corners[1].mean(axis=0).astype(int)
        assert scene.pixels[y, x].max() < 40

    def test_a_rack_hides_the_feet_of_standing_tiles(self) -> None:
        poses = [Pose(x, 0, standing=True) for x in (-0.51, 0.51)]
        scene = compose_scene(
            np.random.default_rng(0), Source(), SIZE, poses=poses, camera=view(elevation=12.0),
            racked=True,
        )  # fmt: skip
        assert len(scene.tiles) == 2
        shares = np.linspace(0.55, 0.98, 100)[:, None]
        for quad in scene.corners:  # along a line from top to bottom, a quarter from the left
            top, bottom = (quad[a] * 0.75 + quad[b] * 0.25 for a, b in ((0, 1), (3, 2)))
            x, y = np.round(top + shares * (bottom - top)).astype(int).T
            printed = np.ptp(scene.pixels[y, x].astype(int), axis=1) > 120
            first = int(np.flatnonzero(~printed)[0])
            assert 0.84 <= shares[first] <= 0.97
            assert not printed[first:].any()

    def test_no_tiles(self) -> None:
        scene = scene_of()
        assert scene.tiles == ()
        assert scene.corners.shape == (0, 4, 2)
        assert_array_equal(scene.pixels, np.full((300, 400, 3), GREY))


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_random_scenes_are_reproducible_and_consistent(seed: int) -> None:
    first, second = (
        compose_scene(np.random.default_rng(seed), Source(), (224, 160)) for _ in range(2)
    )
    assert_array_equal(first.pixels, second.pixels)
    assert_array_equal(first.corners, second.corners)
    assert first.tiles == second.tiles
    assert first.pixels.shape == (160, 224, 3)
    assert first.pixels.dtype == np.uint8
    assert first.corners.shape == (len(first.tiles), 4, 2)
    assert (quad_areas(first.corners) > 0).all()
    middles = first.corners.mean(axis=1)
    assert ((middles >= 0) & (middles < [224, 160])).all()


def test_an_effect_that_is_off_takes_nothing_from_the_stream() -> None:
    rng, twin = np.random.default_rng(1), np.random.default_rng(1)
    assert not happens(rng, 0.0)
    assert rng.random() == twin.random()
    assert happens(rng, 1.0)
    assert rng.random() != twin.random()


def test_switching_an_effect_off_leaves_the_rest() -> None:
    for seed in range(6):
        plain, tinted = (
            compose_scene(
                np.random.default_rng(seed), Source(), (96, 64), poses=[Pose(0, 0)],
                camera=view(), conditions=replace(PLAIN, texture=rate),
            )
            for rate in (0.0, 1.0)
        )  # fmt: skip
        assert_array_equal(plain.corners, tinted.corners)
        assert plain.tiles == tinted.tiles
        assert (plain.pixels != tinted.pixels).any()


def test_another_seed_gives_another_scene() -> None:
    first, second = (
        compose_scene(np.random.default_rng(seed), Source(), (64, 64)).pixels for seed in (1, 2)
    )
    assert (first != second).any()


@given(seed=st.integers(0, 10_000), height=st.floats(1.2, 1.5))
def test_layouts_hold_tiles(seed: int, height: float) -> None:
    poses = random_layout(np.random.default_rng(seed), Body(height, 0.7))
    assert 1 <= len(poses) <= 120
    assert all(isinstance(pose.face_down, bool) for pose in poses)
    assert not any(pose.standing and pose.face_down for pose in poses)
    assert {pose.level for pose in poses} <= {0, 1}


@given(seed=st.integers(0, 10_000))
def test_scattered_tiles_do_not_lie_on_each_other(seed: int) -> None:
    body = Body(1.35, 0.7)
    poses = scattered(np.random.default_rng(seed), body)
    places = np.array([(pose.x, pose.y) for pose in poses])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)
    np.fill_diagonal(apart, np.inf)
    assert apart.min() > 0.8 * np.hypot(1, body.height) - 1e-9


@given(seed=st.integers(0, 10_000), height=st.floats(1.2, 1.5))
def test_melds_lie_side_by_side_on_the_line_of_their_feet(seed: int, height: float) -> None:
    poses = melds(np.random.default_rng(seed), Body(height, 0.7))
    assert 3 <= len(poses) <= 16
    turned = [abs(abs(pose.yaw) - 90) < 5 for pose in poses]
    widths = np.where(turned, height, 1.0)
    feet = [pose.y - (1 if side else height) / 2 for pose, side in zip(poses, turned, strict=True)]
    assert np.ptp(feet) < 0.2
    gaps = np.diff([pose.x for pose in poses]) - (widths[1:] + widths[:-1]) / 2
    assert gaps.min() > 0
    assert sum(pose.face_down for pose in poses) in range(17)


@given(seed=st.integers(0, 10_000))
def test_the_stock_is_a_pile_of_backs(seed: int) -> None:
    poses = card_table(np.random.default_rng(seed), Body(2.5, 0.01))
    levels = sorted(pose.level for pose in poses if pose.level)
    assert levels == list(range(1, len(levels) + 1))
    assert len(levels) >= 2
    assert all(pose.face_down for pose in poses if pose.level)


@given(seed=st.integers(0, 10_000), standing=st.integers(0, 9))
def test_a_rack_holds_all_standing_tiles(seed: int, standing: int) -> None:
    rng = np.random.default_rng(seed)
    body = Body(1.4, 0.7)
    poses = [Pose(1.02 * n, rng.normal(0, 0.1), rng.normal(0, 2), standing=True)
             for n in range(standing)] + [Pose(0, -3)]  # fmt: skip
    rack = rack_around(rng, poses, body)
    if rack is None:
        assert not standing
        return
    assert rack.tiles == tuple(range(standing))
    corners = np.concatenate([tile_corners(poses[index], body) for index in rack.tiles])
    assert rack.lip[:, 1].max() < corners[:, 1].min() < corners[:, 1].max() < rack.back[:, 1].min()
    assert rack.lip[:, 0].min() < corners[:, 0].min() < corners[:, 0].max() < rack.lip[:, 0].max()
    assert 0.05 <= np.ptp(rack.lip[:, 2]) / body.height <= 0.15


@pytest.mark.parametrize("draw", TEXTURES)
@pytest.mark.parametrize("size", [(160, 90), (64, 200)])
def test_textures_have_the_size_asked_for_and_follow_the_seed(
    draw: Callable[[Rng, tuple[int, int]], Picture], size: tuple[int, int]
) -> None:
    for seed in range(4):
        once, again = (draw(np.random.default_rng(seed), size) for _ in range(2))
        assert once.shape == (size[1], size[0], 3)
        assert once.dtype == np.uint8
        assert_array_equal(once, again)
        assert once.std() > 1


def test_grooves_are_lit_on_the_side_that_faces_the_lamp() -> None:
    face = np.full((90, 60, 3), 200, np.uint8)
    face[30:60, 20:40] = 100
    lit = engraved(face, (0.5, 0.0)).astype(int) - face  # the lamp is at the right
    assert lit[45, 18:22].min() > 0  # the left rim falls towards the right
    assert lit[45, 38:42].max() < 0
    assert (lit[:20] == 0).all()
    assert (lit[45, 28:32] == 0).all()
    assert_array_equal(engraved(face, (0.0, 0.0)), face)
    assert_array_equal(engraved(np.ascontiguousarray(face[:, ::-1]), (-0.5, 0.0))[:, ::-1] - face,
                       engraved(face, (0.5, 0.0)) - face)  # fmt: skip


class TestCardShadows:
    """What a card darkens beside its edges; the card is drawn over it afterwards."""

    CARD = np.array([[30, 20], [70, 20], [70, 120], [30, 120]], np.float32)

    def shaded(self, strength: float, card: NDArray[np.float32] = CARD) -> NDArray[np.int64]:
        canvas = np.full((140, 100, 3), 200, np.uint8)
        _shade_around(canvas, card, strength)
        return canvas[:, :, 0].astype(np.int64)

    def test_the_edge_loses_the_given_share_and_the_far_table_nothing(self) -> None:
        row = self.shaded(0.4)[70]
        assert row[70:72].mean() == pytest.approx(200 * 0.6, abs=3)
        assert (np.diff(row[70:80]) >= 0).all()
        assert (row[78:] == 200).all()
        assert (row[:22] == 200).all()

    def test_no_strength_changes_nothing(self) -> None:
        assert (self.shaded(0.0) == 200).all()

    @pytest.mark.parametrize("shift", [-500.0, 500.0])
    def test_a_card_outside_the_picture_shades_nothing(self, shift: float) -> None:
        assert (self.shaded(0.4, (self.CARD + np.float32(shift)).astype(np.float32)) == 200).all()


def test_warm_light_is_red_and_cold_light_blue() -> None:
    tints = [effects.warmth(np.random.default_rng(seed)) for seed in range(200)]
    changed = [tint for tint in tints if (tint != 1).any()]
    assert 30 <= len(changed) <= 90
    assert all(
        (red > green > blue and blue < 1) or (red < green < blue) for red, green, blue in changed
    )
    assert min(tint[2] for tint in tints) >= 0.72


@pytest.mark.parametrize("change", [effects.light, effects.camera])
def test_effects_keep_the_shape_and_follow_the_seed(change: object) -> None:
    assert callable(change)
    picture = np.random.default_rng(0).integers(0, 256, (48, 64, 3)).astype(np.uint8)
    for seed in range(20):
        once, again = (change(np.random.default_rng(seed), picture) for _ in range(2))
        assert once.shape == picture.shape
        assert once.dtype == np.uint8
        assert_array_equal(once, again)


def test_table_tops_have_the_size_asked_for() -> None:
    for seed in range(20):
        table = backgrounds.table_top(np.random.default_rng(seed), (72, 50))
        assert table.shape == (50, 72, 3)
        assert table.dtype == np.uint8
