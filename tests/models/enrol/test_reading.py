"""What a design changes in readings, and that a few pictures are enough to read with it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose

from models.enrol.conflicts import Conflict, conflicts
from models.enrol.enrol import Models, design_recogniser, learn, store
from models.enrol.errors import GalleryError
from models.enrol.gallery import Gallery
from models.enrol.head import Trial
from models.enrol.names import OwnFace
from models.enrol.pictures import read_folder
from models.enrol.reader import GalleryReader, combine, tiles_of, with_design
from models.enrol.teach import Taught
from scoring.tiles import Family, Tile
from tests.models.enrol.conftest import face
from vision.belief import CHOSEN_EVIDENCE, any_sure, believe
from vision.errors import NoTilesError
from vision.evidence import Evidence
from vision.faces import FACE_NAMES
from vision.locate import Quads
from vision.read import Reading


def evidence(features: list[list[float]], **faces: float) -> Evidence:
    """The network's word on faces: so much for some classes."""
    count = len(features)
    table = np.zeros((count, len(FACE_NAMES)))
    for name, chance in faces.items():
        table[:, FACE_NAMES.index(name.lstrip("_"))] = chance
    return Evidence(
        table, np.zeros(count), np.tile([1.0, 0, 0], (count, 1)), np.zeros(count),
        np.full((count, 4), 0.25), np.array(features, np.float32),
    )  # fmt: skip


FAR = 5.0
"""Features this far along an axis leave the head in no doubt."""


class TestCombine:
    def test_enrolled_faces_are_as_the_head_says(self, gallery: Gallery) -> None:
        found = combine(evidence([[FAR, 0], [-FAR, 0], [0, FAR]], _9s=1.0), gallery)
        best = [FACE_NAMES[index] for index in found.faces.argmax(axis=1)]
        assert best == ["1m", "2p", "3s"]
        assert_allclose(found.faces.sum(axis=1), 1)
        assert found.turns.argmax(axis=1).tolist() == [0, 1, 2]

    def test_others_are_as_the_network_says(self, gallery: Gallery) -> None:
        found = combine(evidence([[0, -FAR]], _9s=0.6, _8s=0.2, _1m=0.2), gallery)
        (row,) = found.faces
        assert_allclose(row[FACE_NAMES.index("9s")], 0.75, atol=1e-6)
        assert_allclose(row[FACE_NAMES.index("8s")], 0.25, atol=1e-6)

    @pytest.mark.parametrize(("strange", "nothing"), [(0.0, 0.45), (0.5, 0.0)])
    def test_nothing_is_asked_of_both_unless_the_design_is_strange(
        self, gallery: Gallery, strange: float, nothing: float
    ) -> None:
        found = combine(evidence([[FAR, 0]], nothing=0.9), replace(gallery, strange=strange))
        assert_allclose(found.faces[0, -1], nothing, atol=1e-6)
        assert_allclose(found.faces.sum(), 1)

    def test_own_faces_count_as_nothing_to_the_rules(self, gallery: Gallery) -> None:
        own = replace(gallery, faces=(gallery.faces[0], gallery.faces[1], OwnFace("own-joker")))
        found = combine(evidence([[0, FAR]]), own)
        assert_allclose(found.own, 1, atol=1e-6)
        assert_allclose(found.faces[0, -1], 1, atol=1e-6)

    def test_own_faces_are_certain_as_well(self, gallery: Gallery) -> None:
        own = replace(gallery, faces=(gallery.faces[0], gallery.faces[1], OwnFace("own-joker")))
        assert_allclose(combine(evidence([[0, FAR]]), own).certainty(), 1, atol=1e-6)

    def test_kinds_and_stamps_are_those_of_the_best_face(self, gallery: Gallery) -> None:
        tiles = tuple(Tile.parse(name) for name in ("3-4f", "3-4d", "1-1"))
        flowers = replace(gallery, family=Family.FLOWERS, faces=tiles)
        found = combine(evidence([[FAR, 0], [-FAR, 0]]), flowers)
        assert_allclose(found.kinds, [[0, 1, 0], [0, 0, 1]], atol=1e-6)
        tiles = tuple(Tile.parse(name) for name in ("fu", "fu*", "ru"))
        cards = replace(gallery, family=Family.DOLLS, faces=tiles)
        assert_allclose(combine(evidence([[FAR, 0], [-FAR, 0]]), cards).stamped, [0, 1], atol=1e-6)

    def test_red_fives_only_where_they_are_enrolled(self, gallery: Gallery) -> None:
        assert not any(tile.red for tile in tiles_of(Family.MAHJONG, gallery.faces))
        tiles = tuple(Tile.parse(name) for name in ("5p", "0p", "1s"))
        red = replace(gallery, faces=tiles)
        assert_allclose(combine(evidence([[FAR, 0], [-FAR, 0]]), red).red, [0, 1], atol=1e-6)


