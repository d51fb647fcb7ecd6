"""``wahua synth``: scenes of drawn tiles with exact labels, for training and measuring."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from scoring.tiles import Family
from service.cli.stop import ArgumentError, one_line_errors

if TYPE_CHECKING:
    from datasets.synth.recipe import Recipe

RANDOM = "random"
MOST_WORKERS = 256
JPEG_QUALITY = 90


def make_scenes(
    out: Annotated[Path, typer.Argument(help="A folder that is new or empty.", show_default=False)],
    *,
    family: Annotated[str, typer.Option(help="mahjong, flowers or dolls.")] = "mahjong",
    count: Annotated[int, typer.Option(help="How many scenes.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same scenes.")] = 0,
    size: Annotated[str, typer.Option(metavar="WxH", help="Pixels.")] = "1280x960",
    design: Annotated[
        str, typer.Option(metavar="NAME", help="A design by its name, or random ones.")
    ] = RANDOM,
    hands: Annotated[
        bool, typer.Option("--hands", help="Whole hands as players show them, not loose tiles.")
    ] = False,
    workers: Annotated[int, typer.Option(help="Processes; the scenes are the same.")] = 1,
) -> None:
    """Make pictures of tiles on tables, each with its truth in the project's own format.

    `wahua evaluate OUT` measures the models on them; `wahua data export` writes other formats.
    """
    with one_line_errors():
        _check("--count", count, 1, 10_000_000)
        _check("--workers", workers, 1, MOST_WORKERS)
        _check("--seed", seed, 0, 2**63)
        recipe = _recipe(family, seed, size, design, hands=hands)
        tiles = _write(recipe, count, workers, out)
    typer.echo(f"{count} scenes with {tiles} labelled tiles in {out}")


def _check(name: str, value: int, low: int, high: int) -> None:
    if not low <= value <= high:
        raise ArgumentError(f"{name} {value}: {low} to {high} are possible")


def _recipe(family: str, seed: int, size: str, design: str, *, hands: bool) -> Recipe:
    from datasets.synth.recipe import Recipe  # noqa: PLC0415 - loads NumPy

    if family not in list(Family):
        raise ArgumentError(f"--family {family}: possible are {', '.join(Family)}")
    sides = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", size.strip().lower())
    if sides is None:
        raise ArgumentError(f"--size {size}: width and height are meant, such as 1280x960")
    return Recipe(
        Family(family), seed, (int(sides[1]), int(sides[2])),
        None if design == RANDOM else design, hands,
    )  # fmt: skip


def _write(recipe: Recipe, count: int, workers: int, out: Path) -> int:
    """Write all scenes or none; returns how many tiles are labelled."""
    from PIL import Image  # noqa: PLC0415 - slow to import
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import track  # noqa: PLC0415

    from datasets.formats.new_folder import new_folder  # noqa: PLC0415
    from datasets.synth.stream import stream  # noqa: PLC0415

    screen = Console(stderr=True)
    digits = max(4, len(str(count)))
    tiles = 0
    with new_folder(out) as folder:
        for sample in track(
            stream(recipe.sample, range(count), workers=workers), "Scenes", count,
            console=screen, transient=True, disable=not screen.is_terminal,
        ):  # fmt: skip
            name = f"{recipe.family}-{sample.index + 1:0{digits}}.jpg"
            Image.fromarray(sample.scene.pixels).save(folder / name, quality=JPEG_QUALITY)
            label = json.dumps(sample.truth(name), separators=(",", ":"))
            (folder / name).with_suffix(".json").write_text(label + "\n", "utf-8")
            tiles += len(sample.scene.tiles)
    return tiles
