"""Photo intake: bytes to upright RGB pixels, with every limit checked before anything is decoded.

The one place of the project that opens photos. The order of the checks is what keeps hostile
files cheap: the file's length before it is read, the format before a decoder sees it, the
picture's size before memory is reserved for it. Only the decoder of the format found runs.

JPEG is decoded by Pillow and not by OpenCV: at the reduced scales that reading uses both take the
same time, but OpenCV answers a cut-off file with a half grey picture where Pillow reports it.
"""

from __future__ import annotations

import io
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PIL import Image
from PIL.Image import Transpose
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.WebPImagePlugin import WebPImageFile

from vision.photo_errors import (
    DamagedPhotoError,
    EmptyPhotoError,
    PhotoError,
    PhotoNotFoundError,
    PhotoTooLargeError,
    PhotoTooSmallError,
    TruncatedPhotoError,
    UnreadablePhotoError,
    UnsupportedFormatError,
)
from vision.photo_format import describe, ends_early, sniff, webp_size

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["PHOTO_MAX_SIDE", "Photo", "PhotoError", "load_photo", "read_orientation", "read_size"]

PHOTO_MAX_SIDE = 1600
"""Longer side in pixels that reading a hand needs; a larger JPEG is decoded at a reduced scale."""

MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 100_000_000
MAX_SIDE = 30_000
MIN_SIDE = 32
MAX_SCANNED_PIXELS = 5_000_000_000
"""Pixels times scans of a progressive JPEG: each scan costs a pass, however short it is."""

_DCT_SCALES = (8, 4, 2)
_EXIF_ORIENTATION = 0x0112
_UPRIGHTING = {
    2: Transpose.FLIP_LEFT_RIGHT,
    3: Transpose.ROTATE_180,
    4: Transpose.FLIP_TOP_BOTTOM,
    5: Transpose.TRANSPOSE,
    6: Transpose.ROTATE_270,
    7: Transpose.TRANSVERSE,
    8: Transpose.ROTATE_90,
}


@dataclass(frozen=True, slots=True)
class Photo:
    """A decoded photo, upright.

    Attributes:
        pixels: H×W×3 RGB, uint8, read-only, upright (EXIF orientation applied).
        width: Width in pixels of the upright original.
        height: Height in pixels of the upright original.
        format: ``"JPEG"``, ``"PNG"``, ``"WEBP"`` or ``"HEIF"``.
    """

    pixels: NDArray[np.uint8]
    width: int
    height: int
    format: str

    @property
    def scale(self) -> float:
        """Pixels here for one pixel of the original: below 1 after decoding at reduced scale."""
        return float(self.pixels.shape[1] / self.width)


def load_photo(source: Path | bytes, *, max_side: int | None = None) -> Photo:
    """Decode a photo into upright RGB pixels.

    Transparent parts become white; of an animation the first picture counts; 16-bit samples are
    scaled to 8 bits.

    Args:
        source: A file, or the bytes of one.
        max_side: Decode a JPEG at the smallest scale (1/2, 1/4 or 1/8) whose longer side still has
            this many pixels. Other formats are decoded at full size.

    Returns:
        The photo; ``width`` and ``height`` are those of the upright original at any scale.

    Raises:
        PhotoError: One of its subclasses; nothing else, whatever the bytes are.
    """
    data = source if isinstance(source, bytes) else _read_file(source)
    image_format = _known_format(data)
    image = _open(image_format, data)
    width, height = image.size
    if image_format == "JPEG":
        _check_scans(image, data)
    try:
        if image_format == "JPEG" and max_side is not None:
            _draft(image, max_side)
        image.load()
        if image_format != "JPEG":  # the decoder's size counts, should the header have lied
            width, height = image.size
        image, turned = _upright(image)
        pixels = _rgb(image)
    except Exception as error:
        raise _decoding_error(image_format, data, (width, height), error) from error
    if turned:
        width, height = height, width
    return Photo(pixels, width, height, image_format)


