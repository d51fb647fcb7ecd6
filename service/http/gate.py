"""The gate before the API: who asks, and how often; nothing of a refused body is read."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from fastapi.concurrency import run_in_threadpool
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from service.http.problems import (
    HttpError,
    NoKeyError,
    TooManyRequestsError,
    problem_of,
    storage_problem,
)
from service.storage import Storage
from service.storage.keys import owner_of

MAX_CLIENTS = 10_000
"""Clients whose rates are remembered; the one not seen for longest is forgotten first."""


@dataclass(slots=True)
class _Bucket:
    tokens: float
    filled: float


class RateLimit:
    """Token buckets: each client has ``burst`` requests, refilled at ``per_minute``."""

    def __init__(
        self, per_minute: int, burst: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate = per_minute / 60
        self._burst = float(burst)
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, client: str) -> float:
        """Take a request's token; return 0, or the seconds until there is one."""
        if not self._rate:
            return 0.0
        moment = self._clock()
        bucket = self._buckets.setdefault(client, _Bucket(self._burst, moment))
        self._buckets.move_to_end(client)
        if len(self._buckets) > MAX_CLIENTS:
            self._buckets.popitem(last=False)
        gained = (moment - bucket.filled) * self._rate
        bucket.tokens, bucket.filled = min(self._burst, bucket.tokens + gained), moment
        if bucket.tokens < 1:
            return (1 - bucket.tokens) / self._rate
        bucket.tokens -= 1
        return 0.0


class Gate:
    """ASGI middleware that asks for a key and limits the rate of each client."""

    def __init__(
        self, app: ASGIApp, storage: Callable[[], Storage], rate: RateLimit, *, keys: bool
    ) -> None:
        """Wrap an application.

        Args:
            app: What is inside.
            storage: Gives the storage, which knows the keys.
            rate: How often a client may ask.
            keys: Whether a key is needed.
        """
        self._app = app
        self._storage = storage
        self._rate = rate
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        guarded = scope["type"] == "http" and (
            scope["path"].startswith("/v1/") or scope["path"] == "/metrics"
        )
        if not guarded:
            await self._app(scope, receive, send)
            return
        request_id = scope["state"].get("request_id")
        try:
            scope["state"]["owner"] = await self._admit(scope)
        except HttpError as error:
            await problem_of(error, request_id)(scope, receive, send)
            return
        except SQLAlchemyError:
            await storage_problem(request_id)(scope, receive, send)
            return
        await self._app(scope, receive, send)

    async def _admit(self, scope: Scope) -> str:
        """Return the owner of what the request stores.

        Raises:
            NoKeyError: A key is needed, and there is no valid one.
            TooManyRequestsError: The client asks too often.
        """
        client = scope.get("client")
        address = f"ip:{client[0]}" if client else "ip:"
        owner = await self._owner(scope) if self._keys else ""
        wait = self._rate.take(address if not owner else f"key:{owner}")
        if wait:
            seconds = max(1, round(wait + 0.5))
            raise TooManyRequestsError(
                f"try again in {seconds} s", {"Retry-After": str(seconds), "Connection": "close"}
            )
        if owner is None:
            raise NoKeyError(
                "send it as 'Authorization: Bearer wahua_…'",
                {"WWW-Authenticate": "Bearer", "Connection": "close"},
            )
        return owner

    async def _owner(self, scope: Scope) -> str | None:
        scheme, _, token = Headers(scope=scope).get("authorization", "").partition(" ")
        if scheme.lower() != "bearer":
            return None
        return await run_in_threadpool(self._find, token.strip())

    def _find(self, token: str) -> str | None:
        with self._storage().reading() as session:
            return owner_of(session, token)
