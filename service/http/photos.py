"""A received photo to its reading, and into the storage."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from fastapi.concurrency import run_in_threadpool

from scoring.errors import WahuaError
from scoring.tiles import Family
from service.http.state import State
from service.reading_pool import NotReadyError, Outcome, Source
from service.storage.photos import photo_row
from service.storage.reads import add_read, add_score

if TYPE_CHECKING:
    from vision.photo import Photo


async def read_photo(
    state: State, source: Source, family: str | None, design_id: str | None = None
) -> Outcome:
    """Have a photo read by the workers, with an enrolled design where one is named.

    Raises:
        WahuaError: The photo cannot be used, too many wait, or it takes too long.
    """
    try:
        future = state.pool.submit(
            source, None if family is None else Family(family), state.designs.adapt(design_id)
        )
        async with asyncio.timeout(state.settings.read_timeout_s):
            outcome = await asyncio.wrap_future(future)
    except TimeoutError:
        state.metrics.photos.labels("timeout").inc()
        raise NotReadyError("the photo was not read in time") from None
    except WahuaError as error:
        state.metrics.photos.labels(error.type).inc()
        raise
    state.metrics.read(outcome[1].timings_ms)
    return outcome


async def store_photo(
    state: State,
    owner: str,
    photo: Photo,
    shown: dict[str, Any],
    score: tuple[dict[str, Any], dict[str, Any]] | None = None,
) -> None:
    """Store what a photo shows, and the photo itself when it is to be kept.

    Args:
        state: The application's parts.
        owner: Whose it is.
        photo: The decoded photo.
        shown: The object of :func:`service.output.photo_object`.
        score: Facts and sheet of the hand.
    """
    await run_in_threadpool(_store, state, owner, photo, shown, score)


def _store(
    state: State,
    owner: str,
    photo: Photo,
    shown: dict[str, Any],
    score: tuple[dict[str, Any], dict[str, Any]] | None,
) -> None:
    row = photo_row(shown["id"], photo) if shown["photo_kept"] else None
    with state.storage.writing() as session:
        add_read(session, shown, owner=owner, wahua=state.versions.wahua, photo=row)
        if score is not None:
            add_score(session, shown["id"], *score)
