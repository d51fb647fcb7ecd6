"""Names of pictures: notation, aliases, further pictures of a face, faces of one's own."""

from __future__ import annotations

import pytest

from models.enrol.errors import EnrolError
from models.enrol.names import Face, OwnFace, faces_of, missing_faces, whole_set
from scoring.tiles import Family, Tile


@pytest.mark.parametrize(
    ("names", "family", "faces"),
    [
        pytest.param(["1m", "0p", "7z"], None, ["1m", "0p", "7z"], id="notation"),
        pytest.param(["5m", "5m_2", "5m (3)", "5m.4"], None, ["5m"] * 4, id="further pictures"),
        pytest.param(["3-4d", "1f"], None, ["3-4d", "1f"], id="flower tiles by their patterns"),
        pytest.param(["ww_fu_s", "ww_doll"], None, ["fu*", "doll"], id="doll cards"),
        pytest.param(["1f", "own-joker"], Family.FLOWERS, ["1f", "own-joker"], id="given family"),
        pytest.param(["own-joker_2"], Family.DOLLS, ["own-joker"], id="own in two pictures"),
        pytest.param(["back", "1s"], None, ["back", "1s"], id="the back"),
    ],
)
def test_names_mean_faces(names: list[str], family: Family | None, faces: list[str]) -> None:
    assert [str(face) for face in faces_of(names, family)[0]] == faces


@pytest.mark.parametrize(
    ("names", "family", "reason"),
    [
        (["1m", "nonsense"], None, "no tiles: nonsense"),
        (["1m", "fu"], None, "one family"),
        (["own-joker"], None, "no tile"),
        (["1m", "own-"], None, "own-NAME"),
        (["1m", "own-Joker"], None, "own-NAME"),
        (["1m", "own-../x"], None, "own-NAME"),
        (["3-4"], Family.MAHJONG, "no tiles: 3-4"),
    ],
)
def test_names_that_cannot_be_used(names: list[str], family: Family | None, reason: str) -> None:
    with pytest.raises(EnrolError, match=reason):
        faces_of(names, family)


@pytest.mark.parametrize(
    ("family", "bonus", "count"),
    [
        (Family.MAHJONG, True, 42),
        (Family.MAHJONG, False, 34),
        (Family.FLOWERS, True, 72),
        (Family.FLOWERS, False, 64),
        (Family.DOLLS, True, 17),
    ],
)
def test_whole_sets(family: Family, bonus: bool, count: int) -> None:
    tiles = whole_set(family, bonus=bonus)
    assert len(set(tiles)) == len(tiles) == count
    assert {tile.family for tile in tiles} == {family}


def test_missing_faces() -> None:
    there: list[Face] = [*whole_set(Family.DOLLS)[1:], OwnFace("own-joker")]
    assert missing_faces(there, Family.DOLLS) == [Tile(Family.DOLLS, "fu")]
