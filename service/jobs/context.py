"""What a job's handler is given."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, Protocol

from service.storage import Storage
from service.storage import jobs as queue


class JobCancelled(Exception):  # noqa: N818 - no error: somebody wished it
    """The job is to be cancelled, or another runner has it now."""


class JobStopped(Exception):  # noqa: N818
    """The service stops; the job is queued again."""


@dataclass(frozen=True, slots=True)
class JobContext:
    """A running job.

    Attributes:
        storage: Where its progress goes.
        job_id: Its id.
        owner: Whose it is.
        payload: What it was given.
        runner: Name of who runs it.
        cancelled: Set when the job is to end.
        stopping: Set when the service stops.
    """

    storage: Storage
    job_id: str
    owner: str
    payload: dict[str, Any]
    runner: str
    stopping: threading.Event
    cancelled: threading.Event = field(default_factory=threading.Event)

    def check(self) -> None:
        """Return when the job may go on.

        Raises:
            JobCancelled: It is to be cancelled.
            JobStopped: The service stops.
        """
        if self.cancelled.is_set():
            raise JobCancelled
        if self.stopping.is_set():
            raise JobStopped

    def progress(self, done: int, note: str = "", total: int | None = None) -> None:
        """Tell how much is done (of how much, where that has become known), and what is being done.

        Raises:
            JobCancelled: The job is to be cancelled.
            JobStopped: The service stops.
        """
        with self.storage.writing() as session:
            queue.progress(session, self.job_id, self.runner, done, note, total=total)
        self.check()


class Handler(Protocol):
    """Does one kind of job."""

    def __call__(self, job: JobContext, /) -> dict[str, Any]:
        """Do the job and return its result, JSON-ready.

        Raises:
            WahuaError: The job cannot be done; its text is for the user.
            JobCancelled: As the context said.
            JobStopped: As the context said.
        """
        ...
