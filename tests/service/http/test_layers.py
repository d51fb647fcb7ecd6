"""The layers around the routes: frame, gate, body limit, page."""

from __future__ import annotations

import asyncio
import json
import logging
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.types import Message, Receive, Scope, Send

from service.http import body_limit
from service.http.body_limit import BodyLimit
from service.http.gate import RateLimit
from service.http.page import add_page
from service.http.problems import CarriedError
from service.logs import JsonFormatter
from service.settings import Settings, is_loopback
from service.storage import keys
from service.storage.engine import open_storage
from tests.service.http.conftest import Client, MakeClient

MIB = 1024 * 1024


@pytest.mark.parametrize(
    ("given", "kept"),
    [("abc-1.2_X", True), ("", False), ("a b", False), ("x" * 65, False), ("a\u00e9", False)],
)
def test_request_ids(client: Client, given: str, kept: bool) -> None:
    headers = {"X-Request-ID": given.encode("latin-1")} if given else {}
    found = client.get("/healthz", headers=headers).headers["X-Request-ID"]
    assert (found == given) is kept
    assert len(found) == 32 or kept


def test_every_answer_names_versions_and_is_guarded(client: Client) -> None:
    for path in ("/healthz", "/v1/games", "/nothing"):
        headers = client.get(path).headers
        assert headers["Wahua-Models"].startswith("locator=")
        assert "taiwanese-s1/" in headers["Wahua-Rulesets"]
        assert headers["X-Frame-Options"] == "DENY"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert "Access-Control-Allow-Origin" not in headers
    assert client.get("/v1/games").headers["Cache-Control"] == "no-store"


def test_log_lines_are_json_and_hold_no_query(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="wahua.http"):
        client.get("/v1/jobs/" + "0" * 32 + "?secret=1", headers={"X-Request-ID": "r1"})
    line = json.loads(JsonFormatter().format(caplog.records[-1]))
    assert (line["request_id"], line["method"], line["status"]) == ("r1", "GET", 404)
    assert line["route"] == "/v1/jobs/{job_id}"
    assert "secret" not in json.dumps(line)


def test_figures_count_by_route_and_never_by_address(client: Client) -> None:
    client.get("/nothing/1")
    client.request("BREW", "/nothing/2")
    page = client.get("/metrics").text
    assert 'wahua_requests_total{method="GET",route="unmatched",status="404"} 1.0' in page
    assert 'method="OTHER",route="unmatched"' in page
    assert "/nothing" not in page


def test_origins_may_be_allowed(make_client: MakeClient) -> None:
    client = make_client(cors_origins=("https://a.example",))
    asked = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    assert client.options("/v1/read", headers=asked).status_code == 200
    answer = client.get("/v1/games", headers={"Origin": "https://b.example"})
    assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.mark.parametrize(
    ("host", "expected"),
    [("127.0.0.1", True), ("localhost", True), ("::1", True), ("[::1]", True), ("0.0.0.0", False),  # noqa: S104
     ("::", False), ("192.168.1.2", False), ("example.org", False)],
)  # fmt: skip
def test_keys_are_asked_for_everywhere_but_on_loopback(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
    assert Settings(host=host).asks_for_keys is not expected
    assert Settings(host=host, api_keys=True).asks_for_keys
    assert not Settings(host=host, api_keys=False).asks_for_keys


def test_keys(make_client: MakeClient, photo: bytes, tmp_path: Path) -> None:
    client = make_client(api_keys=True)
    storage = open_storage(f"sqlite:///{tmp_path / 'wahua.sqlite3'}")
    with storage.writing() as session:
        (mine, token), (_, other) = keys.add_key(session, "me"), keys.add_key(session, "you")
        identity = mine.id
    for headers in ({}, {"Authorization": "Bearer wahua_x"}, {"Authorization": token}):
        answer = client.post("/v1/read", content=photo, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, "unauthorised")
        assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert client.get("/metrics").status_code == 401
    assert client.get("/healthz").status_code == 200
    me, you = ({"Authorization": f"Bearer {text}"} for text in (token, other))
    read = client.post("/v1/read", files={"photo": photo}, headers=me).json()
    assert client.get(f"/v1/reads/{read['id']}", headers=me).status_code == 200
    assert client.get(f"/v1/reads/{read['id']}", headers=you).status_code == 404
    assert client.delete(f"/v1/reads/{read['id']}", headers=you).status_code == 404
    with storage.writing() as session:
        keys.revoke_key(session, identity)
    assert client.get("/v1/games", headers=me).status_code == 401


def test_rates_by_client() -> None:
    moment = [0.0]
    rate = RateLimit(60, 3, clock=lambda: moment[0])
    assert [rate.take("a") for _ in range(4)] == [0, 0, 0, 1]
    assert rate.take("b") == 0
    moment[0] = 1.5
    assert rate.take("a") == 0
    assert rate.take("a") == 0.5
    assert RateLimit(0, 1).take("a") == 0


def test_too_many_requests(make_client: MakeClient) -> None:
    client = make_client(rate_per_minute=6, rate_burst=2)
    answers = [client.get("/v1/games") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[-1].json()["code"] == "too-many-requests"
    assert int(answers[-1].headers["Retry-After"]) in {10, 11}
    assert client.get("/healthz").status_code == 200


class _Sender:
    """An ASGI client that sends chunks and remembers how many were taken."""

    def __init__(self, chunks: int, size: int, headers: dict[str, str]) -> None:
        self.chunks, self.size, self.taken = chunks, size, 0
        self.answer: list[Message] = []
        raw = [(name.encode(), value.encode()) for name, value in headers.items()]
        self.scope: Scope = {"type": "http", "path": "/x", "headers": raw, "state": {}}

    async def receive(self) -> Message:
        await asyncio.sleep(0)
        self.taken += 1
        more = self.taken < self.chunks
        return {"type": "http.request", "body": bytes(self.size), "more_body": more}

    async def send(self, message: Message) -> None:
        self.answer.append(message)


async def _consume(scope: Scope, receive: Receive, send: Send) -> None:
    del scope
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})


