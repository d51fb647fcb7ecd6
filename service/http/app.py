"""The application: routes, layers and parts put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager

from fastapi import FastAPI
from fastapi.concurrency import run_in_threadpool
from starlette.middleware.cors import CORSMiddleware

from service.designs import Designs
from service.http.body_limit import BodyLimit
from service.http.frame import Frame
from service.http.gate import Gate, RateLimit
from service.http.metrics import Metrics
from service.http.openapi import describe
from service.http.page import add_page
from service.http.problems import add_problem_handlers
from service.http.routes import (
    catalogue,
    corrections,
    health,
    jobs,
    reading,
    reads,
    scoring,
    trainings,
)
from service.http.routes import designs as designs_routes
from service.http.schemas.common import Versions
from service.http.state import State, current_versions, version_headers
from service.jobs import Handler, Runner, batch, enrol, training
from service.reading_pool import ReadingPool
from service.recognition import Recogniser, new_recogniser
from service.settings import Settings
from service.storage import open_storage

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
        An ASGI application. Storage, workers and jobs are opened when it starts and closed when
        it ends.
    """
    settings = settings or Settings()
    metrics, versions = Metrics(), current_versions()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        state = _open(settings, open_recogniser, metrics, versions)
        app.state.wahua = state
        try:
            yield
        finally:
            await run_in_threadpool(_close, state)

    app = FastAPI(
        title="Wahua",
        version=versions.wahua,
        description="Corners and sizes are in pixels of the upright photo. Errors are RFC 9457 "
        "problems. Every answer names the versions that made it.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    for module in (
        reading, scoring, reads, corrections, jobs, trainings, catalogue, designs_routes, health,
    ):  # fmt: skip
        app.include_router(module.router)
    add_page(app)
    add_problem_handlers(app)
    describe(app)
    _add_layers(app, settings)
    app.add_middleware(Frame, metrics=metrics, versions=version_headers(versions))
    return app


def _open(
    settings: Settings,
    open_recogniser: Callable[[], Recogniser],
    metrics: Metrics,
    versions: Versions,
) -> State:
    """Open the storage and start the workers and the runner."""
    storage = open_storage(settings.database)
    pool = ReadingPool(open_recogniser, settings.workers, settings.queue_limit)
    designs = Designs(storage)

    def runner(handlers: Mapping[str, Handler]) -> Runner:
        return Runner(
            storage,
            handlers,
            lease_s=settings.job_lease_s,
            retention_days=settings.retention_days,
            on_end=lambda kind, state: metrics.jobs.labels(kind, state).inc(),
        )

    job_runner = runner(
        {
            batch.KIND: batch.BatchHandler(pool, designs, versions.wahua),
            enrol.KIND: enrol.EnrolHandler(designs),
        }
    )
    # Trainings take hours: nothing else waits behind them.
    training_runner = runner({training.KIND: training.TrainingHandler()})
    pool.start()
    if settings.run_jobs:
        job_runner.start()
        if training.can_train():
            training_runner.start()
    return State(
        settings=settings,
        pool=pool,
        storage=storage,
        designs=designs,
        jobs=job_runner,
        trainings=training_runner,
        metrics=metrics,
        versions=versions,
        uploads=asyncio.Semaphore(settings.max_uploads),
    )


def _close(state: State) -> None:
    """End the parts, those first that use the others."""
    state.trainings.close()
    state.jobs.close()
    state.pool.close()
    state.storage.close()


def _add_layers(app: FastAPI, settings: Settings) -> None:
    """Add layers around the routes; the last one added is the outermost."""
    limits = {
        "/v1/read": settings.max_photo_bytes + _FORM_EXTRA,
        "/v1/photos/score": settings.max_photo_bytes + _FORM_EXTRA,
        "/v1/batches": settings.max_batch_bytes + _FORM_EXTRA,
        "/v1/designs": settings.max_batch_bytes + _FORM_EXTRA,
    }
    app.add_middleware(
        BodyLimit,
        limit_of=lambda path: limits.get(path, settings.max_json_bytes),
        timeout_s=settings.body_timeout_s,
    )
    app.add_middleware(
        Gate,
        storage=lambda: app.state.wahua.storage,
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
