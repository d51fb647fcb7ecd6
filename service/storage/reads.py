"""Reads of photos with what belongs to them: the photo, score sheets, corrections."""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, exists, select
from sqlalchemy.orm import Session

from service.storage.tables import Correction, Read, Score
from service.storage.tables import Photo as PhotoRow
from service.storage.types import now


def new_id() -> str:
    """Return an id that cannot be guessed."""
    return uuid.uuid4().hex


def add_read(
    session: Session,
    result: dict[str, Any],
    *,
    owner: str,
    wahua: str,
    photo: PhotoRow | None = None,
) -> None:
    """Store what a photo shows.

    Args:
        session: A writing session.
        result: The object of :func:`service.output.photo_object`.
        owner: Whose it is.
        wahua: Version of the service.
        photo: The photo, when it is to be kept.
    """
    session.add(
        Read(
            id=result["id"],
            owner=owner,
            image=result["image"],
            family=result["family"],
            width=result["width"],
            height=result["height"],
            result=result,
            models=result["models"],
            wahua=wahua,
        )
    )
    session.flush()
    if photo is not None:
        session.add(photo)


def add_score(
    session: Session, read_id: str, context: dict[str, Any], sheet: dict[str, Any]
) -> None:
    """Store the sheet of a read, which names its game, rules and options, with the facts."""
    session.add(
        Score(
            id=new_id(),
            read_id=read_id,
            game=sheet["game"],
            ruleset=sheet["ruleset"],
            context=context,
            sheet=sheet,
        )
    )


def find_read(session: Session, read_id: str, owner: str) -> Read | None:
    """Return a read of an owner."""
    return session.scalar(select(Read).where(Read.id == read_id, Read.owner == owner))


def find_photo(session: Session, read_id: str, owner: str) -> PhotoRow | None:
    """Return the stored photo of a read."""
    return session.scalar(
        select(PhotoRow).join(Read, Read.id == PhotoRow.read_id).where(
            PhotoRow.read_id == read_id, Read.owner == owner
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
