"""Strict JSON: what the standard allows, nothing that only Python's reader takes.

``NaN`` and ``Infinity``, lone surrogates and NUL characters, and nesting deeper than any schema
here are refused before a schema sees the value.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from typing import Any, NoReturn

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.responses import Response

from service.http.problems import BadJsonError, CarriedError, MediaTypeError

MAX_DEPTH = 32


def parse_json(text: str | bytes) -> Any:
    """Read a JSON text.

    Raises:
        BadJsonError: When it is none, or holds what no JSON text may.
    """
    try:
        value = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise BadJsonError(f"it is nested deeper than {MAX_DEPTH} levels") from None
    except json.JSONDecodeError as error:
        raise BadJsonError(f"{error.msg} at character {error.pos + 1}") from None
    except ValueError as error:  # not UTF-8, or a number of thousands of digits
        raise BadJsonError(str(error)) from None
    _check(value, MAX_DEPTH)
    return value


def _no_number(name: str) -> NoReturn:
    raise BadJsonError(f"{name} is no number of JSON")


def _check(value: Any, depth: int) -> None:
    if isinstance(value, str):
        check_text(value)
    elif isinstance(value, float) and value in (float("inf"), float("-inf")):
        raise BadJsonError("a number is too large")
    elif isinstance(value, dict | list):
        if not depth:
            raise BadJsonError(f"it is nested deeper than {MAX_DEPTH} levels")
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            _check(key, depth)
            _check(item, depth - 1)


def check_text(text: str) -> str:
    """Return a text that can be stored and sent back.

    Raises:
        BadJsonError: When it holds a NUL or half of a surrogate pair.
    """
    if "\0" in text:
        raise BadJsonError("a text holds a NUL character")
    if any("\ud800" <= char <= "\udfff" for char in text):
        raise BadJsonError("a text holds half of a surrogate pair")
    return text


class StrictRequest(Request):
    """A request whose JSON is read strictly."""

    async def json(self) -> Any:
        """Return the body as JSON.

        Raises:
            CarriedError: When it is none.
        """
        if not hasattr(self, "_json"):
            try:
                self._json = parse_json(await self.body())
            except BadJsonError as error:
                raise CarriedError(error) from None
        return self._json


class StrictRoute(APIRoute):
    """A route that reads JSON strictly, and takes nothing else where its schema is JSON."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return FastAPI's handler behind the checks."""
        handler = super().get_route_handler()
        takes_json = self.body_field is not None

        async def strict(request: Request) -> Response:
            if takes_json:
                _check_json_type(request)
            return await handler(StrictRequest(request.scope, request.receive))

        return strict


def _check_json_type(request: Request) -> None:
    media_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if media_type == "application/json" or (
        media_type.startswith("application/") and media_type.endswith("+json")
    ):
        return
    shown = repr(media_type) if media_type else "none"
    raise MediaTypeError(f"the content type is {shown}; application/json is taken here")
