"""The command ``wahua``: one module per subcommand.

Decoders, models and rules are imported by the commands that need them, so that help, bad
arguments and ``score --hand`` answer without loading what only photos need.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
import warnings
from typing import Annotated

import typer

from service.cli.data import data_app
from service.cli.designs import designs_app
from service.cli.enrol import enrol_design
from service.cli.evaluate import evaluate_datasets
from service.cli.models import models_app
from service.cli.play import play_a_game
from service.cli.read import read_photos
from service.cli.score import score_hand
from service.cli.serve import serve
from service.cli.storage import corrections_app, keys_app
from service.cli.synth import make_scenes
from service.cli.train import train
from service.cli.waits import show_waits

MODEL_VARIABLE = "WAHUA_MODEL"
"""Environment variable that names the version of the models to read with."""

app = typer.Typer(
    name="wahua",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415

        typer.echo(f"wahua {version('wahua')}")
        raise typer.Exit


def _choose_model(version: str | None) -> None:
    if version is not None:
        os.environ[MODEL_VARIABLE] = version  # also for the processes that a service starts


@app.callback()
def _common(
    *,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    model: Annotated[
        str | None,
        typer.Option(
            callback=_choose_model,
            envvar=MODEL_VARIABLE,
            metavar="VERSION",
            help="Read with this version of the models; by default the one in use.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Photograph a hand of real tiles; get it read, checked and scored, with the reasons."""


app.command("read")(read_photos)
app.command("score")(score_hand)
app.command("waits")(show_waits)
app.command("play")(play_a_game)
app.command("serve")(serve)
app.command("enrol")(enrol_design)
app.command("evaluate")(evaluate_datasets)
app.command("train")(train)
app.command("synth")(make_scenes)
app.add_typer(data_app, name="data")
app.add_typer(designs_app, name="designs")
app.add_typer(models_app, name="models")
app.add_typer(keys_app, name="keys")
app.add_typer(corrections_app, name="corrections")


def main() -> None:
    """Run the command line; the entry point of the distribution."""
    # Image libraries warn about odd metadata; a command's error output is for errors.
    warnings.filterwarnings("ignore", module=r"PIL\.")
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, io.UnsupportedOperation):
            # A terminal without UTF-8 shows escapes instead of ending in an error.
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    app(prog_name="wahua")
