"""Errors as RFC 9457 problems: one mapping for everything that can go wrong.

Every :class:`~scoring.errors.WahuaError` carries its slug, its title and its status; the answer's
``type`` is the slug in the project's URN space and ``code`` the slug alone, the same that the
command line prints. Nothing of an unexpected error reaches the client but the request id.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping
from typing import Any, ClassVar

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import OperationalError
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import compile_path

from scoring.errors import WahuaError

MEDIA_TYPE = "application/problem+json"
URN = "urn:wahua:problem:"
MAX_DETAIL = 500
MAX_ERRORS = 20

_STATUSES: Mapping[str, int] = {
    "missing-library": 422,  # the game cannot be asked for on this server: no fault of its own
    "model": 503,
}
_HTTP_CODES: Mapping[int, tuple[str, str]] = {
    400: ("bad-request", "The request cannot be read"),
    404: ("not-found", "There is nothing at this address"),
    405: ("method-not-allowed", "The address does not take this method"),
    413: ("body-too-large", "The body is too large"),
    415: ("unsupported-media-type", "The body has a type that is not taken here"),
}

log = logging.getLogger("wahua.http")


class HttpError(WahuaError):
    """An error of the HTTP layer; ``headers`` go into the answer."""

    headers: Mapping[str, str]

    def __init__(self, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.headers = headers or {}


class BadJsonError(HttpError):
    """A text that is no JSON, or holds what JSON cannot say."""

    type: ClassVar[str] = "bad-json"
    title: ClassVar[str] = "The JSON cannot be read"
    status: ClassVar[int] = 400


class BadFormError(HttpError):
    """A multipart body that cannot be taken apart."""

    type: ClassVar[str] = "bad-form"
    title: ClassVar[str] = "The form cannot be read"
    status: ClassVar[int] = 400


class MediaTypeError(HttpError):
    """A body of a type that the route does not take."""

    type: ClassVar[str] = "unsupported-media-type"
    title: ClassVar[str] = "The body has a type that is not taken here"
    status: ClassVar[int] = 415


class BodyTooLargeError(HttpError):
    """A body over the limit of its route."""

    type: ClassVar[str] = "body-too-large"
    title: ClassVar[str] = "The body is too large"
    status: ClassVar[int] = 413


class BodyTimeoutError(HttpError):
    """A body that takes too long to arrive."""

    type: ClassVar[str] = "body-timeout"
    title: ClassVar[str] = "The body took too long to arrive"
    status: ClassVar[int] = 408


class InvalidRequestError(HttpError):
    """Fields that do not fit the schema, found outside of FastAPI's own check."""

    type: ClassVar[str] = "invalid-request"
    title: ClassVar[str] = "The request does not fit the schema"
    status: ClassVar[int] = 422


class NoKeyError(HttpError):
    """No API key, or one that is not valid."""

    type: ClassVar[str] = "unauthorised"
    title: ClassVar[str] = "An API key is needed"
    status: ClassVar[int] = 401


class TooManyRequestsError(HttpError):
    """A client that asks too often, or a server with too much to do."""

    type: ClassVar[str] = "too-many-requests"
    title: ClassVar[str] = "Too many requests"
    status: ClassVar[int] = 429


class NotFoundError(HttpError):
    """A thing that is not, or no longer, stored."""

    type: ClassVar[str] = "not-found"
    title: ClassVar[str] = "There is nothing at this address"
    status: ClassVar[int] = 404


class ConflictError(HttpError):
    """A thing whose state does not allow what is asked."""

    type: ClassVar[str] = "conflict"
    title: ClassVar[str] = "The state does not allow this"
    status: ClassVar[int] = 409


class CarriedError(HTTPException):
    """Carries an error out of the reading of a body.

    FastAPI makes "there was an error parsing the body" of everything but its own exceptions there.
    """

    def __init__(self, error: WahuaError) -> None:
        super().__init__(error.status, error.detail)
        self.error = error


