"""``/healthz``, ``/readyz`` and ``/metrics``: for those who watch over the service."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Response
from sqlalchemy.exc import SQLAlchemyError

from service.http.metrics import CONTENT_TYPE
from service.http.openapi import problems
from service.http.schemas.models import HealthOut, ReadyOut
from service.http.state import State, StateOf

router = APIRouter(tags=["health"])


@router.get("/healthz", response_model=HealthOut, summary="The process answers")
async def healthz() -> dict[str, str]:
    """Answer as soon as the process takes requests."""
    return {"status": "ok"}


@router.get(
    "/readyz",
    response_model=ReadyOut,
    summary="Requests can be answered",
    responses={503: {"model": ReadyOut, "description": "Not yet, or no longer."}},
)
def readyz(state: StateOf, response: Response) -> dict[str, Any]:
    """Tell whether the models are loaded and the database can be reached."""
    checks = _checks(state)
    ready = all(text == "ok" for text in checks.values())
    response.status_code = 200 if ready else 503
    return {"status": "ready" if ready else "not-ready", "checks": checks}


@router.get(
    "/metrics",
    summary="Figures for Prometheus",
    response_class=Response,
    responses={**problems(), 200: {"content": {"text/plain": {"schema": {"type": "string"}}}}},
)
async def metrics(state: StateOf) -> Response:
    """Give the figures in Prometheus' text format."""
    state.metrics.pending.set(state.pool.pending)
    return Response(state.metrics.page(), headers={"Content-Type": CONTENT_TYPE})


def _checks(state: State) -> dict[str, str]:
    models = "ok" if state.pool.is_ready else state.pool.failure or "not loaded yet"
    try:
        state.storage.check()
        database = "ok"
    except SQLAlchemyError:
        database = "cannot be reached"
    return {"models": models, "database": database}
