"""Reading, scoring, correcting, batches: as a client goes through them."""

from __future__ import annotations

import io
import json
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from models.registry import ModelError
from scoring.tiles import Family
from service.http.app import create_app
from service.settings import Settings
from tests.service.http.conftest import Client, Known, MakeClient, wait_for_job

FACTS = {"win": "self_draw", "seat": "south", "round": "east"}
HAND = "123456789m234s55p [789s] | 1f"


def test_form_and_raw_body_give_the_same(client: Client, photo: bytes) -> None:
    form = client.post("/v1/read", files={"photo": ("table.jpg", photo)}).json()
    raw = client.post("/v1/read", content=photo, headers={"Content-Type": "image/jpeg"}).json()
    assert (form["image"], raw["image"]) == ("table.jpg", "photo")
    for found in (form, raw):
        assert len(found.pop("id")) == 32
        del found["image"], found["timings_ms"]
    assert form == raw
    assert form["layout"] == HAND
    assert form["hand"]["winning_tile"] == "5p"
    assert [tile["tile"] for tile in form["tiles"] if tile["doubtful"]] == ["9m"]
    assert form["models"] == {"locator": "1.0", "reader": "1.1"}
    assert form["versions"]["rulesets"]["mcr"] == "mcr/1.0"


def test_photos_are_kept_only_when_asked_and_without_metadata(client: Client, photo: bytes) -> None:
    assert b"Maker of the phone" in photo
    passing = client.post("/v1/read", files={"photo": photo}).json()
    assert client.get(f"/v1/reads/{passing['id']}/photo").status_code == 404
    kept = client.post("/v1/read", files={"photo": photo}, data={"keep_photo": "true"}).json()
    assert (passing["photo_kept"], kept["photo_kept"]) == (False, True)
    answer = client.get(f"/v1/reads/{kept['id']}/photo")
    image = Image.open(io.BytesIO(answer.content))
    assert image.size == (800, 300)  # upright
    assert not image.getexif()
    assert b"Maker of the phone" not in answer.content
    assert client.delete(f"/v1/reads/{kept['id']}").status_code == 204
    for path in ("", "/photo"):
        assert client.get(f"/v1/reads/{kept['id']}{path}").status_code == 404
    assert client.delete(f"/v1/reads/{kept['id']}").status_code == 404


@pytest.mark.parametrize(
    ("given", "expected"),
    [({}, None), ({"family": "dolls"}, Family.DOLLS), ({"game": "mcr"}, Family.MAHJONG)],
)
def test_the_family_is_the_clients_or_the_games(
    client: Client, known: Known, photo: bytes, given: dict[str, str], expected: Family | None
) -> None:
    client.post("/v1/photos/score", files={"photo": photo}, params=given)
    assert known.families == [expected]


def test_hands_in_text_by_parts_and_on_a_photo_score_alike(client: Client, photo: bytes) -> None:
    text = client.post(
        "/v1/score", json={"hand": HAND, "winning_tile": "5p", "context": FACTS}
    ).json()
    photographed = client.post(
        "/v1/photos/score", files={"photo": photo}, data={"context": json.dumps(FACTS)}
    ).json()
    parts = client.post(
        "/v1/score", json={"hand": photographed["photo"]["hand"], "context": FACTS}
    ).json()
    shown = photographed.pop("photo")
    text["hand_parts"]["winning_tile"] = "5p"
    assert text == parts == photographed
    assert text["valid"]
    assert text["ruleset"] == "taiwanese-s1/1.0"
    stored = client.get(f"/v1/reads/{shown['id']}").json()
    assert stored["photo"] == shown
    (score,) = stored["scores"]
    assert score["context"] == FACTS
    assert score["sheet"]["total"] == text["total"]


def test_a_hand_that_does_not_win_is_explained(client: Client) -> None:
    answer = client.post("/v1/score", json={"hand": "123456789m123s99p344p"})
    sheet = answer.json()
    assert (answer.status_code, sheet["valid"]) == (200, False)
    assert sheet["repairs"][0]["text"] == "a 4p is read where a 5p would complete the hand"