class TestBelief:
    quads = Quads(np.array([[[0, 0], [9, 0], [9, 9], [0, 9]]], np.float32), np.array([0.9], "f4"))

    def test_own_faces_stay(self) -> None:
        own = Reading(None, 0.95, ((Tile.parse("1m"), 0.05),), 0, "own-joker")
        _, kept = believe(self.quads, [own])
        assert kept == [own]
        assert any_sure(self.quads, kept)

    def test_doubtful_own_faces_do_not(self) -> None:
        own = Reading(None, 0.3, ((Tile.parse("1m"), 0.05),), 0, "own-joker")
        assert believe(self.quads, [own])[1] == []

    def test_a_chosen_design_needs_less_evidence_that_there_are_tiles(self) -> None:
        faint = Quads(self.quads.corners, np.array([0.5], np.float32))
        read = [Reading(Tile.parse("1m"), 0.95, ((Tile.parse("1m"), 0.95),))]
        assert not any_sure(faint, read)
        assert any_sure(faint, read, CHOSEN_EVIDENCE)

    @pytest.mark.parametrize(
        ("chances", "kept", "covered"),
        [
            ({"fu": 0.2, "shou": 0.2, "ru": 0.2, "dong": 0.2, "hai": 0.19}, 0, 1),
            ({"fu": 0.25, "shou": 0.1}, 0, 0),  # most of it speaks for no tile at all
            ({"fu": 0.9}, 1, 1),
            ({"back": 0.6, "fu": 0.39}, 0, 0),  # any patch of one colour is a bit like a back
        ],
    )
    def test_an_unsure_card_of_a_chosen_design_stays(
        self, chances: dict[str, float], kept: int, covered: int
    ) -> None:
        quads = replace(self.quads, scores=np.array([0.6], np.float32))
        listed = tuple((Tile.parse(name, Family.DOLLS), p) for name, p in chances.items())
        read = [Reading(*listed[0], listed)]
        found = Quads(np.repeat(quads.corners, 2, axis=0), np.repeat(quads.scores, 2))
        assert len(believe(found, read * 2)[1]) == 2 * kept
        assert len(believe(found, read * 2, covered=True)[1]) == 2 * covered


class TestConflicts:
    def taught(self, gallery: Gallery, table: list[list[float]]) -> Taught:
        """A trial in which each face's views were shared out like that."""
        chances = [np.eye(5)[[column] * round(10 * share)] for row in table
                   for column, share in enumerate(row)]  # fmt: skip
        joined = np.concatenate(chances)
        truth = np.repeat(np.arange(len(table)), 10)
        return Taught(gallery.head, gallery.faces, Trial(truth, joined, 1.0), truth, 0.0)

    def test_faces_too_alike_and_missing_ones(self, gallery: Gallery) -> None:
        rows = [[1.0, 0, 0, 0, 0], [0.4, 0.6, 0, 0, 0], [0, 0, 1.0, 0, 0]]
        found = conflicts(self.taught(gallery, rows), Family.MAHJONG)
        assert [item.kind for item in found] == [Conflict.ALIKE, Conflict.MISSING]
        assert found[0].faces == ("1m", "2p")
        assert "40 %" in found[0].text
        assert len(found[1].faces) == 39

    def test_a_face_that_is_confused_with_nothing_in_particular(self, gallery: Gallery) -> None:
        rows = [[0.7, 0.1, 0.1, 0.1, 0], [0, 1.0, 0, 0, 0], [0, 0, 1.0, 0, 0]]
        found = conflicts(self.taught(gallery, rows), Family.MAHJONG)
        assert [item.kind for item in found] == [Conflict.CONFUSED, Conflict.MISSING]
        assert found[0].faces == ("1m",)
        assert "70 %" in found[0].text

    def test_cards_may_be_confused_more_often_as_most_are_seen_covered(
        self, gallery: Gallery
    ) -> None:
        cards = replace(gallery, faces=tuple(map(Tile.parse, ("fu", "fu*", "ru"))))
        rows = [[0.7, 0.2, 0.1, 0, 0], [0.2, 0.8, 0, 0, 0], [0, 0, 1.0, 0, 0]]
        found = conflicts(self.taught(cards, rows), Family.DOLLS)
        assert [item.kind for item in found] == [Conflict.MISSING]
        rows[0] = [0.6, 0.1, 0.3, 0, 0]
        found = conflicts(self.taught(cards, rows), Family.DOLLS)
        assert found[0].faces == ("fu", "ru")


