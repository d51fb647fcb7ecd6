"""Reads of photos with what belongs to them: the photo, score sheets, corrections."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from service.storage.tables import Correction, Photo, Read, Score
from service.storage.types import now


def find_read(session: Session, read_id: str, owner: str) -> Read | None:
    """Return a read of an owner."""
    return session.scalar(select(Read).where(Read.id == read_id, Read.owner == owner))


def find_photo(session: Session, read_id: str, owner: str) -> Photo | None:
    """Return the stored photo of a read."""
    return session.scalar(
        select(Photo).join(Read, Read.id == Photo.read_id).where(
            Photo.read_id == read_id, Read.owner == owner
        )
    )  # fmt: skip


def find_scores(session: Session, read_id: str) -> list[dict[str, Any]]:
    """Return the score sheets of a read, the first one first."""
    rows = session.scalars(select(Score).where(Score.read_id == read_id).order_by(Score.created))
    return [
        {"id": row.id, "created": row.created, "context": row.context, "sheet": row.sheet}
        for row in rows
    ]


def delete_read(session: Session, read_id: str, owner: str) -> bool:
    """Delete a read with its photo, sheets and corrections; False when there is none."""
    done = session.execute(
        delete(Read).where(Read.id == read_id, Read.owner == owner).returning(Read.id)
    )
    return done.first() is not None


def delete_old_reads(session: Session, days: float) -> int:
    """Delete the reads that are older, except those that somebody has corrected.

    A corrected read is training data that was given on purpose; it stays until it is deleted.
    """
    corrected = exists().where(Correction.read_id == Read.id)
    done = session.execute(
        delete(Read)
        .where(Read.created < now() - timedelta(days=days), ~corrected)
        .returning(Read.id)
    )
    return len(done.all())