def test_waits(client: Client) -> None:
    found = client.post("/v1/waits", json={"hand": "123456789m123s99p34p"}).json()
    assert [(wait["tile"], wait["left"]) for wait in found["waits"]] == [("2p", 4), ("5p", 4)]


def test_games_tell_options_and_tiles(client: Client) -> None:
    found = client.get("/v1/games").json()
    assert [game["name"] for game in found["games"]] == [
        "taiwanese", "classical", "flowers", "dolls", "hongkong", "mcr", "riichi",
    ]  # fmt: skip
    base = next(option for option in found["games"][0]["options"] if option["key"] == "base")
    assert (base["default"], base["choices"]) == (0, [])
    counts = {family: len(faces) for family, faces in found["faces"].items()}
    assert counts == {"mahjong": 42 + 3 + 1, "flowers": 21 * 3 + 9 + 1, "dolls": 9 * 2 + 1}


def test_models_are_intact_and_have_cards(client: Client) -> None:
    models = client.get("/v1/models").json()["models"]
    assert {model["name"] for model in models} >= {"locator", "aligner", "reader"}
    assert all(model["intact"] for model in models)


@pytest.fixture
def read(client: Client, photo: bytes) -> dict[str, Any]:
    """A read of which the photo is kept."""
    answer = client.post("/v1/read", files={"photo": photo}, data={"keep_photo": "true"})
    found: dict[str, Any] = answer.json()
    return found


def _corrected(read: dict[str, Any], **changes: Any) -> dict[str, Any]:
    names = ("tile", "corners", "row", "group")
    tiles = [{name: tile[name] for name in names} for tile in read["tiles"]]
    tiles[0] |= changes
    return {"read_id": read["id"], "tiles": tiles}


def test_corrections(client: Client, read: dict[str, Any]) -> None:
    body = {**_corrected(read, tile="2m"), "hand": HAND}
    headers = {"Idempotency-Key": "one"}
    first = client.post("/v1/corrections", json=body, headers=headers)
    again = client.post("/v1/corrections", json=body, headers=headers)
    assert first.status_code == again.status_code == 201
    assert first.json() == again.json()
    assert first.headers["Location"] == f"/v1/reads/{read['id']}"
    assert (first.json()["changed"], first.json()["models"]) == (1, read["models"])
    other = client.post("/v1/corrections", json=_corrected(read), headers=headers)
    assert (other.status_code, other.json()["code"]) == (422, "idempotency-key-reused")
    stored = client.get(f"/v1/reads/{read['id']}").json()["corrections"]
    assert [one["id"] for one in stored] == [first.json()["id"]]
    assert stored[0]["hand"] == HAND


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"tile": "10m"}, "unknown-tile"),
        ({"corners": [[0, 0], [1, 0], [1, 1], [99999, 1]]}, "invalid-request"),
        ({"corners": [[0, 0], [1, 0], [1, 1]]}, "invalid-request"),
        ({"row": -1}, "invalid-request"),
        ({"tile": None}, "invalid-request"),
    ],
)
def test_wrong_corrections(
    client: Client, read: dict[str, Any], changes: dict[str, Any], code: str
) -> None:
    answer = client.post("/v1/corrections", json=_corrected(read, **changes))
    assert (answer.status_code, answer.json()["code"]) == (422, code)


def test_corrections_of_nothing(client: Client) -> None:
    answer = client.post("/v1/corrections", json={"read_id": "0" * 32, "tiles": []})
    assert answer.status_code == 404


def _batch(photos: list[bytes]) -> list[tuple[str, tuple[str, bytes]]]:
    return [("photos", (f"{number}.jpg", data)) for number, data in enumerate(photos)]