def problem(
    status: int,
    code: str,
    title: str,
    detail: str,
    *,
    request_id: str | None = None,
    headers: Mapping[str, str] | None = None,
    **more: object,
) -> Response:
    """Return a problem as a response."""
    content = {
        "type": URN + code,
        "title": title,
        "status": status,
        "detail": clean(detail)[:MAX_DETAIL],
        "code": code,
        **({} if request_id is None else {"request_id": request_id}),
        **more,
    }
    return Response(
        json.dumps(content).encode(), status, headers=dict(headers or {}), media_type=MEDIA_TYPE
    )


def problem_of(error: WahuaError, request_id: str | None = None) -> Response:
    """Return the problem of an error of the project."""
    headers = error.headers if isinstance(error, HttpError) else {}
    status = _STATUSES.get(error.type, error.status)
    if "retry_after_s" in vars(error):
        headers = {**headers, "Retry-After": str(vars(error)["retry_after_s"])}
    return problem(
        status, error.type, error.title, error.detail, request_id=request_id, headers=headers
    )


def internal_problem(request_id: str | None = None) -> Response:
    """Return the problem of a fault of ours, which tells nothing of its cause."""
    detail = "the service failed; its log has the reason under this request id"
    return problem(500, "internal", "The service failed", detail, request_id=request_id)


def clean(text: str) -> str:
    """Replace lone surrogates and control characters, which clients may send and not get back."""
    return "".join(
        char if char.isprintable() else " " if char in "\n\t" else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )


def add_problem_handlers(app: FastAPI) -> None:
    """Have every error of an application answered as a problem."""
    app.add_exception_handler(WahuaError, _on_wahua_error)
    app.add_exception_handler(RequestValidationError, _on_invalid)
    app.add_exception_handler(HTTPException, _on_http_exception)
    app.add_exception_handler(OperationalError, _on_database_error)


def request_id_of(request: Request) -> str | None:
    """Return the id that the frame gave the request."""
    found: str | None = getattr(request.state, "request_id", None)
    return found


async def _on_wahua_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, WahuaError)  # noqa: S101 - registered for this class only
    return problem_of(error, request_id_of(request))


async def _on_invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    errors = validation_errors(error.errors())
    return problem(
        422,
        InvalidRequestError.type,
        InvalidRequestError.title,
        "; ".join(f"{item['at']}: {item['detail']}" for item in errors),
        request_id=request_id_of(request),
        errors=errors,
    )


def validation_errors(errors: Any) -> list[dict[str, str]]:
    """Return where and what of each error of a schema; never the value that was sent."""
    return [
        {
            "at": clean("/".join(map(str, item.get("loc", ()))))[:100],
            "detail": clean(str(item.get("msg", "")))[:200],
        }
        for item in list(errors)[:MAX_ERRORS]
    ]


async def _on_http_exception(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    request_id = request_id_of(request)
    if isinstance(error, CarriedError):
        return problem_of(error.error, request_id)
    default = ("http", "The request cannot be answered")
    code, title = _HTTP_CODES.get(error.status_code, default)
    detail = f"{request.method} {request.url.path}: {error.detail}"
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(_methods(request))) or headers.get("Allow", "")
    return problem(error.status_code, code, title, detail, request_id=request_id, headers=headers)


def _methods(request: Request) -> set[str]:
    """Return the methods of every route at the address; the framework names the first one's."""
    found: set[str] = set()
    for template, operations in request.app.openapi()["paths"].items():
        if compile_path(template)[0].match(request.url.path):
            found |= {method.upper() for method in operations}
    return found


async def _on_database_error(request: Request, error: Exception) -> Response:
    log.error("database", exc_info=error)
    return storage_problem(request_id_of(request))


def storage_problem(request_id: str | None) -> Response:
    """Return the problem of a database that does not answer."""
    return problem(
        503,
        "storage-unavailable",
        "The storage cannot be reached",
        "try again in a moment",
        request_id=request_id,
        headers={"Retry-After": "5"},
    )
