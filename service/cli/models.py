"""``wahua models``: which versions of the models there are, and which of them is in use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.stop import ArgumentError, one_line_errors

if TYPE_CHECKING:
    from models.store.store import Store
    from service.model_measure import Comparison

models_app = typer.Typer(
    no_args_is_help=True,
    help="Versions of the models: the shipped one, and what you trained, exported or imported.",
)

VersionName = Annotated[
    str, typer.Argument(help="A version of `wahua models list`.", show_default=False)
]


def _store() -> Store:
    from models.store.store import Store  # noqa: PLC0415 - loads NumPy

    return Store.of_user()


@models_app.command("list")
def list_models(
    *, as_json: Annotated[bool, typer.Option("--json", help="One JSON object a version.")] = False
) -> None:
    """List the versions: parent, figures, whether all files are intact, which is in use."""
    from service.model_report import show_versions, version_objects  # noqa: PLC0415

    with one_line_errors():
        facts = version_objects(_store())
    if as_json:
        for item in facts:
            typer.echo(json.dumps(item, ensure_ascii=False))
        return
    from service.show import console  # noqa: PLC0415 - loads rich

    show_versions(console(), facts)


@models_app.command("show")
def show_model(
    name: Annotated[
        str,
        typer.Argument(
            help="A version of `wahua models list`, or `locator`, `aligner` or `reader` for the "
            "card of a shipped model.",
            show_default=False,
        ),
    ],
) -> None:
    """Show all that is known of a version, or the card of a shipped model."""
    from models.registry import model_card, shipped_models  # noqa: PLC0415
    from service.model_report import version_object  # noqa: PLC0415
    from service.output import model_object  # noqa: PLC0415

    with one_line_errors():
        entries = shipped_models()
        facts = model_object(entries[name]) if name in entries else version_object(_store(), name)
    typer.echo(json.dumps(facts, indent=2, ensure_ascii=False))
    if name in entries:
        card = model_card(name)
        typer.echo(f"\n{card}" if card else "\nThis model has no card.")


@models_app.command("use")
def use_model(version: VersionName) -> None:
    """Read with a version that was promoted before, or an export of one, or `shipped`."""
    with one_line_errors():
        _store().use(version)
    typer.echo(f"'{version}' is in use")


@models_app.command("rollback")
def rollback() -> None:
    """Read with the version that was in use before this one."""
    with one_line_errors():
        version = _store().rollback()
    typer.echo(f"'{version}' is in use")


@models_app.command("import")
def import_model(
    source: Annotated[
        Path,
        typer.Argument(
            help="A folder or .zip with manifest.json, ONNX and safetensors files, or one .onnx.",
            show_default=False,
        ),
    ],
    *,
    name: Annotated[str, typer.Option(help="Of the new version.", show_default=False)],
) -> None:
    """Check foreign models and keep them as a candidate; only ONNX and safetensors come in.

    Pickles (.pt, .pth) are never opened, and no file is run before its bytes were checked.
    """
    from models.store.intake import import_version  # noqa: PLC0415

    with one_line_errors():
        version = import_version(_store(), source, name)
    typer.echo(f"'{version.name}' is a candidate; wahua models promote measures it before use")


@models_app.command("export")
def export_model(
    version: VersionName,
    datasets: Annotated[
        list[Path],
        typer.Argument(help="Labelled folders to measure the export on.", show_default=False),
    ],
    *,
    form: Annotated[
        str, typer.Option("--format", help="onnx, int8 or openvino.", show_default=True)
    ] = "onnx",
    to: Annotated[
        Path | None,
        typer.Option(help="Write it to this new folder instead.", show_default=False),
    ] = None,
    name: Annotated[
        str | None, typer.Option(help="Of the new version; by default VERSION-FORMAT.")
    ] = None,
    calibrate: Annotated[
        Path | None,
        typer.Option(help="For int8: a folder of photos like those that will be read."),
    ] = None,
    split: Annotated[str, typer.Option(help="Which part of a YOLO dataset.")] = "val",
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most so many photos of each.")
    ] = None,
) -> None:
    """Bring a version into another form, measured beside its source; kept if it is as good.

    int8 takes half the time for the reader; the locator stays in floats, since 8 bits cannot
    hold coordinates of hundreds of pixels. Without --to the export is a version of its own.
    """
    from models.store.export import Form, export_version, write_export  # noqa: PLC0415
    from service.model_measure import measured, photos_of  # noqa: PLC0415

    with one_line_errors():
        if form not in list(Form):
            raise ArgumentError(f"--format {form}: one of {', '.join(Form)}")
        if form == Form.ONNX and to is None:
            raise ArgumentError("--format onnx makes a copy to give away: say --to FOLDER")
        if form == Form.INT8 and calibrate is None:
            raise ArgumentError("--format int8 needs --calibrate FOLDER with photos")
        store = _store()
        made, files = export_version(
            store, version, Form(form), name=name or f"{version}-{form}",
            photos=photos_of(calibrate) if calibrate else (),
            measure=measured(datasets, split, limit),
        )  # fmt: skip
        if to is not None:
            write_export(made, files, to)
        else:
            store.add(made, files)
    typer.echo(f"'{made.name}' reads as well as '{version}': {to or 'wahua models use'}")


Datasets = Annotated[
    list[Path],
    typer.Argument(help="Labelled folders on which it must not be worse.", show_default=False),
]
Html = Annotated[Path | None, typer.Option(help="Write a report to this file.", show_default=False)]


@models_app.command("compare")
def compare_models(
    candidate: VersionName,
    datasets: Datasets,
    *,
    other: Annotated[
        str | None, typer.Option("--with", help="Compare with this; by default what is in use.")
    ] = None,
    new: Annotated[
        list[Path] | None,
        typer.Option(help="A folder on which it has to be better; repeatable.", show_default=False),
    ] = None,
    html: Html = None,
    split: Annotated[str, typer.Option(help="Which part of a YOLO dataset.")] = "val",
    limit: Annotated[
        int | None, typer.Option(min=1, help="At most so many photos of each.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Judge a version and what is in use on the same photos, by set and by face."""
    result = _judged(
        candidate, other, kept=datasets, new=new or [], split=split, limit=limit, html=html
    )
    _tell(result, as_json=as_json)


