"""SVG to pixels by ``rsvg-convert`` (Debian ``librsvg2-bin``), and what an SVG may not do.

A drawing may refer to its own parts and hold its own pixels. One that names files, addresses
or entities is refused before the program sees it; the program gets the drawing on its
standard input, so that no relative name has a place to lead to.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from xml.etree.ElementTree import Element, ParseError  # the classes only

from datasets.designs.tables import DesignError

MAX_SVG_BYTES = 4_000_000
MAX_SECONDS = 30
"""For one picture; filters can take any time."""
_OWN_PIXELS = re.compile(r"data:image/(png|jpe?g);base64,[A-Za-z0-9+/=\s]*")
_URL = re.compile(r"url\s*\(\s*(.)?(.)?", re.IGNORECASE)
_SAFE_URL = {'"#', "'#"}
_BASE = "{http://www.w3.org/XML/1998/namespace}base"
_XINCLUDE = "{http://www.w3.org/2001/XInclude}"


def rasterise(
    svg: bytes, size: tuple[int, int] | None, *, element: str | None = None, zoom: float = 1.0
) -> bytes:
    """Draw an SVG as a PNG with transparency.

    Args:
        svg: The drawing; checked by :func:`check_svg`.
        size: Width and height in pixels that the picture may have at most; it fills one of
            them. None for the drawing's own size.
        element: Draw only the element of this id.
        zoom: With the drawing's own size: how much larger.

    Raises:
        DesignError: The program is not installed or fails, or the drawing is refused.
    """
    check_svg(svg)
    program = shutil.which("rsvg-convert")
    if program is None:
        raise DesignError(
            "SVG pictures need the program rsvg-convert; on Debian or Ubuntu: "
            "apt install librsvg2-bin (or use PNG pictures)"
        )
    command = [program, "--format", "png"]
    if size is None:
        command += ["--zoom", str(zoom)]
    else:
        command += ["--keep-aspect-ratio", "--width", str(size[0]), "--height", str(size[1])]
    command += ["--export-id", element] if element is not None else []
    try:
        done = subprocess.run(  # noqa: S603 - no shell, and the drawing is no argument
            command, input=svg, capture_output=True, check=True, timeout=MAX_SECONDS
        )
    except subprocess.TimeoutExpired as error:
        raise DesignError(f"the SVG takes more than {MAX_SECONDS} seconds to draw") from error
    except subprocess.CalledProcessError as error:
        lines = error.stderr.decode("utf-8", "replace").splitlines() or ["without a reason"]
        raise DesignError(f"rsvg-convert refuses the SVG: {lines[0][:200]}") from error
    return done.stdout


def check_svg(svg: bytes) -> None:
    """Refuse an SVG that could read anything but itself.

    Raises:
        DesignError: It is too large, no SVG, or refers to files, addresses or entities.
    """
    if len(svg) > MAX_SVG_BYTES:
        raise DesignError(f"the SVG is larger than {MAX_SVG_BYTES:,} bytes")
    if b"<?xml-stylesheet" in svg:
        raise DesignError("the SVG names a style sheet")
    root = _parse(svg)
    if not root.tag.endswith("svg"):
        raise DesignError("the file is no SVG drawing")
    for what in _foreign(root):
        raise DesignError(f"the SVG refers to something outside itself: '{what[:60]}'")


def _parse(svg: bytes) -> Element:
    from defusedxml import DefusedXmlException  # noqa: PLC0415 - only SVG needs it
    from defusedxml.ElementTree import fromstring  # noqa: PLC0415

    try:
        # Many programs write the document type of SVG 1.1, which names no file of its own.
        root: Element = fromstring(svg, forbid_dtd=False)
    except DefusedXmlException as error:
        raise DesignError("the SVG declares entities") from error
    except (ParseError, ValueError, LookupError, RecursionError) as error:
        raise DesignError(f"the file is no SVG drawing: {error}") from error
    return root


def _foreign(root: Element) -> Iterator[str]:
    """Yield everything in a drawing that leads outside."""
    for element in root.iter():
        if not isinstance(element.tag, str):
            continue
        if element.tag.startswith(_XINCLUDE):
            yield element.tag
        tag = element.tag.rpartition("}")[2]
        for name, value in element.attrib.items():
            # Where a link around a drawing leads to is never followed.
            if name == _BASE or (tag != "a" and _leads_out(name, value.strip())):
                yield value
            if not name.startswith("{"):  # only attributes of SVG itself are styles
                yield from _foreign_style(value)
        if tag == "style":
            yield from _foreign_style(element.text or "")


def _leads_out(name: str, value: str) -> bool:
    """Tell whether an attribute names something that is not within the drawing."""
    if name.rpartition("}")[2].lower() not in ("href", "src") or not value:
        return False
    return not (value.startswith("#") or _OWN_PIXELS.fullmatch(value))


def _foreign_style(text: str) -> Iterator[str]:
    """Yield what a style refers to outside the drawing; an escape could hide such a word."""
    if "@import" in text.lower():
        yield "@import"
    for match in _URL.finditer(text):
        first, second = match[1] or "", match[2] or ""
        if first != "#" and first + second not in _SAFE_URL:
            yield text[match.start() :]
    if "\\" in text and ("{" in text or ":" in text):
        yield text
