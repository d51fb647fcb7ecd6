"""The command as a process: exit codes, output streams, what it loads, how fast it refuses."""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

HAND = "345p678s22266z [123p] (1111z) | 1f 5f"


def wahua(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "service.cli", *map(str, arguments)],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
    )


def huge_png(path: Path, side: int = 16_000, size: int = 700_000) -> Path:
    """Write a PNG that states side × side pixels in a file of the given size."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        check = struct.pack(">I", zlib.crc32(kind + body))
        return struct.pack(">I", len(body)) + kind + body + check

    rows = zlib.compress(bytes(side * 3 + 1) * 64, 9)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
    body = chunk(b"IDAT", rows + bytes(size - len(rows)))
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + head + body + chunk(b"IEND", b""))
    return path


@pytest.mark.parametrize("name", ["empty", "text", "truncated"])
@pytest.mark.parametrize("command", ["read", "score"])
def test_a_bad_photo_ends_in_one_line_and_code_2(
    command: str, name: str, bad_files: dict[str, Path]
) -> None:
    done = wahua(command, bad_files[name])
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith(f"wahua: {bad_files[name]}: The".encode()) or name == "text"


@pytest.mark.parametrize(
    ("hand", "words"),
    [("33333p", "5 × 3p: the set has only 4"), ("12x", "'12x' at character 1")],
)
def test_a_bad_hand_ends_in_one_line_and_code_2(hand: str, words: str) -> None:
    done = wahua("score", "--hand", hand)
    assert done.returncode == 2
    (line,) = done.stderr.decode().splitlines()
    assert words in line


def test_unknown_commands_and_options_end_in_code_2() -> None:
    for arguments in (["cook"], ["score", "--hand", HAND, "--spice"], ["read"]):
        done = wahua(*arguments)
        assert done.returncode == 2
        assert b"Traceback" not in done.stderr


def test_plain_output_without_a_terminal_and_with_no_color() -> None:
    for environment in ({}, {"NO_COLOR": "1"}, {"TERM": "dumb"}):
        done = wahua("score", "--hand", HAND, "--self-draw", **environment)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"\x1b" not in done.stdout
        assert "Total: 5" in done.stdout.decode()


def test_no_color_in_a_terminal_that_is_forced() -> None:
    done = wahua("score", "--hand", HAND, NO_COLOR="1", FORCE_COLOR="1", COLUMNS="200")
    assert done.returncode == 0
    codes = set(re.findall(rb"\x1b\[([0-9;]*)m", done.stdout))
    assert codes <= {b"0", b"1", b"2", b"3"}  # bold, dim and italic may stay, colours may not


def test_an_output_without_unicode_gets_escapes() -> None:
    done = wahua("score", "--hand", HAND, PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"\\U0001f01b" in done.stdout
    done = wahua("read", "Fotografía-牌.jpg", PYTHONIOENCODING="ascii")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_reader_that_leaves_early_is_no_error() -> None:
    command = f"{sys.executable} -m service.cli score --hand '{HAND}' | head -1"
    done = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


LOADED = """
import sys
from service.cli import app
try:
    app(sys.argv[1:], standalone_mode=True)
except SystemExit:
    pass
heavy = {"cv2", "onnxruntime", "scipy", "numpy", "PIL", "pillow_heif", "torch"}
print("LOADED", sorted(heavy & set(sys.modules)))
"""


@pytest.mark.parametrize("arguments", [["--help"], ["score", "--help"], ["score", "--hand", HAND]])
def test_help_and_hands_in_text_load_no_picture_library(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "LOADED []"


def test_a_bad_photo_loads_no_model(bad_files: dict[str, Path]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, "read", str(bad_files["truncated"])],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "LOADED ['PIL']"


PEAK = """
import sys, time
started = time.perf_counter()
from service.cli import main
sys.argv[0] = "wahua"
try:
    main()
except SystemExit as stop:
    seconds = time.perf_counter() - started
    lines = open("/proc/self/status").read().splitlines()
    (peak,) = [int(line.split()[1]) for line in lines if line.startswith("VmHWM")]
    print(stop.code, seconds, peak / 1024)
"""


def measured(*arguments: str | Path) -> tuple[float, float, str]:
    """Return seconds, peak MiB and the error output of a command that ends in code 2.

    The fastest of three: other work on the machine is not the command's.
    """
    runs = []
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", PEAK, *map(str, arguments)],
            capture_output=True,
            text=True,
            check=True,
        )
        code, seconds, peak_mib = done.stdout.split()
        assert code == "2"
        runs.append((float(seconds), float(peak_mib), done.stderr))
    return min(runs)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("command", ["read", "score"])
def test_a_huge_png_is_refused_as_fast_as_an_empty_file(
    tmp_path: Path, bad_files: dict[str, Path], command: str
) -> None:
    path = huge_png(tmp_path / "huge.png")
    seconds, peak_mib, error = measured(command, path)
    assert error == (
        f"wahua: {path}: The photo is too large: PNG of 16,000 × 16,000 pixels "
        "(256 megapixels), at most 100 megapixels are accepted\n"
    )
    assert peak_mib < 100
    assert seconds < measured(command, bad_files["empty"])[0] + 0.1
