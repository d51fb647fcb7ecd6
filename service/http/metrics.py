"""Figures for Prometheus, in a registry of the application's own."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """What the service counts; labels take only values that the service itself names."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "wahua_requests", "Requests.", ("method", "route", "status"), registry=self.registry
        )
        self._seconds = Histogram(
            "wahua_request_seconds",
            "Seconds from the first byte of a request to the last of its answer.",
            ("method", "route"),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.photos = Counter(
            "wahua_photos", "Photos by outcome: read, or the code.", ("outcome",),
            registry=self.registry,
        )  # fmt: skip
        self._stages = Histogram(
            "wahua_stage_seconds",
            "Seconds of each stage of reading a photo.",
            ("stage",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.pending = Gauge(
            "wahua_photos_pending", "Photos being read or waiting.", registry=self.registry
        )
        self.jobs = Counter("wahua_jobs", "Ended jobs.", ("kind", "state"), registry=self.registry)

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count one answered request."""
        method = method if method in _METHODS else "OTHER"
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(method, route).observe(seconds)

    def read(self, timings_ms: dict[str, float]) -> None:
        """Count a photo that was read."""
        self.photos.labels("read").inc()
        for stage, milliseconds in timings_ms.items():
            self._stages.labels(stage).observe(milliseconds / 1000)

    def page(self) -> bytes:
        """Return the figures in Prometheus' text format."""
        return generate_latest(self.registry)