@models_app.command("promote")
def promote_model(
    candidate: VersionName,
    datasets: Datasets,
    *,
    new: Annotated[
        list[Path],
        typer.Option(help="A folder on which it has to be better; repeatable.", show_default=False),
    ],
    html: Html = None,
    split: Annotated[str, typer.Option(help="Which part of a YOLO dataset.")] = "val",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    """Bring a candidate into use if it passes the gate; exit code 1 if it does not.

    The gate: on no dataset it loses more than 0.2 points of tiles read or 1 point of photos
    whole, and on each --new one it reads more tiles. There is no way around it.
    """
    from models.store.store import Change, now  # noqa: PLC0415

    result = _judged(candidate, None, kept=datasets, new=new, split=split, limit=None, html=html)
    _tell(result, as_json=as_json)
    if not result.verdict.passed:
        raise typer.Exit(1)
    with one_line_errors():
        _store().switch(Change(candidate, now(), "promote", result.verdict.as_dict()))
    typer.echo(f"'{candidate}' is in use", err=as_json)


def _judged(
    candidate: str,
    other: str | None,
    *,
    kept: list[Path],
    new: list[Path],
    split: str,
    limit: int | None,
    html: Path | None,
) -> Comparison:
    from service.model_measure import judge_candidate  # noqa: PLC0415 - loads the pipeline

    with one_line_errors():
        result = judge_candidate(
            _store(), candidate, other, kept=kept, new=new, split=split, limit=limit
        )
        if html is not None:
            from service.compare_html import write_report  # noqa: PLC0415 - loads Jinja

            try:
                write_report(result, html)
            except OSError as error:
                raise ArgumentError(f"--html {html}: {error.strerror or error}") from error
    return result


def _tell(result: Comparison, *, as_json: bool) -> None:
    from service.model_report import comparison_object, show_comparison  # noqa: PLC0415

    if as_json:
        typer.echo(json.dumps(comparison_object(result), ensure_ascii=False))
        return
    from service.show import console  # noqa: PLC0415 - loads rich

    show_comparison(console(), result)
