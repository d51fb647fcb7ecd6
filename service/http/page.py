"""The page: static files at the root, beside the API and never in place of one of its routes."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles

FOLDER = Path(__file__).resolve().parents[1] / "web" / "static"
INDEX = "index.html"
_HEADERS = {"Cache-Control": "no-cache"}
"""Ask each time whether a file has changed; its ETag makes that cheap."""


def add_page(app: FastAPI, folder: Path = FOLDER) -> None:
    """Serve ``index.html`` at ``/``, every other file and folder under its own name.

    A mount at ``/`` would answer for the API too: a wrong method there would be an unknown file.
    """
    if not folder.is_dir():
        return
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            app.mount(f"/{path.name}", _Files(directory=path), name=path.name)
        else:
            address = "/" if path.name == INDEX else f"/{path.name}"
            app.router.add_route(address, _sender(path), methods=["GET", "HEAD"])


class _Files(StaticFiles):
    def file_response(self, *args: Any, **kwargs: Any) -> Response:
        response = super().file_response(*args, **kwargs)
        response.headers.update(_HEADERS)
        return response


def _sender(path: Path) -> Callable[[Request], Coroutine[Any, Any, Response]]:
    async def send(_request: Request) -> Response:
        return FileResponse(path, headers=_HEADERS)

    return send
