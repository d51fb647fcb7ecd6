"""Schema, keys, reads, corrections, idempotency: on both databases."""

from __future__ import annotations

import json
import threading
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text, update

from datasets.formats.own_json import read_own
from service.corrections_export import export_corrections
from service.storage import Storage, StorageError, idempotency, keys, open_storage
from service.storage.corrections import add_correction, corrections_of
from service.storage.photos import photo_row
from service.storage.reads import (
    add_read,
    add_score,
    delete_old_reads,
    delete_read,
    find_photo,
    find_read,
    find_scores,
)
from service.storage.tables import Read, Table
from service.storage.types import now
from vision.photo import Photo

CORNERS = [[10.0, 20.0], [50.0, 20.0], [50.0, 74.0], [10.0, 74.0]]
TILE = {"tile": "5m", "corners": CORNERS, "row": 0, "group": 0}


def _result(read_id: str = "a", **more: Any) -> dict[str, Any]:
    found = {"image": "hand.jpg", "family": "mahjong", "width": 800, "height": 600}
    return {"id": read_id, **found, "tiles": [TILE], "models": {"reader": "1.1"}, **more}


def _photo(width: int = 400, height: int = 300) -> Photo:
    pixels = np.full((height, width, 3), 99, np.uint8)
    return Photo(pixels, 800, 600, "JPEG")


def test_migrations_make_the_tables_that_the_code_has(storage: Storage) -> None:
    with storage.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Table.metadata) == []


def test_opening_again_changes_nothing(database: str) -> None:
    for _ in range(2):
        storage = open_storage(database)
        with storage.writing() as session:
            keys.add_key(session, "somebody")
        storage.close()
    with open_storage(database).reading() as session:
        assert len(keys.list_keys(session)) == 2


def test_a_newer_schema_is_refused(storage: Storage, database: str) -> None:
    with storage.writing() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StorageError, match="schema 9999 is newer"):
        open_storage(database)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("no url", "URL of the database"),
        ("mysql+none://x/y", "URL of the database"),
        ("sqlite://", "needs a file"),
        ("sqlite:////proc/nowhere/a.db", ""),
        ("postgresql+psycopg://x@127.0.0.1:1/y", "refused"),
    ],
)
def test_databases_that_cannot_be_opened(url: str, reason: str) -> None:
    with pytest.raises(StorageError, match=reason):
        open_storage(url)


def test_what_fails_half_way_is_not_stored(storage: Storage) -> None:
    def fail_half_way() -> None:
        with storage.writing() as session:
            add_read(session, _result(), owner="", wahua="1")
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail_half_way()
    with storage.reading() as session:
        assert find_read(session, "a", "") is None


def test_keys(storage: Storage) -> None:
    with storage.writing() as session:
        key, token = keys.add_key(session, "phone")
        identity, digest = key.id, key.digest
    assert len(token) >= 40
    assert token not in digest
    with storage.writing() as session:
        assert keys.owner_of(session, token) == identity
        assert keys.owner_of(session, token + "x") is None
        assert keys.owner_of(session, "") is None
        assert keys.owner_of(session, "wahua_\udcff") is None
        assert keys.revoke_key(session, identity)
        assert not keys.revoke_key(session, identity)
    with storage.reading() as session:
        assert keys.owner_of(session, token) is None


def test_reads_belong_to_their_owner_and_go_with_all_that_is_theirs(storage: Storage) -> None:
    with storage.writing() as session:
        row = photo_row("a", _photo())
        add_read(session, _result(), owner="me", wahua="1", photo=row)
        add_score(session, "a", {"win": "discard"}, {"game": "mcr", "ruleset": "mcr/1", "total": 8})
        read = find_read(session, "a", "me")
        assert read is not None
        add_correction(session, read, "mahjong", [{**TILE, "tile": "6m"}], None)
    with storage.reading() as session:
        assert find_read(session, "a", "other") is None
        assert find_photo(session, "a", "other") is None
        photo = find_photo(session, "a", "me")
        assert photo is not None
        assert photo.data[:3] == b"\xff\xd8\xff"
        assert (photo.width, photo.height) == (400, 300)
        assert find_scores(session, "a")[0]["sheet"]["total"] == 8
        (correction,) = corrections_of(session, "a")
        assert (correction.changed, correction.models) == (1, {"reader": "1.1"})
        assert correction.created.tzinfo is not None
    with storage.writing() as session:
        assert not delete_read(session, "a", "other")
        assert delete_read(session, "a", "me")
    with storage.reading() as session:
        for table in ("reads", "photos", "scores", "corrections"):
            assert session.scalar(text(f"SELECT count(*) FROM {table}")) == 0  # noqa: S608


def test_retention_spares_new_and_corrected_reads(storage: Storage) -> None:
    with storage.writing() as session:
        for read_id in ("old", "corrected", "new"):
            add_read(session, _result(read_id), owner="", wahua="1")
        read = find_read(session, "corrected", "")
        assert read is not None
        add_correction(session, read, "mahjong", [], None)
        age = update(Read).where(Read.id != "new").values(created=now() - timedelta(days=31))
        session.execute(age)
    with storage.writing() as session:
        assert delete_old_reads(session, 30) == 1
        assert find_read(session, "old", "") is None


def test_an_idempotency_key_stands_for_one_request(storage: Storage) -> None:
    with storage.writing() as session:
        assert idempotency.claim(session, "me", None, "f", "1") is None
        assert idempotency.claim(session, "me", "k", "f", "1") is None
    with storage.writing() as session:
        assert idempotency.claim(session, "me", "k", "f", "2") == "1"
        assert idempotency.claim(session, "other", "k", "g", "3") is None
        with pytest.raises(idempotency.KeyReusedError):
            idempotency.claim(session, "me", "k", "g", "4")


def test_of_two_equal_requests_at_once_one_counts(storage: Storage) -> None:
    found: list[str | None] = []
    both = threading.Barrier(2)

    def ask(resource: str) -> None:
        both.wait()
        with storage.writing() as session:
            found.append(idempotency.claim(session, "", "k", "f", resource))

    threads = [threading.Thread(target=ask, args=(name,)) for name in ("1", "2")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found.count(None) == 1
    assert {one for one in found if one} < {"1", "2"}


def test_corrections_become_labelled_photos(storage: Storage, tmp_path: Path) -> None:
    with storage.writing() as session:
        for read_id, kept in (("kept", True), ("gone", False)):
            row = photo_row(read_id, _photo()) if kept else None
            add_read(session, _result(read_id), owner="", wahua="1", photo=row)
            read = find_read(session, read_id, "")
            assert read is not None
            add_correction(session, read, "mahjong", [TILE], None)
            last = [{**TILE, "tile": "6m"}, {**TILE, "tile": "0p", "row": 1, "group": 1}]
            add_correction(session, read, "mahjong", last, "6m0p")
    folder = tmp_path / "labels"
    assert export_corrections(storage, folder) == 1
    label = json.loads(next(folder.glob("*.json")).read_text("utf-8"))
    assert label["hand"] == "6m0p"
    assert label["tiles"][0]["corners"] == [[5, 10], [25, 10], [25, 37], [5, 37]]
    (photo,) = read_own(folder)
    assert [str(tile) for tile in photo.tiles] == ["6m", "0p"]
