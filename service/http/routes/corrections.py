"""``POST /v1/corrections``: what a photo really shows, for better models."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from scoring import Family, Hand, Tile
from scoring.hand import HandError
from service.http.idempotency import KeyOf
from service.http.openapi import problems
from service.http.problems import InvalidRequestError
from service.http.routes.reads import correction_object, no_read
from service.http.schemas.hand import HandIn
from service.http.schemas.stored import CorrectionAnswer, CorrectionIn
from service.http.state import OwnerOf, StateOf
from service.http.strict import StrictRoute
from service.storage.corrections import add_correction
from service.storage.idempotency import claim, fingerprint
from service.storage.reads import find_read
from service.storage.tables import Correction, Read

router = APIRouter(tags=["stored"], route_class=StrictRoute)

MARGIN = 0.1
"""Of the photo's width and height: so far may corners lie outside, for tiles that are cut off."""


@router.post(
    "/v1/corrections",
    response_model=CorrectionAnswer,
    status_code=201,
    summary="Correct a read",
    responses=problems(404, 408, 413, 415),
)
def correct(
    body: CorrectionIn, state: StateOf, owner: OwnerOf, response: Response, key: KeyOf = None
) -> dict[str, Any]:
    """Store what a person sees on the photo of a read.

    Where the photo was kept as well, the correction serves to train better models.
    """
    with state.storage.writing() as session:
        read = find_read(session, body.read_id, owner)
        if read is None:
            raise no_read(body.read_id)
        family = Family(body.family or read.family)
        tiles = [_tile(number, tile, family, read) for number, tile in enumerate(body.tiles, 1)]
        correction = add_correction(session, read, str(family), tiles, _hand(body.hand, family))
        print_ = fingerprint([b"correction", body.model_dump_json().encode()])
        earlier = claim(session, owner, key, print_, correction.id)
        if earlier is not None:
            session.delete(correction)
            session.flush()
            correction = session.get(Correction, earlier) or correction
        answer = correction_object(correction)
    response.headers["Location"] = f"/v1/reads/{body.read_id}"
    return {**answer, "versions": state.versions}


def _tile(number: int, tile: Any, family: Family, read: Read) -> dict[str, Any]:
    """Check one tile.

    Raises:
        UnknownTileError: The family has no such tile.
        InvalidRequestError: A corner lies far from the photo.
    """
    face = str(Tile.parse(tile.tile, family))
    for x, y in tile.corners:
        inside = (
            -MARGIN <= x / read.width <= 1 + MARGIN and -MARGIN <= y / read.height <= 1 + MARGIN
        )
        if not inside:
            raise InvalidRequestError(
                f"tile {number}: the corner [{x:g}, {y:g}] lies outside of the photo, "
                f"{read.width} × {read.height} pixels"
            )
    return {**tile.model_dump(), "tile": face}


def _hand(hand: str | HandIn | None, family: Family) -> str | None:
    """Return the hand in notation.

    Raises:
        HandError: It is no hand of the family.
    """
    if hand is None:
        return None
    if isinstance(hand, str):
        return str(Hand.parse(hand, family))
    found = Hand.from_dict(hand.model_dump(exclude_none=True), family)
    if found.family is not family:
        raise HandError(f"the hand is of {found.family}, the tiles are of {family}")
    return str(found)
