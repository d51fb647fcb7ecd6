"""Photo intake: every format, mode and turn to exact pixels; every refusal by name and in time."""

from __future__ import annotations

import io
import os
import struct
import subprocess
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from pillow_heif import register_heif_opener

from vision.photo import Photo, load_photo, read_size
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

ORIENTATION = 0x0112
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF")

# Four corners of different colours: any turn or mirroring changes the picture.
WIDTH, HEIGHT = 96, 64
CORNERS = ((220, 30, 40), (40, 200, 60), (50, 60, 210), (240, 240, 230))


def picture(width: int = WIDTH, height: int = HEIGHT) -> NDArray[np.uint8]:
    """Red top left, green top right, blue bottom left, white bottom right."""
    pixels = np.empty((height, width, 3), np.uint8)
    for index, colour in enumerate(CORNERS):
        rows = slice(0, height // 2) if index < 2 else slice(height // 2, None)
        columns = slice(0, width // 2) if index % 2 == 0 else slice(width // 2, None)
        pixels[rows, columns] = colour
    return pixels


def encode(image: Image.Image | NDArray[Any], image_format: str, **options: Any) -> bytes:
    if not isinstance(image, Image.Image):
        image = Image.fromarray(image)
    if image_format == "HEIF":
        register_heif_opener()
        options.setdefault("quality", -1)
        options.setdefault("chroma", 444)
    if image_format == "JPEG":
        options.setdefault("quality", 100)
        options.setdefault("subsampling", 0)
    if image_format == "WEBP":
        options.setdefault("lossless", True)
        options.setdefault("exact", True)
    buffer = io.BytesIO()
    image.save(buffer, image_format, **options)
    return buffer.getvalue()


def exif(orientation: int) -> Image.Exif:
    data = Image.Exif()
    data[ORIENTATION] = orientation
    return data


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def png(
    width: int, height: int, bits: int, *, colour: int, raw: bytes, extra: bytes = b""
) -> bytes:
    """Build a PNG by hand, for what Pillow cannot write."""
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, colour, 0, 0, 0))
    body = chunk(b"IDAT", zlib.compress(raw, 9))
    return b"\x89PNG\r\n\x1a\n" + head + extra + body + chunk(b"IEND", b"")


def huge_png(side: int = 16_000, bytes_wanted: int = 700_000) -> bytes:
    """A PNG that states side × side pixels in a file of the wanted size."""
    rows = zlib.compress(bytes(side * 3 + 1) * 64, 9)
    body = rows + bytes(bytes_wanted - len(rows))
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def near(photo: Photo, expected: NDArray[Any], tolerance: int) -> None:
    assert photo.pixels.dtype == np.uint8
    assert photo.pixels.shape == expected.shape
    assert int(np.abs(photo.pixels.astype(int) - expected.astype(int)).max()) <= tolerance


# Lossless formats give the exact pixels; JPEG at quality 100 and lossless HEVC (through YCbCr) not.
TOLERANCE = {"PNG": 0, "WEBP": 0, "JPEG": 3, "HEIF": 3}


@pytest.mark.parametrize("image_format", FORMATS)
@pytest.mark.parametrize("name", ["photo.jpg", "photo.heic", "photo.txt", "photo"])
def test_contents_decide_the_format_and_not_the_name(
    tmp_path: Path, image_format: str, name: str
) -> None:
    path = tmp_path / name
    path.write_bytes(encode(picture(), image_format))
    photo = load_photo(path)
    assert (photo.format, photo.width, photo.height) == (image_format, WIDTH, HEIGHT)
    assert photo.scale == 1.0
    near(photo, picture(), TOLERANCE[image_format])
    assert read_size(path) == (image_format, WIDTH, HEIGHT)


