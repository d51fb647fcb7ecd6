"""The runner: takes jobs off the queue, one at a time, and keeps the storage tidy between them."""

from __future__ import annotations

import logging
import os
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from scoring.errors import WahuaError
from service.jobs.context import Handler, JobCancelled, JobContext, JobStopped
from service.storage import Storage, idempotency
from service.storage import jobs as queue
from service.storage.reads import delete_old_reads

log = logging.getLogger("wahua.jobs")

POLL_S = 1.0
TIDY_S = 3600.0
_INTERNAL = {
    "type": "internal",
    "title": "The service failed",
    "detail": "the log has the reason under the job's id",
}


class Runner:
    """One thread that works on jobs; several, here or in other processes, share a queue."""

    def __init__(
        self,
        storage: Storage,
        handlers: Mapping[str, Handler],
        *,
        lease_s: float,
        retention_days: float = 0,
        on_end: Callable[[str, str], None] = lambda _kind, _state: None,
    ) -> None:
        """Prepare a runner.

        Args:
            storage: Has the queue.
            handlers: Who does which kind of job.
            lease_s: Seconds after which others may take over when this runner falls silent.
            retention_days: Days until reads and ended jobs are deleted; 0 keeps them.
            on_end: Told the kind and the state of each job that ended.
        """
        self._storage = storage
        self._handlers = handlers
        self._lease_s = lease_s
        self._retention_days = retention_days
        self._on_end = on_end
        self._name = f"{os.getpid()}-{uuid.uuid4().hex[:8]}"
        self._stopping = threading.Event()
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._work, name="jobs", daemon=True)
        self._tidied = float("-inf")

    def start(self) -> None:
        """Start working."""
        self._thread.start()

    def wake(self) -> None:
        """Look at the queue now, instead of at the next turn."""
        self._wake.set()

    def close(self) -> None:
        """Put the running job back at its next step, and end."""
        self._stopping.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()

    def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                self._tidy()
                if self.run_one():
                    continue
            except SQLAlchemyError:
                log.exception("queue")
            self._wake.wait(POLL_S)
            self._wake.clear()

    def run_one(self) -> bool:
        """Take a job and do it; False when none waits."""
        with self._storage.writing() as session:
            job = queue.claim_job(session, self._name, self._lease_s, list(self._handlers))
        if job is None:
            return False
        context = JobContext(
            self._storage, job.id, job.owner, job.payload, self._name, self._stopping
        )
        with self._kept(context):
            outcome = self._outcome(job.kind, context)
        with self._storage.writing() as session:
            if outcome is None:
                queue.put_back(session, job.id, self._name)
                return True
            ended = queue.end_job(session, job.id, self._name, **outcome)
        if ended:
            log.info("job", extra={"job": job.id, "kind": job.kind, "state": outcome["state"]})
            self._on_end(job.kind, outcome["state"])
        return True

    def _outcome(self, kind: str, context: JobContext) -> dict[str, Any] | None:
        """Do the job and return how it ended; None when it is to be queued again."""
        try:
            return {"state": "succeeded", "result": self._handlers[kind](context)}
        except JobStopped:
            return None
        except JobCancelled:
            return {"state": "cancelled"}
        except WahuaError as error:
            return {"state": "failed", "error": error.as_dict()}
        except SQLAlchemyError:
            raise  # the lease ends, and the job is taken again when the database is back
        except Exception:
            log.exception("job", extra={"job": context.job_id, "kind": kind})
            return {"state": "failed", "error": _INTERNAL}

    @contextmanager
    def _kept(self, context: JobContext) -> Iterator[None]:
        """Renew the lease from beside, however long a step of the job takes."""
        ended = threading.Event()

        def renew() -> None:
            while not ended.wait(self._lease_s / 3):
                try:
                    with self._storage.writing() as session:
                        mine = queue.renew(session, context.job_id, self._name, self._lease_s)
                except SQLAlchemyError:
                    log.exception("lease", extra={"job": context.job_id})
                    continue
                if not mine:
                    context.cancelled.set()

        thread = threading.Thread(target=renew, name="lease", daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()

    def _tidy(self) -> None:
        """Delete what is older than the retention, once an hour."""
        if time.monotonic() - self._tidied < TIDY_S:
            return
        self._tidied = time.monotonic()
        with self._storage.writing() as session:
            idempotency.forget_old(session)
            if self._retention_days:
                reads = delete_old_reads(session, self._retention_days)
                jobs = queue.delete_old_jobs(session, self._retention_days)
                log.info("retention", extra={"reads": reads, "jobs": jobs})
