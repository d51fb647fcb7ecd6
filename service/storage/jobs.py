"""The queue of jobs: states, leases, progress.

A job goes from ``queued`` to ``running`` to ``succeeded``, ``failed`` or ``cancelled``. Whoever
runs it holds a lease, which it renews; when it dies the lease ends, and the job is queued again.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.orm import Session

from service.storage.tables import Job, JobItem
from service.storage.types import now

MAX_ATTEMPTS = 5
"""A job that ended its process so often is not tried again."""

ENDED = ("succeeded", "failed", "cancelled")


def new_job(
    session: Session, kind: str, payload: dict[str, Any], *, owner: str = "", job_id: str = ""
) -> Job:
    """Queue a job."""
    job = Job(id=job_id or uuid.uuid4().hex, kind=kind, payload=payload, owner=owner)
    session.add(job)
    session.flush()
    return job


def add_items(session: Session, job: Job, photos: Iterable[tuple[str, bytes]]) -> None:
    """Give a job the photos ``(name, bytes)`` that it works on, one in memory at a time."""
    count = 0
    for count, (name, data) in enumerate(photos, start=1):
        session.execute(
            insert(JobItem).values(job_id=job.id, position=count - 1, name=name, data=data)
        )
    job.total = count


def find_job(session: Session, job_id: str, owner: str) -> Job | None:
    """Return a job of an owner."""
    return session.scalar(select(Job).where(Job.id == job_id, Job.owner == owner))


def claim_job(session: Session, runner: str, lease_s: float, kinds: Sequence[str]) -> Job | None:
    """Take the oldest job that waits, if there is one.

    Args:
        session: A writing session.
        runner: Name of who takes it.
        lease_s: Seconds for which it is taken.
        kinds: Kinds that the runner knows.
    """
    _requeue_lost(session)
    waiting = (
        select(Job)
        .where(Job.state == "queued", Job.kind.in_(kinds))
        .order_by(Job.created, Job.id)
        .limit(1)
        .with_for_update(skip_locked=True)  # PostgreSQL; SQLite has one writer anyway
    )
    job = session.scalar(waiting)
    if job is None:
        return None
    job.state, job.runner = "running", runner
    job.attempts += 1
    job.started = job.started or now()
    job.lease_until = now() + timedelta(seconds=lease_s)
    return job


def _requeue_lost(session: Session) -> None:
    """Queue the jobs again whose runner has fallen silent."""
    lost = (Job.state == "running", Job.lease_until < now())
    session.execute(
        update(Job).where(*lost, Job.cancel).values(state="cancelled", finished=now(), runner=None)
    )
    error = {
        "type": "job-lost",
        "title": "The job ended its process",
        "detail": f"it was tried {MAX_ATTEMPTS} times",
    }
    session.execute(
        update(Job)
        .where(*lost, Job.attempts >= MAX_ATTEMPTS)
        .values(state="failed", error=error, finished=now(), runner=None)
    )
    session.execute(update(Job).where(*lost).values(state="queued", runner=None))


def renew(session: Session, job_id: str, runner: str, lease_s: float) -> bool:
    """Renew the lease; False when the job is to be cancelled or is no longer the runner's."""
    done = session.execute(
        update(Job)
        .where(Job.id == job_id, Job.runner == runner, Job.state == "running")
        .values(lease_until=now() + timedelta(seconds=lease_s))
        .returning(Job.cancel)
    ).first()
    return done is not None and not done[0]


def put_back(session: Session, job_id: str, runner: str) -> None:
    """Queue a job again that its runner stops working on; this is no failed attempt."""
    session.execute(
        update(Job)
        .where(Job.id == job_id, Job.runner == runner, Job.state == "running")
        .values(state="queued", runner=None, attempts=Job.attempts - 1)
    )


def progress(
    session: Session,
    job_id: str,
    runner: str,
    done: int,
    note: str = "",
    *,
    total: int | None = None,
) -> None:
    """Tell how far a job is, and of how many steps where that has become known."""
    values = {"done": done, "note": note, **({} if total is None else {"total": total})}
    session.execute(update(Job).where(Job.id == job_id, Job.runner == runner).values(values))


def end_job(
    session: Session,
    job_id: str,
    runner: str,
    state: str,
    *,
    result: dict[str, Any] | None = None,
    error: dict[str, Any] | None = None,
) -> bool:
    """End a job; False when it is no longer the runner's, whose work then does not count."""
    values = {"state": state, "finished": now(), "runner": None, "note": ""}
    done = session.execute(
        update(Job)
        .where(Job.id == job_id, Job.runner == runner, Job.state == "running")
        .values(result=result, error=error, **values)
        .returning(Job.id)
    )
    if done.first() is None:
        return False
    forget_photos(session, job_id)
    return True


def ask_to_cancel(session: Session, job: Job) -> None:
    """Cancel a job that waits; one that runs stops at its next step."""
    job.cancel = True
    if job.state == "queued":
        job.state, job.finished = "cancelled", now()
        forget_photos(session, job.id)


def next_item(session: Session, job_id: str) -> JobItem | None:
    """Return the first photo of a job that is not answered."""
    return session.scalar(
        select(JobItem)
        .where(JobItem.job_id == job_id, JobItem.answer.is_(None))
        .order_by(JobItem.position)
        .limit(1)
    )


def items(session: Session, job_id: str) -> Iterator[JobItem]:
    """Give the files of a job in their order, one in memory at a time."""
    of_job = select(JobItem).where(JobItem.job_id == job_id).order_by(JobItem.position)
    yield from session.scalars(of_job.execution_options(yield_per=1))


def answer_item(session: Session, job_id: str, position: int, answer: dict[str, Any]) -> None:
    """Store the answer to one photo of a job, whose bytes are then gone."""
    session.execute(
        update(JobItem)
        .where(JobItem.job_id == job_id, JobItem.position == position)
        .values(answer=answer, data=None)
    )


def answered(session: Session, job_id: str) -> int:
    """Count the photos of a job that are answered."""
    counted = select(func.count()).where(JobItem.job_id == job_id, JobItem.answer.is_not(None))
    return session.scalar(counted) or 0


def answers(session: Session, job_id: str) -> list[dict[str, Any]]:
    """Return the answers to the photos of a job so far, in the order of the photos."""
    found = (
        select(JobItem.answer)
        .where(JobItem.job_id == job_id, JobItem.answer.is_not(None))
        .order_by(JobItem.position)
    )
    return [answer for answer in session.scalars(found) if answer is not None]


def forget_photos(session: Session, job_id: str) -> None:
    """Drop the bytes of the photos that were not answered."""
    session.execute(update(JobItem).where(JobItem.job_id == job_id).values(data=None))


def delete_old_jobs(session: Session, days: float) -> int:
    """Delete the jobs that ended longer ago."""
    old = now() - timedelta(days=days)
    done = session.execute(
        delete(Job).where(Job.state.in_(ENDED), Job.finished < old).returning(Job.id)
    )
    return len(done.all())
