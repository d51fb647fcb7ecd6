"""A received photo to its reading, and both to the JSON of the answer."""

from __future__ import annotations

import asyncio
import uuid
from typing import TYPE_CHECKING, Any

from scoring.errors import WahuaError
from service.answers import hand_of
from service.http.state import State
from service.output import read_object, tile_object
from service.reading_pool import NotReadyError, Outcome, Source

if TYPE_CHECKING:
    from vision.pipeline import ReadResult


def new_id() -> str:
    """Return an id that cannot be guessed."""
    return uuid.uuid4().hex


async def read_photo(state: State, source: Source) -> Outcome:
    """Have a photo read by the workers.

    Raises:
        WahuaError: The photo cannot be used, too many wait, or it takes too long.
    """
    try:
        future = state.pool.submit(source)
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


def photo_object(read_id: str, name: str, result: ReadResult, *, kept: bool) -> dict[str, Any]:
    """Return the object of a photo: the command line's, with id, doubts and the hand's parts."""
    found = result.layout.tiles
    return {
        "id": read_id,
        **read_object(name, result),
        "tiles": [{**tile_object(tile), "doubtful": bool(tile.doubtful)} for tile in found],
        "hand": hand_of(result).as_dict() if result.layout.hand_text else None,
        "photo_kept": kept,
    }