def read_size(source: Path | bytes) -> tuple[str, int, int]:
    """Return format, width and height as stored, from the header alone.

    Raises:
        PhotoError: As :func:`load_photo`, except what only decoding can find out.
    """
    data = source if isinstance(source, bytes) else _read_file(source)
    image_format = _known_format(data)
    return image_format, *_open(image_format, data).size


def read_orientation(source: Path | bytes) -> int:
    """Return the EXIF orientation, 1 to 8, that :func:`load_photo` would apply; 1 is none.

    Raises:
        PhotoError: As :func:`read_size`.
    """
    data = source if isinstance(source, bytes) else _read_file(source)
    orientation = _orientation(_open(_known_format(data), data))
    return orientation if orientation in _UPRIGHTING else 1


def _read_file(path: Path) -> bytes:
    """Read a regular file within the byte limit, its length checked before it is opened."""
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise UnreadablePhotoError("it is a directory")
        if not stat.S_ISREG(status.st_mode):  # a pipe or a device could block or never end
            raise UnreadablePhotoError("it is not a regular file")
        _check_bytes(status.st_size)
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError as error:
        place = "of this name in the directory" if path.parent.is_dir() else "and no directory"
        raise PhotoNotFoundError(f"nothing {place} {path.parent}") from error
    except (OSError, ValueError) as error:  # ValueError: a NUL in the path
        reason = getattr(error, "strerror", None) or str(error)
        raise UnreadablePhotoError(reason) from error
    _check_bytes(len(data))
    return data


def _check_bytes(count: int) -> None:
    if count == 0:
        raise EmptyPhotoError("it has 0 bytes")
    if count > MAX_BYTES:
        raise PhotoTooLargeError(
            f"it has {count / 2**20:,.1f} MiB, at most {MAX_BYTES // 2**20} MiB are accepted"
        )


def _known_format(data: bytes) -> str:
    """Return the format of the bytes after checking their number and, where cheap, their end."""
    _check_bytes(len(data))
    image_format = sniff(data)
    if image_format is None:
        raise UnsupportedFormatError(
            f"the {len(data):,} bytes are {describe(data)}; JPEG, PNG, WebP and HEIC are accepted"
        )
    # Decoders of these two may fill the missing part instead of reporting it.
    if image_format in {"WEBP", "HEIF"} and ends_early(image_format, data):
        raise TruncatedPhotoError(f"the {image_format} ends early, after {len(data):,} bytes")
    return image_format


def _open(image_format: str, data: bytes) -> Image.Image:
    """Read the header with the decoder of this one format and check the size that it states."""
    try:
        if image_format == "WEBP":
            size = webp_size(data)
            if size is None:
                raise DamagedPhotoError(f"its WebP header is not valid ({len(data):,} bytes)")
            _check_size(image_format, size)
        image = _decoder(image_format)(io.BytesIO(data))
    except PhotoError:
        raise
    except Exception as error:
        raise _decoding_error(image_format, data, None, error) from error
    _check_size(image_format, image.size)
    return image


def _decoder(image_format: str) -> type[ImageFile]:
    """Return Pillow's file class of one format.

    The classes are used directly instead of ``Image.open``: no other format can be reached, a
    multi-picture JPEG is its first picture, and no global registry or pixel limit is involved.
    """
    if image_format == "JPEG":
        return JpegImageFile
    if image_format == "PNG":
        return PngImageFile
    if image_format == "WEBP":
        return WebPImageFile
    from pillow_heif import HeifImageFile  # noqa: PLC0415 - its codec loads only for a HEIC

    decoder: type[ImageFile] = HeifImageFile
    return decoder


