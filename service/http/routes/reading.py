"""``POST /v1/read``: a photo to its tiles."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.concurrency import run_in_threadpool

from service.http.intake import merge_params, receive_photo
from service.http.openapi import photo_body, problems
from service.http.photos import read_photo, store_photo
from service.http.schemas.photos import PhotoParams
from service.http.schemas.read import ReadOut
from service.http.state import OwnerOf, StateOf
from service.http.strict import StrictRoute
from service.output import photo_object
from service.storage.reads import new_id

router = APIRouter(tags=["photos"], route_class=StrictRoute)


@router.post(
    "/v1/read",
    response_model=ReadOut,
    summary="Read the tiles of a photo",
    responses=problems(404, 408, 409, 413, 415),
    openapi_extra=photo_body(PhotoParams),
)
async def read(
    request: Request, state: StateOf, owner: OwnerOf, query: Annotated[PhotoParams, Query()]
) -> dict[str, Any]:
    """Name the tiles of a photo, with their places, their groups and what is doubtful."""
    async with receive_photo(request, state) as upload:
        params = merge_params(PhotoParams, query, upload.fields)
        design = await run_in_threadpool(state.designs.find, owner, params.design)
        photo, result = await read_photo(state, upload.data, params.family, design)
    answer = photo_object(new_id(), upload.name, result, kept=params.keep_photo)
    await store_photo(state, owner, photo, answer)
    return {**answer, "versions": state.versions}
