"""Jobs of a request: their files checked, queued once, and shown."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy.orm import Session
from starlette.datastructures import UploadFile

from service.http.intake import photo_name
from service.http.problems import BodyTooLargeError, InvalidRequestError, NotFoundError
from service.http.state import State
from service.storage import jobs as queue
from service.storage.idempotency import claim, fingerprint
from service.storage.reads import new_id
from service.storage.tables import Job

PART_BYTES = 4 * 1024 * 1024


def files_of(found: Sequence[Any], field: str, limit: int) -> list[UploadFile]:
    """Check the number and the sizes of the files in a form's field.

    Raises:
        InvalidRequestError: There is none, or a text stands where a file belongs.
        BodyTooLargeError: One of them has more bytes than the limit.
    """
    files = [file for file in found if isinstance(file, UploadFile)]
    if not files or len(files) < len(found):
        raise InvalidRequestError(f"the form needs files, one or more, in its field '{field}'")
    for file in files:
        if (file.size or 0) > limit:
            raise BodyTooLargeError(f"{photo_name(file)}: a photo has at most {limit:,} bytes")
    return files


def queue_job(
    state: State,
    owner: str,
    key: str | None,
    *,
    kind: str,
    payload: dict[str, Any],
    files: Sequence[UploadFile] = (),
    in_parts: bool = False,
) -> dict[str, Any]:
    """Store a job, unless the same request has stored it before.

    Args:
        state: The application's parts.
        owner: Whose it is.
        key: The idempotency key, if the client sent one.
        kind: What does it.
        payload: What is to be done.
        files: What it is to be done with.
        in_parts: Store long files in several parts of the same name, so that none of them has
            to be in memory whole.

    Returns:
        The object of :func:`job_object`.

    Raises:
        KeyReusedError: The key stands for another request.
    """
    prints = [kind.encode(), repr(sorted(payload.items())).encode(), *map(_digest, files)]
    with state.storage.writing() as session:
        job_id = new_id()
        earlier = claim(session, owner, key, fingerprint(prints), job_id)
        if earlier is not None:
            return job_object(session, find_job(session, earlier, owner), state)
        job = queue.new_job(session, kind, payload, owner=owner, job_id=job_id)
        queue.add_items(session, job, _named(files, PART_BYTES if in_parts else -1))
        session.flush()
        return job_object(session, job, state)


def find_job(session: Session, job_id: str, owner: str) -> Job:
    """Return a job of an owner.

    Raises:
        NotFoundError: There is none.
    """
    job = queue.find_job(session, job_id, owner)
    if job is None:
        raise NotFoundError(f"no job {job_id} is stored")
    return job


def job_object(session: Session, job: Job, state: State) -> dict[str, Any]:
    """Return where a job stands and what it has made so far."""
    names = ("id", "kind", "state", "created", "started", "finished", "result", "error")
    return {
        **{name: getattr(job, name) for name in names},
        "cancelling": job.cancel and job.state not in queue.ENDED,
        "progress": {"done": job.done, "total": job.total, "note": job.note},
        "photos": queue.answers(session, job.id),
        "versions": state.versions,
    }


def _named(files: Sequence[UploadFile], part: int) -> Iterator[tuple[str, bytes]]:
    """Yield each file with its name, in parts of so many bytes; -1 is whole."""
    for file in files:
        file.file.seek(0)
        data, name = file.file.read(part), photo_name(file)
        yield name, data
        while part > 0 and len(data) == part:
            data = file.file.read(part)
            yield name, data


def _digest(file: UploadFile) -> bytes:
    file.file.seek(0)
    return hashlib.file_digest(file.file, "sha256").digest()  # type: ignore[arg-type]
