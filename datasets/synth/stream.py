"""Make scenes in several processes, in order, with a bounded number under way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import ClassVar, TypeVar

import cv2

from scoring.errors import WahuaError

T = TypeVar("T")

AHEAD = 3
"""Scenes under way or waiting to be fetched, for each worker."""


class StreamError(WahuaError):
    """A worker process ended before its scene was made."""

    type: ClassVar[str] = "stream"
    title: ClassVar[str] = "The scenes cannot be made"


def stream(
    make: Callable[[int], T], indices: Iterable[int], *, workers: int = 1, ahead: int = AHEAD
) -> Iterator[T]:
    """Yield ``make(index)`` for each index, in order, whatever the number of workers.

    Never more than ``workers * ahead`` results are under way or waiting, so an endless
    stream (``itertools.count()``) needs no more memory than a short one. When the iterator
    is closed or its loop left by an error, the workers finish what they are at and end.

    >>> from math import factorial
    >>> list(stream(factorial, range(5)))
    [1, 1, 2, 6, 24]

    Args:
        make: Makes one scene, such as ``Recipe.sample``; with several workers it is
            pickled, and must give the same in any process.
        indices: The numbers of the scenes.
        workers: Processes; with 1 the caller's own makes the scenes.
        ahead: See above.

    Raises:
        StreamError: A worker was killed, for instance for want of memory.
        ValueError: There is no worker, or nothing may be under way.
    """
    if workers < 1 or ahead < 1:
        raise ValueError(f"workers={workers}, ahead={ahead}: both are 1 or more")
    if workers == 1:
        yield from map(make, indices)
        return
    # Spawned, not forked: OpenCV's and ONNX Runtime's threads do not survive a fork.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_use_one_thread)
    waiting: deque[Future[T]] = deque()
    try:
        for index in indices:
            waiting.append(pool.submit(make, index))
            if len(waiting) >= workers * ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise StreamError("a worker process was killed; fewer need less memory") from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _use_one_thread() -> None:
    """Keep workers from sharing cores that each has for itself."""
    cv2.setNumThreads(1)
