"""``/v1/jobs/{id}`` and ``POST /v1/batches``: work that outlasts a request."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from sqlalchemy.orm import Session
from starlette.datastructures import UploadFile

from service.http.idempotency import KeyOf
from service.http.intake import form_of, merge_params, photo_name, text_fields
from service.http.openapi import batch_body, problems
from service.http.problems import (
    BodyTooLargeError,
    ConflictError,
    InvalidRequestError,
    NotFoundError,
)
from service.http.routes.scoring import family_of, rules_of
from service.http.schemas.jobs import BatchParams, JobOut
from service.http.schemas.stored import IdText
from service.http.state import OwnerOf, State, StateOf
from service.http.strict import StrictRoute
from service.jobs.batch import KIND
from service.storage import jobs as queue
from service.storage.idempotency import claim, fingerprint
from service.storage.reads import new_id
from service.storage.tables import Job

router = APIRouter(tags=["jobs"], route_class=StrictRoute)


@router.post(
    "/v1/batches",
    response_model=JobOut,
    response_model_exclude_unset=True,
    status_code=202,
    summary="Read several photos",
    responses=problems(408, 413, 415),
    openapi_extra=batch_body(BatchParams),
)
async def start_batch(
    request: Request,
    response: Response,
    state: StateOf,
    owner: OwnerOf,
    *,
    query: Annotated[BatchParams, Query()],
    key: KeyOf = None,
) -> dict[str, Any]:
    """Read the photos one after the other, and score each where a game is named.

    The answer comes at once; `Location` is where the job's progress and its results are.
    """
    async with form_of(request, state, files=state.settings.max_batch_photos) as form:
        params = merge_params(BatchParams, query, text_fields(form, "photos"))
        rules = rules_of(params)
        payload = {
            "game": params.game,
            "family": family_of(params),
            "context": rules.context.facts(),
            "options": rules.options,
            "keep_photo": params.keep_photo,
        }
        photos = _photos(form.getlist("photos"), state.settings.max_photo_bytes)
        job = await run_in_threadpool(_queue, state, owner, key, payload, photos)
    state.jobs.wake()
    response.headers["Location"] = f"/v1/jobs/{job['id']}"
    return job


@router.get(
    "/v1/jobs/{job_id}",
    response_model=JobOut,
    response_model_exclude_unset=True,
    summary="A job's progress and results",
    responses=problems(404),
)
def get_job(job_id: IdText, state: StateOf, owner: OwnerOf) -> dict[str, Any]:
    """Tell where a job stands and what it has made so far."""
    with state.storage.reading() as session:
        return _job_object(session, _find(session, job_id, owner), state)


@router.delete(
    "/v1/jobs/{job_id}",
    response_model=JobOut,
    response_model_exclude_unset=True,
    status_code=202,
    summary="Cancel a job",
    responses=problems(404, 409),
)
def cancel_job(job_id: IdText, state: StateOf, owner: OwnerOf) -> dict[str, Any]:
    """Cancel a job: one that waits at once, one that runs at its next step."""
    with state.storage.writing() as session:
        job = _find(session, job_id, owner)
        if job.state in queue.ENDED:
            raise ConflictError(f"the job has {job.state} already")
        queue.ask_to_cancel(session, job)
        session.flush()
        return _job_object(session, job, state)


def _photos(found: Sequence[Any], limit: int) -> list[UploadFile]:
    """Check the photos' number and sizes.

    Raises:
        InvalidRequestError: There is none, or a text stands where a photo belongs.
        BodyTooLargeError: One of them is larger than a single photo may be.
    """
    photos = [photo for photo in found if isinstance(photo, UploadFile)]
    if not photos or len(photos) < len(found):
        raise InvalidRequestError("the form needs files, one or more, in its field 'photos'")
    for photo in photos:
        if (photo.size or 0) > limit:
            raise BodyTooLargeError(f"{photo_name(photo)}: a photo has at most {limit:,} bytes")
    return photos


def _queue(
    state: State, owner: str, key: str | None, payload: dict[str, Any], photos: list[UploadFile]
) -> dict[str, Any]:
    """Store a batch, unless the same request has stored it before."""
    prints = [repr(sorted(payload.items())).encode(), *(_digest(photo) for photo in photos)]
    with state.storage.writing() as session:
        job_id = new_id()
        earlier = claim(session, owner, key, fingerprint(prints), job_id)
        if earlier is not None:
            return _job_object(session, _find(session, earlier, owner), state)
        job = queue.new_job(session, KIND, payload, owner=owner, job_id=job_id)
        queue.add_items(session, job, _named(photos))
        session.flush()
        return _job_object(session, job, state)


def _named(photos: Sequence[UploadFile]) -> Iterator[tuple[str, bytes]]:
    for photo in photos:
        photo.file.seek(0)
        yield photo_name(photo), photo.file.read()


def _digest(photo: UploadFile) -> bytes:
    photo.file.seek(0)
    return hashlib.file_digest(photo.file, "sha256").digest()  # type: ignore[arg-type]


def _find(session: Session, job_id: str, owner: str) -> Job:
    job = queue.find_job(session, job_id, owner)
    if job is None:
        raise NotFoundError(f"no job {job_id} is stored")
    return job


def _job_object(session: Session, job: Job, state: State) -> dict[str, Any]:
    names = ("id", "kind", "state", "created", "started", "finished", "result", "error")
    return {
        **{name: getattr(job, name) for name in names},
        "cancelling": job.cancel and job.state not in queue.ENDED,
        "progress": {"done": job.done, "total": job.total, "note": job.note},
        "photos": queue.answers(session, job.id),
        "versions": state.versions,
    }
