"""The tables. ``migrations`` makes them; a test holds the two against each other."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, MetaData, String, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from service.storage.types import UtcDateTime, now

_NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}


class Table(DeclarativeBase):
    """Base of the tables."""

    metadata = MetaData(naming_convention=_NAMES)
    type_annotation_map = {  # noqa: RUF012 - as SQLAlchemy declares it
        dict[str, Any]: JSON(none_as_null=True),
        list[Any]: JSON(),
        datetime: UtcDateTime(),
        bytes: LargeBinary(),
        str: String(),
    }


class Read(Table):
    """A photo that was read."""

    __tablename__ = "reads"
    __table_args__ = (Index("ix_reads_created", "created"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(default="")
    """Id of the API key, as in every table with an owner."""
    created: Mapped[datetime] = mapped_column(default=now)
    image: Mapped[str]
    family: Mapped[str]
    width: Mapped[int]
    height: Mapped[int]
    result: Mapped[dict[str, Any]]
    """The object of the answer, without versions."""
    models: Mapped[dict[str, Any]]
    wahua: Mapped[str]
    """Version of the service."""


class Photo(Table):
    """A photo that the client asked to keep: new pixels, none of its metadata."""

    __tablename__ = "photos"

    read_id: Mapped[str] = mapped_column(
        ForeignKey("reads.id", ondelete="CASCADE"), primary_key=True
    )
    media_type: Mapped[str]
    width: Mapped[int]
    height: Mapped[int]
    data: Mapped[bytes]


class Score(Table):
    """A score sheet of a read."""

    __tablename__ = "scores"
    __table_args__ = (Index("ix_scores_read_id", "read_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    read_id: Mapped[str] = mapped_column(ForeignKey("reads.id", ondelete="CASCADE"))
    created: Mapped[datetime] = mapped_column(default=now)
    game: Mapped[str]
    ruleset: Mapped[str]
    context: Mapped[dict[str, Any]]
    sheet: Mapped[dict[str, Any]]


class Correction(Table):
    """What a person says a photo shows."""

    __tablename__ = "corrections"
    __table_args__ = (Index("ix_corrections_read_id", "read_id"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    read_id: Mapped[str] = mapped_column(ForeignKey("reads.id", ondelete="CASCADE"))
    owner: Mapped[str] = mapped_column(default="")
    created: Mapped[datetime] = mapped_column(default=now)
    family: Mapped[str]
    tiles: Mapped[list[Any]]
    hand: Mapped[str | None]
    changed: Mapped[int]
    """Tiles that differ from what was read."""
    models: Mapped[dict[str, Any]]
    """The models that were corrected."""


class Job(Table):
    """Work that outlasts a request."""

    __tablename__ = "jobs"
    __table_args__ = (Index("ix_jobs_state_created", "state", "created"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(default="")
    kind: Mapped[str]
    state: Mapped[str] = mapped_column(default="queued")
    payload: Mapped[dict[str, Any]]
    result: Mapped[dict[str, Any] | None]
    error: Mapped[dict[str, Any] | None]
    done: Mapped[int] = mapped_column(default=0)
    total: Mapped[int] = mapped_column(default=0)
    note: Mapped[str] = mapped_column(default="")
    """What is being done, in words."""
    cancel: Mapped[bool] = mapped_column(default=False)
    attempts: Mapped[int] = mapped_column(default=0)
    runner: Mapped[str | None]
    lease_until: Mapped[datetime | None]
    created: Mapped[datetime] = mapped_column(default=now)
    started: Mapped[datetime | None]
    finished: Mapped[datetime | None]


class JobItem(Table):
    """One photo of a batch, or (a part of) a file of another job; its bytes go in the end."""

    __tablename__ = "job_items"

    job_id: Mapped[str] = mapped_column(ForeignKey("jobs.id", ondelete="CASCADE"), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    data: Mapped[bytes | None]
    answer: Mapped[dict[str, Any] | None]


class Idempotency(Table):
    """A request that may be sent again without being done again."""

    __tablename__ = "idempotency"
    __table_args__ = (Index("ix_idempotency_created", "created"),)

    owner: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    fingerprint: Mapped[str]
    resource: Mapped[str]
    created: Mapped[datetime] = mapped_column(default=now)


class ApiKey(Table):
    """A key; only its digest is stored."""

    __tablename__ = "api_keys"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    digest: Mapped[str] = mapped_column(unique=True)
    created: Mapped[datetime] = mapped_column(default=now)
    revoked: Mapped[datetime | None]


class Design(Table):
    """A version of a tile design that was enrolled."""

    __tablename__ = "designs"
    __table_args__ = (UniqueConstraint("owner", "name", "version"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    """That of the job that enrolled it."""
    owner: Mapped[str] = mapped_column(default="")
    name: Mapped[str]
    version: Mapped[int]
    """From 1 for each owner's name."""
    family: Mapped[str]
    created: Mapped[datetime] = mapped_column(default=now)
    details: Mapped[dict[str, Any]]
    """The result of the job."""
    data: Mapped[bytes] = mapped_column(deferred=True)
    """The files of the gallery, as a ZIP archive."""
