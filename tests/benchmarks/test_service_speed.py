"""The service against reading alone, and its memory over many photos, in one run."""

from __future__ import annotations

import gc
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from service.http.app import create_app
from service.recognition import new_recogniser, read_source
from service.settings import Settings
from tests.service.http.live import LiveServer

pytestmark = pytest.mark.benchmark

PHOTOS = Path(__file__).resolve().parents[1] / "photos"
ROUNDS, ENOUGH = 3, 0.8
READS, WARM, GROWTH_MIB = 500, 100, 24


@pytest.fixture
def server(tmp_path: Path) -> Iterator[LiveServer]:
    """The service with the shipped models, two workers, no rate limit."""
    settings = Settings(
        database=f"sqlite:///{tmp_path / 'wahua.sqlite3'}", rate_per_minute=0, workers=2
    )
    with LiveServer(create_app(settings, new_recogniser)) as live:
        yield live


def _photos() -> list[bytes]:
    names = ("half-flush", "standing", "upside-down", "all-chows")
    return [(PHOTOS / f"{name}.jpg").read_bytes() for name in names]


def _seconds(work: Callable[[bytes], object], photos: list[bytes]) -> float:
    start = time.perf_counter()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(work, photos))
    return time.perf_counter() - start


def _asker(server: LiveServer) -> Callable[[bytes], object]:
    client = httpx.Client(base_url=server.url, timeout=120)

    def ask(photo: bytes) -> object:
        answer = client.post("/v1/read", files={"photo": photo})
        assert answer.status_code == 200, answer.text
        return answer

    return ask


def test_two_clients_get_what_two_readers_give(server: LiveServer) -> None:
    photos, ask = _photos() * 2, _asker(server)
    recognisers = [new_recogniser(), new_recogniser()]

    def read(numbered: tuple[int, bytes]) -> object:
        return read_source(numbered[1], recognisers[numbered[0] % 2])

    ask(photos[0])
    alone, served = [], []
    for _ in range(ROUNDS):  # in turns, so that both meet the same load of the machine
        start = time.perf_counter()
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(read, enumerate(photos)))
        alone.append(time.perf_counter() - start)
        served.append(_seconds(ask, photos))
    ratio = min(alone) / min(served)
    print(f"throughput at concurrency 2: {ratio:.0%} of reading alone")
    assert ratio >= ENOUGH


def test_memory_stays_flat_over_500_photos(server: LiveServer) -> None:
    photos, ask = _photos(), _asker(server)
    warm = 0
    for number in range(READS):
        ask(photos[number % len(photos)])
        if number == WARM:
            gc.collect()
            warm = _resident()
    gc.collect()
    grown = (_resident() - warm) / 2**20
    print(f"grown by {grown:.1f} MiB over {READS - WARM} photos")
    assert grown < GROWTH_MIB


def _resident() -> int:
    """Bytes of memory in use now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize()
