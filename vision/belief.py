"""Which of the located and read tiles are believed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.geometry import side_lengths
from vision.locate import Quads
from vision.read import Reading

FACE_EVIDENCE, BACK_EVIDENCE, BLANK_EVIDENCE = 0.3, 0.8, 0.85
SURE_EVIDENCE = LONELY_EVIDENCE = 0.75
"""Least evidence for a face, for a back, for a tile on which no face can be read, and for
the one face that makes a picture one of tiles, or a tile that lies alone."""
MANY, MANY_SHARE, MANY_EVIDENCE = 4, 0.3, 0.52
"""So many faces of this evidence, if they are such a share of all, make a picture one of tiles as
well as a single sure one."""
MOST, MOST_SHARE, MOST_CERTAIN = 6, 0.6, 0.9
"""So do so many faces of which the reader is so certain, if they are such a share of all, however
unsure the locator is (cards under a glare). Of 120 pictures without tiles one shows six, a third of
what the locator takes for tiles there."""
CLEAR, CLEAR_SHARE = 0.85, 0.55
"""Where the median evidence of the faces is this high, each needs this share of it."""
SURE_PLACE = 0.8
"""Score from which the locator sees a tile for certain: then a hesitant reader does not make it
clutter, whatever the others are."""
CHOSEN_EVIDENCE = 0.4
"""In place of `SURE_EVIDENCE` where a person chose the design: the photo is said to show tiles,
and the locator is less sure of faces that are unlike all that it has learned."""
LONELY_SIDES = 3.0
"""Centre to centre, in mean sides of a tile."""


def believe(
    quads: Quads, readings: Sequence[Reading], *, covered: bool = False
) -> tuple[Quads, list[Reading]]:
    """Drop what the two networks together are not sure enough of to call a tile.

    The evidence for a tile is the locator's score times the reader's confidence. A back
    shows no print, so that a patch of any even colour reads as one: there the locator has
    to be sure. So it has where the reader sees no face at all (a tile under a glare), and
    where a tile lies far from all others: the tiles of a hand have neighbours. In a clear
    photo, whose tiles are nearly all beyond doubt, a face that is not is likely to be clutter,
    unless the locator is sure of its place.

    Args:
        quads: The located tiles.
        readings: Of each.
        covered: These are cards of a design that a person chose. What looks like any of its
            faces is one of them, however unsure it is which: of a strange set's covered cards
            too little is seen to be sure.
    """
    weighed = [
        _weighed(reading, float(score))
        for reading, score in zip(readings, quads.scores, strict=True)
    ]
    certainty = _certainty_of_any if covered else _certainty
    evidence = [
        float(score) * certainty(reading)
        for reading, score in zip(weighed, quads.scores, strict=True)
    ]
    lonely = _lonely(quads)
    face = _face_evidence(weighed, evidence)
    kept = [
        index
        for index, reading in enumerate(weighed)
        if evidence[index]
        >= max(
            _least_evidence(reading, face if quads.scores[index] < SURE_PLACE else FACE_EVIDENCE),
            LONELY_EVIDENCE if lonely[index] else 0.0,
        )
    ]
    return Quads(quads.corners[kept], quads.scores[kept]), [weighed[index] for index in kept]


def _lonely(quads: Quads) -> NDArray[np.bool_]:
    """Which quads have no other within ``LONELY_SIDES`` of their own mean side."""
    middle = quads.corners.mean(axis=1)
    distance = np.linalg.norm(middle[:, None] - middle[None], axis=2)
    np.fill_diagonal(distance, np.inf)
    sides = side_lengths(quads.corners)
    return np.asarray(distance.min(axis=1, initial=np.inf) > LONELY_SIDES * sides.mean(axis=1))


def _weighed(reading: Reading, score: float) -> Reading:
    """Let the locator's certainty speak where the reader hesitates between face and nothing.

    The reader sees no surroundings, so that a blank white dragon and a blank sheet are the
    same to it. By Bayes' rule the odds of its best face are multiplied by those of a tile.
    """
    if reading.tile is not None or reading.own is not None or not reading.alternatives:
        return reading
    for_nothing = reading.confidence * (1 - score)
    if reading.alternatives[0][1] * score <= for_nothing:
        return reading
    scale = score / (_any_face(reading) * score + for_nothing)
    return reading.weighed(lambda _: scale)


def any_sure(quads: Quads, readings: Sequence[Reading], least: float = SURE_EVIDENCE) -> bool:
    """Whether at least one face is beyond doubt; else the picture shows no hand of tiles.

    Now and then a playing card or a patch of carpet passes for a tile or for a back, but
    rarely for a face of which both networks are sure, or for many that the reader is certain of.

    Args:
        quads: What is believed.
        readings: Of each.
        least: Evidence from which a face is beyond doubt.
    """
    faces = [
        (float(score), _certainty(reading))
        for score, reading in zip(quads.scores, readings, strict=True)
        if _is_face(reading)
    ]
    evidence = [score * certainty for score, certainty in faces]
    likely = sum(value >= MANY_EVIDENCE for value in evidence)
    certain = sum(certainty >= MOST_CERTAIN for _, certainty in faces)
    return (
        any(value >= least for value in evidence)
        or likely >= max(MANY, MANY_SHARE * len(faces))
        or certain >= max(MOST, MOST_SHARE * len(faces))
    )


def _certainty(reading: Reading) -> float:
    """How sure the reader is that this is a tile, and of its face; 1 where it sees no face.

    The geometric mean of the probability of the best face (whatever its kind or stamp) and
    that of any face: a doubtful tile is one to look at again, not one to leave out.
    """
    tile = reading.tile
    if reading.own is not None:
        return reading.confidence
    if tile is None:
        return 1.0
    same = sum(p for other, p in reading.alternatives if other.face == tile.face)
    best = max(reading.confidence, same)
    return float((best * max(best, _any_face(reading))) ** 0.5)


def _certainty_of_any(reading: Reading) -> float:
    """The same of a face, whichever it is."""
    if reading.own is None and _is_face(reading):
        return max(reading.confidence, _any_face(reading))
    return _certainty(reading)


def _any_face(reading: Reading) -> float:
    return float(min(1.0, sum(p for _, p in reading.alternatives)))


def _is_face(reading: Reading) -> bool:
    return reading.own is not None or (reading.tile is not None and not reading.tile.is_back)


def _face_evidence(readings: Sequence[Reading], evidence: Sequence[float]) -> float:
    """Least evidence for a face in a photo with these readings."""
    faces = [
        value
        for reading, value in zip(readings, evidence, strict=True)
        if _is_face(reading) and value >= FACE_EVIDENCE
    ]
    median = float(np.median(faces)) if faces else 0.0
    return max(FACE_EVIDENCE, CLEAR_SHARE * median if median >= CLEAR else 0.0)


def _least_evidence(reading: Reading, face: float) -> float:
    if _is_face(reading):
        return face
    return BLANK_EVIDENCE if reading.tile is None else BACK_EVIDENCE
