"""The outermost layer of a request: its id, its log line, its figures, headers of every answer."""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Mapping
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.metrics import Metrics
from service.http.problems import internal_problem

log = logging.getLogger("wahua.http")

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
SECURITY_HEADERS: Mapping[str, str] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=()",
    "Content-Security-Policy": "default-src 'self'; img-src 'self' blob: data:; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
}


class Frame:
    """ASGI middleware around everything else; no exception leaves it."""

    def __init__(self, app: ASGIApp, metrics: Metrics, versions: Mapping[str, str]) -> None:
        """Wrap an application.

        Args:
            app: What is inside.
            metrics: Where requests are counted.
            versions: Headers that tell the versions, added to every answer.
        """
        self._app = app
        self._metrics = metrics
        self._headers = {**SECURITY_HEADERS, **versions}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = _request_id(Headers(scope=scope).get("x-request-id", ""))
        scope.setdefault("state", {})["request_id"] = request_id
        started, status = time.perf_counter(), 0

        async def framed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                headers["X-Request-ID"] = request_id
                for name, value in self._headers.items():
                    headers.setdefault(name, value)
                if scope["path"].startswith("/v1/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        try:
            await self._app(scope, receive, framed)
        except Exception:
            log.exception("unexpected", extra={"request_id": request_id})
            if status:
                raise  # the server can only break the connection off
            await internal_problem(request_id)(scope, receive, framed)
        finally:
            self._record(scope, request_id, status, time.perf_counter() - started)

    def _record(self, scope: Scope, request_id: str, status: int, seconds: float) -> None:
        route = _route_of(scope)
        self._metrics.request(scope["method"], route, status, seconds)
        client = scope.get("client")
        log.info(
            "request",
            extra={
                "request_id": request_id,
                "method": scope["method"],
                "route": route,
                "status": status,
                "ms": round(seconds * 1000, 1),
                "client": client[0] if client else None,
                "owner": scope["state"].get("owner") or None,
            },
        )


def _request_id(given: str) -> str:
    """Keep the client's id where it is harmless in a log and a header."""
    return given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


def _route_of(scope: Scope) -> str:
    """Return the template of the route, never a path that a client made up."""
    route: Any = scope.get("route")
    return str(getattr(route, "path", None) or "unmatched")
