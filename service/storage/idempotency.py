"""Requests that may be sent again: the second time, what the first one made is returned."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import timedelta
from typing import ClassVar

from sqlalchemy import delete
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scoring.errors import WahuaError
from service.storage.tables import Idempotency
from service.storage.types import now

KEEP = timedelta(days=7)


class KeyReusedError(WahuaError):
    """An idempotency key that stood for another request."""

    type: ClassVar[str] = "idempotency-key-reused"
    title: ClassVar[str] = "The idempotency key was used for another request"
    status: ClassVar[int] = 422


def fingerprint(parts: Iterable[bytes]) -> str:
    """Return a digest of what a request asks for."""
    digest = hashlib.sha256()
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def claim(session: Session, owner: str, key: str | None, print_: str, resource: str) -> str | None:
    """Take an idempotency key for a thing that this session is about to make.

    Args:
        session: In which the thing is made, so that both are stored or neither.
        owner: Of the key.
        key: As the client sent it; None takes nothing.
        print_: Digest of the request.
        resource: Id of the thing.

    Returns:
        The id of the thing that an earlier request with this key made, else None.

    Raises:
        KeyReusedError: The earlier request asked for something else.
    """
    if key is None:
        return None
    earlier = session.get(Idempotency, (owner, key))
    if earlier is None:
        try:
            with session.begin_nested():
                session.add(
                    Idempotency(owner=owner, key=key, fingerprint=print_, resource=resource)
                )
            return None
        except IntegrityError:  # the same request arrived twice at once, and this one is later
            earlier = session.get(Idempotency, (owner, key), populate_existing=True)
    if earlier is None or earlier.fingerprint != print_:
        raise KeyReusedError(f"{key!r} stands for an earlier, different request")
    return earlier.resource


def forget_old(session: Session) -> None:
    """Delete the keys whose requests are too old to be sent again."""
    session.execute(delete(Idempotency).where(Idempotency.created < now() - KEEP))
