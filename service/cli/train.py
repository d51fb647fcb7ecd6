"""``wahua train``: a candidate version from a project file."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from service.cli.stop import ArgumentError, one_line_errors

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress, TaskID

    from models.project import Project

LINES_EVERY = 50
"""Steps between two lines where the output is no terminal."""


def train(
    project: Annotated[Path, typer.Argument(help="The project file (TOML).", show_default=False)],
    *,
    check: Annotated[
        bool, typer.Option("--check", help="Only check the project and its photos.")
    ] = False,
) -> None:
    """Retrain on your own photos and designs; the result is a candidate for promotion.

    An interrupted training goes on where it was, at most one epoch back. Needs the extra
    `train`; `--check` does not.
    """
    from models.project import read_project  # noqa: PLC0415 - loads NumPy

    with one_line_errors():
        plan = read_project(project)
        if check:
            _check(plan, project.resolve().parent)
            return
        try:
            from models.training.retrain import retrain  # noqa: PLC0415 - loads PyTorch
        except ImportError as error:
            raise ArgumentError(
                f"{error.name} is not installed; run: pip install 'wahua[train]'"
            ) from error
        from models.store.store import Store  # noqa: PLC0415

        with _shown() as report:
            version = retrain(plan, project, Store.of_user(), report)
    held_out = project.resolve().parent / "runs" / version.name / "held-out"
    (figures,) = version.figures
    before = version.training["before"]["held_out"]
    typer.echo(
        f"'{version.name}' is a candidate: {figures['read']:.1f} % of {figures['tiles']} held-out "
        f"tiles read, before {before:.1f} %; {figures['whole']:.1f} % of {figures['photos']} "
        "photos whole"
    )
    typer.echo(f"next: wahua models promote {version.name} --new {held_out} DATASETS...")


def _check(plan: Project, folder: Path) -> None:
    from models.training_set import gather  # noqa: PLC0415 - loads NumPy

    with ExitStack() as stack:
        data = gather(plan, folder, stack)
        typer.echo(
            f"{len(data.train)} photos with {data.tiles} tiles to learn from, "
            f"{len(data.held_out)} to judge by"
        )


class _Bars:
    """One bar a phase with the time left; plain lines where the output is no terminal."""

    def __init__(self, screen: Console, bars: Progress) -> None:
        self.screen, self.bars = screen, bars
        self.task: TaskID | None = None
        self.said = 0

    def note(self, text: str) -> None:
        self.screen.print(text)

    def phase(self, title: str, steps: int, done: int) -> None:
        self.task = self.bars.add_task(title, total=steps, completed=done, loss="")
        self.said = done
        if not self.screen.is_terminal:
            self.screen.print(f"{title}: step {done} of {steps}")

    def step(self, step: int, loss: float) -> None:
        if self.task is not None:
            self.bars.update(self.task, completed=step, loss=f"loss {loss:.3f}")
        if not self.screen.is_terminal and step // LINES_EVERY > self.said // LINES_EVERY:
            self.said = step
            self.screen.print(f"step {step} loss {loss:.3f}")


@contextmanager
def _shown() -> Iterator[_Bars]:
    from rich.console import Console  # noqa: PLC0415 - slow to import
    from rich.progress import (  # noqa: PLC0415
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    screen = Console(stderr=True, markup=False, highlight=False)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(),
               TextColumn("{task.fields[loss]}"))  # fmt: skip
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as bars:
        yield _Bars(screen, bars)
