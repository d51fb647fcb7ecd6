"""Errors on the command line: one clear line on the error output, exit code 2."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from scoring.errors import WahuaError

EXIT_BAD_INPUT = 2


class ArgumentError(WahuaError):
    """Arguments that do not go together."""

    type = "bad-argument"
    title = "The arguments cannot be used"


def complain(error: WahuaError, subject: str | None = None) -> None:
    """Print ``wahua: subject: title: detail`` as one line on the error output."""
    parts = ["wahua", *([subject] if subject else []), error.title, error.detail]
    typer.echo(one_line(": ".join(part for part in parts if part)), err=True)


@contextmanager
def one_line_errors(subject: str | None = None) -> Iterator[None]:
    """Turn an error of the project into its line and exit code 2.

    Raises:
        typer.Exit: With code 2, in place of any ``WahuaError``.
    """
    try:
        yield
    except WahuaError as error:
        complain(error, subject)
        raise typer.Exit(EXIT_BAD_INPUT) from None


def one_line(text: str) -> str:
    """Make a text one line, without characters that steer a terminal (file names may hold any)."""
    words = " ".join(text.split())
    return "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in words)
