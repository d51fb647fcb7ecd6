"""Training samples: labels that follow the pixels through every re-framing."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from numpy.typing import NDArray
from PIL import Image

from datasets.labels import DatasetError
from datasets.synth import views
from datasets.synth.faces import PrintedFaces
from models.training import locator_data, reader_data
from models.training.artwork import ArtSet
from models.training.corners import find_corners
from models.training.reader_data import (
    INDEX,
    LIGHT_BODY,
    NOTHING,
    TracedFace,
    sample_nothing,
    sample_printed,
    sample_traced,
    traced_faces,
)
from models.training.sources import (
    DesignPool,
    PhotoFaces,
    TrainingPhoto,
    art_faces,
    load_backgrounds,
    load_traced,
    load_training_photos,
    looks_upright,
    print_face,
    random_crop,
    sometimes_dark,
)
from scoring.tiles import Family
from vision.locate import Locator, Quads

Picture = NDArray[np.uint8]
Float = NDArray[np.float32]

INK = (220, 20, 200)


def quads_at(*places: tuple[float, float], width: float = 40, height: float = 56) -> Float:
    flat = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    return np.array([flat + place for place in places], np.float32)


def photo(
    *places: tuple[float, float],
    exact: bool = True,
    others: Float | None = None,
    unsure: Float | None = None,
) -> TrainingPhoto:
    """Tiles of one bright colour on a dark table."""
    quads = quads_at(*places)
    pixels = np.full((200, 320, 3), 40, np.uint8)
    for quad in quads if others is None else np.concatenate([quads, others]):
        (x0, y0), (x1, y1) = quad[0].astype(int), quad[2].astype(int)
        pixels[y0:y1, x0:x1] = INK
    names = tuple(f"{number % 9 + 1}m" for number in range(len(quads)))
    return TrainingPhoto(pixels, names, quads, np.full(len(quads), exact), "a", "a", others, unsure)


def brightest_side(face: Picture) -> int:
    """Clockwise from the top: where the light half of a picture is."""
    grey = cv2.resize(face[24:72, 16:48], (32, 32)).mean(axis=2)
    sides = [grey[:16], grey[:, 16:], grey[16:], grey[:, :16]]
    return int(np.argmax([side.mean() for side in sides]))


ROW = ((60.0, 70.0), (102.0, 70.0), (144.0, 70.0))


@pytest.fixture
def perfect_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (locator_data, views):
        monkeypatch.setattr(module, "camera", lambda _rng, picture: picture)
    monkeypatch.setattr(locator_data, "light", lambda _rng, picture: picture)
    monkeypatch.setattr(views, "light", lambda _rng, picture: picture)
    monkeypatch.setattr(views, "_relief", lambda _rng, art: art.astype(np.float32))


class TestLooksUpright:
    def boxes(self, *places: tuple[float, float], size: float = 40) -> Float:
        return np.array([(x, y, x + size, y + size) for x, y in places], np.float32)

    def test_a_row_along_the_picture(self) -> None:
        assert looks_upright(self.boxes((0, 0), (41, 1), (82, 0)))

    def test_a_column(self) -> None:
        assert looks_upright(self.boxes((0, 0), (1, 60), (0, 120)))

    def test_a_slanted_row(self) -> None:
        assert not looks_upright(self.boxes((0, 0), (41, 12), (82, 24)))

    def test_loose_boxes_overlap(self) -> None:
        assert not looks_upright(self.boxes((0, 0), (30, 0), (60, 0)))

    def test_one_tile_tells_nothing(self) -> None:
        assert not looks_upright(self.boxes((0, 0)))


def scene_folder(folder: Path, *tiles: str) -> Path:
    """A scene as the tracer writes it: bright tiles in a row on a dark table."""
    shown = photo(*ROW[: len(tiles)])
    Image.fromarray(shown.pixels).save(folder / "scene.png")
    truth = {"image": "scene.png", "family": "mahjong", "hand": [list(tiles)],
             "tiles": [{"tile": tile, "corners": quad.tolist(), "row": 0, "group": 0}
                       for tile, quad in zip(tiles, shown.quads, strict=True)]}  # fmt: skip
    (folder / "scene.json").write_text(json.dumps(truth), "utf-8")
    return folder


class TestTraced:
    def test_all_corners_are_exact_and_nothing_is_hidden(self, tmp_path: Path) -> None:
        (scene,) = load_traced(scene_folder(tmp_path, "1m", "back"))
        assert scene.tiles == ("1m", "back")
        assert_allclose(scene.quads, quads_at(*ROW[:2]), atol=1e-3)
        assert scene.exact.all()
        assert scene.others is not None
        assert len(scene.others) == 0

    def test_none_without_a_folder(self) -> None:
        assert load_traced(None) == []

    def test_a_folder_without_scenes(self, tmp_path: Path) -> None:
        with pytest.raises(DatasetError, match="no scenes"):
            load_traced(tmp_path)

    def test_what_shows_nothing_sure_is_left_out(self) -> None:
        named = replace(photo(*ROW), tiles=("back", "doll", "3m"))
        pale = replace(named, pixels=np.full_like(named.pixels, 230))
        assert [face.name for face in traced_faces([named])] == ["back", "5z", "3m"]
        assert [face.name for face in traced_faces([pale])] == ["5z", "3m"]

    @pytest.mark.usefixtures("perfect_camera")
    def test_faces_keep_their_turn(self) -> None:
        scene = photo(*ROW)
        quad = scene.quads[2]
        (x, y), half = quad[0].astype(int), 28
        scene.pixels[y : y + half, x : x + 40] = (255, 255, 255)
        turns = set()
        for seed in range(20):
            sample = sample_traced(np.random.default_rng(seed), TracedFace(scene, 2, "3m"))
            assert sample.face == INDEX["3m"]
            assert brightest_side(sample.pixels) == sample.turn
            turns.add(sample.turn)
        assert turns == {0, 1, 2, 3}

    def test_streams_show_them(self) -> None:
        real, scene = photo(*ROW), replace(photo(*ROW[:2]), tiles=("1z", "2z"))
        batch = next(
            locator_data.stream([real], [lambda _rng: source("5z")], seed=1, real_share=1.0,
                                size=lambda _step: 96, batch=40, traced=[scene])
        )  # fmt: skip
        counts = [len(sample.quads) for sample in batch]
        assert 8 <= sum(count <= 2 for count in counts) <= 30
        samples = next(
            reader_data.stream([real], [(1.0, lambda _rng: source("5z"))], seed=1, real_share=0.93,
                               batch=200, traced=traced_faces([scene]))
        )  # fmt: skip
        shown = sum(sample.face in (INDEX["1z"], INDEX["2z"]) for sample in samples)
        assert 25 <= shown <= 75


class TestLoading:
    def folder(self, path: Path) -> Path:
        for kind in ("images", "labels"):
            (path / kind / "train").mkdir(parents=True)
        (path / "data.yaml").write_text("names: [1m, 2m]\n", "utf-8")
        Image.new("RGB", (200, 100), (255, 0, 0)).save(path / "images/train/a.rf.12.png")
        lines = ["0 0.2 0.5 0.2 0.5", "1 0.5 0.5 0.2 0.5"]
        (path / "labels/train/a.rf.12.txt").write_text("\n".join(lines), "utf-8")
        return path

    def test_boxes_in_pixels(self, tmp_path: Path) -> None:
        (loaded,) = load_training_photos(self.folder(tmp_path))
        assert loaded.tiles == ("1m", "2m")
        assert (loaded.name, loaded.stem) == ("a.rf.12", "a")
        assert loaded.pixels[0, 0].tolist() == [255, 0, 0]
        assert_allclose(loaded.quads, quads_at((20, 25), (80, 25), width=40, height=50), atol=1e-4)
        assert loaded.exact.tolist() == [True, True]
        assert loaded.others is None

    def test_corners_of_a_locator_replace_boxes_where_it_has_them(self, tmp_path: Path) -> None:
        folder = self.folder(tmp_path)
        found = quads_at((21, 26), (0, 0), width=38, height=48)
        found[1] = np.nan
        other = quads_at((150, 10))
        names = {"a.rf.12": found, "a.rf.12:others": other, "a.rf.12:unsure": other[:0]}
        np.savez(tmp_path / "corners.npz", **names)  # type: ignore[arg-type]
        (loaded,) = load_training_photos(folder, quads=tmp_path / "corners.npz")
        assert_allclose(loaded.quads[0], found[0])
        assert_allclose(loaded.quads[1], quads_at((80, 25), width=40, height=50)[0], atol=1e-4)
        assert loaded.others is not None
        assert_allclose(loaded.others, other)

    def test_a_broken_photo(self, tmp_path: Path) -> None:
        folder = self.folder(tmp_path)
        (folder / "images/train/a.rf.12.png").write_bytes(b"no picture")
        with pytest.raises(DatasetError, match="cannot be decoded"):
            load_training_photos(folder)


@pytest.mark.usefixtures("perfect_camera")
class TestLocatorSamples:
    @pytest.mark.parametrize("seed", range(12))
    def test_quads_stay_on_their_tiles(self, seed: int) -> None:
        sample = locator_data.sample_photo(np.random.default_rng(seed), photo(*ROW), 160)
        assert sample.pixels.shape == (160, 160, 3)
        assert len(sample.quads) == len(sample.exact)
        for quad in sample.quads:
            middle = quad.mean(axis=0)
            for corner in quad:
                x, y = np.round(corner * 0.75 + middle * 0.25).astype(int)
                if 0 <= x < 160 and 0 <= y < 160:
                    assert np.abs(sample.pixels[y, x].astype(int) - INK).max() < 40

    def test_found_tiles_are_labelled_too(self) -> None:
        others = quads_at((144, 130))
        sample = locator_data.sample_photo(
            np.random.default_rng(2), photo(*ROW, exact=False, others=others), 160
        )
        assert sample.exact.tolist() == [False, False, False, True]

    def test_what_nobody_labelled_is_hidden(self) -> None:
        shown = photo(*ROW)
        shown.pixels[10:40, 250:300] = INK  # another tile, far from the labelled ones
        hidden = locator_data.mask_unlabelled(np.random.default_rng(0), shown)
        assert_array_equal(hidden[80:120, 70:180], shown.pixels[80:120, 70:180])
        assert (np.abs(hidden[15:35, 255:295].astype(int) - INK).max(axis=2) > 20).all()

    def test_doubtful_places_are_blurred(self) -> None:
        unsure = photo(*ROW, others=quads_at()[:0].reshape(0, 4, 2), unsure=quads_at((250, 20)))
        unsure.pixels[20:76, 250:290:2] = 255
        blurred = locator_data.hide_unsure(unsure)
        assert np.ptp(blurred[40:60, 262:278].astype(int), axis=1).max() < 60
        assert_array_equal(blurred[80:120, 70:180], unsure.pixels[80:120, 70:180])

    def test_grain_leaves_quads_and_the_average_alone(self) -> None:
        flat = np.full((120, 160, 3), 128, np.uint8)
        sample = locator_data.LocatorSample(flat, quads_at((10, 10)), np.ones(1, np.bool_))
        spread = []
        for seed in range(6):
            noisy = locator_data.grainy(np.random.default_rng(seed), sample)
            assert noisy.quads is sample.quads
            assert noisy.pixels.shape == flat.shape
            assert float(noisy.pixels.mean()) == pytest.approx(128, abs=3)
            spread.append(float(noisy.pixels.std()))
        assert min(spread) > 4
        assert max(spread) < 46

    def test_photos_without_tiles(self) -> None:
        lawn = np.full((120, 160, 3), (40, 200, 60), np.uint8)
        given = locator_data.stream(
            [photo(*ROW)], [], seed=1, real_share=1.0, size=lambda _step: 96, batch=60,
            backgrounds=[lawn],
        )  # fmt: skip
        empty = [sample for sample in next(given) if len(sample.quads) == 0]
        assert 1 <= len(empty) <= 20
        assert {sample.pixels.shape for sample in empty} == {(96, 96, 3)}

    def test_streams_follow_the_seed(self) -> None:
        def first(seed: int) -> list[locator_data.LocatorSample]:
            faces = PhotoFaces.of(photo(*ROW), np.random.default_rng(0))
            return next(
                locator_data.stream(
                    [photo(*ROW)], [lambda _rng: faces], seed=seed, real_share=0.5,
                    size=lambda _step: 96, batch=3,
                )
            )  # fmt: skip

        for one, again in zip(first(1), first(1), strict=True):
            assert_array_equal(one.pixels, again.pixels)
            assert_array_equal(one.quads, again.quads)
        assert any((a.pixels != b.pixels).any() for a, b in zip(first(1), first(2), strict=True))


def light_above(_name: str) -> Picture:
    """A face that is white above and black below, so that its turn can be seen."""
    face = np.zeros((112, 84, 3), np.uint8)
    face[:56] = 255
    return face


def source(*names: str) -> PrintedFaces:
    grey = np.array([128, 128, 128], np.float32)
    return PrintedFaces(light_above, names, 112 / 84, grey, grey)


@pytest.mark.usefixtures("perfect_camera")
class TestReaderSamples:
    def test_the_turn_is_where_the_top_is(self) -> None:
        turns = set()
        for seed in range(60):
            sample = sample_printed(np.random.default_rng(seed), source("1z"))
            if sample.face != INDEX["1z"]:
                continue
            assert brightest_side(sample.pixels) == sample.turn
            turns.add(sample.turn)
        assert turns == {0, 1, 2, 3}

    @pytest.mark.parametrize(
        ("name", "face", "red", "kind", "stamp", "turn", "parity"),
        [
            ("1z", "1z", -1, -1, -1, True, False),
            ("0m", "5m", 1, -1, -1, True, False),
            ("5m", "5m", 0, -1, -1, True, False),
            ("0p", "5p", 1, -1, -1, False, False),
            ("2p", "2p", -1, -1, -1, False, True),
            ("5z", "5z", -1, -1, -1, False, False),
            ("3-4", "3-4", -1, 0, -1, False, True),
            ("6-6f", "6-6", -1, 1, -1, False, True),
            ("1-1d", "1-1", -1, 2, -1, False, True),
            ("fu", "fu", -1, -1, 0, True, False),
            ("shou*", "shou", -1, -1, 1, True, False),
        ],
    )
    def test_labels(
        self, name: str, face: str, *, red: int, kind: int, stamp: int, turn: bool, parity: bool
    ) -> None:
        sample = sample_printed(np.random.default_rng(1), source(name))
        assert (sample.face, sample.red, sample.kind) == (INDEX[face], red, kind)
        assert (sample.stamp, sample.turn >= 0, sample.parity >= 0) == (stamp, turn, parity)
        assert sample.pixels.shape == (96, 64, 3)

    def test_a_blank_card_is_a_blank_tile(self) -> None:
        """Some packs have a blank card for the doll: nothing tells it from a blank tile."""
        grey = np.array([128, 128, 128], np.float32)
        blank = PrintedFaces(
            lambda _name: np.full((240, 80, 3), 230, np.uint8), ("doll",), 3.0, grey, grey
        )
        sample = sample_printed(np.random.default_rng(1), blank)
        assert (sample.face, sample.stamp) == (INDEX["5z"], -1)

    def test_a_neighbour_hides_a_part_of_a_card(self) -> None:
        """Over many samples some of the card's right side is covered, never more than most."""
        white = np.array([255, 255, 255], np.float32)
        art = {"fu": np.full((240, 80, 3), 200, np.uint8)}
        art["fu"][:, 38:42] = 0  # a stroke in the middle
        cards = PrintedFaces(art.__getitem__, ("fu",), 3.0, white, white, overlap=True)
        seen = [sample_printed(np.random.default_rng(seed), cards) for seed in range(30)]
        assert {sample.face for sample in seen} <= {INDEX["fu"], INDEX["back"], INDEX["5z"]}
        alone = replace(cards, overlap=False)
        bare = [sample_printed(np.random.default_rng(seed), alone) for seed in range(30)]
        changed = sum(
            not np.array_equal(a.pixels, b.pixels) for a, b in zip(seen, bare, strict=True)
        )
        assert 5 <= changed <= 30

    def test_the_turn_of_a_real_tile_is_not_known(self) -> None:
        sample = reader_data.sample_real(np.random.default_rng(1), photo(*ROW), 1)
        assert (sample.face, sample.turn) == (INDEX["2m"], -1)
        assert np.abs(np.median(sample.pixels[38:58, 24:40], axis=(0, 1)) - INK).max() < 60

    def test_nothing_is_the_last_class(self) -> None:
        for seed in range(8):
            sample = sample_nothing(np.random.default_rng(seed), photo(*ROW))
            assert (sample.face, sample.turn) == (NOTHING, -1)
            assert sample.pixels.shape == (96, 64, 3)

    def test_photos_without_tiles_are_nothing(self) -> None:
        lawn = np.full((120, 160, 3), (40, 200, 60), np.uint8)
        given = reader_data.stream(
            [photo(*ROW)], [(1.0, lambda _rng: source("1z"))], seed=3, real_share=0.1,
            batch=400, tileless=reader_data.Tileless([lawn], [lawn]),
        )  # fmt: skip
        nothing = [sample for sample in next(given) if sample.face == NOTHING]
        assert 8 <= len(nothing) <= 60
        greens = [sample.pixels.astype(int) for sample in nothing]
        assert any((g[..., 1] > g[..., 0] + 40).mean() > 0.95 for g in greens)

    def test_streams_follow_the_seed_and_leave_inexact_tiles_out(self) -> None:
        def faces(seed: int, exact: bool) -> list[int]:
            photos = [photo(*ROW), photo(*ROW, (186.0, 70.0), exact=exact)]
            given = reader_data.stream(
                photos, [(1.0, lambda _rng: source("1z"))], seed=seed, real_share=0.8, batch=60
            )
            return [sample.face for sample in next(given)]

        assert faces(1, exact=True) == faces(1, exact=True)
        assert faces(1, exact=True) != faces(2, exact=True)
        assert INDEX["4m"] in faces(1, exact=True)
        assert INDEX["4m"] not in faces(1, exact=False)


