"""The application: routes, layers and parts put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool
from starlette.middleware.cors import CORSMiddleware
from starlette.staticfiles import StaticFiles

from service.http.body_limit import BodyLimit
from service.http.frame import Frame
from service.http.gate import Gate, RateLimit
from service.http.metrics import Metrics
from service.http.openapi import describe
from service.http.problems import add_problem_handlers
from service.http.routes import (
    catalogue,
    corrections,
    designs,
    health,
    jobs,
    reading,
    reads,
    scoring,
)
from service.http.state import State, current_versions, version_headers
from service.jobs import Runner, batch
from service.reading_pool import ReadingPool
from service.recognition import Recogniser, new_recogniser
from service.settings import Settings
from service.storage import open_storage

PAGE = Path(__file__).resolve().parents[1] / "web" / "static"
_FORM_EXTRA = 64 * 1024
"""Bytes that a form may have around its photo."""


def create_app(
    settings: Settings | None = None, open_recogniser: Callable[[], Recogniser] = new_recogniser
) -> FastAPI:
    """Build the application.

    Args:
        settings: By default from the environment.
        open_recogniser: Opens the models for one worker.

    Returns:
        An ASGI application; its workers start with it and end with it.
    """
    settings = settings or Settings()
    state = _state(settings, open_recogniser)
    app = FastAPI(
        title="Wahua",
        version=state.versions.wahua,
        description="Corners and sizes are in pixels of the upright photo. Errors are RFC 9457 "
        "problems. Every answer names the versions that made it.",
        lifespan=_lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.state.wahua = state
    for module in (reading, scoring, reads, corrections, jobs, catalogue, designs, health):
        app.include_router(module.router)
    add_problem_handlers(app)
    describe(app)
    if PAGE.is_dir():
        app.mount("/", StaticFiles(directory=PAGE, html=True), name="page")
    _add_layers(app, state)
    return app


def _state(settings: Settings, open_recogniser: Callable[[], Recogniser]) -> State:
    storage, metrics, versions = open_storage(settings.database), Metrics(), current_versions()
    pool = ReadingPool(open_recogniser, settings.workers, settings.queue_limit)
    runner = Runner(
        storage,
        {batch.KIND: batch.BatchHandler(pool, versions.wahua)},
        lease_s=settings.job_lease_s,
        retention_days=settings.retention_days,
        on_end=lambda kind, state: metrics.jobs.labels(kind, state).inc(),
    )
    return State(
        settings=settings,
        pool=pool,
        storage=storage,
        jobs=runner,
        metrics=metrics,
        versions=versions,
        uploads=asyncio.Semaphore(settings.max_uploads),
    )


def _add_layers(app: FastAPI, state: State) -> None:
    """Add the layers around the routes; the last one added is the outermost."""
    settings = state.settings
    limits = {
        "/v1/read": settings.max_photo_bytes + _FORM_EXTRA,
        "/v1/photos/score": settings.max_photo_bytes + _FORM_EXTRA,
        "/v1/batches": settings.max_batch_bytes + _FORM_EXTRA,
    }
    app.add_middleware(
        BodyLimit,
        limit_of=lambda path: limits.get(path, settings.max_json_bytes),
        timeout_s=settings.body_timeout_s,
    )
    app.add_middleware(
        Gate,
        storage=state.storage,
        rate=RateLimit(settings.rate_per_minute, settings.rate_burst),
        keys=settings.asks_for_keys,
    )
    if settings.cors_origins:
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(settings.cors_origins),
            allow_methods=["GET", "POST", "DELETE"],
            allow_headers=["Authorization", "Content-Type", "Idempotency-Key", "X-Request-ID"],
            expose_headers=["Location", "Retry-After", "X-Request-ID"],
        )
    app.add_middleware(Frame, metrics=state.metrics, versions=version_headers(state.versions))


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    state: State = app.state.wahua
    state.pool.start()
    if state.settings.run_jobs:
        state.jobs.start()
    try:
        yield
    finally:
        await run_in_threadpool(_close, state)


def _close(state: State) -> None:
    """End the parts, those first that use the others."""
    state.jobs.close()
    state.pool.close()
    state.storage.close()
