"""Photos read by a few workers, each with models of its own, behind a queue with an end.

The number of photos in memory is the number of workers: those that wait lie in files, which
their worker loads. One worker's models serve one photo at a time, so that an answer does not
depend on what else is read meanwhile.
"""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from scoring.errors import WahuaError
from service.recognition import Recogniser, read_source

if TYPE_CHECKING:
    from scoring.tiles import Family
    from vision.photo import Photo
    from vision.pipeline import ReadResult

log = logging.getLogger("wahua.reading")

Source = Callable[[], bytes]
Outcome = tuple["Photo", "ReadResult"]
Adapt = Callable[[Recogniser], Recogniser]
"""Makes of a worker's recogniser the one that a photo is to be read with."""


class BusyError(WahuaError):
    """So many photos wait that another one is not taken."""

    type: ClassVar[str] = "too-many-photos"
    title: ClassVar[str] = "Too many photos at a time"
    status: ClassVar[int] = 429

    def __init__(self, detail: str, retry_after_s: int = 2) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s


class NotReadyError(WahuaError):
    """The models could not be loaded, or the service is stopping."""

    type: ClassVar[str] = "not-ready"
    title: ClassVar[str] = "Photos cannot be read now"
    status: ClassVar[int] = 503

    def __init__(self, detail: str, retry_after_s: int = 5) -> None:
        super().__init__(detail)
        self.retry_after_s = retry_after_s


@dataclass(frozen=True, slots=True)
class _Task:
    source: Source
    family: Family | None
    adapt: Adapt | None
    future: Future[Outcome]


class ReadingPool:
    """Worker threads that read photos; decoding and both networks run outside Python's lock."""

    def __init__(self, open_recogniser: Callable[[], Recogniser], workers: int, limit: int) -> None:
        """Prepare a pool; :meth:`start` starts it.

        Args:
            open_recogniser: Opens a recogniser that no one else uses, once for each worker.
            workers: Photos read at the same time.
            limit: Photos that may wait.
        """
        self._open = open_recogniser
        self._workers = workers
        self._limit = limit
        self._tasks: queue.SimpleQueue[_Task | None] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self._pending = 0
        self._ready = 0
        self._failure: str | None = None
        self._threads: list[threading.Thread] = []
        self._closed = False

    def start(self) -> None:
        """Start the workers, which load their models first."""
        for number in range(self._workers):
            thread = threading.Thread(target=self._work, name=f"reader-{number}", daemon=True)
            self._threads.append(thread)
            thread.start()

    @property
    def is_ready(self) -> bool:
        """Whether every worker has its models."""
        return not self._closed and self._ready == self._workers

    @property
    def failure(self) -> str | None:
        """Why models could not be loaded."""
        return self._failure

    @property
    def pending(self) -> int:
        """Photos being read or waiting."""
        return self._pending

    def submit(
        self, source: Source, family: Family | None = None, adapt: Adapt | None = None
    ) -> Future[Outcome]:
        """Queue a photo.

        Args:
            source: Gives the photo's bytes when a worker takes it.
            family: What the tiles are; by default what most faces tell.
            adapt: Changes the recogniser for this photo, such as to an enrolled design.

        Returns:
            The decoded photo and what it shows, or the ``WahuaError`` why there is none.

        Raises:
            BusyError: The queue is full.
            NotReadyError: There is nobody to read it.
        """
        with self._lock:
            if self._closed:
                raise NotReadyError("the service is stopping")
            if self._failure is not None:
                raise NotReadyError("the models could not be loaded")
            if self._pending >= self._workers + self._limit:
                raise BusyError(f"{self._pending} photos are being read or wait; try again soon")
            self._pending += 1
            task = _Task(source, family, adapt, Future())
            # Under the lock, so that nothing is queued behind the end that close() puts.
            self._tasks.put(task)
        task.future.add_done_callback(self._done)
        return task.future

    def close(self) -> None:
        """Finish what is being read, refuse what waits, and end the workers."""
        with self._lock:
            self._closed = True
            for _ in self._threads:
                self._tasks.put(None)
        for thread in self._threads:
            thread.join()

    def _done(self, _future: Future[Outcome]) -> None:
        with self._lock:
            self._pending -= 1

    def _work(self) -> None:
        try:
            recogniser = self._open()
        except Exception as error:
            log.exception("models")
            self._failure = getattr(error, "detail", "an unexpected error")
            recogniser = None
        else:
            with self._lock:
                self._ready += 1
        while (task := self._tasks.get()) is not None:
            if task.future.set_running_or_notify_cancel():
                self._answer(task, recogniser)

    def _answer(self, task: _Task, recogniser: Recogniser | None) -> None:
        try:
            if self._closed:
                raise NotReadyError("the service is stopping")
            if recogniser is None:
                raise NotReadyError("the models could not be loaded")
            reading = recogniser if task.adapt is None else task.adapt(recogniser)
            outcome = read_source(task.source(), reading, task.family)
        except Exception as error:  # the caller's to judge
            task.future.set_exception(error)
        else:
            task.future.set_result(outcome)
