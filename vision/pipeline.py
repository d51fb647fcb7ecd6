"""The road of a photo: locate, read, turn upright, arrange."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import Family, TileSet
from vision.align import Aligner
from vision.arrange import DOUBT_BELOW, Layout, arrange
from vision.arrange.plan import plan_tiles
from vision.belief import CHOSEN_EVIDENCE, SURE_EVIDENCE, any_sure, believe
from vision.errors import NoTilesError
from vision.evidence import Evidence, count_strangers, family_votes, most_voted
from vision.fans import completed, evenly_spaced, filled_up
from vision.locate import Locator, Quads
from vision.mates import weigh_mates
from vision.orientation import GAIN, certainty, turned_back, views_to_try
from vision.overlooked import free_places, shown
from vision.photo import Photo
from vision.read import Reader, Reading, lying
from vision.recut import recut
from vision.search import find_tiles
from vision.turns import turn_upright
from vision.winning import weigh_winning

NOUNS = {
    Family.MAHJONG: "mahjong tiles",
    Family.FLOWERS: "flower tiles",
    Family.DOLLS: "doll cards",
}


def usual_sets() -> dict[Family, TileSet]:
    """The whole set of each family."""
    return {family: TileSet.usual(family) for family in Family}


@dataclass(frozen=True, slots=True)
class OwnTile:
    """A tile that shows a face of an enrolled design's own, which no rules know.

    Attributes:
        name: The face's notation, such as ``own-joker``.
        confidence: Probability of that face.
        corners: 4×2, clockwise from the face's own top left.
    """

    name: str
    confidence: float
    corners: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A photo's tiles and the hand that they make.

    Attributes:
        width: Width of the upright original, pixels.
        height: Height of the upright original, pixels.
        family: The family of tiles.
        layout: The tiles in their places, corners in pixels of the upright original.
        timings_ms: Milliseconds by stage.
        models: Version of each model.
        warnings: Sentences for the user.
        own: Tiles whose faces only the chosen design has; they are no part of the hand.
    """

    width: int
    height: int
    family: Family
    layout: Layout
    timings_ms: dict[str, float]
    models: dict[str, str]
    warnings: tuple[str, ...] = ()
    own: tuple[OwnTile, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """The located tiles of a photo with their readings.

    Attributes:
        quads: n tiles; corner 0 is each face's own top left.
        readings: n.
        family: The family that they were read as.
        strangers: How many places show a tile of each other family.
        sure: Whether some faces are beyond doubt by themselves, whatever the others are.
    """

    quads: Quads
    readings: list[Reading]
    family: Family
    strangers: Mapping[Family, int]
    sure: bool


@dataclass(frozen=True, slots=True)
class Recogniser:
    """The two networks and the sets that tiles come from.

    Attributes:
        locator: Finds tiles.
        reader: Names them.
        models: Version of each model.
        tile_sets: The set of each family.
        family: What all photos show, if that is known; else each photo decides.
        aligner: Moves the corners that the locator finds to the tiles' own; versions that were
            made before there was one have none.
    """

    locator: Locator
    reader: Reader
    models: dict[str, str]
    tile_sets: Mapping[Family, TileSet] = field(default_factory=usual_sets)
    family: Family | None = None
    aligner: Aligner | None = None

    def find(self, pixels: NDArray[np.uint8]) -> Quads:
        """Locate the tiles of a picture (H×W×3 RGB), looking closer where they are small.

        Where a row has room for a tile of which little is seen, the reader tells whether it is one.
        """
        found = find_tiles(self.locator, pixels)
        quads = self._aligned(pixels, found.tiles)
        places = self._aligned(pixels, free_places(quads, found.faint))
        if len(places) == 0:
            return quads
        more = shown(places, self.reader.look(pixels, places))
        return Quads(
            np.concatenate([quads.corners, more.corners]),
            np.concatenate([quads.scores, more.scores]),
        )

    def _aligned(self, pixels: NDArray[np.uint8], quads: Quads) -> Quads:
        return quads if self.aligner is None else self.aligner(pixels, quads)

    def name(self, pixels: NDArray[np.uint8], quads: Quads, family: Family | None = None) -> Named:
        """Read located tiles, each the right way up; drop those that are none.

        Args:
            pixels: The picture, H×W×3 RGB.
            quads: Its tiles.
            family: What they are; by default the family that most faces tell.

        Raises:
            NoTilesError: The family is not that of the chosen design.
        """
        evidence = self.reader.look(pixels, quads)
        if family is not None and self.family is not None and family is not self.family:
            raise NoTilesError(
                f"the chosen design has {NOUNS[self.family]}, and {NOUNS[family]} were asked for"
            )
        family = family or self.family or most_voted(family_votes(evidence, quads.scores))
        whole = self._whole(pixels, quads, evidence, family)
        if whole is not quads:
            quads, evidence = whole, self.reader.look(pixels, whole)
        quads, readings = self._upright(pixels, quads, evidence, family)
        strangers = count_strangers(evidence, quads.scores, family)
        quads, readings = believe(quads, readings, covered=self.family is Family.DOLLS)
        sure = any_sure(quads, readings, SURE_EVIDENCE if self.family is None else CHOSEN_EVIDENCE)
        return Named(quads, _by_rules(quads, readings, family), family, strangers, sure)

    def read_places(self, pixels: NDArray[np.uint8], quads: Quads) -> list[Reading]:
        """Read tiles (n quads) of which it is known that they are some, each for itself."""
        evidence = self.reader.look(pixels, quads)
        family = self.family or most_voted(family_votes(evidence, quads.scores))
        return self._upright(pixels, quads, evidence, family)[1]

    def _upright(
        self, pixels: NDArray[np.uint8], quads: Quads, evidence: Evidence, family: Family
    ) -> tuple[Quads, list[Reading]]:
        """The quads from their faces' own top left, and what they show at a close look if need be.

        The reader names faces in any quarter turn, but upright ones best. Those that the
        first reading finds turned are therefore cut out again the right way up, so that a
        photo gives the same answer however the phone was held.
        """
        cut = lying(quads.corners)
        quads, readings = turn_upright(quads, self.reader.readings(evidence, quads.scores, family))
        turned = [index for index, reading in enumerate(readings) if reading.turn != cut[index]]
        if turned:
            upright = Quads(quads.corners[turned], quads.scores[turned])
            look = self.reader.look(pixels, upright, upright=True)
            again = self.reader.readings(look, upright.scores, family)
            for index, reading in zip(turned, again, strict=True):
                readings[index] = replace(reading, turn=readings[index].turn)
        self._read_closely(pixels, quads, readings, family)
        return quads, readings

    def _whole(
        self, pixels: NDArray[np.uint8], quads: Quads, evidence: Evidence, family: Family
    ) -> Quads:
        """All cards in their whole width, tiles cut where they lie.

        The very quads where nothing is amiss.
        """

        def read(places: Quads) -> list[Reading]:
            return self.reader.readings(self.reader.look(pixels, places), places.scores, family)

        if family is Family.DOLLS:
            return filled_up(pixels, evenly_spaced(completed(quads)), quads, read)

        def look(places: Quads) -> tuple[Quads, list[Reading]]:
            exact = self._aligned(pixels, places)
            return exact, read(exact)

        return recut(quads, self.reader.readings(evidence, quads.scores, family), look)

    def _right_way_up(self, pixels: NDArray[np.uint8], named: Named) -> Named:
        """The tiles of the picture, or of a turned one where that leaves fewer doubts."""
        best = named
        for quarters in views_to_try(named.quads, named.readings):
            view = np.ascontiguousarray(np.rot90(pixels, quarters))
            again = self.name(view, self.find(view), named.family)
            if certainty(again.readings) > certainty(best.readings) + GAIN:
                best = _turned_back(again, quarters, (pixels.shape[1], pixels.shape[0]))
        return best

    def _read_closely(
        self, pixels: NDArray[np.uint8], quads: Quads, readings: list[Reading], family: Family
    ) -> None:
        """Read doubtful tiles again, from several looks (in place); their turns are known."""
        doubtful = [i for i, reading in enumerate(readings) if reading.confidence < DOUBT_BELOW]
        if not doubtful:
            return
        part = Quads(quads.corners[doubtful], quads.scores[doubtful])
        again = self.reader.readings(self.reader.look_closely(pixels, part), part.scores, family)
        for index, reading in zip(doubtful, again, strict=True):
            readings[index] = replace(reading, turn=readings[index].turn)

    def read(self, photo: Photo, family: Family | None = None) -> ReadResult:
        """Read a photo.

        Args:
            photo: The photo.
            family: What its tiles are; by default the family that most faces tell.

        Raises:
            NoTilesError: No tile (of the family) was found.
        """
        timings: dict[str, float] = {}
        with _timed(timings, "locate"):
            quads = self.find(photo.pixels)
        with _timed(timings, "read"):
            named = self.name(photo.pixels, quads, family)
            named = self._right_way_up(photo.pixels, named)
        if not named.sure:
            raise NoTilesError(_no_tile(named))
        with _timed(timings, "arrange"):
            layout = arrange(named.quads, named.readings, self.tile_sets[named.family])
        return ReadResult(
            width=photo.width,
            height=photo.height,
            family=named.family,
            layout=_in_original_pixels(layout, photo.scale),
            own=_own_tiles(named, photo.scale),
            timings_ms=timings,
            models=dict(self.models),
            warnings=(*_mixed(named), *_own_sentences(named), *layout.warnings),
        )


def _by_rules(quads: Quads, readings: Sequence[Reading], family: Family) -> list[Reading]:
    """Weigh what doubtful tiles may be by what hands and sets the others make."""
    plan = plan_tiles(quads.corners, readings)
    groups = [[plan.indices[member] for member in group.members] for group in plan.groups]
    if family is Family.MAHJONG:
        return weigh_winning(readings, plan.indices)
    return weigh_mates(readings, family, groups)


def _turned_back(named: Named, quarters: int, size: tuple[int, int]) -> Named:
    """What was read in a turned picture, in the pixels of the picture before (width, height)."""
    corners = turned_back(named.quads.corners, quarters, size)
    readings = [replace(one, turn=(one.turn + quarters) % 4) for one in named.readings]
    return replace(named, quads=Quads(corners, named.quads.scores), readings=readings)


def _no_tile(named: Named) -> str:
    if named.strangers:
        other = max(named.strangers, key=lambda family: named.strangers[family])
        return f"the photo shows {NOUNS[other]}, but no {NOUNS[named.family]}"
    return "no tile was found; a hand should fill most of the picture"


def _mixed(named: Named) -> tuple[str, ...]:
    """Sentences about tiles of other families in the photo."""
    return tuple(
        f"{count} {'place looks' if count == 1 else 'places look'} like {NOUNS[family]} among "
        f"{NOUNS[named.family]} and {'was' if count == 1 else 'were'} left out"
        for family, count in named.strangers.items()
    )


def _own_sentences(named: Named) -> tuple[str, ...]:
    counts = Counter(reading.own for reading in named.readings if reading.own is not None)
    return tuple(
        f"{count} × {name}: a face of this design's own, which no rules know; it was left out "
        "of the hand"
        for name, count in sorted(counts.items())
    )


def _own_tiles(named: Named, scale: float) -> tuple[OwnTile, ...]:
    return tuple(
        OwnTile(reading.own, reading.confidence, (corners / scale).astype(np.float32))
        for reading, corners in zip(named.readings, named.quads.corners, strict=True)
        if reading.own is not None
    )


def _in_original_pixels(layout: Layout, scale: float) -> Layout:
    tiles = tuple(
        replace(tile, corners=(tile.corners / scale).astype(np.float32)) for tile in layout.tiles
    )
    return replace(layout, tiles=tiles)


@contextmanager
def _timed(
    timings: dict[str, float], stage: str, clock: Callable[[], float] = time.perf_counter
) -> Iterator[None]:
    start = clock()
    yield
    timings[stage] = (clock() - start) * 1000
