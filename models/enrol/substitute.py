"""Pictures of the substitute deck from a packaged card set, to be enrolled as doll cards.

``python -m models.enrol.substitute standard.svgz OUT`` (Debian ``kdegames-card-data-kf5``:
``/usr/share/carddecks/svg-standard/standard.svgz``) draws the cards of ``substitute.toml``, each
also with marks, as someone would draw them with a pen. Then ``wahua enrol cards --from OUT``.
"""

from __future__ import annotations

import argparse
import gzip
import io
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from datasets.designs.pictures.vector import rasterise
from models.enrol.errors import EnrolError
from models.enrol.teach import Enrolled
from scoring.tiles import Family, Tile

HEIGHT = 340
"""Pixels of a card."""
MARK_PLACES, MARK_RADIUS = ((0.13, 0.5), (0.87, 0.5)), 0.09
"""Of the marks: their centres in widths and heights, and their radius in widths. One is at either
long edge, so that a fan shows one of them whichever way the cards are held."""
MARK_INK = (30, 90, 170)
MAX_SVG_BYTES = 30_000_000


def deck_pictures(svg: bytes) -> Iterator[Enrolled]:
    """Draw the cards of the deck: two suits of each subject, without and with the mark.

    Args:
        svg: The card set.

    Raises:
        DesignError: It is refused, or the program that draws it is missing.
    """
    table = tomllib.loads(files(__package__).joinpath("substitute.toml").read_text("utf-8"))
    for subject, rank in table["ranks"].items():
        for suit in table["suits"][subject]:
            card = _draw(svg, f"{rank}_{suit}")
            yield Enrolled(Tile(Family.DOLLS, subject), card, f"{rank} {suit}")
            if subject != "doll":
                stamped = Tile(Family.DOLLS, subject, stamped=True)
                yield Enrolled(stamped, marked(card), f"{rank} {suit}, marked")


def marked(card: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The card (H×W×3) with solid blots, which make it a ``stamped`` one."""
    result = card.copy()
    height, width = card.shape[:2]
    for x, y in MARK_PLACES:
        centre = (round(x * width), round(y * height))
        cv2.circle(result, centre, round(MARK_RADIUS * width), MARK_INK, -1, cv2.LINE_AA)
    return result


def _draw(svg: bytes, element: str) -> NDArray[np.uint8]:
    drawn = Image.open(io.BytesIO(rasterise(svg, (HEIGHT, HEIGHT), element=element)))
    picture = drawn.convert("RGBA")
    picture = picture.crop(picture.getchannel("A").getbbox())
    paper = Image.new("RGB", picture.size, "white")
    paper.paste(picture, mask=picture.getchannel("A"))
    return np.asarray(paper, np.uint8)


def read_svg(path: Path) -> bytes:
    """Read an ``.svg`` or ``.svgz`` file of limited size.

    Raises:
        EnrolError: It is missing, too large or damaged.
    """
    try:
        with gzip.open(path) if path.suffix == ".svgz" else path.open("rb") as file:
            data = file.read(MAX_SVG_BYTES + 1)
    except (OSError, EOFError) as error:
        raise EnrolError(f"{path} cannot be read: {error}") from error
    if len(data) > MAX_SVG_BYTES:
        raise EnrolError(f"{path} unpacks to more than {MAX_SVG_BYTES} bytes")
    return data


def write_pictures(svg: bytes, folder: Path) -> int:
    """Write the deck's pictures, named for enrolment; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for count, item in enumerate(deck_pictures(svg), start=1):  # noqa: B007 - the last one counts
        assert isinstance(item.face, Tile)  # noqa: S101 - as it was made above
        name = f"ww_{item.face.face}{'_s' if item.face.stamped else ''}"
        suit = item.source.split(",")[0].rpartition(" ")[2]
        (folder / name).mkdir(exist_ok=True)
        Image.fromarray(item.pixels).save(folder / name / f"{suit}.png")
    return count


def main() -> None:
    """Draw the deck into a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cards", type=Path)
    parser.add_argument("out", type=Path)
    arguments = parser.parse_args()
    print(f"{write_pictures(read_svg(arguments.cards), arguments.out)} pictures in {arguments.out}")


if __name__ == "__main__":
    main()