@pytest.mark.usefixtures("few_views")
class TestLearning:
    @pytest.fixture
    def learned(self, folder: Path, models: Models) -> Gallery:
        pictures, family = read_folder(folder)
        return learn("mine", pictures, family, models)

    def test_the_pictures_are_read_and_the_reader_alone_cannot(
        self, learned: Gallery, models: Models
    ) -> None:
        reader = with_design(models.recogniser, models.session, learned).reader
        arts = np.stack([face(text) for text in "AW7X"])
        pixels = np.concatenate(list(arts), axis=1)
        corners = [[[x, 0], [x + 100, 0], [x + 100, 140], [x, 140]] for x in (0, 100, 200, 300)]
        quads = Quads(np.array(corners, np.float32), np.ones(4, np.float32))
        readings = reader(pixels, quads)
        assert [str(item.tile or item.own) for item in readings] == ["1m", "2p", "3s", "own-joker"]
        alone = [str(item.tile) for item in models.recogniser.reader(pixels, quads)]
        assert alone[:3] != ["1m", "2p", "3s"]

    @pytest.mark.parametrize(("family", "least"), [("mahjong", 0.35), ("dolls", 0.2)])
    def test_less_sure_places_count_where_cards_of_a_design_are_expected(
        self, family: str, least: float, learned: Gallery, models: Models
    ) -> None:
        gallery = replace(learned, family=Family(family))
        locator = with_design(models.recogniser, models.session, gallery).locator
        assert locator.settings.min_score == least
        assert models.recogniser.locator.settings.min_score == 0.35

    def test_it_is_the_same_every_time(
        self, learned: Gallery, folder: Path, models: Models
    ) -> None:
        pictures, family = read_folder(folder)
        again = learn("mine", pictures, family, models)
        assert_allclose(again.head.weights, learned.head.weights, rtol=0.02, atol=1e-3)
        assert again.warnings == learned.warnings

    def test_stored_and_used_again(
        self, learned: Gallery, folder: Path, models: Models, tmp_path: Path
    ) -> None:
        pictures, _ = read_folder(folder)
        kept, place = store(learned, pictures, tmp_path / "store")
        assert (kept.version, store(learned, pictures, tmp_path / "store")[0].version) == (1, 2)
        recogniser = design_recogniser(place, models)
        assert isinstance(recogniser.reader, GalleryReader)
        assert recogniser.models["design"] == "mine@1"
        assert recogniser.family is Family.MAHJONG
        plain = np.zeros((64, 64, 3), np.uint8)
        with pytest.raises(NoTilesError, match="the chosen design has mahjong tiles"):
            recogniser.name(plain, TestBelief.quads, Family.DOLLS)

    def test_another_reader_needs_another_enrolment(
        self, learned: Gallery, folder: Path, models: Models, tmp_path: Path
    ) -> None:
        pictures, _ = read_folder(folder)
        _, place = store(replace(learned, reader=("0.1", "00" * 32)), pictures, tmp_path)
        with pytest.raises(GalleryError, match="enrol it again: wahua enrol mine --from"):
            design_recogniser(place, models)
        again, _ = read_folder(place / "pictures")
        assert [item.face for item in again] == [item.face for item in pictures]
