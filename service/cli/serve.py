"""``wahua serve``: the HTTP API and the page."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from service.cli.stop import ArgumentError, one_line_errors


def serve(
    *,
    host: Annotated[
        str | None, typer.Option(help="Address to listen at; default 127.0.0.1.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(help="Port; default 8000, 0 takes a free one.")
    ] = None,
    database: Annotated[
        str | None,
        typer.Option(
            help="sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME; "
            "default a file in the user's data folder."
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="Photos read at the same time; default 2.")
    ] = None,
    api_keys: Annotated[
        bool | None,
        typer.Option(
            "--api-keys/--no-api-keys",
            help="Ask for API keys; default everywhere but on loopback addresses.",
            show_default=False,
        ),
    ] = None,
    rate: Annotated[
        int | None,
        typer.Option(help="Requests a minute for each client; default 600, 0 for no limit."),
    ] = None,
    forwarded_allow_ips: Annotated[
        str,
        typer.Option(help="Addresses of proxies whose X-Forwarded-For is believed."),
    ] = "127.0.0.1",
) -> None:
    """Serve the HTTP API and the page until stopped.

    Further settings are environment variables, WAHUA_RETENTION_DAYS and others; see the README.
    """
    import uvicorn  # noqa: PLC0415 - the server and its libraries are for this command only

    from service.http.app import create_app  # noqa: PLC0415
    from service.logs import log_as_json  # noqa: PLC0415
    from service.storage import open_storage  # noqa: PLC0415

    given = {
        "host": host,
        "port": port,
        "database": database,
        "workers": workers,
        "api_keys": api_keys,
        "rate_per_minute": rate,
    }
    with one_line_errors():
        settings = _settings({name: value for name, value in given.items() if value is not None})
        open_storage(settings.database).close()  # so that its errors are one line
        app = create_app(settings)
    log_as_json()
    uvicorn.run(
        app,
        host=settings.host,
        port=settings.port,
        log_config=None,
        server_header=False,
        forwarded_allow_ips=forwarded_allow_ips,
        timeout_graceful_shutdown=settings.shutdown_timeout_s,
    )


def _settings(given: dict[str, Any]) -> Any:
    from pydantic import ValidationError  # noqa: PLC0415

    from service.settings import Settings  # noqa: PLC0415

    try:
        return Settings(**given)
    except ValidationError as error:
        fault = error.errors()[0]
        name = "/".join(map(str, fault["loc"])) or "settings"
        raise ArgumentError(f"{name}: {fault['msg']}") from None