def stored(orientation: int) -> NDArray[np.uint8]:
    """The picture as a camera held that way stores it, from the definition in EXIF 2.32, 4.6.4."""
    upright = picture()
    return np.ascontiguousarray(
        {
            1: upright,
            2: upright[:, ::-1],
            3: upright[::-1, ::-1],
            4: upright[::-1],
            5: upright.transpose(1, 0, 2),
            6: np.rot90(upright, 1),
            7: upright[::-1, ::-1].transpose(1, 0, 2),
            8: np.rot90(upright, -1),
        }[orientation]
    )


@pytest.mark.parametrize("image_format", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_all_exif_orientations_come_out_upright(image_format: str, orientation: int) -> None:
    data = encode(stored(orientation), image_format, exif=exif(orientation))
    photo = load_photo(data)
    assert (photo.width, photo.height) == (WIDTH, HEIGHT)
    near(photo, picture(), TOLERANCE[image_format])


@pytest.mark.parametrize("orientation", range(1, 9))
def test_heic_is_turned_once_by_its_container(orientation: int) -> None:
    # The encoder also writes the container's own turn, which is the one that counts in HEIC.
    data = encode(stored(orientation), "HEIF", exif=exif(orientation).tobytes())
    assert (b"irot" in data or b"imir" in data) == (orientation > 1)
    photo = load_photo(data)
    assert (photo.width, photo.height) == (WIDTH, HEIGHT)
    near(photo, picture(), TOLERANCE["HEIF"])


@pytest.mark.parametrize("orientation", [0, 9, 255])
def test_orientations_that_do_not_exist_leave_the_picture(orientation: int) -> None:
    near(load_photo(encode(picture(), "PNG", exif=exif(orientation))), picture(), 0)


def test_exif_data_that_cannot_be_parsed_leaves_the_picture() -> None:
    data = encode(picture(), "PNG", exif=b"Exif\x00\x00MM\x00*\xff\xff\xff\xff" + b"\x01" * 40)
    near(load_photo(data), picture(), 0)


def grey() -> NDArray[np.uint8]:
    return np.tile(np.linspace(0, 255, WIDTH).astype(np.uint8), (HEIGHT, 1))


def as_rgb(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.repeat(values[:, :, None], 3, axis=2)


@pytest.mark.parametrize("image_format", ["JPEG", "PNG", "WEBP", "HEIF"])
def test_grey(image_format: str) -> None:
    data = encode(Image.fromarray(grey()), image_format)
    near(load_photo(data), as_rgb(grey()), TOLERANCE[image_format])


def test_one_bit() -> None:
    bits = (grey() > 127).astype(np.uint8) * 255
    near(load_photo(encode(Image.fromarray(bits).convert("1"), "PNG")), as_rgb(bits), 0)


def test_palette() -> None:
    image = Image.fromarray(picture()).convert("P", palette=Image.Palette.ADAPTIVE, colors=4)
    near(load_photo(encode(image, "PNG")), np.asarray(image.convert("RGB")), 0)
    near(load_photo(encode(image, "PNG")), picture(), 2)


def test_palette_with_a_transparent_colour_shows_white_there() -> None:
    image = Image.fromarray(picture()).convert("P", palette=Image.Palette.ADAPTIVE, colors=4)
    index = image.getpixel((0, 0))
    expected = np.asarray(image.convert("RGB")).copy()
    expected[: HEIGHT // 2, : WIDTH // 2] = 255
    near(load_photo(encode(image, "PNG", transparency=index)), expected, 0)


@pytest.mark.parametrize("image_format", ["PNG", "WEBP", "HEIF"])
def test_alpha_is_laid_on_white(image_format: str) -> None:
    alpha = np.full((HEIGHT, WIDTH), 255, np.uint8)
    alpha[: HEIGHT // 2] = 0
    alpha[HEIGHT // 2 :, : WIDTH // 2] = 128
    rgba = np.dstack([picture(), alpha])
    share = alpha[:, :, None] / 255
    expected = np.rint(picture() * share + 255 * (1 - share))
    near(load_photo(encode(rgba, image_format)), expected, max(1, TOLERANCE[image_format]))


def test_grey_with_alpha() -> None:
    alpha = np.full((HEIGHT, WIDTH), 255, np.uint8)
    alpha[:, :10] = 0
    image = Image.merge("LA", (Image.fromarray(grey()), Image.fromarray(alpha)))
    expected = as_rgb(grey()).copy()
    expected[:, :10] = 255
    near(load_photo(encode(image, "PNG")), expected, 0)


@pytest.mark.parametrize(
    ("ink", "rgb"),
    [
        ((0, 0, 0, 0), (255, 255, 255)),
        ((255, 0, 0, 0), (0, 255, 255)),
        ((0, 255, 255, 0), (255, 0, 0)),
        ((0, 0, 0, 255), (0, 0, 0)),
    ],
)
def test_cmyk(ink: tuple[int, int, int, int], rgb: tuple[int, int, int]) -> None:
    data = encode(Image.new("CMYK", (WIDTH, HEIGHT), ink), "JPEG")
    near(load_photo(data), np.broadcast_to(np.array(rgb, np.uint8), (HEIGHT, WIDTH, 3)), 2)


def test_sixteen_bit_grey_is_scaled_and_not_clipped() -> None:
    values = np.tile(np.linspace(0, 65535, WIDTH).astype(np.uint16), (HEIGHT, 1))
    expected = as_rgb(np.rint(values / 257).astype(np.uint8))
    near(load_photo(encode(Image.fromarray(values), "PNG")), expected, 0)


def test_sixteen_bit_grey_with_a_transparent_level_shows_white_there() -> None:
    values = np.full((HEIGHT, WIDTH), 1000, np.uint16)
    values[:, 50:] = 30_000
    raw = b"".join(b"\x00" + row.astype(">u2").tobytes() for row in values)
    data = png(WIDTH, HEIGHT, 16, colour=0, raw=raw, extra=chunk(b"tRNS", struct.pack(">H", 1000)))
    expected = np.full((HEIGHT, WIDTH, 3), 255, np.uint8)
    expected[:, 50:] = round(30_000 / 257)
    near(load_photo(data), expected, 0)


@pytest.mark.parametrize("colour", [2, 4, 6])
def test_sixteen_bit_colour_and_alpha_are_scaled(colour: int) -> None:
    channels = {2: 3, 4: 2, 6: 4}[colour]
    values = np.zeros((HEIGHT, WIDTH, channels), np.uint16)
    values[..., 0] = np.linspace(0, 65535, WIDTH)[None]
    values[..., -1] = 65535  # opaque, or full blue
    raw = b"".join(b"\x00" + row.astype(">u2").tobytes() for row in values)
    eight = np.rint(values / 257)
    expected = np.repeat(eight[..., :1], 3, axis=2) if colour == 4 else eight[..., :3]
    near(load_photo(png(WIDTH, HEIGHT, 16, colour=colour, raw=raw)), expected, 1)


def test_sixteen_bit_colour_with_a_transparent_colour() -> None:
    values = np.full((HEIGHT, WIDTH, 3), 40_000, np.uint16)
    raw = b"".join(b"\x00" + row.astype(">u2").tobytes() for row in values)
    data = png(
        WIDTH, HEIGHT, 16, colour=2, raw=raw, extra=chunk(b"tRNS", struct.pack(">HHH", 1, 2, 3))
    )
    near(load_photo(data), np.full((HEIGHT, WIDTH, 3), 40_000 // 257), 1)


@pytest.mark.parametrize("image_format", ["PNG", "WEBP"])
def test_first_picture_of_an_animation(image_format: str) -> None:
    second = Image.new("RGB", (WIDTH, HEIGHT), "black")
    data = encode(picture(), image_format, save_all=True, append_images=[second], duration=100)
    near(load_photo(data), picture(), 0)


def test_first_picture_of_a_multi_picture_jpeg() -> None:
    buffer = io.BytesIO()
    second = Image.new("RGB", (WIDTH, HEIGHT), "black")
    Image.fromarray(picture()).save(
        buffer, "MPO", save_all=True, append_images=[second], quality=100, subsampling=0
    )
    photo = load_photo(buffer.getvalue())
    assert photo.format == "JPEG"
    near(photo, picture(), 3)


# size of the photo, max_side, size of the pixels: the longer side never falls below max_side
REDUCED = [
    ((1600, 1200), None, (1600, 1200)),
    ((1600, 1200), 1600, (1600, 1200)),
    ((1600, 1200), 801, (1600, 1200)),
    ((1600, 1200), 800, (800, 600)),
    ((1600, 1200), 400, (400, 300)),
    ((1600, 1200), 200, (200, 150)),
    ((1600, 1200), 10, (200, 150)),
    ((1601, 1201), 800, (801, 601)),
    ((1000, 1600), 800, (500, 800)),
]


@pytest.mark.parametrize(("size", "max_side", "expected"), REDUCED)
def test_jpeg_is_decoded_at_the_smallest_sufficient_scale(
    size: tuple[int, int], max_side: int | None, expected: tuple[int, int]
) -> None:
    photo = load_photo(encode(picture(*size), "JPEG"), max_side=max_side)
    assert (photo.width, photo.height) == size
    assert photo.pixels.shape == (expected[1], expected[0], 3)
    assert photo.scale == expected[0] / size[0]
    height, width = photo.pixels.shape[:2]
    for index, colour in enumerate(CORNERS):
        spot = photo.pixels[
            height * (1 + 2 * (index // 2)) // 4, width * (1 + 2 * (index % 2)) // 4
        ]
        assert np.abs(spot.astype(int) - colour).max() <= 2


@pytest.mark.parametrize("orientation", [1, 3, 6, 8])
def test_reduced_scale_and_turn_together(orientation: int) -> None:
    large = np.repeat(np.repeat(stored(orientation), 10, axis=0), 10, axis=1)
    photo = load_photo(encode(large, "JPEG", exif=exif(orientation)), max_side=WIDTH * 5)
    assert (photo.width, photo.height) == (WIDTH * 10, HEIGHT * 10)
    assert photo.pixels.shape == (HEIGHT * 5, WIDTH * 5, 3)
    assert photo.scale == 0.5
    assert np.abs(photo.pixels[2, 2].astype(int) - CORNERS[0]).max() <= 3


@pytest.mark.parametrize("image_format", ["PNG", "WEBP", "HEIF"])
def test_other_formats_keep_their_size(image_format: str) -> None:
    assert load_photo(encode(picture(), image_format), max_side=40).scale == 1.0


BAD_FILES = [
    (b"", EmptyPhotoError, "it has 0 bytes"),
    (b"not a photo at all\n", UnsupportedFormatError, "19 bytes are plain text"),
    ("中文也是文字".encode() * 40, UnsupportedFormatError, "plain text"),
    (b"<svg xmlns='http://www.w3.org/2000/svg'/>", UnsupportedFormatError, "XML text"),
    (b"GIF89a" + bytes(40), UnsupportedFormatError, "GIF"),
    (b"BM" + bytes(40), UnsupportedFormatError, "BMP"),
    (b"II*\x00" + bytes(40), UnsupportedFormatError, "TIFF"),
    (b"%PDF-1.7" + bytes(40), UnsupportedFormatError, "PDF"),
    (b"\x00\x00\x00\x1cftypavif" + bytes(30), UnsupportedFormatError, "AVIF"),
    (b"\x00\x00\x00\x18ftypmp42" + bytes(30), UnsupportedFormatError, "video"),
    (b"RIFF\x24\x00\x00\x00WAVEfmt ", UnsupportedFormatError, "not WebP"),
    (bytes(range(256)), UnsupportedFormatError, "no picture format"),
    (b"\xff\xd8\xff", TruncatedPhotoError, "JPEG ends early"),
    (b"\x89PNG\r\n\x1a\n", TruncatedPhotoError, "PNG ends early"),
    (b"RIFF\x10\x00\x00\x00WEBPVP8 ", TruncatedPhotoError, "WEBP ends early, after 16 bytes"),
    (b"RIFF\x0c\x00\x00\x00WEBPVP8 \x00\x00\x00\x00", DamagedPhotoError, "WebP header"),
    (b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic", DamagedPhotoError, "HEIF"),
]


@pytest.mark.parametrize(("data", "error", "words"), BAD_FILES)
def test_bytes_that_are_no_photo(
    tmp_path: Path, data: bytes, error: type[PhotoError], words: str
) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(data)
    for source in (data, path):
        with pytest.raises(error) as caught:
            load_photo(source)
        assert words in caught.value.detail
        assert set(caught.value.as_dict()) == {"type", "title", "detail"}
        assert "\n" not in caught.value.detail


def noise(width: int = 320, height: int = 240) -> NDArray[np.uint8]:
    return np.random.default_rng(7).integers(0, 256, (height, width, 3), dtype=np.uint8)


@pytest.mark.parametrize("image_format", FORMATS)
@pytest.mark.parametrize("share", [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97])
@pytest.mark.parametrize("max_side", [None, 80])
def test_cut_off_photos_are_errors_and_never_half_pictures(
    image_format: str, share: float, max_side: int | None
) -> None:
    data = encode(noise(), image_format)
    with pytest.raises(TruncatedPhotoError, match=f"{image_format}.* ends early, after"):
        load_photo(data[: int(len(data) * share)], max_side=max_side)


def test_cut_off_progressive_jpeg() -> None:
    data = encode(noise() // 8, "JPEG", progressive=True, quality=80)
    with pytest.raises(TruncatedPhotoError):
        load_photo(data[: len(data) // 2])


def test_damaged_png_names_the_fault() -> None:
    data = bytearray(encode(noise(), "PNG"))
    data[len(data) // 2] ^= 0xFF
    with pytest.raises(DamagedPhotoError, match="PNG of 320 × 240 pixels cannot be decoded"):
        load_photo(bytes(data))


LARGE = [
    (huge_png(), "PNG of 16,000 × 16,000 pixels (256 megapixels)"),
    (png(30_001, 40, 8, colour=2, raw=b""), "30,001 × 40 pixels, a side may have at most 30,000"),
]


@pytest.mark.parametrize(("data", "words"), LARGE)
def test_too_many_pixels(data: bytes, words: str) -> None:
    with pytest.raises(PhotoTooLargeError) as caught:
        load_photo(data)
    assert words in caught.value.detail


def test_too_many_pixels_in_a_webp_that_states_a_large_canvas() -> None:
    data = bytearray(
        encode(picture(), "WEBP", save_all=True, append_images=[Image.new("RGB", (96, 64))])
    )
    assert data[12:16] == b"VP8X"
    data[24:30] = (16_383).to_bytes(3, "little") * 2
    with pytest.raises(PhotoTooLargeError, match="WEBP of 16,384 × 16,384"):
        load_photo(bytes(data))


@pytest.mark.parametrize("lossless", [True, False])
def test_webp_header_is_read_for_each_kind(lossless: bool) -> None:
    data = encode(picture(), "WEBP", lossless=lossless)
    assert read_size(data) == ("WEBP", WIDTH, HEIGHT)


@pytest.mark.parametrize("image_format", FORMATS)
def test_too_few_pixels(image_format: str) -> None:
    with pytest.raises(PhotoTooSmallError, match="64 × 31 pixels, each side needs at least 32"):
        load_photo(encode(picture(64, 31), image_format, chroma=420))


def test_too_many_bytes_are_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "large.jpg"
    with path.open("wb") as file:
        file.truncate(64 * 1024 * 1024 + 1)
    with pytest.raises(PhotoTooLargeError, match="at most 64 MiB are accepted"):
        load_photo(path)


def test_progressive_jpeg_that_repeats_a_tiny_scan_is_refused() -> None:
    data = encode(Image.new("L", (4000, 4000)), "JPEG", progressive=True, quality=75)
    assert load_photo(data, max_side=500).pixels.shape == (500, 500, 3)
    last_scan = data[data.rfind(b"\xff\xda") : -2]
    with pytest.raises(PhotoTooLargeError, match="JPEG of 4,000 × 4,000 pixels has 1,006 scans"):
        load_photo(data[:-2] + last_scan * 1000 + b"\xff\xd9")


def test_text_that_expands_in_a_png_is_refused() -> None:
    info = PngInfo()
    info.add_text("comment", "a" * 50_000_000, zip=True)
    data = encode(picture(), "PNG", pnginfo=info)
    assert len(data) < 200_000
    with pytest.raises(PhotoTooLargeError, match="metadata expands too far"):
        load_photo(data)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_paths_that_are_no_files(tmp_path: Path) -> None:
    with pytest.raises(PhotoNotFoundError, match="nothing of this name in the directory"):
        load_photo(tmp_path / "missing.jpg")
    with pytest.raises(PhotoNotFoundError, match=r"nothing and no directory .*no_place"):
        load_photo(tmp_path / "no_place" / "missing.jpg")
    with pytest.raises(UnreadablePhotoError, match="is a directory"):
        load_photo(tmp_path)
    pipe = tmp_path / "pipe.jpg"
    os.mkfifo(pipe)
    with pytest.raises(UnreadablePhotoError, match="not a regular file"):
        load_photo(pipe)
    with pytest.raises(UnreadablePhotoError):
        load_photo(tmp_path / ("long" * 200))
    with pytest.raises(UnreadablePhotoError):
        load_photo(Path("nul\0.jpg"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_no_permission(tmp_path: Path) -> None:
    path = tmp_path / "secret.jpg"
    path.write_bytes(encode(picture(), "JPEG"))
    path.chmod(0)
    with pytest.raises(UnreadablePhotoError, match="ermission"):
        load_photo(path)


MEASURE = """
import re, sys, time
from pathlib import Path
from vision.photo import load_photo, PhotoError
start = time.perf_counter()
try:
    load_photo(Path(sys.argv[1]))
except PhotoError as error:
    seconds = time.perf_counter() - start
    # Unlike ru_maxrss, the high-water mark does not inherit that of the test's own process.
    peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
    print(error.type, round(seconds, 4), round(peak / 1024, 1))
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_huge_png_is_refused_quickly_and_without_memory(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    path.write_bytes(huge_png())
    assert 650_000 < path.stat().st_size < 750_000
    result = subprocess.run(
        [sys.executable, "-c", MEASURE, str(path)], capture_output=True, text=True, check=True
    )
    kind, seconds, peak_mib = result.stdout.split()
    assert kind == "photo-too-large"
    assert float(seconds) < 0.2
    assert float(peak_mib) < 100  # the whole process


SAMPLES = {name: encode(picture(), name) for name in FORMATS}


@settings(
    derandomize=True,
    max_examples=250,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(st.sampled_from(FORMATS), st.data())
def test_damaged_bytes_raise_nothing_but_photo_errors(
    image_format: str, data: st.DataObject
) -> None:
    sample = bytearray(SAMPLES[image_format])
    for _ in range(data.draw(st.integers(0, 4))):
        sample[data.draw(st.integers(0, len(sample) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.one_of(st.none(), st.integers(0, len(sample))))
    try:
        photo = load_photo(bytes(sample[:end]), max_side=data.draw(st.sampled_from([None, 40])))
    except PhotoError:
        return
    assert photo.pixels.ndim == 3
    assert photo.pixels.shape[2] == 3
    assert photo.pixels.dtype == np.uint8


@settings(derandomize=True, max_examples=200, deadline=None)
@given(
    st.sampled_from([b"", b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"RIFF", b"\x00\x00\x00\x18ftyp"]),
    st.binary(),
)
def test_random_bytes_raise_photo_errors(start: bytes, rest: bytes) -> None:
    with pytest.raises(PhotoError):
        load_photo(start + rest)
