"""Sets that a retraining draws: the project's designs, random others, the photos' own tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from datasets.designs.catalogue import UnknownDesignError, find_design
from datasets.synth.faces import (
    CARD_DEPTH,
    TILE_DEPTH,
    PrintedFaces,
    design_faces,
    random_back_colour,
)
from datasets.synth.scene import FaceSource
from models.enrol.errors import GalleryError
from models.enrol.gallery import PICTURES, folder_of, load
from models.enrol.pictures import read_folder
from models.enrol.teach import Enrolled, as_set
from models.training.sources import (
    DesignPool,
    Maker,
    PhotoFaces,
    TrainingPhoto,
    set_source,
    sometimes_dark,
)
from scoring.tiles import BACK, Family, Tile
from vision.geometry import intersection_area, quad_areas, side_lengths

Rng = np.random.Generator
Picture = NDArray[np.uint8]

DARK_SHARE = 0.08
"""How often a random design is made of a dark material."""
POOL = 8
"""Random designs that are kept at a time for each that a project asks for."""
LEAST_CUT = 4
"""Tiles of a photo that have to be whole for scenes of them."""
LEAST_SIDE = 12
"""Pixels: shorter sides of a tile show too little."""
COVERED = 0.05
"""Share of a tile that others may lie over."""
FORESHORTENED = (0.95, 1.2)
"""How much longer tiles are than photos taken from a slant show them."""


@dataclass
class PicturedFaces(PrintedFaces):
    """A set of pictures of which several may show the same face.

    Attributes:
        notations: What each picture, named by its number, shows.
    """

    notations: Mapping[str, str] = field(default_factory=dict)

    def face(self, rng: Rng) -> tuple[str, Picture]:
        """Draw any picture; its name is what it shows."""
        number, art = super().face(rng)
        return self.notations[number], art


def design_maker(name: str, folder: Path) -> Maker:
    """A maker of the one set that a project means.

    Args:
        name: An enrolled design, one of ``wahua designs``, or the folder of either.
        folder: What the folder's path is relative to.

    Raises:
        UnknownDesignError: It is none of them.
        DesignError: The design cannot be used.
        GalleryError: The enrolled design is damaged.
        EnrolError: Its pictures are.
    """
    inside = folder / name
    place = str(inside) if inside.is_dir() else name
    try:
        enrolled = folder_of(place)
    except GalleryError:
        try:
            return set_source([design_faces(find_design(place))])
        except UnknownDesignError as error:
            raise UnknownDesignError(
                f"{error.detail}; none is enrolled as '{name[:60]}'"
            ) from error
    family = load(enrolled).family
    pictures, _ = read_folder(enrolled / PICTURES, family=family)
    return pictured_maker(pictures, family)


def pictured_maker(pictures: Sequence[Enrolled], family: Family) -> Maker:
    """A maker of a set of pictures, with a back of any colour where none shows it.

    Faces of the user's own are left out: the reader has no answer for them.
    """
    tiles = [item for item in pictures if isinstance(item.face, Tile)]
    faces = [item for item in tiles if item.face != Tile(family, BACK)]
    backs = [item.pixels for item in tiles if item.face == Tile(family, BACK)]
    printed = as_set(faces, family)
    source = PicturedFaces(
        printed.draw, printed.names, printed.aspect, printed.body_colour, printed.back_colour,
        printed.depth, printed.overlap, back_picture=backs[0] if backs else None,
        notations={str(number): str(item.face) for number, item in enumerate(faces)},
    )  # fmt: skip
    return lambda rng: replace(source, back_colour=random_back_colour(rng))


def other_makers(count: int) -> dict[Family, Maker]:
    """Makers of random designs of each family, so that no other set is forgotten.

    They draw new designs as they go: a few would soon be known by heart.

    Args:
        count: Designs of each that are drawn first.
    """
    return {
        family: sometimes_dark(DesignPool(family, POOL * count, first=count), DARK_SHARE)
        for family in Family
    }


def any_of(sources: Sequence[tuple[float, Maker]]) -> Maker:
    """A maker that calls any of these, each as often as its share says."""
    shares = np.array([share for share, _ in sources])
    chances = shares / shares.sum()
    return lambda rng: sources[int(rng.choice(len(sources), p=chances))][1](rng)


def photo_maker(photos: Sequence[TrainingPhoto]) -> Maker | None:
    """A maker of sets of the photos' own tiles, laid out anew; None if no photo has enough.

    Only tiles that nothing covers are cut out, and they are taken for upright.
    """
    whole = [_whole_tiles(photo) for photo in photos]
    usable = [photo for photo in whole if photo.exact.sum() >= LEAST_CUT]
    if not usable:
        return None
    aspect = float(np.median([_aspect(photo) for photo in usable]))

    def make(rng: Rng) -> FaceSource:
        photo = usable[int(rng.integers(len(usable)))]
        cards = Tile.parse(photo.tiles[0]).family is Family.DOLLS
        return replace(
            PhotoFaces.of(photo, rng),
            aspect=aspect * float(rng.uniform(*FORESHORTENED)),
            depth=CARD_DEPTH if cards else TILE_DEPTH,
            overlap=cards,
        )

    return make


def _whole_tiles(photo: TrainingPhoto) -> TrainingPhoto:
    """The photo with only those tiles exact that can be cut out; they stand upright."""
    quads = photo.quads
    sides = side_lengths(quads)
    lying = sides[:, ::2].sum(axis=1) > sides[:, 1::2].sum(axis=1)
    quads = np.where(lying[:, None, None], np.roll(quads, 1, axis=1), quads)
    areas = np.abs(quad_areas(quads))
    hidden = np.zeros(len(quads), np.bool_)
    for one in range(len(quads)):
        for other in range(one):
            shared = intersection_area(quads[one], quads[other])
            for place in (one, other):
                hidden[place] |= shared > COVERED * areas[place]
    exact = photo.exact & ~hidden & (sides.min(axis=1, initial=np.inf) >= LEAST_SIDE)
    return replace(photo, quads=quads, exact=exact)


def _aspect(photo: TrainingPhoto) -> float:
    """Height over width of the tiles that can be cut out."""
    sides = side_lengths(photo.quads[photo.exact])
    return float(np.median(sides[:, 1::2].sum(axis=1) / sides[:, ::2].sum(axis=1)))