def _through(sender: _Sender, limit: int, timeout_s: float = 10) -> None:
    layer = BodyLimit(_consume, lambda _path: limit, timeout_s)
    asyncio.run(layer(sender.scope, sender.receive, sender.send))


def test_a_body_up_to_the_limit_passes() -> None:
    sender = _Sender(4, 10, {})
    _through(sender, 40)
    assert sender.answer[0]["status"] == 200


@pytest.mark.parametrize("announced", [{}, {"content-length": "5"}], ids=["chunked", "lie"])
def test_a_body_is_counted_while_it_arrives(
    announced: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(body_limit, "DRAIN_SECONDS", 0.0)
    sender = _Sender(1_000_000, 10, announced)
    with pytest.raises(CarriedError) as caught:
        _through(sender, 40)
    assert caught.value.error.status == 413
    assert sender.taken <= 6


@pytest.mark.parametrize("announced", ["41", "9" * 30])
def test_an_announced_length_is_refused_at_once(announced: str) -> None:
    sender = _Sender(1, 10, {"content-length": announced, "expect": "100-continue"})
    _through(sender, 40)
    assert sender.answer[0]["status"] == 413
    assert sender.taken == 0


def test_slow_bodies_end() -> None:
    sender = _Sender(2, 10, {})

    async def never() -> Message:
        await asyncio.sleep(60)
        raise AssertionError

    sender.receive = never  # type: ignore[method-assign]
    with pytest.raises(CarriedError) as caught:
        _through(sender, 40, 0.05)
    assert caught.value.error.status == 408


@pytest.mark.parametrize("path", ["/v1/read", "/v1/score", "/v1/batches"])
def test_hundred_megabytes(make_client: MakeClient, path: str) -> None:
    client = make_client(max_photo_bytes=MIB, max_batch_bytes=2 * MIB)
    answer = client.post(
        path,
        content=(bytes(MIB) for _ in range(100)),
        headers={"Content-Type": "application/json" if path == "/v1/score" else "image/jpeg"}
        if path != "/v1/batches"
        else {"Content-Type": "multipart/form-data; boundary=x"},
    )
    assert answer.status_code in {400, 413}, answer.text
    assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_busy_service_says_when_to_come_again(
    make_client: MakeClient, known: Any, photo: bytes
) -> None:
    known.seconds = 0.5
    client = make_client(workers=1, queue_limit=1)
    app = client.app

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://t") as several:
            posts = [several.post("/v1/read", files={"photo": photo}) for _ in range(5)]
            return list(await asyncio.gather(*posts))

    answers = asyncio.run(ask())
    assert sorted(answer.status_code for answer in answers) == [200, 200, 429, 429, 429]
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert (refused.json()["code"], refused.headers["Retry-After"]) == ("too-many-photos", "2")


def test_the_page_stands_beside_the_api(tmp_path: Path) -> None:
    (tmp_path / "icons").mkdir()
    for name in ("index.html", "sw.js", "icons/a.svg"):
        (tmp_path / name).write_text(name)
    app = FastAPI()
    add_page(app, tmp_path)
    client = TestClient(app)
    for path, text in (("/", "index.html"), ("/sw.js", "sw.js"), ("/icons/a.svg", "icons/a.svg")):
        answer = client.get(path)
        assert (answer.text, answer.headers["Cache-Control"]) == (text, "no-cache")
    assert client.get("/../secret").status_code == 404
    assert client.post("/").status_code == 405