def test_a_batch_answers_each_photo_in_order(client: Client, photo: bytes) -> None:
    files = _batch([photo, b"no photo", photo])
    data = {"game": "taiwanese", "context": json.dumps(FACTS)}
    headers = {"Idempotency-Key": "b"}
    answer = client.post("/v1/batches", files=files, data=data, headers=headers)
    assert answer.status_code == 202
    assert answer.headers["Location"] == f"/v1/jobs/{answer.json()['id']}"
    again = client.post("/v1/batches", files=files, data=data, headers=headers)
    assert again.json()["id"] == answer.json()["id"]
    job = wait_for_job(client, answer.headers["Location"])
    assert (job["state"], job["progress"]["done"], job["result"]) == ("succeeded", 3, {"photos": 3})
    assert [one["image"] for one in job["photos"]] == ["0.jpg", "1.jpg", "2.jpg"]
    assert job["photos"][1]["error"]["type"] == "photo-format"
    alone = client.post("/v1/photos/score", files={"photo": photo}, data=data).json()
    assert job["photos"][0]["score"]["total"] == alone["total"]
    read_id = job["photos"][0]["photo"]["id"]
    assert client.get(f"/v1/reads/{read_id}").json()["scores"][0]["sheet"]["valid"]
    gone = client.delete(answer.headers["Location"])
    assert (gone.status_code, gone.json()["code"]) == (409, "conflict")


def test_batches_have_limits(make_client: MakeClient, photo: bytes) -> None:
    client = make_client(max_batch_photos=2, max_photo_bytes=2000)
    assert client.post("/v1/batches", files=_batch([photo[:9]] * 3)).json()["code"] == "bad-form"
    large = client.post("/v1/batches", files=_batch([bytes(2001)]))
    assert (large.status_code, large.json()["code"]) == (413, "body-too-large")
    empty = client.post("/v1/batches", files={"other": b"1"})
    assert (empty.status_code, empty.json()["code"]) == (422, "invalid-request")


def test_a_running_batch_can_be_cancelled(
    make_client: MakeClient, known: Known, photo: bytes
) -> None:
    known.seconds = 0.3
    client = make_client(job_lease_s=0.3)
    address = client.post("/v1/batches", files=_batch([photo] * 50)).headers["Location"]
    while client.get(address).json()["state"] == "queued":
        time.sleep(0.02)
    cancelled = client.delete(address)
    assert (cancelled.status_code, cancelled.json()["cancelling"]) == (202, True)
    job = wait_for_job(client, address)
    assert job["state"] == "cancelled"
    assert len(job["photos"]) < 50


def test_a_waiting_batch_is_cancelled_at_once(make_client: MakeClient, photo: bytes) -> None:
    client = make_client(run_jobs=False)
    address = client.post("/v1/batches", files=_batch([photo])).headers["Location"]
    assert client.get(address).json()["state"] == "queued"
    assert client.delete(address).json()["state"] == "cancelled"


def test_a_batch_goes_on_after_a_stop(make_client: MakeClient, known: Known, photo: bytes) -> None:
    known.seconds = 0.2
    first = make_client()
    address = first.post("/v1/batches", files=_batch([photo] * 6)).headers["Location"]
    while first.get(address).json()["progress"]["done"] < 2:
        time.sleep(0.02)
    first.__exit__(None, None, None)
    known.seconds = 0
    job = wait_for_job(make_client(), address)
    assert (job["state"], len(job["photos"])) == ("succeeded", 6)
    assert len({one["photo"]["id"] for one in job["photos"]}) == 6


def test_not_ready_before_the_models_are_loaded(tmp_path: Path, known: Known) -> None:
    loaded = threading.Event()

    def load() -> Known:
        loaded.wait()
        return known

    settings = Settings(database=f"sqlite:///{tmp_path / 'a.sqlite3'}")
    with Client(create_app(settings, load)) as client:
        answer = client.get("/readyz")
        assert (answer.status_code, answer.json()["checks"]["models"]) == (503, "not loaded yet")
        assert client.get("/healthz").json() == {"status": "ok"}
        loaded.set()
        while client.get("/readyz").status_code == 503:
            time.sleep(0.02)
        assert client.get("/readyz").json()["checks"] == {"models": "ok", "database": "ok"}


def test_models_that_cannot_be_loaded(tmp_path: Path, photo: bytes) -> None:
    def fail() -> Known:
        raise ModelError("reader.onnx is missing from the installation")

    settings = Settings(database=f"sqlite:///{tmp_path / 'a.sqlite3'}", workers=1)
    with Client(create_app(settings, fail)) as client:
        while client.get("/readyz").json()["checks"]["models"] == "not loaded yet":
            time.sleep(0.02)
        answer = client.post("/v1/read", files={"photo": photo})
        assert (answer.status_code, answer.json()["code"]) == (503, "not-ready")
