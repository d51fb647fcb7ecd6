"""The command ``wahua``: one module per subcommand.

Decoders, models and rules are imported by the commands that need them, so that help, bad
arguments and ``score --hand`` answer without loading what only photos need.
"""

from __future__ import annotations

import contextlib
import io
import sys
import warnings

import typer

from service.cli.read import read_photos
from service.cli.score import score_hand

app = typer.Typer(
    name="wahua",
    help="Photograph a hand of real tiles; get it read, checked and scored, with the reasons.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("read")(read_photos)
app.command("score")(score_hand)


def main() -> None:
    """Run the command line; the entry point of the distribution."""
    # Image libraries warn about odd metadata; a command's error output is for errors.
    warnings.filterwarnings("ignore", module=r"PIL\.")
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, io.UnsupportedOperation):
            # A terminal without UTF-8 shows escapes instead of ending in an error.
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    app(prog_name="wahua")
