"""Enrolled designs in both databases."""

from __future__ import annotations

import pytest
from sqlalchemy.exc import IntegrityError

from service.storage import Storage
from service.storage.designs import (
    delete_design,
    find_design,
    list_designs,
    load_design,
    next_version,
)
from service.storage.tables import Design


def _add(storage: Storage, identity: str, owner: str, name: str, version: int) -> None:
    with storage.writing() as session:
        session.add(
            Design(
                id=identity, owner=owner, name=name, version=version, family="dolls",
                details={"warnings": []}, data=identity.encode(),
            )
        )  # fmt: skip


def test_versions_belong_to_an_owner_and_the_newest_is_meant(storage: Storage) -> None:
    for identity, owner, name, version in (
        ("b2", "me", "b", 2), ("b1", "me", "b", 1), ("a1", "me", "a", 1), ("o1", "other", "b", 1),
    ):  # fmt: skip
        _add(storage, identity, owner, name, version)
    with storage.reading() as session:
        assert [row.id for row in list_designs(session, "me")] == ["a1", "b1", "b2"]
        found = {
            version: getattr(find_design(session, "me", "b", version), "id", None)
            for version in (None, 1, 2, 3)
        }
        assert found == {None: "b2", 1: "b1", 2: "b2", 3: None}
        assert [next_version(session, "me", name) for name in ("a", "b", "c")] == [2, 3, 1]
        whole = load_design(session, "o1")
        assert whole is not None
        assert whole.data == b"o1"
    with pytest.raises(IntegrityError):
        _add(storage, "again", "me", "b", 2)
    with storage.writing() as session:
        assert delete_design(session, "me", "b") == 2
        assert delete_design(session, "me", "b") == 0
        assert [row.id for row in list_designs(session, "other")] == ["o1"]
