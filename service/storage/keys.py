"""API keys: 256 random bits each, of which only the digest is stored.

A fast hash is enough for a secret that nobody can guess; slow ones protect passwords.
"""

from __future__ import annotations

import hashlib
import secrets
import uuid
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from service.storage.tables import ApiKey
from service.storage.types import now

PREFIX = "wahua_"
MAX_TOKEN = 128


def add_key(session: Session, name: str) -> tuple[ApiKey, str]:
    """Store a new key and return it with its token, which cannot be had again."""
    token = PREFIX + secrets.token_urlsafe(32)
    key = ApiKey(id=uuid.uuid4().hex[:12], name=name, digest=_digest(token), created=now())
    session.add(key)
    return key, token


def list_keys(session: Session) -> Sequence[ApiKey]:
    """Return every key, the oldest first."""
    return session.scalars(select(ApiKey).order_by(ApiKey.created, ApiKey.id)).all()


def revoke_key(session: Session, key_id: str) -> bool:
    """Make a key invalid; False when there is none with this id that is valid."""
    key = session.get(ApiKey, key_id)
    if key is None or key.revoked is not None:
        return False
    key.revoked = now()
    return True


def owner_of(session: Session, token: str) -> str | None:
    """Return the id of the key that a token belongs to, if it is valid."""
    if not token.startswith(PREFIX) or len(token) > MAX_TOKEN:
        return None
    found = select(ApiKey.id).where(ApiKey.digest == _digest(token), ApiKey.revoked.is_(None))
    return session.scalar(found)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
