"""What nobody should send: each gets its problem, and the service goes on."""

from __future__ import annotations

import io
import zlib
from collections.abc import Iterator
from typing import Any

import pytest
from PIL import Image

from service.http.app import create_app
from service.settings import Settings
from tests.service.http.conftest import Client, Known, MakeClient
from vision.errors import NoTilesError

JSON = "application/json"
_HAND = '"hand": "123456789m123s99p345p"'


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """One application for all of them: none may spoil it for the others."""
    database = tmp_path_factory.mktemp("hostile") / "wahua.sqlite3"
    chosen = Settings(database=f"sqlite:///{database}", rate_per_minute=0)
    with Client(create_app(chosen, lambda: Known(NoTilesError("none")))) as found:
        yield found


def _png_of(width: int, height: int) -> bytes:
    """A PNG whose header promises a size and that holds no pixels."""
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    header = (b"IHDR", size + b"\x08\x02\x00\x00\x00")
    data = b"\x89PNG\r\n\x1a\n"
    for name, content in (header, (b"IDAT", zlib.compress(b"")), (b"IEND", b"")):
        data += len(content).to_bytes(4, "big") + name + content
        data += zlib.crc32(name + content).to_bytes(4, "big")
    return data


def _saved(image_format: str) -> bytes:
    buffer = io.BytesIO()
    Image.effect_noise((300, 200), 60).convert("RGB").save(buffer, image_format)
    return buffer.getvalue()


