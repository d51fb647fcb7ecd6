"""The queue and its runner, on both databases."""

from __future__ import annotations

import threading
import time
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from scoring.errors import WahuaError
from service.jobs import Handler, JobContext, Runner
from service.storage import Storage
from service.storage import jobs as queue
from service.storage.tables import Job
from service.storage.types import now


def _add(storage: Storage, kind: str = "test", **payload: Any) -> str:
    with storage.writing() as session:
        return queue.new_job(session, kind, payload).id


def _job(storage: Storage, job_id: str) -> Job:
    with storage.reading() as session:
        job = queue.find_job(session, job_id, "")
        assert job is not None
        return job


def _runner(storage: Storage, handler: Handler, lease_s: float = 5) -> Runner:
    return Runner(storage, {"test": handler}, lease_s=lease_s)


def test_jobs_run_in_the_order_they_came(storage: Storage) -> None:
    order = []

    def handler(job: JobContext) -> dict[str, Any]:
        order.append(job.payload["number"])
        job.progress(1, "half")
        return {"twice": 2 * job.payload["number"]}

    ids = [_add(storage, number=number) for number in range(3)]
    other = _add(storage, "unknown")
    ended: list[tuple[str, str]] = []
    runner = Runner(storage, {"test": handler}, lease_s=5, on_end=lambda *one: ended.append(one))
    while runner.run_one():
        pass
    assert order == [0, 1, 2]
    job = _job(storage, ids[2])
    assert (job.state, job.result, job.done, job.attempts) == ("succeeded", {"twice": 4}, 1, 1)
    assert job.started is not None
    assert job.finished is not None
    assert ended == [("test", "succeeded")] * 3
    assert _job(storage, other).state == "queued"


@pytest.mark.parametrize(
    ("raised", "kind"), [(WahuaError("no such thing"), "error"), (ValueError("secret"), "internal")]
)
def test_jobs_that_fail_say_why(storage: Storage, raised: Exception, kind: str) -> None:
    def handler(_job: JobContext) -> dict[str, Any]:
        raise raised

    job_id = _add(storage)
    _runner(storage, handler).run_one()
    job = _job(storage, job_id)
    assert (job.state, job.error and job.error["type"]) == ("failed", kind)
    assert "secret" not in str(job.error)


def test_of_several_runners_one_gets_the_job(storage: Storage) -> None:
    ids = {_add(storage) for _ in range(20)}
    seen: list[str] = []

    def handler(job: JobContext) -> dict[str, Any]:
        seen.append(job.job_id)
        return {}

    def work() -> None:
        runner = _runner(storage, handler)
        while runner.run_one():
            pass

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == sorted(ids)


def test_a_silent_runners_job_is_taken_over_and_its_late_answer_does_not_count(
    storage: Storage,
) -> None:
    job_id = _add(storage)
    with storage.writing() as session:
        assert queue.claim_job(session, "dead", 5, ["test"]) is not None
        assert queue.claim_job(session, "other", 5, ["test"]) is None
    with storage.writing() as session:
        session.execute(update(Job).values(lease_until=now() - timedelta(seconds=1)))
    _runner(storage, lambda _job: {"by": "the living"}).run_one()
    with storage.writing() as session:
        assert not queue.renew(session, job_id, "dead", 5)
        assert not queue.end_job(session, job_id, "dead", "failed")
    job = _job(storage, job_id)
    assert (job.state, job.result, job.attempts) == ("succeeded", {"by": "the living"}, 2)


def test_a_job_that_ends_its_process_is_given_up(storage: Storage) -> None:
    job_id = _add(storage)
    for _ in range(queue.MAX_ATTEMPTS + 1):
        with storage.writing() as session:
            queue.claim_job(session, "dying", -1, ["test"])
    job = _job(storage, job_id)
    assert (job.state, job.error and job.error["type"]) == ("failed", "job-lost")


def test_the_lease_is_renewed_during_a_long_step(storage: Storage) -> None:
    def handler(job: JobContext) -> dict[str, Any]:
        time.sleep(1)
        job.check()
        return {}

    job_id = _add(storage)
    _runner(storage, handler, lease_s=0.3).run_one()
    assert (_job(storage, job_id).state, _job(storage, job_id).attempts) == ("succeeded", 1)


def test_cancelling_ends_a_running_job(storage: Storage) -> None:
    started = threading.Event()

    def handler(job: JobContext) -> dict[str, Any]:
        started.set()
        while True:
            job.check()
            time.sleep(0.01)

    job_id = _add(storage)
    thread = threading.Thread(target=_runner(storage, handler, lease_s=0.3).run_one)
    thread.start()
    started.wait()
    with storage.writing() as session:
        job = queue.find_job(session, job_id, "")
        assert job is not None
        queue.ask_to_cancel(session, job)
    thread.join(20)
    assert _job(storage, job_id).state == "cancelled"


def test_a_stop_puts_the_job_back(storage: Storage) -> None:
    started = threading.Event()

    def handler(job: JobContext) -> dict[str, Any]:
        started.set()
        while True:
            job.check()
            time.sleep(0.01)

    job_id = _add(storage)
    runner = _runner(storage, handler)
    runner.start()
    started.wait()
    runner.close()
    job = _job(storage, job_id)
    assert (job.state, job.attempts, job.runner) == ("queued", 0, None)


def test_old_jobs_go_with_their_photos(storage: Storage) -> None:
    job_id = _add(storage)
    with storage.writing() as session:
        job = queue.find_job(session, job_id, "")
        assert job is not None
        queue.add_items(session, job, [("a", b"1"), ("b", b"2")])
        queue.answer_item(session, job_id, 0, {"image": "a"})
        item = queue.next_item(session, job_id)
        assert (item and item.name, job.total) == ("b", 2)
        queue.ask_to_cancel(session, job)
    with storage.writing() as session:
        session.execute(update(Job).values(finished=now() - timedelta(days=31)))
        assert queue.delete_old_jobs(session, 30) == 1
        assert queue.next_item(session, job_id) is None