def _check_size(image_format: str, size: tuple[int, int]) -> None:
    width, height = size
    facts = f"{image_format} of {width:,} × {height:,} pixels"
    if width * height > MAX_PIXELS:
        raise PhotoTooLargeError(
            f"{facts} ({width * height / 1e6:,.0f} megapixels), "
            f"at most {MAX_PIXELS // 1_000_000} megapixels are accepted"
        )
    if max(size) > MAX_SIDE:
        raise PhotoTooLargeError(f"{facts}, a side may have at most {MAX_SIDE:,}")
    if min(size) < MIN_SIDE:
        raise PhotoTooSmallError(f"{facts}, each side needs at least {MIN_SIDE}")


def _check_scans(image: Image.Image, data: bytes) -> None:
    """Refuse a JPEG that repeats its passes, which costs minutes from a few hundred kilobytes."""
    scans = data.count(b"\xff\xda") if "progressive" in image.info else 1
    if scans * image.width * image.height > MAX_SCANNED_PIXELS:
        raise PhotoTooLargeError(
            f"the progressive JPEG of {image.width:,} × {image.height:,} pixels has {scans:,} scans"
        )


def _draft(image: Image.Image, max_side: int) -> None:
    """Have libjpeg scale while it decodes, as far as the longer side stays at ``max_side``."""
    width, height = image.size
    for scale in _DCT_SCALES:
        if max(width, height) >= scale * max_side:
            image.draft(None, (max(1, width // scale), max(1, height // scale)))
            return


def _upright(image: Image.Image) -> tuple[Image.Image, bool]:
    """Apply the EXIF orientation; also return whether width and height changed places."""
    orientation = _orientation(image)
    operation = _UPRIGHTING.get(orientation)
    if operation is None:
        return image, False
    return image.transpose(operation), orientation >= 5


def _orientation(image: Image.Image) -> int:
    """The EXIF orientation, 1 where there is none.

    HEIC states its turn in the container, its decoder has applied it, and Pillow no longer sees
    one here. EXIF data that cannot be parsed is no reason to refuse the picture.
    """
    try:
        orientation = image.getexif().get(_EXIF_ORIENTATION, 1)
    except Exception:
        return 1
    return orientation if isinstance(orientation, int) else 1


def _rgb(image: Image.Image) -> NDArray[np.uint8]:
    """Convert any mode to H×W×3 RGB bytes, transparency laid on white."""
    import numpy as np  # noqa: PLC0415 - a file that is refused does not wait for it

    if image.mode.startswith("I"):  # 16-bit grey, which Pillow would clip instead of scale
        grey = np.asarray(image).astype(np.uint32)
        transparent = image.info.get("transparency")
        if isinstance(transparent, int):
            grey[grey == transparent] = 65535
        scaled = ((np.minimum(grey, 65535) + 128) // 257).astype(np.uint8)
        return np.repeat(scaled[:, :, None], 3, axis=2)
    if "transparency" in image.info or image.mode in {"LA", "PA", "La", "RGBA", "RGBa"}:
        layered = image.convert("RGBA")
        white = Image.new("RGB", layered.size, "white")
        white.paste(layered, mask=layered.getchannel("A"))
        return np.asarray(white)
    return np.asarray(image if image.mode == "RGB" else image.convert("RGB"))


def _decoding_error(
    image_format: str, data: bytes, size: tuple[int, int] | None, error: Exception
) -> PhotoError:
    """Name the reason for which a decoder gave up.

    Decoders raise half a dozen exception types on hostile bytes, so the callers catch them all.
    """
    reason = str(error).strip() or type(error).__name__
    if "too large" in reason or "too much memory" in reason:  # zipped text or profile in a PNG
        return PhotoTooLargeError(f"the {image_format}'s metadata expands too far: {reason}")
    if isinstance(error, MemoryError):
        return PhotoTooLargeError(f"the {image_format} needs more memory than there is")
    facts = f" of {size[0]:,} × {size[1]:,} pixels" if size else ""
    if ends_early(image_format, data):
        return TruncatedPhotoError(
            f"the {image_format}{facts} ends early, after {len(data):,} bytes"
        )
    return DamagedPhotoError(f"the {image_format}{facts} cannot be decoded: {reason}")