class TestBackgrounds:
    def test_pictures_of_a_folder_no_larger_than_needed(self, tmp_path: Path) -> None:
        Image.new("RGB", (400, 100), (9, 90, 200)).save(tmp_path / "b.png")
        Image.new("RGB", (30, 60), (200, 90, 9)).save(tmp_path / "a.png")
        small, large = load_backgrounds(tmp_path, longest=200)
        assert (small.shape, large.shape) == ((60, 30, 3), (50, 200, 3))
        assert large[0, 0].tolist() == [9, 90, 200]

    def test_none_without_a_folder(self) -> None:
        assert load_backgrounds(None) == []

    @pytest.mark.parametrize(
        ("name", "complaint"), [("notes.txt", "cannot be decoded"), (None, "no pictures")]
    )
    def test_other_files(self, tmp_path: Path, name: str | None, complaint: str) -> None:
        if name:
            (tmp_path / name).write_text("no picture")
        with pytest.raises(DatasetError, match=complaint):
            load_backgrounds(tmp_path)

    def test_parts_lie_within(self) -> None:
        rng = np.random.default_rng(1)
        picture = np.arange(50 * 80 * 3, dtype=np.uint8).reshape(50, 80, 3)
        for _ in range(20):
            height, width, _ = random_crop(rng, picture, 10, (0.1, 0.9)).shape
            assert 10 <= height <= 45
            assert 10 <= width <= 45


