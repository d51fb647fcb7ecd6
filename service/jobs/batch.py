"""Batches: several photos, read (and scored, where a game is named) one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as NotYet
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.errors import WahuaError
from scoring.tiles import Family
from service.answers import answer, hand_of
from service.designs import Designs
from service.jobs.context import JobContext
from service.output import error_object, photo_object, scored_object
from service.reading_pool import BusyError, NotReadyError, Outcome, ReadingPool
from service.storage import Storage
from service.storage import jobs as queue
from service.storage.photos import photo_row
from service.storage.reads import add_read, add_score, new_id

if TYPE_CHECKING:
    from service.storage.tables import JobItem
    from vision.pipeline import ReadResult

KIND = "batch"
STEP_S = 0.2


@dataclass(frozen=True, slots=True)
class BatchHandler:
    """Reads the photos of a batch through the same workers as single photos.

    One photo at a time, so that people who wait for an answer come first. The answer to a photo
    and what is stored of it become durable together: after a restart the batch goes on with the
    first photo that has none.

    Attributes:
        pool: The workers.
        designs: Enrolled designs that photos may be read with.
        wahua: Version of the service.
    """

    pool: ReadingPool
    designs: Designs
    wahua: str

    def __call__(self, job: JobContext) -> dict[str, Any]:
        """Answer every photo."""
        while True:
            with job.storage.reading() as session:
                done = queue.answered(session, job.job_id)
                item = queue.next_item(session, job.job_id)
            job.progress(done, "" if item is None else item.name)
            if item is None:
                break
            self._answer(job, item)
        return {"photos": done}

    def _answer(self, job: JobContext, item: JobItem) -> None:
        rules, read_id = job.payload, new_id()
        try:
            photo, result = self._read(job, item.data or b"")
            kept = bool(rules["keep_photo"])
            shown = photo_object(read_id, item.name, result, kept=kept)
        except WahuaError as error:
            _store_error(job.storage, job.job_id, item, error)
            return
        sheet = _sheet(rules, result)
        with job.storage.writing() as session:
            row = photo_row(read_id, photo) if kept else None
            add_read(session, shown, owner=job.owner, wahua=self.wahua, photo=row)
            if sheet.get("score"):
                add_score(session, read_id, rules["context"], sheet["score"])
            found = {"image": item.name, "photo": shown, **sheet}
            queue.answer_item(session, job.job_id, item.position, found)

    def _read(self, job: JobContext, data: bytes) -> Outcome:
        """Have a photo read, as soon as there is somebody to read it."""
        named = job.payload["family"]
        family = None if named is None else Family(named)
        adapt = self.designs.adapt(job.payload.get("design"))
        while True:
            job.check()
            try:
                return _wait(job, self.pool.submit(lambda: data, family, adapt))
            except (BusyError, NotReadyError):
                job.cancelled.wait(STEP_S)


def _wait(job: JobContext, future: Future[Outcome]) -> Outcome:
    """Wait for a photo, and look now and then whether the job is still wanted."""
    while True:
        try:
            return future.result(STEP_S)
        except NotYet:
            if job.cancelled.is_set() or job.stopping.is_set():
                future.cancel()
            job.check()


def _sheet(rules: Mapping[str, Any], result: ReadResult) -> dict[str, dict[str, Any]]:
    """Return ``{"score": …}``, ``{"error": …}`` where the hand cannot be scored, or nothing."""
    if rules["game"] is None:
        return {}
    facts = dict(rules["context"])
    try:
        hand = hand_of(result, facts.pop("winning_tile", None))
        scored = answer(rules["game"], hand, facts, rules["options"], result.layout)
    except WahuaError as error:
        return {"error": error_object(error)["error"]}
    return {"score": scored_object(scored)}


def _store_error(storage: Storage, job_id: str, item: JobItem, error: WahuaError) -> None:
    with storage.writing() as session:
        queue.answer_item(session, job_id, item.position, error_object(error, item.name))
