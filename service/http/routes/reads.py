"""``/v1/reads/{id}``: what is stored of a photo, and its deletion."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response

from service.http.openapi import problems
from service.http.problems import NotFoundError
from service.http.schemas.stored import IdText, StoredRead
from service.http.state import OwnerOf, StateOf
from service.http.strict import StrictRoute
from service.storage.corrections import corrections_of
from service.storage.reads import delete_read, find_photo, find_read, find_scores

router = APIRouter(tags=["stored"], route_class=StrictRoute)


@router.get(
    "/v1/reads/{read_id}",
    response_model=StoredRead,
    response_model_exclude_unset=True,
    summary="A stored read",
    responses=problems(404),
)
def get_read(read_id: IdText, state: StateOf, owner: OwnerOf) -> dict[str, Any]:
    """Return a read with its score sheets and corrections."""
    with state.storage.reading() as session:
        read = find_read(session, read_id, owner)
        if read is None:
            raise no_read(read_id)
        return {
            "id": read.id,
            "created": read.created,
            "photo": read.result,
            "scores": find_scores(session, read_id),
            "corrections": [correction_object(one) for one in corrections_of(session, read_id)],
            "versions": state.versions,
        }


@router.get(
    "/v1/reads/{read_id}/photo",
    response_class=Response,
    summary="The stored photo of a read",
    responses={
        **problems(404),
        200: {
            "description": "The photo, upright and without metadata.",
            "content": {"image/jpeg": {"schema": {"type": "string", "format": "binary"}}},
        },
    },
)
def get_photo(read_id: IdText, state: StateOf, owner: OwnerOf) -> Response:
    """Return the photo, if it was to be kept."""
    with state.storage.reading() as session:
        photo = find_photo(session, read_id, owner)
        if photo is None:
            raise NotFoundError(f"no photo is stored for the read {read_id}")
        return Response(photo.data, media_type=photo.media_type)


@router.delete(
    "/v1/reads/{read_id}",
    status_code=204,
    summary="Delete a read",
    responses=problems(404),
)
def remove_read(read_id: IdText, state: StateOf, owner: OwnerOf) -> Response:
    """Delete a read with its photo, its score sheets and its corrections."""
    with state.storage.writing() as session:
        if not delete_read(session, read_id, owner):
            raise no_read(read_id)
    return Response(status_code=204)


def no_read(read_id: str) -> NotFoundError:
    """Return the error for a read that is not, or no longer, stored."""
    return NotFoundError(f"no read {read_id} is stored")


def correction_object(correction: Any) -> dict[str, Any]:
    """Return a stored correction JSON-ready."""
    names = ("id", "read_id", "created", "family", "tiles", "hand", "changed", "models")
    return {name: getattr(correction, name) for name in names}
