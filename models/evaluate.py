"""Measure a recogniser on labelled photos: one row a photo, every figure derived from the rows.

The measures are the project's only definitions of them:

* a truth tile is *found* when an answer's axis-aligned box overlaps it with IoU ≥ 0.4
  (greedy, best first), and *read* when the tile agrees too; a red five counts as a five
  where the truth does not mark red fives;
* *extra* answers match no truth tile (not counted where the truth is partial);
* a photo is *whole* when every tile is read and nothing is extra.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.labels import LabelledPhoto
from scoring.errors import WahuaError
from scoring.hand import Hand
from scoring.tiles import Family, Tile
from vision.errors import NoTilesError
from vision.geometry import box_iou, boxes_of
from vision.locate import Quads
from vision.photo import PHOTO_MAX_SIDE, Photo, load_photo
from vision.pipeline import Recogniser

MIN_IOU = 0.4
Prepare = Callable[[LabelledPhoto, Photo], tuple[LabelledPhoto, Photo]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a recogniser says of a photo.

    Attributes:
        tiles: Notation of n tiles.
        boxes: n×4 as shares of width and height.
        confidences: n.
        timings_ms: Milliseconds by stage.
        hand: The hand in notation, if it was arranged.
    """

    tiles: tuple[str, ...]
    boxes: NDArray[np.float32]
    confidences: tuple[float, ...]
    timings_ms: dict[str, float] = field(default_factory=dict)
    hand: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One photo's truth, answer and errors; the unit of every report."""

    image: str
    set: str
    truth: list[str]
    answer: list[str]
    confidences: list[float]
    found: int
    read: int
    extra: list[str]
    missed: list[str]
    misread: list[tuple[str, str]]
    whole: bool
    hand_right: bool | None
    timings_ms: dict[str, float]
    error: str | None = None
    rights: list[bool | None] = field(default_factory=list)
    """For each answer whether it names the truth tile that it matches; None if it matches none."""
    answered: list[int | None] = field(default_factory=list, compare=False)
    """For each truth tile the place of the answer that matches it; None if none does."""
    faces: int = 0
    """Truth tiles whose face is named, whatever their kind or stamp."""
    kinds: tuple[int, int] = (0, 0)
    """Flower tiles whose kind is named, of all patterns in the truth."""
    stamps: tuple[int, int] = (0, 0)
    """Doll cards of which it is rightly said whether they are stamped, of all."""

    @property
    def failed(self) -> str | None:
        """The first stage that went wrong: "located", "read" or "arranged"; None if none did.

        An extra answer is the locator's: it saw a tile where there is none.
        """
        if self.missed or self.extra or self.error is not None:
            return "located"
        if self.misread:
            return "read"
        return "arranged" if self.hand_right is False else None

    def as_dict(self) -> dict[str, Any]:
        """JSON-ready."""
        return asdict(self)


def answer_of(recogniser: Recogniser) -> Callable[[Photo], Answer]:
    """Wrap the pipeline; a photo without tiles is an empty answer."""

    def answer(photo: Photo) -> Answer:
        try:
            result = recogniser.read(photo)
        except NoTilesError:
            return Answer((), np.zeros((0, 4), np.float32), ())
        tiles = result.layout.tiles
        size = np.array([photo.width, photo.height], np.float32)
        corners = np.array([tile.corners for tile in tiles], np.float32).reshape(-1, 4, 2) / size
        return Answer(
            tuple(str(tile.tile) for tile in tiles),
            boxes_of(corners),
            tuple(tile.reading.confidence for tile in tiles),
            result.timings_ms,
            result.layout.hand_text,
        )

    return answer


def reader_answer_of(recogniser: Recogniser) -> Callable[[Photo], Answer]:
    """Wrap the reader alone, for pictures that one tile fills: the whole picture is its quad.

    It looks closely at doubtful ones, as it does in photos.
    """

    def answer(photo: Photo) -> Answer:
        height, width = photo.pixels.shape[:2]
        whole = np.array([[[0, 0], [width, 0], [width, height], [0, height]]], np.float32)
        start = time.perf_counter()
        (reading,) = recogniser.read_places(photo.pixels, Quads(whole, np.ones(1, np.float32)))
        spent_ms = (time.perf_counter() - start) * 1000
        tiles = () if reading.tile is None else (str(reading.tile),)
        boxes = np.array([[0, 0, 1, 1]] * len(tiles), np.float32).reshape(-1, 4)
        return Answer(tiles, boxes, (reading.confidence,) * len(tiles), {"read": spent_ms})

    return answer


