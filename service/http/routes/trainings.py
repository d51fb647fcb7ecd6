"""``POST /v1/trainings``: better models from the corrections of kept photos."""

from __future__ import annotations

from typing import Any, ClassVar

from fastapi import APIRouter, Response

from service.http.idempotency import KeyOf
from service.http.openapi import problems
from service.http.problems import HttpError
from service.http.queueing import queue_job
from service.http.schemas.jobs import JobOut
from service.http.schemas.trainings import TrainingIn
from service.http.state import OwnerOf, StateOf
from service.http.strict import StrictRoute
from service.jobs.training import KIND, can_train

router = APIRouter(tags=["jobs"], route_class=StrictRoute)


class MissingExtraError(HttpError):
    """A request for which this server has not the libraries."""

    type: ClassVar[str] = "missing-extra"
    title: ClassVar[str] = "This server cannot train"
    status: ClassVar[int] = 409


@router.post(
    "/v1/trainings",
    response_model=JobOut,
    response_model_exclude_unset=True,
    status_code=202,
    summary="Retrain on corrections",
    responses=problems(408, 409, 413, 415),
)
def start_training(
    body: TrainingIn, response: Response, state: StateOf, owner: OwnerOf, key: KeyOf = None
) -> dict[str, Any]:
    """Train on this API key's corrections of photos that were kept; this takes an hour or more.

    The job's `result` names the new version with its figures on photos that it did not learn
    from. It is a candidate: whoever runs the server promotes it, or not.
    """
    if not can_train():
        raise MissingExtraError(
            "the extra `train` is not installed here; run: pip install 'wahua[train]'"
        )
    job = queue_job(state, owner, key, kind=KIND, payload=body.model_dump())
    state.trainings.wake()
    response.headers["Location"] = f"/v1/jobs/{job['id']}"
    return job
