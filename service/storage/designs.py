"""Enrolled designs: stored in versions, found by their owner and name."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session, undefer

from service.storage.tables import Design


def next_version(session: Session, owner: str, name: str) -> int:
    """Return the version that a design would get if it were stored now."""
    mine = select(func.max(Design.version)).where(Design.owner == owner, Design.name == name)
    return (session.scalar(mine) or 0) + 1


def find_design(session: Session, owner: str, name: str, version: int | None) -> Design | None:
    """Return a version of a design, by default the newest."""
    mine = select(Design).where(Design.owner == owner, Design.name == name)
    if version is not None:
        mine = mine.where(Design.version == version)
    return session.scalar(mine.order_by(Design.version.desc()).limit(1))


def load_design(session: Session, design_id: str) -> Design | None:
    """Return a design with its files."""
    whole = select(Design).where(Design.id == design_id).options(undefer(Design.data))
    return session.scalar(whole)


def list_designs(session: Session, owner: str) -> Sequence[Design]:
    """Return every version of an owner's designs, by name, without their files."""
    mine = select(Design).where(Design.owner == owner).order_by(Design.name, Design.version)
    return session.scalars(mine).all()


def delete_design(session: Session, owner: str, name: str) -> int:
    """Delete all versions of a design; returns how many there were."""
    mine = delete(Design).where(Design.owner == owner, Design.name == name)
    return len(session.execute(mine.returning(Design.id)).all())