def evaluate(
    photos: Iterable[LabelledPhoto],
    name: str,
    answer: Callable[[Photo], Answer],
    *,
    max_side: int | None = PHOTO_MAX_SIDE,
    prepare: Prepare | None = None,
) -> Iterator[Row]:
    """Judge an answerer photo by photo.

    Args:
        photos: The truth.
        name: Name of the physical set, for the report.
        answer: Reads a photo.
        max_side: See :func:`vision.photo.load_photo`.
        prepare: Changes each photo together with its truth before it is read.
    """
    for truth in photos:
        start = time.perf_counter()
        try:
            photo = load_photo(truth.path, max_side=max_side)
        except WahuaError as error:
            yield judge(truth, Answer((), np.zeros((0, 4), np.float32), ()), name, error.detail)
            continue
        decode_ms = (time.perf_counter() - start) * 1000
        if prepare is not None:
            truth, photo = prepare(truth, photo)  # noqa: PLW2901 - the same photo, turned
        given = answer(photo)
        row = judge(truth, given, name)
        row.timings_ms["decode"] = decode_ms
        yield row


def judge(truth: LabelledPhoto, given: Answer, name: str, error: str | None = None) -> Row:
    """Compare one photo's truth with an answer."""
    pairs = match(truth.boxes, given.boxes)
    marks_red = any(tile.red for tile in truth.tiles)
    misread = []
    rights: list[bool | None] = [None] * len(given.tiles)
    for want, got in pairs:
        right = agrees(truth.tiles[want], given.tiles[got], marks_red=marks_red)
        rights[got] = right
        if not right:
            misread.append((str(truth.tiles[want]), given.tiles[got]))
    named = [
        (truth.tiles[want], _parsed(given.tiles[got], truth.tiles[want])) for want, got in pairs
    ]
    matched_truth = {want for want, _ in pairs}
    matched_given = {got for _, got in pairs}
    extra = [tile for i, tile in enumerate(given.tiles) if i not in matched_given]
    if truth.partial:
        extra = []
    read = len(pairs) - len(misread)
    return Row(
        image=truth.path.name,
        set=name,
        truth=[str(tile) for tile in truth.tiles],
        answer=list(given.tiles),
        confidences=[round(value, 4) for value in given.confidences],
        found=len(pairs),
        read=read,
        extra=extra,
        missed=[str(t) for i, t in enumerate(truth.tiles) if i not in matched_truth],
        misread=misread,
        whole=read == len(truth.tiles) and not extra and error is None,
        hand_right=_hand_right(truth, given),
        timings_ms=dict(given.timings_ms),
        error=error,
        rights=rights,
        answered=[dict(pairs).get(want) for want in range(len(truth.tiles))],
        faces=sum(got is not None and want.face == got.face for want, got in named),
        kinds=(
            sum(got is not None and want.kind == got.kind for want, got in named if want.kind),
            sum(tile.kind is not None for tile in truth.tiles),
        ),
        stamps=(
            sum(got is not None and want.stamped == got.stamped
                for want, got in named if _is_card(want)),
            sum(_is_card(tile) for tile in truth.tiles),
        ),
    )  # fmt: skip


def _hand_right(truth: LabelledPhoto, given: Answer) -> bool | None:
    if truth.hand is None or not truth.tiles:
        return None
    return _same_hand(truth.hand, given.hand, truth.tiles[0].family)


def _is_card(tile: Tile) -> bool:
    return tile.family is Family.DOLLS and not tile.is_back


def _parsed(text: str, like: Tile) -> Tile | None:
    """An answer as a tile of the truth's family, or None where it is none."""
    try:
        return Tile.parse(text, like.family)
    except WahuaError:
        return None


def _same_hand(truth: str, given: str | None, family: Family) -> bool:
    """Whether two texts are one hand; the order of concealed and bonus tiles means nothing."""
    try:
        wanted, got = Hand.parse(truth, family), Hand.parse(given or "", family)
    except WahuaError:
        return False
    return all(
        sorted(map(str, mine)) == sorted(map(str, other))
        for mine, other in (
            (wanted.concealed, got.concealed), (wanted.melds, got.melds), (wanted.bonus, got.bonus)
        )
    )  # fmt: skip


def match(
    truth: NDArray[np.float32], given: NDArray[np.float32], least: float = MIN_IOU
) -> list[tuple[int, int]]:
    """Pair boxes (n×4 and m×4) greedily by IoU, best first, each used once."""
    if len(truth) == 0 or len(given) == 0:
        return []
    iou = box_iou(truth, given)
    order = np.dstack(np.unravel_index(np.argsort(-iou, axis=None, kind="stable"), iou.shape))[0]
    pairs: list[tuple[int, int]] = []
    used_truth: set[int] = set()
    used_given: set[int] = set()
    for want, got in order.tolist():
        if iou[want, got] < least:
            break
        if want not in used_truth and got not in used_given:
            pairs.append((want, got))
            used_truth.add(want)
            used_given.add(got)
    return pairs


def agrees(truth: Tile, given: str, *, marks_red: bool) -> bool:
    """Whether an answer names the truth; kind and stamp count, red only where it is marked."""
    if marks_red or truth.suit is None:
        return str(truth) == given
    return str(truth) == (given.replace("0", "5") if given[:1] == "0" else given)
