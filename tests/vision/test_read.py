"""Cutting faces out, and what the reader makes of the network's numbers."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from scoring.tiles import Family, Tile
from vision.faces import FACE_NAMES
from vision.geometry import rectify
from vision.locate import Quads
from vision.read import (
    CLOSER,
    READER_SIZE,
    SURER,
    TRIMMED,
    TRIMS,
    Reader,
    ReaderSettings,
    Reading,
    cut_face,
    lying,
    softmax,
)

BLANK = np.zeros((1, *READER_SIZE[::-1], 3), np.uint8)


class FakeSession:
    """Gives prepared logits, a row a face, and remembers how many faces came at once."""

    def __init__(
        self,
        face: NDArray[np.float32],
        red: NDArray[np.float32] | None = None,
        turn: NDArray[np.float32] | None = None,
        *,
        kind: NDArray[np.float32] | None = None,
        stamp: NDArray[np.float32] | None = None,
    ) -> None:
        count = len(face)
        self.face = face
        self.red = np.full(count, -9, np.float32) if red is None else red
        self.turn = np.zeros((count, 4), np.float32) if turn is None else turn
        self.kind = np.zeros((count, 3), np.float32) if kind is None else kind
        self.stamp = np.full(count, -9, np.float32) if stamp is None else stamp
        self.batches: list[NDArray[np.float32]] = []

    def run(self, output_names: list[str] | None, input_feed: dict[str, Any]) -> list[Any]:
        assert output_names is None
        images = input_feed["images"]
        done = sum(len(batch) for batch in self.batches)
        self.batches.append(images)
        part = slice(done, done + len(images))
        count = len(images)
        return [
            self.face[part], self.red[part], self.kind[part], self.stamp[part], self.turn[part],
            np.zeros((count, 128)),
        ]  # fmt: skip


def logits(**chances: float) -> NDArray[np.float32]:
    """Face logits with these probabilities (their names after an underscore), others nearly 0."""
    row = np.full(len(FACE_NAMES), -20, np.float32)
    for name, chance in chances.items():
        row[FACE_NAMES.index(name.lstrip("_"))] = np.log(chance)
    return row


def read(row: NDArray[np.float32], red: float = -9, settings: ReaderSettings | None = None) -> Any:
    session = FakeSession(row[None], np.array([red], np.float32))
    reader = Reader(session, settings)
    (reading,) = reader.readings(reader.look_at(BLANK), np.ones(1), Family.MAHJONG)
    return reading


def tile(text: str) -> Tile:
    return Tile.parse(text, Family.MAHJONG)


def test_alternatives_are_sorted_and_include_the_best() -> None:
    reading = read(logits(_6p=0.2, _9p=0.7, _2z=0.1))
    assert reading.tile == tile("9p")
    assert reading.confidence == pytest.approx(0.7, abs=1e-3)
    assert [str(t) for t, _ in reading.alternatives] == ["9p", "6p", "2z"]
    assert [p for _, p in reading.alternatives] == pytest.approx([0.7, 0.2, 0.1], abs=1e-3)


def test_improbable_alternatives_are_not_listed() -> None:
    reading = read(logits(_9p=0.9, _6p=0.1), settings=ReaderSettings(keep=0.2))
    assert [str(t) for t, _ in reading.alternatives] == ["9p"]


def test_the_best_face_is_listed_however_improbable() -> None:
    row = logits()
    row[: FACE_NAMES.index("back")] = 0
    reading = read(row, settings=ReaderSettings(keep=0.5))
    assert reading.tile == tile("1m")
    assert reading.alternatives == ((tile("1m"), reading.confidence),)


@pytest.mark.parametrize(
    ("face", "red", "expected"),
    [
        ("5m", 4.0, "0m"),
        ("5p", 0.1, "0p"),
        ("5s", 4.0, "0s"),
        ("5m", -0.1, "5m"),
        ("6m", 4.0, "6m"),
        ("5z", 4.0, "5z"),
        ("5f", 4.0, "5f"),
        ("back", 4.0, "back"),
    ],
)
def test_only_fives_of_the_suits_are_red(face: str, red: float, expected: str) -> None:
    assert str(read(logits(**{f"_{face}": 0.99}), red).tile) == expected


def test_nothing_is_no_tile_but_keeps_the_faces() -> None:
    reading = read(logits(nothing=0.6, _5z=0.4))
    assert reading.tile is None
    assert reading.confidence == pytest.approx(0.6, abs=1e-3)
    assert [str(t) for t, _ in reading.alternatives] == ["5z"]


def test_a_face_wins_over_a_less_probable_nothing() -> None:
    assert read(logits(nothing=0.4, _5z=0.45, back=0.15)).tile == tile("5z")


@pytest.mark.parametrize(("temperature", "expected"), [(1.0, 0.8), (2.0, 2 / 3), (0.5, 16 / 17)])
def test_temperature_softens_confidences(temperature: float, expected: float) -> None:
    settings = ReaderSettings(temperature=temperature)
    row = np.full(len(FACE_NAMES), -200, np.float32)
    row[:2] = np.log([0.8, 0.2])
    assert read(row, settings=settings).confidence == pytest.approx(expected, abs=1e-4)


def test_turns_are_those_of_the_network() -> None:
    face = np.stack([logits(_1z=1.0)] * 4)
    session = FakeSession(face, turn=np.eye(4, dtype=np.float32))
    reader = Reader(session)
    readings = reader.readings(reader.look_at(np.repeat(BLANK, 4, axis=0)), np.ones(4))
    assert [reading.turn for reading in readings] == [0, 1, 2, 3]


def test_faces_are_read_in_batches_and_in_order() -> None:
    names = [FACE_NAMES[i] for i in range(10)]
    session = FakeSession(np.stack([logits(**{f"_{name}": 1.0}) for name in names]))
    picture = np.full((200, 200, 3), 255, np.uint8)
    quad = np.array([[20, 20], [50, 20], [50, 60], [20, 60]], np.float32)
    quads = Quads(np.stack([quad + 3 * i for i in range(10)]), np.ones(10, np.float32))
    readings = Reader(session, ReaderSettings(batch=4))(picture, quads)
    assert [str(reading.tile) for reading in readings] == names
    assert [batch.shape for batch in session.batches] == [(4, 3, 96, 64)] * 2 + [(2, 3, 96, 64)]
    assert session.batches[0].dtype == np.float32
    assert session.batches[0].max() == 1.0


def test_no_quads_no_readings() -> None:
    session = FakeSession(np.zeros((0, len(FACE_NAMES)), np.float32))
    quads = Quads(np.zeros((0, 4, 2), np.float32), np.zeros(0, np.float32))
    assert Reader(session)(np.zeros((50, 50, 3), np.uint8), quads) == []
    assert session.batches == []


def smooth_picture(side: int) -> NDArray[np.uint8]:
    coarse = np.random.default_rng(4).integers(0, 256, (5, 5, 3)).astype(np.uint8)
    return np.asarray(cv2.resize(coarse, (side, side), interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("side", [60, 300])
def test_rolled_corners_cut_the_turned_face(turn: int, side: int) -> None:
    picture = smooth_picture(2 * side)
    low, high = side * 0.5, side * 1.5
    quad = np.array([[low, low], [high, low], [high, high], [low, high]], np.float32)
    upright = cut_face(picture, quad).astype(int)
    # A face turned clockwise by `turn` has its own top left at corner number `turn`.
    rolled = cut_face(picture, np.roll(quad, -turn, axis=0)).astype(int)
    # The two differ by OpenCV's half pixel on either side, and by a resampling.
    turned = cv2.resize(np.rot90(upright, turn).astype(np.uint8), READER_SIZE).astype(int)
    assert np.abs(rolled - turned).mean() < 8
    assert np.abs(rolled - upright).mean() > 20


WIDE = np.array([[20, 60], [140, 60], [140, 100], [20, 100]], np.float32)


@pytest.mark.parametrize("roll", [0, 1, 2, 3])
def test_long_sides_are_cut_upright_and_turns_counted_from_the_first_corner(roll: int) -> None:
    """Whichever corner comes first, the network sees the same or its half turn."""
    picture = smooth_picture(160)
    session = FakeSession(logits(_1m=1.0)[None], turn=np.eye(4, dtype=np.float32)[:1])
    quads = Quads(np.roll(WIDE, -roll, axis=0)[None], np.ones(1, np.float32))
    assert lying(quads.corners).tolist() == [roll % 2 == 0]
    evidence = Reader(session).look(picture, quads)
    cut = cut_face(picture, np.roll(WIDE, -1 if roll in (0, 1) else -3, axis=0))
    assert_allclose(session.batches[0][0].transpose(1, 2, 0) * 255, cut, atol=0.01)
    # What the network sees upright begins at the quad's second corner where the quad lies.
    assert evidence.turns.argmax(axis=1).tolist() == [1 if roll % 2 == 0 else 0]


def test_a_face_known_to_be_upright_is_cut_as_it_stands() -> None:
    picture = smooth_picture(160)
    session = FakeSession(logits(_1m=1.0)[None], turn=np.eye(4, dtype=np.float32)[:1])
    quads = Quads(WIDE[None], np.ones(1, np.float32))
    evidence = Reader(session).look(picture, quads, upright=True)
    assert_allclose(
        session.batches[0][0].transpose(1, 2, 0) * 255, cut_face(picture, WIDE), atol=0.01
    )
    assert evidence.turns.argmax(axis=1).tolist() == [0]


def test_close_looks_are_weighed_by_how_sure_they_are() -> None:
    """As it is, a little closer, and trimmed thrice, each upside down too; the turn is its own."""
    picture = smooth_picture(160)
    tall = np.array([[60, 20], [100, 20], [100, 140], [60, 140]], np.float32)
    unsure = [logits(_1m=0.6, _2m=0.4), logits(_1m=0.2, _2m=0.8)] * 2
    surer = [logits(_1m=0.1, _2m=0.9)] * 2 * len(TRIMS)
    session = FakeSession(
        np.stack([*unsure, *surer]),
        turn=np.tile(20 * np.eye(4, dtype=np.float32)[[0, 2]], (2 + len(TRIMS), 1)),
    )
    evidence = Reader(session).look_closely(picture, Quads(tall[None], np.ones(1, np.float32)))
    weight = TRIMMED * (0.9 / 0.6) ** SURER * len(TRIMS)
    assert_allclose(evidence.faces[0, 0], (2 * 0.4 + weight * 0.1) / (2 + weight), atol=1e-5)
    assert_allclose(evidence.turns, [[1, 0, 0, 0]], atol=1e-6)
    near = (tall - tall.mean(axis=0)) * CLOSER + tall.mean(axis=0)
    cuts = [tall, near]
    for top, bottom in TRIMS:
        low, high = 20 + 120 * top, 140 - 120 * bottom
        cuts.append(np.array([[60, low], [100, low], [100, high], [60, high]], np.float32))
    looks = [np.roll(cut, turn, 0) for cut in cuts for turn in (0, 2)]
    for batch, quad in zip(session.batches, looks, strict=True):
        assert_allclose(
            batch[0].transpose(1, 2, 0) * 255, cut_face(picture, quad.astype(np.float32)), atol=1.01
        )


def test_large_faces_are_averaged_not_sampled() -> None:
    stripes = np.zeros((1000, 1000, 3), np.uint8)
    stripes[:, ::2] = 255
    quad = np.array([[100, 100], [900, 100], [900, 900], [100, 900]], np.float32)
    face = cut_face(stripes, quad)
    assert face.shape == (96, 64, 3)
    assert np.abs(face.astype(int) - 127).max() < 40
    sampled = rectify(stripes, quad, READER_SIZE).astype(int)
    assert np.abs(sampled - 127).max() > 100


def test_softmax_survives_large_logits() -> None:
    result = softmax(np.array([[1000.0, 1000.0], [0.0, np.log(3)]], np.float32))
    assert_allclose(result, [[0.5, 0.5], [0.25, 0.75]], rtol=1e-6)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"confidence": 1.1}, "0..1"),
        ({"confidence": 0.5, "alternatives": ((Tile.parse("1m"), -0.1),)}, "0..1"),
        (
            {
                "confidence": 0.5,
                "alternatives": ((Tile.parse("1m"), 0.1), (Tile.parse("2m"), 0.2)),
            },
            "sorted",
        ),
        ({"confidence": 0.5, "turn": 4}, "quarter turns"),
    ],
)
def test_readings_check_themselves(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Reading(Tile.parse("1m"), **arguments)


def test_alternatives_are_weighed_and_put_in_order() -> None:
    two, three = Tile.parse("2m"), Tile.parse("3m")
    reading = Reading(two, 0.6, ((two, 0.6), (three, 0.3)), turn=1)
    weighed = reading.weighed(lambda tile: 4.0 if tile == three else 0.5)
    assert weighed == Reading(three, 1.0, ((three, 1.0), (two, 0.3)), turn=1)