class TestDesignPool:
    def test_it_grows_and_then_renews_itself(self) -> None:
        pool = DesignPool(Family.FLOWERS, most=2, renewal=1.0)
        rng = np.random.default_rng(1)
        seen = [pool(rng) for _ in range(3)]
        assert len({id(faces) for faces in seen}) == 3
        assert len(pool.sets) == 2
        assert any(faces is seen[2] for faces in pool.sets)

    def test_without_renewal_it_gives_what_it_has(self) -> None:
        pool = DesignPool(Family.DOLLS, most=1, renewal=0.0)
        rng = np.random.default_rng(1)
        assert pool(rng) is pool(rng)

    def test_the_same_generator_gives_the_same_sets(self) -> None:
        one, other = (
            DesignPool(Family.FLOWERS, most=1)(np.random.default_rng(4)) for _ in range(2)
        )
        assert_array_equal(one.face(np.random.default_rng(1))[1],
                           other.face(np.random.default_rng(1))[1])  # fmt: skip


def art(colour: tuple[int, int, int], *, whole: bool = False) -> ArtSet:
    face = np.zeros((60, 40, 4), np.uint8)
    face[10:50, 5:35] = (*colour, 255)
    return ArtSet("a", {"1m": face}, whole_tile=whole)


class TestPrinting:
    body = np.array([230, 225, 210], np.float32)

    def printed(self, art_set: ArtSet, ink: NDArray[np.float64] | None = None) -> Picture:
        return print_face(art_set, "1m", aspect=1.25, body=self.body, share=0.8, ink=ink)

    @pytest.mark.parametrize(
        ("colour", "ink", "expected"),
        [
            pytest.param((200, 10, 10), None, (200, 10, 10), id="its own colour"),
            pytest.param((200, 10, 10), np.array([5.0, 6, 70]), (5, 6, 70), id="another ink"),
            pytest.param((250, 250, 250), None, (25, 30, 60), id="white would not be seen"),
        ],
    )
    def test_ink(
        self,
        colour: tuple[int, int, int],
        ink: NDArray[np.float64] | None,
        expected: tuple[int, int, int],
    ) -> None:
        face = self.printed(art(colour), ink)
        assert face.shape == (160, 128, 3)
        assert face[80, 64].tolist() == list(expected)
        assert face[2, 2].tolist() == [230, 225, 210]

    def test_a_scan_of_the_whole_tile_fills_it(self) -> None:
        face = self.printed(art((200, 10, 10), whole=True))
        assert face[80, 64].tolist() == [200, 10, 10]
        assert face[2, 2].tolist() == [0, 0, 0]

    def test_sets_are_printed_by_name(self) -> None:
        faces = art_faces(art((200, 10, 10)), np.random.default_rng(0))
        assert faces.face(np.random.default_rng(0))[0] == "1m"
        assert faces.back(np.random.default_rng(0)).shape == (120, 90, 3)
        assert 1.2 <= faces.aspect <= 1.5


