"""Enrolment over HTTP: pictures to a design, and photos read with it."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from models.enrol import gallery
from scoring.tiles import Family
from service.designs import Designs
from service.http import queueing
from service.http.app import create_app
from service.jobs import JobCancelled, JobContext, enrol
from service.recognition import new_recogniser
from service.settings import Settings
from service.storage import Storage, open_storage
from service.storage import jobs as queue
from service.storage.tables import Design
from tests.service.http.conftest import Client, MakeClient, wait_for_job
from tests.service.http.enrolling import FACES, archive, learn_fast, picture

PHOTO = Path(__file__).resolve().parents[2] / "photos" / "half-flush.jpg"


def _files(**named: bytes) -> list[tuple[str, tuple[str, bytes]]]:
    return [
        ("pictures", (name.replace("_png", ".png").replace("_zip", ".zip"), data))
        for name, data in named.items()
    ]


ZIP = _files(set_zip=archive())


@pytest.fixture
def real_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """The service with the shipped models, one worker."""
    learn_fast(monkeypatch)
    database = f"sqlite:///{tmp_path / 'wahua.sqlite3'}"
    settings = Settings(database=database, rate_per_minute=0, workers=1, read_timeout_s=600)
    with Client(create_app(settings, new_recogniser)) as client:
        yield client


def test_a_design_is_enrolled_from_an_archive_and_read_with(real_client: Client) -> None:
    client = real_client
    answer = client.post("/v1/designs", files=ZIP, data={"name": "grandma"})
    assert (answer.status_code, answer.json()["kind"]) == (202, "enrol")
    job = wait_for_job(client, answer.headers["Location"], 300)
    assert (job["state"], job["progress"]["done"], job["progress"]["total"]) == ("succeeded", 3, 3)
    result = job["result"]
    assert (result["name"], result["version"], result["family"]) == ("grandma", 1, "mahjong")
    assert result["faces"] == list(FACES)
    assert result["pictures"] == [{"file": f"{face}.png", "tile": face} for face in FACES]
    (missing,) = [one for one in result["warnings"] if one["kind"] == "missing"]
    assert len(missing["faces"]) == 42 - 3
    listed = client.get("/v1/designs").json()["designs"]
    assert {one["family"] for one in listed if one["origin"] == "shipped"} == set(Family)
    (mine,) = [one for one in listed if one["origin"] == "enrolled"]
    assert (mine["name"], mine["version"], mine["warnings"]) == ("grandma", 1, result["warnings"])

    photo = {"photo": ("half-flush.jpg", PHOTO.read_bytes())}
    read = client.post("/v1/read", files=photo, params={"design": "grandma"}).json()
    assert read["models"]["design"] == "grandma@1"
    scored = client.post("/v1/photos/score", files=photo, data={"design": "grandma@1"}).json()
    assert scored["photo"]["models"]["design"] == "grandma@1"
    plain = client.post("/v1/read", files=photo).json()
    assert "design" not in plain["models"]
    batch = client.post("/v1/batches", files={"photos": photo["photo"]}, data={"design": "grandma"})
    (batched,) = wait_for_job(client, batch.headers["Location"], 120)["photos"]
    assert [tile["tile"] for tile in batched["photo"]["tiles"]] == [
        tile["tile"] for tile in read["tiles"]
    ]

    assert client.delete("/v1/designs/grandma").status_code == 204
    gone = client.post("/v1/read", files=photo, params={"design": "grandma"})
    assert (gone.status_code, gone.json()["code"]) == (404, "unknown-design")
    assert client.delete("/v1/designs/grandma").status_code == 404


def test_pictures_that_cannot_be_enrolled_fail_the_job_and_are_named(real_client: Client) -> None:
    client = real_client
    for files, code, detail in (
        (_files(a_png=picture("1m"), b_png=picture("2m")), "enrolment", "no tiles: a"),
        (_files(a_zip=b"PK\x05\x06"), "archive", "a.zip"),
        (_files(**{"1m_png": picture("1m"), "2m_png": b"no picture"}), "enrolment", "2m.png: "),
    ):
        answer = client.post("/v1/designs", files=files, data={"name": "x"})
        job = wait_for_job(client, answer.headers["Location"], 60)
        assert (job["state"], job["error"]["type"]) == ("failed", code)
        assert detail in job["error"]["detail"]
        assert tempfile.gettempdir() not in job["error"]["detail"]
    assert all(one["origin"] == "shipped" for one in client.get("/v1/designs").json()["designs"])


def test_a_design_of_another_reader_is_refused(
    real_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = real_client
    answer = client.post("/v1/designs", files=ZIP, data={"name": "old"})
    assert wait_for_job(client, answer.headers["Location"], 300)["state"] == "succeeded"
    load = gallery.load
    monkeypatch.setattr(
        gallery, "load", lambda folder: replace(load(folder), reader=("0.0.1", "0" * 64))
    )
    photo = {"photo": ("half-flush.jpg", PHOTO.read_bytes())}
    refused = client.post("/v1/read", files=photo, params={"design": "old"})
    assert (refused.status_code, refused.json()["code"]) == (409, "outdated-design")
    assert "0.0.1" in refused.json()["detail"]


@pytest.mark.parametrize(
    ("files", "data", "status", "code"),
    [
        (ZIP, {}, 422, "invalid-request"),
        (ZIP, {"name": "../up"}, 422, "invalid-request"),
        (ZIP, {"name": "x", "grid": "0x5"}, 422, "invalid-request"),
        (ZIP, {"name": "x", "family": "chess"}, 422, "invalid-request"),
        (ZIP, {"name": "x", "more": "1"}, 422, "invalid-request"),
        ([("other", ("a.png", b"1"))], {"name": "x"}, 422, "invalid-request"),
        ([*ZIP, *ZIP], {"name": "x"}, 422, "invalid-request"),
        (_files(a_png=b"1", b_png=b"2"), {"name": "x", "order": "1m 2m"}, 422, "invalid-request"),
        ([("pictures", ("nul.png", b"1"))], {"name": "x"}, 422, "archive"),
        ([("pictures", ("..", b"1"))], {"name": "x"}, 422, "archive"),
    ],
)
def test_what_is_refused_at_once(
    client: Client, files: Any, data: dict[str, str], status: int, code: str
) -> None:
    answer = client.post("/v1/designs", files=files, data=data)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


def test_enrolments_are_queued_once_and_can_be_cancelled(make_client: MakeClient) -> None:
    client = make_client(run_jobs=False)
    headers = {"Idempotency-Key": "one"}
    first = client.post("/v1/designs", files=ZIP, data={"name": "x"}, headers=headers)
    again = client.post("/v1/designs", files=ZIP, params={"name": "x"}, headers=headers)
    assert first.status_code == again.status_code == 202
    assert first.json() == again.json()
    other = client.post("/v1/designs", files=ZIP, data={"name": "y"}, headers=headers)
    assert other.json()["code"] == "idempotency-key-reused"
    assert client.delete(first.headers["Location"]).json()["state"] == "cancelled"


def test_long_files_are_stored_in_parts_and_put_together(
    make_client: MakeClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    packed = archive()
    part = len(packed) // 3
    monkeypatch.setattr(queueing, "PART_BYTES", part)
    client = make_client(run_jobs=False)
    sent = client.post("/v1/designs", files=_files(set_zip=packed), data={"name": "x"}).json()
    storage = open_storage(f"sqlite:///{tmp_path / 'wahua.sqlite3'}")
    with storage.reading() as session:
        sizes = [len(item.data or b"") for item in queue.items(session, sent["id"])]
    assert sizes == [part] * 3 + ([len(packed) - 3 * part] if len(packed) % 3 else [0])
    job = JobContext(storage, sent["id"], "", {}, "me", threading.Event())
    place = tmp_path / "place"
    place.mkdir()
    folder = enrol._source(job, place)
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{one}.png" for one in FACES)
    storage.close()


def _job(storage: Storage) -> JobContext:
    payload = {"name": "x", "family": None, "order": None, "grid": None}
    with storage.writing() as session:
        queue.new_job(session, enrol.KIND, payload, job_id="a" * 32)
    return JobContext(storage, "a" * 32, "", payload, "me", threading.Event())


def _no_models() -> Any:
    raise AssertionError("nothing is to be learned")


def test_an_enrolment_that_was_stored_is_not_done_again(tmp_path: Path) -> None:
    storage = open_storage(f"sqlite:///{tmp_path / 'wahua.sqlite3'}")
    job, details = _job(storage), {"name": "x", "version": 1}
    with storage.writing() as session:
        session.add(
            Design(id=job.job_id, name="x", version=1, family="mahjong", details=details, data=b"")
        )
    assert enrol.EnrolHandler(Designs(storage, _no_models))(job) == details
    storage.close()


def test_a_cancelled_enrolment_ends_at_the_next_views(tmp_path: Path) -> None:
    storage = open_storage(f"sqlite:///{tmp_path / 'wahua.sqlite3'}")
    job = _job(storage)

    class Session:
        kind = "map"

        def run(self, _names: Any, _feed: Any) -> list[Any]:
            return [1]

    watched = enrol._watched(Session(), job)  # type: ignore[arg-type]
    assert watched.run(None, {"images": [0, 0, 0]}) == [1]
    job.cancelled.set()
    with pytest.raises(JobCancelled):
        watched.run(None, {"images": [0]})
    storage.close()


def test_uploads_have_limits(make_client: MakeClient) -> None:
    client = make_client(max_batch_bytes=2000)
    large = client.post("/v1/designs", files=_files(set_zip=bytes(2001)), data={"name": "x"})
    assert (large.status_code, large.json()["code"]) == (413, "body-too-large")


def test_unknown_designs(client: Client, photo: bytes) -> None:
    for path in ("/v1/read", "/v1/photos/score"):
        answer = client.post(path, files={"photo": photo}, params={"design": "hongkong"})
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown-design")
    batch = client.post("/v1/batches", files={"photos": photo}, params={"design": "none"})
    assert batch.json()["code"] == "unknown-design"
    wrong = client.post("/v1/read", files={"photo": photo}, params={"design": "../x"})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "invalid-request")
