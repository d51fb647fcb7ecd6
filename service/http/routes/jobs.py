"""``/v1/jobs/{id}`` and ``POST /v1/batches``: work that outlasts a request."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.concurrency import run_in_threadpool

from service.http.idempotency import KeyOf
from service.http.intake import form_of, merge_params, text_fields
from service.http.openapi import files_body, problems
from service.http.problems import ConflictError
from service.http.queueing import files_of, find_job, job_object, queue_job
from service.http.routes.scoring import family_of, rules_of
from service.http.schemas.jobs import BatchParams, JobOut
from service.http.schemas.stored import IdText
from service.http.state import OwnerOf, StateOf
from service.http.strict import StrictRoute
from service.jobs.batch import KIND
from service.storage import jobs as queue

router = APIRouter(tags=["jobs"], route_class=StrictRoute)


@router.post(
    "/v1/batches",
    response_model=JobOut,
    response_model_exclude_unset=True,
    status_code=202,
    summary="Read several photos",
    responses=problems(404, 408, 413, 415),
    openapi_extra=files_body(BatchParams, "photos", "The photos, one field of the form for each."),
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
            "design": await run_in_threadpool(state.designs.find, owner, params.design),
            "context": rules.context.facts(),
            "options": rules.options,
            "keep_photo": params.keep_photo,
        }
        photos = files_of(form.getlist("photos"), "photos", state.settings.max_photo_bytes)
        job = await run_in_threadpool(
            queue_job, state, owner, key, kind=KIND, payload=payload, files=photos
        )
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
        return job_object(session, find_job(session, job_id, owner), state)


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
        job = find_job(session, job_id, owner)
        if job.state in queue.ENDED:
            raise ConflictError(f"the job has {job.state} already")
        queue.ask_to_cancel(session, job)
        session.flush()
        return job_object(session, job, state)
