"""From a picture of each face to a head: photographed many times, seen by the network."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.designs.families import RANDOM
from datasets.synth.backgrounds import table_top
from datasets.synth.faces import (
    CARD_DEPTH,
    DRAWN_HEIGHT,
    TILE_DEPTH,
    PrintedFaces,
    design_faces,
    plain_back,
    random_back_colour,
)
from datasets.synth.views import View, light, view_print, view_seam, view_thing
from models.enrol.features import Seen
from models.enrol.head import Head, Lessons, Trial, fit, try_out
from models.enrol.names import Face, missing_faces
from scoring.tiles import BACK, Family, Tile
from vision.read import READER_SIZE

Picture = NDArray[np.uint8]
Rng = np.random.Generator

VIEWS = 5000
"""Views of all enrolled pictures together: what the network sees in half a minute."""
MOST_VIEWS, LEAST_VIEWS = 300, 12
"""Views of one picture."""
REST_VIEWS, REST_DESIGNS = 12, 2
"""Views of each face that is not enrolled, and drawn designs that show them."""
BACKS, THINGS, SEAMS, TABLES = 80, 120, 80, 40
"""Views of backs, and of what is no face."""
SEED = 6


@dataclass(frozen=True, slots=True)
class Enrolled:
    """One picture of one face.

    Attributes:
        face: What it shows.
        pixels: H×W×3 RGB, upright, filled by the face.
        source: Where it comes from, for people.
    """

    face: Face
    pixels: Picture
    source: str


@dataclass(frozen=True, slots=True)
class Taught:
    """A head, and how it did on views that it was not fitted on.

    Attributes:
        head: Its answers are the faces in their order, then *rest*, then *nothing*.
        faces: The enrolled faces, each once.
        trial: The cross-validation.
        truth: m, the right answer of each judged view.
        strange: Share of the views of its faces that are nothing to the reader itself.
    """

    head: Head
    faces: tuple[Face, ...]
    trial: Trial
    truth: NDArray[np.int64]
    strange: float


@dataclass(frozen=True, slots=True)
class _Class:
    """A kind of view: ``make`` gives one of them, which belongs to an answer."""

    answer: int
    count: int
    make: Callable[[Rng], View | Picture]


Look = Callable[[Picture], Seen]
"""What the network sees in faces (n×96×64×3)."""


def teach(pictures: Sequence[Enrolled], family: Family, look: Look) -> Taught:
    """Learn the faces of a design.

    Args:
        pictures: At least one, of every face.
        family: Of its tiles.
        look: The reader's network.
    """
    faces = tuple(dict.fromkeys(picture.face for picture in pictures))
    source = as_set(pictures, family)
    kinds = [*_enrolled_views(pictures, faces, source)]
    kinds += _rest_views(faces, family)
    kinds += _views_of_nothing(source, len(faces) + 1)
    lessons, nothing = _lessons(kinds, look)
    trial = try_out(lessons)
    head = replace(fit(lessons), temperature=trial.temperature)
    truth = lessons.answers[lessons.classes]
    strange = float((nothing[truth < len(faces)] > 0.5).mean())
    return Taught(head, faces, trial, truth[trial.rows], strange)


def as_set(pictures: Sequence[Enrolled], family: Family) -> PrintedFaces:
    """The pictures as a set that scenes and views are made of."""
    height = DRAWN_HEIGHT[family]
    arts = {str(number): _sized(item.pixels, height) for number, item in enumerate(pictures)}
    aspect = float(np.median([art.shape[0] / art.shape[1] for art in arts.values()]))
    blank = np.concatenate([art.reshape(-1, 3)[::31] for art in arts.values()])
    body = np.percentile(blank, 80, axis=0).astype(np.float32)
    cards = family is Family.DOLLS
    return PrintedFaces(
        arts.__getitem__, tuple(arts), aspect, body,
        random_back_colour(np.random.default_rng(SEED)),
        CARD_DEPTH if cards else TILE_DEPTH, overlap=cards,
    )  # fmt: skip


def _sized(pixels: Picture, height: int) -> Picture:
    """At most so many pixels high."""
    scale = height / pixels.shape[0]
    if scale >= 1:
        return pixels
    return np.asarray(
        cv2.resize(pixels, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
    )


def _enrolled_views(
    pictures: Sequence[Enrolled], faces: Sequence[Face], source: PrintedFaces
) -> Iterator[_Class]:
    count = int(np.clip(VIEWS // len(pictures), LEAST_VIEWS, MOST_VIEWS))
    for number, picture in enumerate(pictures):
        art = source.draw(str(number))

        def make(rng: Rng, art: Picture = art) -> View:
            return view_print(rng, source, art)

        yield _Class(faces.index(picture.face), count, make)


def _rest_views(faces: Sequence[Face], family: Family) -> Iterator[_Class]:
    """Faces that are not enrolled, as drawn designs of ours have them, and backs."""
    rng = np.random.default_rng(SEED)
    names = [str(tile) for tile in missing_faces(faces, family)]
    designs = [
        design_faces(RANDOM[family](rng), names or None, DRAWN_HEIGHT[family])
        for _ in range(REST_DESIGNS if names or family is Family.DOLLS else 0)
    ]
    for name in names:

        def make(rng: Rng, name: str = name) -> View:
            design = designs[int(rng.integers(len(designs)))]
            return view_print(rng, design, design.draw(name))

        yield _Class(len(faces), REST_VIEWS, make)
    if Tile(family, BACK) not in faces:
        yield _Class(len(faces), BACKS, lambda rng: _view_back(rng, designs)[0])


def _view_back(rng: Rng, designs: Sequence[PrintedFaces]) -> View:
    source = designs[int(rng.integers(len(designs)))] if designs else None
    art = source.back(rng) if source else plain_back(random_back_colour(rng), rng)
    around = source or PrintedFaces(
        lambda _: art, ("back",), 1.3, random_back_colour(rng), random_back_colour(rng)
    )
    return view_print(rng, around, art, printed=False)


def _views_of_nothing(source: PrintedFaces, answer: int) -> Iterator[_Class]:
    yield _Class(answer, THINGS, view_thing)
    yield _Class(answer, SEAMS, lambda rng: view_seam(rng, source))
    yield _Class(answer, TABLES, _view_table)


def _view_table(rng: Rng) -> Picture:
    patch = table_top(rng, (96, 96))
    return light(rng, np.asarray(cv2.resize(patch, READER_SIZE), np.uint8))


def _lessons(kinds: Sequence[_Class], look: Look) -> tuple[Lessons, NDArray[np.float64]]:
    """Make all views and look at them; a view with a turn has a class for each turn.

    Two threads make views (OpenCV works outside Python's lock) while the network looks.

    Returns:
        The lessons, and for each view the reader's own probability of *nothing*.
    """
    seen, labels = [], []
    with ThreadPoolExecutor(2) as workers:
        for number, (pixels, turns) in enumerate(workers.map(_views, enumerate(kinds))):
            seen.append(look(pixels))
            labels.append(np.stack([np.full(len(turns), number), turns], axis=1))
    pairs, classes = np.unique(np.concatenate(labels), axis=0, return_inverse=True)
    answers = np.array([kinds[number].answer for number in pairs[:, 0]], np.int64)
    lessons = Lessons(
        np.concatenate([part.features for part in seen]), classes.reshape(-1), answers, pairs[:, 1]
    )  # fmt: skip
    return lessons, np.concatenate([part.nothing for part in seen])


def _views(numbered: tuple[int, _Class]) -> tuple[Picture, NDArray[np.int64]]:
    """The views of one kind (n×96×64×3), and their turns (n; -1 without)."""
    number, kind = numbered
    rng = np.random.default_rng((SEED, number))
    views = [kind.make(rng) for _ in range(kind.count)]
    pairs = [view if isinstance(view, tuple) else (view, -1) for view in views]
    return np.stack([pixels for pixels, _ in pairs]), np.array([turn for _, turn in pairs])
