"""Read photos with an enrolled design: its faces, instead of those that the reader was taught.

The design is chosen by a person, so its family is known and only its faces count. What the
network itself says still decides between the faces that were not enrolled (:func:`combine`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from models.enrol.features import SeeingSession
from models.enrol.gallery import Gallery
from models.enrol.names import Face, OwnFace
from scoring.tiles import BACK, Family, Tile
from vision.evidence import Evidence
from vision.faces import FACE_NAMES, FAMILY_FACES, KINDS
from vision.pipeline import Recogniser
from vision.read import Reader, ReaderSettings, Reading

Floats = NDArray[np.float64]

STRANGE = 0.04
"""Share of views that look like nothing to the reader, from which its word on that is not asked.

It is below 0.03 for all tiles and doll cards that were measured, and above 0.06 for playing cards,
which the reader was taught to leave alone."""
CARD_SCORE = 0.2
"""Least score of a card where its design was chosen: the locator is less sure of strange cards, and
the gallery tells what is none."""
_INDEX = {name: number for number, name in enumerate(FACE_NAMES)}


@dataclass(frozen=True, slots=True)
class DesignEvidence(Evidence):
    """Evidence that knows faces of the design's own.

    Attributes:
        own: n×k, probabilities of the k own faces; *nothing* of ``faces`` includes them.
    """

    own: Floats

    def certainty(self) -> Floats:
        """How sure each best face is (n), the design's own among them."""
        own: Floats = self.own.max(axis=1, initial=0.0)
        return np.asarray(np.maximum(Evidence.certainty(self), own))


class GalleryReader(Reader):
    """Names faces as one design has them."""

    def __init__(
        self, session: SeeingSession, gallery: Gallery, settings: ReaderSettings | None = None
    ) -> None:
        super().__init__(session, settings)
        self.gallery = gallery

    def look_at(self, faces: NDArray[np.uint8]) -> Evidence:
        """What network and gallery say of faces that are already cut (n×96×64×3 RGB)."""
        evidence = super().look_at(faces)
        return combine(evidence, self.gallery) if len(faces) else evidence

    def readings(
        self, evidence: Evidence, scores: NDArray[np.floating], family: Family | None = None
    ) -> list[Reading]:
        """Name n faces of one photo; see :meth:`vision.read.Reader.readings`."""
        readings = super().readings(evidence, scores, family or self.gallery.family)
        if not isinstance(evidence, DesignEvidence) or evidence.own.shape[1] == 0:
            return readings
        names = [str(face) for face in self.gallery.faces if isinstance(face, OwnFace)]
        return [
            _named_own(reading, chances, names)
            for reading, chances in zip(readings, evidence.own, strict=True)
        ]


def _named_own(reading: Reading, chances: Floats, names: Sequence[str]) -> Reading:
    """Name an own face where it is more probable than any tile and than nothing at all."""
    best = int(chances.argmax())
    certainty = float(chances[best])
    if reading.tile is not None or certainty < reading.confidence - float(chances.sum()):
        return reading
    return replace(reading, confidence=certainty, own=names[best])


def with_design(recogniser: Recogniser, session: SeeingSession, gallery: Gallery) -> Recogniser:
    """The recogniser that reads photos of this design."""
    locator = recogniser.locator
    if gallery.family is Family.DOLLS:
        locator = locator.content_with(CARD_SCORE)
    return replace(
        recogniser,
        locator=locator,
        reader=GalleryReader(session, gallery, recogniser.reader.settings),
        models={**recogniser.models, "design": f"{gallery.name}@{gallery.version}"},
        family=gallery.family,
    )  # fmt: skip


