"""``/v1/designs``: the tile designs that ship, and those that are enrolled here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import PurePath
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile

from service.designs import NoSuchDesignError
from service.http.idempotency import KeyOf
from service.http.intake import form_of, merge_params, photo_name, text_fields
from service.http.openapi import files_body, problems
from service.http.problems import InvalidRequestError
from service.http.queueing import files_of, queue_job
from service.http.schemas.designs import DesignName, DesignParams, DesignQuery, DesignsOut
from service.http.schemas.jobs import JobOut
from service.http.state import OwnerOf, StateOf
from service.http.strict import StrictRoute
from service.jobs.enrol import KIND
from service.storage.designs import delete_design, list_designs

router = APIRouter(tags=["designs"], route_class=StrictRoute)

MAX_FILES = 400
"""Of one form; an archive may hold more."""
_ABOUT = (
    "Pictures of single faces, named after them (`5m.png`, `5m_2.png`, `3-4d.png`, `ww_fu_s.png`, "
    "`own-joker.png`); or one ZIP or tar archive of them; or one photo or scan of the whole set."
)


@router.get("/v1/designs", response_model=DesignsOut, summary="Tile designs", responses=problems())
def designs(state: StateOf, owner: OwnerOf) -> dict[str, Any]:
    """List the designs that ship, and those that were enrolled with this API key."""
    with state.storage.reading() as session:
        enrolled = [
            {
                "name": row.name,
                "family": row.family,
                "origin": "enrolled",
                "about": None,
                "version": row.version,
                "created": row.created,
                "warnings": row.details["warnings"],
            }
            for row in list_designs(session, owner)
        ]
    return {"designs": [*_shipped(), *enrolled], "versions": state.versions}


@router.post(
    "/v1/designs",
    response_model=JobOut,
    response_model_exclude_unset=True,
    status_code=202,
    summary="Enrol a tile design",
    responses=problems(408, 413, 415),
    openapi_extra=files_body(DesignParams, "pictures", _ABOUT),
)
async def start_enrolment(
    request: Request,
    response: Response,
    state: StateOf,
    owner: OwnerOf,
    *,
    query: Annotated[DesignQuery, Query()],
    key: KeyOf = None,
) -> dict[str, Any]:
    """Learn a design from one or a few pictures of each face; this takes a minute or so.

    The answer comes at once; `Location` is where the job's progress is, and in the end its
    `result`: what each picture was taken for, and the conflicts: faces that look alike, that
    are missing, that are often misread. A name that is enrolled already gets its next version.
    """
    async with form_of(request, state, files=MAX_FILES) as form:
        params = merge_params(DesignParams, query, text_fields(form, "pictures"))
        files = files_of(form.getlist("pictures"), "pictures", state.settings.max_batch_bytes)
        _check_names(files, params)
        job = await run_in_threadpool(
            queue_job, state, owner, key, kind=KIND, payload=params.model_dump(), files=files,
            in_parts=True,
        )  # fmt: skip
    state.jobs.wake()
    response.headers["Location"] = f"/v1/jobs/{job['id']}"
    return job


@router.delete(
    "/v1/designs/{name}",
    status_code=204,
    summary="Delete an enrolled design",
    responses=problems(404),
)
def remove_design(name: Annotated[DesignName, Path()], state: StateOf, owner: OwnerOf) -> None:
    """Delete every version of an enrolled design, with its pictures."""
    with state.storage.writing() as session:
        if not delete_design(session, owner, name):
            raise NoSuchDesignError(f"no design '{name}' is enrolled here")


def _check_names(files: Sequence[UploadFile], params: DesignParams) -> None:
    """Check the names of files before they become files of the job.

    Raises:
        ArchiveError: A name could lead elsewhere, or some systems cannot hold it.
        InvalidRequestError: Two files have one name, or are no pictures, or an order stands
            beside several.
    """
    from datasets.formats.archive import safe_name  # noqa: PLC0415 - loads what reads datasets
    from models.enrol.pictures import SUFFIXES, TABLE  # noqa: PLC0415 - loads OpenCV

    names = [photo_name(file) for file in files]
    for name in names:
        safe_name(name)
    if len(files) == 1:
        return
    if params.order is not None or params.grid is not None:
        raise InvalidRequestError("an order and a grid are for one picture of the whole set")
    if len({name.casefold() for name in names}) < len(names):
        raise InvalidRequestError("two files have the same name, or differ in capitals only")
    for name in names:
        if PurePath(name).suffix.lower() not in SUFFIXES and name != TABLE:
            raise InvalidRequestError(
                f"{name!r} is no picture (JPEG, PNG, WebP, HEIC) and not {TABLE}; "
                "an archive stands alone"
            )


@cache
def _shipped() -> list[dict[str, Any]]:
    from datasets.designs.catalogue import entries  # noqa: PLC0415 - loads what draws tiles

    return [
        {
            "name": entry.name,
            "family": str(entry.family),
            "origin": "shipped",
            "about": entry.about,
            "version": None,
            "created": None,
            "warnings": [],
        }
        for entry in entries()
    ]
