"""The OpenAPI document: problems of every route, keys, and bodies that hold photos."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import BaseModel

from service.http.intake import RAW_TYPES
from service.http.problems import MEDIA_TYPE
from service.http.schemas.common import Problem

SUMMARY = "Photograph a hand of real tiles; get it read, checked and scored, with the reasons."
_REF = "#/components/schemas/{model}"
_WHY = {
    400: "The request cannot be read.",
    401: "An API key is needed.",
    404: "There is no such thing, or no longer.",
    405: "The address does not take this method.",
    408: "The body took too long to arrive.",
    409: "The state of the thing does not allow this.",
    413: "The body or the photo is too large.",
    415: "The body has a type that is not taken here.",
    422: "The request does not fit the schema, or names what cannot be.",
    429: "Too many requests or photos at a time; `Retry-After` says when to try again.",
    500: "A fault of the service.",
    503: "The service cannot answer now.",
}
_EXAMPLE = {
    "type": "urn:wahua:problem:no-tiles",
    "title": "No tile in the picture",
    "status": 422,
    "detail": "no tile was found; a hand should fill most of the picture",
    "code": "no-tiles",
    "request_id": "5d0f6c2ab7b44d7f8a5f4d5c1f0f9a11",
}
_PUBLIC = ("/", "/healthz", "/readyz", "/openapi.json")


def problems(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """Return the ``responses`` of a route that may answer with these problems."""
    return {
        status: {
            "description": _WHY[status],
            "content": {
                MEDIA_TYPE: {
                    "schema": {"$ref": _REF.format(model="Problem")},
                    **({"example": _EXAMPLE} if status == 422 else {}),
                }
            },
        }
        for status in sorted({*statuses, 400, 401, 422, 429, 500, 503})
    }


def photo_body(params: type[BaseModel], field: str = "photo") -> dict[str, Any]:
    """Return the ``requestBody`` of a route that takes a photo with parameters."""
    schema = params.model_json_schema(ref_template=_REF)
    schema["properties"] = {
        field: {"type": "string", "format": "binary", "description": "JPEG, PNG, WebP or HEIC."},
        **schema["properties"],
    }
    schema["required"] = [field]
    raw = {"schema": {"type": "string", "format": "binary"}}
    return {
        "requestBody": {
            "required": True,
            "description": "The photo: as the field of a form, or as the body itself.",
            "content": {
                "multipart/form-data": {"schema": schema},
                **dict.fromkeys(RAW_TYPES, raw),
            },
        }
    }


def files_body(params: type[BaseModel], field: str, about: str) -> dict[str, Any]:
    """Return the ``requestBody`` of a route that takes several files in one field of a form."""
    body = photo_body(params, field)
    form = body["requestBody"]["content"]["multipart/form-data"]
    form["schema"]["required"] = [*params.model_json_schema().get("required", []), field]
    form["schema"]["properties"][field] = {
        "type": "array",
        "minItems": 1,
        "items": {"type": "string", "format": "binary"},
        "description": about,
    }
    body["requestBody"] |= {
        "description": "A form with files.",
        "content": {"multipart/form-data": form},
    }
    return body


def describe(app: FastAPI) -> None:
    """Give an application its OpenAPI document."""

    def document() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = _document(app)
        return app.openapi_schema

    app.openapi = document  # type: ignore[method-assign]


def _document(app: FastAPI) -> dict[str, Any]:
    schema = get_openapi(
        title=app.title,
        version=app.version,
        summary=SUMMARY,
        description=app.description,
        routes=app.routes,
        tags=app.openapi_tags,
        license_info={"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
    )
    problem = Problem.model_json_schema(ref_template=_REF)
    components = schema.setdefault("components", {})
    schemas = components.setdefault("schemas", {})
    schemas |= problem.pop("$defs", {})
    schemas["Problem"] = problem
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    components["securitySchemes"] = {
        "key": {
            "type": "http",
            "scheme": "bearer",
            "description": "An API key of `wahua keys add`; not asked for on loopback addresses.",
        }
    }
    for path, methods in schema["paths"].items():
        for operation in methods.values():
            operation["security"] = [{}] if path in _PUBLIC else [{}, {"key": []}]
    return schema
