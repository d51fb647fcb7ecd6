"""Bodies are limited while they arrive: by length, whatever the header says, and by time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from service.http.problems import BodyTimeoutError, BodyTooLargeError, CarriedError, problem_of

DRAIN_SECONDS = 5.0
"""A client that is still sending sees the answer only after its body; so long it is thrown away."""

_CLOSE = {"Connection": "close"}


class BodyLimit:
    """ASGI middleware that stops bodies at a limit for their path."""

    def __init__(self, app: ASGIApp, limit_of: Callable[[str], int], timeout_s: float) -> None:
        """Wrap an application.

        Args:
            app: What is inside.
            limit_of: Bytes that a body for a path may have.
            timeout_s: Seconds in which a body has to arrive.
        """
        self._app = app
        self._limit_of = limit_of
        self._timeout_s = timeout_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._limit_of(scope["path"])
        headers = Headers(scope=scope)
        announced = headers.get("content-length", "")
        if announced.isdigit() and (len(announced) > 18 or int(announced) > limit):
            if headers.get("expect", "").lower() != "100-continue":
                await _drain(receive)
            error = _too_large(limit)
            await problem_of(error, scope["state"].get("request_id"))(scope, receive, send)
            return
        await self._app(scope, _Counted(receive, limit, self._timeout_s), send)


class _Counted:
    """A ``receive`` that ends a body which grows too long or takes too long."""

    def __init__(self, receive: Receive, limit: int, timeout_s: float) -> None:
        self._receive = receive
        self._limit = limit
        self._deadline = time.monotonic() + timeout_s
        self._timeout_s = timeout_s
        self._count = 0
        self._whole = False

    async def __call__(self) -> Message:
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(max(0.0, self._deadline - time.monotonic())):
                message = await self._receive()
        except TimeoutError:
            error = BodyTimeoutError(f"after {self._timeout_s:g} s it was not complete", _CLOSE)
            raise CarriedError(error) from None
        if message["type"] == "http.request":
            self._count += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._count > self._limit:
                await _drain(self._receive, self._whole)
                raise CarriedError(_too_large(self._limit))
        return message


def _too_large(limit: int) -> BodyTooLargeError:
    return BodyTooLargeError(f"at most {limit:,} bytes are taken here", _CLOSE)


async def _drain(receive: Receive, whole: bool = False) -> None:
    """Throw the rest of a body away, for a while."""
    try:
        async with asyncio.timeout(DRAIN_SECONDS):
            while not whole:
                message = await receive()
                whole = message["type"] != "http.request" or not message.get("more_body", False)
    except TimeoutError:
        return