def _half(data: bytes) -> bytes:
    return data[: len(data) // 2]


JSON_BODIES = [
    # body, status, code
    (b"", 422, "invalid-request"),
    (b"{", 400, "bad-json"),
    (b"\xff\xfe\xfd", 400, "bad-json"),
    (b"null", 422, "invalid-request"),
    (b"[]", 422, "invalid-request"),
    (b'{"hand": NaN}', 400, "bad-json"),
    (b'{"hand": -Infinity}', 400, "bad-json"),
    (b'{"hand": 1e999}', 400, "bad-json"),
    (b'{"hand": "\\ud800"}', 400, "bad-json"),
    (b'{"hand": "1m\\u0000"}', 400, "bad-json"),
    (b'{"\\udfff": 1}', 400, "bad-json"),
    (b"[" * 100_000, 400, "bad-json"),
    (b'{"hand":' * 40 + b"1" + b"}" * 40, 400, "bad-json"),
    (b'{"hand": ' + b"9" * 5000 + b"}", 400, "bad-json"),
    (b'{"hand": "1m", "unknown": 1}', 422, "invalid-request"),
    (b'{"hand": 5}', 422, "invalid-request"),
    (b'{"hand": ""}', 422, "invalid-request"),
    (b'{"hand": "9m9x"}', 422, "unknown-tile"),
    (b'{"hand": "[1m"}', 422, "bad-hand"),
    (b'{"hand": "' + b"1m" * 2000 + b'"}', 422, "invalid-request"),
    (b'{"hand": {"concealed": ["' + b"1" * 17 + b'"]}}', 422, "invalid-request"),
    (f'{{{_HAND}, "game": "chess"}}'.encode(), 422, "invalid-request"),
    (f'{{{_HAND}, "context": {{"seat": "up"}}}}'.encode(), 422, "invalid-request"),
    (f'{{{_HAND}, "context": {{"win": true}}}}'.encode(), 422, "invalid-request"),
    (f'{{{_HAND}, "context": {{"east_repeat": 10000000000}}}}'.encode(), 422, "invalid-request"),
    (f'{{{_HAND}, "context": {{"dora": "1m"}}}}'.encode(), 422, "bad-context"),
    (f'{{{_HAND}, "options": {{"base": 1e400}}}}'.encode(), 400, "bad-json"),
    (f'{{{_HAND}, "options": {{"base": 99999999999}}}}'.encode(), 422, "bad-option"),
    (f'{{{_HAND}, "options": {{"base": [1]}}}}'.encode(), 422, "invalid-request"),
    (f'{{{_HAND}, "options": {{"none": 1}}}}'.encode(), 422, "bad-option"),
]


@pytest.mark.parametrize(("body", "status", "code"), JSON_BODIES)
def test_json(client: Client, body: bytes, status: int, code: str) -> None:
    answer = client.post("/v1/score", content=body, headers={"Content-Type": JSON})
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert answer.json()["type"] == f"urn:wahua:problem:{code}"
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"]


@pytest.mark.parametrize(
    "media_type", ["", "text/plain", "application/xml", "application/x-www-form-urlencoded", "x/y"]
)
@pytest.mark.parametrize("path", ["/v1/score", "/v1/waits", "/v1/corrections"])
def test_types_other_than_json(client: Client, path: str, media_type: str) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    answer = client.post(path, content=b"{}", headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "unsupported-media-type")


PHOTOS = [
    (b"", 400, "photo-empty"),
    (b"this is no photo " * 99, 415, "photo-format"),
    (b"%PDF-1.7 " * 99, 415, "photo-format"),
    (_saved("GIF"), 415, "photo-format"),
    (_half(_saved("JPEG")), 422, "photo-truncated"),
    (_half(_saved("PNG")), 422, "photo-truncated"),
    (_half(_saved("WEBP")), 422, "photo-truncated"),
    (_png_of(1, 1), 422, "photo-too-small"),
    (_png_of(16_000, 16_000), 413, "photo-too-large"),
    (_png_of(2**31 - 1, 2**31 - 1), 413, "photo-too-large"),
]


@pytest.mark.parametrize(("data", "status", "code"), PHOTOS)
@pytest.mark.parametrize("as_form", [False, True], ids=["raw", "form"])
@pytest.mark.parametrize("path", ["/v1/read", "/v1/photos/score"])
def test_photos(
    client: Client, path: str, *, as_form: bool, data: bytes, status: int, code: str
) -> None:
    body: dict[str, Any] = (
        {"files": {"photo": ("a.jpg", data)}}
        if as_form
        else {"content": data, "headers": {"Content-Type": "image/jpeg"}}
    )
    answer = client.post(path, **body)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


FORMS: list[tuple[dict[str, Any], int, str]] = [
    ({"data": {"keep_photo": "true"}}, 415, "unsupported-media-type"),
    ({"files": {"other": b"1"}}, 422, "invalid-request"),
    ({"files": {"photo": (None, "text")}}, 422, "invalid-request"),
    ({"files": [("photo", b"1"), ("photo", b"2")]}, 400, "bad-form"),
    ({"files": {"photo": b"1"}, "data": {"unknown": "1"}}, 422, "invalid-request"),
    ({"files": {"photo": b"1"}, "data": {"keep_photo": "maybe"}}, 422, "invalid-request"),
    ({"files": {"photo": b"1"}, "data": {"context": "{"}}, 400, "bad-json"),
    ({"files": {"photo": b"1"}, "data": {"context": "[]"}}, 422, "invalid-request"),
    ({"files": {"photo": b"1"}, "data": {"context": '{"win": "\\ud800"}'}}, 400, "bad-json"),
    ({"files": {"photo": b"1"}, "data": {"options": "NaN"}}, 400, "bad-json"),
    ({"files": {"photo": b"1"}, "data": {"game": ["mcr", "mcr"]}}, 422, "invalid-request"),
    ({"files": {"photo": b"1"}, "data": {"game": "mcr"}, "params": {"game": "mcr"}}, 422,
     "invalid-request"),
    ({"content": b"--x", "headers": {"Content-Type": "multipart/form-data"}}, 400, "bad-form"),
    ({"content": b"--x", "headers": {"Content-Type": "multipart/form-data; boundary=y"}}, 400,
     "bad-form"),
    ({"content": b"x", "headers": {"Content-Type": "image/gif"}}, 415, "unsupported-media-type"),
]  # fmt: skip


@pytest.mark.parametrize(("request_", "status", "code"), FORMS)
def test_forms(client: Client, request_: dict[str, Any], status: int, code: str) -> None:
    answer = client.post("/v1/photos/score", **request_)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text


ADDRESSES = [
    ("GET", "/nothing", 404, "not-found"),
    ("GET", "/v1/", 404, "not-found"),
    ("GET", "/v1/read/", 404, "not-found"),
    ("GET", "/v1/reads/%00", 422, "invalid-request"),
    ("GET", "/v1/reads/../../etc/passwd", 404, "not-found"),
    ("GET", "/v1/reads/" + "0" * 32, 404, "not-found"),
    ("DELETE", "/v1/reads/" + "0" * 32, 404, "not-found"),
    ("GET", "/v1/jobs/" + "f" * 32, 404, "not-found"),
    ("DELETE", "/v1/jobs/" + "f" * 32, 404, "not-found"),
    ("GET", "/v1/jobs/" + "A" * 32, 422, "invalid-request"),
    ("PUT", "/v1/read", 405, "method-not-allowed"),
    ("GET", "/v1/score", 405, "method-not-allowed"),
    ("TRACE", "/healthz", 405, "method-not-allowed"),
    ("BREW", "/v1/games", 405, "method-not-allowed"),
    ("POST", "/v1/batches", 415, "unsupported-media-type"),
]


@pytest.mark.parametrize(("method", "path", "status", "code"), ADDRESSES)
def test_addresses(client: Client, method: str, path: str, status: int, code: str) -> None:
    answer = client.request(method, path)
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_allow_names_every_method_of_the_address(client: Client) -> None:
    assert client.put("/v1/jobs/" + "0" * 32).headers["Allow"] == "DELETE, GET"


def test_what_was_sent_is_not_sent_back(client: Client) -> None:
    body = {"hand": "1m", "context": {"seat": "<script>secret</script>"}}
    answer = client.post("/v1/score", json=body)
    assert "secret" not in answer.text
    assert answer.json()["errors"][0]["at"] == "body/context/seat"


def test_names_of_files_are_made_harmless(make_client: MakeClient, photo: bytes) -> None:
    name = "../..\\x/\x1b[31mhand\u202e.jpg"
    answer = make_client().post("/v1/read", files={"photo": (name, photo)})
    assert answer.status_code == 200, answer.text
    shown = answer.json()["image"]
    assert "/" not in shown
    assert shown.isprintable()


def test_a_fault_of_ours_tells_nothing(make_client: MakeClient, known: Any, photo: bytes) -> None:
    known.answer = RuntimeError("the password is 12345")
    client = make_client()
    answer = client.post("/v1/read", files={"photo": photo})
    assert (answer.status_code, answer.json()["code"]) == (500, "internal")
    assert "12345" not in answer.text
    assert answer.json()["request_id"] == answer.headers["X-Request-ID"]
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