@pytest.mark.parametrize(("share", "expected"), [(0.0, 0), (1.0, 40)])
def test_some_sets_are_dark(share: float, expected: int) -> None:
    maker = sometimes_dark(lambda _rng: source("1m"), share)
    rng = np.random.default_rng(0)
    dark = [maker(rng).body_colour.max() < LIGHT_BODY for _ in range(40)]
    assert sum(dark) == expected


def test_a_blank_face_is_no_white_dragon_in_a_dark_set() -> None:
    dark = sometimes_dark(lambda _rng: source("1m"), 1.0)(np.random.default_rng(0))
    names = {sample_printed(np.random.default_rng(seed), dark).face for seed in range(150)}
    assert INDEX["5z"] not in names
    assert INDEX["1m"] in names


def test_faces_are_cut_from_photos() -> None:
    faces = PhotoFaces.of(photo(*ROW), np.random.default_rng(0))
    assert sorted(name for name, _ in faces.crops) == ["1m", "2m", "3m"]
    name, crop = faces.face(np.random.default_rng(0))
    assert name in {"1m", "2m", "3m"}
    assert_array_equal(crop, np.broadcast_to(INK, (56, 40, 3)))
    assert_allclose(faces.body_colour, INK)


class ScriptedLocator(Locator):
    """Answers with given quads."""

    def __init__(self, quads: Quads) -> None:
        self.quads = quads

    def __call__(self, _pixels: Picture) -> Quads:
        return self.quads


def test_a_locators_quads_are_sorted_into_labelled_others_and_unsure() -> None:
    labelled = photo(*ROW)
    places = [(61.0, 71.0), (240.0, 20.0), (240.0, 120.0), (144.0, 98.0)]
    scores = [0.9, 0.8, 0.2, 0.6]  # the last lies on half a labelled tile
    quads = Quads(quads_at(*places), np.array(scores, np.float32))
    found = find_corners(ScriptedLocator(quads), labelled)
    assert_allclose(found["a"][0], quads.corners[0])
    assert np.isnan(found["a"][1:]).all()
    assert_allclose(found["a:others"], quads.corners[[1]])
    assert_allclose(found["a:unsure"], quads.corners[[2]])


def test_a_locator_that_finds_nothing() -> None:
    none = Quads(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    found = find_corners(ScriptedLocator(none), photo(*ROW))
    assert np.isnan(found["a"]).all()
    assert found["a:others"].shape == (0, 4, 2)
