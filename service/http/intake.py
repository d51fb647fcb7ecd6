"""A photo out of a request: a multipart field or the raw body, with the parameters beside it."""

from __future__ import annotations

import tempfile
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import IO, Any, TypeVar

from fastapi import Request
from pydantic import BaseModel, ValidationError
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException

from service.http.problems import (
    BadFormError,
    CarriedError,
    InvalidRequestError,
    MediaTypeError,
    TooManyRequestsError,
    clean,
    validation_errors,
)
from service.http.state import State
from service.http.strict import check_text

IN_MEMORY = 1024 * 1024
"""Bytes of a body that are kept in memory; longer ones go to a file."""
MAX_NAME = 200
RAW_TYPES = (
    "image/jpeg",
    "image/png",
    "image/webp",
    "image/heic",
    "image/heif",
    "application/octet-stream",
)
_FORM = "multipart/form-data"

_Params = TypeVar("_Params", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Upload:
    """A photo that has arrived.

    Attributes:
        file: Its bytes, in memory or on disk.
        name: What the client calls it, fit to be stored and shown.
        fields: The other fields of the form.
    """

    file: IO[bytes]
    name: str
    fields: Mapping[str, str]

    def data(self) -> bytes:
        """Return the photo's bytes."""
        self.file.seek(0)
        return self.file.read()


@asynccontextmanager
async def form_of(request: Request, state: State, *, files: int) -> AsyncIterator[FormData]:
    """Receive a form; its files are gone afterwards.

    Raises:
        TooManyRequestsError: Too many photos are arriving at this moment.
        MediaTypeError: The body is no form.
        BadFormError: The form cannot be taken apart.
        CarriedError: The body is too long or too slow.
    """
    if media_type_of(request) != _FORM:
        raise MediaTypeError(f"{_FORM} is taken here")
    async with _place(state), _parts(request, files) as form:
        yield form


@asynccontextmanager
async def receive_photo(request: Request, state: State) -> AsyncIterator[Upload]:
    """Receive the photo of a request; its file is gone afterwards.

    Raises:
        TooManyRequestsError: Too many photos are arriving at this moment.
        MediaTypeError: The body is neither a form nor a picture.
        InvalidRequestError: The form has no photo, or fields that it may not have.
        CarriedError: The body is too long or too slow.
    """
    media_type = media_type_of(request)
    async with _place(state):
        if media_type == _FORM:
            async with _parts(request, 1) as form:
                yield _from_form(form)
        elif media_type in (*RAW_TYPES, ""):
            with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
                async for chunk in request.stream():
                    file.write(chunk)
                yield Upload(file, "photo", {})
        else:
            raise MediaTypeError(
                f"the content type is {media_type[:100]!r}; {_FORM} with a field 'photo', "
                f"or a body of {', '.join(RAW_TYPES)}, is taken here"
            )


@asynccontextmanager
async def _place(state: State) -> AsyncIterator[None]:
    """Hold one of the places for bodies that are arriving or being read."""
    if state.uploads.locked():
        busy = f"{state.settings.max_uploads} photos are arriving at this moment; try again soon"
        raise TooManyRequestsError(busy, {"Retry-After": "2"})
    async with state.uploads:
        yield


@asynccontextmanager
async def _parts(request: Request, files: int) -> AsyncIterator[FormData]:
    form: FormData | None = None
    try:
        form = await request.form(max_files=files, max_fields=16, max_part_size=65536)
    except CarriedError:
        raise
    except (HTTPException, ValueError, KeyError, UnicodeError) as error:
        raise BadFormError(str(getattr(error, "detail", error))) from None
    try:
        yield form
    finally:
        await form.close()


def media_type_of(request: Request) -> str:
    """Return the content type without its parameters."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def photo_name(upload: UploadFile) -> str:
    """Return the file's name without folders, fit to be stored and shown."""
    name = clean(upload.filename or "").replace("\\", "/").rpartition("/")[2].strip()
    return name[:MAX_NAME] or "photo"


def text_fields(form: FormData, files: str) -> dict[str, str]:
    """Return the fields of a form other than its files.

    Raises:
        InvalidRequestError: A field stands twice, or is a file where a text belongs.
    """
    fields: dict[str, str] = {}
    for name, value in form.multi_items():
        if name == files:
            continue
        if name in fields:
            raise InvalidRequestError(f"the field {name!r} stands twice in the form")
        if not isinstance(value, str):
            raise InvalidRequestError(f"the field {name!r} is a file; only {files!r} is one")
        fields[check_text(name)] = check_text(value)
    return fields


def merge_params(model: type[_Params], query: BaseModel, fields: Mapping[str, str]) -> _Params:
    """Return the parameters, which may stand in the query or in the form but not in both.

    Raises:
        InvalidRequestError: One stands in both, is unknown or has a wrong value.
    """
    given: dict[str, Any] = {name: getattr(query, name) for name in query.model_fields_set}
    twice = given.keys() & fields.keys()
    if twice:
        raise InvalidRequestError(f"{', '.join(sorted(twice))} in the query and in the form")
    return validated(model, {**given, **fields}, "form")


def validated(model: type[_Params], data: Any, place: str) -> _Params:
    """Check data that did not come through FastAPI against a schema.

    Raises:
        InvalidRequestError: Naming each fault.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = validation_errors(error.errors(include_url=False, include_input=False))
        raise InvalidRequestError(
            "; ".join(f"{place}/{fault['at']}: {fault['detail']}" for fault in faults)
        ) from None


def _from_form(form: FormData) -> Upload:
    photos = form.getlist("photo")
    if len(photos) != 1 or not isinstance(photos[0], UploadFile):
        raise InvalidRequestError("the form needs one file in its field 'photo'")
    return Upload(photos[0].file, photo_name(photos[0]), text_fields(form, "photo"))