def combine(evidence: Evidence, gallery: Gallery) -> DesignEvidence:
    """Put what the network and the design's head say of n faces together.

    * An enrolled face is as probable as the head says.
    * What the head takes for a face that is not enrolled is shared out among those as the
      network says.
    * *Nothing* is the mean of both, or the head's alone for designs that the network was
      taught to leave alone (`STRANGE`).

    Args:
        evidence: The network's; its embeddings are the features of the head.
        gallery: The design.
    """
    family = gallery.family
    answers, turns = gallery.head(evidence.embeddings)
    count = len(gallery.faces)
    nothing = answers[:, count + 1]
    if gallery.strange < STRANGE:
        nothing = (nothing + evidence.faces[:, -1]) / 2
    scale = (1 - nothing) / np.maximum(1 - answers[:, count + 1], 1e-9)
    tiles = tiles_of(family, gallery.faces)
    table = np.zeros((len(answers), len(tiles)))
    rest = [number for number, tile in enumerate(tiles) if tile not in gallery.faces]
    if rest:
        shares = _by_network(evidence, [tiles[number] for number in rest])
        shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1e-12)
        table[:, rest] = shares * (answers[:, count] * scale)[:, None]
    own = []
    for number, face in enumerate(gallery.faces):
        if isinstance(face, OwnFace):
            own.append(answers[:, number] * scale)
        else:
            table[:, tiles.index(face)] = answers[:, number] * scale
    mine = np.stack(own, axis=1) if own else np.zeros((len(answers), 0))
    return _as_evidence(replace(evidence, turns=turns), tiles, table, nothing, mine)


def tiles_of(family: Family, faces: Sequence[Face]) -> list[Tile]:
    """Every tile of a family that can be read; red fives only where they are enrolled."""
    tiles = [
        tile
        for face in FAMILY_FACES[family]
        for tile in _variants(family, face)
    ]  # fmt: skip
    return [*tiles, *(face for face in faces if isinstance(face, Tile) and face.red)]


def _variants(family: Family, face: str) -> list[Tile]:
    if family is Family.FLOWERS and "-" in face:
        return [Tile(family, face, kind) for kind in KINDS]
    if family is Family.DOLLS and face != BACK:
        return [Tile(family, face), Tile(family, face, stamped=True)]
    return [Tile(family, face)]


def _by_network(evidence: Evidence, tiles: Sequence[Tile]) -> Floats:
    """Probabilities (n×tiles) by the network alone."""
    result = np.empty((len(evidence), len(tiles)))
    for number, tile in enumerate(tiles):
        result[:, number] = evidence.faces[:, _INDEX[tile.face]]
        if tile.kind is not None:
            result[:, number] *= evidence.kinds[:, KINDS.index(tile.kind)]
        elif tile.family is Family.DOLLS and not tile.is_back:
            result[:, number] *= evidence.stamped if tile.stamped else 1 - evidence.stamped
    return result


def _as_evidence(
    evidence: Evidence, tiles: Sequence[Tile], table: Floats, nothing: Floats, own: Floats
) -> DesignEvidence:
    """Probabilities of tiles (n×tiles) in the network's terms: face, kind, stamp, red five."""
    faces = np.zeros_like(evidence.faces)
    for number, tile in enumerate(tiles):
        faces[:, _INDEX[tile.face]] += table[:, number]
    best = faces[:, :-1].argmax(axis=1)
    faces[:, -1] = nothing + own.sum(axis=1)

    def share(of: Sequence[bool]) -> Floats:
        """Of the best face's probability, that of some of its tiles (a mask)."""
        same = np.array([[_INDEX[tile.face] == face for tile in tiles] for face in best])
        part = (table * (same & np.array(of))).sum(axis=1)
        return np.asarray(part / np.maximum((table * same).sum(axis=1), 1e-12))

    kinds = np.stack([share([tile.kind is kind for tile in tiles]) for kind in KINDS], axis=1)
    reds = any(tile.red for tile in tiles)
    return DesignEvidence(
        faces=faces,
        red=share([tile.red for tile in tiles]) if reds else evidence.red,
        kinds=np.where(kinds.sum(axis=1, keepdims=True) > 0, kinds, evidence.kinds),
        stamped=share([tile.stamped for tile in tiles]),
        turns=evidence.turns,
        embeddings=evidence.embeddings,
        own=own,
    )
