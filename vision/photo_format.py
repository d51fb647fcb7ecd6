"""What the first bytes of a file say: its format, and whether it ends before it should.

Only contents count. A HEIC that a messenger renamed ``.jpg`` is HEIC, and a text file named
``.jpg`` is text. Sources: the signatures of PNG (W3C PNG 5.2), JPEG (ITU-T T.81 B.1.1), RIFF
and WebP (Google's WebP container specification) and ISO base media files (ISO/IEC 14496-12).
"""

from __future__ import annotations

import struct

_HEVC_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs"})
_CONTAINER_BRANDS = frozenset({b"mif1", b"mif2", b"msf1"})
_AVIF_BRANDS = frozenset({b"avif", b"avis"})

_OTHER_SIGNATURES: tuple[tuple[bytes, str], ...] = (
    (b"GIF8", "a GIF picture"),
    (b"BM", "a BMP picture"),
    (b"II*\x00", "a TIFF or camera raw picture"),
    (b"MM\x00*", "a TIFF or camera raw picture"),
    (b"\x00\x00\x00\x0cJXL ", "a JPEG XL picture"),
    (b"\xff\x0a", "a JPEG XL picture"),
    (b"\x00\x00\x00\x0cjP  ", "a JPEG 2000 picture"),
    (b"%PDF", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"RIFF", "a RIFF file, but not WebP"),
    (b"8BPS", "a Photoshop document"),
)


def sniff(data: bytes) -> str | None:
    """Return ``"JPEG"``, ``"PNG"``, ``"WEBP"`` or ``"HEIF"`` when the bytes begin like one."""
    if data.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if data.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "WEBP"
    brands = _brands(data)
    if brands and brands[0] in _HEVC_BRANDS | _CONTAINER_BRANDS and _HEVC_BRANDS & {*brands}:
        return "HEIF"
    return None


def describe(data: bytes) -> str:
    """Say in words what bytes that :func:`sniff` does not know seem to be."""
    for signature, name in _OTHER_SIGNATURES:
        if data.startswith(signature):
            return name
    brands = _brands(data)
    if brands:
        return "an AVIF picture" if _AVIF_BRANDS & {*brands} else "a video or another media file"
    head = data[:512]
    if _is_text(head):
        start = head.lstrip().lower()
        if start.startswith((b"<svg", b"<?xml", b"<!doctype", b"<html")):
            return "a web page or another XML text"
        return "plain text"
    return "no picture format that is known here"


def webp_size(data: bytes) -> tuple[int, int] | None:
    """Return width and height of a WebP from its first chunk; None when it is no valid header.

    Read here because a WebP decoder reserves memory for the whole canvas when it is opened.
    """
    chunk, body = data[12:16], data[20:30]
    if len(body) < 10:
        return None
    if chunk == b"VP8X":
        return int.from_bytes(body[4:7], "little") + 1, int.from_bytes(body[7:10], "little") + 1
    if chunk == b"VP8L" and body[0] == 0x2F:
        bits = int.from_bytes(body[1:5], "little")
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    if chunk == b"VP8 " and body[3:6] == b"\x9d\x01\x2a":
        width, height = struct.unpack("<HH", body[6:10])
        return width & 0x3FFF, height & 0x3FFF
    return None


def ends_early(image_format: str, data: bytes) -> bool:
    """Return whether the container announces more bytes than there are."""
    if image_format == "JPEG":
        return data.rfind(b"\xff\xd9") < data.rfind(b"\xff\xda") or b"\xff\xda" not in data
    if image_format == "PNG":
        return b"IEND" not in data
    if image_format == "WEBP":
        return int.from_bytes(data[4:8], "little") + 8 > len(data)
    return _boxes_overrun(data)


def _brands(data: bytes) -> list[bytes]:
    """Return the major and the compatible brands of an ISO base media file, else nothing."""
    if data[4:8] != b"ftyp":
        return []
    end = min(int.from_bytes(data[:4], "big"), 256)
    return [data[8:12], *(data[at : at + 4] for at in range(16, end, 4))]


def _boxes_overrun(data: bytes) -> bool:
    """Walk the outermost boxes of an ISO base media file to the end of the data."""
    at = 0
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        if size == 1:
            size = int.from_bytes(data[at + 8 : at + 16], "big")
        if size == 0:  # this box reaches to the end of the file, however long
            return False
        at += max(size, 8)
    return at > len(data)


def _is_text(head: bytes) -> bool:
    """Return whether the bytes are UTF-8 (or cut off inside its last character) and printable."""
    try:
        text = head.decode("utf-8")
    except UnicodeDecodeError as error:
        if error.reason != "unexpected end of data":
            return False
        text = head[: error.start].decode("utf-8")
    return all(char.isprintable() or char.isspace() for char in text)
