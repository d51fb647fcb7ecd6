"""What people say that photos show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.storage.reads import new_id
from service.storage.tables import Correction, Photo, Read


def add_correction(
    session: Session, read: Read, family: str, tiles: list[dict[str, Any]], hand: str | None
) -> Correction:
    """Store a correction of a read, with the models that it corrects.

    Args:
        session: A writing session.
        read: What is corrected.
        family: The family of the tiles.
        tiles: ``{"tile", "corners", "row", "group"}`` of every tile on the photo.
        hand: The hand in notation, where it is known.
    """
    correction = Correction(
        id=new_id(),
        read_id=read.id,
        owner=read.owner,
        family=family,
        tiles=tiles,
        hand=hand,
        changed=_changed(read.result["tiles"], tiles),
        models=read.models,
    )
    session.add(correction)
    session.flush()
    return correction


def corrections_of(session: Session, read_id: str) -> list[Correction]:
    """Return the corrections of a read, the first one first."""
    found = select(Correction).where(Correction.read_id == read_id)
    return list(session.scalars(found.order_by(Correction.created, Correction.id)))


def corrected_photos(
    session: Session, owner: str | None = None
) -> Iterator[tuple[Correction, Read, Photo]]:
    """Yield the last correction of each stored photo (of an owner), the oldest read first."""
    found = (
        select(Correction, Read, Photo)
        .join(Read, Read.id == Correction.read_id)
        .join(Photo, Photo.read_id == Read.id)
        .order_by(Read.created, Read.id, Correction.created.desc(), Correction.id.desc())
        .execution_options(yield_per=10)
    )
    if owner is not None:
        found = found.where(Read.owner == owner)
    last = None
    for correction, read, photo in session.execute(found):
        if read.id != last:
            last = read.id
            yield correction, read, photo


def _changed(read: list[dict[str, Any]], corrected: list[dict[str, Any]]) -> int:
    """Count the tiles that were read wrongly, missed, or not there."""
    was, now = (Counter(tile["tile"] for tile in tiles) for tiles in (read, corrected))
    return max((was - now).total(), (now - was).total())
